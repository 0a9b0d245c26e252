"""The outbox in a storage."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.errors import StoreUnavailable
from ltm.ports.outbox import PendingMemory
from ltm.ports.storage import Storage
from tests.contracts.episodes import ELSEWHERE, HERE, THERE, Maker
from tests.contracts.outbox_contract import SESSION, Opened, OutboxContract
from tests.doubles import START, FixedClock, WatchedStorage

pytestmark = pytest.mark.anyio


class TestInMemory(OutboxContract):
    @pytest.fixture
    async def opened(self) -> Opened:
        storage = InMemoryStorage()
        return lambda: StoredOutbox(storage, FixedClock())


class TestAmongOtherThings(OutboxContract):
    """A storage that has other keys, near in name."""

    @pytest.fixture
    async def opened(self) -> Opened:
        storage = WatchedStorage()
        for key in ("profile/1", "outbox", "outbox-aside/1", "outboy/1", "Outbox/1"):
            await storage.put(key, b"not ours")
        return lambda: StoredOutbox(storage, FixedClock())


class TestSqlite(OutboxContract):
    @pytest.fixture
    async def opened(self, tmp_path: Path) -> AsyncIterator[Opened]:
        storages: list[SqliteStorage] = []

        def opened() -> StoredOutbox:
            storages.append(SqliteStorage(tmp_path / "memory.sqlite3"))
            return StoredOutbox(storages[-1], FixedClock())

        yield opened
        for storage in storages:
            await storage.close()


@pytest.mark.parametrize("seconds", [-1e9, -1, 0, 1e-6, 1e9])
async def test_the_order_is_kept_whatever_the_clock_does(seconds: float) -> None:
    storage, clock, maker, added = InMemoryStorage(), FixedClock(), Maker(), list[str]()
    for _ in range(3):
        outbox = StoredOutbox(storage, clock)
        for _ in range(4):
            added.append((await outbox.add_memory(HERE, maker.record())).key)
            clock.advance(seconds=seconds)
    assert [entry.key for entry in await StoredOutbox(storage, clock).pending()] == added


async def test_an_hour_back_between_two_processes_changes_no_order() -> None:
    storage, maker = InMemoryStorage(), Maker()
    first = await StoredOutbox(storage, FixedClock()).add_memory(HERE, maker.record())
    late = FixedClock()
    late.advance(seconds=-3_600)
    second = await StoredOutbox(storage, late).add_memory(HERE, maker.record())
    assert [entry.key for entry in await StoredOutbox(storage, late).pending()] == [first.key, second.key]


async def test_those_added_at_once_all_stay() -> None:
    storage, maker = WatchedStorage(), Maker()
    outbox = StoredOutbox(storage, FixedClock())
    added = await asyncio.gather(*(outbox.add_memory(HERE, maker.record()) for _ in range(10)))
    assert [entry.key for entry in await outbox.pending()] == [entry.key for entry in added]


async def changed(storage: Storage, key: str, **changes: object) -> None:
    raw = await storage.get(key)
    assert raw is not None
    await storage.put(key, orjson.dumps({**orjson.loads(raw), **changes}))


UNREADABLE = {
    "nothing": b"",
    "no json": b"\xff{",
    "no entry": b"{}",
    "another version": b'{"v": 2, "kind": "memory"}',
    "another kind": b'{"v": 1, "kind": "wish"}',
    "no envelope": orjson.dumps(
        {
            "kind": "memory",
            "scope": {"isolation": "session", "bot": "bot-1", "session": "group_1001"},
            "episode": "{}",
        }
    ),
    "no time": orjson.dumps(
        {
            "kind": "erasure",
            "scope": {"isolation": "session", "bot": "bot-1", "session": "group_1001"},
            "session": "",
            "bot": "",
            "speaker": "1",
            "at": 1e300,
        }
    ),
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE)
async def test_what_cannot_be_read_is_kept_aside_and_the_rest_goes_on(
    raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    storage, maker = InMemoryStorage(), Maker()
    outbox = StoredOutbox(storage, FixedClock())
    first = await outbox.add_memory(HERE, maker.record())
    broken = await outbox.add_erasure(HERE, SESSION, "1")
    last = await outbox.add_memory(THERE, maker.record())
    await storage.put(broken.key, raw)
    for _ in range(2):
        assert [entry.key for entry in await outbox.pending()] == [first.key, last.key]
    [aside] = await storage.keys("outbox-aside/")
    assert await storage.get(aside) == raw
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert broken.key in caplog.text


async def test_an_entry_whose_scope_was_changed_reaches_neither_scope() -> None:
    storage, maker = InMemoryStorage(), Maker()
    outbox = StoredOutbox(storage, FixedClock())
    moved = await outbox.add_memory(HERE, maker.record())
    elsewhere = {"isolation": "session", "bot": ELSEWHERE.bot_uuid, "session": ELSEWHERE.session_name}
    await changed(storage, moved.key, scope=elsewhere)
    assert await outbox.pending() == []
    assert len(await storage.keys("outbox-aside/")) == 1


async def test_an_entry_of_a_newer_plugin_with_more_in_it_is_read() -> None:
    storage = InMemoryStorage()
    outbox = StoredOutbox(storage, FixedClock())
    added = await outbox.add_erasure(HERE, SESSION, "1")
    await changed(storage, added.key, more="of it")
    assert await outbox.pending() == [added]
    assert added.at == START


class _LosesAnswers(WatchedStorage):
    """Does what it is asked and then does not answer, while told to."""

    loses = False

    async def put(self, key: str, value: bytes) -> None:
        await super().put(key, value)
        if self.loses:
            raise StoreUnavailable("the answer was lost (test)")


async def test_what_was_not_promised_is_taken_out_before_anything_else_is() -> None:
    storage, maker = _LosesAnswers(), Maker()
    outbox = StoredOutbox(storage, FixedClock())
    record = maker.record()
    storage.loses = True
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            await outbox.add_memory(HERE, record)
    storage.loses = False
    added = await outbox.add_memory(HERE, record)
    [read] = await outbox.pending()
    assert isinstance(read, PendingMemory)
    assert read.key == added.key


async def test_a_storage_that_is_away_is_unavailable_and_loses_nothing() -> None:
    storage, maker = WatchedStorage(), Maker()
    outbox = StoredOutbox(storage, FixedClock())
    added = await outbox.add_memory(HERE, maker.record())
    storage.broken_keys = {added.key}
    for attempt in (outbox.pending(), outbox.remove(added.key), outbox.rewrite(added), outbox.keep_aside(added.key)):
        with pytest.raises(StoreUnavailable):
            await attempt
    storage.broken_keys = set()
    assert [entry.key for entry in await outbox.pending()] == [added.key]
