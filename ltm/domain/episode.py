"""One remembered event or fact, and the rules by which a correction replaces an older one."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import NewType

EpisodeId = NewType("EpisodeId", str)

SUPERSEDE_COSINE = 0.85
"""At or above this true cosine an older memory of the same owner is what a correction corrects.

The threshold of the original LongTermMemory plugin, there compared with a value that was not a cosine."""

CORRECTION_TAGS = frozenset(
    {
        "correction", "fact-update", "clarification", "profile-update", "preference-change",
        "更正", "修正", "纠正", "澄清", "偏好变化",
    }
)  # fmt: skip


class Status(StrEnum):
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


class Source(StrEnum):
    """Which door a memory came in by."""

    AGENT = "agent"
    COMMAND = "command"
    IMPORT = "import"
    CAPTURE = "capture"
    API = "api"
    MERGE = "merge"


class Kind(StrEnum):
    """What a memory is: one of many sorts of statement that stand alone, or one turn of a recorded conversation.

    An observation was noticed and never stated outright: it counts for less than a fact, and goes first."""

    FACT = "fact"
    RULE = "rule"
    INSTRUCTION = "instruction"
    OBSERVATION = "observation"
    PREFERENCE = "preference"
    DECISION = "decision"
    EVENT = "event"
    ENTITY = "entity"
    TURN = "turn"


class LinkKind(StrEnum):
    """How one memory belongs to another. What it supersedes is told by the other's `superseded_by`."""

    SUPERSEDES = "supersedes"
    SAME_ENTITY = "same_entity"
    CAUSED_BY = "caused_by"
    PART_OF = "part_of"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A directed link to another memory of the same scope. `weight` is in (0, 1]."""

    kind: LinkKind
    to: EpisodeId
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """Who is talking. The id is the platform's and decides; the name is for people to read."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """A memory. `at` is when it was said (aware, UTC), where it was said again the last time; `subject` is what it
    is about, where that was named, and `about` the id of the speaker that the subject names, where one is known.
    `original` are the words it was made from, where they differ from the content. A pinned one is never archived
    to make room.

    `fact_key` names the one value that this memory gives its subject, such as `home`: a newer one supersedes it.
    `event_at` is when that of which it tells happens or happened, where that was said; a `snapshot` tells how things
    stood at that moment and ages fast. `entities` are the names it names. `repeat_count` says how many times it was
    said again.

    A turn belongs to a `conversation` and stands at a `position` in it, counted from 0. `document` names the
    imported file it came from; `superseded_by` the memory that corrected it. `recalled_at` and `recall_count`
    are kept to the day: on how many days it was recalled, and when last."""

    id: EpisodeId
    content: str
    at: datetime
    tags: tuple[str, ...] = ()
    importance: int = 2
    speaker: Speaker | None = None
    session_name: str = ""
    subject: str = ""
    about: str = ""
    original: str = ""
    source: Source = Source.AGENT
    status: Status = Status.ACTIVE
    superseded_by: EpisodeId | None = None
    pinned: bool = False
    document: str = ""
    kind: Kind = Kind.FACT
    conversation: str = ""
    position: int = 0
    recalled_at: datetime | None = None
    recall_count: int = 0
    fact_key: str = ""
    event_at: datetime | None = None
    snapshot: bool = False
    repeat_count: int = 0
    entities: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def slot(self) -> tuple[str, str, str] | None:
        """Return whose value of what this is, None where it is of nothing that can have one value only."""
        if not self.fact_key:
            return None
        if self.subject and not self.about:
            return "subject", self.subject.casefold(), self.fact_key
        return "speaker", self.about or self.speaker_id, self.fact_key

    @property
    def speaker_id(self) -> str:
        """Return the id of who said it, "" where nobody is known."""
        return self.speaker.id if self.speaker else ""

    @property
    def is_correction(self) -> bool:
        return is_correction(self.tags)

    def superseded(self, by: EpisodeId) -> "Episode":
        return replace(self, status=Status.SUPERSEDED, superseded_by=by)

    def archived(self) -> "Episode":
        return replace(self, status=Status.ARCHIVED)

    def restored(self) -> "Episode":
        """Return this memory in use again, whatever had put it aside."""
        return replace(self, status=Status.ACTIVE, superseded_by=None)

    def concerns(self, speaker_id: str) -> bool:
        """True if the speaker with that id said it or it is known to be about him. Names never decide: anyone can
        take any name."""
        return bool(speaker_id) and speaker_id in (self.about, self.speaker_id)


def is_correction(tags: Iterable[str]) -> bool:
    """True if any tag says that this memory corrects an older one; case and surrounding space do not count."""
    return any(tag.strip().casefold() in CORRECTION_TAGS for tag in tags)


def same_owner(one: Episode, other: Episode) -> bool:
    """True if `one` may correct `other`: both are by the same speaker, or about the same named subject, and what is
    about a person is corrected by that person or whoever said it only.

    Nobody else's memory may be superseded: Bob correcting himself must not erase what Alice said. Memories
    without any speaker (imported ones) belong together. Nobody asked for what is learnt in passing: it takes the place
    of what the same person said only."""
    if one.source is Source.CAPTURE and one.speaker_id != other.speaker_id:
        return False
    names_the_same = bool(one.subject) and one.subject.casefold() == other.subject.casefold()
    if names_the_same and other.about in ("", one.speaker_id):
        return True
    if one.speaker is None or other.speaker is None:
        return one.speaker is other.speaker
    return one.speaker.id == other.speaker.id


def gives_new_value(new: Episode, old: Episode) -> bool:
    """True if both give the same slot a value, and the newer one's may stand for the older one's.

    What is so at one moment only, and what nobody stated, takes the place of nothing that lasts. Two days are two
    events, unless the newer one says that it corrects something."""
    if new.slot is None or new.slot != old.slot:
        return False
    if (new.snapshot and not old.snapshot) or (new.kind is Kind.OBSERVATION and old.kind is not Kind.OBSERVATION):
        return False
    are_two_days = new.event_at is not None and old.event_at is not None and new.event_at != old.event_at
    return not are_two_days or new.is_correction or new.kind is not Kind.EVENT


def supersedes(new: Episode, old: Episode, cosine: float) -> bool:
    """True if `new` is a correction of the older, still active `old`, or gives the same slot its new value.

    What was said was said: a turn is never superseded and supersedes nothing."""
    if Kind.TURN in (new.kind, old.kind):
        return False
    corrects = (new.is_correction and cosine >= SUPERSEDE_COSINE) or gives_new_value(new, old)
    return corrects and old.id != new.id and old.status is Status.ACTIVE and old.at <= new.at and same_owner(new, old)
