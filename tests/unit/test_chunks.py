"""Long text in parts: nothing is lost, no part is too long, and parts end where sentences do."""

import re
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.budget import tokens
from ltm.domain.chunks import chunks

SENTENCES: Final = (
    "Maya's tomatoes failed again this year. ",
    "The bus leaves at 7.45, twice a day! ",
    "“Really?” she asked. ",
    "她住在杭州，在一家书店上班。",
    "那只猫叫豆豆；它不吃鱼！",
    "再见……",
    "See https://example.org/a?b=c for more.\n",
    "no full stop here and on it goes ",
    "supercalifragilisticexpialidocious" * 5,
    "\n\n",
)
TEXTS = st.lists(st.sampled_from(SENTENCES), max_size=60).map("".join) | st.text(max_size=300)
SIZES = st.integers(2, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size // 2)))


def _covered(text: str, parts: list[str]) -> int:
    """Return how far the parts reach, laid down in order, each as late in the text as leaves no letter out."""
    covered = 0
    for part in parts:
        blank = len(text[covered:]) - len(text[covered:].lstrip())
        start = text.rfind(part, 0, covered + blank + len(part))
        assert start >= 0, "a part is no piece of the text, or one before it is missing"
        covered = max(covered, start + len(part))
    return covered


@given(TEXTS, SIZES)
def test_nothing_is_lost_and_no_part_is_too_long(text: str, sizes: tuple[int, int]) -> None:
    limit, overlap = sizes
    parts = chunks(text, limit, overlap)
    assert _covered(text.strip(), parts) == len(text.strip())
    assert all(part.strip() == part and 0 < tokens(part) <= limit for part in parts)
    assert all(len(part) <= 8 * limit for part in parts)


@given(TEXTS)
def test_what_is_short_enough_stays_whole(text: str) -> None:
    whole = [text.strip()] if text.strip() else []
    assert chunks(text, 100 + len(text)) == whole


@pytest.mark.parametrize("sentence", ["I walked the dog on day {} of May. ", "五月{}日我带狗去散步了。"])
def test_parts_are_made_of_whole_sentences_and_overlap_by_some(sentence: str) -> None:
    text = "".join(sentence.format(number) for number in range(100, 300)).strip()
    parts = chunks(text)
    assert len(parts) > 3
    for part in parts:
        assert re.fullmatch(f"({re.escape(sentence.strip()).replace(re.escape('{}'), '[0-9]+')} ?)+", part)
        assert tokens(part) > 350 or part is parts[-1]
    for one, other in pairwise(parts):
        shared = next(part for n in range(len(one)) if other.startswith(part := one[n:]))
        assert 40 <= tokens(shared) <= 80


def test_a_long_sentence_is_cut_between_its_clauses_and_words() -> None:
    clauses = chunks("and then we saw a fox, " * 40, 30, 5)
    assert all(part.endswith("fox,") for part in clauses)
    words = chunks("lorem " * 200, 30, 5)
    assert all(set(part.split()) == {"lorem"} for part in words)


def test_text_without_any_boundary_is_cut_all_the_same() -> None:
    text = "字" * 1_000
    parts = chunks(text)
    assert [len(part) for part in parts] == [400, 400, 360]


@pytest.mark.parametrize(("limit", "overlap"), [(10, 10), (10, -1), (0, 0)])
def test_an_overlap_that_leaves_no_room_is_refused(limit: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="shorter"):
        chunks("a b c", limit, overlap)
