"""What a Python environment's LangBot is, and the settings its instance starts with."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from demo.langbot.errors import HostError

UNREACHABLE = "http://127.0.0.1:9"
QUESTION = """
import importlib.util, os
from importlib.metadata import version
print(version("langbot"), version("sqlalchemy"), os.path.dirname(importlib.util.find_spec("langbot").origin), sep="\\n")
"""


@dataclass(frozen=True, slots=True)
class Installation:
    """LangBot as one Python environment has it."""

    python: str
    version: str
    directory: Path

    @property
    def has_plugin_runners(self) -> bool:
        """Since 4.11 the agent that calls the model is a plugin."""
        return _numbers(self.version) >= (4, 11)


def find_installation(python: str, env: Mapping[str, str]) -> Installation:
    """Ask that Python; HostError if LangBot is missing or would not work."""
    answer = subprocess.run([python, "-c", QUESTION], env=dict(env), capture_output=True, text=True, check=False)
    if answer.returncode:
        raise HostError(f"no LangBot in {python}:\n{answer.stderr.strip()}")
    version, sqlalchemy, directory = answer.stdout.split("\n")[:3]
    if _numbers(sqlalchemy) >= (2, 1):
        raise HostError(
            f"{python} has sqlalchemy {sqlalchemy}: LangBot {version} does not bound it, but its plugin storage "
            "fails on 2.1 and later; install 'sqlalchemy<2.1' there"
        )
    return Installation(python, version, Path(directory))


def instance_config(installation: Installation, *, api_port: int, control_port: int, debug_port: int) -> dict[str, Any]:
    """LangBot's own default configuration on these ports of this machine, reaching nothing outside it."""
    template = installation.directory / "templates" / "config.yaml"
    config: dict[str, Any] = yaml.safe_load(template.read_text("utf-8"))
    config["api"].update(host="127.0.0.1", port=api_port)
    config["plugin"].update(
        runtime_ws_url=f"ws://127.0.0.1:{control_port}/control/ws",
        display_plugin_debug_url=f"ws://127.0.0.1:{debug_port}/plugin/debug/ws",
        enable_marketplace=False,
    )
    config.setdefault("box", {})["enabled"] = False
    config.setdefault("space", {}).update(
        disable_models_service=True,
        disable_telemetry=True,
        url=UNREACHABLE,
        models_gateway_api_url=UNREACHABLE + "/v1",
    )
    return config


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
