"""Fifty speakers in twenty groups at once, in the real LangBot: no error, no lost update, no reply waits on a write.

`python3 dev.py bench crowd [--seconds N] [--seed N] [--isolation session|bot] [--version V]`. Five speakers only talk,
each in a group of his own, and the time from message to reply is theirs. The other 45 are silent first, then talk as
well, and then remember, search, forget and edit profiles. LangBot and the plugin keep both cores busy, so a turn takes
longer the more people talk, whatever they say: what writing costs others is the ratio of the last two.
"""

import argparse
import asyncio
import random
import time

from benchmarks.crowd_speakers import Listener, Talker, Writer
from benchmarks.faults_audit import audit
from benchmarks.faults_chat import BenchError, facts_for
from benchmarks.faults_langbot import LangBotChat, installed
from benchmarks.faults_ledger import Ledger
from benchmarks.progress import Progress, positive
from benchmarks.report import machine, write_section
from demo.langbot import LangBotHost

_TALKERS, _GROUPS, _PER_GROUP = 5, 15, 3
_FACTS_PER_SECOND = 3
_TIMEOUT_S = 3600.0
_DEFAULT_SECONDS = 120


class Crowd:
    """The people of one run, and what they came upon."""

    def __init__(self, chat: LangBotChat) -> None:
        self._chat = chat
        self.ledgers: dict[str, Ledger] = {}
        self.errors: list[str] = []
        self.replies: dict[str, list[float]] = {}

    async def run(self, seconds: int, seed: int) -> None:
        """Let them talk and write, `seconds` of it writing."""
        rng = random.Random(seed)
        groups = [f"group:{4_000 + number}" for number in range(_GROUPS)]
        print("-- making up facts", flush=True)
        facts = await facts_for(groups, seconds * _FACTS_PER_SECOND, rng)
        self.ledgers = {group: Ledger() for group in groups}
        talkers = [Talker(self._chat.turns, f"group:{5_000 + n}", str(700 + n)) for n in range(_TALKERS)]
        places = [(group, str(501 + number)) for group in groups for number in range(_PER_GROUP)]
        others = [Talker(self._chat.turns, group, speaker) for group, speaker in places]
        writers = [
            Writer(self._chat.turns, group, speaker, self.ledgers[group], facts[group], rng)
            for group, speaker in places
        ]
        await asyncio.gather(*(talker.prepare() for talker in talkers))
        await self._phase("alone", talkers, [], seconds // 4)
        await self._phase("while 45 others talk", talkers, others, seconds // 2)
        await self._phase("while 45 others write", talkers, writers, seconds)

    async def _phase(
        self, name: str, talkers: list[Talker], others: "list[Talker] | list[Writer]", seconds: int
    ) -> None:
        until = time.monotonic() + seconds
        progress = Progress()

        async def go_on(speaker: Listener) -> None:
            while time.monotonic() < until:
                await speaker.turn()
                left = max(0.0, until - time.monotonic())
                progress.tick(f"{name}: {left:.0f} s left, {self.tried} writes tried, {self.acknowledged} acknowledged")

        everybody: list[Listener] = [*talkers, *others]
        await asyncio.gather(*(go_on(speaker) for speaker in everybody))
        self.replies[name] = sorted(seconds for talker in talkers for seconds in talker.taken())
        errors = [f"{name}: {error}" for speaker in everybody for error in speaker.errors()]
        print("\n".join(errors), flush=True)
        self.errors += errors

    @property
    def tried(self) -> int:
        return sum(ledger.tried for ledger in self.ledgers.values())

    @property
    def acknowledged(self) -> int:
        return sum(ledger.acknowledged for ledger in self.ledgers.values())


def main() -> int:
    arguments = _arguments()
    python, package = installed(arguments.version)
    with LangBotHost(python=python, progress=lambda text: print(f"-- {text}", flush=True)) as host:
        plugin = host.install_plugin(package)
        host.create_kb(plugin, {"isolation": arguments.isolation})
        chat = LangBotChat(host, plugin)
        crowd = Crowd(chat)
        host.run(crowd.run(arguments.seconds, arguments.seed), _TIMEOUT_S)
        seen = host.run(audit(chat, crowd.ledgers, "crowd"), _TIMEOUT_S)
    print(seen.findings)
    wrong = {"error answers": len(crowd.errors), "lost, doubled or orphaned": seen.findings.total}
    rows = [_row(name, seconds) for name, seconds in crowd.replies.items()]
    talking, writing = list(crowd.replies.values())[1:]
    ratio = _quantile(writing, 0.5) / _quantile(talking, 0.5)
    text = "\n".join(
        [
            f"LangBot {arguments.version}, isolation by {arguments.isolation}, 50 speakers in 20 groups; "
            f"{crowd.tried} writes tried, {crowd.acknowledged} acknowledged; "
            f"{', '.join(f'{name}: {count}' for name, count in wrong.items())}.",
            "",
            "| message to reply, speakers who only talk | p50 ms | p95 ms | max ms | turns |",
            "|---|---|---|---|---|",
            *rows,
            f"| others write / others talk | {ratio:.2f} | | | |",
        ]
    )
    print(f"\n{machine()}\n{text}")
    if arguments.seconds >= _DEFAULT_SECONDS:
        write_section("crowd", "python3 dev.py bench crowd", text)
    return 1 if any(wrong.values()) else 0


def _row(name: str, seconds: list[float]) -> str:
    values = " | ".join(f"{_quantile(seconds, share) * 1000:.0f}" for share in (0.5, 0.95, 1.0))
    return f"| {name} | {values} | {len(seconds)} |"


def _quantile(ascending: list[float], share: float) -> float:
    if not ascending:
        raise BenchError("there was no reply at all")
    return ascending[min(len(ascending) - 1, int(share * len(ascending)))]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=positive, default=_DEFAULT_SECONDS, help="of writing (default 120)")
    parser.add_argument("--seed", type=int, default=1, help="decides who does what (default 1)")
    parser.add_argument("--isolation", choices=["session", "bot"], default="session")
    parser.add_argument("--version", choices=["4.11.2", "4.10.11"], default="4.11.2", help="of LangBot")
    return parser.parse_args()


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except BenchError as failure:
        raise SystemExit(f"crowd: {failure}") from None
