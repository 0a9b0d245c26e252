"""What the benchmark of learning counts: each sort of success and fault, made on purpose, is seen as what it is."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.capture_month import ASIDE, lived, told_whole
from benchmarks.capture_questions import By, Miss, Piece, answers, judged, reason, tellers
from benchmarks.capture_stored import same_records, share_of_junk, stored
from benchmarks.capture_tables import State, labelled_table, miss_table, state_table
from benchmarks.data.capture_labels import Labelled
from benchmarks.month import START, Message, Month, Planted, Value
from benchmarks.progress import Progress
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.profile import Fact, Profile

MIA, TOM = Speaker(id="mia", name="Mia"), Speaker(id="tom", name="Tom")
SECRET = "my token is ghp_16C7e42F292c6912E7710c838347Ae178B4a"


def _at(hours: float) -> datetime:
    return START + timedelta(hours=hours)


HOME = Planted(
    id="mia-1",
    owner="mia",
    kind=Kind.FACT,
    language="en",
    values=(Value(words=("Graz",), at=_at(1)), Value(words=("Linz",), at=_at(48))),
    asker="tom",
    question="Which city does Mia live in now?",
    said_again=1,
)
TEA = Planted(
    id="mia-2",
    owner="mia",
    kind=Kind.PREFERENCE,
    language="en",
    values=(Value(words=("rooibos",), at=_at(2)),),
    asker="mia",
    question="Which tea do I like best?",
    said_again=0,
)


def _message(hours: float, text: str, planted: str = "", speaker: Speaker = MIA) -> Message:
    return Message(at=_at(hours), speaker=speaker, text=text, reply="I see.", planted=planted)


MONTH = Month(
    messages=(
        _message(1, "I live in Graz.", "mia-1"),
        _message(2, "My favourite tea is rooibos.", "mia-2"),
        _message(3, "how do I boil an egg?", speaker=TOM),
        _message(4, SECRET, speaker=TOM),
        _message(48, "I moved to Linz.", "mia-1"),
        _message(50, "I live in Linz now.", "mia-1"),
    ),
    facts=(HOME, TEA),
)


def _memory(number: int, hours: float, content: str, *, speaker: Speaker = MIA, by: int | None = None) -> Episode:
    return Episode(
        id=EpisodeId(str(number)),
        content=content,
        at=_at(hours),
        speaker=speaker,
        source=Source.CAPTURE,
        status=Status.ACTIVE if by is None else Status.SUPERSEDED,
        superseded_by=None if by is None else EpisodeId(str(by)),
    )


GRAZ, LINZ = _memory(1, 1, "I live in Graz", by=2), _memory(2, 48, "I moved to Linz")
ROOIBOS = _memory(3, 2, "My favourite tea is rooibos")


def _pieces(*texts: str, speaker: str = "mia") -> list[Piece]:
    return [Piece(text=text, speaker=speaker, by=By.MEMORY) for text in texts]


@pytest.mark.parametrize(
    ("texts", "is_found", "is_current_first", "is_stale"),
    [
        (["I moved to Linz", "I live in Graz"], True, True, False),
        (["I live in Graz", "I moved to Linz"], True, False, False),
        (["from Graz to Linz", "I live in Graz"], True, True, False),
        (["I live in Graz"], False, False, True),
        (["I like rooibos"], False, False, False),
        ([], False, False, False),
    ],
)
def test_an_answer_is_what_holds_and_not_what_held(
    texts: Sequence[str], is_found: bool, is_current_first: bool, is_stale: bool
) -> None:
    one = judged(HOME, _pieces(*texts))
    assert (one.is_found, one.is_current_first, one.is_stale) == (is_found, is_current_first, is_stale)


def test_what_others_say_is_no_answer() -> None:
    others = _pieces("I moved to Linz", "I live in Graz", speaker="tom")
    one = judged(HOME, [*others, *_pieces("I live in Linz")], shown=others)
    assert (one.current, one.former, one.is_shown) == (2, None, False)


def test_a_memory_tells_what_its_message_tells_and_a_merged_one_what_both_do() -> None:
    merged = replace(_memory(9, 50, "rooibos in Linz"), source=Source.MERGE)
    parts = [replace(LINZ, superseded_by=merged.id), replace(ROOIBOS, superseded_by=merged.id)]
    chatter = _memory(4, 3, "an egg", speaker=TOM)
    told = tellers([merged, *parts, chatter], MONTH.messages)
    assert told == {"2": {"mia-1"}, "3": {"mia-2"}, "4": {""}, "9": {"mia-1", "mia-2"}}


@pytest.mark.parametrize(
    ("memories", "why"),
    [
        ([GRAZ, LINZ], Miss.NOT_RECALLED),
        ([replace(LINZ, status=Status.ARCHIVED)], Miss.ARCHIVED),
        ([replace(LINZ, superseded_by=ROOIBOS.id, status=Status.SUPERSEDED), ROOIBOS], Miss.SUPERSEDED_BY_OTHER),
        (
            [replace(LINZ, superseded_by=EpisodeId("5"), status=Status.SUPERSEDED), _memory(5, 50, "we moved")],
            Miss.SUPERSEDED_BY_OWN,
        ),
        ([_memory(2, 48, "I moved")], Miss.NOT_KEPT),
    ],
)
def test_a_miss_has_its_reason(memories: Sequence[Episode], why: Miss) -> None:
    told = tellers(memories, MONTH.messages)
    assert reason(HOME, {one.id: one for one in memories}, told, MONTH.messages) is why


def test_what_no_rule_takes_is_told_from_what_is_taken_without_its_value() -> None:
    nothing = [_message(48, "Linz? who knows", "mia-1")]
    without = [_message(48, "My cat is called Pickle, not Linz.", "mia-1")]
    assert reason(HOME, {}, {}, nothing) is Miss.NOT_FOUND
    assert reason(replace(HOME, values=(Value(words=("nowhere",), at=_at(1)),)), {}, {}, without) is Miss.WITHOUT_VALUE


def test_each_fault_is_counted() -> None:
    junk = _memory(4, 3, "an egg", speaker=TOM)
    again = _memory(5, 50, "I live in Linz now")
    taken = _memory(6, 50, "I live in Linz now", speaker=TOM)
    secret = _memory(7, 4, SECRET, speaker=TOM)
    turn = replace(_memory(8, 3, "how do I boil an egg?", speaker=TOM), kind=Kind.TURN)
    profile = Profile(
        traits=(Fact(value="I moved to Linz", since=_at(48)), Fact(value="how do I boil an egg", since=_at(48)))
    )
    sound = stored(MONTH, [GRAZ, LINZ, ROOIBOS, turn], {})
    assert (sound.active, sound.aside, sound.turns) == (2, 1, 1)
    assert {sound.junk, sound.doubles, sound.outdated, sound.wrong_speakers, sound.secrets} == {0}
    faulty = stored(
        MONTH,
        [
            replace(GRAZ, superseded_by=None, status=Status.ACTIVE),
            replace(LINZ, superseded_by=junk.id, status=Status.SUPERSEDED),
            junk,
            again,
            taken,
            secret,
        ],
        {"mia": profile},
    )
    assert (faulty.junk, faulty.junk_active, faulty.doubles, faulty.outdated) == (2, 2, 1, 1)
    assert (faulty.superseded_by_other, faulty.wrong_speakers) == (1, 1)
    assert (faulty.entries, faulty.junk_entries) == (2, 1)
    # Once as a text, once as learnt from a message that holds one.
    assert faulty.secrets == 2
    assert share_of_junk(MONTH, faulty) == (2 / 6, 1000 * 2 / 2)


@pytest.mark.parametrize(("day", "right"), [(15, 1), (16, 0), (None, 0)])
def test_a_day_is_right_or_wrong(day: int | None, right: int) -> None:
    visit = replace(HOME, values=(Value(words=("15th", "09-15"), at=_at(1)),))
    month = Month(messages=(_message(1, "the vet comes on the 15th", "mia-1"),), facts=(visit,))
    memory = replace(
        _memory(1, 1, "the vet comes on the 15th"), event_at=START.replace(day=day) if day is not None else None
    )
    counted = stored(month, [memory], {})
    assert (counted.days, counted.days_right) == (1, right)


def test_the_same_memories_are_the_same_in_any_order_with_the_same_vectors() -> None:
    one, other = (GRAZ, b"1"), (LINZ, b"2")
    assert same_records([one, other], [other, one])
    assert not same_records([one, other], [one])
    assert not same_records([one], [(GRAZ, b"3")])
    assert not same_records([one], [(replace(GRAZ, status=Status.ACTIVE), b"1")])


def test_the_tables_say_what_was_counted() -> None:
    first = judged(HOME, _pieces("I live in Graz"))
    second = judged(TEA, _pieces("My favourite tea is rooibos"))
    state = State(name="learnt", answers=[first, second], stored=stored(MONTH, [GRAZ, LINZ, ROOIBOS], {}))
    rows = dict(_cells(state_table(MONTH, [state])))
    assert rows["found: all"] == rows["found: en"] == "1 of 2 (50%)"
    assert (rows["found: fact"], rows["found: preference"]) == ("0 of 1 (0%)", "1 of 1 (100%)")
    assert rows["changed: only a former value is found"] == "1 of 1 (100%)"
    assert (rows["memories in use"], rows["memories put aside"]) == ("2", "1")
    missed = dict(_cells(miss_table("learnt", [(first, Miss.NOT_FOUND)])))
    assert missed["all"] == missed["en"] == missed["fact"] == "1 | 1"


def _cells(table: str) -> list[tuple[str, str]]:
    rows = [line.strip("| ").partition(" | ") for line in table.splitlines()[2:]]
    return [(name, cells) for name, _, cells in rows]


def test_labelled_messages_are_judged_by_whether_something_is_taken() -> None:
    said = [
        Labelled(text="My cat is called Pickle.", language="en", kind=Kind.FACT),
        Labelled(text="zzz", language="en", kind=Kind.RULE),
        Labelled(text="how do I boil an egg?", language="zh"),
    ]
    rows = dict(_cells(labelled_table([("few", said)])))
    assert [row.rpartition(" | ")[0] for row in (rows["few"], rows["few en"], rows["few zh"])] == [
        "3 | 2 | 1.000 | 0.500 | 0.500",
        "2 | 2 | 1.000 | 0.500 | 0.500",
        "1 | 0 | - | - | -",
    ]


@pytest.mark.anyio
async def test_a_month_is_learnt_from_by_its_own_clock(tmp_path: Path) -> None:
    async with lived(MONTH, tmp_path, with_index=False, progress=Progress()) as life:
        assert (life.status.mined, life.status.turns) == (len(MONTH.messages), 0)
        records = [record async for batch in life.memory.episodes.scan(life.scope) for record in batch]
        by_content = {record.episode.content: record.episode for record in records}
        assert by_content["I live in Graz"].status is Status.SUPERSEDED
        assert by_content["I live in Graz"].at == _at(1)
        assert [one.is_current_first for one in await answers(life)] == [True, True]
        whole = await told_whole(life, ASIDE)
        assert [one.is_found for one in await answers(whole)] == [True, True]
        assert all(len(record.embedding.vector) for record in records)
