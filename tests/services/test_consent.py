"""Wishes over a storage: never lost, never read as none, the same for everyone who asks."""

import asyncio
import logging
import random

import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.domain import consent as consents
from ltm.domain.consent import Here
from ltm.domain.scope import Isolation, SessionKey
from ltm.errors import Conflict, Corrupt, InvalidInput, LongTermMemoryError, Refused, StoreUnavailable
from ltm.services.consent import ConsentService, consent_key
from tests.doubles import WatchedStorage
from tests.services.memories import GROUP, OTHER_GROUP

pytestmark = pytest.mark.anyio

OTHER_BOT = SessionKey(name="group_1001", bot_uuid="bot-2")
SESSIONS = [GROUP, OTHER_GROUP, OTHER_BOT]
SPEAKERS = ["1", "2", "用户:3"]
KEY = consent_key(GROUP)
UNREADABLE = [
    *(b"", b"{broken", b"[]", b"null", b"\xff\x00", b'{"v": 2, "off": {}, "paused": []}', b'{"off": {}, "paused": []}'),
    *(b'{"v": 1, "off": {"g": "12"}, "paused": []}', b'{"v": 1, "off": {"g": [1]}, "paused": []}'),
    *(b'{"v": 1, "off": {}, "paused": "g"}', b'{"v": 1, "off": {}, "paused": [], "off_until": {}}'),
]


def service(storage: WatchedStorage, isolation: Isolation = Isolation.SESSION) -> ConsentService:
    return ConsentService(storage=storage, isolation=isolation)


class Plain:
    """The same wishes, kept the simplest way."""

    def __init__(self) -> None:
        self.off: set[tuple[SessionKey, str]] = set()
        self.paused: set[SessionKey] = set()

    def here(self, session: SessionKey, isolation: Isolation) -> Here:
        def counts(where: SessionKey) -> bool:
            return where == session or (isolation is Isolation.BOT and where.bot_uuid == session.bot_uuid)

        off = {speaker_id for where, speaker_id in self.off if counts(where)}
        return Here(paused=session in self.paused, off=frozenset(off))

    def step(self, kind: str, session: SessionKey, speaker_id: str, isolation: Isolation) -> bool:
        before = (set(self.off), set(self.paused))
        match kind:
            case "switch_off":
                self.off.add((session, speaker_id))
            case "switch_on" if isolation is Isolation.BOT:
                self.off -= {(where, speaker_id) for where in SESSIONS if where.bot_uuid == session.bot_uuid}
            case "switch_on":
                self.off.discard((session, speaker_id))
            case "pause":
                self.paused.add(session)
            case _:
                self.paused.discard(session)
        return before != (self.off, self.paused)


async def step(consent: ConsentService, kind: str, session: SessionKey, speaker_id: str) -> bool:
    match kind:
        case "switch_off":
            return await consent.switch_off(session, speaker_id)
        case "switch_on":
            return await consent.switch_on(session, speaker_id)
        case "pause":
            return await consent.pause(session)
        case _:
            return await consent.resume(session)


@pytest.mark.parametrize("seed", range(10))
async def test_wishes_hold_through_restarts_failures_and_changes_of_isolation(seed: int) -> None:
    rng, storage, plain = random.Random(seed), WatchedStorage(), Plain()
    isolation = rng.choice(list(Isolation))
    asked, changed = [service(storage, isolation) for _ in range(2)]
    for _ in range(150):
        if rng.random() < 0.1:
            isolation = rng.choice(list(Isolation))
            asked, changed = [service(storage, isolation) for _ in range(2)]
        kind = rng.choice(["switch_off", "switch_off", "switch_on", "pause", "resume"])
        session, speaker_id = rng.choice(SESSIONS), rng.choice(SPEAKERS)
        if rng.random() < 0.1:
            storage.broken_keys = {consent_key(session)}
            with pytest.raises(StoreUnavailable):
                await step(changed, kind, session, speaker_id)
            with pytest.raises(StoreUnavailable):
                await asked.of(session)
            storage.broken_keys = set()
        else:
            done = await step(changed, kind, session, speaker_id)
            assert done == plain.step(kind, session, speaker_id, isolation)
        for where in SESSIONS:
            # Also whoever did not write: two services on one storage never differ.
            assert await asked.of(where) == await changed.of(where) == plain.here(where, isolation)


async def test_asking_writes_nothing_and_nobody_is_off_at_first() -> None:
    storage = WatchedStorage()
    for isolation in Isolation:
        assert await service(storage, isolation).of(GROUP) == Here()
        assert not await service(storage, isolation).switch_on(GROUP, "1")
        assert not await service(storage, isolation).resume(GROUP)
    assert storage.writes == 0


