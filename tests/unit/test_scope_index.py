"""What an index of a scope answers, and what it makes of memories that change."""

import tracemalloc
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.columns import NONE
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker, Status
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from tests.contracts.episodes import AXIS, BARE, FULL, MODEL, Maker
from tests.doubles import START

STRANGE_IDS = ("", "x", "ab-cd", "abcd", "AB-CD", "日本", "\ud800", FULL.id.upper(), FULL.id.replace("-", ""), FULL.id)


def record(episode: Episode, vector: Embedding = AXIS) -> Record:
    return Record(episode=episode, embedding=vector)


def turn(position: int, conversation: str = "one", *, minutes: float = 0, episode_id: str = "") -> Record:
    return record(
        replace(
            BARE,
            id=EpisodeId(episode_id) or Maker(position).id(),
            content=f"turn {position}",
            at=START + timedelta(minutes=minutes),
            kind=Kind.TURN,
            conversation=conversation,
            position=position,
        )
    )


def contents(index: ScopeIndex) -> list[str]:
    return sorted(index.episode(int(row)).content for row in np.flatnonzero(index.columns.alive))


def order(index: ScopeIndex) -> list[list[int]]:
    """Return the positions in each conversation, as the neighbours tell them, and the same backwards."""
    columns, chains = index.columns, []
    for row in np.flatnonzero(columns.alive & (columns.previous == NONE) & (columns.following != NONE)).tolist():
        chain = [row]
        while (after := int(columns.following[chain[-1]])) != NONE:
            assert columns.previous[after] == chain[-1]
            chain.append(after)
        chains.append([index.episode(row).position for row in chain])
    return sorted(chains)


@pytest.mark.parametrize("episode", [FULL, BARE, replace(FULL, status=Status.ACTIVE, superseded_by=None)])
def test_a_memory_comes_back_equal_in_every_field(episode: Episode) -> None:
    index = ScopeIndex.of(MODEL, [record(episode)])
    assert index.episode(0) == episode
    assert [found.episode for found in index.nearest(AXIS, 5)] == [episode]


def test_ids_are_told_apart_however_strange() -> None:
    index = ScopeIndex.of(MODEL, [record(replace(BARE, id=EpisodeId(i))) for i in STRANGE_IDS if i != "\ud800"])
    assert len(index) == len(STRANGE_IDS) - 1
    for gone in STRANGE_IDS:
        index.discard(EpisodeId(gone))
    assert len(index) == 0


@pytest.mark.parametrize("number", [-(2**63), -1, 2**31, 2**63 - 1])
def test_numbers_that_no_column_holds_do_not_break_the_scope(number: int) -> None:
    strange = replace(FULL, importance=number, position=number, recall_count=number)
    index = ScopeIndex.of(MODEL, [record(strange)])
    assert index.episode(0) == strange


@pytest.mark.parametrize(
    "changed",
    [
        replace(FULL, content="Are you there?", speaker=None),
        replace(FULL, content="are you there", speaker=None),
        replace(FULL, content="are you there today", speaker=None),
    ],
)
def test_a_change_of_wording_is_seen_even_where_the_words_stay(changed: Episode) -> None:
    index = ScopeIndex.of(MODEL, [record(replace(changed, content="Are you there? Are you?"))])
    index.put(record(changed))
    anew = ScopeIndex.of(MODEL, [record(changed)])
    row = int(np.flatnonzero(index.columns.alive)[0])
    for name in ("asks", "asking", "timed"):
        assert getattr(index.columns, name)[row] == getattr(anew.columns, name)[0]


def test_what_is_only_noted_of_a_memory_takes_no_new_row() -> None:
    index = ScopeIndex.of(MODEL, [record(FULL)])
    for count in range(50):
        index.put(record(replace(FULL, recall_count=count, status=Status.ACTIVE, recalled_at=START)))
    assert len(index.columns) == 1
    assert index.columns.recall_count.tolist() == [49]


