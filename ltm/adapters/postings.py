"""Which memories of a scope hold a term, and how often: an inverted index in numpy arrays.

Built as Lucene builds one: terms are first kept as they come (the tail), then sorted into a segment that never
changes, and segments are merged into larger ones. A large merge goes on in small steps, one with each append, so that
no single append waits for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import Floats, Rows

_T = TypeVar("_T", bound=np.generic)

Hashes = NDArray[np.int64]
"""Python's own hashes: good inside one process only. Two terms with one hash would be taken for each other: among a
million terms that has odds of 1 to 37 million, and its worst is one wrong hit."""

Frequencies = NDArray[np.uint8]

MAX_FREQUENCY = np.iinfo(np.uint8).max
MAX_LENGTH = np.iinfo(np.uint16).max

_FIRST_TAIL = 128
_TAIL = 2_048
"""Terms in the tail: sorting them takes about 0.2 ms, looking through them 2 us."""

_RATIO = 4
"""A segment is merged with those after it once they are a quarter of it: a scope of n terms has at most
log5(n / 2,048) segments or so, and a term is rewritten about 10 times on the way to two million."""

_STEP = 2_048
"""Postings merged with one append, about 0.1 ms."""

_STEPS = 256
"""A merge takes at most about so many steps, so that it ends before many new segments are waiting."""

_BULK = 1_048_576
"""Terms sorted at once in a bulk build, which takes about 40 bytes each."""

_OBJECT_BYTES = 120
"""Of an array besides its values, and of the object that holds it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Segment:
    """`terms` ascending; the postings of terms[i] are those from offsets[i] to offsets[i + 1], rows ascending."""

    terms: Hashes
    offsets: NDArray[np.uint32]
    rows: Rows
    frequencies: Frequencies

    @classmethod
    def of(cls, hashes: Hashes, rows: Rows, frequencies: Frequencies) -> "_Segment":
        """Return the segment of at least one posting; rows never descend."""
        order = np.argsort(hashes, kind="stable")
        hashes = hashes[order]
        first = _starts(hashes)
        offsets = np.append(first, len(rows)).astype(np.uint32)
        return cls(hashes[first], offsets, rows[order], frequencies[order])

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def nbytes(self) -> int:
        arrays = (self.terms, self.offsets, self.rows, self.frequencies)
        return sum(array.nbytes + _OBJECT_BYTES for array in arrays) + _OBJECT_BYTES

    def cut(self, start: int, stop: int) -> "_Segment":
        """Return the part that holds terms[start:stop]; it shares memory."""
        first = self.offsets[start]
        kept = slice(first, self.offsets[stop])
        offsets = self.offsets[start : stop + 1] - first
        return _Segment(self.terms[start:stop], offsets, self.rows[kept], self.frequencies[kept])


