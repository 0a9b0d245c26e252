"""Who may change what in real chats: those a memory belongs to, and administrators with a code of their own."""

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ADMIN, ALICE, BOB, code_in, confirmed, forget, recall, remember

pytestmark = pytest.mark.usefixtures("session_memory")

FOR_ADMINISTRATORS = ("delete --speaker 501", "clear", "import []", "audit", "pause", "resume", "reindex")
NOTHING_ASKED = "There is nothing of yours to confirm here"


def test_only_those_it_belongs_to_change_a_memory(host: LangBotHost) -> None:
    group = "group:5001"
    hers = remember(host, group, ALICE, "The boat is green")
    his = remember(host, group, BOB, "The bicycle is red")
    # LangBot gives this to all who speak in the group, so it may count for nothing.
    host.add_admin(group)
    for command in (f"forget {hers}", f"edit {hers} The boat is mine", f"pin {hers}", f"archive {hers}"):
        assert "said by somebody else" in host.say(group, BOB, f"!memory {command}"), command
    assert "said by somebody else" in forget(host, group, BOB, hers)
    shown = host.say(group, BOB, f"!memory show {hers}")
    assert "The boat is green" in shown
    assert "active, importance 2/5" in shown
    assert "pinned" not in shown

    assert "Reworded" in host.say(group, ALICE, f"!memory edit {hers} The boat is black")
    assert "Pinned" in host.say(group, ALICE, f"!memory pin {hers}")
    assert "pinned" in host.say(group, BOB, f"!memory show {hers}")
    assert "Archived" in host.say(group, ALICE, f"!memory archive {hers}")
    assert recall(host, group, BOB, "the black boat") == ["The bicycle is red"]
    assert "The boat is black" in host.say(group, BOB, "!memory archived")
    assert "Restored" in host.say(group, ALICE, f"!memory restore {hers}")
    assert recall(host, group, BOB, "the black boat")[0] == "The boat is black"
    assert "Deleted, and read back" in host.say(group, ALICE, f"!memory forget {hers}")
    assert "Deleted, and read back" in host.say(group, ADMIN, f"!memory forget {his}")
    assert "no memories here yet" in host.say(group, BOB, "!memory list")


def test_a_whole_conversation_is_governed_by_administrators_with_codes_of_their_own(host: LangBotHost) -> None:
    group = "group:5002"
    host.add_admin(group)
    hers = [remember(host, group, ALICE, text) for text in ("The tram is late", "The ferry is early")]
    remember(host, group, BOB, "The lift is stuck")
    for command in FOR_ADMINISTRATORS:
        assert "only administrators may do that" in host.say(group, BOB, f"!memory {command}"), command

    asked = host.say(group, ADMIN, "!memory delete --speaker 501")
    assert "delete 2 memories (speaker 501)" in asked
    code = code_in(asked)
    assert NOTHING_ASKED in host.say(group, ALICE, f"!memory confirm {code}")
    assert NOTHING_ASKED in host.say("group:5003", ADMIN, f"!memory confirm {code}")
    assert "3 memories" in host.say(group, BOB, "!memory list")
    assert "they are gone: 2 memories" in host.say(group, ADMIN, f"!memory confirm {code}")
    assert NOTHING_ASKED in host.say(group, ADMIN, f"!memory confirm {code}")

    code = code_in(host.say(group, BOB, "!memory forget-me"))
    assert NOTHING_ASKED in host.say(group, ALICE, f"!memory confirm {code}")
    listed = host.say(group, BOB, "!memory list")
    assert "1 memories" in listed
    assert "The lift is stuck" in listed
    assert "nothing is left: 1 memories" in confirmed(host, group, ADMIN, "!memory clear")
    assert "no memories here yet" in host.say(group, BOB, "!memory list")
    written = host.say(group, ADMIN, "!memory audit")
    assert "900 erased all 1" in written
    for episode_id in hers:
        assert f"501 remembered {episode_id}" in written
        assert f"900 forgotten {episode_id}" in written
    assert not [word for word in ("tram", "ferry", "lift", "Alice") if word in written]


def test_the_privilege_that_langbot_gives_counts_in_a_private_chat(host: LangBotHost) -> None:
    private, carol = "person:505", ("505", "Carol")
    host.say(private, carol, "hello")
    assert "only administrators may do that" in host.say(private, carol, "!memory pause")
    host.add_admin(private)
    assert "Memory is paused in this conversation" in host.say(private, carol, "!memory pause")
    assert "Memory is on in this conversation again" in host.say(private, carol, "!memory resume")
