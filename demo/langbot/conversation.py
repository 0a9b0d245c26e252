"""Chatting with a LangBot, and looking at what reached the model."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from demo.langbot.background import BackgroundLoop
from demo.langbot.errors import HostError
from demo.langbot.model_server import Body, ModelServer
from demo.langbot.onebot import OneBotClient, SpeakerLike, parse_session, parse_speaker

BLOCK_OPENING = "<long-term-memory>"


def tool_text(content: str) -> str:
    """A tool's own result: agents hand a string result to the model JSON-encoded once more."""
    try:
        decoded = json.loads(content)
    except ValueError:
        return content
    return decoded if isinstance(decoded, str) else content


def system_messages(body: Body) -> list[str]:
    """Contents of a chat request's system messages, in order."""
    return [str(message["content"]) for message in body["messages"] if message["role"] == "system"]


class Conversation:
    """Speaks to LangBot as people in groups ("group:1001") and private chats ("person:42")."""

    llm: ModelServer
    onebot: OneBotClient
    _loop: BackgroundLoop

    def logs(self, name: str | None = None, tail: int | None = None) -> str:
        """What to show when no reply comes."""
        raise NotImplementedError

    def say(self, session: str, speaker: SpeakerLike, text: str, *, timeout: float = 60) -> str:
        """Send a message, return the first reply; `speaker` is (id, name), ids are digits."""
        return self.say_all(session, speaker, text, timeout=timeout)[0]

    def say_all(
        self, session: str, speaker: SpeakerLike, text: str, *, timeout: float = 60, settle: float = 0.0
    ) -> list[str]:
        """Send a message, return every reply until `settle` seconds of silence; HostError if there is none."""
        kind, target = parse_session(session)
        who = parse_speaker(session, speaker)

        async def exchange() -> list[str]:
            queue = self.onebot.sent[kind, target]
            while not queue.empty():
                queue.get_nowait()
            await self.onebot.say(kind, target, who, text)
            replies = [(await asyncio.wait_for(queue.get(), timeout)).text]
            while settle:
                try:
                    replies.append((await asyncio.wait_for(queue.get(), settle)).text)
                except TimeoutError:
                    break
            return replies

        try:
            return self._loop.run(exchange(), timeout + 30)
        except TimeoutError:
            raise HostError(f"no reply to {text!r} in {session}\n{self.logs(tail=3000)}") from None

    def call_tool(
        self,
        session: str,
        speaker: SpeakerLike,
        tool: str,
        arguments: dict[str, Any],
        *,
        text: str = "please",
        timeout: float = 60,
    ) -> str:
        """Make the fake model call one tool in a real turn; return the tool's own result."""
        results: list[str] = []

        def finish(body: Body) -> str:
            results.extend(tool_text(message.get("content") or "") for message in tool_messages(body))
            return "done"

        self.llm.queue({"tool_calls": [{"name": tool, "arguments": arguments}]}, finish)
        try:
            self.say(session, speaker, text, timeout=timeout)
        finally:
            self.llm.queued.clear()
        if not results:
            raise HostError(f"the result of {tool} did not reach the model\n{self.logs(tail=3000)}")
        return results[-1]

    @property
    def llm_requests(self) -> list[Body]:
        """Every chat request the model got, oldest first."""
        return self.llm.chat_requests

    def last_messages(self) -> list[Body]:
        """Messages of the last chat request."""
        messages: list[Body] = self.llm_requests[-1]["messages"]
        return messages

    def system_messages(self, body: Body | None = None) -> list[str]:
        """System messages of a chat request, the last one by default."""
        return system_messages(body or self.llm_requests[-1])


def tool_messages(body: Body) -> list[Body]:
    """The tool results in a chat request, in order."""
    return [message for message in body["messages"] if message["role"] == "tool"]


def memory_block(body: Body) -> str:
    """The block of long-term memory a chat request carries, or ""."""
    return next((text for text in system_messages(body) if text.startswith(BLOCK_OPENING)), "")
