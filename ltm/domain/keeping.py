"""Which memories go first when there is no more room."""

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import SOURCES, STATUSES, Columns, Mask, Rows
from ltm.domain.episode import Source, Status

_RECALLED_WORTH = 0.5
"""Of a point of importance for each doubling of the days it was recalled on. Chosen by feel."""

_DAY_S = 86_400.0


def worth(columns: Columns, now_s: float, half_life_days: float) -> NDArray[np.float64]:
    """Return what each memory is worth keeping for: its importance, 1 to 5, with up to one point more for being said
    or recalled lately, and a little for every time it was."""
    last = np.maximum(columns.at, columns.recalled_at)
    age_days = np.maximum(0.0, (now_s - last) / _DAY_S)
    recent: NDArray[np.float64] = np.exp2(-age_days / half_life_days)
    recalled = _RECALLED_WORTH * np.log2(1.0 + columns.recall_count)
    total: NDArray[np.float64] = columns.importance + recent + recalled
    return total


def to_archive(columns: Columns, limit: int, now_s: float, half_life_days: float) -> Rows:
    """Return the rows to put aside so that at most `limit` active memories stay, the least worth first.

    Turns that came in as a file count on their own, so that no conversation drives out a fact; those that were recorded
    here do not count: see `to_delete`. Pinned ones are never among them, even where that leaves more than `limit`. 0 is
    no limit."""
    active = columns.alive & (columns.status == STATUSES.index(Status.ACTIVE))
    kinds = (active & ~columns.is_turn, active & columns.is_turn & ~recorded(columns))
    worths = worth(columns, now_s, half_life_days)
    return np.concatenate([_excess(columns, of_kind, limit, worths) for of_kind in kinds])


def to_delete(columns: Columns, limit: int, before_s: float) -> Rows:
    """Return the rows of recorded turns to delete, the oldest first: those from before that time, and as many more
    that at most `limit` stay. Pinned ones are never among them. 0 is no limit."""
    turns = recorded(columns)
    rows = np.flatnonzero(turns & ~columns.pinned)
    rows = rows[np.argsort(columns.at[rows], kind="stable")]
    old = int(np.count_nonzero(columns.at[rows] < before_s))
    excess = int(np.count_nonzero(turns)) - limit if limit > 0 else 0
    gone: Rows = rows[: max(old, excess)].astype(np.int32)
    return gone


def recorded(columns: Columns) -> Mask:
    """Return which memories are turns that were recorded as they were said."""
    recorded_: Mask = columns.alive & columns.is_turn & (columns.source == SOURCES.index(Source.CAPTURE))
    return recorded_


def _excess(columns: Columns, counted: Mask, limit: int, worths: NDArray[np.float64]) -> Rows:
    excess = int(np.count_nonzero(counted)) - limit
    if limit <= 0 or excess <= 0:
        return np.zeros(0, dtype=np.int32)
    rows = np.flatnonzero(counted & ~columns.pinned)
    order = np.lexsort([columns.at[rows], worths[rows]])
    least: Rows = rows[order[:excess]].astype(np.int32)
    return least
