"""Asking and changing who is remembered. A wish that cannot be read is never taken for none."""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from typing import Literal
from weakref import WeakValueDictionary

import orjson
from pydantic import BaseModel, ConfigDict

from ltm.domain.consent import Consent, Here
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import Conflict, Corrupt, InvalidInput
from ltm.ports.storage import Storage

_ATTEMPTS = 3
"""Changes of this process wait for each other, so an attempt fails only where something else wrote meanwhile."""

_log = logging.getLogger(__name__)


class _StoredConsent(BaseModel):
    # A record of a later version is not understood, and what is not understood switches memory off.
    model_config = ConfigDict(extra="forbid", frozen=True)

    v: Literal[1]
    off: dict[str, list[str]]
    paused: list[str]


class ConsentService:
    """Whoever asks here and is answered with an error neither stores nor recalls."""

    def __init__(self, *, storage: Storage, isolation: Isolation) -> None:
        self._storage = storage
        self._isolation = isolation
        # Parsed once for the same bytes: the storage decides, so that two services on it never differ.
        self._parsed: dict[str, tuple[bytes, Consent]] = {}
        self._changing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def of(self, session: SessionKey) -> Here:
        """Return what holds in the conversation; reads only. Raises StoreUnavailable, or Corrupt if the record does
        not parse."""
        key = consent_key(session)
        return self._read(key, await self._storage.get(key)).here(session.name, self._isolation)

    async def hidden(self, scope: Scope) -> frozenset[str]:
        """Return the ids of those who are off in the scope; as `of`."""
        return (await self.of(SessionKey(name=scope.session_name, bot_uuid=scope.bot_uuid))).off

    async def switch_off(self, session: SessionKey, speaker_id: str) -> bool:
        """Have nothing of and about the speaker stored or recalled here; False if that was his wish already.

        As every change, raises StoreUnavailable, Corrupt, Conflict, Refused or InvalidInput; then nothing has changed,
        but that a write whose answer was lost may have arrived."""
        _require_known(speaker_id)
        return await self._change(session, lambda consent: consent.switched_off(session.name, speaker_id))

    async def switch_on(self, session: SessionKey, speaker_id: str) -> bool:
        """End the speaker's wish; False if he had none. Where all of the bot's conversations share their memories, in
        all of them."""
        _require_known(speaker_id)
        return await self._change(
            session, lambda consent: consent.switched_on(session.name, speaker_id, self._isolation)
        )

    async def pause(self, session: SessionKey) -> bool:
        """Have nothing stored or recalled in the conversation; False if it was paused already.

        For administrators: a record that does not parse is kept aside and begun anew. Those who were off in it are not
        any more."""
        return await self._change(session, lambda consent: consent.paused_in(session.name), begins_anew=True)

    async def resume(self, session: SessionKey) -> bool:
        """End a pause; False if there was none. A record that does not parse as in `pause`."""
        return await self._change(session, lambda consent: consent.resumed_in(session.name), begins_anew=True)

    async def _change(
        self, session: SessionKey, change: Callable[[Consent], Consent], *, begins_anew: bool = False
    ) -> bool:
        _require_storable(session.name)
        key = consent_key(session)
        async with self._changing.setdefault(key, asyncio.Lock()):
            for _ in range(_ATTEMPTS):
                raw = await self._storage.get(key)
                try:
                    before = self._read(key, raw)
                except Corrupt:
                    if not begins_anew:
                        raise
                    before = None
                    await self._keep_aside(key, raw or b"")
                after = change(before or Consent())
                if after == before:
                    return False
                if await self._storage.swap(key, raw, _to_bytes(after)):
                    _log.info("consent changed: session=%s entries=%d", session.digest[:12], after.size)
                    return True
        raise Conflict("who is remembered is being changed by others at this moment; try again")

    def _read(self, key: str, raw: bytes | None) -> Consent:
        if raw is None:
            return Consent()
        known = self._parsed.get(key)
        if known is None or known[0] != raw:
            known = self._parsed[key] = (raw, _from_bytes(key, raw))
        return known[1]

    async def _keep_aside(self, key: str, raw: bytes) -> None:
        aside = f"{key}/unreadable/{hashlib.sha256(raw).hexdigest()[:16]}"
        await self._storage.put(aside, raw)
        _log.error("an unreadable record of who is remembered was kept aside: key=%s", aside)


def consent_key(session: SessionKey) -> str:
    """Return the storage key of the record of the session's bot."""
    return f"consent/{hashlib.sha256(session.bot_uuid.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _require_known(speaker_id: str) -> None:
    if not speaker_id:
        raise InvalidInput("who is speaking is not known here, so it cannot be kept that he is not to be remembered")
    _require_storable(speaker_id)


def _require_storable(text: str) -> None:
    # Stored as something else, the wish would be nobody's.
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise InvalidInput("the id of the speaker or conversation is not valid text and cannot be kept") from exc


def _to_bytes(consent: Consent) -> bytes:
    off = {name: sorted(speaker_ids) for name, speaker_ids in sorted(consent.off.items())}
    return orjson.dumps({"v": 1, "off": off, "paused": sorted(consent.paused)})


def _from_bytes(key: str, raw: bytes) -> Consent:
    try:
        stored = _StoredConsent.model_validate(orjson.loads(raw))
    except ValueError as exc:  # JSON and pydantic
        raise Corrupt(
            "the record of who switched memory off cannot be read, so nothing is stored or recalled. An administrator "
            "who pauses or resumes memory begins a new record and keeps this one aside; whoever had switched memory "
            f"off has to do so again. key={key}"
        ) from exc
    return Consent(
        off={name: frozenset(speaker_ids) for name, speaker_ids in stored.off.items() if speaker_ids},
        paused=frozenset(stored.paused),
    )
