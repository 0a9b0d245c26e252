"""Turns that were answered and not looked through yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ltm.domain.episode import Speaker
from ltm.domain.scope import SessionKey


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """One answered message. `key` is its own; keys of later turns of a session sort after those of earlier ones.

    `text` is what the speaker said and `reply` what the bot answered, either "" where nothing of it may be kept.
    `kept` are the texts that were stored of the message while it was answered: those are known already."""

    key: str
    session: SessionKey
    speaker: Speaker | None
    text: str
    reply: str
    at: datetime
    kept: tuple[str, ...] = ()


class Journal(Protocol):
    """Entries of all sessions. All methods raise StoreUnavailable.

    An entry that does not parse is kept aside under another name and logged by its key."""

    async def write(self, entry: JournalEntry) -> None:
        """Keep the entry, in place of one with the same key: of a streamed answer the last one counts."""
        ...

    async def pending(self) -> list[JournalEntry]:
        """Return all entries, those of a session oldest first."""
        ...

    async def remove(self, keys: Sequence[str]) -> None:
        """Take the entries out; one that is not there is no error."""
        ...
