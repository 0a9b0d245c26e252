"""The chatter of the month: hand-written pieces put together by chance, nothing of which is worth keeping."""

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks import (
    month_lines_en,
    month_lines_zh,
    month_near_en,
    month_near_zh,
    month_short_en,
    month_short_zh,
    month_talk_en,
    month_talk_zh,
)
from benchmarks.month_told import Language

WEIGHTS = {
    "talk": 38, "near": 16, "asked": 12, "tasks": 11, "what if": 6, "quoted": 6, "news": 5, "short": 4, "code": 2,
    "secrets": 0.6,
}  # fmt: skip
"""How often each sort of piece is drawn; by feel, after what groups with a bot write."""

_PLAIN = frozenset({"code", "secrets", "short"})
"""What people send as it is, without a word before or after it."""

_REDRAWS = 20
_SLOT = re.compile(r"\{(film|food|thing|who|n)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """The pieces of one language, each text its own line; `words` fill the slots of `lines`."""

    lines: Mapping[str, tuple[str, ...]]
    openers: tuple[str, ...]
    tails: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    comma: str
    stop: str


def _pieces(
    lines: Mapping[str, str], openers: str, tails: str, words: Mapping[str, str], comma: str, stop: str
) -> Pieces:
    return Pieces(
        lines={sort: tuple(text.splitlines()) for sort, text in lines.items()},
        openers=tuple(openers.splitlines()),
        tails=tuple(tails.splitlines()),
        words={slot: tuple(text.split("|")) for slot, text in words.items()},
        comma=comma,
        stop=stop,
    )


PIECES: dict[Language, Pieces] = {
    "en": _pieces(
        {
            "talk": month_talk_en.TALK_EN,
            "near": month_near_en.NEAR_EN,
            "asked": month_lines_en.ASKED_EN,
            "tasks": month_lines_en.TASKS_EN,
            "what if": month_lines_en.WHAT_IF_EN,
            "quoted": month_lines_en.QUOTED_EN,
            "news": month_lines_en.NEWS_EN,
            "code": month_lines_en.CODE_EN,
            "secrets": month_lines_en.SECRETS_EN,
            "short": month_short_en.SHORT_EN,
        },
        month_short_en.OPENERS_EN,
        month_short_en.TAILS_EN,
        month_short_en.WORDS_EN,
        ", ",
        ". ",
    ),
    "zh": _pieces(
        {
            "talk": month_talk_zh.TALK_ZH,
            "near": month_near_zh.NEAR_ZH,
            "asked": month_lines_zh.ASKED_ZH,
            "tasks": month_lines_zh.TASKS_ZH,
            "what if": month_lines_zh.WHAT_IF_ZH,
            "quoted": month_lines_zh.QUOTED_ZH,
            "news": month_lines_zh.NEWS_ZH,
            "code": month_lines_zh.CODE_ZH,
            "secrets": month_lines_zh.SECRETS_ZH,
            "short": month_short_zh.SHORT_ZH,
        },
        month_short_zh.OPENERS_ZH,
        month_short_zh.TAILS_ZH,
        month_short_zh.WORDS_ZH,
        "，",
        "。",
    ),
}


class Chatter:
    """Draws messages that hold nothing to keep and repeat each other seldom."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._said: set[str] = set()

    def next(self, language: Language, *, is_mixed: bool) -> str:
        """Return a message; a mixed one has a few words of the other language."""
        text = ""
        for _ in range(_REDRAWS):
            text = self._drawn(language, is_mixed)
            if text not in self._said:
                break
        self._said.add(text)
        return text

    def _drawn(self, language: Language, is_mixed: bool) -> str:
        rng, pieces = self._rng, PIECES[language]
        sort = rng.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))[0]
        one, other = (self._filled(pieces, line) for line in rng.sample(pieces.lines[sort], 2))
        if sort in _PLAIN:
            return one
        text = one + pieces.stop + other if sort == "talk" and rng.random() < 0.3 else one
        around = PIECES["zh" if language == "en" else "en"] if is_mixed and rng.random() < 0.6 else pieces
        if rng.random() < 0.35:
            text = f"{rng.choice(around.openers)}{pieces.comma}{text}"
        if rng.random() < 0.35:
            text = f"{text} {rng.choice(around.tails)}"
        return text

    def _filled(self, pieces: Pieces, line: str) -> str:
        return _SLOT.sub(lambda slot: self._rng.choice(pieces.words[slot[1]]), line)
