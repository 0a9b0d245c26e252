"""Random lives of the outbox over a store and a storage that come and go, and what must hold in the end."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from uuid import UUID

import numpy as np

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import LongTermMemoryError, OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.ports.outbox import PendingErasure
from ltm.services.outbox import OutboxService
from ltm.services.scope_locks import ScopeLocks
from tests.contracts.index_play import UnsteadyEpisodes
from tests.doubles import FixedClock, WatchedStorage
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, THERE

EMBEDDER = HashEmbedder()
NOT_EMBEDDED = Embedding("", np.zeros(0, dtype=np.float32))
PLACES = (HERE, THERE)


class UnsteadyStorage(WatchedStorage):
    """Does not answer while `is_down`; `lost` of its next writes are done without an answer."""

    def __init__(self, inner: InMemoryStorage) -> None:
        super().__init__(inner)
        self.is_down = False
        self.lost = 0

    async def put(self, key: str, value: bytes) -> None:
        await super().put(key, value)
        self._lose()

    async def delete(self, key: str) -> None:
        await super().delete(key)
        self._lose()

    async def _called(self, method: str, key: str) -> None:
        await super()._called(method, key)
        if self.is_down:
            raise StoreUnavailable("the plugin storage is away (test)")

    def _lose(self) -> None:
        if self.lost:
            self.lost -= 1
            raise StoreUnavailable("the answer was lost (test)")


@dataclass(slots=True, kw_only=True)
class Fate:
    """What was said of one memory: the words it may have now and ever had, and when it was begun and promised."""

    scope: Scope
    is_alices: bool
    words: set[str]
    ever: set[str]
    begun: int
    promised: int = 0
    is_kept: bool = False
    may_be_gone: bool = False
    must_be_gone: bool = False
    applied: list[int] = field(default_factory=list)


class Process:
    """One process over what outlives it; `apply` writes as the plugin does."""

    def __init__(self, inner: UnsteadyEpisodes, storage: UnsteadyStorage, clock: FixedClock) -> None:
        self.store = IndexedEpisodes(inner, model=EMBEDDER.model, bound_bytes=lambda: 10**9)
        self.locks = ScopeLocks()
        self.outbox = OutboxService(
            outbox=StoredOutbox(storage, clock),
            store=self.store,
            first_pause_s=0.0005,
            longest_pause_s=0.002,
            patience_s=0.5,
        )
        self.applied: Callable[[EpisodeId], None] = lambda episode_id: None
        self._at_once = 0
        self.outbox.attach(self._apply_memory, self._apply_erasure)

    async def forget(self, scope: Scope, episode_id: EpisodeId) -> None:
        async with self.outbox.forgetting(scope, episode_id), self.locks.of(scope):
            await self.store.delete(scope, episode_id)

    async def rewrite(self, scope: Scope, episode_id: EpisodeId, content: str) -> bool:
        await self.outbox.load()
        while True:
            async with self.locks.of(scope):
                record = await self.store.get(scope, episode_id)
                if record is None:
                    return False
                record = replace(record, episode=replace(record.episode, content=content))
                if not self.outbox.holds(scope, episode_id):
                    await self.store.replace(scope, record)
                    return True
            if await self.outbox.amend(scope, record):
                return True

    async def end(self) -> None:
        await self.outbox.close()
        await self.store.close()

    async def _apply_memory(self, scope: Scope, record: Record) -> None:
        self._at_once += 1
        try:
            assert self._at_once == 1
            if not len(record.embedding.vector):
                [embedding] = await EMBEDDER.embed_documents([record.episode.content])
                record = replace(record, embedding=embedding)
            async with self.locks.of(scope):
                await self.store.put(scope, [record])
            self.applied(record.episode.id)
        finally:
            self._at_once -= 1

    async def _apply_erasure(self, wish: PendingErasure) -> None:
        records = [record async for batch in self.store.scan(wish.scope) for record in batch]
        for episode in (record.episode for record in records):
            if episode.concerns(wish.speaker_id) and episode.at <= wish.at:
                await self.forget(wish.scope, episode.id)


class OutboxPlay:
    """Random steps; what they promise is written down, and `end` compares it with what is there."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._clock = FixedClock()
        self._kept = InMemoryStorage()
        self.inner = UnsteadyEpisodes(self._random)
        self._storage = UnsteadyStorage(self._kept)
        self._fates: dict[EpisodeId, Fate] = {}
        self._now = 0
        self._process = self._started()

    async def step(self) -> str:
        alone: dict[Callable[[], Awaitable[None]], int] = {self._crash: 3, self._calm: 4, self._killed: 3}
        steps = {**alone, self._switch: 6, self._lose: 2, self._several: 4, **self._writes()}
        [step] = self._random.choices(list(steps), list(steps.values()))
        await step()
        return step.__name__

    async def check(self) -> None:
        """What was promised is found and what was forgotten is not, as far as the store answers."""
        try:
            await self._process.outbox.load()
        except StoreUnavailable:
            # A process that could not look yet knows nothing of what an earlier one promised.
            return
        for episode_id, fate in self._fates.items():
            try:
                found = await self._process.store.get(fate.scope, episode_id)
            except StoreUnavailable:
                continue
            # A note that an earlier process left may hide what was rewritten since, until it is looked into.
            waits = self._process.outbox.holds(fate.scope, episode_id)
            self._compare(fate, found.episode if found else None, fate.ever if waits else fate.words)

    async def end(self) -> None:
        """Let all come back, and compare."""
        self.inner.is_down = self._storage.is_down = False
        self.inner.failures, self._storage.lost = [], 0
        # Anew: what was noted without an answer is known to the next process only.
        await self._crash()
        for _ in range(500):
            self._process.outbox.nudge()
            await self._process.outbox.settled()
            if not self._process.outbox.waiting:
                break
            await asyncio.sleep(0.001)
        assert self._process.outbox.waiting == 0
        assert await self._kept.keys("outbox") == []
        assert [self._process.store.held(of) for of in PLACES] == [(), ()]
        stored = {(of, r.episode.id): r.episode for of in PLACES for r in self.inner.records(of)}
        for episode_id, fate in self._fates.items():
            self._compare(fate, stored.pop((fate.scope, episode_id), None), fate.words)
        assert stored == {}
        self._assert_in_order()
        await self._process.end()

    def _compare(self, fate: Fate, found: Episode | None, words: set[str]) -> None:
        if fate.must_be_gone:
            assert found is None
        elif found is None:
            assert fate.may_be_gone
        else:
            assert found.content in words

    def _assert_in_order(self) -> None:
        """Of what was left to the background, what was promised before another was begun is written before it."""
        kept = [fate for fate in self._fates.values() if fate.is_kept and fate.applied]
        for one in kept:
            for other in kept:
                if one.scope == other.scope and one.promised < other.begun:
                    assert one.applied[0] < other.applied[0]

    def _writes(self) -> dict[Callable[[], Awaitable[None]], int]:
        return {self._keep: 10, self._remember: 6, self._forget: 5, self._rewrite: 4, self._erase: 1}

    def _started(self) -> Process:
        process = Process(self.inner, self._storage, self._clock)
        process.applied = self._applied
        return process

    def _applied(self, episode_id: EpisodeId) -> None:
        self._fates[episode_id].applied.append(self._tick())

    async def _keep(self) -> None:
        scope, record, fate = await self._new()
        # Until it is promised it may be there or not.
        fate.may_be_gone = True
        with suppress(StoreUnavailable):
            await self._process.outbox.keep(scope, record)
            fate.may_be_gone, fate.is_kept, fate.promised = False, True, self._tick()

    async def _remember(self) -> None:
        """Write as a correction is written: noted, put, done; or kept where that fails."""
        scope, record, fate = await self._new()
        fate.may_be_gone = True
        process = self._process
        with suppress(StoreUnavailable):
            key = await process.outbox.begin(scope, record)
            try:
                await process.store.put(scope, [record])
            except (StoreUnavailable, OutcomeUnknown):
                await process.outbox.keep(scope, record)
            except BaseException:
                process.outbox.hand_over(key)
                raise
            else:
                await process.outbox.done(key)
            fate.may_be_gone, fate.promised = False, self._tick()

    async def _forget(self) -> None:
        episode_id, fate = self._some()
        if fate is None:
            return
        was, fate.may_be_gone = fate.may_be_gone, True
        try:
            await self._process.forget(fate.scope, episode_id)
            fate.must_be_gone = True
        except StoreUnavailable:
            # Nothing of it was done if the store was away all the time.
            fate.may_be_gone = was or not self.inner.is_down
        except OutcomeUnknown:
            pass

    async def _rewrite(self) -> None:
        episode_id, fate = self._some()
        if fate is None:
            return
        content = f"rewritten {self._tick()}"
        before = set(fate.words)
        fate.words.add(content)
        fate.ever.add(content)
        with suppress(StoreUnavailable, OutcomeUnknown):
            if await self._process.rewrite(fate.scope, episode_id, content):
                fate.words -= before

    async def _erase(self) -> None:
        scope = self._random.choice(PLACES)
        self._clock.advance(seconds=1)
        for fate in self._fates.values():
            if fate.scope == scope and fate.is_alices:
                fate.may_be_gone = True
        with suppress(StoreUnavailable):
            key = await self._process.outbox.begin_erasure(scope, GROUP, ALICE.id)
            self._process.outbox.hand_over(key)
        self._clock.advance(seconds=1)

    async def _several(self) -> None:
        chosen = self._random.choices([self._keep, self._remember], k=self._random.randint(2, 4))
        # Only one: of two to the same memory at once it is not said which comes first.
        one = self._random.choice([self._forget, self._rewrite])
        await asyncio.gather(*(step() for step in (*chosen, one)))

    async def _switch(self) -> None:
        self.inner.is_down = self._random.random() < 0.5
        self._storage.is_down = self._random.random() < 0.2

    async def _lose(self) -> None:
        kinds = [StoreUnavailable, OutcomeUnknown]
        failure: LongTermMemoryError = self._random.choice(kinds)("the write was lost (test)")
        self.inner.failures = [(failure, self._random.random() < 0.7)]
        self._storage.lost = self._random.choice([0, 0, 1])

    async def _calm(self) -> None:
        self._process.outbox.nudge()
        await self._process.outbox.settled()

    async def _killed(self) -> None:
        """End the process in the midst of a step."""
        writes = self._writes()
        [step] = self._random.choices(list(writes), list(writes.values()))
        task = asyncio.ensure_future(step())
        for _ in range(self._random.randrange(12)):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await self._crash()

    async def _crash(self) -> None:
        for _ in range(self._random.randrange(8)):
            await asyncio.sleep(0)
        await self._process.end()
        self._process = self._started()
        with suppress(StoreUnavailable):
            await self._process.outbox.load()

    def _tick(self) -> int:
        self._now += 1
        return self._now

    async def _new(self) -> tuple[Scope, Record, Fate]:
        self._clock.advance(seconds=self._random.choice([1, 0.001]))
        scope, number = self._random.choice(PLACES), self._tick()
        episode = Episode(
            id=EpisodeId(str(UUID(int=self._random.getrandbits(128), version=4))),
            content=f"memory {number}",
            at=self._clock.now(),
            speaker=self._random.choice([ALICE, BOB]),
        )
        [vector] = await EMBEDDER.embed_documents([episode.content])
        words = episode.content
        fate = Fate(scope=scope, is_alices=episode.speaker == ALICE, words={words}, ever={words}, begun=number)
        self._fates[episode.id] = fate
        return scope, Record(episode=episode, embedding=self._random.choice([vector, NOT_EMBEDDED])), fate

    def _some(self) -> tuple[EpisodeId, Fate | None]:
        promised = [i for i, fate in self._fates.items() if fate.promised and not fate.must_be_gone]
        if not promised:
            return EpisodeId(""), None
        episode_id = self._random.choice(promised)
        return episode_id, self._fates[episode_id]
