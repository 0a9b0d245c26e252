"""A small host: it hands the components the same events, queries and files that LangBot does."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

from langbot_plugin.api.definition.components.base import BaseComponent
from langbot_plugin.api.entities.builtin.command.context import ExecuteContext
from langbot_plugin.api.entities.builtin.provider.message import Message
from langbot_plugin.api.entities.builtin.provider.session import LauncherTypes, Session
from langbot_plugin.api.entities.builtin.rag.context import RetrievalContext, RetrievalResponse
from langbot_plugin.api.entities.builtin.rag.models import (
    FileMetadata,
    FileObject,
    IngestionContext,
    IngestionResult,
)
from langbot_plugin.api.entities.context import EventContext
from langbot_plugin.api.entities.events import NormalMessageResponded, PromptPreProcessing

from components.call import opened
from components.commands.asked import Asked
from components.commands.memory import MemoryCommand
from components.event_listener.memory_listener import MemoryListener
from components.knowledge_engine.memory_engine import MemoryEngine
from components.tools.base import MemoryTool
from components.tools.forget import Forget
from components.tools.recall_memory import RecallMemory
from components.tools.remember import Remember
from components.tools.update_profile import UpdateProfile
from ltm.adapters.langbot.queries import CONTEXT_VARIABLE
from ltm.application import Application
from ltm.config import Capture
from ltm.domain.answers import Answers
from ltm.domain.recall import RecallQuery
from ltm.domain.scope import SessionKey
from ltm.errors import InvalidInput
from ltm.standalone.queries import Place, StandalonePlugin, StandaloneQuery
from ltm.standalone.wiring import BASE_ID

_PROGRESS_EVERY_S = 2.0
_CODE = re.compile(r"!memory confirm \d{6}")


class StandaloneHost:
    """Drives the real components; `settings` are the knowledge base's, as the engine's creation schema has them."""

    def __init__(self, application: Application, settings: dict[str, Any] | None = None) -> None:
        self._settings = settings or {}
        self._plugin = StandalonePlugin(application)
        self._ids = count(1)
        self._spoken: dict[Place, tuple[str, int]] = {}
        self._answered: set[SessionKey] = set()
        self._listener = self._attached(MemoryListener())
        self._command = self._attached(MemoryCommand())
        self._engine = self._attached(MemoryEngine())
        tools: dict[str, MemoryTool] = {
            "remember": Remember(),
            "recall_memory": RecallMemory(),
            "update_profile": UpdateProfile(),
            "forget": Forget(),
        }
        self._tools = {name: self._attached(tool) for name, tool in tools.items()}

    @property
    def tool_names(self) -> list[str]:
        return list(self._tools)

    def edit_settings(self, settings: dict[str, Any]) -> None:
        """Change the knowledge base's settings; the components see them with the next search or import."""
        self._settings = {**self._settings, **settings}

    async def start(self) -> None:
        """Open the knowledge base, creating and proving it on first use. Raises LongTermMemoryError.

        Model and store are loaded too: the first message's deadline is no place for that."""
        application = self._plugin.application
        memory = application.memory_of(await application.bases.refreshed(BASE_ID, self._settings))
        here = memory.scope(SessionKey(name="group_0", bot_uuid="standalone"))
        await memory.outbox.load()
        if application.config.capture is not Capture.OFF or application.config.session_index:
            # Where nothing is to be learnt what waits would be dropped.
            await memory.mining.load()
        await memory.recall.warm()
        await memory.recall.recall(here, RecallQuery(text="warm"))

    async def settled(self) -> None:
        """Wait for what is written beside the answers; what waits for a store that is down waits on."""
        memory = await self._plugin.application.memory()
        for session in self._answered:
            memory.mining.flush(session)
        await memory.mining.settled()
        await memory.outbox.settled()
        await memory.access.settled()
        await memory.capacity.settled()
        await memory.retention.settled()
        await memory.consolidation.settled()

    async def reindexed(self, place: Place, say: Callable[[str], None]) -> None:
        """Wait until the place's memories are embedded anew, saying every now and then how far that is."""
        memory = await self._plugin.application.memory()
        scope = memory.scope(SessionKey(name=place.session, bot_uuid=place.bot_uuid))
        while (progress := await memory.reindex.status(scope)).running:
            say(f"{progress.done} of {progress.total}")
            await asyncio.sleep(_PROGRESS_EVERY_S)
        say(f"{progress.done} of {progress.total} {progress.reason}".rstrip())

    async def inject(self, place: Place, text: str) -> tuple[list[str], dict[str, Any] | None]:
        """Return the system messages the memory adds to this message's prompt, and `_ltm_context`."""
        query_id = self._query(place, text)
        self._spoken[place] = (text, query_id)
        event = PromptPreProcessing(session_name=place.session, default_prompt=[], prompt=[])
        context = EventContext(query_id=query_id, event_name="PromptPreProcessing", event=event)
        for handler in self._listener.registered_handlers[PromptPreProcessing]:
            await handler(context)
        variables = self._plugin.queries.pop(query_id).variables
        messages: list[Message] = context.event.default_prompt
        return [str(message.content) for message in messages], variables.get(CONTEXT_VARIABLE)

    async def answered(self, place: Place, reply: str) -> None:
        """Tell the memory what the last message in the place was answered with."""
        kind, launcher_id = place.launcher
        _, query_id = self._spoken[place]
        event = NormalMessageResponded(
            launcher_type=kind,
            launcher_id=launcher_id,
            sender_id=place.speaker_id,
            session=_session(place),
            prefix="",
            response_text=reply,
            finish_reason="stop",
            funcs_called=[],
        )
        context = EventContext(query_id=query_id, event_name="NormalMessageResponded", event=event)
        for handler in self._listener.registered_handlers[NormalMessageResponded]:
            await handler(context)
        self._answered.add(SessionKey(name=place.session, bot_uuid=place.bot_uuid))

    async def call_tool(self, place: Place, name: str, params: dict[str, Any], text: str | None = None) -> str:
        """Return a tool's answer to the message `text`, in the turn it was injected in if it was the last one there.

        Without a message the caller wants what he calls. Raises InvalidInput for a tool that does not exist."""
        if name not in self._tools:
            raise InvalidInput(f"there is no tool {name}; there are {', '.join(self._tools)}")
        text = _own_words(name, params) if text is None else text
        last_text, last_id = self._spoken.get(place, ("", None))
        query_id = self._query(place, text, last_id if text == last_text else None)
        try:
            answer: str = await self._tools[name].call(params, _session(place), query_id)
            return answer
        finally:
            del self._plugin.queries[query_id]

    async def command(self, place: Place, text: str, *, yes: bool = False) -> list[str]:
        """Return what `!memory ...` answers; `text` is without the prefix. With `yes`, what asks for a confirmation is
        confirmed: a code lives no longer than the process."""
        answers = await self._answers(place, text)
        code = _CODE.search(answers[-1]) if yes and answers else None
        return [*answers, *await self._answers(place, code.group(0).lstrip("!"))] if code else answers

    @asynccontextmanager
    async def operating(self, place: Place) -> AsyncIterator[Asked]:
        """Open a command of the operator himself: who has the files of a memory may read and change all of it."""
        query_id = self._query(place, "")
        try:
            call = await opened(self._command, query_id)
            call = replace(call, actor=replace(call.actor, is_admin=True))
            yield Asked(call=call, answers=Answers(call.app.config.language), name="", argument="")
        finally:
            del self._plugin.queries[query_id]

    async def _answers(self, place: Place, text: str) -> list[str]:
        query_id = self._query(place, f"!{text}")
        words = text.split(" ")
        context = ExecuteContext(
            query_id=query_id,
            session=_session(place),
            command_text=text,
            full_command_text=f"!{text}",
            command=words[0],
            crt_command=words[0],
            params=words[1:],
            crt_params=words[1:],
            privilege=1,
        )
        try:
            return [answer.text or "" async for answer in self._command._execute(context)]
        finally:
            del self._plugin.queries[query_id]

    async def ingest(self, path: Path, document: str = "") -> IngestionResult:
        """Import a file as LangBot's knowledge-base page would."""
        document = document or str(uuid4())
        return await self._engine.ingest(
            IngestionContext(
                file_object=FileObject(
                    metadata=FileMetadata(
                        filename=path.name,
                        file_size=(await asyncio.to_thread(path.stat)).st_size,
                        mime_type="application/json",
                        document_id=document,
                        knowledge_base_id=BASE_ID,
                    ),
                    storage_path=str(path),
                ),
                knowledge_base_id=BASE_ID,
                creation_settings=self._settings,
            )
        )

    async def delete_document(self, document: str) -> bool:
        """Delete what the document brought."""
        deleted: bool = await self._engine.delete_document(BASE_ID, document)
        return deleted

    async def retrieve(self, query: str, **settings: Any) -> RetrievalResponse:
        """Search as LangBot does; `session_name`, `bot_uuid` and `sender_id` come with a chat message only."""
        return await self._engine.retrieve(
            RetrievalContext(
                query=query,
                knowledge_base_id=BASE_ID,
                retrieval_settings=settings,
                creation_settings=self._settings,
            )
        )

    def _query(self, place: Place, text: str, query_id: int | None = None) -> int:
        query_id = next(self._ids) if query_id is None else query_id
        self._plugin.queries[query_id] = StandaloneQuery(place, text)
        return query_id

    def _attached(self, component: BaseComponent) -> Any:
        component.plugin = self._plugin
        return component


def _own_words(name: str, params: dict[str, Any]) -> str:
    """Return what a person says who calls a tool by hand: tools write and delete for the user's own words only."""
    if name == "remember":
        return str(params.get("content", ""))
    return " ".join(["Please change or forget this:", *map(str, params.values())])


def _session(place: Place) -> Session:
    kind, launcher_id = place.launcher
    return Session(launcher_type=LauncherTypes(kind), launcher_id=launcher_id, sender_id=place.speaker_id)
