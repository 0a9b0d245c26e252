"""All use cases of one installation, put together; what the components talk to."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ltm.config import PluginConfig, parsed
from ltm.domain.scope import Scope, SessionKey
from ltm.errors import NotConfigured
from ltm.ports.clock import Clock
from ltm.ports.episode_store import EpisodeStore
from ltm.ports.profile_store import ProfileStore
from ltm.ports.scope_view import ViewableEpisodes
from ltm.ports.storage import Storage
from ltm.services.access import AccessService
from ltm.services.answered_turns import AnsweredTurns
from ltm.services.bases import BaseRecord, BaseService, OpenBase
from ltm.services.browse import BrowseService
from ltm.services.forget import ForgetService
from ltm.services.health import HealthService
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.recent_turns import RecentTurns
from ltm.services.reindex import ReindexService
from ltm.services.remember import RememberService
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
    browse: BrowseService
    transfer: TransferService
    turns: TurnService
    access: AccessService
    reindex: ReindexService
    health: HealthService

    def scope(self, session: SessionKey) -> Scope:
        """Return the episodes this conversation may see, by the knowledge base's isolation."""
        return Scope.of(session, self.record.settings.isolation)


class Application:
    """`read_config` returns the plugin's configuration as the host has it at this moment.

    `indexed(store, model, bound_bytes)` puts an index in memory before a store."""

    def __init__(
        self,
        *,
        storage: Storage,
        profile_store: ProfileStore,
        bases: BaseService,
        indexed: Callable[[EpisodeStore, str, Callable[[], int]], ViewableEpisodes],
        clock: Clock,
        read_config: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._storage = storage
        self._read_config = read_config
        self._indexed = indexed
        self._memory: tuple[OpenBase, Memory] | None = None
        self._episodes: tuple[EpisodeStore, str, ViewableEpisodes] | None = None
        self.clock = clock
        self.bases = bases
        self.profiles = ProfileService(store=profile_store, clock=clock)
        self.answered_turns = AnsweredTurns()
        self.recent_turns = RecentTurns()
        self._locks = ScopeLocks()
        self._index_bytes = PluginConfig().index_bytes

    @property
    def config(self) -> PluginConfig:
        """The validated configuration. Raises NotConfigured naming each wrong key."""
        return parsed(PluginConfig, self._read_config())

    async def memory(self) -> Memory:
        """Return the use cases on the open knowledge base. Raises NotConfigured if there is none."""
        return self.memory_of(await self.bases.current())

    def memory_of(self, base: OpenBase) -> Memory:
        if self._memory is None or self._memory[0] is not base:
            self._memory = (base, self._build(base))
        return self._memory[1]

    def _build(self, base: OpenBase) -> Memory:
        settings, embedder, clock, locks = base.record.settings, base.embedder, self.clock, self._locks
        store = self._episodes_of(base)
        access = AccessService(store=store, clock=clock, locks=locks)
        reindex = ReindexService(store=store, embedder=embedder, locks=locks)
        recall = RecallService(
            store=store,
            embedder=embedder,
            clock=clock,
            half_life_days=settings.recency_half_life_days,
            noted=access.note,
            outdated=reindex.nudge,
        )
        return Memory(
            record=base.record,
            model=embedder.model,
            episodes=store,
            recall=recall,
            remember=RememberService(store=store, embedder=embedder, clock=clock, locks=locks),
            forget=ForgetService(store=store, locks=locks),
            browse=BrowseService(store=store),
            transfer=TransferService(
                store=store,
                embedder=embedder,
                storage=self._storage,
                clock=clock,
                locks=locks,
                isolation=settings.isolation,
            ),
            turns=TurnService(
                profiles=self.profiles,
                recall=recall,
                isolation=settings.isolation,
                auto_recall_top_k=settings.auto_recall_top_k,
                injection_token_budget=lambda: self.config.injection_token_budget,
            ),
            access=access,
            reindex=reindex,
            health=HealthService(
                store=base.store,
                embedder=embedder,
                clock=clock,
                model=base.record.model,
                dimensions=base.record.dimensions,
            ),
        )

    def _episodes_of(self, base: OpenBase) -> ViewableEpisodes:
        """Return the base's episodes with their index, the one in use while store and model stay."""
        store, model = base.store, base.embedder.model
        if self._episodes is None or self._episodes[:2] != (store, model):
            self._episodes = (store, model, self._indexed(store, model, self._bound_bytes))
        return self._episodes[2]

    def _bound_bytes(self) -> int:
        # A wrong configuration is said wherever it matters; here the last valid bound stays.
        with suppress(NotConfigured):
            self._index_bytes = self.config.index_bytes
        return self._index_bytes
