"""What the scale benchmark measures. Each function runs in a process of its own, so that memory can be told apart."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.scale_corpus import (
    MODEL,
    Corpus,
    GeneratedEpisodes,
    GivenVectors,
    Question,
    questions,
    scope_named,
    share_of_exact,
    vocabulary,
)
from benchmarks.scale_process import PROGRESS_EVERY_S, Progress, resident
from ltm.adapters.chroma_episodes import chroma_episodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.system_clock import SystemClock
from ltm.domain.episode import EpisodeId
from ltm.domain.lexical import terms
from ltm.domain.recall import RecallQuery, Via
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import EpisodeStore
from ltm.services.recall import RecallService

K = 10
"""Hits asked for."""
BATCH = 200
"""Memories per write, as importing does it."""
WARM_UP = 20
"""Questions asked before those that count."""
FEWEST, ENOUGH_S = 50, 30.0
"""Where questions take long, no more are asked than this many or for this long, whichever is more."""
SAMPLED_SCOPES = 20
"""Scopes asked of a database that has more."""
UNBOUNDED = 1 << 40
HALF_LIFE_DAYS = 30.0

_CHECKED = 50
"""Questions whose answers are compared with exact search."""
_MEASURED_MEMORIES = 100_000
"""Of many scopes so many are loaded that their memories are at least this many: enough to tell what one takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """Memories per second put through the plugin's store, by whether the scope's index was in memory.

    None where batches were smaller than BATCH."""

    not_loaded: float | None
    loaded: float | None


def is_enough(asked: int, began: float) -> bool:
    """True if after `asked` questions since `began`, in perf_counter's seconds, no more need be asked."""
    return asked >= WARM_UP + FEWEST and time.perf_counter() - began > ENOUGH_S


