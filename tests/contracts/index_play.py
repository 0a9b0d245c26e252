"""Random lives of indexed episodes over a store that pauses, fails and shifts its pages, and what must hold in them."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import timedelta
from uuid import UUID

import numpy as np
import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.scope import Scope
from ltm.errors import LongTermMemoryError, OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, Record
from tests.contracts.episodes import HERE, THERE
from tests.contracts.index_alike import EMBEDDER, QUESTIONS, assert_alike
from tests.doubles import START

PLACES = (HERE, THERE)
_TEXT = "tea coffee Rome dentist Monday yesterday who? when likes ORD-2024-8817 the a Alice 咖啡 喜欢 昨天 ？"
WORDS = _TEXT.split()
SPEAKERS = (
    None,
    *(Speaker(id=i, name=n) for i, n in (("1", "Alice"), ("2", "Bob"), ("1", "Alicia"), ("3", ""), ("4", "Alice"))),
)


class UnsteadyEpisodes(InMemoryEpisodes):
    """Lets others go first before and after it works, lists by offset while rows shift, and fails when told to."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self.is_down = False
        self.failures: list[tuple[LongTermMemoryError, bool]] = []
        """How the next writes fail, and whether what they were to do is done nevertheless."""

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        failure = await self._begun()
        await super().put(scope, records)
        await self._ended(failure)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        failure = await self._begun()
        deleted = await super().delete(scope, episode_id)
        await self._ended(failure)
        return deleted

    async def clear(self, scope: Scope) -> None:
        failure = await self._begun()
        await super().clear(scope)
        await self._ended(failure)

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        await self._pause()
        self._answer()
        found = await super().get(scope, episode_id)
        await self._pause()
        return found

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        self._answer()
        return await super().search(scope, query, limit)

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self._answer()
        offset = 0
        while page := list(self._scopes.get(scope, {}).values())[offset : offset + 4]:
            yield page
            offset += len(page)
            await self._pause()

    def records(self, scope: Scope) -> list[Record]:
        return list(self._scopes.get(scope, {}).values())

    async def _begun(self) -> LongTermMemoryError | None:
        await self._pause()
        self._answer()
        failure, is_done = self.failures.pop() if self.failures else (None, True)
        if failure is not None and not is_done:
            raise failure
        return failure

    async def _ended(self, failure: LongTermMemoryError | None) -> None:
        await self._pause()
        if failure is not None:
            raise failure

    def _answer(self) -> None:
        if self.is_down:
            raise StoreUnavailable("the store does not answer (test)")

    async def _pause(self) -> None:
        for _ in range(self._chance.randrange(4)):
            await asyncio.sleep(0)


