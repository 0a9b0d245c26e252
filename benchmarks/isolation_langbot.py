"""LangBot's own way from a plugin's vector call down to a backend, without booting it; runs in LangBot's environment.

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

from ltm.adapters.langbot.vectors import LangBotTable
from ltm.adapters.table_episodes import TableEpisodes

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what LangBot and its libraries deprecate in themselves
    import sqlalchemy  # type: ignore[import-not-found]  # comes with langbot
    from langbot.pkg.api.http.context import ExecutionContext
    from langbot.pkg.entity.persistence.base import Base
    from langbot.pkg.entity.persistence.rag import KnowledgeBase
    from langbot.pkg.entity.persistence.workspace import Workspace
    from langbot.pkg.rag.service.runtime import RAGRuntimeService
    from langbot.pkg.vector.mgr import VectorDBManager
    from langbot.pkg.vector.vdbs import qdrant
    from langbot.pkg.vector.vdbs.chroma import ChromaVectorDatabase

_CONTEXT = ExecutionContext(instance_uuid="instance", workspace_uuid=str(uuid.uuid4()), placement_generation=1)
_BASE_ID = str(uuid.uuid4())


class _Database:
    """LangBot's tables in memory, with the one knowledge base."""

    def __init__(self) -> None:
        engine = sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool)
        Base.metadata.create_all(engine, tables=[Workspace.__table__, KnowledgeBase.__table__])
        self.connection = engine.connect()
        workspace = {"uuid": _CONTEXT.workspace_uuid, "instance_uuid": _CONTEXT.instance_uuid, "name": "w", "slug": "w"}
        self.connection.execute(sqlalchemy.insert(Workspace), [workspace])
        base = {
            "uuid": _BASE_ID,
            "workspace_uuid": _CONTEXT.workspace_uuid,
            "name": "memory",
            "collection_id": _BASE_ID,
        }
        self.connection.execute(sqlalchemy.insert(KnowledgeBase), [base])

    async def execute_async(self, statement: Any) -> Any:
        return self.connection.execute(statement)

    @asynccontextmanager
    async def tenant_uow(self, workspace_uuid: str) -> AsyncIterator[None]:
        yield


class _Workspaces:
    async def get_execution_binding(self, workspace_uuid: str, *, expected_generation: int) -> Any:
        return SimpleNamespace(instance_uuid=_CONTEXT.instance_uuid)


class LangBotVectors:
    """The vector API a plugin is given, over the part of LangBot's application that answers it."""

    def __init__(self) -> None:
        self.app = SimpleNamespace(
            logger=logging.getLogger("langbot"),
            instance_config=SimpleNamespace(
                data={"vdb": {"qdrant": {"url": "replaced", "host": "", "port": 0, "api_key": ""}}}
            ),
            persistence_mgr=_Database(),
            workspace_service=_Workspaces(),
            workspace_policy=None,
        )
        self.manager = self.app.vector_db_mgr = VectorDBManager(self.app)
        self._service = RAGRuntimeService(self.app)

    async def close(self) -> None:
        await self.manager.shutdown()
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
        """Pass arguments and answer on as JSON, as LangBot's handler does."""
        answer = await getattr(self._service, action)(_CONTEXT, *json.loads(json.dumps(arguments)))
        return json.loads(json.dumps(answer))


def store_of(host: LangBotVectors, dimensions: int) -> TableEpisodes:
    return TableEpisodes(LangBotTable(host, _BASE_ID, dimensions), dimensions)


@asynccontextmanager
async def chroma_host(directory: Path) -> AsyncIterator[LangBotVectors]:
    host = LangBotVectors()
    database = host.manager.vector_db = ChromaVectorDatabase(host.app, base_path=str(directory / "chroma"))
    yield host
    database.client.close()
    await host.close()


@asynccontextmanager
async def qdrant_host(directory: Path) -> AsyncIterator[LangBotVectors]:
    """LangBot only dials a server, so the client it makes is replaced by one in memory."""
    from qdrant_client import AsyncQdrantClient

    dialled, client = qdrant.AsyncQdrantClient, AsyncQdrantClient(":memory:")
    qdrant.AsyncQdrantClient = lambda **_: client
    try:
        host = LangBotVectors()
        host.manager.vector_db = qdrant.QdrantVectorDatabase(host.app)
        yield host
        await host.close()
    finally:
        qdrant.AsyncQdrantClient = dialled
