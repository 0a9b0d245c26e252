"""Consolidating a scope: what is shown is what is done, and what is done can be undone, wherever it broke off."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import replace

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.audit import ITSELF, Change
from ltm.domain.consolidation import in_state
from ltm.domain.consolidation_runs import Job
from ltm.domain.episode import Episode, EpisodeId, Kind, LinkKind, Source, Status
from ltm.domain.scope import Scope
from ltm.errors import Conflict, LongTermMemoryError, NotFound, StoreUnavailable
from ltm.ports.episode_store import Record
from tests.doubles import BrokenEpisodes, FixedClock
from tests.services.consolidating import Consolidating, number, said, scope_of
from tests.services.memories import ALICE, BOB, HERE, THERE
from tests.services.wired import actor

pytestmark = pytest.mark.anyio

NURSE, NURSE_THERE = "Alice works as a nurse", "Alice works as a nurse in Kiel"


async def expected(memory: Consolidating) -> dict[EpisodeId, Episode]:
    """Return the scope as the plan that was shown says it will be."""
    planned = memory.consolidation.shown(HERE)
    assert planned is not None
    there = await memory.state()
    made = {merge.made.id: merge.made for merge in planned.merges}
    return there | made | {step.id: in_state(there[step.id], step.after) for step in planned.steps}


@pytest.mark.parametrize("seed", range(12))
async def test_a_run_does_exactly_what_was_shown_and_undoing_it_brings_everything_back(seed: int) -> None:
    memory = Consolidating()
    await memory.know(*scope_of(random.Random(seed), 40))
    before = await memory.state()
    shown = await memory.consolidation.preview(HERE)
    assert shown.counts.total > 0
    assert await memory.state() == before
    after = await expected(memory)
    memory.clock.advance(seconds=600)
    done = await memory.consolidation.run(HERE, by="admin")
    assert (done.counts, done.skipped, done.reason) == (shown.counts, 0, "")
    assert await memory.state() == after
    undone = await memory.consolidation.undo(HERE, done.run_id, by="admin")
    assert (undone.left, undone.deleted) == (0, done.counts.merged)
    assert await memory.state() == before


@pytest.mark.parametrize("seed", range(4))
async def test_runs_come_to_an_end_and_keep_what_they_may_not_touch(seed: int) -> None:
    memory = Consolidating()
    dice = random.Random(seed)
    await memory.know(*scope_of(dice, 40), *(replace(each, kind=Kind.TURN) for each in turns()))
    before = await memory.state()
    for _ in range(8):
        done = await memory.consolidation.run(HERE)
    assert done.counts.total == 0
    after = await memory.state()
    for episode_id, was in before.items():
        now = after[episode_id]
        assert now.content == was.content
        assert now == was or not was.pinned or now.status is Status.ACTIVE
        assert now == was or was.kind is not Kind.TURN
        if now.superseded_by is not None:
            winner = after[now.superseded_by]
            assert winner.speaker == now.speaker or winner.subject == now.subject == "Tom"


def turns() -> list[Episode]:
    return [said("Alice works as a nurse", 900 + place, conversation="c", position=place) for place in range(3)]


class Faltering(InMemoryEpisodes):
    """Fails at the call of that number, once; 0 is the next one, None never."""

    def __init__(self, failure: BaseException) -> None:
        super().__init__()
        self.failure = failure
        self.fails_at: int | None = None
        self.has_failed = False

    def _count(self) -> None:
        if self.fails_at is None:
            return
        self.fails_at -= 1
        if self.fails_at < 0:
            self.fails_at, self.has_failed = None, True
            raise self.failure

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        self._count()
        await super().put(scope, records)

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        self._count()
        return await super().get(scope, episode_id)

    async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
        self._count()
        return await super().delete(scope, episode_id)

    async def scan(self, scope: Scope) -> AsyncIterator[list[Record]]:
        self._count()
        async for batch in super().scan(scope):
            yield batch


def some_of_each() -> list[Episode]:
    return [
        said(NURSE_THERE, 1, days_ago=5),
        said(NURSE, 2, days_ago=3),
        said("Bob has a boat", 3, days_ago=9, by=BOB),
        said("Bob has a boat in Kiel", 4, days_ago=1, by=BOB, importance=1),
        said("Alice seems tired", 5, days_ago=200, kind=Kind.OBSERVATION),
        said("Alice hums", 6, kind=Kind.OBSERVATION, repeat_count=2),
        said("Alice lives in Rome", 7, days_ago=4, fact_key="home"),
        said("Alice moved to Oslo", 8, days_ago=2, fact_key="home"),
    ]


@pytest.mark.parametrize("broken_off", [StoreUnavailable("did not answer (test)"), asyncio.CancelledError()])
async def test_wherever_a_run_ends_undoing_it_brings_the_scope_back(broken_off: BaseException) -> None:
    is_tried = True
    call = 0
    while is_tried:
        store = Faltering(broken_off)
        memory = Consolidating(store)
        await memory.know(*some_of_each())
        before = await memory.state()
        await memory.consolidation.preview(HERE)
        store.fails_at = call
        with suppress(LongTermMemoryError, asyncio.CancelledError):
            await memory.consolidation.run(HERE)
        is_tried, store.fails_at = store.has_failed, None
        for run_id in await memory.consolidation.runs(HERE):
            await undone_through(memory, store, run_id)
        assert await memory.state() == before, call
        call += 1
    assert call > 12


async def undone_through(memory: Consolidating, store: Faltering, run_id: str) -> None:
    """Undo the run although the store fails once at every call in turn."""
    call = 0
    while True:
        store.fails_at = call
        try:
            again = Consolidating(store, storage=memory.storage, clock=memory.clock)
            outcome = await again.consolidation.undo(HERE, run_id, by="admin")
            assert outcome.left == 0
            return
        except (LongTermMemoryError, asyncio.CancelledError):
            call += 1
        finally:
            store.fails_at = None


class FalteringStorage(InMemoryStorage):
    """Takes no write from the call of that number on."""

    def __init__(self, fails_at: int) -> None:
        super().__init__()
        self.left = fails_at

    async def put(self, key: str, value: bytes) -> None:
        self.left -= 1
        if self.left < 0:
            raise StoreUnavailable("the plugin storage did not answer (test)")
        await super().put(key, value)


@pytest.mark.parametrize("fails_at", range(4))
async def test_without_a_record_nothing_is_changed(fails_at: int) -> None:
    storage = FalteringStorage(fails_at=1_000)
    memory = Consolidating(storage=storage)
    await memory.know(*some_of_each())
    before = await memory.state()
    storage.left = fails_at
    try:
        await memory.consolidation.run(HERE)
    except StoreUnavailable:
        assert await memory.state() == before
    storage.left = 1_000
    for run_id in await memory.consolidation.runs(HERE):
        await memory.consolidation.undo(HERE, run_id, by="admin")
    assert await memory.state() == before


async def test_each_pass_does_its_own() -> None:
    memory = Consolidating()
    await memory.know(*some_of_each())
    done = await memory.consolidation.run(HERE, by="admin")
    assert (done.counts.merged, done.counts.superseded, done.counts.contradictions) == (1, 2, 1)
    assert (done.counts.archived, done.counts.promoted) == (1, 1)
    there = await memory.state()
    [made] = [episode for episode in there.values() if episode.source is Source.MERGE]
    assert (made.content, made.original, made.at) == (NURSE_THERE, NURSE, there[number(2)].at)
    assert there[number(1)].superseded_by == there[number(2)].superseded_by == made.id
    assert (there[number(3)].superseded_by, there[number(4)].importance) == (number(4), 2)
    assert there[number(5)].status is Status.ARCHIVED
    assert there[number(6)].kind is Kind.FACT
    assert there[number(7)].superseded_by == number(8)
    assert [(link.kind, link.to) for link in there[number(8)].links] == [(LinkKind.CONTRADICTS, number(7))]


async def test_every_change_is_written_down() -> None:
    memory = Consolidating()
    await memory.know(*some_of_each())
    done = await memory.consolidation.run(HERE, by="admin")
    entries = await memory.audit.entries(HERE)
    assert [(e.by, e.note) for e in entries if e.change is Change.CONSOLIDATED and not e.episode_id] == [
        ("admin", f"{done.run_id} m1 s2 a1 p1")
    ]
    of_memories = {(entry.change, entry.episode_id) for entry in entries if entry.episode_id}
    assert {(Change.SUPERSEDED, number(place)) for place in (1, 2, 3, 7)} <= of_memories
    assert (Change.ARCHIVED, number(5)) in of_memories
    assert {entry.by for entry in entries if entry.episode_id} == {ITSELF}
    assert {entry.note for entry in entries if entry.episode_id} == {done.run_id}
    await memory.consolidation.undo(HERE, done.run_id, by="admin")
    newest = (await memory.audit.entries(HERE))[0]
    assert (newest.change, newest.by, newest.note) == (Change.UNDONE, "admin", f"{done.run_id} 9")


async def test_what_changed_since_it_was_shown_is_planned_anew() -> None:
    memory = Consolidating()
    await memory.know(said(NURSE, 1, days_ago=2), said(NURSE_THERE, 2))
    assert (await memory.consolidation.preview(HERE)).counts.superseded == 1
    await memory.lifecycle.edit(HERE, actor(), number(2), "Alice works as a pilot")
    assert (await memory.consolidation.run(HERE)).counts.total == 0


class Meddling(InMemoryEpisodes):
    """Does something of its own when the first memory is about to be replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.then: dict[EpisodeId, Record | None] = {}

    async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        for changed_id, record in self.then.items():
            if record is None:
                await super().delete(scope, changed_id)
            else:
                await super().put(scope, [record])
        self.then = {}
        return await super().get(scope, episode_id)


