"""The format of the facts that people tell in the month.

A fact begins with `owner | kind | who asks | question`. Per value that it takes follow `= ` and the words any of which
names the value, parted by commas, and two spaces before each message that tells it: the first one says it, the others
say it again. A number and `> ` before a message is the day of the month on which it is written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ltm.domain.episode import Kind

Language = Literal["en", "zh"]

_VALUE = "= "
_FACT = re.compile(r"^(?=\S+ \| )", re.MULTILINE)
_DAY = re.compile(r"(\d+)> ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A message that tells a value, on a `day` of the month where that matters."""

    text: str
    day: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A value that holds for a time: the words any of which names it, and the messages that tell it."""

    words: tuple[str, ...]
    said: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A fact and its values in the order in which they hold."""

    owner: str
    kind: Kind
    asker: str
    question: str
    language: Language
    values: tuple[Held, ...]


def told(lines: str, language: Language) -> Iterator[Told]:
    """Yield the facts in the order of the lines. Raises ValueError where a fact begins with something else."""
    for block in filter(None, _FACT.split(lines)):
        header, *values = block.split(f"\n{_VALUE}")
        owner, kind, asker, question = header.split(" | ")
        yield Told(
            owner=owner,
            kind=Kind(kind),
            asker=asker,
            question=question,
            language=language,
            values=tuple(map(_held, values)),
        )


def _held(lines: str) -> Held:
    words, *said = lines.strip().splitlines()
    return Held(words=tuple(word.strip() for word in words.split(",")), said=tuple(map(_statement, said)))


def _statement(line: str) -> Statement:
    text = line.strip()
    day = _DAY.match(text)
    return Statement(text=text[day.end() :] if day else text, day=int(day[1]) if day else None)
