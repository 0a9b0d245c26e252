"""The command line: `chat`, `tool`, `command`, `ingest`, and `export` and `import` of Markdown."""

import argparse
import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from ltm.errors import LongTermMemoryError
from ltm.standalone.chat import ChatModel, chat
from ltm.standalone.host import StandaloneHost
from ltm.standalone.markdown import export_markdown, import_markdown
from ltm.standalone.queries import Place
from ltm.standalone.wiring import DEFAULT_MODELS, PLATFORM, Options, build

_DEFAULTS = "; ".join(f"{model} ({embedder})" for embedder, model in DEFAULT_MODELS.items())
_DESCRIPTION = "Long-term memory without LangBot: the plugin's own components on embedded storage."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the process's exit code."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.INFO if arguments.verbose else logging.ERROR, stream=sys.stderr)
    try:
        return asyncio.run(_run(arguments))
    except LongTermMemoryError as exc:
        print(f"error: {exc}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as exc:
        print(f"error: {type(exc).__name__}: {exc} (run with --verbose for more)", file=sys.stderr)
        if arguments.verbose:
            raise
        return 1


async def _run(arguments: argparse.Namespace) -> int:
    options = Options(
        data=arguments.data,
        store=arguments.store,
        chroma_url=arguments.chroma_url,
        qdrant_url=arguments.qdrant_url,
        qdrant_api_key=os.environ.get("QDRANT_API_KEY", ""),
        embedder=arguments.embedder,
        base_url=arguments.base_url,
        api_key=os.environ.get("OPENAI_API_KEY", ""),
        embedding_model=arguments.embedding_model,
    )
    speaker_id, _, speaker_name = arguments.speaker.partition(":")
    admins = [f"{PLATFORM}:{speaker_id}"] if arguments.admin else []
    config = {
        "language": arguments.language,
        "admins": admins,
        "capture": arguments.capture,
        "extraction_model_uuid": arguments.side_model,
        "session_index": arguments.session_index,
    }
    host = StandaloneHost(build(options, config), {"isolation": arguments.isolation})
    await host.start()
    place = Place(session=arguments.session, speaker_id=speaker_id, speaker_name=speaker_name)
    match arguments.what:
        case "chat":
            model = ChatModel(arguments.chat_model, arguments.base_url) if arguments.chat_model else None
            await chat(host, place, model, show_prompt=arguments.show_prompt)
        case "tool":
            print(await host.call_tool(place, arguments.name, _json_object(arguments.params), arguments.message))
        case "command":
            print("\n".join(await host.command(place, " ".join(["memory", *arguments.words]), yes=arguments.yes)))
            if arguments.words[:1] == ["reindex"]:
                await host.reindexed(place, print)
        case "ingest":
            result = await host.ingest(arguments.file, arguments.document)
            print(f"{result.status.value}: {result.chunks_created} stored, document {result.document_id}")
            if result.error_message:
                print(result.error_message, file=sys.stderr)
            return 0 if result.status.value == "completed" else 1
        case "export" | "import":
            print("\n".join(await _markdown(host, place, arguments)))
    await host.settled()
    return 0


async def _markdown(host: StandaloneHost, place: Place, arguments: argparse.Namespace) -> list[str]:
    if arguments.what == "export":
        return await export_markdown(host, place, arguments.markdown, force=arguments.force)
    return await import_markdown(host, place, arguments.markdown, dry_run=arguments.dry_run)


def _json_object(text: str) -> dict[str, object]:
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError as exc:
        raise SystemExit(f'error: the parameters are not JSON ({exc}); try \'{{"content": "..."}}\'') from exc
    if not isinstance(parsed, dict):
        raise SystemExit("error: the parameters must be a JSON object")
    return parsed


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    where = common.add_argument_group("where memories are kept")
    where.add_argument("--data", type=Path, default=Path("ltm-data"), help="directory (default: ./ltm-data)")
    where.add_argument("--store", choices=["chroma", "qdrant"], default="chroma", help="vector store")
    where.add_argument("--chroma-url", default="", help="a Chroma server; default: embedded in --data")
    where.add_argument("--qdrant-url", default="", help="a Qdrant server; its key is read from QDRANT_API_KEY")
    where.add_argument("--isolation", choices=["session", "bot"], default="session")
    how = common.add_argument_group("embeddings and models")
    embedders = ["local", "openai", "fastembed"]
    how.add_argument("--embedder", choices=embedders, default="local", help="local is built in and offline")
    how.add_argument("--base-url", default="", help="an OpenAI-compatible endpoint; its key is OPENAI_API_KEY")
    how.add_argument("--embedding-model", default="", help=f"default: {_DEFAULTS}")
    learns = common.add_argument_group("what is learnt from talk")
    modes = ["off", "rules", "llm", "review"]
    learns.add_argument("--capture", choices=modes, default="off", help="what finds it; review: !memory candidates")
    learns.add_argument("--side-model", default="", help="a chat model at --base-url, to learn and to tidy up with")
    learns.add_argument("--session-index", action="store_true", help="remember whole conversations")
    who = common.add_argument_group("who speaks where")
    who.add_argument("--session", default="group_1", help="group_<id> or person_<id>")
    who.add_argument("--admin", action="store_true", help="the speaker is an administrator of the memory")
    who.add_argument("--speaker", default="1", help="<id> or <id>:<name>")
    common.add_argument("--language", choices=["en_US", "zh_Hans"], default="en_US", help="of command answers")
    common.add_argument("--verbose", action="store_true", help="log ids, counts and milliseconds")

    parser = argparse.ArgumentParser(prog="python -m ltm", description=_DESCRIPTION)
    commands = parser.add_subparsers(dest="what", required=True)
    talk = commands.add_parser("chat", parents=[common], help="talk in a terminal; /help tells how")
    talk.add_argument("--chat-model", default="", help="a chat model at --base-url; without one only memory answers")
    talk.add_argument("--show-prompt", action="store_true", help="print what is injected for each message")
    tool = commands.add_parser("tool", parents=[common], help="call a tool as the bot's model would")
    tool.add_argument("name", help="remember, recall_memory, update_profile or forget")
    tool.add_argument("params", nargs="?", default="{}", help="a JSON object")
    tool.add_argument("--message", default=None, help="what the user said; default: what is called is what he wants")
    command = commands.add_parser("command", parents=[common], help="run a !memory command")
    command.add_argument("words", nargs="*", help="for example: search peanuts")
    command.add_argument("--yes", action="store_true", help="confirm at once what asks for a confirmation code")
    ingest = commands.add_parser("ingest", parents=[common], help="import a JSON file of memories")
    ingest.add_argument("file", type=Path)
    ingest.add_argument("--document", default="", help="a name to import it under; importing it again replaces it")
    export = commands.add_parser("export", parents=[common], help="write memories as Markdown files, to be edited")
    export.add_argument("--markdown", type=Path, required=True, metavar="DIR", help="where MEMORY.md and memory/ go")
    export.add_argument("--force", action="store_true", help="keep what is in the way aside instead of refusing")
    back = commands.add_parser("import", parents=[common], help="take over edited files, or those of OpenClaw")
    back.add_argument("--markdown", type=Path, required=True, metavar="DIR", help="where MEMORY.md and memory/ are")
    back.add_argument("--dry-run", action="store_true", help="say what would change, and change nothing")
    return parser
