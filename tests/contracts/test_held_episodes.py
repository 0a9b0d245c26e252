"""What a store does not take now is part of its scope all the same."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from ltm.adapters.held_episodes import HeldEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.domain.episode import EpisodeId
from ltm.domain.lexical import terms
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.ports.scope_view import ScopeView
from tests.contracts.episodes import AXIS, HERE, MODEL, THERE, Maker, all_records
from tests.doubles import BrokenEpisodes

pytestmark = pytest.mark.anyio

NOT_EMBEDDED = Embedding("", np.zeros(0, dtype=np.float32))
READS = {"search", "scan", "get"}


class WaitingEpisodes(BrokenEpisodes):
    """Answers a put or a get only when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        await super().put(scope, records)
        await self.may_answer.wait()

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        found = await super().get(scope, episode_id)
        await self.may_answer.wait()
        return found


def indexed(inner: BrokenEpisodes, bound_bytes: int = 10**9) -> IndexedEpisodes:
    return IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound_bytes)


def shown(view: ScopeView) -> set[EpisodeId]:
    return {view.episode(int(row)).id for row in np.flatnonzero(view.columns.alive)}


def ids(*records: Record) -> set[EpisodeId]:
    return {record.episode.id for record in records}


async def test_a_cold_scope_shows_what_is_held_beside_what_is_near() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    near, far = maker.record(vector=maker.at_cosine(0.9)), maker.record(vector=maker.at_cosine(-0.9))
    await inner.put(HERE, [near, far])
    held = Record(episode=maker.record().episode, embedding=NOT_EMBEDDED)
    for bound_bytes in (10**9, 1):
        episodes = indexed(inner, bound_bytes)
        episodes.hold(HERE, held)
        viewed = await episodes.view(HERE, AXIS, 1)
        assert (viewed.via, shown(viewed.view)) == (Via.BACKEND, ids(near, held))
        assert held.episode.id not in shown((await episodes.view(THERE, AXIS, 1)).view)
        await episodes.close()


async def test_while_the_store_is_away_what_is_held_answers_and_elsewhere_nothing_does() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    inner.broken = READS
    episodes = indexed(inner)
    near, unembedded = maker.record("tea", vector=maker.at_cosine(0.9)), maker.record("coffee")
    unembedded = Record(episode=unembedded.episode, embedding=NOT_EMBEDDED)
    for record in (near, unembedded):
        episodes.hold(HERE, record)
    for query in (AXIS, None):
        viewed = await episodes.view(HERE, query, 5)
        assert (viewed.via, shown(viewed.view)) == (Via.BACKEND, ids(near, unembedded))
        with pytest.raises(StoreUnavailable):
            await episodes.view(THERE, query, 5)
    [term] = terms("coffee")
    assert [viewed.view.episode(row) for row in viewed.view.find(term)[0].tolist()] == [unembedded.episode]
    [found] = await episodes.search(HERE, AXIS, 5)
    assert found.episode == near.episode
    assert found.cosine == pytest.approx(0.9, abs=1e-2)
    assert await episodes.with_content(HERE, " TEA ") == [near.episode]
    assert await episodes.get(HERE, near.episode.id) == near
    for attempt in (episodes.get(HERE, maker.id()), all_records(episodes, HERE), episodes.with_content(THERE, "tea")):
        with pytest.raises(StoreUnavailable):
            await attempt
    await episodes.close()


async def test_an_index_that_was_loaded_goes_on_answering_after_a_write_that_failed() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    stored, new = [maker.record() for _ in range(5)], maker.record()
    await inner.put(HERE, stored)
    episodes = indexed(inner)
    assert await episodes.load(HERE)
    inner.broken = {"put", *READS}
    with pytest.raises(StoreUnavailable):
        await episodes.put(HERE, [new])
    episodes.hold(HERE, new)
    for query in (AXIS, None):
        assert shown((await episodes.view(HERE, query, 2)).view) == ids(*stored, new)
    assert len(await episodes.search(HERE, AXIS, 10)) == 6
    inner.broken = set()
    assert await episodes.load(HERE)
    viewed = await episodes.view(HERE, AXIS, 2)
    assert (viewed.via, shown(viewed.view)) == (Via.INDEX, ids(*stored, new))
    await episodes.close()


