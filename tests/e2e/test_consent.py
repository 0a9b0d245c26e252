"""Who is remembered in real chats: each decides for themselves, an administrator for a conversation, the operator."""

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ADMIN, ALICE, BOB, block, recall, remember
from tests.e2e.conftest import Installed

pytestmark = pytest.mark.usefixtures("session_memory")


def test_of_a_speaker_who_is_off_nothing_is_stored_or_recalled(host: LangBotHost) -> None:
    group, hers, his = "group:5101", "The piano stands in the cellar", "The piano tuner comes on Friday"
    remember(host, group, ALICE, hers)
    remember(host, group, BOB, his)
    assert "off here" in host.say(group, ALICE, "!memory off")
    for tool, arguments in (
        ("remember", {"content": "The attic is empty"}),
        ("update_profile", {"field": "name", "action": "set", "value": "Ali"}),
    ):
        assert "switched memory off for themselves" in host.call_tool(group, ALICE, tool, arguments)
    about_her = {"content": "moved to the attic", "subject": "Alice"}
    assert "switched memory off for themselves" in host.call_tool(group, BOB, "remember", about_her)
    host.say(group, BOB, "does the piano tuner find the piano?")
    assert his in block(host)
    assert hers not in block(host)
    assert recall(host, group, BOB, "piano") == [his]
    listed = host.say(group, BOB, "!memory list")
    assert his in listed
    assert hers not in listed
    mine = host.say(group, ALICE, "!memory mine")
    assert hers in mine
    assert "Memory of you is off here" in mine
    assert "on here" in host.say(group, ALICE, "!memory on")
    host.say(group, BOB, "where does the piano stand?")
    assert hers in block(host)


def test_nothing_is_stored_or_recalled_in_a_paused_conversation(host: LangBotHost) -> None:
    group, fact = "group:5102", "The violin lies on the shelf"
    remember(host, group, ALICE, fact)
    assert "paused in this conversation" in host.say(group, ADMIN, "!memory pause")
    host.say(group, ALICE, "where is the violin?")
    assert block(host) == ""
    for tool, arguments in (("remember", {"content": "The shelf is full"}), ("recall_memory", {"query": "violin"})):
        answer = host.call_tool(group, ALICE, tool, arguments)
        assert "memory is paused in this conversation" in answer
        assert fact not in answer
    assert "paused" in host.say(group, BOB, "!memory")
    remember(host, "group:5103", ALICE, "The drum is loud")
    assert "on in this conversation again" in host.say(group, ADMIN, "!memory resume")
    host.say(group, ALICE, "where is the violin?")
    assert fact in block(host)
    assert "1 memories" in host.say(group, BOB, "!memory list")


def test_the_operator_switches_memory_off_everywhere(host: LangBotHost, installed: Installed) -> None:
    group, fact = "group:5104", "The trumpet is in the case"
    remember(host, group, ALICE, fact)
    gone = remember(host, group, ALICE, "The flute is lost")
    installed.configure(memory_enabled=False)
    try:
        host.say(group, ALICE, "where is the trumpet?")
        assert block(host) == ""
        for tool, arguments in (("remember", {"content": "The case is open"}), ("recall_memory", {"query": "trumpet"})):
            answer = host.call_tool(group, ALICE, tool, arguments)
            assert "memory is switched off by the operator" in answer
            assert fact not in answer
        assert "switched off by the operator" in host.say(group, ALICE, "!memory list")
        assert "Deleted, and read back" in host.say(group, ALICE, f"!memory forget {gone}")
    finally:
        installed.configure()
    host.say(group, ALICE, "where is the trumpet?")
    assert fact in block(host)
    assert "1 memories" in host.say(group, ALICE, "!memory list")
