"""Scopes made of `held_out_texts`: a changed fact, or one that never changed, among other facts of the same person."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Literal

from benchmarks.data import held_out_texts as texts
from benchmarks.data.changed_facts import NOW, Case, Language, Memory
from benchmarks.data.held_out_texts import Told

OTHERS = 10

Kind = Literal["simple", "held out"]
_LISTS: tuple[tuple[Kind, Language, str, Sequence[Told]], ...] = (
    ("simple", "en", "Robin", texts.SIMPLE_ENGLISH),
    ("simple", "zh", "小北", texts.SIMPLE_CHINESE),
    ("held out", "en", "Robin", texts.HELD_OUT_ENGLISH),
    ("held out", "zh", "小北", texts.HELD_OUT_CHINESE),
)


def held_out(seed: int = 20261121) -> Iterator[tuple[Kind, Case]]:
    """Yield 44 simple and 40 held-out pairs and a control to each, the same ones for the same seed.

    The fact that reads alike is always newer than the asked one: a rule that goes by time alone falls for it."""
    rng = random.Random(seed)
    for kind, language, speaker, told in _LISTS:
        for number, one in enumerate(told):
            others = rng.sample([other for other in told if other is not one], OTHERS)
            for is_control in (False, True):
                said = [(one.older, 300.0), (one.alike, 5.0), *((other.newer, rng.uniform(1, 400)) for other in others)]
                said += [] if is_control else [(one.newer, 20.0)]
                memories = tuple(
                    Memory(id=f"m{place}", text=text, speaker=speaker, at=NOW - timedelta(days=days))
                    for place, (text, days) in enumerate(said)
                )
                yield (
                    kind,
                    Case(
                        scope=f"{kind}-{language}-{number + 1}-{'control' if is_control else 'pair'}",
                        language=language,
                        attribute=one.asked,
                        speaker=speaker,
                        memories=memories,
                        query=one.asked,
                        newer=memories[0 if is_control else -1].id,
                        older=None if is_control else memories[0].id,
                        gap_days=0.0 if is_control else 280.0,
                    ),
                )
