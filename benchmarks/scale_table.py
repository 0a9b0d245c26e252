"""The scale benchmark's numbers as Markdown, with its aims and whether they were met."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.scale_cases import FEWEST, Asked, Filled, K
from benchmarks.scale_chroma import Answered, PlainChroma
from benchmarks.scale_corpus import DIMENSIONS, Corpus

_AIM_RANKING_MS = 1.5
_AIM_P95_MS = 10.0
_AIM_BYTES = 1_500
_LEAST_TOLD = 10_000
"""Below so many memories a process's memory says nothing about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One size. `stored` is None where the memories were generated and not put into Chroma."""

    corpus: Corpus
    generated: Asked
    stored: Asked | None
    filled: Filled | None

    @property
    def asked(self) -> Asked:
        return self.stored or self.generated


@dataclass(frozen=True, slots=True, kw_only=True)
class Above:
    """One size whose index does not fit into the bound, in bytes."""

    corpus: Corpus
    bound: int
    asked: Asked
    is_stored: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """`plain` and `steps` are by number of memories; the steps' seconds are of one scope of so many."""

    rows: Sequence[Row]
    plain: Mapping[int, PlainChroma]
    above: Sequence[Above]
    steps: Mapping[int, Mapping[str, Sequence[float]]]

    def row(self, episodes: int, scopes: int = 1) -> Row | None:
        wanted = Corpus(episodes=episodes, scopes=scopes)
        return next((row for row in self.rows if row.corpus == wanted), None)

    def filtered(self, corpus: Corpus) -> Answered | None:
        plain = self.plain.get(corpus.episodes)
        return plain.by_scopes.get(corpus.scopes) if plain else None


def p50(seconds: Sequence[float]) -> float:
    """Return the median in milliseconds."""
    return float(np.median(seconds)) * 1000


def p95(seconds: Sequence[float]) -> float:
    """Return what 95 of 100 stay below, in milliseconds."""
    return float(np.quantile(seconds, 0.95)) * 1000


def markdown(results: Results, plot: str) -> str:
    """Return the section; `plot` is the picture's address."""
    return "\n".join(
        [
            *_recall(results),
            "",
            f"![Cost of a recall against the number of memories]({plot})",
            "",
            *_memory(results),
            *_split(results),
            *_writing(results),
            *_above(results),
            "",
            *aims(results),
        ]
    )


def aims(results: Results) -> list[str]:
    """Return a line per aim, met or missed."""
    lines: list[str] = []
    if row := results.row(10_000):
        lines.append(_aim("ranking 10,000 in one scope, p50", p50(row.asked.seconds), _AIM_RANKING_MS, "ms"))
    if row := results.row(100_000):
        lines.append(_aim("recall from 100,000 in one scope, p95", p95(row.asked.seconds), _AIM_P95_MS, "ms"))
    for row in results.rows:
        taken = row.generated.rss_per_episode
        if row.corpus.scopes == 1 and row.corpus.episodes >= _LEAST_TOLD and taken is not None:
            lines.append(_aim(f"resident per memory, {row.corpus}", taken, _AIM_BYTES, "bytes"))
    return ["Aims:", "", *lines] if lines else []


def _aim(what: str, value: float, limit: float, unit: str) -> str:
    verdict = "met" if value <= limit else "**missed**"
    return f"- {what}: {value:,.{0 if unit == 'bytes' else 2}f} {unit}, at most {limit:,} wanted: {verdict}"


