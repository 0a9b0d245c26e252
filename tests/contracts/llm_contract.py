"""What every chat model beside the turn keeps to, whoever serves it."""

import asyncio
from time import perf_counter
from typing import Protocol

import pytest

from ltm.errors import LlmUnavailable
from ltm.ports.llm import Llm

SECRET = "a private sentence"
LONG_S = 60.0
WITHIN_S = 10.0


class ModelHost(Protocol):
    """Who serves the model, in good health and bad."""

    delay_s: float
    """How long an answer takes."""

    async def answers(self, said: str | None, *, calls_tool: bool = False) -> None:
        """Have the next requests answered with this."""
        ...

    async def fails(self) -> None:
        """Have the next requests answered with a failure that quotes what came."""
        ...

    async def talks_nonsense(self) -> None:
        """Have the next requests answered with what is no message."""
        ...

    async def goes(self) -> None:
        """Have no request answered any more."""
        ...

    @property
    def heard(self) -> list[tuple[str, str]]:
        """Return the system's and the user's messages that came."""
        ...


class LlmContract:
    @pytest.fixture
    async def host(self) -> ModelHost:
        raise NotImplementedError

    @pytest.fixture
    async def llm(self, host: ModelHost) -> Llm:
        raise NotImplementedError

    @pytest.mark.anyio
    async def test_both_messages_arrive_as_they_are_and_the_whole_answer_comes_back(
        self, host: ModelHost, llm: Llm
    ) -> None:
        said = '  {"candidates": []}\n你好 <think>\u2028'
        await host.answers(said)
        assert await llm.complete(system="Answer in JSON.\n<", user=f"{SECRET} \u4f60\n\n>", within_s=WITHIN_S) == said
        assert host.heard == [("Answer in JSON.\n<", f"{SECRET} \u4f60\n\n>")]

    @pytest.mark.anyio
    async def test_it_has_a_name(self, llm: Llm) -> None:
        assert llm.model
        assert llm.model == llm.model.strip()

    @pytest.mark.anyio
    @pytest.mark.parametrize("said", ["", None, " \n\t"])
    async def test_an_empty_answer_is_none(self, host: ModelHost, llm: Llm, said: str | None) -> None:
        await host.answers(said)
        await self._is_unavailable(llm)

    @pytest.mark.anyio
    @pytest.mark.parametrize("said", [None, "and some text"])
    async def test_a_call_of_a_tool_is_no_answer(self, host: ModelHost, llm: Llm, said: str | None) -> None:
        await host.answers(said, calls_tool=True)
        await self._is_unavailable(llm)

    @pytest.mark.anyio
    async def test_a_failure_is_unavailable_and_the_next_call_works(self, host: ModelHost, llm: Llm) -> None:
        await host.fails()
        await self._is_unavailable(llm)
        await host.answers("again")
        assert await llm.complete(system="s", user="u", within_s=WITHIN_S) == "again"

    @pytest.mark.anyio
    async def test_nonsense_is_unavailable(self, host: ModelHost, llm: Llm) -> None:
        await host.talks_nonsense()
        await self._is_unavailable(llm)

    @pytest.mark.anyio
    async def test_a_late_answer_is_not_waited_for(self, host: ModelHost, llm: Llm) -> None:
        await host.answers("first")
        await llm.complete(system="s", user="u", within_s=WITHIN_S)
        host.delay_s = LONG_S
        started = perf_counter()
        await self._is_unavailable(llm, within_s=0.1)
        assert perf_counter() - started < LONG_S / 10
        host.delay_s = 0
        assert await llm.complete(system="s", user="u", within_s=WITHIN_S) == "first"

    @pytest.mark.anyio
    async def test_it_can_be_given_up(self, host: ModelHost, llm: Llm) -> None:
        await host.answers("never")
        host.delay_s = LONG_S
        asked = asyncio.create_task(llm.complete(system="s", user="u", within_s=LONG_S))
        for _ in range(1_000):
            await asyncio.sleep(0.005)
            if host.heard:
                break
        assert host.heard
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        host.delay_s = 0
        assert await llm.complete(system="s", user="u", within_s=WITHIN_S) == "never"

    @pytest.mark.anyio
    async def test_a_host_that_is_gone_is_unavailable(self, host: ModelHost, llm: Llm) -> None:
        await host.goes()
        await self._is_unavailable(llm)

    async def _is_unavailable(self, llm: Llm, within_s: float = WITHIN_S) -> None:
        with pytest.raises(LlmUnavailable) as raised:
            await llm.complete(system="s", user=SECRET, within_s=within_s)
        assert SECRET not in str(raised.value)
