"""LangBot's HTTP API, as its web UI uses it."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx

from demo.langbot.errors import HostError

REQUEST_TIMEOUT_S = 60
Json = dict[str, Any]


class LangBotApi:
    """One LangBot, logged in as its administrator. Calling it is one request."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=REQUEST_TIMEOUT_S, trust_env=False)
        self._token = ""

    def close(self) -> None:
        self._http.close()

    def __call__(self, method: str, path: str, *, ok: bool = True, **request: Any) -> Any:
        """The `data` of the answer; HostError unless the answer is a success.

        With `ok=False` nothing is raised and the whole answer is returned, or the
        `httpx.Response` if it is not JSON.
        """
        response = self.send(method, path, **request)
        try:
            body = response.json()
        except ValueError:
            if not ok:
                return response
            raise HostError(f"{method} {path}: HTTP {response.status_code}: {response.text[:500]}") from None
        if not ok:
            return body
        if response.status_code >= 400 or body.get("code") not in (0, None):
            answer = json.dumps(body, ensure_ascii=False)[:1500]
            raise HostError(f"{method} {path}: HTTP {response.status_code}: {answer}")
        return body.get("data")

    def send(self, method: str, path: str, **request: Any) -> httpx.Response:
        """The bare answer to one request, whatever its status."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        return self._http.request(method, "/api/v1" + path, headers=headers, **request)

    def is_up(self) -> bool:
        try:
            return self._http.get("/api/v1/user/init", timeout=3).status_code == 200
        except httpx.HTTPError:
            return False

    def log_in(self, user: str, password: str) -> None:
        """Log in, as the first administrator if there is none yet."""
        self._token = ""
        account = {"user": user, "password": password}
        if not self("GET", "/user/init")["initialized"]:
            self("POST", "/user/init", json=account)
        self._token = self("POST", "/user/auth", json=account)["token"]

    def wait_task(self, task_id: int, timeout: float = 600) -> Json:
        """Wait for a background task; HostError if it failed or took too long."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            task: Json = self("GET", f"/system/tasks/{task_id}")
            runtime = task["runtime"]
            if runtime["done"]:
                if runtime["exception"]:
                    trace = runtime.get("exception_traceback")
                    raise HostError(f"task {task['name']} failed: {runtime['exception']}\n{trace}")
                return task
            time.sleep(0.2)
        raise HostError(f"task {task_id} did not end within {timeout:.0f} s")

    def create_provider(self, name: str, base_url: str, api_key: str) -> str:
        provider = {"name": name, "requester": "openai-chat-completions", "base_url": base_url, "api_keys": [api_key]}
        return str(self("POST", "/provider/providers", json=provider)["uuid"])

    def create_chat_model(self, provider: str, name: str) -> str:
        model = {"name": name, "provider_uuid": provider, "abilities": ["func_call"], "context_length": 128000}
        return str(self("POST", "/provider/models/llm", json={**model, "extra_args": {}})["uuid"])

    def create_embedding_model(self, provider: str, name: str) -> str:
        model = {"name": name, "provider_uuid": provider, "extra_args": {}}
        return str(self("POST", "/provider/models/embedding", json=model)["uuid"])

    def default_pipeline(self) -> str:
        """Uuid of the default pipeline, created if there is none."""
        pipelines = self("GET", "/pipelines")["pipelines"]
        for pipeline in sorted(pipelines, key=lambda each: not each.get("is_default")):
            return str(pipeline["uuid"])
        return str(self("POST", "/pipelines", json={"name": "demo", "description": "", "is_default": True})["uuid"])

    def pipeline(self, pipeline: str) -> Json:
        found: Json = self("GET", f"/pipelines/{pipeline}")["pipeline"]
        return found

    def has_runner(self, runner_id: str) -> bool:
        return runner_id in json.dumps(self("GET", "/pipelines/_/metadata"))

    def create_bot(self, settings: Json) -> str:
        bot = str(self("POST", "/platform/bots", json=settings)["uuid"])
        # The POST only loads the adapter; the PUT that the web UI sends as well starts it.
        self("PUT", f"/platform/bots/{bot}", json={"enable": True})
        return bot

    def install_plugin(self, package: Path, timeout: float) -> None:
        files = {"file": (package.name, package.read_bytes(), "application/zip")}
        self.wait_task(self("POST", "/plugins/install/local", files=files)["task_id"], timeout)

    def remove_plugin(self, plugin: str, *, delete_data: bool) -> None:
        params = {"delete_data": str(delete_data).lower()}
        self.wait_task(self("DELETE", f"/plugins/{plugin}", params=params)["task_id"])

    def plugin(self, plugin: str) -> Json | None:
        """What LangBot knows of an installed plugin ("author/name")."""
        body = self("GET", f"/plugins/{plugin}", ok=False)
        return (body.get("data") or {}).get("plugin") if isinstance(body, dict) else None

    def create_kb(self, name: str, plugin: str, creation: Json, retrieval: Json) -> str:
        kb = {"name": name, "description": "", "knowledge_engine_plugin_id": plugin}
        settings = {"creation_settings": creation, "retrieval_settings": retrieval}
        return str(self("POST", "/knowledge/bases", json=kb | settings)["uuid"])

    def upload(self, filename: str, data: bytes) -> str:
        """Id of an uploaded document."""
        files = {"file": (filename, data, "application/octet-stream")}
        return str(self("POST", "/files/documents", files=files)["file_id"])
