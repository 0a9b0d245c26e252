"""What TableEpisodes makes of tables that misbehave, and what it never asks of one."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain.episode import EpisodeId
from ltm.errors import InvalidInput, OutcomeUnknown, StoreUnavailable
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.vector_table import Row, StoredRow
from tests.contracts.episode_store_contract import BOGUS_IDS, Backend, EpisodeStoreContract, OtherDimensionsContract
from tests.contracts.episodes import AXIS, DIMENSIONS, HERE, MODEL, THERE, Maker, all_episodes, all_records
from tests.services.tables import AppendingTable, FilterlessTable, GoodTable, UndeletingTable

pytestmark = pytest.mark.anyio


async def never_fails() -> None:
    raise AssertionError("nothing is behind this store")


class TestGoodTable(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return Backend(store=TableEpisodes(GoodTable()), fail=never_fails)


class OneLengthTable(GoodTable):
    """Takes vectors of one length only, as every backend's tables do."""

    async def upsert(self, rows: Sequence[Row]) -> None:
        assert {row.vector.shape for row in rows} <= {(DIMENSIONS,)}
        await super().upsert(rows)

    async def search(self, scope: str, vector: Vector, limit: int) -> list[StoredRow]:
        assert vector.shape == (DIMENSIONS,)
        return await super().search(scope, vector, limit)


