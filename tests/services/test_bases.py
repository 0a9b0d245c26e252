"""The one knowledge base: proved before use, remembered, adopted when its record is lost."""

import asyncio
import re
from typing import Any

import pytest

from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.table_episodes import TableEpisodes
from ltm.config import BaseSettings
from ltm.domain.scope import Isolation
from ltm.errors import Corrupt, EmbedderUnavailable, NotConfigured, Refused, StoreUnavailable, UnsafeBackend
from ltm.ports.embedder import EmbedderChain
from ltm.ports.episode_store import EpisodeStore
from ltm.services.bases import RECORD_KEY, BaseService
from tests.doubles import BrokenEmbedder, FixedClock, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services import tables

pytestmark = pytest.mark.anyio


class Host:
    """What a base service is built on, and how often it was asked."""

    def __init__(self) -> None:
        self.storage = InMemoryStorage()
        self.base_ids: set[str] = set()
        self.table: tables.GoodTable = tables.GoodTable()
        self.embedders: dict[str, EmbedderChain] = {
            "": FallbackEmbedder([HashEmbedder()]),
            "other": FallbackEmbedder([TableEmbedder({"dimension probe": (1, 0, 0)}, model="other/1")]),
            "broken": FallbackEmbedder([BrokenEmbedder(HashEmbedder())]),
            "stand-in": FallbackEmbedder(
                [
                    BrokenEmbedder(TableEmbedder({}, model="other/1")),
                    HashEmbedder(),
                ]
            ),
        }
        self.opened_embedders: list[str] = []
        self.opened_stores: list[tuple[str, int]] = []

    def service(self) -> BaseService:
        """A new process on the same host."""
        return BaseService(
            storage=self.storage,
            clock=FixedClock(),
            open_embedder=self._open_embedder,
            open_store=self._open_store,
            existing=self._existing,
        )

    def _open_embedder(self, model_uuid: str, dimensions: int | None) -> EmbedderChain:
        self.opened_embedders.append(model_uuid)
        return self.embedders[model_uuid]

    def _open_store(self, base_id: str, dimensions: int) -> EpisodeStore:
        self.opened_stores.append((base_id, dimensions))
        return TableEpisodes(self.table)

    async def _existing(self) -> set[str]:
        return self.base_ids


@pytest.fixture
def host() -> Host:
    return Host()


async def test_a_base_that_was_created_is_the_current_one_in_every_later_process(host: Host) -> None:
    settings = {"isolation": "bot", "recency_half_life_days": 7, "auto_recall_top_k": 5, "embedding_model_uuid": ""}
    created = await host.service().create("kb-1", settings)
    assert created.record.id == "kb-1"
    assert (created.record.model, created.record.dimensions) == (HashEmbedder().model, 64)
    assert created.record.settings == BaseSettings(
        isolation=Isolation.BOT, recency_half_life_days=7, auto_recall_top_k=5
    )
    assert (await host.service().current()).record == created.record
    assert set(host.opened_stores) == {("kb-1", 64)}


async def test_creating_leaves_nothing_in_the_table(host: Host) -> None:
    await host.service().create("kb-1", {})
    assert host.table.rows == {}


async def test_without_a_base_it_is_said_what_to_do(host: Host) -> None:
    with pytest.raises(NotConfigured, match="create one with the LongTermMemory engine"):
        await host.service().current()


async def test_a_second_base_is_refused_with_a_sentence_and_the_first_stays(host: Host) -> None:
    service = host.service()
    host.base_ids = {"kb-1"}
    await service.create("kb-1", {})
    with pytest.raises(Refused, match="one is all it can have"):
        await service.create("kb-2", {})
    assert (await host.service().current()).record.id == "kb-1"


async def test_a_second_base_is_taken_once_the_first_is_deleted(host: Host) -> None:
    service = host.service()
    host.base_ids = {"kb-1", "kb-2"}
    await service.create("kb-1", {})
    await service.delete("kb-1")
    with pytest.raises(NotConfigured):
        await service.current()
    assert (await service.create("kb-2", {})).record.id == "kb-2"


