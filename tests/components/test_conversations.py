"""What was said in recorded conversations, apart from what was learnt from it."""

import json
from dataclasses import replace

import pytest

from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Status
from tests.components.conftest import Bench, command, confirmed, know, open_bench
from tests.components.rights import KAYAK, OWNER, PLACES, SUBCOMMAND_POLICY, Row, episode, shows
from tests.components.test_rights import by_command, check

pytestmark = pytest.mark.anyio

PLACE = PLACES["group"].place(OWNER)
SAID, ANSWERED = "we went to the sea by train", "that sounds like fun"


def turn(content: str, position: int) -> Episode:
    return replace(
        episode(session_name=PLACE.session, kind=Kind.TURN, conversation="one", position=position),
        id=EpisodeId(f"0d4c1f7e-6f0a-4f7e-9a51-3a2b7c9d1f0{position}"),
        content=content,
        speaker=None if position else OWNER,
        subject="",
        about=OWNER.id,
        source=Source.CAPTURE,
        tags=(),
    )


async def talked() -> Bench:
    bench = await open_bench()
    archived = replace(turn("an old kayak is for sale", 9), kind=Kind.FACT, conversation="", status=Status.ARCHIVED)
    await know(bench, PLACE, episode(session_name=PLACE.session), turn(SAID, 0), turn(ANSWERED, 1), archived)
    return bench


async def test_the_listing_and_the_export_of_memories_hold_no_turns() -> None:
    bench = await talked()
    for asked in ("list", "export l2", "export episodes"):
        answer = await command(bench, PLACE, asked)
        assert KAYAK in answer
        assert SAID not in answer
    for asked in ("conversations", "export conversations"):
        answer = await command(bench, PLACE, asked)
        assert KAYAK not in answer
        assert SAID in answer
        assert ANSWERED in answer


async def test_turns_are_listed_newest_first_and_counted_apart() -> None:
    bench = await talked()
    listed = await command(bench, PLACE, "conversations")
    assert listed.index(ANSWERED) < listed.index(SAID)
    assert "| the bot]" in listed
    summary = await command(bench, PLACE, "")
    assert "2 memories (0 superseded, 1 archived)" in summary
    assert "2 turns of conversations" in summary
    empty = await open_bench()
    assert "No conversation is recorded" in await command(empty, PLACE, "conversations")
    assert "turns of conversations" not in await command(empty, PLACE, "")


async def test_exported_conversations_can_be_imported_again() -> None:
    bench, other = await talked(), await open_bench()
    other.config["admins"] = [f"standalone:{OWNER.id}"]
    exported = await command(bench, PLACE, "export conversations")
    await confirmed(other, PLACE, f"import {exported}")
    there = json.loads(await command(other, PLACE, "export conversations"))["episodes"]
    kept = ("content", "conversation", "position", "kind", "source", "sender_id", "about", "timestamp")
    assert [[row[key] for key in kept] for row in there] == [
        [row[key] for key in kept] for row in json.loads(exported)["episodes"]
    ]


@pytest.mark.parametrize("where", PLACES)
async def test_conversations_are_exported_to_those_whose_they_are(where: str) -> None:
    row = Row(
        line="export conversations",
        who=SUBCOMMAND_POLICY["export"].who,
        done=shows(KAYAK),
        memory={"kind": Kind.TURN, "conversation": "one"},
    )
    await check(PLACES[where], row, by_command)


async def recalled(bench: Bench, **params: object) -> set[str]:
    answer = json.loads(await bench.host.call_tool(PLACE, "recall_memory", {"query": "kayak sea fun", **params}))
    assert all(
        ("status" in memory) == (memory["kind"] == "fact" and "old" in memory["content"])
        for memory in answer["memories"]
    )
    return {memory["content"] for memory in answer["memories"]}


async def test_the_recall_tool_looks_among_one_kind_and_among_archived_memories_when_asked() -> None:
    bench = await talked()
    assert await recalled(bench) == {KAYAK, SAID, ANSWERED}
    assert await recalled(bench, kind="turn") == {SAID, ANSWERED}
    assert await recalled(bench, kind="fact") == {KAYAK}
    assert await recalled(bench, kind="rule") == set()
    old = "an old kayak is for sale"
    assert await recalled(bench, include_archived=True) == {KAYAK, SAID, ANSWERED, old}
    assert await recalled(bench, kind="fact", include_archived=True) == {KAYAK, old}
