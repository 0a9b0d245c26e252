"""Wishes against a plain set of pairs, under both isolations and through changes of that setting."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain import consent as consents
from ltm.domain.consent import Consent, Here, require_storing
from ltm.domain.scope import Isolation
from ltm.errors import Refused, SwitchedOff

SESSIONS, SPEAKERS = ("group_1", "group_2", "person_3"), ("1", "2", "3")
STEPS = st.tuples(
    st.sampled_from(["off", "on", "pause", "resume"]),
    st.sampled_from(SESSIONS),
    st.sampled_from(SPEAKERS),
    st.sampled_from(Isolation),
)


@dataclass
class Plain:
    """The same wishes, kept the simplest way."""

    off: set[tuple[str, str]] = field(default_factory=set)
    paused: set[str] = field(default_factory=set)

    def step(self, kind: str, session: str, speaker: str, isolation: Isolation) -> None:
        match kind:
            case "off":
                self.off.add((session, speaker))
            case "on":
                everywhere = isolation is Isolation.BOT
                self.off -= {pair for pair in self.off if pair[1] == speaker and (everywhere or pair[0] == session)}
            case "pause":
                self.paused.add(session)
            case "resume":
                self.paused.discard(session)

    def here(self, session: str, isolation: Isolation) -> Here:
        off = {speaker for where, speaker in self.off if isolation is Isolation.BOT or where == session}
        return Here(paused=session in self.paused, off=frozenset(off))


def stepped(consent: Consent, kind: str, session: str, speaker: str, isolation: Isolation) -> Consent:
    match kind:
        case "off":
            return consent.switched_off(session, speaker)
        case "on":
            return consent.switched_on(session, speaker, isolation)
        case "pause":
            return consent.paused_in(session)
        case _:
            return consent.resumed_in(session)


@given(st.lists(STEPS, max_size=40))
def test_wishes_hold_as_they_were_made(steps: list[tuple[str, str, str, Isolation]]) -> None:
    consent, plain = Consent(), Plain()
    for step in steps:
        before, (off_before, paused_before) = consent, (set(plain.off), set(plain.paused))
        consent = stepped(consent, *step)
        plain.step(*step)
        assert (consent == before) == ((plain.off, plain.paused) == (off_before, paused_before))
        assert consent.size == len(plain.off) + len(plain.paused)
        for session in SESSIONS:
            for isolation in Isolation:
                assert consent.here(session, isolation) == plain.here(session, isolation)


@given(st.lists(STEPS, max_size=20), st.sampled_from(SESSIONS), st.sampled_from(SPEAKERS), st.sampled_from(Isolation))
def test_switching_on_ends_it_where_it_was_asked(
    steps: list[tuple[str, str, str, Isolation]], session: str, speaker: str, isolation: Isolation
) -> None:
    consent = Consent()
    for step in steps:
        consent = stepped(consent, *step)
    assert speaker not in consent.switched_on(session, speaker, isolation).here(session, isolation).off
    assert speaker in consent.switched_off(session, speaker).here(session, isolation).off


@given(
    st.builds(Here, paused=st.booleans(), off=st.frozensets(st.sampled_from(SPEAKERS))),
    st.sampled_from(["", *SPEAKERS]),
    st.sampled_from(["", *SPEAKERS]),
)
def test_nothing_is_stored_by_or_about_whoever_is_off(here: Here, speaker_id: str, about: str) -> None:
    if here.paused or here.off & {speaker_id, about}:
        with pytest.raises(SwitchedOff):
            require_storing(here, speaker_id=speaker_id, about=about)
    else:
        require_storing(here, speaker_id=speaker_id, about=about)


@pytest.mark.parametrize(
    ("here", "said"),
    [
        (Here(paused=True, off=frozenset("12")), "paused in this conversation"),
        (Here(off=frozenset("12")), "the speaker has switched memory off"),
        (Here(off=frozenset("2")), "the person this is about has switched memory off"),
    ],
)
def test_it_is_said_who_switched_it_off(here: Here, said: str) -> None:
    with pytest.raises(SwitchedOff, match=said):
        require_storing(here, speaker_id="1", about="2")


def test_the_record_is_bounded_and_a_full_one_still_answers_and_shrinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consents, "MAX_ENTRIES", 3)
    full = Consent().switched_off("group_1", "1").switched_off("group_2", "1").paused_in("group_1")
    with pytest.raises(Refused, match="3 times already"):
        full.switched_off("group_1", "2")
    with pytest.raises(Refused, match="3 times already"):
        full.paused_in("group_2")
    assert full.switched_off("group_1", "1") == full
    assert full.paused_in("group_1") == full
    assert full.resumed_in("group_1").switched_off("group_1", "2").size == 3