@pytest.mark.parametrize("changed", [1, 2])
@pytest.mark.parametrize("is_deleted", [True, False])
async def test_a_memory_that_changes_under_the_run_is_left_alone(changed: int, is_deleted: bool) -> None:
    store = Meddling()
    memory = Consolidating(store)
    await memory.know(said(NURSE, 1, days_ago=2), said(NURSE_THERE, 2), said(NURSE_THERE, 3, days_ago=9, by=BOB))
    await memory.know(said(NURSE, 4, days_ago=8, by=BOB))
    await memory.consolidation.preview(HERE)
    [record] = [r async for batch in store.scan(HERE) for r in batch if r.episode.id == number(changed)]
    other = replace(record, episode=replace(record.episode, content="Alice works as a pilot"))
    store.then = {number(changed): None if is_deleted else other}
    done = await memory.consolidation.run(HERE)
    assert (done.counts.superseded, done.counts.merged, done.skipped) == (0, 1, 1)
    there = await memory.state()
    assert all(there[number(place)].status is Status.ACTIVE for place in (1, 2) if number(place) in there)


async def test_of_a_memory_forgotten_meanwhile_no_merged_one_is_made() -> None:
    store = Meddling()
    memory = Consolidating(store)
    await memory.know(said(NURSE_THERE, 1, days_ago=2), said(NURSE, 2))
    await memory.consolidation.preview(HERE)
    store.then = {number(1): None}
    done = await memory.consolidation.run(HERE)
    assert (done.counts.total, done.skipped) == (0, 1)
    assert list(await memory.state()) == [number(2)]


