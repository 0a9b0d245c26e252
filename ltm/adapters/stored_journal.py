"""The journal in a Storage: one key an entry, whose order is that of the entries."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from ltm.domain.episode import Speaker
from ltm.domain.mining import kept_reply, kept_speaker, kept_text
from ltm.domain.scope import SessionKey
from ltm.errors import Corrupt
from ltm.ports.journal import JournalEntry
from ltm.ports.storage import Storage

_PREFIX = "journal/"
_ASIDE = "journal-aside/"

_log = logging.getLogger(__name__)


class _Stored(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _StoredSpeaker(_Stored):
    id: str
    name: str = ""


class _StoredEntry(_Stored):
    v: Literal[1] = 1
    bot: str
    session: str
    speaker: _StoredSpeaker | None
    text: str
    reply: str
    at: float
    kept: list[str] = Field(default_factory=list)


class StoredJournal:
    """A Journal that looks itself at what it is given: no secret and nothing over-long reaches the storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def write(self, entry: JournalEntry) -> None:
        await self._storage.put(_PREFIX + entry.key, _bytes(entry))

    async def pending(self) -> list[JournalEntry]:
        found: list[JournalEntry] = []
        for key in await self._storage.keys(_PREFIX):
            raw = await self._storage.get(key)
            if raw is None:
                continue
            try:
                found.append(_entry(key.removeprefix(_PREFIX), raw))
            except Corrupt:
                await self._storage.put(_ASIDE + key.removeprefix(_PREFIX), raw)
                await self._storage.delete(key)
                _log.error("a turn that waited does not parse and was kept aside: key=%s", key)
        return found

    async def remove(self, keys: Sequence[str]) -> None:
        for key in keys:
            await self._storage.delete(_PREFIX + key)


def _bytes(entry: JournalEntry) -> bytes:
    speaker = kept_speaker(entry.speaker)
    stored = _StoredEntry(
        bot=entry.session.bot_uuid,
        session=entry.session.name,
        speaker=_StoredSpeaker(id=speaker.id, name=speaker.name) if speaker else None,
        text=kept_text(entry.text),
        reply=kept_reply(entry.reply),
        at=entry.at.timestamp(),
        kept=list(filter(None, map(kept_text, entry.kept))),
    )
    return orjson.dumps(stored.model_dump(mode="json"))


def _entry(key: str, raw: bytes) -> JournalEntry:
    """Raises Corrupt."""
    try:
        stored = _StoredEntry.model_validate(orjson.loads(raw))
        at = datetime.fromtimestamp(stored.at, UTC)
    except (ValueError, OverflowError, OSError) as exc:  # JSON, pydantic and times out of range
        raise Corrupt("a turn that waited does not parse") from exc
    return JournalEntry(
        key=key,
        session=SessionKey(name=stored.session, bot_uuid=stored.bot),
        speaker=Speaker(id=stored.speaker.id, name=stored.speaker.name) if stored.speaker else None,
        text=stored.text,
        reply=stored.reply,
        at=at,
        kept=tuple(stored.kept),
    )
