"""What was found in talk waits for a decision or is stored at once, through the gate, and only of those who want it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import orjson
import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.domain.audit import Change
from ltm.domain.candidate import Candidate
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.mining import WaitingCandidate, candidate_id
from ltm.domain.profile import Caps, Field
from ltm.domain.rights import Actor
from ltm.domain.scope import Isolation, Scope
from ltm.errors import InvalidInput, LongTermMemoryError, NotFound, Refused, StoreUnavailable, SwitchedOff
from ltm.ports.journal import JournalEntry
from ltm.services.candidate_queue import CandidateQueues, Queue
from ltm.services.candidates import MAX_WAITING
from tests.doubles import START, BrokenEpisodes
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE
from tests.services.mined import Learning, until
from tests.services.wired import actor

pytestmark = pytest.mark.anyio

ADMIN = actor(Speaker(id="9", name="Ada"), is_admin=True)
FULL = Candidate(
    kind=Kind.DECISION,
    text="Alice wants the meeting on 周五",
    original="let's have it on Friday, 周五",
    importance=4,
    subject="the club",
    fact_key="meeting",
    field=Field.PREFERENCES,
    event_at=START,
    snapshot=True,
    corrects=True,
    entities=("the club", "周五"),
)
PLAIN = Candidate(kind=Kind.FACT, text="I keep bees", original="I keep bees")


def waiting(
    candidate: Candidate = PLAIN, number: int = 0, speaker: Speaker | None = ALICE, *, is_ready: bool = False
) -> WaitingCandidate:
    return WaitingCandidate(
        id=candidate_id(HERE, "entry", number),
        entry="entry",
        session=GROUP,
        speaker=speaker,
        at=START,
        candidate=candidate,
        is_ready=is_ready,
    )


async def queued(learning: Learning, *found: WaitingCandidate, scope: Scope = HERE) -> None:
    await learning.candidates.add(scope, found, (), lambda key: True)


def everything(episode: Episode) -> bool:
    return True


async def texts(learning: Learning, scope: Scope = HERE) -> list[str]:
    return [each.candidate.text for each in await learning.candidates.waiting(scope, everything)]


async def reviewed(*said: tuple[str, Speaker | None]) -> Learning:
    """Return an installation in which what was found waits for a decision."""
    learning = Learning(is_reviewed=True)
    for text, speaker in said:
        learning.say(text, speaker)
    await learning.done()
    return learning


async def changes(learning: Learning) -> list[tuple[Change, str]]:
    return [(entry.change, entry.note) for entry in (await learning.memory.audit.page(HERE, 1)).entries]


async def test_every_field_outlives_a_restart() -> None:
    storage = InMemoryStorage()
    queue = Queue(
        waiting=(waiting(FULL), waiting(PLAIN, 1, None, is_ready=True), waiting(PLAIN, 2, replace(BOB, name="B\"'"))),
        mined=("1", "2"),
    )
    for scope in (HERE, Scope.of(GROUP, Isolation.BOT)):
        await CandidateQueues(storage).change(scope, lambda _: queue)
        assert await CandidateQueues(storage).read(scope) == queue
    assert set(await CandidateQueues(storage).scopes()) == {HERE, Scope.of(GROUP, Isolation.BOT)}
    assert await CandidateQueues(storage).read(THERE) == Queue()
    await CandidateQueues(storage).change(HERE, lambda _: Queue())
    assert await CandidateQueues(storage).scopes() == [Scope.of(GROUP, Isolation.BOT)]


@pytest.mark.parametrize("raw", [b"", b"{}", b"\xff", b'{"v": 2}', orjson.dumps({"v": 1, "waiting": [{}]})])
async def test_what_does_not_parse_is_kept_aside_until_somebody_erases(raw: bytes) -> None:
    learning = Learning()
    key = f"candidates/{HERE.digest}"
    await learning.storage.put(key, raw)
    assert await texts(learning) == []
    [aside] = await learning.storage.keys("candidates/")
    assert await learning.storage.get(aside) == raw
    await queued(learning, waiting())
    assert (await texts(learning), await learning.candidates.scopes()) == (["I keep bees"], [HERE])
    await learning.mining.forget(HERE, BOB.id)
    assert await learning.storage.keys("candidates/") == [key]
    await learning.end()


async def test_nothing_is_stored_before_it_is_accepted() -> None:
    learning = await reviewed(("I keep bees\nI am patient", ALICE), ("I won", BOB))
    assert await texts(learning) == ["I keep bees #1", "I am patient #1", "I won #1"]
    assert await learning.memory.all() == []
    assert (await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    for each in await learning.candidates.waiting(HERE, everything):
        await learning.candidates.accept(HERE, ADMIN, each.id)
    assert sorted(e.content for e in await learning.memory.all()) == ["I am patient #1", "I keep bees #1", "I won #1"]
    profile = await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)
    assert [fact.value for fact in profile.traits] == ["I am patient #1"]
    assert (await texts(learning), await learning.storage.keys("candidates/")) == ([], [])
    noted = await changes(learning)
    assert noted.count((Change.ACCEPTED, "capture")) == 3
    await learning.end()


async def test_all_of_it_is_in_the_memory() -> None:
    learning = Learning()
    await queued(learning, waiting(FULL, is_ready=True))
    await learning.candidates.apply_ready(HERE)
    [episode] = await learning.memory.all()
    assert episode == Episode(
        id=candidate_id(HERE, "entry", 0),
        content=FULL.text,
        at=START,
        tags=("correction",),
        importance=4,
        speaker=ALICE,
        session_name=GROUP.name,
        subject="the club",
        original=FULL.original,
        source=Source.CAPTURE,
        kind=Kind.DECISION,
        fact_key="meeting",
        event_at=START,
        snapshot=True,
        entities=("the club", "周五"),
    )
    # It is about the club, so it is not in her own profile.
    assert (await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    await learning.end()


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (replace(PLAIN, field=Field.NAME, text="call me Al", entities=("Al",)), {"name": "Al"}),
        (replace(PLAIN, field=Field.NAME, text="Al", fact_key="name"), {"name": "Al"}),
        (replace(PLAIN, field=Field.TRAITS, fact_key="hobby"), {"traits": ["I keep bees"]}),
        (replace(PLAIN, field=Field.PREFERENCES), {"preferences": ["I keep bees"]}),
        (replace(PLAIN, field=Field.NOTES, fact_key="hobby"), {"notes": "I keep bees"}),
        (replace(PLAIN, field=Field.TRAITS, subject="Alice"), {"traits": ["I keep bees"]}),
        (replace(PLAIN, field=Field.TRAITS, subject="Bob"), {}),
        (PLAIN, {}),
    ],
)
async def test_where_it_goes_in_the_profile(candidate: Candidate, expected: dict[str, object]) -> None:
    learning = Learning()
    for _ in range(2):
        await queued(learning, waiting(candidate, is_ready=True))
        await learning.candidates.apply_ready(HERE)
    profile = await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)
    found = {
        "name": profile.name.value if profile.name else None,
        "traits": [fact.value for fact in profile.traits],
        "preferences": [fact.value for fact in profile.preferences],
        "notes": profile.notes,
    }
    assert {field: value for field, value in found.items() if value} == expected
    assert len(await learning.memory.all()) == 1
    await learning.end()


async def test_a_full_profile_still_leaves_a_memory() -> None:
    learning = Learning(every_turns=1)
    learning.caps = Caps(traits=1)
    for text in ("I am patient", "I am tall"):
        learning.say(text)
        await learning.settled()
    assert len(await learning.memory.all()) == 2
    profile = await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)
    assert [fact.value for fact in profile.traits] == ["I am patient #1"]
    status = await learning.mining.status(HERE)
    assert (status.stored, status.dropped) == (2, {"profile_full": 1})
    await queued(learning, waiting(replace(PLAIN, field=Field.TRAITS)))
    accepted = await learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", 0))
    assert (accepted.is_profiled, accepted.remembered.episode.content) == (False, "I keep bees")
    await learning.end()


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (replace(PLAIN, text="the key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"), "refused"),
        (replace(PLAIN, subject="password", text="hunter2hunter2"), "refused"),
        (replace(PLAIN, text=" "), "invalid"),
        (replace(PLAIN, text="x" * 4_001), "invalid"),
        (replace(PLAIN, importance=9), "invalid"),
    ],
)
async def test_what_the_gate_refuses_does_not_even_wait(candidate: Candidate, reason: str) -> None:
    learning = Learning()
    await queued(learning, waiting(candidate), waiting(PLAIN, 1))
    assert await texts(learning) == ["I keep bees"]
    assert (await learning.mining.status(HERE)).dropped == {reason: 1}
    assert b"sk-proj" not in (await learning.storage.get(f"candidates/{HERE.digest}") or b"")
    await learning.end()


async def test_what_the_gate_refuses_later_is_dropped_and_told() -> None:
    learning = Learning()
    # As if the gate had not known this secret when the candidate came to wait.
    secret = replace(PLAIN, text="the key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD")
    queue = Queue(waiting=(waiting(secret, 1), waiting(secret, 2, is_ready=True), waiting(PLAIN, 3, is_ready=True)))
    await learning.queues.change(HERE, lambda _: queue)
    await learning.candidates.apply_ready(HERE)
    assert [episode.content for episode in await learning.memory.all()] == ["I keep bees"]
    with pytest.raises(Refused):
        await learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", 1))
    assert await learning.storage.keys("candidates/") == []
    assert (await learning.mining.status(HERE)).dropped == {"refused": 2}
    await learning.end()


async def test_ones_own_and_administrators() -> None:
    learning = await reviewed(("I keep bees", ALICE), ("I won", BOB), ("I am nobody", None))
    hers, his, nobodys = await learning.candidates.waiting(HERE, everything)

    async def accept(asker: Actor, each: WaitingCandidate) -> None:
        await learning.candidates.accept(HERE, asker, each.id)

    async def reject(asker: Actor, each: WaitingCandidate) -> None:
        await learning.candidates.reject(HERE, asker, each.id)

    for asker, each in (
        (actor(BOB), hers),
        (actor(ALICE), his),
        (actor(ALICE), nobodys),
        (actor(replace(BOB, name="Alice")), hers),
        (actor(None), hers),
        (actor(None), nobodys),
    ):
        for attempt in (accept, reject):
            with pytest.raises(NotFound):
                await attempt(asker, each)
    assert len(await texts(learning)) == 3
    await accept(actor(ALICE), hers)
    await reject(actor(BOB), his)
    await reject(ADMIN, nobodys)
    assert [episode.content for episode in await learning.memory.all()] == ["I keep bees #1"]
    assert await texts(learning) == []
    assert (await learning.mining.status(HERE)).dropped == {"rejected": 2}
    assert [change for change, _ in await changes(learning)].count(Change.REJECTED) == 2
    await learning.end()


async def test_the_beginning_of_an_id_is_enough_where_it_is_the_only_one() -> None:
    learning = Learning()
    alike = [replace(waiting(PLAIN, n), id=EpisodeId(f"abcdef{n}0-0000-5000-8000-000000000000")) for n in (1, 2)]
    await queued(learning, *alike)
    for wrong, error in (("abcde", InvalidInput), ("", InvalidInput), ("abcdef", InvalidInput), ("abcdef3", NotFound)):
        with pytest.raises(error):
            await learning.candidates.reject(HERE, ADMIN, wrong)
    with pytest.raises(NotFound):
        await learning.candidates.reject(THERE, ADMIN, "abcdef1")
    assert (await learning.candidates.reject(HERE, ADMIN, " ABCDEF1 ")).id == alike[0].id
    assert (await learning.candidates.reject(HERE, ADMIN, "abcdef")).id == alike[1].id
    await learning.end()


async def test_two_who_accept_at_once_store_it_once() -> None:
    learning = Learning()
    await queued(learning, waiting())
    done: list[object] = list(
        await asyncio.gather(
            *(learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", 0)) for _ in range(3)),
            return_exceptions=True,
        )
    )
    assert [isinstance(each, NotFound) for each in done].count(True) == 2
    assert len(await learning.memory.all()) == 1
    assert [change for change, _ in await changes(learning)].count(Change.ACCEPTED) == 1
    await learning.end()


async def test_a_store_that_is_away_leaves_it_waiting() -> None:
    store = BrokenEpisodes()
    learning = Learning(store)
    await queued(learning, waiting())
    store.broken = {"get"}
    with pytest.raises(StoreUnavailable):
        await learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", 0))
    assert await texts(learning) == ["I keep bees"]
    store.broken = set()
    await learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", 0))
    assert [episode.content for episode in await learning.memory.all()] == ["I keep bees"]
    await learning.end()


async def test_the_oldest_make_room() -> None:
    learning = Learning()
    for start in range(0, MAX_WAITING + 40, 40):
        many = [waiting(replace(PLAIN, text=f"I count {n}"), n) for n in range(start, start + 40)]
        await queued(learning, *many)
    assert await texts(learning) == [f"I count {n}" for n in range(40, MAX_WAITING + 40)]
    assert (await learning.mining.status(HERE)).dropped == {"no_room": 40}
    await learning.end()


# --- whoever does not want to be remembered


@pytest.mark.parametrize("how", ["off", "paused", "switched off"])
@pytest.mark.parametrize("is_ready", [True, False])
async def test_it_is_asked_again_right_before_it_is_stored(how: str, is_ready: bool) -> None:
    learning = Learning()
    await queued(learning, waiting(is_ready=is_ready), waiting(PLAIN, 1, BOB, is_ready=is_ready))
    if how == "off":
        await learning.consent.switch_off(GROUP, ALICE.id)
    elif how == "paused":
        await learning.consent.pause(GROUP)
    else:
        learning.is_enabled = False
    expected = ["2"] if how == "off" else []
    if is_ready:
        await learning.candidates.apply_ready(HERE)
        assert (await learning.mining.status(HERE)).dropped == {"switched_off": 2 - len(expected)}
    else:
        for number in (0, 1):
            try:
                await learning.candidates.accept(HERE, ADMIN, candidate_id(HERE, "entry", number))
            except SwitchedOff:
                continue
        assert len(await texts(learning)) == 2 - len(expected)
    assert [episode.speaker_id for episode in await learning.memory.all()] == expected
    await learning.end()


async def test_nothing_about_one_who_is_off_is_stored() -> None:
    learning = Learning()
    await learning.memory.say("I like tea", BOB)
    await learning.consent.switch_off(GROUP, BOB.id)
    await queued(learning, waiting(replace(PLAIN, subject="Bob", text="Bob keeps bees"), is_ready=True))
    await learning.candidates.apply_ready(HERE)
    assert [episode.content for episode in await learning.memory.all()] == ["I like tea"]
    await learning.end()


async def lived_in(**more: object) -> Learning:
    """A group where something of Alice and of Bob is journaled, waits for a decision, and is stored."""
    learning = Learning(every_turns=50, rounds_kept=50, is_reviewed=True, **more)  # type: ignore[arg-type]
    for speaker in (ALICE, BOB):
        await learning.memory.say(f"{speaker.name} stored this", speaker)
        learning.say(f"I am {speaker.name} who waits", speaker)
    await learning.done()
    for speaker in (ALICE, BOB):
        learning.say(f"I am {speaker.name} who talks", speaker)
        learning.say(f"I am {speaker.name} elsewhere", speaker, session=OTHER_GROUP)
    await learning.settled()
    return learning


async def left(learning: Learning) -> str:
    values = [await learning.storage.get(key) or b"" for key in await learning.storage.keys("")]
    return b"\n".join(values).decode(errors="replace")


async def test_forgetting_somebody_reaches_journal_and_queue_and_nobody_else() -> None:
    learning = await lived_in()
    await queued(learning, waiting(replace(PLAIN, subject="Alice", text="Alice keeps bees"), 9, BOB))
    await learning.erase.forget_me(HERE, GROUP, ALICE.id)
    kept = await left(learning)
    for word in ("Alice who waits", "Alice who talks", "Alice keeps bees"):
        assert word not in kept
    for word in ("Bob who waits", "Bob who talks", "Alice elsewhere", "Bob elsewhere"):
        assert word in kept
    assert [episode.content for episode in await learning.memory.all()] == ["Bob stored this"]
    for session in (GROUP, OTHER_GROUP):
        await learning.done(session)
    assert await texts(learning) == ["I am Bob who waits #1", "I am Bob who talks #2"]
    await learning.end()


async def test_under_one_memory_for_a_bot_it_reaches_all_its_conversations() -> None:
    learning = await lived_in(isolation=Isolation.BOT)
    await learning.erase.forget_me(Scope.of(GROUP, Isolation.BOT), GROUP, ALICE.id)
    kept = await left(learning)
    assert "I am Alice" not in kept
    assert "Bob elsewhere" in kept
    await learning.end()


async def test_clearing_reaches_everything_of_the_scope() -> None:
    learning = await lived_in()
    await learning.erase.clear(HERE, GROUP, "9")
    kept = await left(learning)
    for word in ("who waits", "who talks"):
        assert word not in kept
    assert "Alice elsewhere" in kept
    await learning.done()
    assert (await texts(learning), await learning.memory.all()) == ([], [])
    await learning.end()


async def test_what_he_said_after_he_asked_for_it_stays() -> None:
    learning = Learning(every_turns=50, is_reviewed=True)
    for text in ("I am before", "I am after"):
        learning.say(text)
        await learning.done()
        learning.say(f"{text} it")
        await learning.settled()
        asked_at = learning.clock.now()
        learning.clock.advance(seconds=5)
    await learning.mining.forget(HERE, ALICE.id, asked_at)
    assert (await texts(learning), await learning.journaled()) == ([], [])
    await learning.end()
    again = Learning(every_turns=50, is_reviewed=True)
    again.say("I am before")
    again.clock.advance(seconds=5)
    until_then = again.clock.now()
    again.clock.advance(seconds=5)
    again.say("I am after")
    await again.settled()
    assert await again.mining.forget(HERE, ALICE.id, until_then) == 1
    await again.done()
    assert await texts(again) == ["I am after #1"]
    await again.end()


@pytest.mark.parametrize("wish", ["forget", "clear"])
async def test_what_is_being_looked_through_at_that_moment_is_not_stored(wish: str) -> None:
    learning = Learning(every_turns=2)
    learning.extractor.goes_on.clear()
    learning.say("I am Alice", ALICE)
    learning.say("I am Bob", BOB)
    await learning.extractor.began.wait()
    if wish == "forget":
        await learning.erase.forget_me(HERE, GROUP, ALICE.id)
    else:
        await learning.erase.clear(HERE, GROUP, "9")
    learning.extractor.goes_on.set()
    await learning.settled()
    assert [e.content for e in await learning.memory.all()] == (["I am Bob #1"] if wish == "forget" else [])
    assert (await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    await learning.end()


async def test_what_is_being_stored_at_that_moment_is_erased_with_the_rest() -> None:
    store = BrokenEpisodes()
    learning = Learning(store, every_turns=1)
    store.delay_s = 0.02
    learning.say("I am Alice\nI won\nI lost\nI drew")
    await until(lambda: any_stored(learning))
    await learning.erase.forget_me(HERE, GROUP, ALICE.id)
    await learning.settled()
    assert (await learning.memory.all(), await learning.storage.keys("candidates/")) == ([], [])
    assert (await learning.memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    await learning.end()


async def any_stored(learning: Learning) -> bool:
    return bool(await learning.memory.all())


async def test_turns_that_are_being_indexed_at_that_moment_are_erased_with_the_rest() -> None:
    goes_on, began = asyncio.Event(), asyncio.Event()

    async def index(scope: Scope, entries: Sequence[JournalEntry]) -> None:
        began.set()
        await goes_on.wait()
        for entry in entries:
            await learning.memory.say(entry.text, entry.speaker)

    learning = Learning(every_turns=1, index=index, is_off=True)
    learning.say("I am Alice")
    await began.wait()
    erasing = asyncio.create_task(learning.erase.forget_me(HERE, GROUP, ALICE.id))
    await asyncio.sleep(0.01)
    assert not erasing.done()
    goes_on.set()
    await erasing
    await learning.settled()
    assert await learning.memory.all() == []
    await learning.end()


async def test_whoever_erases_does_not_wait_for_ever() -> None:
    store = BrokenEpisodes()
    learning = Learning(store, every_turns=1, patience_s=0.05)
    store.delay_s = 1.0
    learning.say("I am Alice")
    await until(lambda: is_queued(learning))
    with pytest.raises(LongTermMemoryError):
        await learning.mining.forget(HERE, ALICE.id)
    await learning.end()


async def is_queued(learning: Learning) -> bool:
    return await learning.storage.keys("candidates/") != [] and await learning.journaled() == []


async def test_an_interrupted_erasure_is_taken_up_again() -> None:
    learning = await lived_in()
    store = BrokenEpisodes()
    store.broken = {"scan"}
    again = Learning(store, learning.storage, clock=learning.clock, every_turns=50, is_reviewed=True)
    with pytest.raises(StoreUnavailable):
        await again.erase.forget_me(HERE, GROUP, ALICE.id)
    assert "Alice who" not in await left(again)
    store.broken = set()
    await again.memory.drained()
    assert "Bob who waits" in await left(again)
    for each in (learning, again):
        await each.end()


async def test_a_second_value_of_what_has_one_only_supersedes_the_first() -> None:
    learning = await reviewed(("I live in Cologne", ALICE), ("I live in Bonn", ALICE))
    for each in await learning.candidates.waiting(HERE, everything):
        await learning.candidates.accept(HERE, actor(ALICE), each.id[:8])
    by_text = {episode.content: episode.status for episode in await learning.memory.all()}
    assert by_text == {"I live in Cologne #1": Status.SUPERSEDED, "I live in Bonn #1": Status.ACTIVE}
    await learning.end()
