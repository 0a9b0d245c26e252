"""Check digits: each number has exactly one, and no slip of one digit goes unnoticed."""

import string
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.checksums import is_card_number, is_identity_card_number, passes_luhn

DIGITS = st.text(string.digits, min_size=1, max_size=30)
CHECKS = string.digits + "X"
BIRTHS = st.dates(date(1900, 1, 1), date(2030, 12, 31)).map(lambda day: f"{day:%Y%m%d}")
REGIONS = st.sampled_from(("110105", "310115", "440305", "659004", "830000"))
SEQUENCES = st.text(string.digits, min_size=3, max_size=3)


def with_check(body: str) -> str:
    return next(body + check for check in string.digits if passes_luhn(body + check))


@given(DIGITS)
def test_one_last_digit_of_ten_passes(body: str) -> None:
    assert [passes_luhn(body + check) for check in string.digits].count(True) == 1


@given(DIGITS, st.data())
def test_no_other_digit_in_one_place_passes(body: str, data: st.DataObject) -> None:
    number = with_check(body)
    at = data.draw(st.integers(0, len(number) - 1))
    other = data.draw(st.sampled_from([digit for digit in string.digits if digit != number[at]]))
    assert not passes_luhn(number[:at] + other + number[at + 1 :])


def test_nothing_has_no_check_digit() -> None:
    assert not passes_luhn("")


@pytest.mark.parametrize(
    ("first", "length"),
    [("4", 16), ("55", 16), ("2720", 16), ("37", 15), ("62", 16), ("62", 19), ("9559", 19), ("6011", 16), ("3589", 16)],
)
@given(data=st.data())
def test_an_issuer_s_number_with_its_check_digit_is_a_card_s(first: str, length: int, data: st.DataObject) -> None:
    rest = length - 1 - len(first)
    number = with_check(first + data.draw(st.text(string.digits, min_size=rest, max_size=rest)))
    assert is_card_number(number)
    assert not is_card_number(number[:-1] + str((int(number[-1]) + 1) % 10))
    assert not is_card_number(with_check(number[:12])), "no issuer's length"


@pytest.mark.parametrize("first", ["0", "1", "20", "7", "8", "99"])
@given(data=st.data())
def test_other_first_digits_are_no_issuer_s(first: str, data: st.DataObject) -> None:
    body = first + data.draw(st.text(string.digits, min_size=11, max_size=16))
    assert not is_card_number(with_check(body))


@pytest.mark.parametrize("number", ["4242424242424242", "5555555555554444", "378282246310005", "6011111111111117"])
def test_published_test_numbers_are_cards(number: str) -> None:
    assert is_card_number(number)


@pytest.mark.parametrize("number", ["11010519491231002X", "11010519491231002x", "440524188001010014"])
def test_published_examples_are_identity_cards(number: str) -> None:
    assert is_identity_card_number(number)


@given(REGIONS, BIRTHS, SEQUENCES)
def test_one_check_character_of_eleven_fits(region: str, born: str, sequence: str) -> None:
    body = region + born + sequence
    assert [is_identity_card_number(body + check) for check in CHECKS].count(True) == 1


@pytest.mark.parametrize("born", ["19900230", "19901301", "19900100", "18791231", "21000101", "00000000"])
@given(region=REGIONS, sequence=SEQUENCES)
def test_no_check_character_mends_a_day_that_was_not(born: str, region: str, sequence: str) -> None:
    assert not any(is_identity_card_number(region + born + sequence + check) for check in CHECKS)


@pytest.mark.parametrize("region", ["000000", "160000", "999999"])
@given(born=BIRTHS, sequence=SEQUENCES)
def test_no_check_character_mends_a_region_that_is_not(region: str, born: str, sequence: str) -> None:
    assert not any(is_identity_card_number(region + born + sequence + check) for check in CHECKS)


@pytest.mark.parametrize("text", ["", "X", "1101051949123100", "11010519491231002XX", "१" * 18, "²" * 18, "a" * 18])
def test_other_texts_are_no_identity_cards(text: str) -> None:
    assert not is_identity_card_number(text)
