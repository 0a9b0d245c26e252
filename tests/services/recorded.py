"""Recorded conversations, wired to the services around them."""

from datetime import timedelta

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import Episode, Speaker
from ltm.domain.scope import Scope, SessionKey
from ltm.ports.journal import JournalEntry
from ltm.services.capacity import RetentionService
from ltm.services.session_index import SessionIndexService
from tests.doubles import START
from tests.services.memories import ALICE, GROUP, HERE
from tests.services.wired import Wired

DAYS = 90.0


class Indexing(Wired):
    """The services, and conversations recorded beside them."""

    def __init__(self, store: InMemoryEpisodes | None = None, *, limit: int = 0) -> None:
        super().__init__(store or InMemoryEpisodes(), limit=limit)
        self.seconds = 0.0
        self.retention = RetentionService(
            store=self.store,
            erase=self.erase,
            clock=self.clock,
            days=DAYS,
            limit=lambda: self.limit,
            seconds=lambda: self.seconds,
        )
        self.indexing = SessionIndexService(
            store=self.store,
            embedder=self.embedder,
            clock=self.clock,
            locks=self.locks,
            stored=self.retention.nudge,
        )

    async def turns(self, scope: Scope = HERE) -> list[Episode]:
        """Return what the store holds, as it was said."""
        await self.retention.settled()
        return sorted(await self.all(scope), key=lambda turn: (turn.at, turn.session_name, turn.position))


def entry(
    number: int,
    text: str = "hello",
    reply: str = "hi",
    *,
    hours: float | None = None,
    by: Speaker | None = ALICE,
    session: SessionKey = GROUP,
) -> JournalEntry:
    at = START + timedelta(hours=number / 60 if hours is None else hours)
    return JournalEntry(key=f"turns/{number:04}", session=session, speaker=by, text=text, reply=reply, at=at)
