"""Where episodes live."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An episode and its vector, as stored."""

    episode: Episode
    embedding: Embedding


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A record found near a vector. `cosine` is the true cosine in [-1, 1], whatever the backend calls distance."""

    record: Record
    cosine: float

    @property
    def episode(self) -> Episode:
        return self.record.episode


class EpisodeStore(Protocol):
    """Episodes of many scopes, each call confined to one.

    What a backend returns is checked against the scope once more and dropped if it is not the scope's.
    Raises StoreUnavailable where the backend did not answer, and OutcomeUnknown where a write is not found
    as it was written."""

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        """Store new records. Ids are UUIDs and differ; writing the same record again changes nothing."""
        ...

    async def replace(self, scope: Scope, record: Record) -> None:
        """Store the record in place of the one with its id, and read it back."""
        ...

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        """Return the record with that id if this scope has it."""
        ...

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        """Return at most `limit` candidates, the highest true cosine first.

        Records whose vector is another model's are left out."""
        ...

    def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        """Yield all of the scope's records in batches, each record once, in no particular order.

        The scope must not be written to while it is scanned."""
        ...

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        """Remove the record and read back that it is gone. False if this scope has no such id."""
        ...

    async def clear(self, scope: Scope) -> None:
        """Remove all of the scope's records and read back that none is left."""
        ...
