"""Who speaks in these tests, and how they have the model remember, recall and forget."""

import json
import re
from typing import Any

from demo.langbot import LangBotHost

ALICE, BOB, ADMIN = ("501", "Alice"), ("502", "Bob"), ("900", "Root")
"""ADMIN is named in the plugin's configuration; nobody here has a privilege of LangBot's own."""

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_CODE = re.compile(r"!memory confirm (\d{6})")


def remember(host: LangBotHost, session: str, speaker: tuple[str, str], content: str, **params: Any) -> str:
    """Have the model store a memory; returns its id."""
    answer = host.call_tool(session, speaker, "remember", {"content": content, **params})
    found = UUID.search(answer)
    assert found, answer
    return found.group()


def recall(host: LangBotHost, session: str, speaker: tuple[str, str], query: str, **params: Any) -> list[str]:
    """Contents that recall_memory answers, best first."""
    answer = json.loads(host.call_tool(session, speaker, "recall_memory", {"query": query, **params}))
    return [memory["content"] for memory in answer["memories"]]


def forget(host: LangBotHost, session: str, speaker: tuple[str, str], episode_id: str) -> str:
    """Have the model forget a memory in a message that asks for it; returns the tool's answer."""
    return host.call_tool(session, speaker, "forget", {"episode_id": episode_id}, text="please forget that")


def block(host: LangBotHost) -> str:
    """The memory block of the last model request; "" if there is none, and never more than one."""
    blocks = [message for message in host.system_messages() if message.startswith("<long-term-memory>")]
    assert len(blocks) <= 1
    return blocks[0] if blocks else ""


def code_in(answer: str) -> str:
    """The code by which a person is asked back."""
    found = _CODE.search(answer)
    assert found, answer
    return found.group(1)


def confirmed(host: LangBotHost, session: str, speaker: tuple[str, str], command: str) -> str:
    """What a command answers once the one who sent it has confirmed it."""
    code = code_in(host.say(session, speaker, command))
    return host.say(session, speaker, f"!memory confirm {code}")


def imported(host: LangBotHost, session: str, rows: list[dict[str, Any]]) -> None:
    """Store many memories with two messages."""
    answer = confirmed(host, session, ADMIN, f"!memory import {json.dumps(rows)}")
    assert f"{len(rows)} memories added" in answer, answer


def json_in(answer: str) -> Any:
    """The JSON in an answer, which the bot prefixes with its name."""
    return json.loads(answer[answer.index("{") :])
