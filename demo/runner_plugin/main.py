"""The plugin itself; the runner component does the work."""

from __future__ import annotations

from langbot_plugin.api.definition.plugin import BasePlugin


class DemoRunnerPlugin(BasePlugin):
    """Nothing to set up."""

    async def initialize(self) -> None:
        pass
