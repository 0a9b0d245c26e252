"""The real components on in-memory stores: what LangBot would see, without LangBot."""

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

import tests.sdk  # noqa: F401 - the SDK's own deprecations are not ours
from components.commands.memory import MemoryCommand
from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.fallback_embedder import FallbackEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.adapters.stored_journal import StoredJournal
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.application import Application
from ltm.domain.episode import Episode
from ltm.domain.scope import SessionKey
from ltm.ports.clock import Clock
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import EpisodeStore, Record
from ltm.ports.storage import Storage
from ltm.services.bases import BaseService
from ltm.standalone.host import StandaloneHost
from ltm.standalone.queries import Place, StandalonePlugin, StandaloneQuery
from ltm.standalone.wiring import BASE_ID, PLATFORM
from tests.doubles import BrokenEpisodes, FixedClock, WatchedStorage
from tests.fakes import HashEmbedder
from tests.scripted_llm import ScriptedLlm

from langbot_plugin.api.entities.builtin.command.context import ExecuteContext  # isort: skip
from langbot_plugin.api.entities.builtin.provider.session import LauncherTypes, Session  # isort: skip

ALICE = Place(session="group_1", speaker_id="501", speaker_name="Alice")
BOB = Place(session="group_1", speaker_id="502", speaker_name="Bob")

_REMEMBERED_EMBEDDER = CachedEmbedder(HashEmbedder(), 10_000)
"""For tests that open hundreds of installations: each measures its model with the same sentences."""

_CODE = re.compile(r"!memory confirm (\d{6})")


@dataclass(slots=True, kw_only=True)
class Bench:
    """One plugin and everything behind it, to look at and to break."""

    host: StandaloneHost
    application: Application
    storage: WatchedStorage
    kept: InMemoryStorage
    store: BrokenEpisodes
    clock: FixedClock
    config: dict[str, Any]
    settings: dict[str, Any]


def make_application(
    *, storage: Storage, store: EpisodeStore, clock: Clock, config: dict[str, Any], embedder: Embedder | None = None
) -> Application:
    """Return a process of an installation; a second one on the same storage and store is it after a restart."""
    used = FallbackEmbedder([embedder or HashEmbedder()])

    async def existing() -> set[str]:
        return {BASE_ID}

    async def platform_of(_bot_uuid: str) -> str:
        return PLATFORM

    return Application(
        storage=storage,
        profile_store=StoredProfiles(storage),
        bases=BaseService(
            storage=storage,
            clock=clock,
            open_embedder=lambda _model, _dimensions: used,
            open_store=lambda _base, _dimensions: store,
            existing=existing,
        ),
        indexed=IndexedEpisodes,
        outbox=StoredOutbox(storage, clock),
        journal=StoredJournal(storage),
        open_llm=lambda _model: ScriptedLlm(),
        platform_of=platform_of,
        clock=clock,
        read_config=lambda: config,
        gather_s=0.0,
    )


def make_bench(embedder: Embedder | None = None, **settings: Any) -> Bench:
    """Return an installation that has no knowledge base yet; `settings` are those it will get."""
    kept, store, clock, config = InMemoryStorage(), BrokenEpisodes(), FixedClock(), dict[str, Any]()
    storage = WatchedStorage(kept)
    application = make_application(storage=storage, store=store, clock=clock, config=config, embedder=embedder)
    return Bench(
        host=StandaloneHost(application, settings),
        application=application,
        storage=storage,
        kept=kept,
        store=store,
        clock=clock,
        config=config,
        settings=settings,
    )


async def open_bench(**settings: Any) -> Bench:
    """Return an installation that has its knowledge base, without what `StandaloneHost.start` loads ahead."""
    made = make_bench(_REMEMBERED_EMBEDDER, **settings)
    await made.application.bases.create(BASE_ID, settings)
    return made


def restarted(bench: Bench) -> Bench:
    """Return the same installation in another process."""
    storage = WatchedStorage(bench.kept)
    application = make_application(storage=storage, store=bench.store, clock=bench.clock, config=bench.config)
    return Bench(
        host=StandaloneHost(application, bench.settings),
        application=application,
        storage=storage,
        kept=bench.kept,
        store=bench.store,
        clock=bench.clock,
        config=bench.config,
        settings=bench.settings,
    )


