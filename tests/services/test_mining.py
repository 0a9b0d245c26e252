"""Answered turns are looked through once, whatever breaks off, and never on the reply's path."""

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from time import perf_counter

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.episode import Source
from ltm.domain.scope import Isolation, Scope
from ltm.domain.turn import Turn
from ltm.errors import StoreUnavailable
from ltm.ports.extractor import Found
from ltm.ports.journal import JournalEntry
from tests.doubles import BrokenEpisodes, FixedClock, WatchedStorage
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE
from tests.services.mined import FailingStorage, Learning, Words, until

pytestmark = pytest.mark.anyio

SAID = (
    ("I moved house\nand so on", ALICE),
    ("I live in Cologne\nI am a gardener", BOB),
    ("what time is it?", ALICE),
    ("I live in Bonn", BOB),
    ("I bought a cello\nI sold the kayak\nI planted three trees", ALICE),
)
FEW = (SAID[1], SAID[3], ("I planted three trees", ALICE))
PLANTED = [line for text, _ in SAID for line in text.splitlines() if line.startswith("I ")]


def lines(contents: Sequence[str]) -> list[str]:
    """Return what was said, without the extractor's count."""
    return sorted(content.partition(" #")[0] for content in contents)


async def stored(learning: Learning, scope: Scope = HERE) -> list[str]:
    return lines([episode.content for episode in await learning.memory.all(scope)])


async def are_stored(learning: Learning, number: int, scope: Scope = HERE) -> bool:
    return len(await stored(learning, scope)) == number


async def test_what_is_said_in_so_many_turns_is_stored() -> None:
    learning = Learning(every_turns=5)
    for text, speaker in SAID[:4]:
        learning.say(text, speaker)
    await learning.settled()
    assert (learning.extractor.asked, await stored(learning), len(await learning.journaled())) == (0, [], 4)
    learning.say(*SAID[4])
    await learning.settled()
    assert (learning.extractor.asked, await stored(learning)) == (1, sorted(PLANTED))
    assert await learning.journaled() == await learning.storage.keys("candidates/") == []
    by_line = {episode.content.partition(" #")[0]: episode for episode in await learning.memory.all()}
    assert {line: episode.speaker_id for line, episode in by_line.items()} == {
        line: speaker.id for text, speaker in SAID for line in text.splitlines() if line.startswith("I ")
    }
    assert {episode.source for episode in by_line.values()} == {Source.CAPTURE}
    assert by_line["I live in Cologne"].superseded_by == by_line["I live in Bonn"].id
    await learning.end()


