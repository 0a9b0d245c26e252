"""A store and InMemoryEpisodes, played alike at random."""

from collections.abc import Sequence

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, EpisodeStore
from tests.contracts.episodes import MODEL, SCOPES, Maker

TOLERANCE = 1e-2
"""How far a cosine may be off: the vectors are kept in eight bits."""


class RandomPlay:
    """Random steps, done to a store and to InMemoryEpisodes alike; the answers must agree."""

    def __init__(self, store: EpisodeStore, seed: int) -> None:
        self.store = store
        self.model = InMemoryEpisodes()
        self._maker = Maker(seed)
        self._random = self._maker.random
        self._ids: dict[Scope, list[EpisodeId]] = {of: [] for of in SCOPES}
        self._gone: list[EpisodeId] = [self._maker.id()]

    async def step(self) -> str:
        of = self._random.choice(SCOPES)
        kinds = {self._put: 30, self._replace: 20, self._delete: 20, self._search: 25, self._get: 10, self._clear: 1}
        [kind] = self._random.choices(list(kinds), list(kinds.values()))
        await kind(of)
        return kind.__name__

    async def _put(self, of: Scope) -> None:
        records = [self._maker.record() for _ in range(self._random.randint(0, 3))]
        if self._ids[of] and self._random.random() < 0.3:
            records.append(self._maker.record(episode_id=self._random.choice(self._ids[of])))
        await self.store.put(of, records)
        await self.model.put(of, records)
        self._ids[of] = list(dict.fromkeys([*self._ids[of], *(record.episode.id for record in records)]))

    async def _replace(self, of: Scope) -> None:
        if self._ids[of]:
            record = self._maker.record(episode_id=self._random.choice(self._ids[of]))
            await self.store.replace(of, record)
            await self.model.replace(of, record)

    async def _delete(self, of: Scope) -> None:
        # Its own, another scope's, and one that was never there or is gone.
        episode_id = self._random.choice([*self._ids[of], *self._ids[self._random.choice(SCOPES)], self._gone[-1]])
        expected = await self.model.delete(of, episode_id)
        assert await self.store.delete(of, episode_id) is expected
        if expected:
            self._ids[of].remove(episode_id)
            self._gone.append(episode_id)

    async def _get(self, of: Scope) -> None:
        episode_id = self._random.choice([*self._ids[self._random.choice(SCOPES)], self._gone[-1]])
        expected, found = await self.model.get(of, episode_id), await self.store.get(of, episode_id)
        assert (found and found.episode) == (expected and expected.episode)

    async def _search(self, of: Scope) -> None:
        query, limit = Embedding(MODEL, self._maker.vector()), self._random.randint(1, 20)
        everything = await self.model.search(of, query, 10**6)
        by_hand = {c.episode.id: c.cosine for c in everything}
        expected = [(c.cosine, c.episode.id) for c in everything[:limit]]
        assert_same_ranking(await self.store.search(of, query, limit), expected, by_hand)

    async def _clear(self, of: Scope) -> None:
        await self.store.clear(of)
        await self.model.clear(of)
        self._gone += self._ids[of]
        self._ids[of] = []


def assert_same_ranking(
    found: Sequence[Candidate], expected: Sequence[tuple[float, EpisodeId]], by_hand: dict[EpisodeId, float]
) -> None:
    """Equal but for what is too near to call: eight bits may swap neighbours."""
    assert len(found) == len({candidate.episode.id for candidate in found}) == len(expected)
    for candidate, (cosine, _) in zip(found, expected, strict=True):
        assert candidate.cosine == pytest.approx(cosine, abs=TOLERANCE)
        assert by_hand[candidate.episode.id] == pytest.approx(cosine, abs=2 * TOLERANCE)
