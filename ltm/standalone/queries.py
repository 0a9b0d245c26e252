"""Messages as LangBot hands them to the components."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langbot_plugin.api.definition.plugin import BasePlugin

from ltm.application import Application
from ltm.errors import InvalidInput
from ltm.standalone.wiring import BASE_ID


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Who speaks where."""

    session: str = "group_1"
    speaker_id: str = "1"
    speaker_name: str = ""
    bot_uuid: str = "standalone"

    @property
    def launcher(self) -> tuple[str, str]:
        kind, _, launcher_id = self.session.partition("_")
        if kind not in ("group", "person") or not launcher_id:
            raise InvalidInput("a session looks like group_1001 or person_42")
        return kind, launcher_id


@dataclass(slots=True)
class StandaloneQuery:
    """One message; has the methods of LangBot's query API."""

    place: Place
    text: str
    variables: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kind, launcher_id = self.place.launcher
        self.variables = {
            "launcher_type": kind,
            "launcher_id": launcher_id,
            "session_id": self.place.session,
            "sender_id": self.place.speaker_id,
            "sender_name": self.place.speaker_name,
            "user_message_text": self.text,
            "_knowledge_base_uuids": [BASE_ID],
        }

    async def get_query_vars(self) -> dict[str, Any]:
        return dict(self.variables)

    async def get_bot_uuid(self) -> str:
        return self.place.bot_uuid

    async def set_query_var(self, key: str, value: Any) -> None:
        self.variables[key] = value

    async def list_pipeline_knowledge_bases(self) -> list[dict[str, Any]]:
        return [{"uuid": BASE_ID, "name": "memory", "description": ""}]


class StandalonePlugin(BasePlugin):
    """What the components see instead of LangBot's plugin object."""

    def __init__(self, application: Application) -> None:
        super().__init__()
        self.application = application
        self.queries: dict[int, StandaloneQuery] = {}

    def query_api(self, query_id: int) -> StandaloneQuery:
        return self.queries[query_id]

    async def get_knowledge_file_stream(self, storage_path: str) -> bytes:
        return await asyncio.to_thread(Path(storage_path).read_bytes)
