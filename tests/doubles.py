"""Doubles that fail, wait or tell the time on demand; each wraps a real implementation and changes one thing."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.abstention import SENTENCES
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable, StoreUnavailable
from ltm.ports.embedder import Embedder, Embedding, Vector
from ltm.ports.episode_store import Candidate, Record
from ltm.ports.storage import Storage

START = datetime(2025, 6, 1, 12, 0, tzinfo=UTC)


class FixedClock:
    """Stands still until it is told to advance."""

    def __init__(self, at: datetime = START) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def advance(self, *, seconds: float = 0, days: float = 0) -> None:
        self._at += timedelta(seconds=seconds, days=days)


class TableEmbedder:
    """An embedder whose every cosine the test writes down: unknown texts are refused.

    The sentences by which memories are judged to fit lie anywhere, always in the same places."""

    def __init__(self, vectors: Mapping[str, tuple[float, ...]], model: str = "table/1") -> None:
        self._vectors = {text: np.asarray(vector, dtype=np.float32) for text, vector in vectors.items()}
        self._model = model

    @property
    def model(self) -> str:
        return self._model

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embedding(text) for text in texts]

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embedding(text) for text in texts]

    async def embed_query(self, text: str) -> Embedding:
        return self._embedding(text)

    def _embedding(self, text: str) -> Embedding:
        vector = self._vectors[text] if text in self._vectors else self._anywhere(SENTENCES.index(text))
        return Embedding(self._model, vector / np.float32(np.linalg.norm(vector)))

    def _anywhere(self, seed: int) -> Vector:
        dimensions = len(next(iter(self._vectors.values())))
        return np.random.default_rng(seed).normal(size=dimensions).astype(np.float32)


class BrokenEmbedder:
    """Answers `calls_before` times and is unavailable from then on, until it is mended."""

    def __init__(self, inner: Embedder, *, calls_before: int = 0) -> None:
        self._inner = inner
        self._left: float = calls_before

    @property
    def model(self) -> str:
        return self._inner.model

    def mend(self) -> None:
        self._left = float("inf")

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        self._spend()
        return await self._inner.embed_documents(texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        self._spend()
        return await self._inner.embed_queries(texts)

    async def embed_query(self, text: str) -> Embedding:
        self._spend()
        return await self._inner.embed_query(text)

    def _spend(self) -> None:
        if self._left <= 0:
            raise EmbedderUnavailable("the embedding model did not answer (test)")
        self._left -= 1


class SlowEmbedder:
    """Answers after `delay_s`."""

    def __init__(self, inner: Embedder, delay_s: float) -> None:
        self._inner = inner
        self._delay_s = delay_s

    @property
    def model(self) -> str:
        return self._inner.model

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        await asyncio.sleep(self._delay_s)
        return await self._inner.embed_documents(texts)

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        await asyncio.sleep(self._delay_s)
        return await self._inner.embed_queries(texts)

    async def embed_query(self, text: str) -> Embedding:
        await asyncio.sleep(self._delay_s)
        return await self._inner.embed_query(text)


class BrokenEpisodes(InMemoryEpisodes):
    """An episode store whose methods named in `broken` do not answer, and whose reads take `delay_s`."""

    def __init__(self) -> None:
        super().__init__()
        self.broken: set[str] = set()
        self.delay_s = 0.0

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        self._fail("put")
        await super().put(scope, records)

    async def replace(self, scope: Scope, record: Record) -> None:
        self._fail("replace")
        await super().put(scope, [record])

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        self._fail("get")
        return await super().get(scope, episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        self._fail("search")
        await asyncio.sleep(self.delay_s)
        return await super().search(scope, query, limit)

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self._fail("scan")
        await asyncio.sleep(self.delay_s)
        async for batch in super().scan(scope):
            yield batch

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        self._fail("delete")
        return await super().delete(scope, episode_id)

    def _fail(self, method: str) -> None:
        if method in self.broken:
            raise StoreUnavailable(f"the vector database did not answer a {method} (test)")


class WatchedStorage:
    """A storage that counts its calls, yields to other tasks like a real one, and can fail or be slow by key."""

    def __init__(self, inner: Storage | None = None) -> None:
        self._inner = inner or InMemoryStorage()
        self.calls: Counter[str] = Counter()
        self.broken_keys: set[str] = set()
        self.slow_keys: dict[str, float] = {}

    @property
    def writes(self) -> int:
        return self.calls["put"] + self.calls["swap"] + self.calls["delete"]

    async def get(self, key: str) -> bytes | None:
        await self._called("get", key)
        return await self._inner.get(key)

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        await self._called("swap", key)
        return await self._inner.swap(key, expected, value)

    async def put(self, key: str, value: bytes) -> None:
        await self._called("put", key)
        await self._inner.put(key, value)

    async def delete(self, key: str) -> None:
        await self._called("delete", key)
        await self._inner.delete(key)

    async def keys(self, prefix: str) -> list[str]:
        await self._called("keys", prefix)
        return await self._inner.keys(prefix)

    async def _called(self, method: str, key: str) -> None:
        self.calls[method] += 1
        await asyncio.sleep(self.slow_keys.get(key, 0))
        if key in self.broken_keys:
            raise StoreUnavailable("the plugin storage did not answer (test)")
