"""Deleting many, and everything there is of one speaker."""

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.audit import Change
from ltm.domain.episode import EpisodeId
from ltm.domain.gate import NewEpisode
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.domain.selection import selection_of
from ltm.domain.turn import Turn
from ltm.errors import OutcomeUnknown, StoreUnavailable
from tests.doubles import START, BrokenEpisodes
from tests.services.memories import ALICE, BOB, GROUP, HERE, THERE, contents
from tests.services.wired import Wired

pytestmark = pytest.mark.anyio

CAROL_SAYS = "Bob was at the fair with Alice"


async def lived_in() -> Wired:
    """A group with memories of Alice, of Bob, about each other, and profiles."""
    memory = Wired()
    await memory.say("likes green tea", ALICE)
    await memory.say("has a red bike", BOB)
    await memory.say("owes me ten euros", BOB, subject="Alice", about=ALICE.id)
    await memory.say(CAROL_SAYS, BOB)
    for who, value in ((ALICE, "patient"), (BOB, "loud")):
        edit = Edit(field=Field.TRAITS, action=Action.ADD, value=value, fact_key="manner")
        await memory.profiles.edit(GROUP, ProfileScope.SPEAKER, who.id, edit, Caps())
        change = Edit(field=Field.TRAITS, action=Action.SET, value=f"very {value}", fact_key="manner")
        await memory.profiles.edit(GROUP, ProfileScope.SPEAKER, who.id, change, Caps())
    return memory


