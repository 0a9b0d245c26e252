"""Where an answer comes from: the index in memory, or the store while that is cold, away or too large."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextvars import ContextVar

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.episode import EpisodeId
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.scope_view import ScopeView
from tests.contracts.episodes import AXIS, ELSEWHERE, HERE, MODEL, SCOPES, THERE, Maker
from tests.doubles import BrokenEpisodes

pytestmark = pytest.mark.anyio

ENOUGH = 10**9


def indexed(inner: EpisodeStore, bound_bytes: int = ENOUGH) -> IndexedEpisodes:
    return IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound_bytes)


class WatchedEpisodes(BrokenEpisodes):
    """Counts its scans, waits in each until it may go on, and notes what the one who scans sees of `said`."""

    said: ContextVar[str] = ContextVar("said", default="nothing")

    def __init__(self) -> None:
        super().__init__()
        self.scans = 0
        self.seen: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self.scans += 1
        self.seen.append(self.said.get())
        await self.may_go_on.wait()
        async for batch in super().scan(scope):
            yield batch


async def filled(*scopes: Scope, memories: int = 20) -> WatchedEpisodes:
    inner, maker = WatchedEpisodes(), Maker()
    for of in scopes:
        await inner.put(of, [maker.record() for _ in range(memories)])
    return inner


async def calm() -> None:
    """Let what was started end; threads need a moment of real time."""
    for _ in range(20):
        await asyncio.sleep(0.005)


def shown(view: ScopeView) -> set[EpisodeId]:
    return {view.episode(row).id for row in range(len(view.columns)) if view.columns.alive[row]}


async def test_a_cold_scope_is_asked_of_the_backend_and_the_next_time_of_the_index() -> None:
    episodes = indexed(await filled(HERE))
    first = await episodes.view(HERE, AXIS, 5)
    assert (first.via, len(shown(first.view))) == (Via.BACKEND, 5)
    assert shown(first.view) == {c.episode.id for c in await episodes.search(HERE, AXIS, 5)}
    await calm()
    second = await episodes.view(HERE, AXIS, 5)
    assert (second.via, len(shown(second.view))) == (Via.INDEX, 20)


async def test_without_a_vector_the_whole_scope_is_loaded_first() -> None:
    viewed = await indexed(await filled(HERE)).view(HERE, None, 5)
    assert (viewed.via, len(shown(viewed.view))) == (Via.INDEX, 20)


async def test_loading_outlives_the_one_who_asked_and_sees_nothing_of_their_context() -> None:
    inner = await filled(HERE)
    episodes = indexed(inner)
    inner.said.set("an invocation")
    inner.may_go_on.clear()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await episodes.load(HERE)
    inner.may_go_on.set()
    await calm()
    assert (await episodes.view(HERE, AXIS, 5)).via is Via.INDEX
    assert inner.scans == 1
    assert inner.seen == ["nothing"]


async def test_many_who_ask_share_one_load() -> None:
    inner = await filled(HERE)
    episodes = indexed(inner)
    assert await asyncio.gather(*(episodes.load(HERE) for _ in range(5))) == [True] * 5
    assert inner.scans == 1


async def test_a_load_that_fails_is_said_once_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    inner = await filled(HERE)
    episodes = indexed(inner)
    inner.broken = {"scan"}
    for _ in range(3):
        assert (await episodes.view(HERE, AXIS, 5)).via is Via.BACKEND
        await calm()
    with pytest.raises(StoreUnavailable):
        await episodes.load(HERE)
    assert [record.levelname for record in caplog.records if "not loaded" in record.message] == ["WARNING"]
    inner.broken = set()
    assert await episodes.load(HERE)
    assert (await episodes.view(HERE, AXIS, 5)).via is Via.INDEX
    assert sum("index loaded" in record.message for record in caplog.records) == 1


async def test_a_loaded_scope_is_searched_while_the_backend_is_away() -> None:
    inner = await filled(HERE)
    episodes = indexed(inner)
    await episodes.load(HERE)
    inner.broken = {"search", "scan", "get"}
    assert len(await episodes.search(HERE, AXIS, 5)) == 5
    assert (await episodes.view(HERE, None, 5)).via is Via.INDEX


async def test_a_scope_above_the_bound_is_not_loaded_until_that_may_help(caplog: pytest.LogCaptureFixture) -> None:
    inner = await filled(HERE, memories=50)
    whole = ScopeIndex.of(MODEL, [record async for batch in inner.scan(HERE) for record in batch])
    bound = whole.nbytes - 1
    episodes = IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound)
    inner.scans = 0
    for _ in range(4):
        assert (await episodes.view(HERE, AXIS, 5)).via is Via.BACKEND
        await calm()
    assert (inner.scans, episodes.nbytes) == (1, 0)
    assert sum("larger than the bound" in record.message for record in caplog.records) == 1
    assert await episodes.load(HERE) is False

    for record in [found.record for found in await inner.search(HERE, AXIS, 25)]:
        await episodes.delete(HERE, record.episode.id)
    await episodes.view(HERE, AXIS, 5)
    await calm()
    assert (inner.scans, (await episodes.view(HERE, AXIS, 5)).via) == (2, Via.INDEX)


async def test_a_larger_bound_lets_a_scope_in_and_a_smaller_one_puts_it_out() -> None:
    inner, bound = await filled(HERE), 0
    episodes = IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound)
    assert await episodes.load(HERE) is False
    assert inner.scans == 0
    bound = ENOUGH
    assert await episodes.load(HERE)
    bound = 1
    await episodes.put(HERE, [Maker(1).record()])
    assert (episodes.loaded, episodes.nbytes) == (0, 0)


async def test_above_the_bound_a_question_without_a_vector_sees_a_part() -> None:
    viewed = await indexed(await filled(HERE, memories=30), bound_bytes=1_000).view(HERE, None, 5)
    assert viewed.via is Via.BACKEND
    assert shown(viewed.view)


async def test_the_scope_used_longest_ago_goes_first() -> None:
    inner = await filled(*SCOPES)
    bound = ENOUGH
    episodes = IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: bound)
    await episodes.load(HERE)
    one = episodes.nbytes
    bound = int(one * 2.5)
    await episodes.load(THERE)
    await episodes.view(HERE, AXIS, 5)
    await episodes.load(ELSEWHERE)
    assert [episodes.index(of) is not None for of in (HERE, THERE, ELSEWHERE)] == [True, False, True]
    assert episodes.nbytes <= bound


async def test_a_write_that_lands_after_it_was_given_up_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ltm.adapters.indexed_episodes._LATE_S", 0.05)
    inner = await filled(HERE)
    episodes = indexed(inner)
    inner.broken = {"put"}
    late = Maker(7).record()
    with pytest.raises(StoreUnavailable):
        await episodes.put(HERE, [late])
    inner.broken = set()
    await episodes.load(HERE)
    await inner.put(HERE, [late])
    await asyncio.sleep(0.1)
    assert late.episode.id in shown((await episodes.view(HERE, None, 5)).view)


async def test_closing_ends_what_is_loaded() -> None:
    inner = await filled(HERE)
    inner.may_go_on.clear()
    episodes = indexed(inner)
    await episodes.view(HERE, AXIS, 5)
    await calm()
    await episodes.close()
    inner.may_go_on.set()
    await calm()
    assert episodes.loaded == 0


@pytest.mark.parametrize("seed", range(5))
async def test_nothing_of_one_scope_is_in_the_view_of_another(seed: int) -> None:
    chance, maker, inner = random.Random(seed), Maker(seed), InMemoryEpisodes()
    episodes, own = indexed(inner), {of: set[EpisodeId]() for of in SCOPES}
    for _ in range(60):
        of = chance.choice(SCOPES)
        if own[of] and chance.random() < 0.3:
            gone = chance.choice(sorted(own[of]))
            own[of].remove(gone)
            await episodes.delete(of, gone)
            await episodes.delete(chance.choice(SCOPES), gone)
        else:
            record = maker.record("tea, and words alike")
            await episodes.put(of, [record])
            own[of].add(record.episode.id)
        asked = chance.choice(SCOPES)
        viewed = await episodes.view(asked, chance.choice([AXIS, None]), 10**6)
        assert shown(viewed.view) == own[asked], f"{seed=}"
        for term in ("word", "tea"):
            rows, _ = viewed.view.find(term)
            assert {viewed.view.episode(row).id for row in rows if viewed.view.columns.alive[row]} == own[asked]
