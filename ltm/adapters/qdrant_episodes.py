"""Episodes on a Qdrant server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ltm.adapters.table_episodes import TableEpisodes
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Vector
from ltm.ports.vector_table import Row, StoredRow

if TYPE_CHECKING:
    from qdrant_client import AsyncQdrantClient
    from qdrant_client.models import Filter

_TIMEOUT_S = 30
"""The time LangBot gives its own vector calls; the client's default of 5 is short for a large upsert."""

_SKIPPED_PAGE = 10_000
"""Ids per request on the way to an offset: half a megabyte."""

_SCOPE, _TEXT = "file_id", "text"


class QdrantTable:
    """A VectorTable in one Qdrant collection, which the first write creates with the dimension of its vectors.

    `connect` runs once, in a worker thread, when first needed. `is_indexed` asks for an index on the scope,
    which only a server has. Rows are found by point id, which is their id."""

    def __init__(self, connect: "Callable[[], AsyncQdrantClient]", collection: str, *, is_indexed: bool = True) -> None:
        self._connect = connect
        self._name = collection
        self._is_indexed = is_indexed
        self._opening = asyncio.Lock()
        self._client: AsyncQdrantClient | None = None
        self._is_there = False

    async def upsert(self, rows: Sequence[Row]) -> None:
        async with self._asked("upsert") as client:
            from qdrant_client.models import PointStruct

            await self._create(client, len(rows[0].vector))
            points = [PointStruct(id=row.id, vector=row.vector.tolist(), payload=row.metadata) for row in rows]
            await client.upsert(self._name, points, wait=True)

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        async with self._asked("search") as client:
            if not await self._exists(client):
                return []
            found = await client.query_points(
                self._name,
                query=vector.tolist(),
                query_filter=_in_scope(scope),
                limit=limit,
                with_payload=[_SCOPE, _TEXT],
            )
            return [StoredRow.of(str(point.id), point.payload) for point in found.points]

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        async with self._asked("list") as client:
            if not await self._exists(client):
                return []
            # A scroll goes by id and starts at an id, so an offset has to be walked to.
            start = None
            while offset > 0:
                page = min(offset, _SKIPPED_PAGE)
                skipped, start = await client.scroll(
                    self._name, _in_scope(scope), limit=page, offset=start, with_payload=False
                )
                if start is None:
                    return []
                offset -= len(skipped)
            points, _ = await client.scroll(
                self._name, _in_scope(scope), limit=limit, offset=start, with_payload=[_SCOPE, _TEXT]
            )
            return [StoredRow.of(str(point.id), point.payload) for point in points]

    async def list_id(self, row_id: str) -> list[StoredRow]:
        async with self._asked("list") as client:
            if not await self._exists(client):
                return []
            points = await client.retrieve(self._name, [row_id], with_payload=[_SCOPE, _TEXT])
            return [StoredRow.of(str(point.id), point.payload) for point in points]

    async def delete_id(self, row_id: str) -> None:
        async with self._asked("delete") as client:
            if await self._exists(client):
                await client.delete(self._name, [row_id], wait=True)

    async def delete_scope(self, scope: str) -> None:
        async with self._asked("delete") as client:
            if await self._exists(client):
                await client.delete(self._name, _in_scope(scope), wait=True)

    async def _exists(self, client: "AsyncQdrantClient") -> bool:
        if not self._is_there:
            self._is_there = await client.collection_exists(self._name)
        return self._is_there

    async def _create(self, client: "AsyncQdrantClient", dimensions: int) -> None:
        from qdrant_client.models import Distance, PayloadSchemaType, VectorParams

        async with self._opening:
            if await self._exists(client):
                return
            await client.create_collection(
                self._name, vectors_config=VectorParams(size=dimensions, distance=Distance.COSINE)
            )
            if self._is_indexed:
                await client.create_payload_index(self._name, _SCOPE, field_schema=PayloadSchemaType.KEYWORD)
            self._is_there = True

    @asynccontextmanager
    async def _asked(self, what: str) -> "AsyncIterator[AsyncQdrantClient]":
        """Give the client and turn all it raises into StoreUnavailable."""
        client = await self._opened()
        from qdrant_client.common.client_exceptions import QdrantException
        from qdrant_client.http.exceptions import ApiException

        try:
            yield client
        except (QdrantException, ApiException, OSError, RuntimeError, ValueError) as exc:
            # RuntimeError is a closed client, ValueError an answer that does not parse.
            raise StoreUnavailable(f"Qdrant did not answer the {what} ({type(exc).__name__})") from exc

    async def _opened(self) -> "AsyncQdrantClient":
        async with self._opening:
            if self._client is None:
                try:
                    self._client = await asyncio.to_thread(self._connect)
                except ImportError as exc:
                    raise StoreUnavailable("the package qdrant-client is not installed") from exc
                except (OSError, RuntimeError, ValueError) as exc:
                    raise StoreUnavailable(f"Qdrant cannot be reached that way ({type(exc).__name__})") from exc
            return self._client


def qdrant_episodes(
    collection: str, *, url: str, api_key: str | None = None, dimensions: int | None = None
) -> TableEpisodes:
    """Return episodes on the server at `url`. Opens nothing yet."""

    def connect() -> "AsyncQdrantClient":
        from qdrant_client import AsyncQdrantClient  # an optional package, and importing it takes two seconds

        # The version check of the client blocks and only warns.
        return AsyncQdrantClient(url=url, api_key=api_key, timeout=_TIMEOUT_S, check_compatibility=False)

    return TableEpisodes(QdrantTable(connect, collection), dimensions)


def _in_scope(scope: str) -> "Filter":
    from qdrant_client.models import FieldCondition, Filter, MatchValue

    return Filter(must=[FieldCondition(key=_SCOPE, match=MatchValue(value=scope))])
