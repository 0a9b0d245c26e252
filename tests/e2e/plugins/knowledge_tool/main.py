"""A plugin for the tests: its tool asks the pipeline's knowledge bases through the host."""

from langbot_plugin.api.definition.plugin import BasePlugin


class KnowledgeToolPlugin(BasePlugin):
    pass
