"""Which memories of a scope say one thing, have gone stale or contradict each other, and what is to be done.

Rules do what is certain. A model may have judged pairs that no rule settles, and what looks stale; nothing it says
lets a merge lose anything, or one person's memory cede to another's.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from typing import TypeVar
from uuid import UUID, uuid5

from ltm.domain import policy
from ltm.domain.consolidation import Action, Archive, ConsolidationPlan, Merge, Promote, Supersede, outcome, rank
from ltm.domain.consolidation_ageing import is_stale, is_steady
from ltm.domain.consolidation_words import Told, changes_value, may_be_one, nothing_lost, says_no_less, told
from ltm.domain.episode import SUPERSEDE_COSINE, Episode, EpisodeId, Kind, Source, Status, same_owner
from ltm.domain.gate import NewEpisode, checked
from ltm.errors import InvalidInput, Refused

NEAR = SUPERSEDE_COSINE
"""At or above this true cosine two memories may say one thing in different words, which a model then judges."""

RELATED = 0.75
"""At or above this true cosine one memory may hold another's words, and two of one owner may contradict each other.
With the built-in model "Alice works as a nurse" and the same "at the city hospital" have .86."""

SAME_VALUE = 0.5
"""At or above this true cosine a changed value is one of the same thing: with the built-in model "I work at Siemens"
has .47 to .58 with another employer in either language, and .36 with a changed work laptop."""

_T = TypeVar("_T")
_IDS = UUID("c0a5011d-a7e0-5000-8000-000000000000")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two memories near each other; `newer` was said last."""

    newer: Episode
    older: Episode
    cosine: float

    @property
    def key(self) -> "PairKey":
        return self.newer.id, self.older.id


