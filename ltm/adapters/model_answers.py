"""What an embedding model answered, checked: neither a host nor a client validates what a server sends."""

from collections.abc import Sequence

import numpy as np

from ltm.adapters.codec import unit
from ltm.errors import EmbedderUnavailable
from ltm.ports.embedder import Vector


def unit_vectors(answer: object, count: int) -> list[Vector]:
    """Return `count` unit vectors of one dimension. Raises EmbedderUnavailable for any other answer."""
    if not isinstance(answer, Sequence) or len(answer) != count:
        raise EmbedderUnavailable("the embedding model did not answer one vector per text")
    try:
        vectors = [np.asarray(vector, dtype=np.float32) for vector in answer]
    except (TypeError, ValueError) as exc:
        raise EmbedderUnavailable("the embedding model answered something that is no vector") from exc
    if any(vector.ndim != 1 or not np.isfinite(vector).all() or not vector.any() for vector in vectors):
        raise EmbedderUnavailable("the embedding model answered something that is no vector")
    if len({len(vector) for vector in vectors}) > 1:
        raise EmbedderUnavailable("the embedding model answered vectors of different dimensions")
    return [unit(vector) for vector in vectors]
