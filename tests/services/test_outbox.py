"""Writes that wait: none is lost, none comes back, and each is done in its turn."""

import asyncio
import logging
from contextvars import ContextVar

import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Scope
from ltm.errors import (
    Conflict,
    Corrupt,
    EmbedderUnavailable,
    InvalidInput,
    LongTermMemoryError,
    NotConfigured,
    OutcomeUnknown,
    Refused,
    StoreUnavailable,
)
from ltm.ports.episode_store import Record
from ltm.ports.outbox import PendingErasure
from ltm.services.outbox import OutboxService
from tests.doubles import BrokenEpisodes, FixedClock
from tests.services.memories import ALICE, GROUP, HERE, THERE, episode, indexed
from tests.services.outbox_play import NOT_EMBEDDED, OutboxPlay, UnsteadyStorage

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("first", range(0, 120, 40))
async def test_nothing_promised_is_lost_and_nothing_forgotten_comes_back(first: int) -> None:
    for seed in range(first, first + 40):
        play, steps = OutboxPlay(seed), []
        try:
            for _ in range(30):
                steps.append(await play.step())
                await play.check()
            await play.end()
        except BaseException as exc:
            exc.add_note(f"{seed=} {steps=}")
            raise


def record(content: str) -> Record:
    return Record(episode=episode(content), embedding=NOT_EMBEDDED)


class EpisodesThatStay(BrokenEpisodes):
    """Deletes nothing while "delete" is broken."""

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        self._fail("delete")
        return await super().delete(scope, episode_id)


class Process:
    """A service over what outlives it, and what it was made to apply; `failures` are raised first, the last one at
    the first try."""

    said: ContextVar[str] = ContextVar("said", default="nothing")

    def __init__(self, kept: InMemoryStorage | None = None, first_pause_s: float = 0.001) -> None:
        self.kept = kept or InMemoryStorage()
        self.storage = UnsteadyStorage(self.kept)
        self.inner = EpisodesThatStay()
        self.store = indexed(self.inner)
        self.failures: list[Exception | None] = []
        self.applied: list[str] = []
        self.seen: list[str] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.service = OutboxService(
            outbox=StoredOutbox(self.storage, FixedClock()),
            store=self.store,
            first_pause_s=first_pause_s,
            longest_pause_s=8 * first_pause_s,
            patience_s=0.05,
        )

    def attached(self) -> "Process":
        self.service.attach(self._memory, self._erasure)
        return self

    async def calm(self) -> None:
        """Let tries follow each other until nothing waits or a while has passed."""
        for _ in range(30):
            await self.service.settled()
            await asyncio.sleep(0.001)

    async def keys(self, prefix: str = "outbox/") -> int:
        return len(await self.kept.keys(prefix))

    async def end(self) -> None:
        await self.service.close()
        await self.store.close()

    async def _memory(self, scope: Scope, record: Record) -> None:
        self.seen.append(self.said.get())
        await self._go(record.episode.content)
        await self.store.put(scope, [record])
        self.applied.append(record.episode.content)

    async def _erasure(self, wish: PendingErasure) -> None:
        await self._go(wish.speaker_id)
        self.applied.append(f"erased {wish.speaker_id}")

    async def _go(self, what: str) -> None:
        await self.may_go_on.wait()
        if self.failures and (failure := self.failures.pop()) is not None:
            raise failure


