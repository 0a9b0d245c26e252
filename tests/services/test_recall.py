"""Searching memories: near ones first, filters exact even where what fits is rare."""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.domain.episode import Source, Speaker, Status
from ltm.domain.recall import Recalled, RecallFilter, RecallQuery, Via
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import Candidate, EpisodeStore, Record
from ltm.services.recall import MIN_FETCH, RecallService
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock, SlowEmbedder, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, HERE, THERE, episode, id_of, indexed, stored

pytestmark = pytest.mark.anyio


def service(
    store: EpisodeStore, embedder: Embedder | None = None, *, views: IndexedEpisodes | None = None
) -> RecallService:
    embedder = embedder or HashEmbedder()
    views = views or indexed(store, embedder.model)
    return RecallService(store=views, embedder=embedder, clock=FixedClock(), half_life_days=30)


def contents(recalled: Recalled) -> list[str]:
    return [hit.episode.content for hit in recalled.hits]


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
    assert await service(store, BrokenEmbedder(HashEmbedder())).recall(HERE, query) == Recalled()


async def test_the_nearest_come_first_and_at_most_top_k() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    said = ["Alice likes green tea", "the release is on Friday", "Bob plays chess"]
    await stored(store, embedder, HERE, *(episode(text) for text in said))
    for text in said:
        found = await service(store).recall(HERE, RecallQuery(text=text, top_k=2))
        assert len(found.hits) == 2
        assert found.hits[0].episode.content == text
        assert found.hits[0].cosine == pytest.approx(1.0, abs=1e-3)


async def test_other_scopes_are_never_searched() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, THERE, episode("Alice likes tea"))
    assert await service(store).recall(HERE, RecallQuery(text="Alice likes tea")) == Recalled(via=Via.BACKEND)


async def test_superseded_memories_are_never_recalled_unless_asked_for() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, episode("Alice likes tea", status=Status.SUPERSEDED))
    assert await service(store).recall(HERE, RecallQuery(text="Alice likes tea")) == Recalled(via=Via.BACKEND)
    all_of_them = RecallFilter(statuses=frozenset(Status))
    found = await service(store).recall(HERE, RecallQuery(text="Alice likes tea", filter=all_of_them))
    assert contents(found) == ["Alice likes tea"]


async def test_the_speaker_is_preferred_softly_and_never_required() -> None:
    # The cosines to the question: .99, .98 and .80.
    embedder = TableEmbedder({"?": (1, 0), "his, near": (0.99, 0.141), "hers, near": (0.98, 0.199), "hers": (0.8, 0.6)})
    store = InMemoryEpisodes()
    said = [episode("his, near", by=BOB), episode("hers, near", by=ALICE), episode("hers", by=ALICE)]
    await stored(store, embedder, HERE, *said)

    async def asked_by(speaker: Speaker | None) -> list[str]:
        return contents(await service(store, embedder).recall(HERE, RecallQuery(text="?", speaker=speaker)))

    assert await asked_by(None) == ["his, near", "hers, near", "hers"]
    assert await asked_by(BOB) == ["his, near", "hers, near", "hers"]
    assert await asked_by(ALICE) == ["hers, near", "his, near", "hers"]


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
    found = await service(store, embedder).recall(HERE, RecallQuery(text="?", filter=the_filter(names)))
    assert contents(found) == ["rare"]
    assert found.hits[0].cosine == pytest.approx(0.0995, abs=1e-2)


async def test_a_scope_above_the_bound_is_scanned_only_where_the_search_did_not_show_all_that_is_needed() -> None:
    store, embedder = CountingEpisodes(), HashEmbedder()
    rare, common = RecallQuery(text="q", filter=RecallFilter(importance_min=5)), RecallQuery(text="q")
    await stored(store, embedder, HERE, *(episode(f"memory {number}") for number in range(MIN_FETCH - 1)))
    views = indexed(store, bound_bytes=1)
    recall = service(store, views=views)
    await recall.recall(HERE, common)
    assert not await views.load(HERE)
    assert store.scans == 1
    await recall.recall(HERE, rare)
    assert store.scans == 1
    await stored(store, embedder, HERE, *(episode(f"more {number}") for number in range(20)))
    await recall.recall(HERE, common)
    assert store.scans == 1
    await recall.recall(HERE, rare)
    assert store.scans == 2


async def test_the_answer_says_which_way_it_came_and_is_the_same_both_ways() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, *(episode(f"likes tea number {number}") for number in range(20)))
    views, query = indexed(store), RecallQuery(text="tea number 7")
    cold = await service(store, views=views).recall(HERE, query)
    assert await views.load(HERE)
    warm = await service(store, views=views).recall(HERE, query)
    assert (cold.via, warm.via) == (Via.BACKEND, Via.INDEX)
    assert [hit.episode for hit in warm.hits] == [hit.episode for hit in cold.hits]
    for one, other in zip(warm.hits, cold.hits, strict=True):
        assert one.terms == pytest.approx(other.terms, abs=1e-5)


