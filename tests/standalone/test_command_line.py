"""`python -m ltm` as a person runs it: real processes on embedded Chroma, SQLite and the built-in model."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class CommandLine:
    """Runs commands on one data directory."""

    def __init__(self, data: Path) -> None:
        self.data = data

    def __call__(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "ltm", arguments[0], "--data", str(self.data), *arguments[1:]]
        return subprocess.run(command, cwd=ROOT, input=typed, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def ltm(tmp_path: Path) -> CommandLine:
    return CommandLine(tmp_path / "data")


def test_two_speakers_and_two_sessions_in_one_terminal(ltm: CommandLine) -> None:
    lines = [
        '/tool remember {"content": "Alice is allergic to peanuts", "importance": 4}',
        '/tool update_profile {"field": "name", "action": "set", "value": "Ali"}',
        "/as 502:Bob",
        "who is allergic to peanuts?",
        "!memory list",
        "/in group_2",
        "who is allergic to peanuts?",
        "/in nowhere",
        "/tool remember {broken",
        "/tool destroy {}",
        "/quit",
    ]
    done = ltm("chat", "--speaker", "501:Alice", typed="\n".join(lines))
    assert done.returncode == 0, done.stderr
    first, _, second = done.stdout.partition("group_2 Bob>")
    assert "Remembered with id" in first
    assert "<current-speaker>Bob (id 502)</current-speaker>" in first
    assert "said by Alice (id 501)] Alice is allergic to peanuts" in first
    assert "name: Ali" not in first
    assert "Page 1 of 1, 1 memories" in first
    assert "(nothing is injected)" in second
    assert "peanuts" not in second
    assert "a session looks like group_1001" in second
    assert "the parameters are not JSON" in second
    assert "there is no tool destroy" in second


def test_what_one_process_keeps_another_finds(ltm: CommandLine, tmp_path: Path) -> None:
    kept = ltm("tool", "--speaker", "501:Alice", "remember", '{"content": "小明对花生过敏"}')
    assert kept.returncode == 0, kept.stderr
    rows = [
        {"content": "The boat is green", "session": "group_1", "bot_uuid": "standalone"},
        {"content": "nowhere to go"},
    ]
    file = tmp_path / "rows.json"
    file.write_text(json.dumps(rows), "utf-8")
    imported = ltm("ingest", str(file))
    assert imported.returncode == 0
    assert "completed: 1 stored" in imported.stdout
    assert "row 2: no place" in imported.stderr
    listed = ltm("command", "list").stdout
    assert "2 memories" in listed
    assert "小明对花生过敏" in listed
    found = json.loads(ltm("tool", "recall_memory", '{"query": "谁对花生过敏？", "top_k": 1}').stdout)
    assert found["memories"][0]["content"] == "小明对花生过敏"
    episode_id = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", listed)[0]
    assert "Deleted" in ltm("command", "--admin", "forget", episode_id).stdout
    # A code lives no longer than the process that asked for it.
    cleared = ltm("command", "--admin", "--yes", "clear").stdout
    assert "read back that nothing is left: 1 memories" in cleared


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tool", "remember", "{broken"], "not JSON"),
        (["tool", "--store", "qdrant", "remember", "{}"], "--qdrant-url"),
        (["tool", "--store", "qdrant", "--qdrant-url", "http://127.0.0.1:9", "remember", "{}"], "did not answer"),
        (["tool", "--embedder", "openai", "--base-url", "http://127.0.0.1:9/v1", "remember", "{}"], "did not answer"),
        (["ingest", "/nonexistent.json"], "No such file"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(ltm: CommandLine, arguments: list[str], said: str) -> None:
    done = ltm(*arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stdout == ""
