"""Episodes with an index per scope in memory: loaded when a scope is first asked, kept right by every write.

The store behind it stays the truth, but for what it does not take now: that is held, and part of its scope all the
same. After a write whose outcome is unknown the next question has the index loaded again, and the old one answers only
while the store does not; after two writes to one memory at once it is thrown away.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from time import perf_counter

from ltm.adapters.held_episodes import HeldEpisodes
from ltm.adapters.index_shelf import IndexShelf
from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, EpisodeStore, Record
from ltm.ports.scope_view import Viewed

_ATTEMPTS = 5
"""A load during which the scope was written to may have missed something and starts again, this often."""

_PAUSE_S = 0.2
"""Before it does: writes come in bursts."""

_LATE_S = 60.0
"""A write that was given up may still be done by the backend: LangBot's calls end after 15 to 30 s, and after this
long what was loaded meanwhile is thrown away once more."""

_log = logging.getLogger(__name__)


class IndexedEpisodes:
    """An EpisodeStore over another one, and the views of it. `bound_bytes` is asked anew every time."""

    def __init__(self, inner: EpisodeStore, model: str, bound_bytes: Callable[[], int]) -> None:
        self._inner = HeldEpisodes(inner)
        self._model = model
        self._bound_bytes = bound_bytes
        self._indexes = IndexShelf(bound_bytes)
        self._loading: dict[Scope, asyncio.Task[bool]] = {}
        self._disturbed: set[Scope] = set()
        self._too_large: dict[Scope, int] = {}
        self._unloadable: set[Scope] = set()
        self._late: dict[Scope, asyncio.TimerHandle] = {}
        self._in_flight: Counter[tuple[Scope, EpisodeId | None]] = Counter()

    @property
    def nbytes(self) -> int:
        """Return about how much memory all loaded indexes take."""
        return self._indexes.nbytes

    @property
    def loaded(self) -> int:
        """Return how many scopes are in memory."""
        return len(self._indexes)

    def index(self, scope: Scope) -> ScopeIndex | None:
        """Return the scope's index if it is in memory and as the store is, and count this as its last use."""
        return self._indexes.get(scope)

    def speakers(self, scope: Scope) -> Sequence[Speaker]:
        index = self._indexes.peek(scope)
        return index.speakers if index is not None else ()

    def hold(self, scope: Scope, record: Record) -> None:
        self._inner.hold(scope, record)
        self._indexes.change(scope, lambda index: index.put(record))

    def release(self, scope: Scope, episode_id: EpisodeId) -> None:
        if not self._inner.release(scope, episode_id):
            self._disturb(scope)
            self._indexes.drop(scope)

    def held(self, scope: Scope) -> Sequence[Record]:
        return self._inner.held(scope)

    async def stored(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await self._inner.stored(scope, episode_id)

    async def with_content(self, scope: Scope, content: str) -> list[Episode]:
        try:
            index = self.index(scope) if await self.load(scope) else None
        except StoreUnavailable:
            if (index := await self._last_known(scope)) is None:
                raise
        if index is None:
            index = ScopeIndex.of(self._model, self.held(scope))
        return index.with_content(content)

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        try:
            return await self._viewed(scope, query, limit)
        except StoreUnavailable:
            if (known := await self._last_known(scope)) is None:
                raise
            return Viewed(view=known, via=Via.BACKEND)

    async def _viewed(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        index = self.index(scope)
        if index is None and query is None and await self.load(scope):
            index = self.index(scope)
        if index is not None:
            return Viewed(view=index, via=Via.INDEX)
        if query is None:
            return Viewed(view=await self._part(scope), via=Via.BACKEND)
        self._start_loading(scope)
        nearest = await self._inner.search(scope, query, limit)
        records = [*(found.record for found in nearest), *self.held(scope)]
        return Viewed(view=await asyncio.to_thread(ScopeIndex.of, self._model, records), via=Via.BACKEND)

    async def load(self, scope: Scope) -> bool:
        if scope in self._indexes:
            return True
        self._start_loading(scope)
        task = self._loading.get(scope)
        # Shielded: one who gives up at a deadline must not throw away what the next one needs.
        return await asyncio.shield(task) if task else False

    def drop_all(self) -> None:
        """Throw all indexes away; they are loaded again when they are needed."""
        self._indexes.drop_all()
        self._too_large.clear()

    async def close(self) -> None:
        """End what is being loaded."""
        for timer in self._late.values():
            timer.cancel()
        self._late.clear()
        loading = list(self._loading.values())
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        with self._writing(scope, [record.episode.id for record in records]):
            await self._inner.put(scope, records)
            self._indexes.change(scope, lambda index: index.extend(self._inner.shown(scope, records)))

    async def replace(self, scope: Scope, record: Record) -> None:
        with self._writing(scope, [record.episode.id]):
            await self._inner.replace(scope, record)
            self._indexes.change(scope, lambda index: index.extend(self._inner.shown(scope, [record])))

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await self._inner.get(scope, episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        index = self.index(scope)
        if index is not None and query.model == self._model:
            return index.nearest(query, limit)
        try:
            return await self._inner.search(scope, query, limit)
        except StoreUnavailable:
            if query.model != self._model or (known := await self._last_known(scope)) is None:
                raise
            return known.nearest(query, limit)

    def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        return self._inner.scan(scope)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        with self._writing(scope, [episode_id]):
            deleted = await self._inner.delete(scope, episode_id)
            self._indexes.change(scope, lambda index: index.discard(episode_id))
            self._too_large.pop(scope, None)
        return deleted

    async def clear(self, scope: Scope) -> None:
        with self._writing(scope, [None]):
            await self._inner.clear(scope)
            self._indexes.drop(scope)
            self._too_large.pop(scope, None)

    @contextmanager
    def _writing(self, scope: Scope, ids: Iterable[EpisodeId | None]) -> Iterator[None]:
        """Count a write while it is under way.

        The index is doubtful after one that fails, but for what is held, and dropped after one that meets another to
        the same memory."""
        keys = [(scope, episode_id) for episode_id in ids]
        self._disturb(scope)
        self._in_flight.update(keys)
        met = any(self._in_flight[key] > 1 for key in keys)
        done = False
        try:
            yield
            done = True
        finally:
            met = met or any(self._in_flight[key] > 1 for key in keys)
            self._in_flight.subtract(keys)
            self._in_flight = +self._in_flight
            self._disturb(scope)
            if met:
                self._indexes.drop(scope)
            if not done and not all(of_id is not None and self._inner.holds(scope, of_id) for _, of_id in keys):
                self._indexes.doubt(scope)
                self._doubt_later(scope)

    def _disturb(self, scope: Scope) -> None:
        if scope in self._loading:
            self._disturbed.add(scope)

    async def _last_known(self, scope: Scope) -> ScopeIndex | None:
        """Return what may be said of the scope though the store does not answer; None if that is nothing."""
        index, held = self._indexes.last_known(scope), self.held(scope)
        if index is None and held:
            return await asyncio.to_thread(ScopeIndex.of, self._model, held)
        return index

    def _doubt_later(self, scope: Scope) -> None:
        def late() -> None:
            self._late.pop(scope, None)
            self._disturb(scope)
            self._indexes.doubt(scope)

        if (timer := self._late.get(scope)) is not None:
            timer.cancel()
        self._late[scope] = asyncio.get_running_loop().call_later(_LATE_S, late, context=Context())

    def _start_loading(self, scope: Scope) -> None:
        if scope in self._loading or self._too_large.get(scope, 0) >= self._bound_bytes():
            return
        # In a context of its own: a task that carries LangBot's invocation context loses the host when that ends.
        task = asyncio.get_running_loop().create_task(self._load(scope), context=Context())
        self._loading[scope] = task
        task.add_done_callback(lambda done: self._loaded(scope, done))

    def _loaded(self, scope: Scope, task: asyncio.Task[bool]) -> None:
        self._loading.pop(scope, None)
        self._disturbed.discard(scope)
        if task.cancelled():
            return
        if (exc := task.exception()) is None:
            self._unloadable.discard(scope)
            return
        # Once when it goes; that it is back is said by the line of the load that succeeds.
        if scope not in self._unloadable:
            _log.warning("index not loaded: scope=%s reason=%s", scope.digest[:12], type(exc).__name__)
        self._unloadable.add(scope)

    async def _load(self, scope: Scope) -> bool:
        started = perf_counter()
        for _ in range(_ATTEMPTS):
            self._disturbed.discard(scope)
            calm = not any(of == scope for of, _id in self._in_flight)
            index = await self._read(scope)
            if index is None:
                self._too_large[scope] = self._bound_bytes()
                _log.warning("index larger than the bound: scope=%s", scope.digest[:12])
                return False
            if calm and scope not in self._disturbed:
                # What is held since the scan began.
                index.extend(self.held(scope))
                self._indexes.keep(scope, index)
                _log.info(
                    "index loaded: scope=%s memories=%d bytes=%d ms=%.0f",
                    scope.digest[:12],
                    len(index),
                    index.nbytes,
                    (perf_counter() - started) * 1000,
                )
                return scope in self._indexes
            await asyncio.sleep(_PAUSE_S)
        raise StoreUnavailable("the scope was written to all the while it was loaded")

    async def _read(self, scope: Scope) -> ScopeIndex | None:
        index = ScopeIndex(self._model)
        async for records in self._inner.scan(scope):
            # Splitting texts into terms takes some milliseconds per hundred: not on the loop.
            await asyncio.to_thread(index.extend, records)
            if index.nbytes > self._bound_bytes():
                return None
        return index

    async def _part(self, scope: Scope) -> ScopeIndex:
        """Return an index of as many of the scope's memories as fit into the bound."""
        index = ScopeIndex(self._model)
        async for records in self._inner.scan(scope):
            await asyncio.to_thread(index.extend, records)
            if index.nbytes > self._bound_bytes():
                _log.warning("searched a part of a scope: scope=%s memories=%d", scope.digest[:12], len(index))
                break
        return index