async def test_a_write_of_what_is_held_that_fails_leaves_the_index_alone() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    episodes, held = indexed(inner), maker.record()
    episodes.hold(HERE, held)
    assert await episodes.load(HERE)
    inner.broken = {"put"}
    with pytest.raises(StoreUnavailable):
        await episodes.put(HERE, [held])
    assert episodes.index(HERE) is not None
    with pytest.raises(StoreUnavailable):
        await episodes.put(HERE, [held, maker.record()])
    assert episodes.index(HERE) is None
    await episodes.close()


async def test_what_is_released_before_it_arrived_is_seen_no_more() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    episodes, gone, arrived = indexed(inner), maker.record(), maker.record()
    for record in (gone, arrived):
        episodes.hold(HERE, record)
    assert await episodes.load(HERE)
    await episodes.put(HERE, [arrived])
    episodes.release(HERE, arrived.episode.id)
    assert episodes.index(HERE) is not None
    episodes.release(HERE, gone.episode.id)
    assert shown((await episodes.view(HERE, None, 5)).view) == ids(arrived)
    assert episodes.held(HERE) == ()


async def test_what_is_rewritten_while_it_is_on_its_way_stays_rewritten() -> None:
    inner, maker = WaitingEpisodes(), Maker()
    store, old = HeldEpisodes(inner), maker.record("old")
    new = maker.record("new", episode_id=old.episode.id)
    store.hold(HERE, old)
    inner.may_answer.clear()
    putting = asyncio.create_task(store.put(HERE, [old]))
    await asyncio.sleep(0)
    store.hold(HERE, new)
    inner.may_answer.set()
    await putting
    assert await store.get(HERE, old.episode.id) == new
    assert store.shown(HERE, [old]) == [new]
    # The store has the old one: what is said from now on has to reach it.
    newest = maker.record("newest", episode_id=old.episode.id)
    await store.replace(HERE, newest)
    assert await inner.get(HERE, old.episode.id) == await store.stored(HERE, old.episode.id) == newest
    inner.broken = {"replace"}
    with pytest.raises(StoreUnavailable):
        await store.replace(HERE, old)
    assert store.release(HERE, old.episode.id)


async def test_an_index_shows_what_was_held_while_an_older_one_was_on_its_way() -> None:
    inner, maker = WaitingEpisodes(), Maker()
    episodes, old = indexed(inner), maker.record("old")
    new = maker.record("new", episode_id=old.episode.id)
    assert await episodes.load(HERE)
    inner.may_answer.clear()
    putting = asyncio.create_task(episodes.put(HERE, [old]))
    await asyncio.sleep(0)
    episodes.hold(HERE, new)
    inner.may_answer.set()
    await putting
    viewed = await episodes.view(HERE, AXIS, 5)
    assert [viewed.view.episode(int(row)) for row in np.flatnonzero(viewed.view.columns.alive)] == [new.episode]
    assert viewed.via is Via.INDEX
    await episodes.close()


async def test_what_arrives_and_is_released_while_it_is_rewritten_is_rewritten_in_the_store() -> None:
    inner, maker = WaitingEpisodes(), Maker()
    store, old = HeldEpisodes(inner), maker.record("old")
    new = maker.record("new", episode_id=old.episode.id)
    store.hold(HERE, old)
    inner.may_answer.clear()
    replacing = asyncio.create_task(store.replace(HERE, new))
    await asyncio.sleep(0)
    await BrokenEpisodes.put(inner, HERE, [old])
    store.release(HERE, old.episode.id)
    inner.may_answer.set()
    await replacing
    assert store.held(HERE) == ()
    assert await inner.get(HERE, old.episode.id) == new


async def test_while_the_store_is_away_what_only_waits_is_rewritten_where_it_waits() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    inner.broken = {"put", "replace", *READS}
    store, old = HeldEpisodes(inner), maker.record("old")
    new = maker.record("new", episode_id=old.episode.id)
    store.hold(HERE, old)
    await store.replace(HERE, new)
    assert store.held(HERE) == (new,)
    with pytest.raises(StoreUnavailable):
        await store.replace(HERE, maker.record())


async def test_what_is_hidden_takes_no_place_from_what_is_near() -> None:
    inner, maker = BrokenEpisodes(), Maker()
    near, second = maker.record(vector=maker.at_cosine(0.9)), maker.record(vector=maker.at_cosine(0.5))
    await inner.put(HERE, [near, second])
    store = HeldEpisodes(inner)
    store.hold(HERE, Record(episode=near.episode, embedding=NOT_EMBEDDED))
    assert [found.episode for found in await store.search(HERE, AXIS, 1)] == [second.episode]
