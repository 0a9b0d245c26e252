"""The composition root outside LangBot."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ltm.adapters.local_embedder import LocalEmbedder
from ltm.adapters.sqlite_storage import SqliteStorage
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.adapters.system_clock import SystemClock
from ltm.application import Application
from ltm.errors import NotConfigured
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore
from ltm.services.bases import BaseService

BASE_ID = "standalone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the command line chooses; `data` is the directory everything embedded is kept in."""

    data: Path
    store: Literal["chroma", "qdrant"] = "chroma"
    chroma_url: str = ""
    qdrant_url: str = ""
    qdrant_api_key: str = ""
    embedder: Literal["local", "openai"] = "local"
    base_url: str = ""
    api_key: str = ""
    embedding_model: str = "text-embedding-3-small"


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
        return _store(options, f"{base_id}-{dimensions}")

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda _model_uuid: embedder,
            open_store=open_store,
            existing=existing,
        ),
        clock=clock,
        read_config=lambda: config,
    )


def _embedder(options: Options) -> Embedder:
    if options.embedder == "local":
        return LocalEmbedder()
    from ltm.adapters.openai_embedder import OpenAIEmbedder  # the openai package is optional

    return OpenAIEmbedder(model=options.embedding_model, base_url=options.base_url or None, api_key=options.api_key)


def _store(options: Options, collection: str) -> EpisodeStore:
    if options.store == "qdrant":
        if not options.qdrant_url:
            raise NotConfigured("--store qdrant needs --qdrant-url, like http://127.0.0.1:6333")
        from ltm.adapters.qdrant_episodes import qdrant_episodes  # optional, like chromadb below

        return qdrant_episodes(collection, url=options.qdrant_url, api_key=options.qdrant_api_key or None)
    from ltm.adapters.chroma_episodes import chroma_episodes

    return chroma_episodes(collection, path=options.data / "chroma", url=options.chroma_url or None)
