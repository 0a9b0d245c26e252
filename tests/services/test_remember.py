"""Storing memories: once, safely, and superseding what they correct."""

import asyncio
import re
from datetime import timedelta
from uuid import UUID

import pytest

from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain import policy
from ltm.domain.audit import ITSELF, Change
from ltm.domain.episode import EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.gate import NewEpisode
from ltm.domain.recall import RecallQuery
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, Refused, StoreUnavailable
from ltm.ports.episode_store import Record
from ltm.services.recall import RecallService
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, HERE, THERE, contents
from tests.services.wired import Wired, actor

pytestmark = pytest.mark.anyio

BERLIN, PARIS, CHESS = "lives in Berlin", "lives in Paris", "plays chess"
NUT, NUTS = "is allergic to peanuts", "is allergic to peanuts!"
EMBEDDER = TableEmbedder(
    {BERLIN: (1, 0, 0), PARIS: (0.9, 0.4359, 0), CHESS: (0, 0, 1), NUT: (0, 1, 0), NUTS: (0, 0.99, 0.1)}
)


def wired(store: InMemoryEpisodes | None = None) -> Wired:
    return Wired(store or InMemoryEpisodes(), embedder=EMBEDDER)


async def said(memory: Wired, content: str, by: Speaker | None = ALICE) -> EpisodeId:
    done = await memory.say(content, by)
    memory.clock.advance(days=1)
    return done.episode.id


async def correct(memory: Wired, content: str, by: Speaker | None = ALICE) -> tuple[tuple[EpisodeId, ...], int]:
    done = await memory.say(content, by, tags=("correction",))
    return done.superseded, done.unmarked


async def statuses(memory: Wired) -> dict[str, Status]:
    return {episode.content: episode.status for episode in await memory.all()}


async def test_everything_said_is_stored_under_a_fresh_uuid() -> None:
    memory = wired()
    new = NewEpisode(
        content="  lives in Berlin \n",
        tags=(" home ", "home", "", "plan"),
        importance=5,
        speaker=ALICE,
        session_name="group_1001",
        subject=" Alice ",
        original="I moved to Berlin last week",
        source=Source.COMMAND,
        document="d",
    )
    done = await memory.remembering.remember(HERE, new)
    episode = done.episode
    assert str(UUID(episode.id)) == episode.id
    assert await memory.all() == [episode]
    assert (episode.content, episode.tags, episode.subject) == (BERLIN, ("home", "plan"), "Alice")
    assert (episode.importance, episode.source, episode.document) == (5, Source.COMMAND, "d")
    assert (episode.speaker, episode.session_name) == (ALICE, "group_1001")
    assert (episode.at, episode.status, episode.original) == (START, Status.ACTIVE, "I moved to Berlin last week")
    assert await contents(memory.inner, THERE) == []
    [entry] = (await memory.audit.page(HERE, 1)).entries
    assert (entry.change, entry.by, entry.episode_id) == (Change.REMEMBERED, ALICE.id, episode.id)


async def test_a_subject_that_names_a_known_speaker_is_about_that_speaker() -> None:
    memory = wired()
    await said(memory, CHESS, BOB)
    await memory.store.load(HERE)
    assert (await memory.say(BERLIN, ALICE, subject="bob")).episode.about == BOB.id
    assert (await memory.say(PARIS, ALICE, subject="Carol")).episode.about == ""


async def test_the_same_words_strengthen_the_memory_and_are_not_embedded() -> None:
    embedder = BrokenEmbedder(EMBEDDER, calls_before=1)
    memory = Wired(embedder=embedder)
    first = await memory.say(BERLIN, importance=2)
    memory.clock.advance(days=3)
    again = await memory.say("LIVES in   berlin")
    assert again.repeated
    [kept] = await memory.all()
    assert kept == again.episode
    assert (kept.id, kept.content, kept.importance) == (first.episode.id, BERLIN, 3)
    assert kept.at == START + timedelta(days=3)
    entries = (await memory.audit.page(HERE, 1)).entries
    assert [entry.change for entry in entries] == [Change.STRENGTHENED, Change.REMEMBERED]


async def test_nearly_the_same_words_strengthen_the_memory_by_their_cosine() -> None:
    memory = wired()
    first = await said(memory, NUT)
    again = await memory.say(NUTS)
    assert (again.repeated, again.episode.id) == (True, first)
    assert await contents(memory.inner, HERE) == [NUT]


@pytest.mark.parametrize("by", [BOB, None])
async def test_what_another_speaker_says_is_another_memory(by: Speaker | None) -> None:
    memory = wired()
    await said(memory, NUT)
    assert not (await memory.say(NUT, by)).repeated
    assert len({episode.id for episode in await memory.all()}) == 2