def batch_rate(seconds: Sequence[float]) -> float:
    """Return memories per second over batches of BATCH; the first also opens or makes what it writes to."""
    return BATCH / float(np.mean(seconds[1:] or seconds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Seconds to load one cold scope and seconds per question; memory in bytes per memory, None where not measured.

    `agreement` is the share of the exact nearest K that the index's search by vector finds."""

    loads: tuple[float, ...]
    seconds: tuple[float, ...]
    via: Via
    rss_per_episode: float | None = None
    index_per_episode: float | None = None
    agreement: float | None = None


def fill(directory: Path, corpus: Corpus) -> Filled:
    """Put all memories through the plugin's store into Chroma, scope after scope by turns.

    Every other batch goes through a store that has the scopes in memory, so that both meet a database of one size."""
    return asyncio.run(_fill(directory, corpus))


async def _fill(directory: Path, corpus: Corpus) -> Filled:
    inner = chroma_episodes("bench", path=directory)
    stores = [_indexed(inner, UNBOUNDED), _indexed(inner, UNBOUNDED)]
    for number in range(corpus.scopes):
        await stores[1].load(scope_named(number))
    taken: tuple[list[float], list[float]] = ([], [])
    progress, turn, done = Progress(f"put into Chroma, {corpus}", corpus.episodes), 0, 0
    for start in range(0, corpus.per_scope, BATCH):
        for number in range(corpus.scopes):
            records = corpus.records(number, start, start + BATCH)
            began = time.perf_counter()
            await stores[turn % 2].put(scope_named(number), records)
            taken[turn % 2].append(time.perf_counter() - began)
            turn, done = turn + 1, done + len(records)
            progress.at(done)
    if corpus.per_scope < BATCH:
        return Filled(not_loaded=None, loaded=None)
    return Filled(not_loaded=batch_rate(taken[0]), loaded=batch_rate(taken[1]))


def ask_stored(directory: Path, corpus: Corpus, known: int, bound: int = UNBOUNDED) -> Asked:
    """Load scopes from Chroma and ask `known` questions of them; above the bound the backend answers."""
    return asyncio.run(_ask(chroma_episodes("bench", path=directory), corpus, known, bound, exact=True))


def ask_generated(corpus: Corpus, known: int, bound: int = UNBOUNDED) -> Asked:
    """Do the same over memories made as they are read, whose making does not count, and tell what they take.

    Only here: a database in the process keeps memory of its own."""
    return asyncio.run(_ask(GeneratedEpisodes(corpus), corpus, known, bound, exact=False))


async def _ask(inner: EpisodeStore, corpus: Corpus, known: int, bound: int, *, exact: bool) -> Asked:
    asking = questions(known)
    await inner.get(scope_named(0), EpisodeId(str(uuid.uuid4())))  # opens the database
    await _warm_up()
    generated = isinstance(inner, GeneratedEpisodes)
    numbers = corpus.spread(-(-_MEASURED_MEMORIES // corpus.per_scope) if generated else SAMPLED_SCOPES)
    async with _closing(_indexed(inner, bound)) as store:
        before = resident()
        loads = await _loads(store, inner, numbers, corpus)
        after, memories = resident(), corpus.per_scope * len(numbers)
        seconds, via = await _recalls(store, numbers, asking, corpus)
        return Asked(
            loads=tuple(loads),
            seconds=tuple(seconds),
            via=via,
            rss_per_episode=(after - before) / memories if generated and before and after else None,
            index_per_episode=store.nbytes / memories if store.loaded else None,
            agreement=_agreement(store, corpus, numbers[0], asking) if exact and store.loaded else None,
        )


async def _warm_up() -> None:
    """Take once what a process takes once, the kept stems of words among it: it is not for the memories to bear."""
    terms(vocabulary())
    store = _indexed(GeneratedEpisodes(Corpus(episodes=1_000, scopes=1)), UNBOUNDED)
    await store.load(scope_named(0))
    await store.search(scope_named(0), Embedding(MODEL, questions(1)[0].vector), K)


async def _loads(store: IndexedEpisodes, inner: EpisodeStore, numbers: Sequence[int], corpus: Corpus) -> list[float]:
    """Return how long each scope took."""
    loads: list[float] = []
    async with _telling(lambda: f"load, {corpus}: {_read(inner)}{len(loads)} of {len(numbers)} scopes"):
        for number in numbers:
            made, began = _made_s(inner), time.perf_counter()
            await store.load(scope_named(number))
            loads.append(time.perf_counter() - began - (_made_s(inner) - made))
    return loads


async def _recalls(
    store: IndexedEpisodes, numbers: Sequence[int], asking: Sequence[Question], corpus: Corpus
) -> tuple[list[float], Via]:
    service = RecallService(
        store=store, embedder=GivenVectors(asking), clock=SystemClock(), half_life_days=HALF_LIFE_DAYS
    )
    progress = Progress(f"recall, {corpus}", len(asking))
    seconds: list[float] = []
    ways: set[Via] = set()
    started = time.perf_counter()
    for place, question in enumerate([*asking[:WARM_UP], *asking]):
        scope = scope_named(numbers[place % len(numbers)])
        query = RecallQuery(text=question.text, top_k=K)
        began = time.perf_counter()
        recalled = await service.recall(scope, query)
        seconds.append(time.perf_counter() - began)
        ways.add(recalled.via)
        progress.at(place)
        if is_enough(len(seconds), started):
            break
    (via,) = ways  # a mixture of both would be a number of nothing
    return seconds[WARM_UP:], via


def _agreement(store: IndexedEpisodes, corpus: Corpus, number: int, asking: Sequence[Question]) -> float | None:
    index = store.index(scope_named(number))
    if index is None:
        return None
    vectors, ids = corpus.vectors(number), corpus.ids(number)
    shares = []
    for question in asking[:_CHECKED]:
        nearest = index.nearest(Embedding(MODEL, question.vector), K)
        shares.append(share_of_exact(vectors, ids, question, [found.episode.id for found in nearest], K))
    return float(np.mean(shares))


def _indexed(inner: EpisodeStore, bound: int) -> IndexedEpisodes:
    return IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound)


@asynccontextmanager
async def _closing(store: IndexedEpisodes) -> AsyncIterator[IndexedEpisodes]:
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def _telling(far: Callable[[], str]) -> AsyncIterator[None]:
    """Print how far it is every few seconds."""

    async def tell() -> None:
        while True:
            await asyncio.sleep(PROGRESS_EVERY_S)
            print(far(), flush=True)

    task = asyncio.create_task(tell())
    try:
        yield
    finally:
        task.cancel()


def _made_s(inner: EpisodeStore) -> float:
    return inner.made_s if isinstance(inner, GeneratedEpisodes) else 0.0


def _read(inner: EpisodeStore) -> str:
    return f"{inner.made:,} memories, " if isinstance(inner, GeneratedEpisodes) else ""
