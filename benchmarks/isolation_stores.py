"""The stores the isolation play is played on, each opened empty in a directory of its own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.isolation_play import IsolationPlay, Outcome, Size
from benchmarks.isolation_services import DIMENSIONS, Services
from ltm.adapters.chroma_episodes import ChromaTable
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.qdrant_episodes import QdrantTable
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.table_episodes import TableEpisodes
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.storage import Storage

Opened = tuple[EpisodeStore, Storage]
Open = Callable[[Path], AbstractAsyncContextManager[Opened]]


@asynccontextmanager
async def in_memory(directory: Path) -> AsyncIterator[Opened]:
    yield InMemoryEpisodes(), InMemoryStorage()


@asynccontextmanager
async def chroma(directory: Path) -> AsyncIterator[Opened]:
    import chromadb  # importing it takes two seconds
    from chromadb.api.client import Client
    from chromadb.config import Settings

    client = chromadb.PersistentClient(path=directory / "chroma", settings=Settings(anonymized_telemetry=False))
    assert isinstance(client, Client)
    storage = SqliteStorage(directory / "storage.db")
    yield TableEpisodes(ChromaTable(lambda: client, "memories"), DIMENSIONS), storage
    await storage.close()
    client.close()


@asynccontextmanager
async def qdrant(directory: Path) -> AsyncIterator[Opened]:
    from qdrant_client import AsyncQdrantClient  # importing it takes two seconds

    client = AsyncQdrantClient(":memory:")
    storage = SqliteStorage(directory / "storage.db")
    # Local mode has no payload indexes and warns about them.
    yield TableEpisodes(QdrantTable(lambda: client, "memories", is_indexed=False), DIMENSIONS), storage
    await storage.close()
    await client.close()


@asynccontextmanager
async def langbot_chroma(directory: Path) -> AsyncIterator[Opened]:
    from benchmarks.isolation_langbot import chroma_host, store_of  # only LangBot's environment has it

    async with chroma_host(directory) as host:
        yield store_of(host, DIMENSIONS), InMemoryStorage()


@asynccontextmanager
async def langbot_qdrant(directory: Path) -> AsyncIterator[Opened]:
    from benchmarks.isolation_langbot import qdrant_host, store_of  # only LangBot's environment has it

    async with qdrant_host(directory) as host:
        yield store_of(host, DIMENSIONS), InMemoryStorage()


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One way to store: `bound_bytes` is what the indexes of all scopes may take, 0 for none. `steps` is how many a
    whole run plays."""

    name: str
    open: Open
    bound_bytes: int
    steps: int
    size: Size
    in_langbot: bool = False

    async def play(
        self, directory: Path, seed: int, steps: int, progress: Callable[[int], None] = lambda done: None
    ) -> Outcome:
        async with self.open(directory) as (episodes, storage):
            play = IsolationPlay(
                lambda clock: Services(episodes, storage, clock, bound_bytes=self.bound_bytes), seed, self.size
            )
            return await play.play(steps, progress)


_HALF = 1_000_000
"""Bytes: less than the indexes of all scopes take, so that they are dropped and loaded all the while."""

_FEW = Size(sessions=44, memories=8, compare_every=1_000)
"""Qdrant's local mode looks at every row for every question, and LangBot's way down is longer than the plain one."""

CASES = (
    Case(name="memory", open=in_memory, bound_bytes=0, steps=40_000, size=Size()),
    Case(name="memory, indexed", open=in_memory, bound_bytes=_HALF, steps=60_000, size=Size()),
    Case(name="Chroma", open=chroma, bound_bytes=0, steps=8_000, size=Size()),
    Case(name="Chroma, indexed", open=chroma, bound_bytes=_HALF, steps=8_000, size=Size()),
    Case(name="Qdrant", open=qdrant, bound_bytes=0, steps=8_000, size=_FEW),
    Case(name="Qdrant, indexed", open=qdrant, bound_bytes=_HALF // 10, steps=8_000, size=_FEW),
    Case(name="LangBot, Chroma", open=langbot_chroma, bound_bytes=0, steps=2_000, size=_FEW, in_langbot=True),
    Case(
        name="LangBot, Chroma, indexed",
        open=langbot_chroma,
        bound_bytes=_HALF // 10,
        steps=2_000,
        size=_FEW,
        in_langbot=True,
    ),
    Case(
        name="LangBot, Qdrant, indexed",
        open=langbot_qdrant,
        bound_bytes=_HALF // 10,
        steps=2_000,
        size=_FEW,
        in_langbot=True,
    ),
)
