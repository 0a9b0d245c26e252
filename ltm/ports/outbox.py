"""Writes that are promised but not done yet."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from ltm.domain.scope import Scope, SessionKey
from ltm.ports.episode_store import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingMemory:
    """A memory to be stored. `key` sorts as the promises were made.

    `is_rewritten` if it was changed after it was added, so that it is newer than what a store may already have."""

    key: str
    scope: Scope
    record: Record
    is_rewritten: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingErasure:
    """All that is known of a speaker to be erased: in the scope, and in the profile of that conversation.

    `at` is when it was asked for (aware, UTC): what he said later is not meant."""

    key: str
    scope: Scope
    session: SessionKey
    speaker_id: str
    at: datetime


Pending = PendingMemory | PendingErasure


class Outbox(Protocol):
    """What is in it is still there after a crash. Every method raises StoreUnavailable, and then it is not known
    whether it was done."""

    async def add_memory(self, scope: Scope, record: Record) -> PendingMemory:
        """Keep the record, behind all that was ever added; `Embedding("", zeros(0))` where it has no vector yet."""
        ...

    async def add_erasure(self, scope: Scope, session: SessionKey, speaker_id: str) -> PendingErasure:
        """Keep the wish, behind all that was ever added."""
        ...

    async def rewrite(self, pending: PendingMemory) -> None:
        """Keep this in place of what has its key, at the same place."""
        ...

    async def pending(self) -> list[Pending]:
        """Return all that was not removed, in the order in which it was added.

        What cannot be read is kept aside, and no reason not to return the rest."""
        ...

    async def remove(self, key: str) -> None:
        """Take it out; one that is not there is no error."""
        ...

    async def keep_aside(self, key: str) -> None:
        """Take it out, and keep its bytes under another name, for people to look at."""
        ...
