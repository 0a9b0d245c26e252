"""What following links finds: questions whose answer stands in a memory that only another memory leads to.

python3 dev.py bench links [--json OUT] [--write]

On the questions of LoCoMo, where its set is there, and on the two-step questions of benchmarks/data/two_steps.py.
"""

import argparse
import asyncio
import json
import sys
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import retrieval_sets as sets
from benchmarks.data.two_steps import SETS, TwoSteps
from benchmarks.progress import Progress
from benchmarks.report import machine, write_section
from benchmarks.retrieval_metrics import LISTED, recall_at
from benchmarks.retrieval_sets import ADVERSARIAL, Case, MemoryKey
from benchmarks.stored_scope import CACHED, Row, StoredScope, rows_of
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.domain.links import Following
from ltm.errors import LongTermMemoryError
from ltm.services.recall import RecallService

_COMMAND = "python3 dev.py bench links"
_NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
_SEED = 20261121
_RESAMPLED = 2_000
_MULTI_HOP = "multi-hop"
_ALONE = "no links"
_CUTS = ("R@5", "R@10", "all@5", "all@10")
_RULES: Mapping[str, Following | None] = {
    _ALONE: None,
    **{
        f"weight {weight:g}, {sources} followed, {hops} hop{'s' if hops > 1 else ''}": Following(
            weight=weight, sources=sources, hops=hops
        )
        for weight in (0.1, 0.2, 0.3, 0.4, 0.6)
        for sources, hops in ((1, 1), (3, 1), (3, 2))
    },
}
_EXPLAINED = f"""\
R@k: share of a question's memories among the first k; all@k: questions with all of theirs among them. The two-step
questions (24 in English, 24 in Chinese, each with the two memories that answer it, among those of the others and 200
that say the same sort of thing of other people) were written for this; LoCoMo's multi-hop questions mostly ask for
several memories of one person that lead nowhere. The plugin follows the rule `{Following()}`.
In brackets: the difference to `{_ALONE}` on the same questions, its 95 % interval by paired bootstrap
({_RESAMPLED} samples)."""

Answers = Mapping[str, Sequence[Sequence[float]]]
"""By rule, for each question the values of _CUTS."""


class _Scope(StoredScope):
    async def following(self, rule: Following | None) -> RecallService:
        """Return a recall service over this scope that follows links by the rule, or none."""
        service = RecallService(
            store=self._store,
            embedder=self._embedder,
            clock=self._clock,
            half_life_days=30.0,
            follow_links=rule is not None,
            following=rule,
        )
        await service.warm()
        return service


def main() -> int:
    arguments = _arguments()
    try:
        measured = asyncio.run(_measured())
    except (sets.SetError, LongTermMemoryError) as error:
        print(f"bench links: {error}", file=sys.stderr)
        return 2 if isinstance(error, sets.SetError) else 1
    text = "\n\n".join([_EXPLAINED, *(_table(name, answers) for name, answers in measured.items())])
    print(f"\n{machine()}\n{text}")
    if arguments.json:
        means = {name: {rule: _means(answers[rule]) for rule in answers} for name, answers in measured.items()}
        arguments.json.write_text(json.dumps(means, ensure_ascii=False, indent=1), "utf-8")
    if arguments.write or not arguments.json:
        write_section("links", _COMMAND, text)
    return 0


async def _measured() -> dict[str, Answers]:
    embedder, progress = CachedEmbedder(LocalEmbedder(), CACHED), Progress()
    measured: dict[str, Answers] = {}
    for language, (questions, others) in SETS.items():
        measured[f"two steps, {language}"] = await _two_steps(embedder, language, questions, others)
        progress.tick(language)
    if (path := sets.DEFAULTS[0]).is_file():
        by_kind: dict[str, dict[str, list[Sequence[float]]]] = defaultdict(lambda: defaultdict(list))
        for case in sets.read(path).cases:
            for rule, category, values in await _of_case(embedder, case):
                by_kind["LoCoMo, all"][rule].append(values)
                if category == _MULTI_HOP:
                    by_kind[f"LoCoMo, {category}"][rule].append(values)
            progress.tick(case.scope)
        measured |= by_kind
    return measured


async def _two_steps(
    embedder: CachedEmbedder, language: str, questions: Sequence[TwoSteps], others: Sequence[str]
) -> Answers:
    rng = np.random.default_rng(_SEED)
    texts = [text for asked in questions for text in (asked.first, asked.second)] + list(others)
    ages = rng.uniform(1, 400, len(texts)).tolist()
    scope = _Scope(embedder, language, _NOW)
    rows = [Row(text=texts[n], speaker="", at=_NOW - timedelta(days=ages[n])) for n in rng.permutation(len(texts))]
    if refused := await scope.store(rows):
        raise sets.SetError(f"{language}: {refused} memories refused")
    answers = {}
    for name, rule in _RULES.items():
        service = await scope.following(rule)
        answers[name] = [
            _values(
                [hit.episode.content for hit in (await scope.ask(service, asked.question, top_k=LISTED)).hits],
                (asked.first, asked.second),
            )
            for asked in questions
        ]
    return answers


async def _of_case(embedder: CachedEmbedder, case: Case) -> list[tuple[str, str, Sequence[float]]]:
    scope = _Scope(embedder, case.scope, case.now)
    await scope.store(rows_of(case))
    measured = []
    for name, rule in _RULES.items():
        service = await scope.following(rule)
        for query in case.answerable:
            if query.category != ADVERSARIAL:
                recalled = await scope.ask(service, query.text, context=query.context, top_k=LISTED)
                ids: dict[MemoryKey, deque[str]] = defaultdict(deque)
                for one, memory in zip(sets.keys(case), case.memories, strict=True):
                    ids[one].append(memory.id)
                told = [(e.conversation, e.position, e.content, e.at) for e in (hit.episode for hit in recalled.hits)]
                measured.append((name, query.category, _values([ids[one].popleft() for one in told], query.relevant)))
    return measured


def _values(found: Sequence[str], relevant: Sequence[str]) -> Sequence[float]:
    shares = [recall_at(5, found, relevant), recall_at(10, found, relevant)]
    return [*shares, *(float(share == 1.0) for share in shares)]


def _means(values: Sequence[Sequence[float]]) -> dict[str, float]:
    return dict(zip(_CUTS, np.mean(values, axis=0).round(4).tolist(), strict=True))


def _table(name: str, answers: Answers) -> str:
    alone = np.asarray(answers[_ALONE])
    lines = [f"### {name} ({len(alone)} questions)", "", f"| rule | {' | '.join(_CUTS)} |", "|---" * 5 + "|"]
    for rule, values in answers.items():
        cells = [f"{mean:.3f}" for mean in _means(values).values()]
        if rule != _ALONE:
            differences = np.asarray(values) - alone
            low, high = _interval(differences)
            cells = [
                f"{cell} ({mean:+.3f}; {least:+.3f} to {most:+.3f})"
                for cell, mean, least, most in zip(cells, differences.mean(axis=0), low, high, strict=True)
            ]
        lines.append(f"| {rule} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _interval(differences: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    rng = np.random.default_rng(_SEED)
    drawn = rng.integers(0, len(differences), (_RESAMPLED, len(differences)))
    means = differences[drawn].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5], axis=0).tolist()
    return low, high


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=_COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers there")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md, as without --json")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
