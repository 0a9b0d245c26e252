"""The cache against the embedder it wraps: the same embeddings, from as few calls as can be."""

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder, Embedding
from tests.contracts.scripted_embedder import ScriptedEmbedder

pytestmark = pytest.mark.anyio

Batch = tuple[bool, list[str]]

TEXT = st.one_of(st.sampled_from(["tea", "rain", "茶", "", "\ud800", "\udfff"]), st.text(max_size=3))
BATCHES = st.lists(st.tuples(st.booleans(), st.lists(TEXT, max_size=6)), max_size=12)
"""Questions or documents?"""


async def _embed(embedder: Embedder, batch: Batch) -> list[Embedding]:
    questions, texts = batch
    return await (embedder.embed_queries(texts) if questions else embedder.embed_documents(texts))


def _same(one: Sequence[Embedding], other: Sequence[Embedding]) -> bool:
    return [(e.model, e.vector.tolist()) for e in one] == [(e.model, e.vector.tolist()) for e in other]


@given(BATCHES, st.integers(1, 8))
async def test_embeddings_are_those_without_a_cache(played: list[Batch], max_entries: int) -> None:
    plain, cached = ScriptedEmbedder(), CachedEmbedder(ScriptedEmbedder(), max_entries)
    for batch in played:
        assert _same(await _embed(cached, batch), await _embed(plain, batch))


@given(BATCHES, st.integers(1, 8))
async def test_only_what_was_not_used_lately_is_asked_for_in_one_call_in_order(
    played: list[Batch], max_entries: int
) -> None:
    inner = ScriptedEmbedder()
    cached = CachedEmbedder(inner, max_entries)
    kept: list[tuple[bool, str]] = []  # the one used last at the end
    expected: list[list[str]] = []
    for questions, texts in played:
        wanted = [(questions, text) for text in dict.fromkeys(texts)]
        hits, misses = [key for key in wanted if key in kept], [key for key in wanted if key not in kept]
        if misses:
            expected.append([text for _, text in misses])
        kept = [*(key for key in kept if key not in hits), *hits, *misses][-max_entries:]
        await _embed(cached, (questions, texts))
    assert inner.calls == expected


@given(BATCHES, st.sets(st.integers(0, 11)), st.integers(0, 3))
async def test_requests_at_the_same_time_ask_for_each_text_once_whoever_gives_up(
    played: list[Batch], cancelled: set[int], later: int
) -> None:
    inner, plain = ScriptedEmbedder(), ScriptedEmbedder()
    inner.gate = asyncio.Event()
    cached = CachedEmbedder(inner, 1_000)
    requests = [asyncio.create_task(_embed(cached, batch)) for batch in played]
    for _ in range(later):
        await asyncio.sleep(0)
    for number in cancelled & set(range(len(requests))):
        requests[number].cancel()
    inner.gate.set()
    outcomes = await asyncio.gather(*requests, return_exceptions=True)
    for batch, outcome in zip(played, outcomes, strict=True):
        assert isinstance(outcome, list | asyncio.CancelledError)
        assert isinstance(outcome, asyncio.CancelledError) or _same(outcome, await _embed(plain, batch))
    assert sum(map(len, inner.calls)) <= len({(questions, text) for questions, texts in played for text in texts})


async def test_a_shared_call_survives_the_request_that_made_it() -> None:
    inner = ScriptedEmbedder()
    inner.gate = asyncio.Event()
    cached = CachedEmbedder(inner, 10)
    first, second = (asyncio.create_task(cached.embed_query("tea")) for _ in range(2))
    await inner.began.wait()
    first.cancel()
    inner.gate.set()
    assert (await second).model == inner.model
    with pytest.raises(asyncio.CancelledError):
        await first
    assert inner.calls == [["tea"]]


async def test_a_shared_call_survives_a_request_that_joined_it() -> None:
    inner = ScriptedEmbedder()
    inner.gate = asyncio.Event()
    cached = CachedEmbedder(inner, 10)
    first, second = (asyncio.create_task(cached.embed_query("tea")) for _ in range(2))
    await inner.began.wait()
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    inner.gate.set()
    assert (await first).model == inner.model
    assert inner.calls == [["tea"]]


