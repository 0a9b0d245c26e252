"""Who may see and change which memory."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.people import meant
from ltm.domain.rights import Actor, may_change, may_name, may_see, names_admin, require_admin, require_change
from ltm.domain.scope import SessionKey
from ltm.errors import NotAllowed
from tests.doubles import START

GROUP, OTHER = SessionKey(name="group_1", bot_uuid="b"), SessionKey(name="group_2", bot_uuid="b")
PRIVATE = SessionKey(name="person_1", bot_uuid="b")
ALICE, BOB = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")
FACT = Episode(
    id=EpisodeId("00000000-0000-4000-8000-000000000001"),
    content="x",
    at=START,
    speaker=ALICE,
    session_name=GROUP.name,
)


def actor(speaker: Speaker | None, session: SessionKey = GROUP, *, is_admin: bool = False) -> Actor:
    return Actor(session=session, speaker=speaker, is_admin=is_admin)


@pytest.mark.parametrize(
    ("who", "episode", "sees", "changes"),
    [
        (actor(ALICE), FACT, True, True),
        (actor(BOB), FACT, True, False),
        (actor(BOB), replace(FACT, about="2"), True, True),
        (actor(BOB, is_admin=True), FACT, True, True),
        (actor(None), FACT, True, False),
        (actor(None), replace(FACT, speaker=None), True, False),
        (actor(ALICE), replace(FACT, speaker=None), True, False),
        (actor(BOB, OTHER), FACT, False, False),
        (actor(ALICE, OTHER), FACT, True, True),
        (actor(BOB, OTHER, is_admin=True), FACT, True, True),
        (actor(BOB, OTHER), replace(FACT, session_name="", speaker=None), True, False),
        (actor(ALICE, PRIVATE), replace(FACT, session_name=PRIVATE.name, speaker=None), True, True),
        (actor(None, PRIVATE), replace(FACT, session_name=PRIVATE.name, speaker=None), True, True),
    ],
)
def test_owners_and_administrators_change_and_members_see(
    who: Actor, episode: Episode, sees: bool, changes: bool
) -> None:
    assert (may_see(who, episode), may_change(who, episode)) == (sees, changes)


def test_a_name_gives_no_right() -> None:
    impostor = Speaker(id="3", name="Alice")
    assert not may_change(actor(impostor), FACT)
    with pytest.raises(NotAllowed, match="somebody else"):
        require_change(actor(impostor), FACT)


@given(st.text(), st.text(), st.booleans())
def test_nobody_changes_what_is_neither_his_nor_about_him(speaker_id: str, about: str, private: bool) -> None:
    episode = replace(FACT, about=about)
    who = actor(Speaker(id=speaker_id), PRIVATE if private else GROUP)
    assert may_change(who, episode) == (speaker_id != "" and speaker_id in ("1", about))


def test_only_administrators_pass() -> None:
    require_admin(actor(BOB, is_admin=True))
    with pytest.raises(NotAllowed, match="administrators"):
        require_admin(actor(BOB))


def test_administrators_are_named_by_platform_and_id() -> None:
    entries = ("aiocqhttp:10001", "0f-bot:77", "555", "")
    assert names_admin(entries, "10001", ["0f-bot", "aiocqhttp"])
    assert not names_admin(entries, "10001", ["0f-bot", "telegram"])
    assert names_admin(entries, "77", ["0f-bot"])
    assert names_admin(entries, "555", ["telegram"])
    assert not names_admin(entries, "", ["aiocqhttp", ""])
    assert not names_admin(entries, "aiocqhttp:10001", ["telegram"])
    assert may_name(entries, "10001")
    assert not may_name(entries, "0001")
    assert not may_name(entries, "")


def test_a_name_means_the_one_speaker_who_bears_it() -> None:
    known = [ALICE, BOB, Speaker(id="1", name="Alice B.")]
    assert meant(" alice ", known) == "1"
    assert meant("2", known) == "2"
    assert meant("Carol", known) == meant("", known) == ""
    assert meant("Alice", [*known, Speaker(id="9", name="alice")]) == ""
