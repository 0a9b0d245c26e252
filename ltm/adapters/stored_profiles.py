"""Profiles as versioned JSON in a Storage, one key a profile."""

import asyncio
import hashlib
from collections.abc import Callable
from weakref import WeakValueDictionary

import orjson
from pydantic import TypeAdapter, ValidationError

from ltm.adapters.codec import profile_from_bytes, profile_to_bytes
from ltm.domain.profile import Profile
from ltm.errors import Conflict, Corrupt, OutcomeUnknown
from ltm.ports.profile_store import StoredProfile
from ltm.ports.storage import Storage

_ATTEMPTS = 3
_PLACES = TypeAdapter(list[str])


class StoredProfiles:
    """A ProfileStore whose version of a profile is its stored bytes."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._placing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def load(self, key: str) -> StoredProfile:
        raw = await self._storage.get(key)
        if raw is None:
            return StoredProfile(profile=Profile(), version=None)
        try:
            return StoredProfile(profile=profile_from_bytes(raw), version=raw)
        except Corrupt:
            return StoredProfile(profile=Profile(), version=raw, readable=False)

    async def save(self, key: str, profile: Profile, version: bytes | None) -> bool:
        return await self._storage.swap(key, version, profile_to_bytes(profile))

    async def keep_aside(self, key: str, stored: StoredProfile) -> str:
        raw = stored.version or b""
        # Named after the bytes: keeping the same bytes aside twice makes one copy.
        aside = f"{key}/unreadable/{hashlib.sha256(raw).hexdigest()[:16]}"
        await self._storage.put(aside, raw)
        return aside

    async def erase(self, key: str) -> bool:
        keys = await self._keys_of(key)
        for each in keys:
            await self._storage.delete(each)
        if await self._keys_of(key):
            raise OutcomeUnknown("the profile was deleted but can still be read")
        return bool(keys)

    async def _keys_of(self, key: str) -> list[str]:
        return [found for found in await self._storage.keys(key) if found == key or found.startswith(f"{key}/")]

    async def add_place(self, key: str, session_name: str) -> None:
        await self._change_places(key, lambda places: [*places, *({session_name} - set(places))])

    async def remove_place(self, key: str, session_name: str) -> None:
        await self._change_places(key, lambda places: [place for place in places if place != session_name])
        if not await self.places(key):
            await self._storage.delete(key)

    async def _change_places(self, key: str, change: Callable[[list[str]], list[str]]) -> None:
        # One speaker may be talking in many conversations at once.
        async with self._placing.setdefault(key, asyncio.Lock()):
            for _ in range(_ATTEMPTS):
                raw = await self._storage.get(key)
                before = _places(raw)
                after = change(before)
                if after == before or await self._storage.swap(key, raw, orjson.dumps(after)):
                    return
        raise Conflict("the list of conversations is being changed by others at this moment; try again")

    async def places(self, key: str) -> list[str]:
        return _places(await self._storage.get(key))


def _places(raw: bytes | None) -> list[str]:
    try:
        return [] if raw is None else _PLACES.validate_json(raw)
    except ValidationError:
        # A list that cannot be read is made anew by what is written next; profiles themselves are elsewhere.
        return []
