"""Stores that forget everything when the process ends; they pass the same contracts as the real ones."""

from collections.abc import AsyncIterator, Sequence

from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, Record


class InMemoryEpisodes:
    """An EpisodeStore in a dictionary per scope."""

    def __init__(self) -> None:
        self._scopes: dict[Scope, dict[EpisodeId, Record]] = {}

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        self._scopes.setdefault(scope, {}).update({record.episode.id: record for record in records})

    async def replace(self, scope: Scope, record: Record) -> None:
        await self.put(scope, [record])

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return self._scopes.get(scope, {}).get(episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        found = [
            Candidate(record=record, cosine=cosine)
            for record in self._scopes.get(scope, {}).values()
            if (cosine := query.cosine(record.embedding)) is not None
        ]
        return sorted(found, key=lambda candidate: -candidate.cosine)[:limit]

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        yield list(self._scopes.get(scope, {}).values())

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        return self._scopes.get(scope, {}).pop(episode_id, None) is not None

    async def clear(self, scope: Scope) -> None:
        self._scopes.pop(scope, None)


class InMemoryStorage:
    """A Storage in a dictionary."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}

    async def get(self, key: str) -> bytes | None:
        return self._values.get(key)

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        if self._values.get(key) != expected:
            return False
        self._values[key] = value
        return True

    async def put(self, key: str, value: bytes) -> None:
        self._values[key] = value

    async def delete(self, key: str) -> None:
        self._values.pop(key, None)

    async def keys(self, prefix: str) -> list[str]:
        return sorted(key for key in self._values if key.startswith(prefix))
