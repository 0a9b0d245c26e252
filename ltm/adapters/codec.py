"""Stored bytes to domain objects and back; the only place that knows the stored shapes.

Both shapes carry a version `v`. A reader accepts keys it does not know, so that an older plugin can read
what a newer one of the same version wrote.
"""

import base64
from datetime import UTC, datetime
from typing import Any, Literal

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from ltm.domain import profile as profiles
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status
from ltm.errors import Corrupt
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Record

_INT8_MAX = 127.0


class _Stored(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _StoredSpeaker(_Stored):
    id: str
    name: str = ""


class _StoredVector(_Stored):
    """A unit vector as int8 of its largest component: cosines stay within 1e-2 and mostly within 2e-3."""

    model: str
    int8: str

    @classmethod
    def of(cls, embedding: Embedding) -> "_StoredVector":
        return cls(model=embedding.model, int8=base64.b64encode(quantised(embedding.vector).tobytes()).decode())

    def embedding(self) -> Embedding:
        raw = np.frombuffer(base64.b64decode(self.int8, validate=True), dtype=np.int8)
        return Embedding(self.model, unit(raw.astype(np.float32)))


class _StoredLink(_Stored):
    kind: LinkKind
    to: str
    weight: float = 1.0


class _StoredEpisode(_Stored):
    v: Literal[1] = 1
    id: str
    scope: str
    content: str
    at: float
    tags: list[str] = Field(default_factory=list)
    importance: int = 2
    speaker: _StoredSpeaker | None = None
    session: str = ""
    subject: str = ""
    about: str = ""
    original: str = ""
    source: Source = Source.AGENT
    status: Status = Status.ACTIVE
    superseded_by: str | None = None
    pinned: bool = False
    document: str = ""
    kind: Kind = Kind.FACT
    conversation: str = ""
    position: int = 0
    recalled_at: float | None = None
    recall_count: int = 0
    fact_key: str = ""
    event_at: float | None = None
    snapshot: bool = False
    repeat_count: int = 0
    entities: list[str] = Field(default_factory=list)
    links: list[_StoredLink] = Field(default_factory=list)
    vector: _StoredVector


class _StoredFormer(_Stored):
    value: str
    until: float
    why: str = ""


class _StoredFact(_Stored):
    value: str
    since: float
    key: str = ""
    former: list[_StoredFormer] = Field(default_factory=list)


class _StoredProfile(_Stored):
    v: Literal[1] = 1
    name: _StoredFact | None = None
    traits: list[_StoredFact] = Field(default_factory=list)
    preferences: list[_StoredFact] = Field(default_factory=list)
    notes: str = ""
    updated_at: float | None = None


def unit(vector: Vector) -> Vector:
    """Return the vector at length 1; a zero vector stays zero."""
    norm = float(np.linalg.norm(vector))
    return vector / np.float32(norm) if norm else vector


def quantised(vector: Vector) -> NDArray[np.int8]:
    """Return the vector in eight bits, its largest component at 127; quantising what was read back changes nothing."""
    peak = float(np.abs(vector).max()) or 1.0
    eight_bits: NDArray[np.int8] = np.rint(vector * (_INT8_MAX / peak)).astype(np.int8)
    return eight_bits


def episode_to_text(record: Record, scope: str) -> str:
    """Return the envelope: the whole episode, its scope's digest and its vector, as one line of JSON."""
    episode = record.episode
    stored = _StoredEpisode(
        id=episode.id,
        scope=scope,
        content=episode.content,
        at=episode.at.timestamp(),
        tags=list(episode.tags),
        importance=episode.importance,
        speaker=_StoredSpeaker(id=episode.speaker.id, name=episode.speaker.name) if episode.speaker else None,
        session=episode.session_name,
        subject=episode.subject,
        about=episode.about,
        original=episode.original,
        source=episode.source,
        status=episode.status,
        superseded_by=episode.superseded_by,
        pinned=episode.pinned,
        document=episode.document,
        kind=episode.kind,
        conversation=episode.conversation,
        position=episode.position,
        recalled_at=episode.recalled_at.timestamp() if episode.recalled_at else None,
        recall_count=episode.recall_count,
        fact_key=episode.fact_key,
        event_at=episode.event_at.timestamp() if episode.event_at else None,
        snapshot=episode.snapshot,
        repeat_count=episode.repeat_count,
        entities=list(episode.entities),
        links=[_StoredLink(kind=link.kind, to=link.to, weight=link.weight) for link in episode.links],
        vector=_StoredVector.of(record.embedding),
    )
    return orjson.dumps(stored.model_dump(mode="json")).decode()


def episode_from_text(text: str) -> tuple[Record, str]:
    """Return the record and the digest of its scope. Raises Corrupt."""
    try:
        stored = _StoredEpisode.model_validate(orjson.loads(text))
        embedding, at = stored.vector.embedding(), _utc(stored.at)
        recalled_at = _utc(stored.recalled_at) if stored.recalled_at is not None else None
        event_at = _utc(stored.event_at) if stored.event_at is not None else None
    except (ValueError, OverflowError) as exc:  # JSON, pydantic, base64 and times out of range
        raise Corrupt("a stored episode does not parse") from exc
    episode = Episode(
        id=EpisodeId(stored.id),
        content=stored.content,
        at=at,
        tags=tuple(stored.tags),
        importance=stored.importance,
        speaker=Speaker(id=stored.speaker.id, name=stored.speaker.name) if stored.speaker else None,
        session_name=stored.session,
        subject=stored.subject,
        about=stored.about,
        original=stored.original,
        source=stored.source,
        status=stored.status,
        superseded_by=EpisodeId(stored.superseded_by) if stored.superseded_by else None,
        pinned=stored.pinned,
        document=stored.document,
        kind=stored.kind,
        conversation=stored.conversation,
        position=stored.position,
        recalled_at=recalled_at,
        recall_count=stored.recall_count,
        fact_key=stored.fact_key,
        event_at=event_at,
        snapshot=stored.snapshot,
        repeat_count=stored.repeat_count,
        entities=tuple(stored.entities),
        links=tuple(Link(kind=link.kind, to=EpisodeId(link.to), weight=link.weight) for link in stored.links),
    )
    return Record(episode=episode, embedding=embedding), stored.scope


def profile_to_bytes(profile: profiles.Profile) -> bytes:
    return orjson.dumps(
        _StoredProfile(
            name=_stored_fact(profile.name) if profile.name else None,
            traits=[_stored_fact(fact) for fact in profile.traits],
            preferences=[_stored_fact(fact) for fact in profile.preferences],
            notes=profile.notes,
            updated_at=profile.updated_at.timestamp() if profile.updated_at else None,
        ).model_dump(mode="json")
    )


def profile_from_bytes(raw: bytes) -> profiles.Profile:
    """Raises Corrupt."""
    try:
        stored = _StoredProfile.model_validate(orjson.loads(raw))
        return profiles.Profile(
            name=_fact(stored.name) if stored.name else None,
            traits=tuple(_fact(fact) for fact in stored.traits),
            preferences=tuple(_fact(fact) for fact in stored.preferences),
            notes=stored.notes,
            updated_at=_utc(stored.updated_at) if stored.updated_at is not None else None,
        )
    except (ValueError, OverflowError) as exc:  # JSON, pydantic and times out of range
        raise Corrupt("a stored profile does not parse") from exc


def profile_to_json(profile: profiles.Profile) -> dict[str, Any]:
    """Return the profile as people and other plugins read it: plain values, then each fact's history."""
    facts = [fact for fact in (profile.name, *profile.traits, *profile.preferences) if fact]
    return {
        "name": profile.name.value if profile.name else "",
        "traits": [fact.value for fact in profile.traits],
        "preferences": [fact.value for fact in profile.preferences],
        "notes": profile.notes,
        "updated_at": iso(profile.updated_at) if profile.updated_at else "",
        "slots": [
            {
                "fact_key": fact.key,
                "value": fact.value,
                "since": iso(fact.since),
                "former": [{"value": f.value, "until": iso(f.until), "why": f.why} for f in fact.former],
            }
            for fact in facts
            if fact.key or fact.former
        ],
    }


def iso(at: datetime) -> str:
    """Return ISO-8601 in UTC, to the second, ending in Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _utc(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _stored_fact(fact: profiles.Fact) -> _StoredFact:
    return _StoredFact(
        value=fact.value,
        since=fact.since.timestamp(),
        key=fact.key,
        former=[_StoredFormer(value=f.value, until=f.until.timestamp(), why=f.why) for f in fact.former],
    )


def _fact(stored: _StoredFact) -> profiles.Fact:
    return profiles.Fact(
        value=stored.value,
        since=_utc(stored.since),
        key=stored.key,
        former=tuple(profiles.FormerValue(value=f.value, until=_utc(f.until), why=f.why) for f in stored.former),
    )
