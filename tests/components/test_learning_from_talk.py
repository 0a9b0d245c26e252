"""From an answered message to a memory, through the components that a host calls."""

import re
from itertools import count

import pytest

from ltm.domain.candidate import Candidate
from ltm.domain.episode import Kind, Source, Speaker
from ltm.domain.mining import WaitingCandidate, candidate_id
from ltm.standalone.queries import Place
from ltm.standalone.wiring import BASE_ID
from tests.components.conftest import ALICE, BOB, Bench, command, open_bench, restarted, session_of

pytestmark = pytest.mark.anyio

HOME = "I moved to Lisbon last week"
RULES = {"capture": "rules", "capture_every_turns": 1}


async def said(bench: Bench, place: Place, text: str, reply: str = "I see.") -> None:
    await bench.host.inject(place, text)
    await bench.host.answered(place, reply)


async def stored(bench: Bench, place: Place = ALICE) -> list[tuple[str, Kind, Source]]:
    await bench.host.settled()
    memory = await bench.application.memory()
    scope = memory.scope(session_of(place))
    found = [record.episode async for batch in memory.episodes.scan(scope) for record in batch]
    return sorted((episode.content, episode.kind, episode.source) for episode in found)


async def test_nothing_is_learnt_until_the_operator_turns_it_on() -> None:
    bench = await open_bench()
    await said(bench, ALICE, HOME)
    assert await stored(bench) == []
    assert await bench.storage.keys("journal/") == []
    bench.config |= RULES
    await said(bench, ALICE, HOME)
    assert await stored(bench) == [(HOME, Kind.FACT, Source.CAPTURE)]
    assert HOME in await command(bench, ALICE, "profile")
    assert HOME not in await command(bench, BOB, "profile")
    bench.config["capture"] = "off"
    await said(bench, ALICE, "I am allergic to peanuts")
    assert len(await stored(bench)) == 1


async def test_what_a_tool_stored_of_a_message_is_not_learnt_again() -> None:
    bench = await open_bench()
    bench.config |= RULES
    text = f"please remember that {HOME}"
    await bench.host.inject(ALICE, text)
    await bench.host.call_tool(ALICE, "remember", {"content": "Alice moved to Lisbon last week"}, text)
    await bench.host.answered(ALICE, "Noted.")
    assert await stored(bench) == [("Alice moved to Lisbon last week", Kind.FACT, Source.AGENT)]


async def test_commands_and_paused_or_unwilling_people_teach_nothing() -> None:
    bench = await open_bench()
    bench.config |= RULES | {"session_index": True}
    await command(bench, ALICE, "off")
    await said(bench, ALICE, HOME)
    await bench.host.inject(BOB, f"!memory search {HOME}")
    await bench.host.answered(BOB, "nothing")
    bench.config["admins"] = [f"standalone:{BOB.speaker_id}"]
    await command(bench, BOB, "pause")
    await said(bench, BOB, HOME)
    assert await stored(bench) == []
    assert await bench.storage.keys("journal/") == []


async def test_conversations_are_recorded_with_what_was_answered() -> None:
    bench = await open_bench()
    bench.config |= {"session_index": True, "capture_every_turns": 1}
    await said(bench, ALICE, "the lighthouse was closed today", "What a pity.")
    assert [content for content, kind, _ in await stored(bench) if kind is Kind.TURN] == [
        "What a pity.",
        "the lighthouse was closed today",
    ]
    assert "lighthouse" in await command(bench, ALICE, "conversations")
    assert "lighthouse" not in await command(bench, ALICE, "list")


async def test_a_secret_said_in_talk_is_kept_nowhere() -> None:
    bench = await open_bench()
    bench.config |= RULES | {"session_index": True}
    secret = "sk-proj-abcdefghijklmnopqrstuvwx0123456789ABCD"
    await said(bench, ALICE, f"my key is {secret}", f"your key is {secret}")
    assert await stored(bench) == []
    values = [await bench.storage.get(key) for key in await bench.storage.keys("")]
    assert not any(secret.encode() in value for value in values if value)


