"""Writing a new episode, and superseding what it corrects."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from uuid import uuid4

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, supersedes
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, OutcomeUnknown, Unavailable
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder, Embedding
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.scope_locks import ScopeLocks

_SUPERSEDE_FETCH = 64
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEpisode:
    """What somebody wants remembered, before it is checked; with a `conversation`, a turn of it."""

    content: str
    tags: tuple[str, ...] = ()
    importance: int = 2
    speaker: Speaker | None = None
    session_name: str = ""
    subject: str = ""
    source: Source = Source.AGENT
    at: datetime | None = None
    document: str = ""
    conversation: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What was stored. `unmarked` counts older memories it corrects that could not be marked so."""

    episode: Episode
    superseded: tuple[EpisodeId, ...] = ()
    unmarked: int = 0


class RememberService:
    def __init__(self, *, store: EpisodeStore, embedder: Embedder, clock: Clock, locks: ScopeLocks) -> None:
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._locks = locks

    async def remember(self, scope: Scope, new: NewEpisode) -> Remembered:
        """Store one memory; a correction supersedes what it corrects.

        Raises InvalidInput, or Unavailable before anything was stored."""
        started = perf_counter()
        episode = checked(new, EpisodeId(str(uuid4())), self._clock.now())
        (embedding,) = await self._embedder.embed_documents([episode.content])
        await self._store.put(scope, [Record(episode=episode, embedding=embedding)])
        superseded, unmarked = await self._supersede(scope, episode, embedding) if episode.is_correction else ((), 0)
        _log.info(
            "remembered: scope=%s id=%s chars=%d superseded=%d unmarked=%d ms=%.1f",
            scope.digest[:12],
            episode.id,
            len(episode.content),
            len(superseded),
            unmarked,
            (perf_counter() - started) * 1000,
        )
        return Remembered(episode=episode, superseded=superseded, unmarked=unmarked)

    async def _supersede(self, scope: Scope, new: Episode, embedding: Embedding) -> tuple[tuple[EpisodeId, ...], int]:
        """Mark what `new` corrects. The new memory is stored already, so a failure here loses nothing."""
        marked: list[EpisodeId] = []
        try:
            found = await self._store.search(scope, embedding, _SUPERSEDE_FETCH)
        except Unavailable as exc:
            _log.warning("superseding failed: scope=%s id=%s reason=%s", scope.digest[:12], new.id, type(exc).__name__)
            return (), 1
        corrected = [candidate.episode for candidate in found if supersedes(new, candidate.episode, candidate.cosine)]
        failed = 0
        for old in corrected:
            try:
                async with self._locks.of(scope):
                    record = await self._store.get(scope, old.id)
                    if record is not None:
                        superseded = Record(episode=record.episode.superseded(new.id), embedding=record.embedding)
                        await self._store.replace(scope, superseded)
                        marked.append(old.id)
            except (Unavailable, OutcomeUnknown) as exc:
                failed += 1
                _log.warning("superseding failed: id=%s by=%s reason=%s", old.id, new.id, type(exc).__name__)
        return tuple(marked), failed


def checked(new: NewEpisode, episode_id: EpisodeId, now: datetime) -> Episode:
    """Return the episode to store. Raises InvalidInput that says what is wrong and what to do."""
    content = policy.storable(new.content)
    if not content:
        raise InvalidInput("content is empty: say what to remember")
    if len(content) > policy.MAX_CONTENT_CHARS:
        raise InvalidInput(
            f"content is {len(content)} characters long, the limit is {policy.MAX_CONTENT_CHARS}: "
            "store it in parts, or in fewer words"
        )
    if not policy.MIN_IMPORTANCE <= new.importance <= policy.MAX_IMPORTANCE:
        raise InvalidInput(f"importance is {new.importance}, it must be 1 to 5")
    conversation = policy.storable(new.conversation)
    if len(conversation) > policy.MAX_NAME_CHARS:
        raise InvalidInput(f"conversation is longer than {policy.MAX_NAME_CHARS} characters")
    return Episode(
        id=episode_id,
        content=content,
        at=new.at or now,
        tags=_checked_tags(new.tags),
        importance=new.importance,
        speaker=new.speaker,
        session_name=new.session_name,
        subject=_checked_subject(new.subject),
        source=new.source,
        document=new.document,
        kind=Kind.TURN if conversation else Kind.FACT,
        conversation=conversation,
        position=new.position if conversation else 0,
    )


def _checked_subject(subject: str) -> str:
    kept = policy.storable(subject)
    if len(kept) > policy.MAX_SUBJECT_CHARS:
        raise InvalidInput(f"subject is longer than {policy.MAX_SUBJECT_CHARS} characters: name it in a few words")
    return kept


def _checked_tags(tags: Sequence[str]) -> tuple[str, ...]:
    kept = tuple(dict.fromkeys(tag for tag in map(policy.storable, tags) if tag))
    if len(kept) > policy.MAX_TAGS:
        raise InvalidInput(f"{len(kept)} tags, the limit is {policy.MAX_TAGS}")
    if any(len(tag) > policy.MAX_TAG_CHARS for tag in kept):
        raise InvalidInput(f"a tag is longer than {policy.MAX_TAG_CHARS} characters")
    return kept
