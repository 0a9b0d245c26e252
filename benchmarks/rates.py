"""Shares with their intervals."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_Z = 1.959964
"""The normal distribution's 97.5th percentile: intervals of 95 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How many of how many."""

    found: int
    of: int

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share (Wilson 1927), which stays inside 0 and 1 and is no point at either."""
        share, spread = self.found / self.of, _Z * _Z / self.of
        centre = share + spread / 2
        width = _Z * math.sqrt(share * (1 - share) / self.of + spread / (4 * self.of))
        return max(0.0, (centre - width) / (1 + spread)), min(1.0, (centre + width) / (1 + spread))

    def shown(self) -> str:
        low, high = self.interval()
        return f"{self.found / self.of:.1%} ({low:.1%} to {high:.1%})"


def by_family(verdicts: Iterable[tuple[str, bool]]) -> dict[str, Rate]:
    """Return the rate of true verdicts per family, in the order in which the families come."""
    counted: dict[str, list[bool]] = {}
    for family, verdict in verdicts:
        counted.setdefault(family, []).append(verdict)
    return {family: Rate(found=sum(found), of=len(found)) for family, found in counted.items()}


def in_all(verdicts: Iterable[tuple[str, bool]]) -> Rate:
    found = [verdict for _, verdict in verdicts]
    return Rate(found=sum(found), of=len(found))
