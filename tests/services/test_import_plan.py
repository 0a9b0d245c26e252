"""Importing a file into one scope: what it would bring, bringing it, and being stopped in between."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import orjson
import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker
from ltm.domain.scope import Isolation, Scope
from ltm.errors import InvalidInput, OutcomeUnknown, Refused, StoreUnavailable, Unavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.services.import_file import BATCH, FORMAT
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, THERE, contents, episode, stored
from tests.services.tables import GoodTable
from tests.services.transfers import SECRET, Stopping, exported, file, held, imported, importing, long_file

pytestmark = pytest.mark.anyio

BY_BOT = Scope.of(GROUP, Isolation.BOT)


def row_of(found: Episode, **changed: object) -> dict[str, object]:
    """Return the row another tool would have written of the memory."""
    said_by = found.speaker or Speaker(id="")
    row = {"content": found.content, "timestamp": found.at.isoformat(), "sender_id": said_by.id, **changed}
    return {key: value for key, value in row.items() if value is not None}


TURN = replace(episode("yes"), kind=Kind.TURN, conversation="c", position=3)
IN_CHAT: dict[str, object] = {"conversation": "c", "position": 3}


@pytest.mark.parametrize(
    ("row", "is_new"),
    [
        (row_of(episode("tea")), False),
        (row_of(episode("tea"), content="  TEA\n"), False),
        (row_of(episode("tea"), timestamp="2025-06-01T14:00:00+02:00"), False),
        (row_of(episode("tea"), timestamp=None), False),
        (row_of(episode("tea"), sender_name="somebody", importance=5, session="group_9"), False),
        (row_of(episode("tea"), id=episode("tea").id, timestamp="2001-01-01"), False),
        (row_of(episode("tea"), id="of another scope"), False),
        (row_of(episode("tea"), content="green tea"), True),
        (row_of(episode("tea"), sender_id=BOB.id), True),
        (row_of(episode("tea"), sender_id="", sender_name=ALICE.name), True),
        (row_of(episode("tea"), timestamp="2025-06-01T12:00:00.000001Z"), True),
        (row_of(TURN), False),
        (row_of(TURN, **IN_CHAT), False),
        (row_of(TURN, **IN_CHAT | {"position": 4}), True),
        (row_of(TURN, **IN_CHAT | {"conversation": "d"}), True),
    ],
)
async def test_what_is_there_already_is_no_news(row: dict[str, object], is_new: bool) -> None:
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, episode("tea"), TURN)
    plan = await imported(store, file(row))
    assert (plan.new, plan.duplicates) == ((1, 0) if is_new else (0, 1))


async def test_a_row_without_a_time_is_of_now_and_the_same_whenever_it_is_imported_again() -> None:
    store, clock = InMemoryEpisodes(), FixedClock()
    for new in (1, 0):
        service = importing(store, clock=clock)
        plan = await service.planned(HERE, GROUP, file({"content": "tea"}, {"content": "Tea"}))
        assert (plan.new, plan.duplicates) == (new, 2 - new)
        await service.apply(HERE, plan)
        clock.advance(days=1)
    assert [found.at for found in (await held(store)).values()] == [START]


async def test_looking_at_a_file_writes_nothing() -> None:
    class Unwritable(BrokenEpisodes):
        async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
            raise AssertionError

    store = Unwritable()
    store.broken = {"put", "replace"}
    plan = await importing(store, BrokenEmbedder(HashEmbedder())).planned(HERE, GROUP, file({"content": "tea"}, 1))
    assert (plan.new, [row.number for row in plan.rejected]) == (1, [2])


async def test_a_file_chooses_neither_a_scope_nor_an_id() -> None:
    store = TableEpisodes(GoodTable())
    await stored(store, HashEmbedder(), THERE, episode("theirs"))
    await stored(store, HashEmbedder(), BY_BOT, episode("the bot's"))
    keys = [
        {"bot_uuid": "bot-1", "session": "group_1002"},
        {"user_key": "bot-1:group_1002"},
        {"scope": THERE.digest, "user_key": "bot:bot-1"},
    ]
    rows = [
        {**key, "content": f"{number} {wanted.content}", "id": wanted.id, "superseded_by": wanted.id}
        for number, key in enumerate(keys)
        for wanted in (episode("theirs"), episode("the bot's"))
    ]
    export = {"format": FORMAT, "version": 1, "bot_uuid": "bot-1", "session": "group_1002"}
    for row in rows:
        await imported(store, orjson.dumps({**export, "episodes": [row]}))
    assert await contents(store, THERE) == ["theirs"]
    assert await contents(store, BY_BOT) == ["the bot's"]
    brought = await held(store)
    assert {found.content for found in brought.values()} == {"0 theirs", "0 the bot's"}
    assert {(found.session_name, found.superseded_by) for found in brought.values()} == {("group_1001", None)}
    assert not set(brought) & {episode("theirs").id, episode("the bot's").id}


async def test_where_a_bots_sessions_share_their_memories_a_row_keeps_its_session() -> None:
    store = InMemoryEpisodes()
    rows = [
        {"content": "a", "session": "person_7"},
        {"content": "b", "session": ""},
        {"content": "c"},
        {"content": "d", "session": "7"},
    ]
    plan = await imported(store, file(*rows), BY_BOT)
    assert {found.content: found.session_name for found in (await held(store, BY_BOT)).values()} == {
        "a": "person_7",
        "b": "",
        "c": "group_1001",
    }
    assert [(row.number, row.reason) for row in plan.rejected] == [
        (4, "session must look like group_1001 or person_42")
    ]


async def test_what_was_changed_since_it_was_imported_stays_changed() -> None:
    store = InMemoryEpisodes()
    raw = file({"content": "tea", "id": "x"}, {"content": "chess", "superseded_by": "x"})
    await imported(store, raw)
    changed, *_ = [record async for batch in store.scan(HERE) for record in batch if record.episode.content == "tea"]
    await store.replace(HERE, replace(changed, episode=replace(changed.episode, content="coffee")))
    plan = await imported(store, raw)
    assert (plan.new, plan.duplicates, [row.number for row in plan.rejected]) == (0, 1, [1])
    assert "forget it first" in plan.rejected[0].reason
    assert await contents(store, HERE) == ["chess", "coffee"]
    await store.delete(HERE, changed.episode.id)
    assert (await imported(store, raw)).new == 1
    assert await contents(store, HERE) == ["chess", "tea"]


async def test_what_comes_up_between_looking_and_storing_is_not_overwritten() -> None:
    store = InMemoryEpisodes()
    plan = await importing(store).planned(HERE, GROUP, file({"content": "tea"}, {"content": "chess"}))
    tea = plan.rows[0].episode

    class Meanwhile(HashEmbedder):
        async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
            embeddings = await super().embed_documents(texts)
            await store.put(HERE, [Record(episode=replace(tea, content="coffee"), embedding=embeddings[0])])
            return embeddings

    report = await importing(store, Meanwhile()).apply(HERE, plan)
    assert (report.stored, report.duplicates) == (1, 1)
    assert await contents(store, HERE) == ["chess", "coffee"]


async def test_a_row_that_may_not_be_stored_is_rejected_by_number() -> None:
    def require(found: Episode) -> None:
        if found.speaker == BOB:
            raise Refused("memory is off")

    rows = [
        {"content": "tea"},
        {"content": f"my key is {SECRET}"},
        {"content": "x", "tags": [SECRET]},
        {"content": "x", "document": SECRET},
        {"content": "chess", "sender_id": BOB.id, "sender_name": BOB.name},
        {"content": "x", "status": "lost"},
        {"content": "x", "recalled_at": "soon", "kind": 1, "recall_count": -1, "pinned": "perhaps", "importance": 9},
        {"content": "a name", "sender_id": "1", "sender_name": SECRET, "original": SECRET},
    ]
    store = InMemoryEpisodes()
    service = importing(store)
    plan = await service.planned(HERE, GROUP, file(*rows), require)
    report = await service.apply(HERE, plan)
    assert [row.number for row in report.rejected] == [2, 3, 4, 5, 6, 7]
    assert "secret" in report.rejected[0].reason
    assert report.rejected[3].reason == "memory is off"
    assert report.rejected[5].reason.endswith("and 2 more")
    assert SECRET not in str(report)
    assert SECRET not in str(await held(store))
    assert await contents(store, HERE) == ["a name", "tea"]


async def test_another_scopes_plan_is_refused() -> None:
    service = importing(InMemoryEpisodes())
    plan = await service.planned(HERE, GROUP, file({"content": "tea"}))
    with pytest.raises(InvalidInput, match="another conversation"):
        await service.apply(THERE, plan)


async def test_an_import_that_is_stopped_anywhere_is_completed_by_importing_the_file_again() -> None:
    raw, brought = long_file()
    whole = Stopping()
    await imported(whole, raw)
    expected = await held(whole)
    assert len(expected) == brought
    for puts in range(-(-brought // BATCH)):
        store = Stopping()
        service = importing(store)
        store.left = puts
        with pytest.raises(OutcomeUnknown):
            await service.apply(HERE, await service.planned(HERE, GROUP, raw))
        done = await held(store)
        assert puts * BATCH <= len(done) < brought
        store.left = 10**9
        assert (await imported(store, raw)).new == brought - len(done)
        assert await held(store) == expected


@pytest.mark.parametrize("broken", ["scan", "get", "put"])
async def test_a_store_that_does_not_answer_is_said(broken: str) -> None:
    store = BrokenEpisodes()
    service = importing(store)
    plan = await service.planned(HERE, GROUP, file({"content": "tea"}))
    store.broken = {broken}
    with pytest.raises(StoreUnavailable):
        await service.apply(HERE, plan)
    if broken == "scan":
        with pytest.raises(StoreUnavailable):
            await exported(store)
        with pytest.raises(StoreUnavailable):
            await service.planned(HERE, GROUP, file({"content": "tea"}))


async def test_two_who_import_one_file_at_once_store_it_once() -> None:
    class Yielding(InMemoryEpisodes):
        async def put(self, scope: Scope, records: Sequence[Record]) -> None:
            await asyncio.sleep(0)
            await super().put(scope, records)

    store = Yielding()
    service = importing(store)
    raw, brought = long_file()
    plan = await service.planned(HERE, GROUP, raw)
    reports = await asyncio.gather(service.apply(HERE, plan), service.apply(HERE, plan))
    assert sum(report.stored for report in reports) == brought == len(await held(store))


async def test_a_turn_is_embedded_after_the_turn_before_it_even_where_that_is_there_already() -> None:
    asked: list[str] = []

    class Listening(HashEmbedder):
        async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
            asked.extend(texts)
            return await super().embed_documents(texts)

    store = InMemoryEpisodes()
    talk = [{"content": "where is it?", "conversation": "c"}, {"content": "upstairs", "conversation": "c"}]
    await imported(store, file(*talk[:1]))
    service = importing(store, Listening())
    await service.apply(HERE, await service.planned(HERE, GROUP, file(*talk)))
    assert asked == ["where is it?\nupstairs"]


@pytest.mark.parametrize("error", [StoreUnavailable, OutcomeUnknown])
async def test_what_stopped_an_import_is_what_is_raised(error: type[Unavailable | OutcomeUnknown]) -> None:
    class Failing(InMemoryEpisodes):
        async def put(self, scope: Scope, records: Sequence[Record]) -> None:
            raise error("lost (test)")

    service = importing(Failing())
    with pytest.raises(error):
        await service.apply(HERE, await service.planned(HERE, GROUP, file({"content": "tea"})))
