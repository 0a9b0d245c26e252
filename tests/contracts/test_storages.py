"""The storages of this package."""

import asyncio
import sqlite3
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from langbot_plugin.entities.io.errors import ActionCallError, ActionCallTimeoutError

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.langbot.storage import LangBotStorage
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.errors import StoreUnavailable
from ltm.ports.storage import Storage
from tests.contracts.storage_contract import StorageContract

COUNTING = """
import asyncio, sys
from pathlib import Path
from ltm.adapters.sqlite_storage import SqliteStorage

async def count():
    storage = SqliteStorage(Path(sys.argv[1]))
    done = 0
    while done < 25:
        value = await storage.get("count")
        done += await storage.swap("count", value, str(int(value or 0) + 1).encode())
    await storage.close()

asyncio.run(count())
"""


class TestInMemory(StorageContract):
    @pytest.fixture
    async def storage(self) -> Storage:
        return InMemoryStorage()


class TestSqlite(StorageContract):
    @pytest.fixture
    async def storage(self, tmp_path: Path) -> AsyncIterator[Storage]:
        storage = SqliteStorage(tmp_path / "memory.sqlite3")
        yield storage
        await storage.close()


class TestSqliteByTwo(StorageContract):
    """Two connections to one file that take turns, as two processes would."""

    @pytest.fixture
    async def storage(self, tmp_path: Path) -> AsyncIterator[Storage]:
        both = [SqliteStorage(tmp_path / "memory.sqlite3") for _ in range(2)]
        yield _TakingTurns(*both)
        for storage in both:
            await storage.close()


class TestLangBot(StorageContract):
    @pytest.fixture
    async def storage(self) -> Storage:
        return LangBotStorage(_PluginStorage())


class _TakingTurns:
    def __init__(self, *storages: Storage) -> None:
        self._storages = list(storages)

    async def get(self, key: str) -> bytes | None:
        return await self._next().get(key)

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        return await self._next().swap(key, expected, value)

    async def put(self, key: str, value: bytes) -> None:
        await self._next().put(key, value)

    async def delete(self, key: str) -> None:
        await self._next().delete(key)

    async def keys(self, prefix: str) -> list[str]:
        return await self._next().keys(prefix)

    def _next(self) -> Storage:
        self._storages.append(self._storages.pop(0))
        return self._storages[-1]


class _PluginStorage:
    """LangBot's plugin storage as its SDK shows it: every call lets others run, a missing key is an error."""

    def __init__(self) -> None:
        self._values: dict[str, bytes] = {}

    async def get_plugin_storage(self, key: str) -> bytes:
        await asyncio.sleep(0)
        if key not in self._values:
            raise ActionCallError(f"Storage with key {key} not found")
        return self._values[key]

    async def set_plugin_storage(self, key: str, value: bytes) -> None:
        await asyncio.sleep(0)
        self._values[key] = value

    async def delete_plugin_storage(self, key: str) -> None:
        await asyncio.sleep(0)
        self._values.pop(key, None)

    async def get_plugin_storage_keys(self) -> list[str]:
        await asyncio.sleep(0)
        return list(self._values)


class _SilentHost(_PluginStorage):
    """A host that lists nothing, for a reason of its own."""

    def __init__(self, failure: Exception) -> None:
        super().__init__()
        self._failure = failure

    async def get_plugin_storage_keys(self) -> list[str]:
        raise self._failure


@pytest.mark.anyio
async def test_sqlite_keeps_values_and_is_durable(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite3"
    first = SqliteStorage(path)
    await first.put("key", b"value")
    connection = first._opened()
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    await first.close()
    second = SqliteStorage(path)
    assert await second.get("key") == b"value"
    await second.close()


@pytest.mark.anyio
async def test_processes_that_count_together_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite3"
    counters = [await asyncio.create_subprocess_exec(sys.executable, "-c", COUNTING, str(path)) for _ in range(3)]
    assert [await counter.wait() for counter in counters] == [0, 0, 0]
    storage = SqliteStorage(path)
    assert await storage.get("count") == b"75"
    await storage.close()


async def _unavailable(storage: Storage) -> None:
    for attempt in (
        storage.get("key"),
        storage.swap("key", None, b""),
        storage.put("key", b""),
        storage.delete("key"),
        storage.keys(""),
    ):
        with pytest.raises(StoreUnavailable):
            await attempt


@pytest.mark.anyio
async def test_a_closed_file_is_unavailable(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "memory.sqlite3")
    await storage.put("key", b"value")
    await storage.close()
    await storage.close()
    await _unavailable(storage)


@pytest.mark.anyio
async def test_a_file_that_cannot_be_opened_or_read_is_unavailable(tmp_path: Path) -> None:
    nowhere = SqliteStorage(tmp_path / "missing" / "memory.sqlite3")
    await _unavailable(nowhere)
    (tmp_path / "missing").mkdir()
    assert await nowhere.get("key") is None
    await nowhere.close()
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"this is no database, " * 100)
    await _unavailable(SqliteStorage(garbage))


@pytest.mark.anyio
async def test_a_write_that_another_process_blocks_is_unavailable_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ltm.adapters.sqlite_storage._BUSY_S", 0.1)
    storage = SqliteStorage(tmp_path / "memory.sqlite3")
    await storage.put("key", b"old")
    other = sqlite3.connect(tmp_path / "memory.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable):
        await storage.swap("key", b"old", b"new")
    assert await storage.get("key") == b"old"
    other.execute("ROLLBACK")
    other.close()
    assert await storage.swap("key", b"old", b"new") is True
    await storage.close()


@pytest.mark.anyio
async def test_a_write_that_fails_half_way_leaves_the_file_to_others(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite3"
    storage, other = SqliteStorage(path), SqliteStorage(path)
    await other.put("key", b"old")
    connection = sqlite3.connect(path)
    connection.execute("CREATE TRIGGER refuse BEFORE INSERT ON storage BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(StoreUnavailable):
        await storage.swap("key", b"old", b"new")
    connection.execute("DROP TRIGGER refuse")
    connection.close()
    assert await other.swap("key", b"old", b"newer") is True
    assert await storage.get("key") == b"newer"
    await storage.close()
    await other.close()


@pytest.mark.anyio
async def test_langbot_decides_a_swap_and_not_what_was_read_before() -> None:
    api = _PluginStorage()
    storage = LangBotStorage(api)
    await storage.put("key", b"old")
    await api.set_plugin_storage("key", b"changed by an older process")
    assert await storage.swap("key", b"old", b"new") is False
    assert await storage.get("key") == b"changed by an older process"


@pytest.mark.anyio
@pytest.mark.parametrize("failure", [ActionCallError("no"), ActionCallTimeoutError("late"), RuntimeError("ended")])
async def test_a_langbot_that_lists_no_keys_is_unavailable(failure: Exception) -> None:
    with pytest.raises(StoreUnavailable):
        await LangBotStorage(_SilentHost(failure)).keys("")