@pytest.mark.parametrize(
    "failure",
    [
        StoreUnavailable("no"),
        EmbedderUnavailable("no"),
        OutcomeUnknown("no"),
        NotConfigured("no"),
        Conflict("no"),
    ],
)
async def test_what_may_pass_is_tried_again_and_said_once(
    failure: LongTermMemoryError, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    process = Process().attached()
    process.failures = [failure] * 3
    for content in ("one", "two"):
        await process.service.keep(HERE, record(content))
    await process.calm()
    assert (process.applied, process.service.waiting, await process.keys()) == (["one", "two"], 0, 0)
    levels = [r.levelname for r in caplog.records if r.name == "ltm.services.outbox"]
    assert levels == ["WARNING", "INFO"]
    await process.end()


@pytest.mark.parametrize("failure", [Refused("no"), InvalidInput("no"), Corrupt("no")])
async def test_what_is_impossible_is_kept_aside_and_the_rest_goes_on(
    failure: LongTermMemoryError, caplog: pytest.LogCaptureFixture
) -> None:
    process = Process().attached()
    process.failures = [failure]
    for content in ("impossible", "possible"):
        await process.service.keep(HERE, record(content))
    await process.calm()
    assert process.applied == ["possible"]
    assert (await process.keys(), await process.keys("outbox-aside/")) == (0, 1)
    assert process.store.held(HERE) == ()
    assert [r.levelname for r in caplog.records] == ["ERROR"]
    assert "impossible" not in caplog.text.replace("is impossible: key=", "")
    await process.end()


async def test_a_fault_of_ours_breaks_off_and_the_next_nudge_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    process = Process().attached()
    process.failures = [KeyError("a fault")]
    await process.service.keep(HERE, record("one"))
    await process.calm()
    assert (process.applied, process.service.waiting) == ([], 1)
    assert [r.levelname for r in caplog.records] == ["ERROR"]
    process.service.nudge()
    await process.calm()
    assert (process.applied, process.service.waiting) == (["one"], 0)
    await process.end()


async def test_pauses_grow_up_to_the_longest_and_begin_anew_after_a_success(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        if seconds:
            pauses.append(seconds)
        await sleep(0)

    process = Process(first_pause_s=1.0).attached()
    process.failures = [StoreUnavailable("no"), None, *[StoreUnavailable("no")] * 6]
    monkeypatch.setattr("ltm.services.outbox.asyncio.sleep", noted)
    for content in ("one", "two"):
        await process.service.keep(HERE, record(content))
    for _ in range(80):
        await process.service.settled()
        await sleep(0)
    assert pauses == [1.0, 2.0, 4.0, 8.0, 8.0, 8.0, 1.0]
    assert process.applied == ["one", "two"]
    await process.end()


async def test_a_kept_memory_is_found_at_once_and_by_the_next_process_again() -> None:
    first = Process()
    await first.service.keep(HERE, record("tea"))
    assert (first.service.holds(HERE, episode("tea").id), first.service.holds(THERE, episode("tea").id)) == (
        True,
        False,
    )
    assert await first.store.get(HERE, episode("tea").id) is not None
    await first.end()
    second = Process(first.kept)
    assert not second.service.holds(HERE, episode("tea").id)
    await second.service.load()
    assert [held.episode for held in second.store.held(HERE)] == [episode("tea")]
    assert second.store.held(THERE) == ()
    second.attached()
    await second.calm()
    assert (second.applied, await second.keys()) == (["tea"], 0)
    assert not second.service.holds(HERE, episode("tea").id)
    await second.end()


async def test_without_a_storage_nothing_is_promised() -> None:
    process = Process().attached()
    await process.service.load()
    process.storage.is_down = True
    with pytest.raises(StoreUnavailable):
        await process.service.keep(HERE, record("tea"))
    assert (process.service.waiting, process.store.held(HERE)) == (0, ())
    process.storage.is_down = False
    await process.calm()
    assert process.applied == []
    await process.end()


async def test_a_storage_that_is_away_at_the_start_is_asked_again() -> None:
    first = Process()
    await first.service.keep(HERE, record("tea"))
    second = Process(first.kept).attached()
    second.storage.is_down = True
    with pytest.raises(StoreUnavailable):
        await second.service.load()
    second.storage.is_down = False
    await second.calm()
    assert second.applied == ["tea"]
    await second.end()


async def test_what_is_begun_is_left_alone_until_it_is_handed_over() -> None:
    process = Process().attached()
    begun = await process.service.begin(HERE, record("begun"))
    await process.service.keep(HERE, record("kept"))
    await process.calm()
    assert (process.applied, process.service.waiting, await process.keys()) == (["kept"], 0, 1)
    assert process.store.held(HERE) == ()
    process.service.hand_over(begun)
    assert process.store.held(HERE) != ()
    await process.calm()
    assert (process.applied, await process.keys()) == (["kept", "begun"], 0)
    done = await process.service.begin(HERE, record("done"))
    await process.service.done(done)
    await process.service.done(done)
    process.service.hand_over(done)
    await process.calm()
    assert (process.applied, await process.keys()) == (["kept", "begun"], 0)
    await process.end()


async def test_what_is_begun_and_then_kept_is_one_entry() -> None:
    process = Process()
    await process.service.begin(HERE, record("tea"))
    await process.service.keep(HERE, record("tea"))
    assert (process.service.waiting, await process.keys()) == (1, 1)
    process.attached()
    await process.calm()
    assert process.applied == ["tea"]
    await process.end()


async def test_a_note_that_cannot_be_taken_out_is_no_failure_and_not_written_again() -> None:
    process = Process().attached()
    key = await process.service.begin(HERE, record("tea"))
    process.storage.is_down = True
    await process.service.done(key)
    await process.calm()
    assert await process.keys() == 1
    process.storage.is_down = False
    await process.calm()
    assert (process.applied, process.service.waiting, await process.keys()) == ([], 0, 0)
    await process.end()


async def test_erasures_stand_in_line_with_memories() -> None:
    process = Process()
    await process.service.keep(HERE, record("before"))
    key = await process.service.begin_erasure(HERE, GROUP, ALICE.id)
    await process.service.keep(HERE, record("after"))
    process.service.hand_over(key)
    process.attached()
    await process.service.load()
    await process.calm()
    assert process.applied == ["before", "erased 1", "after"]
    await process.end()


async def test_a_write_outlives_the_one_who_asked_and_sees_nothing_of_their_context() -> None:
    process = Process().attached()
    process.said.set("an invocation")
    await process.service.keep(HERE, record("tea"))
    await process.calm()
    assert process.seen == ["nothing"]
    await process.end()


async def test_one_who_forgets_waits_until_a_write_under_way_has_ended() -> None:
    process = Process().attached()
    process.may_go_on.clear()
    await process.service.keep(HERE, record("tea"))
    await asyncio.sleep(0)
    forgetting = asyncio.create_task(_forgotten(process, "tea"))
    await asyncio.sleep(0.005)
    assert not forgetting.done()
    process.may_go_on.set()
    assert await forgetting is True
    await process.calm()
    assert (await process.inner.get(HERE, episode("tea").id), await process.keys()) == (None, 0)
    await process.end()


async def test_one_who_forgets_does_not_wait_for_ever_and_nothing_is_changed() -> None:
    process = Process().attached()
    process.may_go_on.clear()
    await process.service.keep(HERE, record("tea"))
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable):
        await _forgotten(process, "tea")
    process.may_go_on.set()
    await process.calm()
    assert process.applied == ["tea"]
    await process.end()


async def test_what_was_not_forgotten_after_all_is_written() -> None:
    process = Process()
    await process.service.keep(HERE, record("tea"))

    async def forgotten() -> None:
        async with process.service.forgetting(HERE, episode("tea").id):
            process.attached()
            await process.calm()
            assert process.applied == []
            raise StoreUnavailable("the store is away (test)")

    with pytest.raises(StoreUnavailable):
        await forgotten()
    await process.calm()
    assert process.applied == ["tea"]
    await process.end()


@pytest.mark.parametrize("is_down", ["store", "storage"])
async def test_what_could_not_be_forgotten_is_still_there(is_down: str) -> None:
    process = Process()
    await process.service.keep(HERE, record("tea"))
    process.storage.is_down = is_down == "storage"
    process.inner.broken = {"delete"} if is_down == "store" else set()
    with pytest.raises(StoreUnavailable):
        await _forgotten(process, "tea")
    assert [held.episode for held in process.store.held(HERE)] == [episode("tea")]
    assert (process.service.waiting, await process.keys()) == (1, 1)
    await process.end()


async def test_what_is_discarded_is_never_written_and_its_neighbours_are() -> None:
    process = Process()
    for content in ("one", "two", "three"):
        await process.service.keep(HERE, record(content))
    await process.service.keep(THERE, record("one"))
    await process.service.discard(HERE, episode("one").id)
    assert await process.store.get(HERE, episode("one").id) is None
    await process.service.discard(HERE, episode("missing").id)
    process.attached()
    await process.service.load()
    process.service.nudge()
    await process.calm()
    assert process.applied == ["two", "three", "one"]
    assert await process.inner.get(HERE, episode("one").id) is None
    await process.end()


async def test_all_of_a_scope_are_discarded_and_no_other() -> None:
    process = Process()
    for scope in (HERE, THERE, HERE):
        await process.service.keep(scope, record(f"tea {await process.keys()}"))
    await process.service.discard_all(HERE)
    assert (process.store.held(HERE), process.service.waiting, await process.keys()) == ((), 1, 1)
    await process.end()


async def test_what_waits_is_rewritten_for_the_next_process_too() -> None:
    first = Process()
    await first.service.keep(HERE, record("tea"))
    changed = Record(episode=episode("tea", importance=5), embedding=NOT_EMBEDDED)
    assert await first.service.amend(HERE, changed) is True
    assert await first.service.amend(HERE, record("missing")) is False
    await first.inner.put(HERE, [record("tea")])
    await first.end()
    # What is stored already is older than what was rewritten.
    second = Process(first.kept)
    second.inner = first.inner
    second.store = second.service._store = indexed(first.inner)
    second.attached()
    await second.service.load()
    await second.calm()
    stored = await second.inner.get(HERE, changed.episode.id)
    assert stored is not None
    assert stored.episode == changed.episode
    await second.end()


async def test_what_was_rewritten_in_the_store_is_not_written_over_by_a_note_left_behind() -> None:
    process = Process()
    await process.service.keep(HERE, record("tea"))
    newer = Record(episode=episode("tea", importance=5), embedding=NOT_EMBEDDED)
    await process.inner.put(HERE, [newer])
    process.attached()
    await process.service.load()
    process.service.nudge()
    await process.calm()
    assert await process.inner.get(HERE, newer.episode.id) == newer
    assert await process.store.get(HERE, newer.episode.id) == newer
    await process.end()


async def test_what_is_rewritten_while_it_is_being_written_is_written_again() -> None:
    process = Process().attached()
    process.may_go_on.clear()
    await process.service.keep(HERE, record("tea"))
    await asyncio.sleep(0.005)
    newer = Record(episode=episode("tea", importance=5), embedding=NOT_EMBEDDED)
    await process.store.replace(HERE, newer)
    process.may_go_on.set()
    await process.calm()
    assert await process.inner.get(HERE, newer.episode.id) == newer
    assert (process.applied, await process.keys()) == (["tea", "tea"], 0)
    await process.end()


async def test_after_closing_nothing_is_begun() -> None:
    process = Process().attached()
    process.may_go_on.clear()
    await process.service.keep(HERE, record("one"))
    await asyncio.sleep(0)
    await process.service.close()
    await process.service.close()
    process.may_go_on.set()
    await process.service.keep(HERE, record("two"))
    await process.calm()
    assert (process.applied, await process.keys()) == ([], 2)
    await process.end()


async def _forgotten(process: Process, content: str) -> bool:
    async with process.service.forgetting(HERE, episode(content).id):
        return await process.store.delete(HERE, episode(content).id)