async def test_what_was_changed_after_the_run_stays_when_it_is_undone() -> None:
    memory = Consolidating()
    await memory.know(*some_of_each())
    done = await memory.consolidation.run(HERE)
    [made] = [each for each in (await memory.state()).values() if each.source is Source.MERGE]
    await memory.lifecycle.edit(HERE, actor(), made.id, NURSE_THERE.replace("nurse", "pilot"))
    await memory.lifecycle.change(HERE, actor(), number(5), Change.RESTORED)
    await memory.forgetting.forget(HERE, actor(is_admin=True), number(3))
    undone = await memory.consolidation.undo(HERE, done.run_id, by="admin")
    assert (undone.left, undone.deleted) == (2, 0)
    there = await memory.state()
    assert "pilot" in there[made.id].content
    assert there[number(1)].status is Status.ACTIVE
    assert number(3) not in there


async def test_a_merged_memory_to_which_another_ceded_stays() -> None:
    memory = Consolidating()
    await memory.know(said(NURSE_THERE, 1, days_ago=5), said(NURSE, 2, days_ago=3))
    first = await memory.consolidation.run(HERE)
    memory.clock.advance(days=1)
    await memory.know(said(NURSE, 3, days_ago=4))
    await memory.consolidation.run(HERE)
    [made] = [each for each in (await memory.state()).values() if each.source is Source.MERGE]
    assert (await memory.state())[number(3)].superseded_by == made.id
    assert (await memory.consolidation.undo(HERE, first.run_id, by="admin")).left == 1
    assert made.id in await memory.state()


async def test_undoing_twice_says_so_and_an_unknown_run_is_not_found() -> None:
    memory = Consolidating()
    await memory.know(*some_of_each())
    done = await memory.consolidation.run(HERE)
    assert not (await memory.consolidation.undo(HERE, done.run_id, by="admin")).was_undone
    assert (await memory.consolidation.undo(HERE, done.run_id, by="admin")).was_undone
    for run_id in ("", "last", "../last", "20250601-120000-zzzz", "20250601-120000-0000"):
        with pytest.raises(NotFound):
            await memory.consolidation.undo(HERE, run_id, by="admin")
    with pytest.raises(NotFound):
        await memory.consolidation.undo(THERE, done.run_id, by="admin")


async def test_nobody_elses_memory_cedes() -> None:
    memory = Consolidating()
    await memory.know(
        said("Alice lives in Rome", 1, days_ago=4, fact_key="home", about=ALICE.id, by=BOB),
        said("Alice moved to Oslo", 2, fact_key="home"),
        said(NURSE, 3, by=BOB),
        said(NURSE_THERE, 4),
    )
    assert (await memory.consolidation.run(HERE)).counts.total == 0


