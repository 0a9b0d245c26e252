"""How much of what was recalled goes into a prompt: whole memories, within a number of tokens."""

import math
import re
from collections.abc import Sequence

from ltm.domain.framing import escaped
from ltm.domain.recall import Hit

_CJK = r"\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U0001f000-\U0003ffff"
_WIDE = re.compile(f"[{_CJK}]")
_WORDS = re.compile(rf"[^\W{_CJK}]+")
_CHARS_PER_TOKEN = 4
"""Of a Latin word, as model vendors put it; long words are several tokens."""

LINE_TOKENS = 40
"""The hints before a memory's text: its time, importance and speaker."""


def tokens(text: str) -> int:
    """Return about how many tokens a model counts, rather too many than too few.

    One per Chinese, Japanese or Korean character or emoji, one per started four letters of any other word, one per
    punctuation mark. Tokenizers differ; nothing here is exact."""
    wide = len(_WIDE.findall(text))
    words = _WORDS.findall(text)
    letters = sum(map(len, words))
    marks = sum(1 for char in text if not char.isspace()) - wide - letters
    return wide + sum(math.ceil(len(word) / _CHARS_PER_TOKEN) for word in words) + marks


def within(hits: Sequence[Hit], budget: int) -> list[Hit]:
    """Return the hits that fit, in order; one that does not fit is left out whole and a shorter one may follow."""
    kept: list[Hit] = []
    for hit in hits:
        cost = LINE_TOKENS + tokens(escaped(hit.episode.content))
        if cost <= budget:
            kept.append(hit)
            budget -= cost
    return kept
