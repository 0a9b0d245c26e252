"""What each scope must hold, in plain dictionaries, and the differences that were found.

Nothing here asks the package's own scope keys: a place is the bare tuple of isolation, bot and conversation."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.profile import Profile
from ltm.domain.scope import Isolation, SessionKey
from ltm.ports.embedder import Vector

Place = tuple[str, str, str]
"""Isolation, bot, and the conversation's name, which is empty where the whole bot shares."""

Person = tuple[str, str, str | None]
"""Bot, conversation, and the speaker's id, None for what all of the conversation share."""


def place_of(session: SessionKey, isolation: Isolation) -> Place:
    return (isolation.value, session.bot_uuid, session.name if isolation is Isolation.SESSION else "")


class Kind(StrEnum):
    """What went wrong; all but OTHER cross a scope."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    COUNT = "count"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference, and the step it was noticed in. `where` is the place it was noticed in, cut short."""

    step: int
    kind: Kind
    during: str
    what: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """A memory as it must be, with its vector before it was stored."""

    episode: Episode
    vector: Vector


@dataclass(slots=True, kw_only=True)
class KnownProfile:
    """A profile as it must be. `ever` is every value it ever had."""

    name: str | None = None
    preferences: list[str] = field(default_factory=list)
    notes: str = ""
    ever: set[str] = field(default_factory=set)

    def clear(self) -> None:
        """Erase it, and what it was."""
        self.name, self.preferences, self.notes, self.ever = None, [], "", set()


def bare(episode: Episode) -> Episode:
    """Return the memory without what a recall writes down, which is done beside the answer."""
    return replace(episode, recalled_at=None, recall_count=0)


class Model:
    """Memories by place and profiles by person; `home` tells of every memory and text there ever was where it is at
    home."""

    def __init__(self) -> None:
        self.memories: dict[Place, dict[EpisodeId, Known]] = {}
        self.profiles: dict[Person, KnownProfile] = {}
        self.documents: dict[tuple[str, str], list[tuple[Place, EpisodeId]]] = {}
        self.findings: list[Finding] = []
        self.step = 0
        self._home: dict[str, Place] = {}
        self._said_of: dict[str, Person] = {}

    @property
    def size(self) -> int:
        return sum(len(held) for held in self.memories.values())

    def at(self, place: Place) -> dict[EpisodeId, Known]:
        return self.memories.setdefault(place, {})

    def put(self, place: Place, known: Known) -> None:
        self.at(place)[known.episode.id] = known
        self._home[known.episode.id] = self._home[known.episode.content] = place

    def cosines(self, place: Place, vector: Vector) -> dict[EpisodeId, float]:
        """Return the true cosine of every memory of the place."""
        held = self.at(place)
        if not held:
            return {}
        vectors = np.stack([known.vector for known in held.values()])
        return dict(zip(held, (vectors @ vector).tolist(), strict=True))

    def person(self, person: Person) -> KnownProfile:
        return self.profiles.setdefault(person, KnownProfile())

    def said(self, person: Person, value: str) -> None:
        """Keep whose value that is."""
        self.person(person).ever.add(value)
        self._said_of[value] = person

    def found(self, kind: Kind, during: str, what: str, where: object) -> None:
        shown = repr(where)
        shown = shown if len(shown) <= 120 else f"{shown[:60]}...{shown[-50:]}"
        self.findings.append(Finding(step=self.step, kind=kind, during=during, what=what, where=shown))

    def check_shown(self, during: str, place: Place, shown: Iterable[Episode]) -> None:
        """Everything shown is the place's and as it must be."""
        held = self.at(place)
        for episode in shown:
            known = held.get(episode.id)
            if known is not None and bare(episode) == known.episode:
                continue
            homes = {self._home.get(episode.id, place), self._home.get(episode.content, place)}
            if homes != {place}:
                self.found(Kind.READ, during, "a memory of another scope was shown", place)
            elif known is None:
                self.found(Kind.OTHER, during, "a memory was shown that is not there", place)
            else:
                self.found(Kind.WRITE, during, "a memory is not as it was written", place)

    def check_all(self, during: str, place: Place, stored: dict[EpisodeId, Episode]) -> None:
        """What is stored is exactly what must be there."""
        self.check_shown(during, place, stored.values())
        if missing := self.at(place).keys() - stored.keys():
            self.found(Kind.DELETE, during, f"{len(missing)} memories are gone", place)

    def check_count(self, during: str, place: Place, counted: object, expected: object) -> None:
        if counted != expected:
            self.found(Kind.COUNT, during, f"counted {counted}, there are {expected}", place)

    def check_profile(self, during: str, person: Person, profile: Profile) -> None:
        """The profile is the person's, former values included, and as it was last edited."""
        known = self.profiles.get(person, KnownProfile())
        facts = [*([profile.name] if profile.name else []), *profile.traits, *profile.preferences]
        values = [value for fact in facts for value in (fact.value, *(former.value for former in fact.former))]
        foreign = [value for value in [*values, profile.notes] if value and value not in known.ever]
        if any(value in self._said_of for value in foreign):
            self.found(Kind.READ, during, "another person's value was shown", person)
        now = (profile.name.value if profile.name else None, [fact.value for fact in profile.preferences])
        if foreign or (*now, profile.notes) != (known.name, known.preferences, known.notes):
            self.found(Kind.WRITE, during, "a profile is not as it was written", person)
