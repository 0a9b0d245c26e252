"""Keeping a scope within its number of memories by archiving the least valuable, beside the turn."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from ltm.domain.audit import ITSELF, Change
from ltm.domain.episode import EpisodeId, Status
from ltm.domain.keeping import to_archive
from ltm.domain.scope import Scope
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.audit import AuditService
from ltm.services.background import detached
from ltm.services.scope_locks import ScopeLocks

_log = logging.getLogger(__name__)


class CapacityService:
    """`limit()` is how many active memories a scope may have, 0 for any number; asked anew every time."""

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
