"""`!memory` in a real group: every input gets an answer."""

import re

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ALICE, BOB, imported, json_in, remember
from tests.e2e.conftest import Installed

pytestmark = pytest.mark.usefixtures("session_memory")


def test_every_subcommand_and_alias_answers(host: LangBotHost) -> None:
    episode_id = remember(host, "group:2001", BOB, "The boat is green")
    answers = {
        "!memory": "1 memories",
        "！memory": "1 memories",
        "!memory profile": "You:",
        "!memory p": "You:",
        "!memory search boat": "The boat is green",
        "!memory s boat": "The boat is green",
        "!memory  search   boat ": "The boat is green",
        "!memory search": "What to search for?",
        "!memory list": "Page 1 of 1, 1 memories",
        "!memory l": "Page 1 of 1, 1 memories",
        "!memory ls 1": "Page 1 of 1, 1 memories",
        "!memory ls 2": "There is no page 2",
        "!memory list 0": "There is no page 0",
        "!memory list -1": "is not a page number",
        "!memory list many": "is not a page number",
        "!memory forget": "Give the id",
        "!memory f nonsense": "No memory with that id",
        "!memory bogus": "There is no subcommand",
        "!memory export": '"session_profile"',
        "!memory export l2": '"longtermmemory/episodes"',
        "!memory mine": "1 memories",
        "!memory superseded": "No memory here is superseded",
        "!memory archived": "No memory here is archived",
        "!memory show": "Give the id",
        f"!memory show {episode_id}": "said by Bob (502)",
        "!memory edit": "Which one, and how?",
        "!memory confirm": "Which code?",
        "!memory h": "Memory health: OK",
        f"!memory f {episode_id}": "Deleted, and read back",
        "!memory ls": "no memories here yet",
    }
    for command, expected in answers.items():
        assert expected in host.say("group:2001", BOB, command), command


def test_list_is_newest_first_in_pages_with_the_true_total(host: LangBotHost) -> None:
    days = range(10, 22)
    imported(host, "group:2002", [{"content": f"day {day}", "timestamp": f"2025-05-{day}"} for day in days])
    listed = [host.say("group:2002", BOB, f"!memory list {page}") for page in (1, 2)]
    assert "Page 1 of 2, 12 memories" in listed[0]
    assert re.findall(r"day (\d+)", "\n".join(listed)) == [str(day) for day in reversed(days)]


def test_commands_know_who_speaks_in_a_group(host: LangBotHost) -> None:
    host.say("group:2003", ALICE, "hello")
    edit = {"field": "name", "action": "set", "value": "Bobby"}
    host.call_tool("group:2003", BOB, "update_profile", edit)
    assert "Bobby" in host.say("group:2003", BOB, "!memory profile")
    assert "Bobby" not in host.say("group:2003", ALICE, "!memory profile")
    profile = json_in(host.say("group:2003", BOB, "!memory export"))
    assert profile["speaker_profile"]["name"] == "Bobby"
    assert profile["speaker"] == {"id": "502", "name": "Bob"}


def test_answers_come_in_the_configured_language(host: LangBotHost, installed: Installed) -> None:
    installed.configure(language="zh_Hans")
    try:
        assert "长期记忆" in host.say("group:2004", ALICE, "!memory")
        assert "没有子命令" in host.say("group:2004", ALICE, "!memory bogus")
    finally:
        installed.configure()
