"""One call to the vector table or the storage fails, at every place of a write that is several calls."""

import json
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.faults_broken import BASE_ID, Fault, application, opened_table
from benchmarks.faults_chat import facts_for
from benchmarks.faults_ledger import Findings
from benchmarks.faults_outcome import Outcome
from benchmarks.faults_words import FactPair
from benchmarks.progress import Progress
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.application import Application
from ltm.domain.episode import Episode, Speaker, Status
from ltm.domain.gate import NewEpisode
from ltm.domain.profile import Action, Edit, Field, ProfileScope
from ltm.domain.recall import RecallQuery
from ltm.domain.scope import SessionKey
from ltm.errors import LongTermMemoryError
from ltm.memory import Memory

_MOST_CALLS = 200
_LOOKS = 3
_ROWS = 4
_FACTS = 2 * _ROWS + 2


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation of its own for one trial, and facts nobody else has."""

    app: Application
    memory: Memory
    session: SessionKey
    facts: list[FactPair]

    async def remember(self, content: str, speaker: str = "501", *tags: str) -> None:
        new = NewEpisode(content=content, tags=tags, speaker=Speaker(id=speaker), session_name=self.session.name)
        await self.memory.remember.remember(self.memory.scope(self.session), new)

    async def episodes(self) -> list[Episode]:
        scope = self.memory.scope(self.session)
        return [record.episode async for batch in self.memory.episodes.scan(scope) for record in batch]

    async def orphans(self) -> list[str]:
        """Compare what a search finds with what is listed, once more where the background was at it in between."""
        for _ in range(_LOOKS):
            apart = await self._apart()
            if not apart:
                break
            await self.memory.outbox.settled()
        return apart

    async def _apart(self) -> list[str]:
        query = RecallQuery(text="what is kept where", top_k=50)
        found = {
            hit.episode.id for hit in (await self.memory.recall.recall(self.memory.scope(self.session), query)).hits
        }
        active = {episode.id for episode in await self.episodes() if episode.status is Status.ACTIVE}
        return [f"found or listed, but not both: {each}" for each in sorted(found ^ active)]


class Scenario(Protocol):
    """A write of several calls: what is there before, the write, and what must be true after it was tried."""

    name: str

    async def prepare(self, place: Place) -> None: ...

    async def write(self, place: Place) -> None: ...

    async def wrong(self, place: Place, *, acknowledged: bool) -> Findings: ...


class Supersede:
    """A correction: the new memory, and the mark on the old one."""

    name = "supersede"

    async def prepare(self, place: Place) -> None:
        await place.remember(place.facts[0].fact)

    async def write(self, place: Place) -> None:
        await place.remember(place.facts[0].correction, "501", "correction")

    async def wrong(self, place: Place, *, acknowledged: bool) -> Findings:
        episodes = await place.episodes()
        old = [each for each in episodes if each.content == place.facts[0].fact]
        new = [each for each in episodes if each.content == place.facts[0].correction]
        superseded = [each for each in old if each.status is Status.SUPERSEDED]
        return Findings(
            lost=("the old memory is gone",) * (not old) + ("acknowledged but gone",) * (acknowledged and not new),
            duplicated=("twice",) * (len(old) > 1 or len(new) > 1),
            half_superseded=("half superseded",) * (bool(new) != bool(superseded)),
        )


class Import:
    """A file imported a second time with other rows: it must bring exactly those, and deleting it take all out."""

    name = "import"

    async def prepare(self, place: Place) -> None:
        await place.remember(place.facts[-1].fact)
        await self._ingest(place, place.facts[:_ROWS])

    async def write(self, place: Place) -> None:
        await self._ingest(place, self._wanted(place))

    async def wrong(self, place: Place, *, acknowledged: bool) -> Findings:
        if not acknowledged:
            await self.write(place)
        there = [episode.content for episode in await place.episodes()]
        await place.memory.transfer.delete_document(self._document(place))
        left = [episode.content for episode in await place.episodes()]
        wanted = [pair.fact for pair in self._wanted(place)]
        return Findings(
            lost=tuple("a row is missing" for content in wanted if content not in there)
            + ("another memory is gone",) * (place.facts[-1].fact not in left),
            duplicated=tuple("a row is there twice" for content in wanted if there.count(content) > 1),
            orphans=("a row outlives its place in the file",) * (len(there) - len(wanted) - 1)
            + ("a row outlives its file",) * (len(left) - 1),
        )

    @staticmethod
    def _wanted(place: Place) -> list[FactPair]:
        return place.facts[_ROWS : 2 * _ROWS - 1]

    @staticmethod
    def _document(place: Place) -> str:
        return f"file of {place.session.name}"

    async def _ingest(self, place: Place, facts: list[FactPair]) -> None:
        where = {"session": place.session.name, "bot_uuid": place.session.bot_uuid, "sender_id": "501"}
        rows = [{"content": pair.fact, **where} for pair in facts]
        await place.memory.transfer.ingest(self._document(place), json.dumps(rows).encode())


class ForgetMe:
    """All of one speaker: his memories and his profile, and nothing of the other's."""

    name = "forget me"

    async def prepare(self, place: Place) -> None:
        for pair in place.facts[:_ROWS]:
            await place.remember(pair.fact)
        for pair in place.facts[_ROWS : _ROWS + 2]:
            await place.remember(pair.fact, "502")
        change = Edit(field=Field.PREFERENCES, action=Action.ADD, value="likes tea best")
        for speaker in ("501", "502"):
            await place.app.profiles.edit(place.session, ProfileScope.SPEAKER, speaker, change, place.app.config.caps)

    async def write(self, place: Place) -> None:
        await place.memory.erase.forget_me(place.memory.scope(place.session), place.session, "501")

    async def wrong(self, place: Place, *, acknowledged: bool) -> Findings:
        if not acknowledged:
            await self.write(place)
        speakers = [episode.speaker.id for episode in await place.episodes() if episode.speaker]
        own, other = [await place.app.profiles.speaker_profile(place.session, each) for each in ("501", "502")]
        return Findings(
            lost=("something of another speaker is gone",) * (speakers.count("502") != 2 or other.is_empty),
            orphans=("something of the speaker is left",) * ("501" in speakers or not own.is_empty),
        )