def test_turns_stand_in_order_whatever_order_they_come_in() -> None:
    for positions in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]):
        index = ScopeIndex.of(MODEL, [turn(position) for position in positions])
        assert order(index) == [[0, 1, 2, 3, 4]]


def test_a_turn_that_goes_leaves_its_neighbours_side_by_side() -> None:
    index = ScopeIndex.of(MODEL, [turn(position) for position in range(4)])
    index.discard(turn(1).episode.id)
    assert order(index) == [[0, 2, 3]]
    index.put(turn(9))
    index.discard(turn(3).episode.id)
    assert order(index) == [[0, 2, 9]]


def test_turns_of_one_position_stand_by_time_and_then_alike_in_every_index() -> None:
    pair = [turn(5, minutes=2), turn(5, minutes=1, episode_id=Maker(77).id())]
    twins = [turn(5, episode_id=Maker(seed).id()) for seed in (1, 2, 3)]
    for given in (pair, twins):
        chains = [_ids(ScopeIndex.of(MODEL, some)) for some in (given, given[::-1])]
        assert chains[0] == chains[1]
    index = ScopeIndex.of(MODEL, pair)
    assert _ids(index) == [pair[1].episode.id, pair[0].episode.id]
    index.put(turn(5, minutes=0))
    assert _ids(index) == [pair[0].episode.id, pair[1].episode.id]


def _ids(index: ScopeIndex) -> list[EpisodeId]:
    columns = index.columns
    [row] = np.flatnonzero(columns.alive & (columns.previous == NONE)).tolist()
    chain = [row]
    while (after := int(columns.following[chain[-1]])) != NONE:
        chain.append(after)
    return [index.episode(row).id for row in chain]


def test_facts_are_nobodys_neighbours() -> None:
    fact = record(replace(turn(1).episode, kind=Kind.FACT))
    index = ScopeIndex.of(MODEL, [turn(0), fact, turn(2)])
    assert order(index) == [[0, 2]]
    assert sorted(index.columns.turns.tolist()) == [0, 2]


def test_a_speaker_of_whom_nothing_is_left_is_not_known() -> None:
    alice, bob = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")
    mine = record(replace(BARE, speaker=alice))
    index = ScopeIndex.of(MODEL, [mine, record(replace(FULL, speaker=bob))])
    index.discard(mine.episode.id)
    assert list(index.speakers) == [bob]
    index.put(record(replace(FULL, speaker=replace(bob, name="Bobby"))))
    assert [speaker.name for speaker in index.speakers] == ["Bobby"]


def test_without_a_vector_that_compares_there_are_no_cosines() -> None:
    foreign = Embedding("other/2", AXIS.vector)
    index = ScopeIndex.of(MODEL, [record(BARE, foreign)])
    assert index.cosines(AXIS) is None
    assert index.nearest(AXIS, 5) == []
    index.put(record(BARE))
    found = index.cosines(AXIS)
    assert found is not None
    assert found.tolist() == pytest.approx([1.0])
    assert index.cosines(foreign) is None
    index.put(record(BARE, foreign))
    assert index.cosines(AXIS) is None
    assert not index.embedded().any()


def test_an_index_of_which_most_is_gone_says_that_it_is_worn() -> None:
    maker = Maker()
    records = [maker.record() for _ in range(1_100)]
    index = ScopeIndex.of(MODEL, records)
    assert not index.is_worn
    for gone in records[:560]:
        index.discard(gone.episode.id)
    assert index.is_worn
    assert len(index) == 540


def test_nbytes_is_what_is_taken() -> None:
    maker = Maker()
    records = [maker.record(f"{number} " + "of what was said " * 8) for number in range(3_000)]
    ScopeIndex.of(MODEL, records)  # what is made once only: stems, patterns
    tracemalloc.start()
    index = ScopeIndex.of(MODEL, records)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert index.nbytes == pytest.approx(taken, rel=0.25)
    full = index.nbytes
    for gone in records[:1_000]:
        index.discard(gone.episode.id)
    assert index.nbytes < full
