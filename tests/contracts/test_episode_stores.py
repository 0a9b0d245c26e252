"""The episode stores of this package, on real clients."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from socket import create_connection, socket
from uuid import uuid4

import chromadb
import pytest
from chromadb.api.client import Client
from chromadb.config import Settings
from qdrant_client import AsyncQdrantClient

from ltm.adapters.chroma_episodes import ChromaTable, chroma_episodes
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.qdrant_episodes import QdrantTable, qdrant_episodes
from ltm.adapters.table_episodes import TableEpisodes
from ltm.errors import StoreUnavailable
from ltm.ports.episode_store import EpisodeStore
from tests.contracts.episode_store_contract import (
    Backend,
    EpisodeStoreContract,
    FailingBackendContract,
    OtherDimensionsContract,
)
from tests.contracts.episodes import AXIS, DIMENSIONS, HERE, Maker, all_episodes


def quiet() -> Settings:
    """Made anew for each client, which writes into it."""
    return Settings(anonymized_telemetry=False)


def in_directory(path: Path) -> Client:
    client = chromadb.PersistentClient(path=path, settings=quiet())
    assert isinstance(client, Client)
    return client


async def never_fails() -> None:
    raise AssertionError("nothing is behind this store")


def free_port() -> int:
    with socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


class TestInMemory(EpisodeStoreContract):
    @pytest.fixture
    async def backend(self) -> Backend:
        return Backend(store=InMemoryEpisodes(), fail=never_fails)


class TestChromaInADirectory(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self, tmp_path: Path) -> AsyncIterator[Backend]:
        client = in_directory(tmp_path)

        async def fail() -> None:
            client.close()

        yield Backend(store=TableEpisodes(ChromaTable(lambda: client, "memories"), DIMENSIONS), fail=fail)
        client.close()


@pytest.fixture(scope="module")
def chroma_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of a Chroma server that was started for it."""
    port = free_port()
    directory = tmp_path_factory.mktemp("chroma-server")
    executable = Path(sys.executable).with_name("chroma")
    command = [str(executable), "run", "--path", str(directory), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + 60
            while True:
                try:
                    create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert server.poll() is None, "the Chroma server ended"
                    assert time.monotonic() < deadline, "the Chroma server does not listen"
                    time.sleep(0.1)
            client = chromadb.HttpClient(host="127.0.0.1", port=port, settings=quiet())
            assert isinstance(client, Client)
            yield client
            # `close` of Chroma 1.5.9 leaves the connections of both open, which is a ResourceWarning.
            for api in (client._server, vars(client._admin_client)["_server"]):
                vars(api)["_session"].close()
        finally:
            server.terminate()


class TestChromaOnAServer(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self, chroma_client: Client) -> Backend:
        collection = f"memories-{uuid4()}"

        async def fail() -> None:
            chroma_client.delete_collection(collection)

        return Backend(store=TableEpisodes(ChromaTable(lambda: chroma_client, collection), DIMENSIONS), fail=fail)


class TestQdrant(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self) -> AsyncIterator[Backend]:
        client = AsyncQdrantClient(":memory:")
        # Local mode has no payload indexes and warns about them.
        table = QdrantTable(lambda: client, "memories", is_indexed=False)
        yield Backend(store=TableEpisodes(table, DIMENSIONS), fail=client.close)
        await client.close()


@pytest.mark.anyio
async def test_chroma_episodes_keeps_them_in_its_directory(tmp_path: Path) -> None:
    record = Maker().record()
    await chroma_episodes("standalone-512", path=tmp_path).put(HERE, [record])
    again = chroma_episodes("standalone-512", path=tmp_path)
    assert await all_episodes(again, HERE) == {record.episode.id: record.episode}


@pytest.mark.anyio
async def test_chroma_measures_cosines_and_keeps_what_people_look_for(tmp_path: Path) -> None:
    record = Maker().record()
    await chroma_episodes("memories", path=tmp_path).put(HERE, [record])
    with in_directory(tmp_path) as client:
        collection = client.get_collection("memories", embedding_function=None)
        assert collection.configuration_json["hnsw"]["space"] == "cosine"
        stored = collection.get(include=["metadatas", "documents"])
    assert stored["metadatas"] is not None
    [metadata] = stored["metadatas"]
    assert metadata["file_id"] == HERE.digest
    assert metadata["uuid"] == record.episode.id
    assert metadata["importance"] == record.episode.importance
    assert metadata["timestamp"] == record.episode.at.timestamp()
    # No document: Chroma would index the whole envelope's text, vector included, which more than doubles a write.
    assert not any(stored["documents"] or [])


@pytest.mark.anyio
async def test_qdrant_takes_the_dimension_of_the_first_write() -> None:
    client = AsyncQdrantClient(":memory:")
    store = TableEpisodes(QdrantTable(lambda: client, "memories", is_indexed=False))
    assert await store.search(HERE, AXIS, 5) == []
    assert await store.delete(HERE, Maker().id()) is False
    await store.clear(HERE)
    assert not await client.collection_exists("memories")
    await store.put(HERE, [Maker().record()])
    vectors = (await client.get_collection("memories")).config.params.vectors
    assert getattr(vectors, "size", None) == DIMENSIONS
    assert getattr(vectors, "distance", None) == "Cosine"
    await client.close()


@pytest.mark.anyio
@pytest.mark.parametrize("offset", [0, 1, 6, 7, 8, 20])
async def test_qdrant_lists_from_an_offset(offset: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # Three ids a page, so that an offset is several pages away.
    monkeypatch.setattr("ltm.adapters.qdrant_episodes._SKIPPED_PAGE", 3)
    client = AsyncQdrantClient(":memory:")
    table = QdrantTable(lambda: client, "memories", is_indexed=False)
    maker = Maker()
    await TableEpisodes(table).put(HERE, [maker.record() for _ in range(8)])
    everything = [row.id for row in await table.list_scope(HERE.digest, 0, 100)]
    assert len(set(everything)) == 8
    listed = [row.id for row in await table.list_scope(HERE.digest, offset, 4)]
    assert listed == everything[offset : offset + 4]
    await client.close()


@pytest.mark.anyio
@pytest.mark.parametrize("url", ["http://127.0.0.1:{}", "http://127.0.0.1:port", "http://", "nonsense"])
@pytest.mark.parametrize("backend", ["chroma", "qdrant"])
async def test_a_server_that_is_not_there_is_unavailable(backend: str, url: str, tmp_path: Path) -> None:
    url = url.format(free_port())
    store: EpisodeStore = (
        chroma_episodes("memories", path=tmp_path, url=url)
        if backend == "chroma"
        else qdrant_episodes("memories", url=url)
    )
    for attempt in (store.put(HERE, [Maker().record()]), store.search(HERE, AXIS, 5)):
        with pytest.raises(StoreUnavailable):
            await attempt


@pytest.mark.anyio
@pytest.mark.parametrize(("package", "said"), [("chromadb", "chromadb"), ("qdrant_client", "qdrant-client")])
async def test_a_missing_package_is_said(
    package: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    store: EpisodeStore = (
        chroma_episodes("memories", path=tmp_path)
        if package == "chromadb"
        else qdrant_episodes("memories", url="http://127.0.0.1:1")
    )
    with pytest.raises(StoreUnavailable, match=f"{said} is not installed"):
        await store.search(HERE, AXIS, 5)


@pytest.mark.anyio
async def test_a_chroma_that_hangs_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ltm.adapters.chroma_episodes._TIMEOUT_S", 0.1)
    released = threading.Event()

    def hang() -> Client:
        released.wait(60)
        raise ConnectionError

    async with asyncio.timeout(10):
        with pytest.raises(StoreUnavailable, match="in time"):
            await TableEpisodes(ChromaTable(hang, "memories")).search(HERE, AXIS, 5)
    released.set()
