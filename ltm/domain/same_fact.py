"""Two memories that say the same thing: shown once if the words are the same, the newer first if the value changed.

"I live in Beijing" and, a year later, "I moved to Shanghai" both answer where somebody lives, and the older one is
often closer to the question's words. Two memories are values of one fact only if nothing speaks against it: the message
asks for a value, both speak of what it asks, of the same people, and the newer one states something that holds rather
than what once happened. The cosine of their vectors, in the embedder's own scale, then only has to be plausible.

A fact and the turn of a recorded conversation that it was learnt from say the same too, and the turn is often closer to
a question, as both are talk: what was learnt from it comes first.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ltm.domain import attributes
from ltm.domain.columns import NONE, Floats, Mask, Rows

# Bounds on the cosine of two memories, in units of spread, with which benchmarks/data/changed_facts.py was tried: the
# words decide, and from half to twice these bounds between .94 and .99 of the pairs come newest first, without the rule
# .42, and one in fifty unchanged facts cedes the first place. Another embedder, multilingual-e5-small, differs by .01.
ALIKE = 1.5
"""For two memories that both speak of what the question asks for."""

ALIKE_AND_CHANGED = 0.5
"""The same where the newer text says that something changed."""

CHANGED = 4.0
"""Where the newer text says that something changed, but not by any known word what."""

OLDER_SAYS_CHANGED = 1.5
"""Added where the older text says so: it is then itself the new value of something."""

SAID_ALIKE = 2.4
"""For a turn and a fact that says the same. From 2.2 to 2.6 differ by .02 on benchmarks/data/told_in_talk.py, where one
in a hundred facts is as near to a turn about something else. Taking .1 from the score of every turn instead did less
(.80 first, with this rule .99), and turns that no fact was learnt from were found less often."""

LEARNT_WITHIN_S = 600.0
"""By how much a fact may be older than the turn that says the same: a model remembers it before its answer is recorded.
A turn that is newer may tell of a change."""

SHARED_KEYS = 0.2
"""Of what the question asks for, by its words, what the two memories have to share: less is a chance word of a long
message."""

PLACES = 14
"""How many of the best candidates are looked at; of 252 pairs three had the newer one below the tenth."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Space:
    """Where an embedder's vectors lie: their common direction, and the standard deviation of the cosines without it.

    Embedders crowd all texts around one direction, some (e5) so much that every cosine is above .7."""

    centre: Floats
    spread: float

    @classmethod
    def of(cls, vectors: Floats) -> "Space":
        """Return the space from embeddings of unrelated sentences, (n, dimension), such as `abstention.SENTENCES`."""
        unit = _unit(vectors)
        centre = unit.mean(axis=0)
        apart = _unit(unit - centre)
        cosines = (apart @ apart.T)[np.triu_indices(len(apart), 1)]
        # The floor keeps an embedder that cannot tell the sentences apart from dividing by nothing.
        return cls(centre=centre.astype(np.float32), spread=max(float(cosines.std()), 1e-3))

    def cosines(self, vectors: Floats) -> Floats:
        """Return the cosines of all rows with each other, (n, n), in units of spread."""
        apart = _unit(vectors - self.centre)
        return (apart @ apart.T / self.spread).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranked:
    """Memories as ranking left them, best first. `vectors` is (n, dimension), unit length to the precision stored.

    `at` are seconds since 1970; equal `owners` mean the same speaker or subject, NONE that there is none: a memory
    of nobody known stays where it is. `facts` is true for a statement that stands alone: among themselves the turns of
    a conversation are never reordered."""

    vectors: Floats
    texts: Sequence[str]
    at: NDArray[np.float64]
    owners: Rows
    facts: Mask


def newer_first(ranked: Ranked, space: Space, query: str, shown: int = PLACES) -> list[int]:
    """Return the positions in the order to show them: before a turn the facts that say the same, and before an older
    value its newer ones, the newest first.

    The best memory keeps its place or cedes it to such facts; nothing is dropped. Values are put in order for a message
    that asks for one only. `query` is the message. Only the first `shown` places are put in order: it takes a fifth of
    a millisecond to read a text."""
    count = len(ranked.texts)
    facts = int(np.count_nonzero(ranked.facts[:PLACES]))
    asks = facts and count > 1 and attributes.asks_for_value(query)
    if not facts or (facts == min(PLACES, count) and not asks):
        return list(range(count))
    alike = space.cosines(ranked.vectors[:PLACES])
    left = _facts_first(ranked, alike)
    if not asks:
        return [*left, *range(len(left), count)]
    values = _Values(ranked, alike, query)
    order: list[int] = []
    while left and len(order) < shown:
        older = left.pop(0)
        newer = sorted((place for place in left if values.is_newer(older, place)), key=lambda place: -ranked.at[place])
        left = [place for place in left if place not in newer]
        order += [*newer, older]
    return [*order, *left, *range(min(PLACES, count), count)]


def once(ranked: Ranked) -> Mask:
    """Return which memories to show: of those of one owner with literally the same words only the newest, and a fact
    rather than a turn."""
    newest: dict[tuple[int, str], int] = {}
    for place, text in enumerate(ranked.texts):
        key = (int(ranked.owners[place]), literal(text))
        held = newest.get(key)
        if held is None or (ranked.facts[place], ranked.at[place]) > (ranked.facts[held], ranked.at[held]):
            newest[key] = place
    shown = np.zeros(len(ranked.texts), dtype=np.bool_)
    shown[list(newest.values())] = True
    return shown


