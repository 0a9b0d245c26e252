"""Short ways to say what the service tests store and ask."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.domain.episode import Episode, EpisodeId, Source, Speaker, Status
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from tests.doubles import START
from tests.fakes import HashEmbedder

ALICE, BOB = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")
GROUP = SessionKey(name="group_1001", bot_uuid="bot-1")
OTHER_GROUP = SessionKey(name="group_1002", bot_uuid="bot-1")
HERE = Scope.of(GROUP, Isolation.SESSION)
THERE = Scope.of(OTHER_GROUP, Isolation.SESSION)
_IDS = UUID("5b0f3c50-0000-5000-8000-000000000000")


def id_of(content: str) -> EpisodeId:
    return EpisodeId(str(uuid5(_IDS, content)))


def episode(
    content: str,
    *,
    days_ago: float = 0,
    by: Speaker | None = ALICE,
    importance: int = 2,
    source: Source = Source.AGENT,
    status: Status = Status.ACTIVE,
    tags: tuple[str, ...] = (),
) -> Episode:
    return Episode(
        id=id_of(content),
        content=content,
        at=START - timedelta(days=days_ago),
        speaker=by,
        importance=importance,
        source=source,
        status=status,
        tags=tags,
    )


def indexed(store: EpisodeStore, model: str = HashEmbedder().model, *, bound_bytes: int = 10**9) -> IndexedEpisodes:
    return IndexedEpisodes(store, model=model, bound_bytes=lambda: bound_bytes)


async def stored(store: EpisodeStore, embedder: Embedder, scope: Scope, *episodes: Episode) -> None:
    embeddings = await embedder.embed_documents([e.content for e in episodes])
    await store.put(scope, [Record(episode=e, embedding=v) for e, v in zip(episodes, embeddings, strict=True)])


async def contents(store: EpisodeStore, scope: Scope) -> list[str]:
    return sorted([e.content async for e in every(store, scope)])


async def every(store: EpisodeStore, scope: Scope) -> AsyncIterator[Episode]:
    async for batch in store.scan(scope):
        for record in batch:
            yield record.episode


def rows(*contents_: str, **common: Any) -> list[dict[str, Any]]:
    return [{"content": content, "user_key": "bot-1:group_1001", **common} for content in contents_]
