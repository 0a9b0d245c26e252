"""What a scope's memories have to do with a question, before any of it is weighed."""

import asyncio
from collections.abc import Sequence

import numpy as np

from ltm.domain.columns import Floats, Mask
from ltm.domain.matching import matched
from ltm.domain.question import Question, context_share
from ltm.domain.ranking import Evidence
from ltm.domain.recall import RecallFilter
from ltm.ports.embedder import Embedding
from ltm.ports.scope_view import ScopeView

NAMED_CONTEXT = 0.5
"""Of what earlier turns count, where the message itself names somebody: it says on its own whom it asks about."""

_MANY_ROWS = 20_000
"""From here on the cosines take over two milliseconds and are worked out beside the event loop."""


async def gathered(
    view: ScopeView, question: Question, embeddings: Sequence[Embedding], wanted: RecallFilter
) -> Evidence:
    """Return the evidence; `embeddings` are of the message and, as a second, of it behind its earlier turns.

    Without any that can be compared, only memories that share a word with the question are accepted."""
    cosine = await _cosines(view, embeddings[0]) if embeddings else None
    meaning, share = cosine, 0.0
    if cosine is not None and len(embeddings) > 1:
        share = context_share(cosine[view.embedded()[: len(cosine)]])
        if question.names_somebody:
            share *= NAMED_CONTEXT
        meaning = await _blended(view, cosine, embeddings[1], share)
    columns = view.columns
    words = matched(view.find, view.lengths, columns.alive, question.weighted_terms(share))
    accepted = wanted.accepted(columns)
    if cosine is None:
        accepted &= words.scores > 0
    return Evidence(
        question=question,
        columns=columns,
        accepted=accepted,
        embedded=_compared(view, cosine),
        cosine=_filled(cosine, len(columns)),
        meaning=_filled(meaning, len(columns)),
        words=words,
        context_share=share,
    )


def has_outdated(view: ScopeView) -> bool:
    """True if a memory has no vector of the model in use."""
    return bool(np.any(view.columns.alive & ~view.embedded()))


async def _cosines(view: ScopeView, embedding: Embedding) -> Floats | None:
    if len(view.columns) < _MANY_ROWS:
        return view.cosines(embedding)
    return await asyncio.to_thread(view.cosines, embedding)


async def _blended(view: ScopeView, own: Floats, behind: Embedding, share: float) -> Floats:
    """Return the cosines of the message, as far as its past counts mixed with those of it behind its past."""
    if not share or (other := await _cosines(view, behind)) is None:
        return own
    rows = min(len(own), len(other))
    return np.float32(1 - share) * own[:rows] + np.float32(share) * other[:rows]


def _compared(view: ScopeView, cosine: Floats | None) -> Mask:
    """Return which rows have a cosine; one that came meanwhile has none."""
    embedded = view.embedded().copy()
    embedded[0 if cosine is None else len(cosine) :] = False
    return embedded


def _filled(cosine: Floats | None, rows: int) -> Floats | None:
    if cosine is None or len(cosine) == rows:
        return cosine
    return np.append(cosine, np.zeros(rows - len(cosine), dtype=np.float32))
