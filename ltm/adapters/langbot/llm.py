"""LangBot's own chat models as an Llm."""

import asyncio
from typing import Protocol

from langbot_plugin.api.entities.builtin.provider.message import Message

from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.errors import LlmUnavailable


class ChatApi(Protocol):
    async def invoke_llm(self, llm_model_uuid: str, messages: list[Message], *, timeout: float) -> Message: ...


class LangBotLlm:
    """The model answers as the operator set it up, temperature included: a plugin learns nothing about a model but
    its UUID, and some providers refuse what others need.

    An answer that comes too late is paid for all the same: LangBot 4.11.2 lets a request end that nobody waits for."""

    def __init__(self, api: ChatApi, model_uuid: str) -> None:
        self._api = api
        self._model_uuid = model_uuid

    @property
    def model(self) -> str:
        return f"langbot:{self._model_uuid}"

    async def complete(self, *, system: str, user: str, within_s: float) -> str:
        messages = [Message(role="system", content=system), Message(role="user", content=user)]
        try:
            async with asyncio.timeout(within_s):
                answer = await self._api.invoke_llm(self._model_uuid, messages, timeout=within_s)
            said = "" if answer.tool_calls else _text(answer)
        except (*HOST_FAILURES, TimeoutError, AttributeError, KeyError, TypeError, ValueError) as exc:
            # The last four are what the SDK makes of an answer that is none: it looks into it unchecked.
            raise LlmUnavailable(f"the chat model did not answer ({type(exc).__name__})") from exc
        if not said.strip():
            raise LlmUnavailable("the chat model answered without any text")
        return said


def _text(message: Message) -> str:
    content = message.content
    if isinstance(content, list):
        return "".join(element.text or "" for element in content if element.type == "text")
    return content or ""
