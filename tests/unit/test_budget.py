"""Whole memories within a number of tokens, in both languages."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.budget import LINE_TOKENS, tokens, within
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.recall import Hit


def hit(content: str) -> Hit:
    return Hit(episode=Episode(id=EpisodeId("e"), content=content, at=datetime(2025, 1, 1, tzinfo=UTC)), terms={})


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("tea", 1),
        ("I like tea", 3),
        ("internationalisation", 5),
        ("我喜欢喝茶", 5),
        ("我喜欢喝tea。", 6),
        ("KX-71!", 4),
        ("😀😀", 2),
        ("  \n ", 0),
    ],
)
def test_estimates_of_both_languages(text: str, count: int) -> None:
    assert tokens(text) == count


@given(st.text(max_size=200), st.text(max_size=200))
def test_more_text_is_never_fewer_tokens_and_two_texts_are_about_their_sum(one: str, other: str) -> None:
    assert tokens(f"{one} {other}") == tokens(one) + tokens(other)
    assert 0 <= tokens(one) <= len(one)


@given(st.lists(st.text(max_size=400), max_size=8), st.integers(0, 700))
def test_what_is_kept_is_whole_in_order_and_within_the_budget(contents: list[str], budget: int) -> None:
    found = [hit(content) for content in contents]
    kept = within(found, budget)
    assert sum(LINE_TOKENS + tokens(one.episode.content) for one in kept) <= budget
    remaining = iter(found)
    assert all(any(one is other for other in remaining) for one in kept)
    for left_out in found:
        if not any(left_out is one for one in kept):
            assert (
                LINE_TOKENS
                + tokens(left_out.episode.content)
                + sum(LINE_TOKENS + tokens(one.episode.content) for one in kept)
                > budget
            )


def test_one_that_does_not_fit_makes_room_for_a_shorter_one() -> None:
    long, short = hit("tea " * 500), hit("tea")
    assert within([long, short], 100) == [short]
