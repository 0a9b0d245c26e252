"""What the four tools share: parameters in, one use case, text out."""

import abc
import logging
from time import perf_counter
from typing import Any

from langbot_plugin.api.definition.components.tool.tool import Tool
from langbot_plugin.api.entities.builtin.provider.session import Session

from components.plugin_access import attached_memory
from ltm.adapters.langbot.errors import for_model
from ltm.adapters.langbot.queries import Query
from ltm.application import Memory
from ltm.errors import LongTermMemoryError

_log = logging.getLogger(__name__)


class MemoryTool(Tool):
    """Answers with text always: an exception would reach the model as a stack of words it cannot act on."""

    @abc.abstractmethod
    async def run(self, params: dict[str, Any], query: Query, memory: Memory) -> str:
        """Do it for this message. Raises LongTermMemoryError."""

    async def call(self, params: dict[str, Any], session: Session, query_id: int) -> str:
        started = perf_counter()
        outcome = "ok"
        try:
            query, memory = await attached_memory(self, query_id)
            return await self.run(params, query, memory)
        except LongTermMemoryError as exc:
            outcome = type(exc).__name__
            return for_model(exc)
        finally:
            _log.info(
                "tool called: tool=%s query_id=%s params=%s outcome=%s ms=%.1f",
                type(self).__name__,
                query_id,
                sorted(params.keys() & type(self).known_params),
                outcome,
                (perf_counter() - started) * 1000,
            )

    known_params: frozenset[str] = frozenset()
    """Names that may be logged; whatever else a model sends could be content."""
