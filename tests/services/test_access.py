"""Keeping when a memory was recalled."""

import asyncio
from contextvars import ContextVar
from dataclasses import replace
from datetime import timedelta

import pytest

from ltm.domain.episode import Episode, EpisodeId, Status
from ltm.domain.scope import Scope
from ltm.ports.episode_store import Record
from ltm.services.access import AccessService
from ltm.services.scope_locks import ScopeLocks
from tests.doubles import START, BrokenEpisodes, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import HERE, THERE, episode, stored
from tests.services.wired import actor, forgetting

pytestmark = pytest.mark.anyio

said: ContextVar[str] = ContextVar("said", default="nothing")


class SlowEpisodes(BrokenEpisodes):
    """Waits between reading and answering until it may go on, and counts what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.writes = 0
        self.seen: set[str] = set()

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        self.seen.add(said.get())
        found = await super().get(scope, episode_id)
        await self.may_go_on.wait()
        return found

    async def replace(self, scope: Scope, record: Record) -> None:
        await super().replace(scope, record)
        self.writes += 1


class World:
    def __init__(self) -> None:
        self.store, self.clock, self.locks = SlowEpisodes(), FixedClock(), ScopeLocks()
        self.access = AccessService(store=self.store, clock=self.clock, locks=self.locks)
        self.forget = forgetting(self.store, self.locks)

    async def now(self, one: Episode) -> Episode | None:
        record = await self.store.get(HERE, one.id)
        return record.episode if record else None


@pytest.fixture
def world() -> World:
    return World()


OLD = episode("tea", days_ago=30, status=Status.ACTIVE)


async def test_a_recall_is_noted_and_changes_nothing_else(world: World) -> None:
    others = [episode("coffee", days_ago=9, status=Status.SUPERSEDED), episode("left alone", days_ago=9)]
    await stored(world.store, HashEmbedder(), HERE, OLD, *others)
    before = await world.store.get(HERE, OLD.id)
    world.access.note(HERE, [OLD, others[0]])
    await world.access.settled()
    for one in (OLD, others[0]):
        assert await world.now(one) == replace(one, recalled_at=START, recall_count=1)
    assert await world.now(others[1]) == others[1]
    after = await world.store.get(HERE, OLD.id)
    assert before is not None
    assert after is not None
    assert after.embedding is before.embedding


async def test_a_memory_is_noted_once_a_day_at_most(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, OLD)
    for _ in range(4 * 24):
        current = await world.now(OLD)
        assert current is not None
        world.access.note(HERE, [current])
        # One who still holds the memory as it was asks too.
        world.access.note(HERE, [OLD, current])
        await world.access.settled()
        world.clock.advance(seconds=3_600)
    assert world.store.writes == 4
    assert await world.now(OLD) == replace(OLD, recalled_at=START + timedelta(days=3), recall_count=4)


async def test_what_was_said_today_is_not_noted(world: World) -> None:
    fresh = episode("fresh", days_ago=0.9)
    await stored(world.store, HashEmbedder(), HERE, fresh)
    world.access.note(HERE, [fresh])
    await world.access.settled()
    assert world.store.writes == 0


async def test_many_notes_at_once_count_as_one(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, OLD)
    world.store.may_go_on.clear()
    for _ in range(10):
        world.access.note(HERE, [OLD, OLD])
    await asyncio.sleep(0)
    world.store.may_go_on.set()
    await world.access.settled()
    assert (world.store.writes, await world.now(OLD)) == (1, replace(OLD, recalled_at=START, recall_count=1))


@pytest.mark.parametrize("moment", range(6))
async def test_what_is_forgotten_meanwhile_does_not_come_back(world: World, moment: int) -> None:
    await stored(world.store, HashEmbedder(), HERE, OLD)
    world.store.may_go_on.clear()
    world.access.note(HERE, [OLD])
    for _ in range(moment):
        await asyncio.sleep(0)
    forgetting = asyncio.create_task(world.forget.forget(HERE, actor(), OLD.id))
    await asyncio.sleep(0)
    world.store.may_go_on.set()
    await asyncio.gather(forgetting, world.access.settled())
    assert await world.now(OLD) is None


async def test_what_was_superseded_meanwhile_stays_so(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, OLD)
    world.access.note(HERE, [OLD])
    superseded = OLD.superseded(EpisodeId("another"))
    await stored(world.store, HashEmbedder(), HERE, superseded)
    await world.access.settled()
    assert await world.now(OLD) == replace(superseded, recalled_at=START, recall_count=1)


async def test_the_same_id_in_another_scope_is_another_memory(world: World) -> None:
    await stored(world.store, HashEmbedder(), THERE, OLD)
    world.access.note(HERE, [OLD])
    await world.access.settled()
    assert world.store.writes == 0


async def test_noting_returns_at_once_and_sees_nothing_of_the_turn(world: World) -> None:
    await stored(world.store, HashEmbedder(), HERE, OLD)
    world.store.may_go_on.clear()
    said.set("an invocation")
    world.access.note(HERE, [OLD])
    assert world.store.writes == 0
    world.store.may_go_on.set()
    await world.access.settled()
    assert (world.store.seen, world.store.writes) == ({"nothing"}, 1)


@pytest.mark.parametrize("broken", ["get", "replace"])
async def test_a_store_that_fails_is_tried_again_at_the_next_recall(world: World, broken: str) -> None:
    other = episode("coffee", days_ago=9)
    await stored(world.store, HashEmbedder(), HERE, OLD, other)
    world.store.broken = {broken}
    world.access.note(HERE, [OLD, other])
    await world.access.settled()
    assert world.store.writes == 0
    world.store.broken = set()
    world.access.note(HERE, [OLD, other])
    await world.access.settled()
    assert world.store.writes == 2


async def test_a_note_that_was_cut_off_can_be_taken_again(world: World) -> None:
    others = [episode(f"coffee {number}", days_ago=9) for number in range(3)]
    await stored(world.store, HashEmbedder(), HERE, *others)
    world.store.may_go_on.clear()
    world.access.note(HERE, others)
    await asyncio.sleep(0)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        if "_write" in repr(task.get_coro()):
            task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await world.access.settled()
    world.store.may_go_on.set()
    world.access.note(HERE, others)
    await world.access.settled()
    assert world.store.writes == 3
