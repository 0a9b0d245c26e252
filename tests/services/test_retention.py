"""How long turns stay, and how many."""

from dataclasses import replace

import pytest

from ltm.services.session_index import turn_id
from tests.doubles import BrokenEpisodes
from tests.fakes import HashEmbedder
from tests.services.memories import HERE, episode, stored
from tests.services.recorded import DAYS, Indexing, entry

pytestmark = pytest.mark.anyio


async def test_old_turns_go_and_everything_else_stays() -> None:
    w = Indexing()
    await stored(w.inner, HashEmbedder(), HERE, episode("a fact", days_ago=900))
    await w.indexing.index(HERE, [entry(n, f"said {n}", "", hours=24 * n) for n in range(4)])
    pinned = turn_id(HERE, entry(0).key, "said-0")
    record = await w.store.get(HERE, pinned)
    assert record is not None
    # As an import may bring it: nobody pins a turn.
    await w.store.replace(HERE, replace(record, episode=replace(record.episode, pinned=True)))
    w.clock.advance(days=DAYS + 1.5)
    assert await w.retention.expire(HERE) == 1
    assert {turn.content for turn in await w.turns()} == {"a fact", "said 0", "said 2", "said 3"}


async def test_turns_are_deleted_at_most_once_an_hour_and_beside_the_call() -> None:
    w = Indexing()
    await w.indexing.index(HERE, [entry(0, "old", "")])
    await w.retention.settled()
    w.clock.advance(days=DAYS + 1)
    w.retention.nudge(HERE)
    assert len(await w.turns()) == 1
    w.seconds = 3_600
    w.retention.nudge(HERE)
    assert len(await w.all(HERE)) == 1
    assert await w.turns() == []


async def test_a_store_that_does_not_delete_is_no_fault_of_the_chat() -> None:
    store = BrokenEpisodes()
    w = Indexing(store)
    await w.indexing.index(HERE, [entry(0, "old", "")])
    w.clock.advance(days=DAYS + 1)
    store.broken = {"get"}
    w.seconds = 3_600
    w.retention.nudge(HERE)
    await w.retention.settled()
    store.broken = set()
    assert len(await w.turns()) == 1


async def test_turns_and_memories_have_a_limit_each() -> None:
    w = Indexing(limit=3)
    await stored(w.inner, HashEmbedder(), HERE, *(episode(f"fact {n}", days_ago=n) for n in range(3)))
    await w.indexing.index(HERE, [entry(n, f"said {n}", "") for n in range(5)])
    assert await w.capacity.make_room(HERE) == 0
    contents = {turn.content for turn in await w.turns()}
    assert contents == {"fact 0", "fact 1", "fact 2", "said 2", "said 3", "said 4"}
