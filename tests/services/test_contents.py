"""The table of contents of each scope: made beside the turn, and never of what is gone or not to be told."""

import logging
from dataclasses import replace

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.domain.contents import CONTENTS_OPENING, titles_in
from ltm.domain.episode import Episode, Kind, Status
from ltm.domain.scope import Isolation, Scope
from ltm.services.contents import ContentsService
from tests.doubles import START, BrokenEpisodes, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE, episode, indexed, stored

pytestmark = pytest.mark.anyio

BOT = Scope.of(GROUP, Isolation.BOT)
NAME = GROUP.name


class Wired:
    def __init__(self, store: InMemoryEpisodes | None = None, *, tokens: int = 200, bound_bytes: int = 10**9) -> None:
        self.inner = store or InMemoryEpisodes()
        self.clock = FixedClock()
        self.store: IndexedEpisodes = indexed(self.inner, bound_bytes=bound_bytes)
        self.service = ContentsService(store=self.store, clock=self.clock, half_life_days=30, tokens=tokens)

    async def say(self, *episodes: Episode, scope: Scope = HERE) -> None:
        await stored(self.store, HashEmbedder(), scope, *episodes)

    async def next(self, scope: Scope = HERE, name: str = NAME, without: frozenset[str] = frozenset()) -> str:
        """Return what the turn after this one gets, asked now."""
        await self.service.of(scope, name, without)
        await self.service.settled()
        return await self.service.of(scope, name, without)


async def test_the_first_turn_has_no_table_and_waits_for_nothing_and_the_next_one_has_it() -> None:
    wired = Wired()
    await wired.say(episode("likes tea"), replace(episode("hello there"), kind=Kind.TURN, conversation="c"))
    assert await wired.service.of(HERE, NAME) == ""
    await wired.service.settled()
    table = await wired.service.of(HERE, NAME)
    assert table.startswith(CONTENTS_OPENING)
    assert "fact 1, turn 1" in table
    assert "- [Alice] likes tea" in table
    assert "hello" not in table
    assert titles_in(table) == ["Alice: likes tea"]
    assert await wired.next(THERE) == ""


async def test_new_memories_are_listed_within_the_hour_and_not_sooner() -> None:
    wired = Wired()
    await wired.say(episode("likes tea"))
    before = await wired.next()
    await wired.say(episode("plays chess"))
    wired.clock.advance(seconds=3_599)
    assert await wired.next() == before
    wired.clock.advance(seconds=1)
    assert await wired.service.of(HERE, NAME) == before
    await wired.service.settled()
    assert "plays chess" in await wired.service.of(HERE, NAME)


@pytest.mark.parametrize("change", ["delete", "archive", "edit", "clear"])
async def test_what_is_gone_put_aside_or_changed_is_in_no_later_prompt(change: str) -> None:
    wired, tea = Wired(), episode("likes tea")
    await wired.say(tea, episode("plays chess"))
    assert "likes tea" in await wired.next()
    match change:
        case "delete":
            assert await wired.store.delete(HERE, tea.id)
        case "archive":
            await wired.say(tea.archived())
        case "edit":
            await wired.say(replace(tea, content="likes milk"))
        case _:
            await wired.store.clear(HERE)
    assert await wired.service.of(HERE, NAME) == ""
    await wired.service.settled()
    assert "likes tea" not in await wired.service.of(HERE, NAME)
    assert ("plays chess" in await wired.service.of(HERE, NAME)) is (change != "clear")


async def test_recalling_a_memory_leaves_the_table_as_it_is() -> None:
    wired, tea = Wired(), episode("likes tea")
    await wired.say(tea, episode("plays chess"))
    table = await wired.next()
    await wired.say(replace(tea, recalled_at=START, recall_count=9))
    assert await wired.service.of(HERE, NAME) == table


async def test_people_who_are_off_are_left_out_at_once_and_are_back_when_they_are_on() -> None:
    wired = Wired()
    about = replace(episode("tall", by=ALICE), about=BOB.id)
    await wired.say(episode("likes tea"), episode("plays chess", by=BOB), about)
    assert "plays chess" in await wired.next()
    off = frozenset({BOB.id})
    assert await wired.service.of(HERE, NAME, off) == ""
    await wired.service.settled()
    table = await wired.service.of(HERE, NAME, off)
    assert "fact 1" in table
    assert "chess" not in table
    assert "tall" not in table
    assert "plays chess" in await wired.next()


async def test_other_conversations_of_a_bot_are_neither_listed_nor_counted() -> None:
    wired = Wired()
    here, there = (replace(episode(text), session_name=name) for text, name in (("tea", NAME), ("milk", "group_1002")))
    await wired.say(here, there, episode("water"), scope=BOT)
    table = await wired.next(BOT)
    assert ["tea" in table, "milk" in table, "water" in table, "fact 2" in table] == [True, False, True, True]
    assert "milk" in await wired.next(BOT, OTHER_GROUP.name)


async def test_memories_that_are_not_in_use_are_not_listed() -> None:
    wired = Wired()
    await wired.say(episode("tea", status=Status.ARCHIVED), episode("milk", status=Status.SUPERSEDED))
    assert await wired.next() == ""


async def test_without_a_budget_nothing_is_read() -> None:
    store = BrokenEpisodes()
    store.broken = {"scan", "search"}
    assert await Wired(store, tokens=0).next() == ""


async def test_a_store_that_does_not_answer_is_asked_again_and_a_scope_too_large_for_memory_is_not() -> None:
    store = BrokenEpisodes()
    wired = Wired(store)
    await stored(store, HashEmbedder(), HERE, episode("tea"))
    store.broken = {"scan", "search"}
    assert await wired.next() == ""
    store.broken = set()
    assert "tea" in await wired.next()
    assert await Wired(store, bound_bytes=1).next() == ""


async def test_a_table_whose_index_is_gone_is_made_anew() -> None:
    wired, tea = Wired(), episode("tea")
    await wired.say(tea)
    assert "tea" in await wired.next()
    wired.store._indexes.drop(HERE)
    assert await wired.inner.delete(HERE, tea.id)
    assert await wired.service.of(HERE, NAME) == ""
    await wired.service.settled()
    assert await wired.service.of(HERE, NAME) == ""


async def test_no_title_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    wired = Wired()
    await wired.say(episode("canary-7f3a"))
    assert "canary-7f3a" in await wired.next()
    assert "contents made" in caplog.text
    assert "canary" not in caplog.text
