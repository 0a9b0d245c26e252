"""`!memory` in a real group: every input gets an answer."""

import json
import re

import pytest

from demo.langbot import LangBotHost
from tests.e2e.conftest import Installed
from tests.e2e.test_conversation import ALICE, BOB, remember

pytestmark = pytest.mark.usefixtures("session_memory")


def test_every_subcommand_and_alias_answers(host: LangBotHost) -> None:
    episode_id = remember(host, "group:2001", ALICE, "The boat is green")
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
        "!memory h": "Memory health: OK",
        f"!memory f {episode_id}": "Deleted, and read back",
        "!memory ls": "no memories here yet",
    }
    for command, expected in answers.items():
        assert expected in host.say("group:2001", BOB, command), command


def test_list_is_newest_first_in_pages_with_the_true_total(host: LangBotHost) -> None:
    ids = [remember(host, "group:2002", ALICE, f"fact number {number}") for number in range(12)]
    listed = [host.say("group:2002", BOB, f"!memory list {page}") for page in (1, 2)]
    assert "Page 1 of 2, 12 memories" in listed[0]
    shown = re.findall(r"[0-9a-f]{8}-[0-9a-f-]{27}", "\n".join(listed))
    assert shown == ids[::-1]


def test_commands_know_who_speaks_in_a_group(host: LangBotHost) -> None:
    host.say("group:2003", ALICE, "hello")
    edit = {"field": "name", "action": "set", "value": "Bobby"}
    host.call_tool("group:2003", BOB, "update_profile", edit)
    assert "Bobby" in host.say("group:2003", BOB, "!memory profile")
    assert "Bobby" not in host.say("group:2003", ALICE, "!memory profile")
    exported = host.say("group:2003", BOB, "!memory export")
    profile = json.loads(exported[exported.index("{") :])
    assert profile["speaker_profile"]["name"] == "Bobby"
    assert profile["speaker"] == {"id": "502", "name": "Bob"}


def test_answers_come_in_the_configured_language(host: LangBotHost, installed: Installed) -> None:
    host.set_plugin_config(installed.plugin, {"language": "zh_Hans"})
    host.wait_plugin(installed.plugin)
    try:
        assert "长期记忆" in host.say("group:2004", ALICE, "!memory")
        assert "没有子命令" in host.say("group:2004", ALICE, "!memory bogus")
    finally:
        host.set_plugin_config(installed.plugin, {"language": "en_US"})
        host.wait_plugin(installed.plugin)
