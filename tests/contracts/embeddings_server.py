"""An embeddings server as OpenAI's, on this machine, in good health and bad."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.contracts.local_server import served
from tests.fakes import HashEmbedder

KEY = "sk-the-secret-key"


@dataclass
class Server:
    """Answers with HashEmbedder's vectors, or as `answer` says.

    `statuses` and `delays_s` are those of the next requests; `headers` go with every refusal. `requests`, `keys` and
    `times` (monotonic seconds) are what came."""

    url: str = ""
    answer: Callable[[list[dict[str, Any]]], Any] = lambda items: items
    statuses: list[int] = field(default_factory=list)
    delays_s: list[float] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    async def embeddings(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers["Authorization"])
        self.times.append(time.monotonic())
        await asyncio.sleep(self.delays_s.pop(0) if self.delays_s else 0)
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            # Servers like to quote what they did not like.
            error = {"message": f"{status}: {body['input']} {KEY}"}
            return web.json_response({"error": error}, status=status, headers=self.headers)
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


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    server = Server()
    async with served("/v1/embeddings", server.embeddings) as address:
        server.url = f"{address}/v1"
        yield server
