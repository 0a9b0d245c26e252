"""Vector tables that misbehave in one way each, over one that does not."""

from collections.abc import Sequence

from ltm.ports.embedder import Vector
from ltm.ports.vector_table import Row, StoredRow


class GoodTable:
    """A vector table in a dictionary."""

    def __init__(self) -> None:
        self.rows: dict[str, Row] = {}

    async def upsert(self, rows: Sequence[Row]) -> None:
        self.rows.update({row.id: row for row in rows})

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        nearest = sorted(self.in_scope(scope), key=lambda row: -float(row.vector @ vector))
        return [_stored(row) for row in nearest[:limit]]

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return [_stored(row) for row in self.in_scope(scope)[offset : offset + limit]]

    async def list_id(self, row_id: str) -> list[StoredRow]:
        return [_stored(row) for row in self.rows.values() if row.id == row_id]

    async def delete_id(self, row_id: str) -> None:
        self.rows.pop(row_id, None)

    async def delete_scope(self, scope: str) -> None:
        for row in self.in_scope(scope):
            del self.rows[row.id]

    def in_scope(self, scope: str) -> list[Row]:
        return [row for row in self.rows.values() if row.scope == scope]


class FilterlessTable(GoodTable):
    """Drops every filter, as several backends do with keys they do not know."""

    def in_scope(self, scope: str) -> list[Row]:
        return list(self.rows.values())

    async def list_id(self, row_id: str) -> list[StoredRow]:
        return [_stored(row) for row in self.rows.values()]


class LeakySearchTable(GoodTable):
    """Drops the filter of a search only."""

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        nearest = sorted(self.rows.values(), key=lambda row: -float(row.vector @ vector))
        return [_stored(row) for row in nearest[:limit]]


class LyingSearchTable(GoodTable):
    """Returns other scopes' rows as if they were the asked one's."""

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        return [StoredRow(id=row.id, scope=scope, text=row.text) for row in self.rows.values()][:limit]


class UndeletingTable(GoodTable):
    async def delete_id(self, row_id: str) -> None:
        pass

    async def delete_scope(self, scope: str) -> None:
        pass


class DeletesAllByIdTable(GoodTable):
    async def delete_id(self, row_id: str) -> None:
        self.rows.clear()


class DeletesAllByScopeTable(GoodTable):
    async def delete_scope(self, scope: str) -> None:
        self.rows.clear()


class FindsNothingTable(GoodTable):
    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        return []


class ForgetfulTable(GoodTable):
    """Accepts writes and keeps nothing."""

    async def upsert(self, rows: Sequence[Row]) -> None:
        pass


class AppendingTable(GoodTable):
    """Keeps the first version of a row, however often it is written."""

    async def upsert(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self.rows.setdefault(row.id, row)


class TruncatingTable(GoodTable):
    """Cuts long text, as a column of limited width does."""

    async def upsert(self, rows: Sequence[Row]) -> None:
        await super().upsert(
            [
                Row(
                    id=row.id,
                    scope=row.scope,
                    text=row.text[:200],
                    vector=row.vector,
                    importance=row.importance,
                    timestamp=row.timestamp,
                )
                for row in rows
            ]
        )


def _stored(row: Row) -> StoredRow:
    return StoredRow(id=row.id, scope=row.scope, text=row.text)
