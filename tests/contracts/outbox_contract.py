"""What every Outbox promises. Subclass and give an `opened`, which opens the same outbox anew, as after a crash."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from ltm.domain.episode import Episode, EpisodeId
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.ports.embedder import Embedding
from ltm.ports.episode_store import Record
from ltm.ports.outbox import Outbox, Pending, PendingErasure, PendingMemory
from tests.contracts.episodes import AXIS, BARE, FULL, HERE, ODD_SCOPES, Maker
from tests.contracts.random_play import TOLERANCE
from tests.doubles import START

Opened = Callable[[], Outbox]
NOT_EMBEDDED = Embedding("", np.zeros(0, dtype=np.float32))
SESSION = SessionKey(name="group:1001\n", bot_uuid="bot-1")
WHOLE = Scope(isolation=Isolation.BOT, bot_uuid="bot-1", session_name="")


async def memories(outbox: Outbox) -> list[tuple[str, Scope, Episode]]:
    return [_shown(entry) for entry in await outbox.pending() if isinstance(entry, PendingMemory)]


def _shown(entry: PendingMemory) -> tuple[str, Scope, Episode]:
    return entry.key, entry.scope, entry.record.episode


@pytest.mark.anyio
class OutboxContract:
    """Subclasses override `opened`."""

    @pytest.fixture
    async def opened(self) -> Opened:
        raise NotImplementedError

    async def test_an_empty_one_has_nothing(self, opened: Opened) -> None:
        assert await opened().pending() == []
        await opened().remove("missing")
        await opened().keep_aside("missing")
        assert await opened().pending() == []

    @pytest.mark.parametrize("episode", [FULL, BARE, replace(BARE, content="汉" * 4_000)])
    async def test_a_memory_comes_back_equal_in_every_field(self, opened: Opened, episode: Episode) -> None:
        added = await opened().add_memory(HERE, Record(episode=episode, embedding=AXIS))
        [read] = await opened().pending()
        assert isinstance(read, PendingMemory)
        assert (read.key, read.scope, read.record.episode, read.is_rewritten) == (added.key, HERE, episode, False)
        assert read.record.embedding.cosine(AXIS) == pytest.approx(1.0, abs=TOLERANCE)

    async def test_one_without_a_vector_comes_back_without(self, opened: Opened) -> None:
        await opened().add_memory(HERE, Record(episode=BARE, embedding=NOT_EMBEDDED))
        [read] = await opened().pending()
        assert isinstance(read, PendingMemory)
        assert (read.record.embedding.model, read.record.embedding.vector.shape) == ("", (0,))

    @pytest.mark.parametrize("scope", [*ODD_SCOPES, WHOLE], ids=range(len(ODD_SCOPES) + 1))
    async def test_scope_and_session_come_back(self, opened: Opened, scope: Scope) -> None:
        outbox = opened()
        memory = await outbox.add_memory(scope, Maker().record())
        session = SessionKey(name=scope.session_name, bot_uuid=scope.bot_uuid)
        erasure = await outbox.add_erasure(scope, session, "ou_1:2/3 'Älice'")
        first, second = await opened().pending()
        assert (first.key, first.scope) == (memory.key, scope)
        assert second == erasure
        assert erasure == PendingErasure(
            key=erasure.key, scope=scope, session=session, speaker_id="ou_1:2/3 'Älice'", at=START
        )

    async def test_they_come_in_the_order_they_were_added(self, opened: Opened) -> None:
        outbox, maker, added = opened(), Maker(), list[str]()
        for number in range(20):
            if number % 7 == 6:
                outbox = opened()
            pending: Pending = await outbox.add_memory(HERE, maker.record())
            if number % 3 == 0:
                pending = await outbox.add_erasure(HERE, SESSION, "1")
                [*_, memory, _] = await outbox.pending()
                added.append(memory.key)
            added.append(pending.key)
        assert [entry.key for entry in await opened().pending()] == added == sorted(set(added))

    async def test_remove_takes_that_one_out(self, opened: Opened) -> None:
        outbox, maker = opened(), Maker()
        first, second, third = [await outbox.add_memory(HERE, maker.record()) for _ in range(3)]
        await outbox.remove(second.key)
        await outbox.remove(second.key)
        assert [entry.key for entry in await opened().pending()] == [first.key, third.key]

    async def test_a_rewritten_one_keeps_its_place(self, opened: Opened) -> None:
        outbox, maker = opened(), Maker()
        first, second = [await outbox.add_memory(HERE, maker.record()) for _ in range(2)]
        new = Record(episode=replace(first.record.episode, content="new"), embedding=NOT_EMBEDDED)
        await outbox.rewrite(replace(first, record=new, is_rewritten=True))
        expected = [(first.key, HERE, new.episode), (second.key, HERE, second.record.episode)]
        assert await memories(opened()) == expected
        rewritten, untouched = await opened().pending()
        assert isinstance(rewritten, PendingMemory)
        assert isinstance(untouched, PendingMemory)
        assert (rewritten.is_rewritten, untouched.is_rewritten) == (True, False)

    async def test_what_is_kept_aside_is_not_pending(self, opened: Opened) -> None:
        outbox, maker = opened(), Maker()
        first, second = [await outbox.add_memory(HERE, maker.record()) for _ in range(2)]
        await outbox.keep_aside(first.key)
        assert [entry.key for entry in await opened().pending()] == [second.key]

    async def test_the_same_memory_twice_is_two_entries(self, opened: Opened) -> None:
        outbox, record = opened(), Maker().record(episode_id=EpisodeId(FULL.id))
        keys = [(await outbox.add_memory(HERE, record)).key for _ in range(2)]
        assert [entry.key for entry in await opened().pending()] == keys
