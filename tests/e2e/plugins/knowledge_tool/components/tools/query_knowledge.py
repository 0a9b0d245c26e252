"""Lists the pipeline's knowledge bases and searches each, both bound to the message being handled."""

import json
from typing import Any

from langbot_plugin.api.definition.components.tool.tool import Tool
from langbot_plugin.api.entities.builtin.provider.session import Session
from langbot_plugin.api.proxies.query_based_api import QueryBasedAPIProxy


class QueryKnowledge(Tool):
    async def call(self, params: dict[str, Any], session: Session, query_id: int) -> str:
        api = QueryBasedAPIProxy(query_id=query_id, plugin_runtime_handler=self.plugin.plugin_runtime_handler)
        found = {}
        for base in await api.list_pipeline_knowledge_bases():
            entries = await api.retrieve_knowledge(kb_id=base["uuid"], query_text=params["query_text"])
            found[base["uuid"]] = [part.get("text") for entry in entries for part in entry["content"]]
        return json.dumps(found)
