"""Looking at everything a session's memory shows, and judging it."""

import asyncio
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.faults_chat import SPEAKERS, BenchError, Chat
from benchmarks.faults_ledger import Findings, Ledger, Seen, judge, listed
from benchmarks.progress import Progress

_TOP_K = 50
_LOOKS = 3
_PAUSE_S = 5.0
_PAGES = re.compile(r"Page \d+ of (\d+)")


@dataclass(frozen=True, slots=True)
class Audit:
    """What is wrong, and how many seconds after the first look that was so (0 where it never changed)."""

    findings: Findings
    settled_s: float


async def audit(chat: Chat, ledgers: Mapping[str, Ledger], label: str) -> Audit:
    """Judge all sessions; where something is wrong look again, for what is repaired beside the chat."""
    started = time.monotonic()
    for look in range(_LOOKS):
        if look:
            await asyncio.sleep(_PAUSE_S)
        seen = await _look(chat, ledgers, label)
        findings = sum((judge(ledgers[session], seen[session]) for session in ledgers), Findings())
        if not findings.total:
            break
    return Audit(findings, time.monotonic() - started if look else 0.0)


async def search(chat: Chat, session: str, speaker: str, query: str, **options: object) -> list[dict[str, object]]:
    """Return what the model's own search finds. Raises BenchError if it gets no answer, asked more than once."""
    heard: list[str] = []
    arguments = {"query": query, **options}
    for _ in range(_LOOKS):
        await chat.call(session, speaker, "recall_memory", arguments, f"what of {query}?", heard.append)
        if heard:
            break
    try:
        memories: list[dict[str, object]] = json.loads(heard[-1])["memories"]
    except (IndexError, ValueError) as exc:
        raise BenchError(f"recall_memory did not answer: {heard[-1:]}") from exc
    return memories


async def _look(chat: Chat, ledgers: Mapping[str, Ledger], label: str) -> dict[str, Seen]:
    progress = Progress()

    async def one(session: str, ledger: Ledger) -> Seen:
        seen = await _look_at(chat, session, ledger)
        progress.tick(f"{label}: looking at {session}")
        return seen

    print(f"-- {label}: looking at {len(ledgers)} sessions", flush=True)
    seen = await asyncio.gather(*(one(session, ledger) for session, ledger in ledgers.items()))
    return dict(zip(ledgers, seen, strict=True))


async def _look_at(chat: Chat, session: str, ledger: Ledger) -> Seen:
    first = await chat.command(session, SPEAKERS[0], "!memory list")
    match = _PAGES.search(first)
    pages = [first] + [
        await chat.command(session, SPEAKERS[0], f"!memory list {number}")
        for number in range(2, int(match[1]) + 1 if match else 2)
    ]
    seen = Seen(listed=listed(pages))
    # A search for anything finds the fifty nearest, gone ones too; what is not among them is searched by its own words.
    seen.found = await _found(chat, session, "what is kept where", _TOP_K)
    gone = [fact.content for fact in ledger.facts if fact.forget_tried]
    missed = [memory.content for memory in seen.listed if not memory.superseded and memory.id not in seen.found]
    for query in [*missed, *gone]:
        seen.found |= await _found(chat, session, query, 3)
    for speaker in sorted({speaker for speaker, _ in ledger.edits}):
        seen.profiles[speaker] = await chat.command(session, speaker, "!memory profile")
    return seen


async def _found(chat: Chat, session: str, query: str, top_k: int) -> set[str]:
    return {str(memory["id"]) for memory in await search(chat, session, SPEAKERS[0], query, top_k=top_k)}
