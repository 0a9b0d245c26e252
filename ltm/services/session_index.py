"""Conversations as memory: every answered message and its answer become turns that can be found like facts."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from time import perf_counter
from uuid import UUID, uuid5

import numpy as np

from ltm.domain.chunks import chunks
from ltm.domain.columns import SOURCES
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker
from ltm.domain.gate import NewEpisode, checked, require_no_secret
from ltm.domain.policy import MAX_NAME_CHARS, storable
from ltm.domain.scope import Scope, SessionKey
from ltm.domain.secrets import secret_in
from ltm.errors import InvalidInput, Refused
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import Record
from ltm.ports.journal import JournalEntry
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.embedding import Turns, embedded, turns
from ltm.services.scope_locks import ScopeLocks

SILENCE = timedelta(hours=6)
"""After which people begin a new conversation. Chosen by feel."""

SILENCE_OVERNIGHT = timedelta(hours=2)
"""The same where the day (of UTC) has changed meanwhile. Chosen by feel."""

BATCH = 32
"""Texts per embedding request, of which many providers take at most 64, and reads at once."""

_MAX_KNOWN_SESSIONS = 1_000
_IDS = UUID("c7a1a3f0-52c5-5e6b-8a55-9a6c0f1d7b21")
_log = logging.getLogger(__name__)


def turn_id(scope: Scope, key: str, part: str) -> EpisodeId:
    """Return the id of a part of a journal entry, `said-0`, `said-1`, `reply-0` and so on: the same every time."""
    return EpisodeId(str(uuid5(_IDS, f"{scope.digest}/{key}/{part}")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """One conversation as far as it has gone: when its last turn was, and the position of the next one."""

    name: str
    at: datetime
    position: int = 0

    def goes_on(self, at: datetime) -> bool:
        """True if what is said at that moment still belongs to it."""
        silence = at - self.at
        return silence <= SILENCE_OVERNIGHT or (silence <= SILENCE and at.date() == self.at.date())


def talk_name(session: SessionKey, began: datetime) -> str:
    """Return the name of the conversation that began in the session at that moment; the gate lets it pass."""
    at = began.isoformat(timespec="seconds")
    name = storable(f"{session.name} {at}")
    return f"{session.digest[:16]} {at}" if len(name) > MAX_NAME_CHARS or secret_in(name) else name


class SessionIndexService:
    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        embedder: Embedder,
        clock: Clock,
        locks: ScopeLocks,
        stored: Callable[[Scope], None] = lambda scope: None,
    ) -> None:
        """`stored` is told of a scope that was written to, such as to bound it; returns at once."""
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._locks = locks
        self._stored = stored
        self._indexing = ScopeLocks()
        self._last_ids: dict[tuple[Scope, SessionKey], EpisodeId] = {}

    async def index(self, scope: Scope, entries: Sequence[JournalEntry]) -> int:
        """Store the entries as turns and return how many are new; done again after a crash it changes nothing.

        Entries of a session have to be in the order of their keys. What holds a secret is left out. Whether people
        want it is asked by the caller. Raises StoreUnavailable, OutcomeUnknown or EmbedderUnavailable; what is stored
        until then stays, and the same call goes on."""
        started = perf_counter()
        stored = 0
        parted: list[_Parted] = []
        for entry in entries:
            parted.append(_parted(scope, entry, self._clock.now()))
            # Looking for secrets in all that was said takes milliseconds: others work in between.
            await asyncio.sleep(0)
        async with self._indexing.of(scope):
            there = await self._there(scope, [part.id for one in parted for part in one.parts])
            for session, of_session in groupby(sorted(parted, key=_by_session), lambda one: one.entry.session):
                stored += await self._index(scope, session, list(of_session), there)
        self._stored(scope)
        _log.info(
            "turns indexed: scope=%s entries=%d stored=%d there=%d refused=%d ms=%.1f",
            scope.digest[:12],
            len(entries),
            stored,
            len(there),
            sum(one.refused for one in parted),
            (perf_counter() - started) * 1000,
        )
        return stored

    async def _index(
        self, scope: Scope, session: SessionKey, parted: "Sequence[_Parted]", there: Mapping[EpisodeId, Episode]
    ) -> int:
        last = await self._last(scope, session)
        planned = _placed(session, parted, there, last)
        known = turns([*([last] if last else []), *planned])
        new = [turn for turn in planned if turn.id not in there]
        for start in range(0, len(new), BATCH):
            await self._store_turns(scope, new[start : start + BATCH], known)
        if planned:
            self._last_ids.pop((scope, session), None)
            self._last_ids[scope, session] = planned[-1].id
            if len(self._last_ids) > _MAX_KNOWN_SESSIONS:
                del self._last_ids[next(iter(self._last_ids))]
        return len(new)

    async def _store_turns(self, scope: Scope, new: Sequence[Episode], known: Turns) -> None:
        vectors = await embedded(self._embedder, new, known)
        async with self._locks.of(scope):
            await self._store.put(
                scope, [Record(episode=turn, embedding=vector) for turn, vector in zip(new, vectors, strict=True)]
            )

    async def _there(self, scope: Scope, ids: Sequence[EpisodeId]) -> dict[EpisodeId, Episode]:
        there: dict[EpisodeId, Episode] = {}
        for start in range(0, len(ids), BATCH):
            batch = ids[start : start + BATCH]
            found = await asyncio.gather(*(self._store.get(scope, episode_id) for episode_id in batch))
            there.update({record.episode.id: record.episode for record in found if record is not None})
        return there

    async def _last(self, scope: Scope, session: SessionKey) -> Episode | None:
        """Return the last turn that was stored of the session; one that was forgotten since is none."""
        known = self._last_ids.get((scope, session))
        if known and (record := await self._store.get(scope, known)):
            return record.episode
        view = (await self._store.view(scope, None, 1)).view
        columns = view.columns
        rows = np.flatnonzero(columns.alive & columns.is_turn & (columns.source == SOURCES.index(Source.CAPTURE)))
        for row in rows[np.argsort(-columns.at[rows], kind="stable")].tolist():
            if view.episode(row).session_name == session.name:
                # What was said at the same moment may stand behind it.
                while (following := int(columns.following[row])) >= 0:
                    row = following
                return view.episode(row)
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parted:
    """A journal entry and the turns it is made into, without their conversation; `refused` counts texts left out."""

    entry: JournalEntry
    parts: tuple[Episode, ...]
    refused: int


def _by_session(one: _Parted) -> tuple[str, str]:
    return one.entry.session.bot_uuid, one.entry.session.name


def _parted(scope: Scope, entry: JournalEntry, now: datetime) -> _Parted:
    parts: list[Episode] = []
    refused = 0
    answered = entry.speaker.id if entry.speaker else ""
    for name, text, speaker, about in (("said", entry.text, entry.speaker, ""), ("reply", entry.reply, None, answered)):
        try:
            # As a whole: of a secret longer than a part no part would be recognised.
            require_no_secret(text)
            parts += [
                _turn(entry, part, speaker, about, turn_id(scope, entry.key, f"{name}-{number}"), now)
                for number, part in enumerate(chunks(storable(text)))
            ]
        except (Refused, InvalidInput):
            refused += 1
    return _Parted(entry=entry, parts=tuple(parts), refused=refused)


def _turn(
    entry: JournalEntry, content: str, speaker: Speaker | None, about: str, episode_id: EpisodeId, now: datetime
) -> Episode:
    new = NewEpisode(
        content=content,
        speaker=speaker,
        about=about,
        session_name=entry.session.name,
        source=Source.CAPTURE,
        at=entry.at,
        kind=Kind.TURN,
    )
    return checked(new, episode_id, now)


def _placed(
    session: SessionKey, parted: Sequence[_Parted], there: Mapping[EpisodeId, Episode], last: Episode | None
) -> list[Episode]:
    """Return all turns at their places: those that are stored where they are, the others behind what is before them."""
    talk = Talk(name=last.conversation, at=last.at, position=last.position + 1) if last else None
    placed: list[Episode] = []
    for one in parted:
        known = next(((there[part.id], number) for number, part in enumerate(one.parts) if part.id in there), None)
        if known is not None:
            stored, number = known
            talk = Talk(name=stored.conversation, at=stored.at, position=stored.position - number)
        elif talk is None or not talk.goes_on(one.entry.at):
            talk = Talk(name=talk_name(session, one.entry.at), at=one.entry.at)
        placed += [
            replace(part, conversation=talk.name, position=talk.position + number)
            for number, part in enumerate(one.parts)
        ]
        talk = replace(talk, at=max(talk.at, one.entry.at), position=talk.position + len(one.parts))
    return placed
