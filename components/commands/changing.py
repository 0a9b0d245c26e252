"""What people change: their own memories one by one, their own wish to be remembered, and all of it at once."""

from components.commands.asked import Asked, Handler
from ltm.domain.audit import Change
from ltm.domain.consent import require_storing_of
from ltm.domain.rights import require_change
from ltm.services.confirmations import VALID, NotConfirmed

_MINUTES = VALID.seconds // 60


async def forget(asked: Asked) -> str:
    if not asked.argument:
        return asked.missing_id()
    call = asked.call
    deleted = await call.memory.forget.forget(call.scope, call.actor, asked.argument)
    return asked.answers.say("forgotten", id=deleted)


async def edit(asked: Asked) -> str:
    episode_id, content = (*asked.argument.split(maxsplit=1), "", "")[:2]
    if not content:
        return asked.answers.say("edit_usage")
    call = asked.call
    await _require_storing_again(asked, episode_id)
    edited = await call.memory.lifecycle.edit(call.scope, call.actor, episode_id, content)
    return asked.answers.say("edited", id=edited.id)


def changes(change: Change) -> Handler:
    """Return the handler that archives, restores, pins or unpins one memory."""

    async def run(asked: Asked) -> str:
        if not asked.argument:
            return asked.missing_id()
        call = asked.call
        if change is Change.RESTORED:
            await _require_storing_again(asked, asked.argument)
        changed = await call.memory.lifecycle.change(call.scope, call.actor, asked.argument, change)
        return asked.answers.say(change.value, id=changed.id)

    return run


async def _require_storing_again(asked: Asked, episode_id: str) -> None:
    """Raise SwitchedOff unless who asks, who said the memory and whom it is about may all be remembered here.

    Raises NotFound and NotAllowed as the change itself does, so that nobody is told another's wish."""
    call = asked.call
    call.require_storing()
    episode = await call.memory.lifecycle.show(call.scope, call.actor, episode_id)
    require_change(call.actor, episode)
    require_storing_of(call.here, episode)


async def forget_me(asked: Asked) -> str:
    call = asked.call
    if call.turn.speaker is None:
        return asked.answers.say("no_speaker")
    speaker = call.turn.speaker
    held = await call.memory.erase.held(call.scope, call.turn.session, speaker)

    async def act() -> str:
        erased = await call.memory.erase.forget_me(call.scope, call.turn.session, speaker.id)
        done = asked.answers.say("forgotten_me", memories=erased.memories, profiles=erased.profiles)
        return "\n".join([done, *mentioned])

    mentioned = [asked.answers.say("mine_mentions", count=held.mentions)] if held.mentions else []
    what = asked.answers.say("what_forget_me", total=len(held.episodes))
    return "\n".join([asked.confirming(what, act), *mentioned])


async def confirm(asked: Asked) -> str:
    if not asked.argument:
        return asked.answers.say("confirm_missing")
    call = asked.call
    match call.app.confirmations.confirm((call.turn.session, call.actor.id), asked.argument):
        case NotConfirmed.WRONG:
            return asked.answers.say("confirm_wrong")
        case NotConfirmed.CANCELLED:
            return asked.answers.say("confirm_cancelled")
        case NotConfirmed():
            return asked.answers.say("confirm_none", minutes=_MINUTES)
        case confirmed:
            return await confirmed.action()


async def off(asked: Asked) -> str:
    call = asked.call
    changed = await call.memory.consent.switch_off(call.turn.session, call.actor.id)
    call.memory.erase.forget_messages(call.scope, call.turn.session, call.actor.id)
    await call.memory.mining.forget(call.scope, call.actor.id)
    if changed:
        await call.app.audit.note(call.scope, Change.SWITCHED, by=call.actor.id, note="off")
    return asked.answers.say("off" if changed else "off_already")


async def on(asked: Asked) -> str:
    call = asked.call
    changed = await call.memory.consent.switch_on(call.turn.session, call.actor.id)
    if changed:
        await call.app.audit.note(call.scope, Change.SWITCHED, by=call.actor.id, note="on")
    return asked.answers.say("on" if changed else "on_already")
