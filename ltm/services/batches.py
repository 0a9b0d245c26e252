"""One batch of turns: looked through, what was found in it kept, and each turn once.

What was found and which turns it came from is kept in one write, under ids that follow from the turns. So a crash
before that write leaves the turns as they were, and one after it leaves only what is done again without a difference.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from time import perf_counter

from ltm.domain.mining import MiningStatus, WaitingCandidate, batch_size, candidate_id
from ltm.domain.own_words import is_kept
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import StoreUnavailable
from ltm.ports.extractor import Extractor, Found
from ltm.ports.journal import JournalEntry
from ltm.services.candidates import NO_ROOM, PATIENCE_S, SWITCHED_OFF, CandidateService
from ltm.services.capture import CaptureService
from ltm.services.consent import ConsentService
from ltm.services.scope_locks import ScopeLocks

Index = Callable[[Scope, Sequence[JournalEntry]], Awaitable[object]]
"""Has turns of one session found by their words later; doing it again changes nothing."""

_log = logging.getLogger(__name__)


class Batches:
    """What `MiningService` does with one session; its arguments are explained there."""

    def __init__(
        self,
        *,
        capture: CaptureService,
        candidates: CandidateService,
        consent: ConsentService,
        isolation: Isolation,
        is_enabled: Callable[[], bool],
        extractor: Extractor | None,
        index: Index | None,
        is_reviewed: bool,
    ) -> None:
        self._capture = capture
        self._candidates = candidates
        self._consent = consent
        self._isolation = isolation
        self._is_enabled = is_enabled
        self._extractor = extractor
        self._index = index
        self._is_reviewed = is_reviewed
        self._indexing = ScopeLocks()
        self._mined: Counter[Scope] = Counter()

    @property
    def is_off(self) -> bool:
        """True if turns are neither looked through nor indexed."""
        return self._extractor is None and self._index is None

    async def mine(self, session: SessionKey, most: int) -> None:
        """Look through the oldest turns that wait of the session, at most that many.

        Raises Unavailable, OutcomeUnknown, Conflict, Corrupt or NotConfigured; the same call goes on."""
        scope = Scope.of(session, self._isolation)
        # A model is not asked while what it answers could not be kept.
        await self._capture.written()
        await self.finish(scope)
        entries = self._capture.sessions().get(session, [])
        sizes = [len(entry.text) + len(entry.reply) for entry in entries]
        batch = entries[: batch_size(sizes, most=most)]
        keys = [entry.key for entry in batch]
        self._capture.take(keys)
        try:
            await self._mine(scope, session, batch)
        finally:
            self._capture.give_back(keys)

    async def finish(self, scope: Scope) -> None:
        """Do what is left of turns that were looked through: they leave the journal, what was found is stored.

        Raises as `mine`."""
        mined = await self._candidates.mined(scope)
        if mined:
            await self._capture.load()
            await self._capture.remove(mined)
            await self._candidates.note_removed(scope, mined)
        await self._candidates.apply_ready(scope)

    async def forget(self, scope: Scope, speaker_id: str, until: datetime | None) -> int:
        """As `MiningService.forget`."""
        turns = await self._capture.forget(scope, speaker_id, until)
        await self._indexed(scope)
        return turns + await self._candidates.erase(scope, speaker_id, until)

    async def clear(self, scope: Scope) -> int:
        """As `MiningService.clear`."""
        turns = await self._capture.clear(scope)
        await self._indexed(scope)
        return turns + await self._candidates.clear(scope)

    async def status(self, scope: Scope) -> MiningStatus:
        """As `MiningService.status`."""
        turns = self._capture.sessions()
        dropped = Counter(self._candidates.dropped[scope])
        for session, count in self._capture.dropped.items():
            if Scope.of(session, self._isolation) == scope:
                dropped[NO_ROOM] += count
        return MiningStatus(
            turns=sum(len(said) for session, said in turns.items() if Scope.of(session, self._isolation) == scope),
            candidates=len(await self._candidates.waiting(scope, lambda episode: True)),
            mined=self._mined[scope],
            stored=self._candidates.stored[scope],
            dropped=dict(dropped),
        )

    async def _mine(self, scope: Scope, session: SessionKey, batch: Sequence[JournalEntry]) -> None:
        started = perf_counter()
        wanted = await self._wanted(session, batch)
        unwanted = [entry.key for entry in batch if entry not in wanted]
        if unwanted:
            await self._capture.remove(unwanted)
            self._candidates.dropped[scope][SWITCHED_OFF] += len(unwanted)
        if not wanted:
            return
        found = await self._found(scope, wanted)
        keys = [entry.key for entry in wanted]
        await self._candidates.add(scope, self._waiting(scope, wanted, found), keys, self._capture.holds)
        self._mined[scope] += len(wanted)
        await self.finish(scope)
        _log.info(
            "turns looked through: session=%s turns=%d found=%d ms=%.1f",
            session.digest[:12],
            len(wanted),
            len(found),
            (perf_counter() - started) * 1000,
        )

    async def _wanted(self, session: SessionKey, batch: Sequence[JournalEntry]) -> list[JournalEntry]:
        """Return the entries whose speakers are remembered here; none where nobody is."""
        if not self._is_enabled() or self.is_off:
            return []
        here = await self._consent.of(session)
        return [] if here.paused else [e for e in batch if e.speaker is None or e.speaker.id not in here.off]

    async def _found(self, scope: Scope, entries: Sequence[JournalEntry]) -> list[Found]:
        if self._index is not None:
            async with self._indexing.of(scope):
                await self._index(scope, [entry for entry in entries if self._capture.holds(entry.key)])
        said = [entry for entry in entries if entry.text and self._capture.holds(entry.key)]
        return await self._extractor.extract(said) if self._extractor is not None and said else []

    def _waiting(self, scope: Scope, entries: Sequence[JournalEntry], found: Sequence[Found]) -> list[WaitingCandidate]:
        """Return what was found in the entries as it waits; what names no entry of them, or was stored of it
        when it was answered, is left out."""
        by_key = {entry.key: entry for entry in entries}
        numbers: Counter[str] = Counter()
        waiting: list[WaitingCandidate] = []
        for each in found:
            entry = by_key.get(each.entry)
            if entry is None or is_kept(each.candidate.text, message=entry.text, kept=entry.kept):
                continue
            waiting.append(
                WaitingCandidate(
                    id=candidate_id(scope, entry.key, numbers[entry.key]),
                    entry=entry.key,
                    session=entry.session,
                    speaker=entry.speaker,
                    at=entry.at,
                    candidate=each.candidate,
                    is_ready=not self._is_reviewed,
                )
            )
            numbers[entry.key] += 1
        return waiting

    async def _indexed(self, scope: Scope) -> None:
        """Wait until no turns of the scope are being indexed."""
        try:
            async with asyncio.timeout(PATIENCE_S), self._indexing.of(scope):
                pass
        except TimeoutError as exc:
            raise StoreUnavailable("turns are being indexed at this moment; try again later") from exc
