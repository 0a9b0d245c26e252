"""Removing many memories at once, and everything there is of one speaker; each proved by reading back."""

import logging
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ltm.domain.audit import Change
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import OutcomeUnknown
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.outbox import PendingErasure
from ltm.services.audit import AuditService, Noted
from ltm.services.open_turns import OpenTurns
from ltm.services.outbox import OutboxService
from ltm.services.profiles import ProfileService
from ltm.services.recent_turns import RecentTurns
from ltm.services.scope_locks import ScopeLocks

_PROGRESS_EVERY = 100
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What is kept of one speaker. `mentions` counts memories of others in which his name stands: those stay."""

    episodes: tuple[Episode, ...]
    mentions: int
    has_profile: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What was removed and read back as gone."""

    memories: int
    profiles: int


class Unlearning(Protocol):
    """Who else holds something of memories: what is not stored yet, or what is planned for them."""

    async def forget(self, scope: Scope, speaker_id: str, until: datetime | None = None) -> object:
        """Take out what the speaker said, up to that moment where one is given. What is being stored at this moment
        is stored when this returns. Raises StoreUnavailable or Conflict."""
        ...

    async def clear(self, scope: Scope) -> object:
        """Take out everything of the scope; as `forget`."""
        ...


class EraseService:
    def __init__(
        self,
        *,
        store: EpisodeStore,
        profiles: ProfileService,
        locks: ScopeLocks,
        outbox: OutboxService,
        audit: AuditService,
        recent_turns: RecentTurns,
        open_turns: OpenTurns,
    ) -> None:
        self._store = store
        self._profiles = profiles
        self._locks = locks
        self._outbox = outbox
        self._audit = audit
        self._recent_turns = recent_turns
        self._open_turns = open_turns
        self._unlearning: Sequence[Unlearning] = ()

    def attach(self, unlearning: Sequence[Unlearning]) -> None:
        """Say what else holds something of memories and speakers: it is told first."""
        self._unlearning = unlearning

    async def matching(self, scope: Scope, wanted: Callable[[Episode], bool]) -> list[Episode]:
        """Return the memories that are wanted, whatever their status, oldest first. Raises StoreUnavailable."""
        found = [record.episode async for batch in self._store.scan(scope) for record in batch]
        return sorted(filter(wanted, found), key=lambda episode: (episode.at, episode.id))

    async def delete(self, scope: Scope, ids: Sequence[EpisodeId], by: str) -> int:
        """Delete these memories and return how many were there; `by` "" writes nothing down of each.

        Raises StoreUnavailable or OutcomeUnknown; those before are gone then, and the same call goes on."""
        deleted: list[Episode] = []
        try:
            for number, episode_id in enumerate(ids, start=1):
                async with self._outbox.forgetting(scope, episode_id), self._locks.of(scope):
                    record = await self._store.get(scope, episode_id)
                    if record is not None and await self._store.delete(scope, episode_id):
                        deleted.append(record.episode)
                if number % _PROGRESS_EVERY == 0:
                    _log.info("deleting: scope=%s done=%d of=%d", scope.digest[:12], number, len(ids))
        finally:
            if by and deleted:
                noted = [Noted(change=Change.FORGOTTEN, by=by, episode=episode) for episode in deleted]
                await self._audit.noted_many(scope, noted)
        return len(deleted)

    async def clear(self, scope: Scope, session: SessionKey, by: str) -> Erased:
        """Delete all memories of the scope and the conversation's own profile; people's profiles are theirs."""
        for each in self._unlearning:
            await each.clear(scope)
        count = len(await self.matching(scope, lambda episode: True))
        await self._outbox.discard_all(scope)
        async with self._locks.of(scope):
            await self._store.clear(scope)
            if await self.matching(scope, lambda episode: True):
                raise OutcomeUnknown("the memories were deleted but some can still be read")
        erased = Erased(memories=count, profiles=int(await self._profiles.erase_session(session)))
        await self._audit.note(scope, Change.ERASED, by=by, note=f"all {count}")
        _log.info("cleared: scope=%s memories=%d", scope.digest[:12], count)
        return erased

    async def held(self, scope: Scope, session: SessionKey, speaker: Speaker) -> Holdings:
        """Return what is kept of the speaker here. Raises StoreUnavailable."""
        episodes = await self.matching(scope, lambda episode: True)
        own = tuple(episode for episode in episodes if episode.concerns(speaker.id))
        names = {speaker.name, *(said.speaker.name for said in own if said.speaker and said.speaker.id == speaker.id)}
        others = [episode for episode in episodes if not episode.concerns(speaker.id)]
        profile = await self._profiles.speaker_profile(session, speaker.id)
        return Holdings(
            episodes=own,
            mentions=sum(_mentions(f"{episode.subject} {episode.content}", names) for episode in others),
            has_profile=not profile.is_empty,
        )

    async def forget_me(self, scope: Scope, session: SessionKey, speaker_id: str) -> Erased:
        """Erase everything of and about the speaker in the scope: memories, profiles with their history, messages
        kept in this process or waiting to be looked through, and what the audit log knows him by.

        Written down before it begins, so that what a crash or an outage interrupts is taken up again. Raises
        StoreUnavailable or OutcomeUnknown where it was interrupted."""
        key = await self._outbox.begin_erasure(scope, session, speaker_id)
        erased = None
        try:
            erased = await self._erased(scope, session, speaker_id, until=None)
        finally:
            # Whatever breaks it off, cancelling included, leaves the rest to the background.
            await self._outbox.done(key) if erased else self._outbox.hand_over(key)
        return erased

    def forget_messages(self, scope: Scope, session: SessionKey, speaker_id: str) -> None:
        """Keep nothing in this process of what the speaker said in the scope, of messages being answered included."""
        if scope.isolation is Isolation.BOT:
            self._recent_turns.forget_everywhere(session.bot_uuid, speaker_id)
            self._open_turns.forget_everywhere(session.bot_uuid, speaker_id)
        else:
            self._recent_turns.forget(session, speaker_id)
            self._open_turns.forget(session, speaker_id)

    async def apply(self, wish: PendingErasure) -> None:
        """Do what was promised and interrupted; doing it again changes nothing. What the speaker said after he asked
        for it stays."""
        await self._erased(wish.scope, wish.session, wish.speaker_id, until=wish.at)

    async def _erased(self, scope: Scope, session: SessionKey, speaker_id: str, *, until: datetime | None) -> Erased:
        def meant(episode: Episode) -> bool:
            return episode.concerns(speaker_id) and (until is None or episode.at <= until)

        # First: what is on its way into memory would be there after the rest was deleted.
        self.forget_messages(scope, session, speaker_id)
        for each in self._unlearning:
            await each.forget(scope, speaker_id, until)
        episodes = await self.matching(scope, meant)
        sessions = await self._sessions(scope, session, speaker_id, episodes)
        # Before they go: what takes this up after a crash knows only of those that are left.
        await self._audit.erase(scope, speaker_id, [episode.id for episode in episodes])
        await self.delete(scope, [episode.id for episode in episodes], "")
        if await self.matching(scope, meant):
            raise OutcomeUnknown("memories were deleted, but some are there or were said meanwhile; try again")
        profiles = 0
        for place in sessions:
            profiles += await self._profiles.erase_speaker(place, speaker_id)
        await self._audit.note(scope, Change.ERASED, by="", note=f"a speaker, {len(episodes)}")
        _log.info("speaker erased: scope=%s memories=%d profiles=%d", scope.digest[:12], len(episodes), profiles)
        return Erased(memories=len(episodes), profiles=profiles)

    async def _sessions(
        self, scope: Scope, session: SessionKey, speaker_id: str, episodes: Collection[Episode]
    ) -> list[SessionKey]:
        """Return the conversations of the scope that may hold a profile of the speaker."""
        if scope.isolation is Isolation.SESSION:
            return [session]
        names = {session.name, *await self._profiles.sessions_of(session, speaker_id)}
        names.update(episode.session_name for episode in episodes if episode.session_name)
        return [SessionKey(name=name, bot_uuid=session.bot_uuid) for name in sorted(names)]


def _mentions(text: str, names: Collection[str]) -> bool:
    """True if a name stands in the text by itself; one letter is no name."""
    spoken = [re.escape(name.strip()) for name in names if len(name.strip()) > 1]
    # Chinese has no spaces between words: a name of ideographs may stand anywhere.
    return any(re.search(rf"(?<![A-Za-z0-9_]){name}(?![A-Za-z0-9_])", text, re.IGNORECASE) for name in spoken)
