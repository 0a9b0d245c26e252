"""What is noted in the outbox, and who is at which of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope, SessionKey
from ltm.errors import StoreUnavailable
from ltm.ports.episode_store import Record
from ltm.ports.outbox import Outbox, Pending, PendingErasure, PendingMemory


class PendingWrites:
    """The outbox as this process knows it; all methods that wait raise StoreUnavailable."""

    def __init__(self, outbox: Outbox, patience_s: float) -> None:
        self._outbox = outbox
        self._patience_s = patience_s
        self._entries: dict[str, Pending] = {}
        self._begun: set[str] = set()
        self._claimed: set[str] = set()
        self._written: set[str] = set()
        self._applying = ""
        self._freed = asyncio.Event()
        self._loading = asyncio.Lock()
        self.is_loaded = False

    @property
    def waiting(self) -> int:
        """Return how many writes are left to the background."""
        return len(self._entries) - len(self._begun)

    async def load(self) -> list[Pending]:
        """Read what an earlier process left, once, and return it; nothing the next time."""
        async with self._loading:
            if self.is_loaded:
                return []
            self._entries = {entry.key: entry for entry in await self._outbox.pending()}
            self.is_loaded = True
            return list(self._entries.values())

    def get(self, key: str) -> Pending | None:
        return self._entries.get(key)

    def of(self, scope: Scope, episode_id: EpisodeId) -> list[PendingMemory]:
        return [entry for entry in self.memories(scope) if entry.record.episode.id == episode_id]

    def memories(self, scope: Scope) -> list[PendingMemory]:
        return [entry for entry in self._entries.values() if isinstance(entry, PendingMemory) and entry.scope == scope]

    def next(self) -> Pending | None:
        """Return the first that is left to the background; None if somebody is at it."""
        key = min(self._entries.keys() - self._begun, default="")
        return None if not key or key in self._claimed else self._entries[key]

    @asynccontextmanager
    async def claim(self, scope: Scope, episode_id: EpisodeId) -> AsyncIterator[list[PendingMemory]]:
        """Keep what is noted of the memory to oneself, once nobody else is at it."""
        try:
            async with asyncio.timeout(self._patience_s):
                while any(entry.key in {self._applying, *self._claimed} for entry in self.of(scope, episode_id)):
                    await self._freed.wait()
        except TimeoutError as exc:
            raise StoreUnavailable("the memory is being written at this moment; try again later") from exc
        claimed = self.of(scope, episode_id)
        self._claimed.update(entry.key for entry in claimed)
        try:
            yield claimed
        finally:
            self._claimed.difference_update(entry.key for entry in claimed)
            self._free()

    @asynccontextmanager
    async def applying(self, entry: Pending) -> AsyncIterator[None]:
        """Have those wait who would claim the entry."""
        self._applying = entry.key
        try:
            yield
        finally:
            self._applying = ""
            self._free()

    async def add_memory(self, scope: Scope, record: Record) -> PendingMemory:
        entry = await self._outbox.add_memory(scope, record)
        self._entries[entry.key] = entry
        return entry

    async def add_erasure(self, scope: Scope, session: SessionKey, speaker_id: str) -> PendingErasure:
        entry = await self._outbox.add_erasure(scope, session, speaker_id)
        self._entries[entry.key] = entry
        return entry

    async def rewrite(self, entry: PendingMemory, record: Record) -> PendingMemory:
        # A vector alone is not worth a write: the memory is embedded again if need be.
        is_news = record.episode != entry.record.episode
        entry = replace(entry, record=record, is_rewritten=entry.is_rewritten or is_news)
        if is_news:
            await self._outbox.rewrite(entry)
            self._written.discard(entry.key)
        self._entries[entry.key] = entry
        return entry

    def begin(self, entry: Pending) -> None:
        """Keep the entry from the background, until it is handed over or taken out."""
        self._begun.add(entry.key)

    def hand_over(self, key: str) -> None:
        self._begun.discard(key)

    def note_written(self, entry: Pending) -> None:
        """Have it known that the entry only has to be taken out."""
        self._written.add(entry.key)

    def is_written(self, entry: Pending) -> bool:
        return entry.key in self._written

    async def keep_aside(self, entry: Pending) -> None:
        await self._outbox.keep_aside(entry.key)

    async def take_out(self, entry: Pending) -> None:
        await self._outbox.remove(entry.key)
        self._entries.pop(entry.key, None)
        self._begun.discard(entry.key)
        self._written.discard(entry.key)

    def _free(self) -> None:
        """Let all look again who wait until something is nobody's any more."""
        self._freed.set()
        self._freed.clear()
