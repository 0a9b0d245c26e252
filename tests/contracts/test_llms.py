"""The chat models beside the turn, LangBot's and those of a server of one's own."""

import sys
from collections.abc import AsyncIterator
from time import perf_counter
from typing import Any

import pytest

from ltm.adapters.langbot.llm import LangBotLlm
from ltm.adapters.openai_llm import OpenAILlm
from ltm.errors import LlmUnavailable
from ltm.ports.llm import Llm
from tests.contracts.llm_contract import LONG_S, SECRET, WITHIN_S, LlmContract, ModelHost
from tests.contracts.llm_hosts import KEY, ChatServer, LangBotHost, ScriptedHost, serving

pytestmark = pytest.mark.anyio


@pytest.fixture
async def server() -> AsyncIterator[ChatServer]:
    async with serving() as server:
        yield server


@pytest.fixture
async def openai_llm(server: ChatServer) -> AsyncIterator[OpenAILlm]:
    llm = OpenAILlm(model="small", base_url=server.url, api_key=KEY, retries=0)
    yield llm
    await llm.close()


class TestScripted(LlmContract):
    @pytest.fixture
    async def host(self) -> ModelHost:
        return ScriptedHost()

    @pytest.fixture
    async def llm(self, host: ScriptedHost) -> Llm:
        return host.llm


class TestLangBot(LlmContract):
    @pytest.fixture
    async def host(self) -> ModelHost:
        return LangBotHost()

    @pytest.fixture
    async def llm(self, host: LangBotHost) -> Llm:
        return LangBotLlm(host.api, "model-uuid")

    async def test_the_host_is_asked_for_that_model_without_tools_and_told_how_long(
        self, host: LangBotHost, llm: Llm
    ) -> None:
        await host.answers("yes")
        await llm.complete(system="s", user="u", within_s=WITHIN_S)
        (action,) = host.actions
        assert (action["llm_model_uuid"], action["funcs"], action["timeout"]) == ("model-uuid", [], WITHIN_S)

    async def test_a_connection_that_waits_for_ever_is_not_waited_for(self, host: LangBotHost, llm: Llm) -> None:
        host.delay_s, host.keeps_time = LONG_S, False
        started = perf_counter()
        with pytest.raises(LlmUnavailable):
            await llm.complete(system="s", user="u", within_s=0.05)
        assert perf_counter() - started < LONG_S / 10

    async def test_an_answer_in_parts_is_put_together(self, host: LangBotHost, llm: Llm) -> None:
        image = {"type": "image_url", "image_url": {"url": "http://x"}}
        thought = {"type": "thinking", "text": "hm"}
        await host.answers([{"type": "text", "text": "one "}, image, thought, {"type": "text", "text": "two"}])
        assert await llm.complete(system="s", user="u", within_s=WITHIN_S) == "one two"

    @pytest.mark.parametrize(
        "answer", [{}, {"message": None}, {"message": "text"}, {"message": {"role": "assistant", "content": 3}}, []]
    )
    async def test_what_is_no_message_is_unavailable(self, host: LangBotHost, llm: Llm, answer: Any) -> None:
        host.answer = lambda: answer
        with pytest.raises(LlmUnavailable):
            await llm.complete(system="s", user="u", within_s=WITHIN_S)


class TestOpenAI(LlmContract):
    @pytest.fixture
    async def host(self, server: ChatServer) -> ModelHost:
        return server

    @pytest.fixture
    async def llm(self, openai_llm: OpenAILlm) -> Llm:
        return openai_llm


async def test_a_request_asks_for_json_at_temperature_0(server: ChatServer, openai_llm: OpenAILlm) -> None:
    await server.answers("{}")
    await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)
    (request,) = server.requests
    assert (request["model"], request["temperature"]) == ("small", 0)
    assert request["response_format"] == {"type": "json_object"}
    assert "tools" not in request
    assert server.keys == [f"Bearer {KEY}"]


