"""The memories of one scope as ranking sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ltm.domain.columns import Columns, Floats, Mask, Rows
from ltm.domain.episode import Episode, Speaker
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import EpisodeStore


class ScopeView(Protocol):
    """Aligned columns of the memories of a scope, or of some of them; a memory is a row."""

    @property
    def columns(self) -> Columns: ...

    @property
    def speakers(self) -> Sequence[Speaker]:
        """Return who said a memory that is there."""
        ...

    @property
    def lengths(self) -> Floats:
        """Return how many terms each row has."""
        ...

    def cosines(self, query: Embedding) -> Floats | None:
        """Return the true cosine of every row, 0 for one whose vector is another model's; None if no row compares.

        Safe in a worker thread; rows added meanwhile are not in it."""
        ...

    def embedded(self) -> Mask:
        """Return which rows have a vector of the store's model."""
        ...

    def find(self, term: str) -> tuple[Rows, Floats]:
        """Return the rows that hold the term, ascending, dead ones among them, and how often each does."""
        ...

    def episode(self, row: int) -> Episode: ...

    def vectors(self, rows: Sequence[int]) -> Floats:
        """Return the rows' unit vectors, shape (rows, dimensions); zeros for a row without one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewed:
    """A view, and whether it holds all of the scope (INDEX) or a part of it (BACKEND)."""

    view: ScopeView
    via: Via


class ViewableEpisodes(EpisodeStore, Protocol):
    """An EpisodeStore that can also be ranked over."""

    def speakers(self, scope: Scope) -> Sequence[Speaker]:
        """Return who said something in the scope, as far as that is in memory."""
        ...

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        """Return the whole scope if it is in memory, else about `limit` memories near the query.

        Without a query vector the answer is the whole scope, or what of it lies within the memory bound.
        Raises StoreUnavailable."""
        ...

    async def load(self, scope: Scope) -> bool:
        """Bring the whole scope into memory; False if it is larger than the bound. Raises StoreUnavailable."""
        ...
