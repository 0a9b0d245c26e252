"""What a speaker said before, kept apart by conversation and speaker, for a while."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.question import CONTEXT_TURNS
from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn
from ltm.services.recent_turns import RecentTurns
from tests.doubles import START
from tests.services.memories import ALICE, BOB, GROUP, OTHER_GROUP

TURN = Turn(session=GROUP, speaker=ALICE, text="hello", at=START)
PLACES = [
    (session, speaker)
    for session in (GROUP, OTHER_GROUP, SessionKey(name="group_1001", bot_uuid="bot-2"), SessionKey(name="person_1"))
    for speaker in (ALICE, BOB, None)
]


@given(st.lists(st.tuples(st.sampled_from(range(len(PLACES))), st.text(max_size=5)), max_size=40))
def test_each_hears_only_what_was_said_by_the_same_speaker_in_the_same_place(said: list[tuple[int, str]]) -> None:
    recent = RecentTurns()
    for place, text in said:
        session, speaker = PLACES[place]
        turn = replace(TURN, session=session, speaker=speaker, text=text)
        earlier = [other for where, other in said[: said.index((place, text))] if where == place]
        if said.count((place, text)) == 1:
            assert recent.before(turn) == tuple(earlier[-CONTEXT_TURNS:])
        recent.add(turn)


def test_after_half_an_hour_it_is_forgotten() -> None:
    now = [0.0]
    recent = RecentTurns(lambda: now[0])
    recent.add(TURN)
    now[0] = 1_800
    assert recent.before(TURN) == ("hello",)
    now[0] = 1_801
    assert recent.before(TURN) == ()


def test_only_so_many_speakers_are_kept() -> None:
    recent = RecentTurns()
    for number in range(1_001):
        recent.add(replace(TURN, session=SessionKey(name=f"group_{number}")))
    assert recent.before(replace(TURN, session=SessionKey(name="group_0"))) == ()
    assert recent.before(replace(TURN, session=SessionKey(name="group_1"))) == ("hello",)
