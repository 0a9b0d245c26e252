"""What can be asked of the episodes, and what an answer looks like."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import KINDS, SOURCES, STATUSES, Columns, Mask
from ltm.domain.episode import Episode, Kind, Speaker, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFilter:
    """Conditions that must all hold; None means no condition. Both time bounds are inclusive.

    `without` are ids of speakers of whom nothing is found, said by them or about them."""

    speaker_id: str | None = None
    speaker_name: str | None = None
    time_after: datetime | None = None
    time_before: datetime | None = None
    importance_min: int | None = None
    source: str | None = None
    kind: Kind | None = None
    statuses: frozenset[Status] = frozenset({Status.ACTIVE})
    without: frozenset[str] = frozenset()

    def accepted(self, columns: Columns) -> Mask:
        """Return which memories fulfil all conditions; deleted ones never do."""
        accepted = columns.alive & _any_of(columns.status, [STATUSES.index(status) for status in self.statuses])
        for speaker_id in self.without:
            accepted &= ~columns.concerning(speaker_id)
        return accepted & self._fulfilled(columns)

    def _fulfilled(self, columns: Columns) -> Mask:
        accepted = columns.alive.copy()
        if self.speaker_id is not None:
            accepted &= columns.by_id(self.speaker_id)
        if self.speaker_name is not None:
            accepted &= columns.by_name(self.speaker_name)
        if self.time_after is not None:
            accepted &= columns.at >= self.time_after.timestamp()
        if self.time_before is not None:
            accepted &= columns.at <= self.time_before.timestamp()
        if self.importance_min is not None:
            accepted &= columns.importance >= self.importance_min
        if self.source is not None:
            sources = {source.value: code for code, source in enumerate(SOURCES)}
            accepted &= columns.source == sources.get(self.source, len(SOURCES))
        if self.kind is not None:
            accepted &= columns.kind == KINDS.index(self.kind)
        return accepted


def _any_of(codes: NDArray[np.uint8], wanted: Sequence[int]) -> Mask:
    accepted = np.zeros(len(codes), dtype=np.bool_)
    for code in wanted:
        accepted |= codes == code
    return accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """A question to the episodes of one scope. `speaker` is who asks: preferred softly, never required.

    `context` are earlier user turns of the same conversation, oldest first; they count for less than `text`. With
    `only_if_fitting` the answer is empty where nothing fits the message. `token_budget` bounds what all contents
    together take in a prompt, None does not. A model that takes longer than `embed_within_s` is done without."""

    text: str
    context: tuple[str, ...] = ()
    top_k: int = 5
    speaker: Speaker | None = None
    filter: RecallFilter = field(default_factory=RecallFilter)
    only_if_fitting: bool = False
    embed_within_s: float | None = None
    token_budget: int | None = None


class Via(StrEnum):
    """Where an answer came from: all of the scope in this process, or what the backend found near the query."""

    INDEX = "index"
    BACKEND = "backend"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A ranked episode. `terms` are what its score is the sum of, by name; higher is better, not a probability.

    `cosine` is the true cosine to the query, None where the memory has no vector of the query's model."""

    episode: Episode
    terms: Mapping[str, float]
    cosine: float | None = None

    @property
    def score(self) -> float:
        return sum(self.terms.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """Hits, best first. `by_words_only` is true where the embedding model did not answer.

    `withheld` counts memories that did not fit into the token budget."""

    hits: tuple[Hit, ...] = ()
    via: Via = Via.INDEX
    by_words_only: bool = False
    withheld: int = 0
