"""What people do to one memory, and to whose."""

from dataclasses import replace

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.audit import Change
from ltm.domain.episode import Status
from ltm.domain.recall import RecallQuery
from ltm.domain.scope import SessionKey
from ltm.errors import InvalidInput, NotAllowed, NotFound, Refused, StoreUnavailable
from ltm.services.recall import RecallService
from tests.doubles import BrokenEpisodes
from tests.services.memories import BOB, GROUP, HERE, THERE, contents
from tests.services.wired import Wired, actor

pytestmark = pytest.mark.anyio


async def test_a_change_is_stored_audited_and_seen_by_recall() -> None:
    memory = Wired()
    said = (await memory.say("Alice plays chess on Mondays")).episode
    recall = RecallService(store=memory.store, embedder=memory.embedder, clock=memory.clock, half_life_days=30)

    async def found() -> int:
        return len((await recall.recall(HERE, RecallQuery(text="chess"))).hits)

    for change, status, hits in (
        (Change.ARCHIVED, Status.ARCHIVED, 0),
        (Change.RESTORED, Status.ACTIVE, 1),
        (Change.PINNED, Status.ACTIVE, 1),
        (Change.UNPINNED, Status.ACTIVE, 1),
    ):
        changed = await memory.lifecycle.change(HERE, actor(), said.id, change)
        assert (changed.status, changed.pinned) == (status, change is Change.PINNED)
        assert await memory.all() == [changed]
        assert await found() == hits
        assert (await memory.audit.page(HERE, 1)).entries[0].change is change


async def test_restoring_a_superseded_memory_takes_it_back() -> None:
    memory = Wired()
    said = (await memory.say("x")).episode
    record = await memory.store.get(HERE, said.id)
    assert record is not None
    await memory.store.replace(HERE, replace(record, episode=said.superseded(said.id)))
    restored = await memory.lifecycle.change(HERE, actor(), said.id, Change.RESTORED)
    assert (restored.status, restored.superseded_by) == (Status.ACTIVE, None)


async def test_an_edit_is_found_by_its_new_words_and_keeps_the_rest() -> None:
    memory = Wired()
    said = (await memory.say("Alice plays chess", tags=("game",), importance=4)).episode
    edited = await memory.lifecycle.edit(HERE, actor(), said.id.upper(), "  Alice plays go ")
    assert edited == replace(said, content="Alice plays go")
    record = await memory.inner.get(HERE, said.id)
    [expected] = await memory.embedder.embed_documents(["Alice plays go"])
    assert record is not None
    assert record.embedding.cosine(expected) == pytest.approx(1, abs=1e-2)


@pytest.mark.parametrize("words", ["", "   ", "x" * 4_001])
async def test_an_edit_passes_the_same_gate_as_a_new_memory(words: str) -> None:
    memory = Wired()
    said = (await memory.say("a fact")).episode
    with pytest.raises(InvalidInput):
        await memory.lifecycle.edit(HERE, actor(), said.id, words)
    with pytest.raises(Refused):
        await memory.lifecycle.edit(HERE, actor(), said.id, "my password is hunter2!x")
    assert await memory.all() == [said]


async def test_what_is_not_there_or_not_to_be_seen_is_not_found() -> None:
    memory = Wired()
    said = (await memory.say("a fact")).episode
    elsewhere = actor(BOB, session=SessionKey(name="group_7", bot_uuid=GROUP.bot_uuid))
    for scope, who, wanted in ((THERE, actor(), said.id), (HERE, actor(), "nonsense"), (HERE, elsewhere, said.id)):
        with pytest.raises(NotFound, match="nothing was changed"):
            await memory.lifecycle.show(scope, who, wanted)
        with pytest.raises(NotFound):
            await memory.lifecycle.change(scope, who, wanted, Change.ARCHIVED)
        with pytest.raises(NotFound):
            await memory.forgetting.forget(scope, who, wanted)
    assert await memory.all() == [said]


async def test_others_see_a_memory_but_cannot_change_or_forget_it_and_administrators_can() -> None:
    memory = Wired()
    said = (await memory.say("a fact")).episode
    assert await memory.lifecycle.show(HERE, actor(BOB), said.id) == said
    for change in (Change.ARCHIVED, Change.PINNED):
        with pytest.raises(NotAllowed):
            await memory.lifecycle.change(HERE, actor(BOB), said.id, change)
    with pytest.raises(NotAllowed):
        await memory.lifecycle.edit(HERE, actor(BOB), said.id, "changed")
    with pytest.raises(NotAllowed):
        await memory.forgetting.forget(HERE, actor(BOB), said.id)
    assert await memory.all() == [said]
    assert (await memory.lifecycle.edit(HERE, actor(BOB, is_admin=True), said.id, "changed")).content == "changed"
    await memory.forgetting.forget(HERE, actor(BOB, is_admin=True), said.id)
    assert await memory.all() == []


async def test_a_store_that_fails_changes_nothing_and_it_is_said() -> None:
    store = BrokenEpisodes()
    memory = Wired(store)
    said = (await memory.say("a fact")).episode
    store.broken = {"replace"}
    with pytest.raises(StoreUnavailable):
        await memory.lifecycle.change(HERE, actor(), said.id, Change.ARCHIVED)
    assert await contents(InMemoryEpisodes(), HERE) == []
    assert await memory.all() == [said]