def _recall(results: Results) -> Iterator[str]:
    yield (
        f"Generated memories, {DIMENSIONS} dimensions, a third of the texts Chinese; {K} hits; the question's vector "
        "is given, so that this is the cost on top of embedding it. Chroma: one collection of the same vectors with a "
        f"filter on the scope, its recall against exact search; {_agreement(results)}. "
        f"Where questions take long, at least {FEWEST} are asked."
    )
    yield ""
    yield "| memories | scopes | recall p50 / p95 ms | Chroma filtered p50 / p95 ms | its recall@10 | ours / Chroma |"
    yield "|---|---|---|---|---|---|"
    for row in results.rows:
        ours, chroma = row.asked.seconds, results.filtered(row.corpus)
        yield (
            f"| {row.corpus.episodes:,} | {row.corpus.scopes:,} | {_both(ours)} | "
            + (
                f"{_both(chroma.seconds)} | {chroma.agreement:.3f} | {p50(ours) / p50(chroma.seconds):.2f} |"
                if chroma
                else "not run | | |"
            )
        )
    if not results.plain:
        return
    yield ""
    yield "Chroma without any filter, which is right only where a collection holds one scope:"
    yield ""
    yield "| memories | p50 / p95 ms | recall@10 |"
    yield "|---|---|---|"
    for episodes, plain in results.plain.items():
        yield f"| {episodes:,} | {_both(plain.unfiltered.seconds)} | {plain.unfiltered.agreement:.3f} |"


def _agreement(results: Results) -> str:
    found = [row.stored.agreement for row in results.rows if row.stored and row.stored.agreement is not None]
    return f"that of the index by vector alone was at least {min(found):.3f}" if found else "the index's was not taken"


def _memory(results: Results) -> Iterator[str]:
    yield (
        "Loading a scope that is not in memory (the words' stems known already), and what a memory takes there. Those "
        "from Chroma came through the plugin's own store; generated ones were made while they were read, which is not "
        "counted. Resident is the growth of a fresh process."
    )
    yield ""
    yield "| memories | scopes | load one scope, median / longest ms | from | resident bytes each | index's count |"
    yield "|---|---|---|---|---|---|"
    for row in results.rows:
        loads, generated = row.asked.loads, row.generated
        told = generated.rss_per_episode if row.corpus.episodes >= _LEAST_TOLD else None
        yield (
            f"| {row.corpus.episodes:,} | {row.corpus.scopes:,} | {p50(loads):,.0f} / {max(loads) * 1000:,.0f} "
            f"| {'Chroma' if row.stored else 'generated'} | {_bytes(told)} | {_bytes(generated.index_per_episode)} |"
        )


def _split(results: Results) -> Iterator[str]:
    if not results.steps:
        return
    yield ""
    yield "Where the time goes in one scope, p50 / p95 ms:"
    yield ""
    yield f"| step | {' | '.join(f'{episodes:,}' for episodes in results.steps)} |"
    yield f"|---|{'---|' * len(results.steps)}"
    for name in next(iter(results.steps.values())):
        yield f"| {name} | {' | '.join(_both(steps[name]) for steps in results.steps.values())} |"


def _writing(results: Results) -> Iterator[str]:
    if not any(row.filled for row in results.rows):
        return
    yield ""
    yield "Importing into one scope in batches of 200, without embedding, memories per second:"
    yield ""
    yield "| memories | index not in memory | index in memory | plain Chroma |"
    yield "|---|---|---|---|"
    for row in results.rows:
        if row.corpus.scopes == 1 and row.filled:
            plain = results.plain.get(row.corpus.episodes)
            yield (
                f"| {row.corpus.episodes:,} | {_rate(row.filled.not_loaded)} | {_rate(row.filled.loaded)} "
                f"| {_rate(plain.rate if plain else None)} |"
            )


def _above(results: Results) -> Iterator[str]:
    if not results.above:
        return
    yield ""
    yield "Above the bound of the index, where the backend answers and the same ranking orders what it found:"
    yield ""
    yield "| memories | bound MB | loading given up after ms | recall p50 / p95 ms | answered via | backend |"
    yield "|---|---|---|---|---|---|"
    for above in results.above:
        asked, backend = above.asked, "Chroma" if above.is_stored else "answers at once: our own part only"
        yield (
            f"| {above.corpus.episodes:,} | {above.bound / 1e6:,.1f} | {max(asked.loads) * 1000:,.0f} "
            f"| {_both(asked.seconds)} | {asked.via.value} | {backend} |"
        )


def _both(seconds: Sequence[float]) -> str:
    return f"{p50(seconds):.2f} / {p95(seconds):.2f}"


def _bytes(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def _rate(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"
