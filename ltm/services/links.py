"""Following the best memories to those that belong to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import NONE, Floats, Rows
from ltm.domain.episode import Episode
from ltm.domain.lexical import terms
from ltm.domain.links import Following, linked_to, names_of, rarity
from ltm.domain.ranking import Evidence, Terms
from ltm.ports.scope_view import ScopeView
from ltm.services.choosing import total

LOOKED_AT = 64
"""The best memories among which those are looked for that a stored link names: rows are not found by id."""

_BEHIND = np.float32(1e-4)
"""A memory that rises stays this far behind the one that leads to it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Links:
    """What each row gains by being linked to a better one, and which row that is, NONE where there is none."""

    gains: Floats
    sources: Rows


def followed(view: ScopeView, evidence: Evidence, found: Terms, rule: Following) -> Links:
    """Return what the memories in question gain that the best of them lead to: by a name that both hold and the
    question does not, or by a link.

    No memory rises above the one that leads to it, and none that the filter leaves out gains anything."""
    scores = total(found, len(evidence.columns))
    links = Links(gains=np.zeros_like(scores), sources=np.full(len(scores), NONE, dtype=np.int32))
    accepted = np.flatnonzero(evidence.accepted)
    best = float(scores[accepted].max(initial=0.0))
    if best <= 0:
        return links
    passed: set[int] = set()
    reached = accepted
    for _ in range(rule.hops):
        standing = scores + links.gains
        fresh = [row for row in _first(reached, standing, rule.sources + len(passed)) if row not in passed]
        for source in fresh[: rule.sources]:
            share = rule.weight * max(0.0, float(standing[source])) / best
            _lead(view, evidence, links, scores, source, share, float(standing[source]))
        passed.update(fresh[: rule.sources])
        reached = np.flatnonzero(links.sources != NONE)
    return links


def _lead(
    view: ScopeView, evidence: Evidence, links: Links, scores: Floats, source: int, share: float, ceiling: float
) -> None:
    """Let what the source leads to gain up to `share`, where that is more than it gains already."""
    episode = view.episode(source)
    for rows, strength in (*_sharing(view, evidence, episode), *_linked(view, evidence, episode, scores)):
        gains = np.minimum(np.float32(share * strength), np.float32(ceiling) - _BEHIND - scores[rows])
        more = (gains > links.gains[rows]) & (rows != source)
        links.gains[rows[more]] = gains[more]
        links.sources[rows[more]] = source


def _sharing(view: ScopeView, evidence: Evidence, episode: Episode) -> Iterator[tuple[Rows, float]]:
    """Yield the rows in question that hold the words of each name in the memory which the question does not name."""
    living = int(np.count_nonzero(evidence.accepted))
    for name in names_of(episode, [speaker.name for speaker in view.speakers]):
        words = set(terms(name))
        if not words or words <= evidence.question.terms:
            continue
        rows: Rows = reduce(np.intersect1d, [view.find(word)[0] for word in words])
        rows = rows[evidence.accepted[rows]]
        if len(rows):
            yield rows, rarity(len(rows), living)


def _linked(view: ScopeView, evidence: Evidence, episode: Episode, scores: Floats) -> Iterator[tuple[Rows, float]]:
    """Yield the rows that the memory's own links lead to, as far as they are among the best LOOKED_AT."""
    if not (wanted := linked_to(episode)):
        return
    for row in _first(np.flatnonzero(evidence.accepted), scores, LOOKED_AT):
        if (strength := wanted.get(view.episode(row).id)) is not None:
            yield np.asarray([row], dtype=np.int32), strength


def _first(rows: NDArray[np.signedinteger], scores: Floats, limit: int) -> list[int]:
    if len(rows) > limit:
        rows = rows[np.argpartition(-scores[rows], limit)[:limit]]
    first: list[int] = rows[np.argsort(-scores[rows], kind="stable")].tolist()
    return first
