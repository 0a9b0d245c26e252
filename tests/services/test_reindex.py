"""Embedding anew after a change of the model."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextvars import ContextVar
from dataclasses import replace

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import Episode, EpisodeId, Kind
from ltm.domain.progress import Progress
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable, StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.services.embedding import embedded, turns
from ltm.services.reindex import BATCH, ReindexService
from ltm.services.scope_locks import ScopeLocks
from tests.contracts.episodes import all_records
from tests.doubles import BrokenEpisodes
from tests.fakes import HashEmbedder
from tests.services.memories import HERE, THERE, episode, stored
from tests.services.wired import actor, forgetting

pytestmark = pytest.mark.anyio

MANY = 3 * BATCH + 5

said: ContextVar[str] = ContextVar("said", default="nothing")


class NewEmbedder(HashEmbedder):
    """The same vectors by another name; answers so many calls, then fails or has another model stand in."""

    def __init__(self) -> None:
        self.answers: float = float("inf")
        self.stands_in = False
        self.calls: list[int] = []
        self.seen: set[str] = set()
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    @property
    def model(self) -> str:
        return "new/2"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        self.seen.add(said.get())
        await self.may_go_on.wait()
        self.answers -= 1
        if self.answers < 0:
            raise EmbedderUnavailable("the embedding model did not answer (test)")
        self.calls.append(len(texts))
        embeddings = await super().embed_documents(texts)
        return [Embedding("hash-64", e.vector) for e in embeddings] if self.stands_in else embeddings


class World:
    def __init__(self) -> None:
        self.store, self.embedder, self.locks = BrokenEpisodes(), NewEmbedder(), ScopeLocks()
        self.reindex = ReindexService(store=self.store, embedder=self.embedder, locks=self.locks)
        self.forget = forgetting(self.store, self.locks)

    async def models(self, of: Scope = HERE) -> dict[str, int]:
        counts: dict[str, int] = {}
        for record in (await all_records(self.store, of)).values():
            counts[record.embedding.model] = counts.get(record.embedding.model, 0) + 1
        return counts

    async def ended(self) -> Progress:
        await self.reindex.settled()
        await asyncio.sleep(0)
        return await self.reindex.status(HERE)


@pytest.fixture
def world() -> World:
    return World()


def said_in_turn(count: int) -> list[Episode]:
    kinds = [{"kind": Kind.TURN, "conversation": "one", "position": n} if n % 3 else {} for n in range(count)]
    return [replace(episode(f"memory {n}", days_ago=n), **kind) for n, kind in enumerate(kinds)]  # type: ignore[arg-type]


async def test_all_memories_get_the_new_models_vectors_and_stay_as_they_are(world: World) -> None:
    episodes = said_in_turn(MANY)
    await stored(world.store, HashEmbedder(), HERE, *episodes)
    await stored(world.store, HashEmbedder(), THERE, episode("another scope's"))
    assert await world.reindex.run(HERE) == MANY
    assert await world.models() == {"new/2": MANY}
    assert await world.models(THERE) == {"hash-64": 1}
    records = await all_records(world.store, HERE)
    assert {i: r.episode for i, r in records.items()} == {e.id: e for e in episodes}
    expected = await embedded(NewEmbedder(), episodes, turns(episodes))
    for one, vector in zip(episodes, expected, strict=True):
        assert records[one.id].embedding.cosine(vector) == pytest.approx(1, abs=1e-6)
    assert max(world.embedder.calls) <= BATCH


async def test_what_has_the_models_vector_is_left_alone(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, *said_in_turn(5))
    await stored(world.store, NewEmbedder(), HERE, episode("new"))
    before = await all_records(world.store, HERE)
    assert await world.reindex.run(HERE) == 5
    assert await world.reindex.run(HERE) == 0
    assert (await all_records(world.store, HERE))[episode("new").id] is before[episode("new").id]
    assert sum(world.embedder.calls) == 5


async def test_status_counts(world: World) -> None:
    assert await world.reindex.status(HERE) == Progress(done=0, total=0, running=False)
    await stored(world.store, HashEmbedder(), HERE, *said_in_turn(MANY))
    await stored(world.store, NewEmbedder(), HERE, episode("new"))
    assert await world.reindex.status(HERE) == Progress(done=1, total=MANY + 1, running=False)
    world.embedder.answers = 2
    world.reindex.start(HERE)
    assert (await world.reindex.status(HERE)).running
    progress = await world.ended()
    assert progress == Progress(done=1 + 2 * BATCH, total=MANY + 1, running=False, reason=progress.reason)
    world.embedder.answers = float("inf")
    world.reindex.start(HERE)
    assert await world.ended() == Progress(done=MANY + 1, total=MANY + 1, running=False)


async def test_where_it_was_stopped_it_goes_on(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, *said_in_turn(MANY))
    world.embedder.answers = 1
    world.reindex.start(HERE)
    stopped = await world.ended()
    assert (stopped.done, stopped.running, stopped.is_complete) == (BATCH, False, False)
    assert "did not answer" in stopped.reason
    world.embedder.answers = float("inf")
    world.reindex.start(HERE)
    finished = await world.ended()
    assert (finished.is_complete, finished.reason) == (True, "")
    assert sum(world.embedder.calls) == MANY


@pytest.mark.parametrize("broken", ["put", "get", "scan"])
async def test_a_store_that_fails_stops_it_and_loses_nothing(world: World, broken: str) -> None:
    episodes = said_in_turn(MANY)
    await stored(world.store, HashEmbedder(), HERE, *episodes)
    world.store.broken = {broken}
    with pytest.raises(StoreUnavailable):
        await world.reindex.run(HERE)
    world.store.broken = set()
    assert len(await all_records(world.store, HERE)) == MANY
    assert await world.reindex.run(HERE) == MANY


async def test_a_stand_in_stops_it_with_a_reason(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, *said_in_turn(MANY))
    world.embedder.stands_in = True
    world.reindex.start(HERE)
    stopped = await world.ended()
    assert "stands in" in stopped.reason
    assert (stopped.done, len(world.embedder.calls)) == (0, 1)
    assert await world.models() == {"hash-64": MANY}


async def test_what_is_forgotten_or_changed_meanwhile_stays_so(world: World) -> None:
    episodes = said_in_turn(6)
    await stored(world.store, HashEmbedder(), HERE, *episodes)
    world.embedder.may_go_on.clear()
    world.reindex.start(HERE)
    for _ in range(5):
        await asyncio.sleep(0)
    await world.forget.forget(HERE, actor(), episodes[0].id)
    edited, superseded = replace(episodes[1], content="edited"), episodes[2].superseded(EpisodeId("another"))
    await stored(world.store, NewEmbedder(), HERE, edited)
    await stored(world.store, HashEmbedder(), HERE, superseded)
    world.embedder.may_go_on.set()
    await world.reindex.settled()
    records = await all_records(world.store, HERE)
    assert {i: r.episode for i, r in records.items()} == {e.id: e for e in (edited, superseded, *episodes[3:])}
    [vector] = await NewEmbedder().embed_documents(["edited"])
    assert records[edited.id].embedding.cosine(vector) == pytest.approx(1, abs=1e-6)
    assert await world.models() == {"new/2": 5}


class SlowEpisodes(BrokenEpisodes):
    """Lets others go first between reading and answering."""

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        found = await super().get(scope, episode_id)
        for _ in range(5):
            await asyncio.sleep(0)
        return found


@pytest.mark.parametrize("moment", range(10))
async def test_a_memory_forgotten_at_any_moment_stays_forgotten(world: World, moment: int) -> None:
    store, gone = SlowEpisodes(), episode("memory")
    reindex = ReindexService(store=store, embedder=world.embedder, locks=world.locks)
    forget = forgetting(store, world.locks)
    await stored(store, HashEmbedder(), HERE, gone)
    reindex.start(HERE)
    for _ in range(moment):
        await asyncio.sleep(0)
    await forget.forget(HERE, actor(), gone.id)
    await reindex.settled()
    assert await all_records(store, HERE) == {}


async def test_starting_twice_runs_once_and_sees_nothing_of_the_turn(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, *said_in_turn(MANY))
    said.set("an invocation")
    for _ in range(3):
        world.reindex.start(HERE)
    assert (await world.ended()).is_complete
    assert sum(world.embedder.calls) == MANY
    assert world.embedder.seen == {"nothing"}


async def test_nudges_come_once_in_ten_minutes_and_a_start_whenever_it_is_asked_for() -> None:
    now = [0.0]
    store = ScannedEpisodes()
    reindex = ReindexService(store=store, embedder=HashEmbedder(), locks=ScopeLocks(), seconds=lambda: now[0])
    for seconds, scans in [(0, 1), (1, 1), (599, 1), (600, 2), (700, 2)]:
        now[0] = seconds
        reindex.nudge(HERE)
        await reindex.settled()
        assert store.scans == scans
    reindex.start(HERE)
    await reindex.settled()
    assert store.scans == 3


class ScannedEpisodes(InMemoryEpisodes):
    scans = 0

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self.scans += 1
        async for batch in super().scan(scope):
            yield batch
