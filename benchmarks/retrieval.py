"""How well the memories that answer a question are found, by this plugin and by the formulas of other systems.

python3 dev.py bench retrieval [--set FILE]... [--embedder NAME] [--method NAME]... [--recorded] [--json OUT] [--write]

Memories are stored by the import and found by the recall service, as in a chat, over a database in this process's
memory and the index that every deployment keeps in front of its own. With --recorded, turns of conversations are stored
as they are beside a chat, one after the other, and find their conversations by themselves. A set is a JSON file
{"name", "cases": [{"scope", "now", "memories": [{"id", "text", "speaker", "at", "session"}],
"queries": [{"id", "text", "category", "relevant": [memory ids], "context": [earlier user turns]}]}]}
with times in ISO 8601; memories of one session above 0 are the turns of a conversation, in order, and those of
session 0 facts that stand alone.
"""

import argparse
import asyncio
import json
import os
import shlex
import sys
from pathlib import Path

from benchmarks import retrieval_sets as sets
from benchmarks.progress import Progress
from benchmarks.report import machine, write_section
from benchmarks.retrieval_baselines import COMPARED, METHODS
from benchmarks.retrieval_metrics import LISTED
from benchmarks.retrieval_report import results, tables
from benchmarks.retrieval_run import Bench
from ltm.adapters.fastembed_embedder import FastembedEmbedder
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.openai_embedder import OpenAIEmbedder
from ltm.errors import LongTermMemoryError
from ltm.ports.embedder import Embedder

_COMMAND = "python3 dev.py bench retrieval"
_LOCAL = "local"
_EXPLAINED = f"""\
R@k: share of a question's relevant memories among the first k. hit@10: questions with any among the first 10. MRR: 1 /
place of the first one among the first {LISTED}. All are means over questions, without the adversarial ones (they have
no answer, only a lure), which have a table of their own. ms: one recall of {LISTED} memories, with embedding the
question.

Every method gets the plugin's own vectors and words of the memories and of the question with its earlier turns, and
differs in the formula alone. A turn is embedded after the turn before it, and a question without the names of known
speakers, so that `dense` and all that builds on it find more here than over plain vectors of both. `ours` is what the
plugin does, the others are formulas as other systems describe them (benchmarks/retrieval_baselines.py)."""


def main() -> int:
    arguments = _arguments()
    paths = arguments.set or list(sets.DEFAULTS)
    if absent := sets.missing(paths):
        _complain(f"not there: {', '.join(map(str, absent))}")
        _complain(f"give sets of your own with --set FILE; {_COMMAND} --help says what they look like")
        return 2
    try:
        found = [sets.read(path) for path in paths]
        embedder = _embedder(arguments)
        measured_tables, measured_results = asyncio.run(
            _measured(found, embedder, arguments.method or COMPARED, recorded=arguments.recorded)
        )
    except (sets.SetError, LongTermMemoryError) as error:
        _complain(str(error))
        return 2 if isinstance(error, sets.SetError) else 1
    text = "\n\n".join([_heading(embedder, arguments.recorded), _EXPLAINED, *measured_tables])
    print(f"\n{machine()}\n{text}")
    if arguments.json:
        arguments.json.write_text(json.dumps({"results": measured_results}, ensure_ascii=False, indent=1), "utf-8")
    chosen = arguments.set or arguments.method or arguments.recorded
    is_default = not chosen and arguments.embedder == _LOCAL
    if arguments.write or is_default:
        _write(text, arguments)
    return 0


async def _measured(
    found: list[sets.RetrievalSet], embedder: Embedder, methods: list[str], *, recorded: bool
) -> tuple[list[str], list[dict[str, object]]]:
    bench = Bench(embedder, Progress(), recorded=recorded)
    tables_, results_ = [], []
    try:
        for one in found:
            print(f"-- {one.name}", flush=True)
            measured = await bench.measure(one, {name: METHODS[name] for name in methods})
            tables_.append(tables(one, measured))
            results_ += results(one.name, measured)
    finally:
        if isinstance(embedder, OpenAIEmbedder):
            await embedder.close()
    return tables_, results_


def _heading(embedder: Embedder, recorded: bool) -> str:
    stored = " Turns are recorded as they are beside a chat." if recorded else ""
    return f"Embedder `{embedder.model}`; database in memory, every scope's index loaded.{stored}"


def _write(text: str, arguments: argparse.Namespace) -> None:
    """Write the page's section; each embedder has its own. The command is named without this machine's paths."""
    command = _COMMAND.split()
    for path in arguments.set or ():
        command += ["--set", path.name]
    if arguments.embedder != _LOCAL:
        command += ["--embedder", arguments.embedder]
    for method in arguments.method or ():
        command += ["--method", method]
    command += ["--recorded"] if arguments.recorded else []
    name = "retrieval" if arguments.embedder == _LOCAL else f"retrieval with {arguments.embedder}"
    name += " of recorded talk" if arguments.recorded else ""
    write_section(name, shlex.join(command), text)


def _embedder(arguments: argparse.Namespace) -> Embedder:
    kind, _, model = str(arguments.embedder).partition(":")
    match kind:
        case "openai":
            key = os.environ.get(arguments.api_key_env, "")
            return OpenAIEmbedder(model=model, base_url=arguments.base_url, api_key=key)
        case "fastembed":
            return FastembedEmbedder(model, threads=1)
        case _:
            return LocalEmbedder()


def _complain(text: str) -> None:
    print(f"bench retrieval: {text}", file=sys.stderr)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=_COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    defaults = " and ".join(path.name for path in sets.DEFAULTS)
    parser.add_argument(
        "--set", type=Path, action="append", metavar="FILE", help=f"repeatable; default {defaults} in {sets.DATA}"
    )
    parser.add_argument(
        "--embedder",
        type=_embedder_name,
        default=_LOCAL,
        metavar="NAME",
        help="local (default), openai:MODEL or fastembed:MODEL",
    )
    parser.add_argument("--base-url", help="of a server that speaks OpenAI's embeddings API")
    parser.add_argument("--api-key-env", default="OPENAI_API_KEY", metavar="NAME", help="default %(default)s")
    parser.add_argument("--method", action="append", choices=METHODS, help=f"repeatable; default {', '.join(COMPARED)}")
    parser.add_argument("--recorded", action="store_true", help="have turns recorded instead of imported")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers there")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md, as the defaults do")
    return parser.parse_args()


def _embedder_name(text: str) -> str:
    kind, _, model = text.partition(":")
    if text == _LOCAL or (kind in ("openai", "fastembed") and model):
        return text
    raise argparse.ArgumentTypeError("must be local, openai:MODEL or fastembed:MODEL")


if __name__ == "__main__":
    sys.exit(main())
