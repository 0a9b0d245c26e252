"""Facts to remember that are told apart for certain: random words, and cosines that were looked at."""

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ltm.ports.embedder import Embedder

APART = 0.8
"""Unrelated facts stay below this cosine, under the .85 at which one corrects another."""

CORRECTING = (0.87, 0.94)
"""Between what a correction needs, .85, and what would be the same memory again, .95."""

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"
_ATTEMPTS = 60


@dataclass(frozen=True, slots=True)
class FactPair:
    """A fact, and the same with another last word that corrects it."""

    fact: str
    correction: str


class Facts:
    """Makes facts of random words, none like another; the seed decides which."""

    def __init__(self, embedder: Embedder, rng: random.Random) -> None:
        self._embedder = embedder
        self._rng = rng
        self._known: list[NDArray[np.float32]] = []

    async def pairs(self, count: int) -> list[FactPair]:
        """Return that many pairs. Raises RuntimeError if the embedder cannot tell random words apart."""
        return [await self._pair() for _ in range(count)]

    def word(self) -> str:
        """Return a word of three syllables that no language has."""
        return "".join(self._rng.choice(_CONSONANTS) + self._rng.choice(_VOWELS) for _ in range(3))

    async def _pair(self) -> FactPair:
        for _ in range(_ATTEMPTS):
            words = [self.word() for _ in range(5)]
            thing = "the {} {} is kept in the {} {} beside the".format(*words)
            drafts = [f"{thing} {word}" for word in (words[4], *(self.word() for _ in range(8)))]
            fact, *others = [each.vector for each in await self._embedder.embed_documents(drafts)]
            low, high = CORRECTING
            for draft, vector in zip(drafts[1:], others, strict=True):
                if low < float(fact @ vector) < high and self._is_apart(fact) and self._is_apart(vector):
                    self._known += [fact, vector]
                    return FactPair(drafts[0], draft)
        raise RuntimeError("random words do not give facts that are far enough apart")

    def _is_apart(self, vector: NDArray[np.float32]) -> bool:
        return all(float(vector @ known) < APART for known in self._known)
