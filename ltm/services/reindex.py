"""Embedding anew what was embedded with another model, beside the chat; where it was stopped it goes on."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from time import monotonic, perf_counter

from ltm.domain.episode import Episode
from ltm.domain.progress import Progress
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable, LongTermMemoryError
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.background import detached
from ltm.services.embedding import Turns, embedded, turns
from ltm.services.scope_locks import ScopeLocks

BATCH = 32
"""Texts per embedding request; many providers take at most 64."""

_NUDGE_EVERY_S = 600.0

_log = logging.getLogger(__name__)


class ReindexService:
    """Each memory carries the model of its vector, so that what is done is seen from the memories themselves."""

    def __init__(
        self,
        *,
        store: EpisodeStore,
        embedder: Embedder,
        locks: ScopeLocks,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        """`seconds` is a clock that never goes back."""
        self._store = store
        self._embedder = embedder
        self._locks = locks
        self._running: dict[Scope, asyncio.Task[None]] = {}
        self._progress: dict[Scope, Progress] = {}
        self._seconds = seconds
        self._nudged: dict[Scope, float] = {}

    async def status(self, scope: Scope) -> Progress:
        """Return how many of the scope's memories have a vector of the model in use. Raises StoreUnavailable."""
        if scope in self._running and scope in self._progress:
            return self._progress[scope]
        last = self._progress.get(scope)
        foreign, total, _ = await self._foreign(scope)
        reason = last.reason if last and foreign else ""
        return Progress(done=total - len(foreign), total=total, running=scope in self._running, reason=reason)

    def start(self, scope: Scope) -> None:
        """Have the scope embedded anew in the background, unless that is under way. Returns at once."""
        if scope in self._running:
            return
        task = detached(self._run_quietly(scope))
        self._running[scope] = task
        task.add_done_callback(lambda _done: self._running.pop(scope, None))

    def nudge(self, scope: Scope) -> None:
        """Start, but not again within ten minutes: a vector that cannot be made anew must not be tried every turn."""
        now = self._seconds()
        if now - self._nudged.get(scope, -_NUDGE_EVERY_S) >= _NUDGE_EVERY_S:
            self._nudged[scope] = now
            self.start(scope)

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.gather(*self._running.values())

    async def run(self, scope: Scope) -> int:
        """Embed every memory whose vector is another model's; return how many. Raises Unavailable."""
        started = perf_counter()
        foreign, total, known = await self._foreign(scope)
        renewed = 0
        for start in range(0, len(foreign), BATCH):
            batch = foreign[start : start + BATCH]
            renewed += await self._renew(scope, batch, known)
            done = total - len(foreign) + start + len(batch)
            self._progress[scope] = Progress(done=done, total=total, running=True)
            _log.info("re-embedding: scope=%s done=%d total=%d", scope.digest[:12], done, total)
        if renewed:
            seconds = perf_counter() - started
            _log.info("re-embedded: scope=%s memories=%d s=%.1f", scope.digest[:12], renewed, seconds)
        return renewed

    async def _run_quietly(self, scope: Scope) -> None:
        try:
            await self.run(scope)
            self._progress.pop(scope, None)
        except LongTermMemoryError as exc:
            _log.warning("re-embedding stopped: scope=%s reason=%s", scope.digest[:12], type(exc).__name__)
            self._progress[scope] = Progress(done=0, total=0, running=False, reason=str(exc))

    async def _renew(self, scope: Scope, batch: Sequence[Episode], known: Turns) -> int:
        vectors = await embedded(self._embedder, batch, known)
        if any(vector.model != self._embedder.model for vector in vectors):
            raise EmbedderUnavailable("the embedding model does not answer, another one stands in for it")
        # Read again under the lock: what was forgotten, superseded or rewritten meanwhile must not come back.
        async with self._locks.of(scope):
            stored = await asyncio.gather(*(self._store.get(scope, episode.id) for episode in batch))
            renewed = [
                Record(episode=record.episode, embedding=vector)
                for episode, record, vector in zip(batch, stored, vectors, strict=True)
                if record is not None and record.episode.content == episode.content
            ]
            await self._store.put(scope, renewed)
        return len(renewed)

    async def _foreign(self, scope: Scope) -> tuple[list[Episode], int, Turns]:
        """Return whose vectors are another model's, how many memories there are in all, and the turns among them."""
        foreign: list[Episode] = []
        known: dict[tuple[str, int], str] = {}
        total = 0
        async for batch in self._store.scan(scope):
            foreign += [record.episode for record in batch if record.embedding.model != self._embedder.model]
            known.update(turns([record.episode for record in batch]))
            total += len(batch)
        return foreign, total, known
