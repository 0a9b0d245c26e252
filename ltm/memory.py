"""The use cases on one open knowledge base, put together."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ltm.config import Consolidation, PluginConfig, Select
from ltm.domain.audit import OPERATOR, Change
from ltm.domain.consolidation_runs import Job
from ltm.domain.episode import Speaker
from ltm.domain.people import meant
from ltm.domain.scope import Scope, SessionKey
from ltm.domain.turn import Turn
from ltm.errors import StoreUnavailable
from ltm.learning import mining_of
from ltm.ports.clock import Clock
from ltm.ports.llm import Llm
from ltm.ports.scope_view import ViewableEpisodes
from ltm.ports.storage import Storage
from ltm.services.access import AccessService
from ltm.services.audit import AuditService
from ltm.services.bases import BaseRecord, OpenBase
from ltm.services.browse import BrowseService
from ltm.services.candidate_queue import CandidateQueues
from ltm.services.candidates import CandidateService
from ltm.services.capacity import CapacityService, RetentionService
from ltm.services.capture import CaptureService
from ltm.services.consent import ConsentService
from ltm.services.consolidation import ConsolidationService
from ltm.services.consolidation_applying import Applying
from ltm.services.consolidation_records import ConsolidationRecords
from ltm.services.contents import ContentsService
from ltm.services.erase import EraseService
from ltm.services.export import ExportService
from ltm.services.forget import ForgetService
from ltm.services.health import HealthService
from ltm.services.import_plan import ImportService
from ltm.services.lifecycle import LifecycleService
from ltm.services.markdown import MarkdownService
from ltm.services.mining import QUIET_S, MiningService
from ltm.services.open_turns import OpenTurns
from ltm.services.outbox import OutboxService
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.recent_turns import RecentTurns
from ltm.services.reindex import ReindexService
from ltm.services.remember import RememberService
from ltm.services.rewriting import Rewriting
from ltm.services.scope_locks import ScopeLocks
from ltm.services.selecting import SelectingService
from ltm.services.session_index import SessionIndexService
from ltm.services.transfer import TransferService
from ltm.services.turns import TurnService

_TURNS = 10
"""As many turns as memories, times this: a busy group says thousands a month. Chosen by feel."""

_SCHEDULED = {Consolidation.OFF: None, Consolidation.PREVIEW: Job.PREVIEW, Consolidation.RUN: Job.RUN}


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
    retention: RetentionService
    outbox: OutboxService
    consent: ConsentService
    mining: MiningService
    consolidation: ConsolidationService
    contents: ContentsService
    markdown: MarkdownService
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What does not change with the knowledge base.

    `config()` is the last configuration that was valid; `open_llm(uuid)` returns a chat model by the name that the
    configuration calls it. What is learnt from is looked through when nobody has talked for `quiet_s`."""

    storage: Storage
    profiles: ProfileService
    clock: Clock
    locks: ScopeLocks
    audit: AuditService
    recent_turns: RecentTurns
    open_turns: OpenTurns
    capture: CaptureService
    open_llm: Callable[[str], Llm]
    config: Callable[[], PluginConfig]
    quiet_s: float = QUIET_S


