"""An answered turn as it is handed over, and what of it may wait."""

from dataclasses import dataclass
from datetime import datetime

from ltm.domain.mining import kept_reply, kept_speaker, kept_text
from ltm.domain.turn import Turn, Whose
from ltm.ports.journal import JournalEntry

Message = tuple[Whose, int, int]
"""Whose message, its number at the host, and a hash of its text: a restarted host counts from 0 again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    turn: Turn
    reply: str
    at: datetime
    kept: tuple[str, ...] = ()


def message_of(turn: Turn, query_id: int) -> Message:
    return turn.whose, query_id, hash(turn.text)


def entry_of(key: str, noted: Noted) -> JournalEntry | None:
    """Return what of the turn may wait; None where that is nothing, or where its ids cannot be stored."""
    if not key:
        return None
    turn = noted.turn
    entry = JournalEntry(
        key=key,
        session=turn.session,
        speaker=kept_speaker(turn.speaker),
        text=kept_text(turn.text),
        reply=kept_reply(noted.reply),
        at=noted.at,
        kept=tuple(filter(None, map(kept_text, noted.kept))),
    )
    ids = f"{turn.session.bot_uuid}{turn.session.name}{turn.speaker_id}"
    # Kept as something else, a speaker would be somebody else.
    is_storable = ids == ids.encode("utf-8", "replace").decode("utf-8")
    return entry if is_storable and (entry.text or entry.reply) else None
