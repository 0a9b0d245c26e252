"""The benchmark's measures against what their definitions say, written down naively."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.retrieval_metrics import (
    KEYS,
    LISTED,
    hit_at,
    means,
    ndcg_at,
    recall_at,
    reciprocal_rank,
    scores,
)

IDS = [str(number) for number in range(70)]
RANKINGS = st.lists(st.sampled_from(IDS), unique=True, max_size=len(IDS))
RELEVANT = st.sets(st.sampled_from(IDS), min_size=1, max_size=8)
K = st.integers(min_value=1, max_value=30)


def gain(ranking: Sequence[str], relevant: set[str], k: int) -> float:
    total = 0.0
    for index in range(min(k, len(ranking))):
        if ranking[index] in relevant:
            total += math.log(2) / math.log(index + 2)
    return total


@given(K, RANKINGS, RELEVANT)
def test_recall_counts_the_relevant_ones_among_the_first_k(k: int, found: list[str], relevant: set[str]) -> None:
    among = [one for one in relevant if one in found and found.index(one) < k]
    assert recall_at(k, found, relevant) == len(among) / len(relevant)


@given(K, RANKINGS, RELEVANT)
def test_hit_is_whether_recall_is_above_zero(k: int, found: list[str], relevant: set[str]) -> None:
    assert hit_at(k, found, relevant) == (1.0 if recall_at(k, found, relevant) > 0 else 0.0)


@given(RANKINGS, RELEVANT)
def test_reciprocal_rank_is_one_over_the_best_place_that_is_listed(found: list[str], relevant: set[str]) -> None:
    places = [found.index(one) + 1 for one in relevant if one in found]
    best = min(places, default=LISTED + 1)
    assert reciprocal_rank(found, relevant) == (1 / best if best <= LISTED else 0.0)


@given(K, RANKINGS, RELEVANT)
def test_ndcg_is_the_gain_as_a_share_of_that_of_the_ideal_order(k: int, found: list[str], relevant: set[str]) -> None:
    ideal = [*relevant, *(one for one in IDS if one not in relevant)]
    expected = gain(found, relevant, k) / gain(ideal, relevant, k)
    assert ndcg_at(k, found, relevant) == pytest.approx(expected)


@given(RELEVANT, st.data())
def test_everything_relevant_first_is_perfect(relevant: set[str], data: st.DataObject) -> None:
    first = data.draw(st.permutations(sorted(relevant)))
    rest = [one for one in IDS if one not in relevant]
    perfect = scores([*first, *rest], relevant)
    assert perfect.pop("R@5") == min(5, len(relevant)) / len(relevant)
    assert all(value == pytest.approx(1) for value in perfect.values())


@given(RANKINGS, RELEVANT, st.data())
def test_moving_a_relevant_memory_up_never_lowers_a_measure(
    found: list[str], relevant: set[str], data: st.DataObject
) -> None:
    movable = [index for index, one in enumerate(found) if one in relevant and index > 0]
    if not movable:
        assert all(0 <= value <= 1 for value in scores(found, relevant).values())
        return
    index = data.draw(st.sampled_from(movable))
    moved = list(found)
    moved[index - 1], moved[index] = moved[index], moved[index - 1]
    before, after = scores(found, relevant), scores(moved, relevant)
    assert all(after[key] >= before[key] - 1e-12 for key in KEYS)


@given(st.lists(st.tuples(RANKINGS, RELEVANT), min_size=1, max_size=6))
def test_means_are_over_questions_not_over_memories(answers: list[tuple[list[str], set[str]]]) -> None:
    rows = [scores(found, relevant) for found, relevant in answers]
    summed = means(rows)
    assert summed.keys() == set(KEYS)
    for key in KEYS:
        assert summed[key] == pytest.approx(sum(row[key] for row in rows) / len(rows))


def test_places_are_worth_what_the_definitions_say() -> None:
    found, relevant = ["a", "x", "b"], {"x", "b", "never found"}
    measured = scores(found, relevant)
    assert measured["R@5"] == pytest.approx(2 / 3)
    assert measured["MRR"] == 0.5
    assert measured["NDCG@10"] == pytest.approx((1 / math.log2(3) + 0.5) / (1 + 1 / math.log2(3) + 0.5))
