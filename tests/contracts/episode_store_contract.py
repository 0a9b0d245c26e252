"""What every EpisodeStore promises. Subclass, give a `backend`, and all of it is tried on that adapter."""

from asyncio import gather
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Status
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import EpisodeStore, Record
from tests.contracts.episodes import (
    AXIS,
    BARE,
    DIMENSIONS,
    ELSEWHERE,
    FULL,
    HERE,
    MODEL,
    ODD_SCOPES,
    SCOPES,
    THERE,
    Maker,
    all_episodes,
    all_records,
)
from tests.contracts.random_play import TOLERANCE, RandomPlay, assert_same_ranking

BOGUS_IDS = ("00000000-0000-4000-8000-000000000000", "", "*", "x" * 500, "None", "null", "%", "' OR 1=1", "日本")
STEPS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """An empty store, and the way to make what is behind it fail from now on."""

    store: EpisodeStore
    fail: Callable[[], Awaitable[None]]


@pytest.mark.anyio
class EpisodeStoreContract:
    """Subclasses override `backend`."""

    @pytest.fixture
    async def backend(self) -> Backend:
        raise NotImplementedError

    @pytest.fixture
    async def store(self, backend: Backend) -> EpisodeStore:
        for of in SCOPES:
            assert await all_records(backend.store, of) == {}
            assert await backend.store.search(of, AXIS, 10) == []
        return backend.store

    async def test_what_was_put_comes_back_equal_in_every_field(self, store: EpisodeStore) -> None:
        maker = Maker()
        variants = [
            FULL,
            BARE,
            *(replace(BARE, id=maker.id(), status=status) for status in Status),
            *(replace(BARE, id=maker.id(), source=source) for source in Source),
            *(replace(FULL, id=maker.id(), kind=kind) for kind in Kind),
            *(replace(FULL, id=maker.id(), recalled_at=at) for at in (None, BARE.at)),
            *(replace(BARE, id=maker.id(), importance=importance) for importance in range(1, 6)),
            replace(FULL, id=maker.id(), content="汉" * 4_000),
        ]
        await store.put(HERE, [Record(episode=e, embedding=AXIS) for e in variants])
        expected = {episode.id: episode for episode in variants}
        assert await all_episodes(store, HERE) == expected
        for episode in variants:
            assert await self._got(store, HERE, episode.id) == episode
        found = await store.search(HERE, AXIS, len(variants) + 1)
        assert {candidate.episode.id: candidate.episode for candidate in found} == expected

    async def test_the_embedding_comes_back(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record() for _ in range(20)]
        await store.put(HERE, records)
        for record in records:
            stored = await store.get(HERE, record.episode.id)
            assert stored is not None
            assert stored.embedding.model == MODEL
            assert np.linalg.norm(stored.embedding.vector) == pytest.approx(1.0, abs=1e-5)
            cosine = record.embedding.cosine(stored.embedding)
            assert cosine is not None
            assert cosine > 1 - TOLERANCE**2

    async def test_putting_again_changes_nothing(self, store: EpisodeStore) -> None:
        records = [Maker(seed).record() for seed in range(5)]
        for _ in range(3):
            await store.put(HERE, records)
        assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in records}
        assert len(await store.search(HERE, AXIS, 50)) == len(records)

    async def test_putting_nothing_is_fine(self, store: EpisodeStore) -> None:
        await store.put(HERE, [])
        assert await all_records(store, HERE) == {}

    async def test_putting_the_same_id_replaces(self, store: EpisodeStore) -> None:
        maker = Maker()
        old = maker.record("old", vector=maker.at_cosine(1.0))
        new = maker.record("new", episode_id=old.episode.id, vector=maker.at_cosine(0.0))
        await store.put(HERE, [old])
        await store.put(HERE, [new])
        assert await all_episodes(store, HERE) == {new.episode.id: new.episode}
        [found] = await store.search(HERE, AXIS, 10)
        assert found.episode == new.episode
        assert found.cosine == pytest.approx(0.0, abs=TOLERANCE)

    async def test_replace_changes_that_one_in_every_field(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record() for _ in range(4)]
        old = Record(episode=FULL, embedding=Embedding(MODEL, maker.at_cosine(1.0)))
        await store.put(HERE, [*records, old])
        new = Record(episode=replace(BARE, id=FULL.id), embedding=Embedding(MODEL, maker.at_cosine(-1.0)))
        await store.replace(HERE, new)
        assert await self._got(store, HERE, FULL.id) == new.episode
        expected = {r.episode.id: r.episode for r in [*records, new]}
        assert await all_episodes(store, HERE) == expected
        cosines = {c.episode.id: c.cosine for c in await store.search(HERE, AXIS, 10)}
        assert cosines[FULL.id] == pytest.approx(-1.0, abs=TOLERANCE)

    async def test_search_never_crosses_scopes(self, store: EpisodeStore) -> None:
        maker = Maker()
        own = {of: [maker.record("the same", vector=AXIS.vector) for _ in range(4)] for of in SCOPES}
        for of, records in own.items():
            await store.put(of, records)
        for of, records in own.items():
            found = await store.search(of, AXIS, 100)
            assert {c.episode.id for c in found} == {r.episode.id for r in records}

    async def test_search_is_best_first_with_the_true_cosine_and_limited(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record() for _ in range(30)]
        await store.put(HERE, records)
        for _ in range(5):
            query = Embedding(MODEL, maker.vector())
            expected = sorted(
                ((_cosine(query, record), record.episode.id) for record in records), key=lambda pair: -pair[0]
            )
            found = await store.search(HERE, query, 100)
            assert len(found) == len(records)
            by_hand = {episode_id: cosine for cosine, episode_id in expected}
            for candidate in found:
                assert candidate.cosine == pytest.approx(by_hand[candidate.episode.id], abs=TOLERANCE)
            assert [c.cosine for c in found] == sorted((c.cosine for c in found), reverse=True)
            best = await store.search(HERE, query, 3)
            assert len(best) == 3
            assert_same_ranking(best, expected[:3], by_hand)

    async def test_search_finds_what_stands_behind_a_crowd_of_other_scopes(self, store: EpisodeStore) -> None:
        maker = Maker()
        await store.put(THERE, [maker.record(vector=AXIS.vector) for _ in range(150)])
        far = maker.record("far", vector=maker.at_cosine(-0.9))
        await store.put(HERE, [far])
        assert [c.episode for c in await store.search(HERE, AXIS, 5)] == [far.episode]

    async def test_search_leaves_out_the_vectors_of_other_models(self, store: EpisodeStore) -> None:
        maker = Maker()
        mine = maker.record("mine", vector=maker.at_cosine(0.5))
        await store.put(HERE, [mine, maker.record("theirs", vector=AXIS.vector, model="other/2")])
        assert [c.episode for c in await store.search(HERE, AXIS, 10)] == [mine.episode]
        assert len(await all_records(store, HERE)) == 2

    async def test_a_scan_of_several_pages_covers_all_without_repeats(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record() for _ in range(1_050)]
        neighbours = [maker.record() for _ in range(10)]
        await store.put(HERE, records)
        await store.put(THERE, neighbours)
        assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in records}
        assert await all_episodes(store, THERE) == {r.episode.id: r.episode for r in neighbours}

    async def test_get_in_the_wrong_scope_is_none(self, store: EpisodeStore) -> None:
        record = Maker().record()
        await store.put(HERE, [record])
        assert await self._got(store, HERE, record.episode.id) == record.episode
        assert await store.get(THERE, record.episode.id) is None

    @pytest.mark.parametrize("bogus", BOGUS_IDS)
    async def test_a_bogus_id_is_nobody(self, store: EpisodeStore, bogus: str) -> None:
        record = Maker().record()
        await store.put(HERE, [record])
        assert await store.get(HERE, EpisodeId(bogus)) is None
        assert await store.delete(HERE, EpisodeId(bogus)) is False
        assert await all_episodes(store, HERE) == {record.episode.id: record.episode}

    async def test_delete_removes_exactly_that_one(self, store: EpisodeStore) -> None:
        maker = Maker()
        gone, kept = maker.record("the same", vector=AXIS.vector), maker.record("the same", vector=AXIS.vector)
        neighbour = maker.record("the same", vector=AXIS.vector)
        await store.put(HERE, [gone, kept])
        await store.put(THERE, [neighbour])

        assert await store.delete(THERE, gone.episode.id) is False
        assert await self._got(store, HERE, gone.episode.id) == gone.episode

        assert await store.delete(HERE, gone.episode.id) is True
        assert await store.get(HERE, gone.episode.id) is None
        assert await all_episodes(store, HERE) == {kept.episode.id: kept.episode}
        assert [c.episode for c in await store.search(HERE, AXIS, 10)] == [kept.episode]
        assert await all_episodes(store, THERE) == {neighbour.episode.id: neighbour.episode}

        assert await store.delete(HERE, gone.episode.id) is False
        assert await all_episodes(store, HERE) == {kept.episode.id: kept.episode}

    async def test_what_was_deleted_can_be_put_again(self, store: EpisodeStore) -> None:
        record = Maker().record()
        await store.put(HERE, [record])
        assert await store.delete(HERE, record.episode.id) is True
        await store.put(HERE, [record])
        assert await all_episodes(store, HERE) == {record.episode.id: record.episode}

    async def test_clear_removes_the_scope_only(self, store: EpisodeStore) -> None:
        maker = Maker()
        kept = maker.record()
        await store.put(HERE, [maker.record() for _ in range(5)])
        await store.put(THERE, [kept])
        await store.clear(HERE)
        assert await all_records(store, HERE) == {}
        assert await store.search(HERE, AXIS, 10) == []
        assert await all_episodes(store, THERE) == {kept.episode.id: kept.episode}
        await store.clear(ELSEWHERE)
        await store.clear(HERE)
        assert await all_episodes(store, THERE) == {kept.episode.id: kept.episode}

    async def test_inputs_stay_as_they_were(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record(), maker.record()]
        query = Embedding(MODEL, maker.vector())
        vectors = [record.embedding.vector for record in records] + [query.vector]
        before = [vector.copy() for vector in vectors]
        given = list(records)
        await store.put(HERE, given)
        await store.search(HERE, query, 5)
        await store.replace(HERE, given[0])
        assert given == records
        assert all(np.array_equal(one, other) for one, other in zip(vectors, before, strict=True))

    async def test_concurrent_puts_lose_nothing(self, store: EpisodeStore) -> None:
        maker = Maker()
        records = [maker.record() for _ in range(10)]
        await gather(*(store.put(HERE, [record]) for record in records))
        assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in records}

    async def test_odd_scopes_stay_apart(self, store: EpisodeStore) -> None:
        maker = Maker()
        own = {of: maker.record("the same", vector=AXIS.vector) for of in ODD_SCOPES}
        for of, record in own.items():
            await store.put(of, [record])
        for of, record in own.items():
            assert await all_episodes(store, of) == {record.episode.id: record.episode}
            assert [c.episode for c in await store.search(of, AXIS, 100)] == [record.episode]
        await store.clear(ODD_SCOPES[0])
        for of, record in own.items():
            assert bool(await store.get(of, record.episode.id)) is (of != ODD_SCOPES[0])

    @pytest.mark.parametrize("seed", [1, 2])
    async def test_a_random_play_ends_like_in_memory(self, store: EpisodeStore, seed: int) -> None:
        play = RandomPlay(store, seed)
        for step in range(STEPS):
            what = await play.step()
            for of in SCOPES:
                assert await all_episodes(store, of) == await all_episodes(play.model, of), f"{seed=} {step=} {what}"

    @staticmethod
    async def _got(store: EpisodeStore, of: Scope, episode_id: EpisodeId) -> Episode | None:
        record = await store.get(of, episode_id)
        return record.episode if record else None


