"""Where a fact stands beside the turn that it was learnt from, and whether other turns are found as they were."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.data.told_in_talk import NOW, Case, Line, told_in_talk
from benchmarks.stored_scope import Row, Said, ScopeBench
from ltm.domain.episode import Kind

_TOP_K = 10
_EXPLAINED = f"""\
Each case is a scope with a turn of recorded talk, its answer, the fact that was learnt from it, and 20 others: facts,
and turns with their answers. The first {_TOP_K} memories are recalled. Fact first: the fact stands before the turn and
before its answer, or without them. Fact at 1: it stands before everything. Turn alone: the same without that fact,
where the turn or its answer is the only memory to answer the question. "Without" is the recall without the rule that
puts the fact before the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Places from 1 of the fact and of the turn or its answer, and of the latter where no fact was learnt; None where
    not among the first ones."""

    language: str
    fact: int | None
    turn: int | None
    alone: int | None

    @property
    def fact_first(self) -> bool:
        return self.fact is not None and (self.turn is None or self.fact < self.turn)


async def found_in_talk(bench: ScopeBench, *, settles: bool) -> list[Found]:
    return [await _found(bench, case, settles) for case in told_in_talk()]


def talk_rates(found: Sequence[Found]) -> dict[str, dict[str, float]]:
    """Return per language the share of facts first and at place 1, and of turns alone at 1 and among 3."""
    return {
        language: _rates([one for one in found if one.language == language])
        for language in dict.fromkeys(one.language for one in found)
    }


def talk_table(before: Sequence[Found], after: Sequence[Found]) -> str:
    """Return the table of both languages, each measure with the rule and without."""
    alone, ruled = talk_rates(before), talk_rates(after)
    keys = ("fact first", "fact at 1", "turn alone at 1", "turn alone in 3")
    head = ["language", "cases", *(part for key in keys for part in (key, "without"))]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for language, row in ruled.items():
        cells = [f"{value:.3f}" for key in keys for value in (row[key], alone[language][key])]
        lines.append(f"| {language} | {row['cases']:.0f} | {' | '.join(cells)} |")
    return "\n".join(["### A fact and the turn it was learnt from", "", _EXPLAINED, "", *lines])


def _rates(found: Sequence[Found]) -> dict[str, float]:
    count = len(found)
    return {
        "cases": count,
        "fact first": sum(one.fact_first for one in found) / count,
        "fact at 1": sum(one.fact == 1 for one in found) / count,
        "turn alone at 1": sum(one.alone == 1 for one in found) / count,
        "turn alone in 3": sum(one.alone is not None and one.alone <= 3 for one in found) / count,
    }


async def _found(bench: ScopeBench, case: Case, settles: bool) -> Found:
    both = await _places(bench, case, (case.fact, *case.facts), settles)
    return Found(
        language=case.language,
        fact=both.get((Kind.FACT, case.fact.text)),
        turn=_turn(both, case),
        alone=_turn(await _places(bench, case, case.facts, settles), case),
    )


async def _places(bench: ScopeBench, case: Case, facts: Sequence[Line], settles: bool) -> dict[tuple[Kind, str], int]:
    stored = await bench.stored(
        case.scope, [Row(text=fact.text, speaker=fact.speaker, at=fact.at) for fact in facts], NOW
    )
    turns = sorted([case.opening, case.turn, *case.turns], key=lambda turn: turn.at)
    await stored.record([Said(text=turn.text, reply=turn.reply, speaker=turn.speaker, at=turn.at) for turn in turns])
    service = await stored.service(settles=settles)
    recalled = await stored.ask(service, case.query, top_k=_TOP_K, speaker=case.speaker)
    return {(hit.episode.kind, hit.episode.content): place for place, hit in enumerate(recalled.hits, start=1)}


def _turn(places: dict[tuple[Kind, str], int], case: Case) -> int | None:
    found = [places.get((Kind.TURN, text)) for text in (case.turn.text, case.turn.reply)]
    return min((place for place in found if place is not None), default=None)
