"""Where the table of contents stands in a prompt: before all that changes from turn to turn."""

from dataclasses import replace

import pytest
from langbot_plugin.api.entities.builtin.provider.message import Message

from components.event_listener.memory_listener import with_memory
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.contents import CONTENTS_OPENING
from ltm.domain.recall import RecallQuery
from ltm.domain.rendering import BLOCK_OPENING, for_prompt
from ltm.domain.turn import Turn, TurnMemory
from ltm.services.contents import ContentsService
from ltm.services.recall import RecallService
from tests.components.conftest import ALICE as PLACE
from tests.components.conftest import know, open_bench
from tests.doubles import FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, episode, indexed, stored

pytestmark = pytest.mark.anyio


async def test_a_prompt_begins_the_same_from_turn_to_turn_up_to_the_contents() -> None:
    store, clock = indexed(InMemoryEpisodes()), FixedClock()
    said = episode("Alice likes green tea", days_ago=3), episode("Bob plays chess", by=BOB, days_ago=1)
    await stored(store, HashEmbedder(), HERE, *said)
    service = ContentsService(store=store, clock=clock, half_life_days=30, tokens=200)
    recall = RecallService(store=store, embedder=HashEmbedder(), clock=clock, half_life_days=30)
    await service.of(HERE, GROUP.name)
    await service.settled()
    prompt, began, blocks = (
        [Message(role="system", content="You are kind."), Message(role="user", content="hi")],
        [],
        [],
    )
    for text, speaker in (("green tea", ALICE), ("chess", BOB)):
        turn = Turn(session=GROUP, speaker=speaker, text=text, at=clock.now())
        found = await recall.recall(HERE, RecallQuery(text=text, top_k=1))
        block = for_prompt(TurnMemory(turn=turn, session_profile=None, speaker_profile=None, recalled=found))
        prompt = with_memory(prompt, contents=await service.of(HERE, GROUP.name), block=block)
        await service.settled()
        assert [message.role for message in prompt] == ["system", "system", "user", "system"]
        began.append("".join(message.model_dump_json() for message in prompt[:2]).encode())
        blocks.append(str(prompt[3].content))
        clock.advance(seconds=1_900)
    assert began[0] == began[1]
    assert CONTENTS_OPENING.encode() in began[0]
    assert blocks[0] != blocks[1]
    assert all(block.startswith(BLOCK_OPENING) for block in blocks)


@pytest.mark.parametrize("role", ["system", "user"])
def test_older_messages_of_ours_go_and_those_of_others_stay(role: str) -> None:
    own = [Message(role=role, content="a"), Message(role="user", content=f"{CONTENTS_OPENING} said somebody")]
    once = with_memory(own, contents=f"{CONTENTS_OPENING}1", block=f"{BLOCK_OPENING}1")
    again = with_memory(once, contents=f"{CONTENTS_OPENING}2", block=f"{BLOCK_OPENING}2")
    assert len(again) == len(once) == 4
    at = 1 if role == "system" else 0
    assert [again[at].content, again[3].content] == [f"{CONTENTS_OPENING}2", f"{BLOCK_OPENING}2"]
    assert with_memory(again, contents="", block="") == own
    assert with_memory([], contents="", block="") == []


async def test_a_chat_gets_its_contents_where_they_are_switched_on() -> None:
    bench = await open_bench()
    bench.config["contents_tokens"] = 200
    for text in ("the boat is green", "the car is blue"):
        await know(bench, PLACE, replace(episode(text), session_name=PLACE.session))
    memory = await bench.application.memory()
    first, _ = await bench.host.inject(PLACE, "the boat is green?")
    await memory.contents.settled()
    second, _ = await bench.host.inject(PLACE, "the boat is green?")
    third, _ = await bench.host.inject(PLACE, "the car is blue?")
    assert [message.startswith(BLOCK_OPENING) for message in first] == [True]
    assert second[0] == third[0]
    assert second[0].startswith(CONTENTS_OPENING)
    assert second[1] != third[1]
    alone, _ = await bench.host.inject(replace(PLACE, session="group_2"), "the boat?")
    assert not any("boat" in message for message in alone)


async def test_a_title_that_a_tool_would_store_again_is_an_echo() -> None:
    bench = await open_bench()
    bench.config["contents_tokens"] = 200
    await know(bench, PLACE, replace(episode("the green boat lies in the old harbour"), session_name=PLACE.session))
    memory, repeated = await bench.application.memory(), {"content": "The green boat is in the old harbour!"}
    assert (await bench.host.inject(PLACE, "hello"))[0] == []
    await memory.contents.settled()
    messages, _ = await bench.host.inject(PLACE, "what can you do?")
    assert [message.startswith(CONTENTS_OPENING) for message in messages] == [True]
    assert "only repeats" in await bench.host.call_tool(PLACE, "remember", repeated, "what can you do?")


async def test_without_the_setting_a_prompt_has_no_contents() -> None:
    bench = await open_bench()
    await know(bench, PLACE, episode("the boat is green"))
    for _ in range(2):
        messages, _ = await bench.host.inject(PLACE, "the boat?")
        assert not any(message.startswith(CONTENTS_OPENING) for message in messages)
