"""The newer of two values first, and the same words once."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.data.changed_facts import DISTRACTORS, changed_facts
from benchmarks.data.held_out import OTHERS, held_out
from ltm.domain.columns import NONE, Floats
from ltm.domain.same_fact import LEARNT_WITHIN_S, PLACES, Ranked, Space, literal, newer_first, once

DIMENSION = 24
QUERY = "where do I live?"


def _space() -> Space:
    return Space.of(np.random.default_rng(5).normal(size=(60, DIMENSION)).astype(np.float32))


def _topic(seed: int) -> Floats:
    return np.random.default_rng(1000 + seed).normal(size=DIMENSION).astype(np.float32)


def _ranked(
    texts: Sequence[str],
    *,
    topics: Sequence[int],
    at: Sequence[float],
    owners: Sequence[int] | None = None,
    facts: Sequence[bool] | None = None,
) -> Ranked:
    """Memories of one topic have nearly the same vector, those of two topics are unrelated."""
    noise = np.random.default_rng(6).normal(size=(len(texts), DIMENSION)) * 0.05
    vectors = np.array([_topic(topic) for topic in topics]).reshape(-1, DIMENSION) + noise
    return Ranked(
        vectors=(vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32),
        texts=texts,
        at=np.array(at, dtype=np.float64),
        owners=np.array(owners if owners is not None else [0] * len(texts), dtype=np.int32),
        facts=np.array(facts if facts is not None else [True] * len(texts), dtype=np.bool_),
    )


@pytest.mark.parametrize(
    ("older", "newer", "query"),
    [
        ("I live in Beijing", "I live in Shanghai now", "where do I live?"),
        ("I live in Beijing", "I moved to Shanghai", "where do I live?"),
        ("My phone number is 123", "My phone number is 456", "what is my phone number?"),
        ("Kim is allergic to nuts", "Kim is allergic to milk", "what is Kim allergic to?"),
        ("The release is on Friday", "The release moved to Monday", "when is the release?"),
        ("My shoe size is 42", "My shoe size is 43", "tell me my shoe size"),
        ("我对花生过敏", "医生更正了：我的过敏原是虾", "我对什么过敏？"),
        ("门禁密码是4471", "门禁密码换成9032了", "门禁密码是多少？"),
        ("我住在北京", "我搬到上海了", "我住在哪里？"),
    ],
)
def test_the_newer_value_takes_the_place_of_the_older(older: str, newer: str, query: str) -> None:
    other = "I drive a Volvo"
    ranked = _ranked([older, other, newer], topics=[1, 2, 1], at=[10, 30, 20])
    assert newer_first(ranked, _space(), query) == [2, 0, 1]


def test_the_newer_value_stays_first() -> None:
    ranked = _ranked(["I live in Shanghai now", "I live in Beijing"], topics=[1, 1], at=[20, 10])
    assert newer_first(ranked, _space(), "where do I live?") == [0, 1]


def test_three_values_stand_newest_first() -> None:
    ranked = _ranked(["My car is a Kia", "My car is a Fiat", "My car is a Mazda"], topics=[1, 1, 1], at=[1, 2, 3])
    assert newer_first(ranked, _space(), "what is my car?") == [2, 1, 0]


@pytest.mark.parametrize(
    ("owners", "facts"),
    [([0, 1], [True, True]), ([NONE, NONE], [True, True]), ([0, 0], [True, False]), ([0, 0], [False, False])],
)
def test_other_peoples_facts_ownerless_ones_and_turns_stay(owners: list[int], facts: list[bool]) -> None:
    texts = ["I live in Beijing", "I live in Shanghai now"]
    ranked = _ranked(texts, topics=[1, 1], at=[10, 20], owners=owners, facts=facts)
    assert newer_first(ranked, _space(), "where do I live?") == [0, 1]


def test_who_a_fact_is_about_keeps_facts_apart_unless_the_question_names_them() -> None:
    apart = _ranked(["I live in Beijing", "My sister lives in Shanghai"], topics=[1, 1], at=[10, 20])
    assert newer_first(apart, _space(), "where do I live?") == [0, 1]
    asked = _ranked(["My dentist is Dr. Klein", "I now go to Dr. Rossi"], topics=[1, 1], at=[10, 20])
    assert newer_first(asked, _space(), "who is my dentist?") == [1, 0]


def test_unrelated_newer_facts_stay_behind() -> None:
    ranked = _ranked(["I live in Beijing", "I drive a Volvo now"], topics=[1, 2], at=[10, 20])
    assert newer_first(ranked, _space(), "where do I live?") == [0, 1]


@pytest.mark.parametrize(
    ("older", "newer", "query"),
    [
        ("I live in Porto", "I was born in Oslo", QUERY),
        ("My favourite food is ramen", "My least favourite food is tofu", "what is my favourite food?"),
        ("My locker is number 4", "My room is number 7", "which locker is mine?"),
        ("The Heron report is due in May", "The Kestrel report is due in June", "when is the Heron report due?"),
        ("I weigh 80 kilos", "My suitcase weighs 20 kilos", "how much do I weigh?"),
        ("I'm allergic to bees", "Kim keeps bees", "what am I allergic to?"),
        ("My flight leaves at 9", "I take the 8:10 train now", "when does my flight leave?"),
        ("我最喜欢吃火锅", "我最不喜欢吃寿司", "我最喜欢吃什么？"),
        ("我住在成都", "我去成都玩过一个周末", "我住在哪里？"),
        ("小明参加了比赛，感到很开心", "小明输了比赛，感到难过", "小明的比赛怎么样？"),
    ],
)
def test_what_is_no_value_of_the_same_attribute_stays_behind(older: str, newer: str, query: str) -> None:
    alike = _ranked([older, newer], topics=[1, 1], at=[10, 20])
    assert newer_first(alike, _space(), query) == [0, 1]


@pytest.mark.parametrize("message", ["I live for this, thanks", "今天住得很开心", "ok", ""])
def test_a_message_that_asks_for_no_value_moves_nothing(message: str) -> None:
    ranked = _ranked(["I live in Porto", "I live in Oslo now"], topics=[1, 1], at=[10, 20])
    assert newer_first(ranked, _space(), message) == [0, 1]


def test_a_value_stands_before_the_one_it_replaced_and_is_not_replaced_by_a_plain_statement_as_easily() -> None:
    texts = ["I switched to locker 75", "My locker is number 12", "I like tea"]
    ranked = _ranked(texts, topics=[1, 1, 2], at=[20, 10, 30])
    assert newer_first(ranked, _space(), "which locker is mine?") == [0, 1, 2]


def test_any_list_keeps_every_memory_once_and_what_lies_deep_in_place() -> None:
    rng = np.random.default_rng(7)
    moved = 0
    for count in (*range(6), 14, 30):
        for _ in range(20):
            ranked = _ranked(
                ["I live here"] * count, topics=rng.integers(4, size=count).tolist(), at=rng.random(count).tolist()
            )
            order = newer_first(ranked, _space(), "where do I live?")
            assert sorted(order) == list(range(count))
            assert order[PLACES:] == list(range(count))[PLACES:]
            moved += order != list(range(count))
    assert moved > 20


def test_the_order_does_not_depend_on_the_length_of_vectors() -> None:
    rng = np.random.default_rng(8)
    for _ in range(30):
        ranked = _ranked(["I live here"] * 8, topics=rng.integers(3, size=8).tolist(), at=rng.random(8).tolist())
        longer = Ranked(
            vectors=ranked.vectors * 3, texts=ranked.texts, at=ranked.at, owners=ranked.owners, facts=ranked.facts
        )
        assert newer_first(ranked, _space(), QUERY) == newer_first(longer, _space(), QUERY)


def test_the_same_words_are_shown_once_the_newest_of_each_owner() -> None:
    texts = ["I like tea.", "i like  TEA", "I like tea!", "I like tea. ", "我喜欢喝茶。", "我喜欢喝茶", "I like tea 2"]
    ranked = _ranked(texts, topics=[1] * 7, at=[1, 3, 2, 9, 5, 4, 6], owners=[0, 0, 0, 1, 0, 0, 0])
    assert once(ranked).tolist() == [False, True, False, True, True, False, True]
    assert once(_ranked([], topics=[], at=[])).shape == (0,)


def test_literal_keeps_what_tells_facts_apart() -> None:
    assert literal("Ｌｏｃｋｅｒ　１１２！") == literal("locker 112")
    assert len({literal(text) for text in ("locker 112", "locker 47", "Tom owes Ben", "Ben owes Tom", "👍", "🎉")}) == 6


def test_changed_facts_are_the_same_every_time_and_as_described() -> None:
    cases = changed_facts()
    assert cases == changed_facts()
    assert cases != changed_facts(seed=1)
    for language in ("en", "zh"):
        assert sum(case.older is not None for case in cases if case.language == language) >= 120
    for case in cases:
        memories = {memory.id: memory for memory in case.memories}
        newer = memories[case.newer]
        assert len(memories) == DISTRACTORS + (1 if case.older is None else 2)
        assert newer.speaker == case.speaker
        if case.older is not None:
            older = memories[case.older]
            assert older.speaker == case.speaker
            assert 1 <= (newer.at - older.at).days + 1 <= 731
            assert older.text != newer.text


def test_held_out_facts_are_the_same_every_time_and_none_of_those_the_rule_was_made_with() -> None:
    cases = [case for _, case in held_out()]
    assert cases == [case for _, case in held_out()]
    known = {memory.text for case in changed_facts() for memory in case.memories}
    for case in cases:
        memories = {memory.id: memory for memory in case.memories}
        assert len(memories) == OTHERS + (2 if case.older is None else 3)
        if case.older is not None:
            assert memories[case.newer].at > memories[case.older].at
    assert len({case.query for case in cases}) >= 80
    assert not known & {case.memories[0].text for kind, case in held_out() if kind == "held out"}


@pytest.mark.parametrize("query", ["where do I live?", "tell me something"])
def test_what_was_learnt_from_a_turn_stands_before_it(query: str) -> None:
    texts = ["I live in Beijing by the way", "so you live in Beijing", "I like tea", "Lives in Beijing."]
    ranked = _ranked(
        texts, topics=[1, 1, 2, 1], at=[10, 10, 10, 10], owners=[0, 1, 0, 0], facts=[False] * 2 + [True] * 2
    )
    assert newer_first(ranked, _space(), query) == [3, 0, 1, 2]


@pytest.mark.parametrize(
    ("topics", "at"),
    [([1, 2], [10, 10]), ([1, 1], [10 + LEARNT_WITHIN_S + 1, 10])],
    ids=["about something else", "said since"],
)
def test_a_turn_that_says_more_than_a_fact_stays_before_it(topics: list[int], at: list[float]) -> None:
    texts = ["I live in Beijing by the way", "Lives in Beijing."]
    ranked = _ranked(texts, topics=topics, at=at, facts=[False, True])
    assert newer_first(ranked, _space(), "tell me something") == [0, 1]


def test_memories_without_a_vector_are_like_nothing() -> None:
    ranked = _ranked(["I live in Beijing", "Lives in Beijing."], topics=[1, 1], at=[10, 10], facts=[False, True])
    blind = replace(ranked, vectors=np.zeros_like(ranked.vectors))
    assert newer_first(blind, _space(), "tell me something") == [0, 1]


def test_a_former_value_said_in_talk_stands_behind_the_newer_fact() -> None:
    texts = ["I live in Beijing", "I drive a Volvo", "I moved to Shanghai"]
    ranked = _ranked(texts, topics=[1, 2, 1], at=[10, 30, 20 + LEARNT_WITHIN_S], facts=[False, True, True])
    assert newer_first(ranked, _space(), "where do I live?") == [2, 0, 1]


def test_the_newer_value_stays_first_where_a_turn_is_like_the_older_one() -> None:
    texts = ["I live in Beijing, you know", "I live in Shanghai now", "I live in Beijing"]
    ranked = _ranked(texts, topics=[1, 1, 1], at=[10, 900, 10], facts=[False, True, True])
    order = newer_first(ranked, _space(), "where do I live?")
    assert order.index(1) < order.index(2) < order.index(0)


@settings(max_examples=40)
@given(st.integers(0, 25), st.integers(0, 10**6), st.sampled_from(["where do I live?", "tell me something"]))
def test_turns_among_themselves_keep_their_order(count: int, seed: int, query: str) -> None:
    random = np.random.default_rng(seed)
    ranked = _ranked(
        [str(random.choice(["I live in Beijing", "I moved to Shanghai", "I like tea"])) for _ in range(count)],
        topics=random.integers(3, size=count).tolist(),
        at=random.integers(2_000, size=count).tolist(),
        owners=random.integers(2, size=count).tolist(),
        facts=(random.random(count) < 0.5).tolist(),
    )
    order = newer_first(ranked, _space(), query)
    turns = [place for place in order if not ranked.facts[place]]
    assert turns == sorted(turns)


def test_a_fact_is_shown_rather_than_a_newer_turn_of_the_same_words() -> None:
    ranked = _ranked(["I like tea"] * 3, topics=[1, 1, 1], at=[30, 10, 20], facts=[False, True, False])
    assert once(ranked).tolist() == [False, True, False]
