"""The tables of what is learnt: labelled messages, what is found afterwards, what was stored, and what is missed."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from time import process_time

from benchmarks.capture_questions import Answered, By, Miss
from benchmarks.capture_rules import Outcome as Judged
from benchmarks.capture_stored import Stored, share_of_junk
from benchmarks.data.capture_labels import Labelled
from benchmarks.month import Month
from ltm.domain.capture_rules import found

_AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday: what the labelled messages name lies after it."""

_Rows = Iterable[tuple[str, Callable[["State"], str]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The scope at one time: what questions find in it, and what is stored."""

    name: str
    answers: Sequence[Answered]
    stored: Stored


def labelled_table(sets: Sequence[tuple[str, Sequence[Labelled]]]) -> str:
    """Return precision and recall of the rules on labelled messages: a message is right if it holds something."""
    lines = [
        "| labelled messages | number | to remember | precision | recall | recall, right kind | ms of CPU each |",
        "|---|" + "---:|" * 6,
    ]
    for name, messages in sets:
        judged = [_judged(message) for message in messages]
        for language in ("", "en", "zh"):
            of_it = [one for one in judged if language in ("", one.said.language)]
            lines.append(_labelled_line(f"{name} {language}".rstrip(), of_it))
    return "\n".join(lines)


def state_table(month: Month, states: Sequence[State]) -> str:
    """Return what is found and what is stored, a column per state."""
    lines = [
        f"| {' | '.join(['', *(state.name for state in states)])} |",
        f"|---|{'---:|' * len(states)}",
    ]
    for name, cell in (*_found_rows(states), *_stored_rows(month)):
        lines.append(f"| {' | '.join([name, *(cell(state) for state in states)])} |")
    return "\n".join(lines)


def miss_table(name: str, misses: Sequence[tuple[Answered, Miss]]) -> str:
    """Return how many questions of each language and kind are missed, and why."""
    reasons = [reason for reason in Miss if any(why is reason for _, why in misses)]
    lines = [f"| {' | '.join([f'{name}: missed', 'number', *reasons])} |", f"|---|{'---:|' * (1 + len(reasons))}"]
    for name, of_it in _by_sort([one for one, _ in misses]):
        counts = Counter(why for one, why in misses if one in of_it)
        lines.append(f"| {' | '.join([name, str(len(of_it)), *(str(counts[reason]) for reason in reasons)])} |")
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "-"


def _found_rows(states: Sequence[State]) -> _Rows:
    for name, of_it in _by_sort(states[0].answers):
        yield f"found: {name}", partial(_found_among, frozenset(one.fact.id for one in of_it))
    for by in By:
        yield f"of all found, first in a {by}", partial(_found_by, by)
    yield "shown in a turn that asks it", lambda state: _counted(state.answers, lambda one: one.is_shown)
    yield (
        "changed: the current value is found",
        lambda state: _counted(_changed(state), lambda one: one.is_found),
    )
    yield (
        "of those, it comes before any former one",
        lambda state: _counted([one for one in _changed(state) if one.is_found], lambda one: one.is_current_first),
    )
    yield (
        "of all changed, it comes before any former one",
        lambda state: _counted(_changed(state), lambda one: one.is_current_first),
    )
    yield "changed: only a former value is found", lambda state: _counted(_changed(state), lambda one: one.is_stale)


def _found_among(ids: frozenset[str], state: State) -> str:
    return _counted([one for one in state.answers if one.fact.id in ids], lambda one: one.is_found)


def _found_by(by: By, state: State) -> str:
    return str(sum(one.by is by for one in state.answers))


def _stored_rows(month: Month) -> _Rows:
    def junk(state: State) -> str:
        of_all, per_thousand = share_of_junk(month, state.stored)
        return f"{state.stored.junk} ({of_all:.1%} of all, {per_thousand:.1f} per 1,000)"

    yield "memories in use", lambda state: str(state.stored.active)
    yield "memories put aside", lambda state: str(state.stored.aside)
    said = 2 * len(month.messages)
    yield f"recorded turns, of {said:,} messages and answers", lambda state: f"{state.stored.turns:,}"
    yield "memories learnt from chatter; per 1,000 messages of it", junk
    yield "of those in use", lambda state: str(state.stored.junk_active)
    yield "memories in use that tell a value once more", lambda state: str(state.stored.doubles)
    yield "memories in use that tell a former value only", lambda state: str(state.stored.outdated)
    yield "superseded by what tells another fact or none", lambda state: str(state.stored.superseded_by_other)
    yield "of another speaker than who said it", lambda state: str(state.stored.wrong_speakers)
    yield "of the right day, of those that name one", lambda state: share(state.stored.days_right, state.stored.days)
    yield "profile entries", lambda state: str(state.stored.entries)
    yield "of those learnt from chatter", lambda state: str(state.stored.junk_entries)
    yield "secrets stored", lambda state: f"**{state.stored.secrets}**"


def _by_sort(answers: Sequence[Answered]) -> Iterable[tuple[str, list[Answered]]]:
    yield "all", list(answers)
    for language in sorted({one.fact.language for one in answers}):
        yield language, [one for one in answers if one.fact.language == language]
    for kind in sorted({one.fact.kind for one in answers}):
        yield kind, [one for one in answers if one.fact.kind is kind]


def _changed(state: State) -> list[Answered]:
    return [one for one in state.answers if one.fact.changed]


def _counted(answers: Sequence[Answered], holds: Callable[[Answered], bool]) -> str:
    return share(sum(map(holds, answers)), len(answers))


def _judged(message: Labelled) -> Judged:
    started = process_time()
    candidates = found(message.text, _AT)
    return Judged(said=message, candidates=candidates, seconds=process_time() - started)


def _labelled_line(name: str, judged: Sequence[Judged]) -> str:
    holding = [one for one in judged if one.said.kind]
    taken = [one for one in judged if one.candidates]
    right = sum(one.said.kind is not None for one in taken)
    milliseconds = 1000 * sum(one.seconds for one in judged) / max(1, len(judged))
    shares = [
        _ratio(right, len(taken)),
        _ratio(right, len(holding)),
        _ratio(sum(one.of_kind for one in holding), len(holding)),
    ]
    return f"| {name} | {len(judged)} | {len(holding)} | {' | '.join(shares)} | {milliseconds:.2f} |"


def _ratio(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"
