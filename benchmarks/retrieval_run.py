"""Storing a set as an import would, or its turns as they are recorded beside a chat, and asking its questions, timed.

All of it through the services of the plugin: only the database is the one that keeps everything in this process.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from benchmarks import retrieval_sets as sets
from benchmarks.progress import Progress
from benchmarks.retrieval_metrics import LISTED, scores
from benchmarks.retrieval_sets import Case, MemoryKey, Query, SetError
from benchmarks.stored_scope import CACHED, Row, Said, StoredScope, rows_of
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.recall import Recalled, Via
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, Embedding
from ltm.services.recall import Rank, RecallService


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as one method answered it: its measures, and the milliseconds of embedding it and of the rest."""

    category: str
    scores: Mapping[str, float]
    embed_ms: float
    rank_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """`answers` by method, each in the order of the set. `refused` memories were not stored."""

    answers: Mapping[str, Sequence[Asked]]
    refused: int


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


class Bench:
    """Measures any number of sets with one embedder; with `recorded` the turns in them are recorded, not imported."""

    def __init__(self, embedder: Embedder, progress: Progress, *, recorded: bool = False) -> None:
        self._recorded = recorded
        self._watched = WatchedEmbedder(embedder, progress)
        self._progress = progress

    async def measure(self, found: sets.RetrievalSet, methods: Mapping[str, Rank]) -> Measured:
        """Return how each method answers the questions of the set.

        Raises Unavailable, and SetError for a scope that does not fit into memory."""
        answers: dict[str, list[Asked]] = {name: [] for name in methods}
        refused = 0
        for case in found.cases:
            memories = _StoredCase(case, CachedEmbedder(self._watched, CACHED))
            refused += await (memories.record() if self._recorded else memories.store(rows_of(case)))
            service = await memories.scope.service()
            embed_ms = [await self._embed_ms(memories, query, service) for query in case.answerable]
            for name, method in methods.items():
                service = await memories.scope.service(rank=method)
                for query, ms in zip(case.answerable, embed_ms, strict=True):
                    answers[name].append(await memories.ask(query, service, ms))
                    self._progress.tick(f"{found.name}: {case.scope}: {name}")
        return Measured(answers=answers, refused=refused)

    async def _embed_ms(self, memories: "_StoredCase", query: Query, service: RecallService) -> float:
        """Ask once unmeasured, so that every method finds the question embedded; return what embedding it took."""
        before = self._watched.query_ms
        await memories.recalled(query, service)
        self._progress.tick(f"{memories.case.scope}: embedding the questions")
        return self._watched.query_ms - before


class _StoredCase:
    """The memories of one case in a scope of their own, and the questions to them."""

    def __init__(self, case: Case, embedder: CachedEmbedder) -> None:
        self.case = case
        self.scope = StoredScope(embedder, case.scope, case.now)
        self._ids: dict[MemoryKey, list[str]] = defaultdict(list)
        self._recorded: dict[EpisodeId, str] = {}
        for one, memory in zip(sets.keys(case), case.memories, strict=True):
            self._ids[one].append(memory.id)

    async def store(self, rows: Sequence[Row]) -> int:
        """Import memories and return how many were refused."""
        return await self.scope.store(rows)

    async def record(self) -> int:
        """Have the turns recorded, each a message without an answer, import the facts; return how many were refused."""
        turns = sorted((memory for memory in self.case.memories if memory.session), key=lambda memory: memory.at)
        refused = await self.store([row for row in rows_of(self.case) if not row.session])
        said = [Said(text=turn.text, speaker=turn.speaker, at=turn.at) for turn in turns]
        for turn, ids in zip(turns, await self.scope.record(said), strict=True):
            self._recorded.update(dict.fromkeys(ids, turn.id))
            refused += not ids
        return refused

    async def ask(self, query: Query, service: RecallService, embed_ms: float) -> Asked:
        started = perf_counter()
        recalled = await self.recalled(query, service)
        rank_ms = (perf_counter() - started) * 1000
        found = self._found(hit.episode for hit in recalled.hits)
        return Asked(category=query.category, scores=scores(found, query.relevant), embed_ms=embed_ms, rank_ms=rank_ms)

    async def recalled(self, query: Query, service: RecallService) -> Recalled:
        """Return the first LISTED memories. Raises EmbedderUnavailable, and SetError if not all were looked at."""
        recalled = await self.scope.ask(service, query.text, context=query.context, top_k=LISTED)
        if recalled.by_words_only:
            raise EmbedderUnavailable(f"the embedding model did not answer question {query.id}")
        if recalled.via is not Via.INDEX:
            raise SetError(f"{self.case.scope}: too large for memory")
        return recalled

    def _found(self, episodes: Iterable[Episode]) -> list[str]:
        """Return the set's own ids, in order; memories that are equal in all they are recognised by take turns."""
        left: dict[MemoryKey, deque[str]] = {}
        found = []
        for episode in episodes:
            if episode.id in self._recorded:
                found.append(self._recorded[episode.id])
                continue
            one = (episode.conversation, episode.position, episode.content, episode.at)
            found.append(left.setdefault(one, deque(self._ids[one])).popleft())
        # Of one that was cut into parts, the first part counts.
        return list(dict.fromkeys(found))
