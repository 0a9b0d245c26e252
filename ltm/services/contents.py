"""The table of contents of each scope, made beside the turn and kept while it holds."""

import asyncio
import logging
from collections import Counter, OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import perf_counter
from weakref import ref

import numpy as np

from ltm.domain.columns import KINDS, STATUSES, Mask, Rows
from ltm.domain.contents import IndexCaps, contents, most_valuable
from ltm.domain.episode import Status
from ltm.domain.keeping import worth
from ltm.domain.recall import RecallFilter, Via
from ltm.domain.scope import Isolation, Scope
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.scope_view import ScopeView, ViewableEpisodes
from ltm.services.background import detached

_HOLDS = timedelta(hours=1)
"""New memories are in the table an hour later at the latest; what is gone or put aside is out of it at once."""

_MAX_KEPT = 2_000
"""Of conversations: about a kilobyte each."""

_AT_ONCE = 64
"""Memories read before others may go on, about a millisecond."""

_Place = tuple[Scope, str]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """The text, and the rows of the view that it was made of."""

    text: str
    at: datetime
    without: frozenset[str]
    view: ref[ScopeView]
    rows: Rows

    def holds(self, now: ScopeView) -> bool:
        """False where a memory it lists was changed, put aside or deleted since, or where that cannot be told."""
        if self.view() is not now:
            return False
        active = now.columns.status[self.rows] == STATUSES.index(Status.ACTIVE)
        return bool(np.all(now.columns.alive[self.rows] & active))


class ContentsService:
    """`tokens` is what a table takes at most; with 0 there is none, and none is made."""

    def __init__(self, *, store: ViewableEpisodes, clock: Clock, half_life_days: float, tokens: int) -> None:
        self._store = store
        self._clock = clock
        self._half_life_days = half_life_days
        self._caps = IndexCaps(tokens=tokens)
        self._made: OrderedDict[_Place, _Made] = OrderedDict()
        self._making: dict[_Place, asyncio.Task[None]] = {}

    async def of(self, scope: Scope, session_name: str, without: frozenset[str] = frozenset()) -> str:
        """Return the table for a conversation, "" while there is none; waits for no storage and has it made beside.

        Only memories of that conversation, or of none, are in it: where all of a bot's conversations share their
        memories those of the others are recalled where they fit a message, and listed nowhere. Of the speakers whose
        ids are in `without` nothing is. A scope too large for the memory bound has no table."""
        if self._caps.tokens <= 0:
            return ""
        place = (scope, session_name)
        made = self._made.get(place)
        if made is not None and (made.without != without or not await self._holds(scope, made)):
            self._made.pop(place, None)
            made = None
        if made is None or self._clock.now() - made.at >= _HOLDS:
            self._make(place, without)
        return made.text if made is not None else ""

    async def _holds(self, scope: Scope, made: _Made) -> bool:
        if not len(made.rows):
            return True
        try:
            # What is in memory is answered without a pause, and so before any deadline.
            async with asyncio.timeout(0):
                viewed = await self._store.view(scope, None, self._caps.entries)
        except (LongTermMemoryError, TimeoutError):
            return False
        return viewed.via is Via.INDEX and made.holds(viewed.view)

    async def settled(self) -> None:
        """Wait until every table that was asked for is made."""
        await asyncio.gather(*self._making.values())

    def _make(self, place: _Place, without: frozenset[str]) -> None:
        if place not in self._making:
            task = detached(self._quietly(place, without))
            self._making[place] = task
            task.add_done_callback(lambda _done: self._making.pop(place, None))

    async def _quietly(self, place: _Place, without: frozenset[str]) -> None:
        started = perf_counter()
        try:
            made = await self._of(place, without)
        except LongTermMemoryError as exc:
            _log.warning("no contents made: scope=%s reason=%s", place[0].digest[:12], type(exc).__name__)
            return
        self._made[place] = made
        self._made.move_to_end(place)
        while len(self._made) > _MAX_KEPT:
            self._made.popitem(last=False)
        _log.info(
            "contents made: scope=%s chars=%d titles=%d ms=%.1f",
            place[0].digest[:12],
            len(made.text),
            len(made.rows),
            (perf_counter() - started) * 1000,
        )

    async def _of(self, place: _Place, without: frozenset[str]) -> _Made:
        scope, session_name = place
        now = self._clock.now()
        viewed = await self._store.view(scope, None, self._caps.entries)
        view, rows, text = viewed.view, np.zeros(0, dtype=np.int32), ""
        if viewed.via is Via.INDEX:
            here = RecallFilter(without=without).accepted(view.columns)
            if scope.isolation is Isolation.BOT:
                here = await _said_in(view, here, session_name)
            # No pause from here on: a row of a memory that others delete meanwhile holds nothing.
            columns = view.columns
            here = here & columns.alive[: len(here)]
            worths = worth(columns, now.timestamp(), self._half_life_days)
            rows = most_valuable(columns, here, worths)[: self._caps.entries]
            counts = Counter(KINDS[code] for code in columns.kind[: len(here)][here].tolist())
            text = contents(counts, [view.episode(row) for row in rows.tolist()], self._caps)
        return _Made(text=text, at=now, without=without, view=ref(view), rows=rows)


async def _said_in(view: ScopeView, among: Mask, session_name: str) -> Mask:
    """Return which of the memories belong to that conversation or to none."""
    here = np.zeros_like(among)
    rows = np.flatnonzero(among)
    for start in range(0, len(rows), _AT_ONCE):
        await asyncio.sleep(0)
        some = rows[start : start + _AT_ONCE]
        for row in some[view.columns.alive[some]].tolist():
            here[row] = view.episode(row).session_name in ("", session_name)
    return here
