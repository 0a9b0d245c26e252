"""Facts beside the turn of a conversation that they were learnt from; reads and writes nothing."""

import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from benchmarks.data.told_in_talk_texts import CHINESE, ENGLISH, Told

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
DISTRACTORS = 20
"""Half of them facts, half turns of other conversations, each with its answer."""

ROUNDS = 2
Language = Literal["en", "zh"]
_TEXTS: dict[Language, tuple[Told, ...]] = {"en": ENGLISH, "zh": CHINESE}
_OPENINGS: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("hi there", "Hello! What can I do for you?"),
        ("Do you have a minute?", "Of course, go ahead."),
        ("what a day...", "Tell me about it."),
        ("Thanks for the recipe yesterday, it worked out well.", "Glad to hear that! How are things otherwise?"),
        ("Will it rain tomorrow?", "The forecast says it stays dry."),
    ),
    "zh": (
        ("在吗", "在的，有什么可以帮你？"),
        ("有空聊两句吗？", "当然，请说。"),
        ("今天真是累", "怎么了？"),
        ("昨天的菜谱谢谢啦，很成功。", "太好了！最近怎么样？"),
        ("明天会下雨吗？", "预报说不会下雨。"),
    ),
}
_SPEAKERS: dict[Language, tuple[str, ...]] = {"en": ("Robin", "Alex", "Sam"), "zh": ("小北", "阿南", "阿东")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A fact, or a message and its `reply`, by `speaker`, at `at` (aware, UTC)."""

    text: str
    speaker: str
    at: datetime
    reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One scope and one question of `speaker`, asked at NOW. `turn` answers it and so does `fact`, learnt from it.

    The conversation of the turn begins with `opening`; the other turns are each a conversation of their own."""

    scope: str
    language: Language
    speaker: str
    opening: Line
    turn: Line
    fact: Line
    turns: tuple[Line, ...]
    facts: tuple[Line, ...]
    query: str


def told_in_talk(seed: int = 20261121) -> tuple[Case, ...]:
    """Return ROUNDS cases per text, each among other memories; the same on every call."""
    rng = random.Random(seed)
    return tuple(
        _case(f"{language}-{number}-{round_}", language, told, rng)
        for round_ in range(ROUNDS)
        for language, texts in _TEXTS.items()
        for number, told in enumerate(texts)
    )


def _case(scope: str, language: Language, told: Told, rng: random.Random) -> Case:
    speaker, *others = rng.sample(_SPEAKERS[language], k=len(_SPEAKERS[language]))
    around = rng.sample([text for text in _TEXTS[language] if text is not told], k=DISTRACTORS)
    # Half of what is around was said by the same speaker: only what it is about tells it apart.
    speakers = [speaker if number % 2 else rng.choice(others) for number in range(DISTRACTORS)]
    ages = [timedelta(minutes=rng.randrange(60 * 24 * 120)) for _ in range(DISTRACTORS + 1)]
    half = DISTRACTORS // 2
    return Case(
        scope=scope,
        language=language,
        speaker=speaker,
        opening=_opening(language, speaker, NOW - ages[-1] - timedelta(minutes=2), rng),
        turn=_said(told, speaker, NOW - ages[-1]),
        # Talk is looked through some minutes after it.
        fact=Line(text=told.fact, speaker=speaker, at=NOW - ages[-1]),
        turns=tuple(_said(around[n], speakers[n], NOW - ages[n]) for n in range(half)),
        facts=tuple(Line(text=around[n].fact, speaker=speakers[n], at=NOW - ages[n]) for n in range(half, DISTRACTORS)),
        query=told.query,
    )


def _opening(language: Language, speaker: str, at: datetime, rng: random.Random) -> Line:
    text, reply = rng.choice(_OPENINGS[language])
    return Line(text=text, reply=reply, speaker=speaker, at=at)


def _said(told: Told, speaker: str, at: datetime) -> Line:
    return Line(text=told.turn, reply=told.reply, speaker=speaker, at=at)
