"""When a memory is said again, and when it only looks like it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from ltm.domain.duplicates import DUPLICATE_COSINE, duplicates, repeats, strengthened
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker, Status
from tests.doubles import START

ALICE, BOB = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")


def episode(content: str, number: int = 1, **more: object) -> Episode:
    made = Episode(id=EpisodeId(f"00000000-0000-4000-8000-{number:012}"), content=content, at=START, speaker=ALICE)
    return replace(made, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice is allergic to peanuts", "Alice is allergic to peanuts."),
        ("Alice works as a nurse at the city hospital", "alice is working as a nurse in the city hospital"),
        ("小明对花生过敏", "小明对花生过敏。"),
    ],
)
def test_the_same_in_nearly_the_same_words_is_one_memory(one: str, other: str) -> None:
    assert duplicates(episode(other, 2), episode(one), 0.97)
    assert not duplicates(episode(other, 2), episode(one), DUPLICATE_COSINE - 0.001)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice is allergic to peanuts", "Alice is not allergic to peanuts"),
        ("Alice prefers tea over coffee", "Alice prefers coffee over tea"),
        ("Dinner with Bob at seven on Friday", "Dinner with Bob at eight on Friday"),
        ("The release is planned for the end of June", "The release is planned for the end of July"),
        ("The deadline is 2026-05-03", "The deadline is 2026-05-08"),
        ("Alice is a nurse", "Alice was a nurse"),
        ("Alice is allergic to peanuts", "Alice may be allergic to peanuts"),
        ("发布日期是六月二十日", "发布日期是六月二十一日"),
        ("小明住在北京", "小明曾住在北京"),
    ],
)
def test_what_says_something_else_is_never_swallowed_however_near_it_is(one: str, other: str) -> None:
    for new, old in ((one, other), (other, one)):
        assert not duplicates(episode(new, 2), episode(old), 1.0)


def test_only_the_same_speaker_and_subject_can_repeat() -> None:
    old = episode("I like tea", subject="drinks")
    assert repeats(episode("i like  TEA", 2, subject="Drinks"), old)
    assert not repeats(episode("I like tea", 2, speaker=BOB, subject="drinks"), old)
    assert not repeats(episode("I like tea", 2, speaker=None, subject="drinks"), old)
    assert not repeats(episode("I like tea", 2), old)


def test_a_superseded_memory_and_a_turn_of_a_conversation_are_not_repeated() -> None:
    old = episode("I live in Berlin")
    assert not repeats(episode("I live in Berlin", 2), replace(old, status=Status.SUPERSEDED))
    assert repeats(episode("I live in Berlin", 2), replace(old, status=Status.ARCHIVED))
    assert not repeats(episode("ok", 2, kind=Kind.TURN), episode("ok", kind=Kind.TURN))


def test_a_correction_is_no_duplicate_of_what_it_resembles() -> None:
    assert not duplicates(episode("I live in Berlin", 2, tags=("correction",)), episode("I live in Berlin"), 1.0)


def test_repetition_makes_recent_and_more_important_but_never_vital() -> None:
    old = episode("I like tea", importance=2, tags=("drink",))
    new = episode("I like tea", 2, at=START + timedelta(days=3), tags=("habit", "drink"))
    again = strengthened(old, new)
    assert (again.id, again.content) == (old.id, old.content)
    assert (again.at, again.importance, again.tags) == (new.at, 3, ("drink", "habit"))
    for _ in range(5):
        again = strengthened(again, new)
    assert again.importance == 4
    assert strengthened(again, replace(new, importance=5)).importance == 5


def test_saying_an_archived_memory_again_takes_it_back() -> None:
    old = episode("I like tea").archived()
    assert strengthened(old, episode("I like tea", 2)).status is Status.ACTIVE


def test_a_closing_full_stop_says_nothing() -> None:
    assert repeats(episode("Alice is allergic to peanuts.", 2), episode("alice is allergic  to peanuts"))
    assert repeats(episode("小明对花生过敏。", 2), episode("小明对花生过敏"))
    assert not repeats(episode("Alice is allergic?", 2), episode("Alice is allergic"))
    assert not repeats(episode("...", 2), episode("!!!"))
