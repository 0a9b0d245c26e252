from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.embedder_batches import batches

TEXTS = st.lists(st.text(max_size=12), max_size=30)


@given(TEXTS, st.integers(1, 8), st.integers(1, 20))
def test_nothing_is_lost_or_reordered_and_no_batch_is_empty(texts: list[str], count: int, characters: int) -> None:
    cut = list(batches(texts, most_texts=count, most_characters=characters))
    assert [text for batch in cut for text in batch] == texts
    assert all(cut)


@given(TEXTS, st.integers(1, 8), st.integers(1, 20))
def test_both_bounds_hold_but_for_one_long_text_alone(texts: list[str], count: int, characters: int) -> None:
    for batch in batches(texts, most_texts=count, most_characters=characters):
        assert len(batch) <= count
        assert len(batch) == 1 or sum(map(len, batch)) <= characters


@given(TEXTS, st.integers(1, 8), st.integers(1, 20))
def test_a_batch_ends_only_where_the_next_text_does_not_fit(texts: list[str], count: int, characters: int) -> None:
    cut = list(batches(texts, most_texts=count, most_characters=characters))
    for batch, following in pairwise(cut):
        assert len(batch) == count or sum(map(len, batch)) + len(following[0]) > characters
