"""Chroma by itself, with the same vectors and a filter on the scope: what the index is compared with."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from benchmarks.scale_cases import BATCH, SAMPLED_SCOPES, WARM_UP, K, batch_rate, is_enough
from benchmarks.scale_corpus import Corpus, Question, questions, share_of_exact
from benchmarks.scale_process import Progress

if TYPE_CHECKING:
    from chromadb import Collection


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Seconds per question, and the mean share of the exact nearest K found."""

    seconds: tuple[float, ...]
    agreement: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainChroma:
    """Memories per second put in, how it answered by number of scopes, and how without any filter."""

    rate: float
    by_scopes: dict[int, Answered]
    unfiltered: Answered


def plain_chroma(directory: Path, corpora: Sequence[Corpus], known: int) -> PlainChroma:
    """Put the vectors into one collection and ask it; the corpora are divisions of the same memories.

    The collection has one number per division to filter on, so that the vectors are put once."""
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(path=directory, settings=Settings(anonymized_telemetry=False))
    collection = client.create_collection("plain", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None)
    whole = Corpus(episodes=corpora[0].episodes, scopes=1)
    vectors, ids = whole.vectors(0), whole.ids(0)
    taken = _put(collection, corpora, vectors, ids)
    asking = questions(known)
    return PlainChroma(
        rate=batch_rate(taken),
        by_scopes={corpus.scopes: _asked(collection, corpus, vectors, ids, asking) for corpus in corpora},
        unfiltered=_asked(collection, whole, vectors, ids, asking, filtered=False),
    )


def _put(
    collection: "Collection", corpora: Sequence[Corpus], vectors: NDArray[np.float32], ids: Sequence[str]
) -> list[float]:
    """Return how long each batch took. Scopes grow side by side, as conversations do."""
    smallest = max(corpora, key=lambda corpus: corpus.scopes)
    order = np.arange(len(ids)).reshape(smallest.scopes, -1).T.ravel().tolist()
    progress, taken = Progress(f"put into plain Chroma, {len(ids):,}", len(ids)), []
    for start in range(0, len(ids), BATCH):
        rows = order[start : start + BATCH]
        divisions = [{f"s{corpus.scopes}": row // corpus.per_scope for corpus in corpora} for row in rows]
        began = time.perf_counter()
        collection.add(ids=[ids[row] for row in rows], embeddings=vectors[rows], metadatas=[*divisions])
        taken.append(time.perf_counter() - began)
        progress.at(start)
    return taken


def _asked(
    collection: "Collection",
    corpus: Corpus,
    vectors: NDArray[np.float32],
    ids: Sequence[str],
    asking: Sequence[Question],
    *,
    filtered: bool = True,
) -> Answered:
    progress = Progress(f"ask plain Chroma, {corpus}", len(asking))
    numbers = corpus.spread(SAMPLED_SCOPES)
    seconds, shares, started = [], [], time.perf_counter()
    for place, question in enumerate([*asking[:WARM_UP], *asking]):
        number = numbers[place % len(numbers)]
        began = time.perf_counter()
        found = collection.query(
            query_embeddings=question.vector[None],
            n_results=K,
            where={f"s{corpus.scopes}": number} if filtered else None,
            include=["distances"],
        )
        seconds.append(time.perf_counter() - began)
        within = slice(number * corpus.per_scope, (number + 1) * corpus.per_scope)
        shares.append(share_of_exact(vectors[within], ids[within], question, found["ids"][0], K))
        progress.at(place)
        if is_enough(len(seconds), started):
            break
    return Answered(seconds=tuple(seconds[WARM_UP:]), agreement=float(np.mean(shares[WARM_UP:])))
