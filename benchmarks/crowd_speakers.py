"""The people of the crowd: those who talk and those who write."""

import json
import random
from collections.abc import Callable
from itertools import count
from typing import Protocol

from benchmarks.faults_ledger import Fact, Ledger, ProfileEdit
from benchmarks.faults_words import FactPair
from demo.langbot import Speaker
from demo.langbot.parallel import ParallelTurns, TurnOutcome

_TURN_TIMEOUT_S = 120.0
_PREPARED = 5
_MOST_SHARED_EDITS = 4
"""Per speaker; a conversation's profile holds twenty traits and three people add to it."""

_SEARCHES, _FORGETS, _EDITS, _SHARED_EDITS = 0.2, 0.1, 0.1, 0.1
"""Shares of a writer's turns; in the rest he has something remembered."""


class Listener(Protocol):
    """Somebody who takes turns."""

    async def turn(self) -> None: ...

    def errors(self) -> list[str]:
        """Return what went wrong since this was last asked, without contents."""
        ...


class Talker:
    """Says things that nothing is done about; memory is recalled for them all the same."""

    def __init__(self, turns: ParallelTurns, session: str, speaker: str) -> None:
        self._turns = turns
        self._session = session
        self._speaker = Speaker(speaker, f"Speaker {speaker}")
        self._taken: list[float] = []
        self._errors: list[str] = []

    async def prepare(self) -> None:
        """Have something remembered, so that there is something to recall."""
        for number in range(_PREPARED):
            content = f"locker {number} of group {self._session} belongs to member {number * 7}"
            text = f"please remember that {content}"
            await self._turns.call_tool(self._session, self._speaker, "remember", {"content": content}, text=text)

    async def turn(self) -> None:
        outcome = await self._turns.say(self._session, self._speaker, "whose is locker 3?", timeout=_TURN_TIMEOUT_S)
        if outcome.reply is None:
            self._errors.append(f"no reply in {self._session}")
        else:
            self._taken.append(outcome.seconds)

    def taken(self) -> list[float]:
        """Return the seconds from message to reply since this was last asked."""
        taken, self._taken = self._taken, []
        return taken

    def errors(self) -> list[str]:
        errors, self._errors = self._errors, []
        return errors


class Writer:
    """Remembers, searches and forgets memories of his own, and edits his own and the conversation's profile."""

    _numbers = count(1)

    def __init__(
        self,
        turns: ParallelTurns,
        session: str,
        speaker: str,
        ledger: Ledger,
        facts: list[FactPair],
        rng: random.Random,
    ) -> None:
        self._turns = turns
        self._session = session
        self._speaker = Speaker(speaker, f"Speaker {speaker}")
        self._ledger = ledger
        self._facts = facts
        self._rng = rng
        self._shared_edits = 0
        self._errors: list[str] = []

    async def turn(self) -> None:
        own = [fact for fact in self._ledger.facts if fact.speaker == self._speaker.id and fact.id and fact.is_free]
        share = self._rng.random()
        if own and share < _SEARCHES:
            await self._search(self._rng.choice(own))
        elif own and share < _SEARCHES + _FORGETS:
            await self._forget(self._rng.choice(own))
        elif share < _SEARCHES + _FORGETS + _EDITS or not self._facts:
            await self._edit("preferences", "drink", "speaker")
        elif share < _SEARCHES + _FORGETS + _EDITS + _SHARED_EDITS and self._shared_edits < _MOST_SHARED_EDITS:
            self._shared_edits += 1
            await self._edit("traits", "", "session")
        else:
            await self._remember(Fact(self._facts.pop().fact, self._speaker.id))

    def errors(self) -> list[str]:
        errors, self._errors = self._errors, []
        return errors

    async def _remember(self, fact: Fact) -> None:
        self._ledger.facts.append(fact)
        await self._call("remember", {"content": fact.content}, f"please remember that {fact.content}", fact.remembered)

    async def _forget(self, fact: Fact) -> None:
        fact.is_free, fact.forget_tried = False, True
        await self._call("forget", {"episode_id": fact.id}, f"please forget that {fact.content}", fact.forgotten)

    async def _search(self, fact: Fact) -> None:
        def found(answer: str) -> bool:
            return answer.startswith("{") and fact.id in {memory["id"] for memory in json.loads(answer)["memories"]}

        arguments: dict[str, object] = {"query": fact.content, "top_k": 3}
        await self._call("recall_memory", arguments, f"what of {fact.content}?", found)

    async def _edit(self, field: str, key: str, scope: str) -> None:
        """Set what is kept under the key, or without one add an entry that must stay beside all others."""
        number = next(self._numbers)
        edit = ProfileEdit(f"likes drink number {number} best")
        self._ledger.edits.setdefault((self._speaker.id, key or f"entry {number}"), []).append(edit)
        arguments: dict[str, object] = {"field": field, "action": "set" if key else "add", "value": edit.value}
        arguments |= {"scope": scope, **({"fact_key": key} if key else {})}
        await self._call("update_profile", arguments, f"please note that this group {edit.value}", edit.edited)

    async def _call(
        self, tool: str, arguments: dict[str, object], text: str, is_right: Callable[[str], bool]
    ) -> TurnOutcome:
        outcome = await self._turns.call_tool(
            self._session, self._speaker, tool, arguments, text=text, timeout=_TURN_TIMEOUT_S
        )
        if outcome.result is None or outcome.reply is None:
            self._errors.append(f"no answer from {tool} in {self._session}")
        elif not is_right(outcome.result):
            self._errors.append(f"wrong answer from {tool} in {self._session}: {outcome.result[:100]}")
        return outcome
