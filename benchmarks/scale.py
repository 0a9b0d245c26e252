"""What recall, loading, memory and importing cost as memories grow, beside plain Chroma in the same run.

`python3 dev.py bench scale [--up-to N] [--sizes N ...] [--chroma-up-to N]`. Everything is generated from a seed. Sizes
above --chroma-up-to are not put into Chroma, which takes most of an hour a million: the index is then loaded from
memories that are made as they are read. So it is for many scopes of a large size; the table says which.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import plot, scale_cases
from benchmarks.progress import positive
from benchmarks.report import PAGE, machine, write_section
from benchmarks.scale_chroma import PlainChroma, plain_chroma
from benchmarks.scale_corpus import Corpus
from benchmarks.scale_process import fresh
from benchmarks.scale_split import split
from benchmarks.scale_table import Above, Results, Row, markdown, p50, p95

_SIZES = (1_000, 10_000, 100_000, 1_000_000)
_SCOPES = (1, 100, 1_000)
_SPLIT = (10_000, 100_000)
_LEAST_BOUND = 10_000
"""Fewer memories take little more than the least bound that can be set, 8 MB."""
_MOST_STORED_SCOPES = 100
_DIVIDED_UP_TO = 10_000
"""Every division is put into Chroma anew, so that larger sizes are in one scope only; and a thousand scopes are a
thousand writes at least, each of some ten milliseconds."""
_DEFAULT_BOUND = 256_000_000
_BOUND_PER_EPISODE = 256
"""A bound far below what an index takes: the default's for a million memories."""
_OURS, _CHROMA = "#1f5fbf", "#c2571a"


def main() -> None:
    arguments = _arguments()
    began = time.monotonic()
    sizes = [size for size in arguments.sizes if size <= arguments.up_to]
    if not sizes:
        raise SystemExit("no size is left to measure")
    results = _measured(sizes, arguments.chroma_up_to, arguments.questions)
    picture = PAGE.with_name("scale.svg")
    text = markdown(results, picture.name)
    print(f"\n{machine()}\n{text}\n{(time.monotonic() - began) / 60:.1f} minutes")
    if arguments.print_only:
        return
    picture.write_text(plot.log_log(_panels(results), x_label="memories", y_label="milliseconds"), "utf-8")
    write_section("scale", "python3 dev.py bench scale", text)


def _measured(sizes: Sequence[int], chroma_up_to: int, known: int) -> Results:
    rows: list[Row] = []
    plain: dict[int, PlainChroma] = {}
    above: list[Above] = []
    for size in sizes:
        corpora = [Corpus(episodes=size, scopes=scopes) for scopes in _SCOPES if size >= scopes]
        if size <= chroma_up_to:
            print(f"-- {size:,} memories: plain Chroma", flush=True)
            with tempfile.TemporaryDirectory() as directory:
                plain[size] = fresh(plain_chroma, Path(directory), corpora, known)
        for corpus in corpora:
            print(f"-- {corpus}", flush=True)
            is_stored = size <= chroma_up_to and _is_stored(corpus)
            with tempfile.TemporaryDirectory() as directory:
                rows.append(_row(corpus, Path(directory), known, is_stored=is_stored))
                if corpus.scopes == 1 and size >= _LEAST_BOUND:
                    above.append(_above(corpus, Path(directory), known, is_stored=is_stored))
    steps = {size: fresh(split, Corpus(episodes=size, scopes=1), known) for size in sizes if size in _SPLIT}
    return Results(rows=rows, plain=plain, above=above, steps=steps)


def _is_stored(corpus: Corpus) -> bool:
    return corpus.scopes == 1 or (corpus.episodes <= _DIVIDED_UP_TO and corpus.scopes <= _MOST_STORED_SCOPES)


def _row(corpus: Corpus, directory: Path, known: int, *, is_stored: bool) -> Row:
    filled = fresh(scale_cases.fill, directory, corpus) if is_stored else None
    stored = fresh(scale_cases.ask_stored, directory, corpus, known) if is_stored else None
    generated = fresh(scale_cases.ask_generated, corpus, known)
    return Row(corpus=corpus, generated=generated, stored=stored, filled=filled)


def _above(corpus: Corpus, directory: Path, known: int, *, is_stored: bool) -> Above:
    bound = min(_BOUND_PER_EPISODE * corpus.episodes, _DEFAULT_BOUND)
    if is_stored:
        asked = fresh(scale_cases.ask_stored, directory, corpus, known, bound)
    else:
        asked = fresh(scale_cases.ask_generated, corpus, known, bound)
    return Above(corpus=corpus, bound=bound, asked=asked, is_stored=is_stored)


def _panels(results: Results) -> list[plot.Panel]:
    return [_panel(results, scopes) for scopes in _SCOPES if any(row.corpus.scopes == scopes for row in results.rows)]


def _panel(results: Results, scopes: int) -> plot.Panel:
    ours = [(row.corpus.episodes, row.asked.seconds) for row in results.rows if row.corpus.scopes == scopes]
    chroma = [
        (episodes, plain.by_scopes[scopes].seconds)
        for episodes, plain in results.plain.items()
        if scopes in plain.by_scopes
    ]
    return plot.Panel(
        title=f"{scopes:,} scope{'s' if scopes > 1 else ''}",
        series=tuple(
            plot.Series(
                label=f"{label} {name}",
                colour=colour,
                points=tuple((float(episodes), measure(seconds)) for episodes, seconds in measured),
                dashed=measure is p95,
            )
            for label, colour, measured in (("index", _OURS, ours), ("Chroma filtered", _CHROMA, chroma))
            for name, measure in (("p50", p50), ("p95", p95))
            if measured
        ),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--up-to", type=positive, default=_SIZES[-1], help="leave out larger sizes")
    parser.add_argument("--sizes", type=_size, nargs="+", default=list(_SIZES), help="numbers of memories")
    parser.add_argument(
        "--chroma-up-to", type=positive, default=100_000, help="largest size put into Chroma (default 100000)"
    )
    parser.add_argument("--questions", type=positive, default=200, help="questions per number (default 200)")
    parser.add_argument("--print-only", action="store_true", help="print the table and leave docs/ as it is")
    return parser.parse_args()


def _size(text: str) -> int:
    size = positive(text)
    if any(size % scopes for scopes in _SCOPES):
        raise argparse.ArgumentTypeError(f"must be a multiple of {max(_SCOPES):,}")
    return size


if __name__ == "__main__":
    main()
