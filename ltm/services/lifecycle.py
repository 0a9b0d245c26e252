"""What people do to one memory: look at it, reword it, put it aside and take it back, pin it."""

import logging
from collections.abc import Callable
from dataclasses import replace

from ltm.domain.audit import Change
from ltm.domain.episode import Episode, EpisodeId, Kind
from ltm.domain.gate import NewEpisode, checked
from ltm.domain.rights import Actor, may_see, require_change
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, NotFound
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.audit import AuditService
from ltm.services.rewriting import Rewriting

_log = logging.getLogger(__name__)

_CHANGES: dict[Change, Callable[[Episode], Episode]] = {
    Change.ARCHIVED: Episode.archived,
    Change.RESTORED: Episode.restored,
    Change.PINNED: lambda episode: replace(episode, pinned=True),
    Change.UNPINNED: lambda episode: replace(episode, pinned=False),
}


class LifecycleService:
    """Every change raises NotFound for a memory that is not there or not to be seen, and NotAllowed for another's."""

    def __init__(self, *, store: EpisodeStore, embedder: Embedder, rewriting: Rewriting, audit: AuditService) -> None:
        self._store = store
        self._embedder = embedder
        self._rewriting = rewriting
        self._audit = audit

    async def show(self, scope: Scope, actor: Actor, episode_id: str) -> Episode:
        return (await self._seen(scope, actor, episode_id)).episode

    async def change(self, scope: Scope, actor: Actor, episode_id: str, change: Change) -> Episode:
        """Archive, restore, pin or unpin the memory and return it as it is now. Raises InvalidInput for what cannot be
        done to a turn of a conversation."""
        if change is Change.PINNED:
            _require_reworkable((await self._seen(scope, actor, episode_id)).episode)
        return await self._rewritten(scope, actor, episode_id, change, _CHANGES[change], embedding_of="")

    async def edit(self, scope: Scope, actor: Actor, episode_id: str, content: str) -> Episode:
        """Give the memory other words. Raises InvalidInput or Refused as for a new one."""
        before = (await self._seen(scope, actor, episode_id)).episode
        require_change(actor, before)
        _require_reworkable(before)
        reworded = NewEpisode(
            content=content, tags=before.tags, subject=before.subject, conversation=before.conversation
        )
        words = checked(reworded, before.id, before.at).content

        def edited(episode: Episode) -> Episode:
            return replace(episode, content=words)

        return await self._rewritten(scope, actor, episode_id, Change.EDITED, edited, embedding_of=words)

    async def _seen(self, scope: Scope, actor: Actor, episode_id: str) -> Record:
        return _require_seen(actor, await self._store.get(scope, EpisodeId(episode_id.strip().lower())))

    async def _rewritten(
        self,
        scope: Scope,
        actor: Actor,
        episode_id: str,
        change: Change,
        rewrite: Callable[[Episode], Episode],
        *,
        embedding_of: str,
    ) -> Episode:
        embedded = (await self._embedder.embed_documents([embedding_of])) if embedding_of else []

        def changed(record: Record) -> Record:
            _require_seen(actor, record)
            require_change(actor, record.episode)
            rewritten = rewrite(record.episode)
            if rewritten == record.episode:
                return record
            return Record(episode=rewritten, embedding=embedded[0] if embedded else record.embedding)

        before = await self._seen(scope, actor, episode_id)
        after = await self._rewriting.rewrite(scope, before.episode.id, changed)
        if after is None:
            raise NotFound("no memory with that id exists here; nothing was changed")
        if after.episode != before.episode:
            _log.info("memory changed: scope=%s id=%s change=%s", scope.digest[:12], after.episode.id, change)
            await self._audit.note(scope, change, by=actor.id, episode=after.episode)
        return after.episode


def _require_reworkable(episode: Episode) -> None:
    """Raise InvalidInput for a turn: it is a record of what was said, by the bot too, and goes when its time comes."""
    if episode.kind is Kind.TURN:
        raise InvalidInput("what was said in a conversation cannot be reworded or pinned: forget or archive it instead")


def _require_seen(actor: Actor, record: Record | None) -> Record:
    """Return the record. Raises NotFound where there is none, or none that the actor may see."""
    if record is None or not may_see(actor, record.episode):
        raise NotFound("no memory with that id exists here; nothing was changed")
    return record
