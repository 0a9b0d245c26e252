"""The one gate that whatever is to be stored has to pass: limits, text every store can hold, and no secrets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, Source, Speaker
from ltm.domain.framing import on_one_line
from ltm.domain.secrets import secret_in
from ltm.errors import InvalidInput, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEpisode:
    """What somebody wants remembered, before it is checked; with a `conversation`, a turn of it.

    `original` are the words the content was made from, `about` the id of the speaker that the subject names."""

    content: str
    tags: tuple[str, ...] = ()
    importance: int = 2
    speaker: Speaker | None = None
    session_name: str = ""
    subject: str = ""
    about: str = ""
    original: str = ""
    source: Source = Source.AGENT
    at: datetime | None = None
    document: str = ""
    conversation: str = ""
    position: int = 0
    kind: Kind = Kind.FACT
    fact_key: str = ""
    event_at: datetime | None = None
    snapshot: bool = False
    entities: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


def require_no_secret(*texts: str) -> None:
    """Raise Refused naming the kind of secret that a text seems to hold, never the secret."""
    for text in texts:
        kind = secret_in(text)
        if kind is not None:
            raise Refused(f"this seems to hold a secret ({kind}): secrets are never stored. Say it without the secret")


def checked(new: NewEpisode, episode_id: EpisodeId, now: datetime) -> Episode:
    """Return the episode to store. Raises InvalidInput that says what is wrong and what to do, and Refused."""
    content = policy.storable(new.content)
    if not on_one_line(content):
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
    tags, subject = _checked_tags(new.tags), _checked_subject(new.subject)
    fact_key, entities = _checked_fact_key(new.fact_key), _checked_entities(new.entities)
    # "password" as the subject of "hunter2" is a secret that neither text holds alone.
    require_no_secret(content, f"{subject}: {content}" if subject else "", *tags, conversation, fact_key, *entities)
    return Episode(
        id=episode_id,
        content=content,
        at=new.at or now,
        tags=tags,
        importance=new.importance,
        speaker=_named(new.speaker),
        session_name=new.session_name,
        subject=subject,
        about=new.about,
        original=_original(new.original, content),
        source=new.source,
        document=new.document,
        kind=Kind.TURN if conversation else new.kind,
        conversation=conversation,
        position=new.position if conversation else 0,
        fact_key=fact_key,
        event_at=new.event_at,
        snapshot=new.snapshot,
        entities=entities,
        links=_checked_links(new.links),
    )


def _named(speaker: Speaker | None) -> Speaker | None:
    """Return the speaker, without a name that holds a secret: the id is what decides."""
    return Speaker(id=speaker.id) if speaker is not None and secret_in(speaker.name) else speaker


def _original(original: str, content: str) -> str:
    """Return the words to keep beside the content; none where they say the same or hold a secret."""
    # A little more than is kept: a secret that the cut would part is recognised whole.
    kept = policy.storable(original[: 2 * policy.MAX_ORIGINAL_CHARS])
    if secret_in(kept) or policy.same_words(kept) == policy.same_words(content):
        return ""
    return kept[: policy.MAX_ORIGINAL_CHARS]


def _checked_subject(subject: str) -> str:
    kept = policy.storable(subject)
    if len(kept) > policy.MAX_SUBJECT_CHARS:
        raise InvalidInput(f"subject is longer than {policy.MAX_SUBJECT_CHARS} characters: name it in a few words")
    return kept


def _checked_fact_key(fact_key: str) -> str:
    kept = policy.storable(fact_key).casefold()
    if len(kept) > policy.MAX_FACT_KEY_CHARS:
        raise InvalidInput(f"fact_key is longer than {policy.MAX_FACT_KEY_CHARS} characters")
    return kept


def _checked_entities(entities: Sequence[str]) -> tuple[str, ...]:
    kept = tuple(dict.fromkeys(name for name in map(policy.storable, entities) if name))
    if len(kept) > policy.MAX_ENTITIES:
        raise InvalidInput(f"{len(kept)} entities, the limit is {policy.MAX_ENTITIES}")
    if any(len(name) > policy.MAX_NAME_CHARS for name in kept):
        raise InvalidInput(f"the name of an entity is longer than {policy.MAX_NAME_CHARS} characters")
    return kept


def _checked_links(links: Sequence[Link]) -> tuple[Link, ...]:
    if len(links) > policy.MAX_LINKS:
        raise InvalidInput(f"{len(links)} links, the limit is {policy.MAX_LINKS}")
    return tuple(dict.fromkeys(links))


def _checked_tags(tags: Sequence[str]) -> tuple[str, ...]:
    kept = tuple(dict.fromkeys(tag for tag in map(policy.storable, tags) if tag))
    if len(kept) > policy.MAX_TAGS:
        raise InvalidInput(f"{len(kept)} tags, the limit is {policy.MAX_TAGS}")
    if any(len(tag) > policy.MAX_TAG_CHARS for tag in kept):
        raise InvalidInput(f"a tag is longer than {policy.MAX_TAG_CHARS} characters")
    return kept
