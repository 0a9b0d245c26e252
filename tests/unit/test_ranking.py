"""The sum of terms: what fits comes first, and recent, important and own memories among those that fit alike."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ltm.adapters.row_columns import RowColumns
from ltm.domain import ranking
from ltm.domain.columns import Floats
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker
from ltm.domain.matching import Words
from ltm.domain.question import Question, understood
from ltm.domain.ranking import Evidence, rank, recency
from tests.doubles import START

ALICE, BOB = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")
SMALL_TERMS = ranking.RECENCY_WEIGHT + ranking.IMPORTANCE_WEIGHT + ranking.ACCESS_WEIGHT + ranking.ASKER_WEIGHT
COSINES = st.floats(-1, 1, width=32)
AGES = st.floats(0, 20_000)
IMPORTANCES = st.integers(1, 5)
SPEAKERS = st.sampled_from([ALICE, BOB, None])


def memory(
    number: int = 0, *, days: float = 0, importance: int = 2, by: Speaker | None = None, content: str = "c"
) -> Episode:
    at = START - timedelta(days=days)
    return Episode(id=EpisodeId(str(number)), content=content, at=at, importance=importance, speaker=by)


def turn(number: int, content: str = "said", *, conversation: str = "one") -> Episode:
    return replace(memory(number, content=content), kind=Kind.TURN, conversation=conversation, position=number)


def question(text: str = "?", *, by: Speaker | None = ALICE, half_life_days: float = 30) -> Question:
    return understood(text, (), speakers=[ALICE, BOB], now=START, half_life_days=half_life_days, speaker=by)


def evidence(
    memories: Sequence[Episode],
    cosines: Sequence[float] | None = None,
    *,
    lexical: Sequence[float] | None = None,
    asked: Question | None = None,
) -> Evidence:
    columns = RowColumns()
    for one in memories:
        columns.append(one)
    everything = np.ones(len(memories), dtype=np.bool_)
    cosine = None if cosines is None else np.asarray(cosines, dtype=np.float32)
    words = np.asarray(lexical or [0.0] * len(memories), dtype=np.float32)
    return Evidence(
        question=asked or question(),
        columns=columns.view(),
        accepted=everything,
        embedded=everything,
        cosine=cosine,
        meaning=cosine,
        words=Words(scores=words, found=(), rarity=()),
    )


def scores(found: Evidence) -> Floats:
    total: Floats = np.sum(list(rank(found).values()), axis=0)
    return total


MEMORIES = st.lists(st.builds(memory, days=AGES, importance=IMPORTANCES, by=SPEAKERS), min_size=1, max_size=12)


@given(st.floats(0.01, 3_650))
def test_recency_is_one_half_at_the_half_life_and_never_more_than_one(half_life: float) -> None:
    ages = [0.0, half_life, 2 * half_life, -5.0]
    columns = evidence([memory(days=age) for age in ages]).columns
    assert recency(columns, START.timestamp(), half_life) == pytest.approx([1, 0.5, 0.25, 1], rel=1e-3)


@given(AGES, AGES)
def test_recency_counts_from_the_later_of_said_and_last_recalled(
    said_days_ago: float, recalled_days_ago: float
) -> None:
    recalled = replace(memory(days=said_days_ago), recalled_at=START - timedelta(days=recalled_days_ago))
    both = evidence([recalled, memory(days=min(said_days_ago, recalled_days_ago))]).columns
    first, second = recency(both, START.timestamp(), 30)
    assert first == pytest.approx(second)


@given(MEMORIES, st.data(), st.floats(0.001, 3_650))
def test_the_small_terms_are_bounded_whatever_is_remembered(
    memories: list[Episode], data: st.DataObject, half_life: float
) -> None:
    cosines = data.draw(st.lists(COSINES, min_size=len(memories), max_size=len(memories)))
    terms = rank(evidence(memories, cosines, asked=question(half_life_days=half_life)))
    bounds = {
        "recency": ranking.RECENCY_WEIGHT,
        "importance": ranking.IMPORTANCE_WEIGHT,
        "access": ranking.ACCESS_WEIGHT,
        "asker": ranking.ASKER_WEIGHT,
    }
    for name, bound in bounds.items():
        assert terms[name].min() >= 0
        assert terms[name].max() <= bound + 1e-6
    assert set(terms) == {"dense", "lexical", *bounds}
    assert all(np.isfinite(values).all() and len(values) == len(memories) for values in terms.values())


@given(COSINES, AGES, AGES)
def test_an_older_memory_never_scores_higher(cosine: float, days: float, more: float) -> None:
    younger, older = scores(evidence([memory(days=days), memory(1, days=days + more)], [cosine, cosine]))
    assert younger >= older


@given(AGES, st.integers(1, 4))
def test_more_important_scores_higher(days: float, importance: int) -> None:
    pair = [memory(days=days, importance=importance), memory(1, days=days, importance=importance + 1)]
    less, more = scores(evidence(pair, [0.5, 0.5]))
    assert more > less


@given(AGES, IMPORTANCES)
def test_the_askers_own_scores_higher_and_nobody_asking_prefers_nobody(days: float, importance: int) -> None:
    pair = [memory(n, days=days, importance=importance, by=by) for n, by in enumerate([ALICE, BOB])]
    own, others = scores(evidence(pair, [0.5, 0.5]))
    assert own > others
    own, others = scores(evidence(pair, [0.5, 0.5], asked=question(by=None)))
    assert own == others


@given(st.permutations(range(12)), st.integers(0, 11), AGES, IMPORTANCES)
def test_what_stands_out_by_meaning_is_not_overruled_by_the_small_terms(
    order: list[int], best: int, days: float, importance: int
) -> None:
    # One memory at .6 among twelve near 0 stands out by more than three standard deviations.
    cosines = [0.6 if number == best else 0.02 * order[number] / 12 for number in range(12)]
    memories = [
        memory(n, days=days, importance=importance) if n == best else memory(n, importance=5, by=ALICE)
        for n in range(12)
    ]
    assert int(np.argmax(scores(evidence(memories, cosines)))) == best


@given(st.lists(COSINES, min_size=2, max_size=20), st.floats(0.1, 1), st.floats(-0.3, 0.3))
def test_meaning_counts_alike_whatever_scale_the_models_cosines_have(
    cosines: list[float], scale: float, offset: float
) -> None:
    moved = [cosine * scale + offset for cosine in cosines]
    assume(np.std(moved) > 0.021)
    assume(np.std(cosines) > 0.021)
    memories = [memory(number) for number in range(len(cosines))]
    one, other = (rank(evidence(memories, values))["dense"] for values in (cosines, moved))
    assert one == pytest.approx(other, abs=1e-3)


def test_cosines_that_are_nearly_equal_are_not_stretched_into_differences() -> None:
    dense = rank(evidence([memory(n) for n in range(3)], [0.5, 0.5001, 0.5002]))["dense"]
    assert np.ptp(dense) < 0.01


def test_without_vectors_words_decide() -> None:
    found = rank(evidence([memory(), memory(1)], lexical=[1.0, 3.0]))
    assert found["dense"].tolist() == [0, 0]
    assert found["lexical"].tolist() == pytest.approx([ranking.LEXICAL_WEIGHT / 3, ranking.LEXICAL_WEIGHT])


def test_a_newer_value_of_a_fact_wins_against_a_more_important_old_one() -> None:
    old, newer = scores(evidence([memory(days=365, importance=5), memory(1, importance=2)], [0.8, 0.8]))
    assert newer > old


def test_the_one_known_speaker_named_in_the_question_is_preferred() -> None:
    memories = [memory(0, by=ALICE), memory(1, by=BOB)]
    for text, expected in {"what did Bob's friend say": 1, "alice?": 0}.items():
        named = rank(evidence(memories, [0.5, 0.5], asked=question(text, by=None)))["named"]
        assert named.tolist() == pytest.approx([ranking.NAMED_WEIGHT * (n == expected) for n in range(2)])
    for text in ("Alice and Bob", "bobsleigh", "who?"):
        assert "named" not in rank(evidence(memories, [0.5, 0.5], asked=question(text)))


def test_a_date_in_the_question_lifts_what_was_said_then() -> None:
    memories = [memory(0, days=1), memory(1, days=60)]
    assert np.argmax(rank(evidence(memories, asked=question("what was yesterday?")))["date"]) == 0
    assert np.argmax(rank(evidence(memories, asked=question("四月发生了什么")))["date"]) == 1


def test_asking_for_a_time_lifts_what_tells_one() -> None:
    memories = [memory(0, content="the match is over"), memory(1, content="the match was last week")]
    assert np.argmax(rank(evidence(memories, asked=question("when was the match?")))["timed"]) == 1


def test_a_turn_takes_over_from_the_question_before_it_and_from_the_turn_after_it() -> None:
    said = [turn(0, "where do you live?"), turn(1, "in Kyoto"), turn(2, "nice"), turn(3, "so what")]
    terms = rank(evidence(said, lexical=[1.0, 0, 0, 0]))
    neighbours = terms["conversation"] - terms["conversation"][3]
    # The first is the best of the conversation and stays; the second answers it.
    assert neighbours[1] > neighbours[2] == neighbours[3] == 0
    assert terms["asking"][0] == pytest.approx(-2 * ranking.ASKING_WEIGHT)
    assert terms["asking"][1:].tolist() == [0, 0, 0]


def test_turns_take_nothing_from_another_conversation_and_facts_nothing_at_all() -> None:
    said = [turn(0, "q?"), turn(1), turn(2, conversation="two"), turn(3, conversation="two"), memory(4), memory(5)]
    terms = rank(evidence(said, lexical=[1.0, 0, 0, 0, 0, 1.0]))
    assert terms["conversation"][1] > 0
    assert terms["conversation"][2:].tolist() == pytest.approx([0, 0, 0, 0])
    assert terms["asking"][4:].tolist() == [0, 0]
    assert "conversation" not in rank(evidence([memory(0), memory(1)], lexical=[1.0, 0.5]))


@given(st.integers(1, 30), st.integers(0, 10**6))
def test_conversation_terms_are_those_worked_out_one_by_one(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    said = [
        turn(n, "a?" if random.random() < 0.5 else "a", conversation=str(random.integers(3)))
        if random.random() < 0.8
        else memory(n)
        for n in range(count)
    ]
    base = random.random(count).astype(np.float32)
    found = ranking.conversation(base, evidence(said).columns) if any(m.conversation for m in said) else None
    expected = np.zeros(count)
    for name in {m.conversation for m in said if m.conversation}:
        rows = [n for n, m in enumerate(said) if m.conversation == name]
        lifted = {}
        for place, row in enumerate(rows):
            lifted[row] = float(base[row])
            if place and "?" in said[rows[place - 1]].content:
                lifted[row] += ranking.AFTER_QUESTION * base[rows[place - 1]]
            if place + 1 < len(rows):
                lifted[row] += ranking.BEFORE * base[rows[place + 1]]
        best = max(lifted.values())
        for row in rows:
            expected[row] = lifted[row] + ranking.CONVERSATION_WEIGHT * (best - lifted[row]) - base[row]
    assert (found if found is not None else expected) == pytest.approx(expected, abs=1e-5)


def test_the_weights_keep_their_order() -> None:
    assert ranking.ACCESS_WEIGHT < ranking.IMPORTANCE_WEIGHT < ranking.RECENCY_WEIGHT
    assert pytest.approx(0.11) == SMALL_TERMS
