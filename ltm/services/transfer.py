"""Importing episodes from a file, and taking exactly that file's rows out again."""

import asyncio
import logging
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import perf_counter
from typing import TypeVar
from uuid import UUID, uuid5

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ltm.domain.episode import Episode, EpisodeId, Source, Speaker
from ltm.domain.import_rows import place
from ltm.domain.scope import Isolation, Scope
from ltm.errors import Corrupt, InvalidInput
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.storage import Storage
from ltm.services.embedding import embedded, turns
from ltm.services.remember import NewEpisode, checked
from ltm.services.scope_locks import ScopeLocks

BATCH = 32
"""Texts per embedding request; many providers take at most 64."""

_DELETES_AT_ONCE = 8
_IDS = UUID("6f1c9d0e-2b3a-5c4d-8e5f-0a1b2c3d4e5f")
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


class ImportRow(BaseModel):
    """One row of an import file. Keys it does not know are left alone: exports of other tools carry more."""

    model_config = ConfigDict(extra="ignore", frozen=True, coerce_numbers_to_str=True)

    content: str
    tags: list[str] = Field(default_factory=list)
    importance: int = Field(default=2, ge=1, le=5)
    timestamp: datetime | None = None
    sender_id: str = ""
    sender_name: str = ""
    subject: str = ""
    bot_uuid: str = ""
    session: str = ""
    user_key: str = ""
    conversation: str = ""
    position: int | None = Field(default=None, ge=0, le=2_000_000_000)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, row: object) -> object:
        return {key: value for key, value in row.items() if value is not None} if isinstance(row, dict) else row

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, tags: object) -> object:
        return [tag for tag in tags.split(",") if tag.strip()] if isinstance(tags, str) else tags

    @field_validator("timestamp")
    @classmethod
    def _utc(cls, at: datetime | None) -> datetime | None:
        if at is None or at.tzinfo is None:
            return at and at.replace(tzinfo=UTC)
        try:
            return at.astimezone(UTC)
        except OverflowError:
            raise ValueError("is out of range") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedRow:
    """A row that was not imported; `number` counts from 1, `reason` holds nothing of its content."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    stored: int
    rejected: tuple[RejectedRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlacedRow:
    scope: Scope
    episode: Episode


class _Group(BaseModel):
    """The rows of one file in one scope."""

    isolation: Isolation
    bot_uuid: str
    session_name: str
    ids: list[str]


class _Manifest(BaseModel):
    """Which memories a file brought: written before the first of them is stored, so that none is ever orphaned."""

    v: int = 1
    groups: list[_Group]


class TransferService:
    def __init__(
        self,
        *,
        store: EpisodeStore,
        embedder: Embedder,
        storage: Storage,
        clock: Clock,
        locks: ScopeLocks,
        isolation: Isolation,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._storage = storage
        self._clock = clock
        self._locks = locks
        self._isolation = isolation

    async def ingest(self, document: str, raw: bytes) -> ImportReport:
        """Import a JSON array of rows, or `{"episodes": [...]}`; broken rows are reported and skipped.

        Rows with a `conversation` are its turns, in file order where they give no `position`.

        Importing the same document again replaces its rows. Raises InvalidInput if the file is no such JSON,
        and Unavailable where rows may be half stored: repeat it, or delete the document."""
        started = perf_counter()
        rows, rejected = self._placed(document, _rows(raw))
        brought = _manifest(rows)
        stale = _without(await self._manifest(document), brought)
        await self._keep(document, _Manifest(groups=[*stale.groups, *brought.groups]))
        for start, batch in _batches(rows, BATCH):
            for scope, records in (await self._embedded(rows, start, batch)).items():
                async with self._locks.of(scope):
                    await self._store.put(scope, records)
            _log.info("import: document=%s stored=%d of=%d", document, start + len(batch), len(rows))
        if stale.groups:
            await self._delete(stale)
            await self._keep(document, brought)
        for refused in rejected:
            _log.warning("import: document=%s row=%d rejected: %s", document, refused.number, refused.reason)
        _log.info(
            "import done: document=%s stored=%d rejected=%d ms=%.0f",
            document,
            len(rows),
            len(rejected),
            (perf_counter() - started) * 1000,
        )
        return ImportReport(stored=len(rows), rejected=tuple(rejected))

    async def delete_document(self, document: str) -> int:
        """Delete what the document brought and is still there; return how many. Proved by reading back."""
        manifest = await self._manifest(document)
        if not manifest.groups:
            _log.warning("delete document: nothing is known of document=%s", document)
        deleted = await self._delete(manifest)
        await self._storage.delete(_manifest_key(document))
        _log.info("document deleted: document=%s memories=%d", document, deleted)
        return deleted

    async def _embedded(
        self, rows: Sequence[_PlacedRow], start: int, batch: Sequence[_PlacedRow]
    ) -> dict[Scope, list[Record]]:
        # The turn before a batch's first one is usually the row before it; one further off is done without.
        known = turns([row.episode for row in rows[max(0, start - BATCH) : start + len(batch)]])
        embeddings = await embedded(self._embedder, [row.episode for row in batch], known)
        records: dict[Scope, list[Record]] = {}
        for row, embedding in zip(batch, embeddings, strict=True):
            records.setdefault(row.scope, []).append(Record(episode=row.episode, embedding=embedding))
        return records

    async def _manifest(self, document: str) -> _Manifest:
        key = _manifest_key(document)
        raw = await self._storage.get(key)
        if raw is None:
            return _Manifest(groups=[])
        try:
            return _Manifest.model_validate_json(raw)
        except ValidationError as exc:
            raise Corrupt(f"the list of what the document brought does not parse; key={key}") from exc

    async def _keep(self, document: str, manifest: _Manifest) -> None:
        await self._storage.put(_manifest_key(document), orjson.dumps(manifest.model_dump(mode="json")))

    async def _delete(self, manifest: _Manifest) -> int:
        deleted = 0
        for group in manifest.groups:
            scope = Scope(isolation=group.isolation, bot_uuid=group.bot_uuid, session_name=group.session_name)
            for _, ids in _batches(group.ids, _DELETES_AT_ONCE):
                gone = await asyncio.gather(*(self._store.delete(scope, EpisodeId(episode_id)) for episode_id in ids))
                deleted += sum(gone)
        return deleted

    def _placed(self, document: str, rows: Sequence[object]) -> tuple[list[_PlacedRow], list[RejectedRow]]:
        placed: list[_PlacedRow] = []
        rejected: list[RejectedRow] = []
        now = self._clock.now()
        positions: Counter[tuple[Scope, str]] = Counter()
        for number, row in enumerate(rows, start=1):
            try:
                placed.append(self._place(document, number, ImportRow.model_validate(row), now, positions))
            except ValidationError as exc:
                rejected.append(RejectedRow(number=number, reason=_reasons(exc)))
            except InvalidInput as exc:
                rejected.append(RejectedRow(number=number, reason=str(exc)))
        return placed, rejected

    def _place(
        self, document: str, number: int, row: ImportRow, now: datetime, positions: Counter[tuple[Scope, str]]
    ) -> _PlacedRow:
        scope, session = place(
            bot_uuid=row.bot_uuid, session=row.session, user_key=row.user_key, isolation=self._isolation
        )
        conversation = (scope, row.conversation)
        position = positions[conversation] if row.position is None else row.position
        new = NewEpisode(
            content=row.content,
            tags=tuple(row.tags),
            importance=row.importance,
            speaker=Speaker(id=row.sender_id, name=row.sender_name) if row.sender_id else None,
            session_name=session,
            subject=row.subject,
            source=Source.IMPORT,
            at=row.timestamp,
            document=document,
            conversation=row.conversation,
            position=position,
        )
        episode = checked(new, EpisodeId(str(uuid5(_IDS, f"{document}/{number}"))), now)
        positions[conversation] = position + 1
        return _PlacedRow(scope=scope, episode=episode)


def _rows(raw: bytes) -> list[object]:
    try:
        parsed = orjson.loads(raw.removeprefix(BOM_UTF8))
    except orjson.JSONDecodeError as exc:
        raise InvalidInput(f"the file is not JSON: {exc.msg} at line {exc.lineno} column {exc.colno}") from exc
    rows = parsed.get("episodes") if isinstance(parsed, dict) else parsed
    if not isinstance(rows, list):
        raise InvalidInput('the file must be a JSON array of memories, or {"episodes": [...]}')
    return rows


def _manifest(rows: Sequence[_PlacedRow]) -> _Manifest:
    groups: dict[Scope, _Group] = {}
    for row in rows:
        scope = row.scope
        group = groups.setdefault(
            scope,
            _Group(isolation=scope.isolation, bot_uuid=scope.bot_uuid, session_name=scope.session_name, ids=[]),
        )
        group.ids.append(row.episode.id)
    return _Manifest(groups=list(groups.values()))


def _without(old: _Manifest, new: _Manifest) -> _Manifest:
    """Return what an earlier import of the document brought and the new one does not."""
    kept = {(group.isolation, group.bot_uuid, group.session_name): set(group.ids) for group in new.groups}
    groups = [
        group.model_copy(update={"ids": left})
        for group in old.groups
        if (left := sorted(set(group.ids) - kept.get((group.isolation, group.bot_uuid, group.session_name), set())))
    ]
    return _Manifest(groups=groups)


def _manifest_key(document: str) -> str:
    return f"import/{uuid5(_IDS, document)}"


def _reasons(exc: ValidationError) -> str:
    """Return which keys are wrong and why, without their values."""
    return "; ".join(
        f"{'.'.join(map(str, error['loc'])) or 'row'}: {error['msg']}"
        for error in exc.errors(include_url=False, include_context=False, include_input=False)
    )


def _batches(items: Sequence[_T], size: int) -> Iterator[tuple[int, Sequence[_T]]]:
    for start in range(0, len(items), size):
        yield start, items[start : start + size]
