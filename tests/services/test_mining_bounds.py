"""What of a turn is kept, how many are looked through together, and when."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.mining import (
    MAX_BATCH_CHARS,
    MAX_TEXT_CHARS,
    batch_size,
    candidate_id,
    is_due,
    kept_reply,
    kept_text,
)
from ltm.domain.secrets import secret_in
from tests.doubles import START
from tests.services.memories import HERE, THERE

_LENGTHS = st.lists(st.integers(0, 6_000), max_size=40)
_ODD = st.text(alphabet=st.sampled_from("ab 汉\n\x00\u0301<>/\ud800") | st.characters(), max_size=300)


@given(chars=_LENGTHS, most=st.integers(1, 50))
def test_a_batch_is_as_large_as_it_may_be_and_never_empty(chars: list[int], most: int) -> None:
    size = batch_size(chars, most=most)
    assert size <= min(most, len(chars))
    assert size or not chars
    assert size <= 1 or sum(chars[:size]) <= MAX_BATCH_CHARS
    assert size in (len(chars), most) or sum(chars[: size + 1]) > MAX_BATCH_CHARS


@given(chars=_LENGTHS.filter(bool), most=st.integers(1, 50))
def test_batch_after_batch_covers_everything_once(chars: list[int], most: int) -> None:
    left, taken = chars, list[int]()
    while left:
        size = batch_size(left, most=most)
        taken, left = [*taken, *left[:size]], left[size:]
    assert taken == chars


@given(text=_ODD)
def test_what_is_kept_is_kept_as_it_is_the_second_time(text: str) -> None:
    kept = kept_text(text)
    assert kept_text(kept) == kept
    assert kept.encode().decode() == kept
    assert len(kept) <= MAX_TEXT_CHARS
    assert secret_in(kept) is None


@given(before=st.text(max_size=30), inside=st.text(max_size=30), name=st.sampled_from(["", "-contents", "-x"]))
def test_nothing_of_our_own_blocks_is_kept(before: str, inside: str, name: str) -> None:
    block = f"<long-term-memory{name}>{inside}quagmire</long-term-memory{name}>"
    for text in (before + block, block + before, block + block, block.partition("</")[0]):
        assert "quagmire" not in kept_text(text)
        assert "quagmire" not in kept_reply(text)
    assert kept_text(f"hello {block} there") == "hello   there"


@given(count=st.integers(0, 9), every=st.integers(1, 9), silent_s=st.integers(0, 1_000), idle_s=st.integers(1, 1_000))
def test_it_is_due_by_number_or_by_silence(count: int, every: int, silent_s: int, idle_s: int) -> None:
    now = START + timedelta(seconds=silent_s)
    due = is_due(count, START, now, every=every, idle=timedelta(seconds=idle_s))
    assert due is (count >= every or (count > 0 and silent_s >= idle_s))


def test_ids_follow_from_where_it_was_said() -> None:
    ids = [candidate_id(scope, entry, n) for scope in (HERE, THERE) for entry in ("1", "2", "1 1") for n in range(3)]
    assert len(set(ids)) == len(ids)
    assert ids[0] == candidate_id(HERE, "1", 0)
