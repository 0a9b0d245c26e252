"""A memory in the few bytes an index in memory keeps of it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TypedDict

import orjson

from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status


class _Rare(TypedDict):
    fact_key: str
    event_at: datetime | None
    snapshot: bool
    repeat_count: int
    entities: tuple[str, ...]
    links: tuple[Link, ...]


def packed(episode: Episode) -> bytes:
    """Return the memory without its vector."""
    speaker = episode.speaker
    written = orjson.dumps(
        (
            episode.id,
            episode.content,
            episode.at.timestamp(),
            episode.tags,
            episode.importance,
            (speaker.id, speaker.name) if speaker else None,
            episode.session_name,
            episode.subject,
            episode.source,
            episode.status,
            episode.superseded_by,
            episode.document,
            episode.kind,
            episode.conversation,
            episode.position,
            episode.recalled_at.timestamp() if episode.recalled_at else None,
            episode.recall_count,
            episode.about,
            episode.original,
            episode.pinned,
            *_rare(episode),
        )
    )
    # A copy: orjson 3.13 returns bytes that keep the 4 kB they were written into.
    return bytes(memoryview(written))


def unpacked(packed: bytes) -> Episode:
    """Return the memory that was packed."""
    (
        episode_id,
        content,
        at,
        tags,
        importance,
        speaker,
        session_name,
        subject,
        source,
        status,
        superseded_by,
        document,
        kind,
        conversation,
        position,
        recalled_at,
        recall_count,
        about,
        original,
        pinned,
        *rare,
    ) = orjson.loads(packed)
    return Episode(
        id=EpisodeId(episode_id),
        content=content,
        at=datetime.fromtimestamp(at, UTC),
        tags=tuple(tags),
        importance=importance,
        speaker=Speaker(id=speaker[0], name=speaker[1]) if speaker else None,
        session_name=session_name,
        subject=subject,
        source=Source(source),
        status=Status(status),
        superseded_by=superseded_by,
        document=document,
        kind=Kind(kind),
        conversation=conversation,
        position=position,
        recalled_at=None if recalled_at is None else datetime.fromtimestamp(recalled_at, UTC),
        recall_count=recall_count,
        about=about,
        original=original,
        pinned=pinned,
        **_unpacked_rare(*rare),
    )


def _rare(episode: Episode) -> tuple[object, ...]:
    """Return what few memories have: nothing where this one has none of it."""
    rare = (
        episode.fact_key,
        episode.event_at.timestamp() if episode.event_at else None,
        episode.snapshot,
        episode.repeat_count,
        episode.entities,
        [(link.kind, link.to, link.weight) for link in episode.links],
    )
    return rare if any(rare) or episode.event_at else ()


def _unpacked_rare(
    fact_key: str = "",
    event_at: float | None = None,
    snapshot: bool = False,
    repeat_count: int = 0,
    entities: Sequence[str] = (),
    links: Sequence[tuple[str, str, float]] = (),
) -> _Rare:
    return _Rare(
        fact_key=fact_key,
        event_at=None if event_at is None else datetime.fromtimestamp(event_at, UTC),
        snapshot=snapshot,
        repeat_count=repeat_count,
        entities=tuple(entities),
        links=tuple(Link(kind=LinkKind(kind), to=EpisodeId(to), weight=weight) for kind, to, weight in links),
    )
