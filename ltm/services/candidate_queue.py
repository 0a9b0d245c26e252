"""The candidates of each scope that are not in memory yet, and which turns were looked through for them: one value a
scope, so that a crash loses neither or both."""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from ltm.domain.candidate import Candidate
from ltm.domain.episode import EpisodeId, Kind, Speaker
from ltm.domain.mining import WaitingCandidate
from ltm.domain.profile import Field as ProfileField
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import Conflict, Corrupt
from ltm.ports.storage import Storage

_PREFIX = "candidates/"
_ATTEMPTS = 3
"""Changes of this process wait for each other, so an attempt fails only where something else wrote meanwhile."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """`waiting` are oldest first; `mined` the keys of journal entries that may not have left the journal yet."""

    waiting: tuple[WaitingCandidate, ...] = ()
    mined: tuple[str, ...] = ()


class _Stored(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _StoredSpeaker(_Stored):
    id: str
    name: str = ""


class _StoredCandidate(_Stored):
    id: str
    entry: str
    session: str
    speaker: _StoredSpeaker | None
    at: float
    ready: bool
    kind: Kind
    text: str
    original: str = ""
    importance: int = 2
    subject: str = ""
    fact_key: str = ""
    field: ProfileField | None = None
    event_at: float | None = None
    snapshot: bool = False
    corrects: bool = False
    entities: tuple[str, ...] = ()


class _StoredQueue(_Stored):
    v: Literal[1] = 1
    isolation: Isolation
    bot: str
    session: str
    waiting: list[_StoredCandidate] = Field(default_factory=list)
    mined: list[str] = Field(default_factory=list)


class CandidateQueues:
    """All methods raise StoreUnavailable. A value that does not parse is kept aside and begun anew."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def read(self, scope: Scope) -> Queue:
        _, queue = await self._read(_key(scope))
        return queue

    async def change(self, scope: Scope, change: Callable[[Queue], Queue]) -> Queue:
        """Return the queue as it is after the change; what a failed call did to it is known after the next read.

        Raises Conflict as well."""
        key = _key(scope)
        for _ in range(_ATTEMPTS):
            raw, before = await self._read(key)
            after = change(before)
            if after == before:
                return after
            if after == Queue():
                # A storage cannot compare and delete; what else writes here would be a second process.
                await self._storage.delete(key)
                return after
            if await self._storage.swap(key, raw, _to_bytes(scope, after)):
                return after
        raise Conflict("what waits for a decision is being changed by others at this moment; try again")

    async def scopes(self) -> list[Scope]:
        """Return all scopes that have something in their queue."""
        found: list[Scope] = []
        for key in await self._storage.keys(_PREFIX):
            raw = None if "/" in key.removeprefix(_PREFIX) else await self._storage.get(key)
            if raw is None:
                continue
            try:
                stored = _StoredQueue.model_validate(orjson.loads(raw))
            except ValueError:  # JSON and pydantic
                continue  # Kept aside when it is read.
            found.append(Scope(isolation=stored.isolation, bot_uuid=stored.bot, session_name=stored.session))
        return found

    async def discard_unreadable(self, scope: Scope) -> None:
        """Delete what was kept aside: whose words it holds cannot be told."""
        for key in await self._storage.keys(f"{_key(scope)}/unreadable/"):
            await self._storage.delete(key)

    async def _read(self, key: str) -> tuple[bytes | None, Queue]:
        raw = await self._storage.get(key)
        if raw is None:
            return None, Queue()
        try:
            return raw, _from_bytes(raw)
        except Corrupt:
            aside = f"{key}/unreadable/{hashlib.sha256(raw).hexdigest()[:16]}"
            await self._storage.put(aside, raw)
            await self._storage.delete(key)
            _log.error("what waited for a decision does not parse and was kept aside: key=%s", aside)
            return None, Queue()


def _key(scope: Scope) -> str:
    return f"{_PREFIX}{scope.digest}"


def _to_bytes(scope: Scope, queue: Queue) -> bytes:
    stored = _StoredQueue(
        isolation=scope.isolation,
        bot=scope.bot_uuid,
        session=scope.session_name,
        waiting=[_stored(waiting) for waiting in queue.waiting],
        mined=list(queue.mined),
    )
    return orjson.dumps(stored.model_dump(mode="json"))


def _stored(waiting: WaitingCandidate) -> _StoredCandidate:
    candidate, speaker = waiting.candidate, waiting.speaker
    return _StoredCandidate(
        id=waiting.id,
        entry=waiting.entry,
        session=waiting.session.name,
        speaker=_StoredSpeaker(id=speaker.id, name=speaker.name) if speaker else None,
        at=waiting.at.timestamp(),
        ready=waiting.is_ready,
        kind=candidate.kind,
        text=candidate.text,
        original=candidate.original,
        importance=candidate.importance,
        subject=candidate.subject,
        fact_key=candidate.fact_key,
        field=candidate.field,
        event_at=candidate.event_at.timestamp() if candidate.event_at else None,
        snapshot=candidate.snapshot,
        corrects=candidate.corrects,
        entities=candidate.entities,
    )


def _from_bytes(raw: bytes) -> Queue:
    """Raises Corrupt."""
    try:
        stored = _StoredQueue.model_validate(orjson.loads(raw))
        waiting = tuple(_waiting(each, stored.bot) for each in stored.waiting)
    except (ValueError, OverflowError, OSError) as exc:  # JSON, pydantic and times out of range
        raise Corrupt("what waits for a decision does not parse") from exc
    return Queue(waiting=waiting, mined=tuple(stored.mined))


def _waiting(stored: _StoredCandidate, bot_uuid: str) -> WaitingCandidate:
    return WaitingCandidate(
        id=EpisodeId(stored.id),
        entry=stored.entry,
        session=SessionKey(name=stored.session, bot_uuid=bot_uuid),
        speaker=Speaker(id=stored.speaker.id, name=stored.speaker.name) if stored.speaker else None,
        at=datetime.fromtimestamp(stored.at, UTC),
        is_ready=stored.ready,
        candidate=Candidate(
            kind=stored.kind,
            text=stored.text,
            original=stored.original,
            importance=stored.importance,
            subject=stored.subject,
            fact_key=stored.fact_key,
            field=stored.field,
            event_at=datetime.fromtimestamp(stored.event_at, UTC) if stored.event_at is not None else None,
            snapshot=stored.snapshot,
            corrects=stored.corrects,
            entities=stored.entities,
        ),
    )
