"""The indexes in memory, as many as fit."""

import logging
from collections import OrderedDict
from collections.abc import Callable

from ltm.adapters.scope_index import ScopeIndex
from ltm.domain.scope import Scope

_log = logging.getLogger(__name__)


class IndexShelf:
    """Indexes by scope, the one used longest ago first to go. `bound_bytes` is asked anew every time.

    A doubtful index is one that the store may have gone past: it is the last that is known of its scope, and only of
    use where the store does not answer."""

    def __init__(self, bound_bytes: Callable[[], int]) -> None:
        self._bound_bytes = bound_bytes
        self._indexes: OrderedDict[Scope, ScopeIndex] = OrderedDict()
        self._sizes: dict[Scope, int] = {}
        self._doubtful: set[Scope] = set()

    @property
    def nbytes(self) -> int:
        """Return about how much memory all indexes take."""
        return sum(self._sizes.values())

    def __len__(self) -> int:
        return len(self._indexes)

    def __contains__(self, scope: Scope) -> bool:
        """True if the scope's index is here and not doubtful."""
        return scope in self._indexes and scope not in self._doubtful

    def get(self, scope: Scope) -> ScopeIndex | None:
        """Return the scope's index unless it is doubtful, and count this as its last use."""
        return self.last_known(scope) if scope in self else None

    def last_known(self, scope: Scope) -> ScopeIndex | None:
        """Return the scope's index though it may be doubtful, and count this as its last use."""
        index = self._indexes.get(scope)
        if index is not None:
            self._indexes.move_to_end(scope)
        return index

    def peek(self, scope: Scope) -> ScopeIndex | None:
        """Return the scope's index though it may be doubtful; this is no use of it."""
        return self._indexes.get(scope)

    def keep(self, scope: Scope, index: ScopeIndex) -> None:
        """Take the index as what the store has, and drop those used longest ago until all fit into the bound."""
        self._doubtful.discard(scope)
        self._indexes[scope] = index
        self._fit(scope, index)

    def change(self, scope: Scope, change: Callable[[ScopeIndex], None]) -> None:
        """Do the same to the index as was done to the scope; nothing if it is not here."""
        index = self._indexes.get(scope)
        if index is None:
            return
        change(index)
        if index.is_worn:
            self.drop(scope)
        else:
            self._fit(scope, index)

    def doubt(self, scope: Scope) -> None:
        if scope in self._indexes:
            self._doubtful.add(scope)

    def drop(self, scope: Scope) -> None:
        self._indexes.pop(scope, None)
        self._sizes.pop(scope, None)
        self._doubtful.discard(scope)

    def drop_all(self) -> None:
        for scope in list(self._indexes):
            self.drop(scope)

    def _fit(self, scope: Scope, index: ScopeIndex) -> None:
        self._sizes[scope] = index.nbytes
        bound = self._bound_bytes()
        while self._indexes and self.nbytes > bound:
            oldest = next(iter(self._indexes))
            _log.info("index dropped: scope=%s bytes=%d", oldest.digest[:12], self._sizes[oldest])
            self.drop(oldest)
