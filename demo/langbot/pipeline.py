"""Pipeline and bot settings: every message is answered, nothing is limited or rewritten."""

from __future__ import annotations

from typing import Any

Settings = dict[str, Any]
SYSTEM_PROMPT = "You are a helpful assistant."


def runner_settings(model: str, knowledge_bases: list[str]) -> Settings:
    """Settings both LangBot's built-in agent and the demo's runner plugin understand."""
    return {
        "model": {"primary": model, "fallbacks": []},
        "prompt": [{"role": "system", "content": SYSTEM_PROMPT}],
        "knowledge-bases": knowledge_bases,
        "enable-all-tools": True,
    }


def configure_pipeline(config: Settings, runner_id: str | None, settings: Settings) -> None:
    """Change a pipeline's settings in place; `runner_id` None is the agent built into LangBot 4.10."""
    ai = config.setdefault("ai", {})
    if runner_id:
        ai["runner"] = {"id": runner_id, "expire-time": 0}
        ai["runner_config"] = {runner_id: settings}
    else:
        ai["runner"] = {**ai.get("runner", {}), "runner": "local-agent"}
        ai["local-agent"] = {**ai.get("local-agent", {}), **settings}
    config["trigger"]["group-respond-rules"].update({"at": True, "prefix": [], "regexp": [], "random": 1.0})
    config["safety"]["rate-limit"].update({"limitation": 100000})
    config["safety"]["content-filter"].update({"check-sensitive-words": False})
    config["output"]["misc"].update({"at-sender": False, "quote-origin": False, "exception-handling": "show-error"})
    config["output"].setdefault("long-text-processing", {})["threshold"] = 1000000


def bot_settings(pipeline: str, port: int, *, event_bindings: bool) -> Settings:
    """A OneBot bot listening on `port`; LangBot 4.11 binds events to pipelines, 4.10 a bot to one."""
    bot: Settings = {
        "name": "onebot",
        "description": "",
        "adapter": "aiocqhttp",
        "enable": True,
        "adapter_config": {"host": "127.0.0.1", "port": port, "access-token": ""},
    }
    if not event_bindings:
        return {**bot, "use_pipeline_uuid": pipeline}
    bindings = [
        {
            "event_pattern": "message.received",
            "target_type": "pipeline",
            "target_uuid": pipeline,
            "priority": 0,
            "enabled": True,
            # Stated, because the default filter answers a group message only when the bot is mentioned.
            "filters": [{"field": "chat_type", "operator": "eq", "value": kind}],
            "description": kind,
            "order": order,
        }
        for order, kind in enumerate(("person", "group"))
    ]
    return {**bot, "event_bindings": bindings}
