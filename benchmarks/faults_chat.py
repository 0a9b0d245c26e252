"""A memory that can be talked to, wherever it runs, and people who write to it all at once."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Protocol

from benchmarks.faults_ledger import Fact, Ledger, ProfileEdit
from benchmarks.faults_words import FactPair, Facts
from benchmarks.progress import Progress
from ltm.adapters.local_embedder import LocalEmbedder

SPEAKERS = ("501", "502")
_KEYS = ("drink", "colour", "music")
_FORGETS, _CORRECTIONS, _EDITS = 0.12, 0.3, 0.2
"""Shares of the writes; the rest are new memories. Corrections are many because they are two writes in one."""


class Chat(Protocol):
    """Sessions are written "group:1001"."""

    async def call(
        self,
        session: str,
        speaker: str,
        tool: str,
        arguments: dict[str, object],
        text: str,
        heard: Callable[[str], None],
    ) -> None:
        """Have the model call a tool in a turn that says `text`; `heard` is told the result, if one ever comes."""
        ...

    async def command(self, session: str, speaker: str, text: str) -> str:
        """Return the answer to `!memory ...`. Raises BenchError if there is none."""
        ...


class BenchError(RuntimeError):
    """The benchmark itself could not go on."""


class Workload:
    """Two speakers in each session remember, correct, edit profiles and forget until enough was tried.

    Writers wait while `gate` is closed; what is under way then goes on."""

    def __init__(self, chat: Chat, facts: Mapping[str, Sequence[FactPair]], rng: random.Random, label: str) -> None:
        self.gate = asyncio.Event()
        self.gate.set()
        self.ledgers = {session: Ledger() for session in facts}
        self._chat = chat
        self._facts = {session: list(pairs) for session, pairs in facts.items()}
        self._rng = rng
        self._label = label
        self._progress = Progress()
        self._numbers = count(1)
        self._answered = 0
        self._milestones: dict[int, asyncio.Event] = {}

    @property
    def tried(self) -> int:
        return sum(ledger.tried for ledger in self.ledgers.values())

    @property
    def acknowledged(self) -> int:
        return sum(ledger.acknowledged for ledger in self.ledgers.values())

    @property
    def refused(self) -> list[str]:
        """What tools answered that is no acknowledgement, each once."""
        return sorted({answer for ledger in self.ledgers.values() for answer in ledger.refused})

    async def run(self, writes: int) -> None:
        """Return when that many writes were tried and none is under way."""
        async with asyncio.TaskGroup() as group:
            for session in self.ledgers:
                for speaker in SPEAKERS:
                    group.create_task(self._speak(session, speaker, writes))
        for milestone in self._milestones.values():
            milestone.set()

    async def reached(self, answered: int) -> None:
        """Return when that many writes were answered, or all were tried."""
        await self._milestones.setdefault(answered, asyncio.Event()).wait()

    async def _speak(self, session: str, speaker: str, writes: int) -> None:
        while self.tried < writes:
            await self._write(session, speaker)
            await self.gate.wait()
            self._progress.tick(f"{self._label}: {self.tried} of {writes} tried, {self.acknowledged} acknowledged")

    async def _write(self, session: str, speaker: str) -> None:
        ledger = self.ledgers[session]
        free = [fact for fact in ledger.facts if fact.speaker == speaker and fact.id and fact.is_free]
        share = self._rng.random()
        if free and share < _FORGETS:
            await self._forget(session, self._rng.choice(free))
        elif free and share < _FORGETS + _CORRECTIONS:
            await self._correct(session, self._rng.choice(free))
        elif share < _FORGETS + _CORRECTIONS + _EDITS or not self._facts[session]:
            await self._edit(session, speaker)
        else:
            pair = self._facts[session].pop()
            await self._remember(session, Fact(pair.fact, speaker, correction=pair.correction), [])

    async def _remember(self, session: str, fact: Fact, tags: list[str]) -> None:
        self.ledgers[session].facts.append(fact)
        arguments: dict[str, object] = {"content": fact.content, "tags": tags}
        text = f"please remember that {fact.content}"
        await self._call(session, fact.speaker, "remember", arguments, text, fact.remembered)

    async def _correct(self, session: str, old: Fact) -> None:
        old.is_free = False
        new = Fact(old.correction, old.speaker, corrects=old, is_free=False)
        await self._remember(session, new, ["correction"])

    async def _forget(self, session: str, fact: Fact) -> None:
        fact.is_free, fact.forget_tried = False, True
        text = f"please forget that {fact.content}"
        await self._call(session, fact.speaker, "forget", {"episode_id": fact.id}, text, fact.forgotten)

    async def _edit(self, session: str, speaker: str) -> None:
        key = self._rng.choice(_KEYS)
        edit = ProfileEdit(f"likes {key} number {next(self._numbers)} best")
        self.ledgers[session].edits.setdefault((speaker, key), []).append(edit)
        arguments: dict[str, object] = {"field": "preferences", "action": "set", "value": edit.value, "fact_key": key}
        text = f"please note that {speaker} {edit.value}"
        await self._call(session, speaker, "update_profile", arguments, text, edit.edited)

    async def _call(
        self,
        session: str,
        speaker: str,
        tool: str,
        arguments: dict[str, object],
        text: str,
        acknowledged: Callable[[str], bool],
    ) -> None:
        def heard(answer: str) -> None:
            self._answered += 1
            if not acknowledged(answer):
                self.ledgers[session].refused[f"{tool}: {answer[:160]}"] += 1
            if self._answered in self._milestones:
                self._milestones[self._answered].set()

        await self._chat.call(session, speaker, tool, arguments, text, heard)


async def facts_for(sessions: Sequence[str], writes: int, rng: random.Random) -> dict[str, list[FactPair]]:
    """Return facts for each session, more than that many writes in all will need."""
    embedder = LocalEmbedder()
    each = -(-writes // len(sessions)) + 4
    return {session: await Facts(embedder, rng).pairs(each) for session in sessions}
