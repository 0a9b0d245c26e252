"""What the years do to a memory: what was noticed once goes stale, what was noticed again is a fact."""

from datetime import datetime, timedelta

from ltm.domain.episode import Episode, Kind, Status

STALE = timedelta(days=90)
"""After this long without being said or recalled an observation is archived. Chosen by feel: three half-lives of the
recency term, by which it counts for little anyway."""

STALE_SNAPSHOT = timedelta(days=21)
"""The same for how things stood at one moment, which ages about four times as fast. Chosen by feel."""

OUTDATED = timedelta(days=1)
"""A snapshot older than this is shown with a warning. Chosen by feel: "I'm at the airport" is of a day."""

STEADY_REPEATS = 2
STEADY_DAYS = 5
"""Said again this often, or recalled on this many days, an observation is a fact. Chosen by feel."""


def is_stale(episode: Episode, now: datetime) -> bool:
    """True for an active observation or snapshot that nobody said or recalled for long; never for a pinned one."""
    if episode.status is not Status.ACTIVE or episode.kind is Kind.TURN or episode.pinned:
        return False
    if not episode.snapshot and episode.kind is not Kind.OBSERVATION:
        return False
    return now - _last_used(episode) > (STALE_SNAPSHOT if episode.snapshot else STALE)


def is_steady(episode: Episode) -> bool:
    """True for an active observation that was made often enough to be a fact; never for a snapshot."""
    if episode.status is not Status.ACTIVE or episode.kind is not Kind.OBSERVATION or episode.snapshot:
        return False
    return episode.repeat_count >= STEADY_REPEATS or episode.recall_count >= STEADY_DAYS


def freshness(episode: Episode, now: datetime) -> str | None:
    """Return what to warn of where a memory tells how things stood at a moment that is past, None for any other."""
    if not episode.snapshot or now - episode.at <= OUTDATED:
        return None
    return f"as of {episode.at:%Y-%m-%d}, may have changed"


def _last_used(episode: Episode) -> datetime:
    return max(episode.at, episode.recalled_at) if episode.recalled_at else episode.at
