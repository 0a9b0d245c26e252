"""All use cases of one installation, put together; what the components talk to."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ltm.config import PluginConfig, parsed
from ltm.domain.audit import OPERATOR, Change
from ltm.domain.episode import Speaker
from ltm.domain.people import meant
from ltm.domain.scope import Scope, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import NotConfigured, StoreUnavailable
from ltm.ports.clock import Clock
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.outbox import Outbox, PendingMemory
from ltm.ports.profile_store import ProfileStore
from ltm.ports.scope_view import ViewableEpisodes
from ltm.ports.storage import Storage
from ltm.services.access import AccessService
from ltm.services.actors import ActorService
from ltm.services.answered_turns import AnsweredTurns
from ltm.services.audit import AuditService
from ltm.services.background import detached
from ltm.services.bases import BaseRecord, BaseService, OpenBase
from ltm.services.browse import BrowseService
from ltm.services.capacity import CapacityService
from ltm.services.confirmations import Confirmations
from ltm.services.consent import ConsentService
from ltm.services.erase import EraseService
from ltm.services.export import ExportService
from ltm.services.forget import ForgetService
from ltm.services.health import HealthService
from ltm.services.import_plan import ImportService
from ltm.services.lifecycle import LifecycleService
from ltm.services.open_turns import OpenTurns
from ltm.services.outbox import OutboxService
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.recent_turns import RecentTurns
from ltm.services.reindex import ReindexService
from ltm.services.remember import RememberService
from ltm.services.rewriting import Rewriting
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import TransferService
from ltm.services.turns import TurnService


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The use cases on the open knowledge base. `model` is the identity of the embedding model in use."""

    record: BaseRecord
    model: str
    episodes: ViewableEpisodes
    recall: RecallService
    remember: RememberService
    forget: ForgetService
    lifecycle: LifecycleService
    erase: EraseService
    browse: BrowseService
    transfer: TransferService
    imports: ImportService
    export: ExportService
    turns: TurnService
    access: AccessService
    reindex: ReindexService
    capacity: CapacityService
    outbox: OutboxService
    consent: ConsentService
    known: Callable[[Turn], Sequence[Speaker]]
    health: HealthService

    def scope(self, session: SessionKey) -> Scope:
        """Return the episodes this conversation may see, by the knowledge base's isolation."""
        return Scope.of(session, self.record.settings.isolation)

    async def know_speakers(self, session: SessionKey) -> None:
        """Have who said something in this conversation known by name, as far as the store answers."""
        with suppress(StoreUnavailable):
            await self.episodes.load(self.scope(session))

    def meant(self, turn: Turn, subject: str) -> str:
        """Return the id of the speaker that the subject names in this conversation, "" where it is nobody known."""
        return meant(subject, self.known(turn))


