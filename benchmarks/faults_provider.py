"""The embedding provider away or talking nonsense while people write and ask."""

import asyncio
import random
import time
from collections.abc import Sequence

from benchmarks.faults_audit import audit, search
from benchmarks.faults_chat import SPEAKERS, BenchError, facts_for
from benchmarks.faults_langbot import LangBotChat
from benchmarks.faults_ledger import Fact, Findings, Ledger, listed
from benchmarks.faults_outcome import Outcome
from demo.langbot import LangBotHost, ModelServer

FAULTS = ("timeout", "429", "500", "truncated", "dimension")

_NEVER_S = 600.0
_BACK_WITHIN_S = 240.0
_PAUSE_S = 5.0
_BEFORE = 3
_TOP_K = 50


def break_embeddings(models: ModelServer, fault: str) -> None:
    """Make the embedding endpoint fail in that way from now on; "" repairs it."""
    models.embedding_delay = _NEVER_S if fault == "timeout" else 0.0
    models.embedding_status = int(fault) if fault.isdigit() else 200
    models.embedding_fault = "truncated" if fault == "truncated" else "dimension" if fault == "dimension" else ""


async def provider_fault(
    host: LangBotHost, chat: LangBotChat, fault: str, seed: int, session: str, writes: int
) -> Outcome:
    """Have two people remember before and during the fault; after it everything must be found by meaning."""
    started = time.monotonic()
    name = f"embeddings: {fault}, seed {seed}"
    [pairs] = (await facts_for([session], writes + _BEFORE, random.Random(f"{fault} {seed}"))).values()
    facts = [Fact(pair.fact, SPEAKERS[place % 2]) for place, pair in enumerate(pairs[: writes + _BEFORE])]
    ledger = Ledger(facts=facts)
    for fact in facts[:_BEFORE]:
        await _remember(chat, session, ledger, fact)
    print(f"-- {name}: the provider fails now", flush=True)
    break_embeddings(host.llm, fault)
    try:
        slowest = max([await _remember(chat, session, ledger, fact) for fact in facts[_BEFORE:]])
        missed = await _not_found_by_words(chat, session, facts)
    finally:
        break_embeddings(host.llm, "")
    print(f"-- {name}: the provider is back, {ledger.acknowledged} of {len(facts)} acknowledged", flush=True)
    back = await _by_meaning(chat, session, facts)
    seen = await audit(chat, {session: ledger}, name)
    wrong = [*missed, *back[1], *await _out_of_order(chat, session, facts)]
    return Outcome(
        case=name,
        tried=ledger.tried,
        acknowledged=ledger.acknowledged,
        faults=1,
        findings=seen.findings + Findings(lost=tuple(wrong)),
        seconds=time.monotonic() - started,
        notes=(
            f"slowest write {slowest:.1f} s",
            f"found by meaning after {back[0]:.0f} s" if not back[1] else "not all are found by meaning",
            *ledger.refused,
        ),
    )


async def _remember(chat: LangBotChat, session: str, ledger: Ledger, fact: Fact) -> float:
    """Have it remembered and return the seconds that took."""
    started = time.monotonic()

    def heard(answer: str) -> None:
        if not fact.remembered(answer):
            ledger.refused[answer[:160]] += 1

    arguments: dict[str, object] = {"content": fact.content}
    await chat.call(session, fact.speaker, "remember", arguments, f"please remember that {fact.content}", heard)
    return time.monotonic() - started


async def _not_found_by_words(chat: LangBotChat, session: str, facts: Sequence[Fact]) -> list[str]:
    """Search each acknowledged fact by two of its own words while there is no vector for them."""
    missed = []
    for fact in facts:
        if fact.id:
            found = await search(chat, session, fact.speaker, " ".join(fact.content.split()[1:3]), top_k=3)
            if fact.id not in {memory["id"] for memory in found}:
                missed.append(f"not found by its words: {fact.id}")
    return missed


async def _by_meaning(chat: LangBotChat, session: str, facts: Sequence[Fact]) -> tuple[float, list[str]]:
    """Return the seconds until all acknowledged facts are compared by their vectors, and those that never were."""
    started = time.monotonic()
    wanted = {fact.id for fact in facts if fact.id}
    missing = wanted
    while missing and time.monotonic() - started < _BACK_WITHIN_S:
        await asyncio.sleep(_PAUSE_S)
        try:
            found = await search(chat, session, SPEAKERS[0], "what is kept where", top_k=_TOP_K, debug=True)
        except BenchError:
            continue
        missing = wanted - {str(memory["id"]) for memory in found if _has_cosine(memory)}
    return time.monotonic() - started, [f"never found by meaning: {each}" for each in sorted(missing)]


def _has_cosine(memory: dict[str, object]) -> bool:
    terms = memory.get("debug")
    return isinstance(terms, dict) and terms.get("cosine") is not None


async def _out_of_order(chat: LangBotChat, session: str, facts: Sequence[Fact]) -> list[str]:
    """Compare the order of the list, newest first, with the order of the acknowledgements."""
    pages = [
        await chat.command(session, SPEAKERS[0], f"!memory list {number + 1}") for number in range(-(-len(facts) // 10))
    ]
    shown = [memory.id for memory in listed(pages)]
    kept = [fact.id for fact in facts if fact.id]
    return (
        [] if [each for each in reversed(shown) if each in kept] == kept else [f"listed in another order in {session}"]
    )
