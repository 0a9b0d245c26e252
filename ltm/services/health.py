"""Proving on the real backend that memories are isolated, found, filtered and deleted; leaves nothing behind.

The same proof runs when a knowledge base is created, where a failure refuses it, and for `!memory health`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Literal
from uuid import uuid4

import numpy as np

from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.scope import Isolation, Scope
from ltm.errors import LongTermMemoryError
from ltm.ports.clock import Clock
from ltm.ports.embedder import EmbedderChain, Embedding
from ltm.ports.episode_store import EpisodeStore, Record

Verdict = Literal["OK", "WARN", "ERROR"]

_SEARCH_LAG_S = 2.0
"""SeekDB's search lags a write by up to a quarter of a second."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One proof: what was tried, how it went and, where it failed, what was seen."""

    name: str
    verdict: Verdict
    detail: str = ""


async def prove(store: EpisodeStore, *, model: str, dimensions: int, clock: Clock) -> list[Check]:
    """Write two throw-away memories in two throw-away scopes, check every promise, and delete them.

    Returns one check per promise, in order; never raises for a misbehaving backend."""
    here, there = _throw_away_scope(), _throw_away_scope()
    mine = _probe(model, dimensions, clock, importance=2, speaker="probe-a")
    theirs = _probe(model, dimensions, clock, importance=5, speaker="probe-b")
    proof = _Proof(store, here, there, mine, theirs)
    checks: list[Check] = []
    try:
        for name, step in proof.steps():
            checks.append(await _checked(name, step))
            if checks[-1].verdict == "ERROR" and name == "write":
                break
    finally:
        checks.append(await _checked("clean up", proof.clean_up))
    _log.info("backend proved: %s", " ".join(f"{check.name.replace(' ', '_')}={check.verdict}" for check in checks))
    return checks


def verdict(checks: list[Check]) -> Verdict:
    """Return the worst verdict of all."""
    verdicts = {check.verdict for check in checks}
    return "ERROR" if "ERROR" in verdicts else "WARN" if "WARN" in verdicts else "OK"


class HealthService:
    """The same proof, and whether the embedding model answers, for one open knowledge base."""

    def __init__(
        self, *, store: EpisodeStore, embedder: EmbedderChain, clock: Clock, model: str, dimensions: int
    ) -> None:
        self._store, self._embedder, self._clock = store, embedder, clock
        self._model, self._dimensions = model, dimensions

    async def check(self) -> list[Check]:
        """Return every check, in order; reads and writes only in throw-away scopes."""
        backend = await prove(self._store, model=self._model, dimensions=self._dimensions, clock=self._clock)
        return [*backend, await _checked("embedding", self._embedding), *self._away()]

    async def _embedding(self) -> str | Check:
        embedding = await self._embedder.embed_query("health probe")
        if embedding.model == self._embedder.model:
            return Check(name="embedding", verdict="OK", detail=embedding.model)
        detail = f"{embedding.model} stands in for {self._embedder.model}"
        return Check(name="embedding", verdict="WARN", detail=detail)

    def _away(self) -> list[Check]:
        return [
            Check(name=f"embedding model {status.model}", verdict="WARN", detail=status.reason)
            for status in self._embedder.status()
            if not status.answers
        ]


