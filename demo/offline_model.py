"""A stand-in for a language model: simple patterns in English and Chinese, no network.

It shows the plugin's tools and memory block at work. It does not understand anything:
what it answers is what the injected block says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from demo.langbot.conversation import memory_block, tool_text
from demo.langbot.model_server import Body, last_user_text

ToolCall = dict[str, Any]


def _remember(content: str) -> ToolCall:
    return {"name": "remember", "arguments": {"content": content, "importance": 4}}


def _profile(field: str, action: str) -> Callable[[str], ToolCall]:
    def call(value: str) -> ToolCall:
        arguments = {"scope": "speaker", "field": field, "action": action, "value": value}
        return {"name": "update_profile", "arguments": arguments}

    return call


def _look_up(query: str) -> ToolCall:
    return {"name": "recall_memory", "arguments": {"query": query, "top_k": 1}}


RULES: tuple[tuple[str, Callable[[str], ToolCall]], ...] = (
    (r"remember that ([^.!?]+)", _remember),
    (r"请记住[,，:：]?\s*([^。！？!?]+)", _remember),
    (r"my name is (\w+)", _profile("name", "set")),
    (r"我叫([^,，。！!]+)", _profile("name", "set")),
    (r"I prefer ([^.!?]+)", _profile("preferences", "add")),
    (r"我(喜欢[^,，。！!]+)", _profile("preferences", "add")),
    (r"forget ([^.!?]+)", _look_up),
    (r"请忘记([^。！？!?]+)", _look_up),
)


def respond(body: Body) -> dict[str, Any] | str:
    """The stand-in's reply to one chat request: tool calls or an answer."""
    results = _results_of_this_turn(body)
    text = last_user_text(body)
    chinese = bool(re.search(r"[\u4e00-\u9fff]", text))
    if not results:
        calls = [
            call(match[1].strip()) for pattern, call in RULES if (match := re.search(pattern, text, re.IGNORECASE))
        ]
        return {"tool_calls": calls} if calls else _answer(memory_block(body), chinese)
    if found := _found_id(results[-1]):
        return {"tool_calls": [{"name": "forget", "arguments": {"episode_id": found}}]}
    return ("好的。" if chinese else "All right. ") + " ".join(text for text in results if not _found_id(text))


def _results_of_this_turn(body: Body) -> list[str]:
    results: list[str] = []
    for message in body["messages"]:
        if message["role"] == "user":
            results.clear()
        elif message["role"] == "tool":
            results.append(tool_text(message.get("content") or ""))
    return results


def _found_id(result: str) -> str | None:
    """Id of the first memory in an answer of recall_memory."""
    try:
        memories = json.loads(result)["memories"]
    except (ValueError, TypeError, KeyError):
        return None
    return str(memories[0]["id"]) if memories else None


def _answer(block: str, chinese: bool) -> str:
    facts = [line.partition("] ")[2] for line in block.splitlines() if line.startswith("- [")]
    facts += [line for line in block.splitlines() if re.match(r"(name|traits|preferences|notes): ", line)]
    if not facts:
        return "记忆里没有相关内容。" if chinese else "My memory has nothing on that."
    return ("我的记忆：" if chinese else "What my memory has: ") + "; ".join(facts)
