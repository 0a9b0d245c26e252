"""The labelled messages and calls with which ltm/domain/own_words.py was made and is measured.

The `first` set was written before any rule; each group of one kind and language is split in two by a seeded shuffle.
The rules were tuned on `dev`, which also has the `later` sets: written in other words when the rules stood, counted,
and then mended. `report` is the other half; a dozen faults on it were mended too. `held out` came last and was only
counted.
"""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

Split = Literal["dev", "report", "held out"]
_Set = Literal["first", "later", "held out"]

GENUINE = "genuine"
"""The kind of a call that the user's own words ask for."""

REPEATED = ("order", "memory", "profile", "merged")
"""Kinds of echoes: an order that was recalled and obeyed, a memory, profile values, two memories in one."""

_DATA = Path(__file__).parent / "data"
_SEED = "wishes"


class Message(BaseModel):
    """What a user said, oldest first; `asks` if the last of it asks to remove or correct something."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: _Set
    language: str
    said: tuple[str, ...]
    asks: bool


class Call(BaseModel):
    """A call of remember: the user's words, the prompt's memories by the name of their scope, what is to be stored."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: _Set
    kind: str
    language: str
    scope: str
    said: tuple[str, ...]
    content: str


class _Messages(BaseModel):
    messages: list[Message]


class _Calls(BaseModel):
    scopes: dict[str, tuple[str, ...]]
    calls: list[Call]


class _Labelled(Protocol):
    @property
    def set(self) -> _Set: ...

    @property
    def language(self) -> str: ...


_Row = TypeVar("_Row", bound=_Labelled)


def messages(split: Split) -> list[Message]:
    """Return the split's messages, those that ask first."""
    rows = _Messages.model_validate_json((_DATA / "wishes_requests.json").read_bytes()).messages
    return [row for asks in (True, False) for row in _of_split((row for row in rows if row.asks == asks), split)]


def calls(split: Split) -> list[tuple[Call, tuple[str, ...]]]:
    """Return the split's calls, each with the texts that were put into its prompt."""
    found = _Calls.model_validate_json((_DATA / "wishes_writes.json").read_bytes())
    kinds = dict.fromkeys(call.kind for call in found.calls)
    return [
        (call, found.scopes[call.scope])
        for kind in kinds
        for call in _of_split((call for call in found.calls if call.kind == kind), split)
    ]


def _of_split(rows: Iterable[_Row], split: Split) -> list[_Row]:
    """Return the held-out rows, or every second row of the first set after a shuffle that is always the same."""
    by_language: dict[str, list[_Row]] = {}
    found: list[_Row] = []
    for row in rows:
        if row.set == "first":
            by_language.setdefault(row.language, []).append(row)
        elif split == {"later": "dev", "held out": "held out"}[row.set]:
            found.append(row)
    for of_it in by_language.values():
        random.Random(_SEED).shuffle(of_it)
        found += {"dev": of_it[::2], "report": of_it[1::2], "held out": []}[split]
    return found
