"""The plugin as LangBot loads it."""

import logging

from langbot_plugin.api.definition.plugin import BasePlugin

from ltm.application import Application
from ltm.bootstrap import build, warm

_log = logging.getLogger(__name__)


class LongTermMemoryPlugin(BasePlugin):
    """Holds the application that the components use."""

    application: Application

    def __init__(self) -> None:
        super().__init__()
        self.application = build(self)

    async def initialize(self) -> None:
        await warm(self.application)
        _log.info("long-term memory is ready")
