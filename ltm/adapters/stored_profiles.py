"""Profiles as versioned JSON in a Storage, one key a profile."""

import hashlib

from ltm.adapters.codec import profile_from_bytes, profile_to_bytes
from ltm.domain.profile import Profile
from ltm.errors import Corrupt
from ltm.ports.profile_store import StoredProfile
from ltm.ports.storage import Storage


class StoredProfiles:
    """A ProfileStore whose version of a profile is its stored bytes."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

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
