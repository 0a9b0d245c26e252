"""Which memories a person means who wants several deleted: conditions as typed in a chat, all of which must hold."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime

from ltm.domain.episode import Episode, Status
from ltm.domain.policy import same_words, storable
from ltm.errors import InvalidInput

USAGE = "--speaker <id>, --tag <tag>, --before <date>, --status <active|superseded|archived>"

_SHOWN_CHARS = 40
"""Of what was typed wrong."""

# Chinese input methods type `——` and `－－`, phones and word processors a single dash for two hyphens.
_DASHES = "[-－‐‑–—―−]{2,}|[–—―]"
_FLAG = re.compile(rf"(?:{_DASHES})([^\s=＝]*)([=＝]?)")
_QUOTED = re.compile(r"""(?:["“”＂]([^"“”＂]*)["“”＂]|「([^」]*)」|『([^』]*)』)(?!\S)""")
_OPENING = '"“”＂「『'
_BARE = re.compile(r"\S+")
_SPACE = re.compile(r"\s*")
_PLAIN_DASHES = str.maketrans(dict.fromkeys("－‐‑–—―−", "-"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """`speaker_id` is who said it, `tags` are all on it (case and white space do not count), `before` is exclusive and
    aware. None or () is no condition. Raises InvalidInput without any: nobody means everything by saying nothing."""

    speaker_id: str | None = None
    tags: tuple[str, ...] = ()
    before: datetime | None = None
    status: Status | None = None

    def __post_init__(self) -> None:
        if self.speaker_id is None and not self.tags and self.before is None and self.status is None:
            raise InvalidInput(f"which memories? Give at least one of {USAGE}")

    def matches(self, episode: Episode) -> bool:
        """True if every condition holds."""
        return (
            (self.speaker_id is None or (episode.speaker is not None and episode.speaker.id == self.speaker_id))
            and (not self.tags or _tag_keys(self.tags) <= _tag_keys(episode.tags))
            and (self.before is None or episode.at < self.before)
            and (self.status is None or episode.status is self.status)
        )

    def described(self) -> tuple[tuple[str, str], ...]:
        """Return each condition's name and value as text, for people to check; the date with its time and zone."""
        told: list[tuple[str, str | None]] = [("speaker", self.speaker_id), *(("tag", tag) for tag in self.tags)]
        told.append(("before", self.before.isoformat() if self.before else None))
        told.append(("status", self.status.value if self.status else None))
        return tuple((name, value) for name, value in told if value is not None)


def selection_of(argument: str) -> Selection:
    """Return the conditions typed, such as `--speaker 42 --before=2025-06-01 --tag "day trip"`.

    `--tag` may be given several times, the others once. A date without a time begins at midnight, a time without a
    zone is UTC. Raises InvalidInput that says what was wrong and what to do. Time is linear in the argument."""
    given: dict[str, list[str]] = {"speaker": [], "tag": [], "before": [], "status": []}
    position = _after_space(argument, 0)
    while position < len(argument):
        name, value, position = _condition(argument, position)
        if name not in given:
            raise InvalidInput(f"there is no condition --{_shown(name)}: use {USAGE}")
        if given[name] and name != "tag":
            raise InvalidInput(f"--{name} is given twice: give it once")
        given[name].append(value)
    return Selection(
        speaker_id=given["speaker"][0] if given["speaker"] else None,
        tags=tuple(given["tag"]),
        before=_moment(given["before"][0]) if given["before"] else None,
        status=_status(given["status"][0]) if given["status"] else None,
    )


def _condition(argument: str, position: int) -> tuple[str, str, int]:
    """Return the name and value of the condition that begins here, and where the next one may begin."""
    flag = _FLAG.match(argument, position)
    if flag is None:
        word = _BARE.match(argument, position)
        raise InvalidInput(
            f"{_shown(word[0] if word else '')} belongs to no condition: use {USAGE}, with quotes around a value "
            "that holds spaces"
        )
    name, has_equals = unicodedata.normalize("NFKC", flag[1]).lower(), bool(flag[2])
    start = flag.end() if has_equals else _after_space(argument, flag.end())
    value, end = _value(argument, start, name, may_be_flag=has_equals)
    return name, value, _after_space(argument, end)


def _value(argument: str, position: int, name: str, *, may_be_flag: bool) -> tuple[str, int]:
    if argument[position : position + 1] in tuple(_OPENING):
        quoted = _QUOTED.match(argument, position)
        if quoted is None:
            raise InvalidInput(f"the quotes around the value of --{_shown(name)} are not closed, or not at its end")
        value, end = next(group for group in quoted.groups() if group is not None).strip(), quoted.end()
    else:
        bare = _BARE.match(argument, position)
        is_missing = bare is None or (not may_be_flag and _FLAG.match(argument, position) is not None)
        value, end = ("", position) if bare is None or is_missing else (bare[0], bare.end())
    if not value:
        raise InvalidInput(f"--{_shown(name)} has no value: write it after the condition, like --{_shown(name)} value")
    return value, end


def _after_space(argument: str, position: int) -> int:
    space = _SPACE.match(argument, position)
    return space.end() if space else position


def _moment(typed: str) -> datetime:
    plain = unicodedata.normalize("NFKC", typed).translate(_PLAIN_DASHES)
    try:
        moment = datetime.fromisoformat(plain)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as exc:  # no date, or outside the years 1 to 9999 in UTC
        raise InvalidInput(
            f"--before {_shown(typed)} is no date: write it like 2025-06-01 or 2025-06-01T08:30+08:00"
        ) from exc


def _status(typed: str) -> Status:
    try:
        return Status(unicodedata.normalize("NFKC", typed).lower())
    except ValueError as exc:
        raise InvalidInput(
            f"--status {_shown(typed)} is no status: use one of {', '.join(status.value for status in Status)}"
        ) from exc


def _tag_keys(tags: tuple[str, ...]) -> set[str]:
    return {same_words(storable(tag)) for tag in tags}


def _shown(typed: str) -> str:
    kept = storable(typed)
    return kept if len(kept) <= _SHOWN_CHARS else f"{kept[:_SHOWN_CHARS]}…"
