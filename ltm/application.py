"""All use cases of one installation, put together; what the components talk to."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ltm.config import PluginConfig, parsed
from ltm.domain.turn import Turn
from ltm.errors import Corrupt, NotConfigured
from ltm.memory import Memory, Shared, assembled
from ltm.ports.clock import Clock
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.journal import Journal
from ltm.ports.llm import Llm
from ltm.ports.outbox import Outbox, PendingMemory
from ltm.ports.profile_store import ProfileStore
from ltm.ports.scope_view import ViewableEpisodes
from ltm.ports.storage import Storage
from ltm.services.actors import ActorService
from ltm.services.answered_turns import AnsweredTurns
from ltm.services.audit import AuditService
from ltm.services.background import detached
from ltm.services.bases import BaseService, OpenBase
from ltm.services.capture import GATHER_S, CaptureService
from ltm.services.confirmations import Confirmations
from ltm.services.mining import QUIET_S
from ltm.services.open_turns import OpenTurns
from ltm.services.outbox import OutboxService
from ltm.services.profiles import ProfileService
from ltm.services.recent_turns import RecentTurns
from ltm.services.scope_locks import ScopeLocks

_OF_A_BASE = ("journal-aside/", "candidates/")
"""What is kept aside of a knowledge base because it cannot be read goes with it."""


class Application:
    """`outbox` keeps what the knowledge base does not take, `journal` the turns to learn from; `open_llm(uuid)` opens
    a chat model, and `platform_of(bot_uuid)` names a bot's adapter.

    `read_config` returns the plugin's configuration as the host has it at this moment.

    An answer that is streamed is whole after `gather_s` seconds without another part.

    `indexed(store, model, bound_bytes)` puts an index in memory before a store."""

    def __init__(
        self,
        *,
        storage: Storage,
        profile_store: ProfileStore,
        bases: BaseService,
        indexed: Callable[[EpisodeStore, str, Callable[[], int]], ViewableEpisodes],
        outbox: Outbox,
        journal: Journal,
        open_llm: Callable[[str], Llm],
        platform_of: Callable[[str], Awaitable[str]],
        clock: Clock,
        read_config: Callable[[], Mapping[str, Any]],
        gather_s: float = GATHER_S,
    ) -> None:
        self._storage = storage
        self._read_config = read_config
        self._indexed = indexed
        self._outbox = outbox
        self._memory: tuple[OpenBase, tuple[object, ...], Memory] | None = None
        self._waiting: tuple[ViewableEpisodes, OutboxService] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._episodes: tuple[EpisodeStore, str, ViewableEpisodes] | None = None
        self.clock = clock
        self.bases = bases
        self.profiles = ProfileService(store=profile_store, clock=clock)
        self.answered_turns = AnsweredTurns()
        self.recent_turns = RecentTurns()
        self.open_turns = OpenTurns()
        self.actors = ActorService(platform_of)
        self.audit = AuditService(storage=storage, clock=clock)
        self.confirmations: Confirmations[str] = Confirmations(clock=clock)
        self._valid = PluginConfig()
        self._shared = Shared(
            storage=storage,
            profiles=self.profiles,
            clock=clock,
            locks=ScopeLocks(),
            audit=self.audit,
            recent_turns=self.recent_turns,
            open_turns=self.open_turns,
            capture=CaptureService(journal=journal, clock=clock, gather_s=gather_s),
            open_llm=open_llm,
            config=self._last_valid,
            quiet_s=QUIET_S if gather_s else 0.0,
        )

    @property
    def config(self) -> PluginConfig:
        """The validated configuration. Raises NotConfigured naming each wrong key."""
        return parsed(PluginConfig, self._read_config())

    async def memory(self) -> Memory:
        """Return the use cases on the open knowledge base. Raises NotConfigured if there is none."""
        return self.memory_of(await self.bases.current())

    async def forget_base(self, base_id: str) -> None:
        """Forget the knowledge base, and with it what still waits to be stored in it. Profiles stay."""
        # What waits for it is known to its services, which this process may not have needed yet.
        with suppress(NotConfigured, Corrupt):
            await self.memory()
        if not await self.bases.delete(base_id):
            return
        if self._memory is not None:
            await self._memory[2].mining.close()
            await self._memory[2].mining.discard_all()
            await self._memory[2].consolidation.discard_all()
        for prefix in _OF_A_BASE:
            for key in await self._storage.keys(prefix):
                await self._storage.delete(key)
        self._memory = None
        if self._waiting is not None:
            await self._waiting[1].close()
            self._waiting = None
        for entry in await self._outbox.pending():
            if isinstance(entry, PendingMemory):
                await self._outbox.remove(entry.key)

    def note_answered(self, query_id: int, turn: Turn, reply: str, kept: Sequence[str] = ()) -> None:
        """Have an answered turn looked through later, and what is due here done beside it. Returns at once.

        `kept` is what tools stored of it."""
        if self._memory is None or not self._last_valid().memory_enabled:
            return
        memory = self._memory[2]
        scope = memory.scope(turn.session)
        memory.mining.note(turn, query_id, reply, turn.at, kept)
        memory.retention.nudge(scope)
        memory.consolidation.nudge(scope)

    def memory_of(self, base: OpenBase) -> Memory:
        beside = self._last_valid().beside
        if self._memory is None or self._memory[0] is not base or self._memory[1] != beside:
            former, store = self._memory, self._episodes_of(base)
            if former is not None:
                self._end(former[2].mining.close())
                self._end(former[2].consolidation.close())
            memory = assembled(base, store, self._outbox_over(store), self._shared)
            self._memory = (base, beside, memory)
            if former is not None:
                memory.mining.nudge()
        return self._memory[2]

    def _outbox_over(self, store: ViewableEpisodes) -> OutboxService:
        """Return the one service that writes to the outbox: the one in use while the store stays."""
        if self._waiting is None or self._waiting[0] is not store:
            if self._waiting is not None:
                # What it is writing may be written once more by the next one, which changes nothing.
                self._end(self._waiting[1].close())
            self._waiting = (store, OutboxService(outbox=self._outbox, store=store))
        return self._waiting[1]

    def _end(self, closing: Coroutine[Any, Any, None]) -> None:
        task = detached(closing)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _episodes_of(self, base: OpenBase) -> ViewableEpisodes:
        """Return the base's episodes with their index, the one in use while store and model stay."""
        store, model = base.store, base.embedder.model
        if self._episodes is None or self._episodes[:2] != (store, model):
            self._episodes = (store, model, self._indexed(store, model, self._bound_bytes))
        return self._episodes[2]

    def _bound_bytes(self) -> int:
        return self._last_valid().index_bytes

    def _last_valid(self) -> PluginConfig:
        """Return the configuration; while it is wrong, which is said wherever that matters, the one before."""
        with suppress(NotConfigured):
            self._valid = self.config
        return self._valid