async def test_one_job_at_a_time_and_its_progress_can_be_seen() -> None:
    memory = Consolidating()
    await memory.know(*some_of_each())
    task = memory.consolidation.start(HERE, Job.RUN, by="admin")
    assert memory.consolidation.progress(HERE) is not None
    with pytest.raises(Conflict):
        memory.consolidation.start(HERE, Job.PREVIEW, by="admin")
    done = await task
    assert memory.consolidation.progress(HERE) is None
    assert await memory.consolidation.last(HERE) == done
    undone = await memory.consolidation.start(HERE, Job.UNDO, by="admin", run_id=done.run_id)
    assert await memory.consolidation.last(HERE) == undone


async def test_a_job_in_the_background_never_raises() -> None:
    store = BrokenEpisodes()
    memory = Consolidating(store)
    await memory.know(*some_of_each())
    store.broken = {"scan"}
    for job in (Job.PREVIEW, Job.RUN):
        outcome = await memory.consolidation.start(HERE, job, by="admin")
        assert "did not answer" in outcome.reason
        assert await memory.consolidation.last(HERE) == outcome
    assert "no run" in (await memory.consolidation.start(HERE, Job.UNDO, by="admin", run_id="x")).reason


async def test_a_schedule_is_kept_across_processes() -> None:
    storage, store, clock = InMemoryStorage(), InMemoryEpisodes(), FixedClock()
    memory = Consolidating(store, storage=storage, clock=clock, scheduled=Job.PREVIEW)
    await memory.know(*some_of_each())
    before = await memory.state()
    assert await nudged(memory) == clock.now()
    first = clock.now()
    clock.advance(seconds=3600)
    again = Consolidating(store, storage=storage, clock=clock, scheduled=Job.PREVIEW)
    for each in (memory, again):
        assert await nudged(each) == first
    assert await memory.state() == before
    clock.advance(days=1)
    runs = Consolidating(store, storage=storage, clock=clock, scheduled=Job.RUN)
    assert await nudged(runs) == clock.now()
    assert await memory.state() != before
    assert len(await runs.consolidation.runs(HERE)) == 1


async def nudged(memory: Consolidating) -> object:
    memory.consolidation.nudge(HERE)
    await memory.consolidation.settled()
    last = await memory.consolidation.last(HERE)
    return last.at if last else None


async def test_nothing_is_scheduled_where_it_is_off_or_something_else_runs() -> None:
    unscheduled = Consolidating()
    await unscheduled.know(*some_of_each())
    assert await nudged(unscheduled) is None
    memory = Consolidating(scheduled=Job.PREVIEW)
    await memory.know(*some_of_each())
    await memory.know(*some_of_each(), scope=THERE)
    task = memory.consolidation.start(THERE, Job.PREVIEW, by="admin")
    memory.consolidation.nudge(HERE)
    assert memory.consolidation.progress(HERE) is None
    await task


async def test_the_last_runs_are_kept_without_a_word_of_what_memories_say_and_clearing_leaves_nothing() -> None:
    memory = Consolidating()
    for place in range(12):
        await memory.know(*(replace(each, id=number(100 * place + i)) for i, each in enumerate(some_of_each())))
        await memory.consolidation.run(HERE)
        memory.clock.advance(days=1)
    runs = await memory.consolidation.runs(HERE)
    assert len(runs) == 10
    keys = await memory.storage.keys("consolidation/")
    assert {key.split("/")[2] for key in keys} == {*runs, "last"}
    words = {word for each in some_of_each() for word in each.content.split() if len(word) > 3}
    for key in keys:
        raw = (await memory.storage.get(key) or b"").decode()
        assert not [word for word in words if word in raw]
    await memory.consolidation.clear(HERE)
    assert await memory.storage.keys("consolidation/") == []
    assert memory.consolidation.shown(HERE) is None


async def test_closing_breaks_off_what_is_under_way() -> None:
    store = BrokenEpisodes()
    memory = Consolidating(store)
    await memory.know(*some_of_each())
    store.delay_s = 60
    task = memory.consolidation.start(HERE, Job.PREVIEW, by="admin")
    await asyncio.sleep(0.01)
    await memory.consolidation.close()
    assert task.cancelled()
    assert memory.consolidation.progress(HERE) is None
    await memory.consolidation.settled()


async def test_a_job_waits_for_nobody_to_look_at_it() -> None:
    memory = Consolidating(scheduled=Job.PREVIEW)
    await memory.know(*scope_of(random.Random(1), 30))
    loop = asyncio.get_running_loop()
    started = loop.time()
    memory.consolidation.nudge(HERE)
    assert loop.time() - started < 0.05
    await memory.consolidation.settled()
