"""A pause, the operator's switch, and wishes that cannot be asked: what is off then, and what goes on."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from langbot_plugin.api.entities.builtin.rag.enums import DocumentStatus

from components.commands.memory import SUBCOMMANDS
from ltm.services.consent import consent_key
from ltm.standalone.queries import Place
from tests.components.conftest import ALICE, BOB, Bench, changed, command, confirmed, contents, restarted, session_of
from tests.components.test_consent import (
    ADMIN,
    BOAT,
    CELLO,
    ELSEWHERE,
    RECALLING,
    STORING,
    commanding,
    found_of_bob,
    furnished,
    injected,
    memory_id,
    remembering,
)

pytestmark = pytest.mark.anyio


async def test_a_paused_conversation_stores_and_recalls_nothing() -> None:
    bench = await furnished()
    for place in (ALICE, replace(ADMIN, speaker_id="5000")):
        assert "only administrators" in await command(bench, place, "pause")
    await command(bench, ADMIN, "pause")
    before = await contents(bench)
    for attempt in (*STORING.values(), remembering(ALICE), commanding(ALICE, f"edit {memory_id(4)} Alice plays viola")):
        assert "paused" in await attempt(bench)
    assert await bench.host.inject(ALICE, f"{CELLO}?") == ([], None)
    for door in ("recall_memory of Alice", "recall_memory of himself", "a runner for Alice", "a runner for nobody"):
        assert CELLO not in await RECALLING[door](bench), door
    assert changed(before, await contents(bench)) == set()
    elsewhere = replace(ALICE, session=ELSEWHERE)
    assert "Remembered" in await remembering(elsewhere)(bench)
    assert (await bench.host.inject(elsewhere, "the dog?"))[1] is not None
    again = restarted(bench)
    assert await again.host.inject(ALICE, f"{CELLO}?") == ([], None)
    assert "only administrators" in await command(again, ALICE, "resume")
    await command(again, ADMIN, "resume")
    assert CELLO in await injected(again)


STILL_THERE = {
    "mine": BOAT,
    "export l2": BOAT,
    "health": "Memory health: OK",
    f"forget {memory_id(1)}": "Deleted",
    "forget-me": "Erased",
    "off": "Memory of you is off",
}
STILL_THERE_FOR_ADMINS = {"delete --speaker 502": "Deleted", "clear": "Deleted", "audit": "Changes here"}


def test_what_works_while_memory_is_switched_off_is_tested() -> None:
    tested = {text.split()[0] for text in (*STILL_THERE, *STILL_THERE_FOR_ADMINS)}
    assert {name for name, subcommand in SUBCOMMANDS.items() if subcommand.when_off} == tested | {"confirm"}


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        *((BOB, text, expected) for text, expected in STILL_THERE.items()),
        *((ADMIN, text, expected) for text, expected in STILL_THERE_FOR_ADMINS.items()),
    ],
)
async def test_looking_at_what_is_ones_own_and_erasing_outlive_the_switch(
    place: Place, text: str, expected: str
) -> None:
    bench = await furnished()
    bench.config["memory_enabled"] = False
    assert expected in await confirmed(bench, place, text)


@pytest.mark.parametrize("name", sorted(name for name, each in SUBCOMMANDS.items() if not each.when_off))
async def test_other_commands_say_that_memory_is_switched_off(name: str) -> None:
    bench = await furnished()
    bench.config["memory_enabled"] = False
    before = await contents(bench)
    for place in (BOB, ADMIN):
        assert "switched off by the operator" in await command(bench, place, f"{name} {memory_id(1)}" if name else "")
    assert changed(before, await contents(bench), but=()) == set()


async def test_a_switched_off_memory_neither_stores_nor_recalls(tmp_path: Path) -> None:
    bench = await furnished()
    bench.config["memory_enabled"] = False
    before = await contents(bench)
    assert await bench.host.inject(ALICE, f"{CELLO}?") == ([], None)
    for name in bench.host.tool_names:
        params = {"content": "x", "query": "cello", "episode_id": memory_id(4), "field": "name", "action": "set"}
        assert "switched off by the operator" in await bench.host.call_tool(ALICE, name, params)
    found = await bench.host.retrieve("cello", session_name=ALICE.session, bot_uuid=ALICE.bot_uuid)
    assert (found.results, "switched off" in found.metadata["error"]) == ([], True)
    rows = json.dumps([{"content": "it rains", "session": "group_1"}])
    await asyncio.to_thread((tmp_path / "rows.json").write_text, rows)
    result = await bench.host.ingest(tmp_path / "rows.json")
    assert (result.status, "switched off" in str(result.error_message)) == (DocumentStatus.FAILED, True)
    assert changed(before, await contents(bench), but=()) == set()
    bench.config["memory_enabled"] = True
    assert CELLO in await injected(bench)


TOOL_CALLS: Mapping[str, dict[str, object]] = {
    "remember": {"content": "the dog is called Rex"},
    "recall_memory": {"query": "cello"},
    "update_profile": {"field": "name", "action": "set", "value": "Al"},
    "forget": {"episode_id": memory_id(4)},
}


async def refuses_everything(bench: Bench) -> None:
    before = await contents(bench)
    assert set(TOOL_CALLS) == set(bench.host.tool_names)
    assert await bench.host.inject(ALICE, f"{CELLO}?") == ([], None)
    for name, params in TOOL_CALLS.items():
        answer = await bench.host.call_tool(ALICE, name, params)
        assert (answer.startswith("Error: "), CELLO in answer) == (True, False)
    for text in ("search cello", "list", f"edit {memory_id(4)} Alice plays viola", f"show {memory_id(4)}"):
        assert CELLO not in await command(bench, ALICE, text)
    found = await bench.host.retrieve("cello", session_name=ALICE.session, bot_uuid=ALICE.bot_uuid)
    assert (found.results, bool(found.metadata["error"])) == ([], True)
    assert changed(before, await contents(bench), but=()) == set()


async def test_nothing_is_stored_or_recalled_while_the_wishes_cannot_be_asked() -> None:
    bench = await furnished()
    await command(bench, BOB, "off")
    key = consent_key(session_of(ALICE))
    bench.storage.broken_keys.add(key)
    await refuses_everything(bench)
    for text in ("off", "on"):
        assert "does not answer" in await command(bench, ALICE, text)
    bench.storage.broken_keys.clear()
    assert CELLO in await injected(bench)
    assert found_of_bob(await injected(bench)) == set()


@pytest.mark.parametrize("raw", [b"", b"\xff", b"{}", b'{"v":2,"off":{},"paused":[]}', b'{"v":1,"off":[],"paused":[]}'])
@pytest.mark.parametrize("mending", ["pause", "resume"])
async def test_wishes_that_cannot_be_read_are_mended_by_an_administrator(raw: bytes, mending: str) -> None:
    bench = await furnished()
    key = consent_key(session_of(ALICE))
    await bench.kept.put(key, raw)
    await refuses_everything(bench)
    for place, text in ((ALICE, "off"), (ALICE, "on"), (ALICE, mending), (ADMIN, "off")):
        await command(bench, place, text)
        assert await bench.kept.get(key) == raw
    await command(bench, ADMIN, mending)
    aside = [name for name in await bench.kept.keys(f"{key}/") if await bench.kept.get(name) == raw]
    assert len(aside) == 1
    if mending == "pause":
        assert await bench.host.inject(ALICE, f"{CELLO}?") == ([], None)
        await command(bench, ADMIN, "resume")
    assert CELLO in await injected(bench)
