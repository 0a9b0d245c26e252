"""The composition root outside LangBot."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.adapters.system_clock import SystemClock
from ltm.application import Application
from ltm.errors import NotConfigured
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder, EmbedderChain
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.llm import Llm
from ltm.services.bases import BaseService

BASE_ID = "standalone"
PLATFORM = "standalone"
"""What administrators are named with: `standalone:<speaker id>`."""

CACHED_EMBEDDINGS = 10_000
_MODEL_TIMEOUT_S = 60.0
DEFAULT_MODELS = {
    "openai": "text-embedding-3-small",
    "fastembed": "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line chooses; `data` is the directory everything embedded is kept in."""

    data: Path
    store: Literal["chroma", "qdrant"] = "chroma"
    chroma_url: str = ""
    qdrant_url: str = ""
    qdrant_api_key: str = ""
    embedder: Literal["local", "openai", "fastembed"] = "local"
    base_url: str = ""
    api_key: str = ""
    embedding_model: str = ""


def build(options: Options, config: Mapping[str, Any], clock: Clock | None = None) -> Application:
    """Return the application on the chosen adapters. Makes the data directory; opens no connection."""
    options.data.mkdir(parents=True, exist_ok=True)
    clock = clock or SystemClock()
    storage = SqliteStorage(options.data / "memory.sqlite3")
    embedder = _embedder(options)

    async def existing() -> set[str]:
        return {BASE_ID}

    def open_store(base_id: str, dimensions: int) -> EpisodeStore:
        # A collection's dimension is fixed, so each embedder has its own.
        return _store(options, f"{base_id}-{dimensions}", dimensions)

    async def platform_of(_bot_uuid: str) -> str:
        return PLATFORM

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda _model_uuid, _dimensions: embedder,
            open_store=open_store,
            existing=existing,
        ),
        indexed=IndexedEpisodes,
        outbox=StoredOutbox(storage, clock),
        journal=StoredJournal(storage),
        open_llm=lambda model: _chat_model(options, model),
        platform_of=platform_of,
        clock=clock,
        read_config=lambda: config,
        gather_s=0.0,  # Answers come whole here.
    )


def _chat_model(options: Options, model: str) -> Llm:
    from ltm.adapters.openai_llm import OpenAILlm  # the openai package is optional

    return OpenAILlm(model=model, base_url=options.base_url or None, api_key=options.api_key)


def _embedder(options: Options) -> EmbedderChain:
    built_in = CachedEmbedder(LocalEmbedder(), CACHED_EMBEDDINGS)
    if options.embedder == "local":
        return FallbackEmbedder([built_in])
    return FallbackEmbedder([CachedEmbedder(_chosen(options), CACHED_EMBEDDINGS), built_in], timeout_s=_MODEL_TIMEOUT_S)


def _chosen(options: Options) -> Embedder:
    model = options.embedding_model or DEFAULT_MODELS[options.embedder]
    if options.embedder == "fastembed":
        from ltm.adapters.fastembed_embedder import FastembedEmbedder  # the fastembed package is optional

        return FastembedEmbedder(model, cache_dir=options.data / "models")
    from ltm.adapters.openai_embedder import OpenAIEmbedder  # the openai package is optional

    return OpenAIEmbedder(model=model, base_url=options.base_url or None, api_key=options.api_key)


def _store(options: Options, collection: str, dimensions: int) -> EpisodeStore:
    if options.store == "qdrant":
        if not options.qdrant_url:
            raise NotConfigured("--store qdrant needs --qdrant-url, like http://127.0.0.1:6333")
        from ltm.adapters.qdrant_episodes import qdrant_episodes  # optional, like chromadb below

        key = options.qdrant_api_key or None
        return qdrant_episodes(collection, dimensions=dimensions, url=options.qdrant_url, api_key=key)
    from ltm.adapters.chroma_episodes import chroma_episodes

    path, url = options.data / "chroma", options.chroma_url or None
    return chroma_episodes(collection, dimensions=dimensions, path=path, url=url)
