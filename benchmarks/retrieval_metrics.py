"""How good a ranked list is against the memories that answer the question: the measures of the retrieval benchmark."""

import math
from collections.abc import Collection, Mapping, Sequence

CUTS = (5, 10, 20)
"""The k of recall@k."""

LISTED = 50
"""How much of a ranking is looked at: as much as recall returns at most. A relevant memory further down counts as
not found, for the reciprocal rank too."""

KEYS = (*(f"R@{cut}" for cut in CUTS), "hit@10", "MRR", "NDCG@10")


def recall_at(k: int, found: Sequence[str], relevant: Collection[str]) -> float:
    """Return the share of `relevant` among the first `k` of `found`; `relevant` must not be empty."""
    wanted = set(relevant)
    return len(wanted.intersection(found[:k])) / len(wanted)


def hit_at(k: int, found: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 if any of the first `k` is relevant, else 0."""
    return float(not set(relevant).isdisjoint(found[:k]))


def reciprocal_rank(found: Sequence[str], relevant: Collection[str]) -> float:
    """Return 1 / place (from 1) of the first relevant one among the first LISTED; 0 if there is none."""
    wanted = set(relevant)
    return next((1 / place for place, one in enumerate(found[:LISTED], start=1) if one in wanted), 0.0)


def ndcg_at(k: int, found: Sequence[str], relevant: Collection[str]) -> float:
    """Return the discounted gain of the first `k` as a share of the best possible (Järvelin and Kekäläinen, 2002).

    A memory is relevant or not; a place counts 1 / log2(place + 1)."""
    wanted = set(relevant)
    gained = sum(_discount(place) for place, one in enumerate(found[:k], start=1) if one in wanted)
    return gained / sum(_discount(place) for place in range(1, min(k, len(wanted)) + 1))


def scores(found: Sequence[str], relevant: Collection[str]) -> dict[str, float]:
    """Return all KEYS for one question, each from 0 to 1. `found` is best first, without repeats."""
    return {
        **{f"R@{cut}": recall_at(cut, found, relevant) for cut in CUTS},
        "hit@10": hit_at(10, found, relevant),
        "MRR": reciprocal_rank(found, relevant),
        "NDCG@10": ndcg_at(10, found, relevant),
    }


def means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the mean of each key over at least one row; all rows have the same keys."""
    return {key: math.fsum(row[key] for row in rows) / len(rows) for key in rows[0]}


def _discount(place: int) -> float:
    return 1 / math.log2(place + 1)
