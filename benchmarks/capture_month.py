"""The month of chat lived through by the real services: every message is answered, and learnt from when that is due."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter
from uuid import NAMESPACE_OID, uuid5

from benchmarks.month import DAYS, START, Message, Month
from benchmarks.progress import Progress
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.application import Application
from ltm.config import PluginConfig
from ltm.domain.episode import EpisodeId
from ltm.domain.gate import NewEpisode
from ltm.domain.mining import MiningStatus
from ltm.domain.scope import Scope, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import NotConfigured
from ltm.memory import Memory, Shared, assembled
from ltm.ports.embedder import EmbedderChain
from ltm.ports.llm import Llm
from ltm.services.capture import CaptureService
from ltm.services.outbox import OutboxService
from ltm.services.scope_locks import ScopeLocks
from ltm.standalone.wiring import BASE_ID, Options, build

GROUP = SessionKey(name="group_month", bot_uuid="benchmark")
ASIDE = SessionKey(name="group_aside", bot_uuid="benchmark")
"""A conversation in which nothing is learnt."""

KEYED = SessionKey(name="group_keyed", bot_uuid="benchmark")
"""As ASIDE, for memories that are told which value of what they are."""

ASKED = START + timedelta(days=DAYS, hours=12)
"""When the questions are asked: the day after the last message."""


class MonthClock:
    """Shows the moment it was set to."""

    def __init__(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def set(self, at: datetime) -> None:
        self._at = at.astimezone(UTC)

    def now(self) -> datetime:
        return self._at


@dataclass(frozen=True, slots=True, kw_only=True)
class Lived:
    """A month that was lived through in a session; `seconds` is what learning took, without any model's reply, and
    `expiring_s` what it took to delete the `expired` turns that were too many."""

    month: Month
    session: SessionKey
    application: Application
    memory: Memory
    embedder: EmbedderChain
    scope: Scope
    status: MiningStatus
    seconds: float
    expired: int
    expiring_s: float


@asynccontextmanager
async def lived(month: Month, directory: Path, *, with_index: bool, progress: Progress) -> AsyncIterator[Lived]:
    """Yield the month as it is when the questions are asked: nothing is under way then.

    Scheduled consolidation is off, so that a state without any can be looked at."""
    clock = MonthClock(month.messages[0].at)
    config: dict[str, object] = {"capture": "rules", "session_index": with_index, "consolidation": "off"}
    application = build(Options(data=directory), config, clock)
    base = await application.bases.refreshed(BASE_ID, {"isolation": "session"})
    storage = SqliteStorage(directory / "memory.sqlite3")
    store = IndexedEpisodes(base.store, base.embedder.model, lambda: application.config.index_bytes)
    # Every answer is whole here: the journal need not wait, by the machine's clock, for what may still come of it.
    capture = CaptureService(journal=StoredJournal(storage), clock=clock, gather_s=0.0)
    outbox = OutboxService(outbox=StoredOutbox(storage, clock), store=store)
    shared = Shared(
        storage=storage,
        profiles=application.profiles,
        clock=clock,
        locks=ScopeLocks(),
        audit=application.audit,
        recent_turns=application.recent_turns,
        open_turns=application.open_turns,
        capture=capture,
        open_llm=_no_llm,
        config=lambda: application.config,
        quiet_s=0.0,
    )
    memory = assembled(base, store, outbox, shared)
    await outbox.load()
    await memory.mining.load()
    await memory.mining.settled()
    try:
        started = perf_counter()
        await _live(application, memory, clock, month.messages, progress)
        ended = perf_counter()
        scope = memory.scope(GROUP)
        # In a chat this happens once an hour, by the clock of the machine.
        expired = await memory.retention.expire(scope)
        yield Lived(
            month=month,
            session=GROUP,
            application=application,
            memory=memory,
            embedder=base.embedder,
            scope=scope,
            status=await memory.mining.status(scope),
            seconds=ended - started,
            expired=expired,
            expiring_s=perf_counter() - ended,
        )
    finally:
        await memory.mining.close()
        await capture.close()
        await outbox.close()
        await store.close()
        await storage.close()


def _no_llm(name: str) -> Llm:
    raise NotConfigured(f"no chat model is asked here: {name}")


async def told_whole(life: Lived, session: SessionKey, *, keyed: bool = False) -> Lived:
    """Return the month in that session, where every message that tells something is remembered as it is besides, as by
    a bot that misses none; `keyed` under the key of what it is the value of, as by one that always knows that too.

    What is not found where nothing else is stored, no better rule of capture would find either; where it was learnt
    already, there is much to consolidate."""
    scope = life.memory.scope(session)
    started = perf_counter()
    for message in life.month.messages:
        if message.planted:
            new = NewEpisode(
                content=message.text,
                speaker=message.speaker,
                session_name=session.name,
                at=message.at,
                fact_key=message.planted if keyed else "",
            )
            # Of two memories of one moment the id says which is newer: the same ones give the same run.
            episode_id = EpisodeId(str(uuid5(NAMESPACE_OID, f"{session.name} {message.at}")))
            await life.memory.remember.remember(scope, new, episode_id)
    await _settled(life.memory)
    return replace(life, session=session, scope=scope, seconds=perf_counter() - started)


async def _live(
    application: Application, memory: Memory, clock: MonthClock, messages: Sequence[Message], progress: Progress
) -> None:
    """Have the messages answered one after the other; whatever falls due in a silence is done in it."""
    idle = timedelta(minutes=PluginConfig().capture_idle_minutes)
    for number, message in enumerate(messages):
        if number and message.at - messages[number - 1].at >= idle:
            await _silent(memory, clock, messages[number - 1].at + idle)
        clock.set(message.at)
        turn = Turn(session=GROUP, speaker=message.speaker, text=message.text, at=message.at)
        application.recent_turns.add(turn)
        memory.mining.note(turn, number, message.reply, message.at)
        await _settled(memory)
        progress.tick(f"{number + 1:,} of {len(messages):,} messages")
    await _silent(memory, clock, messages[-1].at + idle)
    clock.set(ASKED)


async def _silent(memory: Memory, clock: MonthClock, until: datetime) -> None:
    clock.set(until)
    memory.mining.nudge()
    await _settled(memory)


async def _settled(memory: Memory) -> None:
    await memory.mining.settled()
    await memory.capacity.settled()
    await memory.retention.settled()