PairKey = tuple[EpisodeId, EpisodeId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a model said of a pair: that both are `same`, worded together in `text`, that both cannot hold, or none."""

    same: bool = False
    contradicts: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a model said: of pairs, and which memories that look stale it wants kept."""

    pairs: Mapping[PairKey, Verdict] = field(default_factory=dict)
    kept: frozenset[EpisodeId] = frozenset()


NOT_JUDGED = Judged()


def paired(one: Episode, other: Episode, cosine: float) -> Pair:
    """Return the two with the one that was said last in front; of two said at once, whose id is greater."""
    older, newer = sorted((one, other), key=lambda episode: (episode.at, episode.id))
    return Pair(newer=newer, older=older, cosine=cosine)


def is_considered(episode: Episode) -> bool:
    """True for what consolidation looks at: active memories, no turns of a recorded conversation."""
    return episode.status is Status.ACTIVE and episode.kind is not Kind.TURN


def undecided(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that no rule settles and a model may judge, the nearest first."""
    read = cache(told)
    open_pairs = [
        pair
        for pair in pairs
        if pair.cosine >= RELATED and same_owner(pair.newer, pair.older) and not _is_settled(pair, read)
    ]
    return sorted(open_pairs, key=lambda pair: (-pair.cosine, pair.key))


def planned(
    episodes: Sequence[Episode], pairs: Iterable[Pair], now: datetime, judged: Judged = NOT_JUDGED
) -> ConsolidationPlan:
    """Return what is to be done in a scope whose memories are `episodes`, whatever their state, and whose near ones are
    `pairs`. The same input gives the same plan, whatever its order."""
    planning = _Planning(episodes, sorted(pairs, key=lambda pair: (-pair.cosine, pair.key)), judged)
    return ConsolidationPlan(
        actions=(*planning.one_thing(), *planning.aged(now), *planning.slots(), *planning.contradictions())
    )


def merged(newer: Episode, older: Episode, text: str) -> Episode | None:
    """Return the memory that says in `text` what the two say; None where the gate does not let the text in.

    Its id follows from theirs, so that making it twice makes one."""
    try:
        made = checked(
            NewEpisode(
                content=text,
                tags=_united(newer.tags, older.tags, policy.MAX_TAGS),
                importance=max(newer.importance, older.importance),
                speaker=newer.speaker,
                session_name=newer.session_name,
                subject=newer.subject,
                about=newer.about,
                original=newer.original or newer.content,
                source=Source.MERGE,
                at=newer.at,
                document=newer.document if newer.document == older.document else "",
                kind=newer.kind if rank(newer.kind) >= rank(older.kind) else older.kind,
                fact_key=newer.fact_key or older.fact_key,
                event_at=newer.event_at or older.event_at,
                snapshot=newer.snapshot,
                entities=_united(newer.entities, older.entities, policy.MAX_ENTITIES),
                links=_united(newer.links, older.links, policy.MAX_LINKS),
            ),
            EpisodeId(str(uuid5(_IDS, f"{newer.id} {older.id}"))),
            newer.at,
        )
    except (InvalidInput, Refused):
        return None
    recalled = [at for at in (newer.recalled_at, older.recalled_at) if at]
    return replace(
        made,
        repeat_count=newer.repeat_count + older.repeat_count + 1,
        recalled_at=max(recalled, default=None),
        recall_count=max(newer.recall_count, older.recall_count),
    )


class _Planning:
    """One plan in the making: what is put aside by one pass is not looked at by the next."""

    def __init__(self, episodes: Sequence[Episode], pairs: Sequence[Pair], judged: Judged) -> None:
        self._taken = {episode.id for episode in episodes}
        self._left = {
            episode.id: episode for episode in sorted(episodes, key=lambda each: each.id) if is_considered(episode)
        }
        self._won: set[EpisodeId] = set()
        self._pairs = pairs
        # For this plan only: what people said is not kept in this process.
        self._read = cache(told)
        self._judged = judged

    def one_thing(self) -> list[Action]:
        """Near-duplicates: the older cedes, or both to a merged one. What is pinned stays, and so does its twin."""
        found: list[Action] = []
        for pair in self._pairs:
            if pair.cosine < RELATED or not self._are_left(pair) or pair.newer.pinned or pair.older.pinned:
                continue
            action = self._of_pair(pair)
            if action is not None:
                found.append(self._done(action))
        return found

    def aged(self, now: datetime) -> list[Action]:
        found: list[Action] = []
        for episode in list(self._left.values()):
            if is_steady(episode):
                found.append(self._done(Promote(id=episode.id)))
            # What another ceded to was in use as lately as that one.
            elif is_stale(episode, now) and episode.id not in self._judged.kept and episode.id not in self._won:
                found.append(self._done(Archive(id=episode.id)))
        return found

    def slots(self) -> Iterator[Action]:
        """Several active values of what can have one only, whoever's: of one owner the best stays."""
        groups: dict[tuple[str, str, str], list[Episode]] = defaultdict(list)
        for episode in self._left.values():
            # A slot of nobody known may be of several people.
            if episode.slot is not None and episode.slot[1]:
                groups[episode.slot].append(episode)
        for group in groups.values():
            best_first = sorted(group, key=_preference, reverse=True)
            for place, loser in enumerate(best_first):
                winner = next(
                    (each for each in best_first[:place] if each.id in self._left and _may_settle(each, loser)), None
                )
                if winner is not None:
                    contradicts = not says_no_less(winner, loser)
                    yield self._done(Supersede(loser=loser.id, winner=winner.id, contradicts=contradicts))

    def contradictions(self) -> Iterator[Action]:
        for pair in self._pairs:
            if not self._are_left(pair) or not self._contradicts(pair):
                continue
            pair_now = (self._left[pair.newer.id], self._left[pair.older.id])
            winner, loser = sorted(pair_now, key=_preference, reverse=True)
            if not loser.pinned and same_owner(winner, loser):
                yield self._done(Supersede(loser=loser.id, winner=winner.id, contradicts=True))

    def _of_pair(self, pair: Pair) -> Action | None:
        newer, older = self._left[pair.newer.id], self._left[pair.older.id]
        verdict = self._judged.pairs.get(pair.key, Verdict()) if pair.cosine >= NEAR else Verdict()
        if says_no_less(newer, older, self._read):
            text = newer.content
        elif says_no_less(older, newer, self._read):
            text = older.content
        elif verdict.same and may_be_one(newer, older) and nothing_lost(verdict.text, newer, older):
            text = verdict.text
        else:
            return None
        gives_more = (older.fact_key and not newer.fact_key) or (older.event_at and not newer.event_at)
        if policy.same_words(text) == policy.same_words(newer.content) and not gives_more:
            return Supersede(loser=older.id, winner=newer.id)
        # Under one memory for the bot, what was said in one conversation is shown in that one only.
        made = merged(newer, older, text) if newer.session_name == older.session_name else None
        is_new = made is not None and made.id not in self._taken
        return Merge(newer=newer.id, older=older.id, made=made) if made is not None and is_new else None

    def _contradicts(self, pair: Pair) -> bool:
        if pair.cosine >= RELATED and self._judged.pairs.get(pair.key, Verdict()).contradicts:
            return True
        return pair.cosine >= SAME_VALUE and changes_value(pair.newer, pair.older)

    def _are_left(self, pair: Pair) -> bool:
        return pair.newer.id in self._left and pair.older.id in self._left

    def _done(self, action: Action) -> Action:
        """Have the passes that follow see what the action leaves."""
        if isinstance(action, Supersede):
            self._won.add(action.winner)
        for episode in outcome(action, self._left):
            if episode.status is Status.ACTIVE:
                self._left[episode.id] = episode
            else:
                del self._left[episode.id]
        return action


def _is_settled(pair: Pair, read: Callable[[str], Told]) -> bool:
    newer, older = pair.newer, pair.older
    is_one = says_no_less(newer, older, read) or says_no_less(older, newer, read)
    one_slot = newer.slot is not None and newer.slot == older.slot
    return is_one or one_slot or changes_value(newer, older)


def _may_settle(winner: Episode, loser: Episode) -> bool:
    """True if the loser cedes to the winner: of the same owner, not pinned, and not saying the same with more."""
    says_more = says_no_less(loser, winner) and not says_no_less(winner, loser)
    lasts = not winner.snapshot or loser.snapshot
    return lasts and not loser.pinned and same_owner(winner, loser) and not says_more


def _preference(episode: Episode) -> tuple[int, datetime, EpisodeId]:
    """Return what decides between two that contradict each other: what sort they are, then which is newer."""
    return rank(episode.kind), episode.at, episode.id


def _united(first: Sequence[_T], then: Sequence[_T], limit: int) -> tuple[_T, ...]:
    return tuple(dict.fromkeys([*first, *then]))[:limit]