def literal(text: str) -> str:
    """Return the text as its letters and digits, lower case, in one width, a space between words.

    Not a cosine: "My locker is 112" and "My locker is 47" are nearer than .95 for some embedders. A text without
    letters or digits stands for itself."""
    return " ".join(_WORDS.findall(unicodedata.normalize("NFKC", text).casefold())) or text


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What a message asks for: known attributes, and search terms where it names none; `whom` it names."""

    attributes: frozenset[str]
    own: frozenset[str]
    whom: frozenset[str]
    words: frozenset[str]

    @property
    def keys(self) -> frozenset[str]:
        return self.attributes | self.own


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A memory's text as the question sees it: `keys` is what it holds of what is asked for."""

    text: str
    keys: frozenset[str]
    own: frozenset[str]
    words: frozenset[str]
    attributes: frozenset[str]
    about: frozenset[str]
    possessions: frozenset[str]
    of_self: bool
    of_speaker: bool
    changed: bool
    event: bool
    feeling: bool
    denied: bool


def _facts_first(ranked: Ranked, alike: Floats) -> list[int]:
    """Return the first places, of which `alike` are the cosines, with each turn behind the facts that say the same."""
    count = len(alike)
    facts, at = ranked.facts[:count], ranked.at[:count]
    # What has no vector is like nothing.
    known = ranked.vectors[:count].any(axis=1)
    learnt = (~facts & known)[:, None] & (facts & known)[None, :] & (at[None, :] >= at[:, None] - LEARNT_WITHIN_S)
    learnt &= alike >= SAID_ALIKE
    order: list[int] = []
    left = list(range(count))
    while left:
        place = left.pop(0)
        before = [other for other in left if learnt[place, other]]
        left = [other for other in left if other not in before]
        order += [*before, place]
    return order


class _Values:
    """Which of the first memories are newer values of which; each text is read when it is first needed.

    `alike` are the cosines of all of them with each other, in units of spread. A fact may be newer than what a turn
    says, never the other way round: much is said that is no value."""

    def __init__(self, ranked: Ranked, alike: Floats, query: str) -> None:
        self._texts = ranked.texts
        self._asked = _Asked(
            attributes=attributes.attributes(query),
            own=attributes.own_words(query),
            whom=attributes.about(query),
            words=attributes.content_words(query),
        )
        count = len(alike)
        facts, owners, at = ranked.facts[:count], ranked.owners[:count], ranked.at[:count]
        owned = owners != NONE
        self._alike = alike
        self._possible: Mask = (
            owned[:, None]
            & (owned & facts)[None, :]
            & (owners[:, None] == owners[None, :])
            & (at[:, None] < at[None, :])
            & (alike >= min(ALIKE, ALIKE_AND_CHANGED))
        )
        self._read: dict[int, _Said] = {}

    def is_newer(self, older: int, newer: int) -> bool:
        """True if the second is a newer value of the first."""
        if not self._possible[older, newer] or not self._said(older).keys:
            return False
        return bool(self._alike[older, newer] >= _bound(self._said(older), self._said(newer), self._asked))

    def _said(self, place: int) -> _Said:
        if place not in self._read:
            self._read[place] = _said(self._texts[place], self._asked)
        return self._read[place]


def _said(text: str, asked: _Asked) -> _Said:
    words, spoken_of = attributes.content_words(text), attributes.attributes(text)
    return _Said(
        text=text,
        keys=(spoken_of & asked.attributes) | (words & asked.own),
        own=words & asked.own,
        words=words,
        attributes=spoken_of,
        about=attributes.about(text) - asked.whom,
        possessions=attributes.possessions(text),
        of_self=attributes.speaks_of_self(text),
        of_speaker=attributes.speaks_of_speaker(text),
        changed=attributes.says_changed(text),
        event=attributes.tells_event(text),
        feeling=attributes.tells_feeling(text),
        denied=attributes.denies(text),
    )


def _bound(older: _Said, newer: _Said, asked: _Asked) -> float:
    """Return how alike the two have to be for the second to be a newer value of the first; inf where it cannot be."""
    if _differ(older, newer, asked):
        return np.inf
    # Where a known attribute is asked for, sharing a name with the question is not enough.
    shared = older.keys & newer.keys
    if shared & (older.attributes & asked.attributes or asked.own) and len(shared) >= SHARED_KEYS * len(asked.keys):
        bound = ALIKE_AND_CHANGED if newer.changed else ALIKE
    elif newer.changed and (asked.attributes or older.attributes & newer.attributes or _rest(older) & _rest(newer)):
        bound = CHANGED
    else:
        return np.inf
    if not newer.changed and not _states_the_same(older, newer, asked):
        return np.inf
    return bound + (OLDER_SAYS_CHANGED if older.changed else 0.0)


def _rest(said: _Said) -> frozenset[str]:
    """Return what a text says besides the words that all texts share, such as a value."""
    return attributes.own_words(said.text)


def _differ(older: _Said, newer: _Said, asked: _Asked) -> bool:
    """True if the two are about different people or attributes, or one of them states no value that was asked for."""
    apart = bool(newer.attributes) and newer.attributes.isdisjoint(older.attributes | asked.attributes)
    names_it = newer.changed and bool(older.own) and older.own <= newer.words
    others = older.of_speaker and not newer.of_self and not names_it
    return apart or others or older.feeling or newer.feeling or not older.keys or older.about != newer.about


def _states_the_same(older: _Said, newer: _Said, asked: _Asked) -> bool:
    """True if a newer text that says nothing of a change states of the same thing what the older does."""
    if newer.event or older.denied != newer.denied:
        return False
    if older.attributes & asked.attributes:
        speaks_of_it = bool(newer.attributes & asked.attributes)
    else:
        speaks_of_it = newer.possessions <= older.words | asked.words
    return speaks_of_it and older.own <= newer.words and newer.attributes <= older.attributes | asked.keys


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = (vectors / np.maximum(lengths, 1e-9)).astype(np.float32)
    return unit


_WORDS = re.compile(r"[^\W_]+")
