"""Plays the story in a running LangBot and tells what happened."""

from __future__ import annotations

import re
import textwrap
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from demo.langbot import LangBotHost
from demo.langbot.conversation import memory_block, tool_text
from demo.langbot.model_server import Body, last_user_text
from demo.story import CODE, Check, Configure, Outcome, Restart, Step, Turn

REPLY_TIMEOUT_S = 180
EVENTUALLY_S = 60


class Player:
    """Counts checks as it goes.

    What a real model decides to call and say is its own affair: with one, only its answering counts.
    """

    def __init__(self, host: LangBotHost, plugin: str) -> None:
        self._host = host
        self._plugin = plugin
        self._real_model = host.llm.upstream is not None
        self._code = ""
        self.counted: Counter[bool] = Counter()

    def play(self, steps: Iterable[Step]) -> None:
        for number, step in enumerate(steps, 1):
            match step:
                case Restart():
                    say(f"\n[{number}] LangBot and the plugin runtime are restarted; this takes about 15 seconds")
                    self._host.restart()
                    self._host.wait_plugin(self._plugin)
                    self._verdict("LangBot and the plugin are back", holds=True, counts=True)
                case Configure():
                    say(f"\n[{number}] {step.about}\n    {step.settings}")
                    self._host.set_plugin_config(self._plugin, step.settings)
                    self._host.wait_plugin(self._plugin)
                case Turn():
                    step = replace(step, text=step.text.replace(CODE, self._code))
                    say(f"\n[{number}] {step.about}\n    {step.session}, {step.speaker.name}: {step.text}")
                    self._turn(step)

    def _turn(self, turn: Turn) -> None:
        first, errors = len(self._host.llm_requests), len(self._host.llm.upstream_errors)
        answer = self._answer(turn)
        if code := re.search(r"!memory confirm (\d+)", answer):
            self._code = code[1]
        # A plugin may ask the model in the background: only requests for this message belong to the turn.
        requests = [each for each in self._host.llm_requests[first:] if last_user_text(each) == turn.text]
        outcome = Outcome(memory_block(requests[0]) if requests else "", _tools_used(requests), answer)
        if outcome.block:
            say(_indented("injected: ", outcome.block))
        elif requests:
            say("    injected: nothing")
        for name, result in outcome.tools:
            say(_indented(f"tool {name}: ", result))
        say(_indented("answer: ", outcome.answer))
        if self._real_model and requests:
            failures = self._host.llm.upstream_errors[errors:]
            self._verdict("the provider answered" + (f": {failures[0]}" if failures else ""), not failures, counts=True)
        self._checks(turn.checks, outcome, counts=not self._real_model)

    def _answer(self, turn: Turn) -> str:
        """Send the message, if need be again until it is answered as it will be in the end."""
        deadline = time.monotonic() + EVENTUALLY_S
        while True:
            answer = self._host.say(turn.session, turn.speaker, turn.text, timeout=REPLY_TIMEOUT_S)
            holds = all(check.holds(Outcome("", (), answer)) for check in turn.checks)
            if not turn.eventually or holds or time.monotonic() > deadline:
                return answer
            time.sleep(1)

    def _checks(self, checks: Iterable[Check], outcome: Outcome, *, counts: bool) -> None:
        for check in checks:
            self._verdict(check.label, check.holds(outcome), counts=counts)

    def _verdict(self, label: str, holds: bool, *, counts: bool) -> None:
        if counts:
            self.counted[holds] += 1
        verdict = "ok" if holds else "FAILED" if counts else "no (depends on the model, not counted)"
        say(f"    {verdict:6} {label}")


def say(text: str) -> None:
    print(text, flush=True)


def _tools_used(requests: list[Body]) -> tuple[tuple[str, str], ...]:
    """Tools called in a turn with their results, as the turn's last request tells."""
    names: dict[str, str] = {}
    used: list[tuple[str, str]] = []
    for message in requests[-1]["messages"] if requests else []:
        match message["role"]:
            case "user":
                used.clear()
            case "assistant":
                names |= {call["id"]: call["function"]["name"] for call in message.get("tool_calls") or []}
            case "tool":
                name = names.get(message.get("tool_call_id", ""), "?")
                used.append((name, tool_text(message.get("content") or "")))
    return tuple(used)


def _indented(label: str, text: str) -> str:
    return textwrap.indent(textwrap.indent(text, " " * len(label)).replace(" " * len(label), label, 1), "    ")
