"""Importing episodes from a file, and taking exactly that file's rows out again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar
from uuid import UUID, uuid5

import orjson
from pydantic import BaseModel, ValidationError

from ltm.domain.consent import Here, require_storing_of
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.import_rows import FileRow, RejectedRow, place, pointing
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import Corrupt, SwitchedOff
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.storage import Storage
from ltm.services.embedding import embedded, turns
from ltm.services.import_file import (
    BATCH,
    ImportFile,
    ImportReport,
    ImportRow,
    Positions,
    accepted,
    episode_of,
    links_of,
    parsed_file,
)
from ltm.services.scope_locks import ScopeLocks

__all__ = ["BATCH", "ImportReport", "TransferService"]

_DELETES_AT_ONCE = 8
_IDS = UUID("6f1c9d0e-2b3a-5c4d-8e5f-0a1b2c3d4e5f")
_T = TypeVar("_T")
_log = logging.getLogger(__name__)


AskedHere = Callable[[SessionKey], Awaitable[Here]]
Imported = Callable[[Scope, int], Awaitable[None]]


async def _everybody(_session: SessionKey) -> Here:
    return Here()


async def _unnoted(_scope: Scope, _count: int) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlacedRow:
    scope: Scope
    row: FileRow

    @property
    def episode(self) -> Episode:
        return self.row.episode


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
        here: AskedHere = _everybody,
        imported: Imported = _unnoted,
    ) -> None:
        """`here` tells of a conversation who does not want to be remembered in it; `imported` is told how many
        memories came into a scope."""
        self._store = store
        self._embedder = embedder
        self._storage = storage
        self._clock = clock
        self._locks = locks
        self._isolation = isolation
        self._here = here
        self._imported = imported

    async def ingest(self, document: str, raw: bytes) -> ImportReport:
        """Import a JSON array of rows, or `{"episodes": [...]}`; broken rows are reported and skipped.

        Rows with a `conversation` are its turns, in file order where they give no `position`.

        Importing the same document again replaces its rows, if there is one to store. Raises InvalidInput if the
        file is no such JSON, and Unavailable where rows may be half stored: repeat it, or delete the document."""
        started = perf_counter()
        rows, rejected = await self._placed(document, parsed_file(raw))
        if not rows:
            # Nothing to put in the place of what an earlier import of the document brought.
            return ImportReport(stored=0, rejected=rejected)
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
        for group in brought.groups:
            await self._imported(_scope(group), len(group.ids))
        for refused in rejected:
            _log.warning("import: document=%s row=%d rejected: %s", document, refused.number, refused.reason)
        _log.info(
            "import done: document=%s stored=%d rejected=%d ms=%.0f",
            document,
            len(rows),
            len(rejected),
            (perf_counter() - started) * 1000,
        )
        return ImportReport(stored=len(rows), rejected=rejected)

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
            scope = _scope(group)
            for _, ids in _batches(group.ids, _DELETES_AT_ONCE):
                gone = await asyncio.gather(*(self._store.delete(scope, EpisodeId(episode_id)) for episode_id in ids))
                deleted += sum(gone)
        return deleted

    async def _placed(self, document: str, file: ImportFile) -> tuple[list[_PlacedRow], tuple[RejectedRow, ...]]:
        now, positions, isolation = self._clock.now(), Positions(), self._isolation
        bot_uuid, session = file.bot_uuid, file.session

        def accept(number: int, row: ImportRow) -> _PlacedRow:
            scope, name = place(
                bot_uuid=row.bot_uuid or ("" if row.user_key else bot_uuid),
                session=("" if row.user_key else session) if row.session is None else row.session,
                user_key=row.user_key,
                isolation=isolation,
            )
            position = positions.of(scope, row)
            episode = episode_of(row, session_name=name, document=document, position=position, now=now)
            positions.passed(scope, row, position)
            episode = replace(episode, id=EpisodeId(str(uuid5(_IDS, f"{document}/{number}"))))
            made = FileRow(
                number=number,
                episode=episode,
                own_id=row.id,
                superseded_by=row.superseded_by,
                links=links_of(row),
            )
            return _PlacedRow(scope=scope, row=made)

        placed, rejected = await accepted(file, accept)
        wanted, unwanted = await self._wanted(placed)
        return _linked(wanted), tuple(sorted([*rejected, *unwanted], key=lambda row: row.number))

    async def _wanted(self, placed: Sequence[_PlacedRow]) -> tuple[list[_PlacedRow], list[RejectedRow]]:
        """Return the rows that may be stored, and those of conversations and people that are not to be remembered."""
        known: dict[SessionKey, Here] = {}
        wanted: list[_PlacedRow] = []
        unwanted: list[RejectedRow] = []
        for one in placed:
            session = SessionKey(name=one.episode.session_name, bot_uuid=one.scope.bot_uuid)
            if session not in known:
                known[session] = await self._here(session)
            try:
                require_storing_of(known[session], one.episode)
            except SwitchedOff as exc:
                unwanted.append(RejectedRow(number=one.row.number, reason=str(exc)))
            else:
                wanted.append(one)
        return wanted, unwanted


def _scope(group: _Group) -> Scope:
    return Scope(isolation=group.isolation, bot_uuid=group.bot_uuid, session_name=group.session_name)


def _linked(placed: Sequence[_PlacedRow]) -> list[_PlacedRow]:
    """Return the rows pointing to each other as in the file, by the ids they have here and within their scopes."""
    here: dict[Scope, dict[str, EpisodeId]] = {}
    for one in placed:
        here.setdefault(one.scope, {}).setdefault(one.row.own_id, one.episode.id)
    return [replace(one, row=replace(one.row, episode=pointing(one.row, here[one.scope]))) for one in placed]


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


def _batches(items: Sequence[_T], size: int) -> Iterator[tuple[int, Sequence[_T]]]:
    for start in range(0, len(items), size):
        yield start, items[start : start + size]
