"""What finds statements worth remembering in what was said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ltm.domain.candidate import Candidate
from ltm.ports.journal import JournalEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A candidate, and the key of the journal entry in which its speaker said it."""

    entry: str
    candidate: Candidate


class Extractor(Protocol):
    async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
        """Return what the entries, all of one session and oldest first, hold; often nothing.

        Raises LlmUnavailable where that needs a model and it does not answer; the same call may work later."""
        ...
