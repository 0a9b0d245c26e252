"""Unit vectors in eight bits, a row each, and their true cosines to a query."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import Floats, Rows
from ltm.ports.embedder import Vector

_T = TypeVar("_T", bound=np.generic)
_BLOCK_ROWS = 4_096
_FIRST_ROWS = 16
_STRIDE = 256
"""Rows turned to float32 at a time: half a megabyte at 512 dimensions, which stays in the processor's cache."""


class Int8Matrix:
    """Grows in blocks, so that a long matrix is never copied. A row without a vector has the cosine 0."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._blocks: list[NDArray[np.int8]] = []
        self._inverse_norms = np.zeros(0, dtype=np.float32)
        self._rows = 0
        self._vectors = 0

    def __len__(self) -> int:
        return self._rows

    @property
    def vectors(self) -> int:
        """Return how many rows have a vector."""
        return self._vectors

    @property
    def nbytes(self) -> int:
        return sum(block.nbytes for block in self._blocks) + self._inverse_norms.nbytes

    def append(self, vector: NDArray[np.int8] | None) -> None:
        """Add a row; None is a row without a vector."""
        self._reserve(self._rows + 1)
        self._rows += 1
        self.set(self._rows - 1, vector)

    def set(self, row: int, vector: NDArray[np.int8] | None) -> None:
        """Put the vector, or none, in place of what the row has."""
        block, offset = divmod(row, _BLOCK_ROWS)
        norm = 0.0 if vector is None else float(np.linalg.norm(vector.astype(np.float32)))
        self._vectors += bool(norm) - bool(self._inverse_norms[row])
        self._blocks[block][offset] = 0 if vector is None else vector
        self._inverse_norms[row] = 1.0 / norm if norm else 0.0

    def present(self) -> NDArray[np.bool_]:
        """Return which rows have a vector."""
        return self._inverse_norms[: self._rows] > 0

    def cosines(self, query: Vector) -> Floats:
        """Return one cosine per row. Safe in a worker thread while rows are added: those are left out."""
        rows = self._rows
        blocks, norms = list(self._blocks), self._inverse_norms
        query = query.astype(np.float32)
        found = np.empty(rows, dtype=np.float32)
        wide = np.empty((_STRIDE, self.dimensions), dtype=np.float32)
        for start in range(0, rows, _STRIDE):
            stop = min(start + _STRIDE, rows)
            block, offset = divmod(start, _BLOCK_ROWS)
            part = wide[: stop - start]
            np.copyto(part, blocks[block][offset : offset + stop - start])
            np.dot(part, query, out=found[start:stop])
        found *= norms[:rows]
        return np.clip(found, -1.0, 1.0, out=found)

    def take(self, rows: Rows) -> NDArray[np.float32]:
        """Return the unit vectors of these rows, shape (rows, dimensions)."""
        taken = np.empty((len(rows), self.dimensions), dtype=np.float32)
        for place, row in enumerate(rows.tolist()):
            block, offset = divmod(row, _BLOCK_ROWS)
            taken[place] = self._blocks[block][offset] * self._inverse_norms[row]
        return taken

    def _reserve(self, rows: int) -> None:
        if rows > len(self._inverse_norms):
            capacity = max(_FIRST_ROWS, rows + rows // 4 if rows > _BLOCK_ROWS else 2 * rows)
            self._inverse_norms = _resized(self._inverse_norms, capacity)
        block, offset = divmod(rows - 1, _BLOCK_ROWS)
        if block == len(self._blocks):
            first = _FIRST_ROWS if block == 0 else _BLOCK_ROWS
            self._blocks.append(np.zeros((first, self.dimensions), dtype=np.int8))
        elif offset >= len(self._blocks[block]):
            self._blocks[block] = _resized(self._blocks[block], min(_BLOCK_ROWS, 2 * len(self._blocks[block])))


def _resized(array: NDArray[_T], length: int) -> NDArray[_T]:
    longer = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    longer[: len(array)] = array
    return longer
