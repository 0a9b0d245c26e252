"""What administrators do to a whole conversation; everything that cannot be undone is asked back first."""

from components.call import Call, require_enabled
from components.commands import markdown
from components.commands.asked import Asked
from ltm.domain.audit import Change
from ltm.domain.consent import Here, require_storing
from ltm.domain.episode import Episode
from ltm.domain.selection import selection_of


async def delete(asked: Asked) -> str:
    if not asked.argument:
        return asked.answers.say("delete_usage")
    call = asked.call
    selection = selection_of(asked.argument)
    conditions = ", ".join(f"{name} {value}" for name, value in selection.described())
    found = await call.memory.erase.matching(call.scope, selection.matches)
    if not found:
        return asked.answers.say("nothing_to_delete", conditions=conditions)

    async def act() -> str:
        # Those that were counted, and no others that came to fit since.
        deleted = await call.memory.erase.delete(call.scope, [episode.id for episode in found], call.actor.id)
        return asked.answers.say("deleted_many", total=deleted)

    return asked.confirming(asked.answers.say("what_delete", total=len(found), conditions=conditions), act)


async def clear(asked: Asked) -> str:
    call = asked.call
    found = await call.memory.erase.matching(call.scope, lambda episode: True)

    async def act() -> str:
        erased = await call.memory.erase.clear(call.scope, call.turn.session, call.actor.id)
        return asked.answers.say("cleared", memories=erased.memories, profiles=erased.profiles)

    return asked.confirming(asked.answers.say("what_clear", total=len(found)), act)


async def import_(asked: Asked) -> str:
    """Look at the file first; what it would add is added when that is confirmed."""
    if not asked.argument:
        return asked.answers.say("import_usage")
    word, text = (*asked.argument.split(maxsplit=1), "")[:2]
    if word.lower() == markdown.WORD:
        return await markdown.import_(asked, text)
    call, answers = asked.call, asked.answers
    call.require_storing()
    await call.memory.know_speakers(call.turn.session)

    plan = await call.memory.imports.planned(
        call.scope, call.turn.session, asked.argument, lambda episode: _require_wanted(call, call.here, episode)
    )
    counts = {"duplicates": plan.duplicates, "rejected": len(plan.rejected)}
    rows = answers.rows([(row.number, row.reason) for row in plan.rejected])
    if not plan.new:
        return "\n".join([answers.say("import_nothing", **counts), *rows])

    async def act() -> str:
        # Asked again: memory may have been switched off or paused since.
        require_enabled(call.app)
        here = await call.memory.consent.of(call.turn.session)
        require_storing(here, speaker_id=call.actor.id)
        for row in plan.rows:
            _require_wanted(call, here, row.episode)
        report = await call.memory.imports.apply(call.scope, plan)
        await call.app.audit.note(call.scope, Change.IMPORTED, by=call.actor.id, note=str(report.stored))
        call.memory.capacity.nudge(call.scope)
        return answers.say(
            "imported", stored=report.stored, duplicates=report.duplicates, rejected=len(report.rejected)
        )

    return "\n".join([asked.confirming(answers.say("what_import", new=plan.new, **counts), act, final=False), *rows])


def _require_wanted(call: Call, here: Here, episode: Episode) -> None:
    """Raise SwitchedOff if who said the memory, or whom it is about by id or name, is not to be remembered."""
    about = episode.about or (call.memory.meant(call.turn, episode.subject) if here.off else "")
    require_storing(here, speaker_id=episode.speaker_id, about=about)


async def audit(asked: Asked) -> str:
    number = asked.page_number()
    if number is None:
        return asked.answers.say("bad_page", word=asked.argument)
    page = await asked.call.app.audit.page(asked.call.scope, number)
    if not page.exists:
        return asked.answers.say("no_page", number=page.number, pages=page.pages)
    return asked.answers.audit(page.entries, number=page.number, pages=page.pages, total=page.total)


async def pause(asked: Asked) -> str:
    return await _switch(asked, paused=True)


async def resume(asked: Asked) -> str:
    return await _switch(asked, paused=False)


async def reindex(asked: Asked) -> str:
    memory, scope = asked.call.memory, asked.call.scope
    before = await memory.reindex.status(scope)
    if not before.is_complete and not before.running:
        memory.reindex.start(scope)
    return asked.answers.reindexing(before, model=memory.model)


async def _switch(asked: Asked, *, paused: bool) -> str:
    call = asked.call
    consent = call.memory.consent
    changed = await (consent.pause if paused else consent.resume)(call.turn.session)
    key = "paused" if paused else "resumed"
    if changed:
        await call.app.audit.note(call.scope, Change.SWITCHED, by=call.actor.id, note=key)
    return asked.answers.say(key if changed else f"{key}_already")