class IndexPlay:
    """Random steps done to IndexedEpisodes; after each of them `check` must hold."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.inner = UnsteadyEpisodes(self._random)
        self._bound = 10**9
        self._ids = [EpisodeId(str(UUID(int=self._random.getrandbits(128), version=4))) for _ in range(24)]
        self._embedder = EMBEDDER
        self._tainted: set[Scope] = set()
        """Where a write failed: what the store did of it is not known to the index until that is loaded again."""
        self.episodes = self._opened()

    async def step(self) -> str:
        steps = {self._write: 20, self._several: 6, self._failing: 4, self._load: 6, self._view: 6}
        steps |= {self._hold: 6, self._release: 4, self._meet: 4, self._away: 4}
        rare = {self._evict: 1, self._restart: 1, self._rebound: 1, self._wait: 6}
        [step] = self._random.choices([*steps, *rare], [*steps.values(), *rare.values()])
        await step()
        return step.__name__

    async def check(self) -> None:
        """The indexes in memory are as if built anew from what is stored and held, and so is what is read."""
        for of in PLACES:
            expected = self._expected(of)
            if (index := self.episodes.index(of)) is not None:
                anew = ScopeIndex.of(self._embedder.model, expected.values())
                await assert_alike(index, anew, self._random.sample(QUESTIONS, 1))
            episode_id = self._random.choice(self._ids)
            found = await self.episodes.get(of, episode_id)
            assert (found.episode if found else None) == (
                expected[episode_id].episode if episode_id in expected else None
            )
            scanned = [record async for batch in self.episodes.scan(of) for record in batch]
            assert len(scanned) == len(expected)
            assert {r.episode.id: r.episode for r in scanned} == {i: r.episode for i, r in expected.items()}

    async def end(self) -> None:
        """Load what is stored, check it, and stop."""
        self._bound = 10**9
        for of in PLACES:
            # What is under way may have been disturbed too often; the next one is not.
            with suppress(StoreUnavailable):
                await self.episodes.load(of)
            assert await self.episodes.load(of)
            index = self.episodes.index(of)
            assert index is not None
            await assert_alike(index, ScopeIndex.of(self._embedder.model, self._expected(of).values()), QUESTIONS)
        await self.episodes.close()

    def _expected(self, of: Scope) -> dict[EpisodeId, Record]:
        return {record.episode.id: record for record in (*self.inner.records(of), *self.episodes.held(of))}

    def _opened(self) -> IndexedEpisodes:
        return IndexedEpisodes(self.inner, model=self._embedder.model, bound_bytes=lambda: self._bound)

    async def _write(self) -> None:
        of, chance = self._random.choice(PLACES), self._random.random()
        known = list(self._expected(of))
        if chance < 0.2:
            await self.episodes.delete(of, self._random.choice([*known, self._ids[0]]))
        elif chance < 0.23:
            await self.episodes.clear(of)
        elif chance < 0.5 and known:
            await self.episodes.replace(of, await self._changed(of, self._random.choice(known)))
        else:
            chosen = self._random.sample(self._own(of), self._random.randint(1, 4))
            await self.episodes.put(of, [await self._record(episode_id) for episode_id in chosen])

    def _own(self, of: Scope) -> list[EpisodeId]:
        return self._ids[: len(self._ids) // 2] if of == HERE else self._ids[len(self._ids) // 2 :]

    async def _hold(self) -> None:
        of = self._random.choice(PLACES)
        episode_id = self._random.choice(self._own(of))
        self.episodes.hold(of, await self._record(episode_id))
        assert episode_id in {record.episode.id for record in self.episodes.held(of)}

    async def _release(self) -> None:
        of = self._random.choice(PLACES)
        episode_id = self._random.choice([*(record.episode.id for record in self.episodes.held(of)), self._ids[0]])
        self.episodes.release(of, episode_id)
        assert episode_id not in {record.episode.id for record in self.episodes.held(of)}

    async def _meet(self) -> None:
        """Several at once to the same memory."""
        of = self._random.choice(PLACES)
        episode_id = self._random.choice([*(record.episode.id for record in self.episodes.held(of)), self._ids[0]])
        one, other, third = [await self._record(episode_id) for _ in range(3)]
        await self.episodes.load(of)

        async def held() -> None:
            await self._wait()
            self.episodes.hold(of, third)

        async def released() -> None:
            await self._wait()
            self.episodes.release(of, episode_id)

        steps = [self.episodes.put(of, [one]), self.episodes.replace(of, other), held(), released()]
        chosen = self._random.sample(steps, 2)
        for step in steps:
            if step not in chosen:
                step.close()
        await asyncio.gather(*chosen)

    async def _away(self) -> None:
        """While the store does not answer, what is held does, is not lost, and nothing forgotten comes back."""
        of = self._random.choice(PLACES)
        expected, held = self._expected(of), {record.episode.id for record in self.episodes.held(of)}
        self.inner.is_down = True
        query = await self._embedder.embed_query("tea")
        for asked in (query, None):
            await self._asked_while_away(of, asked, held, expected)
        with suppress(StoreUnavailable):
            hits = await self.episodes.search(of, query, 50)
            with_vector = {r.episode.id for r in self.episodes.held(of) if r.embedding.model == query.model}
            assert {hit.episode.id for hit in hits} >= with_vector
        if held:
            gone = self._random.choice(sorted(held))
            content = expected[gone].episode.content
            assert gone in {episode.id for episode in await self.episodes.with_content(of, content)}
            with pytest.raises(StoreUnavailable):
                await self.episodes.delete(of, gone)
            assert await self.episodes.get(of, gone) == expected[gone]
        self.inner.is_down = False

    async def _asked_while_away(
        self, of: Scope, query: Embedding | None, held: set[EpisodeId], expected: dict[EpisodeId, Record]
    ) -> None:
        try:
            view = (await self.episodes.view(of, query, 5)).view
        except StoreUnavailable:
            assert not held
            return
        seen = {view.episode(int(row)).id: view.episode(int(row)) for row in np.flatnonzero(view.columns.alive)}
        assert seen.keys() >= held
        if of not in self._tainted:
            assert all(seen[episode_id] == expected[episode_id].episode for episode_id in seen)

    async def _several(self) -> None:
        steps = [self._write, self._write, self._load, self._view, self._evict, self._hold, self._release]
        chosen = self._random.choices(steps, [8, 8, 2, 2, 1, 3, 2], k=self._random.randint(2, 5))
        await asyncio.gather(*(step() for step in chosen))

    async def _failing(self) -> None:
        failure = self._random.choice([StoreUnavailable, OutcomeUnknown])("the write was lost (test)")
        self.inner.failures = [(failure, self._random.random() < 0.5)]
        self._tainted.update(PLACES)
        outcomes = await asyncio.gather(*(self._write() for _ in range(2)), return_exceptions=True)
        self.inner.failures = []
        assert [error for error in outcomes if error not in (None, failure)] == []

    async def _load(self) -> None:
        # Written to whenever it looks, a load may give up.
        with suppress(StoreUnavailable):
            await self.episodes.load(self._random.choice(PLACES))

    async def _view(self) -> None:
        query = await self._embedder.embed_query(" ".join(self._random.sample(WORDS, 2)))
        await self.episodes.view(self._random.choice(PLACES), query, 5)

    async def _evict(self) -> None:
        self.episodes.drop_all()
        self._tainted.clear()

    async def _restart(self) -> None:
        await self.episodes.close()
        self.episodes = self._opened()
        self._tainted.clear()

    async def _rebound(self) -> None:
        self._bound = self._random.choice([0, 15_000, 30_000, 10**9])

    async def _wait(self) -> None:
        for _ in range(self._random.randrange(12)):
            await asyncio.sleep(0)

    async def _changed(self, of: Scope, episode_id: EpisodeId) -> Record:
        """Return the record with one thing changed, most often something small."""
        old = self._expected(of).get(episode_id)
        new = await self._record(episode_id)
        if old is None or self._random.random() < 0.3:
            return new
        name = self._random.choice([field.name for field in fields(Episode) if field.name != "id"])
        embedding = old.embedding if self._random.random() < 0.7 else new.embedding
        return Record(episode=replace(old.episode, **{name: getattr(new.episode, name)}), embedding=embedding)

    async def _record(self, episode_id: EpisodeId) -> Record:
        chance = self._random
        content = " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
        is_turn = chance.random() < 0.6
        episode = Episode(
            id=episode_id,
            content=content,
            at=START - timedelta(days=chance.choice([0, 1, 1, chance.uniform(0, 400)])),
            tags=tuple(chance.sample(WORDS, chance.randint(0, 2))),
            importance=chance.randint(1, 5),
            speaker=chance.choice(SPEAKERS),
            subject=chance.choice(["", "tea"]),
            about=chance.choice(["", "1"]),
            original=chance.choice(["", "said so"]),
            pinned=chance.random() < 0.1,
            source=chance.choice(list(Source)),
            status=chance.choices(list(Status), [5, 1, 1])[0],
            superseded_by=chance.choice([None, episode_id]),
            kind=Kind.TURN if is_turn else Kind.FACT,
            conversation=chance.choice(["one", "two"]) if is_turn or chance.random() < 0.1 else "",
            position=chance.randrange(6) if is_turn else 0,
            recalled_at=chance.choice([None, START - timedelta(days=chance.randrange(9))]),
            recall_count=chance.choice([0, 3, 70_000]),
        )
        (own,) = await self._embedder.embed_documents([content])
        foreign = Embedding("other/2", np.ones(5, dtype=np.float32) / np.float32(5**0.5))
        without = Embedding("", np.zeros(0, dtype=np.float32))
        return Record(episode=episode, embedding=chance.choices([own, foreign, without], [10, 2, 1])[0])
