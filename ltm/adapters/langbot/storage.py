"""LangBot's plugin storage as a Storage: kept in the host's database, through upgrades and restarts."""

import asyncio
from collections import OrderedDict
from typing import Protocol
from weakref import WeakValueDictionary

from langbot_plugin.entities.io.errors import ActionCallError

from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.errors import StoreUnavailable

_MAX_KEPT = 1_000
"""Profiles kept in memory: one or two a conversation that is active."""

_MAX_KEPT_BYTES = 64_000
"""A full profile is far smaller; the list of what a large import brought is not worth keeping."""


class PluginStorageApi(Protocol):
    async def get_plugin_storage(self, key: str) -> bytes: ...

    async def set_plugin_storage(self, key: str, value: bytes) -> None: ...

    async def delete_plugin_storage(self, key: str) -> None: ...

    async def get_plugin_storage_keys(self) -> list[str]: ...


class LangBotStorage:
    """The host has no compare-and-swap. One process serves an installation, so a lock per key does; for the
    same reason what was read once is kept here, absence included: each read costs a round trip of 5 ms."""

    def __init__(self, api: PluginStorageApi) -> None:
        self._api = api
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._known: OrderedDict[str, bytes | None] = OrderedDict()

    async def get(self, key: str) -> bytes | None:
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        async with self._lock(key):
            value = await self._read(key)
            self._keep(key, value)
            return value

    async def _read(self, key: str) -> bytes | None:
        try:
            return await self._api.get_plugin_storage(key)
        except ActionCallError as exc:
            # LangBot 4.10 and 4.11 tell a missing key from a failure by this sentence only.
            if f"Storage with key {key} not found" in str(exc):
                return None
            raise _unavailable(exc) from exc
        except HOST_FAILURES as exc:
            raise _unavailable(exc) from exc

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        async with self._lock(key):
            # The host decides, not what is kept here: the expected value may come from an older process.
            stored = await self._read(key)
            if stored != expected:
                self._keep(key, stored)
                return False
            await self._set(key, value)
            return True

    async def put(self, key: str, value: bytes) -> None:
        async with self._lock(key):
            await self._set(key, value)

    async def delete(self, key: str) -> None:
        async with self._lock(key):
            self._known.pop(key, None)
            try:
                await self._api.delete_plugin_storage(key)
            except HOST_FAILURES as exc:
                raise _unavailable(exc) from exc

    async def keys(self, prefix: str) -> list[str]:
        try:
            # The host lists all or nothing, in no particular order.
            found = await self._api.get_plugin_storage_keys()
        except HOST_FAILURES as exc:
            raise _unavailable(exc) from exc
        return sorted(key for key in found if key.startswith(prefix))

    async def _set(self, key: str, value: bytes) -> None:
        # Forgotten first: after a failure it is not known which value the host has.
        self._known.pop(key, None)
        try:
            await self._api.set_plugin_storage(key, value)
        except HOST_FAILURES as exc:
            raise _unavailable(exc) from exc
        self._keep(key, value)

    def _keep(self, key: str, value: bytes | None) -> None:
        if value is not None and len(value) > _MAX_KEPT_BYTES:
            self._known.pop(key, None)
            return
        self._known[key] = value
        self._known.move_to_end(key)
        if len(self._known) > _MAX_KEPT:
            self._known.popitem(last=False)

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())


def _unavailable(exc: Exception) -> StoreUnavailable:
    return StoreUnavailable(f"the plugin storage did not answer ({type(exc).__name__})")
