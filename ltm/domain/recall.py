"""What can be asked of the episodes, and what an answer looks like."""

from dataclasses import dataclass, field
from datetime import datetime

from ltm.domain.episode import Episode, Speaker, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallFilter:
    """Conditions that must all hold; None means no condition. Both time bounds are inclusive."""

    speaker_id: str | None = None
    speaker_name: str | None = None
    time_after: datetime | None = None
    time_before: datetime | None = None
    importance_min: int | None = None
    source: str | None = None
    statuses: frozenset[Status] = frozenset({Status.ACTIVE})

    @property
    def is_open(self) -> bool:
        """True if nothing but the status is filtered."""
        return self == RecallFilter(statuses=self.statuses)

    def accepts(self, episode: Episode) -> bool:
        speaker = episode.speaker
        return (
            episode.status in self.statuses
            and (self.speaker_id is None or (speaker is not None and speaker.id == self.speaker_id))
            and (
                self.speaker_name is None
                or (speaker is not None and speaker.name.casefold() == self.speaker_name.strip().casefold())
            )
            and (self.time_after is None or episode.at >= self.time_after)
            and (self.time_before is None or episode.at <= self.time_before)
            and (self.importance_min is None or episode.importance >= self.importance_min)
            and (self.source is None or episode.source == self.source)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallQuery:
    """A question to the episodes of one scope. `speaker` is who asks: preferred softly, never required."""

    text: str
    top_k: int = 5
    speaker: Speaker | None = None
    filter: RecallFilter = field(default_factory=RecallFilter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An episode found near the query. `cosine` is the true cosine in [-1, 1], whatever the backend calls distance."""

    episode: Episode
    cosine: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A ranked episode; `score` is the sum of the terms, higher is better, not a probability."""

    episode: Episode
    relevance: float
    recency: float
    importance: float
    speaker: float

    @property
    def score(self) -> float:
        return self.relevance + self.recency + self.importance + self.speaker
