"""What is learnt from a month of a group's chat: how much of what people told is found later, what else was stored, and
what consolidation makes of it.

python3 dev.py bench capture [--seed N] [--misses] [--print-only]
python3 dev.py bench capture --index
python3 dev.py bench capture --replies [--turns N] [--rounds N]

The month is benchmarks/month.py, lived through by the real services on embedded Chroma with the built-in embedder and
the rules that need no model; the clock shows the time of each message. With --index conversations are recorded as well;
--replies measures instead how long a reply takes with learning on and off in the real LangBot. Each writes a section
of its own. The exit code is 1 if a secret was stored or if undoing did not bring all back.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.capture_month import ASIDE, GROUP, KEYED, Lived, lived, told_whole
from benchmarks.capture_questions import TOP_K, Answered, Miss, answers, reason, tellers
from benchmarks.capture_stored import same_records, stored
from benchmarks.capture_tables import State, labelled_table, miss_table, state_table
from benchmarks.data.capture_chats import CHATS
from benchmarks.data.capture_held_out import HELD_OUT
from benchmarks.data.capture_sentences import DEVELOPMENT
from benchmarks.month import MEMBERS, Month, month
from benchmarks.progress import Progress, positive
from benchmarks.report import machine, write_section
from ltm.domain.audit import OPERATOR
from ltm.domain.consolidation_runs import Outcome
from ltm.domain.episode import Episode
from ltm.errors import LongTermMemoryError

_COMMAND = "python3 dev.py bench capture"
_DEFAULT_SEED = 7
_MEMORY = Path("/dev/shm")
"""Where there is one: what is measured is what is learnt, and a disk that is waited for doubles the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What one life of the month came to, before and after consolidation and when that was undone again."""

    life: Lived
    states: tuple[State, State]
    misses: tuple[tuple[Answered, Miss], ...]
    consolidated: Outcome
    undone: Outcome | None
    is_as_before: bool

    @property
    def is_sound(self) -> bool:
        return self.is_as_before and not any(state.stored.secrets for state in self.states)


def main() -> int:
    arguments = _arguments()
    logging.getLogger("ltm").setLevel(logging.ERROR)
    if arguments.replies:
        return _replies(arguments)
    chat = month(arguments.seed)
    try:
        results, cost = asyncio.run(_measured(chat, with_index=arguments.index))
    except LongTermMemoryError as error:
        print(f"bench capture: {error}", file=sys.stderr)
        return 1
    text = _report(chat, arguments.seed, results, cost, with_index=arguments.index)
    print(f"\n{machine()}\n{text}")
    if arguments.misses:
        print("\n".join(line for result in results for line in _missed(result)))
    if not arguments.print_only and arguments.seed == _DEFAULT_SEED:
        _write("index" if arguments.index else "", text)
    return 0 if all(result.is_sound for result in results) else 1


async def _measured(chat: Month, *, with_index: bool) -> tuple[list[Result], str]:
    """Return what was learnt, then without an index what whole messages would have given, and what it all cost."""
    progress, started = Progress(), perf_counter()
    with tempfile.TemporaryDirectory(dir=_memory(), ignore_cleanup_errors=True) as scratch:
        async with lived(chat, Path(scratch), with_index=with_index, progress=progress) as life:
            results = [await _result("by rules", life)]
            megabytes = await asyncio.to_thread(_megabytes, Path(scratch))
            if not with_index:
                print("-- every message that tells something, remembered as it is", flush=True)
                results.append(await _result("told whole", await told_whole(life, ASIDE)))
                results.append(await _result("told whole, keys known", await told_whole(life, KEYED, keyed=True)))
                results.append(await _result("both", await told_whole(life, GROUP)))
    expiring = f", deleting {life.expired:,} turns beyond the limit {life.expiring_s:.0f} s" if life.expired else ""
    return results, (
        f"Learning took {life.seconds:.0f} s ({1000 * life.seconds / len(chat.messages):.1f} ms a turn) and "
        f"{megabytes:.0f} MB of storage{expiring}; the whole benchmark {perf_counter() - started:.0f} s."
    )


async def _result(name: str, life: Lived) -> Result:
    before = await _records(life)
    first = await _state(name, life, before)
    consolidated = await life.memory.consolidation.run(life.scope, by=OPERATOR)
    second = await _state(f"{name}, consolidated", life, await _records(life))
    undone = await _undone(life, consolidated)
    return Result(
        life=life,
        states=(first, second),
        misses=_misses(life, first, before),
        consolidated=consolidated,
        undone=undone,
        is_as_before=same_records(before, await _records(life)),
    )


async def _records(life: Lived) -> list[tuple[Episode, bytes]]:
    """Return every memory of the scope with its vector."""
    return [
        (record.episode, record.embedding.vector.tobytes())
        async for batch in life.memory.episodes.scan(life.scope)
        for record in batch
    ]


async def _state(name: str, life: Lived, records: Sequence[tuple[Episode, bytes]]) -> State:
    ids = [member.speaker.id for member in MEMBERS]
    profiles = {id: await life.application.profiles.speaker_profile(life.session, id) for id in ids}
    episodes = [episode for episode, _ in records]
    return State(name=name, answers=await answers(life), stored=stored(life.month, episodes, profiles))


async def _undone(life: Lived, outcome: Outcome) -> Outcome | None:
    if not outcome.run_id:
        return None
    return await life.memory.consolidation.undo(life.scope, outcome.run_id, by=OPERATOR)


def _misses(life: Lived, state: State, records: Sequence[tuple[Episode, bytes]]) -> tuple[tuple[Answered, Miss], ...]:
    episodes = {episode.id: episode for episode, _ in records}
    told = tellers(episodes.values(), life.month.messages)
    return tuple(
        (one, reason(one.fact, episodes, told, life.month.messages)) for one in state.answers if not one.is_found
    )


def _report(chat: Month, seed: int, results: Sequence[Result], cost: str, *, with_index: bool) -> str:
    states = [state for result in results for state in result.states]
    parts = [f"{_heading(chat, seed, results[0])} {cost}", state_table(chat, states)]
    parts += [_consolidation(result) for result in results]
    if not with_index:
        sets = [("development", DEVELOPMENT), ("chats", CHATS), ("held out", HELD_OUT)]
        parts = [labelled_table(sets), *parts]
        parts += [miss_table(result.states[0].name, result.misses) for result in results[:2]]
    return "\n\n".join(parts)


def _heading(chat: Month, seed: int, result: Result) -> str:
    changed, status = sum(fact.changed for fact in chat.facts), result.life.status
    return (
        f"Seed {seed}: {len(chat.messages):,} messages of a month, {len(chat.junk):,} of them chatter; "
        f"{len(chat.facts)} planted facts, {changed} of which change. {status.mined:,} turns were looked through, "
        f"{status.turns} wait, {sum(status.dropped.values())} candidates were dropped. A fact is found where its "
        f"current value stands in what whoever told it has in his own profile or among the best {TOP_K} for a "
        f"question about it."
    )


def _consolidation(result: Result) -> str:
    counts, undone = result.consolidated.counts, result.undone
    did = (
        f"Consolidation, {result.states[0].name}: merged {counts.merged} pairs, superseded "
        f"{counts.superseded} memories ({counts.contradictions} as contradictions), archived {counts.archived}, "
        f"promoted {counts.promoted} and skipped {result.consolidated.skipped}."
    )
    if undone is None:
        return did
    back = "every memory and vector is as before" if result.is_as_before else "**not all is as before**"
    return f"{did} Undone, it put back {undone.restored} and deleted {undone.deleted}: {back}."


def _missed(result: Result) -> list[str]:
    return [
        f"{one.fact.id:12} {one.fact.language} {one.fact.kind:12} {'stale ' if one.is_stale else '      '}{why}"
        for one, why in result.misses
    ]


def _memory() -> Path | None:
    return _MEMORY if _MEMORY.is_dir() else None


def _megabytes(directory: Path) -> float:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file()) / 1e6


def _replies(arguments: argparse.Namespace) -> int:
    from benchmarks.capture_reply import measured  # boots LangBot

    text = measured(arguments.turns, arguments.rounds, lambda said: print(f"-- {said}", flush=True))
    print(f"\n{machine()}\n{text}")
    if not arguments.print_only:
        _write("replies", text)
    return 0


def _write(mode: str, text: str) -> None:
    write_section(f"capture {mode}".rstrip(), f"{_COMMAND} --{mode}" if mode else _COMMAND, text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=_DEFAULT_SEED, help="of the month; others are printed only")
    parser.add_argument("--index", action="store_true", help="with conversations recorded as turns")
    parser.add_argument("--misses", action="store_true", help="print why each question is missed")
    parser.add_argument("--replies", action="store_true", help="what learning costs a reply (boots LangBot)")
    parser.add_argument("--turns", type=positive, default=20, help="messages per round, for --replies (default 20)")
    parser.add_argument("--rounds", type=positive, default=4, help="rounds off and on, for --replies (default 4)")
    parser.add_argument("--print-only", action="store_true", help="leave docs/ as it is")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
