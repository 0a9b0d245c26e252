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


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderStatus:
    """How one model did when it was last asked: it `answers`, or `reason` says why not.

    A model that was not asked yet counts as answering. `reason` is safe to show: it holds no texts."""

    model: str
    answers: bool
    reason: str = ""


class Embedder(Protocol):
    """Turns texts into unit vectors. Raises EmbedderUnavailable and nothing else.

    All embeddings of one call are of one model; it is `model` unless the embedder falls back to others."""

    @property
    def model(self) -> str:
        """The identity written beside every vector; changes when the vectors would."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one embedding per text, in order; an empty list for no texts."""
        ...

    async def embed_queries(self, texts: Sequence[str]) -> list[Embedding]:
        """Return one embedding per question, in order, as `embed_query` would one by one, but in one call."""
        ...

    async def embed_query(self, text: str) -> Embedding:
        """Return the embedding of a question to the documents."""
        ...


class EmbedderChain(Embedder, Protocol):
    """One or more embedders of which the next stands in for one that does not answer."""

    def status(self) -> list[EmbedderStatus]:
        """Return how each model did when it was last asked, in the order of the chain; asks none."""
        ...
