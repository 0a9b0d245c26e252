"""What a turn costs: LangBot without the plugin and with it, in one run, and the plugin's calls to the host.

`python3 dev.py bench turn [--turns N] [--rounds N]`. The plugin measured is the shipped archive, with a `main.py` that
counts the calls it makes. Rounds without and with the plugin alternate, because the machine is noisy.
"""

import argparse
import json
import os
import re
import statistics
import tempfile
import time
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.progress import positive
from benchmarks.report import machine, write_section
from demo.langbot import LangBotHost

_ALICE = ("501", "Alice")
_VERSION = "4.11.2"
_MEMORIES = 50

_COUNTING_MAIN = '''
import logging
import time
from counted_main import LongTermMemoryPlugin as _Plugin

_log = logging.getLogger("bench")
_waiting = {"calls": 0, "since": 0.0}


class LongTermMemoryPlugin(_Plugin):
    """The shipped plugin; every call it makes to the host is logged, and how long it waited for any of them."""

    def __setattr__(self, name, value):
        if name == "plugin_runtime_handler" and not hasattr(value, "_counted"):
            call = value.call_action

            async def counted(action, *args, **kwargs):
                _log.info("host call: %s", getattr(action, "value", action))
                if not _waiting["calls"]:
                    _waiting["since"] = time.perf_counter()
                _waiting["calls"] += 1
                try:
                    return await call(action, *args, **kwargs)
                finally:
                    _waiting["calls"] -= 1
                    if not _waiting["calls"]:
                        _log.info("host wait: ms=%.1f", (time.perf_counter() - _waiting["since"]) * 1000)

            value._counted = True
            value.call_action = counted
        super().__setattr__(name, value)
'''


@dataclass
class Sample:
    """Milliseconds from the message's sending to the model's request; inside the plugin's listener; and of the
    latter those in which it waited for the host."""

    to_model: list[float] = field(default_factory=list)
    in_plugin: list[float] = field(default_factory=list)
    waiting: list[float] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)


def main() -> None:
    arguments = _arguments()
    python = json.loads(os.environ["LTM_HOST_PYTHONS"])[_VERSION]
    with tempfile.TemporaryDirectory() as scratch, LangBotHost(python=python, progress=print) as host:
        package = _counting(Path(os.environ["LTM_PACKAGE"]), Path(scratch))
        plugin = host.install_plugin(package)
        host.create_kb(plugin, {"isolation": "session"})
        print(f"remembering {_MEMORIES} facts")
        for number in range(_MEMORIES):
            fact = {"content": f"Fact {number}: the locker {number * 7} belongs to member {number}"}
            host.call_tool("group:1001", _ALICE, "remember", fact)
        without, with_memory = Sample(), Sample()
        bare: list[str] = []
        for number in range(arguments.rounds):
            print(f"round {number + 1} of {arguments.rounds}")
            for plugins, sample in ((bare, without), ([plugin], with_memory)):
                host.bind_extensions(plugins)
                _say(host)  # warm
                for _ in range(arguments.turns):
                    _measure(host, sample)
        _report(without, with_memory)


def _measure(host: LangBotHost, sample: Sample) -> None:
    before, requests = len(host.logs("runtime")), len(host.llm.chat_times)
    sent = time.time()
    _say(host)
    sample.to_model.append((host.llm.chat_times[requests] - sent) * 1000)
    log = host.logs("runtime")[before:]
    sample.calls.append(len(re.findall(r"host call: ", log)))
    sample.waiting.append(sum(float(ms) for ms in re.findall(r"host wait: ms=([0-9.]+)", log)))
    sample.in_plugin += [float(ms) for ms in re.findall(r"memory injected: .* ms=([0-9.]+)", log)]


def _say(host: LangBotHost) -> None:
    host.say("group:1001", _ALICE, "whose is locker 21?")


def _report(without: Sample, with_memory: Sample) -> None:
    ratio = statistics.median(with_memory.to_model) / statistics.median(without.to_model)
    rows = [
        _row("message to model request, without the plugin", without.to_model, "ms"),
        _row("message to model request, with memory", with_memory.to_model, "ms"),
        f"| with / without | {ratio:.2f} | | |",
        _row("inside the plugin's listener", with_memory.in_plugin, "ms"),
        _row("of that, waiting for the host", with_memory.waiting, "ms"),
        _row("plugin to host calls per warm turn", [float(calls) for calls in with_memory.calls], "calls"),
    ]
    heading = f"LangBot {_VERSION}, built-in embedder, {_MEMORIES} memories in the conversation."
    table = "\n".join([heading, "", "| what | p50 | p90 | n |", "|---|---|---|---|", *rows])
    print(f"\n{machine()}\n{table}")
    write_section("turn", "python3 dev.py bench turn", table)


def _row(what: str, values: list[float], unit: str) -> str:
    return f"| {what} | {statistics.median(values):.1f} {unit} | {_p90(values):.1f} {unit} | {len(values)} |"


def _p90(values: list[float]) -> float:
    return statistics.quantiles(values, n=10)[-1]


def _counting(package: Path, directory: Path) -> Path:
    """The archive with a main.py that counts; everything else is as shipped."""
    counting = directory / "counting.lbpkg"
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(counting, "w") as target:
        for name in source.namelist():
            target.writestr("counted_main.py" if name == "main.py" else name, source.read(name))
        target.writestr("main.py", _COUNTING_MAIN)
    return counting


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=positive, default=20, help="turns per round (default 20)")
    parser.add_argument("--rounds", type=positive, default=4, help="alternating rounds (default 4)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