@pytest.mark.anyio
class OtherDimensionsContract:
    """What a store promises that takes vectors of several lengths. Subclasses override `backend`."""

    @pytest.fixture
    async def backend(self) -> Backend:
        raise NotImplementedError

    @pytest.mark.parametrize("dimensions", [3, DIMENSIONS - 1, DIMENSIONS + 1, 5 * DIMENSIONS])
    async def test_records_with_other_dimensions_are_kept_and_not_in_an_answer(
        self, backend: Backend, dimensions: int
    ) -> None:
        store, maker = backend.store, Maker(dimensions)
        mine = maker.record("mine", vector=maker.at_cosine(0.5))
        foreign = [maker.record(model="other/2", vector=maker.vector(dimensions)) for _ in range(5)]
        await store.put(HERE, [mine, *foreign])
        assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in [mine, *foreign]}
        for record in foreign:
            stored = await store.get(HERE, record.episode.id)
            assert stored is not None
            assert stored.embedding.model == "other/2"
            assert stored.embedding.cosine(record.embedding) == pytest.approx(1.0, abs=TOLERANCE**2)
        assert [c.episode for c in await store.search(HERE, AXIS, 10)] == [mine.episode]

        rewritten = Record(episode=replace(foreign[0].episode, content="new"), embedding=foreign[0].embedding)
        await store.replace(HERE, rewritten)
        renewed = Record(episode=foreign[1].episode, embedding=Embedding(MODEL, maker.at_cosine(0.9)))
        await store.replace(HERE, renewed)
        found = await store.search(HERE, AXIS, 10)
        assert [c.episode for c in found] == [renewed.episode, mine.episode]
        assert [c.cosine for c in found] == pytest.approx([0.9, 0.5], abs=TOLERANCE)

        assert await store.delete(HERE, foreign[2].episode.id) is True
        kept = [mine, rewritten, renewed, *foreign[3:]]
        assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in kept}
        # Asked with the other model's vector, its own come back, as near as the table's own search allows.
        asked = await store.search(HERE, foreign[3].embedding, 10)
        assert {c.episode.id for c in asked} == {r.episode.id for r in (rewritten, *foreign[3:])}
        assert asked[0].episode == foreign[3].episode