async def test_whoever_is_off_anywhere_is_off_everywhere_the_memories_are_shared() -> None:
    storage = WatchedStorage()
    await service(storage, Isolation.SESSION).switch_off(GROUP, "1")
    assert (await service(storage, Isolation.SESSION).of(OTHER_GROUP)).off == frozenset()
    assert (await service(storage, Isolation.BOT).of(OTHER_GROUP)).off == {"1"}
    assert (await service(storage, Isolation.BOT).of(OTHER_BOT)).off == frozenset()
    assert await service(storage, Isolation.BOT).switch_on(OTHER_GROUP, "1")
    assert (await service(storage, Isolation.SESSION).of(GROUP)).off == frozenset()


async def test_a_wish_stands_as_soon_as_it_is_acknowledged_whoever_asks_meanwhile() -> None:
    storage = WatchedStorage()
    consent = service(storage)

    async def ask() -> None:
        for _ in range(20):
            await consent.of(GROUP)

    asking = [asyncio.create_task(ask()) for _ in range(5)]
    for number in range(10):
        assert await consent.switch_off(GROUP, str(number))
        assert str(number) in (await consent.of(GROUP)).off
    await asyncio.gather(*asking)


async def test_changes_at_once_all_arrive() -> None:
    storage = WatchedStorage()
    consent = service(storage)
    assert all(await asyncio.gather(*(consent.switch_off(GROUP, str(number)) for number in range(50))))
    assert (await service(storage).of(GROUP)).off == {str(number) for number in range(50)}
    assert all(await asyncio.gather(*(service(storage).switch_off(OTHER_GROUP, str(n)) for n in range(3))))
    assert len((await service(storage).of(OTHER_GROUP)).off) == 3


async def test_a_record_that_never_stands_still_is_said() -> None:
    class Restless(InMemoryStorage):
        async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
            return False

    with pytest.raises(Conflict, match="try again"):
        await service(WatchedStorage(Restless())).switch_off(GROUP, "1")


@pytest.mark.parametrize("raw", UNREADABLE)
async def test_an_unreadable_record_is_nobodys_consent(raw: bytes) -> None:
    storage = WatchedStorage()
    await storage.put(KEY, raw)
    before = storage.writes
    for isolation in Isolation:
        consent = service(storage, isolation)
        for refused in (consent.of(GROUP), consent.switch_off(GROUP, "1"), consent.switch_on(GROUP, "1")):
            with pytest.raises(Corrupt, match="nothing is stored or recalled"):
                await refused
    assert storage.writes == before
    assert await service(storage).of(OTHER_BOT) == Here()


@pytest.mark.parametrize("raw", UNREADABLE)
@pytest.mark.parametrize("kind", ["pause", "resume"])
async def test_an_administrator_begins_a_new_record_and_the_old_one_is_kept(
    raw: bytes, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    storage = WatchedStorage()
    await storage.put(KEY, raw)
    assert await step(service(storage), kind, GROUP, "")
    assert await service(storage).of(GROUP) == Here(paused=kind == "pause")
    [said] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert isinstance(said.args, tuple)
    assert await storage.get(str(said.args[0])) == raw


async def test_an_unreadable_record_stays_if_it_cannot_be_kept_aside() -> None:
    class NoRoom(InMemoryStorage):
        async def put(self, key: str, value: bytes) -> None:
            raise StoreUnavailable("full")

    inner = NoRoom()
    await inner.swap(KEY, None, b"{broken")
    with pytest.raises(StoreUnavailable):
        await service(WatchedStorage(inner)).resume(GROUP)
    assert await inner.get(KEY) == b"{broken"


async def test_a_full_record_refuses_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consents, "MAX_ENTRIES", 2)
    consent = service(WatchedStorage())
    await consent.switch_off(GROUP, "1")
    await consent.pause(OTHER_GROUP)
    with pytest.raises(Refused, match="nothing was changed"):
        await consent.switch_off(GROUP, "2")
    with pytest.raises(Refused, match="nothing was changed"):
        await consent.pause(GROUP)
    assert await consent.of(GROUP) == Here(off=frozenset("1"))
    assert await consent.switch_off(OTHER_BOT, "2")


@pytest.mark.parametrize("speaker_id", ["", "\ud800"])
async def test_a_wish_that_cannot_be_kept_is_refused_and_not_kept_as_somebody_elses(speaker_id: str) -> None:
    storage = WatchedStorage()
    for change in (service(storage).switch_off, service(storage).switch_on):
        with pytest.raises(InvalidInput):
            await change(GROUP, speaker_id)
    with pytest.raises(InvalidInput):
        await service(storage).pause(SessionKey(name="group_\udfff"))
    assert storage.writes == 0


async def test_who_is_off_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    storage = WatchedStorage()
    with caplog.at_level(logging.DEBUG):
        await service(storage).switch_off(GROUP, "speaker-4711")
        await service(storage).pause(GROUP)
        await storage.put(KEY, b"speaker-4711")
        with pytest.raises(LongTermMemoryError) as refused:
            await service(storage).of(GROUP)
    assert caplog.records
    assert "4711" not in caplog.text + str(refused.value)
