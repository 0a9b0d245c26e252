"""Where profiles live."""

from dataclasses import dataclass
from typing import Protocol

from ltm.domain.profile import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredProfile:
    """A profile as found. `version` is opaque and changes with every write; `readable` is False where the
    stored bytes do not parse, and then `profile` is empty and means nothing."""

    profile: Profile
    version: bytes | None
    readable: bool = True


class ProfileStore(Protocol):
    """Raises StoreUnavailable and nothing else; a failed read is never an empty profile."""

    async def load(self, key: str) -> StoredProfile:
        """Return what is stored, an empty profile with version None if nothing is. Never writes."""
        ...

    async def save(self, key: str, profile: Profile, version: bytes | None) -> bool:
        """Write the profile if the stored one still has `version`; False if somebody else was faster."""
        ...

    async def erase(self, key: str) -> bool:
        """Remove the profile, and what was kept aside of it, and read back that both are gone; False if there was
        none."""
        ...

    async def add_place(self, key: str, session_name: str) -> None:
        """Note under the speaker's key that he has a profile in this conversation; before the profile is written."""
        ...

    async def remove_place(self, key: str, session_name: str) -> None:
        """Take the conversation out again; one that is not there is no error."""
        ...

    async def places(self, key: str) -> list[str]:
        """Return the names of the conversations noted under the key."""
        ...

    async def keep_aside(self, key: str, stored: StoredProfile) -> str:
        """Copy unreadable bytes to another key and return that key."""
        ...
