"""The inverted index against plain dictionaries."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.adapters.postings import MAX_FREQUENCY, MAX_LENGTH, Postings

Documents = list[list[str]]

WORDS = st.text("abc", max_size=2)
DOCUMENTS = st.lists(st.lists(WORDS, max_size=12), max_size=12)


def found(postings: Postings, term: str) -> dict[int, float]:
    rows, frequencies = postings.find(term)
    assert [rows.dtype.name, frequencies.dtype.name] == ["int32", "float32"]
    assert np.all(np.diff(rows) > 0), "rows ascend, each once"
    return dict(zip(rows.tolist(), frequencies.tolist(), strict=True))


def expected(documents: Documents, term: str) -> dict[int, float]:
    return {row: min(terms.count(term), MAX_FREQUENCY) for row, terms in enumerate(documents) if term in terms}


def assert_same(postings: Postings, documents: Documents) -> None:
    model: dict[str, dict[int, float]] = {}
    for row, terms in enumerate(documents):
        for term, frequency in Counter(terms).items():
            model.setdefault(term, {})[row] = min(frequency, MAX_FREQUENCY)
    assert {term: found(postings, term) for term in model} == model
    assert postings.lengths.tolist() == [min(len(terms), MAX_LENGTH) for terms in documents]
    assert found(postings, "never seen") == {}


def appended(documents: Sequence[Sequence[str]]) -> Postings:
    postings = Postings()
    for row, terms in enumerate(documents):
        postings.append(row, terms)
    return postings


def written(count: int, seed: int = 0) -> Documents:
    """Return documents of 40 distinct terms, some in nearly all, some in few, one in no other."""
    random = Random(seed)
    documents = []
    for row in range(count):
        # As Heaps' law has it for speech: a vocabulary that grows with the square root of the text.
        chosen = {f"t{int(20 * random.paretovariate(0.6)) % 20_000}" for _ in range(80)}
        documents.append([*sorted(chosen)[:39], f"id{row}"])
    return documents


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), DOCUMENTS), max_size=4))
def test_any_order_of_appending_and_extending(writes: list[tuple[bool, Documents]]) -> None:
    postings, documents = Postings(), list[list[str]]()
    for is_bulk, batch in writes:
        if is_bulk:
            postings.extend(len(documents), batch)
        else:
            for row, terms in zip(count(len(documents)), batch, strict=False):
                postings.append(row, terms)
        documents += batch
    assert_same(postings, documents)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 800), st.integers(0, 200), st.integers(0, 800))
def test_through_many_merges(seed: int, before: int, bulk: int, after: int) -> None:
    """Enough terms for segments to be merged while rows come, a merge left unfinished at any point."""
    documents = written(before + bulk + after, seed)
    postings = appended(documents[:before])
    postings.extend(before, iter(documents[before : before + bulk]))
    for row in range(before + bulk, len(documents)):
        postings.append(row, documents[row])
    assert_same(postings, documents)


def test_every_moment_of_a_merge() -> None:
    documents = written(300)
    postings = Postings()
    for row, terms in enumerate(documents):
        postings.append(row, terms)
        for term in ("t20", "t23", "id0", f"id{row}", terms[row % 40]):
            assert found(postings, term) == expected(documents[: row + 1], term)


@pytest.mark.parametrize("is_bulk", [False, True])
def test_counts_stop_at_what_their_types_hold(is_bulk: bool) -> None:
    documents = [["a"] * 255, ["a"] * 256, ["b"] * 70_000, [], ["a"] * 65_535]
    postings = Postings() if is_bulk else appended(documents)
    if is_bulk:
        postings.extend(0, documents)
    assert found(postings, "a") == {0: 255, 1: 255, 4: 255}
    assert postings.lengths.tolist() == [255, 256, 65_535, 0, 65_535]


def test_a_document_of_more_terms_than_the_tail_takes() -> None:
    long = [f"w{number}" for number in range(10_000)]
    documents = [["a", "w7"], long, ["a", "w7"], long]
    assert_same(appended(documents), documents)


def test_documents_without_terms() -> None:
    postings = appended([[]] * 100)
    postings.extend(100, [[]] * 100)
    postings.extend(200, [])
    assert postings.lengths.tolist() == [0] * 200
    assert found(postings, "a") == {}


@pytest.mark.parametrize("row", [-1, 0, 1, 3])
def test_only_the_next_row_is_taken(row: int) -> None:
    postings = appended([["a"], ["b"]])
    with pytest.raises(ValueError, match="2 is the next"):
        postings.append(row, ["c"])
    with pytest.raises(ValueError, match="2 is the next"):
        postings.extend(row, [["c"]])
    assert_same(postings, [["a"], ["b"]])


def test_what_was_found_can_be_written_to_without_harm() -> None:
    postings = Postings()
    postings.extend(0, [["a"]] * 3)
    rows, frequencies = postings.find("a")
    rows += 1
    frequencies += 1
    assert found(postings, "a") == {0: 1, 1: 1, 2: 1}


def test_bytes_of_a_document() -> None:
    """A document of 40 distinct terms takes at most 350 bytes in a large scope and 600 in a small one."""
    documents = written(4_000)
    assert {len(set(terms)) for terms in documents} == {40}
    assert appended(documents).nbytes / 4_000 <= 350
    assert appended(documents[:100]).nbytes / 100 <= 600


def test_segments_stay_few() -> None:
    """Bytes and the time of a search grow with the segments: as the logarithm of the terms."""
    postings = appended(written(4_000))
    sizes = [len(segment) for segment in postings._segments]
    assert sum(sizes) > 150_000
    assert len(sizes) <= 8
