"""What the rules of capture find in labelled messages: how much of what they take is right, how much they miss.

python3 -m benchmarks.capture_rules [development|chats|held-out] [--missed]

On the development set the rules were made, and made better on the chats somebody else wrote. No rule was made on the
held-out set; its sentences are never printed.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from time import process_time

from benchmarks.data.capture_chats import CHATS
from benchmarks.data.capture_labels import Labelled
from benchmarks.data.capture_sentences import DEVELOPMENT
from benchmarks.progress import Progress
from ltm.domain.candidate import Candidate
from ltm.domain.capture_rules import found

_AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday: the weekdays, days and months the messages name lie after it."""

_HELD_OUT = "benchmarks.data.capture_held_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What was found in one message, in how many seconds of CPU time."""

    said: Labelled
    candidates: Sequence[Candidate]
    seconds: float

    @property
    def of_kind(self) -> bool:
        return any(one.kind is self.said.kind for one in self.candidates)

    @property
    def of_key(self) -> bool:
        return any(_same_key(one.fact_key, self.said.fact_key) for one in self.candidates)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("messages", nargs="?", choices=["development", "chats", "held-out"], default="development")
    parser.add_argument("--missed", action="store_true", help="print what was judged wrong; never of the held-out set")
    arguments = parser.parse_args()
    held_out = arguments.messages == "held-out"
    outcomes = _outcomes(_held_out() if held_out else CHATS if arguments.messages == "chats" else DEVELOPMENT)
    if arguments.missed and not held_out:
        print("\n".join(_faults(outcomes)))
    print(table(outcomes))
    return 0


def table(outcomes: Sequence[Outcome]) -> str:
    """Return precision and recall of all, of each language and of each kind.

    Precision counts messages of which something was taken; a message is right if it holds something, of that kind."""
    lines = [
        "| messages | number | to remember | precision | recall | recall, right kind | right key |",
        "|---" * 7 + "|",
        _line("all", outcomes),
    ]
    for language in ("en", "zh"):
        of_it = [one for one in outcomes if one.said.language == language]
        lines.append(_line(language, of_it))
        for kind in sorted({one.said.kind for one in of_it if one.said.kind}):
            lines.append(_line(f"{language} {kind}", [one for one in of_it if one.said.kind is kind]))
    milliseconds = sorted(one.seconds * 1000 for one in outcomes)
    median, worst = milliseconds[len(milliseconds) // 2], milliseconds[-1]
    return "\n".join([*lines, "", f"CPU time per message: median {median:.2f} ms, worst {worst:.2f} ms"])


def _line(name: str, outcomes: Sequence[Outcome]) -> str:
    holding = [one for one in outcomes if one.said.kind]
    taken = [one for one in outcomes if one.candidates]
    right = [one for one in taken if one.said.kind]
    keyed = [one for one in right if one.said.fact_key]
    shares = (
        _share(len(right), len(taken)),
        _share(len(right), len(holding)),
        _share(sum(one.of_kind for one in right), len(holding)),
        _share(sum(one.of_key for one in keyed), len(keyed)),
    )
    return f"| {name} | {len(outcomes)} | {len(holding)} | {' | '.join(shares)} |"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f}" if whole else "-"


def _same_key(one: str, other: str) -> bool:
    """True for equal keys; what a taste or favourite is of is worded by whoever labels it."""
    return one == other or (":" in one and one.partition(":")[0] == other.partition(":")[0])


def _outcomes(messages: Sequence[Labelled]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    progress = Progress()
    for said in messages:
        start = process_time()
        candidates = found(said.text, _AT)
        outcomes.append(Outcome(said=said, candidates=candidates, seconds=process_time() - start))
        progress.tick(f"{len(outcomes)} of {len(messages)}")
    return outcomes


def _held_out() -> tuple[Labelled, ...]:
    held_out: tuple[Labelled, ...] = import_module(_HELD_OUT).HELD_OUT
    return held_out


def _faults(outcomes: Iterable[Outcome]) -> Iterable[str]:
    for one in outcomes:
        if one.said.kind is None and one.candidates:
            yield f"taken   {one.said.text!r}: {one.candidates[0].kind} {one.candidates[0].text!r}"
        elif one.said.kind and not one.candidates:
            yield f"missed  {one.said.text!r}: {one.said.kind}"
        elif one.said.kind and not one.of_kind:
            yield f"kind    {one.said.text!r}: {one.said.kind}, not {one.candidates[0].kind}"
        elif one.said.fact_key and not one.of_key:
            yield f"key     {one.said.text!r}: {one.said.fact_key}, not {one.candidates[0].fact_key!r}"


if __name__ == "__main__":
    sys.exit(main())
