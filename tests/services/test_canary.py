"""What people say never reaches a log, at any level, whatever goes wrong."""

import logging

import orjson
import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain.episode import Speaker
from ltm.domain.gate import NewEpisode
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.domain.recall import RecallFilter, RecallQuery
from ltm.domain.scope import Isolation
from ltm.domain.turn import Turn
from ltm.errors import LongTermMemoryError
from ltm.services.export import ExportService
from ltm.services.import_plan import ImportService
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import TransferService
from ltm.services.turns import TurnService
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import GROUP, HERE, OTHER_GROUP, THERE, indexed
from tests.services.tables import GoodTable, LeakySearchTable
from tests.services.wired import Wired, actor

pytestmark = pytest.mark.anyio

CANARY = "canary-7f3a"
SPEAKER = Speaker(id="10001", name=CANARY)
NEW = NewEpisode(content=CANARY, tags=(CANARY, "correction"), speaker=SPEAKER, subject=CANARY)
QUERY = RecallQuery(text=CANARY, context=(CANARY,), speaker=SPEAKER, filter=RecallFilter(speaker_name=CANARY))


@pytest.mark.parametrize("table", [GoodTable, LeakySearchTable])
async def test_a_full_turn_logs_nothing_that_was_said(table: type[GoodTable], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = TableEpisodes(table())
    memory = Wired(store)
    clock, embedder, storage, profiles = memory.clock, memory.embedder, memory.storage, memory.profiles
    recall = RecallService(store=memory.store, embedder=embedder, clock=clock, half_life_days=30)
    first, second = await memory.remembering.remember(HERE, NEW), await memory.remembering.remember(HERE, NEW)
    assert second.episode.id == first.episode.id
    for field in Field:
        edit = Edit(field=field, action=Action.ADD, value=CANARY)
        await profiles.edit(GROUP, ProfileScope.SPEAKER, SPEAKER.id, edit, Caps())
    turns = TurnService(
        profiles=profiles,
        recall=recall,
        isolation=Isolation.SESSION,
        auto_recall_top_k=3,
        injection_token_budget=lambda: 600,
    )
    turn = Turn(session=GROUP, speaker=SPEAKER, text=CANARY, at=START, context=(CANARY,))
    assert (await turns.prepare(turn, deadline_s=5)).recalled.hits
    assert await recall.recall(HERE, QUERY)
    transfer = TransferService(
        store=store, embedder=embedder, storage=storage, clock=clock, locks=ScopeLocks(), isolation=Isolation.SESSION
    )
    row = {"content": CANARY, "user_key": "bot-1:group_1001", "tags": CANARY, "sender_name": CANARY}
    await transfer.ingest("d", orjson.dumps([row, {**row, "timestamp": CANARY}, {**row, "session": CANARY}, CANARY]))
    await transfer.delete_document("d")
    await memory.lifecycle.edit(HERE, actor(SPEAKER), second.episode.id, f"{CANARY} again")
    exported = await ExportService(store=memory.store).exported(HERE, GROUP, lambda episode: True, clock.now())
    imports = ImportService(store=memory.store, embedder=embedder, clock=clock, locks=memory.locks)
    await imports.apply(THERE, await imports.planned(THERE, OTHER_GROUP, orjson.dumps(exported)))
    await memory.forgetting.forget(HERE, actor(SPEAKER), second.episode.id)
    await memory.remembering.remember(HERE, NEW)
    await memory.erase.forget_me(HERE, GROUP, SPEAKER.id)
    assert len(caplog.records) >= 10
    assert CANARY not in caplog.text


async def test_failures_log_nothing_that_was_said_and_neither_do_their_messages(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    clock, store = FixedClock(), BrokenEpisodes()
    store.broken = {"search", "put", "scan", "get"}
    memory = Wired(store, clock=clock)
    recall = RecallService(
        store=indexed(store), embedder=BrokenEmbedder(HashEmbedder()), clock=clock, half_life_days=30
    )
    profiles = ProfileService(store=StoredProfiles(InMemoryStorage()), clock=clock)
    missing = Edit(field=Field.TRAITS, action=Action.REMOVE, value=CANARY)
    too_long = NewEpisode(content=CANARY * 1_000)
    for work in (
        memory.remembering.remember(HERE, too_long),
        memory.remembering.remember(HERE, NewEpisode(content=f"password={CANARY}#7")),
        memory.erase.forget_me(HERE, GROUP, SPEAKER.id),
        recall.recall(HERE, QUERY),
        profiles.edit(GROUP, ProfileScope.SESSION, None, missing, Caps()),
        memory.forgetting.forget(HERE, actor(SPEAKER), CANARY),
        memory.lifecycle.edit(HERE, actor(SPEAKER), CANARY, CANARY),
    ):
        with pytest.raises(LongTermMemoryError) as caught:
            await work
        assert CANARY not in str(caught.value)
    assert (await memory.remembering.remember(HERE, NEW)).is_waiting
    await memory.outbox.close()
    assert CANARY not in caplog.text
    assert caplog.records
