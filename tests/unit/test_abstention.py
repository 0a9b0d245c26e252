"""The decision whether any memory fits a message."""

import json
from pathlib import Path

import numpy as np
import pytest

from ltm.domain.abstention import (
    FIT_LOG_ODDS,
    IMPERSONAL,
    PERSONAL,
    SENTENCES,
    TAIL_LOG_ODDS,
    Cohort,
    Signals,
    fits,
    is_about_people,
    log_odds,
    signals,
)
from ltm.domain.columns import Floats


def _vectors(count: int, *, seed: int, dimension: int = 32) -> Floats:
    return np.random.default_rng(seed).normal(size=(count, dimension)).astype(np.float32)


def _cohort(seed: int = 1) -> Cohort:
    return Cohort.of(_vectors(len(SENTENCES), seed=seed))


def _found(nearness: list[float], *, intent: float = 0.0, covered: float = 0.0, about_people: bool = True) -> Signals:
    return Signals(
        nearness=np.array(nearness, dtype=np.float32),
        intent=intent,
        covered=np.full(len(nearness), covered, dtype=np.float32),
        about_people=about_people,
    )


def test_the_cohort_speaks_both_languages_and_repeats_nothing() -> None:
    assert len(set(SENTENCES)) == len(SENTENCES)
    for kind in (IMPERSONAL, PERSONAL):
        chinese = [text for text in kind if any("\u4e00" <= char <= "\u9fff" for char in text)]
        assert len(chinese) * 2 == len(kind)


def test_the_cohort_shares_no_message_with_the_set_that_measures_it() -> None:
    path = Path(__file__).parents[2] / "benchmarks" / "data" / "off-topic.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    assert not {query["text"] for case in cases for query in case["queries"]} & set(SENTENCES)


def test_a_cohort_needs_one_vector_per_sentence() -> None:
    with pytest.raises(ValueError, match="sentences"):
        Cohort.of(_vectors(3, seed=1))


def test_the_length_of_the_cohort_vectors_does_not_count() -> None:
    vectors = _vectors(len(SENTENCES), seed=2)
    one, other = Cohort.of(vectors), Cohort.of(vectors * 7)
    assert one.spread == pytest.approx(other.spread)
    assert np.allclose(one.impersonal, other.impersonal, atol=1e-6)


def test_an_embedder_that_sees_no_difference_divides_by_nothing() -> None:
    cohort = Cohort.of(np.ones((len(SENTENCES), 4), dtype=np.float32))
    query = np.full(4, 0.5, dtype=np.float32)
    found = signals(
        message=query,
        query=query,
        cohort=cohort,
        cosines=np.ones(2, np.float32),
        covered=np.zeros(2, np.float32),
        about_people=False,
    )
    assert np.isfinite(log_odds(found)).all()
    assert not fits(found).any()


def test_signals_do_not_depend_on_how_wide_an_embedder_spreads_its_cosines() -> None:
    # A common direction added to every vector raises and narrows all cosines, as e5 does.
    rng = np.random.default_rng(3)
    plain = rng.normal(size=(len(SENTENCES) + 9, 48))
    plain /= np.linalg.norm(plain, axis=1, keepdims=True)
    crowded = np.hstack([plain, np.full((len(plain), 1), 2.0)])
    crowded /= np.linalg.norm(crowded, axis=1, keepdims=True)

    def odds(vectors: Floats) -> Floats:
        query, memories = vectors[-1], vectors[len(SENTENCES) : -1]
        cohort = Cohort.of(vectors[: len(SENTENCES)])
        covered = np.zeros(len(memories), dtype=np.float32)
        return log_odds(
            signals(
                message=query, query=query, cohort=cohort, cosines=memories @ query, covered=covered, about_people=False
            )
        )

    assert odds(plain.astype(np.float32)) == pytest.approx(odds(crowded.astype(np.float32)), abs=0.01)


def test_every_signal_speaks_for_the_memory() -> None:
    plain = float(log_odds(_found([0.0], about_people=False))[0])
    for more in (
        _found([1.0], about_people=False),
        _found([0.0], intent=1.0, about_people=False),
        _found([0.0], covered=1.0, about_people=False),
        _found([0.0]),
    ):
        assert log_odds(more)[0] > plain


def test_nothing_is_shown_where_not_even_the_best_fits() -> None:
    found = _found([-9.0, -8.0, -12.0])
    assert log_odds(found).max() < FIT_LOG_ODDS
    assert not fits(found).any()
    assert fits(_found([])).shape == (0,)


def test_what_is_shown_fits_and_is_not_far_behind_the_best() -> None:
    rng = np.random.default_rng(4)
    shown = silent = 0
    for _ in range(200):
        found = _found(list(rng.normal(-6, 2, size=8)), intent=float(rng.normal()))
        odds, mask = log_odds(found), fits(found)
        if odds.max() >= FIT_LOG_ODDS:
            shown += 1
            assert mask[int(odds.argmax())]
            assert odds[mask].min() >= max(FIT_LOG_ODDS, odds.max() - TAIL_LOG_ODDS)
            assert not (odds[~mask] >= max(FIT_LOG_ODDS, odds.max() - TAIL_LOG_ODDS)).any()
        else:
            silent += 1
            assert not mask.any()
    assert shown > 20
    assert silent > 20


def test_a_message_like_the_personal_sentences_is_nearer_to_memories_than_one_like_the_others() -> None:
    cohort = _cohort()
    none = np.zeros(1, dtype=np.float32)

    def intent(query: Floats) -> float:
        return signals(message=query, query=query, cohort=cohort, cosines=none, covered=none, about_people=False).intent

    assert intent(cohort.personal[0]) > 0 > intent(cohort.impersonal[0])


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?", "what's my locker number", "What should I cook for Anna?", "did ANNA call?",
        "Is this fine for me?", "我住在哪里？", "给小林寄什么礼物好？", "我们什么时候开会？",
        "¿Dónde vive su hermana?", "私の電話番号は何ですか", "Wie heißt der Hund?",
    ],
)  # fmt: skip
def test_messages_about_people(text: str) -> None:
    assert is_about_people(text, ["Anna", "小林", ""])


@pytest.mark.parametrize(
    "text",
    [
        "What is the capital of Germany?", "Tell me a joke", "How do I boil rice?", "Write us a poem", "hi there",
        "Annals of history, what are they?", "帮我写一首诗", "给我讲个笑话", "法国的首都是哪里？", "",
    ],
)  # fmt: skip
def test_messages_about_nobody(text: str) -> None:
    assert not is_about_people(text, ["Anna", "小林", ""])
