"""Killing what remembers, or what it runs in, while people write."""

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass
from typing import Literal, Protocol

from benchmarks.faults_audit import audit
from benchmarks.faults_chat import Chat, Workload, facts_for
from benchmarks.faults_outcome import Outcome

_SESSIONS = 8
Part = Literal["plugin", "runtime", "langbot", "standalone"]

_WRITES_PER_KILL: dict[Part, int] = {"plugin": 50, "runtime": 65, "langbot": 65, "standalone": 40}
"""After each kill the writes go on, so that one also meets what an earlier one left."""

_LONGEST_WAIT_S = 5.0
_WITHIN_S: dict[Part, float] = {"plugin": 0.4, "runtime": 0.4, "langbot": 0.4, "standalone": 0.1}
"""A kill comes this long at most after a tool was called: most of a turn is LangBot's own work."""


class KillableChat(Chat, Protocol):
    """A Chat whose processes can be killed without warning."""

    @property
    def tool_called(self) -> asyncio.Event:
        """Set whenever a tool is called; whoever waits for the next call clears it."""
        ...

    async def kill(self, part: Part) -> None: ...

    async def come_back(self, part: Part, session: str) -> float:
        """Do what an operator does after that kill; return the seconds until `session` is answered again."""
        ...


@dataclass(frozen=True, slots=True)
class Kills:
    """One run: which process, the seed, and the first group's number."""

    part: Part
    seed: int
    first_group: int


async def kill_while_writing(chat: KillableChat, run: Kills, writes: int) -> Outcome:
    """Have people write, kill the process at random moments, and judge what is left."""
    started = time.monotonic()
    rng = random.Random(f"{run.part} {run.seed}")
    name = f"kill {run.part}, seed {run.seed}"
    sessions = [f"group:{run.first_group + number}" for number in range(_SESSIONS)]
    print(f"-- {name}: making up facts", flush=True)
    workload = Workload(chat, await facts_for(sessions, writes, rng), rng, name)
    down: list[float] = []

    async def kill() -> None:
        kills = max(1, writes // _WRITES_PER_KILL[run.part])
        for moment in sorted(rng.sample(range(writes // 10, writes * 7 // 10), kills)):
            await workload.reached(moment)
            chat.tool_called.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(chat.tool_called.wait(), _LONGEST_WAIT_S)
            await asyncio.sleep(rng.random() * _WITHIN_S[run.part])
            if workload.tried >= writes:
                break
            workload.gate.clear()
            await chat.kill(run.part)
            down.append(await chat.come_back(run.part, rng.choice(sessions)))
            print(f"-- {name}: killed after {workload.tried} writes, back after {down[-1]:.1f} s", flush=True)
            workload.gate.set()

    await asyncio.gather(workload.run(writes), kill())
    seen = await audit(chat, workload.ledgers, name)
    return Outcome(
        case=name,
        tried=workload.tried,
        acknowledged=workload.acknowledged,
        faults=len(down),
        findings=seen.findings,
        seconds=time.monotonic() - started,
        notes=(f"back after {min(down):.0f}-{max(down):.0f} s", *_settled(seen.settled_s), *workload.refused),
    )


def _settled(seconds: float) -> list[str]:
    return [f"looked again until {seconds:.0f} s after the first look"] if seconds else []
