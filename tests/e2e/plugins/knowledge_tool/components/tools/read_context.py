"""Reads the variable by which the memory shares a turn with other plugins."""

import json
from typing import Any

from langbot_plugin.api.definition.components.tool.tool import Tool
from langbot_plugin.api.entities.builtin.provider.session import Session
from langbot_plugin.api.proxies.query_based_api import QueryBasedAPIProxy


class ReadContext(Tool):
    async def call(self, params: dict[str, Any], session: Session, query_id: int) -> str:
        api = QueryBasedAPIProxy(query_id=query_id, plugin_runtime_handler=self.plugin.plugin_runtime_handler)
        return json.dumps((await api.get_query_vars()).get("_ltm_context"))
