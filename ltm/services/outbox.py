"""Promised writes that the memory store did not take yet: kept durably, found like any other, written when it can."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope, SessionKey
from ltm.errors import (
    Conflict,
    LongTermMemoryError,
    NotConfigured,
    OutcomeUnknown,
    StoreUnavailable,
    Unavailable,
    UnsafeBackend,
)
from ltm.ports.episode_store import Record
from ltm.ports.outbox import Outbox, Pending, PendingErasure, PendingMemory
from ltm.ports.scope_view import HeldRecords
from ltm.services.background import detached
from ltm.services.pending_writes import PendingWrites

FIRST_PAUSE_S = 2.0
LONGEST_PAUSE_S = 60.0
"""Between two tries, doubled after each that fails: a restarted database answers within seconds. Chosen by feel."""

PATIENCE_S = 30.0
"""How long one who forgets or rewrites a memory waits for a write of it that is under way: as LangBot's calls do."""

_LATER = (Unavailable, OutcomeUnknown, Conflict, NotConfigured, UnsafeBackend)
"""What may pass by itself or when somebody has acted; anything else would fail every time."""

ApplyMemory = Callable[[Scope, Record], Awaitable[None]]
"""Embeds the record if it has no vector, puts it and supersedes what it corrects; doing it again changes nothing."""

ApplyErasure = Callable[[PendingErasure], Awaitable[None]]
"""Erases what was known of the speaker when that was asked for; doing it again changes nothing."""

_log = logging.getLogger(__name__)


