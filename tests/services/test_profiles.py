"""Profiles over a storage: reads never write, failures are never emptiness, no edit is lost."""

import asyncio
import logging

import pytest

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.domain.profile import Action, Caps, Edit, Field, Profile, ProfileScope
from ltm.domain.scope import SessionKey
from ltm.errors import Conflict, Corrupt, InvalidInput, Refused, StoreUnavailable
from ltm.services.profiles import ProfileService
from tests.doubles import FixedClock, WatchedStorage
from tests.services.memories import GROUP, OTHER_GROUP

pytestmark = pytest.mark.anyio

CAPS = Caps(traits=60, preferences=60)
SESSION, SPEAKER = ProfileScope.SESSION, ProfileScope.SPEAKER
KEY = GROUP.session_profile_key


def service(storage: WatchedStorage) -> ProfileService:
    return ProfileService(store=StoredProfiles(storage), clock=FixedClock())


def trait(value: str) -> Edit:
    return Edit(field=Field.TRAITS, action=Action.ADD, value=value)


async def test_a_read_never_writes() -> None:
    storage = WatchedStorage()
    await service(storage).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    await storage.put(OTHER_GROUP.session_profile_key, b"{broken")
    before = storage.writes
    assert await service(storage).speaker_profile(GROUP, "never seen") == Profile()
    assert [fact.value for fact in (await service(storage).session_profile(GROUP)).traits] == ["quiet"]
    with pytest.raises(Corrupt):
        await service(storage).session_profile(OTHER_GROUP)
    assert storage.writes == before


async def test_a_failed_read_is_never_an_empty_profile() -> None:
    storage = WatchedStorage()
    storage.broken_keys = {KEY}
    with pytest.raises(StoreUnavailable):
        await service(storage).session_profile(GROUP)
    with pytest.raises(StoreUnavailable):
        await service(storage).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    assert storage.writes == 0


async def test_profiles_of_sessions_and_speakers_are_kept_apart() -> None:
    profiles = service(WatchedStorage())
    places = [(GROUP, SESSION, None), (GROUP, SPEAKER, "1"), (GROUP, SPEAKER, "2"), (OTHER_GROUP, SPEAKER, "1")]
    for number, (session, scope, speaker_id) in enumerate(places):
        await profiles.edit(session, scope, speaker_id, trait(f"trait {number}"), CAPS)
    read = [
        await profiles.session_profile(GROUP),
        await profiles.speaker_profile(GROUP, "1"),
        await profiles.speaker_profile(GROUP, "2"),
        await profiles.speaker_profile(OTHER_GROUP, "1"),
    ]
    assert [[fact.value for fact in profile.traits] for profile in read] == [[f"trait {n}"] for n in range(4)]
    assert await profiles.session_profile(OTHER_GROUP) == Profile()


async def test_an_edit_says_what_it_did_and_stays_with_the_next_process() -> None:
    storage = WatchedStorage()
    done = await service(storage).edit(GROUP, SPEAKER, "1", trait("quiet"), CAPS)
    assert (done.scope, done.edited.changed, done.kept_aside) == (SPEAKER, True, None)
    assert await service(storage).speaker_profile(GROUP, "1") == done.edited.profile


async def test_an_edit_that_changes_nothing_writes_nothing() -> None:
    storage = WatchedStorage()
    await service(storage).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    before = storage.writes
    again = await service(storage).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    assert not again.edited.changed
    assert storage.writes == before


async def test_a_refused_edit_writes_nothing() -> None:
    storage = WatchedStorage()
    with pytest.raises(Refused):
        await service(storage).edit(GROUP, SESSION, None, trait("quiet"), Caps(traits=0))
    with pytest.raises(InvalidInput):
        await service(storage).edit(GROUP, SESSION, None, trait(" "), CAPS)
    assert storage.writes == 0


@pytest.mark.parametrize("speaker_id", [None, ""])
async def test_without_a_speaker_there_is_no_speaker_profile_to_edit(speaker_id: str | None) -> None:
    storage = WatchedStorage()
    with pytest.raises(InvalidInput, match="use scope=session"):
        await service(storage).edit(GROUP, SPEAKER, speaker_id, trait("quiet"), CAPS)
    assert not storage.calls


@pytest.mark.parametrize("raw", [b"{broken", b"", b"[]", b'{"v": 2}', b'{"v": 1, "updated_at": 1e30}', b"\xff\x00"])
async def test_unreadable_bytes_are_kept_aside_unchanged_before_anything_new_is_written(
    raw: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    storage = WatchedStorage()
    await storage.put(KEY, raw)
    with pytest.raises(Corrupt, match="Nothing was changed"):
        await service(storage).session_profile(GROUP)
    with caplog.at_level(logging.ERROR):
        done = await service(storage).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    assert done.kept_aside is not None
    assert done.kept_aside != KEY
    assert done.kept_aside in caplog.text
    assert await storage.get(done.kept_aside) == raw
    assert [fact.value for fact in (await service(storage).session_profile(GROUP)).traits] == ["quiet"]


async def test_unreadable_bytes_stay_where_they_are_if_they_cannot_be_kept_aside() -> None:
    class NoRoom(InMemoryStorage):
        async def put(self, key: str, value: bytes) -> None:
            raise StoreUnavailable("full")

    inner = NoRoom()
    await inner.swap(KEY, None, b"{broken")
    with pytest.raises(StoreUnavailable):
        await service(WatchedStorage(inner)).edit(GROUP, SESSION, None, trait("quiet"), CAPS)
    assert await inner.get(KEY) == b"{broken"


async def test_fifty_edits_at_once_all_arrive() -> None:
    storage = WatchedStorage()
    profiles = service(storage)
    done = await asyncio.gather(
        *(profiles.edit(GROUP, SESSION, None, trait(f"trait {number}"), CAPS) for number in range(50))
    )
    assert all(edit.edited.changed for edit in done)
    held = {fact.value for fact in (await profiles.session_profile(GROUP)).traits}
    assert held == {f"trait {number}" for number in range(50)}


async def test_edits_of_two_processes_at_once_all_arrive() -> None:
    storage = WatchedStorage()
    await asyncio.gather(*(service(storage).edit(GROUP, SESSION, None, trait(f"trait {n}"), CAPS) for n in range(3)))
    assert len((await service(storage).session_profile(GROUP)).traits) == 3


async def test_a_profile_that_never_stands_still_is_said() -> None:
    class Restless(InMemoryStorage):
        async def swap(self, key: str, expected: bytes | None, value: bytes) -> bool:
            return False

    with pytest.raises(Conflict, match="try again"):
        await service(WatchedStorage(Restless())).edit(GROUP, SESSION, None, trait("quiet"), CAPS)


async def test_one_speaker_may_be_edited_in_many_conversations_at_once() -> None:
    storage = WatchedStorage()
    profiles = ProfileService(store=StoredProfiles(storage), clock=FixedClock())
    edit_name = Edit(field=Field.NAME, action=Action.SET, value="Al")
    sessions = [SessionKey(name=f"group_{number}", bot_uuid="b") for number in range(12)]
    await asyncio.gather(
        *(profiles.edit(session, ProfileScope.SPEAKER, "1", edit_name, Caps()) for session in sessions)
    )
    assert sorted(await profiles.sessions_of(sessions[0], "1")) == sorted(session.name for session in sessions)
