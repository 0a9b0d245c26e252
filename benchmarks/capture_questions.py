"""Whether what was told in the month is found when somebody asks for it, and why it is not where it is not.

Questions are asked of a recall service of its own, which notes nothing: asking changes no memory.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.capture_month import ASKED, Lived, MonthClock
from benchmarks.month import MEMBERS, Message, Planted, holds
from ltm.config import BaseSettings, PluginConfig
from ltm.domain.capture_rules import found as found_by_rules
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Status
from ltm.domain.profile import Profile
from ltm.domain.recall import RecallQuery
from ltm.services.recall import RecallService

TOP_K = 5
_HALF_LIFE_DAYS: float = BaseSettings.model_fields["recency_half_life_days"].default
_SPEAKERS = {member.speaker.id: member.speaker for member in MEMBERS}


class By(StrEnum):
    """What a piece of the prompt is."""

    PROFILE = "profile"
    MEMORY = "memory"
    TURN = "recorded turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A text that the model is shown, and the id of whom it is from."""

    text: str
    speaker: str
    by: By


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What was found for a fact's question: the places of the first piece that holds the current value and of the first
    that holds a former one and not the current one; pieces by anybody but the fact's owner count for neither.

    `is_shown` says whether the current value is in what a turn with that message shows, which may be nothing."""

    fact: Planted
    current: int | None
    former: int | None
    by: By | None
    is_shown: bool

    @property
    def is_found(self) -> bool:
        return self.current is not None

    @property
    def is_current_first(self) -> bool:
        return self.current is not None and (self.former is None or self.current < self.former)

    @property
    def is_stale(self) -> bool:
        """True if all that was found is over."""
        return self.current is None and self.former is not None


class Miss(StrEnum):
    """Why a question was not answered."""

    NOT_FOUND = "nothing was taken from the messages that tell it"
    WITHOUT_VALUE = "what was taken does not hold its value"
    NOT_KEPT = "it was taken and not stored"
    SUPERSEDED_BY_OWN = "superseded by a memory of the same fact without the value"
    SUPERSEDED_BY_OTHER = "superseded by a memory of another fact or none"
    ARCHIVED = "archived"
    NOT_RECALLED = "stored and not recalled"


async def answers(lived: Lived) -> list[Answered]:
    """Ask every question as who asks it, with what is kept in the asker's own profile put before."""
    service = RecallService(
        store=lived.memory.episodes,
        embedder=lived.embedder,
        clock=MonthClock(ASKED),
        half_life_days=_HALF_LIFE_DAYS,
    )
    await service.warm()
    profiles = {
        id: _profile_pieces(id, await lived.application.profiles.speaker_profile(lived.session, id)) for id in _SPEAKERS
    }

    async def pieces(fact: Planted, *, only_if_fitting: bool) -> list[Piece]:
        query = RecallQuery(
            text=fact.question,
            top_k=TOP_K,
            speaker=_SPEAKERS[fact.asker],
            only_if_fitting=only_if_fitting,
            token_budget=PluginConfig().injection_token_budget,
        )
        recalled = await service.recall(lived.scope, query)
        return [*profiles[fact.asker], *(_piece(hit.episode) for hit in recalled.hits)]

    return [
        judged(fact, await pieces(fact, only_if_fitting=False), await pieces(fact, only_if_fitting=True))
        for fact in lived.month.facts
    ]


def judged(fact: Planted, pieces: Sequence[Piece], shown: Sequence[Piece] = ()) -> Answered:
    """Return what the pieces, in the order in which the model reads them, say to the fact's question."""
    current = _first(fact.owner, pieces, fact.answers)
    former = _first(fact.owner, pieces, fact.stale, without=fact.answers)
    return Answered(
        fact=fact,
        current=current,
        former=former,
        by=None if current is None else pieces[current].by,
        is_shown=_first(fact.owner, shown, fact.answers) is not None,
    )


def tellers(episodes: Iterable[Episode], messages: Iterable[Message]) -> dict[EpisodeId, frozenset[str]]:
    """Return the ids of the facts that each memory was learnt from: "" for chatter, several for a merged one.

    A memory is as old as the message that it was learnt from, or that said it again last, and no two messages are of
    one moment."""
    planted = {message.at: message.planted for message in messages}
    made: dict[EpisodeId, set[str]] = {}
    told: dict[EpisodeId, frozenset[str]] = {}
    oldest_first = sorted(episodes, key=lambda episode: (episode.source is Source.MERGE, episode.at))
    for episode in oldest_first:
        if episode.source is Source.MERGE:
            told[episode.id] = frozenset(made.get(episode.id, ()))
        else:
            told[episode.id] = frozenset({planted[episode.at]}) if episode.at in planted else frozenset()
        if episode.superseded_by:
            made.setdefault(episode.superseded_by, set()).update(told[episode.id])
    return told


def reason(
    fact: Planted,
    episodes: Mapping[EpisodeId, Episode],
    told: Mapping[EpisodeId, frozenset[str]],
    messages: Sequence[Message],
) -> Miss:
    """Return why the current value of a fact was not found."""
    own = [one for one in episodes.values() if one.kind is not Kind.TURN and fact.id in told[one.id]]
    current = [one for one in own if holds(one.content, fact.answers)]
    if not current:
        return _never_stored(fact, messages)
    if any(one.status is Status.ACTIVE for one in current):
        return Miss.NOT_RECALLED
    superseding = [one.superseded_by for one in current if one.superseded_by]
    if not superseding:
        return Miss.ARCHIVED
    is_own = any(fact.id in told.get(by, frozenset()) for by in superseding)
    return Miss.SUPERSEDED_BY_OWN if is_own else Miss.SUPERSEDED_BY_OTHER


def _never_stored(fact: Planted, messages: Sequence[Message]) -> Miss:
    since = fact.values[-1].at
    said = [one for one in messages if one.planted == fact.id and one.at >= since]
    taken = [each.text for one in said for each in found_by_rules(one.text, one.at)]
    if not taken:
        return Miss.NOT_FOUND
    return Miss.NOT_KEPT if any(holds(text, fact.answers) for text in taken) else Miss.WITHOUT_VALUE


def _first(owner: str, pieces: Sequence[Piece], words: Sequence[str], *, without: Sequence[str] = ()) -> int | None:
    places = (
        place
        for place, piece in enumerate(pieces)
        if piece.speaker == owner and holds(piece.text, words) and not holds(piece.text, without)
    )
    return next(places, None)


def _piece(episode: Episode) -> Piece:
    by = By.TURN if episode.kind is Kind.TURN else By.MEMORY
    return Piece(text=episode.content, speaker=episode.speaker_id, by=by)


def _profile_pieces(speaker: str, profile: Profile) -> list[Piece]:
    """Return what the profile says now; what it calls a former value misleads nobody."""
    facts = [fact.value for fact in (profile.name, *profile.traits, *profile.preferences) if fact]
    lines = [*facts, *filter(None, profile.notes.splitlines())]
    return [Piece(text=line, speaker=speaker, by=By.PROFILE) for line in lines]