class _Proof:
    def __init__(self, store: EpisodeStore, here: Scope, there: Scope, mine: Record, theirs: Record) -> None:
        self._store, self._here, self._there, self._mine, self._theirs = store, here, there, mine, theirs

    def steps(self) -> list[tuple[str, Callable[[], Awaitable[str | Check]]]]:
        return [
            ("write", self._write),
            ("isolation", self._isolation),
            ("filtering", self._filtering),
            ("rewriting", self._rewriting),
            ("deletion", self._deletion),
        ]

    async def _write(self) -> str:
        await self._store.put(self._here, [self._mine])
        await self._store.put(self._there, [self._theirs])
        stored = await self._store.get(self._here, self._mine.episode.id)
        return "" if stored and stored.episode == self._mine.episode else "what was written does not read back"

    async def _isolation(self) -> str | Check:
        attempts = 0
        async with asyncio.timeout(_SEARCH_LAG_S):
            while not (found := await self._search(self._here)) or not await self._search(self._there):
                attempts += 1
                await asyncio.sleep(0.05)
        if found != {self._mine.episode.id}:
            return "a search in one scope returned another scope's memory"
        # Both probes have the same vector: without a filter in the backend, one of them hides the other.
        if not await self._search(self._here, 1) or not await self._search(self._there, 1):
            return "a search in one scope looks at another scope's memories"
        if await self._listed(self._here) != found or await self._listed(self._there) != {self._theirs.episode.id}:
            return "a listing of one scope does not hold exactly that scope"
        if await self._store.get(self._here, self._theirs.episode.id):
            return "a memory can be read from another scope by its id"
        if await self._store.get(self._here, EpisodeId(str(uuid4()))):
            return "an id that does not exist answers with a memory"
        if attempts:
            return Check(name="isolation", verdict="WARN", detail="search lags behind writes on this backend")
        return ""

    async def _filtering(self) -> str:
        found = await self._store.search(self._there, self._theirs.embedding, 10)
        if [c.episode for c in found] != [self._theirs.episode]:
            return "speaker and importance do not come back as written"
        return "" if found[0].cosine > 0.99 else f"the cosine of a vector with itself is {found[0].cosine:.3f}"

    async def _rewriting(self) -> str:
        rewritten = replace(self._mine.episode, importance=3)
        await self._store.replace(self._here, Record(episode=rewritten, embedding=self._mine.embedding))
        stored = await self._store.get(self._here, rewritten.id)
        if stored is None or stored.episode != rewritten:
            return "a rewritten memory still reads as before"
        return "" if await self._listed(self._here) == {rewritten.id} else "rewriting left two copies"

    async def _deletion(self) -> str:
        if await self._store.delete(self._here, self._theirs.episode.id):
            return "a memory was deleted from another scope"
        if await self._listed(self._there) != {self._theirs.episode.id}:
            return "a delete in one scope changed another"
        if not await self._store.delete(self._here, self._mine.episode.id) or await self._listed(self._here):
            return "a deleted memory is still there"
        if await self._listed(self._there) != {self._theirs.episode.id}:
            return "a delete took more than it named"
        await self._store.clear(self._here)
        if await self._listed(self._there) != {self._theirs.episode.id}:
            return "clearing one scope took another's memories"
        return ""

    async def clean_up(self) -> str:
        for scope in (self._here, self._there):
            await self._store.clear(scope)
        left = await self._listed(self._here) | await self._listed(self._there)
        return f"{len(left)} probes are left behind" if left else ""

    async def _search(self, scope: Scope, limit: int = 10) -> set[EpisodeId]:
        return {candidate.episode.id for candidate in await self._store.search(scope, self._mine.embedding, limit)}

    async def _listed(self, scope: Scope) -> set[EpisodeId]:
        return {record.episode.id async for batch in self._store.scan(scope) for record in batch}


async def _checked(name: str, step: Callable[[], Awaitable[str | Check]]) -> Check:
    try:
        outcome = await step()
    except TimeoutError:
        return Check(name=name, verdict="ERROR", detail="a written memory was not found within two seconds")
    except LongTermMemoryError as exc:
        return Check(name=name, verdict="ERROR", detail=str(exc))
    if isinstance(outcome, Check):
        return outcome
    return Check(name=name, verdict="ERROR" if outcome else "OK", detail=outcome)


def _throw_away_scope() -> Scope:
    return Scope(isolation=Isolation.SESSION, bot_uuid="health-probe", session_name=str(uuid4()))


def _probe(model: str, dimensions: int, clock: Clock, *, importance: int, speaker: str) -> Record:
    vector = np.zeros(dimensions, dtype=np.float32)
    vector[0] = 1.0
    episode = Episode(
        id=EpisodeId(str(uuid4())),
        content="health probe",
        at=clock.now(),
        importance=importance,
        speaker=Speaker(id=speaker),
    )
    return Record(episode=episode, embedding=Embedding(model, vector))
