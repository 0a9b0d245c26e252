"""A memory in the few bytes an index in memory keeps of it."""

from datetime import UTC, datetime

import orjson

from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status


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
    )
