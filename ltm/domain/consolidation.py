"""What consolidation does to the memories of a scope, as plain data that can be shown, done and undone.

No action rewrites what a memory says: a merged text is a memory of its own, and the two it was made from are superseded
by it. So the ids and states before and after are all that undoing needs.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """The two say parts of one thing: both are superseded by the memory that is `made` of them."""

    newer: EpisodeId
    older: EpisodeId
    made: Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class Supersede:
    """The winner says all that the loser says or, where it `contradicts`, what holds instead."""

    loser: EpisodeId
    winner: EpisodeId
    contradicts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """Nobody has said or needed it for long."""

    id: EpisodeId


@dataclass(frozen=True, slots=True, kw_only=True)
class Promote:
    """An observation that was made often enough to be a fact."""

    id: EpisodeId


Action = Merge | Supersede | Archive | Promote


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many actions of each sort; `contradictions` are among the `superseded`."""

    merged: int = 0
    superseded: int = 0
    contradictions: int = 0
    archived: int = 0
    promoted: int = 0

    @property
    def total(self) -> int:
        return self.merged + self.superseded + self.archived + self.promoted


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsolidationPlan:
    """What is to be done, in order. A memory is put aside once at most; one that wins may lose later on."""

    actions: tuple[Action, ...] = ()

    @property
    def counts(self) -> Counts:
        sorts = Counter(type(action) for action in self.actions)
        return Counts(
            merged=sorts[Merge],
            superseded=sorts[Supersede],
            contradictions=sum(isinstance(action, Supersede) and action.contradicts for action in self.actions),
            archived=sorts[Archive],
            promoted=sorts[Promote],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """All of a memory that consolidation may change."""

    status: Status
    superseded_by: EpisodeId | None
    kind: Kind
    links: tuple[Link, ...]
    importance: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One memory's state before and after, the two never the same."""

    id: EpisodeId
    before: State
    after: State


def state_of(episode: Episode) -> State:
    return State(
        status=episode.status,
        superseded_by=episode.superseded_by,
        kind=episode.kind,
        links=episode.links,
        importance=episode.importance,
    )


def in_state(episode: Episode, state: State) -> Episode:
    """Return the memory with that state and all else as it is."""
    return replace(
        episode,
        status=state.status,
        superseded_by=state.superseded_by,
        kind=state.kind,
        links=state.links,
        importance=state.importance,
    )


def steps(plan: ConsolidationPlan, episodes: Mapping[EpisodeId, Episode]) -> tuple[Step, ...]:
    """Return what becomes of each memory of the plan, one step a memory; those that are put aside come first.

    `episodes` holds all memories that the plan names."""
    after: dict[EpisodeId, Episode] = {}
    for action in plan.actions:
        there = {episode_id: after.get(episode_id, episodes[episode_id]) for episode_id in ids_of(action)}
        after.update({episode.id: episode for episode in outcome(action, there)})
    found = [
        Step(id=episode_id, before=state_of(episodes[episode_id]), after=state_of(episode))
        for episode_id, episode in after.items()
        if state_of(episodes[episode_id]) != state_of(episode)
    ]
    return tuple(sorted(found, key=lambda step: step.after.status is Status.ACTIVE))


def outcome(action: Action, there: Mapping[EpisodeId, Episode]) -> list[Episode]:
    """Return what becomes of the memories that are `there` and that the action is about."""
    match action:
        case Merge():
            return [there[episode_id].superseded(action.made.id) for episode_id in ids_of(action)]
        case Supersede():
            winner, loser = there[action.winner], there[action.loser]
            return [loser.superseded(winner.id), _linked(winner, loser) if action.contradicts else _heir(winner, loser)]
        case Archive():
            return [there[action.id].archived()]
        case Promote():
            return [replace(there[action.id], kind=Kind.FACT)]


def rank(kind: Kind) -> int:
    """Return what counts for more where two memories contradict each other: what was ordered, stated, or noticed."""
    return {Kind.INSTRUCTION: 2, Kind.OBSERVATION: 0}.get(kind, 1)


def ids_of(action: Action) -> tuple[EpisodeId, ...]:
    """Return the memories that are there already and that the action is about, those put aside first."""
    match action:
        case Merge():
            return action.older, action.newer
        case Supersede():
            return action.loser, action.winner
        case Archive() | Promote():
            return (action.id,)


def _heir(winner: Episode, loser: Episode) -> Episode:
    """Return the winner as important as the loser, and as sure: what was stated once is not merely noticed."""
    kind = winner.kind if rank(winner.kind) >= rank(loser.kind) else loser.kind
    return replace(winner, importance=max(winner.importance, loser.importance), kind=kind)


def _linked(winner: Episode, loser: Episode) -> Episode:
    link = Link(kind=LinkKind.CONTRADICTS, to=loser.id)
    if link in winner.links or len(winner.links) >= policy.MAX_LINKS:
        return winner
    return replace(winner, links=(*winner.links, link))
