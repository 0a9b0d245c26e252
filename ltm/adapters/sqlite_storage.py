"""Small named values in one SQLite file."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import TypeVar

from ltm.errors import StoreUnavailable

_T = TypeVar("_T")
_BUSY_S = 10
"""How long to wait for another process to finish its write, which takes milliseconds."""


class SqliteStorage:
    """A Storage that processes and threads may share. Opened when first needed; after `close` nothing answers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._using = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._is_closed = False

    async def get(self, key: str) -> bytes | None:
        return await self._asked(lambda connection: _read(connection, key))

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        return await self._asked(lambda connection: _swap(connection, key, expected, value))

    async def put(self, key: str, value: bytes) -> None:
        await self._asked(lambda connection: _write(connection, key, value))

    async def delete(self, key: str) -> None:
        await self._asked(lambda connection: _forget(connection, key))

    async def keys(self, prefix: str) -> list[str]:
        return await self._asked(lambda connection: _keys(connection, prefix))

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    async def _asked(self, call: Callable[[sqlite3.Connection], _T]) -> _T:
        return await asyncio.to_thread(self._locked, call)

    def _locked(self, call: Callable[[sqlite3.Connection], _T]) -> _T:
        with self._using:
            try:
                return call(self._opened())
            except sqlite3.Error as exc:
                raise StoreUnavailable(f"the storage file did not answer ({type(exc).__name__})") from exc

    def _opened(self) -> sqlite3.Connection:
        if self._is_closed:
            raise StoreUnavailable("the storage file was closed")
        if self._connection is None:
            self._connection = _open(self._path)
        return self._connection

    def _close(self) -> None:
        with self._using:
            self._is_closed = True
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def _open(path: Path) -> sqlite3.Connection:
    # Autocommit, and no check of threads: the lock lets one in at a time.
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        _use_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS storage (key TEXT PRIMARY KEY, value BLOB NOT NULL)")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection) -> None:
    # The change to WAL needs the file alone, and does not wait for it: two processes that open a new file at
    # once would otherwise fail one of them.
    deadline = time.monotonic() + _BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as exc:
            if exc.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _read(connection: sqlite3.Connection, key: str) -> bytes | None:
    row: tuple[bytes] | None = connection.execute("SELECT value FROM storage WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def _write(connection: sqlite3.Connection, key: str, value: bytes) -> None:
    connection.execute("INSERT OR REPLACE INTO storage (key, value) VALUES (?, ?)", (key, value))


def _forget(connection: sqlite3.Connection, key: str) -> None:
    connection.execute("DELETE FROM storage WHERE key = ?", (key,))


def _keys(connection: sqlite3.Connection, prefix: str) -> list[str]:
    # No LIKE: it reads % and _ and ignores case. SQLite orders UTF-8 by its bytes, which is by code points, so that
    # the keys with the prefix stand together, from the prefix itself on.
    rows = connection.execute("SELECT key FROM storage WHERE key >= ? ORDER BY key", (prefix,))
    return list(takewhile(lambda key: key.startswith(prefix), (key for (key,) in rows)))


def _swap(connection: sqlite3.Connection, key: str, expected: bytes | None, value: bytes) -> bool:
    # Immediate: two readers that both want to write would otherwise both read first.
    connection.execute("BEGIN IMMEDIATE")
    try:
        is_expected = _read(connection, key) == expected
        if is_expected:
            _write(connection, key, value)
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return is_expected
