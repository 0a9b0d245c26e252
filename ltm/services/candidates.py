"""What was found in talk, on its way into memory: at once, or when somebody has accepted it; in either case once."""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from ltm.domain.audit import ITSELF, Change
from ltm.domain.consent import require_storing
from ltm.domain.episode import Episode, Status
from ltm.domain.gate import checked
from ltm.domain.mining import MIN_ID_CHARS, WaitingCandidate, bounded, new_episode, profile_edit
from ltm.domain.people import meant
from ltm.domain.profile import Caps, ProfileScope
from ltm.domain.rights import Actor, may_change
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, NotFound, Refused, StoreUnavailable, SwitchedOff
from ltm.ports.scope_view import ViewableEpisodes
from ltm.services.audit import AuditService
from ltm.services.candidate_queue import CandidateQueues, Queue
from ltm.services.consent import ConsentService
from ltm.services.profiles import ProfileService
from ltm.services.recent_turns import RecentTurns
from ltm.services.remember import Remembered, RememberService
from ltm.services.scope_locks import ScopeLocks

MAX_WAITING = 200
"""Of one scope: more than anybody reads through, and some hundred kilobytes at most."""

PATIENCE_S = 30.0
"""How long one who erases waits for a candidate that is being stored: as LangBot's calls do."""

SWITCHED_OFF, REFUSED, INVALID, NO_ROOM, PROFILE_FULL, REJECTED = (
    "switched_off", "refused", "invalid", "no_room", "profile_full", "rejected",
)  # fmt: skip
"""Why something found is not kept, or not in a profile; each has a sentence in `learning_texts`."""

_NOTE = "capture"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """What became of a candidate; `is_profiled` is False where his profile had no place for it."""

    remembered: Remembered
    is_profiled: bool = True


