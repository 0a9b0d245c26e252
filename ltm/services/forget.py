"""Removing one memory, proved by reading back."""

import logging

from ltm.domain.audit import Change
from ltm.domain.episode import EpisodeId
from ltm.domain.rights import Actor, may_see, require_change
from ltm.domain.scope import Scope
from ltm.errors import NotFound
from ltm.ports.episode_store import EpisodeStore
from ltm.services.audit import AuditService
from ltm.services.outbox import OutboxService
from ltm.services.scope_locks import ScopeLocks

_log = logging.getLogger(__name__)


class ForgetService:
    def __init__(self, *, store: EpisodeStore, locks: ScopeLocks, outbox: OutboxService, audit: AuditService) -> None:
        self._store = store
        self._locks = locks
        self._outbox = outbox
        self._audit = audit

    async def forget(self, scope: Scope, actor: Actor, episode_id: str) -> EpisodeId:
        """Delete the memory and return its id.

        Raises NotFound, NotAllowed for somebody else's, and OutcomeUnknown if it can still be read."""
        wanted = EpisodeId(episode_id.strip().lower())
        async with self._outbox.forgetting(scope, wanted), self._locks.of(scope):
            record = await self._store.get(scope, wanted)
            if record is None or not may_see(actor, record.episode):
                raise NotFound("no memory with that id exists here; nothing was deleted")
            require_change(actor, record.episode)
            deleted = await self._store.delete(scope, wanted)
        _log.info("forget: scope=%s deleted=%s", scope.digest[:12], deleted)
        if not deleted:
            raise NotFound("no memory with that id exists here; nothing was deleted")
        await self._audit.note(scope, Change.FORGOTTEN, by=actor.id, episode=record.episode)
        return wanted
