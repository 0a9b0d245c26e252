"""Cosines from eight bits, whatever grew, was rewritten or taken out before."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from ltm.adapters.codec import quantised, unit
from ltm.adapters.int8_matrix import Int8Matrix


def vectors(count: int, dimensions: int, seed: int = 0) -> NDArray[np.float32]:
    drawn = np.random.default_rng(seed).standard_normal((count, dimensions), dtype=np.float32)
    rows: NDArray[np.float32] = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
    return rows


def filled(rows: NDArray[np.float32]) -> Int8Matrix:
    matrix = Int8Matrix(rows.shape[1])
    for row in rows:
        matrix.append(quantised(row))
    return matrix


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 255, 256, 257, 4_095, 4_096, 4_097, 9_001])
def test_cosines_are_those_of_the_vectors_at_every_size(count: int) -> None:
    rows, [query] = vectors(count, 32), vectors(1, 32, seed=1)
    matrix = filled(rows)
    assert (len(matrix), matrix.vectors) == (count, count)
    found = matrix.cosines(query)
    assert found.shape == (count,)
    assert found == pytest.approx(rows @ query, abs=1e-2)


def test_a_cosine_with_itself_is_one_and_never_more() -> None:
    rows = vectors(300, 512)
    matrix = filled(rows)
    for place, vector in enumerate(matrix.take(np.arange(300, dtype=np.int32))):
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)
        assert vector @ rows[place] > 0.999
        assert 1 - 1e-6 <= matrix.cosines(vector)[place] <= 1


@pytest.mark.parametrize("seed", range(20))
def test_any_order_of_writes_ends_as_the_last_ones_say(seed: int) -> None:
    chance, drawn = random.Random(seed), vectors(400, 24, seed)
    matrix, expected = Int8Matrix(24), list[NDArray[np.float32] | None]()
    for vector in drawn:
        kept = vector if chance.random() < 0.7 else None
        eight_bits = None if kept is None else quantised(kept)
        if expected and chance.random() < 0.5:
            row = chance.randrange(len(expected))
            matrix.set(row, eight_bits)
            expected[row] = kept
        else:
            matrix.append(eight_bits)
            expected.append(kept)
    there = np.asarray([vector is not None for vector in expected])
    assert (matrix.present() == there).all()
    assert matrix.vectors == there.sum()
    cosines = matrix.cosines(drawn[0])
    taken = matrix.take(np.arange(len(expected), dtype=np.int32))
    for row, kept in enumerate(expected):
        if kept is None:
            assert cosines[row] == 0
            assert not taken[row].any()
        else:
            assert cosines[row] == pytest.approx(kept @ drawn[0], abs=2e-2)
            assert taken[row] == pytest.approx(unit(quantised(kept).astype(np.float32)), abs=1e-6)


def test_a_vector_of_zeros_is_none() -> None:
    matrix = Int8Matrix(8)
    matrix.append(np.zeros(8, dtype=np.int8))
    assert matrix.vectors == 0
    assert not matrix.present().any()
    assert matrix.cosines(vectors(1, 8)[0]).tolist() == [0.0]


def test_the_query_stays_as_it_was() -> None:
    rows, query = vectors(20, 16), vectors(1, 16, seed=3)[0]
    before = query.copy()
    filled(rows).cosines(query)
    assert np.array_equal(query, before)


@pytest.mark.parametrize("count", [1, 100, 5_000, 20_000])
def test_nbytes_is_what_the_rows_take_and_little_more(count: int) -> None:
    matrix = Int8Matrix(64)
    for _ in range(count):
        matrix.append(None)
    assert 68 * count <= matrix.nbytes <= 70 * (count + min(max(count, 16), 4_096))
