"""Episodes in a vector table: the portable envelope, the scope check, and the proofs by reading back."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from uuid import UUID

import numpy as np

from ltm.adapters.codec import episode_from_text, episode_to_text, unit
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import Corrupt, InvalidInput, OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Candidate, Record
from ltm.ports.vector_table import Row, StoredRow, VectorTable

MAX_SEARCH_LIMIT = 16_384
"""The largest k that Milvus 2.5 and SeekDB accept."""

_MAX_TEXT_BYTES = 60_000
"""Milvus holds 65,535 characters in a text field."""

_BATCH = 200
"""Rows per upsert: 200 vectors of 3,072 dimensions are 13 MB of JSON, the host's message cap is 16 MiB."""

_PAGE = 1_000
"""Rows per listing; in pages of 20, Milvus takes seven seconds for 1,000 rows."""

_FEW = 64

_log = logging.getLogger(__name__)


class TableEpisodes:
    """An EpisodeStore over any VectorTable.

    With `dimensions`, vectors of a model that has others are cut or filled up to them on their way to the table,
    which takes one length only; the envelope keeps the vector as it is, and cosines are taken from that."""

    def __init__(self, table: VectorTable, dimensions: int | None = None) -> None:
        self._table = table
        self._dimensions = dimensions

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        rows = [_row(scope, record, self._dimensions) for record in records]
        if len({row.id for row in rows}) < len(rows):
            raise InvalidInput("an id occurs twice in one batch")
        for start in range(0, len(rows), _BATCH):
            await self._table.upsert(rows[start : start + _BATCH])

    async def replace(self, scope: Scope, record: Record) -> None:
        row = _row(scope, record, self._dimensions)
        await self._table.upsert([row])
        stored = await self._table.list_id(row.id)
        # Milvus 2.5 keeps old copies beside the new one and shows the newest; any copy with the new text will do.
        if not any(found.text == row.text and found.scope == row.scope for found in stored):
            raise OutcomeUnknown("the memory was rewritten but does not read back as written")

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        if not _is_uuid(episode_id):
            return None
        rows = await self._table.list_id(episode_id)
        if any(row.id != episode_id or row.scope != scope.digest for row in rows):
            return None
        return next(_records(scope, rows), None)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        vector = _fitted(query.vector, self._dimensions)
        rows = await self._table.search(scope.digest, vector, min(limit, MAX_SEARCH_LIMIT))
        records = await _read(scope, rows)
        found = [
            Candidate(record=record, cosine=cosine)
            for record in records
            if (cosine := query.cosine(record.embedding)) is not None
        ]
        return sorted(found, key=lambda candidate: -candidate.cosine)[:limit]

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        seen: set[str] = set()
        offset = 0
        while rows := await self._table.list_scope(scope.digest, offset, _PAGE):
            if seen.issuperset(row.id for row in rows):
                raise StoreUnavailable("the vector database lists the same rows again and again")
            fresh = [record for record in await _read(scope, rows) if record.episode.id not in seen]
            seen.update(row.id for row in rows)
            yield fresh
            if len(rows) < _PAGE:
                return
            offset += len(rows)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        if await self.get(scope, episode_id) is None:
            return False
        await self._table.delete_id(episode_id)
        if await self._table.list_id(episode_id):
            raise OutcomeUnknown("the memory was deleted but can still be read")
        return True

    async def clear(self, scope: Scope) -> None:
        await self._table.delete_scope(scope.digest)
        if await self._table.list_scope(scope.digest, 0, 1):
            raise OutcomeUnknown("the memories were deleted but some can still be read")


def _row(scope: Scope, record: Record, dimensions: int | None) -> Row:
    episode = record.episode
    if not _is_uuid(episode.id):
        raise InvalidInput("the id of an episode must be a UUID")
    text = episode_to_text(record, scope.digest)
    if len(text.encode()) > _MAX_TEXT_BYTES:
        raise InvalidInput(f"the memory is too large to store: {len(text.encode())} of {_MAX_TEXT_BYTES} bytes")
    return Row(
        id=episode.id,
        scope=scope.digest,
        text=text,
        vector=_fitted(record.embedding.vector, dimensions),
        importance=episode.importance,
        timestamp=episode.at.timestamp(),
    )


def _fitted(vector: Vector, dimensions: int | None) -> Vector:
    """Return a unit vector of that length: the first numbers of a longer one, a shorter one with zeros behind it."""
    if dimensions is None or len(vector) == dimensions:
        return vector
    fitted = np.zeros(dimensions, dtype=np.float32)
    kept = min(dimensions, len(vector))
    fitted[:kept] = vector[:kept]
    return unit(fitted)


async def _read(scope: Scope, rows: Sequence[StoredRow]) -> list[Record]:
    """Decode in a worker thread where there are many: a thousand envelopes hold the loop for a tenth of a second."""
    if len(rows) <= _FEW:
        return list(_records(scope, rows))
    return await asyncio.to_thread(lambda: list(_records(scope, rows)))


def _records(scope: Scope, rows: Iterable[StoredRow]) -> Iterator[Record]:
    """Yield what belongs to the scope, by the row's own word and by the envelope's, each id once."""
    seen: set[str] = set()
    for row in rows:
        if row.scope != scope.digest:
            _log.error("a row of another scope came back and was dropped: row=%s", row.id)
            continue
        if row.text is None or row.id in seen:
            continue
        seen.add(row.id)
        try:
            record, written_scope = episode_from_text(row.text)
        except Corrupt:
            _log.warning("a stored episode does not parse and was left alone: row=%s", row.id)
            continue
        if written_scope == scope.digest and record.episode.id == row.id:
            yield record


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False
