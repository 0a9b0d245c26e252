"""The use cases the isolation play is played with, over any store, and the embedder and clock they are given."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import shake_256

import numpy as np

from benchmarks.no_llm import no_llm
from ltm.adapters.codec import unit
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.application import Application
from ltm.config import BaseSettings
from ltm.domain.scope import Isolation, Scope
from ltm.memory import Memory
from ltm.ports.clock import Clock
from ltm.ports.embedder import EmbedderChain, Embedding, Vector
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.storage import Storage
from ltm.services.bases import BaseRecord, BaseService, OpenBase
from ltm.services.transfer import TransferService

_TOPIC_DIMENSIONS, _WORD_DIMENSIONS = 64, 192
DIMENSIONS = _TOPIC_DIMENSIONS + _WORD_DIMENSIONS

_TOPIC_WEIGHT = 7.3**0.5
"""Two texts of one topic are at 7.3 / 8.3 = .88: above the cosine of a correction, below that of a duplicate."""


class WordEmbedder:
    """One fixed direction per word; capitalised words are topics, which weigh most and have dimensions of their own.

    Texts of one topic are at .88 within .03, others within noise of 0 (below .6)."""

    @property
    def model(self) -> str:
        return f"words-{DIMENSIONS}"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return [self.embedding(text) for text in texts]

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return [self.embedding(text) for text in texts]

    async def embed_query(self, text: str) -> Embedding:
        return self.embedding(text)

    def embedding(self, text: str) -> Embedding:
        words = re.findall(r"\w+", text) or [""]
        topics = [word for word in words if word[:1].isupper()]
        others = [word for word in words if not word[:1].isupper()]
        whole = np.concatenate(
            [_TOPIC_WEIGHT * _mean(topics, _TOPIC_DIMENSIONS), _mean(others, _WORD_DIMENSIONS)], dtype=np.float32
        )
        return Embedding(self.model, unit(whole))


def _mean(words: Sequence[str], dimensions: int) -> Vector:
    """Return the words' common direction at length 1, zeros for no words."""
    if not words:
        return np.zeros(dimensions, dtype=np.float32)
    return unit(np.sum([_direction(word, dimensions) for word in words], axis=0, dtype=np.float32))


@lru_cache(maxsize=200_000)
def _direction(word: str, dimensions: int) -> Vector:
    digest = shake_256(word.encode("utf-8", "replace")).digest(dimensions)
    return unit(np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - 127.5)


class PlayClock:
    """Stands still between steps."""

    def __init__(self) -> None:
        self._at = datetime(2025, 1, 1, 12, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self._at

    def advance(self, seconds: float) -> None:
        self._at += timedelta(seconds=seconds)


class Services:
    """What a host's components call, as the application puts it together: once for each isolation, over one store.

    Scopes of different isolations are never one, so that the two may share all that is stored. With a bound of 0
    nothing is ever held in memory, and each question goes to the store behind."""

    def __init__(self, episodes: EpisodeStore, storage: Storage, clock: Clock, *, bound_bytes: int) -> None:
        self._indexes: list[IndexedEpisodes] = []

        def indexed(store: EpisodeStore, model: str, _bound: Callable[[], int]) -> IndexedEpisodes:
            self._indexes.append(IndexedEpisodes(store, model=model, bound_bytes=lambda: bound_bytes))
            return self._indexes[-1]

        applications = {isolation: _application(storage, clock, indexed) for isolation in Isolation}
        self._memories = {
            isolation: application.memory_of(_base(episodes, isolation))
            for isolation, application in applications.items()
        }
        self.profiles = applications[Isolation.SESSION].profiles

    def of(self, scope: Scope) -> Memory:
        return self._memories[scope.isolation]

    def transfer(self, isolation: Isolation) -> TransferService:
        return self._memories[isolation].transfer

    async def settled(self) -> None:
        """Wait until everything that is done beside the answers is done."""
        for memory in self._memories.values():
            await memory.access.settled()
            await memory.capacity.settled()

    async def close(self) -> None:
        """End all that is under way in the background."""
        await self.settled()
        for memory in self._memories.values():
            await memory.outbox.close()
        for index in self._indexes:
            await index.close()


def _application(
    storage: Storage, clock: Clock, indexed: Callable[[EpisodeStore, str, Callable[[], int]], IndexedEpisodes]
) -> Application:
    async def nothing_else() -> set[str]:
        return set()

    async def no_platform(bot_uuid: str) -> str:
        return ""

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda model, dimensions: _chain(),
            open_store=lambda base, dimensions: InMemoryEpisodes(),
            existing=nothing_else,
        ),
        indexed=indexed,
        # Each its own: an outbox is emptied by one process, and both isolations are played in this one.
        outbox=StoredOutbox(InMemoryStorage(), clock),
        journal=StoredJournal(InMemoryStorage()),
        open_llm=no_llm,
        platform_of=no_platform,
        clock=clock,
        read_config=dict,
    )


def _base(episodes: EpisodeStore, isolation: Isolation) -> OpenBase:
    chain = _chain()
    record = BaseRecord(
        id=f"play-{isolation}", settings=BaseSettings(isolation=isolation), model=chain.model, dimensions=DIMENSIONS
    )
    return OpenBase(record=record, store=episodes, embedder=chain)


def _chain() -> EmbedderChain:
    return FallbackEmbedder([WordEmbedder()], timeout_s=30.0)
