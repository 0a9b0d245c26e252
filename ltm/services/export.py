"""Handing out the memories of a scope, complete enough to be imported anywhere."""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from ltm.domain.episode import Episode, EpisodeId, Kind, Link, Source, Status
from ltm.domain.gate import NewEpisode, checked, require_no_secret
from ltm.domain.policy import MAX_LINKS
from ltm.domain.scope import Scope, SessionKey
from ltm.errors import InvalidInput, Refused
from ltm.ports.episode_store import EpisodeStore
from ltm.services.import_file import FORMAT, VERSION

_ROWS_BETWEEN_PAUSES = 16
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedRow:
    """One memory. `id`, `superseded_by` and `links` mean memories of this file; in another scope they get other ids.

    `timestamp` and `recalled_at` are in UTC, to the microsecond."""

    id: EpisodeId
    content: str
    timestamp: datetime
    tags: tuple[str, ...]
    importance: int
    sender_id: str
    sender_name: str
    subject: str
    about: str
    original: str
    session: str
    conversation: str
    position: int
    kind: Kind
    status: Status
    superseded_by: EpisodeId | None
    pinned: bool
    source: Source
    document: str
    recalled_at: datetime | None
    recall_count: int
    fact_key: str
    event_at: datetime | None
    snapshot: bool
    repeat_count: int
    entities: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFile:
    """What the file holds, oldest memory first; orjson writes it as it is. `session` is the one that asked,
    `left_out` how many memories are not in it because they seem to hold a secret or could not be stored now."""

    format: str = FORMAT
    version: int = VERSION
    exported_at: datetime
    bot_uuid: str
    session: str
    left_out: int
    episodes: tuple[ExportedRow, ...]


class ExportService:
    def __init__(self, *, store: EpisodeStore) -> None:
        self._store = store

    async def exported(
        self, scope: Scope, session: SessionKey, keep: Callable[[Episode], bool], now: datetime
    ) -> ExportFile:
        """Return those memories of the scope for which `keep` is true, whatever their status; reads only.

        Raises StoreUnavailable."""
        kept = await self._kept(scope, keep)
        passed: list[Episode] = []
        for number, episode in enumerate(sorted(kept, key=_oldest_first)):
            if number % _ROWS_BETWEEN_PAUSES == 0:
                await asyncio.sleep(0)
            if storable := _storable(episode, now):
                passed.append(storable)
        # Of what is not in the file nothing is, not even its id.
        ids = {episode.id for episode in passed}
        rows = [_row(_pointing_within(episode, ids)) for episode in passed]
        left_out = len(kept) - len(rows)
        _log.info("exported: scope=%s memories=%d left_out=%d", scope.digest[:12], len(rows), left_out)
        return ExportFile(
            exported_at=now,
            bot_uuid=session.bot_uuid,
            session=session.name,
            left_out=left_out,
            episodes=tuple(rows),
        )

    async def _kept(self, scope: Scope, keep: Callable[[Episode], bool]) -> list[Episode]:
        # By id: what is written to while it is scanned may come twice.
        kept: dict[EpisodeId, Episode] = {}
        async for batch in self._store.scan(scope):
            kept.update({record.episode.id: record.episode for record in batch if keep(record.episode)})
        return list(kept.values())


def _oldest_first(episode: Episode) -> tuple[datetime, str, int, str, str]:
    return episode.at, episode.conversation, episode.position, episode.content, episode.id


def _storable(episode: Episode, now: datetime) -> Episode | None:
    """Return the memory as the gate would store it today, None where it refuses: older ones may hold secrets."""
    new = NewEpisode(
        content=episode.content,
        tags=episode.tags,
        importance=episode.importance,
        speaker=episode.speaker,
        session_name=episode.session_name,
        subject=episode.subject,
        about=episode.about,
        original=episode.original,
        source=episode.source,
        at=episode.at,
        document=episode.document,
        conversation=episode.conversation,
        position=episode.position,
        fact_key=episode.fact_key,
        event_at=episode.event_at,
        snapshot=episode.snapshot,
        entities=episode.entities,
        links=episode.links,
    )
    try:
        require_no_secret(episode.document)
        passed = checked(new, episode.id, now)
    except (InvalidInput, Refused):
        return None
    return replace(
        passed,
        kind=episode.kind,
        status=episode.status,
        superseded_by=episode.superseded_by,
        pinned=episode.pinned,
        recalled_at=episode.recalled_at,
        recall_count=episode.recall_count,
        repeat_count=episode.repeat_count,
    )


def _pointing_within(episode: Episode, ids: Collection[EpisodeId]) -> Episode:
    superseded_by = episode.superseded_by if episode.superseded_by in ids else None
    links = tuple(link for link in episode.links if link.to in ids)
    return replace(episode, superseded_by=superseded_by, links=links[:MAX_LINKS])


def _row(episode: Episode) -> ExportedRow:
    speaker = episode.speaker
    return ExportedRow(
        id=episode.id,
        content=episode.content,
        timestamp=episode.at,
        tags=episode.tags,
        importance=episode.importance,
        sender_id=speaker.id if speaker else "",
        sender_name=speaker.name if speaker else "",
        subject=episode.subject,
        about=episode.about,
        original=episode.original,
        session=episode.session_name,
        conversation=episode.conversation,
        position=episode.position,
        kind=episode.kind,
        status=episode.status,
        superseded_by=episode.superseded_by,
        pinned=episode.pinned,
        source=episode.source,
        document=episode.document,
        recalled_at=episode.recalled_at,
        recall_count=episode.recall_count,
        fact_key=episode.fact_key,
        event_at=episode.event_at,
        snapshot=episode.snapshot,
        repeat_count=episode.repeat_count,
        entities=episode.entities,
        links=episode.links,
    )
