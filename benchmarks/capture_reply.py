"""What learning from talk costs a reply: LangBot with the plugin, learning off and on, in one run."""

import json
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from demo.langbot import LangBotHost

_ALICE = ("501", "Alice")
_VERSION = "4.11.2"
_GROUP = "group:1001"
_ON = {"capture": "rules", "capture_every_turns": 4, "session_index": True}
_MESSAGES = (
    "I moved to Lisbon last week, what is the weather there like?",
    "what shall we cook tonight?",
    "my sister is called Marta, she asks about trains",
    "we decided to take the night train on Friday",
    "我对花生过敏，推荐一道菜",
    "how do I boil an egg?",
)


def measured(turns: int, rounds: int, say: Callable[[str], None]) -> str:
    """Return a table of milliseconds from a message's sending to its reply; rounds off and on alternate."""
    python = json.loads(os.environ["LTM_HOST_PYTHONS"])[_VERSION]
    taken: dict[bool, list[float]] = {False: [], True: []}
    with LangBotHost(python=python, progress=say) as host:
        plugin = host.install_plugin(Path(os.environ["LTM_PACKAGE"]))
        host.create_kb(plugin, {"isolation": "session"})
        for number in range(rounds):
            say(f"replies: round {number + 1} of {rounds}")
            # Every other round begins with "on": what warms up or wears out meanwhile meets both alike.
            for is_on in (False, True) if number % 2 == 0 else (True, False):
                host.set_plugin_config(plugin, _ON if is_on else {})
                host.wait_plugin(plugin)
                taken[is_on] += _replies(host, turns)
        stored = host.say(_GROUP, _ALICE, "!memory list")
    return _table(taken, learnt="Lisbon" in stored)


def _replies(host: LangBotHost, turns: int) -> list[float]:
    for text in _MESSAGES[:2]:
        host.say(_GROUP, _ALICE, text)
    taken = []
    for number in range(turns):
        sent = time.perf_counter()
        host.say(_GROUP, _ALICE, _MESSAGES[number % len(_MESSAGES)])
        taken.append((time.perf_counter() - sent) * 1000)
    return taken


def _table(taken: dict[bool, list[float]], *, learnt: bool) -> str:
    off, on = taken[False], taken[True]
    rows = [
        f"| {name} | {statistics.median(values):.0f} ms | {statistics.quantiles(values, n=10)[-1]:.0f} ms "
        f"| {statistics.fmean(values):.0f} ms | {len(values)} |"
        for name, values in (("learning off", off), ("learning on, conversations indexed", on))
    ]
    ratio = statistics.median(on) / statistics.median(off)
    head = "| message to reply | p50 | p90 | mean | n |\n|---|---|---|---|---|"
    return "\n".join([head, *rows, f"| on / off | {ratio:.3f} | | | learnt meanwhile: {'yes' if learnt else 'no'} |"])
