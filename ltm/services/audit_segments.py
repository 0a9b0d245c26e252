"""Where audit entries are kept: a ring of small values for each scope, of which a new entry rewrites one."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from ltm.domain.audit import AuditEntry, Change
from ltm.domain.scope import Scope
from ltm.errors import Conflict, StoreUnavailable
from ltm.ports.storage import Storage

SEGMENT_ENTRIES = 100
"""About 20 kB: small enough to be written again with every entry and to be kept by a storage's cache."""

MAX_ENTRIES = 1_000
"""The newest of a scope that are shown."""

SLOTS = MAX_ENTRIES // SEGMENT_ENTRIES + 1
"""One more than the full segments shown: the newest is being filled. What the oldest holds goes with the next one."""

_MAX_PARSED = 64
"""Segments kept as they were parsed, for as long as the storage holds the same bytes: some three megabytes."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An entry with the token that tells it from an equal one, and a repeated write from a new one."""

    token: str
    entry: AuditEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """Up to SEGMENT_ENTRIES entries, oldest first. `number` counts from 0 and is never used again in the scope;
    `raw` is what its slot holds at present."""

    number: int
    kept: tuple[Kept, ...] = ()
    raw: bytes | None = None

    @property
    def room(self) -> int:
        return SEGMENT_ENTRIES - len(self.kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Slot:
    """`segment` is None where there is none, and where the bytes do not parse."""

    raw: bytes | None
    segment: Segment | None

    @property
    def is_unreadable(self) -> bool:
        return self.raw is not None and self.segment is None


class _StoredEntry(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    token: str
    at: float
    change: Change
    by: str = ""
    id: str = ""
    digest: str = ""
    note: str = ""


class _StoredSegment(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    v: Literal[1] = 1
    number: int = Field(ge=0)
    entries: list[_StoredEntry] = Field(max_length=SEGMENT_ENTRIES)


class AuditSegments:
    """Raises StoreUnavailable. The caller lets one task at a time write a scope; another process is noticed.

    Keys: `audit/{scope}/{slot}` are the ring, `audit/{scope}/head` the newest segment's number, which is a hint: the
    numbers in the ring decide. `audit/{scope}/unreadable/{slot}` is the last one of that slot that did not parse."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._parsed: OrderedDict[str, Segment] = OrderedDict()
        self._said: set[str] = set()

    async def newest(self, scope: Scope) -> Segment:
        """Return the segment written last, an empty one if there is none; in two reads, but once in a hundred entries
        and where something is missing."""
        number = await self._head(scope)
        if number is not None:
            found = (await self._slot(scope, number)).segment
            # The next is begun when one is full, so one with room is the newest, also where the hint is an old one.
            if found is not None and found.room:
                return found
        segments = await self.every(scope)
        return segments[-1] if segments else await self._begun(scope, 0)

    async def following(self, scope: Scope, segment: Segment) -> Segment:
        """Return the empty segment after a full one."""
        return await self._begun(scope, segment.number + 1)

    async def every(self, scope: Scope) -> list[Segment]:
        """Return all segments, oldest first. Those that do not parse are logged and left out. Never writes."""
        slots = [await self._slot(scope, number) for number in range(SLOTS)]
        return sorted((slot.segment for slot in slots if slot.segment), key=lambda segment: segment.number)

    async def append(self, scope: Scope, segment: Segment, added: Sequence[Kept]) -> Segment:
        """Write the segment with entries added and return it. Raises Conflict if something else wrote meanwhile."""
        written = await self._write(scope, replace(segment, kept=(*segment.kept, *added)))
        if not segment.kept:
            # The entries are stored; without the hint the next look reads the whole ring.
            with suppress(StoreUnavailable):
                await self._storage.put(_key(scope, "head"), str(segment.number).encode())
        return written

    async def rewrite(self, scope: Scope, change: Callable[[AuditEntry], AuditEntry]) -> int:
        """Change the entries of the scope and return how many differ now. Raises Conflict as `append`.

        What does not parse is deleted, copies included: nobody can tell what it holds."""
        changed = 0
        for number in range(SLOTS):
            slot = await self._slot(scope, number)
            await self._storage.delete(_aside(scope, number))
            if slot.is_unreadable:
                await self._storage.delete(_key(scope, number % SLOTS))
            elif slot.segment is not None:
                kept = tuple(replace(each, entry=change(each.entry)) for each in slot.segment.kept)
                differing = sum(new != old for new, old in zip(kept, slot.segment.kept, strict=True))
                if differing:
                    await self._write(scope, replace(slot.segment, kept=kept))
                    changed += differing
        return changed

    async def _write(self, scope: Scope, segment: Segment) -> Segment:
        raw = _to_bytes(segment)
        if not await self._storage.swap(_key(scope, segment.number % SLOTS), segment.raw, raw):
            raise Conflict("the audit is being written by something else at this moment")
        return self._remembered(_key(scope, segment.number % SLOTS), replace(segment, raw=raw))

    async def _begun(self, scope: Scope, number: int) -> Segment:
        slot = await self._slot(scope, number)
        if slot.raw is not None and slot.is_unreadable:
            await self._storage.put(_aside(scope, number), slot.raw)
            _log.error("an unreadable part of the audit was kept aside: key=%s", _aside(scope, number))
        return Segment(number=number, raw=slot.raw)

    async def _slot(self, scope: Scope, number: int) -> _Slot:
        key = _key(scope, number % SLOTS)
        raw = await self._storage.get(key)
        if raw is None:
            return _Slot(raw=None, segment=None)
        known = self._parsed.get(key)
        segment = known if known is not None and known.raw == raw else _from_bytes(raw)
        if segment is not None:
            self._remembered(key, segment)
        elif key not in self._said:
            self._said.add(key)
            _log.error("a part of the audit does not parse: key=%s bytes=%d", key, len(raw))
        return _Slot(raw=raw, segment=segment)

    def _remembered(self, key: str, segment: Segment) -> Segment:
        self._parsed[key] = segment
        self._parsed.move_to_end(key)
        if len(self._parsed) > _MAX_PARSED:
            self._parsed.popitem(last=False)
        return segment

    async def _head(self, scope: Scope) -> int | None:
        raw = await self._storage.get(_key(scope, "head")) or b""
        # Longer numbers are no count of entries, and Python refuses to read those of thousands of digits.
        return int(raw) if raw.isdigit() and len(raw) <= 18 else None


def _key(scope: Scope, name: int | str) -> str:
    return f"audit/{scope.digest}/{name}"


def _aside(scope: Scope, number: int) -> str:
    # One copy a slot, so that damage that repeats cannot fill the storage.
    return _key(scope, f"unreadable/{number % SLOTS}")


def _to_bytes(segment: Segment) -> bytes:
    entries = [
        {
            "token": each.token,
            "at": each.entry.at.timestamp(),
            "change": each.entry.change,
            "by": each.entry.by,
            "id": each.entry.episode_id,
            "digest": each.entry.digest,
            "note": each.entry.note,
        }
        for each in segment.kept
    ]
    return orjson.dumps({"v": 1, "number": segment.number, "entries": entries})


def _from_bytes(raw: bytes) -> Segment | None:
    """Return the segment, None for bytes that do not parse."""
    try:
        stored = _StoredSegment.model_validate(orjson.loads(raw))
        kept = tuple(Kept(token=each.token, entry=_entry(each)) for each in stored.entries)
    except (ValueError, OverflowError):  # JSON, pydantic and times out of range
        return None
    return Segment(number=stored.number, kept=kept, raw=raw)


def _entry(stored: _StoredEntry) -> AuditEntry:
    return AuditEntry(
        at=datetime.fromtimestamp(stored.at, UTC),
        by=stored.by,
        change=stored.change,
        episode_id=stored.id,
        digest=stored.digest,
        note=stored.note,
    )
