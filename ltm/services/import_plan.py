"""Importing a file into one scope, in two steps: what it would bring, and bringing it."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from time import perf_counter

from ltm.domain.episode import Episode
from ltm.domain.import_rows import FileRow, Present, RejectedRow, SortedRows, id_here, session_here, sorted_rows
from ltm.domain.scope import Scope, SessionKey
from ltm.errors import InvalidInput
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.embedding import Turns, embedded, turns
from ltm.services.import_file import (
    BATCH,
    MAX_ROWS_HERE,
    ImportReport,
    ImportRow,
    Positions,
    accepted,
    episode_of,
    links_of,
    parsed_file,
)
from ltm.services.scope_locks import ScopeLocks

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPlan:
    """What importing a file into a scope would do when it was looked at; `new` and `duplicates` count its `rows`."""

    scope: Scope
    rows: tuple[FileRow, ...]
    new: int
    duplicates: int
    rejected: tuple[RejectedRow, ...]


class ImportService:
    def __init__(self, *, store: EpisodeStore, embedder: Embedder, clock: Clock, locks: ScopeLocks) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._locks = locks

    async def planned(
        self, scope: Scope, session: SessionKey, raw: bytes | str, require: Callable[[Episode], None] | None = None
    ) -> ImportPlan:
        """Return what importing the file would bring into this scope, whatever places its rows name; writes nothing.

        `session` is the one that asks. A row for which `require` raises InvalidInput or Refused is rejected.
        Raises InvalidInput if the file cannot be read, and StoreUnavailable."""
        file = parsed_file(raw)
        if len(file.rows) > MAX_ROWS_HERE:
            raise InvalidInput(f"the file has {len(file.rows)} rows, the limit is {MAX_ROWS_HERE} at once: split it")
        now, positions = self._clock.now(), Positions()

        def accept(number: int, row: ImportRow) -> FileRow:
            made = _row(scope, session, number, row, positions, now)
            if require is not None:
                require(made.episode)
            return made

        rows, rejected = await accepted(file, accept)
        found = await self._sorted(scope, rows)
        plan = ImportPlan(
            scope=scope,
            rows=tuple(rows),
            new=len(found.new),
            duplicates=found.duplicates,
            rejected=_by_number(rejected + found.rejected),
        )
        _log.info(
            "import planned: scope=%s new=%d duplicates=%d rejected=%d",
            scope.digest[:12],
            plan.new,
            plan.duplicates,
            len(plan.rejected),
        )
        return plan

    async def apply(self, scope: Scope, plan: ImportPlan) -> ImportReport:
        """Store what of the plan is still new; where this was stopped, importing the file again completes it.

        Raises InvalidInput for another scope's plan, and Unavailable or OutcomeUnknown where rows are missing."""
        if plan.scope != scope:
            raise InvalidInput("this import was prepared in another conversation: start it here")
        started = perf_counter()
        found = await self._sorted(scope, plan.rows)
        known = turns([row.episode for row in plan.rows])
        stored = 0
        for start in range(0, len(found.new), BATCH):
            batch = found.new[start : start + BATCH]
            stored += await self._stored(scope, batch, known)
            _log.info("import: scope=%s done=%d of=%d", scope.digest[:12], start + len(batch), len(found.new))
        valid = {row.number for row in plan.rows}
        invalid = tuple(row for row in plan.rejected if row.number not in valid)
        report = ImportReport(
            stored=stored,
            rejected=_by_number(invalid + found.rejected),
            duplicates=len(plan.rows) - len(found.rejected) - stored,
        )
        _log.info(
            "import done: scope=%s stored=%d duplicates=%d rejected=%d ms=%.0f",
            scope.digest[:12],
            report.stored,
            report.duplicates,
            len(report.rejected),
            (perf_counter() - started) * 1000,
        )
        return report

    async def _stored(self, scope: Scope, batch: Sequence[Episode], known: Turns) -> int:
        embeddings = await embedded(self._embedder, batch, known)
        # Looked at again under the lock: another import of the file may have been here meanwhile, and what
        # somebody has changed since must not be overwritten.
        async with self._locks.of(scope):
            there = await asyncio.gather(*(self._store.get(scope, episode.id) for episode in batch))
            records = [
                Record(episode=episode, embedding=embedding)
                for episode, embedding, record in zip(batch, embeddings, there, strict=True)
                if record is None
            ]
            if records:
                await self._store.put(scope, records)
        return len(records)

    async def _sorted(self, scope: Scope, rows: Sequence[FileRow]) -> SortedRows:
        # In a thread: over thousands of rows it takes longer than a reply may wait.
        present = await asyncio.to_thread(Present, rows)
        async for batch in self._store.scan(scope):
            for record in batch:
                present.note(record.episode)
        return await asyncio.to_thread(sorted_rows, rows, present)


def _row(
    scope: Scope, session: SessionKey, number: int, row: ImportRow, positions: Positions, now: datetime
) -> FileRow:
    position = positions.of(scope, row)
    episode = episode_of(
        row,
        session_name=session_here(row.session, session.name, scope.isolation),
        document=row.document,
        position=position,
        now=now,
    )
    positions.passed(scope, row, position)
    made = FileRow(
        number=number,
        episode=episode,
        own_id=row.id,
        superseded_by=row.superseded_by,
        links=links_of(row),
        has_time=row.timestamp is not None,
    )
    return replace(made, episode=replace(episode, id=id_here(scope, made)))


def _by_number(rejected: Sequence[RejectedRow]) -> tuple[RejectedRow, ...]:
    return tuple(sorted(rejected, key=lambda row: row.number))
