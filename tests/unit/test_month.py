"""The month of chat is the same each time, tells each fact as it says it does, and keeps its chatter apart."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest

from benchmarks.data.capture_chats import CHATS
from benchmarks.month import DAYS, MEMBERS, START, Month, holds, month
from benchmarks.month_chat import PIECES
from benchmarks.month_told import told
from ltm.domain.episode import Kind
from ltm.domain.secrets import secret_in


@pytest.fixture(scope="module")
def september() -> Month:
    return month()


def test_a_seed_gives_one_month(september: Month) -> None:
    assert month(seed=7) == september
    assert month(seed=8) != september


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_seed_gives_a_whole_month(seed: int) -> None:
    made = month(seed)
    assert len(made.messages) >= 3000
    assert {message.planted for message in made.messages} - {""} == {fact.id for fact in made.facts}


def test_messages_are_in_order_and_within_the_month(september: Month) -> None:
    times = [message.at for message in september.messages]
    assert all(one < later for one, later in pairwise(times))
    assert times[0] >= START
    assert times[-1] < START + timedelta(days=DAYS + 1)
    assert all(message.text.strip() and message.reply for message in september.messages)


def test_everybody_writes_and_tells_in_both_languages(september: Month) -> None:
    assert {message.speaker for message in september.messages} == {member.speaker for member in MEMBERS}
    assert Counter(member.language for member in MEMBERS if member.mixes) == {"en": 1, "zh": 1}
    told_by = Counter(fact.owner for fact in september.facts)
    assert set(told_by) == {member.speaker.id for member in MEMBERS}
    assert Counter(fact.language for fact in september.facts)["zh"] >= 60
    assert Counter(fact.language for fact in september.facts)["en"] >= 60


def test_there_is_enough_of_each_sort(september: Month) -> None:
    facts = september.facts
    assert len(facts) >= 120
    assert sum(fact.changed for fact in facts) >= 40
    assert sum(len(fact.values) > 2 for fact in facts) >= 5
    assert sum(fact.said_again > 0 for fact in facts) >= 30
    kinds = Counter(fact.kind for fact in facts)
    assert set(kinds) == {Kind.FACT, Kind.PREFERENCE, Kind.INSTRUCTION, Kind.DECISION, Kind.EVENT, Kind.RULE}
    assert min(kinds.values()) >= 8


def test_each_value_is_told_by_its_owner_when_it_begins_to_hold(september: Month) -> None:
    by_time = {message.at: message for message in september.messages}
    for fact in september.facts:
        assert all(one.at < later.at for one, later in pairwise(fact.values)), fact.id
        for value in fact.values:
            said = by_time[value.at]
            assert (said.planted, said.speaker.id) == (fact.id, fact.owner)


def test_each_value_is_named_in_a_message_while_it_holds(september: Month) -> None:
    for fact in september.facts:
        said = [message for message in september.messages if message.planted == fact.id]
        assert len(said) == len(fact.values) + fact.said_again
        assert len({message.text for message in said}) == len(said), fact.id
        ends = [value.at for value in fact.values[1:]] + [september.messages[-1].at + timedelta(seconds=1)]
        for value, end in zip(fact.values, ends, strict=True):
            assert any(holds(one.text, value.words) for one in said if value.at <= one.at < end), (fact.id, value)


def test_no_former_value_passes_for_the_current_one(september: Month) -> None:
    for fact in september.facts:
        assert not any(holds(word, fact.answers) for word in fact.stale), fact.id
        assert not any(holds(word, fact.stale) for word in fact.answers), fact.id


def test_no_answer_stands_in_the_question(september: Month) -> None:
    assert [fact.id for fact in september.facts if holds(fact.question, (*fact.answers, *fact.stale))] == []


def test_who_asks_is_of_the_group_and_says_i_of_himself(september: Month) -> None:
    names = {member.speaker.id: member.speaker.name for member in MEMBERS}
    for fact in september.facts:
        assert fact.asker in names
        assert fact.asker != fact.owner or names[fact.owner] not in fact.question, fact.id


def test_no_value_stands_in_chatter(september: Month) -> None:
    chatter = "\n".join(message.text for message in september.junk)
    words = {word for fact in september.facts for word in (*fact.answers, *fact.stale)}
    assert not holds(chatter, words)


def test_chatter_seldom_repeats(september: Month) -> None:
    junk = [message.text for message in september.junk]
    assert len(set(junk)) > 0.99 * len(junk)
    for pieces in PIECES.values():
        written = {line for lines in pieces.lines.values() for line in lines} | {*pieces.openers, *pieces.tails}
        assert len(written) >= 400


def test_secrets_are_chatter_only(september: Month) -> None:
    assert [one.planted for one in september.messages if one.planted and secret_in(one.text)] == []
    assert sum(secret_in(one.text) is not None for one in september.junk) >= 5


@pytest.mark.parametrize(
    ("text", "word", "is_held"),
    [
        ("下个9号", "9号", True),
        ("19号", "9号", False),
        ("我base上海", "上海", True),
        ("on 2026-09-22", "09-22", True),
        ("i'm 380", "38", False),
        ("vaccination", "Vaccin", True),
        ("in Portugal", "gal", False),
    ],
)
def test_a_word_is_held_where_it_begins_one(text: str, word: str, is_held: bool) -> None:
    assert holds(text, [word]) is is_held


def test_a_fact_is_read_with_its_values_and_days() -> None:
    lines = "mia | event | tom | When?\n= 1st, first\n  2> on the first\n  the 1st!\n= 3rd\n  9> now the 3rd\n"
    (one,) = told(lines, "en")
    assert (one.owner, one.kind, one.asker, one.question) == ("mia", Kind.EVENT, "tom", "When?")
    assert [held.words for held in one.values] == [("1st", "first"), ("3rd",)]
    assert [[(said.text, said.day) for said in held.said] for held in one.values] == [
        [("on the first", 2), ("the 1st!", None)],
        [("now the 3rd", 9)],
    ]


def test_held_out_messages_are_many_and_half_of_them_hold_something() -> None:
    for language in ("en", "zh"):
        held = [one for one in CHATS if one.language == language]
        assert len({one.text for one in held}) == len(held) >= 210
        assert 0.4 < sum(one.kind is not None for one in held) / len(held) < 0.5
        assert all(one.kind is not None for one in held if one.fact_key)
        assert {one.kind for one in held} >= {Kind.FACT, Kind.PREFERENCE, Kind.DECISION, Kind.EVENT, Kind.RULE, None}


def test_held_out_messages_are_none_of_the_month(september: Month) -> None:
    assert {one.text for one in CHATS if one.kind} & {message.text for message in september.messages} == set()
