"""The memory without LangBot: its process killed while it writes, and its disk full."""

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.faults_audit import audit
from benchmarks.faults_chat import BenchError, Workload, facts_for
from benchmarks.faults_kills import Part
from benchmarks.faults_outcome import Outcome

_START_TIMEOUT_S = 120.0
_ANSWER_TIMEOUT_S = 60.0
_SESSIONS = 4
_PROBES = 8
_PROBE_TIMEOUT_S = 20.0


class StandaloneChat:
    """A Chat with a process that can be killed; it keeps everything in `directory`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[str | None]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.tool_called = asyncio.Event()

    async def start(self) -> None:
        """Start the process and wait until it takes requests. Raises BenchError."""
        self._directory.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "benchmarks.faults_child", "--data", str(self._directory)]
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        await self._ready()

    async def stop(self) -> None:
        """End the process as its user does."""
        process = self._started()
        if process.stdin:
            process.stdin.close()
        await asyncio.wait_for(process.wait(), _ANSWER_TIMEOUT_S)

    async def kill(self, part: Part) -> None:
        """Kill the process without warning."""
        process = self._started()
        if process.returncode is None:
            process.kill()
        await process.wait()

    async def come_back(self, part: Part, session: str) -> float:
        """Start it again; return the seconds until it takes requests."""
        started = time.monotonic()
        await self.start()
        return time.monotonic() - started

    async def call(
        self,
        session: str,
        speaker: str,
        tool: str,
        arguments: dict[str, object],
        text: str,
        heard: Callable[[str], None],
    ) -> None:
        request: dict[str, object] = {"kind": "tool", "tool": tool, "arguments": arguments, "text": text}
        self.tool_called.set()
        answer = await self._ask(session, speaker, request)
        if answer is not None:
            heard(answer)

    async def command(self, session: str, speaker: str, text: str) -> str:
        answer = await self._ask(session, speaker, {"kind": "command", "text": text.removeprefix("!")})
        if answer is None:
            raise BenchError(f"no answer to {text}")
        return answer

    async def disk(self, what: str) -> str:
        """ "fill" the disk or "free" it. Raises BenchError if that does not work."""
        answer = await self._ask("group:1", "1", {"kind": what})
        if answer is None or answer.startswith("UNEXPECTED"):
            raise BenchError(f"the disk could not be made to {what}: {answer}")
        return answer

    async def answers_writes(self) -> bool:
        """True if some new memories are answered in time."""
        for number in range(_PROBES):
            content = f"the probe of the disk has number {number}"
            heard: list[str] = []
            work = self.call(
                "group:999", "1", "remember", {"content": content}, f"remember that {content}", heard.append
            )
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(work, _PROBE_TIMEOUT_S)
            if not heard:
                return False
        return True

    async def _ask(self, session: str, speaker: str, request: dict[str, object]) -> str | None:
        number = next(self._numbers)
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._waiting[number] = future
        try:
            await self._send({"n": number, "session": session.replace(":", "_"), "speaker": speaker, **request})
            return await asyncio.wait_for(future, _ANSWER_TIMEOUT_S)
        except (ConnectionError, TimeoutError):
            return None
        finally:
            del self._waiting[number]

    async def _send(self, request: dict[str, object]) -> None:
        stdin = self._started().stdin
        if stdin is None or self._started().returncode is not None:
            raise ConnectionError("the process has ended")
        stdin.write(json.dumps(request).encode() + b"\n")
        await stdin.drain()

    async def _ready(self) -> None:
        if self._reading:
            await self._reading
        stdout = self._started().stdout
        if stdout is None or not await asyncio.wait_for(stdout.readline(), _START_TIMEOUT_S):
            raise BenchError("the memory's process did not start")
        self._reading = asyncio.create_task(self._read(stdout))

    async def _read(self, stdout: asyncio.StreamReader) -> None:
        while line := await stdout.readline():
            answer = json.loads(line)
            future = self._waiting.get(answer["n"])
            if future and not future.done():
                future.set_result(answer["answer"])
        for future in self._waiting.values():
            if not future.done():
                future.set_result(None)

    def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise BenchError("the memory's process was not started")
        return self._process


async def full_disk(directory: Path, seed: int, writes: int) -> Outcome:
    """Have people write before, while and after the disk is full; then start again and judge what is left.

    Chroma 1.5.9 does not get over it: one of the next writes waits for ever inside it and holds Python's lock, which
    freezes the whole process. So it is started again whether it answers or not, and whether it did is noted."""
    started = time.monotonic()
    name = f"full disk, seed {seed}"
    rng = random.Random(f"disk {seed}")
    sessions = [f"group:{number + 1}" for number in range(_SESSIONS)]
    chat = StandaloneChat(directory)
    workload = Workload(chat, await facts_for(sessions, writes, rng), rng, name)
    await chat.start()
    try:
        await workload.run(writes // 3)
        before = workload.acknowledged
        await chat.disk("fill")
        await workload.run(writes * 2 // 3)
        meanwhile = workload.acknowledged - before
        await chat.disk("free")
        went_on = await chat.answers_writes()
        print(f"-- {name}: there is room again, writes are {'' if went_on else 'not '}answered", flush=True)
        await chat.kill("standalone")
        await chat.start()
        await workload.run(writes)
        seen = await audit(chat, workload.ledgers, name)
    finally:
        await chat.kill("standalone")
    after = workload.acknowledged - before - meanwhile
    return Outcome(
        case=name,
        tried=workload.tried,
        acknowledged=workload.acknowledged,
        faults=1,
        findings=seen.findings,
        seconds=time.monotonic() - started,
        notes=(
            f"acknowledged before, while and after: {before}, {meanwhile}, {after}",
            "went on without a restart" if went_on else "froze until it was started again",
            *workload.refused,
        ),
    )
