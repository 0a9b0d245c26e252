"""The services that learn from talk, wired over any store and storage, and an extractor that says how often it was
asked."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from itertools import count

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.stored_journal import StoredJournal
from ltm.domain.candidate import Candidate
from ltm.domain.episode import Kind, Speaker
from ltm.domain.profile import Caps, Field
from ltm.domain.scope import Isolation, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import LlmUnavailable, StoreUnavailable
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.extractor import Found
from ltm.ports.journal import JournalEntry
from ltm.ports.storage import Storage
from ltm.services.batches import Index
from ltm.services.candidate_queue import CandidateQueues
from ltm.services.candidates import CandidateService
from ltm.services.capture import CaptureService
from ltm.services.consent import ConsentService
from ltm.services.erase import EraseService
from ltm.services.mining import MiningService, MiningSettings
from ltm.services.open_turns import OpenTurns
from tests.doubles import FixedClock, WatchedStorage
from tests.services.memories import ALICE, GROUP
from tests.services.wired import Wired


class Words:
    """Finds every line that begins with "I ", and at its end notes how often it was asked, as a model never answers
    twice the same. "I am" is steady about the speaker, "I live in" his one home."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_away = False
        self.seen: list[JournalEntry] = []
        self.began, self.goes_on = asyncio.Event(), asyncio.Event()
        self.goes_on.set()

    async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
        self.asked += 1
        number = self.asked
        self.seen += entries
        self.began.set()
        await self.goes_on.wait()
        if self.is_away:
            raise LlmUnavailable("the chat model did not answer (test)")
        return [
            Found(entry=entry.key, candidate=_candidate(line, number))
            for entry in entries
            for line in entry.text.splitlines()
            if line.startswith("I ")
        ]


def _candidate(line: str, number: int) -> Candidate:
    return Candidate(
        kind=Kind.FACT,
        text=f"{line} #{number}",
        original=line,
        field=Field.TRAITS if line.startswith(("I am", "I live")) else None,
        fact_key="home" if line.startswith("I live") else "",
        corrects="not" in line.split(),
    )


class Learning:
    """One process over what outlives it: a second one on the same store, storage and extractor is a restart."""

    def __init__(
        self,
        store: EpisodeStore | None = None,
        storage: Storage | None = None,
        *,
        clock: FixedClock | None = None,
        extractor: Words | None = None,
        index: Index | None = None,
        isolation: Isolation = Isolation.SESSION,
        every_turns: int = 3,
        rounds_kept: int = 10,
        is_reviewed: bool = False,
        is_off: bool = False,
        pause_s: float = 30.0,
        deadline_s: float = 5.0,
        max_entries: int = 2_000,
        gather_s: float = 0.0,
        patience_s: float = 5.0,
        quiet_s: float = 0.0,
    ) -> None:
        self.storage = storage or InMemoryStorage()
        self.memory = Wired(store, storage=self.storage, clock=clock)
        self.clock = self.memory.clock
        self.extractor = extractor or Words()
        self.caps, self.is_enabled = Caps(), True
        self.consent = ConsentService(storage=self.storage, isolation=isolation)
        self.queues = CandidateQueues(self.storage)
        self.candidates = CandidateService(
            queues=self.queues,
            store=self.memory.store,
            remembering=self.memory.remembering,
            profiles=self.memory.profiles,
            consent=self.consent,
            audit=self.memory.audit,
            recent_turns=self.memory.recent_turns,
            caps=lambda: self.caps,
            is_enabled=lambda: self.is_enabled,
            patience_s=patience_s,
        )
        self.capture = CaptureService(
            journal=StoredJournal(self.storage),
            clock=self.clock,
            max_entries=max_entries,
            gather_s=gather_s,
            first_pause_s=0.005,
            longest_pause_s=0.01,
        )
        self.mining = MiningService(
            capture=self.capture,
            candidates=self.candidates,
            consent=self.consent,
            clock=self.clock,
            isolation=isolation,
            is_enabled=lambda: self.is_enabled,
            settings=MiningSettings(
                every_turns=every_turns,
                idle=timedelta(minutes=10),
                rounds_kept=rounds_kept,
                is_reviewed=is_reviewed,
            ),
            extractor=None if is_off else self.extractor,
            index=index,
            deadline_s=deadline_s,
            first_pause_s=pause_s,
            longest_pause_s=pause_s,
            quiet_s=quiet_s,
        )
        self.erase = EraseService(
            store=self.memory.store,
            profiles=self.memory.profiles,
            locks=self.memory.locks,
            outbox=self.memory.outbox,
            audit=self.memory.audit,
            recent_turns=self.memory.recent_turns,
            open_turns=OpenTurns(),
        )
        self.erase.attach([self.mining])
        self.memory.outbox.attach(self.memory.remembering.apply, self.erase.apply)
        self._query_id = 0

    def say(
        self,
        text: str,
        speaker: Speaker | None = ALICE,
        *,
        session: SessionKey = GROUP,
        query_id: int = -1,
        reply: str = "I see.",
        kept: Sequence[str] = (),
    ) -> None:
        """Have a message noted that was just answered."""
        if query_id < 0:
            self._query_id += 1
            query_id = self._query_id
        turn = Turn(session=session, speaker=speaker, text=text, at=self.clock.now())
        self.mining.note(turn, query_id, reply, self.clock.now(), kept)

    async def settled(self) -> None:
        await self.mining.settled()

    async def done(self, session: SessionKey = GROUP) -> None:
        """Have all that waits of the session looked through, and wait for it."""
        self.mining.flush(session)
        await self.settled()

    async def journaled(self) -> list[str]:
        return await self.storage.keys("journal/")

    async def end(self) -> None:
        await self.mining.close()
        await self.capture.close()
        await self.memory.outbox.close()
        await self.memory.store.close()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until it holds."""
    async with asyncio.timeout(5):
        for _ in count():
            if await holds():
                return
            await asyncio.sleep(0.002)


class FailingStorage(WatchedStorage):
    """Takes that many writes and no more; the last one it takes is done without an answer where `is_lost`."""

    def __init__(self, inner: InMemoryStorage, *, writes: int, is_lost: bool = False) -> None:
        super().__init__(inner)
        self._left = writes
        self._is_lost = is_lost

    @property
    def has_failed(self) -> bool:
        return self._left < 0

    async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
        self._spend()
        done = await super().swap(key, expected, value)
        self._lose()
        return done

    async def put(self, key: str, value: bytes) -> None:
        self._spend()
        await super().put(key, value)
        self._lose()

    async def delete(self, key: str) -> None:
        self._spend()
        await super().delete(key)
        self._lose()

    def mend(self) -> None:
        self._left = 1_000_000

    def _spend(self) -> None:
        if self._left <= 0:
            self._left = -1
            raise StoreUnavailable("the plugin storage is away (test)")
        self._left -= 1

    def _lose(self) -> None:
        if self._left == 0 and self._is_lost:
            self._left = -1
            raise StoreUnavailable("the answer was lost (test)")
