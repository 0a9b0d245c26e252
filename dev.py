"""Everything a developer runs: python3 dev.py demo | test | check | bench | build.

Needs Python 3.11 or later and nothing else. Environments are made in .venv/ when first needed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from demo.package import PackageError, build_package

ROOT = Path(__file__).resolve().parent
VENVS = ROOT / ".venv"
MAX_PACKAGE_BYTES = 1_000_000
PROGRESS_EVERY_S = 15
RUNNING: set[subprocess.Popen[bytes]] = set()
"""Child processes, for the signal that ends this one."""

# All that runs inside LangBot; tests, tools and the standalone form stay out of the archive.
PACKAGED = (
    "manifest.yaml",
    "plugin.yaml",
    "main.py",
    "requirements.txt",
    "components",
    "ltm",
    "assets",
    "README.md",
    "readme",
    "LICENSE",
)
NOT_PACKAGED = {ROOT / "ltm" / "standalone", ROOT / "ltm" / "__main__.py"}


class DevError(RuntimeError):
    """Something a developer has to look at; shown without a traceback."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment, described by what pip is asked to install."""

    name: str
    requirements: tuple[str, ...]
    files: tuple[Path, ...] = ()

    @property
    def directory(self) -> Path:
        return VENVS / self.name

    @property
    def python(self) -> Path:
        return self.directory / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    @property
    def wanted(self) -> str:
        """Changes whenever the environment has to be made anew."""
        parts = [sys.version, *self.requirements, *(path.read_text("utf-8") for path in self.files)]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()

    def ensure(self) -> None:
        """Make it unless it is complete; one that was left half made is made again."""
        stamp = self.directory / "complete"
        if stamp.is_file() and stamp.read_text() == self.wanted:
            return
        start = time.monotonic()
        _say(f"{self.name}: making the environment, this takes minutes")
        shutil.rmtree(self.directory, ignore_errors=True)
        VENVS.mkdir(exist_ok=True)
        _run_logged(self.name, [sys.executable, "-m", "venv", str(self.directory)], "w", start)
        files = [argument for path in self.files for argument in ("-r", str(path))]
        pip = [str(self.python), "-m", "pip", "install", "--no-input", *files, *self.requirements]
        _run_logged(self.name, pip, "a", start)
        stamp.write_text(self.wanted)
        _say(f"{self.name}: ready after {time.monotonic() - start:.0f} s")


DEV = Environment("dev", (), tuple(ROOT / f"requirements{kind}.txt" for kind in ("-dev", "-standalone", "")))
# LangBot bounds neither: its plugin storage fails on SQLAlchemy 2.1, and with a newer litellm
# the agent built into 4.10 gets no tool calls.
HOSTS = {
    "4.11.2": Environment("langbot-4.11.2", ("langbot==4.11.2", "sqlalchemy<2.1")),
    "4.10.11": Environment("langbot-4.10.11", ("langbot==4.10.11", "sqlalchemy<2.1", "litellm==1.88.1")),
}
CURRENT_HOST = HOSTS["4.11.2"]
IN_LANGBOT = ("turn", "faults", "crowd")
"""Benchmarks that drive a LangBot."""


def ensure(*environments: Environment) -> None:
    """Make all that are not there, side by side."""
    with ThreadPoolExecutor(len(environments)) as pool:
        list(pool.map(Environment.ensure, environments))


def build(python: Path) -> Path:
    """Build the plugin's archive into dist/; `python` must have langbot_plugin."""

    def not_packaged(directory: str, names: list[str]) -> Iterable[str]:
        return [name for name in names if Path(directory, name) in NOT_PACKAGED]

    package = build_package(ROOT, ROOT / "dist", str(python), names=PACKAGED, ignore=not_packaged)
    size = package.stat().st_size
    with zipfile.ZipFile(package) as archive:
        count = len(archive.namelist())
    _say(f"built {package.relative_to(ROOT)}: {size / 1000:.0f} kB, {count} files")
    if size > MAX_PACKAGE_BYTES:
        raise DevError(f"{package.name} is over {MAX_PACKAGE_BYTES} bytes")
    return package


