"""Facts whose value changed: an older and a newer memory of one person that say the same thing with two values.

Made from word lists and a seed, so that the same call returns the same cases everywhere; reads and writes nothing.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

from benchmarks.data.changed_fact_texts import CHINESE, ENGLISH, Attribute

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
PAIRS_PER_ATTRIBUTE = 9
CONTROLS_PER_ATTRIBUTE = 4
DISTRACTORS = 20
ALIKE = 5
"""Of the distractors, how many are about the asked attribute: another person's, or a neighbouring thing."""

PLAINLY_TOLD = 0.25
"""How often the newer value is stated without a word that anything changed."""

Language = Literal["en", "zh"]
_ATTRIBUTES: dict[Language, tuple[Attribute, ...]] = {"en": ENGLISH, "zh": CHINESE}
_SPEAKERS: dict[Language, tuple[str, ...]] = {"en": ("Robin", "Alex", "Sam"), "zh": ("小北", "阿南", "阿东")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A standalone fact said by `speaker` at `at` (aware, UTC)."""

    id: str
    text: str
    speaker: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One scope and one question of `speaker`, asked at NOW.

    `newer` is the memory that answers it. `older` held the former value; None in a control, whose fact never changed
    and which no rule may push down. `gap_days` is the time between the two, 0 in a control."""

    scope: str
    language: Language
    attribute: str
    speaker: str
    memories: tuple[Memory, ...]
    query: str
    newer: str
    older: str | None
    gap_days: float


def changed_facts(seed: int = 20261120) -> tuple[Case, ...]:
    """Return 126 pairs and 56 controls per language; memories stand in no order that says which is newer."""
    rng = random.Random(seed)
    return tuple(case for language in _ATTRIBUTES for case in _cases(language, rng))


def _cases(language: Language, rng: random.Random) -> Iterator[Case]:
    for attribute in _ATTRIBUTES[language]:
        for number in range(PAIRS_PER_ATTRIBUTE + CONTROLS_PER_ATTRIBUTE):
            scope = f"{language}-{attribute.name}-{number + 1}"
            yield _case(scope, language, attribute, rng, is_control=number >= PAIRS_PER_ATTRIBUTE)


def _case(scope: str, language: Language, attribute: Attribute, rng: random.Random, *, is_control: bool) -> Case:
    speaker = rng.choice(_SPEAKERS[language])
    former, current = rng.sample(attribute.values, 2)
    age_days = _log_uniform(rng, 0.05, 400)
    gap_days = 0.0 if is_control else _log_uniform(rng, 1, 730)
    said = [(rng.choice(attribute.told).format(v=former), speaker, age_days + gap_days)]
    if not is_control:
        texts = attribute.told if rng.random() < PLAINLY_TOLD else attribute.changed
        said.append((rng.choice(texts).format(v=current), speaker, age_days))
    said += _distractors(language, attribute, speaker, {former, current}, rng)
    order = list(range(len(said)))
    rng.shuffle(order)
    memories = tuple(
        Memory(id=f"m{place}", text=said[index][0], speaker=said[index][1], at=NOW - timedelta(days=said[index][2]))
        for place, index in enumerate(order)
    )
    return Case(
        scope=scope,
        language=language,
        attribute=attribute.name,
        speaker=speaker,
        memories=memories,
        query=rng.choice(attribute.asked),
        newer=f"m{order.index(0 if is_control else 1)}",
        older=None if is_control else f"m{order.index(0)}",
        gap_days=gap_days,
    )


def _distractors(
    language: Language, attribute: Attribute, speaker: str, used: set[str], rng: random.Random
) -> list[tuple[str, str, float]]:
    """Return (text, speaker, age in days): some read like the asked fact, the rest is about other things."""
    free = [value for value in attribute.values if value not in used]
    strangers = [name for name in _SPEAKERS[language] if name != speaker]
    alike = [
        (other.format(v=value), speaker)
        for other, value in zip(rng.sample(attribute.others, ALIKE - 2), rng.sample(free, ALIKE - 2), strict=True)
    ]
    alike += [
        (rng.choice((*attribute.told, *attribute.changed)).format(v=value), stranger)
        for stranger, value in zip(strangers, rng.sample(free, 2), strict=True)
    ]
    rest = [other for other in _ATTRIBUTES[language] if other is not attribute]
    unlike = [
        (_fill(rng, (*other.told, *other.changed) if index < len(rest) else other.others, other.values), speaker)
        for index, other in enumerate((rng.sample(rest, len(rest)) * 2)[: DISTRACTORS - ALIKE])
    ]
    return [(text, said_by, _log_uniform(rng, 0.05, 1100)) for text, said_by in alike + unlike]


def _fill(rng: random.Random, texts: Sequence[str], values: Sequence[str]) -> str:
    return rng.choice(texts).format(v=rng.choice(values))


def _log_uniform(rng: random.Random, low: float, high: float) -> float:
    return float(low * (high / low) ** rng.random())
