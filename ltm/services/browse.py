"""Looking at all episodes of a scope, newest first; the turns of its conversations apart from what was learnt."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ltm.domain.episode import Episode, Kind, Status
from ltm.domain.scope import Scope
from ltm.ports.episode_store import EpisodeStore

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodePage:
    """One page of a listing; `number` and `pages` count from 1, `total` is exact.

    A page past the end has no episodes and does not exist; an empty scope has one empty page."""

    episodes: tuple[Episode, ...]
    number: int
    pages: int
    total: int

    @property
    def exists(self) -> bool:
        return 1 <= self.number <= self.pages


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """How many memories a scope has by status, and how many turns of conversations besides."""

    memories: Mapping[Status, int]
    turns: int


class BrowseService:
    def __init__(self, *, store: EpisodeStore) -> None:
        self._store = store

    async def page(self, scope: Scope, number: int, wanted: Callable[[Episode], bool]) -> EpisodePage:
        """Return one page of the memories that are wanted."""
        episodes = await self._all(scope, wanted)
        pages = max(1, -(-len(episodes) // PAGE_SIZE))
        newest_first = sorted(episodes, key=_newest_first)
        start = max(0, number - 1) * PAGE_SIZE
        return EpisodePage(
            episodes=tuple(newest_first[start : start + PAGE_SIZE]), number=number, pages=pages, total=len(episodes)
        )

    async def count(self, scope: Scope, wanted: Callable[[Episode], bool]) -> Counted:
        """Return how many wanted memories the scope has."""
        episodes = await self._all(scope, wanted)
        counted = Counter(episode.status for episode in episodes if episode.kind is not Kind.TURN)
        return Counted(memories={status: counted[status] for status in Status}, turns=len(episodes) - counted.total())

    async def _all(self, scope: Scope, wanted: Callable[[Episode], bool]) -> list[Episode]:
        return [record.episode async for batch in self._store.scan(scope) for record in batch if wanted(record.episode)]


def _newest_first(episode: Episode) -> tuple[float, str, int, str]:
    """Turns of one moment are read from the last one backwards, as everything else is."""
    return -episode.at.timestamp(), episode.conversation, -episode.position, episode.id
