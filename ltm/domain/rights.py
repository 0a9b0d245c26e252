"""Who may see and change what. Ids decide, never names: in a chat anyone can take any name."""

from collections.abc import Collection
from dataclasses import dataclass

from ltm.domain.episode import Episode, Speaker
from ltm.domain.scope import SessionKey
from ltm.errors import NotAllowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who asks, and where. An administrator is named in the plugin's configuration or, in a private chat, has the
    host's privilege."""

    session: SessionKey
    speaker: Speaker | None = None
    is_admin: bool = False

    @property
    def id(self) -> str:
        """The speaker's id, "" where nobody is known."""
        return self.speaker.id if self.speaker else ""

    @property
    def is_private(self) -> bool:
        """True in a chat of one person with the bot."""
        return self.session.name.startswith("person_")


def owns(actor: Actor, episode: Episode) -> bool:
    """True if the memory is the actor's: said by or about him, or nobody's and from this private chat."""
    if episode.concerns(actor.id):
        return True
    return actor.is_private and episode.speaker is None and episode.session_name == actor.session.name


def may_see(actor: Actor, episode: Episode) -> bool:
    """True unless the memory is somebody else's from another conversation of the same bot."""
    return actor.is_admin or owns(actor, episode) or episode.session_name in ("", actor.session.name)


def may_change(actor: Actor, episode: Episode) -> bool:
    return actor.is_admin or owns(actor, episode)


def require_change(actor: Actor, episode: Episode) -> None:
    """Raise NotAllowed unless the actor may change or forget this memory."""
    if not may_change(actor, episode):
        raise NotAllowed(
            "that memory was said by somebody else and is not about you; those it belongs to and administrators "
            "may change it"
        )


def require_admin(actor: Actor) -> None:
    """Raise NotAllowed unless the actor is an administrator."""
    if not actor.is_admin:
        raise NotAllowed("only administrators may do that: an operator names them in the plugin's configuration")


def names_admin(entries: Collection[str], speaker_id: str, platforms: Collection[str]) -> bool:
    """True if an entry of the configuration names this sender: `platform:id`, or his id alone for any platform.

    `platforms` are the names the conversation's platform goes by: the adapter's, and the bot's UUID."""
    wanted = {f"{platform}:{speaker_id}" for platform in platforms if platform}
    if ":" not in speaker_id:
        # An id that looks like an entry of its own must not pass for one.
        wanted.add(speaker_id)
    return bool(speaker_id) and not wanted.isdisjoint(entries)


def may_name(entries: Collection[str], speaker_id: str) -> bool:
    """True if an entry could name this sender on some platform."""
    return bool(speaker_id) and any(entry == speaker_id or entry.endswith(f":{speaker_id}") for entry in entries)
