"""The shape of labelled sentences from chats."""

from dataclasses import dataclass
from typing import Literal

from ltm.domain.episode import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One message and what of it is worth remembering for good: a statement of this `kind`, or None for nothing.

    `fact_key` is the key the statement has to be stored under, "" where it has none or any will do."""

    text: str
    language: Literal["en", "zh"]
    kind: Kind | None = None
    fact_key: str = ""
