"""Changing one memory where it is: in the knowledge base, or in the outbox while it waits to be stored."""

from collections.abc import Callable

from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import Conflict
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.outbox import OutboxService
from ltm.services.scope_locks import ScopeLocks

_ATTEMPTS = 5
"""A memory that waits may be stored between the look and the change; then it is changed there."""


class Rewriting:
    def __init__(self, *, store: EpisodeStore, locks: ScopeLocks, outbox: OutboxService) -> None:
        self._store = store
        self._locks = locks
        self._outbox = outbox

    async def rewrite(self, scope: Scope, episode_id: EpisodeId, change: Callable[[Record], Record]) -> Record | None:
        """Return the memory as it is after the change, None if it is not there.

        `change` is given the memory as it is at that moment, and may raise; a record it returns as it was is not
        written. Raises StoreUnavailable, OutcomeUnknown or Conflict."""
        # Until it is known what waits, a note could later overwrite what is changed in the store now.
        await self._outbox.load()
        for _ in range(_ATTEMPTS):
            async with self._locks.of(scope):
                record = await self._store.get(scope, episode_id)
                if record is None:
                    return None
                changed = change(record)
                if changed is record:
                    return record
                if not self._outbox.holds(scope, episode_id):
                    await self._store.replace(scope, changed)
                    return changed
            # Outside the lock: what writes it in the background may be waiting for that.
            if await self._outbox.amend(scope, changed):
                return changed
        raise Conflict("the memory is being changed by others at this moment; try again")
