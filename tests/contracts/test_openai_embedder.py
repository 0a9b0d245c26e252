"""The embedder for servers that speak OpenAI's API, against a real local server."""

import asyncio
import math
import sys
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from ltm.adapters.openai_embedder import OpenAIEmbedder
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder
from tests.contracts.embedder_contract import EmbedderContract
from tests.contracts.embeddings_server import KEY, Server, serving
from tests.fakes import HashEmbedder

SECRET = "a private sentence"


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with serving() as server:
        yield server


@pytest.fixture
async def openai_embedder(server: Server) -> AsyncIterator[OpenAIEmbedder]:
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY, timeout_s=5, retries=0)
    yield embedder
    await embedder.close()


class TestOpenAI(EmbedderContract):
    @pytest.fixture
    async def embedder(self, openai_embedder: OpenAIEmbedder) -> Embedder:
        return openai_embedder


class TestOpenAIWithPrefixes(EmbedderContract):
    @pytest.fixture
    async def embedder(self, server: Server) -> AsyncIterator[Embedder]:
        embedder = OpenAIEmbedder(model="intfloat/multilingual-e5-small", base_url=server.url, api_key=KEY)
        yield embedder
        await embedder.close()

    async def test_the_server_sees_them(self, server: Server, embedder: Embedder) -> None:
        await embedder.embed_documents(["tea", ""])
        await embedder.embed_queries(["tea?", ""])
        await embedder.embed_query("rain?")
        assert [body["input"] for body in server.requests] == [
            ["passage: tea", "passage: "],
            ["query: tea?", "query: "],
            ["query: rain?"],
        ]


def _with_first(items: list[dict[str, Any]], embedding: Any) -> list[dict[str, Any]]:
    return [{**items[0], "embedding": embedding}, *items[1:]]


NONSENSE: dict[str, Callable[[list[dict[str, Any]]], Any]] = {
    "one too few": lambda items: items[:-1],
    "one too many": lambda items: [*items, items[0]],
    "none": lambda items: [],
    "null": lambda items: None,
    "one shorter": lambda items: _with_first(items, items[0]["embedding"][:-1]),
    "NaN": lambda items: _with_first(items, [math.nan] * 64),
    "infinite": lambda items: _with_first(items, [math.inf] * 64),
    "zero": lambda items: _with_first(items, [0.0] * 64),
    "empty": lambda items: _with_first(items, []),
    "a number": lambda items: _with_first(items, 3.0),
    "words": lambda items: _with_first(items, ["a"] * 64),
    "nested": lambda items: _with_first(items, [[1.0, 2.0]]),
    "null vector": lambda items: _with_first(items, None),
    "words instead": lambda items: ["a", "b"],
    "numbers": lambda items: [1, 2],
    "no vectors": lambda items: [{"index": item["index"]} for item in items],
    "no index": lambda items: [{"embedding": item["embedding"]} for item in items],
    "no JSON": lambda items: "<html>",
    "other JSON": lambda items: "[1, 2]",
    "cut off": lambda items: '{"object": "list", "data": [{"object"',
}


@pytest.mark.anyio
@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
async def test_nonsense_is_unavailable(
    server: Server, openai_embedder: OpenAIEmbedder, answer: Callable[[list[dict[str, Any]]], Any]
) -> None:
    server.answer = answer
    with pytest.raises(EmbedderUnavailable) as raised:
        await openai_embedder.embed_documents([SECRET, "another"])
    assert_discreet(raised.value)


@pytest.mark.anyio
@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
async def test_a_refusal_is_unavailable(server: Server, openai_embedder: OpenAIEmbedder, status: int) -> None:
    server.statuses = [status]
    with pytest.raises(EmbedderUnavailable) as raised:
        await openai_embedder.embed_query(SECRET)
    assert_discreet(raised.value)
    await openai_embedder.embed_query(SECRET)


@pytest.mark.anyio
@pytest.mark.parametrize("statuses", [[429], [500], [503, 429]])
async def test_the_client_tries_again(server: Server, statuses: list[int]) -> None:
    server.statuses = [*statuses]
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY)
    assert (await embedder.embed_query("tea")).model == "openai:small"
    assert len(server.requests) == len(statuses) + 1
    await embedder.close()


@pytest.mark.anyio
async def test_the_client_waits_as_long_as_a_refusal_says(server: Server) -> None:
    server.statuses, server.headers = [429, 429], {"Retry-After": "1"}
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY)
    await embedder.embed_query("tea")
    first, second, third = server.times
    assert second - first >= 1.0
    assert third - second >= 1.0
    await embedder.close()


@pytest.mark.anyio
async def test_the_client_waits_longer_and_longer(server: Server) -> None:
    server.statuses = [503, 503]
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY)
    await embedder.embed_query("tea")
    first, second, third = server.times
    # Half a second and then a whole one, each less up to a quarter at random.
    assert second - first >= 0.37
    assert third - second >= 0.74
    await embedder.close()


