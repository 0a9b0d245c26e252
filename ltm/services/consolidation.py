"""Consolidating the memories of a scope beside the chat: shown first, done once, undone on demand."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ltm.domain.audit import ITSELF, Change
from ltm.domain.consolidation import Counts
from ltm.domain.consolidation_planning import NOT_JUDGED, planned, undecided
from ltm.domain.consolidation_runs import Job, Outcome, RunRecord
from ltm.domain.episode import Episode, EpisodeId, Kind
from ltm.domain.progress import Progress
from ltm.domain.scope import Scope
from ltm.errors import Conflict, LongTermMemoryError, NotFound
from ltm.ports.clock import Clock
from ltm.ports.llm import Llm
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.audit import AuditService
from ltm.services.background import detached
from ltm.services.consolidation_applying import Applying, Planned, done_of, planned_over
from ltm.services.consolidation_judge import judged, looks_stale
from ltm.services.consolidation_pairs import near_pairs
from ltm.services.consolidation_records import ConsolidationRecords

PLAN_VALID = timedelta(hours=1)
"""So long a run does what a preview showed, if the scope is as it was; after that it is planned anew."""

_PLANS_KEPT = 8
_BROKEN_OFF = "it was broken off"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """A plan, when it was made, and `of` what: what the scope was like, and whether a model was asked."""

    planned: Planned
    at: datetime
    of: tuple[int, bool]


class ConsolidationService:
    """`every_hours` apart, a scheduled job of the sort `scheduled`, None for none, is done where `nudge` is called.
    What is said by or about those who are `hidden(scope)` stays as it is. `llm` judges what no rule settles."""

    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        clock: Clock,
        audit: AuditService,
        applying: Applying,
        records: ConsolidationRecords,
        llm: Llm | None = None,
        scheduled: Job | None = None,
        every_hours: float = 24.0,
        hidden: Callable[[Scope], Awaitable[frozenset[str]]] | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._audit = audit
        self._applying = applying
        self._records = records
        self._llm = llm
        self._scheduled = scheduled
        self._every = timedelta(hours=every_hours)
        self._hidden = hidden
        self._running: dict[Scope, asyncio.Task[Outcome]] = {}
        self._progress: dict[Scope, Progress] = {}
        self._shown: OrderedDict[Scope, _Shown] = OrderedDict()
        self._looked: dict[Scope, datetime] = {}

    def progress(self, scope: Scope) -> Progress | None:
        """Return how far the job that is under way is, None where none is; 0 of 0 while it is still looking."""
        if scope not in self._running:
            return None
        return self._progress.get(scope, Progress(done=0, total=0, running=True))

    async def last(self, scope: Scope) -> Outcome | None:
        """Return how the last job ended, None where there was none. Raises StoreUnavailable."""
        return await self._records.last(scope)

    async def runs(self, scope: Scope) -> list[str]:
        """Return the ids of the runs that are kept, the newest first. Raises StoreUnavailable."""
        return await self._records.runs(scope)

    def shown(self, scope: Scope) -> Planned | None:
        """Return the plan that was made last, None where it was done since or is forgotten."""
        shown = self._shown.get(scope)
        return shown.planned if shown else None

    def start(self, scope: Scope, job: Job, *, by: str, run_id: str = "") -> asyncio.Task[Outcome]:
        """Have the job done in the background, and return its task, which does not raise: how it failed is the
        outcome's `reason`. It is cancelled where memories of the scope are erased. `run_id` is the run to undo.

        Raises Conflict while another job is under way in the scope."""
        if scope in self._running:
            raise Conflict("memories are being consolidated here at this moment; try again when that is done")
        work: Coroutine[object, object, Outcome]
        match job:
            case Job.PREVIEW:
                work = self.preview(scope)
            case Job.RUN:
                work = self.run(scope, by=by)
            case Job.UNDO:
                work = self.undo(scope, run_id, by=by)
        task = detached(self._quietly(scope, job, work))
        self._running[scope] = task
        task.add_done_callback(lambda _done: self._ended(scope))
        return task

    def nudge(self, scope: Scope) -> None:
        """Have the scheduled job done if it is due and nothing else runs. Returns at once."""
        if self._scheduled is None or self._running:
            return
        now = self._clock.now()
        looked = self._looked.get(scope)
        if looked is not None and now - looked < self._every:
            return
        self._looked[scope] = now
        task = detached(self._due(scope, self._scheduled))
        self._running[scope] = task
        task.add_done_callback(lambda _done: self._ended(scope))

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def preview(self, scope: Scope) -> Outcome:
        """Plan and change nothing; `shown` then has the plan. Raises Unavailable."""
        return await self._preview(scope, self._llm)

    async def _preview(self, scope: Scope, llm: Llm | None) -> Outcome:
        # One that nobody asked for asks no model either: that would cost something every day.
        found = await self._planned(scope, llm)
        outcome = Outcome(job=Job.PREVIEW, at=self._clock.now(), counts=found.plan.counts)
        await self._records.keep_last(scope, outcome)
        return outcome

    async def run(self, scope: Scope, *, by: str = ITSELF) -> Outcome:
        """Plan, or take what was shown if the scope is as it was then, write down what is to be done, and do it.

        A memory that is no longer as planned is left alone. Raises Unavailable where nothing was changed; what breaks
        the run off later is the outcome's `reason`, and `undo` undoes what was done until then."""
        found = await self._planned(scope, self._llm)
        self._shown.pop(scope, None)
        outcome = Outcome(job=Job.RUN, at=self._clock.now())
        if not found.plan.actions:
            await self._records.keep_last(scope, outcome)
            return outcome
        run_id = f"{outcome.at:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
        record = RunRecord(run_id=run_id, at=outcome.at, steps=found.steps, made=found.made())
        await self._records.write(scope, record)
        done = set[EpisodeId]()
        outcome = replace(outcome, run_id=run_id, reason=_BROKEN_OFF)
        try:
            await self._applying.apply(scope, run_id, found, done, self._advanced(scope))
            outcome = replace(outcome, reason="")
        except LongTermMemoryError as exc:
            outcome = replace(outcome, reason=str(exc))
        finally:
            counts = done_of(found.plan, done)
            outcome = replace(outcome, counts=counts, skipped=found.plan.counts.total - counts.total)
            await self._noted(scope, outcome, Change.CONSOLIDATED, by, counts)
        return outcome

    async def undo(self, scope: Scope, run_id: str, *, by: str) -> Outcome:
        """Put every memory back that still is as the run left it, and delete the merged ones, proved by reading back.

        Raises NotFound for a run that is not kept, Corrupt, and StoreUnavailable, OutcomeUnknown or Conflict with a
        part of it undone: done again, it does the rest."""
        record = await self._records.read(scope, run_id)
        if record is None:
            raise NotFound("no run with that id is kept here")
        outcome = Outcome(job=Job.UNDO, at=self._clock.now(), run_id=run_id, was_undone=record.is_undone)
        if record.is_undone:
            return outcome
        self._shown.pop(scope, None)
        undone = await self._applying.undo(scope, record, by, self._advanced(scope))
        await self._records.mark_undone(scope, run_id)
        outcome = replace(outcome, restored=undone.restored, deleted=undone.deleted, left=undone.left)
        await self._noted(scope, outcome, Change.UNDONE, by, undone.restored + undone.deleted)
        return outcome

    async def forget(self, scope: Scope, speaker_id: str, until: datetime | None = None) -> None:
        """Break off what is under way and forget what was shown: a plan holds what memories say, whoever's."""
        await self._stop(scope)

    async def clear(self, scope: Scope) -> None:
        """Break off what is under way, and remove all that is kept of the scope's runs. Raises StoreUnavailable."""
        await self._stop(scope)
        self._looked.pop(scope, None)
        await self._records.clear(scope)

    async def discard_all(self) -> None:
        """Break off all that is under way, and remove what is kept of every scope. Raises StoreUnavailable."""
        await self.close()
        await self._records.discard_all()

    async def close(self) -> None:
        """Break off all that is under way."""
        for scope in list(self._running):
            await self._stop(scope)

    async def _stop(self, scope: Scope) -> None:
        task = self._running.get(scope)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        self._shown.pop(scope, None)

    async def _planned(self, scope: Scope, llm: Llm | None) -> Planned:
        """Return what is to be done, the plan that was shown if the scope is as it was then."""
        hidden = await self._hidden(scope) if self._hidden is not None else frozenset[str]()
        episodes = [
            record.episode
            async for batch in self._store.scan(scope)
            for record in batch
            if record.episode.kind is not Kind.TURN and not any(map(record.episode.concerns, hidden))
        ]
        likeness = await asyncio.to_thread(_likeness, episodes)
        shown, now = self._shown.get(scope), self._clock.now()
        if shown is not None and shown.of == (likeness, llm is not None) and now - shown.at < PLAN_VALID:
            return shown.planned
        pairs = await near_pairs(self._store, scope, episodes)
        said = NOT_JUDGED
        if llm is not None:
            open_pairs = await asyncio.to_thread(undecided, pairs)
            said = await judged(llm, open_pairs, looks_stale(episodes, now))
        plan = await asyncio.to_thread(planned, episodes, pairs, now, said)
        found = await asyncio.to_thread(planned_over, plan, episodes)
        self._shown[scope] = _Shown(planned=found, at=now, of=(likeness, llm is not None))
        self._shown.move_to_end(scope)
        while len(self._shown) > _PLANS_KEPT:
            self._shown.popitem(last=False)
        return found

    async def _due(self, scope: Scope, job: Job) -> Outcome:
        """Do the job unless the storage knows that one was done lately, by this process or another."""
        now = self._clock.now()
        try:
            last = await self._records.last(scope)
        except LongTermMemoryError as exc:
            return Outcome(job=job, at=now, reason=str(exc))
        if last is not None and now - last.at < self._every:
            self._looked[scope] = last.at
            return last
        return await self._quietly(scope, job, self._preview(scope, None) if job is Job.PREVIEW else self.run(scope))

    async def _quietly(self, scope: Scope, job: Job, work: Coroutine[object, object, Outcome]) -> Outcome:
        try:
            return await work
        except LongTermMemoryError as exc:
            _log.warning("consolidation stopped: scope=%s job=%s reason=%s", scope.digest[:12], job, type(exc).__name__)
            outcome = Outcome(job=job, at=self._clock.now(), reason=str(exc))
            with suppress(LongTermMemoryError):
                await self._records.keep_last(scope, outcome)
            return outcome

    async def _noted(self, scope: Scope, outcome: Outcome, change: Change, by: str, what: Counts | int) -> None:
        """Write down what happened, as far as that is possible now: it has happened."""
        if isinstance(what, Counts):
            did = f"m{what.merged} s{what.superseded} a{what.archived} p{what.promoted}"
        else:
            did = str(what)
        await self._audit.note(scope, change, by=by, note=f"{outcome.run_id} {did}")
        with suppress(LongTermMemoryError):
            await self._records.keep_last(scope, outcome)
        _log.info(
            "%s: scope=%s run=%s did=%s skipped=%d left=%d complete=%s",
            change,
            scope.digest[:12],
            outcome.run_id,
            did,
            outcome.skipped,
            outcome.left,
            not outcome.reason,
        )

    def _advanced(self, scope: Scope) -> Callable[[int, int], None]:
        def advanced(done: int, total: int) -> None:
            self._progress[scope] = Progress(done=done, total=total, running=True)

        return advanced

    def _ended(self, scope: Scope) -> None:
        self._running.pop(scope, None)
        self._progress.pop(scope, None)


def _likeness(episodes: Sequence[Episode]) -> int:
    """Return a number that is the same in this process for the same memories, in any order."""
    return hash(frozenset(episodes))
