"""Turns a remembered preference into the bot's style."""

from langbot_plugin.api.definition.components.common.event_listener import EventListener
from langbot_plugin.api.entities import context, events
from langbot_plugin.api.entities.builtin.provider.message import Message

_STYLES = {
    "brief": "Answer in one short sentence.",
    "简短": "请用一句话回答。",
    "humor": "Be playful and funny.",
    "幽默": "请用幽默的语气。",
}


class StyleListener(EventListener):
    def __init__(self) -> None:
        super().__init__()

        @self.handler(events.PromptPreProcessing)
        async def on_prompt(event_ctx: context.EventContext) -> None:
            # Installed without a memory plugin, or in a pipeline without memory, the variable is not there.
            memory = (await event_ctx.get_query_vars()).get("_ltm_context")
            if not memory:
                return
            profile = memory.get("speaker_profile") or memory["session_profile"]
            known = " ".join([*profile["traits"], *profile["preferences"]]).lower()
            style = next((style for word, style in _STYLES.items() if word in known), None)
            if style:
                event_ctx.event.default_prompt.append(Message(role="system", content=f"[style] {style}"))
