"""The composition root inside LangBot: the only place where adapters meet services."""

import logging
from typing import Any, Protocol

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.adapters.langbot.llm import ChatApi, LangBotLlm
from ltm.adapters.langbot.models import EmbeddingApi, LangBotEmbedder
from ltm.adapters.langbot.storage import LangBotStorage, PluginStorageApi
from ltm.adapters.langbot.vectors import LangBotTable, VectorApi
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.adapters.system_clock import SystemClock
from ltm.adapters.table_episodes import TableEpisodes
from ltm.application import Application
from ltm.errors import LongTermMemoryError, StoreUnavailable
from ltm.ports.embedder import EmbedderChain
from ltm.ports.episode_store import EpisodeStore
from ltm.services.bases import BaseService

CACHED_EMBEDDINGS = 2_000
"""Of each model: 5 MB at 512 dimensions. A message is embedded when it comes and asked again as an earlier turn."""

_MODEL_TIMEOUT_S = 30.0

_log = logging.getLogger(__name__)


class Host(VectorApi, PluginStorageApi, EmbeddingApi, ChatApi, Protocol):
    """What is used of LangBot's plugin object."""

    def get_config(self) -> dict[str, Any]: ...

    async def list_knowledge_bases(self) -> list[dict[str, Any]]: ...

    async def get_bot_info(self, bot_uuid: str) -> dict[str, Any]: ...


async def warm(application: Application) -> None:
    """Take up what waits to be written, and load the built-in model if the knowledge base uses it, so that the first
    message need not wait for it."""
    try:
        memory = await application.memory()
        await memory.outbox.load()
        await memory.mining.load()
        if not memory.record.settings.embedding_model_uuid:
            await memory.turns.warm()
    except LongTermMemoryError as exc:
        # No knowledge base yet, or the host is not ready: the first use will tell.
        _log.info("not warmed: reason=%s", type(exc).__name__)


def build(host: Host) -> Application:
    """Return the application on LangBot's storage, vectors and models. Makes no call to the host."""
    storage = LangBotStorage(host)
    clock = SystemClock()
    cached_built_in = CachedEmbedder(LocalEmbedder(), CACHED_EMBEDDINGS)

    def open_embedder(model_uuid: str, dimensions: int | None) -> EmbedderChain:
        # While the chosen model is away, the built-in one lets memories be written; they are embedded anew later.
        langbots = LangBotEmbedder(host, model_uuid, dimensions)
        chosen = [CachedEmbedder(langbots, CACHED_EMBEDDINGS)] if model_uuid else []
        return FallbackEmbedder([*chosen, cached_built_in], timeout_s=_MODEL_TIMEOUT_S)

    def open_store(base_id: str, dimensions: int) -> EpisodeStore:
        return TableEpisodes(LangBotTable(host, base_id, dimensions), dimensions)

    async def existing() -> set[str]:
        try:
            return {str(base["uuid"]) for base in await host.list_knowledge_bases()}
        except HOST_FAILURES as exc:
            raise StoreUnavailable(f"the host did not list its knowledge bases ({type(exc).__name__})") from exc

    async def platform_of(bot_uuid: str) -> str:
        try:
            return str((await host.get_bot_info(bot_uuid)).get("adapter", ""))
        except HOST_FAILURES as exc:
            raise StoreUnavailable(f"the host did not tell which platform this is ({type(exc).__name__})") from exc

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage, clock=clock, open_embedder=open_embedder, open_store=open_store, existing=existing
        ),
        indexed=IndexedEpisodes,
        outbox=StoredOutbox(storage, clock),
        journal=StoredJournal(storage),
        open_llm=lambda model_uuid: LangBotLlm(host, model_uuid),
        platform_of=platform_of,
        clock=clock,
        read_config=host.get_config,
    )
