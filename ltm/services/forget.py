"""Removing one episode, proved by reading back."""

import logging

from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import NotFound
from ltm.ports.episode_store import EpisodeStore
from ltm.services.scope_locks import ScopeLocks

_log = logging.getLogger(__name__)


class ForgetService:
    def __init__(self, *, store: EpisodeStore, locks: ScopeLocks) -> None:
        self._store = store
        self._locks = locks

    async def forget(self, scope: Scope, episode_id: str) -> EpisodeId:
        """Delete the memory and return its id. Raises NotFound, and OutcomeUnknown if it can still be read."""
        wanted = EpisodeId(episode_id.strip().lower())
        async with self._locks.of(scope):
            deleted = await self._store.delete(scope, wanted)
        _log.info("forget: scope=%s deleted=%s", scope.digest[:12], deleted)
        if not deleted:
            raise NotFound("no memory with that id exists here; nothing was deleted")
        return wanted