@pytest.mark.parametrize("refusal", [400, 422])
@pytest.mark.parametrize(
    ("refuses", "taken"), [(("response_format",), {"temperature"}), (("response_format", "temperature"), set())]
)
async def test_what_a_server_refuses_is_left_out_from_then_on(
    server: ChatServer, openai_llm: OpenAILlm, refusal: int, refuses: tuple[str, ...], taken: set[str]
) -> None:
    server.refuses, server.refusal = refuses, refusal
    await server.answers("{}")
    for _ in range(2):
        assert await openai_llm.complete(system="s", user="u", within_s=WITHIN_S) == "{}"
    assert len(server.requests) == len(refuses) + 2
    for request in server.requests[-2:]:
        assert request.keys() == {"model", "messages"} | taken


async def test_a_request_that_is_refused_as_it_is_teaches_nothing(server: ChatServer, openai_llm: OpenAILlm) -> None:
    server.refuses = ("messages",)
    with pytest.raises(LlmUnavailable) as raised:
        await openai_llm.complete(system="s", user=SECRET, within_s=WITHIN_S)
    assert SECRET not in str(raised.value)
    server.refuses, server.requests = (), []
    await server.answers("{}")
    await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)
    assert [sorted(request) for request in server.requests] == [["messages", "model", "response_format", "temperature"]]


@pytest.mark.parametrize("status", [401, 404, 429, 503])
async def test_other_refusals_are_not_argued_with(server: ChatServer, openai_llm: OpenAILlm, status: int) -> None:
    server.reply = lambda: (status, {"error": {"message": f"{SECRET} {KEY}"}})
    with pytest.raises(LlmUnavailable) as raised:
        await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)
    assert len(server.requests) == 1
    assert SECRET not in str(raised.value)
    assert KEY not in str(raised.value)


async def test_a_passing_failure_is_tried_again_within_the_time(server: ChatServer) -> None:
    statuses = [503, 200]
    await server.answers("{}")
    good = server.reply()[1]
    server.reply = lambda: (statuses.pop(0), good)
    llm = OpenAILlm(model="small", base_url=server.url, api_key=KEY)
    assert await llm.complete(system="s", user="u", within_s=WITHIN_S) == "{}"
    assert len(server.requests) == 2
    await llm.close()


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"choices": []},
        {"choices": None},
        {"choices": ["text"]},
        {"choices": [{"message": None}]},
        {"choices": [{"message": {"role": "assistant", "content": ["text"]}}]},
        [],
        "null",
        "",
    ],
)
async def test_what_is_no_completion_is_unavailable(server: ChatServer, openai_llm: OpenAILlm, answer: Any) -> None:
    server.reply = lambda: (200, answer)
    with pytest.raises(LlmUnavailable):
        await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)


async def test_a_server_of_ones_own_needs_no_key(server: ChatServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    await server.answers("{}")
    llm = OpenAILlm(model="small", base_url=server.url, api_key="")
    await llm.complete(system="s", user="u", within_s=WITHIN_S)
    assert KEY not in server.keys[0]
    await llm.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:1/v1", "http://127.0.0.1:port", "http://[bad", "nonsense"])
async def test_a_wrong_address_is_unavailable(url: str) -> None:
    llm = OpenAILlm(model="small", base_url=url, api_key=KEY, retries=0)
    with pytest.raises(LlmUnavailable) as raised:
        await llm.complete(system="s", user=SECRET, within_s=WITHIN_S)
    assert SECRET not in str(raised.value)
    assert KEY not in str(raised.value)
    await llm.close()


async def test_a_closed_model_is_unavailable(server: ChatServer, openai_llm: OpenAILlm) -> None:
    await server.answers("{}")
    await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)
    await openai_llm.close()
    with pytest.raises(LlmUnavailable):
        await openai_llm.complete(system="s", user="u", within_s=WITHIN_S)


async def test_a_missing_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    llm = OpenAILlm(model="small", base_url=None, api_key=KEY)
    with pytest.raises(LlmUnavailable, match="openai is not installed"):
        await llm.complete(system="s", user="u", within_s=WITHIN_S)
