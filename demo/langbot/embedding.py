"""The fake embedding model."""

from __future__ import annotations

import hashlib
import re

EMBEDDING_SIZE = 256


def _features(text: str) -> list[tuple[str, float]]:
    features = [("w:" + word, 2.0) for word in re.findall(r"[a-z0-9]+", text)]
    for run in re.findall(r"[^\x00-\x7f\s]+", text):
        features += [("c:" + run[i : i + 2], 1.5) for i in range(max(1, len(run) - 1))]
        features += [("u:" + character, 0.7) for character in run]
    squeezed = f" {' '.join(text.split())} "
    return features + [("g:" + squeezed[i : i + 3], 1.0) for i in range(max(1, len(squeezed) - 2))]


def embed_text(text: str, size: int = EMBEDDING_SIZE) -> list[float]:
    """A unit vector of hashed words and character n-grams: the same text always gives the same vector."""
    vector = [0.0] * size
    for feature, weight in _features(text.lower()):
        digest = int.from_bytes(hashlib.blake2b(feature.encode(), digest_size=8).digest(), "big")
        vector[digest % size] += weight if (digest >> 40) & 1 else -weight
    norm = sum(value * value for value in vector) ** 0.5 or 1.0
    return [value / norm for value in vector]
