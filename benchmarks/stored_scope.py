"""One scope per case: memories come in by the import or as recorded talk, questions are asked of the recall service."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson

from benchmarks.progress import Progress
from benchmarks.retrieval_sets import Case, SetError, conversation
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.config import BaseSettings
from ltm.domain.episode import EpisodeId, Speaker
from ltm.domain.ranking import rank as ranked
from ltm.domain.recall import Recalled, RecallQuery
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.ports.embedder import Embedder
from ltm.ports.journal import JournalEntry
from ltm.services.recall import Rank, RecallService
from ltm.services.scope_locks import ScopeLocks
from ltm.services.session_index import SessionIndexService, turn_id
from ltm.services.transfer import TransferService

_BOT = "benchmark"
_BOUND_BYTES = 4 << 30
_PARTS = 16
"""More than any text of a set is cut into."""

CACHED = 100_000
"""Embeddings kept: more than any set has questions, so that each is embedded once for all methods."""

_HALF_LIFE_DAYS: float = BaseSettings.model_fields["recency_half_life_days"].default


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A memory to store; `session` above 0 is the conversation it is a turn of, at `position` from 0."""

    text: str
    speaker: str
    at: datetime
    session: int = 0
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message and its answer, "" where there was none."""

    text: str
    reply: str = ""
    speaker: str
    at: datetime


def rows_of(case: Case) -> list[Row]:
    """Return the memories of a retrieval set's case."""
    return [
        Row(text=memory.text, speaker=memory.speaker, at=memory.at, session=memory.session, position=position)
        for memory, position in zip(case.memories, case.positions, strict=True)
    ]


class _At:
    """The clock of a scope: the moment its questions are asked."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        return self._now


class ScopeBench:
    """Makes scopes that share one embedder, which embeds each text once."""

    def __init__(self, embedder: Embedder, progress: Progress) -> None:
        self._embedder = CachedEmbedder(embedder, CACHED)
        self._progress = progress

    async def stored(self, name: str, rows: Sequence[Row], now: datetime) -> "StoredScope":
        """Return the scope with these memories. Raises SetError if the import refuses one, EmbedderUnavailable."""
        scope = StoredScope(self._embedder, name, now)
        if refused := await scope.store(rows):
            raise SetError(f"{name}: {refused} memories refused")
        self._progress.tick(name)
        return scope


class StoredScope:
    def __init__(self, embedder: CachedEmbedder, name: str, now: datetime) -> None:
        self._embedder = embedder
        self._clock = _At(now)
        self._session = SessionKey(name=f"group_{name}", bot_uuid=_BOT)
        self._scope = Scope.of(self._session, Isolation.SESSION)
        self._store = IndexedEpisodes(InMemoryEpisodes(), model=embedder.model, bound_bytes=lambda: _BOUND_BYTES)

    async def store(self, rows: Sequence[Row]) -> int:
        """Import the memories and load their index; return how many the import refused.

        Raises SetError for a scope that does not fit into memory."""
        transfer = TransferService(
            store=self._store,
            embedder=self._embedder,
            storage=InMemoryStorage(),
            clock=self._clock,
            locks=ScopeLocks(),
            isolation=Isolation.SESSION,
        )
        report = await transfer.ingest(self._session.name, orjson.dumps([self._imported(row) for row in rows]))
        if not await self._store.load(self._scope):
            raise SetError(f"{self._session.name}: too large for memory")
        return len(report.rejected)

    async def record(self, said: Sequence[Said]) -> list[list[EpisodeId]]:
        """Have the talk recorded as it is beside a chat and load its index; return the ids of what each became.

        What is refused has none, what is too long for one memory has several. Raises SetError for a scope that does
        not fit into memory."""
        entries = [
            JournalEntry(
                key=f"{number:06}",
                session=self._session,
                speaker=Speaker(id=one.speaker, name=one.speaker) if one.speaker else None,
                text=one.text,
                reply=one.reply,
                at=one.at,
            )
            for number, one in enumerate(said)
        ]
        indexing = SessionIndexService(
            store=self._store, embedder=self._embedder, clock=self._clock, locks=ScopeLocks()
        )
        await indexing.index(self._scope, entries)
        if not await self._store.load(self._scope):
            raise SetError(f"{self._session.name}: too large for memory")
        there = {record.episode.id async for batch in self._store.scan(self._scope) for record in batch}
        parts = [f"{part}-{number}" for part in ("said", "reply") for number in range(_PARTS)]
        ids = [[turn_id(self._scope, entry.key, part) for part in parts] for entry in entries]
        return [[each for each in of_entry if each in there] for of_entry in ids]

    async def service(self, *, rank: Rank = ranked, settles: bool = True) -> RecallService:
        """Return a recall service over this scope that has measured the embedding model."""
        service = RecallService(
            store=self._store,
            embedder=self._embedder,
            clock=self._clock,
            half_life_days=_HALF_LIFE_DAYS,
            rank=rank,
            settles=settles,
            # Other formulas are compared as they are.
            follow_links=settles and rank is ranked,
        )
        await service.warm()
        return service

    async def ask(
        self,
        service: RecallService,
        text: str,
        *,
        context: Sequence[str] = (),
        top_k: int,
        only_if_fitting: bool = False,
        speaker: str = "",
    ) -> Recalled:
        """Return what is recalled; `speaker` is who asks, "" if that is not known."""
        query = RecallQuery(
            text=text,
            context=tuple(context),
            top_k=top_k,
            only_if_fitting=only_if_fitting,
            speaker=Speaker(id=speaker, name=speaker) if speaker else None,
        )
        return await service.recall(self._scope, query)

    def _imported(self, row: Row) -> dict[str, object]:
        return {
            "content": row.text,
            "timestamp": row.at.isoformat(),
            "sender_id": row.speaker,
            "sender_name": row.speaker,
            "bot_uuid": self._session.bot_uuid,
            "session": self._session.name,
            "conversation": conversation(row.session),
            "position": row.position,
        }
