"""Episodes in Chroma, in a directory of this machine or on a server."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import numpy as np

from ltm.adapters.table_episodes import TableEpisodes
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Vector
from ltm.ports.vector_table import Row, StoredRow

if TYPE_CHECKING:
    from chromadb import Collection, Metadata
    from chromadb.api import ClientAPI

_T = TypeVar("_T")
_TIMEOUT_S = 30
"""The time LangBot gives its own vector calls; Chroma's HTTP client waits for ever."""


class ChromaTable:
    """A VectorTable in one Chroma collection. `connect` runs in a worker thread, when first needed.

    With `reopens` its client is closed after an internal error of Chroma, and the next call connects anew: after a full
    disk, embedded Chroma 1.5.9 otherwise blocks in a later write for ever, with Python's lock held."""

    def __init__(self, connect: "Callable[[], ClientAPI]", collection: str, *, reopens: bool = False) -> None:
        self._connect = connect
        self._name = collection
        self._reopens = reopens
        self._client: ClientAPI | None = None
        self._opening = asyncio.Lock()
        self._collection: Collection | None = None

    async def upsert(self, rows: Sequence[Row]) -> None:
        await self._asked(
            "upsert",
            lambda collection: collection.upsert(
                ids=[row.id for row in rows],
                embeddings=np.stack([row.vector for row in rows]),
                metadatas=[row.metadata for row in rows],
            ),
        )

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        found = await self._asked(
            "search",
            lambda collection: collection.query(
                query_embeddings=np.stack([vector]), n_results=limit, where={"file_id": scope}, include=["metadatas"]
            ),
        )
        return _stored_rows(found["ids"][0], (found["metadatas"] or [[]])[0])

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return await self._list("file_id", scope, offset, limit)

    async def list_id(self, row_id: str) -> list[StoredRow]:
        return await self._list("uuid", row_id, 0, 2)

    async def delete_id(self, row_id: str) -> None:
        await self._asked("delete", lambda collection: collection.delete(where={"uuid": row_id}))

    async def delete_scope(self, scope: str) -> None:
        await self._asked("delete", lambda collection: collection.delete(where={"file_id": scope}))

    async def _list(self, key: str, value: str, offset: int, limit: int) -> list[StoredRow]:
        found = await self._asked(
            "list",
            lambda collection: collection.get(where={key: value}, offset=offset, limit=limit, include=["metadatas"]),
        )
        return _stored_rows(found["ids"], found["metadatas"] or [])

    async def _asked(self, what: str, call: "Callable[[Collection], _T]") -> _T:
        collection = await self._open()
        try:
            return await _in_thread(what, lambda: call(collection))
        except StoreUnavailable as exc:
            if self._reopens and type(exc.__cause__).__name__ == "InternalError":
                await self._close()
            raise

    async def _close(self) -> None:
        async with self._opening:
            client, self._client, self._collection = self._client, None, None
            # Not part of Chroma's interface for all clients; the embedded one has it.
            close = getattr(client, "close", None)
            if close is not None:
                await _in_thread("close", close)

    async def _open(self) -> "Collection":
        async with self._opening:
            if self._collection is None:
                self._collection = await _in_thread("connection", self._get_or_create)
            return self._collection

    def _get_or_create(self) -> "Collection":
        # No embedding function: Chroma's own would download a model, and vectors come from the Embedder.
        self._client = self._connect()
        return self._client.get_or_create_collection(
            self._name, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )


def chroma_episodes(
    collection: str, *, path: Path, url: str | None = None, dimensions: int | None = None
) -> TableEpisodes:
    """Return episodes on the server at `url`, without one in the directory `path`. Opens nothing yet."""

    def connect() -> "ClientAPI":
        import chromadb  # an optional package, and importing it takes two seconds
        from chromadb.config import Settings

        settings = Settings(anonymized_telemetry=False)
        if not url:
            return chromadb.PersistentClient(path=path, settings=settings)
        parts = urlsplit(url)
        ssl = parts.scheme == "https"
        port = parts.port or (443 if ssl else 80)
        return chromadb.HttpClient(host=parts.hostname or "", port=port, ssl=ssl, settings=settings)

    return TableEpisodes(ChromaTable(connect, collection, reopens=not url), dimensions)


async def _in_thread(what: str, call: Callable[[], _T]) -> _T:
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            return await asyncio.to_thread(_translated, what, call)
    except TimeoutError as exc:
        raise StoreUnavailable(f"Chroma did not answer a {what} in time") from exc


def _translated(what: str, call: Callable[[], _T]) -> _T:
    try:
        import httpx
        from chromadb.errors import ChromaError
    except ImportError as exc:
        raise StoreUnavailable("the package chromadb is not installed") from exc
    try:
        return call()
    except (ChromaError, httpx.HTTPError, OSError, RuntimeError, ValueError, AttributeError) as exc:
        # ValueError is a server that does not answer, AttributeError a client that was closed (Chroma 1.5.9).
        raise StoreUnavailable(f"Chroma did not answer the {what} ({type(exc).__name__})") from exc


def _stored_rows(ids: Sequence[str], metadatas: "Sequence[Metadata | None]") -> list[StoredRow]:
    return [StoredRow.of(row_id, metadata) for row_id, metadata in zip(ids, metadatas, strict=True)]
