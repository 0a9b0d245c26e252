"""The memories of one scope in this process: columns, vectors and postings, for an exact search in a millisecond.

Derived from the knowledge base, never the truth: it may be thrown away at any time and built anew.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

import numpy as np

from ltm.adapters.codec import quantised, unit
from ltm.adapters.int8_matrix import Int8Matrix
from ltm.adapters.packed_episode import packed, unpacked
from ltm.adapters.postings import Postings
from ltm.adapters.row_columns import RowColumns
from ltm.domain.columns import Columns, Floats, Mask, Rows
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.lexical import document_terms, terms
from ltm.domain.policy import same_words
from ltm.ports.embedder import Embedding, Vector
from ltm.ports.episode_store import Candidate, Record

_ID_ENTRY_BYTES = 200
"""A dictionary entry of a 16-byte key and a number, measured with tracemalloc over 100,000 of them."""

_BYTES_OBJECT = 41
"""What a bytes object costs besides its bytes, with the pointer to it."""


class ScopeIndex:
    """Vectors of other models than `model` are left out: those memories are found by their words alone."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._columns = RowColumns()
        self._matrix: Int8Matrix | None = None
        self._postings = Postings()
        self._packed: list[bytes] = []
        self._packed_bytes = 0
        self._rows: dict[bytes | str, int] = {}

    @classmethod
    def of(cls, model: str, records: Iterable[Record]) -> "ScopeIndex":
        index = cls(model)
        index.extend(records)
        return index

    def __len__(self) -> int:
        """Return how many memories there are; rows of deleted ones do not count."""
        return len(self._rows)

    @property
    def columns(self) -> Columns:
        return self._columns.view()

    @property
    def speakers(self) -> Sequence[Speaker]:
        """Return who said a memory that is there."""
        return self._columns.speakers

    @property
    def lengths(self) -> Floats:
        """Return how many terms each row has."""
        return self._postings.lengths.astype(np.float32)

    @property
    def nbytes(self) -> int:
        """Return about how much memory this takes, Python's objects included."""
        matrix = self._matrix.nbytes if self._matrix else 0
        objects = self._packed_bytes + len(self._packed) * _BYTES_OBJECT + len(self._rows) * _ID_ENTRY_BYTES
        return matrix + self._columns.nbytes + self._postings.nbytes + objects

    @property
    def is_worn(self) -> bool:
        """True if more than half of many rows are dead: building it anew is cheaper than carrying them."""
        return len(self._packed) > 1_000 and len(self._rows) < len(self._packed) / 2

    def put(self, record: Record) -> None:
        """Add the memory, or take it in place of the one with its id."""
        row = self._rows.get(_key(record.episode.id))
        if row is not None:
            if self._same_place(row, record):
                self._columns.set(row, record.episode)
                self._pack(row, record.episode)
                self._set_vector(row, record.embedding)
                return
            self._bury(row)
        self._postings.append(len(self._packed), document_terms(record.episode))
        self._append(record)

    def extend(self, records: Iterable[Record]) -> None:
        """Put many; their words are sorted together, which leaves the index faster to search and is faster itself."""
        fresh: list[list[str]] = []
        for record in records:
            if _key(record.episode.id) in self._rows:
                self._add_words(fresh)
                self.put(record)
            else:
                fresh.append(document_terms(record.episode))
                self._append(record)
        self._add_words(fresh)

    def discard(self, episode_id: EpisodeId) -> None:
        row = self._rows.pop(_key(episode_id), None)
        if row is not None:
            self._bury(row)

    def cosines(self, query: Embedding) -> Floats | None:
        """Return the true cosine of every row, 0 for one whose vector is another model's; None if no row compares.

        Safe in a worker thread while memories are added: those come without a cosine, at the end."""
        matrix = self._matrix
        if matrix is None or not matrix.vectors or query.model != self._model:
            return None
        if len(query.vector) != matrix.dimensions:
            return None
        return matrix.cosines(query.vector)

    def embedded(self) -> Mask:
        """Return which rows have a vector of the model."""
        if self._matrix is None:
            return np.zeros(len(self._packed), dtype=np.bool_)
        return self._matrix.present()

    def find(self, term: str) -> tuple[Rows, Floats]:
        """Return the rows that hold the term, ascending, dead ones among them, and how often each does."""
        return self._postings.find(term)

    def episode(self, row: int) -> Episode:
        return unpacked(self._packed[row])

    def with_content(self, content: str) -> list[Episode]:
        """Return the memories whose content is the same words, whatever its case and white space."""
        wanted, rows = same_words(content), np.flatnonzero(self.columns.alive)
        for term in set(terms(content)):
            rows = np.intersect1d(rows, self.find(term)[0], assume_unique=True)
        return [episode for episode in map(self.episode, rows.tolist()) if same_words(episode.content) == wanted]

    def vectors(self, rows: Sequence[int]) -> Floats:
        """Return the rows' unit vectors, shape (rows, dimensions); zeros for a row without one."""
        if self._matrix is None:
            return np.zeros((len(rows), 1), dtype=np.float32)
        return self._matrix.take(np.asarray(rows, dtype=np.int32))

    def nearest(self, query: Embedding, limit: int) -> list[Candidate]:
        """Return at most `limit` memories with a vector of the query's model, the highest cosine first."""
        cosines = self.cosines(query)
        if cosines is None or limit <= 0:
            return []
        rows = np.flatnonzero(self.embedded() & self.columns.alive)
        if len(rows) > limit:
            rows = rows[np.argpartition(-cosines[rows], limit)[:limit]]
        rows = rows[np.argsort(-cosines[rows], kind="stable")]
        return [Candidate(record=self.record(row), cosine=float(cosines[row])) for row in rows.tolist()]

    def record(self, row: int) -> Record:
        """Return the memory as it would be stored; one without a vector of the model has an empty vector."""
        vector: Vector = self.vectors([row])[0] if self.embedded()[row] else np.zeros(0, dtype=np.float32)
        return Record(episode=self.episode(row), embedding=Embedding(self._model, unit(vector)))

    def _same_place(self, row: int, record: Record) -> bool:
        """True if what is searched and who the neighbours are stay as they are."""
        old, new = self.episode(row), record.episode
        place = (old.content, old.kind, old.conversation, old.position)
        return place == (new.content, new.kind, new.conversation, new.position) and (
            document_terms(old) == document_terms(new)
        )

    def _append(self, record: Record) -> None:
        episode, row = record.episode, len(self._packed)
        self._packed.append(b"")
        self._pack(row, episode)
        self._columns.append(episode)
        if self._matrix is not None:
            self._matrix.append(None)
        self._set_vector(row, record.embedding)
        self._rows[_key(episode.id)] = row

    def _add_words(self, fresh: list[list[str]]) -> None:
        """Add the words of the last rows and empty the list."""
        if fresh:
            self._postings.extend(len(self._packed) - len(fresh), fresh)
            fresh.clear()

    def _set_vector(self, row: int, embedding: Embedding) -> None:
        fits = embedding.model == self._model and len(embedding.vector) > 0
        if fits and (self._matrix is None or not self._matrix.vectors):
            self._matrix = Int8Matrix(len(embedding.vector))
            for _ in self._packed:
                self._matrix.append(None)
        if self._matrix is not None:
            fits = fits and len(embedding.vector) == self._matrix.dimensions
            self._matrix.set(row, quantised(embedding.vector) if fits else None)

    def _bury(self, row: int) -> None:
        self._columns.bury(row)
        self._packed_bytes -= len(self._packed[row])
        self._packed[row] = b""
        if self._matrix is not None:
            self._matrix.set(row, None)

    def _pack(self, row: int, episode: Episode) -> None:
        fresh = packed(episode)
        self._packed_bytes += len(fresh) - len(self._packed[row])
        self._packed[row] = fresh


def _key(episode_id: EpisodeId) -> bytes | str:
    """Return a UUID's sixteen bytes, a third of its text; anything else as it is."""
    try:
        key = UUID(episode_id)
    except ValueError:
        return episode_id
    return key.bytes if str(key) == episode_id else episode_id
