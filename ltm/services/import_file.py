"""Files of memories as they are read: JSON of other tools, of the older plugin, and of this plugin's own export."""

import asyncio
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, TypeVar

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status
from ltm.domain.gate import NewEpisode, checked, require_no_secret
from ltm.domain.import_rows import RejectedRow
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, Refused

FORMAT = "longtermmemory/episodes"
VERSION = 1
"""Of the files that this plugin writes; of an older version there is none."""

BATCH = 32
"""Texts per embedding request; many providers take at most 64."""

MAX_ROWS_HERE = 5_000
"""In one file that somebody in a chat imports: as many as a scope holds by default."""

_MAX_BYTES = 64 * 1024 * 1024
"""A file is in memory as a whole while it is read, several times as large; this is some 200,000 memories."""

_MAX_TEXT_CHARS = 1_000
"""Of an id or a name that has no limit of its own."""

_MAX_NAMED_ERRORS = 3
_ROWS_BETWEEN_PAUSES = 16
_T = TypeVar("_T")


def _unchanged(text: str) -> str:
    """Return a text by which a place is found, which must not be altered, if every store can hold it."""
    if policy.storable(text) != text:
        raise ValueError("holds characters that cannot be stored")
    return text


def _utc(at: datetime) -> datetime:
    if at.tzinfo is None:
        return at.replace(tzinfo=UTC)
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise ValueError("is out of range") from None


_Time = Annotated[datetime, AfterValidator(_utc)]
_Text = Annotated[str, Field(max_length=_MAX_TEXT_CHARS), AfterValidator(policy.storable)]
_Place = Annotated[str, Field(max_length=_MAX_TEXT_CHARS), AfterValidator(_unchanged)]


class ImportLink(BaseModel):
    """A link to the row with that id."""

    model_config = ConfigDict(extra="ignore", frozen=True, coerce_numbers_to_str=True)

    kind: LinkKind
    to: str = Field(max_length=_MAX_TEXT_CHARS)
    weight: float = Field(default=1.0, gt=0, le=1)


class ImportRow(BaseModel):
    """One row of an import file. Keys it does not know are left alone: exports of other tools carry more.

    A row names its place by `bot_uuid` and `session`, or by the older plugin's `user_key`. `id`, `superseded_by`,
    `links` and all that is missing in other tools' files are those of the export, see `ExportedRow`."""

    model_config = ConfigDict(extra="ignore", frozen=True, coerce_numbers_to_str=True)

    content: str
    tags: list[str] = Field(default_factory=list)
    importance: int = Field(default=2, ge=1, le=5)
    timestamp: _Time | None = None
    sender_id: _Text = ""
    sender_name: _Text = ""
    subject: str = ""
    about: _Text = ""
    original: str = ""
    bot_uuid: _Place = ""
    session: _Place | None = None
    user_key: _Place = ""
    conversation: str = ""
    position: int | None = Field(default=None, ge=0, le=2_000_000_000)
    id: str = Field(default="", max_length=_MAX_TEXT_CHARS)
    kind: Kind | None = None
    status: Status = Status.ACTIVE
    superseded_by: str = Field(default="", max_length=_MAX_TEXT_CHARS)
    pinned: bool = False
    source: Source = Source.IMPORT
    document: _Text = ""
    recalled_at: _Time | None = None
    recall_count: int = Field(default=0, ge=0, le=1_000_000)
    fact_key: str = ""
    event_at: _Time | None = None
    snapshot: bool = False
    repeat_count: int = Field(default=0, ge=0, le=1_000_000)
    entities: list[_Text] = Field(default_factory=list)
    links: list[ImportLink] = Field(default_factory=list, max_length=policy.MAX_LINKS)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, row: object) -> object:
        return {key: value for key, value in row.items() if value is not None} if isinstance(row, dict) else row

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: object) -> object:
        return [tag for tag in tags.split(",") if tag.strip()] if isinstance(tags, str) else tags


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFile:
    """The rows of a file as they were parsed; the place of those that name none, where the file is an export."""

    rows: list[object]
    bot_uuid: str = ""
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """`duplicates` counts rows that were there already and are not stored again."""

    stored: int
    rejected: tuple[RejectedRow, ...]
    duplicates: int = 0


