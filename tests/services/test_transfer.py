"""Importing a file, and taking exactly its rows out again."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson
import pytest

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.consent import Here
from ltm.domain.episode import Kind, Link, LinkKind, Source, Speaker, Status
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import Corrupt, EmbedderUnavailable, InvalidInput, OutcomeUnknown
from ltm.ports.embedder import Embedder, Embedding
from ltm.services.import_file import FORMAT
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import BATCH, TransferService
from tests.doubles import START, BrokenEmbedder, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE, contents, episode, every, rows, stored
from tests.services.transfers import SECRET, Stopping, exported, held, long_file, uploading

pytestmark = pytest.mark.anyio


class World:
    def __init__(self, *, isolation: Isolation = Isolation.SESSION) -> None:
        self.store = InMemoryEpisodes()
        self.storage = InMemoryStorage()
        self.embedder: Embedder = HashEmbedder()
        self.isolation = isolation

    @property
    def transfer(self) -> TransferService:
        """A new process each time."""
        return TransferService(
            store=self.store,
            embedder=self.embedder,
            storage=self.storage,
            clock=FixedClock(),
            locks=ScopeLocks(),
            isolation=self.isolation,
        )


def file(rows_: list[Any], *, wrapped: bool = False) -> bytes:
    return orjson.dumps({"episodes": rows_, "exported_by": "somebody"} if wrapped else rows_)


@pytest.mark.parametrize("wrapped", [False, True])
async def test_both_shapes_are_imported(wrapped: bool) -> None:
    world = World()
    report = await world.transfer.ingest("d", file(rows("tea", "chess"), wrapped=wrapped))
    assert (report.stored, report.rejected) == (2, ())
    assert await contents(world.store, HERE) == ["chess", "tea"]


async def test_every_column_arrives() -> None:
    world = World()
    row = {
        "content": " tea ",
        "tags": "drink, plan",
        "importance": 4,
        "timestamp": "2024-02-03T04:05:06+02:00",
        "sender_id": 10001,
        "sender_name": "Alice",
        "subject": "Alice",
        "bot_uuid": "bot-1",
        "session": "group_1001",
        "unknown": {"of": "another tool"},
    }
    await world.transfer.ingest("d", file([row]))
    (episode_,) = [e async for e in every(world.store, HERE)]
    assert (episode_.content, episode_.tags, episode_.importance) == ("tea", ("drink", "plan"), 4)
    assert episode_.at == datetime(2024, 2, 3, 2, 5, 6, tzinfo=UTC)
    assert episode_.at.tzinfo is UTC
    assert (episode_.speaker, episode_.subject) == (Speaker(id="10001", name="Alice"), "Alice")
    assert (episode_.source, episode_.document, episode_.session_name) == (Source.IMPORT, "d", "group_1001")


async def test_what_a_row_leaves_out_has_defaults() -> None:
    world = World()
    await world.transfer.ingest("d", file(rows("tea")))
    (episode_,) = [e async for e in every(world.store, HERE)]
    assert (episode_.at, episode_.importance, episode_.speaker, episode_.tags) == (START, 2, None, ())


async def test_rows_go_to_their_own_scopes() -> None:
    world = World()
    row = [*rows("a"), *rows("b", user_key="bot:bot-1:group_1002"), *rows("c", user_key="person_42")]
    await world.transfer.ingest("d", file(row))
    assert await contents(world.store, HERE) == ["a"]
    assert await contents(world.store, THERE) == ["b"]
    assert await contents(world.store, Scope.of(SessionKey(name="person_42"), Isolation.SESSION)) == ["c"]
    by_bot = World(isolation=Isolation.BOT)
    report = await by_bot.transfer.ingest("d", file(row))
    assert await contents(by_bot.store, Scope.of(GROUP, Isolation.BOT)) == ["a", "b"]
    assert [refused.number for refused in report.rejected] == [3]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"user_key": "group_1"}, "content: Field required"),
        ({"content": " ", "user_key": "group_1"}, "content is empty"),
        ({"content": "hunter2" * 1_000, "user_key": "group_1"}, "content is 7000 characters long"),
        ({"content": "hunter2"}, "no place"),
        ({"content": "hunter2", "session": "hunter2"}, "session must look like"),
        ({"content": "c", "user_key": "group_1", "importance": 6}, "importance: .* less than or equal to 5"),
        ({"content": "c", "user_key": "group_1", "importance": "hunter2"}, "importance: .* valid integer"),
        ({"content": "c", "user_key": "group_1", "timestamp": "hunter2"}, "timestamp: .* valid datetime"),
        (
            {"content": "c", "user_key": "group_1", "timestamp": "0001-01-01T00:00:00+10:00"},
            "timestamp: .* out of range",
        ),
        ({"content": "c", "user_key": "group_1", "tags": {"hunter2": 1}}, "tags: .* valid list"),
        ({"content": "c", "user_key": "group_1", "tags": ["t" * 65]}, "a tag is longer"),
        ("hunter2", "row: "),
        (None, "row: "),
        (["hunter2"], "row: "),
    ],
)
async def test_a_broken_row_is_named_by_number_and_the_others_are_stored(broken: object, said: str) -> None:
    world = World()
    report = await world.transfer.ingest("d", file([*rows("a"), broken, *rows("b")]))
    assert report.stored == 2
    assert await contents(world.store, HERE) == ["a", "b"]
    (refused,) = report.rejected
    assert refused.number == 2
    assert re.search(said, refused.reason)
    assert "hunter2" not in refused.reason


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"\xff\xfe", b'"text"', b"42", b"null", b'{"rows": []}', b'{"episodes": 1}']
)
async def test_what_is_no_such_file_is_refused_whole(raw: bytes) -> None:
    world = World()
    with pytest.raises(InvalidInput, match="the file"):
        await world.transfer.ingest("d", raw)
    assert await world.transfer.delete_document("d") == 0


async def test_an_empty_file_imports_nothing() -> None:
    report = await World().transfer.ingest("d", b"[]")
    assert (report.stored, report.rejected) == (0, ())


async def test_repeating_an_import_adds_nothing() -> None:
    world = World()
    raw = file(rows(*(f"memory {number}" for number in range(2 * BATCH + 3)), "same", "same"))
    for _ in range(2):
        assert (await world.transfer.ingest("d", raw)).stored == 2 * BATCH + 5
    assert len(await contents(world.store, HERE)) == 2 * BATCH + 5


async def test_importing_a_changed_document_again_replaces_its_rows() -> None:
    world = World()
    moved = rows("c", user_key="bot-1:group_1002")
    await world.transfer.ingest("d", file([*rows("a", "b"), *moved, *rows("d")]))
    await world.transfer.ingest("d", file(rows("a", "x")))
    assert await contents(world.store, HERE) == ["a", "x"]
    assert await contents(world.store, THERE) == []
    assert await world.transfer.delete_document("d") == 2
    assert await contents(world.store, HERE) == []


async def test_deleting_a_document_takes_exactly_its_rows() -> None:
    world = World()
    await stored(world.store, HashEmbedder(), HERE, episode("tea"))
    await world.transfer.ingest("one", file([*rows("tea", "tea", "chess"), *rows("tea", user_key="bot-1:group_1002")]))
    await world.transfer.ingest("two", file(rows("tea", "swims")))
    assert await world.transfer.delete_document("one") == 4
    left = sorted([(e.content, e.document) async for e in every(world.store, HERE)])
    assert left == [("swims", "two"), ("tea", ""), ("tea", "two")]
    assert await contents(world.store, THERE) == []
    assert await world.transfer.delete_document("one") == 0
    assert len(await contents(world.store, HERE)) == 3


async def test_deleting_counts_what_was_still_there() -> None:
    world = World()
    await world.transfer.ingest("d", file(rows("tea", "chess")))
    first = next(iter([e async for e in every(world.store, HERE)]))
    await world.store.delete(HERE, first.id)
    assert await world.transfer.delete_document("d") == 1


async def test_deleting_survives_a_change_of_the_bases_isolation() -> None:
    world = World()
    await world.transfer.ingest("d", file(rows("tea")))
    world.isolation = Isolation.BOT
    assert await world.transfer.delete_document("d") == 1
    assert await contents(world.store, HERE) == []


async def test_an_import_that_fails_midway_can_be_deleted_and_can_be_repeated() -> None:
    world = World()
    raw = file(rows(*(f"memory {number}" for number in range(3 * BATCH))))
    failing = BrokenEmbedder(HashEmbedder(), calls_before=1)
    world.embedder = failing
    with pytest.raises(EmbedderUnavailable):
        await world.transfer.ingest("d", raw)
    assert len(await contents(world.store, HERE)) == BATCH
    assert await world.transfer.delete_document("d") == BATCH
    assert await contents(world.store, HERE) == []
    failing.mend()
    assert (await world.transfer.ingest("d", raw)).stored == 3 * BATCH
    assert await world.transfer.delete_document("d") == 3 * BATCH


async def test_a_changed_import_that_fails_midway_orphans_no_row_of_either_version() -> None:
    world = World()
    await world.transfer.ingest("d", file(rows(*(f"old {number}" for number in range(2 * BATCH)))))
    world.embedder = BrokenEmbedder(HashEmbedder(), calls_before=0)
    with pytest.raises(EmbedderUnavailable):
        await world.transfer.ingest("d", file(rows("new", user_key="bot-1:group_1002")))
    assert await world.transfer.delete_document("d") == 2 * BATCH
    assert await contents(world.store, HERE) == []


async def test_a_list_of_rows_that_does_not_parse_is_said_and_kept() -> None:
    world = World()
    await world.transfer.ingest("d", file(rows("tea")))
    (key,) = world.storage._values
    await world.storage.put(key, b"{broken")
    for ask in (world.transfer.delete_document("d"), world.transfer.ingest("d", file(rows("tea")))):
        with pytest.raises(Corrupt, match=key):
            await ask
    assert await world.storage.get(key) == b"{broken"


async def test_texts_are_embedded_in_batches() -> None:
    sizes: list[int] = []

    class Counting(HashEmbedder):
        async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
            sizes.append(len(texts))
            return await super().embed_documents(texts)

    world = World()
    world.embedder = Counting()
    await world.transfer.ingest("d", file(rows(*(f"memory {number}" for number in range(BATCH + 1)))))
    assert sizes == [BATCH, 1]


async def test_an_upload_that_is_stopped_anywhere_is_completed_or_taken_back_cleanly() -> None:
    raw, _ = long_file()
    rows = [{**row, "bot_uuid": "bot-1", "session": "group_1001"} for row in orjson.loads(raw)]
    upload = orjson.dumps(rows)
    whole = Stopping()
    await uploading(whole, InMemoryStorage()).ingest("d", upload)
    expected = await held(whole)
    for puts in range(-(-len(rows) // BATCH)):
        for repeat in (True, False):
            store, storage = Stopping(), InMemoryStorage()
            store.left = puts
            with pytest.raises(OutcomeUnknown):
                await uploading(store, storage).ingest("d", upload)
            store.left = 10**9
            if repeat:
                await uploading(store, storage).ingest("d", upload)
                assert await held(store) == expected
            assert await uploading(store, storage).delete_document("d") > 0
            assert await held(store) == {}


FULL = replace(
    episode("tea", tags=("a,b", "更正"), importance=5, source=Source.CAPTURE, status=Status.SUPERSEDED),
    session_name=GROUP.name,
    subject="Alice",
    about="1",
    original="I drink tea now",
    superseded_by=episode("coffee").id,
    pinned=True,
    kind=Kind.TURN,
    conversation="c",
    position=7,
    recalled_at=START,
    recall_count=3,
    links=(Link(kind=LinkKind.SAME_ENTITY, to=episode("coffee").id, weight=0.5),),
)
COFFEE = replace(episode("coffee"), session_name=GROUP.name)


@pytest.mark.parametrize("isolation", Isolation)
async def test_an_operator_uploads_an_export_as_it_is(isolation: Isolation) -> None:
    source, target, storage = InMemoryEpisodes(), InMemoryEpisodes(), InMemoryStorage()
    scope = Scope.of(GROUP, isolation)
    await stored(source, HashEmbedder(), scope, FULL, COFFEE)
    raw = orjson.dumps(await exported(source, scope))
    report = await uploading(target, storage, isolation).ingest("d", raw)
    assert (report.stored, report.rejected) == (2, ())
    found = {brought.content: brought for brought in (await held(target, scope)).values()}
    assert found["coffee"] == replace(COFFEE, id=found["coffee"].id, document="d")
    to = found["coffee"].id
    links = (replace(FULL.links[0], to=to),)
    assert found["tea"] == replace(FULL, id=found["tea"].id, superseded_by=to, links=links, document="d")
    assert not {FULL.id, COFFEE.id} & {brought.id for brought in found.values()}
    assert await uploading(target, storage, isolation).delete_document("d") == 2


async def test_an_uploaded_export_of_a_whole_bot_goes_to_the_sessions_its_rows_name() -> None:
    rows = [{"content": "a", "session": "group_1002"}, {"content": "b"}, {"content": "c", "session": ""}]
    keyed = {"content": "d", "user_key": "group_5"}
    export = {"format": FORMAT, "version": 1, "bot_uuid": "bot-1", "session": "group_1001", "episodes": [*rows, keyed]}
    store = InMemoryEpisodes()
    report = await uploading(store, InMemoryStorage()).ingest("d", orjson.dumps(export))
    assert await contents(store, THERE) == ["a"]
    assert await contents(store, HERE) == ["b"]
    assert await contents(store, Scope.of(SessionKey(name="group_5"), Isolation.SESSION)) == ["d"]
    assert [row.number for row in report.rejected] == [3]


async def test_a_pointer_of_an_uploaded_row_stays_within_its_scope() -> None:
    there, here = ({"bot_uuid": "bot-1", "session": name} for name in ("group_1002", "group_1001"))
    links = [{"kind": "part_of", "to": "x"}]
    rows = [
        {**there, "content": "a", "id": "x"},
        {**here, "content": "b", "status": "superseded", "superseded_by": "x", "links": links},
    ]
    store = InMemoryEpisodes()
    await uploading(store, InMemoryStorage()).ingest("d", orjson.dumps(rows))
    [found] = (await held(store)).values()
    assert (found.status, found.superseded_by, found.links) == (Status.SUPERSEDED, None, ())


async def test_an_uploaded_secret_is_a_rejected_row() -> None:
    place = {"bot_uuid": "bot-1", "session": "group_1001"}
    rows = [{**place, "content": "tea"}, {**place, "content": SECRET}]
    store = InMemoryEpisodes()
    report = await uploading(store, InMemoryStorage()).ingest("d", orjson.dumps(rows))
    assert (report.stored, [row.number for row in report.rejected]) == (1, [2])
    assert SECRET not in str(await held(store)) + str(report)


async def test_an_upload_brings_nothing_of_people_and_places_that_are_not_to_be_remembered() -> None:
    told: list[tuple[Scope, int]] = []

    async def here(session: SessionKey) -> Here:
        return Here(paused=session == OTHER_GROUP, off=frozenset({BOB.id}))

    async def imported(scope: Scope, count: int) -> None:
        told.append((scope, count))

    store = InMemoryEpisodes()
    service = TransferService(
        store=store,
        embedder=HashEmbedder(),
        storage=InMemoryStorage(),
        clock=FixedClock(),
        locks=ScopeLocks(),
        isolation=Isolation.SESSION,
        here=here,
        imported=imported,
    )
    place = {"bot_uuid": GROUP.bot_uuid, "session": GROUP.name}
    rows = [
        {**place, "content": "tea", "sender_id": ALICE.id},
        {**place, "content": "chess", "sender_id": BOB.id},
        {**place, "content": "he swims", "sender_id": ALICE.id, "about": BOB.id},
        {**place, "content": "paused", "session": OTHER_GROUP.name},
    ]
    report = await service.ingest("d", orjson.dumps(rows))
    assert (report.stored, [row.number for row in report.rejected]) == (1, [2, 3, 4])
    assert all("memory" in row.reason for row in report.rejected)
    assert await contents(store, HERE) == ["tea"]
    assert told == [(HERE, 1)]
