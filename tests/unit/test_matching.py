"""BM25 over postings, and how much of a question a memory covers, against the long way."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.postings import Postings
from ltm.domain.lexical import K1, B, idf
from ltm.domain.matching import Words, matched

WORDS = st.sampled_from("abcdef")
DOCUMENTS = st.lists(st.lists(WORDS, max_size=8), min_size=1, max_size=12)
QUESTIONS = st.dictionaries(st.sampled_from("abcdefxyz"), st.sampled_from([1.0, 0.4, 0.1]), max_size=5)


def words_of(documents: list[list[str]], alive: list[bool], question: dict[str, float]) -> Words:
    postings = Postings()
    for row, document in enumerate(documents):
        postings.append(row, document)
    return matched(postings.find, postings.lengths.astype(np.float32), np.asarray(alive), question)


@given(DOCUMENTS, st.data(), QUESTIONS)
def test_scores_and_shares_are_those_worked_out_one_by_one(
    documents: list[list[str]], data: st.DataObject, question: dict[str, float]
) -> None:
    alive = data.draw(st.lists(st.booleans(), min_size=len(documents), max_size=len(documents)))
    words = words_of(documents, alive, question)
    living = [document for document, lives in zip(documents, alive, strict=True) if lives]
    mean = sum(map(len, living)) / len(living) if living and any(living) else 1.0
    rarity = {
        term: share * idf(sum(term in document for document in living), len(living))
        for term, share in question.items()
        if living
    }
    shares = words.covered(np.arange(len(documents), dtype=np.int32))
    for row, document in enumerate(documents):
        counts = Counter(document)
        expected = covered = 0.0
        for term, weight in rarity.items():
            if alive[row] and counts[term]:
                expected += weight * counts[term] / (counts[term] + K1 * (1 - B + B * len(document) / mean))
                covered += weight
        assert np.isclose(words.scores[row], expected, atol=1e-4)
        assert np.isclose(shares[row], covered / (sum(rarity.values()) or 1.0), atol=1e-4)


def test_a_word_nobody_has_is_part_of_the_question() -> None:
    words = words_of([["a"], ["b"]], [True, True], {"a": 1.0, "unheard": 1.0})
    share = words.covered(np.asarray([0, 1], dtype=np.int32))
    assert 0 < share[0] < 0.5
    assert share[1] == 0
