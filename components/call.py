"""One call of a tool or command: who asks, where, and what may be remembered there."""

from dataclasses import dataclass

from langbot_plugin.api.definition.components.base import BaseComponent

from components.plugin_access import application, attached_memory
from ltm.application import Application
from ltm.domain.consent import Here, require_storing
from ltm.domain.rights import Actor
from ltm.domain.scope import Scope
from ltm.domain.turn import Turn
from ltm.errors import Corrupt, SwitchedOff
from ltm.memory import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    app: Application
    memory: Memory
    turn: Turn
    actor: Actor
    here: Here
    query_id: int

    @property
    def scope(self) -> Scope:
        return self.memory.scope(self.turn.session)

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of the speakers of whom nothing is recalled here."""
        return self.here.off

    def require_storing(self, about: str = "") -> None:
        """Raise SwitchedOff unless what this speaker says about the speaker `about` may be stored here."""
        require_storing(self.here, speaker_id=self.actor.id, about=about)


def require_enabled(app: Application) -> None:
    """Raise SwitchedOff while the operator has memory switched off."""
    if not app.config.memory_enabled:
        raise SwitchedOff("memory is switched off by the operator of this bot")


async def opened(component: BaseComponent, query_id: int, *, privilege: int = 1, without_consent: bool = False) -> Call:
    """Return the call. Raises NotAttached, NotConfigured, StoreUnavailable, and Corrupt where it cannot be read who
    does not want to be remembered. A call that works `without_consent` then goes on as in a paused conversation."""
    app = application(component)
    query, memory = await attached_memory(component, query_id)
    turn = query.turn
    actor = await app.actors.actor(turn.session, turn.speaker, app.config.admins, privilege=privilege)
    try:
        here = await memory.consent.of(turn.session)
    except Corrupt:
        if not without_consent:
            raise
        here = Here(paused=True)
    return Call(app=app, memory=memory, turn=turn, actor=actor, here=here, query_id=query_id)
