"""A short isolation play on every store, and proof that it notices a store that lets scopes meet."""

import unicodedata
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.isolation_model import Kind
from benchmarks.isolation_play import IsolationPlay, Outcome, Size
from benchmarks.isolation_services import Services
from benchmarks.isolation_stores import CASES, Case
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Isolation, Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Candidate, Record

pytestmark = pytest.mark.anyio

SEED = 1
"""Others are played by `python3 dev.py bench isolation --seed`."""

SMALL = Size(sessions=16, memories=8, compare_every=150)
STEPS = {"memory": 300, "memory, indexed": 400}
"""A step on the other stores takes ten times as long."""


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, id=case.name, marks=[pytest.mark.langbot] if case.in_langbot else []) for case in CASES],
)
async def test_nothing_crosses_a_scope(case: Case, tmp_path: Path) -> None:
    if case.in_langbot:
        pytest.importorskip("langbot")
    small = replace(case, size=SMALL, bound_bytes=case.bound_bytes // 10)
    outcome = await small.play(tmp_path, SEED, STEPS.get(case.name, 80))
    assert outcome.findings == (), f"{case.name}, seed {SEED}"
    assert outcome.memories > 0
    assert outcome.scopes > SMALL.sessions


class MergingEpisodes(InMemoryEpisodes):
    """Keeps scopes apart by a text that is made of them, and so keeps some of them together."""

    def __init__(self, merged: Callable[[Scope], str]) -> None:
        super().__init__()
        self._merged = merged

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        await super().put(self._of(scope), records)

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await super().get(self._of(scope), episode_id)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        return await super().search(self._of(scope), query, limit)

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        async for batch in super().scan(self._of(scope)):
            yield batch

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        return await super().delete(self._of(scope), episode_id)

    async def clear(self, scope: Scope) -> None:
        await super().clear(self._of(scope))

    def _of(self, scope: Scope) -> Scope:
        return Scope(isolation=Isolation.SESSION, bot_uuid="", session_name=self._merged(scope))


class FindingByIdAlone(InMemoryEpisodes):
    """Deletes and reads by id in whichever scope it is."""

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        return await super().get(self._holder(scope, episode_id), episode_id)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        return await super().delete(self._holder(scope, episode_id), episode_id)

    def _holder(self, scope: Scope, episode_id: EpisodeId) -> Scope:
        return next((of for of, held in self._scopes.items() if episode_id in held), scope)


class SearchingEverywhere(InMemoryEpisodes):
    """Searches without a filter."""

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        everywhere = [await super(SearchingEverywhere, self).search(of, query, limit) for of in self._scopes]
        return sorted((one for found in everywhere for one in found), key=lambda one: -one.cosine)[:limit]


class ClearingTheBot(InMemoryEpisodes):
    """Clears all conversations of a bot with one."""

    async def clear(self, scope: Scope) -> None:
        for of in [of for of in self._scopes if of.bot_uuid == scope.bot_uuid]:
            await super().clear(of)


def joined(scope: Scope) -> str:
    return f"{scope.isolation}:{scope.bot_uuid}:{scope.session_name}"


def exact(scope: Scope) -> str:
    return repr((scope.isolation, scope.bot_uuid, scope.session_name))


LEAKS = {
    "joined": lambda: MergingEpisodes(joined),
    "joined by nothing": lambda: MergingEpisodes(lambda of: of.isolation + of.bot_uuid + of.session_name),
    "folded": lambda: MergingEpisodes(lambda of: exact(of).casefold()),
    "composed": lambda: MergingEpisodes(lambda of: unicodedata.normalize("NFC", exact(of))),
    "one width": lambda: MergingEpisodes(lambda of: unicodedata.normalize("NFKC", exact(of))),
    "trimmed": lambda: MergingEpisodes(lambda of: repr((of.isolation, of.bot_uuid.strip(), of.session_name.strip()))),
    "cut": lambda: MergingEpisodes(lambda of: repr((of.isolation, of.bot_uuid[:9_999], of.session_name[:9_999]))),
    "without isolation": lambda: MergingEpisodes(lambda of: repr((of.bot_uuid, of.session_name))),
    "found by id alone": FindingByIdAlone,
    "searched everywhere": SearchingEverywhere,
    "cleared with the bot": ClearingTheBot,
}


async def play(episodes: InMemoryEpisodes, seed: int, steps: int) -> Outcome:
    storage, size = InMemoryStorage(), replace(SMALL, sessions=40)
    return await IsolationPlay(lambda clock: Services(episodes, storage, clock, bound_bytes=0), seed, size).play(steps)


@pytest.mark.parametrize("leak", list(LEAKS))
async def test_the_play_notices_a_store_that_lets_scopes_meet(leak: str) -> None:
    outcome = await play(LEAKS[leak](), SEED, 600)
    assert outcome.crossed


async def test_the_same_seed_plays_the_same_steps() -> None:
    one, other = [await play(InMemoryEpisodes(), 7, 80) for _ in range(2)]
    assert one == other
    assert one != await play(InMemoryEpisodes(), 8, 80)


async def test_a_profile_that_is_shared_is_noticed() -> None:
    class OneProfile(InMemoryStorage):
        async def get(self, key: str) -> bytes | None:
            return await super().get("one" if key.startswith("profile/") else key)

        async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
            return await super().swap("one" if key.startswith("profile/") else key, expected, value)

    episodes, storage = InMemoryEpisodes(), OneProfile()
    shared = IsolationPlay(lambda clock: Services(episodes, storage, clock, bound_bytes=0), SEED, SMALL)
    outcome = await shared.play(200)
    assert outcome.count(Kind.READ)
