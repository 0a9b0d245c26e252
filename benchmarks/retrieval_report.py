"""What the retrieval benchmark measured, as tables to read and as JSON to compare."""

from collections.abc import Iterable, Mapping, Sequence

from benchmarks.retrieval_metrics import KEYS, means
from benchmarks.retrieval_run import Asked, Measured
from benchmarks.retrieval_sets import ADVERSARIAL, RetrievalSet

Row = dict[str, float]


def summary(answers: Iterable[Asked]) -> Row:
    """Return the means of all measures and of the milliseconds over at least one answer."""
    rows = [
        {**answer.scores, "ms_per_query": answer.embed_ms + answer.rank_ms, "rank_ms": answer.rank_ms}
        for answer in answers
    ]
    return means(rows)


def overall(answers: Sequence[Asked]) -> Row:
    return summary(answer for answer in answers if answer.category != ADVERSARIAL)


def by_category(answers: Sequence[Asked]) -> dict[str, Sequence[Asked]]:
    """Return the answers of each category, the adversarial one last."""
    names = sorted({answer.category for answer in answers}, key=lambda name: (name == ADVERSARIAL, name))
    return {name: [answer for answer in answers if answer.category == name] for name in names}


def results(name: str, measured: Measured) -> list[dict[str, object]]:
    """Return one object per method: its means without adversarial questions, and those of every category."""
    return [
        {
            "set": name,
            "method": method,
            **_published(overall(answers)),
            "by_category": {
                category: {**_published(summary(of_it)), "n": len(of_it)}
                for category, of_it in by_category(answers).items()
            },
        }
        for method, answers in measured.answers.items()
    ]


def tables(found: RetrievalSet, measured: Measured) -> str:
    """Return the set's heading, the table of methods and, where there are several categories, one for each."""
    some = next(iter(measured.answers.values()))
    counted = sum(answer.category != ADVERSARIAL for answer in some)
    text = [f"### {found.name}", "", _counts(found, measured, counted, len(some) - counted), ""]
    text += _table("method", {method: overall(answers) for method, answers in measured.answers.items()})
    if len(categories := by_category(some)) > 1:
        for category, of_it in categories.items():
            rows = {name: summary(by_category(answers)[category]) for name, answers in measured.answers.items()}
            text += ["", *_table(f"{category} ({len(of_it)} questions)", rows)]
    return "\n".join(text)


def _counts(found: RetrievalSet, measured: Measured, counted: int, adversarial: int) -> str:
    memories = sum(len(case.memories) for case in found.cases)
    parts = [f"{memories} memories in {len(found.cases)} scopes, {counted} questions"]
    if adversarial:
        parts.append(f"{adversarial} adversarial ones apart")
    if found.skipped:
        parts.append(f"{found.skipped} without relevant memories skipped")
    if measured.refused:
        parts.append(f"{measured.refused} memories refused by the import")
    return ", ".join(parts) + "."


def _table(label: str, rows: Mapping[str, Row]) -> list[str]:
    head = [label, *KEYS, "ms", "of it ranking"]
    lines = [
        [name, *(f"{row[key]:.3f}" for key in KEYS), f"{row['ms_per_query']:.1f}", f"{row['rank_ms']:.1f}"]
        for name, row in rows.items()
    ]
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(line)} |" for line in lines)]


def _published(row: Row) -> dict[str, float]:
    return {key: round(row[key], 4) for key in (*KEYS, "ms_per_query")}
