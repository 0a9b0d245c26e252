"""Who shares a memory with whom.

Keys are digests over tuples, never joined strings: ids may contain any character, so `("a:b", "c")` and
`("a", "b:c")` must not meet.
"""

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum


class Isolation(StrEnum):
    """What one set of episodes belongs to: one conversation, or everything one bot hears."""

    SESSION = "session"
    BOT = "bot"


def _digest(*parts: str) -> str:
    """64 hexadecimal digits that differ wherever any part differs."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionKey:
    """One conversation of one bot; `name` is LangBot's `{launcher_type}_{launcher_id}`, like `group_1001`."""

    name: str
    bot_uuid: str = ""

    def __str__(self) -> str:
        return f"{self.bot_uuid}:{self.name}" if self.bot_uuid else self.name

    @property
    def digest(self) -> str:
        return _digest("session", self.bot_uuid, self.name)

    @property
    def session_profile_key(self) -> str:
        """Storage key of the profile all speakers of this conversation share."""
        return f"profile/{self.digest}/session"

    def speaker_profile_key(self, speaker_id: str) -> str:
        """Storage key of one speaker's profile in this conversation."""
        return f"profile/{self.digest}/speaker/{_digest(speaker_id)}"

    def speaker_places_key(self, speaker_id: str) -> str:
        """Storage key of the list of this bot's conversations in which the speaker has a profile."""
        return f"profile-places/{_digest('bot', self.bot_uuid)}/{_digest(speaker_id)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The set of episodes that may be seen together. `digest` is what a store filters on."""

    isolation: Isolation
    bot_uuid: str
    session_name: str

    @classmethod
    def of(cls, session: SessionKey, isolation: Isolation) -> "Scope":
        match isolation:
            case Isolation.SESSION:
                return cls(isolation=isolation, bot_uuid=session.bot_uuid, session_name=session.name)
            case Isolation.BOT:
                return cls(isolation=isolation, bot_uuid=session.bot_uuid, session_name="")

    @property
    def digest(self) -> str:
        return _digest("episodes", self.isolation.value, self.bot_uuid, self.session_name)
