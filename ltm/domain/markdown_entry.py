"""One memory, or one statement of a profile, as a Markdown file has it."""

import hashlib
import json
import re
from dataclasses import dataclass, replace
from dataclasses import field as field_
from datetime import UTC, datetime, timedelta

from ltm.domain.episode import Kind, Speaker
from ltm.domain.markdown_text import text_of_value, value_of
from ltm.domain.policy import MAX_IMPORTANCE, MIN_IMPORTANCE
from ltm.domain.profile import Field
from ltm.errors import InvalidInput

USUAL_IMPORTANCE = 2
_DIGEST_CHARS = 8
_TIME = re.compile(r"\d{4}-\d\d-\d\d.*")
_SECONDS = re.compile(r"(?P<id>.+) (?P<seconds>[0-5]\d)\.(?P<microseconds>\d{6})")
_PERSON = re.compile(r"(?P<name>[^()]*)(?:\((?P<id>[^()]*)\))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A memory. Its times are in UTC; `id` is "" for one that somebody wrote.

    `hinted` is False where the line has no braces: then only words and kind are said. `line` counts from 1."""

    content: str
    kind: Kind
    id: str = ""
    tags: tuple[str, ...] = ()
    importance: int = USUAL_IMPORTANCE
    pinned: bool = False
    at: datetime | None = None
    event_at: datetime | None = None
    speaker: Speaker | None = None
    subject: str = ""
    about: str = ""
    fact_key: str = ""
    hinted: bool = field_(default=True, compare=False)
    line: int = field_(default=0, compare=False)

    @property
    def digest(self) -> str:
        """Return 8 hexadecimal digits of what can be edited, by which a line is known to be as it was exported."""
        return _digest(_words(self.content), self.kind, self.tags, self.importance, self.pinned)

    @property
    def fixed_digest(self) -> str:
        """Return the same of what cannot be edited, so that one who tries is told."""
        speaker = self.speaker or Speaker(id="")
        times = [_moment(self.at), _moment(self.event_at)]
        return _digest(times, speaker.id, speaker.name, self.subject, self.about, self.fact_key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEntry:
    """A statement of the profile of a speaker or, with "" as the owner's id, of the conversation."""

    owner: str
    field: Field
    value: str
    key: str = ""
    line: int = field_(default=0, compare=False)

    @property
    def digest(self) -> str:
        return _digest(self.owner, self.field, _words(self.value), self.key)


def minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)


def id_of(entry: Entry) -> str:
    """Return what stands in the comment behind an entry: its id and, where there are any, the seconds of its time,
    which nobody wants to read."""
    seconds = f"{entry.at.second:02}.{entry.at.microsecond:06}" if entry.at else ""
    return " ".join(filter(None, [value_of(entry.id), seconds if seconds.strip("0.") else ""]))


def with_id(entry: Entry, comment: str) -> Entry:
    """Return the entry with the id that `id_of` made the comment of, and with its time where it has one already."""
    found = _SECONDS.fullmatch(comment)
    if found is None or entry.at is None:
        return replace(entry, id=text_of_value(comment if found is None else found["id"]))
    at = minute(entry.at) + timedelta(seconds=int(found["seconds"]), microseconds=int(found["microseconds"]))
    return replace(entry, id=text_of_value(found["id"]), at=at)


def hints_of(entry: Entry) -> str:
    """Return what stands between the braces behind a memory's words; what is as usual is left out.

    Its time is that of the minute: see `id_of`."""
    speaker = entry.speaker or Speaker(id="")
    parts = [
        _moment(minute(entry.at)) if entry.at else "",
        _person("by", speaker.name, speaker.id),
        _person("about", entry.subject, entry.about),
        f"on {_moment(entry.event_at)}" if entry.event_at else "",
        f"importance {entry.importance}" if entry.importance != USUAL_IMPORTANCE else "",
        "pinned" if entry.pinned else "",
        f"key {value_of(entry.fact_key)}" if entry.fact_key else "",
        f"tags {', '.join(map(value_of, entry.tags))}" if entry.tags else "",
    ]
    return "; ".join(filter(None, parts))


def with_hints(entry: Entry, hints: str) -> Entry:
    """Return the entry with what the hints say. Raises InvalidInput, without naming what they hold."""
    for part in filter(None, map(str.strip, hints.split(";"))):
        entry = _with_hint(entry, *(*part.split(maxsplit=1), "")[:2])
    return replace(entry, hinted=True)


def _with_hint(entry: Entry, word: str, rest: str) -> Entry:
    match word:
        case "by" | "about":
            return _with_person(entry, word, rest)
        case "on":
            return replace(entry, event_at=_read_moment(rest))
        case "pinned" if not rest:
            return replace(entry, pinned=True)
        case "key":
            return replace(entry, fact_key=text_of_value(rest))
        case "tags":
            tags = (text_of_value(tag.strip()) for tag in rest.split(","))
            return replace(entry, tags=tuple(dict.fromkeys(filter(None, tags))))
        case "importance":
            return replace(entry, importance=_read_importance(rest))
        case _:
            return replace(entry, at=_read_moment(f"{word} {rest}".strip()))


def _with_person(entry: Entry, word: str, text: str) -> Entry:
    """Return the entry with the name and id of `Alice (501)`, `Alice` or `(501)`."""
    found = _PERSON.fullmatch(text.strip())
    if not found:
        raise InvalidInput("a person between the braces is written like Alice (501)")
    name, person_id = text_of_value(found["name"].rstrip()), text_of_value(found["id"] or "")
    if word == "about":
        return replace(entry, subject=name, about=person_id)
    if not person_id:
        raise InvalidInput("who said it is named with the id, like by Alice (501)")
    return replace(entry, speaker=Speaker(id=person_id, name=name))


def _read_importance(text: str) -> int:
    if not re.fullmatch(r"[0-9]", text) or not MIN_IMPORTANCE <= int(text) <= MAX_IMPORTANCE:
        raise InvalidInput("importance is a number from 1 to 5")
    return int(text)


def _person(word: str, name: str, person_id: str) -> str:
    parts = [value_of(name), f"({value_of(person_id)})" if person_id else ""]
    return " ".join([word, *filter(None, parts)]) if any(parts) else ""


def _moment(at: datetime | None) -> str:
    """Return a time in UTC as exact as it is: `2025-06-01`, `2025-06-01 12:00`, or down to the microsecond."""
    if at is None:
        return ""
    plain = at.astimezone(UTC).replace(tzinfo=None)
    timespec = "auto" if plain.second or plain.microsecond else "minutes"
    return plain.isoformat(sep=" ", timespec=timespec).removesuffix(" 00:00")


def _read_moment(text: str) -> datetime:
    try:
        if not _TIME.fullmatch(text):
            raise ValueError
        read = datetime.fromisoformat(text)
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (ValueError, OverflowError):
        raise InvalidInput("what stands between the braces is not known: see the first lines of the file") from None


def _words(text: str) -> list[str]:
    # Editors take blanks away at the ends of lines: that is no change.
    return [line.rstrip() for line in text.split("\n")]


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:_DIGEST_CHARS]
