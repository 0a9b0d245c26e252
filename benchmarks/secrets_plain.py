"""Texts that look as if they held a secret and hold none, per family, from a seeded random source."""

import base64
import string
from collections.abc import Callable, Mapping, Sequence
from random import Random

from benchmarks import secrets_plain_texts as texts

_HEX = "0123456789abcdef"


def _digits(random: Random, length: int) -> str:
    return str(random.randrange(1, 10)) + "".join(random.choices(string.digits, k=length - 1))


def _hex(random: Random, length: int) -> str:
    return "".join(random.choices(_HEX, k=length))


def _in(sentences: Sequence[str], make: Callable[[Random], str]) -> Callable[[Random], str]:
    return lambda random: random.choice(sentences).format(v=make(random))


def _of(sentences: Sequence[str]) -> Callable[[Random], str]:
    return lambda random: random.choice(sentences)


def _checksum(random: Random) -> str:
    length, name = random.choice(((64, "sha256:"), (32, "md5 "), (64, ""), (128, "sha512 "), (40, "sha1=")))
    return name + _hex(random, length)


def _uuid(random: Random) -> str:
    return "-".join(_hex(random, length) for length in (8, 4, 4, 4, 12))


def _order(random: Random) -> str:
    length = random.choice((10, 12, 16, 17, 18, 19))
    dated = f"{random.randrange(2019, 2027)}{random.randrange(1, 13):02}{random.randrange(1, 29):02}"
    return random.choice(
        (_digits(random, length), dated + _digits(random, 10), f"{_digits(random, 3)}-{_digits(random, 7)}")
    )


def _phone(random: Random) -> str:
    mobile = f"1{random.choice('3578')}{_digits(random, 9)}"
    foreign = f"+{random.choice((1, 44, 49, 86))} {_digits(random, 3)} {_digits(random, 3)} {_digits(random, 4)}"
    spaced = f"{mobile[:3]} {mobile[3:7]} {mobile[7:]}"
    return random.choice((mobile, spaced, f"+86{mobile}", foreign, f"0{_digits(random, 2)}-{_digits(random, 8)}"))


def _date(random: Random) -> str:
    year, month, day = random.randrange(1960, 2030), random.randrange(1, 13), random.randrange(1, 29)
    clock = f"{random.randrange(24):02}:{random.randrange(60):02}"
    return random.choice(
        (
            *(f"{year}-{month:02}-{day:02}", f"{day}.{month}.{year} {clock}", f"{year}年{month}月{day}日", clock),
            *(
                f"{year}{month:02}{day:02}",
                f"{year}-{month:02}-{day:02}T{clock}:00Z",
                f"{random.randrange(10**9, 2 * 10**9)}",
            ),
            f"{random.randrange(10**12, 2 * 10**12)}",
        )
    )


def _price(random: Random) -> str:
    amount = random.randrange(1, 10**6)
    return random.choice((f"{amount / 100:.2f} €", f"${amount:,}", f"¥{amount}", f"{amount}元", f"{amount // 100} kr"))


def _image(random: Random) -> str:
    head = random.choice((b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\xff\xd8\xff\xe0\0\x10JFIF", b"GIF89a"))
    encoded = base64.b64encode(head + random.randbytes(random.randrange(60, 900))).decode()
    return random.choice(("data:image/png;base64,", "", "base64: ")) + encoded


def _version(random: Random) -> str:
    parts = [str(random.randrange(30)) for _ in range(random.choice((2, 3, 3, 4)))]
    suffix = random.choice(("", "", "-rc.1", "+build.5114", "-beta", f"+{_hex(random, 7)}", ".dev0"))
    return f"{random.choice(('', 'v'))}{'.'.join(parts)}{suffix}"


def _isbn(random: Random) -> str:
    group, publisher, title = _digits(random, 1), _digits(random, 4), _digits(random, 4)
    grouped = f"{random.choice((978, 979))}-{group}-{publisher}-{title}-{random.randrange(10)}"
    return random.choice(
        (grouped, grouped.replace("-", ""), f"{group}-{publisher}-{title}-{random.choice('0123456789X')}")
    )


def _tracking(random: Random) -> str:
    upper = "".join(random.choices(string.ascii_uppercase + string.digits, k=8))
    carriers = ("SF", "YT", "JD", "ZTO", "78", "RR", "LX")
    return random.choice(
        (
            *(f"{random.choice(carriers)}{_digits(random, 13)}", f"1Z{upper}{_digits(random, 8)}", _digits(random, 12)),
            *(f"RB{_digits(random, 9)}CN", _digits(random, 20), f"JJD{_digits(random, 18)}"),
        )
    )


FAMILIES: Mapping[str, Callable[[Random], str]] = {
    "git hash": _in(texts.COMMITS, lambda random: _hex(random, random.choice((7, 8, 12, 40)))),
    "checksum": _in(texts.CHECKSUMS, _checksum),
    "UUID": _in(texts.UUIDS, _uuid),
    "order number": _in(texts.ORDERS, _order),
    "phone number": _in(texts.PHONES, _phone),
    "date or time stamp": _in(texts.DATES, _date),
    "price or amount": _in(texts.PRICES, _price),
    "prose about secrets, English": _of(texts.PROSE_ENGLISH),
    "prose about secrets, Chinese": _of(texts.PROSE_CHINESE),
    "placeholder": _in(texts.ASSIGNED, lambda random: random.choice(texts.PLACEHOLDERS)),
    "code that handles secrets": _of(texts.CODE),
    "image in base64": _in(texts.IMAGES, _image),
    "address without credentials": _of(texts.ADDRESSES),
    "version": _in(texts.VERSIONS, _version),
    "ISBN": _in(texts.ISBNS, _isbn),
    "tracking number": _in(texts.PARCELS, _tracking),
    "student or staff number": _in(texts.STUDENTS, lambda random: f"20{_digits(random, random.choice((6, 8, 10)))}"),
    "QQ or account number": _in(texts.ACCOUNTS, lambda random: _digits(random, random.choice((5, 8, 9, 10, 11)))),
    "small talk and facts": _of(texts.TALK),
}