@pytest.mark.anyio
async def test_a_slow_answer_is_asked_for_again(server: Server) -> None:
    server.delays_s = [60, 0]
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY, timeout_s=0.3, retries=1)
    async with asyncio.timeout(20):
        await embedder.embed_query("tea")
    assert len(server.requests) == 2
    await embedder.close()


@pytest.mark.anyio
async def test_a_hanging_server_is_unavailable_after_every_try(server: Server) -> None:
    server.delays_s = [60, 60, 60]
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY, timeout_s=0.2, retries=1)
    async with asyncio.timeout(20):
        with pytest.raises(EmbedderUnavailable) as raised:
            await embedder.embed_query(SECRET)
    assert len(server.requests) == 2
    assert_discreet(raised.value)
    await embedder.close()


@pytest.mark.anyio
async def test_a_batch_that_fails_fails_all_and_the_next_call_works(
    server: Server, openai_embedder: OpenAIEmbedder
) -> None:
    server.statuses = [200, 500]
    texts = [f"text {number}" for number in range(65)]
    with pytest.raises(EmbedderUnavailable):
        await openai_embedder.embed_documents(texts)
    assert len(await openai_embedder.embed_documents(texts)) == 65


@pytest.mark.anyio
async def test_a_later_answer_of_another_dimension_is_unavailable(
    server: Server, openai_embedder: OpenAIEmbedder
) -> None:
    await openai_embedder.embed_query("tea")
    server.answer = lambda items: [{**item, "embedding": item["embedding"][:32]} for item in items]
    with pytest.raises(EmbedderUnavailable):
        await openai_embedder.embed_query("tea")


@pytest.mark.anyio
async def test_a_shuffled_answer_is_put_in_order_and_lengths_are_made_one(
    server: Server, openai_embedder: OpenAIEmbedder
) -> None:
    server.answer = lambda items: [{**item, "embedding": [7 * x for x in item["embedding"]]} for item in items[::-1]]
    texts = ["tea", "chess", "rain"]
    expected = await HashEmbedder().embed_documents(texts)
    for embedding, other in zip(await openai_embedder.embed_documents(texts), expected, strict=True):
        assert embedding.vector.tolist() == pytest.approx(other.vector.tolist(), abs=1e-5)


@pytest.mark.anyio
async def test_requests_have_at_most_64_texts_and_say_what_is_needed(
    server: Server, openai_embedder: OpenAIEmbedder
) -> None:
    await openai_embedder.embed_documents([f"text {number}" for number in range(130)])
    assert [len(body["input"]) for body in server.requests] == [64, 64, 2]
    assert {body["model"] for body in server.requests} == {"small"}
    assert {body["encoding_format"] for body in server.requests} == {"float"}
    assert set(server.keys) == {f"Bearer {KEY}"}


@pytest.mark.anyio
async def test_requests_have_at_most_100_000_characters(server: Server, openai_embedder: OpenAIEmbedder) -> None:
    texts = [f"{letter:<{length}}" for letter, length in zip("abcdef", [30_000] * 4 + [150_000, 1], strict=True)]
    embeddings = await openai_embedder.embed_documents(texts)
    assert [[text[0] for text in body["input"]] for body in server.requests] == [["a", "b", "c"], ["d"], ["e"], ["f"]]
    assert len(embeddings) == len(texts)


@pytest.mark.anyio
async def test_a_server_of_ones_own_needs_no_key(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key="")
    await embedder.embed_query("tea")
    assert KEY not in server.keys[0]
    await embedder.close()


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "http://127.0.0.1:port", "http://[bad", "nonsense"])
async def test_a_wrong_address_is_unavailable(url: str) -> None:
    embedder = OpenAIEmbedder(model="small", base_url=url, api_key=KEY, retries=0)
    with pytest.raises(EmbedderUnavailable) as raised:
        await embedder.embed_query(SECRET)
    assert_discreet(raised.value)
    await embedder.close()


@pytest.mark.anyio
async def test_a_closed_embedder_is_unavailable(openai_embedder: OpenAIEmbedder) -> None:
    await openai_embedder.embed_query("tea")
    await openai_embedder.close()
    with pytest.raises(EmbedderUnavailable):
        await openai_embedder.embed_query("tea")


@pytest.mark.anyio
async def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    embedder = OpenAIEmbedder(model="small", base_url=None, api_key=KEY)
    with pytest.raises(EmbedderUnavailable, match="openai is not installed"):
        await embedder.embed_query("tea")


def assert_discreet(error: EmbedderUnavailable) -> None:
    assert SECRET not in str(error)
    assert KEY not in str(error)