async def test_a_second_base_is_taken_if_the_host_no_longer_has_the_first(host: Host) -> None:
    service = host.service()
    await service.create("kb-1", {})
    host.base_ids = {"kb-2"}
    assert (await service.create("kb-2", {})).record.id == "kb-2"
    assert (await service.current()).record.id == "kb-2"


async def test_two_bases_created_at_once_are_one(host: Host) -> None:
    host.base_ids = {"kb-1", "kb-2"}
    service = host.service()
    outcomes = await asyncio.gather(service.create("kb-1", {}), service.create("kb-2", {}), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes[1:]] == [Refused]
    assert (await service.current()).record.id == "kb-1"


async def test_deleting_another_base_forgets_nothing(host: Host) -> None:
    service = host.service()
    await service.create("kb-1", {})
    await service.delete("kb-2")
    assert (await service.current()).record.id == "kb-1"


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"isolation": "user"}, "isolation: "), ({"auto_recall_top_k": 21}, "auto_recall_top_k: .* 20")],
)
async def test_wrong_settings_are_named_and_nothing_is_kept(host: Host, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(NotConfigured, match=said):
        await host.service().create("kb-1", settings)
    assert await host.storage.get(RECORD_KEY) is None
    assert host.opened_stores == []


async def test_an_embedding_model_that_does_not_answer_keeps_nothing(host: Host) -> None:
    with pytest.raises(EmbedderUnavailable):
        await host.service().create("kb-1", {"embedding_model_uuid": "broken"})
    assert await host.storage.get(RECORD_KEY) is None


@pytest.mark.parametrize(
    ("table", "check"),
    [
        (tables.FilterlessTable, "write"),
        (tables.LeakySearchTable, "isolation"),
        (tables.UndeletingTable, "deletion"),
        (tables.DeletesAllByIdTable, "deletion"),
        (tables.DeletesAllByScopeTable, "deletion"),
        (tables.FindsNothingTable, "isolation"),
        (tables.ForgetfulTable, "write"),
        (tables.AppendingTable, "rewriting"),
        (tables.TruncatingTable, "write"),
    ],
)
async def test_an_unsafe_backend_is_refused_with_the_name_of_the_failed_check(
    host: Host, table: type[tables.GoodTable], check: str
) -> None:
    host.table = table()
    with pytest.raises(UnsafeBackend, match=rf"\b{check}: \w+"):
        await host.service().create("kb-1", {})
    assert await host.storage.get(RECORD_KEY) is None
    with pytest.raises(NotConfigured):
        await host.service().current()


async def test_settings_edited_in_the_host_hold_from_the_next_retrieval_on(host: Host) -> None:
    service = host.service()
    before = await service.create("kb-1", {"isolation": "session"})
    edited = await service.refreshed("kb-1", {"isolation": "bot", "auto_recall_top_k": 9})
    assert (edited.record.settings.isolation, edited.record.settings.auto_recall_top_k) == (Isolation.BOT, 9)
    assert edited.store is before.store
    assert await service.current() is edited
    assert (await host.service().current()).record == edited.record


async def test_the_same_settings_change_nothing_and_open_nothing(host: Host) -> None:
    service = host.service()
    created = await service.create("kb-1", {"isolation": "bot"})
    opened = len(host.opened_stores)
    assert await service.refreshed("kb-1", {"isolation": "bot", "of_langbot": 1}) is created
    assert len(host.opened_stores) == opened


async def test_a_changed_embedding_model_holds_from_the_next_retrieval_on_and_the_store_stays(host: Host) -> None:
    service = host.service()
    created = await service.create("kb-1", {})
    edited = await service.refreshed("kb-1", {"embedding_model_uuid": "other", "auto_recall_top_k": 1})
    assert edited.record.settings == BaseSettings(embedding_model_uuid="other", auto_recall_top_k=1)
    assert (edited.record.model, edited.embedder.model) == ("other/1", "other/1")
    # The collection was made for the first model's vectors.
    assert (edited.record.dimensions, edited.store) == (created.record.dimensions, created.store)
    host.opened_embedders.clear()
    assert (await host.service().current()).record == edited.record
    assert host.opened_embedders == ["other"]


@pytest.mark.parametrize("model", ["broken", "stand-in"])
async def test_a_changed_embedding_model_that_does_not_answer_changes_nothing_else(host: Host, model: str) -> None:
    service = host.service()
    created = await service.create("kb-1", {})
    edited = await service.refreshed("kb-1", {"embedding_model_uuid": model, "auto_recall_top_k": 1})
    assert edited.record.settings == BaseSettings(auto_recall_top_k=1)
    assert (edited.record.model, edited.embedder) == (created.record.model, created.embedder)
    assert await service.refreshed("kb-1", {"embedding_model_uuid": model, "auto_recall_top_k": 1}) is edited


async def test_a_base_is_not_made_with_a_model_that_another_stands_in_for(host: Host) -> None:
    with pytest.raises(EmbedderUnavailable, match="other/1"):
        await host.service().create("kb-1", {"embedding_model_uuid": "stand-in"})
    assert await host.storage.get(RECORD_KEY) is None


async def test_another_bases_retrieval_is_refused(host: Host) -> None:
    service = host.service()
    await service.create("kb-1", {})
    with pytest.raises(NotConfigured, match="not the memory knowledge base"):
        await service.refreshed("kb-2", {})
    assert (await service.current()).record.id == "kb-1"


async def test_wrong_edited_settings_are_said_and_the_old_ones_stay(host: Host) -> None:
    service = host.service()
    created = await service.create("kb-1", {})
    with pytest.raises(NotConfigured, match="recency_half_life_days"):
        await service.refreshed("kb-1", {"recency_half_life_days": -1})
    assert await service.current() is created


async def test_a_base_whose_record_was_lost_is_adopted_with_its_memories(host: Host) -> None:
    created = await host.service().create("kb-1", {"isolation": "bot"})
    await host.storage.delete(RECORD_KEY)
    host.base_ids = {"kb-1"}
    adopted = await host.service().refreshed("kb-1", {"isolation": "bot"})
    assert adopted.record == created.record


@pytest.mark.parametrize("raw", [b"{broken", b"{}", b"[]", b'{"id": "kb-1", "settings": {}, "model": "m"}'])
async def test_a_corrupt_record_is_said_with_its_key_and_kept_aside_when_a_base_is_made(
    host: Host, raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    await host.storage.put(RECORD_KEY, raw)
    service = host.service()
    with pytest.raises(Corrupt, match=RECORD_KEY):
        await service.current()
    assert await host.storage.get(RECORD_KEY) == raw
    await service.refreshed("kb-1", {})
    assert (await service.current()).record.id == "kb-1"
    kept = re.search(r"kept aside: key=(\S+)", caplog.text)
    assert kept
    assert await host.storage.get(kept.group(1)) == raw


async def test_a_storage_that_does_not_answer_is_no_missing_base(host: Host) -> None:
    class Broken(InMemoryStorage):
        async def get(self, key: str) -> bytes | None:
            raise StoreUnavailable("the plugin storage did not answer (test)")

    host.storage = Broken()
    with pytest.raises(StoreUnavailable):
        await host.service().refreshed("kb-1", {})
    assert host.opened_stores == []


async def test_a_record_of_a_newer_version_with_more_keys_is_read(host: Host) -> None:
    created = await host.service().create("kb-1", {})
    raw = await host.storage.get(RECORD_KEY)
    assert raw is not None
    await host.storage.put(RECORD_KEY, raw[:-1] + b',"of_a_newer_version":true}')
    assert (await host.service().current()).record == created.record


async def test_in_memory_episodes_pass_the_proof_too(host: Host) -> None:
    store = InMemoryEpisodes()
    service = BaseService(
        storage=host.storage,
        clock=FixedClock(),
        open_embedder=lambda model_uuid, _dimensions: host.embedders[model_uuid],
        open_store=lambda base_id, dimensions: store,
        existing=host._existing,
    )
    assert (await service.create("kb-1", {})).store is store
