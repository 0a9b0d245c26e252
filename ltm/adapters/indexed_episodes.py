"""Episodes with an index per scope in memory: loaded when a scope is first asked, kept right by every write.

The store behind it stays the truth. Whatever makes an index doubtful (a write whose outcome is unknown, two writes to
one memory at once) throws it away, and the next question has it loaded again.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import Context
from time import perf_counter

from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.episode import EpisodeId, Speaker
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
        self._inner = inner
        self._model = model
        self._bound_bytes = bound_bytes
        self._indexes: OrderedDict[Scope, ScopeIndex] = OrderedDict()
        self._sizes: dict[Scope, int] = {}
        self._loading: dict[Scope, asyncio.Task[bool]] = {}
        self._disturbed: set[Scope] = set()
        self._too_large: dict[Scope, int] = {}
        self._unloadable: set[Scope] = set()
        self._late: dict[Scope, asyncio.TimerHandle] = {}
        self._in_flight: Counter[tuple[Scope, EpisodeId | None]] = Counter()

    @property
    def nbytes(self) -> int:
        """Return about how much memory all loaded indexes take."""
        return sum(self._sizes.values())

    @property
    def loaded(self) -> int:
        """Return how many scopes are in memory."""
        return len(self._indexes)

    def index(self, scope: Scope) -> ScopeIndex | None:
        """Return the scope's index if it is in memory, and count this as its last use."""
        index = self._indexes.get(scope)
        if index is not None:
            self._indexes.move_to_end(scope)
        return index

    def speakers(self, scope: Scope) -> Sequence[Speaker]:
        index = self._indexes.get(scope)
        return index.speakers if index is not None else ()

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        index = self.index(scope)
        if index is None and query is None and await self.load(scope):
            index = self.index(scope)
        if index is not None:
            return Viewed(view=index, via=Via.INDEX)
        if query is None:
            return Viewed(view=await self._part(scope), via=Via.BACKEND)
        self._start_loading(scope)
        nearest = await self._inner.search(scope, query, limit)
        records = [found.record for found in nearest]
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
        for scope in list(self._indexes):
            self._drop(scope)
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
            self._apply(scope, lambda index: index.extend(records))

    async def replace(self, scope: Scope, record: Record) -> None:
        with self._writing(scope, [record.episode.id]):
            await self._inner.replace(scope, record)
            self._apply(scope, lambda index: index.put(record))

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await self._inner.get(scope, episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        index = self.index(scope)
        if index is None or query.model != self._model:
            return await self._inner.search(scope, query, limit)
        return index.nearest(query, limit)

    def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        return self._inner.scan(scope)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        with self._writing(scope, [episode_id]):
            deleted = await self._inner.delete(scope, episode_id)
            self._apply(scope, lambda index: index.discard(episode_id))
            self._too_large.pop(scope, None)
        return deleted

    async def clear(self, scope: Scope) -> None:
        with self._writing(scope, [None]):
            await self._inner.clear(scope)
            self._drop(scope)
            self._too_large.pop(scope, None)

    @contextmanager
    def _writing(self, scope: Scope, ids: Iterable[EpisodeId | None]) -> Iterator[None]:
        """Count a write while it is under way; one that fails or meets another to the same memory drops the index."""
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
            if met or not done:
                self._drop(scope)
            if not done:
                self._drop_later(scope)

    def _disturb(self, scope: Scope) -> None:
        if scope in self._loading:
            self._disturbed.add(scope)

    def _apply(self, scope: Scope, change: Callable[[ScopeIndex], None]) -> None:
        index = self._indexes.get(scope)
        if index is None:
            return
        change(index)
        if index.is_worn:
            self._drop(scope)
        else:
            self._keep(scope, index)

    def _keep(self, scope: Scope, index: ScopeIndex) -> None:
        """Hold the index, and drop the least recently used ones until all fit into the bound."""
        self._indexes[scope], self._sizes[scope] = index, index.nbytes
        bound = self._bound_bytes()
        while self._indexes and self.nbytes > bound:
            oldest = next(iter(self._indexes))
            _log.info("index dropped: scope=%s bytes=%d", oldest.digest[:12], self._sizes[oldest])
            self._drop(oldest)

    def _drop(self, scope: Scope) -> None:
        self._indexes.pop(scope, None)
        self._sizes.pop(scope, None)

    def _drop_later(self, scope: Scope) -> None:
        def late() -> None:
            self._late.pop(scope, None)
            self._disturb(scope)
            self._drop(scope)

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
                self._keep(scope, index)
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
