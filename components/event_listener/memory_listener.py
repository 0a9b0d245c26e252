"""Puts what memory knows into the prompt before the model is asked. Fails open: a chat never breaks here."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

from langbot_plugin.api.definition.components.common.event_listener import EventListener
from langbot_plugin.api.entities import context, events
from langbot_plugin.api.entities.builtin.provider.message import Message

from components.plugin_access import application, query_api
from ltm.adapters.langbot.context_variable import for_other_plugins
from ltm.adapters.langbot.history import earlier_user_turns
from ltm.adapters.langbot.queries import COMMAND_PREFIXES, CONTEXT_VARIABLE, is_attached, read_query
from ltm.domain.contents import CONTENTS_OPENING, titles_in
from ltm.domain.rendering import BLOCK_OPENING, for_prompt
from ltm.domain.turn import shown_texts
from ltm.errors import NotConfigured

_PARTS_SHARE = 0.8
"""Of the deadline for reading and recalling; the rest is for telling the host."""

_OPENINGS = (BLOCK_OPENING, CONTENTS_OPENING)

_log = logging.getLogger(__name__)


class MemoryListener(EventListener):
    """The plugin's only listener: LangBot gives an event to the first one that handles it."""

    def __init__(self) -> None:
        super().__init__()

        @self.handler(events.PromptPreProcessing)
        async def on_prompt(event_ctx: context.EventContext) -> None:
            # An exception here ends the user's turn without a reply, so this is the one place that catches all.
            try:
                async with asyncio.timeout(application(self).config.listener_deadline_seconds):
                    await self._inject(event_ctx)
            except NotConfigured as exc:
                _log.warning("nothing injected: query_id=%s reason=%s", event_ctx.query_id, exc)
            except TimeoutError:
                _log.warning("nothing injected: query_id=%s reason=deadline", event_ctx.query_id)
            except Exception as exc:  # noqa: BLE001 - fail open
                _log.error("nothing injected: query_id=%s reason=%s", event_ctx.query_id, type(exc).__name__)

        @self.handler(events.NormalMessageResponded)
        async def on_reply(event_ctx: context.EventContext) -> None:
            # LangBot holds the reply back until this returns, so nothing is waited for here.
            try:
                self._note(event_ctx.query_id, event_ctx.event.response_text)
            except Exception as exc:  # noqa: BLE001 - fail open
                _log.error("turn not noted: query_id=%s reason=%s", event_ctx.query_id, type(exc).__name__)

    async def _inject(self, event_ctx: context.EventContext) -> None:
        started = perf_counter()
        app = application(self)
        # A host that was started anew counts from the beginning: this number may have been another message's.
        app.open_turns.drop(event_ctx.query_id)
        api = query_api(self, event_ctx.query_id)
        query = await read_query(api, app.clock)
        turn = query.turn
        if turn.text.lstrip().startswith(COMMAND_PREFIXES):
            return
        if not app.config.memory_enabled:
            return
        memory = await app.memory()
        if not await is_attached(api, query, memory.record.id):
            return
        memory.mining.busy()
        here = await memory.consent.of(turn.session)
        if here.paused:
            return
        before = earlier_user_turns(event_ctx.event.prompt, turn.text) or app.recent_turns.before(turn)
        if turn.speaker_id not in here.off:
            app.recent_turns.add(turn)
        turn = replace(turn, context=before)
        is_learnt_from = turn.speaker is not None and turn.speaker_id not in here.off
        app.open_turns.begin(event_ctx.query_id, turn, (*before, turn.text), is_learnt_from=is_learnt_from)
        deadline_s = app.config.listener_deadline_seconds * _PARTS_SHARE
        prepared = await memory.turns.prepare(turn, deadline_s=deadline_s, without=here.off)
        block = for_prompt(prepared)
        prompt = event_ctx.event.default_prompt
        # LangBot 4.11 sends only default_prompt to the model.
        contents = await memory.contents.of(memory.scope(turn.session), turn.session.name, here.off)
        prompt[:] = with_memory(prompt, contents=contents, block=block)
        app.open_turns.show(event_ctx.query_id, turn, [*shown_texts(prepared), *titles_in(contents)])
        # The runner would search the same knowledge base for the same text; what it finds is here already.
        app.answered_turns.add(turn.session, turn.speaker_id, turn.text)
        await api.set_query_var(CONTEXT_VARIABLE, for_other_plugins(prepared))
        _log.info(
            "memory injected: query_id=%s block_chars=%d ms=%.1f",
            event_ctx.query_id,
            len(block),
            (perf_counter() - started) * 1000,
        )

    def _note(self, query_id: int, reply: str) -> None:
        """Have the answered turn looked through later, where that is wanted. Streaming fires this for every part."""
        app = application(self)
        opened = app.open_turns.to_learn_from(query_id)
        if opened is not None:
            app.note_answered(query_id, opened.turn, reply, opened.kept)


def with_memory(prompt: Sequence[Message], *, contents: str, block: str) -> list[Message]:
    """Return the prompt with our messages, "" for none, in the place of older ones of ours.

    The contents come right behind the pipeline's own system prompt and so before all that changes from turn to turn:
    providers keep what a prompt begins with while it stays the same. The block comes last."""
    others = [message for message in prompt if not _is_ours(message)]
    own = 1 if others and others[0].role == "system" else 0
    return [*others[:own], *_messages(contents), *others[own:], *_messages(block)]


def _messages(content: str) -> list[Message]:
    return [Message(role="system", content=content)] if content else []


def _is_ours(message: Message) -> bool:
    content = message.content
    return message.role == "system" and isinstance(content, str) and content.startswith(_OPENINGS)