def assembled(base: OpenBase, store: ViewableEpisodes, outbox: OutboxService, shared: Shared) -> Memory:
    """Return the use cases on `store`, the base's episodes with their index; `outbox` writes to that store."""
    settings, embedder, config = base.record.settings, base.embedder, shared.config()
    llm = shared.open_llm(config.extraction_model_uuid) if config.extraction_model_uuid else None
    clock, locks, audit, profiles = shared.clock, shared.locks, shared.audit, shared.profiles
    access = AccessService(store=store, clock=clock, locks=locks)
    reindex = ReindexService(store=store, embedder=embedder, locks=locks)
    capacity = CapacityService(
        store=store,
        clock=clock,
        locks=locks,
        audit=audit,
        half_life_days=settings.recency_half_life_days,
        limit=_limit(shared),
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
        profiles=profiles,
        locks=locks,
        outbox=outbox,
        audit=audit,
        recent_turns=shared.recent_turns,
        open_turns=shared.open_turns,
    )
    outbox.attach(remember.apply, erase.apply)
    consent = ConsentService(storage=shared.storage, isolation=settings.isolation)
    retention = RetentionService(
        store=store, erase=erase, clock=clock, days=config.session_index_days, limit=lambda: _TURNS * _limit(shared)()
    )
    mining = mining_of(
        config=config,
        isolation=settings.isolation,
        capture=shared.capture,
        candidates=CandidateService(
            queues=CandidateQueues(shared.storage),
            store=store,
            remembering=remember,
            profiles=profiles,
            consent=consent,
            audit=audit,
            recent_turns=shared.recent_turns,
            caps=lambda: shared.config().caps,
            is_enabled=lambda: shared.config().memory_enabled,
        ),
        consent=consent,
        clock=clock,
        index=SessionIndexService(store=store, embedder=embedder, clock=clock, locks=locks, stored=retention.nudge),
        llm=llm,
        is_enabled=lambda: shared.config().memory_enabled,
        quiet_s=shared.quiet_s,
    )
    consolidation = ConsolidationService(
        store=store,
        clock=clock,
        audit=audit,
        applying=Applying(store=store, embedder=embedder, locks=locks, rewriting=rewriting, erase=erase, audit=audit),
        records=ConsolidationRecords(shared.storage),
        llm=llm,
        scheduled=_SCHEDULED[config.consolidation],
        every_hours=config.consolidation_every_hours,
        hidden=consent.hidden,
    )
    erase.attach([mining, consolidation])
    export = ExportService(store=store)
    imports = ImportService(store=store, embedder=embedder, clock=clock, locks=locks)

    async def imported(scope: Scope, count: int) -> None:
        await audit.note(scope, Change.IMPORTED, by=OPERATOR, note=str(count))
        capacity.nudge(scope)

    def known(turn: Turn) -> Sequence[Speaker]:
        here = [turn.speaker] if turn.speaker else []
        there = store.speakers(Scope.of(turn.session, settings.isolation))
        return [*here, *shared.recent_turns.speakers(turn.session), *there]

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
            storage=shared.storage,
            clock=clock,
            locks=locks,
            isolation=settings.isolation,
            here=consent.of,
            imported=imported,
        ),
        imports=imports,
        export=export,
        turns=TurnService(
            profiles=profiles,
            recall=recall,
            isolation=settings.isolation,
            auto_recall_top_k=settings.auto_recall_top_k,
            injection_token_budget=lambda: shared.config().injection_token_budget,
            select=_selecting(base, store, shared, llm, access) if config.select is Select.LLM and llm else None,
        ),
        access=access,
        reindex=reindex,
        capacity=capacity,
        retention=retention,
        outbox=outbox,
        consent=consent,
        mining=mining,
        consolidation=consolidation,
        contents=ContentsService(
            store=store,
            clock=clock,
            half_life_days=settings.recency_half_life_days,
            tokens=config.contents_tokens,
        ),
        markdown=MarkdownService(
            store=store,
            embedder=embedder,
            clock=clock,
            export=export,
            imports=imports,
            profiles=profiles,
            rewriting=rewriting,
            audit=audit,
            capacity=capacity,
        ),
        known=known,
        health=HealthService(
            store=base.store,
            embedder=embedder,
            clock=clock,
            model=base.record.model,
            dimensions=base.record.dimensions,
        ),
    )


def _selecting(
    base: OpenBase, store: ViewableEpisodes, shared: Shared, llm: Llm, access: AccessService
) -> SelectingService:
    # Of the memories that this one looks through few are recalled: it notes none itself.
    recall = RecallService(
        store=store,
        embedder=base.embedder,
        clock=shared.clock,
        half_life_days=base.record.settings.recency_half_life_days,
    )
    return SelectingService(llm=llm, recall=recall, clock=shared.clock, noted=access.note)


def _limit(shared: Shared) -> Callable[[], int]:
    return lambda: shared.config().max_episodes_per_scope
