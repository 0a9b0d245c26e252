"""One message of one speaker in one conversation, and what memory has to say about it."""

from dataclasses import dataclass, field
from datetime import datetime

from ltm.domain.episode import Episode, Speaker
from ltm.domain.profile import Profile
from ltm.domain.recall import Recalled
from ltm.domain.scope import SessionKey

Whose = tuple[str, str, str]
"""A speaker in a conversation of a bot, as a key of what a process keeps of their messages."""


def whose(session: SessionKey, speaker_id: str) -> Whose:
    return session.bot_uuid, session.name, speaker_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """`context` are the user turns of the same conversation before this one, oldest first, where they are known."""

    session: SessionKey
    speaker: Speaker | None
    text: str
    at: datetime
    context: tuple[str, ...] = ()

    @property
    def speaker_id(self) -> str:
        """Return the speaker's id, "" where nobody is known."""
        return self.speaker.id if self.speaker else ""

    @property
    def whose(self) -> Whose:
        return whose(self.session, self.speaker_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnMemory:
    """What was found for a turn. `missing` names the parts that were late or failed: absence is not emptiness."""

    turn: Turn
    session_profile: Profile | None
    speaker_profile: Profile | None
    recalled: Recalled = field(default_factory=Recalled)
    missing: tuple[str, ...] = ()


def said_by(episode: Episode) -> str:
    """Return the memory's words behind the name of who said them, as a model is shown them."""
    return f"{episode.speaker.name}: {episode.content}" if episode.speaker else episode.content


def shown_texts(memory: TurnMemory) -> list[str]:
    """Return the stored texts that the turn's prompt holds: memories, and the values of both profiles."""
    profiles = [profile for profile in (memory.session_profile, memory.speaker_profile) if profile is not None]
    return [
        *(said_by(hit.episode) for hit in memory.recalled.hits),
        *(value for profile in profiles for value in profile.values),
    ]
