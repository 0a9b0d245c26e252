"""Whether anything ever crosses a scope: a random life of many conversations on every store, compared with a model.

`python3 dev.py bench isolation [--seed N] [--only NAME ...] [--steps N] [--host]`. Bots, conversations and speakers
have ids that break careless keys; both isolations are played at once on one store. What crosses is a memory or profile
that is shown, changed, deleted or counted where it does not belong; the exit code is 1 if anything did, or if anything
else was not as it must be. LangBot's own vector classes run in LangBot's environment. With --host the real LangBot is
played as well, by chat messages, tools and commands.
"""

import argparse
import asyncio
import json
import logging
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import dev
from benchmarks.isolation_model import Finding, Kind
from benchmarks.isolation_play import Outcome
from benchmarks.isolation_stores import CASES, Case
from benchmarks.progress import Progress, positive
from benchmarks.report import machine, write_section

_ROOT = Path(__file__).resolve().parents[1]
_MEMORY = Path("/dev/shm")
"""Where there is one: what is played is who sees what, and a disk that is waited for halves the steps."""

_COMPARED = "all compared"
_GROUPS = {
    "remember": ("remember",),
    "correct": ("correct", "correct_foreign"),
    "recall": ("recall", "recall_filtered", "recall_foreign"),
    "browse, count": ("browse", "count", "look_foreign"),
    "reword, forget, erase": ("reword", "forget", "forget_unknown", "clear", "forget_me"),
    "the same to another's": ("reword_foreign", "forget_foreign", "rewrite_foreign"),
    "profiles": ("edit", "edit_foreign", "read"),
    "files": ("ingest_document", "delete_document"),
    _COMPARED: ("compare",),
}
"""Columns of the table, and the steps each counts; `restart` is part of a comparison."""

_IN_LANGBOT = (
    "import runpy, sys; sys.path.append(sys.argv.pop(1)); runpy.run_module('benchmarks.isolation', {}, '__main__')"
)
"""LangBot's environment lacks what its plugin runtime installs for a plugin: that is taken from ours, if it is last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One case of a run; `seed` and `steps` repeat it."""

    name: str
    seed: int
    steps: int
    seconds: float
    outcome: Outcome


def main() -> int:
    arguments = _arguments()
    # Stores warn of what the play provokes all the while, and no log is looked at here.
    logging.disable(logging.CRITICAL)
    cases = [case for case in CASES if not arguments.only or case.name in arguments.only]
    if arguments.only and not cases and not arguments.host:
        raise SystemExit(f"unknown; there are: {', '.join(case.name for case in CASES)}")
    if arguments.result:
        played = [_played(case, arguments.seed, arguments.steps or case.steps) for case in cases]
        arguments.result.write_text(json.dumps([asdict(each) for each in played]), "utf-8")
        return 0
    played = [
        *(_played(case, arguments.seed, arguments.steps or case.steps) for case in cases if not case.in_langbot),
        *_played_in_langbot([case for case in cases if case.in_langbot], arguments.seed, arguments.steps),
    ]
    if arguments.host:
        played.append(_played_on_host(arguments.seed, arguments.steps))
    return _report(played, is_whole=not arguments.only and not arguments.steps and not arguments.print_only)


def _played(case: Case, seed: int, steps: int) -> Played:
    print(f"-- {case.name}: {steps:,} steps, seed {seed}", flush=True)
    progress, started = Progress(), perf_counter()
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None, ignore_cleanup_errors=True) as scratch:
        outcome = asyncio.run(
            case.play(
                Path(scratch), seed, steps, lambda done: progress.tick(f"{case.name}: {done:,} of {steps:,} steps")
            )
        )
    return Played(name=case.name, seed=seed, steps=steps, seconds=perf_counter() - started, outcome=outcome)


def _played_in_langbot(cases: list[Case], seed: int, steps: int | None) -> list[Played]:
    if not cases:
        return []
    dev.ensure(dev.CURRENT_HOST)
    with tempfile.TemporaryDirectory() as scratch:
        result = Path(scratch, "result.json")
        command = [str(dev.CURRENT_HOST.python), "-c", _IN_LANGBOT, sysconfig.get_path("purelib")]
        command += ["--only", *(case.name for case in cases), "--seed", str(seed), "--result", str(result)]
        command += ["--steps", str(steps)] if steps else []
        subprocess.run(command, cwd=_ROOT, check=True)
        return [_restored(each) for each in json.loads(result.read_text("utf-8"))]


def _restored(raw: dict[str, object]) -> Played:
    outcome = raw["outcome"]
    assert isinstance(outcome, dict)
    findings = tuple(Finding(**{**finding, "kind": Kind(finding["kind"])}) for finding in outcome["findings"])
    return Played(**{**raw, "outcome": Outcome(**{**outcome, "findings": findings})})  # type: ignore[arg-type]


def _played_on_host(seed: int, steps: int | None) -> Played:
    from benchmarks.isolation_host import STEPS, play  # boots LangBot

    dev.ensure(dev.DEV, dev.CURRENT_HOST)
    package = dev.build(dev.DEV.python)
    started = perf_counter()
    outcome = play(str(dev.CURRENT_HOST.python), package, seed, steps or STEPS)
    name = "LangBot booted, by chat"
    return Played(name=name, seed=seed, steps=steps or STEPS, seconds=perf_counter() - started, outcome=outcome)


def _report(played: list[Played], *, is_whole: bool) -> int:
    text = _markdown(played)
    print(f"\n{machine()}\n{text}")
    wrong = [(each, finding) for each in played for finding in each.outcome.findings]
    for each, finding in wrong:
        print(f"!! {each.name}, seed {each.seed}, step {finding.step}: {finding}")
    if is_whole:
        write_section("isolation", "python3 dev.py bench isolation", text)
    return 1 if wrong else 0


def _markdown(played: list[Played]) -> str:
    heads = ["store", "scopes", "steps", *_GROUPS, "crossed a scope", "otherwise wrong", "seconds"]
    rows = [_cells(each) for each in played]
    steps = sum(_steps(each.outcome) for each in played)
    crossed = sum(each.outcome.crossed for each in played)
    seeds = ", ".join(sorted({str(each.seed) for each in played}))
    return "\n".join(
        [
            f"Seed {seeds}: {steps:,} steps, {crossed} of which crossed a scope.",
            "",
            f"| {' | '.join(heads)} |",
            f"|---|{'---:|' * (len(heads) - 1)}",
            *(f"| {' | '.join(cells)} |" for cells in rows),
        ]
    )


def _cells(played: Played) -> list[str]:
    outcome = played.outcome
    groups = [sum(outcome.steps.get(step, 0) for step in steps) for steps in _GROUPS.values()]
    return [
        played.name,
        *(f"{number:,}" for number in (outcome.scopes, _steps(outcome), *groups)),
        f"**{outcome.crossed}**",
        str(outcome.count(Kind.OTHER)),
        f"{played.seconds:,.0f}",
    ]


def _steps(outcome: Outcome) -> int:
    return sum(outcome.steps.get(step, 0) for group, steps in _GROUPS.items() if group != _COMPARED for step in steps)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="what is drawn; the same one plays the same steps")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="stores to play, by the names in the table")
    parser.add_argument("--steps", type=positive, help="steps per store, instead of each store's own number")
    parser.add_argument("--host", action="store_true", help="play the real LangBot too (boots it: two minutes more)")
    parser.add_argument("--print-only", action="store_true", help="print the table and leave docs/ as it is")
    parser.add_argument("--result", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