class OutboxService:
    """The only one that writes to its outbox; `close` it before another takes over.

    A write is noted first and done then, either by the one who began it or, in the order of the notes, in the
    background. What was done although the note is still there, because a process ended in between, is done again."""

    def __init__(
        self,
        *,
        outbox: Outbox,
        store: HeldRecords,
        first_pause_s: float = FIRST_PAUSE_S,
        longest_pause_s: float = LONGEST_PAUSE_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._writes = PendingWrites(outbox, patience_s)
        self._store = store
        self._first_pause_s = first_pause_s
        self._longest_pause_s = longest_pause_s
        self._apply: tuple[ApplyMemory, ApplyErasure] | None = None
        self._task: asyncio.Task[None] | None = None
        self._calm = asyncio.Event()
        self._calm.set()
        self._is_behind = self._is_closed = False

    @property
    def waiting(self) -> int:
        """Return how many writes are left to the background."""
        return self._writes.waiting

    def holds(self, scope: Scope, episode_id: EpisodeId) -> bool:
        """True if the memory is noted and not known to be written. Who rewrites one by this awaits `load` first."""
        return bool(self._writes.of(scope, episode_id))

    def attach(self, apply_memory: ApplyMemory, apply_erasure: ApplyErasure) -> None:
        """Say how writes are done; none is before that. Neither may forget, keep or rewrite what it is given."""
        self._apply = (apply_memory, apply_erasure)
        if self._writes.is_loaded:
            self.nudge()

    async def load(self) -> None:
        """Read what an earlier process left, once, and have it found and written. All that waits does this first.

        Raises StoreUnavailable; then the background goes on trying."""
        if self._writes.is_loaded:
            return
        try:
            left = await self._writes.load()
        except StoreUnavailable:
            self.nudge()
            raise
        for entry in left:
            if isinstance(entry, PendingMemory):
                self._store.hold(entry.scope, entry.record)
        if left:
            _log.info("writes of an earlier process wait: waiting=%d", len(left))
        self.nudge()

    async def keep(self, scope: Scope, record: Record) -> None:
        """Note the memory, have it found from now on and written later; what was begun of it goes on in the background.

        Raises StoreUnavailable, and then nothing is promised."""
        async with self._claim(scope, record.episode.id) as waiting:
            entry = await self._noted(scope, record, waiting)
            self.hand_over(entry.key)

    async def begin(self, scope: Scope, record: Record) -> str:
        """Note the memory before it is written, and return the key to be `done`, or to `hand_over` if it fails.

        If this process ends before that, the next one writes it. Raises StoreUnavailable."""
        async with self._claim(scope, record.episode.id) as waiting:
            entry = await self._noted(scope, record, waiting)
            self._writes.begin(entry)
        return entry.key

    async def begin_erasure(self, scope: Scope, session: SessionKey, speaker_id: str) -> str:
        """Note the erasure before it is done, as `begin` does a memory. Raises StoreUnavailable."""
        await self.load()
        entry = await self._writes.add_erasure(scope, session, speaker_id)
        self._writes.begin(entry)
        return entry.key

    async def done(self, key: str) -> None:
        """Take out what was begun and is all written. Never fails: the background does what cannot be done now."""
        entry = self._writes.get(key)
        if entry is None:
            return
        self._writes.note_written(entry)
        try:
            await self._take_out(entry)
        except StoreUnavailable as exc:
            _log.info("a note of a finished write is left: key=%s reason=%s", key, type(exc).__name__)
        finally:
            self._writes.hand_over(key)
            self.nudge()

    def hand_over(self, key: str) -> None:
        """Leave what was begun to the background; a memory is found meanwhile. Nothing if the key is gone."""
        self._writes.hand_over(key)
        entry = self._writes.get(key)
        if isinstance(entry, PendingMemory):
            self._store.hold(entry.scope, entry.record)
        self.nudge()

    async def amend(self, scope: Scope, record: Record) -> bool:
        """Rewrite a memory that waits, durably; False if none with its id does.

        Not to be called under the lock of the scope. Raises StoreUnavailable."""
        async with self._claim(scope, record.episode.id) as waiting:
            for entry in waiting:
                await self._writes.rewrite(entry, record)
                self._store.hold(scope, record)
        return bool(waiting)

    @asynccontextmanager
    async def forgetting(self, scope: Scope, episode_id: EpisodeId) -> AsyncIterator[None]:
        """Keep the memory from being written while the body deletes it; after the body nothing of it waits any more.

        If the body raises, all is as before. To be entered before the lock of the scope is taken: a write that is under
        way may need that. Raises StoreUnavailable, and then the memory is still there."""
        async with self._claim(scope, episode_id) as waiting:
            held = [record for record in self._store.held(scope) if record.episode.id == episode_id]
            yield
            try:
                for entry in waiting:
                    await self._writes.take_out(entry)
            except StoreUnavailable:
                for record in held:
                    self._store.hold(scope, record)
                raise

    async def discard(self, scope: Scope, episode_id: EpisodeId) -> None:
        """Have the memory never written; what the store has of it already stays. Raises StoreUnavailable.

        Whoever deletes that as well does it within `forgetting`."""
        async with self.forgetting(scope, episode_id):
            pass
        self._store.release(scope, episode_id)

    async def discard_all(self, scope: Scope) -> None:
        """Do so with all memories of the scope. Raises StoreUnavailable."""
        await self.load()
        for entry in self._writes.memories(scope):
            await self.discard(scope, entry.record.episode.id)

    def nudge(self) -> None:
        """Have what waits written in the background, unless that is under way. Returns at once."""
        if self._is_closed or self._apply is None or (self._task is not None and not self._task.done()):
            return
        if self._writes.is_loaded and self._writes.next() is None:
            return
        self._calm.clear()
        self._task = detached(self._drain(*self._apply))
        self._task.add_done_callback(_broke_off)

    async def settled(self) -> None:
        """Wait until nothing is being tried: all is written, or the next try is some time off."""
        await self._calm.wait()

    async def close(self) -> None:
        """End writing; what waits, waits for the next process."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._calm.set()

    @asynccontextmanager
    async def _claim(self, scope: Scope, episode_id: EpisodeId) -> AsyncIterator[list[PendingMemory]]:
        await self.load()
        try:
            async with self._writes.claim(scope, episode_id) as waiting:
                yield waiting
        finally:
            self.nudge()

    async def _noted(self, scope: Scope, record: Record, waiting: list[PendingMemory]) -> PendingMemory:
        if waiting:
            return await self._writes.rewrite(waiting[0], record)
        return await self._writes.add_memory(scope, record)

    async def _drain(self, apply_memory: ApplyMemory, apply_erasure: ApplyErasure) -> None:
        pause_s = self._first_pause_s
        try:
            while True:
                left = self.waiting
                try:
                    return await self._write_all(apply_memory, apply_erasure)
                except _LATER as exc:
                    self._went(exc)
                if self.waiting < left:
                    pause_s = self._first_pause_s
                self._calm.set()
                await asyncio.sleep(pause_s)
                self._calm.clear()
                pause_s = min(2 * pause_s, self._longest_pause_s)
        finally:
            self._calm.set()

    async def _write_all(self, apply_memory: ApplyMemory, apply_erasure: ApplyErasure) -> None:
        await self.load()
        while (entry := self._writes.next()) is not None:
            async with self._writes.applying(entry):
                if not self._writes.is_written(entry):
                    await self._write(entry, apply_memory, apply_erasure)
                    self._writes.note_written(entry)
                await self._take_out(entry)
        if self._is_behind:
            _log.info("all that waited is written: waiting=%d", self.waiting)
        self._is_behind = False

    async def _write(self, entry: Pending, apply_memory: ApplyMemory, apply_erasure: ApplyErasure) -> None:
        """Do what the entry says, or keep it aside if that is impossible."""
        try:
            if isinstance(entry, PendingMemory):
                await self._write_memory(entry, apply_memory)
            else:
                await apply_erasure(entry)
        except _LATER:
            raise
        except LongTermMemoryError as exc:
            await self._writes.keep_aside(entry)
            _log.error("a write that waited is impossible: key=%s reason=%s", entry.key, type(exc).__name__)

    async def _write_memory(self, entry: PendingMemory, apply: ApplyMemory) -> None:
        stored = await self._store.stored(entry.scope, entry.record.episode.id)
        if stored is not None and self._newest(entry) is entry.record and not entry.is_rewritten:
            # An earlier try got that far, and what it stored may have been rewritten there since.
            self._store.hold(entry.scope, stored)
        record = self._newest(entry)
        await apply(entry.scope, record)
        while (newer := self._newest(entry)).episode != record.episode:
            record = newer
            await apply(entry.scope, record)

    def _newest(self, entry: PendingMemory) -> Record:
        """Return the memory as it was last rewritten."""
        wanted = entry.record.episode.id
        return next((record for record in self._store.held(entry.scope) if record.episode.id == wanted), entry.record)

    async def _take_out(self, entry: Pending) -> None:
        await self._writes.take_out(entry)
        if isinstance(entry, PendingMemory):
            self._store.release(entry.scope, entry.record.episode.id)

    def _went(self, exc: LongTermMemoryError) -> None:
        # Once when it goes; that it is back is said when all is written.
        if not self._is_behind:
            _log.warning("writes wait: waiting=%d reason=%s", self.waiting, type(exc).__name__)
        self._is_behind = True


def _broke_off(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (exc := task.exception()) is not None:
        _log.error("writing what waits broke off: reason=%s", type(exc).__name__)
