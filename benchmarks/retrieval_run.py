"""Storing a set as an import would and asking its questions as a chat would, timed.

All of it through the services of the plugin: only the database is the one that keeps everything in this process.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter

import orjson

from benchmarks import retrieval_sets as sets
from benchmarks.retrieval_metrics import LISTED, scores
from benchmarks.retrieval_sets import Case, MemoryKey, Query, SetError
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.config import BaseSettings
from ltm.domain.episode import Episode
from ltm.domain.ranking import rank
from ltm.domain.recall import Recalled, RecallQuery, Via
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, Embedding
from ltm.services.recall import Rank, RecallService
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import TransferService

_BOT = "benchmark"
_BOUND_BYTES = 4 << 30
_CACHED = 100_000
"""Embeddings kept: more than any set has questions, so that each is embedded once for all methods."""

_HALF_LIFE_DAYS: float = BaseSettings.model_fields["recency_half_life_days"].default
_SAY_EVERY_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as one method answered it: its measures, and the milliseconds of embedding it and of the rest."""

    category: str
    scores: Mapping[str, float]
    embed_ms: float
    rank_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """`answers` by method, each in the order of the set. `refused` memories were not taken by the import."""

    answers: Mapping[str, Sequence[Asked]]
    refused: int


class Progress:
    """Says what is going on, every few seconds."""

    def __init__(self) -> None:
        self._said = perf_counter()

    def tick(self, text: str) -> None:
        if perf_counter() - self._said >= _SAY_EVERY_S:
            print(f"-- {text}", flush=True)
            self._said = perf_counter()


class WatchedEmbedder:
    """An embedder that counts what it was asked for and how long questions took it."""

    def __init__(self, inner: Embedder, progress: Progress) -> None:
        self._inner = inner
        self._progress = progress
        self._documents = 0
        self.query_ms = 0.0

    @property
    def model(self) -> str:
        return self._inner.model

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        embeddings = await self._inner.embed_documents(texts)
        self._documents += len(texts)
        self._progress.tick(f"storing: {self._documents} texts embedded")
        return embeddings

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        started = perf_counter()
        embeddings = await self._inner.embed_queries(texts)
        self.query_ms += (perf_counter() - started) * 1000
        return embeddings

    async def embed_query(self, text: str) -> Embedding:
        return (await self.embed_queries([text]))[0]


class _At:
    """The clock of a case: the moment its questions are asked."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now


class Bench:
    """Measures any number of sets with one embedder."""

    def __init__(self, embedder: Embedder, progress: Progress) -> None:
        self._watched = WatchedEmbedder(embedder, progress)
        self._progress = progress

    async def measure(self, found: sets.RetrievalSet, methods: Mapping[str, Rank]) -> Measured:
        """Return how each method answers the questions of the set.

        Raises Unavailable, and SetError for a scope that does not fit into memory."""
        answers: dict[str, list[Asked]] = {name: [] for name in methods}
        refused = 0
        for case in found.cases:
            memories = _StoredCase(case, CachedEmbedder(self._watched, _CACHED))
            refused += await memories.store()
            embed_ms = [await self._embed_ms(memories, query) for query in case.answerable]
            for name, method in methods.items():
                for query, ms in zip(case.answerable, embed_ms, strict=True):
                    answers[name].append(await memories.ask(query, method, ms))
                    self._progress.tick(f"{found.name}: {case.scope}: {name}")
        return Measured(answers=answers, refused=refused)

    async def _embed_ms(self, memories: "_StoredCase", query: Query) -> float:
        """Ask once unmeasured, so that every method finds the question embedded; return what embedding it took."""
        before = self._watched.query_ms
        await memories.recalled(query, rank)
        self._progress.tick(f"{memories.case.scope}: embedding the questions")
        return self._watched.query_ms - before


class _StoredCase:
    """The memories of one case in a scope of their own, and the questions to them."""

    def __init__(self, case: Case, embedder: CachedEmbedder) -> None:
        session = SessionKey(name=f"group_{case.scope}", bot_uuid=_BOT)
        self.case = case
        self._embedder = embedder
        self._clock = _At(case.now)
        self._session = session
        self._scope = Scope.of(session, Isolation.SESSION)
        self._store = IndexedEpisodes(InMemoryEpisodes(), model=embedder.model, bound_bytes=lambda: _BOUND_BYTES)
        self._ids: dict[MemoryKey, list[str]] = defaultdict(list)
        for one, memory in zip(sets.keys(case), case.memories, strict=True):
            self._ids[one].append(memory.id)

    async def store(self) -> int:
        """Import the memories and load their index; return how many the import refused."""
        transfer = TransferService(
            store=self._store,
            embedder=self._embedder,
            storage=InMemoryStorage(),
            clock=self._clock,
            locks=ScopeLocks(),
            isolation=Isolation.SESSION,
        )
        report = await transfer.ingest(self.case.scope, orjson.dumps(list(self._rows())))
        if not await self._store.load(self._scope):
            raise SetError(f"{self.case.scope}: too large for memory")
        return len(report.rejected)

    async def ask(self, query: Query, method: Rank, embed_ms: float) -> Asked:
        started = perf_counter()
        recalled = await self.recalled(query, method)
        rank_ms = (perf_counter() - started) * 1000
        found = self._found(hit.episode for hit in recalled.hits)
        return Asked(category=query.category, scores=scores(found, query.relevant), embed_ms=embed_ms, rank_ms=rank_ms)

    async def recalled(self, query: Query, method: Rank) -> Recalled:
        """Return the first LISTED memories. Raises EmbedderUnavailable, and SetError if not all were looked at."""
        service = RecallService(
            store=self._store,
            embedder=self._embedder,
            clock=self._clock,
            half_life_days=_HALF_LIFE_DAYS,
            rank=method,
        )
        recalled = await service.recall(self._scope, RecallQuery(text=query.text, context=query.context, top_k=LISTED))
        if recalled.by_words_only:
            raise EmbedderUnavailable(f"the embedding model did not answer question {query.id}")
        if recalled.via is not Via.INDEX:
            raise SetError(f"{self.case.scope}: too large for memory")
        return recalled

    def _rows(self) -> Iterable[dict[str, object]]:
        for memory, position in zip(self.case.memories, self.case.positions, strict=True):
            yield {
                "content": memory.text,
                "timestamp": memory.at.isoformat(),
                "sender_id": memory.speaker,
                "sender_name": memory.speaker,
                "bot_uuid": self._session.bot_uuid,
                "session": self._session.name,
                "conversation": sets.conversation(memory),
                "position": position,
            }

    def _found(self, episodes: Iterable[Episode]) -> list[str]:
        """Return the set's own ids, in order; memories that are equal in all they are recognised by take turns."""
        left: dict[MemoryKey, deque[str]] = {}
        found = []
        for episode in episodes:
            one = (episode.conversation, episode.position, episode.content, episode.at)
            found.append(left.setdefault(one, deque(self._ids[one])).popleft())
        return found
