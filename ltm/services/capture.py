"""Answered turns on their way into the journal: taken note of at once, written beside the reply, each once."""

import asyncio
import logging
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from ltm.domain.scope import Scope, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import StoreUnavailable
from ltm.ports.clock import Clock
from ltm.ports.journal import Journal, JournalEntry
from ltm.services.background import detached
from ltm.services.noted_turns import Message, Noted, entry_of, message_of

MAX_ENTRIES = 2_000
"""Of all sessions together: at most some ten megabytes while nothing can be looked through."""

FIRST_PAUSE_S = 2.0
LONGEST_PAUSE_S = 60.0
"""Between two tries to write, doubled after each that fails; as the outbox does."""

GATHER_S = 2.0
"""A streamed answer is noted with each of its parts: it is written at most this often, and looked through only when it
was not noted for as long. Chosen by feel: models seldom pause longer."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS = 20
"""Of the nanoseconds since 1970 in a key: enough for 3,000 years, so that text sorts as numbers do."""

_log = logging.getLogger(__name__)


class CaptureService:
    """The only one that writes to its journal. What waits here is known to this process at once, and in the journal
    as soon as the storage answers."""

    def __init__(
        self,
        *,
        journal: Journal,
        clock: Clock,
        max_entries: int = MAX_ENTRIES,
        gather_s: float = GATHER_S,
        first_pause_s: float = FIRST_PAUSE_S,
        longest_pause_s: float = LONGEST_PAUSE_S,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._max_entries = max_entries
        self._gather_s = gather_s
        self._first_pause_s = first_pause_s
        self._longest_pause_s = longest_pause_s
        self._noted: Callable[[], None] = lambda: None
        self._incoming: OrderedDict[Message, Noted] = OrderedDict()
        self._keys: OrderedDict[Message, str] = OrderedDict()
        self._entries: dict[str, JournalEntry] = {}
        """By key, in the order of the keys."""
        self._taken_in: dict[str, float] = {}
        """When each of the latest entries was noted last, by the event loop's clock."""
        self._unwritten: set[str] = set()
        self._leaving: set[str] = set()
        self._taken: set[str] = set()
        self._last = 0
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._calm = asyncio.Event()
        self._calm.set()
        self._is_loaded = self._is_behind = self._is_closed = False
        self.dropped: Counter[SessionKey] = Counter()
        """How many turns there was no room for, since this process began."""

    def attach(self, noted: Callable[[], None]) -> None:
        """Say what is called when there is something new to look through."""
        self._noted = noted

    def note(self, turn: Turn, query_id: int, reply: str, at: datetime, kept: Sequence[str] = ()) -> None:
        """Have the answered message looked through later. Returns at once. `kept` was stored of it while it was
        answered.

        The same message noted again takes the place of what was noted first, until it is being looked through: of a
        streamed answer the last one counts. Whoever calls has asked whether the speaker wants to be remembered."""
        if self._is_closed:
            return
        message = message_of(turn, query_id)
        self._incoming[message] = Noted(turn=turn, reply=reply, at=at, kept=tuple(kept))
        if len(self._incoming) > self._max_entries:
            _, lost = self._incoming.popitem(last=False)
            self.dropped[lost.turn.session] += 1
        self._nudge()

    async def load(self) -> None:
        """Read what an earlier process left, once, and take in what was noted since. Raises StoreUnavailable."""
        if not self._is_loaded:
            async with self._lock:
                if not self._is_loaded:
                    left = await self._journal.pending()
                    self._entries = {entry.key: entry for entry in sorted(left, key=lambda entry: entry.key)}
                    self._last = max(map(_number, self._entries), default=0)
                    self._is_loaded = True
        self._take_in()

    async def written(self) -> None:
        """Have all in the journal that was noted. Raises StoreUnavailable."""
        await self.load()
        while self._has_news:
            self._take_in()
            # One at a time, and what leaves under the same lock: nothing is written that was taken out meanwhile.
            async with self._lock:
                await self._remove_leaving()
                key = min(self._unwritten, default="")
                if key:
                    written = self._entries[key]
                    await self._journal.write(written)
                    if self._entries.get(key) is written:
                        self._unwritten.discard(key)
        if self._is_behind:
            _log.info("turns are journaled again")
        self._is_behind = False

    def sessions(self) -> dict[SessionKey, list[JournalEntry]]:
        """Return what is to be looked through, of each session oldest first; nothing before `load`, and nothing of an
        answer that may still be under way."""
        newest = asyncio.get_running_loop().time() - self._gather_s
        found: defaultdict[SessionKey, list[JournalEntry]] = defaultdict(list)
        for entry in self._entries.values():
            if self._taken_in.get(entry.key, newest) <= newest:
                found[entry.session].append(entry)
        return found

    def holds(self, key: str) -> bool:
        """True if the entry is still to be looked through: nobody has had it forgotten meanwhile."""
        return key in self._entries

    def take(self, keys: Iterable[str]) -> None:
        """Have these entries stay as they are: they are being looked through."""
        self._taken.update(keys)

    def give_back(self, keys: Iterable[str]) -> None:
        """Undo `take`."""
        self._taken.difference_update(keys)

    async def remove(self, keys: Sequence[str]) -> None:
        """Take the entries out. Raises StoreUnavailable; then they are gone here and leave the journal later."""
        async with self._lock:
            for key in keys:
                self._entries.pop(key, None)
                self._unwritten.discard(key)
            self._leaving.update(keys)
            try:
                await self._remove_leaving()
            finally:
                self._nudge()

    async def forget(self, scope: Scope, speaker_id: str, until: datetime | None = None) -> int:
        """Take out what the speaker said in the scope, up to that moment where one is given, and return how many turns.

        Raises StoreUnavailable; the same call goes on."""
        return await self._drop(
            lambda session, said_by, at: (
                _is_in(scope, session) and said_by == speaker_id and (until is None or at <= until)
            )
        )

    async def clear(self, scope: Scope | None) -> int:
        """Take out all turns of the scope, of every scope for None; as `forget`."""
        return await self._drop(lambda session, said_by, at: scope is None or _is_in(scope, session))

    async def settled(self) -> None:
        """Wait until nothing is being tried: all is written, or the next try is some time off."""
        await self._calm.wait()

    async def close(self) -> None:
        """End writing; what is in the journal waits for the next process."""
        self._is_closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._calm.set()

    async def _drop(self, meant: Callable[[SessionKey, str, datetime], bool]) -> int:
        await self.load()
        keys = [
            entry.key
            for entry in self._entries.values()
            if meant(entry.session, entry.speaker.id if entry.speaker else "", entry.at)
        ]
        await self.remove(keys)
        return len(keys)

    def _take_in(self) -> None:
        """Give what was noted its place in the journal."""
        is_news = bool(self._incoming)
        while self._incoming:
            message, noted = self._incoming.popitem(last=False)
            entry = entry_of(self._key_of(message, noted), noted)
            if entry is not None:
                self._entries[entry.key] = entry
                self._unwritten.add(entry.key)
                self._taken_in[entry.key] = asyncio.get_running_loop().time()
        dropped = len(self._entries) - self._max_entries
        if dropped > 0:
            for key in list(self._entries)[:dropped]:
                self.dropped[self._entries.pop(key).session] += 1
                self._unwritten.discard(key)
                self._leaving.add(key)
            _log.warning("too many turns wait, the oldest are dropped: dropped=%d", dropped)
        if is_news:
            self._noted()

    def _key_of(self, message: Message, noted: Noted) -> str:
        """Return the message's key, "" where it was looked through already and has no place any more."""
        known = self._keys.get(message)
        if known is not None:
            return known if known in self._entries and known not in self._taken else ""
        # Behind all others, whatever the clock says.
        self._last = max(self._last + 1, (self._clock.now() - _EPOCH) // timedelta(microseconds=1) * 1_000)
        key = self._keys[message] = f"{self._last:0{_DIGITS}d}-{uuid4().hex[:12]}"
        while len(self._keys) > 2 * self._max_entries:
            self._keys.popitem(last=False)
        return key

    def _nudge(self) -> None:
        if self._is_closed or not self._has_news:
            return
        if not self._is_behind:
            self._calm.clear()
        if self._task is not None and not self._task.done():
            return
        self._calm.clear()
        self._task = detached(self._write())
        self._task.add_done_callback(_broke_off)

    async def _write(self) -> None:
        pause_s = self._first_pause_s
        try:
            while True:
                rest_s = self._gather_s
                try:
                    await self.written()
                except StoreUnavailable as exc:
                    self._went(exc)
                    rest_s, pause_s = pause_s, min(2 * pause_s, self._longest_pause_s)
                self._calm.set()
                await asyncio.sleep(rest_s)
                self._calm.clear()
                quiet = asyncio.get_running_loop().time() - self._gather_s
                self._taken_in = {key: at for key, at in self._taken_in.items() if at > quiet}
                self._noted()
                if not self._is_behind and not self._has_news:
                    return
        finally:
            self._calm.set()

    def _went(self, exc: StoreUnavailable) -> None:
        # Once when it goes; that it is back is said when all is written.
        if not self._is_behind:
            _log.warning("turns wait to be journaled: reason=%s", type(exc).__name__)
        self._is_behind = True

    @property
    def _has_news(self) -> bool:
        return bool(self._incoming or self._unwritten or self._leaving)

    async def _remove_leaving(self) -> None:
        leaving = sorted(self._leaving)
        await self._journal.remove(leaving)
        self._leaving.difference_update(leaving)


def _is_in(scope: Scope, session: SessionKey) -> bool:
    return Scope.of(session, scope.isolation) == scope


def _number(key: str) -> int:
    """Return the number in a key; 0 if somebody else wrote it."""
    digits = key[:_DIGITS]
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _broke_off(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (exc := task.exception()) is not None:
        _log.error("journaling broke off: reason=%s", type(exc).__name__)
