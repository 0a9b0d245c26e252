"""The sum of bounded terms: recent, important and own memories come first among equals, and only there."""

import math
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.ranking import IMPORTANCE_WEIGHT, RECENCY_WEIGHT, SPEAKER_WEIGHT, rank, recency
from ltm.domain.recall import Candidate, Hit
from tests.doubles import START

ALICE, BOB = Speaker(id="1"), Speaker(id="2")
ALL_TERMS = RECENCY_WEIGHT + IMPORTANCE_WEIGHT + SPEAKER_WEIGHT
COSINES = st.floats(-1, 1)
AGES = st.floats(0, 20_000)
IMPORTANCES = st.integers(1, 5)
SPEAKERS = st.sampled_from([ALICE, BOB, None])


def candidate(
    name: str, cosine: float, *, days: float = 0, importance: int = 2, by: Speaker | None = None
) -> Candidate:
    at = START - timedelta(days=days)
    return Candidate(
        episode=Episode(id=EpisodeId(name), content=name, at=at, importance=importance, speaker=by), cosine=cosine
    )


CANDIDATES = st.builds(candidate, st.uuids().map(str), COSINES, days=AGES, importance=IMPORTANCES, by=SPEAKERS)


def ranked(*candidates: Candidate, speaker: Speaker | None = ALICE, half_life_days: float = 30) -> list[Hit]:
    return rank(candidates, now=START, half_life_days=half_life_days, speaker=speaker)


def order(*candidates: Candidate) -> list[str]:
    return [hit.episode.content for hit in ranked(*candidates)]


@given(st.floats(0.001, 36_500))
def test_recency_is_exactly_one_half_at_the_half_life(half_life: float) -> None:
    assert recency(half_life, half_life) == 0.5
    assert recency(0, half_life) == 1.0
    assert recency(-5, half_life) == 1.0
    assert recency(2 * half_life, half_life) == 0.25


@given(COSINES, AGES, IMPORTANCES, SPEAKERS, st.floats(0.001, 36_500))
def test_every_term_is_bounded_and_added(
    cosine: float, days: float, importance: int, by: Speaker | None, half_life: float
) -> None:
    (hit,) = ranked(candidate("a", cosine, days=days, importance=importance, by=by), half_life_days=half_life)
    assert hit.relevance == cosine
    assert 0 <= hit.recency <= RECENCY_WEIGHT
    assert 0 <= hit.importance <= IMPORTANCE_WEIGHT
    assert hit.speaker == (SPEAKER_WEIGHT if by == ALICE else 0)
    assert math.isclose(hit.score, hit.relevance + hit.recency + hit.importance + hit.speaker)
    assert cosine <= hit.score <= cosine + ALL_TERMS + 1e-12


@given(COSINES, AGES, AGES)
def test_an_older_memory_never_scores_higher(cosine: float, days: float, more: float) -> None:
    younger, older = candidate("a", cosine, days=days), candidate("b", cosine, days=days + more)
    scores = {hit.episode.content: hit.score for hit in ranked(younger, older)}
    assert scores["a"] >= scores["b"]


@given(COSINES, AGES, st.integers(1, 4))
def test_more_important_scores_higher(cosine: float, days: float, importance: int) -> None:
    less = candidate("a", cosine, days=days, importance=importance)
    more = candidate("b", cosine, days=days, importance=importance + 1)
    assert order(less, more) == ["b", "a"]


@given(COSINES, AGES, IMPORTANCES)
def test_the_speakers_own_scores_higher_and_nobody_asking_prefers_nobody(
    cosine: float, days: float, importance: int
) -> None:
    own = candidate("own", cosine, days=days, importance=importance, by=ALICE)
    others = candidate("others", cosine, days=days, importance=importance, by=BOB)
    assert order(others, own) == ["own", "others"]
    assert len({hit.score for hit in ranked(own, others, speaker=None)}) == 1


@given(CANDIDATES, CANDIDATES)
def test_relevance_is_never_overruled_by_more_than_the_sum_of_the_weights(one: Candidate, other: Candidate) -> None:
    assume(one.cosine > other.cosine + ALL_TERMS + 1e-9)
    assert ranked(other, one)[0].episode.id == one.episode.id


def test_a_year_old_memory_that_fits_better_wins_against_all_three_terms_together() -> None:
    old = candidate("old", 0.7, days=365, importance=1, by=BOB)
    fresh = candidate("fresh", 0.5, days=0, importance=5, by=ALICE)
    assert order(fresh, old) == ["old", "fresh"]


def test_a_newer_value_of_a_fact_wins_against_a_more_important_old_one() -> None:
    old = candidate("old", 0.8, days=365, importance=5)
    newer = candidate("newer", 0.8, days=0, importance=2)
    assert order(old, newer) == ["newer", "old"]


@given(st.permutations(["a", "b", "c"]))
def test_equal_relevance_puts_the_newer_first_whatever_came_first(names: list[str]) -> None:
    days = {"a": 1.0, "b": 2.0, "c": 9_000.0}
    assert order(*(candidate(name, 0.5, days=days[name]) for name in names)) == ["a", "b", "c"]


def test_equal_scores_put_the_newer_first_even_where_recency_has_faded_to_nothing() -> None:
    older, newer = candidate("a", 0.5, days=200_000), candidate("b", 0.5, days=199_999)
    assert [hit.recency for hit in ranked(older, newer)] == [0.0, 0.0]
    assert order(older, newer) == ["b", "a"]


@given(st.lists(CANDIDATES, max_size=12, unique_by=lambda c: c.episode.id))
def test_everything_is_ranked_once_best_first_and_in_one_order(candidates: list[Candidate]) -> None:
    hits = ranked(*candidates)
    assert sorted(hit.episode.id for hit in hits) == sorted(c.episode.id for c in candidates)
    assert all(before.score >= after.score for before, after in pairwise(hits))
    assert hits == ranked(*reversed(candidates))


def test_the_weights_keep_their_order() -> None:
    assert IMPORTANCE_WEIGHT < RECENCY_WEIGHT
    assert pytest.approx(0.14) == ALL_TERMS
