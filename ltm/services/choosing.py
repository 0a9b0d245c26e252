"""Which of the best memories are shown, and in which order, once all are ranked."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ltm.domain import abstention, same_fact
from ltm.domain.columns import NONE, Floats, Mask, Rows
from ltm.domain.episode import Episode, Kind
from ltm.domain.question import blended
from ltm.domain.ranking import Evidence, Terms
from ltm.domain.recall import Hit
from ltm.ports.embedder import Embedding
from ltm.ports.scope_view import ScopeView
from ltm.services.yardstick import Yardstick

SHARED_WORDS = 0.34
"""Without a vector a memory fits a message of which it holds a third, by the rarity of the words. Chosen by feel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The message and its vectors: of itself, and of it behind its earlier turns."""

    text: str
    embeddings: Sequence[Embedding] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pool:
    """The best memories, best first, and their rows."""

    rows: Rows
    episodes: Sequence[Episode]

    def taken(self, places: Sequence[int]) -> "Pool":
        return Pool(rows=self.rows[list(places)], episodes=[self.episodes[place] for place in places])


def total(terms: Terms, rows: int) -> Floats:
    """Return the sum of the terms for each of the rows."""
    return sum(terms.values(), np.zeros(rows, dtype=np.float32))


def best(view: ScopeView, evidence: Evidence, terms: Terms, limit: int) -> Pool:
    """Return the memories with the highest scores; equal scores put the newer first."""
    scores = total(terms, len(evidence.columns))
    rows = np.flatnonzero(evidence.accepted).astype(np.int32)
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    found = [(row, view.episode(row)) for row in rows.tolist()]
    found.sort(key=lambda pair: (-scores[pair[0]], -pair[1].at.timestamp(), pair[1].id))
    return Pool(rows=np.asarray([row for row, _ in found], dtype=np.int32), episodes=[episode for _, episode in found])


def hits(evidence: Evidence, terms: Terms, pool: Pool, top_k: int) -> list[Hit]:
    """Return the first `top_k` of the pool with what their scores are made of."""
    return [
        Hit(
            episode=episode,
            terms={name: float(values[row]) for name, values in terms.items()},
            cosine=float(evidence.cosine[row]) if evidence.cosine is not None and evidence.embedded[row] else None,
        )
        for row, episode in zip(pool.rows.tolist()[:top_k], pool.episodes[:top_k], strict=True)
    ]


def newest_first(
    view: ScopeView, evidence: Evidence, pool: Pool, asked: Asked, yardstick: Yardstick | None, *, shown: int
) -> Pool:
    """Return the pool with the newer of two values of a fact before the older, and what says the same only once.

    About the first `shown` places are put in order."""
    episodes = pool.episodes
    ranked = same_fact.Ranked(
        vectors=view.vectors(pool.rows.tolist()),
        texts=[episode.content for episode in episodes],
        at=evidence.columns.at[pool.rows],
        owners=_owners(episodes),
        facts=np.asarray([episode.kind is not Kind.TURN for episode in episodes], dtype=np.bool_),
    )
    once = same_fact.once(ranked)
    order = list(range(len(episodes)))
    if yardstick is not None and evidence.cosine is not None:
        order = same_fact.newer_first(ranked, yardstick.space, asked.text, shown)
    return pool.taken([place for place in order if once[place]])


def fitting(
    evidence: Evidence, pool: Pool, asked: Asked, yardstick: Yardstick | None, sources: Rows | None = None
) -> Pool:
    """Return those memories of the pool that fit the message; often none does.

    What ranks above one that fits, by all that ranking knows, fits as well. `sources` are the rows that lead to each
    row, NONE where none does: what one that fits leads to fits too."""
    fits = _fits(evidence, pool.rows, asked, yardstick)
    if sources is not None:
        led = sources[pool.rows]
        fits |= (led != NONE) & np.isin(led, pool.rows[fits])
    if fits.any():
        fits[: int(np.argmax(fits))] = True
    return pool.taken(np.flatnonzero(fits).tolist())


def _fits(evidence: Evidence, rows: Rows, asked: Asked, yardstick: Yardstick | None) -> Mask:
    covered = evidence.words.covered(rows)
    by_words: Mask = covered >= SHARED_WORDS
    if yardstick is None or evidence.meaning is None:
        return by_words
    share = evidence.context_share
    query, length = blended([embedding.vector for embedding in asked.embeddings], share)
    by_meaning = abstention.fits(
        abstention.signals(
            message=asked.embeddings[0].vector,
            query=query,
            cohort=yardstick.cohort,
            cosines=evidence.meaning[rows] / length,
            covered=covered,
            about_people=evidence.question.names_somebody or abstention.is_about_people(asked.text, ()),
        )
    )
    # A memory that waits for a vector of the model in use has only its words.
    return np.where(evidence.embedded[rows], by_meaning, by_words)


def _owners(episodes: Sequence[Episode]) -> Rows:
    """Return a number per owner: what a memory is about where that is named, else who said it, else nobody."""
    numbers: dict[tuple[str, str], int] = {}
    owners = []
    for episode in episodes:
        key = ("subject", episode.subject.casefold()) if episode.subject else ("speaker", episode.speaker_id)
        owners.append(numbers.setdefault(key, len(numbers)))
    return np.asarray(owners, dtype=np.int32)
