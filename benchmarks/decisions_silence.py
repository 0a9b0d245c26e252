"""Whether anything is shown: for messages that a memory answers, and for messages that none does."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from benchmarks import retrieval_sets as sets
from benchmarks.stored_scope import ScopeBench, rows_of

_SET = Path(__file__).parent / "data" / "off-topic.json"
_TOP_K = 3
_EXPLAINED = f"""\
A message is answerable if a memory of its scope is relevant to it. It is met with memories if the recall that the
listener asks for (the first {_TOP_K}, only if they fit) returns any, else with silence. Something relevant: a relevant
memory is among those shown. Right silence: off-topic messages met with silence. Precision: of the messages met with
memories, the answerable ones; recall: of the answerable messages, those met with memories. Only scopes on which nothing
was fitted (split `report`). After a change of subject: each message comes behind two other answerable messages of its
scope, as its earlier user turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one message was met with."""

    category: str
    language: str
    is_answerable: bool
    any_shown: bool
    relevant_shown: bool

    def outcome(self) -> dict[str, bool]:
        return {"answerable": self.is_answerable, "any": self.any_shown, "relevant": self.relevant_shown}


async def shown_in_off_topic(bench: ScopeBench, split: str, *, after_others: bool = False) -> list[Shown]:
    """Return what each message of the split is met with; `after_others`, behind two that ask for something else."""
    found = sets.read(_SET)
    marks = {
        (case["scope"], query["id"]): query
        for case in orjson.loads(_SET.read_bytes())["cases"]
        for query in case["queries"]
    }
    shown = []
    for case in found.cases:
        queries = [query for query in case.queries if marks[case.scope, query.id]["split"] == split]
        if after_others:
            queries = [query.model_copy(update={"context": _others(case, query)}) for query in queries]
        for query, texts in zip(queries, await _shown_texts(bench, case, queries), strict=True):
            relevant = {memory.text for memory in case.memories if memory.id in query.relevant}
            shown.append(
                Shown(
                    category=query.category,
                    language=str(marks[case.scope, query.id]["language"]),
                    is_answerable=bool(query.relevant),
                    any_shown=bool(texts),
                    relevant_shown=not relevant.isdisjoint(texts),
                )
            )
    return shown


def _others(case: sets.Case, query: sets.Query) -> tuple[str, ...]:
    """Return two other answerable messages, always the same ones."""
    others = [other.text for other in case.answerable if other.id != query.id]
    return tuple(random.Random(query.id).sample(others, k=min(2, len(others))))


async def silence(bench: ScopeBench, found: sets.RetrievalSet) -> float:
    """Return the share of the set's questions, the adversarial ones left out, that are met with silence."""
    silent: list[bool] = []
    for case in found.cases:
        queries = [query for query in case.answerable if query.category != sets.ADVERSARIAL]
        silent += [not texts for texts in await _shown_texts(bench, case, queries)]
    return sum(silent) / len(silent)


def silence_table(shown: Sequence[Shown], shifted: Sequence[Shown], silent: dict[str, float]) -> str:
    languages = sorted({one.language for one in shown})
    groups = {"all": shown, **{name: [one for one in shown if one.language == name] for name in languages}}
    lines = ["| messages | something relevant | anything | right silence | precision | recall |", "|---" * 6 + "|"]
    groups["after a change of subject"] = shifted
    lines += [_line(name, of_it) for name, of_it in groups.items()]
    lines += ["", "| category | messages | met with memories |", "|---" * 3 + "|"]
    for category in sorted({one.category for one in shown}):
        of_it = [one.any_shown for one in shown if one.category == category]
        lines.append(f"| {category} | {len(of_it)} | {_share(of_it)} |")
    text = ["### Whether to show anything", "", _EXPLAINED, "", *lines]
    if silent:
        met = ", ".join(f"{name} {share:.3f}" for name, share in silent.items())
        text += ["", f"Answerable questions of the retrieval benchmark met with silence: {met}."]
    return "\n".join(text)


def _line(name: str, shown: Sequence[Shown]) -> str:
    answerable = [one for one in shown if one.is_answerable]
    cells = [
        _share([one.relevant_shown for one in answerable]),
        _share([one.any_shown for one in answerable]),
        _share([not one.any_shown for one in shown if not one.is_answerable]),
        _share([one.is_answerable for one in shown if one.any_shown]),
        _share([one.any_shown for one in answerable]),
    ]
    return f"| {name} ({len(answerable)} answerable, {len(shown) - len(answerable)} off-topic) | {' | '.join(cells)} |"


def _share(marks: Sequence[bool]) -> str:
    return f"{sum(marks) / len(marks):.3f}" if marks else "-"


async def _shown_texts(bench: ScopeBench, case: sets.Case, queries: Sequence[sets.Query]) -> list[list[str]]:
    stored = await bench.stored(case.scope, rows_of(case), case.now)
    service = await stored.service()
    shown = []
    for query in queries:
        recalled = await stored.ask(service, query.text, context=query.context, top_k=_TOP_K, only_if_fitting=True)
        shown.append([hit.episode.content for hit in recalled.hits])
    return shown