async def test_a_call_nobody_waits_for_any_more_is_kept() -> None:
    inner = ScriptedEmbedder()
    inner.gate = asyncio.Event()
    cached = CachedEmbedder(inner, 10)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await cached.embed_query("tea")
    inner.gate.set()
    await cached.embed_query("tea")
    assert inner.calls == [["tea"]]


async def test_a_failure_is_shared_but_not_kept() -> None:
    inner = ScriptedEmbedder()
    inner.gate, inner.failing = asyncio.Event(), True
    cached = CachedEmbedder(inner, 10)
    requests = [asyncio.create_task(cached.embed_query("tea")) for _ in range(3)]
    await inner.began.wait()
    inner.gate.set()
    outcomes = await asyncio.gather(*requests, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [EmbedderUnavailable] * 3
    assert inner.calls == [["tea"]]
    inner.failing = False
    await cached.embed_query("tea")
    assert inner.calls == [["tea"], ["tea"]]


async def test_who_joined_a_call_that_was_given_up_and_failed_asks_for_itself() -> None:
    inner = ScriptedEmbedder()
    inner.gate, inner.failing = asyncio.Event(), True
    cached = CachedEmbedder(inner, 10)
    first = asyncio.create_task(cached.embed_documents(["tea", "rain"]))
    second = asyncio.create_task(cached.embed_documents(["rain"]))
    await inner.began.wait()
    first.cancel()
    inner.gate.set()
    await inner.ended.wait()
    inner.failing = False
    assert len(await second) == 1
    assert inner.calls == [["tea", "rain"], ["rain"]]


@pytest.mark.parametrize("steps", range(6))
async def test_it_does_not_matter_when_a_request_comes_upon_a_call_that_fails(steps: int) -> None:
    inner = ScriptedEmbedder()
    inner.gate, inner.failing = asyncio.Event(), True
    cached = CachedEmbedder(inner, 10)
    first = asyncio.create_task(cached.embed_query("tea"))
    await inner.began.wait()
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    inner.gate.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    with pytest.raises(EmbedderUnavailable):
        await asyncio.create_task(cached.embed_query("tea"))
    assert inner.calls == [["tea"], ["tea"]]


async def test_a_failure_nobody_waits_for_makes_no_noise(caplog: pytest.LogCaptureFixture) -> None:
    inner = ScriptedEmbedder()
    inner.gate, inner.failing = asyncio.Event(), True
    cached = CachedEmbedder(inner, 10)
    request = asyncio.create_task(cached.embed_query("tea"))
    await inner.began.wait()
    request.cancel()
    inner.gate.set()
    await asyncio.gather(request, return_exceptions=True)
    await inner.ended.wait()
    await asyncio.sleep(0.01)
    del cached, request  # asyncio would complain now of an exception that was never retrieved
    assert not caplog.records


async def test_vectors_cannot_be_changed_and_keep_no_batch_alive() -> None:
    cached = CachedEmbedder(ScriptedEmbedder(), 10)
    one, other = await cached.embed_query("tea"), await cached.embed_query("tea")
    assert one is other
    assert one.vector.dtype == np.float32
    assert one.vector.base is None
    with pytest.raises(ValueError, match="read-only"):
        one.vector[0] = 0


async def test_one_batch_is_of_one_model_even_if_the_inner_embedder_falls_back() -> None:
    first, second = ScriptedEmbedder("first"), ScriptedEmbedder("second")
    cached = CachedEmbedder(FallbackEmbedder([first, second]), 10)
    await cached.embed_documents(["tea"])
    first.failing = True
    embeddings = await cached.embed_documents(["tea", "rain"])
    assert [embedding.model for embedding in embeddings] == ["second", "second"]
    assert [embedding.model for embedding in await cached.embed_documents(["tea"])] == ["first"]


async def test_another_models_vector_is_not_taken_for_this_ones() -> None:
    first, second = ScriptedEmbedder("first"), ScriptedEmbedder("second")
    now = 0.0
    cached = CachedEmbedder(FallbackEmbedder([first, second], monotonic=lambda: now), 10)
    first.failing = True
    assert (await cached.embed_query("tea")).model == "second"
    first.failing, now = False, 31.0
    assert (await cached.embed_query("tea")).model == "first"


async def test_a_cache_needs_room() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        CachedEmbedder(ScriptedEmbedder(), 0)
