"""Each condition alone, any together, against a predicate written the long way."""

from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.row_columns import RowColumns
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.recall import RecallFilter
from tests.doubles import START

DAY = timedelta(days=1)
EPISODE = Episode(
    id=EpisodeId("e"),
    content="c",
    at=START,
    importance=3,
    speaker=Speaker(id="42", name="Zoë"),
    source=Source.IMPORT,
)
CONDITIONS: dict[str, tuple[object, dict[str, Any]]] = {
    "speaker_id": ("42", {"speaker": Speaker(id="43", name="Zoë")}),
    "speaker_name": (" zOË ", {"speaker": Speaker(id="42", name="Zoe")}),
    "time_after": (START, {"at": START - DAY}),
    "time_before": (START, {"at": START + DAY}),
    "importance_min": (3, {"importance": 2}),
    "source": ("import", {"source": Source.AGENT}),
    "kind": (Kind.FACT, {"kind": Kind.TURN}),
    "statuses": (frozenset({Status.ACTIVE}), {"status": Status.SUPERSEDED}),
}


def make(*names: str) -> RecallFilter:
    return RecallFilter(**{name: CONDITIONS[name][0] for name in names})  # type: ignore[arg-type]


def accepts(wanted: RecallFilter, episode: Episode) -> bool:
    columns = RowColumns()
    columns.append(episode)
    return bool(wanted.accepted(columns.view())[0])


@pytest.mark.parametrize("name", CONDITIONS)
def test_one_condition_alone(name: str) -> None:
    assert accepts(make(name), EPISODE)
    assert not accepts(make(name), replace(EPISODE, **CONDITIONS[name][1]))


@pytest.mark.parametrize("names", list(combinations(CONDITIONS, 2)), ids=" and ".join)
def test_two_conditions_must_both_hold(names: tuple[str, str]) -> None:
    both = make(*names)
    assert accepts(both, EPISODE)
    for name in names:
        assert not accepts(both, replace(EPISODE, **CONDITIONS[name][1]))


@pytest.mark.parametrize("name", ["speaker_id", "speaker_name"])
def test_a_memory_without_speaker_passes_no_speaker_condition(name: str) -> None:
    assert not accepts(make(name), replace(EPISODE, speaker=None))
    assert accepts(RecallFilter(), replace(EPISODE, speaker=None))


def test_time_bounds_are_inclusive_and_know_zones() -> None:
    instant = timedelta(microseconds=1)
    assert accepts(RecallFilter(time_after=START, time_before=START), EPISODE)
    assert not accepts(RecallFilter(time_after=START + instant), EPISODE)
    assert not accepts(RecallFilter(time_before=START - instant), EPISODE)


def test_superseded_memories_only_come_when_asked_for() -> None:
    superseded = EPISODE.superseded(EpisodeId("x"))
    assert not accepts(RecallFilter(), superseded)
    assert accepts(RecallFilter(statuses=frozenset(Status)), superseded)


EPISODES = st.builds(
    Episode,
    id=st.just(EpisodeId("e")),
    content=st.just("c"),
    at=st.integers(-2, 2).map(lambda days: START + days * DAY),
    importance=st.integers(1, 5),
    speaker=st.none() | st.builds(Speaker, id=st.sampled_from("12"), name=st.sampled_from(["A", "a", "B", ""])),
    source=st.sampled_from(Source),
    status=st.sampled_from(Status),
    kind=st.sampled_from(Kind),
)
FILTERS = st.builds(
    RecallFilter,
    speaker_id=st.none() | st.sampled_from("123"),
    speaker_name=st.none() | st.sampled_from(["a", " B", ""]),
    time_after=st.none() | st.integers(-2, 2).map(lambda days: START + days * DAY),
    time_before=st.none() | st.integers(-2, 2).map(lambda days: START + days * DAY),
    importance_min=st.none() | st.integers(1, 5),
    source=st.none() | st.sampled_from(["agent", "command", "import"]),
    kind=st.none() | st.sampled_from(Kind),
    statuses=st.frozensets(st.sampled_from(Status)),
)


@given(FILTERS, EPISODES)
def test_accepts_is_what_the_long_way_says(wanted: RecallFilter, episode: Episode) -> None:
    assert accepts(wanted, episode) is _accepts_the_long_way(wanted, episode)


def _accepts_the_long_way(wanted: RecallFilter, episode: Episode) -> bool:
    failures = []
    if wanted.speaker_id is not None:
        failures.append(not episode.speaker or episode.speaker.id != wanted.speaker_id)
    if wanted.speaker_name is not None:
        name = wanted.speaker_name.strip().lower()
        failures.append(not episode.speaker or episode.speaker.name.lower() != name)
    if wanted.time_after is not None:
        failures.append(episode.at < wanted.time_after)
    if wanted.time_before is not None:
        failures.append(episode.at > wanted.time_before)
    if wanted.importance_min is not None:
        failures.append(episode.importance < wanted.importance_min)
    if wanted.source is not None:
        failures.append(episode.source.value != wanted.source)
    if wanted.kind is not None:
        failures.append(episode.kind is not wanted.kind)
    failures.append(episode.status not in wanted.statuses)
    return not any(failures)
