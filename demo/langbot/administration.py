"""Setting LangBot up, as its administrator does in the web UI."""

from __future__ import annotations

import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from demo.langbot.api import LangBotApi
from demo.langbot.errors import HostError
from demo.langbot.installation import Installation
from demo.langbot.onebot import parse_session
from demo.langbot.pipeline import Settings, configure_pipeline, runner_settings
from demo.langbot.processes import Processes
from demo.package import PackageError, build_package


class Administration:
    """Pipeline, plugins and knowledge bases of a LangBot that has one pipeline and one bot."""

    api: LangBotApi
    root: Path
    installation: Installation
    timings: dict[str, float]
    runner_id: str | None
    runner_config: Settings
    pipeline_uuid: str
    llm_uuid: str
    side_llm_uuid: str
    embedding_uuid: str
    bot_uuid: str
    kb_uuids: list[str]
    _processes: Processes

    def configure_pipeline(
        self, kb_uuids: list[str] | None = None, edit: Callable[[Settings], None] | None = None
    ) -> None:
        """Rewrite the pipeline's settings, with these knowledge bases if given; `edit` may change them last."""
        if kb_uuids is not None:
            self.kb_uuids = list(kb_uuids)
        pipeline = self.api.pipeline(self.pipeline_uuid)
        settings = runner_settings(self.llm_uuid, self.kb_uuids) | self.runner_config
        configure_pipeline(pipeline["config"], self.runner_id, settings)
        if edit:
            edit(pipeline["config"])
        body = {"name": pipeline["name"], "config": pipeline["config"]}
        self.api("PUT", f"/pipelines/{self.pipeline_uuid}", json=body)

    def bind_extensions(self, plugins: list[str] | None = None) -> None:
        """Give the pipeline only these plugins ("author/name"; the runner is added), or all for None."""
        names = list(plugins or [])
        if self.runner_id:
            names.insert(0, "/".join(self.runner_id.removeprefix("plugin:").split("/")[:2]))
        bound = [dict(zip(("author", "name"), name.split("/"), strict=True)) for name in dict.fromkeys(names)]
        body = {"enable_all_plugins": plugins is None, "bound_plugins": [] if plugins is None else bound}
        self.api("PUT", f"/pipelines/{self.pipeline_uuid}/extensions", json=body)

    def add_admin(self, session: str) -> None:
        """Give a session, which for a group means all its members, command privilege 2."""
        kind, target = parse_session(session)
        admin = {"launcher_type": kind, "launcher_id": target}
        self.api("POST", f"/platform/bots/{self.bot_uuid}/admins", json=admin)

    def install_plugin(self, path: str | Path, timeout: float = 900, *, expect_running: bool = True) -> str:
        """Install a plugin's directory or .lbpkg file; returns "author/name" once it runs."""
        package = Path(path)
        if package.is_dir():
            try:
                package = build_package(package, self.root / "packages", self.installation.python)
            except PackageError as error:
                raise HostError(str(error)) from error
        with zipfile.ZipFile(package) as archive:
            metadata = yaml.safe_load(archive.read("manifest.yaml"))["metadata"]
        plugin = f"{metadata['author']}/{metadata['name']}"
        start = time.monotonic()
        self.api.install_plugin(package, timeout)
        if expect_running:
            self.wait_plugin(plugin)
        self.timings[f"install {plugin}"] = time.monotonic() - start
        return plugin

    def plugin_info(self, plugin: str) -> Settings | None:
        """What LangBot knows of a plugin, None if it is not installed."""
        return self.api.plugin(plugin)

    def wait_plugin(self, plugin: str, timeout: float = 120) -> Settings:
        """Wait until a plugin answers calls (needed after a restart)."""

        def ready() -> Settings | None:
            info = self.plugin_info(plugin)
            return info if info and "initialized" in str(info.get("status", "")).lower() else None

        return self._processes.wait(ready, timeout, f"running plugin {plugin}")

    def remove_plugin(self, plugin: str, delete_data: bool = False) -> None:
        self.api.remove_plugin(plugin, delete_data=delete_data)

    def set_plugin_config(self, plugin: str, config: Settings) -> None:
        self.api("PUT", f"/plugins/{plugin}/config", json=config)

    def plugin_logs(self, plugin: str, limit: int = 500) -> list[Any]:
        """What LangBot shows as a plugin's log; it may lag or be empty, `logs("runtime")` has every line."""
        logs: list[Any] = self.api("GET", f"/plugins/{plugin}/logs", params={"limit": limit})["logs"]
        return logs

    def create_kb(
        self,
        plugin: str,
        settings: Settings | None = None,
        retrieval: Settings | None = None,
        *,
        name: str = "memory",
        attach: bool = True,
        embedding: bool = False,
    ) -> str:
        """Create a knowledge base of a plugin's engine and, with `attach`, give it to the pipeline; returns its uuid.

        With `embedding` its embedding model is the fake one, otherwise none is named.
        """
        model = {"embedding_model_uuid": self.embedding_uuid} if embedding else {}
        uuid = self.api.create_kb(name, plugin, model | (settings or {}), retrieval or {})
        if attach:
            self.configure_pipeline([*self.kb_uuids, uuid])
        return uuid

    def delete_kb(self, kb: str) -> None:
        """Delete a knowledge base and take it from the pipeline."""
        if kb in self.kb_uuids:
            self.configure_pipeline([each for each in self.kb_uuids if each != kb])
        self.api("DELETE", f"/knowledge/bases/{kb}")

    def upload_to_kb(self, kb: str, filename: str, data: bytes, *, wait: bool = True, timeout: float = 120) -> Settings:
        """Upload a file: {file_id, task_id, files, and with `wait` the ended task or the error}."""
        file_id = self.api.upload(filename, data)
        task_id = self.api("POST", f"/knowledge/bases/{kb}/files", json={"file_id": file_id})["task_id"]
        result: Settings = {"file_id": file_id, "task_id": task_id}
        if wait:
            try:
                result["task"] = self.api.wait_task(int(task_id), timeout)["runtime"]
            except HostError as error:
                result["error"] = str(error)
        return {**result, "files": self.kb_files(kb)}

    def kb_files(self, kb: str) -> list[Settings]:
        """The files LangBot lists in a knowledge base."""
        files: list[Settings] = self.api("GET", f"/knowledge/bases/{kb}/files")["files"]
        return files

    def delete_from_kb(self, kb: str, file: str) -> int:
        """Delete a file (the uuid `kb_files` gives) from a knowledge base; returns the HTTP status."""
        return self.api.send("DELETE", f"/knowledge/bases/{kb}/files/{file}").status_code

    def retrieve(self, kb: str, query: str, **settings: Any) -> list[Settings]:
        """What the web UI's retrieval test finds."""
        request = {"query": query, "retrieval_settings": settings}
        results: list[Settings] = self.api("POST", f"/knowledge/bases/{kb}/retrieve", json=request)["results"]
        return results
