"""Which memories are worth comparing at all: an owner's with each other, and what gives one attribute a value."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ltm.domain.consolidation_planning import RELATED, SAME_VALUE, is_considered
from ltm.domain.consolidation_words import valued
from ltm.domain.episode import Episode, EpisodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Memories of which pairs at or above the true cosine `bound` are of interest."""

    ids: tuple[EpisodeId, ...]
    bound: float


def groups(episodes: Iterable[Episode]) -> list[Group]:
    """Return the groups of two and more; a memory may be in several.

    One a speaker, one a subject that several speakers name, and one for each attribute of which a speaker tells."""
    by_speaker: dict[str, list[EpisodeId]] = defaultdict(list)
    by_subject: dict[str, list[Episode]] = defaultdict(list)
    by_value: dict[tuple[str, str, str], list[EpisodeId]] = defaultdict(list)
    for episode in filter(is_considered, episodes):
        by_speaker[episode.speaker_id].append(episode.id)
        subject = episode.subject.casefold()
        if subject:
            by_subject[subject].append(episode)
        if attribute := valued(episode):
            by_value[episode.speaker_id, subject, attribute].append(episode.id)
    shared = [
        [episode.id for episode in told]
        for told in by_subject.values()
        if len({episode.speaker_id for episode in told}) > 1
    ]
    return [
        Group(ids=tuple(ids), bound=bound)
        for found, bound in (([*by_speaker.values(), *shared], RELATED), (by_value.values(), SAME_VALUE))
        for ids in found
        if len(ids) > 1
    ]
