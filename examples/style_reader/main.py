"""An example plugin: it depends on the variable `_ltm_context`, not on the plugin that writes it."""

from langbot_plugin.api.definition.plugin import BasePlugin


class StyleReaderPlugin(BasePlugin):
    pass
