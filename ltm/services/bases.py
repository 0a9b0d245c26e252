"""The one memory knowledge base of an installation: creating, proving, remembering and forgetting it."""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, ValidationError

from ltm.config import BaseSettings, parsed
from ltm.domain.episode import EpisodeId
from ltm.domain.scope import Isolation, Scope
from ltm.errors import Corrupt, EmbedderUnavailable, NoKnowledgeBase, NotConfigured, Refused, UnsafeBackend
from ltm.ports.clock import Clock
from ltm.ports.embedder import EmbedderChain
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.storage import Storage
from ltm.services.health import prove, verdict

RECORD_KEY = "knowledge-base"
_NOWHERE = Scope(isolation=Isolation.SESSION, bot_uuid="", session_name="reachability")
_log = logging.getLogger(__name__)


class BaseRecord(BaseModel):
    """What is known of the knowledge base.

    `model` makes the vectors of new memories, of `model_dimensions` (0 where an older version wrote this);
    `dimensions` are the collection's, fixed when it was made."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    v: int = 1
    id: str
    settings: BaseSettings
    model: str
    dimensions: int
    model_dimensions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBase:
    """A knowledge base that is ready to use."""

    record: BaseRecord
    store: EpisodeStore
    embedder: EmbedderChain


class BaseService:
    """`open_embedder(embedding_model_uuid, dimensions)`, the latter None where not known, and
    `open_store(base_id, dimensions)` make the adapters; `existing()` lists the ids of all knowledge bases the host
    has."""

    def __init__(
        self,
        *,
        storage: Storage,
        clock: Clock,
        open_embedder: Callable[[str, int | None], EmbedderChain],
        open_store: Callable[[str, int], EpisodeStore],
        existing: Callable[[], Awaitable[set[str]]],
    ) -> None:
        self._storage = storage
        self._clock = clock
        self._open_embedder = open_embedder
        self._open_store = open_store
        self._existing = existing
        self._changing = asyncio.Lock()
        self._open: OpenBase | None = None

    async def create(self, base_id: str, settings: Mapping[str, Any]) -> OpenBase:
        """Take the knowledge base into use after its backend has passed every check.

        A description of an earlier one that does not parse is kept aside. Raises Refused if there is another one
        already, NotConfigured for wrong settings, EmbedderUnavailable or StoreUnavailable, and UnsafeBackend
        naming the check that failed."""
        wanted = parsed(BaseSettings, settings)
        async with self._changing:
            record = await self._readable_record()
            if record is not None and record.id != base_id and record.id in await self._existing():
                raise Refused(
                    "this plugin already has a memory knowledge base, and one is all it can have: memories of "
                    "different chats are kept apart inside it. Attach the existing one to your pipelines, "
                    "or delete it first"
                )
            embedder = self._open_embedder(wanted.embedding_model_uuid, None)
            dimensions = await _probed(embedder)
            store = self._open_store(base_id, dimensions)
            # A store that is merely down is no unsafe one: this raises StoreUnavailable.
            await store.get(_NOWHERE, EpisodeId(str(uuid4())))
            checks = await prove(store, model=embedder.model, dimensions=dimensions, clock=self._clock)
            if verdict(checks) == "ERROR":
                failed = "; ".join(f"{check.name}: {check.detail}" for check in checks if check.verdict == "ERROR")
                raise UnsafeBackend(f"the vector database cannot keep memories safely ({failed})")
            record = BaseRecord(
                id=base_id,
                settings=wanted,
                model=embedder.model,
                dimensions=dimensions,
                model_dimensions=dimensions,
            )
            return await self._use(OpenBase(record=record, store=store, embedder=embedder))

    async def delete(self, base_id: str) -> bool:
        """Forget the knowledge base; its vectors are the host's to delete. False if it was not the one in use."""
        async with self._changing:
            record = await self._readable_record()
            if record is not None and record.id == base_id:
                await self._storage.delete(RECORD_KEY)
                self._open = None
                _log.info("knowledge base forgotten: id=%s", base_id)
                return True
        return False

    async def current(self) -> OpenBase:
        """Return the knowledge base in use. Raises NotConfigured if there is none."""
        if self._open is None:
            async with self._changing:
                if self._open is None:
                    record = await self._record()
                    if record is None:
                        raise NoKnowledgeBase(
                            "there is no memory knowledge base yet: create one with the LongTermMemory engine and "
                            "attach it to the pipeline"
                        )
                    self._open = self._opened(record)
        return self._open

    async def refreshed(self, base_id: str, settings: Mapping[str, Any]) -> OpenBase:
        """Return the knowledge base with the settings the host sent along just now.

        LangBot does not tell the plugin when settings are edited, it only sends them with each retrieval. A base
        that is not known yet (the plugin's data was deleted, the knowledge base was not) is taken into use."""
        try:
            current = await self.current()
        except (NoKnowledgeBase, Corrupt):
            return await self.create(base_id, settings)
        if current.record.id != base_id:
            raise NotConfigured("that knowledge base is not the memory knowledge base of this plugin")
        wanted = parsed(BaseSettings, settings)
        if wanted == current.record.settings:
            return current
        async with self._changing:
            embedder, model_dimensions = await self._changed_embedder(current, wanted)
            if embedder is None:
                kept = {"embedding_model_uuid": current.record.settings.embedding_model_uuid}
                wanted, embedder = wanted.model_copy(update=kept), current.embedder
                if wanted == current.record.settings:
                    return current
            record = current.record.model_copy(
                update={"settings": wanted, "model": embedder.model, "model_dimensions": model_dimensions}
            )
            return await self._use(OpenBase(record=record, store=current.store, embedder=embedder))

    async def _changed_embedder(self, current: OpenBase, wanted: BaseSettings) -> tuple[EmbedderChain | None, int]:
        """Return the embedder of the wanted model and its dimensions, or None while a new one does not answer yet.

        Memories keep their vectors until they are embedded anew; the collection keeps its dimensions."""
        if wanted.embedding_model_uuid == current.record.settings.embedding_model_uuid:
            return current.embedder, current.record.model_dimensions
        embedder = self._open_embedder(wanted.embedding_model_uuid, None)
        try:
            dimensions = await _probed(embedder)
        except EmbedderUnavailable:
            _log.warning("the embedding model chosen does not answer, the former stays: id=%s", current.record.id)
            return None, current.record.model_dimensions
        _log.info("the embedding model was changed: id=%s model=%s", current.record.id, embedder.model)
        return embedder, dimensions

    async def _use(self, base: OpenBase) -> OpenBase:
        await self._storage.put(RECORD_KEY, base.record.model_dump_json().encode())
        self._open = base
        settings = base.record.settings
        _log.info(
            "knowledge base in use: id=%s isolation=%s half_life_days=%g top_k=%d model=%s dimensions=%d",
            base.record.id,
            settings.isolation,
            settings.recency_half_life_days,
            settings.auto_recall_top_k,
            base.record.model,
            base.record.dimensions,
        )
        return base

    def _opened(self, record: BaseRecord) -> OpenBase:
        return OpenBase(
            record=record,
            store=self._open_store(record.id, record.dimensions),
            embedder=self._open_embedder(record.settings.embedding_model_uuid, record.model_dimensions or None),
        )

    async def _readable_record(self) -> BaseRecord | None:
        """Return the record, or None where there is none to read; an unreadable one is copied to another key."""
        try:
            return await self._record()
        except Corrupt:
            raw = await self._storage.get(RECORD_KEY) or b""
            aside = f"{RECORD_KEY}/unreadable/{hashlib.sha256(raw).hexdigest()[:16]}"
            await self._storage.put(aside, raw)
            _log.error("an unreadable description of the knowledge base was kept aside: key=%s", aside)
            return None

    async def _record(self) -> BaseRecord | None:
        raw = await self._storage.get(RECORD_KEY)
        if raw is None:
            return None
        try:
            return BaseRecord.model_validate_json(raw)
        except ValidationError as exc:
            raise Corrupt(f"the stored description of the knowledge base does not parse; key={RECORD_KEY}") from exc


async def _probed(embedder: EmbedderChain) -> int:
    """Return how many dimensions the model's vectors have. Raises EmbedderUnavailable, also where another stands in."""
    probe = await embedder.embed_query("dimension probe")
    if probe.model != embedder.model:
        reason = embedder.status()[0].reason
        raise EmbedderUnavailable(f"the embedding model {embedder.model} cannot be used: {reason}")
    return len(probe.vector)
