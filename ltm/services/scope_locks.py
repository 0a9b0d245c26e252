"""One lock per scope, for writes that first look and then change what they saw."""

import asyncio
from weakref import WeakValueDictionary

from ltm.domain.scope import Scope


class ScopeLocks:
    """Shared by all services that rewrite or delete: a memory deleted between another's look and its rewrite
    would otherwise be written back."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Scope, asyncio.Lock] = WeakValueDictionary()

    def of(self, scope: Scope) -> asyncio.Lock:
        return self._locks.setdefault(scope, asyncio.Lock())
