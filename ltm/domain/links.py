"""Which memories one leads to, and how far those may rise: a question of two steps ("where does Alice's sister work?")
shares words with the memory that names the sister, and hardly any with the one that tells where Mei works."""

from collections.abc import Iterable
from dataclasses import dataclass

from ltm.domain.entities import entities_in
from ltm.domain.episode import Episode, EpisodeId, LinkKind
from ltm.domain.lexical import idf

FOLLOWED = frozenset({LinkKind.SAME_ENTITY, LinkKind.PART_OF, LinkKind.CAUSED_BY})
"""What is superseded or contradicted is not brought back by what took its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """The `sources` best memories are followed, and `hops` - 1 times the best of those that they lead to.

    `weight` is what the score of a memory gains that alone shares a name with the best one. Of .1 to .6, .3 is the most
    with which no kind of LoCoMo's questions lost any of its first five; a second hop found no more (`python3 dev.py
    bench links`)."""

    weight: float = 0.3
    sources: int = 3
    hops: int = 1


MAX_SHARED = 0.05
"""Of the memories in question: a name that more of them hold, and more than SELDOM, leads nowhere. Chosen by feel."""

SELDOM = 8


def names_of(episode: Episode, known: Iterable[str]) -> tuple[str, ...]:
    """Return the names a memory was stored with, and those that its words show; `known` as in `entities_in`."""
    names = {name.casefold(): name for name in entities_in(episode.content, known)}
    return tuple({**names, **{name.casefold(): name for name in episode.entities}}.values())


def linked_to(episode: Episode) -> dict[EpisodeId, float]:
    """Return the memories that the memory's own links lead to, with the weight of each, 0 to 1."""
    return {link.to: min(max(link.weight, 0.0), 1.0) for link in episode.links if link.kind in FOLLOWED}


def rarity(holding: int, living: int) -> float:
    """Return how much it says that two memories share a name which `holding` of `living` hold: 1 at most, 0 for one
    that too many do."""
    if holding > max(SELDOM, MAX_SHARED * living):
        return 0.0
    return min(1.0, idf(holding, living) / idf(2, living))
