"""Storing memories, and superseding what they correct."""

import asyncio
import re
from datetime import timedelta
from uuid import UUID

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain import policy
from ltm.domain.episode import EpisodeId, Source, Speaker, Status
from ltm.domain.scope import Scope
from ltm.errors import EmbedderUnavailable, InvalidInput, StoreUnavailable
from ltm.ports.embedder import Embedder
from ltm.ports.episode_store import Record
from ltm.services.forget import ForgetService
from ltm.services.remember import NewEpisode, RememberService
from ltm.services.scope_locks import ScopeLocks
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock, TableEmbedder
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, HERE, THERE, contents, every

pytestmark = pytest.mark.anyio

BERLIN, PARIS, CHESS = "lives in Berlin", "lives in Paris", "plays chess"
EMBEDDER = TableEmbedder({BERLIN: (1, 0, 0), PARIS: (0.9, 0.4359, 0), CHESS: (0, 0, 1)})


def service(store: InMemoryEpisodes, locks: ScopeLocks | None = None, embedder: Embedder = EMBEDDER) -> RememberService:
    tomorrow = FixedClock(START + timedelta(days=1))
    return RememberService(store=store, embedder=embedder, clock=tomorrow, locks=locks or ScopeLocks())


async def said(store: InMemoryEpisodes, content: str, by: Speaker = ALICE) -> EpisodeId:
    earlier = RememberService(store=store, embedder=EMBEDDER, clock=FixedClock(), locks=ScopeLocks())
    return (await earlier.remember(HERE, NewEpisode(content=content, speaker=by))).episode.id


def correction(content: str, by: Speaker | None = ALICE) -> NewEpisode:
    return NewEpisode(content=content, tags=("correction",), speaker=by)


async def statuses(store: InMemoryEpisodes) -> dict[str, Status]:
    return {e.content: e.status async for e in every(store, HERE)}


async def test_everything_said_is_stored_under_a_fresh_uuid() -> None:
    store = InMemoryEpisodes()
    new = NewEpisode(
        content="  lives in Berlin \n",
        tags=(" home ", "home", "", "plan"),
        importance=5,
        speaker=ALICE,
        session_name="group_1001",
        subject=" Alice ",
        source=Source.COMMAND,
        document="d",
    )
    ids = set()
    for _ in range(3):
        done = await service(store).remember(HERE, new)
        assert str(UUID(done.episode.id)) == done.episode.id
        record = await store.get(HERE, done.episode.id)
        assert record is not None
        assert record.episode == done.episode
        ids.add(done.episode.id)
    episode = done.episode
    assert len(ids) == 3
    assert (episode.content, episode.tags, episode.subject) == (BERLIN, ("home", "plan"), "Alice")
    assert (episode.importance, episode.source, episode.document) == (5, Source.COMMAND, "d")
    assert (episode.speaker, episode.session_name) == (ALICE, "group_1001")
    assert (episode.at, episode.status) == (START + timedelta(days=1), Status.ACTIVE)
    assert await contents(store, THERE) == []


async def test_a_correction_supersedes_what_it_corrects_and_nothing_else() -> None:
    store = InMemoryEpisodes()
    old, chess = await said(store, BERLIN), await said(store, CHESS)
    done = await service(store).remember(HERE, correction(PARIS))
    assert (done.superseded, done.unmarked) == ((old,), 0)
    assert await statuses(store) == {BERLIN: Status.SUPERSEDED, PARIS: Status.ACTIVE, CHESS: Status.ACTIVE}
    record = await store.get(HERE, old)
    assert record is not None
    assert record.episode.superseded_by == done.episode.id
    assert chess != old


async def test_without_a_correction_tag_both_stay() -> None:
    store = InMemoryEpisodes()
    await said(store, BERLIN)
    done = await service(store).remember(HERE, NewEpisode(content=PARIS, speaker=ALICE))
    assert done.superseded == ()
    assert set((await statuses(store)).values()) == {Status.ACTIVE}


@pytest.mark.parametrize("by", [BOB, None])
async def test_what_another_speaker_said_stays(by: Speaker | None) -> None:
    store = InMemoryEpisodes()
    await said(store, BERLIN, by=ALICE)
    done = await service(store).remember(HERE, correction(PARIS, by=by))
    assert (done.superseded, done.unmarked) == ((), 0)
    assert (await statuses(store))[BERLIN] is Status.ACTIVE


async def test_another_scopes_memory_stays() -> None:
    store = InMemoryEpisodes()
    await said(store, BERLIN)
    done = await service(store).remember(THERE, correction(PARIS))
    assert done.superseded == ()
    assert (await statuses(store))[BERLIN] is Status.ACTIVE


@pytest.mark.parametrize("broken", ["search", "get", "replace"])
async def test_a_store_that_fails_after_the_memory_is_stored_loses_nothing_and_it_is_said(broken: str) -> None:
    store = BrokenEpisodes()
    old = await said(store, BERLIN)
    store.broken = {broken}
    done = await service(store).remember(HERE, correction(PARIS))
    assert (done.superseded, done.unmarked) == ((), 1)
    store.broken = set()
    assert await statuses(store) == {BERLIN: Status.ACTIVE, PARIS: Status.ACTIVE}
    assert old != done.episode.id


async def test_nothing_is_stored_where_the_embedder_or_the_store_fails_before() -> None:
    store = BrokenEpisodes()
    unavailable = service(store, embedder=BrokenEmbedder(HashEmbedder()))
    with pytest.raises(EmbedderUnavailable):
        await unavailable.remember(HERE, correction(PARIS))
    store.broken = {"put"}
    with pytest.raises(StoreUnavailable):
        await service(store).remember(HERE, correction(PARIS))
    assert await contents(store, HERE) == []


@pytest.mark.parametrize(
    ("new", "said_why"),
    [
        (NewEpisode(content=" \x00\n "), "content is empty: say what to remember"),
        (NewEpisode(content="x" * (policy.MAX_CONTENT_CHARS + 1)), "content is 4001 characters long, the limit is"),
        (NewEpisode(content="c", importance=0), "importance is 0, it must be 1 to 5"),
        (NewEpisode(content="c", importance=6), "importance is 6, it must be 1 to 5"),
        (NewEpisode(content="c", tags=tuple(f"t{n}" for n in range(17))), "17 tags, the limit is 16"),
        (NewEpisode(content="c", tags=("t" * 65,)), "a tag is longer than 64 characters"),
    ],
)
async def test_what_cannot_be_stored_is_refused_before_anything_happens(new: NewEpisode, said_why: str) -> None:
    store = BrokenEpisodes()
    store.broken = {"put", "search"}
    refusing = service(store, embedder=BrokenEmbedder(HashEmbedder()))
    with pytest.raises(InvalidInput, match=re.escape(said_why)):
        await refusing.remember(HERE, new)


async def test_a_memory_forgotten_while_it_is_superseded_stays_forgotten() -> None:
    class Slow(InMemoryEpisodes):
        async def get(self, scope: Scope, episode_id: EpisodeId) -> Record | None:
            record = await super().get(scope, episode_id)
            looked.set()
            await asyncio.sleep(0.02)
            return record

    looked, store, locks = asyncio.Event(), Slow(), ScopeLocks()
    old = await said(store, BERLIN)
    correcting = asyncio.create_task(service(store, locks).remember(HERE, correction(PARIS)))
    await looked.wait()
    await ForgetService(store=store, locks=locks).forget(HERE, old)
    await correcting
    assert await contents(store, HERE) == [PARIS]
