"""Keeping in a memory when it was last recalled and on how many days, beside the turn and never on its path."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.background import detached
from ltm.services.scope_locks import ScopeLocks

_AT_MOST_EVERY = timedelta(days=1)
"""A memory is rewritten once a day at most: half-lives are days, and a rewrite is two calls to the host."""

_log = logging.getLogger(__name__)


class AccessService:
    """Rewriting is best effort: a day that is missed changes a rank by less than a hundredth."""

    def __init__(self, *, store: EpisodeStore, clock: Clock, locks: ScopeLocks) -> None:
        self._store = store
        self._clock = clock
        self._locks = locks
        self._writing: set[asyncio.Task[None]] = set()
        self._under_way: set[tuple[Scope, EpisodeId]] = set()

    def note(self, scope: Scope, recalled: Sequence[Episode]) -> None:
        """Have it written down that these memories were recalled now. Returns at once."""
        now = self._clock.now()
        due = [episode for episode in recalled if _is_due(episode, now)]
        due = [episode for episode in due if (scope, episode.id) not in self._under_way]
        if not due:
            return
        self._under_way.update((scope, episode.id) for episode in due)
        task = detached(self._write(scope, due, now))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def settled(self) -> None:
        """Wait until everything noted so far is written."""
        await asyncio.gather(*self._writing)

    async def _write(self, scope: Scope, due: Sequence[Episode], now: datetime) -> None:
        try:
            for episode in due:
                try:
                    await self._touch(scope, episode.id, now)
                except LongTermMemoryError as exc:
                    _log.info("a recall was not noted: id=%s reason=%s", episode.id, type(exc).__name__)
        finally:
            self._under_way.difference_update((scope, episode.id) for episode in due)

    async def _touch(self, scope: Scope, episode_id: EpisodeId, now: datetime) -> None:
        # Read again under the lock: a memory forgotten or superseded meanwhile must not come back as it was.
        async with self._locks.of(scope):
            record = await self._store.get(scope, episode_id)
            if record is None or not _is_due(record.episode, now):
                return
            touched = replace(record.episode, recalled_at=now, recall_count=record.episode.recall_count + 1)
            await self._store.replace(scope, Record(episode=touched, embedding=record.embedding))


def _is_due(episode: Episode, now: datetime) -> bool:
    return now - (episode.recalled_at or episode.at) >= _AT_MOST_EVERY