class CandidateService:
    """The only one that changes its queues. `caps()` are those of profiles and `is_enabled()` tells whether anything
    may be stored at all, both asked anew every time."""

    def __init__(
        self,
        *,
        queues: CandidateQueues,
        store: ViewableEpisodes,
        remembering: RememberService,
        profiles: ProfileService,
        consent: ConsentService,
        audit: AuditService,
        recent_turns: RecentTurns,
        caps: Callable[[], Caps],
        is_enabled: Callable[[], bool],
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._queues = queues
        self._store = store
        self._remembering = remembering
        self._profiles = profiles
        self._consent = consent
        self._audit = audit
        self._recent_turns = recent_turns
        self._caps = caps
        self._is_enabled = is_enabled
        self._patience_s = patience_s
        self._locks = ScopeLocks()
        self.stored: Counter[Scope] = Counter()
        self.dropped: defaultdict[Scope, Counter[str]] = defaultdict(Counter)
        """Both since this process began."""

    async def add(
        self, scope: Scope, found: Sequence[WaitingCandidate], mined: Sequence[str], holds: Callable[[str], bool]
    ) -> None:
        """Keep what was found, and in the same write that these journal entries were looked through.

        Left out is what the gate refuses, and what was found in an entry that is not held any more. Raises
        StoreUnavailable or Conflict; then both are so or neither is."""
        kept = [each for each in (self._checked(scope, each) for each in found) if each is not None]

        async with self._locks.of(scope):
            before = (await self._queues.read(scope)).waiting
            known = {waiting.id for waiting in before}
            fresh = [each for each in kept if holds(each.entry) and each.id not in known]
            await self._queues.change(
                scope,
                lambda queue: Queue(
                    waiting=bounded((*queue.waiting, *fresh), MAX_WAITING),
                    mined=tuple(dict.fromkeys([*queue.mined, *mined])),
                ),
            )
        lost = len(before) + len(fresh) - MAX_WAITING
        if lost > 0:
            self.dropped[scope][NO_ROOM] += lost
            _log.warning("too many candidates wait, the oldest are dropped: scope=%s dropped=%d", _short(scope), lost)

    async def mined(self, scope: Scope) -> tuple[str, ...]:
        """Return the keys of journal entries that were looked through and not noted as removed."""
        return (await self._queues.read(scope)).mined

    async def note_removed(self, scope: Scope, keys: Sequence[str]) -> None:
        """Say that these entries have left the journal."""
        async with self._locks.of(scope):
            gone = frozenset(keys)
            await self._queues.change(
                scope, lambda queue: replace(queue, mined=tuple(key for key in queue.mined if key not in gone))
            )

    async def scopes(self) -> list[Scope]:
        """Return all scopes in which something waits or is to be finished."""
        return await self._queues.scopes()

    async def apply_ready(self, scope: Scope) -> None:
        """Store all that needs nobody's word, oldest first. What the gate refuses, or who said it does not want, is
        dropped and counted.

        Raises Unavailable, OutcomeUnknown, Conflict, Corrupt or NotConfigured; the same call goes on."""
        while True:
            # Anew for each: whoever erases comes in between.
            async with self._locks.of(scope):
                waiting = (await self._queues.read(scope)).waiting
                ready = next((each for each in waiting if each.is_ready), None)
                if ready is None:
                    return
                try:
                    await self._apply(scope, ready)
                except (Refused, InvalidInput) as exc:
                    self._dropped(scope, exc)
                await self._take_out(scope, ready)

    async def waiting(self, scope: Scope, visible: Callable[[Episode], bool]) -> list[WaitingCandidate]:
        """Return what waits for a decision and may be seen, oldest first; reads only. Raises StoreUnavailable."""
        queue = await self._queues.read(scope)
        return [each for each in queue.waiting if not each.is_ready and visible(each.episode)]

    async def accept(self, scope: Scope, actor: Actor, wanted: str) -> Accepted:
        """Store the candidate with that id, or the only one whose id begins so.

        Raises NotFound and InvalidInput for the id, SwitchedOff where nothing may be stored, and Refused or
        InvalidInput of the gate: then the candidate is gone, as it would be refused again. Any other error leaves it
        waiting."""
        async with self._locks.of(scope):
            waiting = await self._one(scope, actor, wanted)
            try:
                done = await self._apply(scope, waiting)
            except SwitchedOff:
                raise
            except (Refused, InvalidInput) as exc:
                self._dropped(scope, exc)
                await self._take_out(scope, waiting)
                raise
            await self._take_out(scope, waiting)
        await self._audit.note(scope, Change.ACCEPTED, by=actor.id, episode=done.remembered.episode, note=_NOTE)
        return done

    async def reject(self, scope: Scope, actor: Actor, wanted: str) -> WaitingCandidate:
        """Take the candidate out for good; the id as in `accept`. Raises NotFound, InvalidInput, StoreUnavailable."""
        async with self._locks.of(scope):
            waiting = await self._one(scope, actor, wanted)
            await self._take_out(scope, waiting)
        self.dropped[scope][REJECTED] += 1
        # Of what was never stored not even a hash stays.
        await self._audit.note(scope, Change.REJECTED, by=actor.id, note=f"{_NOTE} {waiting.id}")
        return waiting

    async def erase(self, scope: Scope, speaker_id: str, until: datetime | None = None) -> int:
        """Take out what the speaker said, and what is about him, up to that moment where one is given.

        What is being stored at this moment is stored when this returns. Raises StoreUnavailable or Conflict."""

        def is_meant(waiting: WaitingCandidate) -> bool:
            return until is None or waiting.at <= until

        async with self._alone(scope):
            own = await self._take_out_all(scope, lambda each: each.speaker_id == speaker_id and is_meant(each))
            # Whom a name means is known once the scope is in memory.
            await self._store.load(scope)
            about = await self._take_out_all(
                scope, lambda each: self._about(scope, each) == speaker_id and is_meant(each)
            )
            return own + about

    async def clear(self, scope: Scope) -> int:
        """Take out everything of the scope; as `erase`."""
        async with self._alone(scope):
            return await self._take_out_all(scope, lambda waiting: True)

    def _checked(self, scope: Scope, waiting: WaitingCandidate) -> WaitingCandidate | None:
        """Return the candidate as it may be kept: what is stored at last passes the gate before it waits."""
        try:
            episode = checked(new_episode(waiting, ""), waiting.id, waiting.at)
        except (Refused, InvalidInput) as exc:
            self._dropped(scope, exc)
            return None
        candidate = replace(
            waiting.candidate,
            text=episode.content,
            original=episode.original,
            subject=episode.subject,
            fact_key=episode.fact_key,
            entities=episode.entities,
        )
        return replace(waiting, candidate=candidate, speaker=episode.speaker)

    async def _apply(self, scope: Scope, waiting: WaitingCandidate) -> Accepted:
        if not self._is_enabled():
            raise SwitchedOff("memory is switched off by the operator of this bot")
        if waiting.candidate.subject:
            await self._store.load(scope)
        about = self._about(scope, waiting)
        here = await self._consent.of(waiting.session)
        require_storing(here, speaker_id=waiting.speaker_id, about=about)
        remembered = await self._remembering.remember(scope, new_episode(waiting, about), waiting.id)
        is_current = remembered.episode.status is Status.ACTIVE
        is_profiled = await self._profile(scope, waiting, about, is_current=is_current)
        self.stored[scope] += 1
        return Accepted(remembered=remembered, is_profiled=is_profiled)

    async def _profile(self, scope: Scope, waiting: WaitingCandidate, about: str, *, is_current: bool) -> bool:
        """Put what is steady about the speaker into his profile; False where that has no place for it."""
        change = profile_edit(waiting, about)
        if change is None or not is_current:
            return True
        try:
            done = await self._profiles.edit(
                waiting.session, ProfileScope.SPEAKER, waiting.speaker_id, change, self._caps()
            )
        except (Refused, InvalidInput):
            self.dropped[scope][PROFILE_FULL] += 1
            return False
        if done.edited.changed:
            note = f"{_NOTE} {ProfileScope.SPEAKER} {change.field} {change.action}"
            await self._audit.note(scope, Change.PROFILE_EDITED, by=ITSELF, note=note)
        return True

    def _about(self, scope: Scope, waiting: WaitingCandidate) -> str:
        known = [*self._recent_turns.speakers(waiting.session), *self._store.speakers(scope)]
        return meant(waiting.candidate.subject, [*known, *([waiting.speaker] if waiting.speaker else [])])

    async def _one(self, scope: Scope, actor: Actor, wanted: str) -> WaitingCandidate:
        prefix = wanted.strip().lower()
        if len(prefix) < MIN_ID_CHARS:
            raise InvalidInput(f"an id has at least {MIN_ID_CHARS} characters")
        # Another's is not there: nobody is told that it is.
        mine = await self.waiting(scope, lambda episode: may_change(actor, episode))
        found = [each for each in mine if each.id.startswith(prefix)]
        if not found:
            raise NotFound("nothing with that id waits for a decision here")
        if len(found) > 1:
            raise InvalidInput("several ids begin so: give more of it")
        return found[0]

    async def _take_out(self, scope: Scope, waiting: WaitingCandidate) -> None:
        await self._take_out_all(scope, lambda each: each.id == waiting.id)

    async def _take_out_all(self, scope: Scope, unwanted: Callable[[WaitingCandidate], bool]) -> int:
        gone = {each.id for each in (await self._queues.read(scope)).waiting if unwanted(each)}
        await self._queues.change(
            scope, lambda queue: replace(queue, waiting=tuple(each for each in queue.waiting if each.id not in gone))
        )
        return len(gone)

    @asynccontextmanager
    async def _alone(self, scope: Scope) -> AsyncIterator[None]:
        """For those who erase: nothing of the scope is being stored meanwhile, and nothing unreadable is left."""
        lock = self._locks.of(scope)
        try:
            async with asyncio.timeout(self._patience_s):
                await lock.acquire()
        except TimeoutError as exc:
            raise StoreUnavailable("what was found in talk is being stored at this moment; try again later") from exc
        try:
            yield
            await self._queues.discard_unreadable(scope)
        finally:
            lock.release()

    def _dropped(self, scope: Scope, exc: Refused | InvalidInput) -> None:
        kinds = {SwitchedOff: SWITCHED_OFF, Refused: REFUSED}
        reason = next((reason for kind, reason in kinds.items() if isinstance(exc, kind)), INVALID)
        self.dropped[scope][reason] += 1


def _short(scope: Scope) -> str:
    return scope.digest[:12]