class Postings:
    """Rows are counted from 0 and come in order; a row never changes. Deleting is the owner's business.

    `find` and the properties need no lock while nobody writes."""

    def __init__(self) -> None:
        self._segments: list[_Segment] = []
        self._merge: Iterator[_Segment | None] | None = None
        self._merging = slice(0, 0)
        self._hashes: Hashes = np.empty(_FIRST_TAIL, dtype=np.int64)
        self._tail_rows: Rows = np.empty(_FIRST_TAIL, dtype=np.int32)
        self._tail_frequencies: Frequencies = np.empty(_FIRST_TAIL, dtype=np.uint8)
        self._tail = 0
        self._lengths: NDArray[np.uint16] = np.empty(0, dtype=np.uint16)
        self._rows = 0

    @property
    def lengths(self) -> NDArray[np.uint16]:
        """Return how many terms each row has, repeats included, at most MAX_LENGTH; a view."""
        return self._lengths[: self._rows]

    @property
    def nbytes(self) -> int:
        """Return the bytes of all arrays and about those of their objects; a merge under way takes more for a while."""
        arrays = (self._hashes, self._tail_rows, self._tail_frequencies, self._lengths)
        return sum(array.nbytes + _OBJECT_BYTES for array in arrays) + sum(part.nbytes for part in self._segments)

    def append(self, row: int, terms: Sequence[str]) -> None:
        """Add one row. Raises ValueError if it is not the next one."""
        self._expect(row)
        hashes, frequencies = _counted(terms)
        self._grow_lengths(row + 1)
        self._lengths[row] = min(len(terms), MAX_LENGTH)
        self._rows = row + 1
        self._step()
        if self._tail + len(hashes) > _TAIL:
            self._freeze()
        if len(hashes) > _TAIL:
            self._add(_Segment.of(hashes, np.full(len(hashes), row, dtype=np.int32), frequencies))
            return
        self._grow_tail(self._tail + len(hashes))
        start, stop = self._tail, self._tail + len(hashes)
        self._hashes[start:stop] = hashes
        self._tail_rows[start:stop] = row
        self._tail_frequencies[start:stop] = frequencies
        self._tail = stop

    def extend(self, first_row: int, documents: Iterable[Sequence[str]]) -> None:
        """Add many rows at once, merged to the end. Raises ValueError if `first_row` is not the next one."""
        self._expect(first_row)
        self._freeze()
        chunk: list[tuple[int, Hashes, Frequencies]] = []
        size = 0
        for terms in documents:
            chunk.append((len(terms), *_counted(terms)))
            size += len(chunk[-1][1])
            if size >= _BULK:
                self._add_chunk(chunk)
                chunk, size = [], 0
        self._add_chunk(chunk)

    def find(self, term: str) -> tuple[Rows, Floats]:
        """Return the rows that hold the term, ascending, and how often each does, at most MAX_FREQUENCY."""
        wanted = np.int64(hash(term))
        rows: list[Rows] = []
        frequencies: list[Frequencies] = []
        for segment in self._segments:
            place = segment.terms.searchsorted(wanted)
            if place < len(segment.terms) and segment.terms[place] == wanted:
                start, stop = segment.offsets[place], segment.offsets[place + 1]
                rows.append(segment.rows[start:stop])
                frequencies.append(segment.frequencies[start:stop])
        hits = (self._hashes[: self._tail] == wanted).nonzero()[0]
        if len(hits):
            rows.append(self._tail_rows[hits])
            frequencies.append(self._tail_frequencies[hits])
        if not rows:
            return np.empty(0, dtype=np.int32), np.empty(0, dtype=np.float32)
        # Copied, so that nobody can write into a segment.
        return np.concatenate(rows), np.concatenate(frequencies, dtype=np.float32)

    def _expect(self, row: int) -> None:
        if row != self._rows:
            raise ValueError(f"row {row} where {self._rows} is the next")

    def _grow_lengths(self, rows: int) -> None:
        if rows > len(self._lengths):
            self._lengths = _longer(self._lengths, max(16, rows + rows // 4))

    def _grow_tail(self, terms: int) -> None:
        if terms > len(self._hashes):
            length = min(_TAIL, max(terms, 2 * len(self._hashes)))
            self._hashes, self._tail_rows = _longer(self._hashes, length), _longer(self._tail_rows, length)
            self._tail_frequencies = _longer(self._tail_frequencies, length)

    def _freeze(self) -> None:
        if self._tail:
            tail = slice(0, self._tail)
            self._add(_Segment.of(self._hashes[tail], self._tail_rows[tail], self._tail_frequencies[tail]))
            self._tail = 0

    def _add_chunk(self, chunk: Sequence[tuple[int, Hashes, Frequencies]]) -> None:
        first, stop = self._rows, self._rows + len(chunk)
        self._grow_lengths(stop)
        self._lengths[first:stop] = [min(length, MAX_LENGTH) for length, _, _ in chunk]
        self._rows = stop
        if any(length for length, _, _ in chunk):
            hashes = np.concatenate([hashes for _, hashes, _ in chunk])
            frequencies = np.concatenate([frequencies for _, _, frequencies in chunk])
            rows = np.repeat(np.arange(first, stop, dtype=np.int32), [len(hashes) for _, hashes, _ in chunk])
            self._add(_Segment.of(hashes, rows, frequencies))
        while self._merge is not None:
            self._step()

    def _add(self, segment: _Segment) -> None:
        self._segments.append(segment)
        if self._merge is None:
            self._begin_merge()

    def _begin_merge(self) -> None:
        start = len(self._segments) - 1
        size = len(self._segments[start])
        while start and len(self._segments[start - 1]) <= _RATIO * size:
            start -= 1
            size += len(self._segments[start])
        self._merging = slice(start, len(self._segments))
        if len(self._segments) - start > 1:
            self._merge = _merged(self._segments[self._merging])

    def _step(self) -> None:
        """Go on with the merge under way, if any; the last step takes its outcome and may begin the next."""
        if self._merge is None:
            return
        merged = next(self._merge)
        if merged is not None:
            self._segments[self._merging] = [merged]
            self._merge = None
            self._begin_merge()


def _counted(terms: Sequence[str]) -> tuple[Hashes, Frequencies]:
    """Return the hash of each distinct term and how often it is there."""
    counts = Counter(map(hash, terms))
    hashes = np.fromiter(counts, dtype=np.int64, count=len(counts))
    frequencies = np.fromiter(counts.values(), dtype=np.int64, count=len(counts))
    return hashes, np.minimum(frequencies, MAX_FREQUENCY).astype(np.uint8)


def _starts(ascending: Hashes) -> NDArray[np.int64]:
    """Return where each value of an ascending array is first."""
    changes = np.empty(len(ascending), dtype=np.bool_)
    changes[:1] = True
    np.not_equal(ascending[1:], ascending[:-1], out=changes[1:])
    return changes.nonzero()[0]


def _longer(array: NDArray[_T], length: int) -> NDArray[_T]:
    longer = np.empty(length, dtype=array.dtype)
    longer[: len(array)] = array
    return longer


def _merged(parts: Sequence[_Segment]) -> Iterator[_Segment | None]:
    """Merge segments of ascending rows a step at a time: yield None while it goes on, then the outcome."""
    size = sum(map(len, parts))
    vocabulary = sum(len(part.terms) for part in parts)
    whole = _Segment(
        np.empty(vocabulary, dtype=np.int64),
        np.empty(vocabulary + 1, dtype=np.uint32),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.uint8),
    )
    term = posting = 0
    for starts, stops in pairwise(_cuts(parts)):
        step = _merged_now([part.cut(a, b) for part, a, b in zip(parts, starts, stops, strict=True)])
        next_term, next_posting = term + len(step.terms), posting + len(step)
        whole.terms[term:next_term] = step.terms
        whole.offsets[term : next_term + 1] = step.offsets + np.uint32(posting)
        whole.rows[posting:next_posting] = step.rows
        whole.frequencies[posting:next_posting] = step.frequencies
        term, posting = next_term, next_posting
        yield None
    # Terms that several parts hold leave room at the end: copied without it.
    yield _Segment(whole.terms[:term].copy(), whole.offsets[: term + 1].copy(), whole.rows, whole.frequencies)


def _cuts(parts: Sequence[_Segment]) -> list[list[int]]:
    """Return places in each part's terms, from first to past the last, with about a step's postings between them."""
    largest = max(parts, key=len)
    size = sum(map(len, parts))
    steps = -(-size // max(_STEP, size // _STEPS))
    targets = (np.arange(1, steps) * len(largest) // steps).astype(largest.offsets.dtype)
    bounds = largest.terms[np.searchsorted(largest.offsets[:-1], targets, side="right") - 1]
    columns = [[0, *part.terms.searchsorted(bounds).tolist(), len(part.terms)] for part in parts]
    return [list(cut) for cut in zip(*columns, strict=True)]


def _merged_now(parts: Sequence[_Segment]) -> _Segment:
    terms = np.concatenate([part.terms for part in parts])
    # Stable: of a term that several parts hold, the earlier rows stay first.
    order = np.argsort(terms, kind="stable")
    terms = terms[order]
    counts = np.concatenate([np.diff(part.offsets) for part in parts]).astype(np.int64)
    starts = np.cumsum(counts) - counts
    counts, starts = counts[order], starts[order]
    stops = np.cumsum(counts)
    total = sum(map(len, parts))
    gather = np.arange(total) + np.repeat(starts - (stops - counts), counts)
    first = _starts(terms)
    return _Segment(
        terms[first],
        np.append((stops - counts)[first], total).astype(np.uint32),
        np.concatenate([part.rows for part in parts])[gather],
        np.concatenate([part.frequencies for part in parts])[gather],
    )
