"""Who does not want to be remembered, and where nothing is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ltm.domain.episode import Episode
from ltm.domain.scope import Isolation
from ltm.errors import Refused, SwitchedOff

MAX_ENTRIES = 20_000
"""Of one bot: about a megabyte, a tenth of what LangBot keeps in one value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Here:
    """What holds in one conversation: whether it is paused, and the ids of the speakers who are off."""

    paused: bool = False
    off: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """The wishes of everyone a bot hears. `off` are the ids of the speakers who are off, by the name of the session
    they said so in; `paused` the names of the sessions that are paused.

    Kept by session under either isolation, so that changing that setting loses nobody's wish."""

    off: Mapping[str, frozenset[str]] = field(default_factory=dict)
    paused: frozenset[str] = frozenset()
    off_anywhere: frozenset[str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Asked with every message of a bot-wide memory.
        object.__setattr__(self, "off_anywhere", frozenset().union(*self.off.values()))

    @property
    def size(self) -> int:
        return sum(map(len, self.off.values())) + len(self.paused)

    def here(self, session_name: str, isolation: Isolation) -> Here:
        """Return what holds in the session. Where all sessions share their memories the strictest wish holds: who is
        off in one of them is off in all."""
        match isolation:
            case Isolation.SESSION:
                off = self.off.get(session_name, frozenset())
            case Isolation.BOT:
                off = self.off_anywhere
        return Here(paused=session_name in self.paused, off=off)

    def switched_off(self, session_name: str, speaker_id: str) -> "Consent":
        """Raises Refused if the record is full."""
        off = self.off.get(session_name, frozenset()) | {speaker_id}
        return replace(self, off={**self.off, session_name: off})._bounded()

    def switched_on(self, session_name: str, speaker_id: str, isolation: Isolation) -> "Consent":
        """Return the record without his wish here; in all sessions where they share their memories, as `here`."""

        def left(name: str, off: frozenset[str]) -> frozenset[str]:
            concerned = isolation is Isolation.BOT or name == session_name
            return off - {speaker_id} if concerned else off

        return replace(self, off={name: rest for name, off in self.off.items() if (rest := left(name, off))})

    def paused_in(self, session_name: str) -> "Consent":
        """Raises Refused if the record is full."""
        return replace(self, paused=self.paused | {session_name})._bounded()

    def resumed_in(self, session_name: str) -> "Consent":
        return replace(self, paused=self.paused - {session_name})

    def _bounded(self) -> "Consent":
        if self.size > MAX_ENTRIES:
            raise Refused(
                f"memory is switched off {MAX_ENTRIES} times already and no more of it can be kept; nothing was "
                "changed. Ask the operator to remove the memory from this pipeline"
            )
        return self


def require_storing(here: Here, *, speaker_id: str, about: str = "") -> None:
    """Raise SwitchedOff, naming who switched it off, unless something may be stored that this speaker says about
    the speaker with the id `about`. An id of "" is nobody's."""
    if here.paused:
        raise SwitchedOff("memory is paused in this conversation: nothing is stored until an administrator resumes it")
    if speaker_id in here.off:
        raise SwitchedOff("the speaker has switched memory off for themselves: nothing they say is stored")
    if about in here.off:
        raise SwitchedOff(
            "the person this is about has switched memory off for themselves: nothing about them is stored"
        )


def require_storing_of(here: Here, episode: Episode) -> None:
    """Raise SwitchedOff, as `require_storing`, unless the memory may be stored here."""
    require_storing(here, speaker_id=episode.speaker_id, about=episode.about)
