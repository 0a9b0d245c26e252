"""Each message answered from memory excuses exactly one search with its text, for half a minute."""

import pytest

from ltm.domain.scope import SessionKey
from ltm.services.answered_turns import AnsweredTurns
from tests.services.memories import GROUP, OTHER_GROUP


class Seconds:
    def __init__(self) -> None:
        self.passed = 1_000.0

    def __call__(self) -> float:
        return self.passed


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def turns(seconds: Seconds) -> AnsweredTurns:
    return AnsweredTurns(seconds)


def test_a_message_is_taken_once(turns: AnsweredTurns) -> None:
    assert not turns.take(GROUP, "1", "tea?")
    turns.add(GROUP, "1", "tea?")
    assert turns.take(GROUP, "1", "tea?")
    assert not turns.take(GROUP, "1", "tea?")


def test_the_same_message_twice_is_taken_twice(turns: AnsweredTurns) -> None:
    turns.add(GROUP, "1", "tea?")
    turns.add(GROUP, "1", "tea?")
    assert [turns.take(GROUP, "1", "tea?") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("session", "speaker_id", "text"),
    [
        (OTHER_GROUP, "1", "tea?"),
        (SessionKey(name=GROUP.name, bot_uuid="bot-2"), "1", "tea?"),
        (GROUP, "2", "tea?"),
        (GROUP, "", "tea?"),
        (GROUP, "1", "tea"),
        (GROUP, "1", ""),
    ],
    ids=["session", "bot", "speaker", "no speaker", "text", "no text"],
)
def test_anything_else_is_answered(turns: AnsweredTurns, session: SessionKey, speaker_id: str, text: str) -> None:
    turns.add(GROUP, "1", "tea?")
    assert not turns.take(session, speaker_id, text)
    assert turns.take(GROUP, "1", "tea?")


def test_surrounding_space_does_not_count(turns: AnsweredTurns) -> None:
    turns.add(GROUP, "1", " tea?\n")
    assert turns.take(GROUP, "1", "tea? ")


@pytest.mark.parametrize(("later", "taken"), [(0.0, True), (30.0, True), (30.1, False), (3_600.0, False)])
def test_a_message_ages(turns: AnsweredTurns, seconds: Seconds, later: float, taken: bool) -> None:
    turns.add(GROUP, "1", "tea?")
    seconds.passed += later
    assert turns.take(GROUP, "1", "tea?") is taken


def test_an_old_message_does_not_age_a_newer_one(turns: AnsweredTurns, seconds: Seconds) -> None:
    turns.add(GROUP, "1", "old")
    seconds.passed += 29
    turns.add(GROUP, "1", "new")
    seconds.passed += 2
    assert not turns.take(GROUP, "1", "old")
    assert turns.take(GROUP, "1", "new")


def test_a_flood_of_messages_keeps_the_newest_thousand(turns: AnsweredTurns) -> None:
    for number in range(1_500):
        turns.add(GROUP, "1", f"message {number}")
    assert not turns.take(GROUP, "1", "message 499")
    assert turns.take(GROUP, "1", "message 500")
    assert turns.take(GROUP, "1", "message 1499")
