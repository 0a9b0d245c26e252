"""The real LangBot, once per version, with the plugin installed from the very archive that is shipped."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from demo.langbot import LangBotHost
from tests.e2e.chat import ADMIN

HOST_PYTHONS: dict[str, str] = json.loads(os.environ.get("LTM_HOST_PYTHONS", "{}"))
ROOT = Path(__file__).resolve().parents[2]
PLUGINS = Path(__file__).parent / "plugins"
PLUGIN_STARTS_WITHIN_S = 300
"""On a loaded machine the plugin may miss the runtime's deadline of 15 s for its registration, and is tried again."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if not HOST_PYTHONS:
                item.add_marker(pytest.mark.skip(reason="boots LangBot: run `python3 dev.py test`"))


class Installed:
    """A LangBot with the plugin, and one memory knowledge base at a time."""

    def __init__(self, host: LangBotHost, package: Path) -> None:
        self.host = host
        self.plugin = host.install_plugin(package)
        self.kb = ""
        self.configure()

    def configure(self, **settings: Any) -> None:
        """Give the plugin these settings and its administrator, and all others their defaults; it starts anew."""
        self.host.set_plugin_config(self.plugin, {"admins": [f"aiocqhttp:{ADMIN[0]}"], **settings})
        self.host.wait_plugin(self.plugin, PLUGIN_STARTS_WITHIN_S)

    def new_memory(self, *, embedding: bool = False, **settings: Any) -> str:
        """Replace the knowledge base by an empty one with these settings."""
        if self.kb:
            self.host.configure_pipeline([])
            self.host.delete_kb(self.kb)
        self.host.configure_pipeline([])
        self.kb = self.host.create_kb(self.plugin, settings, embedding=embedding)
        return self.kb


@pytest.fixture(scope="session", params=list(HOST_PYTHONS) or ["none"])
def installed(request: pytest.FixtureRequest) -> Iterator[Installed]:
    with LangBotHost(python=HOST_PYTHONS[request.param]) as host:
        memory = Installed(host, Path(os.environ["LTM_PACKAGE"]))
        host.install_plugin(ROOT / "examples" / "style_reader")
        host.install_plugin(PLUGINS / "knowledge_tool")
        yield memory


@pytest.fixture(scope="module")
def session_memory(installed: Installed) -> Installed:
    """Memory isolated by session, with the built-in embedder."""
    installed.new_memory(isolation="session")
    return installed


@pytest.fixture
def host(installed: Installed) -> LangBotHost:
    installed.host.llm.queued.clear()
    return installed.host
