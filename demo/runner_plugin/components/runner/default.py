"""A small agent: LangBot 4.11 has none of its own.

The model gets the host's prompt, the history, one system message with retrieved knowledge
(if there is any), and the user's message, in this order.
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

from langbot_plugin.api.definition.components.runner import Runner, RunnerContext, RunnerResult
from langbot_plugin.api.entities.builtin.provider.message import Message
from langbot_plugin.api.entities.builtin.resource.tool import LLMTool
from langbot_plugin.api.proxies.runner.api import RunnerAPIProxy

KNOWLEDGE_HEADING = "[naive-rag]"
MAX_TOOL_ROUNDS = 8
MAX_HISTORY = 40
DEFAULT_TOP_K = 5

log = logging.getLogger(__name__)


class DemoRunner(Runner):
    """Asks the model, calls the tools it wants, and asks again until it answers."""

    async def run(self, ctx: RunnerContext) -> AsyncIterator[RunnerResult]:
        api = self.get_run_api(ctx)
        config: dict[str, Any] = ctx.config if isinstance(ctx.config, dict) else {}
        models: list[str] = [model.model_id for model in api.get_allowed_models()]
        if not models:
            yield RunnerResult.run_failed(ctx.run_id, error="the pipeline grants no model")
            return
        primary = (config.get("model") or {}).get("primary")
        model: str = primary if primary in models else models[0]
        text = ctx.input.text or ""
        messages = [
            *await _prompt(api, ctx, config),
            *await _history(api, ctx),
            *await _knowledge(api, config, text),
            Message(role="user", content=text),
        ]
        tools = _tools(api)
        for _ in range(MAX_TOOL_ROUNDS):
            reply = await _ask(api, model, messages, tools, stream=bool(config.get("stream")))
            if not reply.tool_calls:
                answer = Message(role="assistant", content=_text(reply.content))
                yield RunnerResult.message_completed(ctx.run_id, answer)
                yield RunnerResult.run_completed(ctx.run_id)
                return
            messages.append(Message(role="assistant", content=reply.content or "", tool_calls=reply.tool_calls))
            for call in reply.tool_calls:
                result = await _call_tool(api, call.function.name, call.function.arguments)
                messages.append(Message(role="tool", content=result, tool_call_id=call.id))
        yield RunnerResult.run_failed(ctx.run_id, error=f"no answer after {MAX_TOOL_ROUNDS} rounds of tool calls")


async def _prompt(api: RunnerAPIProxy, ctx: RunnerContext, config: dict[str, Any]) -> list[Message]:
    """The host's effective prompt, which plugins may have added to."""
    prompt = await api.get_prompt() if ctx.context.available_apis.prompt_get else config.get("prompt")
    return [
        Message(role=item.get("role", "system"), content=_text(item["content"]))
        for item in prompt or []
        if item.get("content")
    ]


async def _history(api: RunnerAPIProxy, ctx: RunnerContext) -> list[Message]:
    """Earlier messages of this session, oldest first."""
    if not ctx.context.available_apis.history_page:
        return []
    page = await api.history_page(limit=MAX_HISTORY, direction="backward")
    return [
        Message(role=item.role, content=item.content)
        for item in reversed(list(page.items))
        if item.event_id != ctx.event.event_id
        and item.role in ("user", "assistant")
        and item.item_type == "message"
        and item.content
    ]


async def _knowledge(api: RunnerAPIProxy, config: dict[str, Any], text: str) -> list[Message]:
    """What the pipeline's knowledge bases have on the user's message, as at most one system message."""
    wanted = config.get("knowledge-bases") or []
    granted = [kb.kb_id for kb in api.get_allowed_knowledge_bases() if kb.kb_id in wanted]
    top_k = int(config.get("retrieval-top-k") or DEFAULT_TOP_K)
    found: list[str] = []
    for kb in granted if text else []:
        for entry in await api.retrieve_knowledge(kb_id=kb, query_text=text, top_k=top_k):
            parts = entry.get("content", [])
            found += [part["text"] for part in parts if part.get("type") == "text" and part.get("text")]
    if not found:
        return []
    return [Message(role="system", content=KNOWLEDGE_HEADING + "\n" + "\n\n".join(found))]


def _tools(api: RunnerAPIProxy) -> list[LLMTool]:
    return [
        LLMTool(
            name=tool.tool_name,
            human_desc=tool.description or "",
            description=tool.description or "",
            parameters=tool.parameters or {"type": "object", "properties": {}},
            func=_never_called,
        )
        for tool in api.get_allowed_tools()
        if "call" in tool.operations
    ]


async def _never_called(*args: Any, **kwargs: Any) -> None:
    """LLMTool wants a function, but tools run in the host."""
    raise RuntimeError("tools run in the host")


async def _call_tool(api: RunnerAPIProxy, name: str, arguments: str | None) -> str:
    try:
        result = await api.call_tool(name, json.loads(arguments or "{}"))
    except Exception as error:  # whatever a tool raises is an answer to the model, not the end of the turn
        log.exception("tool %s failed", name)
        return f"TOOL_ERROR: {type(error).__name__}: {error}"
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


async def _ask(
    api: RunnerAPIProxy, model: str, messages: list[Message], tools: list[LLMTool], *, stream: bool
) -> Message:
    if not stream:
        reply: Message = await api.invoke_llm(llm_model_uuid=model, messages=messages, funcs=tools)
        return reply
    text = ""
    calls: dict[str, Any] = {}
    async for chunk in api.invoke_llm_stream(llm_model_uuid=model, messages=messages, funcs=tools):
        text += _text(chunk.content)
        calls |= {call.id: call for call in chunk.tool_calls or []}
    tool_calls = [{"id": call.id, "type": call.type, "function": call.function.model_dump()} for call in calls.values()]
    return Message(role="assistant", content=text, tool_calls=tool_calls or None)


def _text(content: Any) -> str:
    """Text of a message's content, which may be in parts (objects or dicts)."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join((part.get("text") if isinstance(part, dict) else part.text) or "" for part in parts)
