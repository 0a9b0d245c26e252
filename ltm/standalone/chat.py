"""Talking to the memory in a terminal: several speakers, several sessions, with or without a chat model."""

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from ltm.adapters.langbot.queries import COMMAND_PREFIXES
from ltm.errors import InvalidInput, NotConfigured
from ltm.standalone.host import StandaloneHost
from ltm.standalone.queries import Place

_HELP = """\
Just type to speak. Besides that:
  !memory ...            the chat command, as in LangBot
  /as <id>[:<name>]      speak as somebody else
  /in <session>          go to another conversation: group_<id> or person_<id>
  /tool <name> <json>    call a tool as the model would
  /prompt                show or hide what is injected
  /help, /quit"""

_TOOLS = Path(__file__).resolve().parents[2] / "components" / "tools"
_MAX_ROUNDS = 6
_MAX_HISTORY = 20


class ChatModel:
    """A chat model at an OpenAI-compatible endpoint; the key is read from OPENAI_API_KEY."""

    def __init__(self, name: str, base_url: str) -> None:
        try:
            from openai import AsyncOpenAI  # optional
        except ImportError as exc:
            raise NotConfigured("--chat-model needs the openai package: pip install openai") from exc
        self._client = AsyncOpenAI(base_url=base_url or None, api_key=os.environ.get("OPENAI_API_KEY") or "none")
        self._name = name
        self._history: dict[str, list[dict[str, Any]]] = {}

    async def answer(self, host: StandaloneHost, place: Place, injected: list[str], text: str) -> str:
        """Return the model's answer; it may call the memory's tools on the way."""
        history = self._history.setdefault(place.session, [])
        system = [{"role": "system", "content": content} for content in ["You are a helpful assistant.", *injected]]
        turn: list[dict[str, Any]] = [{"role": "user", "content": text}]
        for _ in range(_MAX_ROUNDS):
            messages: Any = [*system, *history[-_MAX_HISTORY:], *turn]
            tools: Any = _tools(host)
            reply = await self._client.chat.completions.create(model=self._name, messages=messages, tools=tools)
            message = reply.choices[0].message
            turn.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                history += [turn[0], turn[-1]]
                return message.content or ""
            for call in message.tool_calls:
                if call.type == "function":
                    params = json.loads(call.function.arguments or "{}")
                    result = await host.call_tool(place, call.function.name, params, text)
                    turn.append({"role": "tool", "tool_call_id": call.id, "content": result})
        return "(the model called tools without end)"


async def chat(host: StandaloneHost, place: Place, model: ChatModel | None, *, show_prompt: bool) -> None:
    """Read lines until the end of input or /quit."""
    if model is None:
        print("No chat model (--chat-model): you see what memory would add to the prompt.")
    print(_HELP)
    terminal = _Terminal(host, place, model, show_prompt=show_prompt or model is None)
    while (line := await terminal.read()) is not None and line != "/quit":
        try:
            await terminal.obey(line)
        except InvalidInput as exc:
            print(f"error: {exc}")


class _Terminal:
    """Who is speaking where, and what a line means."""

    def __init__(self, host: StandaloneHost, place: Place, model: ChatModel | None, *, show_prompt: bool) -> None:
        self._host, self._place, self._model, self._show_prompt = host, place, model, show_prompt

    async def read(self) -> str | None:
        """Return the next line, or None at the end of input."""
        prompt = f"{self._place.session} {self._place.speaker_name or self._place.speaker_id}> "
        try:
            return (await asyncio.to_thread(input, prompt)).strip()
        except EOFError:
            return None

    async def obey(self, line: str) -> None:
        """Do what a line says. Raises InvalidInput."""
        word, _, argument = line.partition(" ")
        match word:
            case "":
                return
            case "/prompt":
                self._show_prompt = not self._show_prompt
                print(f"injected memory is {'shown' if self._show_prompt else 'hidden'}")
            case "/as":
                speaker_id, _, name = argument.strip().partition(":")
                self._place = replace(self._place, speaker_id=speaker_id, speaker_name=name)
            case "/in":
                moved = replace(self._place, session=argument.strip())
                _ = moved.launcher  # refuses a malformed session here rather than at the next message
                self._place = moved
            case "/tool":
                await self._call_tool(argument)
            case _ if line.startswith(COMMAND_PREFIXES):
                print("\n".join(await self._host.command(self._place, line[1:])))
            case _ if line.startswith("/"):
                print(_HELP)
            case _:
                await self._say(line)

    async def _call_tool(self, argument: str) -> None:
        name, _, params = argument.strip().partition(" ")
        try:
            parsed = json.loads(params or "{}")
        except json.JSONDecodeError as exc:
            raise InvalidInput(f"the parameters are not JSON ({exc})") from exc
        print(await self._host.call_tool(self._place, name, parsed))

    async def _say(self, text: str) -> None:
        injected, _ = await self._host.inject(self._place, text)
        if self._show_prompt:
            print("\n".join(injected) or "(nothing is injected)")
        reply = await self._model.answer(self._host, self._place, injected, text) if self._model else ""
        if reply:
            print(reply)
        await self._host.answered(self._place, reply)


def _tools(host: StandaloneHost) -> list[dict[str, Any]]:
    specs = [(name, yaml.safe_load((_TOOLS / f"{name}.yaml").read_text("utf-8"))["spec"]) for name in host.tool_names]
    return [
        {
            "type": "function",
            "function": {"name": name, "description": spec["llm_prompt"], "parameters": spec["parameters"]},
        }
        for name, spec in specs
    ]
