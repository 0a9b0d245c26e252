"""What the wording of a text says about it, whatever it is about: whether it asks, and whether it tells a time."""

import re

_ASIDE = re.compile(r"\[[^\[\]]{0,400}\]")
"""A note beside the words, such as "[shares a picture: who is this?]"."""

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_MARKS = ("?", "？")

_TIME_WORDS = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|this|ago|week|weekend|month|year|recently|just|since"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december|\d{1,4}(?:st|nd|rd|th)?)\b"
    r"|[昨前今明后]天|[上下这本]个?(?:周|星期|礼拜|月)|[去今明前后]年|周末|(?:周|星期|礼拜)[一二三四五六日天]"
    r"|\d{1,4} ?[年月日号]|[天周月年]前",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\bwhen (?:did|do|does|was|were|is|are|has|have|had|will|would|can|could|should|am)\b|\bhow long\b"
    r"|\b(?:what|which) (?:date|day|month|year)\b|什么时候|何时|哪[天年]|几[月号]|多久",
    re.IGNORECASE,
)


def holds_question(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def asking(text: str) -> float:
    """Return how much of the text only asks, 0 to 2: 1 if it ends in a question, and the share of its questions."""
    if not holds_question(text):
        return 0.0
    said = _ASIDE.sub("", text).strip()
    sentences: list[str] = [sentence for sentence in _SENTENCE_END.split(said) if sentence]
    if not sentences:
        return 0.0
    asked = sum(sentence.endswith(_MARKS) for sentence in sentences)
    return float(said.endswith(_MARKS)) + asked / len(sentences)


def tells_time(text: str) -> bool:
    """True if the text holds a word by which people say when something was."""
    return _TIME_WORDS.search(text) is not None


def asks_when(text: str) -> bool:
    """True if the text asks for a time."""
    return _WHEN.search(text) is not None
