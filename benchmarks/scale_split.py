"""Where the time of one recall goes: the real service over an index that keeps the time of what is asked of it."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from benchmarks.scale_cases import HALF_LIFE_DAYS, UNBOUNDED, WARM_UP, K
from benchmarks.scale_corpus import MODEL, Corpus, GivenVectors, questions, scope_named
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.scope_index import ScopeIndex
from ltm.adapters.system_clock import SystemClock
from ltm.domain.columns import Floats, Rows
from ltm.domain.episode import Episode
from ltm.domain.ranking import Evidence, Terms, rank
from ltm.domain.recall import RecallQuery, Via
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.scope_view import Viewed
from ltm.services.recall import RecallService

_REST = "the question, BM25, the filter, choosing"
_COSINES, _POSTINGS, _TERMS, _HITS = "cosines", "looking up the words", "the terms of the score", "reading the best"


class _TimedIndex(ScopeIndex):
    """`taken` are the seconds of the question under way, by step."""

    def __init__(self, model: str) -> None:
        super().__init__(model)
        self.taken: defaultdict[str, float] = defaultdict(float)

    def cosines(self, query: Embedding) -> Floats | None:
        with self.timed(_COSINES):
            return super().cosines(query)

    def find(self, term: str) -> tuple[Rows, Floats]:
        with self.timed(_POSTINGS):
            return super().find(term)

    def episode(self, row: int) -> Episode:
        with self.timed(_HITS):
            return super().episode(row)

    def rank(self, evidence: Evidence) -> Terms:
        with self.timed(_TERMS):
            return rank(evidence)

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self.taken[step] += perf_counter() - began


class _OneScope(IndexedEpisodes):
    """All questions are of the one index."""

    def __init__(self, index: ScopeIndex) -> None:
        super().__init__(InMemoryEpisodes(), model=MODEL, bound_bytes=lambda: UNBOUNDED)
        self._only = index

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        return Viewed(view=self._only, via=Via.INDEX)


def split(corpus: Corpus, known: int) -> dict[str, tuple[float, ...]]:
    """Return the seconds of each step, one per question; the steps of a question make up its recall."""
    return asyncio.run(_split(corpus, known))


async def _split(corpus: Corpus, known: int) -> dict[str, tuple[float, ...]]:
    asking = questions(known)
    index = _TimedIndex(MODEL)
    index.extend(corpus.records(0))
    service = RecallService(
        store=_OneScope(index),
        embedder=GivenVectors(asking),
        clock=SystemClock(),
        half_life_days=HALF_LIFE_DAYS,
        rank=index.rank,
    )
    steps: dict[str, list[float]] = {step: [] for step in (_COSINES, _POSTINGS, _TERMS, _HITS, _REST)}
    for question in [*asking[:WARM_UP], *asking]:
        index.taken.clear()
        began = perf_counter()
        await service.recall(scope_named(0), RecallQuery(text=question.text, top_k=K))
        index.taken[_REST] = perf_counter() - began - sum(index.taken.values())
        for step, seconds in steps.items():
            seconds.append(index.taken[step])
    return {step: tuple(seconds[WARM_UP:]) for step, seconds in steps.items()}
