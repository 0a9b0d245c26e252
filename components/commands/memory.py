"""`!memory`: people in a chat look at, search, delete and check what is remembered."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from time import perf_counter

import orjson
from langbot_plugin.api.definition.components.command.command import Command
from langbot_plugin.api.entities.builtin.command.context import CommandReturn, ExecuteContext

from components.plugin_access import application, attached_memory
from ltm.adapters.codec import profile_to_json
from ltm.application import Application, Memory
from ltm.domain.answers import Answers
from ltm.domain.profile import Profile
from ltm.domain.recall import RecallQuery
from ltm.domain.turn import Turn
from ltm.errors import InvalidInput, LongTermMemoryError, NotConfigured
from ltm.services.health import verdict

_SEARCH_TOP_K = 10
_EXPLAIN = "--explain"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """One `!memory` message: who asked, and what followed the subcommand."""

    app: Application
    memory: Memory
    turn: Turn
    answers: Answers
    argument: str

    async def profiles(self) -> tuple[Profile, Profile]:
        session = await self.app.profiles.session_profile(self.turn.session)
        speaker = self.turn.speaker
        return session, await self.app.profiles.speaker_profile(self.turn.session, speaker.id) if speaker else Profile()


class MemoryCommand(Command):
    def __init__(self) -> None:
        super().__init__()

        # LangBot never looks up aliases and answers nothing to an unknown subcommand: "*" takes them all.
        @self.subcommand(
            name="*", help="Long-term memory", usage="memory [profile|search|list|forget|export|health|reindex]"
        )
        async def any_subcommand(self: "MemoryCommand", ctx: ExecuteContext) -> AsyncGenerator[CommandReturn, None]:
            yield CommandReturn(text=await self.answer(ctx))

    async def answer(self, ctx: ExecuteContext) -> str:
        """Return the answer to one command; every input gets one."""
        started = perf_counter()
        _, _, rest = ctx.command_text.strip().partition(" ")
        word, _, argument = rest.strip().partition(" ")
        name = _ALIASES.get(word.lower(), word.lower())
        outcome = "ok"
        try:
            answers = Answers(application(self).config.language)
        except NotConfigured as exc:
            return Answers("en_US").failed(exc)
        try:
            query, memory = await attached_memory(self, ctx.query_id)
            if name not in _SUBCOMMANDS:
                outcome, name = "unknown", "unknown"
                return f"{answers.say('unknown', word=word)}\n{answers.say('help')}"
            call = _Call(
                app=application(self), memory=memory, turn=query.turn, answers=answers, argument=argument.strip()
            )
            return await _SUBCOMMANDS[name](call)
        except LongTermMemoryError as exc:
            outcome = type(exc).__name__
            return str(exc) if isinstance(exc, InvalidInput) else answers.failed(exc)
        finally:
            _log.info(
                "command called: subcommand=%s query_id=%s outcome=%s ms=%.1f",
                name if name in _SUBCOMMANDS else "unknown",
                ctx.query_id,
                outcome,
                (perf_counter() - started) * 1000,
            )


async def _summary(call: _Call) -> str:
    session, speaker = await call.profiles()
    return call.answers.summary(
        isolation=call.memory.record.settings.isolation,
        counts=await call.memory.browse.count(call.memory.scope(call.turn.session)),
        session=session,
        speaker=speaker,
    )


async def _profile(call: _Call) -> str:
    session, speaker = await call.profiles()
    return call.answers.profiles(session, speaker if call.turn.speaker else None, call.turn.at)


async def _search(call: _Call) -> str:
    words = call.argument.split()
    explain = _EXPLAIN in words
    text = " ".join(word for word in words if word != _EXPLAIN)
    if not text:
        return call.answers.say("missing_query")
    query = RecallQuery(text=text, top_k=_SEARCH_TOP_K, speaker=call.turn.speaker)
    recalled = await call.memory.recall.recall(call.memory.scope(call.turn.session), query)
    return call.answers.found(recalled, explain=explain)


async def _list(call: _Call) -> str:
    # int() also takes full-width digits, which Chinese input methods type.
    if call.argument and not call.argument.isdecimal():
        return call.answers.say("bad_page", word=call.argument)
    page = await call.memory.browse.page(call.memory.scope(call.turn.session), int(call.argument or 1))
    if not page.exists:
        return call.answers.say("no_page", number=page.number, pages=page.pages)
    return call.answers.listing(page.episodes, number=page.number, pages=page.pages, total=page.total)


async def _forget(call: _Call) -> str:
    if not call.argument:
        return call.answers.say("missing_id")
    deleted = await call.memory.forget.forget(call.memory.scope(call.turn.session), call.argument)
    return call.answers.say("forgotten", id=deleted)


async def _export(call: _Call) -> str:
    session, speaker = await call.profiles()
    who = call.turn.speaker
    exported = {
        "session": str(call.turn.session),
        "exported_at": call.turn.at,
        "session_profile": profile_to_json(session),
        "speaker": {"id": who.id, "name": who.name} if who else None,
        "speaker_profile": profile_to_json(speaker) if who else None,
    }
    return orjson.dumps(exported, option=orjson.OPT_INDENT_2).decode()


async def _health(call: _Call) -> str:
    checks = await call.memory.health.check()
    lines = [f"{check.verdict}  {check.name}{f': {check.detail}' if check.detail else ''}" for check in checks]
    return "\n".join([call.answers.say("health", verdict=verdict(checks)), *lines])


async def _reindex(call: _Call) -> str:
    scope = call.memory.scope(call.turn.session)
    before = await call.memory.reindex.status(scope)
    if not before.is_complete and not before.running:
        call.memory.reindex.start(scope)
    return call.answers.reindexing(before, model=call.memory.model)


_SUBCOMMANDS: dict[str, Callable[[_Call], Awaitable[str]]] = {
    "": _summary,
    "profile": _profile,
    "search": _search,
    "list": _list,
    "forget": _forget,
    "export": _export,
    "health": _health,
    "reindex": _reindex,
}
_ALIASES = {"p": "profile", "s": "search", "l": "list", "ls": "list", "f": "forget", "e": "export", "h": "health"}
