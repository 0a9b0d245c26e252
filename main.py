"""The plugin as LangBot loads it."""

import logging

from langbot_plugin.api.definition.plugin import BasePlugin
from langbot_plugin.api.proxies.query_based_api import QueryBasedAPIProxy

from ltm.adapters.langbot.queries import QueryApi
from ltm.application import Application
from ltm.bootstrap import build, warm
from ltm.services.background import detached

_log = logging.getLogger(__name__)


class LongTermMemoryPlugin(BasePlugin):
    """Holds the application that the components use."""

    application: Application

    def __init__(self) -> None:
        super().__init__()
        self.application = build(self)

    def query_api(self, query_id: int) -> QueryApi:
        """Return what can be asked about the message being handled."""
        api: QueryApi = QueryBasedAPIProxy(query_id=query_id, plugin_runtime_handler=self.plugin_runtime_handler)
        return api

    async def initialize(self) -> None:
        # While LangBot 4.11.2 calls this the configuration is empty; in a context of one's own it is the true one.
        await detached(warm(self.application))
        _log.info("long-term memory is ready")
