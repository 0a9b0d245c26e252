"""Looking through answered turns in the background: what people said is found, kept and put into memory, each turn
once.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextvars import Context
from dataclasses import dataclass
from datetime import datetime, timedelta

from ltm.domain.mining import MiningStatus, is_due
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.extractor import Extractor
from ltm.ports.journal import JournalEntry
from ltm.services.background import detached
from ltm.services.batches import Batches, Index
from ltm.services.candidates import CandidateService
from ltm.services.capture import CaptureService
from ltm.services.consent import ConsentService

DEADLINE_S = 60.0
"""For one batch, the model's answer included."""

FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 300.0
"""Between two tries, doubled after each that fails: every one may cost a model's answer. Chosen by feel."""

QUIET_S = 3.0
LONGEST_WAIT_S = 60.0
"""Work waits for a moment in which nobody talks, and no longer than this: it shares processor, models and host with the
replies. Measured with messages one behind the other, replies took a fifth longer without."""

HOST_ROUNDS = 10
"""Of a conversation that LangBot keeps by default; older ones the model does not see any more."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MiningSettings:
    """A session is looked through after `every_turns` turns, or `idle` after the last; and in any case when as many
    wait as the host keeps, `rounds_kept`. What is found waits for a decision where that `is_reviewed`."""

    every_turns: int = 6
    idle: timedelta = timedelta(minutes=10)
    rounds_kept: int = HOST_ROUNDS
    is_reviewed: bool = False


class MiningService:
    """One at a time works on a `capture`; `close` it before another takes over.

    Without an `extractor` nothing is found in what was said, without an `index` turns themselves are not kept; without
    either nothing is noted, and what waits from before is dropped unread. `is_enabled()` tells whether anything may be
    stored at all."""

    def __init__(
        self,
        *,
        capture: CaptureService,
        candidates: CandidateService,
        consent: ConsentService,
        clock: Clock,
        isolation: Isolation,
        is_enabled: Callable[[], bool],
        settings: MiningSettings,
        extractor: Extractor | None = None,
        index: Index | None = None,
        deadline_s: float = DEADLINE_S,
        first_pause_s: float = FIRST_PAUSE_S,
        longest_pause_s: float = LONGEST_PAUSE_S,
        quiet_s: float = QUIET_S,
    ) -> None:
        self._capture = capture
        self._quiet_s = quiet_s
        self._busy_until = 0.0
        self.candidates = candidates
        self._batches = Batches(
            capture=capture,
            candidates=candidates,
            consent=consent,
            isolation=isolation,
            is_enabled=is_enabled,
            extractor=extractor,
            index=index,
            is_reviewed=settings.is_reviewed,
        )
        self._isolation = isolation
        self._clock = clock
        self._settings = settings
        self._deadline_s = deadline_s
        self._first_pause_s = self._pause_s = first_pause_s
        self._longest_pause_s = longest_pause_s
        self._unfinished: dict[Scope, None] = {}
        """Scopes that were left in the middle, by an earlier process or by a failure, in the order they are tried."""
        self._asked: set[SessionKey] = set()
        self._due: dict[SessionKey, str] = {}
        """The key of the last entry of each session that is to be looked through at once."""
        self._failures: Counter[SessionKey] = Counter()
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._pauses_until = 0.0
        self._is_loaded = self._is_behind = self._is_closed = False
        capture.attach(self.nudge)

    def note(self, turn: Turn, query_id: int, reply: str, at: datetime, kept: Sequence[str] = ()) -> None:
        """Have the answered message looked through later, as `CaptureService.note`. Returns at once."""
        if not self._batches.is_off:
            self.busy()
            self._capture.note(turn, query_id, reply, at, kept)

    def busy(self) -> None:
        """Say that a message is being answered: what is not under way yet waits for a quiet moment."""
        self._busy_until = asyncio.get_running_loop().time() + self._quiet_s

    def flush(self, session: SessionKey) -> None:
        """Have all that waits of the session looked through now. Returns at once."""
        self._asked.add(session)
        self.nudge()

    def nudge(self) -> None:
        """Have looked through what is due, unless that is under way or failed a moment ago. Returns at once."""
        if self._is_closed or (self._task is not None and not self._task.done()):
            return
        if asyncio.get_running_loop().time() < self._pauses_until:
            return
        self._task = detached(self._run())
        self._task.add_done_callback(self._broke_off)

    async def load(self) -> None:
        """Read what an earlier process left and have it looked through, in the background.

        Raises StoreUnavailable; then the background goes on trying."""
        try:
            await self._capture.load()
        finally:
            self.nudge()

    async def settled(self) -> None:
        """Wait until all that is due is looked through, or has failed."""
        await self._capture.settled()
        while self._task is not None and not self._task.done():
            await asyncio.gather(self._task, return_exceptions=True)

    async def forget(self, scope: Scope, speaker_id: str, until: datetime | None = None) -> int:
        """Take out all turns and candidates of the speaker, up to that moment where one is given; return how many.

        What of them is being stored at this moment is stored when this returns, and nothing later: whoever erases does
        this first. Raises StoreUnavailable or Conflict; the same call goes on."""
        return await self._batches.forget(scope, speaker_id, until)

    async def clear(self, scope: Scope) -> int:
        """Take out all turns and candidates of the scope; as `forget`."""
        return await self._batches.clear(scope)

    async def discard_all(self) -> None:
        """Take out everything of all scopes: the knowledge base is gone. Raises StoreUnavailable or Conflict."""
        await self._capture.clear(None)
        for scope in await self.candidates.scopes():
            await self.candidates.clear(scope)

    async def status(self, scope: Scope) -> MiningStatus:
        """Return how far learning is in the scope; reads only. Raises StoreUnavailable."""
        return await self._batches.status(scope)

    async def close(self) -> None:
        """End looking through; what waits, waits for the next one."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        # Until this ends well: tried again with the next message, what breaks off would ask a model every time.
        self._pauses_until = asyncio.get_running_loop().time() + self._longest_pause_s
        failures = [await _failure(self._take_up()), await _failure(self._look_through())]
        failed = next((exc for exc in failures if exc is not None), None)
        if failed is not None:
            self._went(failed)
            self._look_again(self._pause_s, is_pause=True)
            self._pause_s = min(2 * self._pause_s, self._longest_pause_s)
            return
        self._pauses_until = 0.0
        if self._is_behind:
            _log.info("turns are looked through again")
        self._is_behind = False
        if (seconds := self._until_due()) is not None:
            self._look_again(seconds)

    async def _take_up(self) -> None:
        """Finish what was left in the middle."""
        if not self._is_loaded:
            self._unfinished = dict.fromkeys(await self.candidates.scopes())
            self._is_loaded = True
        for scope in list(self._unfinished):
            # Behind the others, if it fails: one scope that cannot be finished holds up no other.
            self._unfinished[scope] = self._unfinished.pop(scope)
            async with asyncio.timeout(self._deadline_s):
                await self._batches.finish(scope)
            self._unfinished.pop(scope, None)

    async def _look_through(self) -> None:
        """Look through what is due, one batch after the other."""
        while (session := await self._next()) is not None:
            await self._quiet()
            # The others first, next time, if this fails.
            self._failures[session] += 1
            scope = Scope.of(session, self._isolation)
            self._unfinished[scope] = None
            async with asyncio.timeout(self._deadline_s):
                await self._batches.mine(session, 2 * self._settings.every_turns)
            self._unfinished.pop(scope, None)
            del self._failures[session]
            self._pause_s = self._first_pause_s

    async def _quiet(self) -> None:
        loop = asyncio.get_running_loop()
        at_last = loop.time() + LONGEST_WAIT_S
        # Not an event: it is over when nothing happened for a while.
        while (left_s := min(self._busy_until, at_last) - loop.time()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left_s)

    async def _next(self) -> SessionKey | None:
        """Return the session to be looked through next: of those that are due the one that failed least often."""
        await self._capture.load()
        waiting = self._capture.sessions()
        for session, entries in waiting.items():
            if self._is_due(session, entries):
                # All that wait now, whatever number of batches that takes; later ones wait for their own turn.
                self._due[session] = entries[-1].key
        self._asked.clear()
        self._due = {of: last for of, last in self._due.items() if of in waiting and waiting[of][0].key <= last}
        return min(self._due, key=lambda session: self._failures[session], default=None)

    def _is_due(self, session: SessionKey, entries: Sequence[JournalEntry]) -> bool:
        every = min(self._settings.every_turns, self._settings.rounds_kept)
        now = self._clock.now()
        is_due_now = is_due(len(entries), entries[-1].at, now, every=every, idle=self._settings.idle)
        return is_due_now or self._batches.is_off or session in self._asked

    def _until_due(self) -> float | None:
        """Return the seconds until the next session has been silent for long enough."""
        last = [entries[-1].at for entries in self._capture.sessions().values()]
        # Never at once: a clock that stands still must not keep a processor busy.
        return max(0.1, (min(last) + self._settings.idle - self._clock.now()).total_seconds()) if last else None

    def _look_again(self, seconds: float, *, is_pause: bool = False) -> None:
        loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        if is_pause:
            self._pauses_until = loop.time() + seconds
        self._timer = loop.call_later(seconds, self._resume, context=Context())

    def _resume(self) -> None:
        # A timer may fire a little before its time.
        self._pauses_until = 0.0
        self.nudge()

    def _went(self, exc: LongTermMemoryError | TimeoutError) -> None:
        # Once when it goes; that it is back is said when nothing is due any more.
        if not self._is_behind:
            _log.warning("turns wait to be looked through: reason=%s", type(exc).__name__)
        self._is_behind = True

    def _broke_off(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (exc := task.exception()) is not None:
            _log.error("looking through turns broke off: reason=%s", type(exc).__name__)
            self._look_again(self._longest_pause_s, is_pause=True)


async def _failure(work: Coroutine[None, None, None]) -> LongTermMemoryError | TimeoutError | None:
    """Do the work and return what it failed with."""
    try:
        await work
    except (LongTermMemoryError, TimeoutError) as exc:
        return exc
    return None
