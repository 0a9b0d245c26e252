"""Deleting one memory with proof, and looking at all of them."""

from dataclasses import replace
from uuid import uuid4

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain.episode import Episode, Kind, Status
from ltm.errors import NotFound, OutcomeUnknown
from ltm.services.browse import PAGE_SIZE, BrowseService, Counted
from tests.fakes import HashEmbedder
from tests.services.memories import HERE, THERE, contents, episode, id_of, stored
from tests.services.tables import GoodTable, UndeletingTable
from tests.services.wired import Wired, actor

pytestmark = pytest.mark.anyio


def everything(_episode: Episode) -> bool:
    return True


@pytest.fixture(params=["in memory", "table"])
def store(request: pytest.FixtureRequest) -> InMemoryEpisodes | TableEpisodes:
    return InMemoryEpisodes() if request.param == "in memory" else TableEpisodes(GoodTable())


async def test_forget_deletes_exactly_the_one_named(store: InMemoryEpisodes | TableEpisodes) -> None:
    await stored(store, HashEmbedder(), HERE, episode("tea"), episode("chess"))
    await stored(store, HashEmbedder(), THERE, episode("swims"))
    deleted = await Wired(store).forgetting.forget(HERE, actor(), f"  {id_of('tea').upper()}\n")
    assert deleted == id_of("tea")
    assert await contents(store, HERE) == ["chess"]
    assert await contents(store, THERE) == ["swims"]


@pytest.mark.parametrize("wanted", [str(uuid4()), "", "not an id", "*", "tea"])
async def test_an_id_that_is_not_there_is_said_and_nothing_is_deleted(
    store: InMemoryEpisodes | TableEpisodes, wanted: str
) -> None:
    await stored(store, HashEmbedder(), HERE, episode("tea"))
    with pytest.raises(NotFound, match="nothing was deleted"):
        await Wired(store).forgetting.forget(HERE, actor(), wanted)
    assert await contents(store, HERE) == ["tea"]


async def test_another_scopes_memory_is_not_there(store: InMemoryEpisodes | TableEpisodes) -> None:
    await stored(store, HashEmbedder(), THERE, episode("tea"))
    with pytest.raises(NotFound):
        await Wired(store).forgetting.forget(HERE, actor(), id_of("tea"))
    assert await contents(store, THERE) == ["tea"]


async def test_what_can_still_be_read_was_not_deleted_and_it_is_said() -> None:
    store = TableEpisodes(UndeletingTable())
    await stored(store, HashEmbedder(), HERE, episode("tea"))
    with pytest.raises(OutcomeUnknown, match="can still be read"):
        await Wired(store).forgetting.forget(HERE, actor(), id_of("tea"))


@pytest.mark.parametrize("total", [0, 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE + 5])
async def test_the_pages_hold_everything_once_newest_first(total: int) -> None:
    store = InMemoryEpisodes()
    browse = BrowseService(store=store)
    await stored(store, HashEmbedder(), HERE, *(episode(f"m {n}", days_ago=(n * 7) % total) for n in range(total)))
    first = await browse.page(HERE, 1, everything)
    pages = [await browse.page(HERE, number, everything) for number in range(1, first.pages + 1)]
    listed = [e for page in pages for e in page.episodes]
    assert len(pages) == max(1, -(-total // PAGE_SIZE))
    assert all(page.exists and page.total == total for page in pages)
    assert sorted(e.content for e in listed) == await contents(store, HERE)
    assert [e.at for e in listed] == sorted((e.at for e in listed), reverse=True)


@pytest.mark.parametrize("number", [0, -1, 3, 10**9])
async def test_a_page_that_is_not_there_says_so(number: int) -> None:
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, *(episode(f"m {n}") for n in range(PAGE_SIZE + 1)))
    page = await BrowseService(store=store).page(HERE, number, everything)
    assert (page.exists, page.pages, page.total) == (False, 2, PAGE_SIZE + 1)


async def test_superseded_memories_are_listed_and_counted_apart_other_scopes_not_at_all() -> None:
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, episode("a"), episode("b"), episode("c", status=Status.SUPERSEDED))
    await stored(store, HashEmbedder(), THERE, episode("d"))
    browse = BrowseService(store=store)
    counts = {Status.ACTIVE: 2, Status.SUPERSEDED: 1, Status.ARCHIVED: 0}
    assert await browse.count(HERE, everything) == Counted(memories=counts, turns=0)
    assert {e.content for e in (await browse.page(HERE, 1, everything)).episodes} == {"a", "b", "c"}
    page = await browse.page(HERE, 1, lambda each: each.content != "b")
    assert ({e.content for e in page.episodes}, page.total) == ({"a", "c"}, 2)


async def test_turns_are_counted_apart_and_read_from_the_last_one_backwards() -> None:
    store = InMemoryEpisodes()
    turns = [replace(episode(f"t {n}"), kind=Kind.TURN, conversation="one", position=n) for n in (1, 0, 2)]
    await stored(store, HashEmbedder(), HERE, episode("a"), *turns)
    browse = BrowseService(store=store)
    counted = await browse.count(HERE, everything)
    assert (counted.memories[Status.ACTIVE], counted.turns) == (1, 3)
    page = await browse.page(HERE, 1, lambda each: each.kind is Kind.TURN)
    assert [each.content for each in page.episodes] == ["t 2", "t 1", "t 0"]
