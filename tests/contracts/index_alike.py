"""Two indexes of the same memories, told apart by anything they show or answer."""

from collections.abc import Sequence

import numpy as np
import pytest

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.columns import NONE, Columns
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.ranking import Evidence, Terms, rank
from ltm.domain.recall import Recalled, RecallQuery, Via
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.ports.scope_view import Viewed
from ltm.services.recall import RecallService
from tests.contracts.episodes import HERE
from tests.doubles import FixedClock
from tests.fakes import HashEmbedder

EMBEDDER = CachedEmbedder(HashEmbedder(), 10_000)
QUESTIONS = (
    RecallQuery(text="does Alice like tea?", speaker=Speaker(id="1", name="Alice"), top_k=20),
    RecallQuery(text="when is the dentist in Rome", context=("and Bob?", "昨天 咖啡"), top_k=3),
    RecallQuery(text="ORD-2024-8817 咖啡 yesterday", top_k=8),
)
CLOSE = 1e-5
"""Rows stand elsewhere in an index built anew, so that sums are rounded otherwise."""


async def assert_alike(index: ScopeIndex, anew: ScopeIndex, questions: Sequence[RecallQuery]) -> None:
    """Both hold the same memories, see them alike and answer alike."""
    assert len(index) == len(anew)
    assert _living(index) == _living(anew)
    assert _seen(index) == _seen(anew)
    assert set(index.speakers) == set(anew.speakers)
    for query in questions:
        found, terms = await _asked(index, query)
        expected, expected_terms = await _asked(anew, query)
        assert terms.keys() == expected_terms.keys()
        for episode_id, values in terms.items():
            assert values == pytest.approx(expected_terms[episode_id], abs=CLOSE), episode_id
        _assert_same_order(found, expected)


def _assert_same_order(found: Recalled, expected: Recalled) -> None:
    """Equal in order but for scores that are equal but for rounding."""
    assert [hit.score for hit in found.hits] == pytest.approx([hit.score for hit in expected.hits], abs=CLOSE)
    scores = {hit.episode.id: hit.score for hit in expected.hits}
    for hit, place in zip(found.hits, expected.hits, strict=True):
        assert hit.episode.id == place.episode.id or scores.get(hit.episode.id, hit.score) == pytest.approx(
            place.score, abs=CLOSE
        )


def _living(index: ScopeIndex) -> dict[EpisodeId, Episode]:
    episodes = [index.episode(int(row)) for row in np.flatnonzero(index.columns.alive)]
    assert len({episode.id for episode in episodes}) == len(episodes)
    return {episode.id: episode for episode in episodes}


def _seen(index: ScopeIndex) -> tuple[object, ...]:
    """Return the columns and the vectors by id, with rows and codes as what they stand for."""
    columns, ids = index.columns, _ids(index)
    alike = ("at", "recalled_at", "recall_count", "importance", "status", "kind", "source", "asks", "asking", "timed")
    values = {
        episode_id: (
            {name: getattr(columns, name)[row].item() for name in alike},
            None if columns.speaker[row] == NONE else columns.speakers[columns.speaker[row]],
            None if columns.previous[row] == NONE else ids[columns.previous[row]],
            None if columns.following[row] == NONE else ids[columns.following[row]],
            bool(index.embedded()[row]),
            index.vectors([row])[0].tolist() if index.embedded()[row] else None,
            int(index.lengths[row]),
        )
        for row, episode_id in ids.items()
    }
    return values, _conversations(columns, ids)


def _conversations(columns: Columns, ids: dict[int, EpisodeId]) -> set[frozenset[EpisodeId]]:
    groups = np.split(columns.turns, columns.conversation_starts[1:]) if len(columns.turns) else []
    found = [frozenset(ids[row] for row in group.tolist()) for group in groups]
    assert sum(map(len, found)) == len(columns.turns)
    assert len(set(found)) == len(found)
    return set(found)


def _ids(index: ScopeIndex) -> dict[int, EpisodeId]:
    return {int(row): index.episode(int(row)).id for row in np.flatnonzero(index.columns.alive)}


class _Shown(InMemoryEpisodes):
    """A store whose every view is the one index."""

    def __init__(self, index: ScopeIndex) -> None:
        super().__init__()
        self._index = index

    def speakers(self, scope: Scope) -> Sequence[Speaker]:
        return self._index.speakers

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        return Viewed(view=self._index, via=Via.INDEX)

    async def load(self, scope: Scope) -> bool:
        return True

    async def with_content(self, scope: Scope, content: str) -> list[Episode]:
        return self._index.with_content(content)

    def hold(self, scope: Scope, record: Record) -> None:
        raise NotImplementedError

    def release(self, scope: Scope, episode_id: EpisodeId) -> None:
        raise NotImplementedError

    def held(self, scope: Scope) -> Sequence[Record]:
        return ()

    async def stored(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await self.get(scope, episode_id)


async def _asked(index: ScopeIndex, query: RecallQuery) -> tuple[Recalled, dict[EpisodeId, dict[str, float]]]:
    """Return the answer, and all evidence and terms of every memory by id."""
    kept: list[tuple[Evidence, Terms]] = []

    def watched(evidence: Evidence) -> Terms:
        kept.append((evidence, rank(evidence)))
        return kept[-1][1]

    service = RecallService(store=_Shown(index), embedder=EMBEDDER, clock=FixedClock(), half_life_days=30, rank=watched)
    recalled = await service.recall(HERE, query)
    [(evidence, terms)] = kept
    known = {
        "lexical score": evidence.words.scores,
        "covered": evidence.words.covered(np.arange(len(evidence.columns), dtype=np.int32)),
        "accepted": evidence.accepted,
    }
    for name, values in (("cosine", evidence.cosine), ("meaning", evidence.meaning)):
        if values is not None:
            known[name] = values
    columns = {**known, **terms}
    return recalled, {
        episode_id: {name: float(values[row]) for name, values in columns.items()}
        for row, episode_id in _ids(index).items()
    }
