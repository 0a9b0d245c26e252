"""Doing what a consolidation plan says, and undoing it: each memory is looked at again before it is changed."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from ltm.domain.audit import ITSELF, Change
from ltm.domain.consolidation import (
    Archive,
    ConsolidationPlan,
    Counts,
    Merge,
    Promote,
    State,
    Step,
    Supersede,
    ids_of,
    in_state,
    state_of,
    steps,
)
from ltm.domain.consolidation_runs import Made, RunRecord
from ltm.domain.episode import Episode, EpisodeId, Status
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.audit import AuditService, Noted
from ltm.services.erase import EraseService
from ltm.services.rewriting import Rewriting
from ltm.services.scope_locks import ScopeLocks

_EMBEDDED_AT_ONCE = 32
_NOTED_AT_ONCE = 100
"""Changes written down together; the audit keeps a hundred in one value."""

_STEPS_AT_ONCE = 10

_log = logging.getLogger(__name__)

Advanced = Callable[[int, int], None]
"""Told how many of how many changes are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A plan, the memories it names as they were when it was made, and what becomes of each."""

    plan: ConsolidationPlan
    episodes: Mapping[EpisodeId, Episode]
    steps: tuple[Step, ...]

    @property
    def merges(self) -> list[Merge]:
        return [action for action in self.plan.actions if isinstance(action, Merge)]

    def made(self) -> tuple[Made, ...]:
        """Return the merged memories as the run will leave them."""
        return tuple(
            Made(
                id=each.id, state=state_of(each), chars=len(each.content), repeats=each.repeat_count, pinned=each.pinned
            )
            for each in (merge.made for merge in self.merges)
        )


def planned_over(plan: ConsolidationPlan, episodes: Iterable[Episode]) -> Planned:
    """Return the plan with what it needs of the memories of its scope."""
    named = {episode_id for action in plan.actions for episode_id in ids_of(action)}
    known = {episode.id: episode for episode in episodes if episode.id in named}
    return Planned(plan=plan, episodes=known, steps=steps(plan, known))


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    restored: int
    deleted: int
    left: int


class Applying:
    """Raises StoreUnavailable, OutcomeUnknown or Conflict with a part of it done."""

    def __init__(
        self,
        *,
        store: EpisodeStore,
        embedder: Embedder,
        locks: ScopeLocks,
        rewriting: Rewriting,
        erase: EraseService,
        audit: AuditService,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._locks = locks
        self._rewriting = rewriting
        self._erase = erase
        self._audit = audit

    async def apply(
        self, scope: Scope, run_id: str, planned: Planned, done: set[EpisodeId], advanced: Advanced
    ) -> None:
        """Do what the plan says, and add to `done` each memory that was changed or made."""
        noting = _Noting(self._audit, scope, run_id)
        try:
            await self._make(scope, planned, done, noting)
            todo = planned.steps
            after = {step.id: step.after for step in todo}
            made = {merge.made.id: merge.made for merge in planned.merges}
            for number, step in enumerate(todo, start=1):
                winner = step.after.superseded_by
                was = None if winner is None else made.get(winner) or planned.episodes[winner]
                if was is None or await self._stands(scope, was, after.get(was.id)):
                    await self._step(scope, step, planned.episodes[step.id], done, noting)
                advanced(number, len(todo))
                await _let_others(number)
        finally:
            await noting.write()

    async def undo(self, scope: Scope, record: RunRecord, by: str, advanced: Advanced) -> Undone:
        """Put back what still is as the run left it, and delete the merged memories that are. Where a part was put back
        already the rest is."""
        noting = _Noting(self._audit, scope, record.run_id)
        restored = left = 0
        try:
            for number, step in enumerate(record.steps, start=1):
                outcome = await self._put_back(scope, step, noting)
                restored, left = restored + (outcome is True), left + (outcome is False)
                advanced(number, len(record.steps))
                await _let_others(number)
        finally:
            await noting.write()
        # Last, so that what a merged memory says is always in one place at least.
        wanted = await self._as_left(scope, record)
        deleted = await self._erase.delete(scope, wanted, by) if wanted else 0
        there = [each.id for each in record.made if each.id not in wanted and await self._store.get(scope, each.id)]
        return Undone(restored=restored, deleted=deleted, left=left + len(there))

    async def _make(self, scope: Scope, planned: Planned, done: set[EpisodeId], noting: "_Noting") -> None:
        merges = planned.merges
        for start in range(0, len(merges), _EMBEDDED_AT_ONCE):
            batch = merges[start : start + _EMBEDDED_AT_ONCE]
            try:
                embeddings = await self._embedder.embed_documents([merge.made.content for merge in batch])
            except EmbedderUnavailable:
                embeddings = []
            # Another model's vector would hide the memory from those that ask with the chosen one.
            usable = [each for each in embeddings if each.model == self._embedder.model]
            if len(usable) < len(batch):
                _log.warning("not merged, no embedding: scope=%s merges=%d", scope.digest[:12], len(merges) - start)
                return
            for number, (merge, embedding) in enumerate(zip(batch, usable, strict=True)):
                await _let_others(number)
                if await self._put(scope, merge, embedding, planned):
                    done.add(merge.made.id)
                    await noting.note(Change.REMEMBERED, merge.made)

    async def _put(self, scope: Scope, merge: Merge, embedding: Embedding, planned: Planned) -> bool:
        # Under the lock: of what is forgotten at this moment nothing may be kept under another id.
        async with self._locks.of(scope):
            sources = [(await self._store.get(scope, i), planned.episodes[i]) for i in (merge.older, merge.newer)]
            if not all(record is not None and _same(record.episode, was) for record, was in sources):
                return False
            if await self._store.get(scope, merge.made.id) is not None:
                return False
            await self._store.put(scope, [Record(episode=merge.made, embedding=embedding)])
        return True

    async def _stands(self, scope: Scope, was: Episode, after: State | None) -> bool:
        """True if the memory that another cedes to is there, as it was or as this run makes it."""
        record = await self._store.get(scope, was.id)
        if record is None:
            return False
        return _same(record.episode, was) or (after is not None and _same(record.episode, in_state(was, after)))

    async def _step(self, scope: Scope, step: Step, was: Episode, done: set[EpisodeId], noting: "_Noting") -> None:
        is_changed = False

        def change(record: Record) -> Record:
            nonlocal is_changed
            # What was recalled since is not stale; anything else may be recalled as it pleases.
            is_as_planned = (
                record.episode == was if step.after.status is Status.ARCHIVED else _same(record.episode, was)
            )
            is_changed = is_as_planned
            return replace(record, episode=in_state(record.episode, step.after)) if is_as_planned else record

        record = await self._rewriting.rewrite(scope, step.id, change)
        if record is not None and is_changed:
            done.add(step.id)
            await noting.note(_CHANGES.get(step.after.status, Change.CONSOLIDATED), record.episode)

    async def _put_back(self, scope: Scope, step: Step, noting: "_Noting") -> bool | None:
        """Return True if it was put back, False if it is another now or gone, None if there was nothing to do."""
        found: State | None = None

        def change(record: Record) -> Record:
            nonlocal found
            found = state_of(record.episode)
            is_as_left = found == step.after
            return replace(record, episode=in_state(record.episode, step.before)) if is_as_left else record

        record = await self._rewriting.rewrite(scope, step.id, change)
        if record is None or found not in (step.after, step.before):
            return False
        if found == step.before:
            return None
        await noting.note(Change.RESTORED, record.episode)
        return True

    async def _as_left(self, scope: Scope, record: RunRecord) -> list[EpisodeId]:
        """Return the merged memories that nobody changed, and to which no other memory has ceded since."""
        if not record.made:
            return []
        needed: set[EpisodeId | None] = set()
        async for batch in self._store.scan(scope):
            needed.update(each.episode.superseded_by for each in batch)
        entries = await self._audit.entries(scope)
        edited = {entry.episode_id for entry in entries if entry.change is Change.EDITED}
        found = []
        for made in record.made:
            there = await self._store.get(scope, made.id)
            if there is None or there.episode.pinned != made.pinned or made.id in needed or made.id in edited:
                continue
            episode = there.episode
            if (state_of(episode), len(episode.content), episode.repeat_count) == (
                made.state,
                made.chars,
                made.repeats,
            ):
                found.append(made.id)
        return found


class _Noting:
    """Changes of one run, written down a hundred at a time."""

    def __init__(self, audit: AuditService, scope: Scope, run_id: str) -> None:
        self._audit = audit
        self._scope = scope
        self._run_id = run_id
        self._noted: list[Noted] = []

    async def note(self, change: Change, episode: Episode) -> None:
        self._noted.append(Noted(change=change, by=ITSELF, episode=episode, note=self._run_id))
        if len(self._noted) >= _NOTED_AT_ONCE:
            await self.write()

    async def write(self) -> None:
        noted, self._noted = self._noted, []
        if noted:
            await self._audit.noted_many(self._scope, noted)


_CHANGES = {Status.SUPERSEDED: Change.SUPERSEDED, Status.ARCHIVED: Change.ARCHIVED}


def done_of(plan: ConsolidationPlan, done: set[EpisodeId]) -> Counts:
    """Return how many actions of each sort were done, given the memories that were changed."""
    actions = []
    for action in plan.actions:
        match action:
            case Merge():
                is_done = {action.older, action.newer} <= done
            case Supersede():
                is_done = action.loser in done
            case Archive() | Promote():
                is_done = action.id in done
        if is_done:
            actions.append(action)
    return ConsolidationPlan(actions=tuple(actions)).counts


async def _let_others(number: int) -> None:
    # A store in this process never waits: everybody else has to get a turn all the same.
    if number % _STEPS_AT_ONCE == 0:
        await asyncio.sleep(0)


def _same(one: Episode, other: Episode) -> bool:
    """True if two states of a memory differ in when it was recalled at most."""
    return one == other or replace(one, recalled_at=other.recalled_at, recall_count=other.recall_count) == other
