"""What the rules of capture find, and what they leave alone."""

from datetime import UTC, datetime

import pytest

from benchmarks.data.capture_labels import Labelled
from benchmarks.data.capture_sentences import DEVELOPMENT
from ltm.domain.capture_rules import found
from ltm.domain.episode import Kind

AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
SINGLE = [one.text for one in DEVELOPMENT if one.kind and "." not in one.text]
HOLDING = [one for one in DEVELOPMENT if one.kind]


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("btw my name is Anna", Kind.FACT, "name"),
        ("I moved to Berlin last month", Kind.FACT, "home"),
        ("I'm allergic to peanuts", Kind.FACT, ""),
        ("I can't stand cilantro", Kind.PREFERENCE, "taste:cilantro"),
        ("my favorite color is blue", Kind.PREFERENCE, "favourite:colour"),
        ("we decided to use Postgres", Kind.DECISION, ""),
        ("叫我小王就行", Kind.FACT, "name"),
        ("我对花生过敏", Kind.FACT, ""),
        ("我最喜欢的颜色是蓝色", Kind.PREFERENCE, "favourite:colour"),
        ("我不吃香菜", Kind.PREFERENCE, "taste:香菜"),
        ("我们决定用Postgres了", Kind.DECISION, ""),
        ("群规：不许发广告", Kind.RULE, ""),
    ],
)
def test_a_plain_statement_is_found_with_its_kind_and_key(text: str, kind: Kind, key: str) -> None:
    (candidate,) = found(text, AT)
    assert (candidate.kind, candidate.fact_key) == (kind, key)


@pytest.mark.parametrize("text", ["下周五我要去上海出差", "I'm flying to Lisbon next Friday"])
def test_a_plan_is_for_the_day_to_come(text: str) -> None:
    (candidate,) = found(text, AT)
    assert candidate.event_at == datetime(2026, 11, 27, tzinfo=UTC)


def test_what_is_found_is_a_part_of_the_message_and_always_the_same() -> None:
    for one in DEVELOPMENT:
        candidates = found(one.text, AT)
        assert candidates == found(one.text, AT)
        assert all(each.text in each.original and each.original in one.text for each in candidates)


@pytest.mark.parametrize("frame", ['He said "{}"', "> {}", "what if {}"])
def test_nothing_is_taken_from_quotations_and_suppositions(frame: str) -> None:
    assert [text for text in SINGLE if found(frame.format(text), AT)] == []


def test_most_of_the_development_set_is_told_apart() -> None:
    taken: list[Labelled] = [one for one in DEVELOPMENT if found(one.text, AT)]
    right = [one for one in taken if one.kind]
    assert len(right) / len(taken) >= 0.97
    assert len(right) / len(HOLDING) >= 0.8


def test_a_message_with_a_secret_holds_nothing() -> None:
    assert found("I live in Rome. my password is Hunter2xYz9!", AT) == []
