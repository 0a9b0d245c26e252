"""`!memory`: people in a chat look at, change and erase what is remembered."""

import logging
from collections.abc import AsyncGenerator, Mapping
from time import perf_counter

from langbot_plugin.api.definition.components.command.command import Command
from langbot_plugin.api.entities.builtin.command.context import CommandReturn, ExecuteContext

from components.call import opened
from components.commands import changing, governing, learning, looking, tidying
from components.commands.asked import Asked, Subcommand
from components.plugin_access import application
from ltm.domain.answers import Answers
from ltm.domain.audit import Change
from ltm.domain.rights import require_admin
from ltm.errors import InvalidInput, LongTermMemoryError, NotConfigured

SUBCOMMANDS: Mapping[str, Subcommand] = {
    "": Subcommand(run=looking.summary),
    "profile": Subcommand(run=looking.profile),
    "mine": Subcommand(run=looking.mine, when_off=True, without_consent=True),
    "search": Subcommand(run=looking.search),
    "list": Subcommand(run=looking.listing),
    "conversations": Subcommand(run=looking.conversations),
    "superseded": Subcommand(run=looking.superseded),
    "archived": Subcommand(run=looking.archived),
    "show": Subcommand(run=looking.show),
    "export": Subcommand(run=looking.export, when_off=True),
    "health": Subcommand(run=looking.health, when_off=True, without_consent=True),
    "forget": Subcommand(run=changing.forget, when_off=True, without_consent=True),
    "forget-me": Subcommand(run=changing.forget_me, when_off=True, without_consent=True),
    "confirm": Subcommand(run=changing.confirm, when_off=True, without_consent=True),
    "off": Subcommand(run=changing.off, when_off=True),
    "on": Subcommand(run=changing.on),
    "edit": Subcommand(run=changing.edit),
    "archive": Subcommand(run=changing.changes(Change.ARCHIVED)),
    "restore": Subcommand(run=changing.changes(Change.RESTORED)),
    "pin": Subcommand(run=changing.changes(Change.PINNED)),
    "unpin": Subcommand(run=changing.changes(Change.UNPINNED)),
    "candidates": Subcommand(run=learning.candidates),
    "accept": Subcommand(run=learning.accept),
    "reject": Subcommand(run=learning.reject),
    "delete": Subcommand(run=governing.delete, admin=True, when_off=True, without_consent=True),
    "clear": Subcommand(run=governing.clear, admin=True, when_off=True, without_consent=True),
    "import": Subcommand(run=governing.import_, admin=True),
    "audit": Subcommand(run=governing.audit, admin=True, when_off=True),
    "pause": Subcommand(run=governing.pause, admin=True, without_consent=True),
    "resume": Subcommand(run=governing.resume, admin=True, without_consent=True),
    "reindex": Subcommand(run=governing.reindex, admin=True),
    "consolidate": Subcommand(run=tidying.consolidate, admin=True),
    "undo": Subcommand(run=tidying.undo, admin=True),
}
ALIASES: Mapping[str, str] = {
    **{"p": "profile", "s": "search", "l": "list", "ls": "list", "f": "forget", "e": "export", "h": "health"},
    **{"forgetme": "forget-me", "forget_me": "forget-me"},
}
_log = logging.getLogger(__name__)


class MemoryCommand(Command):
    def __init__(self) -> None:
        super().__init__()

        # LangBot never looks up aliases and answers nothing to an unknown subcommand: "*" takes them all.
        usage = "|".join(name for name in SUBCOMMANDS if name)

        @self.subcommand(name="*", help="Long-term memory", usage=f"memory [{usage}]")
        async def any_subcommand(self: "MemoryCommand", ctx: ExecuteContext) -> AsyncGenerator[CommandReturn, None]:
            yield CommandReturn(text=await self.answer(ctx))

    async def answer(self, ctx: ExecuteContext) -> str:
        """Return the answer to one command; every input gets one."""
        started = perf_counter()
        _, word, argument = (*ctx.command_text.split(maxsplit=2), "", "", "")[:3]
        name = ALIASES.get(word.lower(), word.lower())
        outcome = "ok"
        try:
            answers = Answers(application(self).config.language)
        except NotConfigured as exc:
            return Answers("en_US").failed(exc)
        try:
            if name not in SUBCOMMANDS:
                outcome, name = "unknown", "unknown"
                return f"{answers.say('unknown', word=word)}\n{answers.say('help')}"
            return await self._answered(ctx, name, argument.strip(), answers)
        except LongTermMemoryError as exc:
            outcome = type(exc).__name__
            return str(exc) if isinstance(exc, InvalidInput) else answers.failed(exc)
        finally:
            _log.info(
                "command called: subcommand=%s query_id=%s outcome=%s ms=%.1f",
                name if name in SUBCOMMANDS else "unknown",
                ctx.query_id,
                outcome,
                (perf_counter() - started) * 1000,
            )

    async def _answered(self, ctx: ExecuteContext, name: str, argument: str, answers: Answers) -> str:
        subcommand = SUBCOMMANDS[name]
        if not subcommand.when_off and not application(self).config.memory_enabled:
            return answers.say("switched_off")
        call = await opened(self, ctx.query_id, privilege=ctx.privilege, without_consent=subcommand.without_consent)
        if subcommand.admin:
            require_admin(call.actor)
        return await subcommand.run(Asked(call=call, answers=answers, name=name, argument=argument))