class TestTableOfDimensions(EpisodeStoreContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return Backend(store=TableEpisodes(OneLengthTable(), DIMENSIONS), fail=never_fails)


class UnpagedTable(GoodTable):
    """Starts every listing at the beginning."""

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return await super().list_scope(scope, 0, limit)


class OverlappingTable(GoodTable):
    """Shows the last two rows of a page again on the next."""

    async def list_scope(self, scope: str, offset: int, limit: int) -> list[StoredRow]:
        return await super().list_scope(scope, max(0, offset - 2), limit)


class WatchedTable(GoodTable):
    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []
        self.asked: list[str] = []

    async def upsert(self, rows: Sequence[Row]) -> None:
        self.batches.append(len(rows))
        await super().upsert(rows)

    async def list_id(self, row_id: str) -> list[StoredRow]:
        self.asked.append(row_id)
        return await super().list_id(row_id)


async def filled(store: EpisodeStore) -> tuple[Record, Record]:
    maker = Maker()
    mine, theirs = maker.record("mine", vector=AXIS.vector), maker.record("theirs", vector=AXIS.vector)
    await store.put(HERE, [mine])
    await store.put(THERE, [theirs])
    return mine, theirs


async def test_rows_of_other_scopes_are_dropped_whatever_comes_back() -> None:
    table = FilterlessTable()
    store = TableEpisodes(table)
    mine, theirs = await filled(store)
    assert [c.episode for c in await store.search(HERE, AXIS, 10)] == [mine.episode]
    assert await all_episodes(store, HERE) == {mine.episode.id: mine.episode}
    for episode_id in (mine.episode.id, theirs.episode.id, Maker(9).id()):
        assert await store.get(HERE, episode_id) is None
        assert await store.delete(HERE, episode_id) is False
    assert len(table.rows) == 2


async def test_a_row_that_is_labelled_otherwise_is_dropped_though_its_text_is_of_the_scope() -> None:
    table = FilterlessTable()
    store = TableEpisodes(table)
    mine, _ = await filled(store)
    table.rows[mine.episode.id] = replace(table.rows[mine.episode.id], scope=THERE.digest)
    assert await all_records(store, HERE) == {}
    assert await store.search(HERE, AXIS, 10) == []


@pytest.mark.parametrize("field", ["scope", "id", "text"])
async def test_a_row_that_contradicts_its_text_is_not_a_record(field: str) -> None:
    table = GoodTable()
    store = TableEpisodes(table)
    mine, theirs = await filled(store)
    wrong = {"scope": HERE.digest, "id": Maker(9).id(), "text": table.rows[theirs.episode.id].text}
    victim = table.rows.pop((theirs if field == "scope" else mine).episode.id)
    row = replace(victim, **{field: wrong[field]})  # type: ignore[arg-type]
    table.rows[row.id] = row
    found = await all_episodes(store, HERE)
    assert found == ({mine.episode.id: mine.episode} if field == "scope" else {})
    assert await store.get(HERE, EpisodeId(row.id)) is None


@pytest.mark.parametrize("text", ["", "{}", "no JSON", '{"v": 1'])
async def test_a_row_that_does_not_parse_is_left_alone(text: str) -> None:
    table = GoodTable()
    store = TableEpisodes(table)
    mine, _ = await filled(store)
    broken = replace(table.rows[mine.episode.id], id=Maker(9).id(), text=text)
    table.rows[broken.id] = broken
    assert await all_episodes(store, HERE) == {mine.episode.id: mine.episode}
    assert [c.episode for c in await store.search(HERE, AXIS, 10)] == [mine.episode]
    assert table.rows[broken.id] is broken


async def test_a_delete_that_does_not_delete_is_said() -> None:
    store = TableEpisodes(UndeletingTable())
    mine, _ = await filled(store)
    with pytest.raises(OutcomeUnknown):
        await store.delete(HERE, mine.episode.id)
    with pytest.raises(OutcomeUnknown):
        await store.clear(HERE)


async def test_a_replacement_that_does_not_replace_is_said() -> None:
    store = TableEpisodes(AppendingTable())
    mine, _ = await filled(store)
    with pytest.raises(OutcomeUnknown):
        await store.replace(HERE, Record(episode=replace(mine.episode, content="new"), embedding=AXIS))


async def test_pages_that_overlap_repeat_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ltm.adapters.table_episodes._PAGE", 5)
    store, maker = TableEpisodes(OverlappingTable()), Maker()
    records = [maker.record() for _ in range(12)]
    await store.put(HERE, records)
    assert await all_episodes(store, HERE) == {r.episode.id: r.episode for r in records}


async def test_pages_that_never_end_end() -> None:
    store, maker = TableEpisodes(UnpagedTable()), Maker()
    await store.put(HERE, [maker.record() for _ in range(1_001)])
    with pytest.raises(StoreUnavailable):
        await all_records(store, HERE)


@pytest.mark.parametrize("bogus", BOGUS_IDS[1:])
async def test_only_uuids_are_asked_for_or_stored(bogus: str) -> None:
    table = WatchedTable()
    store = TableEpisodes(table)
    assert await store.get(HERE, EpisodeId(bogus)) is None
    assert await store.delete(HERE, EpisodeId(bogus)) is False
    record = Maker().record()
    strange = Record(episode=replace(record.episode, id=EpisodeId(bogus)), embedding=record.embedding)
    for attempt in (store.put(HERE, [record, strange]), store.replace(HERE, strange)):
        with pytest.raises(InvalidInput):
            await attempt
    assert table.asked == []
    assert table.rows == {}


async def test_an_id_twice_in_a_batch_is_refused() -> None:
    table, maker = GoodTable(), Maker()
    record = maker.record()
    with pytest.raises(InvalidInput):
        await TableEpisodes(table).put(HERE, [record, maker.record(), record])
    assert table.rows == {}


async def test_what_no_backend_could_hold_is_refused() -> None:
    table = GoodTable()
    store = TableEpisodes(table)
    with pytest.raises(InvalidInput, match="too large"):
        await store.put(HERE, [Maker().record("文" * 20_000)])
    assert table.rows == {}


async def test_large_puts_are_split() -> None:
    table, maker = WatchedTable(), Maker()
    await TableEpisodes(table).put(HERE, [maker.record() for _ in range(401)])
    assert table.batches == [200, 200, 1]


async def test_the_rows_say_what_people_look_for() -> None:
    table = GoodTable()
    mine, _ = await filled(TableEpisodes(table))
    row = table.rows[mine.episode.id]
    assert (row.scope, row.importance, row.timestamp) == (
        HERE.digest,
        mine.episode.importance,
        mine.episode.at.timestamp(),
    )
    assert Embedding(MODEL, row.vector).cosine(AXIS) == pytest.approx(1.0)
