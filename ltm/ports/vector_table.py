"""The little that all vector backends agree on, shaped so that no dangerous request can be said.

Never sent anywhere: empty filters, `$and`, several keys in one filter, any key but `file_id` and `uuid`
(backends drop unknown ones and then answer, or delete, everything).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ltm.ports.embedder import Vector


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Row:
    """One stored vector. `scope` is kept as `file_id`, `id` as `uuid`, `text` holds the whole episode.

    `importance` and `timestamp` (seconds since 1970) are for people who look into the collection; not every
    backend keeps them and nothing reads them."""

    id: str
    scope: str
    text: str
    vector: Vector
    importance: int
    timestamp: float

    @property
    def metadata(self) -> dict[str, str | int | float]:
        """What a backend keeps beside the vector. All keys every time: Chroma's upsert keeps those not mentioned."""
        return {
            "file_id": self.scope,
            "uuid": self.id,
            "text": self.text,
            "importance": self.importance,
            "timestamp": self.timestamp,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """What came back: the same fields, as claimed by the backend. None where it kept none."""

    id: str
    scope: str | None
    text: str | None

    @classmethod
    def of(cls, row_id: str, metadata: Mapping[str, object] | None) -> "StoredRow":
        """Return the row that came back with this metadata."""
        kept = metadata or {}
        scope, text = kept.get("file_id"), kept.get("text")
        return cls(
            id=row_id,
            scope=scope if isinstance(scope, str) else None,
            text=text if isinstance(text, str) else None,
        )


class VectorTable(Protocol):
    """One collection. Raises StoreUnavailable, and OutcomeUnknown for a write that may have been done all the same."""

    async def upsert(self, rows: Sequence[Row]) -> None: ...

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        """Return the nearest rows of a scope, nearest first as far as the backend knows."""
        ...

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]: ...

    async def list_id(self, row_id: str) -> list[StoredRow]: ...

    async def delete_id(self, row_id: str) -> None: ...

    async def delete_scope(self, scope: str) -> None: ...
