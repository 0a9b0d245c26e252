"""How recalled episodes are ordered: one sum of bounded terms, used wherever memories are ranked.

Every term but relevance is small and bounded, so that it decides between memories that fit about equally
well and never buries an old one that fits better. Multiplying by a decay instead takes recall@10 on LoCoMo
from .75 to .21.
"""

import math
from collections.abc import Iterable
from datetime import datetime

from ltm.domain.episode import Speaker
from ltm.domain.recall import Candidate, Hit

RECENCY_WEIGHT = 0.05
"""Upper end of the range (.02-.05) that cost at most .002 on any LoCoMo metric."""

IMPORTANCE_WEIGHT = 0.04
"""From importance 1 to 5. Chosen by feel: below recency, so that a newer value of a fact wins; see the tests."""

SPEAKER_WEIGHT = 0.05
"""For the asking speaker's own memories. Soft: a hard speaker filter lowers recall. Chosen by feel; see the tests."""

_SECONDS_PER_DAY = 86_400.0


def recency(age_days: float, half_life_days: float) -> float:
    """1 for now (or the future), one half at `half_life_days`, towards 0 after that."""
    return math.exp2(-max(age_days, 0.0) / half_life_days)


def rank(
    candidates: Iterable[Candidate], *, now: datetime, half_life_days: float, speaker: Speaker | None
) -> list[Hit]:
    """Return one hit per candidate, best first; equal scores put the newer first."""
    hits = [
        Hit(
            episode=candidate.episode,
            relevance=candidate.cosine,
            recency=RECENCY_WEIGHT
            * recency((now - candidate.episode.at).total_seconds() / _SECONDS_PER_DAY, half_life_days),
            importance=IMPORTANCE_WEIGHT * (candidate.episode.importance - 1) / 4,
            speaker=SPEAKER_WEIGHT * _is_by(candidate, speaker),
        )
        for candidate in candidates
    ]
    return sorted(hits, key=lambda hit: (-hit.score, -hit.episode.at.timestamp(), hit.episode.id))


def _is_by(candidate: Candidate, speaker: Speaker | None) -> bool:
    said_by = candidate.episode.speaker
    return speaker is not None and said_by is not None and said_by.id == speaker.id
