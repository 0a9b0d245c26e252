"""What was asked of the memory and what it acknowledged, against what is there afterwards."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_LISTED = re.compile(r"^\[(?P<marks>[^\]]*)\] (?P<content>.*)\n\s+(?P<id>[0-9a-f-]{36})$", re.MULTILINE)


@dataclass(slots=True, eq=False)
class Fact:
    """A memory somebody wanted kept; `id` once that was acknowledged. `is_free` while no other write concerns it."""

    content: str
    speaker: str = ""
    correction: str = ""
    corrects: "Fact | None" = None
    id: str = ""
    supersedes: frozenset[str] = frozenset()
    forget_tried: bool = False
    forget_done: bool = False
    is_free: bool = True

    def remembered(self, answer: str) -> bool:
        """Take the answer of `remember` down; return whether it acknowledges."""
        ids = _UUID.findall(answer)
        if answer.startswith("Error") or not ids:
            return False
        self.id, self.supersedes = ids[0], frozenset(ids[1:])
        return True

    def forgotten(self, answer: str) -> bool:
        """Take the answer of `forget` down; return whether it acknowledges."""
        self.forget_done = answer.startswith("Deleted")
        return self.forget_done


@dataclass(slots=True, eq=False)
class ProfileEdit:
    """A value somebody wanted under one key of a profile; later edits of that key replace it."""

    value: str
    acknowledged: bool = False

    def edited(self, answer: str) -> bool:
        """Take the answer of `update_profile` down; return whether it acknowledges."""
        self.acknowledged = answer.startswith(("Done", "Nothing to change"))
        return self.acknowledged


@dataclass(slots=True)
class Ledger:
    """All that was asked for in one session; `edits` by speaker and key, in the order they were asked for."""

    facts: list[Fact] = field(default_factory=list)
    edits: dict[tuple[str, str], list[ProfileEdit]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def tried(self) -> int:
        forgets = sum(fact.forget_tried for fact in self.facts)
        return len(self.facts) + forgets + sum(map(len, self.edits.values()))

    @property
    def acknowledged(self) -> int:
        done = sum(bool(fact.id) + fact.forget_done for fact in self.facts)
        return done + sum(edit.acknowledged for edits in self.edits.values() for edit in edits)


@dataclass(frozen=True, slots=True)
class Listed:
    """One memory as `!memory list` shows it."""

    id: str
    content: str
    superseded: bool


@dataclass(slots=True)
class Seen:
    """What a session's memory shows: its whole list, all ids that searches found, and each speaker's profile."""

    listed: list[Listed] = field(default_factory=list)
    found: set[str] = field(default_factory=set)
    profiles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Findings:
    """What must be empty: descriptions of what went wrong, without contents."""

    lost: tuple[str, ...] = ()
    duplicated: tuple[str, ...] = ()
    half_superseded: tuple[str, ...] = ()
    orphans: tuple[str, ...] = ()

    def __add__(self, other: "Findings") -> "Findings":
        return Findings(
            self.lost + other.lost,
            self.duplicated + other.duplicated,
            self.half_superseded + other.half_superseded,
            self.orphans + other.orphans,
        )

    @property
    def total(self) -> int:
        return len(self.lost) + len(self.duplicated) + len(self.half_superseded) + len(self.orphans)

    def __str__(self) -> str:
        return "\n".join([*self.lost, *self.duplicated, *self.half_superseded, *self.orphans])


def listed(pages: Iterable[str]) -> list[Listed]:
    """Return the memories that the answers to `!memory list` show, in their order."""
    return [
        Listed(match["id"], match["content"], "superseded" in match["marks"])
        for page in pages
        for match in _LISTED.finditer(page)
    ]


def judge(ledger: Ledger, seen: Seen) -> Findings:
    """Compare what was acknowledged with what is there."""
    times = Counter(memory.content for memory in seen.listed)
    return Findings(
        lost=(*_lost(ledger, seen, times), *_lost_edits(ledger, seen)),
        duplicated=tuple(f"listed {count} times" for count in times.values() if count > 1),
        half_superseded=tuple(_half_superseded(ledger, seen)),
        orphans=tuple(_orphans(seen)),
    )


def _lost(ledger: Ledger, seen: Seen, times: Counter[str]) -> Iterator[str]:
    present = {memory.id for memory in seen.listed}
    for fact in ledger.facts:
        if fact.forget_done and fact.id in present:
            yield f"forgotten but still listed: {fact.id}"
        elif fact.id and not fact.forget_tried and (fact.id not in present or not times[fact.content]):
            yield f"acknowledged but not listed: {fact.id}"


def _lost_edits(ledger: Ledger, seen: Seen) -> Iterator[str]:
    for (speaker, key), edits in ledger.edits.items():
        last = max((place for place, edit in enumerate(edits) if edit.acknowledged), default=None)
        # An edit that was tried later and never acknowledged may have been made all the same.
        if last is not None and not any(edit.value in seen.profiles.get(speaker, "") for edit in edits[last:]):
            yield f"acknowledged but not in the profile: speaker {speaker}, key {key}"


def _half_superseded(ledger: Ledger, seen: Seen) -> Iterator[str]:
    by_content = {memory.content: memory for memory in seen.listed}
    for fact in ledger.facts:
        if fact.corrects is None:
            continue
        new, old = by_content.get(fact.content), by_content.get(fact.corrects.content)
        acknowledged = "acknowledged" if fact.id else "not acknowledged"
        if new and old and not old.superseded:
            yield f"both {old.id} and what corrects it are active ({acknowledged})"
        if old and old.superseded and not new:
            yield f"superseded, but nothing is there that corrects it: {old.id} ({acknowledged})"


def _orphans(seen: Seen) -> Sequence[str]:
    active = {memory.id for memory in seen.listed if not memory.superseded}
    not_listed = [f"found but not listed as active: {id_}" for id_ in sorted(seen.found - active)]
    return [*not_listed, *(f"listed as active but not found: {id_}" for id_ in sorted(active - seen.found))]
