"""LangBot's SDK, imported before any test: what it deprecates in itself is no warning of ours."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import langbot_plugin.api.definition.components.command.command
    import langbot_plugin.api.definition.components.common.event_listener
    import langbot_plugin.api.definition.components.knowledge_engine
    import langbot_plugin.api.definition.components.tool.tool
    import langbot_plugin.api.entities.events  # noqa: F401
