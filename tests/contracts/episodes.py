"""Scopes, records and vectors the contracts are played with."""

import random
from datetime import UTC, datetime
from uuid import UUID

import numpy as np

from ltm.adapters.codec import unit
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status
from ltm.domain.scope import Isolation, Scope
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import EpisodeStore, Record

DIMENSIONS = 16
MODEL = "table/1"


def scope(session_name: str, bot_uuid: str = "bot-1") -> Scope:
    return Scope(isolation=Isolation.SESSION, bot_uuid=bot_uuid, session_name=session_name)


HERE, THERE, ELSEWHERE = scope("group_1001"), scope("group_1002"), scope("person_1001")
SCOPES = (HERE, THERE, ELSEWHERE)

ODD_SCOPES = (
    scope("a:b", "c"),
    scope("b:c", "a"),
    scope("c", "a:b"),
    scope("group_1", "2"),
    scope("group_1:2", ""),
    scope("", ""),
    scope("", "bot-1"),
    Scope(isolation=Isolation.BOT, bot_uuid="bot-1", session_name=""),
    scope("group_😀"),
    scope("группа_群"),
    scope('quote"\n\\'),
    scope("*"),
    scope("x" * 5_000),
    scope("x" * 5_001),
)


class Maker:
    """Makes records from a seed: the same ones in every run."""

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)

    def id(self) -> EpisodeId:
        return EpisodeId(str(UUID(int=self.random.getrandbits(128), version=4)))

    def vector(self, dimensions: int = DIMENSIONS) -> Vector:
        numbers = [self.random.gauss(0, 1) for _ in range(dimensions)]
        return unit(np.asarray(numbers, dtype=np.float32))

    def at_cosine(self, cosine: float) -> Vector:
        """Return a vector at that cosine to AXIS."""
        vector = np.zeros(DIMENSIONS, dtype=np.float32)
        vector[0], vector[1] = cosine, (1 - cosine**2) ** 0.5
        return vector

    def record(
        self,
        content: str = "",
        *,
        episode_id: EpisodeId | None = None,
        vector: Vector | None = None,
        model: str = MODEL,
    ) -> Record:
        number = self.random.randrange(10**9)
        episode = Episode(
            id=episode_id or self.id(),
            content=content or f"memory {number}",
            at=datetime.fromtimestamp(1_700_000_000 + number / 1_000, UTC),
            importance=1 + number % 5,
            speaker=Speaker(id=str(number % 7), name="Alice"),
        )
        return Record(episode=episode, embedding=Embedding(model, self.vector() if vector is None else vector))


AXIS = Embedding(MODEL, Maker().at_cosine(1.0))

FULL = Episode(
    id=EpisodeId("7f0c3a52-1c1e-4f0e-9d3a-2b1a6f1b7c01"),
    content='她说："下周五, 3点"\nline two\ttab, comma; \\ backslash {"json": [1]} 😀 é',
    at=datetime(2025, 2, 28, 23, 59, 59, 123_456, tzinfo=UTC),
    tags=("偏好变化", "a,b", 'say "hi"', "two words"),
    importance=5,
    speaker=Speaker(id="ou_1:2/3", name="Älice\n群主"),
    session_name="group_1001:2",
    subject="项目 'X'",
    source=Source.IMPORT,
    status=Status.SUPERSEDED,
    superseded_by=EpisodeId("7f0c3a52-1c1e-4f0e-9d3a-2b1a6f1b7c02"),
    document="notes, final (2).md",
    kind=Kind.TURN,
    conversation='session "7": Über uns\n#2',
    position=41,
    recalled_at=datetime(2025, 3, 9, 0, 0, 1, 654_321, tzinfo=UTC),
    recall_count=17,
    about="ou_2",
    original="他说的",
    pinned=True,
    fact_key="住址",
    event_at=datetime(2025, 3, 7, 15, 0, tzinfo=UTC),
    snapshot=True,
    repeat_count=3,
    entities=("项目 'X'", "Über\nuns"),
    links=(Link(kind=LinkKind.CAUSED_BY, to=EpisodeId("7f0c3a52-1c1e-4f0e-9d3a-2b1a6f1b7c02"), weight=0.25),),
)
BARE = Episode(id=EpisodeId("7f0c3a52-1c1e-4f0e-9d3a-2b1a6f1b7c03"), content="x", at=datetime(1970, 1, 1, tzinfo=UTC))


async def all_records(store: EpisodeStore, of: Scope) -> dict[EpisodeId, Record]:
    """Return what a scan yields; a record that comes twice is a failure."""
    found: dict[EpisodeId, Record] = {}
    async for batch in store.scan(of):
        for record in batch:
            assert record.episode.id not in found
            found[record.episode.id] = record
    return found


async def all_episodes(store: EpisodeStore, of: Scope) -> dict[EpisodeId, Episode]:
    return {episode_id: record.episode for episode_id, record in (await all_records(store, of)).items()}
