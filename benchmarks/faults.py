"""What is left after kills, failing providers, full disks and storage errors: nothing acknowledged may be lost.

`python3 dev.py bench faults [--only CASE ...] [--writes N] [--seed N] [--seeds N] [--version V]`. The cases
kill-plugin, kill-runtime, kill-langbot and embeddings-... run in the real LangBot with the packaged plugin;
kill-standalone, full-disk and storage without LangBot. Ends with 1 if anything was lost, stored twice, half
superseded or found but not there.
"""

import argparse
import asyncio
import logging
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.faults_chat import BenchError
from benchmarks.faults_kills import Kills, Part, kill_while_writing
from benchmarks.faults_langbot import LangBotChat, installed
from benchmarks.faults_outcome import Outcome, table
from benchmarks.faults_provider import FAULTS, provider_fault
from benchmarks.faults_standalone import StandaloneChat, full_disk
from benchmarks.faults_storage import storage_errors
from benchmarks.progress import positive
from benchmarks.report import machine, write_section
from demo.langbot import LangBotHost

_KILLED: dict[str, Part] = {"kill-plugin": "plugin", "kill-runtime": "runtime", "kill-langbot": "langbot"}
_BROKEN = {f"embeddings-{fault}": fault for fault in FAULTS}
_IN_LANGBOT = (*_KILLED, *_BROKEN)
_CASES = (*_IN_LANGBOT, "kill-standalone", "full-disk", "storage")
_CASE_TIMEOUT_S = 3600.0
_FULL_WRITES = 200
_DURING_A_FAULT = 6
"""Writes while the embedding provider is away: a model that fails is asked again after half a minute."""


def main() -> int:
    arguments = _arguments()
    # What goes wrong here on purpose is told at every level below.
    logging.basicConfig(level=logging.CRITICAL)
    chosen = arguments.only or _CASES
    outcomes: list[Outcome] = []
    for outcome in _outcomes(chosen, arguments):
        print(f"\n{outcome.case}: {outcome.findings.total} wrong in {outcome.seconds:.0f} s", flush=True)
        print("\n".join(f"   {note}" for note in [*outcome.notes, *str(outcome.findings).splitlines()]), flush=True)
        outcomes.append(outcome)
    text = f"LangBot {arguments.version}.\n\n{table(outcomes)}"
    print(f"\n{machine()}\n{text}")
    if chosen is _CASES and arguments.writes >= _FULL_WRITES:
        write_section("faults", "python3 dev.py bench faults", text)
    return 1 if any(outcome.findings.total for outcome in outcomes) else 0


def _outcomes(chosen: Sequence[str], arguments: argparse.Namespace) -> Iterator[Outcome]:
    seeds = range(arguments.seed, arguments.seed + arguments.seeds)
    if set(chosen) & set(_IN_LANGBOT):
        yield from _in_langbot(chosen, arguments.version, arguments.writes, seeds)
    with tempfile.TemporaryDirectory(prefix="faults-") as scratch:
        for seed in seeds:
            if "kill-standalone" in chosen:
                yield asyncio.run(_kill_standalone(Path(scratch, f"kill-{seed}"), seed, arguments.writes))
            if "full-disk" in chosen:
                yield asyncio.run(full_disk(Path(scratch, f"disk-{seed}"), seed, arguments.writes))
        if "storage" in chosen:
            yield from asyncio.run(storage_errors(Path(scratch), arguments.seed))


def _in_langbot(chosen: Sequence[str], version: str, writes: int, seeds: range) -> Iterator[Outcome]:
    python, package = installed(version)
    with LangBotHost(python=python, progress=lambda text: print(f"-- {text}", flush=True)) as host:
        plugin = host.install_plugin(package)
        base = host.create_kb(plugin, {"isolation": "session"})
        chat = LangBotChat(host, plugin)
        groups = iter(range(3_000, 9_000, 100))
        for seed in seeds:
            for part in [_KILLED[case] for case in chosen if case in _KILLED]:
                yield host.run(kill_while_writing(chat, Kills(part, seed, next(groups)), writes), _CASE_TIMEOUT_S)
        if broken := [fault for case, fault in _BROKEN.items() if case in chosen]:
            host.configure_pipeline([])
            host.delete_kb(base)
            host.create_kb(plugin, {"isolation": "session"}, embedding=True)
            for fault in broken:
                work = provider_fault(host, chat, fault, seeds[0], f"group:{next(groups)}", _DURING_A_FAULT)
                yield host.run(work, _CASE_TIMEOUT_S)


async def _kill_standalone(directory: Path, seed: int, writes: int) -> Outcome:
    chat = StandaloneChat(directory)
    await chat.start()
    try:
        return await kill_while_writing(chat, Kills("standalone", seed, 1), writes)
    finally:
        await chat.kill("standalone")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=_CASES, help="these cases (default: all)")
    parser.add_argument("--writes", type=positive, default=_FULL_WRITES, help=f"per case (default {_FULL_WRITES})")
    parser.add_argument("--seed", type=int, default=1, help="of the first run (default 1)")
    parser.add_argument("--seeds", type=positive, default=2, help="runs of the kill cases, each a seed (default 2)")
    parser.add_argument("--version", choices=["4.11.2", "4.10.11"], default="4.11.2", help="of LangBot")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except BenchError as failure:
        raise SystemExit(f"faults: {failure}") from None