async def test_a_knowledge_base_that_is_gone_leaves_nothing_to_learn_from() -> None:
    bench = await open_bench()
    bench.config |= RULES | {"capture_every_turns": 50}
    bench.config["admins"] = [f"standalone:{ALICE.speaker_id}"]
    await said(bench, ALICE, HOME)
    memory = await bench.application.memory()
    await memory.mining.settled()
    await command(bench, ALICE, "consolidate run")
    await memory.consolidation.settled()
    prefixes = ("journal/", "candidates/", "consolidation/")
    kept = [key for prefix in prefixes for key in await bench.storage.keys(prefix)]
    assert {key.split("/")[0] for key in kept} == {"journal", "consolidation"}
    again = restarted(bench)
    await again.application.forget_base(BASE_ID)
    assert [key for prefix in prefixes for key in await bench.storage.keys(prefix)] == []


async def test_what_an_instruction_asks_for_is_in_every_later_prompt() -> None:
    bench = await open_bench()
    bench.config |= RULES
    wish = "Always answer me in French"
    await said(bench, ALICE, wish)
    await bench.host.settled()
    messages, _ = await bench.host.inject(ALICE, "what is the tallest mountain?")
    assert any(wish in message for message in messages)
    others, _ = await bench.host.inject(BOB, "what is the tallest mountain?")
    assert not any("About the current speaker" in message for message in others)


async def test_what_was_said_cannot_be_reworded_or_pinned() -> None:
    bench = await open_bench()
    bench.config |= {"session_index": True, "capture_every_turns": 1}
    await said(bench, ALICE, "who won the vote?", "Bob won the vote.")
    await bench.host.settled()
    listed = await command(bench, ALICE, "conversations")
    for turn in re.findall(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", listed):
        assert "cannot be reworded" in await command(bench, ALICE, f"edit {turn} Alice won the vote.")
        assert "cannot be reworded" in await command(bench, ALICE, f"pin {turn}")
    assert await command(bench, ALICE, "conversations") == listed


async def test_a_number_used_again_is_another_messages() -> None:
    bench = await open_bench()
    bench.config |= {"session_index": True}
    bench.config["admins"] = [f"standalone:{BOB.speaker_id}"]
    await bench.host.inject(ALICE, "hello there")
    opened = bench.application.open_turns
    [number] = list(opened._turns)
    await command(bench, BOB, "pause")
    bench.host._ids = count(number)
    await bench.host.inject(BOB, "what does my doctor say?")
    assert opened.to_learn_from(number) is None


async def test_without_the_model_that_is_to_read_them_turns_wait() -> None:
    bench = await open_bench()
    bench.config |= RULES | {"capture_every_turns": 50}
    await said(bench, ALICE, HOME)
    memory = await bench.application.memory()
    await memory.mining.settled()
    assert len(await bench.storage.keys("journal/")) == 1
    bench.config |= {"capture": "llm", "capture_every_turns": 1}
    await said(bench, ALICE, "and I sail")
    await (await bench.application.memory()).mining.settled()
    assert len(await bench.storage.keys("journal/")) == 2
    assert await stored(bench) == []


async def test_what_is_about_somebody_who_goes_does_not_wait_on_after_a_restart() -> None:
    bench = await open_bench()
    await bench.host.call_tool(ALICE, "remember", {"content": "Alice sails"}, "remember that Alice sails")
    again = restarted(bench)
    memory, session = await again.application.memory(), session_of(BOB)
    scope = memory.scope(session)
    waiting = WaitingCandidate(
        id=candidate_id(scope, "1", 0),
        entry="1",
        session=session,
        speaker=Speaker(id=BOB.speaker_id, name=BOB.speaker_name),
        at=bench.clock.now(),
        candidate=Candidate(kind=Kind.FACT, text="is allergic to nuts", original="Alice is", subject="Alice"),
        is_ready=False,
    )
    await memory.mining.candidates.add(scope, [waiting], (), lambda key: True)
    third = restarted(again)
    await command(third, ALICE, "off")
    left = await (await third.application.memory()).mining.candidates.waiting(scope, lambda episode: True)
    assert left == []
