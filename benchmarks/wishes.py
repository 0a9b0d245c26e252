"""Whose wish a call is: how often a call that the user asked for is refused, and how often an echo of recalled text is.

python3 dev.py bench wishes [--json OUT] [--write]

The labelled sets are benchmarks/data/wishes_*.json; no model is asked.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.rates import Rate
from benchmarks.report import machine, write_section
from benchmarks.wishes_corpus import GENUINE, REPEATED, Split, calls, messages
from ltm.domain.own_words import asks_to_remove, is_echo

_COMMAND = "python3 dev.py bench wishes"
_SPLITS: tuple[Split, ...] = ("dev", "report", "held out")
_EXPLAINED = """\
A call of remember is held against the user's words and the texts of its prompt (eight per scope); it is refused if it
is an echo. Genuine calls are asked for by the user, who tells something new, corrects or restates what is remembered.
Echoes copy an order or a memory of the prompt, profile values or two memories in one, behind a message about something
else; `related`: behind a question about the very subject; `dated`: with a date that the model adds; `rephrased` and
`translated`: in other words, which the rule does not see; `pointing`: the user says "remember that" of what is stored.
A removal goes through if the user's words ask for it. On `dev` the rules were tuned, with sets written later in other
words: of their requests .37, .59, .43 and .90 were recognised when they were first counted, and their faults were then
mended, as were some on `report`. `held out` came last, was counted once and left alone: what to expect of words nobody
tried. In brackets the 95 % interval (Wilson 1927)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a check said of one labelled case; `marked` if it is an echo, or asks to remove."""

    group: str
    language: str
    split: Split
    marked: bool
    text: str


def main() -> int:
    arguments = _arguments()
    found = [*_calls(), *_messages()]
    text = table(found)
    print(f"\n{machine()}\n{text}")
    for one in found if arguments.missed else ():
        if one.split == arguments.missed and one.marked == (one.group in _MARKED_IS_WRONG):
            print(f"{one.group} {one.language}: {one.text}")
    if arguments.json:
        arguments.json.write_text(json.dumps(_results(found), ensure_ascii=False, indent=1), "utf-8")
    if arguments.write:
        write_section("wishes", _COMMAND, text)
    return 0


def table(found: Sequence[Outcome]) -> str:
    """Return the table of all groups: one line per group and language, a column per split."""
    lines = [f"| cases | language | {' | '.join(_SPLITS)} |", "|---" * (2 + len(_SPLITS)) + "|"]
    for group in dict.fromkeys(one.group for one in found):
        of_it = [one for one in found if one.group == group]
        languages = list(dict.fromkeys(one.language for one in of_it))
        lines += [_line(group, "all", of_it)]
        lines += [_line("", name, [one for one in of_it if one.language == name]) for name in languages]
    return "\n".join(["### Whose wish it is", "", _EXPLAINED, "", *lines])


_REFUSED = "genuine calls refused"
_SPARED = "no request, but taken for one"
_MARKED_IS_WRONG = (_REFUSED, _SPARED)


def _calls() -> Iterable[Outcome]:
    for split in _SPLITS:
        for call, injected in calls(split):
            yield Outcome(
                group=_group(call.kind),
                language=call.language,
                split=split,
                marked=is_echo(call.content, injected=injected, said=call.said),
                text=f"{' / '.join(call.said)} -> {call.content}",
            )


def _group(kind: str) -> str:
    if kind == GENUINE:
        return _REFUSED
    return "echoes refused" if kind in REPEATED else f"echoes refused, {kind}"


def _messages() -> Iterable[Outcome]:
    for split in _SPLITS:
        for message in messages(split):
            yield Outcome(
                group="requests to remove, recognised" if message.asks else _SPARED,
                language=message.language if message.language in ("en", "zh") else "ja, th, vi, es",
                split=split,
                marked=asks_to_remove(message.said),
                text=" / ".join(message.said),
            )


def _line(group: str, language: str, found: Sequence[Outcome]) -> str:
    cells = [_share([one.marked for one in found if one.split == split]) for split in _SPLITS]
    return f"| {group} | {language} | {' | '.join(cells)} |"


def _share(marks: Sequence[bool]) -> str:
    if not marks:
        return "-"
    low, high = Rate(found=sum(marks), of=len(marks)).interval()
    return f"{sum(marks)}/{len(marks)} = {sum(marks) / len(marks):.3f} ({low:.3f} to {high:.3f})"


def _results(found: Sequence[Outcome]) -> dict[str, object]:
    groups: dict[str, object] = {}
    for split in _SPLITS:
        for group in dict.fromkeys(one.group for one in found):
            marks = [one.marked for one in found if (one.group, one.split) == (group, split)]
            groups[f"{group} ({split})"] = {"marked": sum(marks), "count": len(marks)}
    return groups


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=_COMMAND, description=__doc__)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the numbers there")
    parser.add_argument("--write", action="store_true", help="write the section of docs/benchmarks.md")
    parser.add_argument("--missed", choices=_SPLITS, help="print the cases of that split that came out wrong")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
