"""Searching memories: near ones first, filters exact even where what fits is rare."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import Source, Speaker, Status
from ltm.domain.recall import Candidate, Hit, RecallFilter, RecallQuery
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable, StoreUnavailable
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import Record
from ltm.services.recall import MIN_FETCH, RecallService
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, HERE, THERE, episode, id_of, stored

pytestmark = pytest.mark.anyio


def service(store: InMemoryEpisodes, embedder: Embedder | None = None) -> RecallService:
    return RecallService(store=store, embedder=embedder or HashEmbedder(), clock=FixedClock(), half_life_days=30)


def contents(hits: list[Hit]) -> list[str]:
    return [hit.episode.content for hit in hits]


class CountingEpisodes(InMemoryEpisodes):
    def __init__(self) -> None:
        super().__init__()
        self.searches = self.scans = 0

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        self.searches += 1
        return await super().search(scope, query, limit)

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self.scans += 1
        async for batch in super().scan(scope):
            yield batch


@pytest.mark.parametrize("query", [RecallQuery(text="tea", top_k=0), RecallQuery(text=" \n"), RecallQuery(text="")])
async def test_nothing_asked_asks_nobody(query: RecallQuery) -> None:
    store = BrokenEpisodes()
    store.broken = {"search", "scan"}
    assert await service(store, BrokenEmbedder(HashEmbedder())).recall(HERE, query) == []


async def test_the_nearest_come_first_and_at_most_top_k() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    said = ["Alice likes green tea", "the release is on Friday", "Bob plays chess"]
    await stored(store, embedder, HERE, *(episode(text) for text in said))
    for text in said:
        hits = await service(store).recall(HERE, RecallQuery(text=text, top_k=2))
        assert len(hits) == 2
        assert hits[0].episode.content == text
        assert hits[0].relevance == pytest.approx(1.0, abs=1e-5)


async def test_other_scopes_are_never_searched() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, THERE, episode("Alice likes tea"))
    assert await service(store).recall(HERE, RecallQuery(text="Alice likes tea")) == []


async def test_superseded_memories_are_never_recalled_unless_asked_for() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, episode("Alice likes tea", status=Status.SUPERSEDED))
    assert await service(store).recall(HERE, RecallQuery(text="Alice likes tea")) == []
    all_of_them = RecallFilter(statuses=frozenset(Status))
    hits = await service(store).recall(HERE, RecallQuery(text="Alice likes tea", filter=all_of_them))
    assert contents(hits) == ["Alice likes tea"]


async def test_the_speaker_is_preferred_softly_and_never_required() -> None:
    # The cosines to the question: .99, .98 and .80.
    embedder = TableEmbedder(
        {"?": (1, 0), "bob, near": (0.99, 0.141), "alice, near": (0.98, 0.199), "alice": (0.8, 0.6)}
    )
    store = InMemoryEpisodes()
    said = [episode("bob, near", by=BOB), episode("alice, near", by=ALICE), episode("alice", by=ALICE)]
    await stored(store, embedder, HERE, *said)

    async def asked_by(speaker: Speaker | None) -> list[str]:
        return contents(await service(store, embedder).recall(HERE, RecallQuery(text="?", speaker=speaker)))

    assert await asked_by(None) == ["bob, near", "alice, near", "alice"]
    assert await asked_by(BOB) == ["bob, near", "alice, near", "alice"]
    assert await asked_by(ALICE) == ["alice, near", "bob, near", "alice"]


FILTERS: dict[str, dict[str, Any]] = {
    "speaker_id": {"speaker_id": "2"},
    "speaker_name": {"speaker_name": "bob"},
    "time_after": {"time_after": START - timedelta(days=100)},
    "time_before": {"time_before": START - timedelta(days=90)},
    "importance_min": {"importance_min": 5},
    "source": {"source": "import"},
}
RARE = episode("rare", by=BOB, days_ago=95, importance=5, source=Source.IMPORT)
NAMESAKE, RENAMED = Speaker(id="3", name="Bob"), Speaker(id="2", name="Al")
CROWD = {
    # Each fails exactly the condition it is named after.
    "speaker_id": episode("speaker_id", by=NAMESAKE, days_ago=95, importance=5, source=Source.IMPORT),
    "speaker_name": episode("speaker_name", by=RENAMED, days_ago=95, importance=5, source=Source.IMPORT),
    "time_after": episode("time_after", by=BOB, days_ago=101, importance=5, source=Source.IMPORT),
    "time_before": episode("time_before", by=BOB, days_ago=89, importance=5, source=Source.IMPORT),
    "importance_min": episode("importance_min", by=BOB, days_ago=95, importance=4, source=Source.IMPORT),
    "source": episode("source", by=BOB, days_ago=95, importance=5, source=Source.AGENT),
}
COMBINATIONS = [*combinations(FILTERS, 1), *combinations(FILTERS, 2), tuple(FILTERS)]


def the_filter(names: tuple[str, ...]) -> RecallFilter:
    return RecallFilter(**{key: value for name in names for key, value in FILTERS[name].items()})


@pytest.mark.parametrize("names", COMBINATIONS, ids=" and ".join)
async def test_filters_alone_and_together_leave_out_exactly_what_fails_them(names: tuple[str, ...]) -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, RARE, *CROWD.values())
    found = await service(store).recall(HERE, RecallQuery(text="anything", top_k=50, filter=the_filter(names)))
    assert set(contents(found)) == {"rare", *CROWD} - set(names)


@pytest.mark.parametrize("names", COMBINATIONS, ids=" and ".join)
async def test_what_fits_is_found_however_many_nearer_ones_do_not(names: tuple[str, ...]) -> None:
    crowd = [
        replace(CROWD[names[number % len(names)]], id=id_of(f"crowd {number}"), content=f"crowd {number}")
        for number in range(MIN_FETCH + 20)
    ]
    near, far = (1.0, 0.1), (0.1, 1.0)
    vectors = {"?": (1.0, 0.0), RARE.content: far} | {said.content: near for said in crowd}
    store, embedder = CountingEpisodes(), TableEmbedder(vectors)
    await stored(store, embedder, HERE, RARE, *crowd)
    hits = await service(store, embedder).recall(HERE, RecallQuery(text="?", filter=the_filter(names)))
    assert contents(hits) == ["rare"]
    assert hits[0].relevance == pytest.approx(0.0995, abs=1e-3)
    assert (store.searches, store.scans) == (1, 1)


async def test_a_scope_is_only_scanned_where_the_search_did_not_show_all_that_is_needed() -> None:
    store, embedder = CountingEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, *(episode(f"memory {number}") for number in range(MIN_FETCH - 1)))
    await service(store).recall(HERE, RecallQuery(text="q", filter=RecallFilter(importance_min=5)))
    assert store.scans == 0
    await stored(store, embedder, HERE, *(episode(f"more {number}") for number in range(20)))
    await service(store).recall(HERE, RecallQuery(text="q"))
    assert store.scans == 0
    await service(store).recall(HERE, RecallQuery(text="q", filter=RecallFilter(importance_min=5)))
    assert store.scans == 1


async def test_a_scan_ranks_as_a_search_does_and_leaves_other_models_vectors_out() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, *(episode(f"filler {number}") for number in range(MIN_FETCH)))
    said = [episode(text, importance=5) for text in ("tea and cake", "tea", "chess")]
    await stored(store, embedder, HERE, *said)
    foreign = TableEmbedder({"tea of another model": (1.0,) * 64}, model="other/1")
    await stored(store, foreign, HERE, episode("tea of another model", importance=5))
    query = RecallQuery(text="tea", top_k=10, filter=RecallFilter(importance_min=5))
    few = InMemoryEpisodes()
    await stored(few, embedder, HERE, *said)
    assert contents(await service(store).recall(HERE, query)) == contents(await service(few).recall(HERE, query))


async def test_an_old_memory_that_fits_better_is_found_among_fresh_ones() -> None:
    said = [episode(f"fresh {number}") for number in range(200)]
    vectors = {"?": (1.0, 0.0), "old": (1.0, 0.3)} | {e.content: (1.0, 0.8) for e in said}
    store, embedder = InMemoryEpisodes(), TableEmbedder(vectors)
    await stored(store, embedder, HERE, *said, episode("old", days_ago=3_650, importance=1))
    hits = await service(store, embedder).recall(HERE, RecallQuery(text="?", top_k=3))
    assert hits[0].episode.content == "old"


async def test_a_failing_embedder_or_store_is_said_and_never_an_empty_answer() -> None:
    store, embedder = BrokenEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, *(episode(f"memory {number}") for number in range(MIN_FETCH)))
    with pytest.raises(EmbedderUnavailable):
        await service(store, BrokenEmbedder(embedder)).recall(HERE, RecallQuery(text="q"))
    for broken in ("search", "scan"):
        store.broken = {broken}
        with pytest.raises(StoreUnavailable):
            await service(store).recall(HERE, RecallQuery(text="q", filter=RecallFilter(importance_min=5)))
