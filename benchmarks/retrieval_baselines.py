"""The formulas that other memory systems rank by, as they describe them, in place of this plugin's own.

Each gets the plugin's own vectors, words and question; only the formula differs. Where a system first asks
its database for a few times the wanted number k of memories and orders those, so does its formula here, with k = DEPTH;
all others follow, the newest first.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import Floats, Mask
from ltm.domain.question import Question
from ltm.domain.ranking import Evidence, Terms, rank
from ltm.services.recall import Rank

DEPTH = 10
"""How many memories the systems are taken to be asked for: right for all measures at 10, kind to them at 20.

A deeper pool is worse for formulas in which age weighs much: the product of `ltm_plugin` at 20 finds less at 10."""

_HALF_LIFE_DAYS = 30.0
_SECONDS_PER_DAY = 86_400.0
_IMPORTANCE_FACTORS = np.asarray([0.9, 1.0, 1.08, 1.16, 1.24], dtype=np.float32)
_OWN_FACTOR = 1.12
_RRF_K = 60
_BOOST = 0.1
_MUCH_RECALLED = 10


def hybrid(evidence: Evidence) -> Terms:
    """A common way to join meaning and words: .6 min-max cosine + .4 BM25 as a share of the highest."""
    cosine = _cosine(evidence)
    among = cosine[evidence.accepted & evidence.embedded]
    low, high = (float(among.min()), float(among.max())) if len(among) else (0.0, 1.0)
    highest = float(evidence.words.scores.max(initial=0.0))
    return {
        "dense": np.float32(0.6 / ((high - low) or 1.0)) * (cosine - np.float32(low)),
        "lexical": np.float32(0.4 / (highest or 1.0)) * evidence.words.scores,
    }


def dense(evidence: Evidence) -> Terms:
    """The cosine alone."""
    return {"dense": _cosine(evidence)}


def bm25(evidence: Evidence) -> Terms:
    """BM25 alone, in this plugin's own words and weights."""
    return {"lexical": evidence.words.scores}


def ltm_plugin(evidence: Evidence) -> Terms:
    """LangBot's own LongTermMemory, automatic recall: a product over the 3 k nearest memories.

    Similarity x .5^(age / 30 days) x a factor of .9 to 1.24 for importance 1 to 5 x 1.12 for the asker's own
    memories. Similarity is taken to be the cosine, which is kinder than what it gets from its database."""
    columns, speaker = evidence.columns, evidence.question.speaker
    similarity = np.maximum(_cosine(evidence), 0) * _nearest(evidence, 3 * DEPTH)
    product: Floats = similarity * _age_weight(evidence.question, columns.at)
    product *= _IMPORTANCE_FACTORS[np.clip(columns.importance, 1, 5) - 1]
    if speaker is not None:
        product[columns.by_id(speaker.id)] *= _OWN_FACTOR
    return {"product": product}


def nodetool(evidence: Evidence) -> Terms:
    """NodeTool: .7 cosine + .2 recency (half-life 30 days, since the last access) + .1 importance.

    It puts the nearest memories in this order; how many it takes to put in order, it does not say: 3 k here."""
    nearest = _nearest(evidence, 3 * DEPTH)
    return {
        "dense": np.float32(0.7) * _cosine(evidence) * nearest,
        "recency": np.float32(0.2) * _since_access(evidence) * nearest,
        "importance": np.float32(0.1) * _importance(evidence) * nearest,
    }


def openclaw(evidence: Evidence) -> Terms:
    """OpenClaw: .7 cosine + .3 / (1 + place by BM25, from 0), over the 4 k best of either; absent from one, 0 there."""
    by_words = _places(evidence.words.scores, evidence.accepted & (evidence.words.scores > 0))
    by_words[by_words >= 4 * DEPTH] = np.inf
    return {
        "dense": np.float32(0.7) * _cosine(evidence) * _nearest(evidence, 4 * DEPTH),
        "lexical": np.float32(0.3) / (1 + by_words),
    }


def desktop(evidence: Evidence) -> Terms:
    """A desktop assistant's memory: reciprocal rank fusion (k = 60) of cosine and BM25, then boosted.

    It boosts by recency, importance and how often a memory was recalled, and does not say by how much: up to a
    tenth each here, worth about six places near the top."""
    fused = _rrf(_cosine(evidence), evidence.accepted & evidence.embedded)
    fused += _rrf(evidence.words.scores, evidence.accepted & (evidence.words.scores > 0))
    access: Floats = np.minimum(evidence.columns.recall_count.astype(np.float32) / _MUCH_RECALLED, 1)
    boosts = _since_access(evidence) + _importance(evidence) + access
    return {"fused": fused, "boosts": np.float32(_BOOST) * fused * boosts}


METHODS: Mapping[str, Rank] = {
    "ours": rank,
    "hybrid": hybrid,
    "dense": dense,
    "bm25": bm25,
    "ltm-plugin": ltm_plugin,
    "nodetool": nodetool,
    "openclaw": openclaw,
    "desktop": desktop,
}


def _cosine(evidence: Evidence) -> Floats:
    """Return the cosine to the message read with its earlier turns: one vector of the question for all methods."""
    return np.zeros(len(evidence.columns), dtype=np.float32) if evidence.meaning is None else evidence.meaning


def _age_weight(question: Question, since: NDArray[np.float64]) -> Floats:
    """Return .5^(age / half-life), at most 1; `since` is in seconds since 1970."""
    age_days = np.maximum(question.now.timestamp() - since, 0) / _SECONDS_PER_DAY
    weights: Floats = np.exp2(-age_days / _HALF_LIFE_DAYS).astype(np.float32)
    return weights


def _since_access(evidence: Evidence) -> Floats:
    columns = evidence.columns
    return _age_weight(evidence.question, np.maximum(columns.at, columns.recalled_at))


def _importance(evidence: Evidence) -> Floats:
    """Return 0 for importance 1 to 1 for importance 5."""
    return np.float32(0.25) * (evidence.columns.importance - np.int8(1)).astype(np.float32)


def _nearest(evidence: Evidence, count: int) -> Mask:
    return _places(_cosine(evidence), evidence.accepted & evidence.embedded) < count


def _places(scores: Floats, among: Mask) -> Floats:
    """Return the place of each row by its score, highest first, from 0; infinity for rows that are not `among`."""
    rows = np.flatnonzero(among)
    places = np.full(len(scores), np.inf, dtype=np.float32)
    places[rows[np.argsort(-scores[rows], kind="stable")]] = np.arange(len(rows), dtype=np.float32)
    return places


def _rrf(scores: Floats, among: Mask) -> Floats:
    """Return 1 / (k + place from 1): reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)."""
    fused: Floats = np.reciprocal(_places(scores, among) + _RRF_K + 1)
    return fused


COMPARED = [name for name in METHODS if name != "hybrid"]
"""By default; `hybrid` is where our formula came from, not another system's."""
