"""How recalled memories are ordered: one sum of terms, used wherever memories are ranked.

What fits the question comes from its meaning (cosines) and its words (BM25); turns of one conversation then take over
something from their neighbours. Every other term is small and bounded, so that it decides between memories that fit
about equally well and never buries an old one that fits better: multiplying by a decay instead takes recall@10 on
LoCoMo from .75 to .21. What each term is worth, and what gained nothing, is in docs/benchmarks.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ltm.domain.columns import Columns, Floats, Mask
from ltm.domain.dates import match
from ltm.domain.matching import Words
from ltm.domain.question import Question, standardised

DENSE_WEIGHT = 0.1
"""Per standard deviation of the cosines; .086 to .12 are equal."""

LEXICAL_WEIGHT = 0.4
"""Of the best BM25 score in the scope. Rank fusion of meaning and words was worse at every k."""

AFTER_QUESTION = 0.2
"""What a turn takes over from the turn before it where that asked something."""

BEFORE = 0.1
"""What a turn takes over from the turn after it."""

CONVERSATION_WEIGHT = 0.2
"""How far a turn is lifted towards the best one of its conversation; worth .02 of recall@10 on LoCoMo."""

ASKING_WEIGHT = 0.1
"""For ending in a question, and for being nothing else: a question is seldom the answer. Worth .03 of recall@10."""

NAMED_WEIGHT = 0.2
"""Where the question names one known speaker: for that speaker's memories; .15 to .3 are equal. A hard filter
lowers recall."""

DATE_WEIGHT = 0.3
"""For a memory of a time that the question names; .2 to .4 are equal."""

TIMED_WEIGHT = 0.1
"""Where the question asks for a time: for a memory that tells one."""

ASKER_WEIGHT = 0.05
"""For the asking speaker's own memories. Chosen by feel: half a standard deviation of the cosines."""

RECENCY_WEIGHT = 0.03
"""In the range (.02-.05) that cost at most .002 on any LoCoMo metric."""

IMPORTANCE_WEIGHT = 0.02
"""From importance 1 to 5. Chosen by feel: below recency, so that a newer value of a fact wins; see the tests."""

ACCESS_WEIGHT = 0.01
"""For a memory recalled on ten days or more. Chosen by feel: enough to tell equals apart."""

_MANY_RECALLS = 10
_SECONDS_PER_DAY = 86_400.0

Terms = Mapping[str, Floats]
"""The terms of the score by name, one value per row each."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """Everything known about one question and the memories of one scope, aligned by row.

    `accepted` are the rows in question; in dead rows nothing means anything. `cosine` is that of the message alone,
    None where nothing can be compared; `meaning` is that of the message read with its earlier turns, as far as those
    count (`context_share`, 0 to 1). `embedded` says which rows could be compared."""

    question: Question
    columns: Columns
    accepted: Mask
    embedded: Mask
    cosine: Floats | None
    meaning: Floats | None
    words: Words
    context_share: float = 0.0


def rank(evidence: Evidence) -> Terms:
    """Return the terms whose sum orders the memories, higher first."""
    columns, question = evidence.columns, evidence.question
    terms = {
        "dense": np.float32(DENSE_WEIGHT) * _dense(evidence),
        "lexical": np.float32(LEXICAL_WEIGHT) * _lexical(evidence),
        "recency": np.float32(RECENCY_WEIGHT) * recency(columns, question.now.timestamp(), question.half_life_days),
        "importance": np.float32(IMPORTANCE_WEIGHT / 4) * (columns.importance - np.int8(1)).astype(np.float32),
        "access": np.float32(ACCESS_WEIGHT / _MANY_RECALLS) * np.minimum(columns.recall_count, _MANY_RECALLS),
    }
    if len(columns.turns):
        terms["conversation"] = conversation(terms["dense"] + terms["lexical"], columns)
        terms["asking"] = np.float32(-ASKING_WEIGHT) * np.where(columns.is_turn, columns.asking, np.float32(0))
    if question.named is not None:
        terms["named"] = np.float32(NAMED_WEIGHT) * columns.by_name(question.named)
    if question.periods:
        terms["date"] = np.float32(DATE_WEIGHT) * match(question.periods, columns.at)
    if question.asks_when:
        terms["timed"] = np.float32(TIMED_WEIGHT) * columns.timed
    if question.speaker is not None:
        terms["asker"] = np.float32(ASKER_WEIGHT) * columns.by_id(question.speaker.id)
    return terms


def conversation(base: Floats, columns: Columns) -> Floats:
    """Return what each turn takes over from its conversation: from its neighbours, then from the best turn of all.

    Facts that stand alone take nothing."""
    # The value for "no neighbour" stands last, where the row -1 finds it.
    scores = np.append(base, np.float32(0))
    asks = np.append(columns.asks, False)
    before = np.where(asks[columns.previous], scores[columns.previous], np.float32(0))
    near = np.float32(AFTER_QUESTION) * before + np.float32(BEFORE) * scores[columns.following]
    lifted = (base + near)[columns.turns]
    best = np.maximum.reduceat(lifted, columns.conversation_starts)
    sizes = np.diff(columns.conversation_starts, append=len(lifted))
    near[columns.turns] += np.float32(CONVERSATION_WEIGHT) * (np.repeat(best, sizes) - lifted)
    return near


def recency(columns: Columns, now: float, half_life_days: float) -> Floats:
    """Return 1 for now (or the future), one half at `half_life_days`, towards 0 after that.

    Counted from the later of when it was said and when it was last recalled."""
    age_days = np.maximum(now - np.maximum(columns.at, columns.recalled_at), 0) / _SECONDS_PER_DAY
    halves: Floats = np.exp2((-age_days / half_life_days).astype(np.float32))
    return halves


def _dense(evidence: Evidence) -> Floats:
    """Return how far each memory stands out, in standard deviations; 0, the mean, where nothing can be compared."""
    dense = np.zeros(len(evidence.columns), dtype=np.float32)
    if evidence.meaning is not None and evidence.embedded.any():
        dense[evidence.embedded] = standardised(evidence.meaning[evidence.embedded])
    return dense


def _lexical(evidence: Evidence) -> Floats:
    """Return BM25 scores as shares of the highest."""
    highest = evidence.words.scores.max(initial=0.0)
    return evidence.words.scores / highest if highest else evidence.words.scores
