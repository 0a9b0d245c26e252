"""The text every backend keeps byte for byte."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain import policy
from ltm.domain.policy import storable

ANY = st.text(alphabet=st.characters(), max_size=60)  # lone surrogates and controls included


@given(ANY)
def test_storable_text_can_be_stored_and_is_storable(text: str) -> None:
    kept = storable(text)
    kept.encode("utf-8")
    assert not [char for char in kept if unicodedata.category(char) == "Cc" and char not in "\n\t"]
    assert unicodedata.is_normalized("NFC", kept)
    assert kept == kept.strip()
    assert storable(kept) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  likes tea \n", "likes tea"),
        ("one\ntwo\tthree", "one\ntwo\tthree"),
        ("one\r\ntwo", "one\ntwo"),
        ("a\x00b\x1b[31m", "ab[31m"),
        ("\ud83d hi", "? hi"),
        ("cafe\u0301", "caf\u00e9"),
        ("你好 👩\u200d💻", "你好 👩\u200d💻"),
    ],
)
def test_storable(text: str, kept: str) -> None:
    assert storable(text) == kept


@given(st.text(max_size=3 * policy.MAX_QUERY_CHARS))
def test_what_is_searched_with_is_bounded_and_keeps_both_ends(text: str) -> None:
    searched = policy.searchable(text)
    assert len(searched) <= policy.MAX_QUERY_CHARS
    assert searched[:500] == text[:500]
    assert searched[-500:] == text[-500:]


def test_the_ends_of_a_very_long_message_are_searched_with() -> None:
    searched = policy.searchable("begin " + "x" * 10_000 + " end")
    assert searched.startswith("begin ")
    assert searched.endswith(" end")
    assert len(searched) == policy.MAX_QUERY_CHARS
