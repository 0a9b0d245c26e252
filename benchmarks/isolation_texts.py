"""Texts of which no two are alike, but those that are meant to be."""

import random
from collections.abc import Set

from benchmarks.isolation_model import Model, Place
from benchmarks.isolation_services import WordEmbedder
from ltm.domain.episode import SUPERSEDE_COSINE, EpisodeId
from ltm.ports.embedder import Embedding, Vector

_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvwz" for vowel in "aou"]
_CORRECTS = (SUPERSEDE_COSINE + 0.015, 0.895)
"""Cosines that correct but are no duplicate; vectors are kept in eight bits, which may move a cosine by .01."""

_APART = 0.8


class Texts:
    """Every word is used once; a text is a capitalised topic and three words. They look like words, not like keys."""

    def __init__(self, model: Model, chance: random.Random) -> None:
        self._model = model
        self._random = chance
        self._used: set[str] = set()
        self._embedder = WordEmbedder()

    def word(self) -> str:
        while True:
            word = "".join(self._random.choices(_SYLLABLES, k=4))
            if word not in self._used:
                self._used.add(word)
                return word

    def fact(self, place: Place) -> tuple[str, Vector]:
        """Return a text on a topic of its own, far from all the place holds, and its vector."""
        return self._fitting(place, self.word().capitalize(), set())

    def correction(self, place: Place, old: str) -> tuple[str, Vector]:
        """Return a text on the topic of `old`: near enough to correct what the place holds on it."""
        topic = old.split()[0]
        held = self._model.at(place).values()
        return self._fitting(place, topic, {k.episode.id for k in held if k.episode.content.split()[0] == topic})

    def embedding(self, text: str) -> Embedding:
        return self._embedder.embedding(text)

    def _fitting(self, place: Place, topic: str, alike: Set[EpisodeId]) -> tuple[str, Vector]:
        low, high = _CORRECTS
        while True:
            text = " ".join([topic, self.word(), self.word(), self.word()])
            vector = self.embedding(text).vector
            cosines = self._model.cosines(place, vector)
            if all(low < cosine < high if held in alike else cosine < _APART for held, cosine in cosines.items()):
                return text, vector
