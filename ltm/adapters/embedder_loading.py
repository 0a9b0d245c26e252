"""Loading a model into this process: once, off the loop, whoever asks and whoever gives up meanwhile."""

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Generic, TypeVar

T = TypeVar("T")


class LoadedOnce(Generic[T]):
    """What `load` returns. `load` runs in a worker thread when it is first needed, and again after it failed."""

    def __init__(self, load: Callable[[], T]) -> None:
        self._load = load
        self._loading: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """Return the loaded thing; raises what `load` raises."""
        # Shielded: a turn that gives up at its deadline must not throw the half-loaded model away.
        return await asyncio.shield(self._start())

    def _start(self) -> asyncio.Task[T]:
        if self._loading is None or (self._loading.done() and _failed(self._loading)):
            # In a context of its own: a task that carries LangBot's invocation context outlives its rights.
            self._loading = asyncio.get_running_loop().create_task(asyncio.to_thread(self._load), context=Context())
            self._loading.add_done_callback(_failed)
        return self._loading


def _failed(task: asyncio.Task[T]) -> bool:
    """Whether there is no result; also marks the error as seen, should every waiter be gone."""
    return task.cancelled() or task.exception() is not None
