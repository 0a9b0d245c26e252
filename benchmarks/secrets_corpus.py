"""A seeded corpus: texts with a secret, per kind, and texts that only look as if they held one, per family."""

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from benchmarks import secrets_sentences as said
from benchmarks import secrets_values as values
from benchmarks.secrets_plain import FAMILIES

PER_KIND = 110
_ZERO_WIDTH = ("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad")
_SENTENCES: Mapping[str, tuple[values.Maker, Sequence[str]]] = {
    **{kind: (make, said.TOKEN_SENTENCES) for kind, make in values.TOKENS.items()},
    **{kind: (make, said.WHOLE_SENTENCES) for kind, make in values.WHOLE.items()},
    "password, English": (values.password, said.PASSWORD_ENGLISH),
    "password, Chinese": (values.password, said.PASSWORD_CHINESE),
    "PIN or one-time code": (values.digits, said.CODE_SENTENCES),
    "key or token without a shape": (values.generic_value, said.GENERIC_SENTENCES),
    "bank card number": (values.card, said.CARD_SENTENCES),
    "identity card number": (values.id_card, said.ID_SENTENCES),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A text of the corpus; `family` is the kind of its secret, or what it looks like."""

    family: str
    text: str


def with_secrets(seed: int) -> list[Sample]:
    """Return PER_KIND texts of each kind, and as many whose secret is in full-width or broken characters."""
    random = Random(seed)
    samples = [
        Sample(family=kind, text=_around(random, random.choice(sentences).format(v=make(random))))
        for kind, (make, sentences) in _SENTENCES.items()
        for _ in range(PER_KIND)
    ]
    return samples + [Sample(family="any, in disguise", text=text) for text in _disguised(random)]


def without_secrets(seed: int) -> list[Sample]:
    """Return PER_KIND texts of each family that holds no secret."""
    random = Random(seed)
    return [
        Sample(family=family, text=_around(random, make(random)))
        for family, make in FAMILIES.items()
        for _ in range(PER_KIND)
    ]


def _disguised(random: Random) -> Iterator[str]:
    disguises: Sequence[Callable[[Random, str], str]] = (_full_width, _broken)
    for _ in range(PER_KIND):
        make, sentences = random.choice(list(_SENTENCES.values()))
        yield random.choice(disguises)(random, random.choice(sentences).format(v=make(random)))


def _full_width(random: Random, text: str) -> str:
    """Return the text in the full-width forms of its ASCII signs, as a Chinese keyboard types them."""
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)
    assert unicodedata.normalize("NFKC", wide) == unicodedata.normalize("NFKC", text)
    return wide


def _broken(random: Random, text: str) -> str:
    """Return the text with a sign without width behind every third character, so that nothing seems changed."""
    return "".join(sign + random.choice(_ZERO_WIDTH) if at % 3 == 2 else sign for at, sign in enumerate(text))


def _around(random: Random, text: str) -> str:
    """Return the text, half of the time among other sentences."""
    others = said.AROUND_CHINESE if any("\u4e00" <= sign <= "\u9fff" for sign in text) else said.AROUND_ENGLISH
    before = random.choice(others) + random.choice((" ", "\n")) if random.random() < 0.3 else ""
    after = random.choice((" ", "\n")) + random.choice(others) if random.random() < 0.3 else ""
    return before + text + after