class Application:
    """`outbox` keeps what the knowledge base does not take; `platform_of(bot_uuid)` names a bot's adapter.

    `read_config` returns the plugin's configuration as the host has it at this moment.

    `indexed(store, model, bound_bytes)` puts an index in memory before a store."""

    def __init__(
        self,
        *,
        storage: Storage,
        profile_store: ProfileStore,
        bases: BaseService,
        indexed: Callable[[EpisodeStore, str, Callable[[], int]], ViewableEpisodes],
        outbox: Outbox,
        platform_of: Callable[[str], Awaitable[str]],
        clock: Clock,
        read_config: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._storage = storage
        self._read_config = read_config
        self._indexed = indexed
        self._outbox = outbox
        self._memory: tuple[OpenBase, Memory] | None = None
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
        self._locks = ScopeLocks()
        self._valid = PluginConfig()

    @property
    def config(self) -> PluginConfig:
        """The validated configuration. Raises NotConfigured naming each wrong key."""
        return parsed(PluginConfig, self._read_config())

    async def memory(self) -> Memory:
        """Return the use cases on the open knowledge base. Raises NotConfigured if there is none."""
        return self.memory_of(await self.bases.current())

    async def forget_base(self, base_id: str) -> None:
        """Forget the knowledge base, and with it what still waits to be stored in it. Profiles stay."""
        if not await self.bases.delete(base_id):
            return
        self._memory = None
        if self._waiting is not None:
            await self._waiting[1].close()
            self._waiting = None
        for entry in await self._outbox.pending():
            if isinstance(entry, PendingMemory):
                await self._outbox.remove(entry.key)

    def memory_of(self, base: OpenBase) -> Memory:
        if self._memory is None or self._memory[0] is not base:
            self._memory = (base, self._build(base))
        return self._memory[1]

    def _build(self, base: OpenBase) -> Memory:
        settings, embedder, clock, locks = base.record.settings, base.embedder, self.clock, self._locks
        store, audit = self._episodes_of(base), self.audit
        access = AccessService(store=store, clock=clock, locks=locks)
        reindex = ReindexService(store=store, embedder=embedder, locks=locks)
        outbox = self._outbox_over(store)
        capacity = CapacityService(
            store=store,
            clock=clock,
            locks=locks,
            audit=audit,
            half_life_days=settings.recency_half_life_days,
            limit=lambda: self._last_valid().max_episodes_per_scope,
        )
        recall = RecallService(
            store=store,
            embedder=embedder,
            clock=clock,
            half_life_days=settings.recency_half_life_days,
            noted=access.note,
            outdated=reindex.nudge,
        )
        rewriting = Rewriting(store=store, locks=locks, outbox=outbox)
        remember = RememberService(
            store=store,
            embedder=embedder,
            clock=clock,
            locks=locks,
            outbox=outbox,
            rewriting=rewriting,
            audit=audit,
            capacity=capacity,
        )
        erase = EraseService(
            store=store,
            profiles=self.profiles,
            locks=locks,
            outbox=outbox,
            audit=audit,
            recent_turns=self.recent_turns,
            open_turns=self.open_turns,
        )
        outbox.attach(remember.apply, erase.apply)
        consent = ConsentService(storage=self._storage, isolation=settings.isolation)

        async def imported(scope: Scope, count: int) -> None:
            await audit.note(scope, Change.IMPORTED, by=OPERATOR, note=str(count))
            capacity.nudge(scope)

        def known(turn: Turn) -> Sequence[Speaker]:
            here = [turn.speaker] if turn.speaker else []
            return [*here, *self.recent_turns.speakers(turn.session), *store.speakers(self._scope(base, turn))]

        return Memory(
            record=base.record,
            model=embedder.model,
            episodes=store,
            recall=recall,
            remember=remember,
            forget=ForgetService(store=store, locks=locks, outbox=outbox, audit=audit),
            lifecycle=LifecycleService(store=store, embedder=embedder, rewriting=rewriting, audit=audit),
            erase=erase,
            browse=BrowseService(store=store),
            transfer=TransferService(
                store=store,
                embedder=embedder,
                storage=self._storage,
                clock=clock,
                locks=locks,
                isolation=settings.isolation,
                here=consent.of,
                imported=imported,
            ),
            imports=ImportService(store=store, embedder=embedder, clock=clock, locks=locks),
            export=ExportService(store=store),
            turns=TurnService(
                profiles=self.profiles,
                recall=recall,
                isolation=settings.isolation,
                auto_recall_top_k=settings.auto_recall_top_k,
                injection_token_budget=lambda: self.config.injection_token_budget,
            ),
            access=access,
            reindex=reindex,
            capacity=capacity,
            outbox=outbox,
            consent=consent,
            known=known,
            health=HealthService(
                store=base.store,
                embedder=embedder,
                clock=clock,
                model=base.record.model,
                dimensions=base.record.dimensions,
            ),
        )

    def _outbox_over(self, store: ViewableEpisodes) -> OutboxService:
        """Return the one service that writes to the outbox: the one in use while the store stays."""
        if self._waiting is None or self._waiting[0] is not store:
            if self._waiting is not None:
                # What it is writing may be written once more by the next one, which changes nothing.
                closing = detached(self._waiting[1].close())
                self._closing.add(closing)
                closing.add_done_callback(self._closing.discard)
            self._waiting = (store, OutboxService(outbox=self._outbox, store=store))
        return self._waiting[1]

    @staticmethod
    def _scope(base: OpenBase, turn: Turn) -> Scope:
        return Scope.of(turn.session, base.record.settings.isolation)

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
