"""The services that write, wired as the application wires them, over any store, storage and embedder."""

import asyncio
from collections.abc import Sequence

from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.domain.episode import Episode, Speaker
from ltm.domain.gate import NewEpisode
from ltm.domain.rights import Actor
from ltm.domain.scope import Scope, SessionKey
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.storage import Storage
from ltm.services.audit import AuditService
from ltm.services.browse import BrowseService
from ltm.services.capacity import CapacityService
from ltm.services.erase import EraseService
from ltm.services.forget import ForgetService
from ltm.services.lifecycle import LifecycleService
from ltm.services.open_turns import OpenTurns
from ltm.services.outbox import OutboxService
from ltm.services.profiles import ProfileService
from ltm.services.recent_turns import RecentTurns
from ltm.services.remember import Remembered, RememberService
from ltm.services.rewriting import Rewriting
from ltm.services.scope_locks import ScopeLocks
from tests.doubles import FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, GROUP, HERE


class Wired:
    """Everything that changes memories, on one store. A second one on the same store and storage is the same
    installation after a restart."""

    def __init__(
        self,
        store: EpisodeStore | None = None,
        *,
        embedder: Embedder | None = None,
        storage: Storage | None = None,
        clock: FixedClock | None = None,
        limit: int = 0,
    ) -> None:
        self.inner = store or InMemoryEpisodes()
        self.embedder = embedder or FallbackEmbedder([HashEmbedder()])
        self.storage = storage or InMemoryStorage()
        self.clock = clock or FixedClock()
        self.limit = limit
        self.locks = ScopeLocks()
        self.store = IndexedEpisodes(self.inner, self.embedder.model, lambda: 64_000_000)
        self.audit = AuditService(storage=self.storage, clock=self.clock)
        self.outbox = OutboxService(
            outbox=StoredOutbox(self.storage, self.clock), store=self.store, first_pause_s=0.005
        )
        self.capacity = CapacityService(
            store=self.store,
            clock=self.clock,
            locks=self.locks,
            audit=self.audit,
            half_life_days=30,
            limit=lambda: self.limit,
        )
        self.recent_turns = RecentTurns()
        self.profiles = ProfileService(store=StoredProfiles(self.storage), clock=self.clock)
        rewriting = Rewriting(store=self.store, locks=self.locks, outbox=self.outbox)
        self.remembering = RememberService(
            store=self.store,
            embedder=self.embedder,
            clock=self.clock,
            locks=self.locks,
            outbox=self.outbox,
            rewriting=rewriting,
            audit=self.audit,
            capacity=self.capacity,
        )
        self.forgetting = ForgetService(store=self.store, locks=self.locks, outbox=self.outbox, audit=self.audit)
        self.lifecycle = LifecycleService(
            store=self.store, embedder=self.embedder, rewriting=rewriting, audit=self.audit
        )
        self.erase = EraseService(
            store=self.store,
            profiles=self.profiles,
            locks=self.locks,
            outbox=self.outbox,
            audit=self.audit,
            recent_turns=self.recent_turns,
            open_turns=OpenTurns(),
        )
        self.browse = BrowseService(store=self.store)
        self.outbox.attach(self.remembering.apply, self.erase.apply)

    async def say(self, content: str, speaker: Speaker | None = ALICE, **more: object) -> Remembered:
        """Have something remembered that the speaker said in GROUP."""
        new = NewEpisode(content=content, speaker=speaker, session_name=GROUP.name, **more)  # type: ignore[arg-type]
        return await self.remembering.remember(HERE, new)

    async def drained(self) -> None:
        """Wait until nothing waits to be written any more."""
        async with asyncio.timeout(10):
            while self.outbox.waiting:
                self.outbox.nudge()
                await asyncio.sleep(0.005)

    async def all(self, scope: Scope = HERE) -> list[Episode]:
        """Return what the store behind the index holds."""
        return [record.episode async for batch in self.inner.scan(scope) for record in batch]


def forgetting(store: EpisodeStore, locks: ScopeLocks) -> ForgetService:
    """Return the service that forgets, on a bare store, sharing locks with the service under test."""
    storage, clock = InMemoryStorage(), FixedClock()
    held = IndexedEpisodes(store, HashEmbedder().model, lambda: 64_000_000)
    return ForgetService(
        store=store,
        locks=locks,
        outbox=OutboxService(outbox=StoredOutbox(storage, clock), store=held),
        audit=AuditService(storage=storage, clock=clock),
    )


def actor(speaker: Speaker | None = ALICE, *, is_admin: bool = False, session: SessionKey = GROUP) -> Actor:
    return Actor(session=session, speaker=speaker, is_admin=is_admin)


def contents(episodes: Sequence[Episode]) -> list[str]:
    return sorted(episode.content for episode in episodes)
