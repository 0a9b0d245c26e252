"""The processes a host owns: started in their own groups, logged to files, ended by id."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from demo.langbot.errors import HostError

T = TypeVar("T")
STOP_TIMEOUT_S = 15
ANSI_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on now."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def is_listening(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.3)
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass(frozen=True, slots=True)
class Process:
    """One started process and the file its output goes to."""

    popen: subprocess.Popen[bytes]
    log: Path

    def log_text(self) -> str:
        return ANSI_COLOUR.sub("", self.log.read_text("utf-8", "replace"))


class Processes:
    """Named processes with logs in one directory; only what was started here is ever ended."""

    def __init__(self, log_dir: Path) -> None:
        self._log_dir = log_dir
        self._running: dict[str, Process] = {}
        self._numbers = itertools.count(len(list(log_dir.glob("*.log"))))

    def start(self, name: str, args: list[str], cwd: Path, env: Mapping[str, str]) -> Process:
        log = self._log_dir / f"{name}.{next(self._numbers)}.log"
        with log.open("wb") as output:
            popen = subprocess.Popen(
                args,
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._running[name] = Process(popen, log)
        return self._running[name]

    def stop(self, name: str) -> None:
        """End a process and everything it started; nothing happens if it is not running."""
        process = self._running.get(name)
        if process is None:
            return
        try:
            process.popen.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.popen.wait(STOP_TIMEOUT_S)
        finally:
            # Also when a second Ctrl-C cuts the wait short.
            _end_group(process.popen)
            process.popen.wait(STOP_TIMEOUT_S)
            del self._running[name]

    def kill(self, name: str) -> None:
        """End the process itself without warning, as the kernel does; what it started is left as it is."""
        popen = self._running[name].popen
        popen.kill()
        popen.wait(STOP_TIMEOUT_S)

    def kill_below(self, name: str, arguments: str, holds: str) -> int:
        """End without warning the one process below `name` that has these words among its arguments, or works in a
        directory whose manifest holds that; return its id.

        HostError unless there is exactly one."""
        below = _descendants(self._running[name].popen.pid)
        found = [pid for pid, args in below if arguments in args or holds in _manifest_of(pid)]
        if len(found) != 1:
            raise HostError(f"{len(found)} processes below {name} have {arguments!r} among their arguments")
        os.kill(found[0], signal.SIGKILL)
        return found[0]

    def stop_all(self) -> None:
        """End all, the last started first; one that fails does not keep the others running."""
        with contextlib.ExitStack() as stack:
            for name in self._running:
                stack.callback(self.stop, name)

    def wait(self, condition: Callable[[], T | None], timeout: float, what: str, step: float = 0.2) -> T:
        """Return the first true value; HostError with the logs after `timeout` or when a process ends."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            if value := condition():
                return value
            for name, process in self._running.items():
                if process.popen.poll() is not None:
                    raise HostError(f"{name} ended with {process.popen.returncode}:\n{self.logs(tail=4000)}")
            time.sleep(step)
        raise HostError(f"no {what} within {timeout:.0f} s\n{self.logs(tail=3000)}")

    def logs(self, name: str | None = None, tail: int | None = None) -> str:
        """Logs of all runs in order of start, of one name if given; the last `tail` characters of each."""
        parts = []
        for path in sorted(self._log_dir.glob("*.log"), key=lambda each: int(each.name.split(".")[1])):
            if name is None or path.name.startswith(name + "."):
                text = ANSI_COLOUR.sub("", path.read_text("utf-8", "replace"))
                parts.append(f"===== {path.name}\n{text[-tail:] if tail else text}")
        return "\n".join(parts)


def _descendants(pid: int) -> list[tuple[int, str]]:
    """Id and arguments of every process below one; needs a POSIX `ps`."""
    # Without -ww the arguments end where the terminal's line would.
    command = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [(int(row[0]), int(row[1]), row[2]) for line in listed.splitlines() if len(row := line.split(None, 2)) == 3]
    found: list[tuple[int, str]] = []
    parents = {pid}
    while below := [(child, args) for child, parent, args in rows if parent in parents]:
        found += below
        parents = {child for child, _ in below}
    return found


def _manifest_of(pid: int) -> str:
    """The manifest in the directory a process works in; "" where there is none or that cannot be told."""
    try:
        return Path(f"/proc/{pid}/cwd/manifest.yaml").read_text("utf-8")
    except OSError:
        return ""


def _end_group(popen: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        # Windows has no process groups to signal; taskkill ends the tree below one id.
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(popen.pid)], capture_output=True, check=False)
    else:
        # The group's id is the process's own, since it was started in a new session.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(popen.pid, signal.SIGKILL)
