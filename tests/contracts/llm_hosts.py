"""Who serves a chat model in the tests: LangBot, behind the SDK's own proxy, and a server as OpenAI's."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from langbot_plugin.api.proxies.langbot_api import LangBotAPIProxy
from langbot_plugin.entities.io.actions.enums import PluginToRuntimeAction
from langbot_plugin.entities.io.errors import ActionCallError, ActionCallTimeoutError, ConnectionClosedError

from ltm.errors import LlmUnavailable
from tests.contracts.local_server import served
from tests.scripted_llm import ScriptedLlm

KEY = "sk-the-secret-key"
_TOOL_CALL = {"id": "1", "type": "function", "function": {"name": "remember", "arguments": "{}"}}


def _message(said: Any, *, calls_tool: bool) -> dict[str, Any]:
    tool_calls = {"tool_calls": [_TOOL_CALL]} if calls_tool else {}
    return {"role": "assistant", "content": said, **tool_calls}


class ScriptedHost:
    """The model that other tests use."""

    def __init__(self) -> None:
        self.llm = ScriptedLlm()
        self._goes = False

    @property
    def delay_s(self) -> float:
        return self.llm.delay_s

    @delay_s.setter
    def delay_s(self, delay_s: float) -> None:
        self.llm.delay_s = delay_s

    async def answers(self, said: str | None, *, calls_tool: bool = False) -> None:
        self.llm.answers = [""] if calls_tool else [said or ""] * 3

    async def fails(self) -> None:
        self.llm.answers = [LlmUnavailable("the chat model did not answer (test)")]

    async def talks_nonsense(self) -> None:
        await self.fails()

    async def goes(self) -> None:
        await self.fails()

    @property
    def heard(self) -> list[tuple[str, str]]:
        return self.llm.asked


class LangBotHost:
    """LangBot's side of the SDK's connection: it answers the one action, as `answer` says. Unless it `keeps_time`, the
    connection waits for ever."""

    def __init__(self) -> None:
        self.delay_s = 0.0
        self.keeps_time = True
        self.heard: list[tuple[str, str]] = []
        self.actions: list[dict[str, Any]] = []
        self.answer: Callable[[], Any] = dict
        self.api = LangBotAPIProxy(self)

    async def call_action(
        self, action: PluginToRuntimeAction, data: dict[str, Any], timeout: float = 15.0
    ) -> dict[str, Any]:
        assert action is PluginToRuntimeAction.INVOKE_LLM
        self.actions.append(json.loads(json.dumps(data)))
        system, user = data["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        self.heard.append((system["content"], user["content"]))
        try:
            async with asyncio.timeout(timeout if self.keeps_time else None):
                await asyncio.sleep(self.delay_s)
        except TimeoutError as exc:
            raise ActionCallTimeoutError(f"Action {action.value} call timed out") from exc
        answer = self.answer()
        if isinstance(answer, Exception):
            raise answer
        result: dict[str, Any] = answer
        return result

    async def answers(self, said: Any, *, calls_tool: bool = False) -> None:
        self.answer = lambda: {"message": _message(said, calls_tool=calls_tool), "usage": None}

    async def fails(self) -> None:
        self.answer = lambda: ActionCallError(f"RequesterError: 500: {self.heard}")

    async def talks_nonsense(self) -> None:
        self.answer = lambda: {"message": {"content": self.heard}}

    async def goes(self) -> None:
        self.answer = lambda: ConnectionClosedError("Connection closed")


@dataclass
class ChatServer:
    """Answers as `reply` says, with a status and a body. `requests` and `keys` are what came; a request that asks for
    something in `refuses` is answered with `refusal`."""

    url: str = ""
    delay_s: float = 0.0
    reply: Callable[[], tuple[int, Any]] = lambda: (200, {})
    refuses: tuple[str, ...] = ()
    refusal: int = 400
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    stop: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def heard(self) -> list[tuple[str, str]]:
        messages = [[message["content"] for message in request["messages"]] for request in self.requests]
        return [(system, user) for system, user in messages]

    async def answers(self, said: str | None, *, calls_tool: bool = False) -> None:
        choice = {"index": 0, "message": _message(said, calls_tool=calls_tool), "finish_reason": "stop"}
        whole = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        self.reply = lambda: (200, whole)

    async def fails(self) -> None:
        # Servers like to quote what they did not like.
        self.reply = lambda: (500, {"error": {"message": f"{self.heard} {KEY}"}})

    async def talks_nonsense(self) -> None:
        self.reply = lambda: (200, f"no JSON at all: {self.heard}")

    async def goes(self) -> None:
        self.stop.set()
        await asyncio.sleep(0)

    async def completions(self, request: web.Request) -> web.Response:
        if self.stop.is_set():
            assert request.transport is not None
            request.transport.close()
            return web.Response()
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers["Authorization"])
        await asyncio.sleep(self.delay_s)
        if any(option in body for option in self.refuses):
            return web.json_response({"error": {"message": f"unsupported: {body}"}}, status=self.refusal)
        status, answer = self.reply()
        text = answer if isinstance(answer, str) else json.dumps(answer)
        return web.Response(text=text, status=status, content_type="application/json")


@asynccontextmanager
async def serving() -> AsyncIterator[ChatServer]:
    server = ChatServer()
    async with served("/v1/chat/completions", server.completions) as address:
        server.url = f"{address}/v1"
        yield server
