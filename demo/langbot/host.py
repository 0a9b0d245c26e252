"""A running LangBot with a chat platform and models to talk to."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, TypeVar

import yaml

from demo.langbot.administration import Administration
from demo.langbot.api import LangBotApi
from demo.langbot.background import BackgroundLoop
from demo.langbot.conversation import Conversation
from demo.langbot.installation import find_installation, instance_config
from demo.langbot.model_server import CHAT_MODEL, EMBEDDING_MODEL, SIDE_MODEL, ModelServer, Upstream
from demo.langbot.onebot import OneBotClient
from demo.langbot.parallel import ParallelTurns
from demo.langbot.pipeline import Settings, bot_settings
from demo.langbot.processes import Processes, free_ports, is_listening

T = TypeVar("T")
RUNNER_PLUGIN = Path(__file__).parent.parent / "runner_plugin"
RUNNER_ID = "plugin:longtermmemory-demo/DemoRunner/default"
LOGIN = ("admin@demo.local", "longtermmemory-demo")


class LangBotHost(Administration, Conversation):
    """LangBot in a scratch directory, up inside a `with` block; all methods are synchronous.

    `python` names the environment LangBot is installed in. The directory is deleted at the end
    unless `workdir` or `keep` is given. With `upstream` a real provider answers chat requests.
    `config_edit` may change LangBot's configuration before it starts. `progress` is told of long steps.
    """

    def __init__(
        self,
        workdir: str | Path | None = None,
        *,
        python: str = sys.executable,
        keep: bool = False,
        api_port: int | None = None,
        upstream: Upstream | None = None,
        runner_config: Settings | None = None,
        config_edit: Callable[[Settings], None] | None = None,
        env: dict[str, str] | None = None,
        boot_timeout: float = 180,
        progress: Callable[[str], None] = lambda message: None,
    ) -> None:
        ports = free_ports(5)
        self._api_port = api_port or ports[0]
        self._control_port, self._debug_port, model_port, self._bot_port = ports[1:]
        self._env = self._environment(env or {})
        self.installation = find_installation(python, self._env)
        self.runner_id = RUNNER_ID if self.installation.has_plugin_runners else None
        self.runner_config = dict(runner_config or {})
        self.root = Path(workdir or tempfile.mkdtemp(prefix="langbot-host-")).resolve()
        self.keep = keep or workdir is not None
        self.login = LOGIN
        self.url = f"http://127.0.0.1:{self._api_port}"
        self.timings = {}
        self.pipeline_uuid = self.llm_uuid = self.side_llm_uuid = self.embedding_uuid = self.bot_uuid = ""
        self.kb_uuids = []
        self._on_close = contextlib.ExitStack()
        self._config_edit = config_edit
        self._boot_timeout = boot_timeout
        self._progress = progress
        for name in ("langbot", "runtime"):
            (self.root / name / "data").mkdir(parents=True, exist_ok=True)
        self._processes = Processes(self.root)
        self.api = LangBotApi(self.url)
        self._loop = BackgroundLoop()
        self.llm = ModelServer(model_port, upstream)
        self.onebot = OneBotClient(f"ws://127.0.0.1:{self._bot_port}/ws/")

    @property
    def version(self) -> str:
        """LangBot's version."""
        return self.installation.version

    def __enter__(self) -> LangBotHost:
        atexit.register(self._processes.stop_all)
        self._stop_processes_on_sigterm()
        try:
            self._start()
        except BaseException as error:
            if isinstance(error, Exception):
                sys.stderr.write(self.logs(tail=4000))
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything that was started."""
        with self._on_close as stack:
            if not self.keep:
                stack.callback(shutil.rmtree, self.root, ignore_errors=True)
            stack.callback(self.api.close)
            stack.callback(self._loop.close)
            stack.callback(atexit.unregister, self._processes.stop_all)
            stack.callback(self._loop.run, self.llm.stop(), 10)
            stack.callback(self._processes.stop_all)
            stack.callback(self._loop.run, self.onebot.stop(), 10)

    def restart(self) -> None:
        """Stop LangBot and the plugin runtime, start both again on the same data."""
        self._processes.stop("langbot")
        self._processes.stop("runtime")
        self._start_runtime()
        self.restart_langbot()

    def restart_langbot(self) -> None:
        """Stop LangBot, unless it is dead already, and start it again beside the running plugin runtime."""
        self._processes.stop("langbot")
        self._start_langbot()
        self.api.log_in(*self.login)
        self._loop.run(self.onebot.wait_connected())

    def kill(self, name: str) -> None:
        """Kill "langbot" or "runtime" without warning; nothing it started is told and nothing is started again."""
        self._processes.kill(name)

    def kill_plugin(self, plugin: str) -> int:
        """Kill a plugin's process without warning and return its id; the runtime may start another."""
        # LangBot 4.11 names the plugin on the command line, 4.10 only starts it where its files are.
        author, name = plugin.split("/")
        return self._processes.kill_below("runtime", f"--tag {plugin}", f"author: {author}\n  name: {name}\n")

    def run(self, work: Coroutine[Any, Any, T], timeout: float) -> T:
        """Run a coroutine on the loop of the fake servers; TimeoutError when it takes longer."""
        return self._loop.run(work, timeout)

    def parallel_turns(self) -> ParallelTurns:
        """Have the fake model answer many turns at once; replies given to `llm.queue` still come first."""
        turns = ParallelTurns(self.onebot, self.llm.responder)
        self.llm.responder = turns.respond
        return turns

    def restart_runtime(self) -> None:
        """Stop the plugin runtime with every plugin in it and start it again, under a running LangBot."""
        self._processes.stop("runtime")
        self._start_runtime()

    def logs(self, name: str | None = None, tail: int | None = None) -> str:
        """Log text of all runs, or only those of "langbot" or "runtime" (plugins log there)."""
        return self._processes.logs(name, tail)

    def _environment(self, extra: dict[str, str]) -> dict[str, str]:
        # PYTHONPATH would put this project's modules in front of LangBot's own.
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return {
            **env,
            "LANGBOT_PLUGIN_RUNTIME_CONTROL_TOKEN": secrets.token_urlsafe(48),
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
            "ANONYMIZED_TELEMETRY": "False",
            "NO_PROXY": "127.0.0.1,localhost",
            "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            **extra,
        }

    def _stop_processes_on_sigterm(self) -> None:
        """A run that is terminated leaves no LangBot behind; whoever handles the signal already is not disturbed."""
        in_main_thread = threading.current_thread() is threading.main_thread()
        if not in_main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            return

        def stop(number: int, frame: FrameType | None) -> None:
            self._processes.stop_all()
            if not self.keep:
                shutil.rmtree(self.root, ignore_errors=True)
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

        signal.signal(signal.SIGTERM, stop)
        self._on_close.callback(signal.signal, signal.SIGTERM, signal.SIG_DFL)

    def _start(self) -> None:
        self._progress(f"starting LangBot {self.version}")
        config = instance_config(
            self.installation,
            api_port=self._api_port,
            control_port=self._control_port,
            debug_port=self._debug_port,
        )
        if self._config_edit:
            self._config_edit(config)
        path = self.root / "langbot" / "data" / "config.yaml"
        path.write_text(yaml.safe_dump(config, allow_unicode=True), "utf-8")
        self._loop.run(self.llm.start())
        self._boot()
        self.api.log_in(*self.login)
        provider = self.api.create_provider("demo", self.llm.base_url, "sk-not-a-key")
        self.llm_uuid = self.api.create_chat_model(provider, CHAT_MODEL)
        self.side_llm_uuid = self.api.create_chat_model(provider, SIDE_MODEL)
        self.embedding_uuid = self.api.create_embedding_model(provider, EMBEDDING_MODEL)
        if self.runner_id:
            self._progress("installing the demo's agent runner")
            self.install_plugin(RUNNER_PLUGIN)
            self._processes.wait(lambda: self.api.has_runner(RUNNER_ID), 120, "runner in LangBot's list")
        self.pipeline_uuid = self.api.default_pipeline()
        self.configure_pipeline()
        bot = bot_settings(self.pipeline_uuid, self._bot_port, event_bindings=self.installation.has_plugin_runners)
        self.bot_uuid = self.api.create_bot(bot)
        self._processes.wait(lambda: is_listening(self._bot_port), 60, "OneBot adapter")
        self._loop.run(self.onebot.start())
        self._loop.run(self.onebot.wait_connected())

    def _start_runtime(self) -> None:
        ports = ["--ws-control-port", str(self._control_port), "--ws-debug-port", str(self._debug_port)]
        command = [self.installation.python, "-m", "langbot_plugin.cli.__init__", "rt", *ports]
        runtime = self._processes.start("runtime", command, self.root / "runtime", self._env)
        started = "WebSocket server started"
        self._processes.wait(lambda: runtime.log_text().count(started) >= 2, 60, "plugin runtime")

    def _boot(self) -> None:
        start = time.monotonic()
        self._start_runtime()
        self._start_langbot()
        self.timings["boot"] = time.monotonic() - start

    def _start_langbot(self) -> None:
        command = [self.installation.python, "-m", "langbot", "--standalone-runtime"]
        langbot = self._processes.start("langbot", command, self.root / "langbot", self._env)
        self._processes.wait(self.api.is_up, self._boot_timeout, "LangBot HTTP API")
        connected = ("Connected to plugin runtime", "Connected to instance-scoped plugin runtime")
        self._processes.wait(
            lambda: any(line in langbot.log_text() for line in connected), 120, "LangBot's link to the runtime"
        )
