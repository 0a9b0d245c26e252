"""Where vectors come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
"""One text: shape (dimensions,), unit length."""


@dataclass(frozen=True, slots=True, eq=False)
class Embedding:
    """A vector and the identity of the model that made it; two identities are never compared."""

    model: str
    vector: Vector

    def cosine(self, other: "Embedding") -> float | None:
        """Return the cosine in [-1, 1], or None between vectors of different models."""
        if self.model != other.model or self.vector.shape != other.vector.shape:
            return None
        return float(np.clip(self.vector @ other.vector, -1.0, 1.0))


class Embedder(Protocol):
    """Turns texts into unit vectors. Raises EmbedderUnavailable and nothing else."""

    @property
    def model(self) -> str:
        """The identity written beside every vector; changes when the vectors would."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one embedding per text, in order; an empty list for no texts."""
        ...

    async def embed_query(self, text: str) -> Embedding:
        """Return the embedding of a question to the documents."""
        ...
