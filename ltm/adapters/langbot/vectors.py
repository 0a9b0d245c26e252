"""LangBot's vector API as a VectorTable: one knowledge base, on whichever backend the operator has."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol, TypeVar
from uuid import UUID, uuid5

import numpy as np
from langbot_plugin.entities.io.errors import ActionCallTimeoutError, ConnectionClosedError

from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.errors import OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Vector
from ltm.ports.vector_table import Row, StoredRow

_T = TypeVar("_T")
_MARKER_SCOPE = "0" * 64
"""A reserved `file_id` that no scope's digest equals."""

_MARKER_IDS = UUID("0d6d2f0e-7b1a-5f55-9a55-3f0a7f8b1c11")


class VectorApi(Protocol):
    """The four calls of LangBot's plugin API that are used, as the SDK declares them."""

    async def vector_upsert(
        self,
        collection_id: str,
        vectors: list[list[float]],
        ids: list[str],
        metadata: list[dict[str, Any]] | None = None,
        documents: list[str] | None = None,
    ) -> None: ...

    async def vector_search(
        self,
        collection_id: str,
        query_vector: list[float],
        top_k: int = 5,
        filters: dict[str, Any] | None = None,
    ) -> list[dict[str, Any]]: ...

    async def vector_delete(
        self, collection_id: str, file_ids: list[str] | None = None, filters: dict[str, Any] | None = None
    ) -> int: ...

    async def vector_list(
        self, collection_id: str, filters: dict[str, Any] | None = None, limit: int = 20, offset: int = 0
    ) -> dict[str, Any]: ...


class LangBotTable:
    """A VectorTable whose first call after every start writes a fixed marker row.

    Milvus creates a collection of the wrong dimension when the first call is a read, and after a restart refuses
    reads until something is written; the marker prevents the first and cures the second."""

    def __init__(self, api: VectorApi, collection_id: str, dimensions: int) -> None:
        self._api = api
        self._collection_id = collection_id
        self._dimensions = dimensions
        self._opening = asyncio.Lock()
        self._is_open = False

    async def upsert(self, rows: Sequence[Row]) -> None:
        await self._open()
        await _written("upsert", lambda: self._upsert(rows))

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        found = await self._read(
            "search",
            lambda: self._api.vector_search(self._collection_id, _numbers(vector), limit, {"file_id": scope}),
        )
        return [StoredRow.of(str(item.get("id", "")), item.get("metadata")) for item in found]

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return await self._list({"file_id": scope}, offset, limit)

    async def list_id(self, row_id: str) -> list[StoredRow]:
        return await self._list({"uuid": row_id}, 0, 2)

    async def delete_id(self, row_id: str) -> None:
        await self._open()
        await _written("delete", lambda: self._api.vector_delete(self._collection_id, filters={"uuid": row_id}))

    async def delete_scope(self, scope: str) -> None:
        await self._open()
        await _written("delete", lambda: self._api.vector_delete(self._collection_id, file_ids=[scope]))

    async def _list(self, filters: dict[str, Any], offset: int, limit: int) -> list[StoredRow]:
        answer = await self._read(
            "list", lambda: self._api.vector_list(self._collection_id, filters, limit=limit, offset=offset)
        )
        return [StoredRow.of(str(item.get("id", "")), item.get("metadata")) for item in answer["items"]]

    async def _read(self, what: str, call: Callable[[], Awaitable[_T]]) -> _T:
        await self._open()
        try:
            return await _asked(what, call)
        except StoreUnavailable:
            await _asked("upsert", lambda: self._upsert([self._marker()]))
            return await _asked(what, call)

    async def _open(self) -> None:
        if self._is_open:
            return
        async with self._opening:
            if not self._is_open:
                await _asked("upsert", lambda: self._upsert([self._marker()]))
                self._is_open = True

    async def _upsert(self, rows: Sequence[Row]) -> None:
        await self._api.vector_upsert(
            self._collection_id,
            [_numbers(row.vector) for row in rows],
            [row.id for row in rows],
            [row.metadata for row in rows],
            [row.text for row in rows],
        )

    def _marker(self) -> Row:
        vector = np.zeros(self._dimensions, dtype=np.float32)
        vector[0] = 1.0
        return Row(
            id=str(uuid5(_MARKER_IDS, self._collection_id)),
            scope=_MARKER_SCOPE,
            text="{}",
            vector=vector,
            importance=0,
            timestamp=0.0,
        )


async def _written(what: str, call: Callable[[], Awaitable[_T]]) -> _T:
    try:
        return await _asked(what, call)
    except StoreUnavailable as exc:
        if isinstance(exc.__cause__, ActionCallTimeoutError | ConnectionClosedError):
            raise OutcomeUnknown(f"the vector database did not answer the {what} in time; it may have done it") from exc
        raise


async def _asked(what: str, call: Callable[[], Awaitable[_T]]) -> _T:
    try:
        return await call()
    except HOST_FAILURES as exc:
        raise StoreUnavailable(f"the vector database did not answer the {what} ({type(exc).__name__})") from exc


def _numbers(vector: Vector) -> list[float]:
    # Six decimals halve the JSON of a request and move a cosine by less than 1e-5.
    numbers: list[float] = np.round(vector.astype(np.float64), 6).tolist()
    return numbers
