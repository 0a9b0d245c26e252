"""Many turns at once: each message carries a number by which the model's call, its result and the reply are told."""

from __future__ import annotations

import asyncio
import itertools
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from demo.langbot.conversation import tool_messages, tool_text
from demo.langbot.model_server import Body, Responder, last_user_text
from demo.langbot.onebot import OneBotClient, Sent, Speaker, parse_session

_NUMBER = re.compile(r"\[turn (\d+)\]")


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """What a turn came to: the tool's result as the model got it, the reply, and the seconds until that.

    Both are None where nothing came in time; `result` also where no tool was called."""

    result: str | None
    reply: str | None
    seconds: float


@dataclass(slots=True, eq=False)
class _Turn:
    call: tuple[str, dict[str, Any]] | None
    heard: Callable[[str], None] | None = None
    result: str | None = None
    replied: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class ParallelTurns:
    """Takes the place of the fake model's responder; its coroutines run on the loop of LangBotHost.run.

    `tool_called` is set whenever the model calls a tool; whoever waits for the next call clears it."""

    def __init__(self, onebot: OneBotClient, otherwise: Responder) -> None:
        """`otherwise` answers requests that are of no turn begun here."""
        self._onebot = onebot
        self._otherwise = otherwise
        self._numbers = itertools.count(1)
        self._turns: dict[int, _Turn] = {}
        self.tool_called = asyncio.Event()
        onebot.on_sent = self._sent

    async def call_tool(
        self,
        session: str,
        speaker: Speaker,
        tool: str,
        arguments: dict[str, Any],
        *,
        text: str,
        timeout: float = 60,
        heard: Callable[[str], None] | None = None,
    ) -> TurnOutcome:
        """Say `text`, have the model call the tool once; `heard` is told its result as soon as the model has it."""
        return await self._turn(session, speaker, text, _Turn((tool, arguments), heard), timeout)

    async def say(self, session: str, speaker: Speaker, text: str, *, timeout: float = 60) -> TurnOutcome:
        """Say `text`; the model answers at once and calls nothing."""
        return await self._turn(session, speaker, text, _Turn(None), timeout)

    def give_up(self) -> int:
        """End all turns that wait, with what they have by now; return how many."""
        waiting = [turn for turn in self._turns.values() if not turn.replied.done()]
        for turn in waiting:
            turn.replied.cancel()
        return len(waiting)

    def respond(self, body: Body) -> Any:
        """Answer one chat request: the turn's tool call, and after its result a reply with the turn's number."""
        numbers = _NUMBER.findall(last_user_text(body))
        turn = self._turns.get(int(numbers[-1])) if numbers else None
        if turn is None:
            return self._otherwise(body)
        results = [tool_text(message.get("content") or "") for message in _after_last_user(body)]
        if results and turn.call:
            turn.result = results[-1]
            if turn.heard:
                turn.heard(turn.result)
        elif turn.call:
            tool, arguments = turn.call
            self.tool_called.set()
            return {"tool_calls": [{"name": tool, "arguments": arguments}]}
        return f"done [turn {numbers[-1]}]"

    async def _turn(self, session: str, speaker: Speaker, text: str, turn: _Turn, timeout: float) -> TurnOutcome:
        kind, target = parse_session(session)
        number = next(self._numbers)
        self._turns[number] = turn
        started = time.monotonic()
        reply: str | None = None
        try:
            await self._onebot.say(kind, target, speaker, f"{text} [turn {number}]")
            reply = await asyncio.wait_for(turn.replied, timeout)
        except (TimeoutError, ConnectionError):
            pass
        except asyncio.CancelledError:
            # By give_up, not by whoever awaits this turn.
            if not turn.replied.cancelled():
                raise
        finally:
            del self._turns[number]
        return TurnOutcome(turn.result, reply, time.monotonic() - started)

    def _sent(self, session: tuple[str, str], sent: Sent) -> None:
        for number in _NUMBER.findall(sent.text):
            turn = self._turns.get(int(number))
            if turn is not None and not turn.replied.done():
                turn.replied.set_result(sent.text)


def _after_last_user(body: Body) -> list[Body]:
    """The tool results of this turn; LangBot 4.10 also sends those of earlier ones."""
    messages: list[Body] = body["messages"]
    last = max((place for place, message in enumerate(messages) if message["role"] == "user"), default=0)
    return tool_messages({"messages": messages[last:]})