async def test_memories_with_vectors_of_another_model_are_found_by_their_words() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    foreign = TableEmbedder({"the locker code is KX-71": (1.0,) * 64}, model="other/1")
    await stored(store, foreign, HERE, episode("the locker code is KX-71"))
    await stored(store, embedder, HERE, *(episode(f"filler {number}") for number in range(5)))
    outdated: list[Scope] = []
    views = indexed(store)
    recall = RecallService(
        store=views, embedder=embedder, clock=FixedClock(), half_life_days=30, outdated=outdated.append
    )
    assert await views.load(HERE)
    found = await recall.recall(HERE, RecallQuery(text="what was KX-71?", top_k=1))
    assert contents(found) == ["the locker code is KX-71"]
    assert found.hits[0].cosine is None
    assert outdated == [HERE]


async def test_an_old_memory_that_fits_better_is_found_among_fresh_ones() -> None:
    said = [episode(f"fresh {number}") for number in range(200)]
    vectors = {"?": (1.0, 0.0), "old": (1.0, 0.3)} | {e.content: (1.0, 0.8) for e in said}
    store, embedder = InMemoryEpisodes(), TableEmbedder(vectors)
    await stored(store, embedder, HERE, *said, episode("old", days_ago=3_650, importance=1))
    found = await service(store, embedder).recall(HERE, RecallQuery(text="?", top_k=3))
    assert found.hits[0].episode.content == "old"


async def test_with_the_model_down_words_find_memories_and_the_log_says_so_once_when_it_goes_and_once_when_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, episode("Alice likes tea"), episode("Bob plays chess"))
    broken = BrokenEmbedder(embedder)
    recall = service(store, broken)
    for _ in range(3):
        found = await recall.recall(HERE, RecallQuery(text="who likes tea?"))
        assert (contents(found), found.by_words_only) == (["Alice likes tea"], True)
        assert (await recall.recall(HERE, RecallQuery(text="zebra"))).hits == ()
    broken.mend()
    for _ in range(3):
        found = await recall.recall(HERE, RecallQuery(text="who likes tea?"))
        assert (contents(found)[0], found.by_words_only) == ("Alice likes tea", False)
    said = [record.getMessage() for record in caplog.records if "the embedding model" in record.getMessage()]
    assert [line.split(",")[0] for line in said] == [
        "the embedding model does not answer",
        "the embedding model answers again",
    ]


async def test_a_model_that_is_too_slow_for_this_question_is_done_without() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, episode("Alice likes tea"))
    recall = service(store, SlowEmbedder(embedder, 30))
    found = await recall.recall(HERE, RecallQuery(text="tea", embed_within_s=0.01))
    assert (contents(found), found.by_words_only) == (["Alice likes tea"], True)


async def test_earlier_turns_tell_what_a_vague_message_is_about() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    await stored(
        store, embedder, HERE, *(episode(text) for text in ("Anna bakes rye bread", "Bob plays chess", "rain in May"))
    )
    vague = RecallQuery(text="really, any ideas?", context=("tell me about rye bread",), top_k=1)
    assert contents(await service(store).recall(HERE, vague)) == ["Anna bakes rye bread"]


async def test_the_message_and_its_past_are_embedded_in_one_call() -> None:
    store, counted = InMemoryEpisodes(), BrokenEmbedder(HashEmbedder(), calls_before=1)
    await stored(store, HashEmbedder(), HERE, episode("Alice likes tea"))
    query = RecallQuery(text="tea", context=("coffee", "cake", "biscuits", "jam"))
    found = await service(store, counted).recall(HERE, query)
    assert (contents(found), found.by_words_only) == (["Alice likes tea"], False)


async def test_what_does_not_fit_the_token_budget_is_withheld_whole() -> None:
    store, embedder = InMemoryEpisodes(), HashEmbedder()
    long, short = episode("tea " * 300), episode("tea")
    await stored(store, embedder, HERE, long, short)
    found = await service(store).recall(HERE, RecallQuery(text="tea", token_budget=100))
    assert (contents(found), found.withheld) == (["tea"], 1)
    assert (await service(store).recall(HERE, RecallQuery(text="tea", token_budget=1))).hits == ()
    assert len((await service(store).recall(HERE, RecallQuery(text="tea"))).hits) == 2


async def test_what_was_recalled_is_noted() -> None:
    store, embedder, noted = InMemoryEpisodes(), HashEmbedder(), list[str]()
    await stored(store, embedder, HERE, episode("Alice likes tea"), episode("Bob plays chess"))
    recall = RecallService(
        store=indexed(store),
        embedder=embedder,
        clock=FixedClock(),
        half_life_days=30,
        noted=lambda scope, recalled: noted.extend(e.content for e in recalled if scope == HERE),
    )
    await recall.recall(HERE, RecallQuery(text="tea", top_k=1))
    assert noted == ["Alice likes tea"]


async def test_a_failing_store_is_said_and_never_an_empty_answer() -> None:
    store, embedder = BrokenEpisodes(), HashEmbedder()
    await stored(store, embedder, HERE, *(episode(f"memory {number}") for number in range(MIN_FETCH)))
    for broken in ({"search"}, {"scan"}, {"search", "scan"}):
        store.broken = broken
        with pytest.raises(StoreUnavailable):
            await service(store).recall(HERE, RecallQuery(text="q", filter=RecallFilter(importance_min=5)))
    with pytest.raises(StoreUnavailable):
        await service(store, BrokenEmbedder(embedder)).recall(HERE, RecallQuery(text="memory"))
