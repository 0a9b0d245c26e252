"""The decisions after ranking, each taken by the recall service as in a chat: whether anything is shown at all, which
of two values of one fact comes first, and which of a fact and the talk that it was learnt from.

python3 dev.py bench decisions [--json OUT] [--write]

The labelled sets are benchmarks/data/; how often the questions of the retrieval benchmark are met with silence is
measured too where its sets are there.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import retrieval_sets as sets
from benchmarks.decisions_facts import Place, fact_table, places, rates
from benchmarks.decisions_silence import Shown, shown_in_off_topic, silence, silence_table
from benchmarks.decisions_talk import Found, found_in_talk, talk_rates, talk_table
from benchmarks.progress import Progress
from benchmarks.report import machine, write_section
from benchmarks.stored_scope import ScopeBench
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.errors import LongTermMemoryError

_COMMAND = "python3 dev.py bench decisions"
_SPLIT = "report"


def main() -> int:
    arguments = _arguments()
    try:
        text, results = asyncio.run(_measured())
    except (sets.SetError, LongTermMemoryError) as error:
        print(f"bench decisions: {error}", file=sys.stderr)
        return 2 if isinstance(error, sets.SetError) else 1
    print(f"\n{machine()}\n{text}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, ensure_ascii=False, indent=1), "utf-8")
    if arguments.write or not arguments.json:
        write_section("decisions", _COMMAND, text)
    return 0


async def _measured() -> tuple[str, dict[str, object]]:
    bench = ScopeBench(LocalEmbedder(), Progress())
    print("-- whether to show anything", flush=True)
    shown = await shown_in_off_topic(bench, _SPLIT)
    shifted = await shown_in_off_topic(bench, _SPLIT, after_others=True)
    answered = {path.stem: await silence(bench, sets.read(path)) for path in sets.DEFAULTS if path.is_file()}
    print("-- the newer of two values", flush=True)
    before = await places(bench, settles=False)
    after = await places(bench, settles=True)
    print("-- a fact and the turn it was learnt from", flush=True)
    plain = await found_in_talk(bench, settles=False)
    talk = await found_in_talk(bench, settles=True)
    text = "\n\n".join([silence_table(shown, shifted, answered), fact_table(before, after), talk_table(plain, talk)])
    return text, _results(shown, answered, before, after) | _talk_results(plain, talk)


def _talk_results(before: Sequence[Found], after: Sequence[Found]) -> dict[str, object]:
    return {"told_in_talk": {"without_the_rule": talk_rates(before), "with_the_rule": talk_rates(after)}}


def _results(
    shown: Sequence[Shown], silent: dict[str, float], before: Sequence[Place], after: Sequence[Place]
) -> dict[str, object]:
    return {
        "inject": {
            "shown": [{"category": one.category, "language": one.language, **one.outcome()} for one in shown],
            "silent": silent,
        },
        "changed_facts": {"without_the_rule": rates(before), "with_the_rule": rates(after)},
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=_COMMAND, description=__doc__)
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers there, and no page")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md, as the defaults do")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
