"""Labelled messages of chats by another writer; the rules of capture were made better, not made, with them."""

from collections.abc import Iterator
from typing import Literal

from benchmarks.data.capture_chats_en import ENGLISH
from benchmarks.data.capture_chats_zh import CHINESE
from benchmarks.data.capture_labels import Labelled
from ltm.domain.episode import Kind

NOTHING = "-"


def labelled(lines: str, language: Literal["en", "zh"]) -> Iterator[Labelled]:
    """Yield a message per line of `label | text`. Raises ValueError where a label is no kind."""
    for line in lines.splitlines():
        label, _, text = line.partition(" | ")
        kind, _, fact_key = label.partition(":")
        yield Labelled(text=text, language=language, kind=None if kind == NOTHING else Kind(kind), fact_key=fact_key)


CHATS: tuple[Labelled, ...] = (*labelled(ENGLISH, "en"), *labelled(CHINESE, "zh"))
"""More than 210 messages per language, a little less than half of them with something to keep."""
