"""Where a step of the isolation play is done."""

from dataclasses import dataclass

from benchmarks.isolation_model import Place
from ltm.domain.episode import Speaker
from ltm.domain.rights import Actor
from ltm.domain.scope import Isolation, Scope, SessionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The conversation a step is in, who speaks, and the places in which something else is under way."""

    session: SessionKey
    isolation: Isolation
    place: Place
    speaker: Speaker | None
    busy: frozenset[Place]

    @property
    def scope(self) -> Scope:
        return Scope.of(self.session, self.isolation)

    @property
    def actor(self) -> Actor:
        """Whoever speaks, with every right there is: what is left to stop him is the scope."""
        return Actor(session=self.session, speaker=self.speaker, is_admin=True)
