"""Taking everything of one person out of a real chat, and taking memories from one chat to another."""

import json
import re
from typing import Any

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ADMIN, ALICE, BOB, block, code_in, json_in, remember

pytestmark = pytest.mark.usefixtures("session_memory")


def test_forget_me_takes_all_of_one_person_and_nothing_of_others(host: LangBotHost) -> None:
    group = "group:5201"
    hers = remember(host, group, ALICE, "The yacht is called Esmeralda", tags=["wobbegong"])
    about_her = remember(host, group, BOB, "keeps a parrot", subject="Alice")
    his = remember(host, group, BOB, "The canoe of Alice leaks")
    for speaker, name in ((ALICE, "Quicksilver"), (BOB, "Bobby")):
        edit = {"field": "name", "action": "set", "value": name}
        assert "Done" in host.call_tool(group, speaker, "update_profile", edit)
    assert "Esmeralda" in host.call_tool(group, BOB, "read_context", {}, text="what is the yacht called?")

    asked = host.say(group, ALICE, "!memory forget-me")
    assert "erase 2 memories said by you or about you here" in asked
    assert "Your name stands in 1 memories that others said" in asked
    assert "3 memories" in host.say(group, BOB, "!memory list")
    done = host.say(group, ALICE, f"!memory confirm {code_in(asked)}")
    assert "nothing is left: 2 memories, 1 profiles" in done

    seen = {command: host.say(group, BOB, f"!memory {command}") for command in ("list", "search yacht parrot")}
    seen |= {command: host.say(group, ALICE, f"!memory {command}") for command in ("mine", "profile", "export")}
    seen |= {command: host.say(group, ADMIN, f"!memory {command}") for command in ("export l2", "superseded")}
    for text in ("what is the yacht called?", "does Alice keep a parrot?"):
        seen[text] = host.call_tool(group, ALICE, "read_context", {}, text=text) + block(host)
    for where, answer in seen.items():
        for gone in ("Esmeralda", "keeps a parrot", "wobbegong", "Quicksilver", hers, about_her):
            assert gone not in answer, where
    assert "0 memories, no profile" in seen["mine"]
    assert [row["id"] for row in json_in(seen["export l2"])["episodes"]] == [his]
    assert "name: Bobby" in host.say(group, BOB, "!memory profile")

    written = host.say(group, ADMIN, "!memory audit")
    assert "erased a speaker, 2" in written
    assert not re.search(r"\b501\b", written)
    for episode_id in (hers, about_her):
        # A hash of what it said stands behind the id of any other memory.
        assert re.search(rf"remembered {episode_id}$", written, re.MULTILINE)
    assert re.search(rf"502 remembered {his} [0-9a-f]+$", written, re.MULTILINE)


def test_an_export_imported_elsewhere_says_the_same_and_is_added_once(host: LangBotHost) -> None:
    here, there = "group:5301", "group:5302"
    remember(host, here, ALICE, "The birthday is on 5 May", tags=["party", "日期"], importance=4)
    remember(host, here, ALICE, "The birthday is on 6 May", tags=["correction"])
    pinned = remember(host, here, BOB, "小明住在\n上海，“很好”", subject="小明")
    archived = remember(host, here, BOB, "The tent is <b>torn</b>")
    host.say(here, BOB, f"!memory pin {pinned}")
    host.say(here, BOB, f"!memory archive {archived}")
    exported = json_in(host.say(here, ADMIN, "!memory export l2"))
    assert [row["status"] for row in exported["episodes"]] == ["superseded", "active", "active", "archived"]
    assert [row["sender_id"] for row in json_in(host.say(here, BOB, "!memory export l2"))["episodes"]] == ["502"] * 2

    command = f"!memory import {json.dumps(exported)}"
    asked = host.say(there, ADMIN, command)
    assert "add 4 memories to this place (0 are there already, 0 cannot be read)" in asked
    assert "no memories here yet" in host.say(there, ALICE, "!memory list")
    assert "4 memories added, 0 were there already" in host.say(there, ADMIN, f"!memory confirm {code_in(asked)}")
    assert comparable(json_in(host.say(there, ADMIN, "!memory export l2"))) == comparable(exported)
    assert "Nothing to add: 4 memories are there already" in host.say(there, ADMIN, command)
    host.say(there, BOB, "when is the birthday?")
    assert "The birthday is on 6 May" in block(host)


def comparable(exported: dict[str, Any]) -> list[dict[str, Any]]:
    """The memories of an export with their places in it for ids, and without the conversation."""
    rows: list[dict[str, Any]] = exported["episodes"]
    place = {row["id"]: number for number, row in enumerate(rows)}
    assert {row["session"] for row in rows} == {exported["session"]}
    return [
        {**row, "id": place[row["id"]], "superseded_by": place.get(row["superseded_by"]), "session": ""} for row in rows
    ]
