"""What a turn gets within its deadline: late or failing parts are left out, named, and cost the others nothing."""

from time import perf_counter

import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.stored_profiles import StoredProfiles
from ltm.domain.episode import Speaker
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.domain.scope import Isolation, Scope
from ltm.domain.turn import Turn, TurnMemory
from ltm.ports.embedder import Embedder
from ltm.services.profiles import ProfileService
from ltm.services.recall import RecallService
from ltm.services.turns import TurnService
from tests.doubles import START, BrokenEmbedder, BrokenEpisodes, FixedClock, SlowEmbedder, WatchedStorage
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, GROUP, HERE, OTHER_GROUP, episode, indexed, stored

pytestmark = pytest.mark.anyio

DEADLINE_S = 0.1
LONG_S = 30.0
PARTS = {"session_profile", "speaker_profile", "episodes"}
KEYS = {"session_profile": GROUP.session_profile_key, "speaker_profile": GROUP.speaker_profile_key(ALICE.id)}


class World:
    """A conversation about which all three parts know something."""

    def __init__(self) -> None:
        self.storage = WatchedStorage()
        self.store = BrokenEpisodes()
        self.embedder: Embedder = HashEmbedder()
        self.isolation = Isolation.SESSION
        self.top_k = 3

    async def filled(self) -> "World":
        profiles = ProfileService(store=StoredProfiles(self.storage), clock=FixedClock())
        for scope in ProfileScope:
            edit = Edit(field=Field.TRAITS, action=Action.ADD, value=f"trait of the {scope}")
            await profiles.edit(GROUP, scope, ALICE.id, edit, Caps())
        await stored(self.store, self.embedder, HERE, *(episode(f"likes tea {number}") for number in range(10)))
        return self

    async def prepare(self, speaker: Speaker | None = ALICE, *, deadline_s: float = DEADLINE_S) -> TurnMemory:
        clock = FixedClock()
        turns = TurnService(
            profiles=ProfileService(store=StoredProfiles(self.storage), clock=clock),
            recall=RecallService(
                store=indexed(self.store, self.embedder.model), embedder=self.embedder, clock=clock, half_life_days=30
            ),
            isolation=self.isolation,
            auto_recall_top_k=self.top_k,
            injection_token_budget=lambda: 600,
        )
        turn = Turn(session=GROUP, speaker=speaker, text="likes tea", at=START)
        return await turns.prepare(turn, deadline_s=deadline_s)


def known(memory: TurnMemory) -> set[str]:
    return {
        name
        for name, part in (
            ("session_profile", memory.session_profile and memory.session_profile.traits),
            ("speaker_profile", memory.speaker_profile and memory.speaker_profile.traits),
            ("episodes", memory.recalled.hits),
        )
        if part
    }


async def test_a_turn_gets_profiles_and_top_k_memories_and_nothing_is_written() -> None:
    world = await World().filled()
    before = world.storage.writes
    memory = await world.prepare()
    assert known(memory) == PARTS
    assert memory.missing == ()
    assert len(memory.recalled.hits) == 3
    assert memory.session_profile is not None
    assert memory.speaker_profile is not None
    assert memory.session_profile.traits[0].value == "trait of the session"
    assert memory.speaker_profile.traits[0].value == "trait of the speaker"
    assert world.storage.writes == before


@pytest.mark.parametrize("part", sorted(PARTS))
async def test_a_slow_part_is_left_out_and_named_and_the_others_are_there_in_time(part: str) -> None:
    world = await World().filled()
    if part == "episodes":
        world.store.delay_s = LONG_S
    else:
        world.storage.slow_keys = {KEYS[part]: LONG_S}
    started = perf_counter()
    memory = await world.prepare()
    assert perf_counter() - started < 20 * DEADLINE_S
    assert (known(memory), memory.missing) == (PARTS - {part}, (part,))


@pytest.mark.parametrize("part", sorted(PARTS))
async def test_a_failing_part_is_left_out_and_named_and_the_others_are_there(part: str) -> None:
    world = await World().filled()
    if part == "episodes":
        world.store.broken = {"search"}
    else:
        world.storage.broken_keys = {KEYS[part]}
    memory = await world.prepare()
    assert (known(memory), memory.missing) == (PARTS - {part}, (part,))


async def test_a_slow_model_is_done_without_and_memories_are_found_by_their_words() -> None:
    world = await World().filled()
    world.embedder = SlowEmbedder(world.embedder, LONG_S)
    memory = await world.prepare(deadline_s=2)
    assert (known(memory), memory.missing) == (PARTS, ())
    assert memory.recalled.by_words_only


async def test_an_unreadable_profile_is_missing_and_not_empty() -> None:
    world = await World().filled()
    await world.storage.put(KEYS["session_profile"], b"{broken")
    memory = await world.prepare()
    assert memory.session_profile is None
    assert memory.missing == ("session_profile",)


async def test_all_parts_slow_take_one_deadline_together() -> None:
    world = await World().filled()
    world.store.delay_s = LONG_S
    world.storage.slow_keys = dict.fromkeys(KEYS.values(), LONG_S)
    started = perf_counter()
    memory = await world.prepare()
    assert perf_counter() - started < 20 * DEADLINE_S
    assert (known(memory), set(memory.missing)) == (set(), PARTS)


async def test_a_turn_without_speaker_lacks_nothing() -> None:
    memory = await (await World().filled()).prepare(speaker=None)
    assert memory.speaker_profile is None
    assert memory.missing == ()
    assert known(memory) == PARTS - {"speaker_profile"}


async def test_automatic_recall_that_is_turned_off_asks_nobody() -> None:
    world = await World().filled()
    world.top_k, world.embedder = 0, BrokenEmbedder(world.embedder)
    memory = await world.prepare()
    assert (memory.recalled.hits, memory.missing) == ((), ())


async def test_only_the_scopes_own_memories_are_recalled_by_either_isolation() -> None:
    world = World()
    by_bot = Scope.of(OTHER_GROUP, Isolation.BOT)
    await stored(world.store, world.embedder, HERE, episode("likes tea"))
    await stored(world.store, world.embedder, by_bot, episode("likes tea, said elsewhere"))
    assert [hit.episode.content for hit in (await world.prepare()).recalled.hits] == ["likes tea"]
    world.isolation = Isolation.BOT
    assert [hit.episode.content for hit in (await world.prepare()).recalled.hits] == ["likes tea, said elsewhere"]


async def test_an_empty_world_is_known_to_be_empty() -> None:
    world = World()
    assert isinstance(world.store, InMemoryEpisodes)
    memory = await world.prepare()
    assert (known(memory), memory.missing) == (set(), ())
    assert memory.session_profile is not None