async def test_the_same_said_by_many_at_once_is_one_memory() -> None:
    memory = wired()
    done = await asyncio.gather(*(memory.say(BERLIN) for _ in range(8)))
    assert sum(not each.repeated for each in done) == 1
    assert await contents(memory.inner, HERE) == [BERLIN]


async def test_the_same_words_in_another_scope_are_another_memory() -> None:
    memory = wired()
    await said(memory, BERLIN)
    done = await memory.remembering.remember(THERE, NewEpisode(content=BERLIN, speaker=ALICE))
    assert not done.repeated
    assert await contents(memory.inner, THERE) == await contents(memory.inner, HERE) == [BERLIN]


async def test_a_superseded_memory_said_again_is_true_again() -> None:
    memory = wired()
    await said(memory, BERLIN)
    await correct(memory, PARIS)
    memory.clock.advance(days=1)
    done = await memory.say(BERLIN, tags=("correction",))
    assert not done.repeated
    by_status = {(episode.content, episode.status) for episode in await memory.all()}
    assert by_status == {(BERLIN, Status.SUPERSEDED), (PARIS, Status.SUPERSEDED), (BERLIN, Status.ACTIVE)}


async def test_a_correction_supersedes_what_it_corrects_and_nothing_else() -> None:
    memory = wired()
    old, chess = await said(memory, BERLIN), await said(memory, CHESS)
    done = await memory.say(PARIS, tags=("correction",))
    assert (done.superseded, done.unmarked) == ((old,), 0)
    assert await statuses(memory) == {BERLIN: Status.SUPERSEDED, PARIS: Status.ACTIVE, CHESS: Status.ACTIVE}
    record = await memory.inner.get(HERE, old)
    assert record is not None
    assert record.episode.superseded_by == done.episode.id
    assert chess != old
    assert (await memory.audit.page(HERE, 1)).entries[0].by == ITSELF
    assert memory.outbox.waiting == 0


async def test_without_a_correction_tag_both_stay() -> None:
    memory = wired()
    await said(memory, BERLIN)
    assert (await memory.say(PARIS)).superseded == ()
    assert set((await statuses(memory)).values()) == {Status.ACTIVE}


@pytest.mark.parametrize("by", [BOB, None])
async def test_what_another_speaker_said_stays(by: Speaker | None) -> None:
    memory = wired()
    await said(memory, BERLIN)
    assert await correct(memory, PARIS, by) == ((), 0)
    assert (await statuses(memory))[BERLIN] is Status.ACTIVE


async def test_another_scopes_memory_stays() -> None:
    memory = wired()
    await said(memory, BERLIN)
    new = NewEpisode(content=PARIS, tags=("correction",), speaker=ALICE)
    assert (await memory.remembering.remember(THERE, new)).superseded == ()
    assert (await statuses(memory))[BERLIN] is Status.ACTIVE


@pytest.mark.parametrize("broken", ["get", "replace"])
async def test_a_store_that_fails_between_the_two_writes_of_a_correction_finishes_it_later(broken: str) -> None:
    store = BrokenEpisodes()
    memory = wired(store)
    await said(memory, BERLIN)
    store.broken = {broken}
    assert await correct(memory, PARIS) == ((), 1)
    assert memory.outbox.waiting == 1
    store.broken = set()
    restarted = Wired(store, embedder=EMBEDDER, storage=memory.storage, clock=memory.clock)
    await restarted.outbox.load()
    await restarted.drained()
    assert await statuses(restarted) == {BERLIN: Status.SUPERSEDED, PARIS: Status.ACTIVE}
    assert restarted.outbox.waiting == 0
    await memory.outbox.close()


async def test_what_the_store_does_not_take_is_kept_found_by_words_and_stored_when_it_is_back() -> None:
    store = BrokenEpisodes()
    memory = wired(store)
    await said(memory, CHESS)
    store.broken = {"put"}
    done = await memory.say(BERLIN)
    assert (done.is_waiting, memory.outbox.holds(HERE, done.episode.id)) == (True, True)
    recall = RecallService(store=memory.store, embedder=BrokenEmbedder(EMBEDDER), clock=memory.clock, half_life_days=30)
    found = await recall.recall(HERE, RecallQuery(text="Berlin"))
    assert [hit.episode.id for hit in found.hits] == [done.episode.id]
    store.broken = set()
    await memory.drained()
    assert await contents(memory.inner, HERE) == sorted([BERLIN, CHESS])
    assert memory.outbox.waiting == 0


