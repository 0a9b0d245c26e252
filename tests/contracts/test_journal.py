"""What every Journal promises, and the one in a storage."""

import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.stored_journal import StoredJournal
from ltm.domain.episode import Speaker
from ltm.domain.mining import MAX_REPLY_CHARS, MAX_TEXT_CHARS
from ltm.domain.scope import SessionKey
from ltm.errors import StoreUnavailable
from ltm.ports.journal import Journal, JournalEntry
from tests.contracts.episodes import ODD_SCOPES
from tests.doubles import START, WatchedStorage

pytestmark = pytest.mark.anyio

Opened = Callable[[], Journal]
KEY = "00000001748779200000-0123456789ab"
SECRET = "my key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"
BLOCK = "<long-term-memory>\nNotes: Bob has a red bike\n</long-term-memory>"


def entry(number: int = 1, **more: object) -> JournalEntry:
    made = JournalEntry(
        key=f"{number:020d}-0123456789ab",
        session=SessionKey(name="group_1", bot_uuid="bot-1"),
        speaker=Speaker(id="501", name="Ålice 爱丽丝"),
        text="I moved to Köln\nlast week 搬到科隆",
        reply='Nice, \t"how" is it?',
        at=START + timedelta(microseconds=number),
    )
    return replace(made, **more)  # type: ignore[arg-type]


class JournalContract:
    """Subclasses override `opened`, which opens the same journal anew, as after a crash."""

    @pytest.fixture
    async def opened(self) -> Opened:
        raise NotImplementedError

    async def test_an_empty_one_has_nothing(self, opened: Opened) -> None:
        assert await opened().pending() == []
        await opened().remove([KEY])
        assert await opened().pending() == []

    @pytest.mark.parametrize("speaker", [Speaker(id="501", name="A\"'\\"), Speaker(id="ou_1:2/3 'Ä'"), None])
    @pytest.mark.parametrize("scope", ODD_SCOPES, ids=range(len(ODD_SCOPES)))
    async def test_every_field_comes_back(self, opened: Opened, scope: object, speaker: Speaker | None) -> None:
        session = SessionKey(name=getattr(scope, "session_name"), bot_uuid=getattr(scope, "bot_uuid"))  # noqa: B009
        written = entry(session=session, speaker=speaker)
        await opened().write(written)
        assert await opened().pending() == [written]

    async def test_they_come_in_the_order_of_their_keys(self, opened: Opened) -> None:
        numbers = [3, 1, 20, 10, 2]
        for number in numbers:
            await opened().write(entry(number))
        assert await opened().pending() == [entry(number) for number in sorted(numbers)]

    async def test_the_same_key_again_takes_the_first_ones_place(self, opened: Opened) -> None:
        await opened().write(entry(1))
        await opened().write(entry(2))
        await opened().write(entry(1, reply="at last"))
        assert await opened().pending() == [entry(1, reply="at last"), entry(2)]

    async def test_remove_takes_those_out(self, opened: Opened) -> None:
        for number in range(1, 6):
            await opened().write(entry(number))
        await opened().remove([entry(number).key for number in (2, 4, 4, 9)])
        assert await opened().pending() == [entry(number) for number in (1, 3, 5)]

    async def test_what_may_not_be_kept_is_not(self, opened: Opened) -> None:
        await opened().write(entry(1, text=SECRET))
        await opened().write(entry(2, reply=SECRET, text=f"hello {BLOCK} there"))
        await opened().write(entry(3, text="汉" * 9_000, reply="r" * 9_000))
        first, second, third = await opened().pending()
        assert (first.text, first.reply) == ("", entry().reply)
        assert (second.text, second.reply) == ("hello   there", "")
        assert (len(third.text), len(third.reply)) == (MAX_TEXT_CHARS, MAX_REPLY_CHARS)


class TestInMemory(JournalContract):
    @pytest.fixture
    async def opened(self) -> Opened:
        storage = InMemoryStorage()
        return lambda: StoredJournal(storage)


class TestAmongOtherThings(JournalContract):
    """A storage that has other keys, near in name."""

    @pytest.fixture
    async def opened(self) -> Opened:
        storage = WatchedStorage()
        for key in ("journal", "journal-aside/1", "journam/1", "Journal/1", "candidates/1"):
            await storage.put(key, b"not ours")
        return lambda: StoredJournal(storage)


class TestSqlite(JournalContract):
    @pytest.fixture
    async def opened(self, tmp_path: Path) -> AsyncIterator[Opened]:
        storages: list[SqliteStorage] = []

        def opened() -> StoredJournal:
            storages.append(SqliteStorage(tmp_path / "memory.sqlite3"))
            return StoredJournal(storages[-1])

        yield opened
        for storage in storages:
            await storage.close()


@pytest.mark.parametrize(
    "raw", [b"", b"null", b"[]", b"{}", b'{"v": 2}', b"\xff\xfe", b"damaged", orjson.dumps({"v": 1, "at": "noon"})]
)
async def test_what_does_not_parse_is_kept_aside_and_named(raw: bytes, caplog: pytest.LogCaptureFixture) -> None:
    storage = InMemoryStorage()
    journal = StoredJournal(storage)
    await journal.write(entry(1))
    await storage.put(f"journal/{KEY}", raw)
    with caplog.at_level(logging.ERROR):
        assert await journal.pending() == [entry(1)]
    assert await storage.get(f"journal-aside/{KEY}") == raw
    assert await storage.get(f"journal/{KEY}") is None
    assert KEY in caplog.text
    caplog.clear()
    assert await journal.pending() == [entry(1)]
    assert caplog.text == ""


async def test_a_time_out_of_range_does_not_parse() -> None:
    storage = InMemoryStorage()
    journal = StoredJournal(storage)
    await journal.write(entry(1))
    raw = orjson.loads(await storage.get(f"journal/{entry(1).key}") or b"")
    await storage.put(f"journal/{KEY}", orjson.dumps({**raw, "at": 1e300}))
    assert await journal.pending() == [entry(1)]


async def test_a_storage_that_does_not_answer_is_no_empty_journal() -> None:
    storage = WatchedStorage()
    journal = StoredJournal(storage)
    storage.broken_keys = {"journal/", f"journal/{entry(1).key}"}
    with pytest.raises(StoreUnavailable):
        await journal.pending()
    with pytest.raises(StoreUnavailable):
        await journal.write(entry(1))
    with pytest.raises(StoreUnavailable):
        await journal.remove([entry(1).key])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.text(max_size=40), inside=st.text(max_size=40), after=st.text(max_size=40))
async def test_no_word_of_our_own_block_is_journaled(before: str, inside: str, after: str) -> None:
    storage = InMemoryStorage()
    journal = StoredJournal(storage)
    canary = "quagmire"
    text = f"{before}<long-term-memory>{inside}{canary}</long-term-memory>{after}"
    await journal.write(entry(1, text=text, reply=text.partition("</long")[0]))
    assert canary.encode() not in (await storage.get(f"journal/{entry(1).key}") or b"")


async def test_no_byte_of_a_secret_is_stored() -> None:
    storage = InMemoryStorage()
    await StoredJournal(storage).write(
        entry(1, text=f"{'x ' * 1_990}{SECRET}", reply=SECRET, speaker=Speaker(id="1", name=SECRET))
    )
    assert b"sk-proj" not in (await storage.get(f"journal/{entry(1).key}") or b"")
