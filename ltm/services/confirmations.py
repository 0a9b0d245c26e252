"""Asking back before something that cannot be undone, by a short code that only whoever was asked can answer.

Kept in this process only: a restart forgets what was asked, and a code of before it is answered with NOTHING_ASKED.
"""

import hmac
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Generic, TypeVar

from ltm.domain.scope import SessionKey
from ltm.errors import NotAllowed
from ltm.ports.clock import Clock

T = TypeVar("T")

ActorKey = tuple[SessionKey, str]
"""The conversation and the speaker's id."""

VALID = timedelta(minutes=5)
CODE_DIGITS = 6
MAX_WRONG = 3
"""Three of a million codes: a guess is right once in 300,000 questions."""

MAX_PENDING = 1_000


class NotConfirmed(StrEnum):
    """Why a code does nothing."""

    NOTHING_ASKED = "nothing was asked"
    EXPIRED = "the code has expired"
    WRONG = "the code is wrong"
    CANCELLED = "the code was wrong too often"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """`code` has CODE_DIGITS digits and is valid before `until`. `replaced` says what had been asked before and can no
    longer be confirmed, if there was something."""

    code: str
    until: datetime
    replaced: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed(Generic[T]):
    """What was confirmed, in the words it was asked in, and the action that does it; nothing is done yet."""

    what: str
    action: Callable[[], Awaitable[T]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pending(Generic[T]):
    confirmed: Confirmed[T]
    code: str = field(repr=False)
    until: datetime
    wrong: int = 0


class Confirmations(Generic[T]):
    """One question at a time for each person in each conversation."""

    def __init__(self, *, clock: Clock) -> None:
        self._clock = clock
        self._pending: OrderedDict[ActorKey, _Pending[T]] = OrderedDict()

    def ask(self, actor: ActorKey, what: str, action: Callable[[], Awaitable[T]], *, ttl: timedelta = VALID) -> Asked:
        """Keep the action until it is confirmed and return the code that does so; what was asked before is dropped.

        Raises NotAllowed where the speaker is not known: anybody unknown could confirm."""
        if not actor[1]:
            raise NotAllowed("who you are is not known here, so nothing can be confirmed by you")
        now = self._clock.now()
        self._drop_expired(now)
        before = self._pending.pop(actor, None)
        code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        self._pending[actor] = _Pending(confirmed=Confirmed(what=what, action=action), code=code, until=now + ttl)
        if len(self._pending) > MAX_PENDING:
            self._pending.popitem(last=False)
        return Asked(code=code, until=now + ttl, replaced=before.confirmed.what if before else None)

    def confirm(self, actor: ActorKey, code: str) -> Confirmed[T] | NotConfirmed:
        """Return what the same person was asked in the same conversation, once, or why not.

        White space in the code does not count, and digits of any script do: Chinese input methods type full-width
        ones. The third wrong code cancels what was asked."""
        pending = self._pending.get(actor)
        if pending is None:
            return NotConfirmed.NOTHING_ASKED
        outcome = self._outcome(pending, code)
        if outcome is NotConfirmed.WRONG:
            self._pending[actor] = replace(pending, wrong=pending.wrong + 1)
        else:
            del self._pending[actor]
        return outcome

    def _outcome(self, pending: _Pending[T], code: str) -> Confirmed[T] | NotConfirmed:
        if self._clock.now() >= pending.until:
            return NotConfirmed.EXPIRED
        if hmac.compare_digest(_ascii(code), pending.code.encode()):
            return pending.confirmed
        return NotConfirmed.CANCELLED if pending.wrong + 1 >= MAX_WRONG else NotConfirmed.WRONG

    def _drop_expired(self, now: datetime) -> None:
        # An action may hold what is to be forgotten.
        for actor in [actor for actor, pending in self._pending.items() if now >= pending.until]:
            del self._pending[actor]


def _ascii(code: str) -> bytes:
    plain = (str(unicodedata.decimal(char, char)) for char in code if not char.isspace())
    return "".join(plain).encode("utf-8", "replace")