async def test_a_correction_made_while_the_model_is_away_supersedes_when_it_is_back() -> None:
    seconds, chosen = [0.0], BrokenEmbedder(EMBEDDER, calls_before=1)
    memory = Wired(embedder=FallbackEmbedder([chosen, HashEmbedder()], monotonic=lambda: seconds[0]))
    await said(memory, BERLIN)
    done = await memory.say(PARIS, tags=("correction",))
    assert (done.superseded, done.is_waiting, done.by_words_only) == ((), False, True)
    assert await statuses(memory) == {BERLIN: Status.ACTIVE, PARIS: Status.ACTIVE}
    chosen.mend()
    seconds[0] += 1_000
    await memory.drained()
    assert await statuses(memory) == {BERLIN: Status.SUPERSEDED, PARIS: Status.ACTIVE}
    [corrected] = [each for each in await memory.all() if each.content == PARIS]
    record = await memory.inner.get(HERE, corrected.id)
    assert record is not None
    assert record.embedding.model == EMBEDDER.model


async def test_without_any_embedding_model_a_memory_waits_for_one() -> None:
    embedder = BrokenEmbedder(EMBEDDER)
    memory = Wired(embedder=embedder)
    done = await memory.say(BERLIN)
    assert done.is_waiting
    assert done.by_words_only
    embedder.mend()
    await memory.drained()
    assert await contents(memory.inner, HERE) == [BERLIN]


async def test_nothing_is_acknowledged_where_neither_store_nor_storage_takes_it() -> None:
    class Down(InMemoryStorage):
        async def put(self, key: str, value: bytes) -> None:
            raise StoreUnavailable("the plugin storage did not answer (test)")

    store = BrokenEpisodes()
    store.broken = {"put"}
    memory = Wired(store, embedder=EMBEDDER, storage=Down())
    with pytest.raises(StoreUnavailable):
        await memory.say(BERLIN)


async def test_a_waiting_memory_that_is_forgotten_never_comes_back() -> None:
    store = BrokenEpisodes()
    memory = wired(store)
    store.broken = {"put"}
    done = await memory.say(BERLIN)
    store.broken = set()
    await memory.forgetting.forget(HERE, actor(), done.episode.id)
    await memory.drained()
    restarted = Wired(store, embedder=EMBEDDER, storage=memory.storage)
    await restarted.outbox.load()
    await restarted.drained()
    assert await contents(store, HERE) == []


@pytest.mark.parametrize(
    ("new", "said_why"),
    [
        (NewEpisode(content=" \x00\n "), "content is empty: say what to remember"),
        (NewEpisode(content="x" * (policy.MAX_CONTENT_CHARS + 1)), "content is 4001 characters long, the limit is"),
        (NewEpisode(content="c", importance=0), "importance is 0, it must be 1 to 5"),
        (NewEpisode(content="c", tags=tuple(f"t{n}" for n in range(17))), "17 tags, the limit is 16"),
        (NewEpisode(content="c", tags=("t" * 65,)), "a tag is longer than 64 characters"),
        (NewEpisode(content="my password is hunter2!x"), "secrets are never stored"),
    ],
)
async def test_what_cannot_be_stored_is_refused_before_anything_happens(new: NewEpisode, said_why: str) -> None:
    store = BrokenEpisodes()
    store.broken = {"put", "search", "scan", "get"}
    memory = Wired(store, embedder=BrokenEmbedder(HashEmbedder()))
    with pytest.raises((InvalidInput, Refused), match=re.escape(said_why)):
        await memory.remembering.remember(HERE, new)
    assert memory.outbox.waiting == 0


async def test_a_memory_forgotten_while_it_is_superseded_stays_forgotten() -> None:
    class Slow(InMemoryEpisodes):
        async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
            record = await super().get(scope, episode_id)
            looked.set()
            await asyncio.sleep(0.02)
            return record

    looked = asyncio.Event()
    memory = wired(Slow())
    old = await said(memory, BERLIN)
    looked.clear()
    correcting = asyncio.create_task(correct(memory, PARIS))
    await looked.wait()
    await memory.forgetting.forget(HERE, actor(), old)
    await correcting
    assert await contents(memory.inner, HERE) == [PARIS]


async def test_beyond_its_limit_a_scope_archives_the_least_valuable_and_never_the_pinned() -> None:
    memory = Wired(limit=3, clock=FixedClock())
    pinned = await memory.say("word zero alpha", importance=1)
    await memory.lifecycle.change(HERE, actor(), pinned.episode.id, Change.PINNED)
    for number, word in enumerate(["bravo", "charlie", "delta", "echo"], start=1):
        await memory.say(f"quite {word}", importance=number)
    await memory.capacity.settled()
    left = {episode.content for episode in await memory.all() if episode.status is Status.ACTIVE}
    assert left == {"word zero alpha", "quite delta", "quite echo"}
    assert {e.content for e in await memory.all() if e.status is Status.ARCHIVED} == {"quite bravo", "quite charlie"}


