"""Short ways to export, import and upload, and a store that stops in between."""

from collections.abc import Sequence
from typing import Any

import orjson

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import OutcomeUnknown
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.services.export import ExportFile, ExportService
from ltm.services.import_file import BATCH
from ltm.services.import_plan import ImportPlan, ImportService
from ltm.services.scope_locks import ScopeLocks
from ltm.services.transfer import TransferService
from tests.doubles import START, FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import GROUP, HERE, every

SECRET = "sk-proj-" + "Ab3dEf6hIj9kLm2nOp5q" * 2


def importing(store: EpisodeStore, embedder: Embedder | None = None, clock: FixedClock | None = None) -> ImportService:
    """A new process each time."""
    return ImportService(
        store=store, embedder=embedder or HashEmbedder(), clock=clock or FixedClock(), locks=ScopeLocks()
    )


async def imported(
    store: EpisodeStore, raw: bytes | str, scope: Scope = HERE, session: SessionKey = GROUP
) -> ImportPlan:
    """Import the file and return the plan that was carried out."""
    service = importing(store)
    plan = await service.planned(scope, session, raw)
    report = await service.apply(scope, plan)
    assert (report.stored, report.duplicates, report.rejected) == (plan.new, plan.duplicates, plan.rejected)
    return plan


async def exported(store: EpisodeStore, scope: Scope = HERE, session: SessionKey = GROUP) -> ExportFile:
    return await ExportService(store=store).exported(scope, session, lambda _: True, START)


def file(*rows: object) -> bytes:
    return orjson.dumps(rows)


async def held(store: EpisodeStore, scope: Scope = HERE) -> dict[EpisodeId, Episode]:
    return {found.id: found async for found in every(store, scope)}


def uploading(
    store: EpisodeStore, storage: InMemoryStorage, isolation: Isolation = Isolation.SESSION
) -> TransferService:
    return TransferService(
        store=store,
        embedder=HashEmbedder(),
        storage=storage,
        clock=FixedClock(),
        locks=ScopeLocks(),
        isolation=isolation,
    )


class Stopping(InMemoryEpisodes):
    """Fails at the put after `left` more, having written half of it and not knowing whether."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 10**9

    async def put(self, scope: Scope, records: Sequence[Record]) -> None:
        if self.left == 0:
            await super().put(scope, records[::2])
            raise OutcomeUnknown("the answer was lost (test)")
        self.left -= 1
        await super().put(scope, records)


def long_file() -> tuple[bytes, int]:
    """Return a file of four batches and how many memories it brings: with and without ids and times, in chains, in
    conversations, and with memories that differ by their ids alone."""
    rows: list[dict[str, Any]] = [
        {"content": f"memory {number}", "id": str(number), "superseded_by": str(number + 40), "timestamp": number}
        for number in range(2 * BATCH)
    ]
    rows += [{"content": "same", "id": f"same {number}", "timestamp": 1} for number in range(BATCH)]
    rows += [{"content": f"turn {number % 3}", "conversation": "c"} for number in range(BATCH - 2)]
    rows += [{"content": f"bare {number % 10}"} for number in range(20)]
    return orjson.dumps(rows), 4 * BATCH - 2 + 10
