"""What is written down of each change: when, by whom, what kind, to which memory; never what it said."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

OPERATOR = "operator"
"""Who acts through LangBot's own pages."""

ITSELF = "memory"
"""Who acts where nobody asked: making room, superseding."""


class Change(StrEnum):
    REMEMBERED = "remembered"
    STRENGTHENED = "strengthened"
    SUPERSEDED = "superseded"
    EDITED = "edited"
    ARCHIVED = "archived"
    RESTORED = "restored"
    PINNED = "pinned"
    UNPINNED = "unpinned"
    FORGOTTEN = "forgotten"
    IMPORTED = "imported"
    PROFILE_EDITED = "profile edited"
    ERASED = "erased"
    SWITCHED = "switched"
    CONSOLIDATED = "consolidated"
    UNDONE = "undone"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One change. `digest` is a keyed hash of the content, equal for equal contents of one installation.

    `by` is a speaker's id, OPERATOR or ITSELF, "" after the speaker had himself erased; `note` is one word more, such
    as `off` or a count."""

    at: datetime
    by: str
    change: Change
    episode_id: str = ""
    digest: str = ""
    note: str = ""
