"""Opening the client for a server that speaks OpenAI's API, when it is first needed."""

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ltm.errors import Unavailable

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class OpenAIConnection:
    """`base_url` None is OpenAI itself. A request may take `timeout_s`, None for any time; `retries` are the client's
    own. What cannot be opened is `unavailable`, with a sentence about `what`."""

    def __init__(
        self,
        *,
        what: str,
        unavailable: type[Unavailable],
        base_url: str | None,
        api_key: str,
        timeout_s: float | None,
        retries: int,
    ) -> None:
        self._what = what
        self._unavailable = unavailable
        self._base_url = base_url
        self._api_key = api_key
        self._timeout_s = timeout_s
        self._retries = retries
        self._opening = asyncio.Lock()
        self._client: AsyncOpenAI | None = None

    async def opened(self) -> "AsyncOpenAI":
        async with self._opening:
            if self._client is None:
                try:
                    self._client = await asyncio.to_thread(self._connect)
                except ImportError as exc:
                    raise self._unavailable("the package openai is not installed") from exc
                except ValueError as exc:
                    raise self._unavailable(f"the address of the {self._what} is malformed") from exc
            return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()

    def _connect(self) -> "AsyncOpenAI":
        from openai import AsyncOpenAI  # an optional package, and importing it takes a second

        if self._base_url:
            _ = urlsplit(self._base_url).port  # raises ValueError; the client raises what its HTTP library does
        # A server of one's own needs no key, the client does.
        return AsyncOpenAI(
            api_key=self._api_key or "none",
            base_url=self._base_url,
            timeout=self._timeout_s,
            max_retries=self._retries,
        )
