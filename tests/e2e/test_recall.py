"""Recall in real chats: silent where nothing fits, read with the turns before, exact, and explained."""

import re

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ADMIN, ALICE, BOB, block, imported, recall, remember

pytestmark = pytest.mark.usefixtures("session_memory")


def test_a_message_that_no_memory_fits_injects_none(host: LangBotHost) -> None:
    remember(host, "group:4001", ALICE, "I am allergic to peanuts")
    remember(host, "group:4001", ALICE, "小红喜欢喝乌龙茶")
    for message in ("Compose a limerick about penguins", "用Python做一个计算器"):
        host.say("group:4001", BOB, message)
        assert "<episodes>" not in block(host)
    host.say("group:4001", ALICE, "What food must I avoid?")
    assert "peanuts" in block(host)


def test_a_message_is_read_with_the_turns_before_it(host: LangBotHost) -> None:
    host.say("group:4002", ALICE, "let us talk about my boat")
    host.say("group:4002", ALICE, "and now?")
    recalled = [line for line in host.logs("runtime").splitlines() if "recalled: " in line]
    turns = [int(found.group(1)) for line in recalled if (found := re.search(r"turns_before=(\d)", line))]
    assert turns[-1] == 1


def test_an_exact_id_is_found_among_facts_that_read_alike(host: LangBotHost) -> None:
    orders = [f"Order ORD-2024-{8800 + number} goes to depot {number}" for number in range(12, 20)]
    imported(host, "group:4003", [{"content": order} for order in orders])
    assert recall(host, "group:4003", BOB, "where does ORD-2024-8817 go?", top_k=1) == [
        "Order ORD-2024-8817 goes to depot 17"
    ]
    host.say("group:4003", ALICE, "which depot gets my ORD-2024-8817?")
    assert "depot 17" in block(host)


def test_a_search_is_explained(host: LangBotHost) -> None:
    remember(host, "group:4004", ALICE, "The lighthouse is white")
    answer = host.say("group:4004", ALICE, "!memory search --explain lighthouse")
    assert "The lighthouse is white" in answer
    assert re.search(r"= .*lexical \+0\.\d+ .*\(cosine 0\.\d+\)", answer)
    assert "All 1 memories here are embedded" in host.say("group:4004", ADMIN, "!memory reindex")
