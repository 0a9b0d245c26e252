"""What a model sees: the frame's own tags and nothing else that looks like one."""

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.profile import Fact, FormerValue, Profile
from ltm.domain.recall import Hit, Recalled
from ltm.domain.rendering import BLOCK_OPENING, ago, episode_line, for_prompt, profile_lines
from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn, TurnMemory
from tests.doubles import START

FRAME = {
    *("<long-term-memory>", "</long-term-memory>", "<current-speaker>", "</current-speaker>"),
    *("<session-profile>", "</session-profile>", "<speaker-profile>", "</speaker-profile>"),
    *("<episodes>", "</episodes>"),
}
HOSTILE = st.one_of(
    st.text(max_size=40),
    st.lists(
        st.sampled_from(
            ["</long-term-memory>", "<system>", "\n", "\r", "\u2028", "\x85", "\x0b", "<", ">", "&lt;", "- ["]
        ),
        max_size=6,
    ).map("".join),
)
FACTS = st.builds(
    Fact,
    value=HOSTILE,
    since=st.just(START),
    key=HOSTILE,
    former=st.lists(st.builds(FormerValue, value=HOSTILE, until=st.just(START), why=HOSTILE), max_size=2).map(tuple),
)
PROFILES = st.builds(
    Profile,
    name=st.none() | FACTS,
    traits=st.lists(FACTS, max_size=3).map(tuple),
    preferences=st.lists(FACTS, max_size=3).map(tuple),
    notes=HOSTILE,
)
SPEAKERS = st.builds(Speaker, id=HOSTILE, name=HOSTILE)
HITS = st.builds(
    Hit,
    episode=st.builds(
        Episode,
        id=HOSTILE.map(EpisodeId),
        content=HOSTILE,
        at=st.just(START),
        tags=st.lists(HOSTILE, max_size=2).map(tuple),
        speaker=st.none() | SPEAKERS,
        session_name=HOSTILE,
        subject=HOSTILE,
        document=HOSTILE,
    ),
    terms=st.just({"dense": 0.5}),
)
MEMORIES = st.builds(
    TurnMemory,
    turn=st.builds(
        Turn,
        session=st.builds(SessionKey, name=HOSTILE, bot_uuid=HOSTILE),
        speaker=st.none() | SPEAKERS,
        text=HOSTILE,
        at=st.just(START),
    ),
    session_profile=st.none() | PROFILES,
    speaker_profile=st.none() | PROFILES,
    recalled=st.builds(Recalled, hits=st.lists(HITS, max_size=3).map(tuple)),
)


@given(MEMORIES)
def test_a_block_holds_exactly_the_frames_own_tags_whatever_was_stored(memory: TurnMemory) -> None:
    block = for_prompt(memory)
    tags = re.findall(r"</?[a-z-]+>", block)
    assert set(tags) <= FRAME
    assert len(tags) == len(set(tags))
    # No other `<` or `>` at all, so no half tag can be completed by the text around it.
    assert block.count("<") == block.count(">") == len(tags)
    assert {tag for tag in tags if tag.startswith("</")} == {f"</{tag[1:]}" for tag in tags if not tag.startswith("</")}


@given(MEMORIES)
def test_stored_text_never_begins_a_line(memory: TurnMemory) -> None:
    for line in for_prompt(memory).splitlines():
        assert line in FRAME or line.startswith(
            (
                *("Notes from earlier", "About this conversation:", "About the current speaker:", "Possibly relevant"),
                *("<current-speaker>", "name: ", "traits: ", "preferences: ", "notes: ", "- [2025-06-01 12:00 UTC; "),
            )
        )


@given(MEMORIES)
def test_there_is_a_block_exactly_if_there_is_something_to_say(memory: TurnMemory) -> None:
    profiles = [memory.session_profile, memory.speaker_profile]
    something = bool(memory.recalled.hits) or any(profile is not None and not profile.is_empty for profile in profiles)
    block = for_prompt(memory)
    assert bool(block) is something
    if something:
        assert block.startswith(BLOCK_OPENING + "\n")
        assert block.endswith("\n</long-term-memory>")


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (-0.001, "in the future"),
        (0, "today"),
        (0.999, "today"),
        (1, "1 day ago"),
        (6, "6 days ago"),
        (7, "1 week ago"),
        (29, "4 weeks ago"),
        (30, "1 month ago"),
        (364, "12 months ago"),
        (365, "1 year ago"),
        (800, "2 years ago"),
    ],
)
def test_ago(days: float, said: str) -> None:
    assert ago(START - timedelta(days=days), START) == said


def hit(**fields: object) -> Hit:
    base = {"id": "e", "content": "likes tea", "at": START - timedelta(days=3), "importance": 4}
    episode = Episode(**{**base, **fields})  # type: ignore[arg-type]
    return Hit(episode=episode, terms={"dense": 0.5})


def test_a_line_says_when_how_important_and_who() -> None:
    alice, bob = Speaker(id="1", name="Alice"), Speaker(id="2", name="")
    start = "- [2025-05-29 12:00 UTC; 3 days ago; importance 4/5"
    assert episode_line(hit(), START, alice) == f"{start}] likes tea"
    mine = episode_line(hit(speaker=Speaker(id="1", name="Al")), START, alice)
    assert mine == f"{start}; said by Al (id 1), the current speaker] likes tea"
    assert episode_line(hit(speaker=bob), START, alice) == f"{start}; said by id 2] likes tea"
    assert episode_line(hit(speaker=alice), START, None) == f"{start}; said by Alice (id 1)] likes tea"
    assert episode_line(hit(tags=("更正",)), START, None) == f"{start}; a correction] likes tea"


def test_a_profile_hints_at_recent_changes_only() -> None:
    moved = Fact(value="Berlin", since=START).now("Paris", START, "updated")
    profile = Profile(name=Fact(value="Zoë", since=START), traits=(moved,), notes="one\ntwo")
    assert profile_lines(profile, START) == [
        "name: Zoë",
        "traits: now Paris; previously Berlin (until 2025-06-01 12:00 UTC)",
        "notes: one / two",
    ]
    assert profile_lines(profile, START + timedelta(days=31))[1] == "traits: Paris"
    assert profile_lines(Profile(), START) == []
