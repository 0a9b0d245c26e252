"""A message as what ranking compares memories with."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from ltm.domain.columns import Floats
from ltm.domain.dates import Period, mentioned
from ltm.domain.episode import Speaker
from ltm.domain.lexical import terms
from ltm.domain.wording import asks_when

CONTEXT_TURNS = 3
"""Earlier user turns that join a question; on MADial-Bench they are worth .10 of recall@10."""

CONTEXT_TERM_WEIGHT = 0.4
"""Of a word that only an earlier turn holds, beside 1 for a word of the message."""

SURE_DEVIATIONS = 1.5
"""How far beyond chance, in standard deviations, the message's own best match has to stand out for its past not to
count. Three unrelated turns before every LoCoMo question: recall@10 .78 with this, .67 without."""

MIN_DEVIATION = 0.02
"""Cosines that are nearly equal must not be stretched into differences."""

_MIN_NAME_CHARS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`terms` are the words of the message, `context_terms` those that only its earlier turns hold.

    `named` is the one known speaker whom the message names, by case-folded name; None if it names none or several,
    which `names_somebody` tells apart.
    `speaker` is who asks."""

    terms: frozenset[str]
    context_terms: frozenset[str]
    periods: tuple[Period, ...]
    asks_when: bool
    named: str | None
    names_somebody: bool
    now: datetime
    half_life_days: float
    speaker: Speaker | None = None

    def weighted_terms(self, context_share: float) -> Mapping[str, float]:
        """Return the weight of every word, where earlier turns count for `context_share`."""
        weights = dict.fromkeys(self.context_terms, CONTEXT_TERM_WEIGHT * context_share) if context_share else {}
        return {**weights, **dict.fromkeys(self.terms, 1.0)}


def understood(
    text: str,
    context: Sequence[str],
    *,
    speakers: Iterable[Speaker],
    now: datetime,
    half_life_days: float,
    speaker: Speaker | None,
) -> Question:
    """Return the question; `context` are earlier turns, oldest first, of which the last few count."""
    own = frozenset(terms(text))
    named = names_in(text, speakers)
    return Question(
        terms=own,
        context_terms=frozenset(term for turn in context[-CONTEXT_TURNS:] for term in terms(turn)) - own,
        periods=mentioned(text, now),
        asks_when=asks_when(text),
        named=next(iter(named)) if len(named) == 1 else None,
        names_somebody=bool(named),
        now=now,
        half_life_days=half_life_days,
        speaker=speaker,
    )


def texts_to_embed(text: str, context: Sequence[str], speakers: Sequence[Speaker]) -> list[str]:
    """Return the message and, where there are any, the message behind its last earlier turns.

    Names of known speakers are taken out: memories do not hold the name of who said them, so that a name draws the
    vector towards whoever is talked about. On LoCoMo this is worth .03 of recall@10; the words keep the names."""
    joined = [text, "\n".join([*context[-CONTEXT_TURNS:], text])] if context else [text]
    return [_without(one, names_in(one, speakers)) or one for one in joined]


def names_in(text: str, speakers: Iterable[Speaker]) -> set[str]:
    """Return the names of known speakers in the text, case-folded; a name of one character is none."""
    folded = text.casefold()
    names = {speaker.name.strip().casefold() for speaker in speakers}
    return {name for name in names if len(name) >= _MIN_NAME_CHARS and name in folded and _named(name).search(folded)}


def context_share(own: Floats) -> float:
    """Return how much earlier turns count, 0 to 1: nothing where the message alone finds a match that stands out.

    `own` are the message's cosines with the memories in question. What chance reaches among n of them is about
    sqrt(2 ln n) standard deviations, the expected highest of n normal draws."""
    if not len(own):
        return 0.0
    excess = float(standardised(own).max()) - math.sqrt(2 * math.log(max(len(own), 2)))
    return 1.0 - min(max(excess / SURE_DEVIATIONS, 0.0), 1.0)


def blended(vectors: Sequence[Floats], share: float) -> tuple[Floats, float]:
    """Return the unit vector of the message as far as its past counts mixed with the second, and the mix's length."""
    mixed = vectors[0]
    if share and len(vectors) > 1:
        mixed = np.float32(1 - share) * vectors[0] + np.float32(share) * vectors[1]
    length = float(np.linalg.norm(mixed)) or 1.0
    return mixed / np.float32(length), length


def standardised(cosines: Floats) -> Floats:
    """Return cosines in standard deviations from their mean; at least one value.

    Not between the lowest and the highest, because that scale hangs on two extreme values: .02 of recall@10."""
    deviations: Floats = (cosines - cosines.mean()) / max(float(cosines.std()), MIN_DEVIATION)
    return deviations


def _named(name: str) -> re.Pattern[str]:
    escaped = re.escape(name)
    # Not \b: Chinese stands beside Latin names without a space, and its characters are letters too.
    word = rf"(?<![A-Za-z0-9_]){escaped}(?:['’]s)?(?![A-Za-z0-9_])"
    return re.compile(word if name.isascii() else escaped, re.IGNORECASE)


def _without(text: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = _named(name).sub("", text)
    return re.sub(r"  +", " ", text).strip()
