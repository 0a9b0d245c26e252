"""A fake OpenAI-compatible server that records what LangBot asks of its models."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import struct
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import aiohttp
from aiohttp import web

from demo.langbot.embedding import embed_text

CHAT_MODEL = "fake-chat"
SIDE_MODEL = "fake-side-chat"
EMBEDDING_MODEL = "fake-embedding"
UPSTREAM_TIMEOUT = aiohttp.ClientTimeout(total=120)

Body = dict[str, Any]
Responder = Callable[[Body], Any]
EmbeddingFault = Literal["", "truncated", "dimension"]


@dataclass(frozen=True, slots=True)
class Upstream:
    """A real OpenAI-compatible provider."""

    base_url: str
    api_key: str
    model: str


def last_user_text(body: Body) -> str:
    """Text of the last user message of a chat request, or ""."""
    for message in reversed(body.get("messages", [])):
        if message.get("role") == "user":
            content = message.get("content")
            if isinstance(content, str):
                return content
            return "".join(part.get("text", "") for part in content or [] if isinstance(part, dict))
    return ""


def _echo(body: Body) -> str:
    return "ok: " + last_user_text(body)


class ModelServer:
    """Serves /v1/chat/completions, /v1/embeddings and /v1/models.

    A chat reply is a string, or a dict with optional `content` and `tool_calls`
    (`[{"name": ..., "arguments": {...}}]`), or a function of the request body that returns either.
    Replies given to `queue` are used first, then `responder`. With `upstream` set, chat requests
    that nothing is queued for are recorded and passed on to that provider; `upstream_errors` has
    what it answered when it failed.

    SIDE_MODEL is a second chat model, for work beside the conversation: `side_responder` answers it after
    `side_delay` seconds, or with the HTTP status `side_status`; its requests are in `side_requests` alone.

    `chat_status` and `embedding_status` make the endpoint answer that HTTP status;
    `chat_delay` and `embedding_delay` are seconds to wait before any answer. `embedding_fault` makes
    the endpoint answer 200 with half of the JSON, or with vectors half as long as they are.
    """

    def __init__(self, port: int, upstream: Upstream | None = None) -> None:
        self.port = port
        self.upstream = upstream
        self.responder: Responder = _echo
        self.embed: Callable[[str], list[float]] = embed_text
        self.queued: deque[Any] = deque()
        self.chat_requests: list[Body] = []
        self.chat_times: list[float] = []
        self.embedding_requests: list[Body] = []
        self.upstream_errors: list[str] = []
        self.chat_status = 200
        self.chat_delay = 0.0
        self.side_responder: Responder = _echo
        self.side_requests: list[Body] = []
        self.side_delay = 0.0
        self.side_status = 200
        self.embedding_status = 200
        self.embedding_delay = 0.0
        self.embedding_fault: EmbeddingFault = ""
        self._numbers = itertools.count(1)
        self._runner: web.AppRunner | None = None

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def queue(self, *replies: Any) -> None:
        """Answer the next chat requests with these, in order."""
        self.queued.extend(replies)

    async def start(self) -> None:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_post("/v1/embeddings", self._embeddings)
        app.router.add_get("/v1/models", self._models)
        # A request that is made to wait for ever must not keep the end waiting as well.
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _models(self, request: web.Request) -> web.Response:
        models = [{"id": name, "object": "model"} for name in (CHAT_MODEL, SIDE_MODEL, EMBEDDING_MODEL)]
        return web.json_response({"object": "list", "data": models})

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        body: Body = await request.json()
        if body.get("model") == SIDE_MODEL:
            return await self._side_chat(request, body)
        self.chat_times.append(time.time())
        self.chat_requests.append(body)
        if self.chat_delay:
            await asyncio.sleep(self.chat_delay)
        if self.chat_status != 200:
            return _failure(self.chat_status)
        if self.upstream and not self.queued:
            return await self._pass_on(self.upstream, body)
        reply = self.queued.popleft() if self.queued else self.responder
        if callable(reply):
            reply = reply(body)
        completion = _completion(reply, body, next(self._numbers))
        if body.get("stream"):
            return await _stream(request, completion)
        return web.json_response(completion)

    async def _side_chat(self, request: web.Request, body: Body) -> web.StreamResponse:
        self.side_requests.append(body)
        if self.side_delay:
            await asyncio.sleep(self.side_delay)
        if self.side_status != 200:
            return _failure(self.side_status)
        completion = _completion(self.side_responder(body), body, next(self._numbers))
        return await _stream(request, completion) if body.get("stream") else web.json_response(completion)

    async def _pass_on(self, upstream: Upstream, body: Body) -> web.Response:
        url = upstream.base_url.rstrip("/") + "/chat/completions"
        headers = {"Authorization": f"Bearer {upstream.api_key}"}
        try:
            async with (
                aiohttp.ClientSession(trust_env=True, timeout=UPSTREAM_TIMEOUT) as http,
                http.post(url, json={**body, "model": upstream.model}, headers=headers) as answer,
            ):
                content = await answer.read()
                if answer.status != 200:
                    self.upstream_errors.append(f"HTTP {answer.status}: {content.decode('utf-8', 'replace')[:300]}")
                return web.Response(body=content, status=answer.status, content_type=answer.content_type)
        except (aiohttp.ClientError, TimeoutError) as error:
            self.upstream_errors.append(f"{type(error).__name__}: {error}")
            return web.json_response({"error": {"message": self.upstream_errors[-1]}}, status=502)

    async def _embeddings(self, request: web.Request) -> web.Response:
        body: Body = await request.json()
        self.embedding_requests.append(body)
        if self.embedding_delay:
            await asyncio.sleep(self.embedding_delay)
        if self.embedding_status != 200:
            return _failure(self.embedding_status)
        given = body.get("input") or []
        texts = [given] if isinstance(given, str) else [str(text) for text in given]
        vectors = [self.embed(text) for text in texts]
        if self.embedding_fault == "dimension":
            vectors = [vector[: len(vector) // 2] for vector in vectors]
        data = [
            {"object": "embedding", "index": i, "embedding": _encoded(vector, body.get("encoding_format"))}
            for i, vector in enumerate(vectors)
        ]
        tokens = sum(map(len, texts)) // 4 + 1
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        model = body.get("model", EMBEDDING_MODEL)
        answer = {"object": "list", "data": data, "model": model, "usage": usage}
        if self.embedding_fault == "truncated":
            text = json.dumps(answer)
            return web.Response(text=text[: len(text) // 2], content_type="application/json")
        return web.json_response(answer)


def _failure(status: int) -> web.Response:
    error = {"message": f"the fake model server was told to answer {status}", "type": "server_error"}
    return web.json_response({"error": error}, status=status)


def _encoded(vector: list[float], encoding: str | None) -> list[float] | str:
    if encoding == "base64":
        return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
    return vector


def _completion(reply: Any, body: Body, number: int) -> Body:
    if not isinstance(reply, dict):
        reply = {"content": str(reply)}
    calls = [
        {
            "id": call.get("id") or f"call_{number}_{i}",
            "type": "function",
            "function": {"name": call["name"], "arguments": _arguments(call["arguments"])},
        }
        for i, call in enumerate(reply.get("tool_calls") or [])
    ]
    message: Body = {"role": "assistant", "content": reply.get("content")}
    if calls:
        message["tool_calls"] = calls
    prompt_tokens = len(json.dumps(body)) // 4
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body.get("model", CHAT_MODEL),
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": 8, "total_tokens": prompt_tokens + 8},
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}],
    }


def _arguments(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


async def _stream(request: web.Request, completion: Body) -> web.StreamResponse:
    choice = completion["choices"][0]
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)

    async def send(delta: Body, finish: str | None = None, **extra: Any) -> None:
        chunk = {key: completion[key] for key in ("id", "created", "model")} | {
            "object": "chat.completion.chunk",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            **extra,
        }
        await response.write(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())

    await send({"role": "assistant", "content": ""})
    text = choice["message"]["content"] or ""
    for start in range(0, len(text), 12):
        await send({"content": text[start : start + 12]})
    for i, call in enumerate(choice["message"].get("tool_calls", [])):
        await send({"tool_calls": [{"index": i, **call}]})
    await send({}, choice["finish_reason"], usage=completion["usage"])
    await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response
