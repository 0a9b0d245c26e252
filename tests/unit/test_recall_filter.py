"""Each condition alone, any together, against a predicate written the long way."""

from dataclasses import replace
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Source, Speaker, Status
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
    "statuses": (frozenset({Status.ACTIVE}), {"status": Status.SUPERSEDED}),
}


def make(*names: str) -> RecallFilter:
    return RecallFilter(**{name: CONDITIONS[name][0] for name in names})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CONDITIONS)
def test_one_condition_alone(name: str) -> None:
    assert make(name).accepts(EPISODE)
    assert not make(name).accepts(replace(EPISODE, **CONDITIONS[name][1]))


@pytest.mark.parametrize("names", list(combinations(CONDITIONS, 2)), ids=" and ".join)
def test_two_conditions_must_both_hold(names: tuple[str, str]) -> None:
    both = make(*names)
    assert both.accepts(EPISODE)
    for name in names:
        assert not both.accepts(replace(EPISODE, **CONDITIONS[name][1]))


@pytest.mark.parametrize("name", ["speaker_id", "speaker_name"])
def test_a_memory_without_speaker_passes_no_speaker_condition(name: str) -> None:
    assert not make(name).accepts(replace(EPISODE, speaker=None))
    assert RecallFilter().accepts(replace(EPISODE, speaker=None))


def test_time_bounds_are_inclusive_and_know_zones() -> None:
    instant = timedelta(microseconds=1)
    assert RecallFilter(time_after=START, time_before=START).accepts(EPISODE)
    assert not RecallFilter(time_after=START + instant).accepts(EPISODE)
    assert not RecallFilter(time_before=START - instant).accepts(EPISODE)


def test_superseded_memories_only_come_when_asked_for() -> None:
    superseded = EPISODE.superseded(EpisodeId("x"))
    assert not RecallFilter().accepts(superseded)
    assert RecallFilter(statuses=frozenset(Status)).accepts(superseded)


EPISODES = st.builds(
    Episode,
    id=st.just(EpisodeId("e")),
    content=st.just("c"),
    at=st.integers(-2, 2).map(lambda days: START + days * DAY),
    importance=st.integers(1, 5),
    speaker=st.none() | st.builds(Speaker, id=st.sampled_from("12"), name=st.sampled_from(["A", "a", "B", ""])),
    source=st.sampled_from(Source),
    status=st.sampled_from(Status),
)
FILTERS = st.builds(
    RecallFilter,
    speaker_id=st.none() | st.sampled_from("123"),
    speaker_name=st.none() | st.sampled_from(["a", " B", ""]),
    time_after=st.none() | st.integers(-2, 2).map(lambda days: START + days * DAY),
    time_before=st.none() | st.integers(-2, 2).map(lambda days: START + days * DAY),
    importance_min=st.none() | st.integers(1, 5),
    source=st.none() | st.sampled_from(["agent", "command", "import"]),
    statuses=st.frozensets(st.sampled_from(Status)),
)


@given(FILTERS, EPISODES)
def test_accepts_is_what_the_long_way_says(wanted: RecallFilter, episode: Episode) -> None:
    assert wanted.accepts(episode) is _accepts_the_long_way(wanted, episode)


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
    failures.append(episode.status not in wanted.statuses)
    return not any(failures)


@given(FILTERS, EPISODES)
def test_an_open_filter_accepts_by_status_alone(wanted: RecallFilter, episode: Episode) -> None:
    if wanted.is_open:
        assert wanted.accepts(episode) is (episode.status in wanted.statuses)
    else:
        assert wanted != RecallFilter(statuses=wanted.statuses)


def test_is_open() -> None:
    assert RecallFilter().is_open
    assert RecallFilter(statuses=frozenset(Status)).is_open
    assert not RecallFilter(importance_min=1).is_open