@pytest.mark.anyio
class FailingBackendContract:
    """What every EpisodeStore with something behind it promises. Subclasses override `backend`."""

    @pytest.fixture
    async def backend(self) -> Backend:
        raise NotImplementedError

    async def test_a_backend_that_fails_is_unavailable(self, backend: Backend) -> None:
        record = Maker().record()
        store = backend.store
        await store.put(HERE, [record])
        assert await store.get(HERE, record.episode.id) is not None
        await backend.fail()
        attempts: dict[str, Awaitable[object]] = {
            "put": store.put(HERE, [record]),
            "replace": store.replace(HERE, record),
            "get": store.get(HERE, record.episode.id),
            "search": store.search(HERE, AXIS, 5),
            "scan": all_records(store, HERE),
            "delete": store.delete(HERE, record.episode.id),
            "clear": store.clear(HERE),
        }
        outcomes = dict(zip(attempts, await gather(*attempts.values(), return_exceptions=True), strict=True))
        assert {name: type(outcome) for name, outcome in outcomes.items()} == dict.fromkeys(attempts, StoreUnavailable)
        assert not any(record.episode.content in str(outcome) for outcome in outcomes.values())


def _cosine(query: Embedding, record: Record) -> float:
    return float(np.dot(query.vector.astype(np.float64), record.embedding.vector.astype(np.float64)))
