"""When a memory says what another one says already."""

import re
from dataclasses import replace

from ltm.domain import policy
from ltm.domain.attributes import denies
from ltm.domain.episode import Episode, Kind, Status
from ltm.domain.lexical import terms

DUPLICATE_COSINE = 0.95
"""At or above this true cosine two memories may be one. Alone it is not enough: with the built-in model "allergic to
peanuts" and "not allergic to peanuts" have .97, the 20th and the 21st of June in Chinese .97, "tea over coffee" and
"coffee over tea" 1.00. So their telling words have to be the same too, in the same order."""

_MAX_BY_REPETITION = 4
"""Saying a thing again and again makes it important, but never vital: only somebody who says so does."""

_MODES = re.compile(
    r"\b(?:was|were|had|used|once|formerly|will|would|may|might|could|can|must|should|never|no longer"
    r"|any ?more|maybe|on|off|up|down|out|from|over|under|above|below|before|after|more|less|fewer|all|some|most"
    r"|he|she|they|we)\b|[?？]"
    r"|曾|过去|以前|将|会|可能|也许|应该|必须|不再|了|过",
    re.IGNORECASE,
)


def same_subject(one: Episode, other: Episode) -> bool:
    """True if both are said by the same speaker and about the same named subject, or none."""
    return one.speaker_id == other.speaker_id and one.subject.casefold() == other.subject.casefold()


def repeats(new: Episode, old: Episode) -> bool:
    """True if `new` says `old` in the same words, so that no cosine is needed to tell."""
    return _may_be_one(new, old) and policy.same_words(new.content) == policy.same_words(old.content)


def duplicates(new: Episode, old: Episode, cosine: float) -> bool:
    """True if `new` says nothing that the active `old` does not say: the memory can be strengthened instead.

    A correction never is: it is there to replace what it resembles."""
    return (
        cosine >= DUPLICATE_COSINE
        and old.status is Status.ACTIVE
        and not new.is_correction
        and _may_be_one(new, old)
        and _told(new.content) == _told(old.content)
    )


def strengthened(old: Episode, new: Episode) -> Episode:
    """Return the old memory as it is after it was said again: as recent as now, and a little more important."""
    repeated = min(old.importance + 1, _MAX_BY_REPETITION)
    return replace(
        old.restored(),
        at=max(old.at, new.at),
        importance=max(old.importance, new.importance, repeated),
        repeat_count=old.repeat_count + 1,
        fact_key=old.fact_key or new.fact_key,
        kind=new.kind if old.kind is Kind.OBSERVATION else old.kind,
        snapshot=old.snapshot and new.snapshot,
        tags=tuple(dict.fromkeys([*old.tags, *new.tags]))[: policy.MAX_TAGS],
    )


def _may_be_one(new: Episode, old: Episode) -> bool:
    return (
        old.status is not Status.SUPERSEDED
        and Kind.TURN not in (new.kind, old.kind)
        and new.id != old.id
        and (new.event_at is None or old.event_at is None or new.event_at == old.event_at)
        and same_subject(new, old)
    )


def _told(text: str) -> tuple[object, ...]:
    """Return what a text says: its search terms in order, whether it denies, and in which time and mood."""
    return (*terms(text), denies(text), *(match.casefold() for match in _MODES.findall(text)))
