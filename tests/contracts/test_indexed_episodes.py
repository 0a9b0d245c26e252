"""An index in memory before a store: still a store, and never other than what is stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import StoreUnavailable
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Candidate, Record
from ltm.ports.vector_table import Row, StoredRow
from tests.contracts.episode_store_contract import (
    Backend,
    EpisodeStoreContract,
    FailingBackendContract,
    OtherDimensionsContract,
)
from tests.contracts.episodes import AXIS, DIMENSIONS, HERE, MODEL, Maker
from tests.contracts.index_play import IndexPlay
from tests.services.tables import GoodTable

pytestmark = pytest.mark.anyio

ENOUGH = 10**9


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ltm.adapters.indexed_episodes._PAUSE_S", 0)


class EagerlyIndexed(IndexedEpisodes):
    """Has every scope in memory that is written to or searched, as far as the bound lets it."""

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        await self.load(scope)
        await super().put(scope, records)

    async def search(self, scope: Scope, query: Embedding, limit: int) -> list[Candidate]:
        await self.load(scope)
        return await super().search(scope, query, limit)


class EveryOtherHeld(IndexedEpisodes):
    """Holds every other record it is given, in place of putting it."""

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        for number, record in enumerate(records):
            if (number + len(self.held(scope))) % 2:
                self.hold(scope, record)
            else:
                await super().put(scope, [record])


class EveryOtherHeldAndLoaded(EveryOtherHeld, EagerlyIndexed):
    pass


class FailingTable(GoodTable):
    """Answers until it is told to fail."""

    fails = False

    async def upsert(self, rows: Sequence[Row]) -> None:
        self._check()
        await super().upsert(rows)

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        self._check()
        return await super().search(scope, vector, limit)

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        self._check()
        return await super().list_scope(scope, offset, limit)

    async def list_id(self, row_id: str) -> list[StoredRow]:
        self._check()
        return await super().list_id(row_id)

    async def delete_scope(self, scope: str) -> None:
        self._check()
        await super().delete_scope(scope)

    def _check(self) -> None:
        if self.fails:
            raise StoreUnavailable("the table does not answer (test)")


def failing_backend(kind: type[IndexedEpisodes], bound_bytes: int = ENOUGH) -> Backend:
    table = FailingTable()

    async def fail() -> None:
        table.fails = True

    inner = TableEpisodes(table, DIMENSIONS)
    return Backend(store=kind(inner, model=MODEL, bound_bytes=lambda: bound_bytes), fail=fail)


async def never_fails() -> None:
    raise AssertionError("nothing is behind this store")


class TestLoadedOverMemory(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        store = EagerlyIndexed(InMemoryEpisodes(), model=MODEL, bound_bytes=lambda: ENOUGH)
        return Backend(store=store, fail=never_fails)


class TestNotLoadedOverMemory(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return Backend(
            store=IndexedEpisodes(InMemoryEpisodes(), model=MODEL, bound_bytes=lambda: ENOUGH), fail=never_fails
        )


class TestLoadedOverATable(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(EagerlyIndexed)


class TestNotLoadedOverATable(FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(IndexedEpisodes)


class TestHalfHeldOverMemory(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        store = EveryOtherHeld(InMemoryEpisodes(), model=MODEL, bound_bytes=lambda: ENOUGH)
        return Backend(store=store, fail=never_fails)


class TestHalfHeldOverATable(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(EveryOtherHeld)


class TestHalfHeldAndLoadedOverATable(EpisodeStoreContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(EveryOtherHeldAndLoaded)


class TestATinyBound(FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(EagerlyIndexed, bound_bytes=1)


class TestABoundThatIsCrossedAgainAndAgain(EpisodeStoreContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return failing_backend(EagerlyIndexed, bound_bytes=25_000)


@pytest.mark.parametrize("first", range(0, 90, 30))
async def test_an_index_is_always_as_if_built_anew(first: int) -> None:
    for seed in range(first, first + 30):
        play, steps = IndexPlay(seed), []
        try:
            for _ in range(12):
                steps.append(await play.step())
                await play.check()
            await play.end()
        except BaseException as exc:
            exc.add_note(f"{seed=} {steps=}")
            raise


class LingeringEpisodes(InMemoryEpisodes):
    """Deletes between the first page of a scan and the second, and says so only when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.is_scanned, self.may_answer = asyncio.Event(), asyncio.Event()

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        await self.is_scanned.wait()
        deleted = await super().delete(scope, episode_id)
        await self.may_answer.wait()
        return deleted

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        offset = 0
        while page := list(self._scopes.get(scope, {}).values())[offset : offset + 4]:
            yield page
            offset += len(page)
            self.is_scanned.set()
            await asyncio.sleep(0.005)


async def test_a_write_that_began_before_the_load_and_ends_after_it_spoils_nothing() -> None:
    inner, maker = LingeringEpisodes(), Maker()
    records = [maker.record() for _ in range(8)]
    await inner.put(HERE, records)
    episodes = IndexedEpisodes(inner, model=MODEL, bound_bytes=lambda: ENOUGH)
    deleting = asyncio.create_task(episodes.delete(HERE, records[0].episode.id))
    await asyncio.sleep(0)
    loading = asyncio.create_task(episodes.load(HERE))
    await asyncio.sleep(0.03)
    inner.may_answer.set()
    await asyncio.gather(deleting, loading, return_exceptions=True)
    assert await episodes.load(HERE)
    found = await episodes.search(HERE, AXIS, 10)
    assert {c.episode.id for c in found} == {record.episode.id for record in records[1:]}
