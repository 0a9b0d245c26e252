"""How well the words of a question match each memory."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ltm.domain.columns import Floats, Mask, Rows
from ltm.domain.lexical import idf, saturation, weight

Find = Callable[[str], tuple[Rows, Floats]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Words:
    """The words of a question in one scope: `scores` is every row's BM25, `found` the rows that hold each word.

    `rarity` is the weight of each word: its idf among the living rows times its weight in the question. A word nobody
    has is among them too: it is what the memories do not know of."""

    scores: Floats
    found: Sequence[Rows]
    rarity: Sequence[float]

    def covered(self, rows: Rows) -> Floats:
        """Return the share of the question's weight that the words of these rows cover, 0 to 1."""
        covered = np.zeros(len(rows), dtype=np.float32)
        for found, rarity in zip(self.found, self.rarity, strict=True):
            if len(found):
                # `found` is ascending: a row is in it if it stands where it would have to be put.
                places = np.minimum(np.searchsorted(found, rows), len(found) - 1)
                covered[found[places] == rows] += rarity
        return covered / np.float32(sum(self.rarity) or 1.0)


def matched(find: Find, lengths: Floats, alive: Mask, terms: Mapping[str, float]) -> Words:
    """Return how the weighted words of a question match; dead rows score 0 and count for nothing."""
    scores = np.zeros(len(alive), dtype=np.float32)
    living = int(np.count_nonzero(alive))
    if not terms or not living:
        return Words(scores=scores, found=(), rarity=())
    is_whole = living == len(alive)
    half = saturation(lengths, float((lengths if is_whole else lengths[alive]).mean()) or 1.0)
    found: list[Rows] = []
    rarities: list[float] = []
    for term, share in terms.items():
        rows, counts = find(term)
        if not is_whole:
            kept = alive[rows]
            rows, counts = rows[kept], counts[kept]
        rarity = share * idf(len(rows), living)
        scores[rows] += np.float32(rarity) * weight(counts, half[rows])
        found.append(rows)
        rarities.append(rarity)
    return Words(scores=scores, found=found, rarity=rarities)
