"""What a case came to, and the table of all."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.faults_ledger import Findings


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case: writes tried and acknowledged, faults made, what is wrong, and what else there is to say."""

    case: str
    tried: int
    acknowledged: int
    faults: int
    findings: Findings
    seconds: float
    notes: tuple[str, ...] = ()


def table(outcomes: Sequence[Outcome]) -> str:
    """Return a Markdown table, a row per case."""
    heading = (
        "| case | writes tried | acknowledged | kills or faults | lost | duplicated | half superseded | orphans "
        "| seconds |\n|---|---|---|---|---|---|---|---|---|"
    )
    return "\n".join([heading, *map(_row, outcomes)])


def _row(outcome: Outcome) -> str:
    found = outcome.findings
    numbers = (outcome.tried, outcome.acknowledged, outcome.faults)
    wrong = (len(found.lost), len(found.duplicated), len(found.half_superseded), len(found.orphans))
    return f"| {outcome.case} | {' | '.join(map(str, (*numbers, *wrong)))} | {outcome.seconds:.0f} |"
