"""Which memories go first when there is no more room."""

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import STATUSES, Columns, Rows
from ltm.domain.episode import Status

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

    Pinned ones are never among them, even where that leaves more than `limit`. 0 is no limit."""
    active = columns.alive & (columns.status == STATUSES.index(Status.ACTIVE))
    excess = int(np.count_nonzero(active)) - limit
    if limit <= 0 or excess <= 0:
        return np.zeros(0, dtype=np.int32)
    rows = np.flatnonzero(active & ~columns.pinned)
    order = np.lexsort([columns.at[rows], worth(columns, now_s, half_life_days)[rows]])
    least: Rows = rows[order[:excess]].astype(np.int32)
    return least
