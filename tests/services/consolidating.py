"""Consolidation wired as the application wires it, and scopes that have something to consolidate."""

import random
from dataclasses import replace
from datetime import timedelta

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.consolidation_runs import Job
from ltm.domain.episode import Episode, EpisodeId, Kind, Speaker
from ltm.domain.scope import Scope
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.llm import Llm
from ltm.ports.storage import Storage
from ltm.services.consolidation import ConsolidationService
from ltm.services.consolidation_applying import Applying
from ltm.services.consolidation_records import ConsolidationRecords
from ltm.services.rewriting import Rewriting
from tests.doubles import START, FixedClock
from tests.services.memories import ALICE, BOB, GROUP, HERE
from tests.services.wired import Wired


class Consolidating(Wired):
    """`store` may break; `bench` looks at what is behind it."""

    def __init__(
        self,
        store: EpisodeStore | None = None,
        *,
        embedder: Embedder | None = None,
        storage: Storage | None = None,
        clock: FixedClock | None = None,
        llm: Llm | None = None,
        scheduled: Job | None = None,
    ) -> None:
        super().__init__(store or InMemoryEpisodes(), embedder=embedder, storage=storage, clock=clock)
        self.records = ConsolidationRecords(self.storage)
        self.consolidation = ConsolidationService(
            store=self.store,
            clock=self.clock,
            audit=self.audit,
            applying=Applying(
                store=self.store,
                embedder=self.embedder,
                locks=self.locks,
                rewriting=Rewriting(store=self.store, locks=self.locks, outbox=self.outbox),
                erase=self.erase,
                audit=self.audit,
            ),
            records=self.records,
            llm=llm,
            scheduled=scheduled,
            every_hours=24,
        )

    async def know(self, *episodes: Episode, scope: Scope = HERE) -> None:
        """Have the memories there, unchecked, as if they had been said before."""
        embeddings = await self.embedder.embed_documents([episode.content for episode in episodes])
        records = [Record(episode=each, embedding=made) for each, made in zip(episodes, embeddings, strict=True)]
        await self.store.put(scope, records)

    async def state(self, scope: Scope = HERE) -> dict[EpisodeId, Episode]:
        return {episode.id: episode for episode in await self.all(scope)}


def number(of: int) -> EpisodeId:
    return EpisodeId(f"00000000-0000-4000-8000-{of:012}")


def said(content: str, of: int, *, days_ago: float = 0, by: Speaker | None = ALICE, **more: object) -> Episode:
    at = START - timedelta(days=days_ago)
    made = Episode(id=number(of), content=content, at=at, speaker=by, session_name=GROUP.name)
    return replace(made, **more)  # type: ignore[arg-type]


_WHO = ("Alice", "Tom", "the tall neighbour", "小明")
_WHAT = ("works as a nurse", "is allergic to peanuts", "is not allergic to peanuts", "lives in Berlin", "对花生过敏")
_MORE = ("", "", " at the city hospital", " and to soy", ", which is new", " since 2019", "，很严重")


def scope_of(dice: random.Random, size: int) -> list[Episode]:
    """Return memories of two speakers, many of them near each other, of all kinds, states and ages."""
    return [
        said(
            f"{dice.choice(_WHO)} {dice.choice(_WHAT)}{dice.choice(_MORE)}",
            place,
            days_ago=dice.choice((0, 1, 10, 30, 200)),
            by=dice.choice((ALICE, BOB, None)),
            kind=dice.choice((Kind.FACT, Kind.FACT, Kind.OBSERVATION, Kind.INSTRUCTION, Kind.EVENT)),
            importance=dice.randint(1, 5),
            fact_key=dice.choice(("", "", "", "home", "work")),
            subject=dice.choice(("", "", "", "Tom")),
            snapshot=dice.random() < 0.1,
            pinned=dice.random() < 0.1,
            repeat_count=dice.choice((0, 0, 3)),
            tags=dice.choice(((), ("health",), ("correction",))),
        )
        for place in range(size)
    ]
