"""Work beside the turn."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import Any, TypeVar

_T = TypeVar("_T")


def detached(work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
    """Start the work in a context of its own and return its task, which the caller has to hold.

    A task that carries LangBot's invocation context loses the host when that ends."""
    return asyncio.get_running_loop().create_task(work, context=Context())
