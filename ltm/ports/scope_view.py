"""The memories of one scope as ranking sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ltm.domain.columns import Columns, Floats, Mask, Rows
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.recall import Via
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import EpisodeStore, Record


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


class HeldRecords(Protocol):
    """Records that a store does not take now, part of their scope all the same."""

    def hold(self, scope: Scope, record: Record) -> None:
        """Have the record found and read as if it were stored, in place of what the store has under its id.

        One without a vector, `Embedding("", zeros(0))`, is found by its words. Held again, the newer counts."""
        ...

    def release(self, scope: Scope, episode_id: EpisodeId) -> None:
        """End that: from now on the record is what the store has under its id. Nothing if it is not held."""
        ...

    def held(self, scope: Scope) -> Sequence[Record]:
        """Return what is held of the scope, as it was last rewritten, in the order in which it was first held."""
        ...

    async def stored(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
        """Return what the store itself has under the id, whatever is held. Raises StoreUnavailable."""
        ...


class ViewableEpisodes(EpisodeStore, HeldRecords, Protocol):
    """An EpisodeStore that can also be ranked over.

    What is held is rewritten in memory, and in the store if it is there too; it is deleted from both, and stays held
    if the store does not answer. `get` and `search` find what is held while the store does not answer; `scan` does
    not pass a part for the whole, it yields what is held and then raises."""

    def speakers(self, scope: Scope) -> Sequence[Speaker]:
        """Return who said something in the scope, as far as that is in memory."""
        ...

    async def with_content(self, scope: Scope, content: str) -> list[Episode]:
        """Return the memories of the scope with these words, whatever their case and white space.

        Of a scope larger than the memory bound only what is held, and of one whose store does not answer what is in
        memory. Raises StoreUnavailable if that is nothing."""
        ...

    async def view(self, scope: Scope, query: Embedding | None, limit: int) -> Viewed:
        """Return the whole scope if it is in memory, else about `limit` memories near the query.

        Without a query vector the answer is the whole scope, or what of it lies within the memory bound. What is held
        is always in it, and all there is in it if the store does not answer and nothing else is known of the scope.
        Raises StoreUnavailable if nothing is."""
        ...

    async def load(self, scope: Scope) -> bool:
        """Bring the whole scope into memory; False if it is larger than the bound. Raises StoreUnavailable."""
        ...
