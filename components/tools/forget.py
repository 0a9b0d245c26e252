"""The tool by which the model deletes one memory."""

from typing import Any

from components.tools.base import MemoryTool
from components.tools.schema import ForgetParams, parsed
from ltm.adapters.langbot.queries import Query
from ltm.application import Memory


class Forget(MemoryTool):
    known_params = frozenset(ForgetParams.model_fields)

    async def run(self, params: dict[str, Any], query: Query, memory: Memory) -> str:
        wanted = parsed(ForgetParams, params)
        deleted = await memory.forget.forget(memory.scope(query.turn.session), wanted.episode_id)
        return f"Deleted memory {deleted}, and read back that it is gone."
