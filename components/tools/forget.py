"""The tool by which the model deletes one memory."""

from typing import Any

from components.call import Call
from components.tools.base import MemoryTool, require_wish
from components.tools.schema import ForgetParams, parsed


class Forget(MemoryTool):
    known_params = frozenset(ForgetParams.model_fields)

    async def run(self, params: dict[str, Any], call: Call) -> str:
        wanted = parsed(ForgetParams, params)
        require_wish(call)
        deleted = await call.memory.forget.forget(call.scope, call.actor, wanted.episode_id)
        return f"Deleted memory {deleted}, and read back that it is gone."
