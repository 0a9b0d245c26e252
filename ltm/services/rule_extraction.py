"""Finding what is worth remembering without any model."""

import asyncio
from collections.abc import Sequence

from ltm.domain.capture_rules import found
from ltm.ports.extractor import Found
from ltm.ports.journal import JournalEntry


class RuleExtractor:
    """Looks at each message for itself. Never fails."""

    async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
        result: list[Found] = []
        for entry in entries:
            result += [Found(entry=entry.key, candidate=each) for each in found(entry.text, entry.at)]
            # A long message takes milliseconds: a reply may come in between.
            await asyncio.sleep(0)
        return result
