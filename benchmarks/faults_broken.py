"""Chroma and SQLite behind wrappers of which one call can be made to fail."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import chromadb
from chromadb.api import ClientAPI
from chromadb.config import Settings

from benchmarks.no_llm import no_llm
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.chroma_episodes import ChromaTable
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.adapters.system_clock import SystemClock
from ltm.adapters.table_episodes import TableEpisodes
from ltm.application import Application
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Vector
from ltm.ports.storage import Storage
from ltm.ports.vector_table import Row, StoredRow, VectorTable
from ltm.services.bases import BaseService

BASE_ID = "bench"

_T = TypeVar("_T")
_EMBEDDER = FallbackEmbedder([CachedEmbedder(LocalEmbedder(), 10_000)])
"""One for all: it has no state that a fault could touch, and loading it takes a second."""


class Fault:
    """Counts the calls of the table and the storage it made; the one armed fails, once.

    With `after` the call is done all the same, and only its answer is lost."""

    def __init__(self, *, after: bool = False) -> None:
        self._after = after
        self._left = 0
        self.was_reached = False

    def arm(self, at: int) -> None:
        """Have the `at`-th call from now on fail; 0 for none."""
        self._left = at

    def table(self, inner: VectorTable) -> VectorTable:
        return _Table(inner, self)

    def storage(self, inner: Storage) -> Storage:
        return _Storage(inner, self)

    async def through(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Do the call, or fail. Raises StoreUnavailable."""
        self._left -= 1
        if self._left != 0:
            return await call()
        self.was_reached = True
        if self._after:
            await call()
        raise StoreUnavailable("made to fail by the benchmark")


class _Table:
    def __init__(self, inner: VectorTable, fault: Fault) -> None:
        self._inner = inner
        self._fault = fault

    async def upsert(self, rows: Sequence[Row]) -> None:
        await self._fault.through(lambda: self._inner.upsert(rows))

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        return await self._fault.through(lambda: self._inner.search(scope, vector, limit))

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return await self._fault.through(lambda: self._inner.list_scope(scope, offset, limit))

    async def list_id(self, row_id: str) -> list[StoredRow]:
        return await self._fault.through(lambda: self._inner.list_id(row_id))

    async def delete_id(self, row_id: str) -> None:
        await self._fault.through(lambda: self._inner.delete_id(row_id))

    async def delete_scope(self, scope: str) -> None:
        await self._fault.through(lambda: self._inner.delete_scope(scope))


class _Storage:
    def __init__(self, inner: Storage, fault: Fault) -> None:
        self._inner = inner
        self._fault = fault

    async def get(self, key: str) -> bytes | None:
        return await self._fault.through(lambda: self._inner.get(key))

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        return await self._fault.through(lambda: self._inner.swap(key, expected, value))

    async def put(self, key: str, value: bytes) -> None:
        await self._fault.through(lambda: self._inner.put(key, value))

    async def delete(self, key: str) -> None:
        await self._fault.through(lambda: self._inner.delete(key))

    async def keys(self, prefix: str) -> list[str]:
        return await self._fault.through(lambda: self._inner.keys(prefix))


def opened_table(path: Path, collection: str) -> VectorTable:
    """Return a collection of the embedded Chroma in that directory; names are made fit."""

    def connect() -> ClientAPI:
        return chromadb.PersistentClient(path=path, settings=Settings(anonymized_telemetry=False))

    return ChromaTable(connect, "".join(char if char.isalnum() else "-" for char in collection))


def application(table: VectorTable, storage: Storage) -> Application:
    """Return the application on these two, as a new process would build it."""
    clock = SystemClock()

    async def existing() -> set[str]:
        return {BASE_ID}

    async def platform_of(_bot_uuid: str) -> str:
        return "bench"

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda _model_uuid, _dimensions: _EMBEDDER,
            open_store=lambda _base_id, dimensions: TableEpisodes(table, dimensions),
            existing=existing,
        ),
        indexed=IndexedEpisodes,
        outbox=StoredOutbox(storage, clock),
        journal=StoredJournal(storage),
        open_llm=no_llm,
        platform_of=platform_of,
        clock=clock,
        read_config=dict,
    )