def session_of(place: Place) -> SessionKey:
    return SessionKey(name=place.session, bot_uuid=place.bot_uuid)


async def know(bench: Bench, place: Place, *episodes: Episode) -> None:
    """Have the memories in the scope of the place, unchecked, as if they had been said before."""
    memory = await bench.application.memory()
    embeddings = await HashEmbedder().embed_documents([episode.content for episode in episodes])
    records = [Record(episode=each, embedding=made) for each, made in zip(episodes, embeddings, strict=True)]
    await memory.episodes.put(memory.scope(session_of(place)), records)


Contents = dict[str, object]
"""Every value and every memory of an installation by a name that says which it is."""


async def contents(bench: Bench) -> Contents:
    """Return all that is stored, whatever of it does not answer at present."""
    await bench.host.settled()
    return {**await stored_values(bench.kept), **_memories(bench.store)}


async def stored_values(storage: Storage) -> Contents:
    return {key: await storage.get(key) for key in await storage.keys("")}


def _memories(store: InMemoryEpisodes) -> Contents:
    # The dictionary itself: a memory in a scope that nobody asks for would not be missed otherwise.
    return {
        f"memory/{scope.digest}/{episode_id}": (record.episode, record.embedding.model)
        for scope, records in store._scopes.items()
        for episode_id, record in records.items()
    }


def changed(before: Contents, after: Contents, *, but: Iterable[str] = ("audit/",)) -> set[str]:
    """Return what is there no more, new or other than before, but for names that begin with one of `but`."""
    names = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    return {name for name in names if not name.startswith(tuple(but))}


CANARY = "quagmire"
"""Stands in whatever may stand in no log."""


@contextmanager
def logged() -> Iterator[list[str]]:
    """Yield the lines that are logged meanwhile, at every level."""
    lines: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    root, handler = logging.getLogger(), Handler()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.setLevel(level)
        root.removeHandler(handler)


def failed(lines: list[str]) -> bool:
    """True if a component noted another outcome than success."""
    return any(re.search(r"outcome=(?!ok\b)\w+", line) for line in lines)


def check_answer(answer: str, lines: list[str], changes: set[str]) -> None:
    assert answer.strip()
    assert answer.encode()
    assert [line for line in lines if CANARY in line] == []
    if failed(lines) or answer.startswith("Error: "):
        assert changes == set(), answer[:200]


_query_ids = count(1_000_000)


async def command(bench: Bench, place: Place, text: str, *, privilege: int = 1) -> str:
    """Return the answer to `!memory {text}` from somebody to whom the host gives that privilege."""
    plugin, component, query_id = StandalonePlugin(bench.application), MemoryCommand(), next(_query_ids)
    component.plugin = plugin
    plugin.queries[query_id] = StandaloneQuery(place, f"!memory {text}")
    kind, launcher_id = place.launcher
    words = text.split()
    context = ExecuteContext(
        query_id=query_id,
        session=Session(launcher_type=LauncherTypes(kind), launcher_id=launcher_id, sender_id=place.speaker_id),
        command_text=f"memory {text}",
        full_command_text=f"!memory {text}",
        command="memory",
        crt_command="memory",
        params=["memory", *words],
        crt_params=words,
        privilege=privilege,
    )
    (answer,) = [answer.text or "" async for answer in component._execute(context)]
    return answer


def code_in(answer: str) -> str:
    """Return the code that the answer asks for, "" where it asks for none."""
    found = _CODE.search(answer)
    return found.group(1) if found else ""


async def confirmed(bench: Bench, place: Place, text: str, *, privilege: int = 1) -> str:
    """Send a command, confirm it at once where that is asked for, and return all answers."""
    answer = await command(bench, place, text, privilege=privilege)
    if not (code := code_in(answer)):
        return answer
    return f"{answer}\n{await command(bench, place, f'confirm {code}', privilege=privilege)}"


@pytest.fixture
async def bench(caplog: pytest.LogCaptureFixture) -> Bench:
    """A plugin with a knowledge base; all its logs are captured."""
    caplog.set_level(logging.DEBUG)
    made = make_bench()
    await made.host.start()
    return made
