"""What is kept of consolidation's runs, so that they can be looked at and undone: never what a memory says."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from ltm.domain.consolidation import Counts, State, Step
from ltm.domain.episode import EpisodeId


class Job(StrEnum):
    PREVIEW = "preview"
    RUN = "run"
    UNDO = "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A merged memory as the run left it: how long its text is and how often it was said tell a later change."""

    id: EpisodeId
    state: State
    chars: int
    repeats: int
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """What a run was about to do: written before it began, so that one that was broken off can be undone too."""

    run_id: str
    at: datetime
    steps: tuple[Step, ...]
    made: tuple[Made, ...]
    is_undone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one job ended: `counts` are what a run did, and what a preview would do.

    Of a run `skipped` counts changes that were not made, for the memory was no longer as planned. Of an undone run
    `restored` and `deleted` count memories put back and merged ones removed, `left` those that were changed since;
    `was_undone` says that it had been undone before. `reason` says why a job ended early, "" where it did not; it is
    safe to show."""

    job: Job
    at: datetime
    counts: Counts = field(default_factory=Counts)
    run_id: str = ""
    skipped: int = 0
    restored: int = 0
    deleted: int = 0
    left: int = 0
    was_undone: bool = False
    reason: str = ""