class Positions:
    """Where the turns of conversations stand whose rows do not say so: one after the other, in file order."""

    def __init__(self) -> None:
        self._next: Counter[tuple[Scope, str]] = Counter()

    def of(self, scope: Scope, row: ImportRow) -> int:
        return self._next[scope, row.conversation] if row.position is None else row.position

    def passed(self, scope: Scope, row: ImportRow, position: int) -> None:
        """Note that the row has been accepted at the position."""
        self._next[scope, row.conversation] = position + 1


def parsed_file(raw: bytes | str) -> ImportFile:
    """Return the rows of a JSON array, or of `{"episodes": [...]}`. Raises InvalidInput."""
    encoded = raw.encode("utf-8", "replace") if isinstance(raw, str) else raw
    if len(encoded) > _MAX_BYTES:
        raise InvalidInput(f"the file is larger than {_MAX_BYTES // 2**20} MB: split it")
    try:
        parsed = orjson.loads(encoded.removeprefix(BOM_UTF8))
    except orjson.JSONDecodeError as exc:
        raise InvalidInput(f"the file is not JSON: {exc.msg} at line {exc.lineno} column {exc.colno}") from exc
    rows = parsed.get("episodes") if isinstance(parsed, dict) else parsed
    if not isinstance(rows, list):
        raise InvalidInput('the file must be a JSON array of memories, or {"episodes": [...]}')
    if not isinstance(parsed, dict) or parsed.get("format") != FORMAT:
        return ImportFile(rows=rows)
    if parsed.get("version") != VERSION:
        raise InvalidInput(f"the file is an export of another version of this plugin; this one reads version {VERSION}")
    bot_uuid, session = parsed.get("bot_uuid"), parsed.get("session")
    return ImportFile(
        rows=rows,
        bot_uuid=bot_uuid if isinstance(bot_uuid, str) else "",
        session=session if isinstance(session, str) else "",
    )


def links_of(row: ImportRow) -> tuple[Link, ...]:
    """Return the row's links, by the ids that the file has."""
    return tuple(Link(kind=link.kind, to=EpisodeId(link.to), weight=link.weight) for link in row.links)


async def accepted(
    file: ImportFile, accept: Callable[[int, ImportRow], _T]
) -> tuple[list[_T], tuple[RejectedRow, ...]]:
    """Return what `accept` makes of each row and its number, and the rows that are not valid or that it refuses.

    Leaves the file empty and lets others work in between: large files are neither held twice nor block a reply."""
    made: list[_T] = []
    rejected: list[RejectedRow] = []
    for index in range(len(file.rows)):
        if index % _ROWS_BETWEEN_PAUSES == 0:
            await asyncio.sleep(0)
        row, file.rows[index] = file.rows[index], None
        try:
            made.append(accept(index + 1, ImportRow.model_validate(row)))
        except ValidationError as exc:
            rejected.append(RejectedRow(number=index + 1, reason=_reasons(exc)))
        except (InvalidInput, Refused) as exc:
            rejected.append(RejectedRow(number=index + 1, reason=str(exc)))
    file.rows.clear()
    return made, tuple(rejected)


def episode_of(row: ImportRow, *, session_name: str, document: str, position: int, now: datetime) -> Episode:
    """Return the row's memory through the gate, without an id, a pointer and links. Raises InvalidInput and Refused."""
    require_no_secret(document)
    new = NewEpisode(
        content=row.content,
        tags=tuple(row.tags),
        importance=row.importance,
        speaker=Speaker(id=row.sender_id, name=row.sender_name) if row.sender_id else None,
        session_name=session_name,
        subject=row.subject,
        about=row.about,
        original=row.original,
        source=row.source,
        at=row.timestamp,
        document=document,
        conversation=row.conversation,
        position=position,
        fact_key=row.fact_key,
        event_at=row.event_at,
        snapshot=row.snapshot,
        entities=tuple(row.entities),
    )
    episode = checked(new, EpisodeId(""), now)
    return replace(
        episode,
        kind=row.kind or episode.kind,
        status=row.status,
        pinned=row.pinned,
        recalled_at=row.recalled_at,
        recall_count=row.recall_count,
        repeat_count=row.repeat_count,
    )


def _reasons(exc: ValidationError) -> str:
    """Return which keys are wrong and why, without their values."""
    errors = exc.errors(include_url=False, include_context=False, include_input=False)
    named = [f"{'.'.join(map(str, error['loc'])) or 'row'}: {error['msg']}" for error in errors[:_MAX_NAMED_ERRORS]]
    more = [f"and {len(errors) - _MAX_NAMED_ERRORS} more"] if len(errors) > _MAX_NAMED_ERRORS else []
    return "; ".join(named + more)
