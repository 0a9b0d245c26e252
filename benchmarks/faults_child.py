"""The memory without LangBot in a process of its own, asked by lines of JSON, so that it can be killed.

A line asks `{"n": 1, "kind": "tool" | "command" | "fill" | "free", ...}`; the answer is `{"n": 1, "answer": text}`,
written and flushed the moment it is known. "fill" lets no file of this process grow, "free" lets all grow again.
"""

import argparse
import asyncio
import contextlib
import json
import resource
import sys
from pathlib import Path
from typing import Any

from ltm.standalone.host import StandaloneHost
from ltm.standalone.queries import Place
from ltm.standalone.wiring import Options, build

_FULL = 4_096
"""Bytes a file may have under "fill", less than any here has already. It needs no rights and works on every POSIX
system; a tmpfs of 24 MB with a ballast file gave the same answers and the same freeze (see `full_disk`)."""


async def _main(data: Path) -> None:
    host = StandaloneHost(build(Options(data=data), {}), {"isolation": "session"})
    await host.start()
    _say({"n": 0, "answer": "ready"})
    reader = asyncio.StreamReader(limit=2**20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    asking: set[asyncio.Task[None]] = set()
    while line := await reader.readline():
        request = json.loads(line)
        task = asyncio.create_task(_answer(host, request))
        asking.add(task)
        task.add_done_callback(asking.discard)
    await asyncio.gather(*asking)
    await host.settled()


async def _answer(host: StandaloneHost, request: dict[str, Any]) -> None:
    place = Place(session=request.get("session", "group_1"), speaker_id=request.get("speaker", "1"))
    try:
        match request["kind"]:
            case "tool":
                answer = await host.call_tool(place, request["tool"], request["arguments"], request["text"])
            case "command":
                answer = "\n".join(await host.command(place, request["text"]))
            case "fill":
                answer = _limit(_FULL)
            case "free":
                answer = _limit(resource.RLIM_INFINITY)
            case other:
                answer = f"there is no {other}"
    except BaseException as exc:
        # Chroma's panics are no Exception, and who asked waits for an answer.
        answer = f"UNEXPECTED {type(exc).__name__}: {exc}"
    _say({"n": request["n"], "answer": answer})


def _limit(size: int) -> str:
    # Python ignores the signal that comes with it, so that a write beyond fails with EFBIG.
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    return "limited"


def _say(answer: dict[str, object]) -> None:
    print(json.dumps(answer), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    arguments = _arguments()
    with contextlib.suppress(BrokenPipeError):
        asyncio.run(_main(arguments.data))
