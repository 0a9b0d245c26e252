"""An embedder without a model: small, stable, and real enough to pass the embedders' contract."""

import hashlib
import re
from collections.abc import Iterator, Sequence

import numpy as np

from ltm.adapters.codec import unit
from ltm.ports.embedder import Embedding, Vector

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_PIECES = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+|[^\w\s]")
_PARTS = 1.5
"""Weight of a word's parts beside the word: `coffee` and `coffees` are at 0.5, chosen by feel."""


class HashEmbedder:
    """Adds one fixed direction per word, and per character and pair of characters of Chinese and its like.

    Texts that share words are near, words that share letters a little, others within noise of 0."""

    dimensions = 64

    @property
    def model(self) -> str:
        return "hash-64"

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embed(text) for text in texts]

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        return [self._embed(text) for text in texts]

    async def embed_query(self, text: str) -> Embedding:
        return self._embed(text)

    def _embed(self, text: str) -> Embedding:
        features = [_direction(feature) * weight for feature, weight in _features(text)]
        return Embedding(self.model, unit(np.sum(features or [_direction("")], axis=0, dtype=np.float32)))


def _features(text: str) -> Iterator[tuple[str, float]]:
    for piece in _PIECES.findall(text.casefold()):
        if re.match(f"[{_CJK}]", piece):
            yield from ((character, 1.0) for character in piece)
            yield from ((piece[i : i + 2], 1.0) for i in range(len(piece) - 1))
            continue
        yield piece, 1.0
        edged = f"<{piece}>"
        parts = [edged[i : i + 3] for i in range(len(edged) - 2)]
        yield from ((part, _PARTS / len(parts) ** 0.5) for part in parts)


def _direction(feature: str) -> Vector:
    """Return a unit vector that depends on the feature alone, in every process."""
    digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=HashEmbedder.dimensions).digest()
    return unit(np.frombuffer(digest, dtype=np.uint8).astype(np.float32) - 127.5)
