"""A chain of embedders: who is asked when, and what is said about it."""

import asyncio
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import EmbedderStatus
from tests.contracts.scripted_embedder import ScriptedEmbedder

pytestmark = pytest.mark.anyio

NO_ANSWER = "the embedding model did not answer (test)"


class Chain:
    """Two embedders, `first` and `second`, and a clock one turns by hand."""

    def __init__(self, timeout_s: float | None = None) -> None:
        self.now = 0.0
        self.first, self.second = ScriptedEmbedder("first"), ScriptedEmbedder("second")
        self.embedder = FallbackEmbedder([self.first, self.second], timeout_s=timeout_s, monotonic=lambda: self.now)

    async def answered_by(self) -> str:
        return (await self.embedder.embed_query("tea")).model

    async def pause_s(self) -> float:
        """How long the first is left alone from now on, in whole seconds."""
        start, calls = self.now, len(self.first.calls)
        while True:
            self.now += 1
            await self.answered_by()
            if len(self.first.calls) > calls:
                return self.now - start


async def test_the_first_that_answers_is_the_one() -> None:
    chain = Chain()
    assert chain.embedder.model == "first"
    assert await chain.answered_by() == "first"
    chain.first.failing = True
    assert await chain.answered_by() == "second"
    assert chain.embedder.model == "first"


async def test_a_model_that_failed_is_left_alone_longer_and_longer_to_ten_minutes() -> None:
    chain = Chain()
    chain.first.failing = True
    await chain.answered_by()
    assert [await chain.pause_s() for _ in range(7)] == [30, 60, 120, 240, 480, 600, 600]


async def test_one_answer_makes_it_the_first_again_and_pauses_short_again() -> None:
    chain = Chain()
    chain.first.failing = True
    await chain.answered_by()
    await chain.pause_s()
    chain.first.failing = False
    chain.now += 60
    assert await chain.answered_by() == "first"
    chain.first.failing = True
    await chain.answered_by()
    assert await chain.pause_s() == 30


async def test_failures_of_the_same_moment_count_once() -> None:
    chain = Chain()
    chain.first.failing = True
    await asyncio.gather(*(chain.answered_by() for _ in range(10)))
    assert await chain.pause_s() == 30


async def test_one_request_at_a_time_finds_out_whether_it_is_back() -> None:
    chain = Chain()
    chain.first.failing = True
    await chain.answered_by()
    chain.now += 30
    chain.first.gate, chain.first.began = asyncio.Event(), asyncio.Event()
    probe = asyncio.create_task(chain.answered_by())
    await chain.first.began.wait()
    assert [await chain.answered_by() for _ in range(3)] == ["second"] * 3
    chain.first.failing = False
    chain.first.gate.set()
    assert await probe == "first"
    assert await chain.answered_by() == "first"


async def test_a_probe_that_was_given_up_counts_as_a_failure() -> None:
    chain = Chain()
    chain.first.failing = True
    await chain.answered_by()
    chain.now += 30
    chain.first.gate = asyncio.Event()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await chain.answered_by()
    chain.first.gate = None
    assert await chain.pause_s() == 60


async def test_a_slow_model_leaves_time_for_the_next() -> None:
    chain = Chain(timeout_s=0.02)
    chain.first.gate = asyncio.Event()
    async with asyncio.timeout(10):
        assert await chain.answered_by() == "second"
    assert chain.embedder.status()[0] == EmbedderStatus(
        model="first", answers=False, reason="it did not answer in time"
    )


async def test_the_last_of_the_chain_may_take_its_time() -> None:
    chain = Chain(timeout_s=0.02)
    chain.first.failing = True
    chain.second.gate = asyncio.Event()
    request = asyncio.create_task(chain.answered_by())
    await asyncio.sleep(0.1)
    chain.second.gate.set()
    assert await request == "second"


async def test_a_turn_that_gives_up_is_no_failure_of_the_model() -> None:
    chain = Chain()
    chain.first.gate = asyncio.Event()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await chain.answered_by()
    chain.first.gate = None
    assert chain.embedder.status()[0].answers
    assert await chain.answered_by() == "first"


async def test_if_all_fail_the_reasons_are_named_and_the_next_request_need_not_wait() -> None:
    chain = Chain()
    chain.first.failing = chain.second.failing = True
    for _ in range(2):
        with pytest.raises(EmbedderUnavailable) as raised:
            await chain.embedder.embed_documents(["a private sentence"])
        assert str(raised.value) == f"no embedding model answers (first: {NO_ANSWER}; second: {NO_ANSWER})"
    assert len(chain.first.calls) == len(chain.second.calls) == 1


async def test_the_status_says_how_each_did_last() -> None:
    chain = Chain()
    fine = [EmbedderStatus(model="first", answers=True), EmbedderStatus(model="second", answers=True)]
    assert chain.embedder.status() == fine
    chain.first.failing = True
    await chain.answered_by()
    assert chain.embedder.status() == [EmbedderStatus(model="first", answers=False, reason=NO_ANSWER), fine[1]]
    chain.first.failing = False
    chain.now += 30
    await chain.answered_by()
    assert chain.embedder.status() == fine


async def test_going_and_coming_back_are_logged_once_and_without_texts(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="ltm")
    chain = Chain()
    chain.first.failing = True
    for _ in range(100):
        chain.now += 20
        await chain.embedder.embed_query("a private sentence")
    chain.first.failing = False
    for _ in range(100):
        chain.now += 20
        await chain.embedder.embed_query("a private sentence")
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "embedding model away: model=first reason=EmbedderUnavailable"),
        ("INFO", "embedding model back: model=first"),
    ]


async def test_no_texts_ask_no_model() -> None:
    chain = Chain()
    assert await chain.embedder.embed_documents([]) == await chain.embedder.embed_queries([]) == []
    assert not chain.first.calls


async def test_a_chain_needs_a_link() -> None:
    with pytest.raises(ValueError, match="at least one"):
        FallbackEmbedder([])


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 700)), max_size=30))
async def test_every_batch_is_of_one_model_that_answered(steps: list[tuple[bool, bool, int]]) -> None:
    chain = Chain()
    for first_fails, second_fails, seconds in steps:
        chain.first.failing, chain.second.failing = first_fails, second_fails
        chain.now += seconds
        failing = {"first": first_fails, "second": second_fails}
        try:
            embeddings = await chain.embedder.embed_documents(["tea", "rain"])
        except EmbedderUnavailable:
            assert first_fails or second_fails or seconds < 600
        else:
            [model] = {embedding.model for embedding in embeddings}
            assert not failing[model]
