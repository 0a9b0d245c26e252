"""The outbox in a Storage: one key an entry, whose order is that of the entries."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated, Literal
from uuid import uuid4

import numpy as np
import orjson
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ltm.adapters.codec import episode_from_text, episode_to_text
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import Corrupt
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.ports.outbox import Pending, PendingErasure, PendingMemory
from ltm.ports.storage import Storage

_PREFIX = "outbox/"
_ASIDE = "outbox-aside/"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS = 20
"""Of the nanoseconds since 1970 in a key: enough for 3,000 years, so that text sorts as numbers do."""

_log = logging.getLogger(__name__)


class _Stored(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _StoredScope(_Stored):
    isolation: Isolation
    bot: str
    session: str

    @classmethod
    def of(cls, scope: Scope) -> "_StoredScope":
        return cls(isolation=scope.isolation, bot=scope.bot_uuid, session=scope.session_name)

    def scope(self) -> Scope:
        return Scope(isolation=self.isolation, bot_uuid=self.bot, session_name=self.session)


class _StoredMemory(_Stored):
    """`episode` is the envelope that stores keep, the digest of its scope in it."""

    v: Literal[1] = 1
    kind: Literal["memory"] = "memory"
    scope: _StoredScope
    episode: str
    rewritten: bool = False


class _StoredErasure(_Stored):
    v: Literal[1] = 1
    kind: Literal["erasure"] = "erasure"
    scope: _StoredScope
    session: str
    bot: str
    speaker: str
    at: float


_STORED: TypeAdapter[_StoredMemory | _StoredErasure] = TypeAdapter(
    Annotated[_StoredMemory | _StoredErasure, Field(discriminator="kind")]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    key: str
    at: datetime


class StoredOutbox:
    """An Outbox for one process at a time: it alone knows which key comes next."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock
        self._last: int | None = None
        """The largest number that any key had, once that is known."""
        self._adding = asyncio.Lock()
        self._unanswered: list[str] = []
        """Keys whose writing failed or was given up: nothing was promised, though the storage may have them."""

    async def add_memory(self, scope: Scope, record: Record) -> PendingMemory:
        async with self._adding:
            place = await self._next()
            pending = PendingMemory(key=place.key, scope=scope, record=record)
            await self._put(place.key, _memory_bytes(pending))
        return pending

    async def add_erasure(self, scope: Scope, session: SessionKey, speaker_id: str) -> PendingErasure:
        async with self._adding:
            place = await self._next()
            pending = PendingErasure(key=place.key, scope=scope, session=session, speaker_id=speaker_id, at=place.at)
            await self._put(place.key, _erasure_bytes(pending))
        return pending

    async def rewrite(self, pending: PendingMemory) -> None:
        await self._storage.put(pending.key, _memory_bytes(pending))

    async def pending(self) -> list[Pending]:
        found: list[Pending] = []
        for key in await self._storage.keys(_PREFIX):
            raw = await self._storage.get(key)
            if raw is None:
                continue
            try:
                found.append(_pending(key, raw))
            except Corrupt:
                await self._move_aside(key, raw)
                _log.error("what waited to be written does not parse and was kept aside: key=%s", key)
        return found

    async def remove(self, key: str) -> None:
        await self._storage.delete(key)

    async def keep_aside(self, key: str) -> None:
        raw = await self._storage.get(key)
        if raw is not None:
            await self._move_aside(key, raw)

    async def _move_aside(self, key: str, raw: bytes) -> None:
        await self._storage.put(_ASIDE + key.removeprefix(_PREFIX), raw)
        await self._storage.delete(key)

    async def _put(self, key: str, raw: bytes) -> None:
        # First, or what is promised now and forgotten later would be there a second time.
        while self._unanswered:
            await self._storage.delete(self._unanswered[-1])
            self._unanswered.pop()
        self._unanswered.append(key)
        await self._storage.put(key, raw)
        self._unanswered.pop()

    async def _next(self) -> _Place:
        """Return a key behind all others, whatever the clock says."""
        if self._last is None:
            self._last = max(map(_number, await self._storage.keys(_PREFIX)), default=0)
        now = self._clock.now()
        self._last = max(self._last + 1, (now - _EPOCH) // timedelta(microseconds=1) * 1_000)
        return _Place(key=f"{_PREFIX}{self._last:0{_DIGITS}d}-{uuid4().hex}", at=now)


def _number(key: str) -> int:
    """Return the number in a key; 0 if somebody else wrote it."""
    digits = key.removeprefix(_PREFIX)[:_DIGITS]
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _memory_bytes(pending: PendingMemory) -> bytes:
    record = pending.record
    if not record.embedding.model:
        # The envelope has no place for no vector at all: one zero stands for it.
        record = Record(episode=record.episode, embedding=Embedding("", np.zeros(1, dtype=np.float32)))
    envelope = episode_to_text(record, pending.scope.digest)
    scope = _StoredScope.of(pending.scope)
    return _bytes(_StoredMemory(scope=scope, episode=envelope, rewritten=pending.is_rewritten))


def _erasure_bytes(pending: PendingErasure) -> bytes:
    return _bytes(
        _StoredErasure(
            scope=_StoredScope.of(pending.scope),
            session=pending.session.name,
            bot=pending.session.bot_uuid,
            speaker=pending.speaker_id,
            at=pending.at.timestamp(),
        )
    )


def _bytes(stored: _Stored) -> bytes:
    return orjson.dumps(stored.model_dump(mode="json"))


def _pending(key: str, raw: bytes) -> Pending:
    """Raises Corrupt."""
    try:
        stored = _STORED.validate_python(orjson.loads(raw))
        if isinstance(stored, _StoredErasure):
            return PendingErasure(
                key=key,
                scope=stored.scope.scope(),
                session=SessionKey(name=stored.session, bot_uuid=stored.bot),
                speaker_id=stored.speaker,
                at=datetime.fromtimestamp(stored.at, UTC),
            )
    except (ValueError, OverflowError, OSError) as exc:  # JSON, pydantic and times out of range
        raise Corrupt("what waited to be written does not parse") from exc
    scope = stored.scope.scope()
    record, written_scope = episode_from_text(stored.episode)
    if written_scope != scope.digest:
        raise Corrupt("what waited to be written names two scopes")
    if not record.embedding.model:
        record = Record(episode=record.episode, embedding=Embedding("", np.zeros(0, dtype=np.float32)))
    return PendingMemory(key=key, scope=scope, record=record, is_rewritten=stored.rewritten)