async def test_everything_of_and_about_the_speaker_is_gone_and_nothing_else() -> None:
    memory = await lived_in()
    await memory.remembering.remember(THERE, NewEpisode(content="likes green tea", speaker=ALICE))
    memory.recent_turns.add(Turn(session=GROUP, speaker=ALICE, text="hello there", at=START))
    held = await memory.erase.held(HERE, GROUP, ALICE)
    assert (len(held.episodes), held.mentions, held.has_profile) == (2, 1, True)
    erased = await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    assert (erased.memories, erased.profiles) == (2, 1)
    assert await contents(memory.inner, HERE) == sorted([CAROL_SAYS, "has a red bike"])
    assert await contents(memory.inner, THERE) == ["likes green tea"]
    assert (await memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty
    assert not (await memory.profiles.speaker_profile(GROUP, BOB.id)).is_empty
    assert memory.recent_turns.before(Turn(session=GROUP, speaker=ALICE, text="", at=START)) == ()
    assert memory.outbox.waiting == 0
    held = await memory.erase.held(HERE, GROUP, ALICE)
    assert (held.episodes, held.has_profile) == ((), False)


async def test_the_audit_knows_the_speaker_no_more() -> None:
    memory = await lived_in()
    mine = {episode.id for episode in await memory.all() if episode.concerns(ALICE.id)}
    await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    entries = (await memory.audit.page(HERE, 1)).entries
    assert entries[0].change is Change.ERASED
    assert all(entry.by != ALICE.id for entry in entries)
    assert all(entry.digest == "" for entry in entries if entry.episode_id in mine)


async def test_no_byte_of_the_speaker_is_left_in_the_storage() -> None:
    memory = await lived_in()
    key = GROUP.speaker_profile_key(ALICE.id)
    await memory.storage.put(f"{key}/unreadable/0123", b"patient once")
    await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    assert await memory.storage.keys("profile-places/") == [GROUP.speaker_places_key(BOB.id)]
    left = b"".join([await memory.storage.get(each) or b"" for each in await memory.storage.keys("")])
    for word in (b"patient", b"green tea", b"ten euros", b"Alice"):
        assert word not in left
    assert b"loud" in left


async def test_doing_it_again_changes_nothing() -> None:
    memory = await lived_in()
    await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    before = await memory.all()
    erased = await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    assert (erased.memories, erased.profiles) == (0, 0)
    assert await memory.all() == before


@pytest.mark.parametrize("broken", ["scan", "delete", "get"])
async def test_what_is_interrupted_is_taken_up_again_after_a_restart(broken: str) -> None:
    store = BrokenEpisodes()
    memory = Wired(store)
    await memory.say("likes green tea", ALICE)
    await memory.say("has a red bike", BOB)
    store.broken = {broken}
    with pytest.raises(StoreUnavailable):
        await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    await memory.outbox.close()
    store.broken = set()
    restarted = Wired(store, storage=memory.storage, clock=memory.clock)
    await restarted.outbox.load()
    await restarted.drained()
    assert await contents(store, HERE) == ["has a red bike"]
    assert restarted.outbox.waiting == 0


async def test_under_one_memory_for_a_bot_the_profiles_of_all_its_conversations_go() -> None:
    memory = Wired()
    scope = Scope.of(GROUP, Isolation.BOT)
    other = SessionKey(name="person_1", bot_uuid=GROUP.bot_uuid)
    stranger = SessionKey(name="person_1", bot_uuid="bot-2")
    for session in (GROUP, other, stranger):
        edit = Edit(field=Field.NAME, action=Action.SET, value="Al")
        await memory.profiles.edit(session, ProfileScope.SPEAKER, ALICE.id, edit, Caps())
    assert (await memory.erase.forget_me(scope, GROUP, ALICE.id)).profiles == 2
    for session, empty in ((GROUP, True), (other, True), (stranger, False)):
        assert (await memory.profiles.speaker_profile(session, ALICE.id)).is_empty is empty


async def test_a_conversation_without_a_name_is_a_conversation_and_not_the_whole_bot() -> None:
    memory = Wired()
    nameless = SessionKey(name="", bot_uuid=GROUP.bot_uuid)
    for session in (GROUP, nameless):
        edit = Edit(field=Field.NAME, action=Action.SET, value="Al")
        await memory.profiles.edit(session, ProfileScope.SPEAKER, ALICE.id, edit, Caps())
    erased = await memory.erase.forget_me(Scope.of(nameless, Isolation.SESSION), nameless, ALICE.id)
    assert erased.profiles == 1
    assert not (await memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty


async def test_a_store_that_keeps_what_it_deleted_is_found_out() -> None:
    class Keeping(InMemoryEpisodes):
        async def delete(self, scope: Scope, episode_id: EpisodeId) -> bool:
            return True

    memory = Wired(Keeping())
    await memory.say("likes green tea", ALICE)
    with pytest.raises(OutcomeUnknown):
        await memory.erase.forget_me(HERE, GROUP, ALICE.id)
    await memory.outbox.close()


async def test_a_selection_deletes_what_it_counted() -> None:
    memory = await lived_in()
    found = await memory.erase.matching(HERE, selection_of("--speaker 2").matches)
    assert len(found) == 3
    await memory.say("came later", BOB)
    assert await memory.erase.delete(HERE, [episode.id for episode in found], "9") == 3
    assert await contents(memory.inner, HERE) == sorted(["came later", "likes green tea"])
    assert [entry.by for entry in (await memory.audit.page(HERE, 1)).entries][:3] == ["9"] * 3


async def test_clearing_leaves_other_scopes_and_peoples_profiles() -> None:
    memory = await lived_in()
    await memory.remembering.remember(THERE, NewEpisode(content="elsewhere", speaker=ALICE))
    note = Edit(field=Field.NOTES, action=Action.ADD, value="a reading circle")
    await memory.profiles.edit(GROUP, ProfileScope.SESSION, None, note, Caps())
    erased = await memory.erase.clear(HERE, GROUP, "9")
    assert (erased.memories, erased.profiles) == (4, 1)
    assert await contents(memory.inner, HERE) == []
    assert await contents(memory.inner, THERE) == ["elsewhere"]
    assert (await memory.profiles.session_profile(GROUP)).is_empty
    assert not (await memory.profiles.speaker_profile(GROUP, ALICE.id)).is_empty


async def test_a_memory_that_waits_is_erased_with_the_rest() -> None:
    store = BrokenEpisodes()
    memory = Wired(store)
    store.broken = {"put"}
    assert (await memory.say("likes green tea", ALICE)).is_waiting
    store.broken = set()
    assert (await memory.erase.forget_me(HERE, GROUP, ALICE.id)).memories == 1
    await memory.drained()
    assert await contents(store, HERE) == []
    assert await memory.storage.keys("outbox/") == []
