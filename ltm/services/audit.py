"""Writing down every change to a scope: by id and keyed hash, never what a memory says or who is called what."""

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ltm.domain.audit import AuditEntry, Change
from ltm.domain.episode import Episode
from ltm.domain.scope import Scope
from ltm.errors import Conflict, OutcomeUnknown, StoreUnavailable
from ltm.ports.clock import Clock
from ltm.ports.storage import Storage
from ltm.services.audit_segments import MAX_ENTRIES, AuditSegments, Kept
from ltm.services.scope_locks import ScopeLocks

KEY = "audit/key"
PAGE_SIZE = 10
MAX_WAITING = 1_000
"""Of all scopes together, while the storage does not answer: some hundred kilobytes."""

MAX_NOTE_CHARS = 64
_KEY_BYTES = 32
_DIGEST_CHARS = 16
_ATTEMPTS = 3
"""Tasks of this process wait for each other, so an attempt fails only where another process wrote meanwhile."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """One change to be written down; of the episode only its id and the keyed hash of its content."""

    change: Change
    by: str
    episode: Episode | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditPage:
    """One page, newest first; `number` and `pages` count from 1, `total` is exact and at most MAX_ENTRIES.

    A page past the end has no entries and does not exist; an empty audit has one empty page."""

    entries: tuple[AuditEntry, ...]
    number: int
    pages: int
    total: int

    @property
    def exists(self) -> bool:
        return 1 <= self.number <= self.pages


class AuditService:
    """Entries that the storage does not take wait in this process and are lost with it."""

    def __init__(self, *, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock
        self._segments = AuditSegments(storage)
        # Its own: changes are noted under the lock that other services share.
        self._locks = ScopeLocks()
        self._waiting: list[tuple[Scope, Kept]] = []
        self._is_failing = False
        self._key: bytes | None = None

    async def note(
        self, scope: Scope, change: Change, *, by: str, episode: Episode | None = None, note: str = ""
    ) -> None:
        """Write one change down. Never fails for the storage's sake: the change has happened."""
        await self.noted_many(scope, [Noted(change=change, by=by, episode=episode, note=note)])

    async def noted_many(self, scope: Scope, changes: Sequence[Noted]) -> None:
        """As `note`, for changes that came together, oldest first: one write for every hundred."""
        now, kept_at_all = self._clock.now(), changes[-MAX_ENTRIES:]
        key = await self._key_if_readable() if any(change.episode for change in kept_at_all) else None
        self._waiting += [(scope, Kept(token=secrets.token_hex(4), entry=_entry(c, now, key))) for c in kept_at_all]
        await self._write_quietly(scope)

    async def entries(self, scope: Scope) -> tuple[AuditEntry, ...]:
        """Return the newest MAX_ENTRIES, newest first, what still waits to be written included; reads only.

        Raises StoreUnavailable."""
        async with self._locks.of(scope):
            stored = [kept for segment in await self._segments.every(scope) for kept in segment.kept]
            tokens = {kept.token for kept in stored}
            waiting = [kept for kept in self._waiting_for(scope) if kept.token not in tokens]
        return tuple(kept.entry for kept in [*stored, *waiting][-MAX_ENTRIES:][::-1])

    async def page(self, scope: Scope, number: int) -> AuditPage:
        """Return one page of `entries`. Raises StoreUnavailable."""
        entries = await self.entries(scope)
        start = max(0, number - 1) * PAGE_SIZE
        return AuditPage(
            entries=entries[start : start + PAGE_SIZE],
            number=number,
            pages=max(1, -(-len(entries) // PAGE_SIZE)),
            total=len(entries),
        )

    async def erase(self, scope: Scope, speaker_id: str, episode_ids: Collection[str]) -> int:
        """Take the speaker out of the entries by him, and hash and note out of those of the memories; return how many
        stored entries that changed. Proved by reading back.

        Raises StoreUnavailable or Conflict with a part of it done, and OutcomeUnknown if something can still be read;
        done again, it does the rest."""
        erased = _erasing(_storable(speaker_id), frozenset(episode_ids))
        async with self._locks.of(scope):
            self._waiting = [
                (where, replace(kept, entry=erased(kept.entry)) if where == scope else kept)
                for where, kept in self._waiting
            ]
            changed = await self._segments.rewrite(scope, erased)
            read_back = [kept.entry for segment in await self._segments.every(scope) for kept in segment.kept]
        if any(erased(entry) != entry for entry in read_back):
            raise OutcomeUnknown("the audit was rewritten, but what was to be erased can still be read")
        _log.info("audit erased: scope=%s entries=%d", scope.digest[:12], changed)
        return changed

    async def _write_quietly(self, scope: Scope) -> None:
        try:
            await self._write(scope)
            if self._is_failing:
                for other in dict.fromkeys(where for where, _ in self._waiting):
                    await self._write(other)
        except (StoreUnavailable, Conflict) as exc:
            lost = max(0, len(self._waiting) - MAX_WAITING)
            del self._waiting[:lost]
            if not self._is_failing:
                _log.warning("audit entries wait to be written: reason=%s", type(exc).__name__)
            self._is_failing = True
        else:
            if self._is_failing:
                _log.info("audit entries are written again")
            self._is_failing = False

    async def _write(self, scope: Scope) -> None:
        async with self._locks.of(scope):
            for attempt in range(1, _ATTEMPTS + 1):
                try:
                    await self._append_waiting(scope)
                    return
                except Conflict:
                    if attempt == _ATTEMPTS:
                        raise

    async def _append_waiting(self, scope: Scope) -> None:
        left = self._waiting_for(scope)
        if not left:
            return
        segment = await self._segments.newest(scope)
        # A write whose answer was lost may have arrived; only the last one can have.
        arrived = {kept.token for kept in segment.kept}
        self._done([kept for kept in left if kept.token in arrived])
        left = [kept for kept in left if kept.token not in arrived]
        while left:
            if not segment.room:
                segment = await self._segments.following(scope, segment)
            now, left = left[: segment.room], left[segment.room :]
            segment = await self._segments.append(scope, segment, now)
            self._done(now)

    def _waiting_for(self, scope: Scope) -> list[Kept]:
        return [kept for where, kept in self._waiting if where == scope]

    def _done(self, written: Sequence[Kept]) -> None:
        tokens = {kept.token for kept in written}
        self._waiting = [(where, kept) for where, kept in self._waiting if kept.token not in tokens]

    async def _key_if_readable(self) -> bytes | None:
        # Without the key an entry has no hash. Keeping the content until there is one would keep what may be
        # forgotten meanwhile.
        if self._key is None:
            try:
                self._key = await self._installation_key()
            except (StoreUnavailable, Conflict):
                return None
        return self._key

    async def _installation_key(self) -> bytes:
        for _ in range(_ATTEMPTS):
            raw = await self._storage.get(KEY)
            if raw is not None and len(raw) == _KEY_BYTES:
                return raw
            if raw is not None:
                aside = f"{KEY}/unreadable/{hashlib.sha256(raw).hexdigest()[:16]}"
                await self._storage.put(aside, raw)
                _log.error("the audit's key is damaged and made anew, older hashes fit no more: key=%s", aside)
            made = secrets.token_bytes(_KEY_BYTES)
            if await self._storage.swap(KEY, raw, made):
                return made
        raise Conflict("the audit's key is being written by something else at this moment")


def _entry(noted: Noted, at: datetime, key: bytes | None) -> AuditEntry:
    episode = noted.episode
    return AuditEntry(
        at=at,
        by=_storable(noted.by),
        change=noted.change,
        episode_id=_storable(episode.id) if episode else "",
        digest=_digest(episode.content, key) if episode and key else "",
        note=_storable(noted.note)[:MAX_NOTE_CHARS],
    )


def _digest(content: str, key: bytes) -> str:
    """Return 16 hexadecimal digits of HMAC-SHA256: without the key a short text cannot be guessed from them."""
    return hmac.new(key, content.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:_DIGEST_CHARS]


def _storable(text: str) -> str:
    # A lone surrogate is no UTF-8, and an odd id must not fail a change.
    return text.encode("utf-8", "replace").decode("utf-8")


def _erasing(speaker_id: str, episode_ids: frozenset[str]) -> Callable[[AuditEntry], AuditEntry]:
    def erased(entry: AuditEntry) -> AuditEntry:
        if entry.episode_id in episode_ids:
            entry = replace(entry, digest="", note="")
        return replace(entry, by="") if entry.by == speaker_id else entry

    return erased
