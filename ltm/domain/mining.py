"""What becomes of an answered turn beside the reply: what of it waits, when it is looked through, and what a candidate
found in it is to be."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from ltm.domain import policy
from ltm.domain.candidate import Candidate
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker
from ltm.domain.gate import NewEpisode
from ltm.domain.profile import Action, Edit, Field
from ltm.domain.rendering import BLOCK_OPENING
from ltm.domain.scope import Scope, SessionKey
from ltm.domain.secrets import secret_in

MAX_TEXT_CHARS = 4_000
MAX_REPLY_CHARS = 2_000
"""Of a reply less is kept: what people state stands in their own words."""

MAX_BATCH_CHARS = 12_000
"""About 3,000 tokens of English: every model takes that, and a cheap one still reads it whole."""

MIN_ID_CHARS = 6
"""Of a candidate's id: enough to tell two hundred apart."""

_SHOWN_ID_CHARS = 8
_LOOKED_AT_CHARS = 200_000
"""Longer than any block of ours with a whole message behind it."""

_TAG = re.escape(BLOCK_OPENING.strip("<>"))
_BLOCK = re.compile(rf"<({_TAG}[\w-]*)>.*?(?:</\1>|\Z)", re.DOTALL)
_IDS = UUID("8f6f3f0e-52a5-5c0b-9d5c-6c1f0b7a1d11")
_CORRECTION = ("correction",)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingCandidate:
    """A candidate on its way into memory. `entry` is the key of the journal entry in which its speaker said it `at`
    that time, in `session`; one that `is_ready` is stored without anybody being asked."""

    id: EpisodeId
    entry: str
    session: SessionKey
    speaker: Speaker | None
    at: datetime
    candidate: Candidate
    is_ready: bool

    @property
    def speaker_id(self) -> str:
        return self.speaker.id if self.speaker else ""

    @property
    def short_id(self) -> str:
        """Return as much of the id as is shown to people."""
        return self.id[:_SHOWN_ID_CHARS]

    @property
    def episode(self) -> Episode:
        """Return the memory it would become, for who may see and decide it."""
        return Episode(
            id=self.id,
            content=self.candidate.text,
            at=self.at,
            speaker=self.speaker,
            session_name=self.session.name,
            subject=self.candidate.subject,
            source=Source.CAPTURE,
            kind=self.candidate.kind,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MiningStatus:
    """`turns` wait to be looked through and `candidates` for a decision; since this process began `mined` turns were
    looked through, of which came what is `stored`, and what was `dropped`, by reason."""

    turns: int
    candidates: int
    mined: int
    stored: int
    dropped: dict[str, int]


def kept_text(text: str) -> str:
    """Return what of a message may wait in storage: without memory's own block, cut at `MAX_TEXT_CHARS`, and "" where
    it seems to hold a secret."""
    return _kept(text, MAX_TEXT_CHARS)


def kept_reply(reply: str) -> str:
    """Return what of a reply may wait, as `kept_text` with `MAX_REPLY_CHARS`."""
    return _kept(reply, MAX_REPLY_CHARS)


def kept_speaker(speaker: Speaker | None) -> Speaker | None:
    """Return the speaker, without a name that holds a secret: the id is what decides."""
    if speaker is None:
        return None
    name = policy.storable(speaker.name)
    return Speaker(id=speaker.id, name="" if secret_in(name) else name)


def is_due(count: int, newest: datetime, now: datetime, *, every: int, idle: timedelta) -> bool:
    """True if that many waiting turns of a session are to be looked through, the newest said at `newest`."""
    return count >= every or (count > 0 and newest + idle <= now)


def batch_size(chars: Sequence[int], *, most: int) -> int:
    """Return how many of the entries of such lengths, oldest first, are looked through together: always one."""
    total = 0
    for number, length in enumerate(chars[:most]):
        total += length
        if number and total > MAX_BATCH_CHARS:
            return number
    return min(len(chars), most)


def candidate_id(scope: Scope, entry: str, number: int) -> EpisodeId:
    """Return the id of the entry's candidate of that number: the same whenever it is asked."""
    return EpisodeId(str(uuid5(_IDS, f"{scope.digest} {entry} {number}")))


def bounded(waiting: Sequence[WaitingCandidate], most: int) -> tuple[WaitingCandidate, ...]:
    """Return at most that many; the oldest go of whoever has most of them, so that nobody crowds out the others."""
    kept = list(waiting)
    while len(kept) > most:
        [(speaker_id, _)] = Counter(each.speaker_id for each in kept).most_common(1)
        kept.remove(next(each for each in kept if each.speaker_id == speaker_id))
    return tuple(kept)


def new_episode(waiting: WaitingCandidate, about: str) -> NewEpisode:
    """Return what is to be stored of it; `about` is the id of the speaker that its subject names."""
    candidate = waiting.candidate
    return NewEpisode(
        content=candidate.text,
        original=candidate.original,
        kind=candidate.kind,
        importance=candidate.importance,
        subject=candidate.subject,
        about=about,
        fact_key=candidate.fact_key,
        event_at=candidate.event_at,
        snapshot=candidate.snapshot,
        entities=candidate.entities[: policy.MAX_ENTITIES],
        tags=_CORRECTION if candidate.corrects else (),
        speaker=waiting.speaker,
        session_name=waiting.session.name,
        source=Source.CAPTURE,
        at=waiting.at,
    )


def profile_edit(waiting: WaitingCandidate, about: str) -> Edit | None:
    """Return the change to the speaker's own profile, None where it is of a moment or of somebody else."""
    candidate = waiting.candidate
    # What somebody wants of the bot from now on is of use in every turn, and like no question that would recall it.
    field = Field.PREFERENCES if candidate.kind is Kind.INSTRUCTION else candidate.field
    if (
        field is None
        or candidate.snapshot
        or not waiting.speaker_id
        or (candidate.subject and about != waiting.speaker_id)
    ):
        return None
    if field is Field.NAME:
        # "Call me Al" is a sentence; the one name in it is what he is called.
        value = candidate.entities[0] if len(candidate.entities) == 1 else candidate.text
        return Edit(field=Field.NAME, action=Action.SET, value=value)
    key = "" if field is Field.NOTES else candidate.fact_key
    return Edit(field=field, action=Action.ADD, value=candidate.text, fact_key=key)


def _kept(text: str, most: int) -> str:
    # A little more than is kept: a secret that the cut would part is recognised whole.
    kept = policy.storable(_BLOCK.sub(" ", text[:_LOOKED_AT_CHARS])[: 2 * most])
    return "" if secret_in(kept) else kept[:most].rstrip()
