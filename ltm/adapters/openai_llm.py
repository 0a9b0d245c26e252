"""A chat model behind a server that speaks OpenAI's chat completions API."""

import asyncio
from collections.abc import Mapping
from typing import Any

from ltm.adapters.openai_client import OpenAIConnection
from ltm.errors import LlmUnavailable

_OPTIONS: tuple[Mapping[str, Any], ...] = (
    {"temperature": 0, "response_format": {"type": "json_object"}},
    {"temperature": 0},
    {},
)
"""What a request asks for beside an answer, each time less: servers of one's own know no format, and models that
reason refuse every temperature but their own."""


class OpenAILlm:
    """`base_url` None is OpenAI itself. Answers are asked for at temperature 0 and as a JSON object, which the
    messages have to ask for in words too; a server that refuses that with 400 or 422 is asked again without, and, once
    it took that, asked so from then on.

    `retries` are the client's own, all within the time of the call."""

    def __init__(self, *, model: str, base_url: str | None, api_key: str, retries: int = 1) -> None:
        self._model_name = model
        self._connection = OpenAIConnection(
            what="chat model",
            unavailable=LlmUnavailable,
            base_url=base_url,
            api_key=api_key,
            timeout_s=None,  # The time is that of each call.
            retries=retries,
        )
        self._refused = 0  # how many of _OPTIONS

    @property
    def model(self) -> str:
        return f"openai:{self._model_name}"

    async def complete(self, *, system: str, user: str, within_s: float) -> str:
        try:
            async with asyncio.timeout(within_s):
                said = await self._asked(system, user)
        except TimeoutError as exc:
            raise LlmUnavailable("the chat model did not answer in time") from exc
        if not said.strip():
            raise LlmUnavailable("the chat model answered without any text")
        return said

    async def close(self) -> None:
        await self._connection.close()

    async def _asked(self, system: str, user: str) -> str:
        client = await self._connection.opened()
        from openai import APIStatusError, OpenAIError

        refused = self._refused
        while True:
            try:
                answer: object = await client.chat.completions.create(
                    model=self._model_name,
                    messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
                    **_OPTIONS[refused],
                )
            except (OpenAIError, RuntimeError, ValueError) as exc:
                # RuntimeError is a closed client, ValueError an answer that is no JSON.
                is_refused = isinstance(exc, APIStatusError) and exc.status_code in (400, 422)
                if is_refused and refused + 1 < len(_OPTIONS):
                    refused += 1
                    continue
                raise LlmUnavailable(f"the chat model did not answer ({type(exc).__name__})") from exc
            self._refused = refused
            return _text(answer)


def _text(answer: object) -> str:
    """Return what the first choice says, "" where it calls a tool. Raises LlmUnavailable for what is no answer."""
    try:
        message = answer.choices[0].message  # type: ignore[attr-defined]
        said = "" if message.tool_calls else message.content
    except (AttributeError, IndexError, TypeError) as exc:
        raise LlmUnavailable("the chat model answered something that is no message") from exc
    if not isinstance(said, str | None):
        raise LlmUnavailable("the chat model answered something that is no message")
    return said or ""
