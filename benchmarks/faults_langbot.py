"""The chat of a running LangBot, and how its parts are killed and come back."""

import asyncio
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import dev
from benchmarks.faults_chat import SPEAKERS, BenchError
from benchmarks.faults_kills import Part
from demo.langbot import HostError, LangBotHost, Speaker
from demo.langbot.parallel import ParallelTurns

_TURN_TIMEOUT_S = 90.0
_BACK_WITHIN_S = 180.0
_PROBE_TIMEOUT_S = 10.0
_GRACE_S = 5.0


def installed(version: str) -> tuple[str, Path]:
    """Return the Python of that LangBot and the plugin's archive; both are made unless the caller names them."""
    if "LTM_PACKAGE" in os.environ:
        return json.loads(os.environ["LTM_HOST_PYTHONS"])[version], Path(os.environ["LTM_PACKAGE"])
    dev.HOSTS[version].ensure()
    return str(dev.HOSTS[version].python), dev.build(dev.DEV.python)


class LangBotChat:
    """A Chat in LangBot. All coroutines run on the host's loop."""

    def __init__(self, host: LangBotHost, plugin: str) -> None:
        self._host = host
        self._plugin = plugin
        self.turns: ParallelTurns = host.parallel_turns()

    @property
    def tool_called(self) -> asyncio.Event:
        return self.turns.tool_called

    async def call(
        self,
        session: str,
        speaker: str,
        tool: str,
        arguments: dict[str, object],
        text: str,
        heard: Callable[[str], None],
    ) -> None:
        await self.turns.call_tool(
            session, _speaker(speaker), tool, arguments, text=text, timeout=_TURN_TIMEOUT_S, heard=heard
        )

    async def command(self, session: str, speaker: str, text: str) -> str:
        return await self._command(session, speaker, text, _TURN_TIMEOUT_S)

    async def kill(self, part: Part) -> None:
        """Kill one process without warning."""
        if part == "plugin":
            await asyncio.to_thread(self._host.kill_plugin, self._plugin)
        else:
            await asyncio.to_thread(self._host.kill, part)

    async def come_back(self, part: Part, session: str) -> float:
        """Do what an operator does after that kill; return the seconds until `session` is answered again.

        The runtime starts a dead plugin by itself, and LangBot dials the runtime again by itself; a dead runtime and a
        dead LangBot are started again by whoever runs them. Turns that hang are given up in the end."""
        started = time.monotonic()
        if part == "runtime":
            await asyncio.to_thread(self._host.restart_runtime)
        elif part == "langbot":
            await asyncio.to_thread(self._host.restart_langbot)
        while not await self._answers(session):
            if time.monotonic() - started > _BACK_WITHIN_S:
                raise BenchError(f"{part} did not come back\n{self._host.logs(tail=3000)}")
            await asyncio.sleep(0.3)
        seconds = time.monotonic() - started
        await asyncio.sleep(_GRACE_S)
        self.turns.give_up()
        return seconds

    async def _answers(self, session: str) -> bool:
        try:
            return "memories" in await self._command(session, SPEAKERS[0], "!memory", _PROBE_TIMEOUT_S)
        except BenchError:
            return False

    async def _command(self, session: str, speaker: str, text: str, timeout: float) -> str:
        try:
            return await asyncio.to_thread(self._host.say, session, _speaker(speaker), text, timeout=timeout)
        except (HostError, ConnectionError) as exc:
            raise BenchError(f"no answer to {text} in {session}: {exc}") from exc


def _speaker(speaker: str) -> Speaker:
    return Speaker(speaker, f"Speaker {speaker}")
