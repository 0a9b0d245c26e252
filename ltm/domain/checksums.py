"""Numbers that carry a check digit: bank cards and Chinese resident identity cards."""

from datetime import date

_CARD_ISSUERS: tuple[tuple[int, int, frozenset[int]], ...] = (
    # First digits from, to (as many digits each), lengths; ISO/IEC 7812 ranges as the card networks publish them.
    (4, 4, frozenset({16})),  # Visa; its 13 and 19 digits are left out: many shops' order numbers have them
    (51, 55, frozenset({16})),  # Mastercard
    (2221, 2720, frozenset({16})),
    (34, 34, frozenset({15})),  # American Express
    (37, 37, frozenset({15})),
    (62, 62, frozenset({16, 17, 18, 19})),  # UnionPay
    (9558, 9559, frozenset({19})),  # debit cards of two Chinese banks, older than UnionPay's range
    (6011, 6011, frozenset({16, 19})),  # Discover
    (644, 659, frozenset({16, 19})),
    (3528, 3589, frozenset({16})),  # JCB
    (36, 36, frozenset({14})),  # Diners Club
    (38, 39, frozenset({14})),
    (300, 305, frozenset({14})),
    (2200, 2204, frozenset({16})),  # Mir
)
_ID_LENGTH = 18
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_CHECKS = "10X98765432"
# First two digits of GB/T 2260: provinces, regions, Taiwan, Hong Kong and Macao.
_ID_REGIONS = frozenset(
    {*range(11, 16), *range(21, 24), *range(31, 38), *range(41, 47), *range(50, 55), *range(61, 66), 71, 81, 82, 83}
)
_OLDEST_BIRTH = 1880
"""The earliest year of birth on a card of the second generation; nobody older ever held one."""

_LATEST_BIRTH = 2099


def passes_luhn(digits: str) -> bool:
    """True if the last of these ASCII digits is the check digit of those before it (ISO/IEC 7812-1, annex B)."""
    doubled = [int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(digits))]
    return bool(digits) and sum(value // 10 + value % 10 for value in doubled) % 10 == 0


def is_card_number(digits: str) -> bool:
    """True if these ASCII digits, without separators, are a bank card's number: issuer, length and check digit."""
    issued = any(
        len(digits) in lengths and first <= int(digits[: len(str(first))]) <= last
        for first, last, lengths in _CARD_ISSUERS
    )
    return issued and passes_luhn(digits)


def is_identity_card_number(text: str) -> bool:
    """True for 17 ASCII digits and a digit or X that are a Chinese resident's identity number (GB 11643-1999).

    The region is one that exists, the eight digits behind it are a day between 1880 and 2099, and the last character
    is the check character (ISO 7064, MOD 11-2).
    """
    if len(text) != _ID_LENGTH or not (text[:-1].isascii() and text[:-1].isdecimal()):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(text[:-1], _ID_WEIGHTS, strict=True))
    return int(text[:2]) in _ID_REGIONS and _is_birth(text[6:14]) and text[-1].upper() == _ID_CHECKS[total % 11]


def _is_birth(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return _OLDEST_BIRTH <= born.year <= _LATEST_BIRTH
