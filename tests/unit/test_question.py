"""A message taken apart: its words, its past, and whom it names."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import Speaker
from ltm.domain.question import (
    CONTEXT_TERM_WEIGHT,
    CONTEXT_TURNS,
    Question,
    context_share,
    names_in,
    standardised,
    texts_to_embed,
    understood,
)
from tests.doubles import START

ALICE, MING = Speaker(id="1", name="Alice"), Speaker(id="2", name="小明")
PEOPLE = [ALICE, MING]


def asked(text: str, *context: str) -> Question:
    return understood(text, context, speakers=PEOPLE, now=START, half_life_days=30, speaker=None)


def test_words_of_earlier_turns_count_for_less_and_words_of_the_message_once() -> None:
    question = asked("tea", "tea and coffee", "cake")
    assert question.terms == {"tea"}
    assert question.context_terms == {"coffe", "cake"}
    assert question.weighted_terms(0) == {"tea": 1}
    assert question.weighted_terms(0.5) == {
        "tea": 1,
        "coffe": CONTEXT_TERM_WEIGHT / 2,
        "cake": CONTEXT_TERM_WEIGHT / 2,
    }


def test_only_the_last_earlier_turns_count() -> None:
    turns = [f"turn{n}" for n in range(10)]
    assert asked("now", *turns).context_terms == set(turns[-CONTEXT_TURNS:])
    assert texts_to_embed("now", turns, [])[1] == "turn7\nturn8\nturn9\nnow"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("what does Alice drink?", {"alice"}),
        ("ALICE'S cat", {"alice"}),
        ("malice", set()),
        ("小明喜欢什么", {"小明"}),
        ("Alice和小明", {"alice", "小明"}),
        ("who?", set()),
    ],
)
def test_known_speakers_are_recognised_by_name(text: str, named: set[str]) -> None:
    assert names_in(text, PEOPLE) == named
    assert asked(text).named == (next(iter(named)) if len(named) == 1 else None)


def test_names_of_one_character_are_none() -> None:
    assert (
        names_in("a 我 b", [Speaker(id="1", name="a"), Speaker(id="2", name="我"), Speaker(id="3", name="")]) == set()
    )


def test_names_are_taken_out_of_what_is_embedded_unless_nothing_else_is_left() -> None:
    assert texts_to_embed("what does Alice drink?", (), PEOPLE) == ["what does drink?"]
    assert texts_to_embed("Alice", (), PEOPLE) == ["Alice"]
    assert texts_to_embed("小明喜欢什么", ("Alice's cat",), PEOPLE) == ["喜欢什么", "cat\n喜欢什么"]


@given(st.text(max_size=200), st.lists(st.text(max_size=50), max_size=5), st.lists(st.text(max_size=10), max_size=5))
def test_there_is_one_text_or_two_and_never_an_empty_one_of_a_message_that_says_something(
    text: str, context: list[str], names: list[str]
) -> None:
    texts = texts_to_embed(text, context, [Speaker(id=str(n), name=name) for n, name in enumerate(names)])
    assert len(texts) == (2 if context else 1)
    assert all(one.strip() for one in texts) or not text.strip()


def test_a_match_that_stands_out_leaves_the_past_aside_and_a_vague_message_is_read_with_it() -> None:
    flat = np.random.default_rng(0).normal(0.1, 0.02, 200).astype(np.float32)
    peak = flat.copy()
    peak[0] = 0.6
    assert context_share(peak) == 0
    assert context_share(flat) > 0.5
    assert context_share(np.zeros(0, dtype=np.float32)) == 0


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=50))
def test_the_share_is_a_share_and_deviations_are_finite_and_in_order(cosines: list[float]) -> None:
    values = np.asarray(cosines, dtype=np.float32)
    assert 0 <= context_share(values) <= 1
    deviations = standardised(values)
    assert np.isfinite(deviations).all()
    order = np.argsort(values, kind="stable")
    assert (np.diff(deviations[order]) >= 0).all()
