"""A random life of many conversations on one store, in both isolations at once; after each step what came back is
compared with a model of plain dictionaries.

Everything is drawn from a seed before a step first waits, so that a seed plays the same steps on every run."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from benchmarks.isolation_documents import DocumentPlay
from benchmarks.isolation_ids import sessions, speaker_ids
from benchmarks.isolation_memories import MemoryPlay
from benchmarks.isolation_model import Finding, Kind, Model, place_of
from benchmarks.isolation_profiles import ProfilePlay
from benchmarks.isolation_services import PlayClock, Services
from benchmarks.isolation_texts import Texts
from benchmarks.isolation_where import Where
from ltm.domain.episode import Speaker
from ltm.domain.scope import Isolation, SessionKey
from ltm.errors import LongTermMemoryError

_AT_ONCE = 4
_ENOUGH = 10
"""Findings after which a play ends: one that is wrong makes others wrong."""

_SECONDS_PER_STEP = 600
"""Some hundred steps a day: recalls come to be written down, at most once a day and memory."""

Step = Callable[[Where], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a play is: conversations, memories a scope may hold, and steps between two full comparisons."""

    sessions: int = 100
    memories: int = 24
    compare_every: int = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was played and what was found. `steps` counts by kind, `memories` what was stored at the end."""

    steps: dict[str, int]
    findings: tuple[Finding, ...]
    scopes: int
    memories: int

    def count(self, kind: Kind) -> int:
        return sum(finding.kind is kind for finding in self.findings)

    @property
    def crossed(self) -> int:
        """Return how many reads, writes, deletes and counts crossed a scope."""
        return len(self.findings) - self.count(Kind.OTHER)


class IsolationPlay:
    """Plays on the services that `opened` puts together over one store and storage, and puts together anew for a
    restart."""

    def __init__(self, opened: Callable[[PlayClock], Services], seed: int, size: Size) -> None:
        self._opened = opened
        self._size = size
        self._random = random.Random(seed)
        self._clock = PlayClock()
        self._services = opened(self._clock)
        self._model = Model()
        self._sessions = sessions(seed, size.sessions)
        speakers = speaker_ids(seed, 12)
        self._speakers = [None, *(Speaker(id=who, name=f"{who[:20]}") for who in speakers)]
        self._texts = Texts(self._model, self._random)
        self._counted: Counter[str] = Counter()
        self._use(self._services)

    async def play(self, steps: int, progress: Callable[[int], None] = lambda done: None) -> Outcome:
        """Do that many steps, compare everything in the end, and stop early where enough was found."""
        done = 0
        compared = 0
        while done < steps and len(self._model.findings) < _ENOUGH:
            done += await self._some(min(_AT_ONCE, steps - done))
            self._clock.advance(_SECONDS_PER_STEP)
            progress(done)
            if done - compared >= self._size.compare_every:
                compared = done
                await self._restart()
                await self._compare()
        await self._compare()
        await self._services.close()
        return self._outcome()

    async def _some(self, most: int) -> int:
        """Do one step, or several at once in conversations of different bots; return how many."""
        self._model.step += 1
        if self._random.random() < 0.03:
            await self._alone(self._random.choice([self._documents.ingest, self._documents.delete]))
            return 1
        count = self._random.choice([1, 1, 1, *range(1, most + 1)])
        chosen = self._random.sample(self._sessions, min(count, len(self._sessions)))
        apart = list({session.bot_uuid: session for session in chosen}.values())
        wheres = [self._where(session) for session in apart]
        busy = {where.place for where in wheres}
        # A coroutine runs up to where it first waits before the next one begins, so the draws keep their order.
        await asyncio.gather(*(self._one(replace(where, busy=frozenset(busy))) for where in wheres))
        return len(apart)

    async def _one(self, where: Where) -> None:
        memories = self._memories
        is_full = len(self._model.at(where.place)) >= self._size.memories
        growing, shrinking = (4, 30) if is_full else (26, 6)
        weights: dict[Step, float] = {
            memories.remember: growing,
            memories.correct: growing / 4,
            memories.correct_foreign: growing / 8,
            memories.recall: 14,
            memories.recall_filtered: 9,
            memories.recall_foreign: 6,
            memories.forget: shrinking,
            memories.forget_foreign: 6,
            memories.forget_unknown: 1,
            memories.rewrite_foreign: 3,
            memories.look_foreign: 4,
            memories.browse: 6,
            memories.count: 6,
            memories.reword: 3,
            memories.reword_foreign: 3,
            self._profiles.edit: 7,
            self._profiles.edit_foreign: 2,
            self._profiles.read: 6,
            self._profiles.clear: 0.4,
            self._profiles.forget_me: 0.5,
        }
        [step] = self._random.choices(list(weights), list(weights.values()))
        self._counted[step.__name__] += 1
        try:
            await step(where)
        except LongTermMemoryError as exc:
            self._model.found(Kind.OTHER, step.__name__, f"raised {type(exc).__name__}: {exc}", where.place)

    async def _alone(self, step: Callable[[Isolation, Sequence[SessionKey]], Awaitable[None]]) -> None:
        name = f"{step.__name__}_document"
        self._counted[name] += 1
        try:
            await step(self._random.choice(list(Isolation)), self._sessions)
        except LongTermMemoryError as exc:
            self._model.found(Kind.OTHER, name, f"raised {type(exc).__name__}: {exc}", "a file")

    def _where(self, session: SessionKey) -> Where:
        isolation = self._random.choice(list(Isolation))
        return Where(
            session=session,
            isolation=isolation,
            place=place_of(session, isolation),
            speaker=self._random.choice(self._speakers),
            busy=frozenset(),
        )

    async def _restart(self) -> None:
        """Forget all that is in memory, as a host does that starts again."""
        self._counted["restart"] += 1
        await self._services.close()
        self._use(self._opened(self._clock))

    def _use(self, services: Services) -> None:
        self._services = services
        self._memories = MemoryPlay(services, self._model, self._texts, self._clock, self._random)
        self._profiles = ProfilePlay(services, self._model, self._texts, self._random)
        self._documents = DocumentPlay(services, self._model, self._texts, self._clock, self._random)

    async def _compare(self) -> None:
        """Compare all scopes and profiles, those never written to as well, with the model."""
        self._counted["compare"] += 1
        for session in self._sessions:
            for isolation in Isolation:
                await self._memories.compare(session, isolation)
            await self._profiles.compare(session, [speaker.id for speaker in self._speakers if speaker])

    def _outcome(self) -> Outcome:
        places = {place_of(session, isolation) for session in self._sessions for isolation in Isolation}
        return Outcome(
            steps=dict(self._counted),
            findings=tuple(self._model.findings),
            scopes=len(places),
            memories=self._model.size,
        )