async def test_a_slot_has_one_value_however_it_is_worded() -> None:
    memory = wired()
    first = (await memory.say(BERLIN, fact_key="home")).episode.id
    memory.clock.advance(days=1)
    done = await memory.say(CHESS, fact_key="home")
    assert done.superseded == (first,)
    assert await statuses(memory) == {BERLIN: Status.SUPERSEDED, CHESS: Status.ACTIVE}
    assert memory.outbox.waiting == 0


async def test_a_slot_is_one_persons_and_of_one_fact() -> None:
    memory = wired()
    await memory.say(BERLIN, fact_key="home")
    memory.clock.advance(days=1)
    await memory.say(PARIS, BOB, fact_key="home")
    await memory.say(CHESS, fact_key="hobby")
    await memory.say(NUT)
    assert set((await statuses(memory)).values()) == {Status.ACTIVE}


async def test_nobody_gives_somebody_elses_slot_a_value() -> None:
    memory = wired()
    await memory.say(BERLIN, fact_key="home")
    memory.clock.advance(days=1)
    told = await memory.say(PARIS, BOB, subject="Alice", about=ALICE.id, fact_key="home")
    assert told.episode.slot == ("speaker", ALICE.id, "home")
    assert (await statuses(memory))[BERLIN] is Status.ACTIVE


async def test_the_same_value_said_again_strengthens_and_supersedes_nothing() -> None:
    memory = wired()
    first = await memory.say(BERLIN, fact_key="home")
    memory.clock.advance(days=1)
    again = await memory.say(BERLIN, fact_key="home")
    assert again.repeated
    assert again.episode.id == first.episode.id
    assert again.episode.repeat_count == 1
    assert await statuses(memory) == {BERLIN: Status.ACTIVE}


async def test_a_value_kept_while_the_store_is_down_supersedes_when_it_is_back() -> None:
    store = BrokenEpisodes()
    memory = Wired(store, embedder=EMBEDDER)
    await memory.say(BERLIN, fact_key="home")
    memory.clock.advance(days=1)
    store.broken = {"put"}
    assert (await memory.say(CHESS, fact_key="home")).is_waiting
    store.broken = set()
    await memory.drained()
    assert await statuses(memory) == {BERLIN: Status.SUPERSEDED, CHESS: Status.ACTIVE}


async def test_under_an_id_of_ones_own_a_memory_is_stored_once() -> None:
    memory = wired()
    own = EpisodeId("7f0c3a52-1c1e-4f0e-9d3a-2b1a6f1b7c03")
    new = NewEpisode(content=BERLIN, speaker=ALICE)
    first = await memory.remembering.remember(HERE, new, own)
    again = await memory.remembering.remember(HERE, new, own)
    assert first.episode.id == again.episode.id == own
    assert not first.repeated
    assert [episode.importance for episode in await memory.all()] == [2]


async def test_a_value_learnt_late_does_not_become_the_present_one() -> None:
    memory = wired()
    newer = (await memory.say(CHESS, fact_key="home")).episode.id
    late = await memory.say(BERLIN, fact_key="home", at=START - timedelta(days=3))
    assert late.superseded == ()
    assert await statuses(memory) == {CHESS: Status.ACTIVE, BERLIN: Status.SUPERSEDED}
    assert late.episode.superseded_by == newer


async def test_what_is_so_for_a_moment_and_what_nobody_stated_take_the_place_of_nothing_that_lasts() -> None:
    memory = wired()
    await memory.say(BERLIN, fact_key="home")
    memory.clock.advance(days=1)
    await memory.say(PARIS, fact_key="home", snapshot=True)
    await memory.say(CHESS, fact_key="home", kind=Kind.OBSERVATION)
    assert (await statuses(memory))[BERLIN] is Status.ACTIVE


async def test_two_days_are_two_events_unless_the_newer_one_corrects() -> None:
    memory = wired()
    days = [START + timedelta(days=number) for number in (10, 11, 12)]
    await memory.say(BERLIN, fact_key="event:doctor", kind=Kind.EVENT, event_at=days[0])
    memory.clock.advance(days=1)
    await memory.say(CHESS, fact_key="event:doctor", kind=Kind.EVENT, event_at=days[1])
    assert set((await statuses(memory)).values()) == {Status.ACTIVE}
    memory.clock.advance(days=1)
    tags = ("correction",)
    await memory.say(NUT, fact_key="event:doctor", kind=Kind.EVENT, event_at=days[2], tags=tags)
    assert await statuses(memory) == {BERLIN: Status.SUPERSEDED, CHESS: Status.SUPERSEDED, NUT: Status.ACTIVE}
