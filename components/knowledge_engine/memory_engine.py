"""The memory as a LangBot knowledge base: created, filled from files and searched through LangBot's own pages."""

import logging
from typing import Any

from langbot_plugin.api.definition.components.knowledge_engine import KnowledgeEngine
from langbot_plugin.api.entities.builtin.provider.message import ContentElement
from langbot_plugin.api.entities.builtin.rag.context import (
    RetrievalContext,
    RetrievalResponse,
    RetrievalResultEntry,
)
from langbot_plugin.api.entities.builtin.rag.enums import DocumentStatus
from langbot_plugin.api.entities.builtin.rag.models import IngestionContext, IngestionResult

from components.call import require_enabled
from components.plugin_access import application
from ltm.adapters.codec import iso
from ltm.adapters.langbot.host_errors import HOST_FAILURES
from ltm.config import RetrievalSettings, parsed
from ltm.domain.episode import Speaker
from ltm.domain.framing import cleaned
from ltm.domain.recall import Hit, RecallFilter, RecallQuery
from ltm.domain.rendering import episode_line
from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn, said_by
from ltm.errors import LongTermMemoryError, StoreUnavailable, SwitchedOff
from ltm.services.transfer import ImportReport

_MAX_NAMED_ROWS = 20
_log = logging.getLogger(__name__)


class MemoryEngine(KnowledgeEngine):
    async def on_knowledge_base_create(self, kb_id: str, config: dict[str, Any]) -> None:
        """Take the knowledge base into use; an exception makes LangBot refuse to create it, with its sentence."""
        await application(self).bases.create(kb_id, config)

    async def on_knowledge_base_delete(self, kb_id: str) -> None:
        await application(self).forget_base(kb_id)

    async def ingest(self, context: IngestionContext) -> IngestionResult:
        document = context.file_object.metadata.document_id
        app = application(self)
        try:
            require_enabled(app)
            base = await app.bases.refreshed(context.get_collection_id(), context.creation_settings)
            try:
                raw = await self.plugin.get_knowledge_file_stream(context.file_object.storage_path)
            except HOST_FAILURES as exc:
                raise StoreUnavailable(f"the host did not hand over the file ({type(exc).__name__})") from exc
            report = await app.memory_of(base).transfer.ingest(document, raw)
        except LongTermMemoryError as exc:
            _log.warning("import failed: document=%s reason=%s", document, exc)
            return IngestionResult(document_id=document, status=DocumentStatus.FAILED, error_message=str(exc))
        rejected = _rejected(report)
        if report.rejected and not report.stored:
            return IngestionResult(
                document_id=document,
                status=DocumentStatus.FAILED,
                error_message=f"no row could be imported: {rejected}",
            )
        return IngestionResult(
            document_id=document,
            status=DocumentStatus.COMPLETED,
            chunks_created=report.stored,
            error_message=rejected or None,
            metadata={"stored": report.stored, "rejected": len(report.rejected)},
        )

    async def delete_document(self, kb_id: str, document_id: str) -> bool:
        """Delete exactly the document's rows. LangBot keeps the file and answers an error unless this is True."""
        memory = await application(self).memory()
        await memory.transfer.delete_document(document_id)
        return True

    async def retrieve(self, context: RetrievalContext) -> RetrievalResponse:
        """Answer a search; a failed one is empty and says so in its metadata.

        Runners pass an exception on to the chat, where it would end the user's turn."""
        try:
            return await self._retrieve(context)
        except LongTermMemoryError as exc:
            _log.warning("retrieve failed: reason=%s", type(exc).__name__)
            return RetrievalResponse(results=[], total_found=0, metadata={"error": str(exc)})

    async def _retrieve(self, context: RetrievalContext) -> RetrievalResponse:
        app = application(self)
        base = await app.bases.refreshed(context.get_collection_id(), context.creation_settings)
        settings = parsed(RetrievalSettings, context.retrieval_settings)
        if not settings.session_name:
            _log.info("retrieve answered with nothing: no session came with it, so no memories may be shown")
            return _response([])
        require_enabled(app)
        memory = app.memory_of(base)
        turn = Turn(
            session=SessionKey(name=settings.session_name, bot_uuid=settings.bot_uuid),
            speaker=Speaker(id=settings.sender_id) if settings.sender_id else None,
            text=context.query,
            at=app.clock.now(),
        )
        if app.answered_turns.take(turn.session, settings.sender_id, turn.text):
            _log.info("retrieve answered with nothing: this message's memories are in the prompt already")
            return _response([])
        here = await memory.consent.of(turn.session)
        if here.paused:
            raise SwitchedOff("memory is paused in this conversation: nothing is recalled")
        query = RecallQuery(
            text=turn.text, top_k=settings.top_k, speaker=turn.speaker, filter=RecallFilter(without=here.off)
        )
        recalled = await memory.recall.recall(memory.scope(turn.session), query)
        app.open_turns.show_last(turn, [said_by(hit.episode) for hit in recalled.hits])
        return _response([_entry(hit, turn) for hit in recalled.hits])


def _rejected(report: ImportReport) -> str:
    named = "; ".join(f"row {row.number}: {row.reason}" for row in report.rejected[:_MAX_NAMED_ROWS])
    more = len(report.rejected) - _MAX_NAMED_ROWS
    return f"{named}; and {more} more, see the log" if more > 0 else named


def _response(entries: list[RetrievalResultEntry]) -> RetrievalResponse:
    return RetrievalResponse(results=entries, total_found=len(entries))


def _entry(hit: Hit, turn: Turn) -> RetrievalResultEntry:
    episode = hit.episode
    return RetrievalResultEntry(
        id=episode.id,
        content=[ContentElement.from_text(episode_line(hit, turn.at, turn.speaker))],
        metadata={
            "id": episode.id,
            "timestamp": iso(episode.at),
            "importance": episode.importance,
            "tags": [cleaned(tag) for tag in episode.tags],
            "source": episode.source.value,
        },
        distance=1.0 - (hit.cosine or 0.0),
        score=hit.score,
    )
