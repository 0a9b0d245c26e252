"""The memory as a knowledge base: import, delete, a second one, bot isolation, outages, restarts, upgrades."""

import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from demo.langbot import HostError, LangBotHost
from tests.e2e.chat import ADMIN, ALICE, BOB, block, confirmed, forget, recall, remember
from tests.e2e.conftest import Installed

pytestmark = pytest.mark.usefixtures("session_memory")

REINDEXED_WITHIN_S = 60


def test_an_imported_file_is_recalled_and_deleted_with_exactly_its_rows(
    host: LangBotHost, installed: Installed
) -> None:
    remember(host, "group:3001", ALICE, "The server room is on floor 3")
    place = {"bot_uuid": host.bot_uuid, "session": "group_3001"}
    rows = [
        {**place, "content": "The server room is on floor 3", "importance": 5, "timestamp": "2025-01-02T03:04:05Z"},
        {"content": "nowhere to go"},
        {**place, "tags": ["no content"]},
        "not a row",
        {"content": "The backup runs at night", "user_key": f"bot:{host.bot_uuid}:group_3001", "sender_id": 7},
    ]
    uploaded = host.upload_to_kb(installed.kb, "memories.json", json.dumps({"episodes": rows}).encode())
    assert uploaded["files"][0]["status"] == "completed"
    assert "3 memories" in host.say("group:3001", BOB, "!memory list")
    assert recall(host, "group:3001", BOB, "when does the backup run", source="import", speaker_id="7") == [
        "The backup runs at night"
    ]
    for number in (2, 3, 4):
        assert f"row={number} rejected" in host.logs("runtime")
    assert host.delete_from_kb(installed.kb, uploaded["files"][0]["uuid"]) == 200
    listed = host.say("group:3001", BOB, "!memory list")
    assert "1 memories" in listed
    assert "The server room is on floor 3" in listed


def test_a_file_that_is_no_json_is_a_failed_import(host: LangBotHost, installed: Installed) -> None:
    uploaded = host.upload_to_kb(installed.kb, "memories.json", b"{nonsense")
    assert "not JSON" in str(uploaded)


def test_a_second_knowledge_base_is_refused(host: LangBotHost, installed: Installed) -> None:
    with pytest.raises(HostError):
        host.create_kb(installed.plugin, {"isolation": "session"}, name="second", attach=False)
    assert "already has a memory knowledge base" in host.logs()
    assert "Memory health: OK" in host.say("group:3002", ALICE, "!memory health")


def test_a_search_without_a_session_returns_nothing(host: LangBotHost, installed: Installed) -> None:
    remember(host, "group:3003", ALICE, "The lighthouse is white")
    assert host.retrieve(installed.kb, "lighthouse") == []
    assert "no session came with it" in host.logs("runtime")


def test_a_restart_keeps_everything(host: LangBotHost, installed: Installed) -> None:
    kept = remember(host, "group:3004", ALICE, "The harbour opens at six")
    gone = remember(host, "group:3004", ALICE, "The ferry is cancelled")
    assert "Deleted" in forget(host, "group:3004", ALICE, gone)
    host.call_tool("group:3004", ALICE, "update_profile", {"field": "name", "action": "set", "value": "Captain"})
    remember(host, "group:3004", BOB, "The harbour master is ill")
    assert "1 memories" in confirmed(host, "group:3004", BOB, "!memory forget-me")
    host.say("group:3004", BOB, "!memory off")
    host.restart()
    host.wait_plugin(installed.plugin)
    listed = host.say("group:3004", ALICE, "!memory list")
    assert kept in listed
    assert "1 memories" in listed
    mine = host.say("group:3004", BOB, "!memory mine")
    assert "0 memories, no profile" in mine
    assert "Memory of you is off" in mine
    host.say("group:3004", ALICE, "when does the harbour open?")
    assert "The harbour opens at six" in block(host)
    assert "name: Captain" in block(host)
    assert "ferry" not in block(host)


def test_bot_isolation_shares_among_the_bots_chats(host: LangBotHost, installed: Installed) -> None:
    installed.new_memory(isolation="bot")
    remember(host, "group:3005", ALICE, "The festival is in August")
    host.say("group:3006", BOB, "when is the festival?")
    assert "The festival is in August" in block(host)
    host.say("person:502", BOB, "when is the festival?")
    assert "The festival is in August" in block(host)
    host.call_tool("group:3005", ALICE, "update_profile", {"field": "name", "action": "set", "value": "Ali"})
    host.say("group:3006", ALICE, "hello festival")
    assert "name: Ali" not in block(host)


def test_memory_goes_on_while_the_embedding_provider_fails(host: LangBotHost, installed: Installed) -> None:
    group, roof = "group:3007", "The tower has a red roof"
    installed.new_memory(isolation="session", embedding=True)
    remember(host, group, ALICE, "The tower has nine floors")
    host.call_tool(group, ALICE, "update_profile", {"field": "name", "action": "set", "value": "Ali"})
    host.llm.embedding_status = 500
    try:
        assert host.say(group, ALICE, "floors of the tower?")
        assert "nine floors" in block(host)
        assert "name: Ali" in block(host)
        answer = host.call_tool(group, ALICE, "remember", {"content": roof})
        assert "until it does, this is found by its words only" in answer
        assert recall(host, group, ALICE, "red roof")[0] == roof
        assert "stands in for langbot:" in host.say(group, ALICE, "!memory health")
    finally:
        host.llm.embedding_status = 200
    assert "1 of 2 memories have a vector of another model" in host.say(group, ADMIN, "!memory reindex")
    wait_until(lambda: "All 2 memories here are embedded with langbot:" in host.say(group, ADMIN, "!memory reindex"))
    assert host.say(group, BOB, "!memory list").count(roof) == 1
    explained = json.loads(host.call_tool(group, ALICE, "recall_memory", {"query": "red roof", "debug": True}))
    assert explained["memories"][0]["content"] == roof
    assert explained["memories"][0]["debug"]["cosine"] > 0
    assert host.logs("runtime").count("embedding model away: model=langbot:") == 1


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + REINDEXED_WITHIN_S
    while not holds():
        assert time.monotonic() < deadline


def older_build(package: Path, directory: Path) -> Path:
    """The shipped archive under an older version number."""
    older = directory / "older.lbpkg"
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(older, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "manifest.yaml":
                manifest = yaml.safe_load(content)
                manifest["metadata"]["version"] = "0.0.1"
                content = yaml.safe_dump(manifest).encode()
            target.writestr(name, content)
    return older


def test_installing_over_an_older_build_keeps_memories_and_uninstalling_leaves_the_bot_alive(
    host: LangBotHost, installed: Installed, tmp_path: Path
) -> None:
    package = Path(os.environ["LTM_PACKAGE"])
    installed.new_memory(isolation="session")
    remember(host, "group:3008", ALICE, "The bridge is closed")
    host.install_plugin(older_build(package, tmp_path))
    host.install_plugin(package)
    host.say("group:3008", ALICE, "is the bridge closed?")
    assert "The bridge is closed" in block(host)
    host.configure_pipeline([])
    host.remove_plugin(installed.plugin)
    assert host.say("group:3008", ALICE, "hello")
    host.install_plugin(package)
    installed.configure()
    host.configure_pipeline([installed.kb])
    host.say("group:3008", ALICE, "is the bridge closed?")
    assert "The bridge is closed" in block(host)
