"""Where the table of contents stands in a prompt: before all that changes from turn to turn."""

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
    service.of(HERE, GROUP.name)
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
        prompt = with_memory(prompt, contents=service.of(HERE, GROUP.name), block=block)
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
