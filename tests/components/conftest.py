"""The real components on in-memory stores: what LangBot would see, without LangBot."""

import logging
from dataclasses import dataclass
from typing import Any

import pytest

import tests.sdk  # noqa: F401 - the SDK's own deprecations are not ours
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.application import Application
from ltm.ports.embedder import Embedder
from ltm.services.bases import BaseService
from ltm.standalone.host import Place, StandaloneHost
from ltm.standalone.wiring import BASE_ID, PLATFORM
from tests.doubles import BrokenEpisodes, FixedClock, WatchedStorage
from tests.fakes import HashEmbedder

ALICE = Place(session="group_1", speaker_id="501", speaker_name="Alice")
BOB = Place(session="group_1", speaker_id="502", speaker_name="Bob")


@dataclass(slots=True, kw_only=True)
class Bench:
    """One plugin and everything behind it, to look at and to break."""

    host: StandaloneHost
    application: Application
    storage: WatchedStorage
    store: BrokenEpisodes
    clock: FixedClock
    config: dict[str, Any]


def make_bench(embedder: Embedder | None = None, **settings: Any) -> Bench:
    """Return an installation that has no knowledge base yet; `settings` are those it will get."""
    storage, store, clock, config = WatchedStorage(), BrokenEpisodes(), FixedClock(), dict[str, Any]()
    used = FallbackEmbedder([embedder or HashEmbedder()])

    async def existing() -> set[str]:
        return {BASE_ID}

    async def platform_of(_bot_uuid: str) -> str:
        return PLATFORM

    application = Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda _model: used,
            open_store=lambda _base, _dimensions: store,
            existing=existing,
        ),
        indexed=IndexedEpisodes,
        outbox=StoredOutbox(storage, clock),
        platform_of=platform_of,
        clock=clock,
        read_config=lambda: config,
    )
    return Bench(
        host=StandaloneHost(application, settings),
        application=application,
        storage=storage,
        store=store,
        clock=clock,
        config=config,
    )


@pytest.fixture
async def bench(caplog: pytest.LogCaptureFixture) -> Bench:
    """A plugin with a knowledge base; all its logs are captured."""
    caplog.set_level(logging.DEBUG)
    made = make_bench()
    await made.host.start()
    return made
