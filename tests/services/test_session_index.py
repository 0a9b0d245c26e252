"""Answered messages become turns: once, in order, in conversations, without secrets, and not for ever."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.budget import tokens
from ltm.domain.episode import EpisodeId, Kind, Source
from ltm.domain.gate import NewEpisode, checked
from ltm.domain.policy import MAX_NAME_CHARS
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import OutcomeUnknown, StoreUnavailable
from ltm.ports.episode_store import Record
from ltm.services.session_index import Talk, talk_name, turn_id
from tests.doubles import START, BrokenEpisodes
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE, episode, stored
from tests.services.recorded import Indexing, entry
from tests.services.wired import actor

pytestmark = pytest.mark.anyio
BOT = Scope.of(GROUP, Isolation.BOT)


async def test_a_message_and_its_answer_become_two_turns_of_one_conversation() -> None:
    w = Indexing()
    assert (
        await w.indexing.index(HERE, [entry(0, "Where is Kyoto?", "In Japan."), entry(1, "谢谢", "不客气", by=BOB)])
        == 4
    )
    said = await w.turns()
    assert [turn.content for turn in said] == ["Where is Kyoto?", "In Japan.", "谢谢", "不客气"]
    assert [turn.speaker for turn in said] == [ALICE, None, BOB, None]
    assert [turn.about for turn in said] == ["", ALICE.id, "", BOB.id]
    assert [turn.position for turn in said] == [0, 1, 2, 3]
    assert {turn.conversation for turn in said} == {talk_name(GROUP, START)}
    assert {(turn.kind, turn.source, turn.session_name) for turn in said} == {(Kind.TURN, Source.CAPTURE, GROUP.name)}
    assert (await w.audit.page(HERE, 1)).total == 0


async def test_each_turn_is_embedded_after_the_one_before_it_across_calls() -> None:
    w = Indexing()
    await w.indexing.index(HERE, [entry(0, "one", "two")])
    await w.indexing.index(HERE, [entry(1, "three", "")])
    texts = ["one", "one\ntwo", "two\nthree"]
    expected = await HashEmbedder().embed_documents(texts)
    for turn, embedding in zip(await w.turns(), expected, strict=True):
        record = await w.inner.get(HERE, turn.id)
        assert record is not None
        assert record.embedding.vector.tolist() == embedding.vector.tolist()


class DyingStore(BrokenEpisodes):
    """Stores `left` more turns; the process dies in the middle of writing the next ones."""

    left = 0

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        await super().put(scope, records[: self.left])
        self.left -= len(records)
        if self.left < 0:
            raise OutcomeUnknown("the process died (test)")


@pytest.mark.parametrize("left", range(7))
async def test_what_a_crash_interrupts_is_done_once_all_the_same(left: int) -> None:
    entries = [entry(n, f"said {n}", f"answered {n}", hours=5 * n) for n in range(3)]
    whole = Indexing()
    await whole.indexing.index(HERE, entries)
    store = DyingStore()
    store.left = left
    try:
        await Indexing(store).indexing.index(HERE, entries)
    except OutcomeUnknown:
        store.left = 100
    again = Indexing(store)
    assert await again.indexing.index(HERE, entries) == 6 - left
    assert await again.indexing.index(HERE, entries) == 0
    assert await again.turns() == await whole.turns()


async def test_what_is_indexed_twice_at_the_same_time_is_there_once() -> None:
    w = Indexing()
    entries = [entry(n, f"said {n}") for n in range(40)]
    counts = await asyncio.gather(*(w.indexing.index(HERE, entries[:n]) for n in (10, 40, 25)))
    assert sum(counts) == 80
    assert [turn.position for turn in await w.turns()] == list(range(80))


@pytest.mark.parametrize("seed", range(20))
async def test_conversations_do_not_depend_on_batches_and_restarts(seed: int) -> None:
    random = Random(seed)
    hours = list(accumulate(random.choice([0.1, 1, 2.5, 5, 7, 30]) for _ in range(8)))
    entries = [entry(n, f"said {n}", "", hours=at) for n, at in enumerate(hours)]
    whole, parted = Indexing(), Indexing()
    await whole.indexing.index(HERE, entries)
    start = 0
    while start < len(entries):
        if random.random() < 0.5:
            parted = Indexing(parted.inner)  # type: ignore[arg-type]
        size = random.randint(1, 4)
        await parted.indexing.index(HERE, entries[start : start + size])
        start += size
    assert await parted.turns() == await whole.turns()
    said = await whole.turns()
    for one, other in pairwise(said):
        same = Talk(name="", at=one.at).goes_on(other.at)
        assert (one.conversation == other.conversation) == same
        assert other.position == (one.position + 1 if same else 0)


@pytest.mark.parametrize(
    ("last", "now", "goes_on"),
    [
        ("01T09:00", "01T14:59", True),
        ("01T09:00", "01T15:01", False),
        ("01T23:00", "02T00:59", True),
        ("01T23:00", "02T01:01", False),
        ("02T00:00", "01T23:00", True),
    ],
)
def test_a_conversation_ends_with_silence(last: str, now: str, goes_on: bool) -> None:
    one, other = (datetime.fromisoformat(f"2025-06-{at}Z") for at in (last, now))
    assert Talk(name="t", at=one).goes_on(other) is goes_on


async def test_conversations_of_one_bot_are_kept_apart_and_so_are_scopes() -> None:
    w = Indexing()
    both = [entry(n, f"said {n}", "", session=OTHER_GROUP if n % 2 else GROUP) for n in range(4)]
    await w.indexing.index(BOT, both[:2])
    w = Indexing(w.inner)  # type: ignore[arg-type]
    await w.indexing.index(BOT, both[2:])
    assert [(t.session_name, t.position) for t in sorted(await w.turns(BOT), key=lambda t: (t.session_name, t.at))] == [
        (GROUP.name, 0),
        (GROUP.name, 1),
        (OTHER_GROUP.name, 0),
        (OTHER_GROUP.name, 1),
    ]
    await w.indexing.index(HERE, both[:1])
    assert [t.position for t in await w.turns(HERE)] == [0]
    assert turn_id(HERE, "k", "said-0") != turn_id(THERE, "k", "said-0")


async def test_turns_that_came_in_as_a_file_are_another_conversation() -> None:
    w = Indexing()
    imported = replace(
        episode("once"), kind=Kind.TURN, conversation="old", position=8, source=Source.IMPORT, session_name=GROUP.name
    )
    await stored(w.inner, HashEmbedder(), HERE, imported)
    await w.indexing.index(HERE, [entry(0, "now", "")])
    assert {turn.content: turn.position for turn in await w.turns()} == {"once": 8, "now": 0}


async def test_secrets_and_blanks_are_left_out_and_leave_no_gap() -> None:
    w = Indexing()
    secret = "my password is hunter2!x"
    entries = [entry(0, secret, "I did not keep that."), entry(1, " \n", ""), entry(2, "ok", f"No: {secret}"), entry(3)]
    assert await w.indexing.index(HERE, entries) == 4
    said = await w.turns()
    assert [(t.content, t.position) for t in said] == [("I did not keep that.", 0), ("ok", 1), ("hello", 2), ("hi", 3)]
    long = f"{'We talked about many things that day. ' * 100}And then: {secret}"
    assert await w.indexing.index(HERE, [entry(4, long, "")]) == 0


async def test_a_long_message_is_kept_whole_in_parts() -> None:
    w = Indexing()
    text = "".join(f"On day {n} I walked the dog and fed the cat. " for n in range(100)).strip()
    count = await w.indexing.index(HERE, [entry(0, text, "I see.")])
    *parts, reply = await w.turns()
    assert (count, len(parts) > 2, reply.content) == (len(parts) + 1, True, "I see.")
    assert all(tokens(part.content) <= 400 and part.content in text for part in parts)
    assert [turn.position for turn in (*parts, reply)] == list(range(count))


async def test_nobody_speaks_and_nobody_is_answered() -> None:
    w = Indexing()
    await w.indexing.index(HERE, [entry(0, by=None)])
    assert [(turn.speaker, turn.about) for turn in await w.turns()] == [(None, ""), (None, "")]


async def test_forgetting_a_person_takes_along_what_the_bot_answered_him() -> None:
    w = Indexing()
    await w.indexing.index(HERE, [entry(0, "mine", "yours"), entry(1, "his", "to him", by=BOB)])
    await w.erase.forget_me(HERE, GROUP, ALICE.id)
    assert [turn.content for turn in await w.turns()] == ["his", "to him"]
    # What was said after it continues the conversation and is embedded without what is gone.
    await w.erase.forget_me(HERE, GROUP, BOB.id)
    await w.indexing.index(HERE, [entry(2, "later", "", by=BOB)])
    [turn] = await w.turns()
    record = await w.inner.get(HERE, turn.id)
    [expected] = await HashEmbedder().embed_documents(["later"])
    assert record is not None
    assert record.embedding.vector.tolist() == expected.vector.tolist()


async def test_one_turn_can_be_forgotten_like_any_memory() -> None:
    w = Indexing()
    await w.indexing.index(HERE, [entry(0)])
    await w.forgetting.forget(HERE, actor(), turn_id(HERE, entry(0).key, "said-0"))
    assert [turn.content for turn in await w.turns()] == ["hi"]


async def test_a_store_that_is_down_is_said_and_nothing_is_lost() -> None:
    store = BrokenEpisodes()
    w = Indexing(store)
    store.broken = {"put"}
    with pytest.raises(StoreUnavailable):
        await w.indexing.index(HERE, [entry(0)])
    store.broken = set()
    assert await w.indexing.index(HERE, [entry(0)]) == 2


@given(st.text(max_size=150), st.datetimes(timezones=st.just(UTC)))
def test_every_name_of_a_conversation_passes_the_gate(name: str, began: datetime) -> None:
    named = talk_name(SessionKey(name=name), began)
    new = NewEpisode(content="c", conversation=named)
    assert checked(new, EpisodeId("x"), START).conversation == named
    assert len(named) <= MAX_NAME_CHARS
