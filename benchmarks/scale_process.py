"""Fresh processes, what they take of the memory, and a word every few seconds."""

import gc
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")

PROGRESS_EVERY_S = 3.0
_STATM = Path("/proc/self/statm")


def fresh(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Return what a function of a module returns in a new process, which then ends."""
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=spawning) as pool:
        return pool.submit(function, *args, **kwargs).result()


def resident() -> int | None:
    """Return the bytes of this process that are in memory; None where the system is not Linux."""
    if not _STATM.exists():
        return None
    gc.collect()
    return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Progress:
    """Prints how far something is, at most every few seconds."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self._said = time.monotonic()

    def at(self, done: int) -> None:
        now = time.monotonic()
        if now - self._said >= PROGRESS_EVERY_S:
            self._said = now
            print(f"{self._what}: {done:,} of {self._total:,}", flush=True)
