"""The proof on the operator's backend: it sees every fault, and leaves nothing behind where that is possible."""

import logging

import pytest

from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.table_episodes import TableEpisodes
from ltm.ports.embedder import Embedder, Vector
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.vector_table import StoredRow
from ltm.services.health import Check, HealthService, Verdict, prove, verdict
from tests.doubles import BrokenEmbedder, BrokenEpisodes, FixedClock, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services import tables
from tests.services.memories import HERE, contents, episode, stored

pytestmark = pytest.mark.anyio

STEPS = ["write", "isolation", "filtering", "rewriting", "deletion", "clean up"]
VERDICTS: tuple[Verdict, ...] = ("OK", "WARN", "ERROR")
CAN_DELETE = [
    tables.GoodTable,
    tables.FilterlessTable,
    tables.LeakySearchTable,
    tables.LyingSearchTable,
    tables.DeletesAllByIdTable,
    tables.DeletesAllByScopeTable,
    tables.FindsNothingTable,
    tables.ForgetfulTable,
    tables.AppendingTable,
    tables.TruncatingTable,
]


async def proved(store: EpisodeStore) -> list[Check]:
    return await prove(store, model=HashEmbedder().model, dimensions=64, clock=FixedClock())


def failed(checks: list[Check]) -> list[str]:
    return [check.name for check in checks if check.verdict == "ERROR"]


def health(store: EpisodeStore, *chain: Embedder) -> HealthService:
    embedder = FallbackEmbedder(chain)
    return HealthService(store=store, embedder=embedder, clock=FixedClock(), model=HashEmbedder().model, dimensions=64)


async def test_a_good_backend_passes_every_check_in_order() -> None:
    checks = await proved(TableEpisodes(tables.GoodTable()))
    assert [(check.name, check.verdict) for check in checks] == [(name, "OK") for name in STEPS]


@pytest.mark.parametrize("table", CAN_DELETE)
async def test_nothing_is_left_behind_on_any_backend_that_can_delete(table: type[tables.GoodTable]) -> None:
    bad = table()
    await proved(TableEpisodes(bad))
    assert bad.rows == {}


async def test_what_cannot_be_deleted_is_said() -> None:
    checks = await proved(TableEpisodes(tables.UndeletingTable()))
    assert failed(checks) == ["deletion", "clean up"]


async def test_real_memories_survive_a_check() -> None:
    store = TableEpisodes(tables.GoodTable())
    await stored(store, HashEmbedder(), HERE, *(episode(f"memory {number}") for number in range(50)))
    before = await contents(store, HERE)
    assert verdict(await health(store, HashEmbedder()).check()) == "OK"
    assert await contents(store, HERE) == before


async def test_a_search_that_lies_about_scopes_is_caught() -> None:
    store = TableEpisodes(tables.LyingSearchTable())
    await stored(store, HashEmbedder(), HERE, episode("secret"))
    assert "isolation" in failed(await proved(store))


@pytest.mark.parametrize("broken", ["put", "get", "search", "scan", "replace"])
async def test_a_backend_that_does_not_answer_fails_the_check_and_raises_nothing(broken: str) -> None:
    store = BrokenEpisodes()
    store.broken = {broken}
    checks = await proved(store)
    assert verdict(checks) == "ERROR"
    assert any(f"did not answer a {broken}" in check.detail for check in checks)
    assert checks[-1].name == "clean up"


async def test_a_backend_that_cannot_write_is_asked_no_more() -> None:
    assert [check.name for check in await proved(TableEpisodes(tables.ForgetfulTable()))] == ["write", "clean up"]


async def test_a_search_that_lags_behind_writes_is_a_warning() -> None:
    class Lagging(tables.GoodTable):
        asked = 0

        async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
            self.asked += 1
            return [] if self.asked < 3 else await super().search(scope, vector, limit)

    checks = await proved(TableEpisodes(Lagging()))
    assert {check.name: check.verdict for check in checks if check.verdict != "OK"} == {"isolation": "WARN"}


@pytest.mark.parametrize(
    ("chain", "expected"),
    [
        ([HashEmbedder()], {"embedding": ("OK", "hash-64")}),
        (
            [BrokenEmbedder(TableEmbedder({}, model="away/1")), HashEmbedder()],
            {
                "embedding": ("WARN", "hash-64 stands in for away/1"),
                "embedding model away/1": ("WARN", "the embedding model did not answer (test)"),
            },
        ),
        (
            [BrokenEmbedder(HashEmbedder())],
            {
                "embedding": (
                    "ERROR",
                    "no embedding model answers (hash-64: the embedding model did not answer (test))",
                ),
                "embedding model hash-64": ("WARN", "the embedding model did not answer (test)"),
            },
        ),
    ],
    ids=["good", "another stands in", "broken"],
)
async def test_the_embedding_models_are_checked_last(
    chain: list[Embedder], expected: dict[str, tuple[str, str]]
) -> None:
    checks = await health(TableEpisodes(tables.GoodTable()), *chain).check()
    assert [check.name for check in checks[: len(STEPS)]] == STEPS
    assert {check.name: (check.verdict, check.detail) for check in checks[len(STEPS) :]} == expected


def test_the_verdict_is_the_worst_of_all() -> None:
    ok, warn, error = (Check(name="c", verdict=v) for v in VERDICTS)
    assert verdict([]) == "OK"
    assert verdict([ok, ok]) == "OK"
    assert verdict([ok, warn, ok]) == "WARN"
    assert verdict([warn, error, ok]) == verdict([error, warn]) == "ERROR"


async def test_every_check_is_logged_by_name(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        await proved(TableEpisodes(tables.GoodTable()))
    for name in STEPS:
        assert f"{name.replace(' ', '_')}=OK" in caplog.text
