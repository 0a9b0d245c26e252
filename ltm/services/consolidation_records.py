"""Where consolidation keeps what it did: a record for each of the last runs of a scope, and how the last job ended."""

import asyncio
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeVar

import orjson
from pydantic import TypeAdapter

from ltm.domain.consolidation import Step
from ltm.domain.consolidation_runs import Made, Outcome, RunRecord
from ltm.domain.scope import Scope
from ltm.errors import Corrupt
from ltm.ports.storage import Storage

RUNS_KEPT = 10
"""Of a scope; older ones cannot be undone."""

MAX_SEGMENT_BYTES = 500_000
"""A value stays well below a megabyte: a host carries it base64-encoded in one message."""

_RUN_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{4}")
_LAST = "last"
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    at: datetime
    segments: int
    undone: bool = False
    v: Literal[1] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Segment:
    steps: tuple[Step, ...] = ()
    made: tuple[Made, ...] = ()
    v: Literal[1] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Last:
    outcome: Outcome
    v: Literal[1] = 1


_HEAD, _SEGMENT, _OUTCOME = TypeAdapter(_Head), TypeAdapter(_Segment), TypeAdapter(_Last)


class ConsolidationRecords:
    """Raises StoreUnavailable.

    Keys: `consolidation/{scope}/{run}` is the head of a run's record, `consolidation/{scope}/{run}/{number}` are its
    segments, written before the head. `consolidation/{scope}/last` is how the last job ended."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def write(self, scope: Scope, record: RunRecord) -> None:
        """Keep the record, and of the older ones the newest so that RUNS_KEPT are there."""
        # A record of thousands takes a second to write as JSON, and some tenths to read: not on the loop.
        segments = await asyncio.to_thread(lambda: [_SEGMENT.dump_json(segment) for segment in _segments(record)])
        for number, segment in enumerate(segments):
            await self._storage.put(_key(scope, f"{record.run_id}/{number:04d}"), segment)
        head = _Head(at=record.at, segments=len(segments))
        await self._storage.put(_key(scope, record.run_id), _HEAD.dump_json(head))
        await self._prune(scope, record.run_id)

    async def read(self, scope: Scope, run_id: str) -> RunRecord | None:
        """Return the record of the run, None if there is none. Raises Corrupt."""
        head = await self._head(scope, run_id)
        if head is None:
            return None
        segments: list[_Segment] = []
        for number in range(head.segments):
            key = _key(scope, f"{run_id}/{number:04d}")
            raw = await self._storage.get(key) or b""
            segments.append(await asyncio.to_thread(_parsed, _SEGMENT, raw, key))
        return RunRecord(
            run_id=run_id,
            at=head.at,
            steps=tuple(step for segment in segments for step in segment.steps),
            made=tuple(made for segment in segments for made in segment.made),
            is_undone=head.undone,
        )

    async def mark_undone(self, scope: Scope, run_id: str) -> None:
        """Write down that the run is undone; nothing if it is not kept any more."""
        head = await self._head(scope, run_id)
        if head is not None:
            undone = _Head(at=head.at, segments=head.segments, undone=True)
            await self._storage.put(_key(scope, run_id), _HEAD.dump_json(undone))

    async def runs(self, scope: Scope) -> list[str]:
        """Return the runs that are kept, the newest first."""
        prefix = _key(scope, "")
        names = [key.removeprefix(prefix) for key in await self._storage.keys(prefix)]
        return sorted(filter(_RUN_ID.fullmatch, names), reverse=True)

    async def last(self, scope: Scope) -> Outcome | None:
        """Return how the last job ended, None where there was none or what is kept of it does not parse."""
        key = _key(scope, _LAST)
        raw = await self._storage.get(key)
        if raw is None:
            return None
        try:
            return _parsed(_OUTCOME, raw, key).outcome
        except Corrupt:
            _log.error("the last consolidation does not parse: key=%s", key)
            return None

    async def keep_last(self, scope: Scope, outcome: Outcome) -> None:
        await self._storage.put(_key(scope, _LAST), _OUTCOME.dump_json(_Last(outcome=outcome)))

    async def clear(self, scope: Scope) -> None:
        """Remove all that is kept of the scope."""
        for key in await self._storage.keys(_key(scope, "")):
            await self._storage.delete(key)

    async def discard_all(self) -> None:
        """Remove what is kept of every scope."""
        for key in await self._storage.keys("consolidation/"):
            await self._storage.delete(key)

    async def _head(self, scope: Scope, run_id: str) -> _Head | None:
        # What people type becomes part of a key.
        if not _RUN_ID.fullmatch(run_id):
            return None
        key = _key(scope, run_id)
        raw = await self._storage.get(key)
        return None if raw is None else _parsed(_HEAD, raw, key)

    async def _prune(self, scope: Scope, newest: str) -> None:
        """Delete what is not of the runs kept, segments included that a crash left without a head."""
        prefix = _key(scope, "")
        names = [key.removeprefix(prefix) for key in await self._storage.keys(prefix)]
        older = sorted({name for name in names if _RUN_ID.fullmatch(name)} - {newest}, reverse=True)
        kept = {_LAST, newest, *older[: RUNS_KEPT - 1]}
        # In the order of their names heads come first: no head is left without its segments.
        for name in sorted(names):
            if name.partition("/")[0] not in kept:
                await self._storage.delete(prefix + name)


def _key(scope: Scope, name: str) -> str:
    return f"consolidation/{scope.digest}/{name}"


def _segments(record: RunRecord) -> Iterator[_Segment]:
    """Yield the record in parts, each of MAX_SEGMENT_BYTES and one entry more at most."""
    steps: list[Step] = []
    made: list[Made] = []
    size = 0
    entries: list[Made | Step] = [*record.made, *record.steps]
    for entry in entries:
        if isinstance(entry, Made):
            made.append(entry)
        else:
            steps.append(entry)
        size += len(orjson.dumps(entry))
        if size >= MAX_SEGMENT_BYTES:
            yield _Segment(steps=tuple(steps), made=tuple(made))
            steps, made, size = [], [], 0
    if size:
        yield _Segment(steps=tuple(steps), made=tuple(made))


def _parsed(shape: TypeAdapter[_T], raw: bytes, key: str) -> _T:
    """Raises Corrupt naming the key."""
    try:
        return shape.validate_json(raw)
    except ValueError as exc:  # pydantic
        raise Corrupt(f"the record of a consolidation does not parse ({key})") from exc
