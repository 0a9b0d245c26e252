"""Which memories are put aside when there are too many, and which turns are deleted."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.row_columns import RowColumns
from ltm.domain.columns import Columns
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Status
from ltm.domain.keeping import recorded, to_archive, to_delete, worth
from tests.doubles import START


def columns(*episodes: Episode) -> Columns:
    rows = RowColumns()
    for episode in episodes:
        rows.append(episode)
    return rows.view()


def episode(
    importance: int = 2,
    days: float = 0,
    *,
    pinned: bool = False,
    status: Status = Status.ACTIVE,
    kind: Kind = Kind.FACT,
    source: Source = Source.AGENT,
) -> Episode:
    return Episode(
        id=EpisodeId("x"),
        content="x",
        at=START - timedelta(days=days),
        importance=importance,
        pinned=pinned,
        status=status,
        kind=kind,
        source=source,
    )


def archived(of: Columns, limit: int) -> list[int]:
    rows: list[int] = to_archive(of, limit, START.timestamp(), 30.0).tolist()
    return rows


def test_the_least_important_go_first_and_of_those_the_oldest() -> None:
    rows = columns(episode(3, 400), episode(1, 1), episode(2, 300), episode(2, 30), episode(5, 1000))
    assert archived(rows, 2) == [1, 2, 3]
    assert archived(rows, 5) == archived(rows, 0) == []


def test_pinned_ones_stay_even_where_that_leaves_too_many() -> None:
    rows = columns(episode(1, 900, pinned=True), episode(1, 800, pinned=True), episode(5))
    assert archived(rows, 1) == [2]
    assert archived(columns(episode(pinned=True), episode(pinned=True)), 1) == []


def test_what_is_recalled_often_or_lately_is_worth_more() -> None:

    old = episode(2, 300)
    recalled = replace(old, recalled_at=START, recall_count=7)
    plain, kept = worth(columns(old, recalled), START.timestamp(), 30.0).tolist()
    assert kept > plain + 1


_EPISODES = st.builds(
    episode,
    st.integers(1, 5),
    st.floats(0, 1000),
    pinned=st.booleans(),
    status=st.sampled_from(Status),
)


@given(st.lists(_EPISODES, max_size=30), st.integers(0, 30))
def test_what_is_left_is_the_limit_or_pinned(episodes: list[Episode], limit: int) -> None:
    rows = columns(*episodes)
    gone = archived(rows, limit)
    active = {row for row, each in enumerate(episodes) if each.status is Status.ACTIVE}
    assert len(set(gone)) == len(gone)
    assert set(gone) <= {row for row in active if not episodes[row].pinned}
    left = active - set(gone)
    if limit:
        assert len(left) <= limit or all(episodes[row].pinned for row in left)
        values = worth(rows, START.timestamp(), 30.0)
        unpinned = [values[row] for row in left if not episodes[row].pinned]
        assert not gone or not unpinned or max(values[gone]) <= min(unpinned) + 1e-9


_TURNS = st.builds(
    episode,
    days=st.floats(0, 1000),
    pinned=st.booleans(),
    status=st.sampled_from(Status),
    kind=st.sampled_from([Kind.TURN, Kind.FACT]),
    source=st.sampled_from([Source.CAPTURE, Source.IMPORT]),
)


@given(st.lists(_TURNS, max_size=30), st.integers(0, 10), st.floats(0, 1000))
def test_recorded_turns_that_are_too_old_or_too_many_are_deleted_oldest_first(
    episodes: list[Episode], limit: int, days: float
) -> None:
    rows = columns(*episodes)
    before = START - timedelta(days=days)
    gone: list[int] = to_delete(rows, limit, before.timestamp()).tolist()
    turns = {n for n, e in enumerate(episodes) if e.kind is Kind.TURN and e.source is Source.CAPTURE}
    assert turns == {row for row, is_one in enumerate(recorded(rows).tolist()) if is_one}
    assert len(set(gone)) == len(gone)
    assert set(gone) <= {row for row in turns if not episodes[row].pinned}
    left = [row for row in turns - set(gone) if not episodes[row].pinned]
    assert all(episodes[row].at >= before for row in left)
    assert all(episodes[one].at <= episodes[other].at for one in gone for other in left)
    pinned = len(turns) - len(left) - len(gone)
    assert not limit or len(turns) - len(gone) <= max(limit, pinned)
    needed = max(sum(episodes[row].at < before for row in gone), len(turns) - limit if limit else 0)
    assert len(gone) <= needed


@given(st.lists(_TURNS, max_size=30), st.integers(1, 10))
def test_turns_drive_out_no_fact_and_recorded_ones_are_never_archived(episodes: list[Episode], limit: int) -> None:
    gone = archived(columns(*episodes), limit)
    facts = [n for n, e in enumerate(episodes) if e.kind is Kind.FACT]
    of_facts = archived(columns(*(episodes[n] for n in facts)), limit)
    assert [row for row in gone if row in facts] == [facts[row] for row in of_facts]
    assert all(episodes[row].source is Source.IMPORT for row in gone if row not in facts)
