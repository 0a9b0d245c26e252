"""Keeping a scope within its bounds, beside the turn: memories are archived, recorded turns deleted."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from time import monotonic

from ltm.domain.audit import ITSELF, Change
from ltm.domain.episode import EpisodeId, Status
from ltm.domain.keeping import to_archive, to_delete
from ltm.domain.scope import Scope
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.audit import AuditService
from ltm.services.background import detached
from ltm.services.erase import EraseService
from ltm.services.scope_locks import ScopeLocks

_NUDGE_EVERY_S = 3_600.0

_log = logging.getLogger(__name__)


class CapacityService:
    """`limit()` is how many active memories a scope may have, 0 for any number; asked anew every time. Turns of
    conversations are no part of them."""

    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        clock: Clock,
        locks: ScopeLocks,
        audit: AuditService,
        half_life_days: float,
        limit: Callable[[], int],
    ) -> None:
        self._store = store
        self._clock = clock
        self._locks = locks
        self._audit = audit
        self._half_life_days = half_life_days
        self._limit = limit
        self._running: dict[Scope, asyncio.Task[None]] = {}

    def nudge(self, scope: Scope) -> None:
        """Have room made in the scope if there is too much in it. Returns at once."""
        if self._limit() <= 0 or scope in self._running:
            return
        task = detached(self._quietly(scope))
        self._running[scope] = task
        task.add_done_callback(lambda _done: self._running.pop(scope, None))

    async def settled(self) -> None:
        """Wait until all room that was asked for is made."""
        await asyncio.gather(*self._running.values())

    async def make_room(self, scope: Scope) -> int:
        """Archive the least valuable memories beyond the limit and return how many.

        Raises StoreUnavailable or OutcomeUnknown; what is archived until then stays so, and the next call goes on."""
        limit, done = self._limit(), 0
        if limit > 0:
            view = (await self._store.view(scope, None, limit)).view
            rows = to_archive(view.columns, limit, self._clock.now().timestamp(), self._half_life_days)
            # Their ids at once: rows of memories that others delete meanwhile hold nothing.
            for episode_id in [view.episode(row).id for row in rows.tolist()]:
                done += await self._archive(scope, episode_id)
        if done:
            _log.info("made room: scope=%s archived=%d limit=%d", scope.digest[:12], done, limit)
        return done

    async def _archive(self, scope: Scope, episode_id: EpisodeId) -> bool:
        async with self._locks.of(scope):
            record = await self._store.get(scope, episode_id)
            if record is None or record.episode.pinned or record.episode.status is not Status.ACTIVE:
                return False
            record = replace(record, episode=record.episode.archived())
            await self._store.replace(scope, record)
        await self._audit.note(scope, Change.ARCHIVED, by=ITSELF, episode=record.episode)
        return True

    async def _quietly(self, scope: Scope) -> None:
        try:
            await self.make_room(scope)
        except LongTermMemoryError as exc:
            _log.warning("no room made: scope=%s reason=%s", scope.digest[:12], type(exc).__name__)


class RetentionService:
    """Recorded turns stay `days` long, and of them at most `limit()`, 0 for any number."""

    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        erase: EraseService,
        clock: Clock,
        days: float,
        limit: Callable[[], int],
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        """`seconds` is a clock that never goes back."""
        self._store = store
        self._erase = erase
        self._clock = clock
        self._days = days
        self._limit = limit
        self._seconds = seconds
        self._nudged: dict[Scope, float] = {}
        self._running: set[asyncio.Task[None]] = set()

    def nudge(self, scope: Scope) -> None:
        """Have turns deleted that are too old or too many, at most once an hour. Returns at once."""
        now = self._seconds()
        if now - self._nudged.get(scope, -_NUDGE_EVERY_S) >= _NUDGE_EVERY_S:
            self._nudged[scope] = now
            task = detached(self._quietly(scope))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def settled(self) -> None:
        """Wait until nothing is under way."""
        await asyncio.gather(*self._running)

    async def expire(self, scope: Scope) -> int:
        """Delete the turns that are too old or too many, each proved by reading back, and return how many.

        Raises StoreUnavailable or OutcomeUnknown; what is deleted until then is gone, and the next call goes on."""
        limit = self._limit()
        view = (await self._store.view(scope, None, max(1, limit))).view
        before = self._clock.now() - timedelta(days=self._days)
        rows = to_delete(view.columns, limit, before.timestamp())
        # Their ids at once: rows of memories that others delete meanwhile hold nothing.
        ids = [view.episode(row).id for row in rows.tolist()]
        # No entry each in the audit log, which would soon hold nothing else.
        deleted = await self._erase.delete(scope, ids, by="") if ids else 0
        if deleted:
            _log.info(
                "turns expired: scope=%s deleted=%d days=%g limit=%d", scope.digest[:12], deleted, self._days, limit
            )
        return deleted

    async def _quietly(self, scope: Scope) -> None:
        try:
            await self.expire(scope)
        except LongTermMemoryError as exc:
            _log.warning("turns not expired: scope=%s reason=%s", scope.digest[:12], type(exc).__name__)