@dataclass(frozen=True, slots=True)
class Part:
    """How one part of a test run ended."""

    name: str
    passed: int
    failed: int
    skipped: int
    seconds: float


def check() -> list[Part]:
    """Lint, format and types."""
    commands = {
        "ruff check": ["-m", "ruff", "check"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "mypy": ["-m", "mypy", "--strict"],
    }
    return [_checked(name, [str(DEV.python), *command]) for name, command in commands.items()]


def test(extra: Sequence[str], *, fast: bool) -> list[Part]:
    """All checks and tests; a failing part does not keep the others from running.

    What needs a LangBot goes beside what does not: most of either is waiting."""
    ensure(DEV)
    parts = check()
    if fast:
        return [*parts, *_tests(extra)]
    start = time.monotonic()
    try:
        package = build(DEV.python)
    except (PackageError, DevError) as error:
        _say(str(error))
        return [*parts, Part("build", 0, 1, 0, time.monotonic() - start), *_tests(extra)]
    parts.append(Part("build", 1, 0, 0, time.monotonic() - start))
    hosts_made = threading.Event()

    def without_then_older() -> list[Part]:
        done = _tests(extra)
        hosts_made.wait()
        return [*done, *(_end_to_end(package, version, extra) for version in HOSTS if HOSTS[version] != CURRENT_HOST)]

    def with_current() -> list[Part]:
        try:
            ensure(*HOSTS.values())
        finally:
            hosts_made.set()
        in_langbot = ["tests/contracts/test_langbot_classes.py", "-m", "langbot", "-p", "no:cacheprovider"]
        path = {"PYTHONPATH": str(ROOT)}
        contracts = _pytest("contracts in LangBot", CURRENT_HOST.python, in_langbot, extra, path)
        current = (_end_to_end(package, version, extra) for version in HOSTS if HOSTS[version] == CURRENT_HOST)
        return [contracts, *current]

    with ThreadPoolExecutor(2) as pool:
        lanes = [pool.submit(without_then_older), pool.submit(with_current)]
        return [*parts, *(part for lane in lanes for part in lane.result())]


def _tests(extra: Sequence[str]) -> list[Part]:
    return [_pytest("tests", DEV.python, ["tests", "--ignore=tests/e2e"], extra, {})]


def _end_to_end(package: Path, version: str, extra: Sequence[str]) -> Part:
    variables = _host_variables(package, {version: HOSTS[version]})
    return _pytest(f"end to end {version}", DEV.python, ["tests/e2e", "-p", "no:cacheprovider"], extra, variables)


def bench(name: str, extra: Sequence[str]) -> int:
    """Run benchmarks/<name>.py, with the archive and the LangBots for those that measure inside one."""
    variables: dict[str, str] = {}
    if name in IN_LANGBOT or {"--host", "--replies"}.intersection(extra):
        ensure(DEV, *HOSTS.values())
        variables = _host_variables(build(DEV.python), HOSTS)
    else:
        ensure(DEV)
    return _call([str(DEV.python), "-m", f"benchmarks.{name}", *extra], variables)


def demo(extra: Sequence[str]) -> int:
    """Show the plugin at work in LangBot."""
    ensure(CURRENT_HOST)
    package = build(CURRENT_HOST.python)
    return _call([str(CURRENT_HOST.python), "-m", "demo", "--plugin", str(package), *extra], {})


def report(parts: Sequence[Part]) -> int:
    """Print a table and the sum; returns the exit code."""
    width = max(len(part.name) for part in parts)
    print()
    for part in parts:
        verdict = "FAILED" if part.failed else "ok"
        numbers = f"{part.passed:5} passed {part.failed:4} failed {part.skipped:4} skipped {part.seconds:7.1f} s"
        print(f"{part.name:{width}}  {verdict:6} {numbers}")
    failed = sum(part.failed for part in parts)
    print(f"{sum(part.passed for part in parts)} passed, {failed} failed")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("demo", help="LangBot with the plugin and a conversation; --once ends instead of waiting")
    test_parser = commands.add_parser("test", help="all checks and tests; further arguments go to pytest")
    test_parser.add_argument("--fast", action="store_true", help="nothing that needs a LangBot")
    commands.add_parser("check", help="ruff and mypy")
    bench_parser = commands.add_parser("bench", help="one benchmark; further arguments go to it")
    bench_parser.add_argument("name", help="module in benchmarks/")
    commands.add_parser("build", help="the archive LangBot installs, into dist/")
    arguments, extra = parser.parse_known_args()
    match arguments.command:
        case "demo":
            return demo(extra)
        case "test":
            return report(test(extra, fast=arguments.fast))
        case "bench":
            return bench(arguments.name, extra)
    if extra:
        parser.error(f"unknown arguments: {' '.join(extra)}")
    ensure(DEV)
    if arguments.command == "check":
        return report(check())
    build(DEV.python)
    return 0


def _host_variables(package: Path, hosts: Mapping[str, Environment]) -> dict[str, str]:
    pythons = {version: str(environment.python) for version, environment in hosts.items()}
    return {"LTM_HOST_PYTHONS": json.dumps(pythons), "LTM_PACKAGE": str(package)}


def _checked(name: str, command: Sequence[str]) -> Part:
    _say(name)
    start = time.monotonic()
    ok = _call(command, {}) == 0
    return Part(name, int(ok), int(not ok), 0, time.monotonic() - start)


def _pytest(
    name: str, python: Path, arguments: Sequence[str], extra: Sequence[str], variables: Mapping[str, str]
) -> Part:
    _say(name)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pytest-report-") as directory:
        outcome = Path(directory, "junit.xml")
        code = _call([str(python), "-m", "pytest", *arguments, f"--junit-xml={outcome}", *extra], variables)
        suites = ElementTree.parse(outcome).getroot().iter("testsuite") if outcome.is_file() else ()
        counted = [
            {key: int(suite.get(key, 0)) for key in ("tests", "failures", "errors", "skipped")} for suite in suites
        ]
    tests, failures, errors, skipped = (
        sum(suite[key] for suite in counted) for key in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    # pytest's own arguments may select nothing of a part; without them, no test is a failure.
    if code and not failed and not (code == 5 and extra):
        failed = 1
    return Part(name, tests - failures - errors - skipped, failed, skipped, time.monotonic() - start)


def _call(command: Sequence[str], variables: Mapping[str, str]) -> int:
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **variables}) as process:
        RUNNING.add(process)
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                # The terminal told the child as well: it is given the time to end what it started.
                continue
            finally:
                if process.returncode is not None:
                    RUNNING.discard(process)


def _run_logged(name: str, command: Sequence[str], mode: str, start: float) -> None:
    """Run with the output in a log, saying every now and then that it still runs."""
    log = VENVS / f"{name}.log"
    with log.open(mode, encoding="utf-8") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
        while True:
            try:
                code = process.wait(PROGRESS_EVERY_S)
                break
            except subprocess.TimeoutExpired:
                _say(f"{name}: still installing after {time.monotonic() - start:.0f} s")
            except BaseException:
                process.terminate()
                raise
    if code:
        tail = log.read_text("utf-8", "replace")[-3000:]
        raise DevError(f"{name}: {' '.join(command[:4])} failed, see {log}:\n{tail}")


def _say(text: str) -> None:
    print(f"-- {text}", flush=True)


def _end(number: int, _frame: object) -> None:
    """Pass the signal on to what runs, in whichever thread; each child ends what it started itself."""
    for process in list(RUNNING):
        process.terminate()
    sys.exit(128 + number)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _end)
    try:
        sys.exit(main())
    except (DevError, PackageError) as failure:
        sys.exit(f"dev.py: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
