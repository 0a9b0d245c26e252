"""All use cases of one installation, put together; what the components talk to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ltm.config import PluginConfig, parsed
from ltm.domain.scope import Scope, SessionKey
from ltm.ports.clock import Clock
from ltm.ports.profile_store import ProfileStore
from ltm.ports.storage import Storage
from ltm.services.answered_turns import AnsweredTurns
from ltm.services.bases import BaseRecord, BaseService, OpenBase
from ltm.services.browse import BrowseService
from ltm.services.forget import ForgetService
from ltm.services.health import HealthService
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.remember import RememberService
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import TransferService
from ltm.services.turns import TurnService


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The use cases on the open knowledge base."""

    record: BaseRecord
    recall: RecallService
    remember: RememberService
    forget: ForgetService
    browse: BrowseService
    transfer: TransferService
    turns: TurnService
    health: HealthService

    def scope(self, session: SessionKey) -> Scope:
        """Return the episodes this conversation may see, by the knowledge base's isolation."""
        return Scope.of(session, self.record.settings.isolation)


class Application:
    """`read_config` returns the plugin's configuration as the host has it at this moment."""

    def __init__(
        self,
        *,
        storage: Storage,
        profile_store: ProfileStore,
        bases: BaseService,
        clock: Clock,
        read_config: Callable[[], Mapping[str, Any]],
    ) -> None:
        self._storage = storage
        self._read_config = read_config
        self._memory: tuple[OpenBase, Memory] | None = None
        self.clock = clock
        self.bases = bases
        self.profiles = ProfileService(store=profile_store, clock=clock)
        self.answered_turns = AnsweredTurns()

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
        settings, store, embedder, clock = base.record.settings, base.store, base.embedder, self.clock
        locks = ScopeLocks()
        recall = RecallService(
            store=store, embedder=embedder, clock=clock, half_life_days=settings.recency_half_life_days
        )
        return Memory(
            record=base.record,
            recall=recall,
            remember=RememberService(store=store, embedder=embedder, clock=clock, locks=locks),
            forget=ForgetService(store=store, locks=locks),
            browse=BrowseService(store=store),
            transfer=TransferService(
                store=store, embedder=embedder, storage=self._storage, clock=clock, isolation=settings.isolation
            ),
            turns=TurnService(
                profiles=self.profiles,
                recall=recall,
                isolation=settings.isolation,
                auto_recall_top_k=settings.auto_recall_top_k,
            ),
            health=HealthService(
                store=store,
                embedder=embedder,
                clock=clock,
                model=base.record.model,
                dimensions=base.record.dimensions,
            ),
        )
