"""Reading and editing L1 profiles. A read never writes, and a failed read is never an empty profile."""

import asyncio
import logging
from dataclasses import dataclass
from weakref import WeakValueDictionary

from ltm.domain.gate import require_no_secret
from ltm.domain.policy import MAX_NOTES_CHARS
from ltm.domain.profile import Action, Caps, Edit, Edited, Profile, ProfileScope, edit
from ltm.domain.scope import SessionKey
from ltm.errors import Conflict, Corrupt, InvalidInput
from ltm.ports.clock import Clock
from ltm.ports.profile_store import ProfileStore

_ATTEMPTS = 3
"""Edits of this process wait for each other, so an attempt fails only where something else wrote meanwhile."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEdited:
    """What an edit did. `kept_aside` is the key that unreadable old bytes were moved to, if there were any."""

    scope: ProfileScope
    edited: Edited
    kept_aside: str | None = None


class ProfileService:
    def __init__(self, *, store: ProfileStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._editing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def session_profile(self, session: SessionKey) -> Profile:
        """Return the conversation's profile, an empty one if none was written.

        Raises StoreUnavailable, or Corrupt if the stored bytes do not parse."""
        return await self._load(session.session_profile_key)

    async def speaker_profile(self, session: SessionKey, speaker_id: str) -> Profile:
        """Return one speaker's profile in the conversation; as `session_profile`."""
        return await self._load(session.speaker_profile_key(speaker_id))

    async def edit(
        self, session: SessionKey, scope: ProfileScope, speaker_id: str | None, change: Edit, caps: Caps
    ) -> ProfileEdited:
        """Make one change. Raises InvalidInput, Refused (a secret, no room), StoreUnavailable or Conflict; then nothing
        has changed."""
        key = _key(session, scope, speaker_id)
        if change.action is not Action.REMOVE:
            # What is longer than any field is refused by the edit itself.
            value, fact_key = change.value[: 2 * MAX_NOTES_CHARS], change.fact_key[:MAX_NOTES_CHARS]
            require_no_secret(value, fact_key, f"{fact_key}: {value}" if fact_key else "")
        async with self._editing.setdefault(key, asyncio.Lock()):
            return await self._edit(session, key, scope, speaker_id, change, caps)

    async def erase_session(self, session: SessionKey) -> bool:
        """Remove the conversation's profile, proved by reading back; False if there was none."""
        return await self._erase(session.session_profile_key)

    async def erase_speaker(self, session: SessionKey, speaker_id: str) -> bool:
        """Remove one speaker's profile in the conversation, former values included; as `erase_session`."""
        erased = await self._erase(session.speaker_profile_key(speaker_id))
        await self._store.remove_place(session.speaker_places_key(speaker_id), session.name)
        return erased

    async def sessions_of(self, session: SessionKey, speaker_id: str) -> list[str]:
        """Return the conversations of this one's bot in which the speaker has had a profile."""
        return await self._store.places(session.speaker_places_key(speaker_id))

    async def _erase(self, key: str) -> bool:
        async with self._editing.setdefault(key, asyncio.Lock()):
            erased = await self._store.erase(key)
        _log.info("profile erased: was_there=%s", erased)
        return erased

    async def _edit(
        self, session: SessionKey, key: str, scope: ProfileScope, speaker_id: str | None, change: Edit, caps: Caps
    ) -> ProfileEdited:
        for _ in range(_ATTEMPTS):
            stored = await self._store.load(key)
            edited = edit(stored.profile, change, at=self._clock.now(), caps=caps)
            if not edited.changed:
                return ProfileEdited(scope=scope, edited=edited)
            if scope is ProfileScope.SPEAKER and speaker_id:
                # Before the profile is written, so that none is ever missed where all of a speaker's are erased.
                await self._store.add_place(session.speaker_places_key(speaker_id), session.name)
            kept_aside = None if stored.readable else await self._store.keep_aside(key, stored)
            if await self._store.save(key, edited.profile, stored.version):
                _log.info("profile edited: scope=%s field=%s action=%s", scope, change.field, change.action)
                if kept_aside is not None:
                    _log.error("an unreadable profile was kept aside: key=%s", kept_aside)
                return ProfileEdited(scope=scope, edited=edited, kept_aside=kept_aside)
        raise Conflict("the profile is being changed by others at this moment; try again")

    async def _load(self, key: str) -> Profile:
        stored = await self._store.load(key)
        if not stored.readable:
            _log.error("a stored profile does not parse: key=%s bytes=%d", key, len(stored.version or b""))
            raise Corrupt(
                "the stored profile cannot be read. Nothing was changed; the next change to it starts a new "
                "profile and keeps the unreadable one aside"
            )
        return stored.profile


def _key(session: SessionKey, scope: ProfileScope, speaker_id: str | None) -> str:
    match scope:
        case ProfileScope.SESSION:
            return session.session_profile_key
        case ProfileScope.SPEAKER if speaker_id:
            return session.speaker_profile_key(speaker_id)
        case ProfileScope.SPEAKER:
            raise InvalidInput("the speaker is not known here; use scope=session")
