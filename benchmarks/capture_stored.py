"""What learning from the month left behind that should not be there: chatter, doubles, wrong owners, secrets."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.capture_questions import tellers
from benchmarks.month import Message, Month, holds
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Status
from ltm.domain.profile import Profile
from ltm.domain.secrets import secret_in

_DAY = re.compile(r"\d\d-\d\d")
"""Among the words of a value that is a day: its month and day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Numbers of memories and profile entries; recorded turns are counted apart and are no memories.

    `doubles` are active memories that tell a value that an older one tells, `outdated` active ones that tell a former
    value only; `superseded_by_other` were superseded by a memory of another fact, or of none. Of those learnt that name
    one of the planted `days`, `days_right` are of that day."""

    active: int
    aside: int
    turns: int
    junk: int
    junk_active: int
    doubles: int
    outdated: int
    superseded_by_other: int
    wrong_speakers: int
    days: int
    days_right: int
    secrets: int
    entries: int
    junk_entries: int


def stored(month: Month, episodes: Sequence[Episode], profiles: Mapping[str, Profile]) -> Stored:
    """Count what there is; `profiles` are by the id of the speaker."""
    memories = [one for one in episodes if one.kind is not Kind.TURN]
    told = tellers(memories, month.messages)
    junk = [one for one in memories if told[one.id] == frozenset({""}) and one.source is not Source.MERGE]
    active = [one for one in memories if one.status is Status.ACTIVE]
    days = _days(month, memories, told)
    entries = [(speaker, value) for speaker, profile in profiles.items() for value in profile.values]
    return Stored(
        active=len(active),
        aside=len(memories) - len(active),
        turns=len(episodes) - len(memories),
        junk=len(junk),
        junk_active=sum(one.status is Status.ACTIVE for one in junk),
        doubles=_doubles(month, active, told),
        outdated=_outdated(month, active, told),
        superseded_by_other=_superseded_by_other(memories, told),
        wrong_speakers=_wrong_speakers(month.messages, memories),
        days=len(days),
        days_right=sum(days),
        secrets=_secrets(month.messages, episodes, entries),
        entries=len(entries),
        junk_entries=sum(not _is_planted(month, speaker, value) for speaker, value in entries),
    )


def _doubles(month: Month, active: Iterable[Episode], told: Mapping[EpisodeId, frozenset[str]]) -> int:
    facts = {fact.id: fact for fact in month.facts}
    telling = Counter(
        (fact, number)
        for one in active
        for fact in told[one.id] - {""}
        for number, value in enumerate(facts[fact].values)
        if holds(one.content, value.words)
    )
    return sum(count - 1 for count in telling.values())


def _outdated(month: Month, active: Iterable[Episode], told: Mapping[EpisodeId, frozenset[str]]) -> int:
    facts = {fact.id: fact for fact in month.facts}
    return sum(
        any(_is_over(one.content, facts[fact].stale, facts[fact].answers) for fact in told[one.id] - {""})
        for one in active
    )


def _is_over(text: str, stale: Sequence[str], current: Sequence[str]) -> bool:
    return holds(text, stale) and not holds(text, current)


def _superseded_by_other(memories: Iterable[Episode], told: Mapping[EpisodeId, frozenset[str]]) -> int:
    return sum(
        one.superseded_by in told and not (told[one.id] - {""} <= told[one.superseded_by])
        for one in memories
        if one.superseded_by and one.status is Status.SUPERSEDED
    )


def _wrong_speakers(messages: Iterable[Message], memories: Iterable[Episode]) -> int:
    """Count memories that are nobody's message: a moment is one message's, and its speaker has to be theirs."""
    by_time = {message.at: message.speaker.id for message in messages}
    return sum(one.source is not Source.MERGE and by_time.get(one.at) != one.speaker_id for one in memories)


def _days(month: Month, memories: Iterable[Episode], told: Mapping[EpisodeId, frozenset[str]]) -> list[bool]:
    """Return of each learnt memory that names a planted day whether that is the day it is of."""
    facts = {fact.id: fact for fact in month.facts}
    return [
        one.event_at is not None and f"{one.event_at:%m-%d}" == day
        for one in memories
        if one.source is Source.CAPTURE
        for fact in told[one.id] - {""}
        for value in facts[fact].values
        for day in filter(_DAY.fullmatch, value.words)
        if holds(one.content, value.words)
    ]


def _secrets(messages: Iterable[Message], episodes: Iterable[Episode], entries: Iterable[tuple[str, str]]) -> int:
    """Count stored texts that seem to hold a secret, and memories learnt from a message that holds one."""
    secret_times = {message.at for message in messages if secret_in(message.text)}
    kept = sum(one.kind is not Kind.TURN and one.at in secret_times for one in episodes)
    texts = [text for one in episodes for text in (one.content, one.original, one.subject, *one.tags, *one.entities)]
    return kept + sum(secret_in(text) is not None for text in (*texts, *(value for _, value in entries)))


def _is_planted(month: Month, speaker: str, value: str) -> bool:
    """Return whether a message that tells a fact holds what the profile says."""
    return any(
        message.planted and message.speaker.id == speaker and value.casefold() in message.text.casefold()
        for message in month.messages
    )


def share_of_junk(month: Month, of: Stored) -> tuple[float, float]:
    """Return what share of all memories chatter made, and how many 1,000 messages of chatter make."""
    memories = of.active + of.aside
    return of.junk / max(1, memories), 1000 * of.junk / max(1, len(month.junk))


def same_records(before: Collection[tuple[Episode, bytes]], after: Collection[tuple[Episode, bytes]]) -> bool:
    """Return whether the memories and their vectors are the same, in any order."""
    return len(before) == len(after) and set(before) == set(after)
