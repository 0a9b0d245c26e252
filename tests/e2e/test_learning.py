"""What real chats teach the bot beside its replies, with a scripted model that reads them."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from demo.langbot import LangBotHost
from demo.langbot.conversation import system_messages
from tests.e2e.chat import ADMIN, ALICE, BOB, UUID, block, imported, recall
from tests.e2e.conftest import Installed

WITHIN_S = 90.0
SLOW_S = 15.0

HOME, PLAN = "I moved to Lisbon last week", "we meet at the harbour on 2031-05-03"
TEACHES: dict[str, dict[str, Any]] = {
    HOME: {"kind": "fact", "layer": "profile", "fact_key": "home", "importance": 3},
    PLAN: {"kind": "event", "layer": "episode", "when": "2031-05-03"},
    "I keep bees": {"kind": "fact", "layer": "profile"},
    "I play the tuba": {"kind": "fact", "layer": "profile"},
}
"""What the scripted model takes for worth remembering, where somebody says it."""


def reads(body: dict[str, Any]) -> str:
    """Answer as a model does that finds what is in TEACHES, and nothing else."""
    said = re.findall(r"<user (\d+); [^>]*>(.*?)</user>", body["messages"][-1]["content"], re.DOTALL)
    found = [
        {"turn": int(number), "quote": words, "text": words, "importance": 2, **what}
        for number, text in said
        for words, what in TEACHES.items()
        if words in text
    ]
    return json.dumps({"candidates": found})


def eventually(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WITHIN_S
    while not holds():
        assert time.monotonic() < deadline, f"{what} did not come to be"
        time.sleep(0.5)


@pytest.fixture(scope="module")
def learning(installed: Installed) -> Iterator[Installed]:
    installed.new_memory(isolation="session")
    installed.host.llm.side_responder = reads
    installed.configure(
        capture="llm",
        extraction_model_uuid=installed.host.side_llm_uuid,
        capture_every_turns=2,
        session_index=True,
        contents_tokens=150,
    )
    yield installed
    installed.configure()


def read_by_model(host: LangBotHost, words: str) -> int:
    """How many times the model beside the conversation was given these words."""
    return sum(words in json.dumps(body) for body in host.llm.side_requests)


def test_a_conversation_is_learnt_after_the_reply_and_once(host: LangBotHost, learning: Installed) -> None:
    group = "group:5201"
    host.llm.side_delay = SLOW_S
    try:
        host.say(group, ALICE, f"hello! {HOME}, how is the weather?")
        started = time.monotonic()
        host.say(group, BOB, f"{PLAN}, please all come")
        assert time.monotonic() - started < SLOW_S
        eventually(lambda: HOME in host.say(group, ALICE, "!memory profile"), "a profile")
    finally:
        host.llm.side_delay = 0.0
    eventually(lambda: PLAN in host.say(group, BOB, "!memory list"), "an event")
    assert HOME not in host.say(group, BOB, "!memory profile")
    assert PLAN not in host.say(group, BOB, "!memory profile")
    host.say(group, BOB, "where does Alice live?")
    assert HOME in block(host)
    host.say(group, BOB, "thanks")
    eventually(lambda: read_by_model(host, "where does Alice live?") > 0, "the next batch")
    assert read_by_model(host, HOME) == 1
    assert "2 memories" in host.say(group, ALICE, "!memory list")


def test_a_crash_between_journal_and_write_loses_and_repeats_nothing(host: LangBotHost, learning: Installed) -> None:
    group, words = "group:5202", "I keep bees"
    host.llm.side_delay = 60.0
    try:
        host.say(group, ALICE, f"by the way, {words} on the roof")
        host.say(group, ALICE, "what do they need in winter?")
        eventually(lambda: read_by_model(host, words) > 0, "the model's turn")
        assert host.kill_plugin(learning.plugin)
    finally:
        host.llm.side_delay = 0.0
    time.sleep(2)
    host.wait_plugin(learning.plugin, 300)
    eventually(lambda: words in _answered(host, group, "!memory list"), "the memory")
    host.say(group, ALICE, "and in spring?")
    host.say(group, ALICE, "thank you")
    eventually(lambda: read_by_model(host, "and in spring?") > 0, "the next batch")
    assert "1 memories" in host.say(group, ALICE, "!memory list")
    assert host.say(group, ALICE, "!memory profile").count(words) == 1


def test_of_a_speaker_who_is_off_nothing_is_learnt(host: LangBotHost, learning: Installed) -> None:
    group, words = "group:5203", "I play the tuba"
    host.say(group, ALICE, "!memory off")
    host.say(group, ALICE, f"{words}, badly")
    host.say(group, BOB, "who plays what here?")
    host.say(group, BOB, "nobody?")
    eventually(lambda: read_by_model(host, "nobody?") > 0, "the batch")
    assert read_by_model(host, words) == 0
    assert words not in host.say(group, BOB, "!memory conversations")


def test_conversations_are_found_apart_from_facts(host: LangBotHost, learning: Installed) -> None:
    group, words = "group:5204", "the old lighthouse keeper waved at us"
    host.say(group, ALICE, f"yesterday {words}")
    host.say(group, ALICE, "tell me a story")
    eventually(lambda: words in host.say(group, ALICE, "!memory conversations"), "the conversation")
    assert words not in host.say(group, ALICE, "!memory list")
    [found, *_] = recall(host, group, ALICE, "who waved?", kind="turn")
    assert words in found
    assert recall(host, group, ALICE, "who waved?", kind="fact") == []


def test_the_table_of_contents_stays_the_same_while_messages_change(host: LangBotHost, learning: Installed) -> None:
    group = "group:5205"
    imported(host, group, [{"content": "The club meets in the old mill"}])
    heads = []
    for text in ("good morning", "where does the club meet?", "what about lunch?"):
        host.say(group, ALICE, text)
        systems = system_messages(host.llm_requests[-1])
        places = [place for place, message in enumerate(systems) if message.startswith("<long-term-memory-contents>")]
        heads.append(systems[: places[0] + 1] if places else [])
    # The first message finds none: it is made beside a turn.
    assert heads[1] == heads[2]
    assert "The club meets" in heads[1][-1]


def test_candidates_wait_for_a_word_and_what_is_tidied_can_be_undone(host: LangBotHost, installed: Installed) -> None:
    group = "group:5206"
    installed.configure(capture="review", capture_every_turns=1, consolidation="off")
    try:
        host.say(group, ALICE, "my name is Alicia")
        eventually(lambda: "Alicia" in host.say(group, ALICE, "!memory candidates"), "a candidate")
        assert "Alicia" not in host.say(group, BOB, "!memory candidates")
        assert "Alicia" not in host.say(group, ALICE, "!memory profile")
        host.say(group, ALICE, "!memory accept all")
        assert "Alicia" in host.say(group, ALICE, "!memory profile")
        _tidied_and_undone(host, "group:5207")
    finally:
        installed.configure()


def _tidied_and_undone(host: LangBotHost, group: str) -> None:
    stale = {"content": "The lift seems slow", "kind": "observation", "timestamp": "2020-01-01T00:00:00Z"}
    imported(host, group, [stale, {"content": "The pool opens at nine"}])
    assert "2 memories" in host.say(group, ADMIN, "!memory list")
    eventually(lambda: "The lift seems slow" in host.say(group, ADMIN, "!memory consolidate preview"), "a plan")
    assert "2 memories" in host.say(group, ADMIN, "!memory list")
    host.say(group, ADMIN, "!memory consolidate run")
    eventually(lambda: "1 memories" in host.say(group, ADMIN, "!memory list"), "a tidier scope")
    assert "The lift seems slow" in host.say(group, ADMIN, "!memory archived")
    run = re.search(r"\d{8}-\d{6}-[0-9a-f]{4}", host.say(group, ADMIN, "!memory consolidate"))
    assert run
    host.say(group, ADMIN, f"!memory undo {run.group()}")
    eventually(lambda: "2 memories" in host.say(group, ADMIN, "!memory list"), "the scope as it was")
    assert not UUID.search(host.say(group, ADMIN, "!memory archived"))


def _answered(host: LangBotHost, session: str, command: str) -> str:
    """The answer to a command, "" while the plugin is coming back."""
    try:
        return host.say(session, ALICE, command, timeout=20)
    except RuntimeError:
        return ""
