"""Writing a new memory: through the gate, once, kept where the store is down, and superseding what it corrects."""

import logging
from dataclasses import dataclass, replace
from time import perf_counter
from uuid import uuid4

import numpy as np

from ltm.domain.audit import ITSELF, Change
from ltm.domain.duplicates import duplicates, repeats, strengthened
from ltm.domain.episode import Episode, EpisodeId, Source, Status, supersedes
from ltm.domain.gate import NewEpisode, checked
from ltm.domain.people import meant
from ltm.domain.scope import Scope
from ltm.errors import Conflict, EmbedderUnavailable, OutcomeUnknown, StoreUnavailable, Unavailable
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import Record
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.audit import AuditService
from ltm.services.capacity import CapacityService
from ltm.services.outbox import OutboxService
from ltm.services.rewriting import Rewriting
from ltm.services.scope_locks import ScopeLocks

_SUPERSEDE_FETCH = 64
_TWIN_FETCH = 16
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What was stored.

    `repeated` is True where an older memory said the same and was strengthened instead; `is_waiting` where the memory
    is kept safely but not yet in the knowledge base; `by_words_only` where no embedding model answered. `unmarked`
    counts older memories it corrects that could not be marked so."""

    episode: Episode
    superseded: tuple[EpisodeId, ...] = ()
    unmarked: int = 0
    repeated: bool = False
    is_waiting: bool = False
    by_words_only: bool = False


class RememberService:
    def __init__(
        self,
        *,
        store: ViewableEpisodes,
        embedder: Embedder,
        clock: Clock,
        locks: ScopeLocks,
        outbox: OutboxService,
        rewriting: Rewriting,
        audit: AuditService,
        capacity: CapacityService,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._locks = locks
        self._outbox = outbox
        self._rewriting = rewriting
        self._audit = audit
        self._capacity = capacity

    async def remember(self, scope: Scope, new: NewEpisode, episode_id: EpisodeId | None = None) -> Remembered:
        """Store one memory; a correction supersedes what it corrects. What this returns survives a crash.

        With an id of the caller's own, a memory that is there under that id already is left as it is. Raises
        InvalidInput, Refused for a secret, and StoreUnavailable where nothing could be written at all."""
        started = perf_counter()
        episode = checked(new, episode_id or EpisodeId(str(uuid4())), self._clock.now())
        if episode_id and (there := await self._store.get(scope, episode_id)):
            return Remembered(episode=there.episode, repeated=True)
        if episode.subject and not episode.about:
            episode = replace(episode, about=meant(episode.subject, self._store.speakers(scope)))
        done = await self._repeated(scope, episode) or await self._written(scope, episode)
        _log.info(
            "remembered: scope=%s id=%s chars=%d repeated=%s waiting=%s superseded=%d unmarked=%d ms=%.1f",
            scope.digest[:12],
            done.episode.id,
            len(episode.content),
            done.repeated,
            done.is_waiting,
            len(done.superseded),
            done.unmarked,
            (perf_counter() - started) * 1000,
        )
        return done

    async def apply(self, scope: Scope, record: Record) -> None:
        """Write a memory that waited, with all that belongs to it; doing it again changes nothing.

        Raises Unavailable or OutcomeUnknown where something is still missing."""
        is_correction = record.episode.is_correction
        if not len(record.embedding.vector) or (is_correction and self._is_stand_in(record)):
            [embedding] = await self._embedder.embed_documents([record.episode.content])
            record = replace(record, embedding=embedding)
        if is_correction and self._is_stand_in(record):
            raise EmbedderUnavailable("what a correction corrects is found by the chosen embedding model only")
        async with self._locks.of(scope):
            await self._store.put(scope, [record])
        if is_correction or record.episode.slot is not None:
            _, unmarked = await self._supersede(scope, record.episode, record.embedding)
            if unmarked:
                raise StoreUnavailable("older memories could not be marked as superseded")
        self._capacity.nudge(scope)

    async def _repeated(self, scope: Scope, new: Episode) -> Remembered | None:
        """Strengthen the memory that says the same in the same words, if there is one; nothing is embedded for it."""
        try:
            found = await self._store.with_content(scope, new.content)
        except StoreUnavailable:
            return None
        old = next((episode for episode in found if repeats(new, episode)), None)
        return None if old is None else await self._strengthened(scope, old, new)

    async def _written(self, scope: Scope, episode: Episode) -> Remembered:
        record = await self._embedded(episode)
        if episode.is_correction:
            return await self._corrected(scope, record)
        by_words_only = self._is_stand_in(record)
        async with self._locks.of(scope):
            twin = None if by_words_only else await self._twin(scope, record)
            is_new = twin is None and episode.slot is None
            is_waiting = is_new and not await self._put(scope, record)
        if twin is not None:
            return await self._strengthened(scope, twin, episode)
        if episode.slot is not None:
            newer = await self._newer_value(scope, episode)
            # Learnt late: what has been said since stays the value.
            late = replace(record, episode=episode.superseded(newer.id)) if newer is not None else record
            return await self._corrected(scope, late)
        await self._noted(scope, episode)
        return Remembered(episode=episode, is_waiting=is_waiting, by_words_only=by_words_only)

    async def _corrected(self, scope: Scope, record: Record) -> Remembered:
        """Store a correction, or a slot's new value, and mark what it corrects: noted first, so that a crash between
        the two leaves no half."""
        superseded: tuple[EpisodeId, ...] = ()
        unmarked, is_waiting, is_done = 0, False, False
        key = await self._outbox.begin(scope, record)
        try:
            async with self._locks.of(scope):
                is_waiting = not await self._put(scope, record)
            await self._noted(scope, record.episode)
            if not is_waiting:
                superseded, unmarked = await self._supersede(scope, record.episode, record.embedding)
            # Another model's vector compares with no older memory: those are marked when the chosen one is back.
            waits_for_model = record.episode.is_correction and self._is_stand_in(record)
            is_done = not is_waiting and not unmarked and not waits_for_model
        finally:
            # Whatever breaks it off, cancelling included, leaves the rest to the background.
            await self._outbox.done(key) if is_done else self._outbox.hand_over(key)
        return Remembered(
            episode=record.episode,
            superseded=superseded,
            unmarked=unmarked,
            is_waiting=is_waiting,
            by_words_only=self._is_stand_in(record),
        )

    async def _noted(self, scope: Scope, episode: Episode) -> None:
        # Said by somebody who did not ask for it to be remembered.
        note = episode.source.value if episode.source is Source.CAPTURE else ""
        await self._audit.note(scope, Change.REMEMBERED, by=episode.speaker_id, episode=episode, note=note)
        self._capacity.nudge(scope)

    def _is_stand_in(self, record: Record) -> bool:
        """True if another model than the chosen one made the vector, or none did."""
        return record.embedding.model != self._embedder.model

    async def _embedded(self, episode: Episode) -> Record:
        try:
            [embedding] = await self._embedder.embed_documents([episode.content])
        except EmbedderUnavailable:
            embedding = Embedding("", np.zeros(0, dtype=np.float32))
        return Record(episode=episode, embedding=embedding)

    async def _put(self, scope: Scope, record: Record) -> bool:
        """Store the record, or keep it until the store takes it; False for the latter."""
        if len(record.embedding.vector):
            try:
                await self._store.put(scope, [record])
                return True
            except (Unavailable, OutcomeUnknown) as exc:
                _log.warning("kept for later: id=%s reason=%s", record.episode.id, type(exc).__name__)
        await self._outbox.keep(scope, record)
        return False

    async def _twin(self, scope: Scope, record: Record) -> Episode | None:
        try:
            found = await self._store.search(scope, record.embedding, _TWIN_FETCH)
        except Unavailable:
            return None
        new = record.episode
        return next(
            (
                near.episode
                for near in found
                if repeats(new, near.episode) or duplicates(new, near.episode, near.cosine)
            ),
            None,
        )

    async def _strengthened(self, scope: Scope, old: Episode, new: Episode) -> Remembered:
        """Rewrite the old memory as said again. Where the store is down it stays as it is: nothing is lost by that."""
        superseded: tuple[EpisodeId, ...] = ()
        unmarked = 0
        try:
            record = await self._rewriting.rewrite(
                scope, old.id, lambda found: replace(found, episode=strengthened(found.episode, new))
            )
        except (StoreUnavailable, OutcomeUnknown, Conflict) as exc:
            _log.warning("not strengthened: id=%s reason=%s", old.id, type(exc).__name__)
            return Remembered(episode=old, repeated=True)
        if record is None:
            # Forgotten at this very moment: what is said now is new.
            return await self._written(scope, new)
        await self._audit.note(scope, Change.STRENGTHENED, by=new.speaker_id, episode=record.episode)
        if new.is_correction or record.episode.slot is not None:
            superseded, unmarked = await self._supersede(scope, record.episode, record.embedding)
            if unmarked:
                await self._outbox.keep(scope, record)
        return Remembered(episode=record.episode, superseded=superseded, unmarked=unmarked, repeated=True)

    async def _supersede(self, scope: Scope, new: Episode, embedding: Embedding) -> tuple[tuple[EpisodeId, ...], int]:
        """Mark what `new` corrects. The new memory is stored already, so a failure here loses nothing."""
        marked: list[EpisodeId] = []
        try:
            corrected = await self._corrected_by(scope, new, embedding)
        except Unavailable as exc:
            _log.warning("superseding failed: scope=%s id=%s reason=%s", scope.digest[:12], new.id, type(exc).__name__)
            return (), 1
        failed = 0
        for old in corrected:
            try:
                async with self._locks.of(scope):
                    record = await self._store.get(scope, old.id)
                    if record is None or record.episode.status is not Status.ACTIVE:
                        continue
                    superseded = replace(record, episode=record.episode.superseded(new.id))
                    await self._store.replace(scope, superseded)
                marked.append(old.id)
                await self._audit.note(scope, Change.SUPERSEDED, by=ITSELF, episode=superseded.episode)
            except (Unavailable, OutcomeUnknown) as exc:
                failed += 1
                _log.warning("superseding failed: id=%s by=%s reason=%s", old.id, new.id, type(exc).__name__)
        return tuple(marked), failed

    async def _newer_value(self, scope: Scope, episode: Episode) -> Episode | None:
        """Return the value that the memory's slot has, where that is newer and may stand for it."""
        try:
            there = await self._in_slot(scope, episode)
        except StoreUnavailable:
            return None
        newer = (each for each in there if each.status is Status.ACTIVE and each.at > episode.at)
        return next((each for each in newer if supersedes(each, episode, 0.0)), None)

    async def _in_slot(self, scope: Scope, episode: Episode) -> list[Episode]:
        if episode.slot is None:
            return []
        view = (await self._store.view(scope, None, _SUPERSEDE_FETCH)).view
        return [view.episode(row) for row in np.flatnonzero(view.columns.in_slot(episode.slot)).tolist()]

    async def _corrected_by(self, scope: Scope, new: Episode, embedding: Embedding) -> list[Episode]:
        found: list[Episode] = []
        if new.is_correction:
            near = await self._store.search(scope, embedding, _SUPERSEDE_FETCH)
            found = [candidate.episode for candidate in near if supersedes(new, candidate.episode, candidate.cosine)]
        # By the slot itself: two values of one fact need not read alike.
        known = {episode.id for episode in found}
        there = await self._in_slot(scope, new)
        return found + [old for old in there if old.id not in known and supersedes(new, old, 0.0)]
