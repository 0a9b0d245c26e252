"""Measured once per model, beside the chat, and again where the model did not answer."""

import asyncio

import pytest

from ltm.services.yardstick import YardstickService
from tests.doubles import BrokenEmbedder, SlowEmbedder
from tests.fakes import HashEmbedder

pytestmark = pytest.mark.anyio


async def test_it_is_made_beside_the_chat_and_there_from_then_on() -> None:
    yardsticks = YardstickService(SlowEmbedder(HashEmbedder(), 0.01))
    assert yardsticks.of("hash-64") is None
    await yardsticks.make()
    made = yardsticks.of("hash-64")
    assert made is not None
    assert yardsticks.of("hash-64") is made
    assert yardsticks.of("another/1") is None


async def test_many_questions_make_one() -> None:
    embedder = BrokenEmbedder(HashEmbedder(), calls_before=1)
    yardsticks = YardstickService(embedder)
    assert [yardsticks.of("hash-64") for _ in range(10)] == [None] * 10
    await asyncio.gather(*(yardsticks.make() for _ in range(10)))
    assert yardsticks.of("hash-64") is not None


async def test_a_model_that_does_not_answer_is_asked_again_later() -> None:
    embedder = BrokenEmbedder(HashEmbedder())
    yardsticks = YardstickService(embedder)
    await yardsticks.make()
    assert yardsticks.of("hash-64") is None
    embedder.mend()
    await yardsticks.make()
    assert yardsticks.of("hash-64") is not None
