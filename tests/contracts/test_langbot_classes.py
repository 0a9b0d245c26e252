"""The episode store inside LangBot: its own services and vector classes, from the plugin API downwards.

Real are RAGRuntimeService, VectorDBManager, the vector classes and the tables they look into. Left out are the
RPC, of which the JSON is kept, and the workspace service."""

import json
import logging
import uuid
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from langbot_plugin.entities.io.errors import ActionCallError
from qdrant_client import AsyncQdrantClient

from ltm.adapters.langbot.vectors import LangBotTable
from ltm.adapters.table_episodes import TableEpisodes
from ltm.errors import StoreUnavailable
from tests.contracts.episode_store_contract import (
    Backend,
    EpisodeStoreContract,
    FailingBackendContract,
    OtherDimensionsContract,
)
from tests.contracts.episodes import AXIS, DIMENSIONS, HERE, Maker

pytestmark = pytest.mark.langbot
pytest.importorskip("langbot")

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what LangBot and its libraries deprecate in themselves
    import sqlalchemy  # type: ignore[import-not-found]  # comes with langbot
    from langbot.pkg.api.http.context import ExecutionContext
    from langbot.pkg.entity.persistence.base import Base
    from langbot.pkg.entity.persistence.rag import KnowledgeBase
    from langbot.pkg.entity.persistence.workspace import Workspace
    from langbot.pkg.rag.service.runtime import RAGRuntimeService
    from langbot.pkg.vector.mgr import VectorDBManager
    from langbot.pkg.vector.vdbs.chroma import ChromaVectorDatabase
    from langbot.pkg.vector.vdbs.qdrant import QdrantVectorDatabase

CONTEXT = ExecutionContext(instance_uuid="instance", workspace_uuid=str(uuid.uuid4()), placement_generation=1)
BASE_ID = str(uuid.uuid4())


class Database:
    """LangBot's tables in memory, with the one knowledge base."""

    def __init__(self) -> None:
        engine = sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool)
        tables = [Workspace.__table__, KnowledgeBase.__table__]
        Base.metadata.create_all(engine, tables=tables)
        self.connection = engine.connect()
        workspace = {"uuid": CONTEXT.workspace_uuid, "instance_uuid": CONTEXT.instance_uuid, "name": "w", "slug": "w"}
        self.connection.execute(sqlalchemy.insert(Workspace), [workspace])
        base = {"uuid": BASE_ID, "workspace_uuid": CONTEXT.workspace_uuid, "name": "memory", "collection_id": BASE_ID}
        self.connection.execute(sqlalchemy.insert(KnowledgeBase), [base])

    async def execute_async(self, statement: Any) -> Any:
        return self.connection.execute(statement)

    @asynccontextmanager
    async def tenant_uow(self, workspace_uuid: str) -> AsyncIterator[None]:
        yield


class Workspaces:
    async def get_execution_binding(self, workspace_uuid: str, *, expected_generation: int) -> Any:
        return SimpleNamespace(instance_uuid=CONTEXT.instance_uuid)


class Host:
    """The part of LangBot's application that its vector code looks at, and the vector API over it."""

    def __init__(self) -> None:
        self.app = SimpleNamespace(
            logger=logging.getLogger("langbot"),
            instance_config=SimpleNamespace(
                data={"vdb": {"qdrant": {"url": "replaced", "host": "", "port": 0, "api_key": ""}}}
            ),
            persistence_mgr=Database(),
            workspace_service=Workspaces(),
            workspace_policy=None,
        )
        self.vectors = self.app.vector_db_mgr = VectorDBManager(self.app)
        self.service = RAGRuntimeService(self.app)

    async def close(self) -> None:
        await self.vectors.shutdown()
        self.app.persistence_mgr.connection.close()

    async def vector_upsert(
        self,
        collection_id: str,
        vectors: list[list[float]],
        ids: list[str],
        metadata: list[dict[str, Any]] | None = None,
        documents: list[str] | None = None,
    ) -> None:
        await self._called("vector_upsert", collection_id, vectors, ids, metadata, documents)

    async def vector_search(
        self, collection_id: str, query_vector: list[float], top_k: int = 5, filters: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await self._called("vector_search", collection_id, query_vector, top_k, filters)
        return found

    async def vector_delete(
        self, collection_id: str, file_ids: list[str] | None = None, filters: dict[str, Any] | None = None
    ) -> int:
        count: int = await self._called("vector_delete", collection_id, file_ids, filters)
        return count

    async def vector_list(
        self, collection_id: str, filters: dict[str, Any] | None = None, limit: int = 20, offset: int = 0
    ) -> dict[str, Any]:
        items, total = await self._called("vector_list", collection_id, filters, limit, offset)
        return {"items": items, "total": total}

    async def _called(self, action: str, *arguments: Any) -> Any:
        """As LangBot's handler does: arguments and answer as JSON, every exception as one kind of error."""
        try:
            answer = await getattr(self.service, action)(CONTEXT, *json.loads(json.dumps(arguments)))
        except Exception as exc:
            raise ActionCallError(f"[VectorStoreError/{type(exc).__name__}] {exc}") from exc
        return json.loads(json.dumps(answer))


def store_of(host: Host) -> TableEpisodes:
    return TableEpisodes(LangBotTable(host, BASE_ID, DIMENSIONS), DIMENSIONS)


class TestChroma(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self, tmp_path: Path) -> AsyncIterator[Backend]:
        host = Host()
        database = host.vectors.vector_db = ChromaVectorDatabase(host.app, base_path=str(tmp_path))

        async def fail() -> None:
            database.client.close()

        yield Backend(store=store_of(host), fail=fail)
        database.client.close()
        await host.close()


class TestQdrant(EpisodeStoreContract, FailingBackendContract, OtherDimensionsContract):
    @pytest.fixture
    async def backend(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Backend]:
        client = AsyncQdrantClient(":memory:")
        monkeypatch.setattr("langbot.pkg.vector.vdbs.qdrant.AsyncQdrantClient", lambda **_: client)
        host = Host()
        host.vectors.vector_db = QdrantVectorDatabase(host.app)
        yield Backend(store=store_of(host), fail=client.close)
        await host.close()

    async def test_the_rows_carry_langbots_marks(self, backend: Backend) -> None:
        """Proof that the way down is LangBot's: it is VectorDBManager that writes them."""
        await backend.store.put(HERE, [Maker().record()])
        client: AsyncQdrantClient = backend.fail.__self__  # type: ignore[attr-defined]
        name = VectorDBManager.physical_collection_name(CONTEXT, BASE_ID)
        points, _ = await client.scroll(name)
        assert len(points) == 2  # with the marker
        for point in points:
            assert point.payload is not None
            assert point.payload["_langbot_knowledge_base_uuid"] == BASE_ID


@pytest.mark.anyio
async def test_an_unknown_knowledge_base_is_unavailable(tmp_path: Path) -> None:
    host = Host()
    host.vectors.vector_db = ChromaVectorDatabase(host.app, base_path=str(tmp_path))
    store = TableEpisodes(LangBotTable(host, str(uuid.uuid4()), DIMENSIONS))
    with pytest.raises(StoreUnavailable):
        await store.search(HERE, AXIS, 5)
    await host.close()