async def test_what_is_steady_is_in_the_speakers_profile_as_well() -> None:
    learning = Learning(every_turns=5)
    for text, speaker in SAID:
        learning.say(text, speaker)
    await learning.settled()
    profile = await learning.memory.profiles.speaker_profile(GROUP, BOB.id)
    assert {fact.key: fact.value for fact in profile.traits} == {
        "home": "I live in Bonn #1",
        "": "I am a gardener #1",
    }
    assert (await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    await learning.end()


async def test_silence_has_the_rest_looked_through() -> None:
    learning = Learning(every_turns=5)
    learning.say(*SAID[0])
    learning.clock.advance(seconds=500)
    learning.say(*SAID[1])
    learning.clock.advance(seconds=599)
    learning.mining.nudge()
    await learning.settled()
    assert learning.extractor.asked == 0
    learning.clock.advance(seconds=1)
    learning.mining.nudge()
    await learning.settled()
    assert await stored(learning) == ["I am a gardener", "I live in Cologne", "I moved house"]
    await learning.end()


async def test_a_timer_looks_for_silence() -> None:
    learning = Learning(every_turns=5)
    learning.say("I planted a tree")
    learning.clock.advance(seconds=599.9)
    await learning.settled()
    await asyncio.sleep(0)
    learning.clock.advance(seconds=1)
    await until(partial(are_stored, learning, 1))
    await learning.end()


async def test_a_restart_goes_on_with_what_an_earlier_process_left() -> None:
    learning = Learning(every_turns=3)
    learning.say(*SAID[0])
    learning.say(*SAID[1])
    await learning.settled()
    await learning.end()
    again = Learning(learning.memory.inner, learning.storage, clock=learning.clock, every_turns=3)
    await again.mining.load()
    await again.settled()
    assert again.extractor.asked == 0
    again.say(*SAID[4])
    await again.settled()
    assert [entry.text for entry in again.extractor.seen] == [SAID[0][0], SAID[1][0], SAID[4][0]]
    assert await again.journaled() == []
    await again.end()


async def test_old_turns_are_looked_through_at_once_after_a_restart() -> None:
    learning = Learning()
    learning.say("I bought a cello")
    await learning.settled()
    await learning.end()
    learning.clock.advance(seconds=601)
    again = Learning(learning.memory.inner, learning.storage, clock=learning.clock)
    await again.mining.load()
    await again.settled()
    assert await stored(again) == ["I bought a cello"]
    await again.end()


async def test_of_a_streamed_answer_the_last_one_counts() -> None:
    learning = Learning(every_turns=2)
    for reply in ("W", "Well", "Well done."):
        learning.say("I won", query_id=7, reply=reply)
        await asyncio.sleep(0.001)
    await learning.settled()
    assert len(await learning.journaled()) == 1
    learning.say("thanks", query_id=8)
    await learning.settled()
    assert [(entry.text, entry.reply) for entry in learning.extractor.seen] == [
        ("I won", "Well done."),
        ("thanks", "I see."),
    ]
    learning.say("I won", query_id=7, reply="Well done. Really.")
    await learning.done()
    assert (learning.extractor.asked, await learning.journaled()) == (1, [])
    await learning.end()


async def test_an_answer_is_written_seldom_and_looked_through_when_it_is_whole() -> None:
    storage = WatchedStorage()
    learning = Learning(storage=storage, every_turns=1, gather_s=0.1)
    answer = ""
    for part in range(40):
        answer += f"part {part} "
        learning.say("I won", query_id=7, reply=answer)
        await asyncio.sleep(0.005)
    assert learning.extractor.asked == 0
    assert 1 <= storage.calls["put"] <= 5
    await until(partial(are_stored, learning, 1))
    await learning.settled()
    assert [entry.reply for entry in learning.extractor.seen] == [answer.strip()]
    assert await learning.journaled() == []
    await learning.end()


async def test_an_answer_that_comes_while_its_turn_is_looked_through_changes_nothing() -> None:
    learning = Learning(every_turns=1)
    learning.extractor.goes_on.clear()
    learning.say("I won", query_id=7, reply="W")
    await learning.extractor.began.wait()
    learning.say("I won", query_id=7, reply="Well")
    await learning.capture.settled()
    learning.extractor.goes_on.set()
    await learning.settled()
    await learning.done()
    assert (learning.extractor.asked, await stored(learning), await learning.journaled()) == (1, ["I won"], [])
    await learning.end()


async def test_a_host_that_counts_from_the_beginning_again_replaces_nothing() -> None:
    learning = Learning(every_turns=3)
    for text in ("I won", "I lost"):
        learning.say(text, query_id=1)
    learning.say("I won", BOB, query_id=1)
    await learning.settled()
    assert len(learning.extractor.seen) == 3
    await learning.end()


async def test_a_session_is_looked_through_before_the_host_forgets_it() -> None:
    learning = Learning(every_turns=50, rounds_kept=4)
    for number in range(4):
        learning.say(f"I count {number}")
    learning.say("I count 9", session=OTHER_GROUP)
    await learning.settled()
    assert (learning.extractor.asked, len(await stored(learning)), await stored(learning, THERE)) == (1, 4, [])
    learning.mining.flush(OTHER_GROUP)
    await learning.settled()
    assert await stored(learning, THERE) == ["I count 9"]
    await learning.end()


async def test_a_long_backlog_goes_in_batches_of_one_session_each() -> None:
    learning = Learning(every_turns=100, rounds_kept=100)
    for number in range(25):
        learning.say(f"I count {number}", session=GROUP if number % 5 else OTHER_GROUP)
    await learning.settled()
    await learning.end()
    batches: list[list[JournalEntry]] = []

    class Batched(Words):
        async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
            batches.append(list(entries))
            return []

    again = Learning(storage=learning.storage, clock=learning.clock, extractor=Batched(), every_turns=3)
    await again.mining.load()
    await again.settled()
    assert Counter(map(len, batches)) == {6: 3, 5: 1, 2: 1}
    assert all(len({entry.session for entry in batch}) == 1 for batch in batches)
    again.say("I count 26")
    await again.settled()
    assert len(batches) == 5
    await again.end()


async def test_a_batch_is_no_longer_than_a_model_reads() -> None:
    learning = Learning(every_turns=10)
    for number in range(10):
        learning.say(f"I count {number}\n" + "on and on " * 390, reply="")
    await learning.settled()
    assert learning.extractor.asked == 4
    assert len(learning.extractor.seen) == 10
    await learning.end()


@pytest.mark.parametrize("is_lost", [False, True], ids=["not taken", "taken without an answer"])
@pytest.mark.parametrize("is_restart", [True, False], ids=["restart", "same process"])
async def test_everything_is_stored_exactly_once_wherever_the_storage_fails(is_lost: bool, is_restart: bool) -> None:
    paid: list[int] = []
    expected = sorted(line for text, _ in FEW for line in text.splitlines())
    for writes in range(0, 200, 1 if is_restart else 3):
        kept, store, clock, extractor = InMemoryStorage(), InMemoryEpisodes(), FixedClock(), Words()
        storage = FailingStorage(kept, writes=writes, is_lost=is_lost)
        first = Learning(store, storage, clock=clock, extractor=extractor, every_turns=3, pause_s=0.002)
        for text, speaker in FEW:
            first.say(text, speaker)
        await first.settled()
        has_failed = storage.has_failed
        if is_restart:
            await first.end()
            again = Learning(store, kept, clock=clock, extractor=extractor, every_turns=3)
            # What never reached the journal was never promised; what did is there once.
            waiting = [(await kept.get(key) or b"").decode(errors="replace") for key in await kept.keys("")]
            known = "\n".join([*waiting, *(episode.content for episode in await first.memory.all())])
            for text, speaker in FEW:
                if text.splitlines()[0] not in known:
                    again.say(text, speaker)
        else:
            storage.mend()
            again = first
        await again.mining.load()
        async with asyncio.timeout(10):
            while len(await stored(again)) < len(expected) or await kept.keys("journal/") + await kept.keys("candid"):
                again.mining.flush(GROUP)
                await again.settled()
                await asyncio.sleep(0.001)
        await again.memory.drained()
        assert await stored(again) == expected, writes
        profile = await again.memory.profiles.speaker_profile(GROUP, BOB.id)
        assert sorted(fact.key for fact in profile.traits) == ["", "home"], writes
        assert "Bonn" in next(fact.value for fact in profile.traits if fact.key == "home"), writes
        paid.append(extractor.asked)
        await again.end()
        if not has_failed:
            break
    assert not has_failed
    assert max(paid) <= 2
    assert len(paid) > 10


@pytest.mark.parametrize("broken", ["put", "get", "search", "replace"])
async def test_a_store_that_is_away_loses_nothing(broken: str) -> None:
    store = BrokenEpisodes()
    learning = Learning(store, every_turns=5, pause_s=0.002)
    store.broken = {broken}
    for text, speaker in SAID:
        learning.say(text, speaker)
    await learning.settled()
    store.broken = set()
    async with asyncio.timeout(10):
        while await stored(learning) != sorted(PLANTED) or learning.memory.outbox.waiting:
            await learning.memory.drained()
            await asyncio.sleep(0.005)
            await learning.settled()
    assert (await learning.mining.status(HERE)).stored == len(PLANTED)
    assert learning.extractor.asked == 1
    await learning.end()


async def test_a_model_that_is_away_is_asked_again_and_named_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    learning = Learning(every_turns=1, pause_s=0.002)
    learning.extractor.is_away = True
    learning.say("I won")
    for number in range(1, 5):
        await learning.extractor.began.wait()
        learning.extractor.began.clear()
        assert learning.extractor.asked == number
    assert (await stored(learning), len(await learning.journaled())) == ([], 1)
    learning.extractor.is_away = False
    await until(partial(are_stored, learning, 1))
    await learning.settled()
    said = [record.getMessage() for record in caplog.records if record.name == "ltm.services.mining"]
    assert said == [
        "turns wait to be looked through: reason=LlmUnavailable",
        "turns are looked through again",
    ]
    await learning.end()


async def test_a_session_that_always_fails_holds_up_no_other() -> None:
    class Picky(Words):
        async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
            self.is_away = entries[0].session == GROUP
            return await super().extract(entries)

    learning = Learning(every_turns=1, extractor=Picky(), pause_s=0.002)
    learning.say("I won")
    for number in range(3):
        learning.say(f"I count {number}", session=OTHER_GROUP)
    await until(partial(are_stored, learning, 3, THERE))
    assert await stored(learning) == []
    await learning.end()


async def test_what_breaks_off_is_not_tried_with_every_message(caplog: pytest.LogCaptureFixture) -> None:
    class Faulty(Words):
        async def extract(self, entries: Sequence[JournalEntry]) -> list[Found]:
            found = await super().extract(entries)
            if self.asked == 1:
                raise ValueError("quagmire")
            return found

    learning = Learning(every_turns=1, extractor=Faulty(), pause_s=0.2)
    learning.say("I won")
    await learning.settled()
    for number in range(5):
        learning.say(f"I count {number}")
        await learning.settled()
    assert learning.extractor.asked == 1
    assert "reason=ValueError" in caplog.text
    assert "quagmire" not in caplog.text
    await until(partial(are_stored, learning, 6))
    await learning.end()


async def test_a_model_that_takes_too_long_is_asked_again() -> None:
    learning = Learning(every_turns=1, pause_s=0.01, deadline_s=0.05)
    learning.extractor.goes_on.clear()
    learning.say("I won")
    await learning.settled()
    assert (await stored(learning), len(await learning.journaled())) == ([], 1)
    learning.extractor.goes_on.set()
    await until(partial(are_stored, learning, 1))
    await learning.end()


async def test_noting_waits_for_nothing() -> None:
    storage = WatchedStorage()
    storage.slow_keys = {"journal/": 0.2}
    learning = Learning(storage=storage, every_turns=5)
    turn = Turn(session=GROUP, speaker=ALICE, text="I won " * 20_000, at=learning.clock.now())
    reply = "Well " * 20_000
    started = perf_counter()
    for number in range(1_000):
        learning.mining.note(turn, number, reply, learning.clock.now())
    assert perf_counter() - started < 0.2
    assert storage.calls.total() == 0
    await learning.end()


async def test_the_oldest_make_room(caplog: pytest.LogCaptureFixture) -> None:
    learning = Learning(every_turns=100, rounds_kept=100, max_entries=10)
    for number in range(14):
        learning.say(f"I count {number}")
        await asyncio.sleep(0)
    await learning.settled()
    assert len(await learning.journaled()) == 10
    status = await learning.mining.status(HERE)
    assert (status.turns, status.dropped) == (10, {"no_room": 4})
    await learning.done()
    assert await stored(learning) == sorted(f"I count {number}" for number in range(4, 14))
    await learning.end()


async def test_turns_are_indexed_before_they_are_looked_through() -> None:
    indexed: list[tuple[Scope, list[str]]] = []

    async def index(scope: Scope, entries: Sequence[JournalEntry]) -> None:
        indexed.append((scope, [entry.text for entry in entries]))
        if len(indexed) == 1:
            raise StoreUnavailable("the store did not answer (test)")

    learning = Learning(every_turns=2, index=index, pause_s=0.002)
    learning.say("I won")
    learning.say("")
    await until(partial(are_stored, learning, 1))
    await learning.settled()
    assert indexed == [(HERE, ["I won", ""])] * 2
    assert [entry.text for entry in learning.extractor.seen] == ["I won"]
    await learning.end()


async def test_where_only_turns_are_kept_nothing_is_looked_for() -> None:
    indexed: list[str] = []

    async def index(scope: Scope, entries: Sequence[JournalEntry]) -> None:
        indexed.extend(entry.text for entry in entries)

    learning = Learning(every_turns=1, index=index, is_off=True)
    learning.say("I won")
    await learning.settled()
    assert (indexed, learning.extractor.asked, await stored(learning), await learning.journaled()) == (
        ["I won"],
        0,
        [],
        [],
    )
    await learning.end()


async def test_where_learning_is_off_nothing_is_noted_and_what_waited_goes_unread() -> None:
    learning = Learning()
    learning.say("I won")
    await learning.settled()
    await learning.end()
    off = Learning(learning.memory.inner, learning.storage, clock=learning.clock, is_off=True)
    off.say("I lost")
    await off.mining.load()
    await off.settled()
    assert (off.extractor.asked, await off.journaled(), await stored(off)) == (0, [], [])
    await off.end()


@pytest.mark.parametrize("isolation", Isolation)
async def test_who_is_off_and_where_it_is_paused_is_dropped_unread(isolation: Isolation) -> None:
    learning = Learning(every_turns=10, isolation=isolation)
    for session in (GROUP, OTHER_GROUP):
        learning.say("I am Alice", ALICE, session=session)
        learning.say("I am Bob", BOB, session=session)
        learning.say("I am nobody", None, session=session)
    await learning.settled()
    await learning.consent.switch_off(GROUP, BOB.id)
    await learning.consent.pause(OTHER_GROUP)
    for session in (GROUP, OTHER_GROUP):
        await learning.done(session)
    assert [entry.text for entry in learning.extractor.seen] == ["I am Alice", "I am nobody"]
    assert await learning.journaled() == []
    await learning.end()


async def test_while_memory_is_switched_off_turns_are_dropped_unread() -> None:
    learning = Learning(every_turns=10)
    learning.say("I won")
    await learning.settled()
    learning.is_enabled = False
    await learning.done()
    assert (learning.extractor.asked, await learning.journaled()) == (0, [])
    assert (await learning.mining.status(HERE)).dropped == {"switched_off": 1}
    await learning.end()


async def test_wishes_that_cannot_be_read_leave_the_turns_unread() -> None:
    learning = Learning(every_turns=1, pause_s=0.002)
    await learning.consent.switch_off(GROUP, BOB.id)
    [key] = await learning.storage.keys("consent/")
    record = await learning.storage.get(key)
    await learning.storage.put(key, b"damaged")
    learning.say("I won")
    await asyncio.sleep(0.02)
    assert (learning.extractor.asked, len(await learning.journaled())) == (0, 1)
    await learning.storage.put(key, record or b"")
    await until(partial(are_stored, learning, 1))
    await learning.end()


async def test_the_status_counts() -> None:
    learning = Learning(every_turns=5, is_reviewed=True)
    for text, speaker in SAID:
        learning.say(text, speaker)
    await learning.settled()
    learning.say("I won")
    learning.say("I lost", session=OTHER_GROUP)
    await learning.settled()
    status = await learning.mining.status(HERE)
    assert (status.turns, status.candidates, status.mined, status.stored, status.dropped) == (1, 7, 5, 0, {})
    assert (await learning.mining.status(THERE)).turns == 1
    await learning.end()


async def test_a_knowledge_base_that_is_gone_leaves_nothing_behind() -> None:
    learning = Learning(every_turns=2, is_reviewed=True)
    for text in ("I won", "I lost", "I drew"):
        learning.say(text)
        learning.say(text, session=OTHER_GROUP)
    await learning.settled()
    assert await learning.storage.keys("candidates/")
    await learning.mining.discard_all()
    left = await learning.storage.keys("")
    assert [key for key in left if key.startswith(("journal", "candidates"))] == []
    await learning.end()


async def test_what_was_stored_while_it_was_answered_is_not_stored_again() -> None:
    learning = Learning()
    try:
        learning.say("I keep bees\nI sail", kept=["Alice keeps bees"])
        await learning.journaled()
        await learning.done()
        assert [episode.content for episode in await learning.memory.all()] == ["I sail #1"]
    finally:
        await learning.end()


async def test_what_was_stored_meanwhile_is_still_known_after_a_restart() -> None:
    before = Learning()
    before.say("I keep bees", kept=["Alice keeps bees"])
    await before.settled()
    await before.end()
    learning = Learning(storage=before.storage)
    try:
        await learning.mining.load()
        await learning.done()
        assert learning.extractor.asked == 1
        assert await learning.memory.all() == []
    finally:
        await learning.end()


async def test_work_waits_for_a_quiet_moment() -> None:
    learning = Learning(every_turns=1, quiet_s=0.2)
    try:
        learning.say("I keep bees")
        for _ in range(4):
            await asyncio.sleep(0.1)
            learning.mining.busy()
            assert learning.extractor.asked == 0
        await learning.settled()
        assert [episode.content for episode in await learning.memory.all()] == ["I keep bees #1"]
    finally:
        await learning.end()