@asynccontextmanager
async def _opened(app: Application) -> AsyncIterator[tuple[Application, Memory]]:
    """Open the knowledge base as after a start, and let what an earlier process left be done first."""
    memory = app.memory_of(await app.bases.refreshed(BASE_ID, {"isolation": "session"}))
    await memory.outbox.load()
    await memory.outbox.settled()
    try:
        yield app, memory
    finally:
        await memory.access.settled()
        await memory.capacity.settled()
        await memory.outbox.close()


async def storage_errors(directory: Path, seed: int) -> list[Outcome]:
    """Try each scenario with the fault at the first call, the second, and so on until the write needs no more."""
    outcomes = []
    for scenario in (Supersede(), Import(), ForgetMe()):
        for after in (False, True):
            outcomes.append(await _at_every_call(directory, scenario, seed, after=after))
    return outcomes


async def _at_every_call(directory: Path, scenario: Scenario, seed: int, *, after: bool) -> Outcome:
    started = time.monotonic()
    name = f"{scenario.name}: a call fails {'after' if after else 'before'} it is done"
    [facts] = (await facts_for([name], _FACTS, random.Random(f"{name} {seed}"))).values()
    storage, table = SqliteStorage(directory / f"{len(name)}-{after}.sqlite3"), opened_table(directory / "chroma", name)
    progress = Progress()
    findings, acknowledged, tried = Findings(), 0, 0

    async def in_place(fault: Fault, number: int, work: Callable[[Place], Awaitable[Findings]]) -> Findings:
        async with _opened(application(fault.table(table), fault.storage(storage))) as (app, memory):
            return await work(Place(app, memory, SessionKey(name=f"group_{number}", bot_uuid="bench"), facts))

    for at in range(1, _MOST_CALLS):
        fault = Fault(after=after)
        done = False

        async def write(place: Place, fault: Fault = fault, at: int = at) -> Findings:
            nonlocal done
            await scenario.prepare(place)
            fault.arm(at)
            try:
                await scenario.write(place)
                done = True
            except LongTermMemoryError:
                pass
            fault.arm(0)
            return Findings(orphans=tuple(await place.orphans()))

        found = await in_place(fault, at, write)
        if not fault.was_reached:
            break
        tried, acknowledged = tried + 1, acknowledged + done

        async def check(place: Place, done: bool = done) -> Findings:
            wrong = await scenario.wrong(place, acknowledged=done)
            return wrong + Findings(orphans=tuple(await place.orphans()))

        findings += found + await in_place(Fault(), at, check)
        progress.tick(f"{name}: call {at}")
    await storage.close()
    return Outcome(name, tried, acknowledged, tried, findings, time.monotonic() - started)
