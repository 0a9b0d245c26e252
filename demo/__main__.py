"""The plugin at work in the real LangBot: a short conversation, then its web UI.

With OPENAI_API_KEY in the environment (and OPENAI_BASE_URL, OPENAI_MODEL) a real model answers,
otherwise an offline stand-in that follows simple patterns.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from demo.langbot import HostError, LangBotHost, Upstream
from demo.langbot.processes import is_listening
from demo.offline_model import respond
from demo.player import Player, say
from demo.story import STORY

WEB_UI_PORT = 5300
DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_MODEL = "gpt-4o-mini"
PATIENT_DEADLINE_S = 20


def real_model() -> Upstream | None:
    """The provider the environment names, if it does."""
    key = os.environ.get("OPENAI_API_KEY")
    if not key:
        return None
    base_url = os.environ.get("OPENAI_BASE_URL") or DEFAULT_BASE_URL
    return Upstream(base_url, key, os.environ.get("OPENAI_MODEL") or DEFAULT_MODEL)


def run(package: Path, port: int | None, *, once: bool) -> bool:
    """Play the story; whether everything held."""
    upstream = real_model()
    if upstream:
        say(f"model: {upstream.model} at {upstream.base_url}")
    else:
        say("model: OFFLINE STAND-IN (simple patterns, no language model; set OPENAI_API_KEY for a real one)")
    with LangBotHost(api_port=port, upstream=upstream, progress=lambda message: say(f"-- {message}")) as host:
        host.llm.responder = respond
        say(f"-- installing {package.name}")
        plugin = host.install_plugin(package)
        # The default favours the reply's speed; here a loaded machine must not leave a memory out.
        host.set_plugin_config(plugin, {"listener_deadline_seconds": PATIENT_DEADLINE_S})
        host.wait_plugin(plugin)
        say("-- creating a memory knowledge base: isolation by session, built-in embedder")
        host.create_kb(plugin, {"isolation": "session"}, name="Memory")
        player = Player(host, plugin)
        player.play(STORY)
        ok, failed = player.counted[True], player.counted[False]
        say(f"\nLangBot {host.version}, {plugin}: {ok} ok, {failed} FAILED")
        if not once:
            user, password = host.login
            say(f"\nLangBot's web UI: {host.url}\n  user {user}\n  password {password}\nCtrl-C ends it.")
            wait_for_interrupt()
    return not failed


def wait_for_interrupt() -> None:
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        say("\n-- ending LangBot")


def main() -> int:
    parser = argparse.ArgumentParser(prog="demo", description=__doc__)
    parser.add_argument("--plugin", type=Path, required=True, help="the .lbpkg archive to show")
    parser.add_argument("--once", action="store_true", help="end after the conversation")
    parser.add_argument("--port", type=int, help=f"of the web UI; {WEB_UI_PORT}, or a free one if that is taken")
    arguments = parser.parse_args()
    if not arguments.plugin.is_file():
        parser.error(f"there is no {arguments.plugin}; build it with: python3 dev.py build")
    port = arguments.port or (None if is_listening(WEB_UI_PORT) else WEB_UI_PORT)
    try:
        return 0 if run(arguments.plugin, port, once=arguments.once) else 1
    except HostError as error:
        say(f"FAILED: {error}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
