"""Consolidating what is remembered in a conversation: shown, done and undone by administrators."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict

from components.commands.asked import Asked
from ltm.domain.answers import preview
from ltm.domain.consolidation import Action, Archive, Merge, Promote, Supersede, ids_of
from ltm.domain.consolidation_runs import Job, Outcome
from ltm.domain.framing import on_one_line
from ltm.domain.rendering import moment
from ltm.errors import SwitchedOff
from ltm.services.consolidation_applying import Planned

SHOWN = 10
"""Of each group of actions."""

WAITED_S = 8.0
"""For an answer that has the result in it; what takes longer goes on in the background."""

_JOBS = {"preview": Job.PREVIEW, "run": Job.RUN}


async def consolidate(asked: Asked) -> str:
    word = asked.argument.lower()
    if word and word not in _JOBS:
        return asked.answers.say("consolidate_usage")
    service, scope = asked.call.memory.consolidation, asked.call.scope
    if not word or service.progress(scope) is not None:
        return await _state(asked)
    if asked.call.here.paused:
        raise SwitchedOff("memory is paused in this conversation: nothing is stored")
    return await _waited(asked, service.start(scope, _JOBS[word], by=asked.call.actor.id))


async def undo(asked: Asked) -> str:
    if not asked.argument:
        return asked.answers.say("undo_usage")
    service, scope = asked.call.memory.consolidation, asked.call.scope
    if service.progress(scope) is not None:
        return await _state(asked)
    run_id = asked.argument.lower()
    if run_id not in await service.runs(scope):
        return asked.answers.say("undo_unknown")
    return await _waited(asked, service.start(scope, Job.UNDO, by=asked.call.actor.id, run_id=run_id))


async def _waited(asked: Asked, task: asyncio.Task[Outcome]) -> str:
    await asyncio.wait([task], timeout=WAITED_S)
    if not task.done():
        return await _state(asked)
    if task.cancelled():
        return asked.answers.say("consolidated_broken_off")
    outcome = task.result()
    planned = asked.call.memory.consolidation.shown(asked.call.scope)
    if outcome.job is not Job.PREVIEW or outcome.reason or planned is None:
        return "\n".join(_told(asked, outcome))
    return "\n".join([*_told(asked, outcome), *_listed(asked, planned)])


async def _state(asked: Asked) -> str:
    """Return how far it is, or how it ended the last time and which runs can be undone."""
    service, scope, say = asked.call.memory.consolidation, asked.call.scope, asked.answers.say
    progress = service.progress(scope)
    if progress is not None:
        far = say("consolidating", done=progress.done, total=progress.total)
        return f"{far if progress.total else say('consolidating_looks')}\n{say('consolidate_again')}"
    last = await service.last(scope)
    runs = await service.runs(scope)
    told = _told(asked, last) if last else [say("consolidate_never")]
    return "\n".join([*told, *([say("consolidate_runs", runs=", ".join(runs))] if runs else [])])


def _told(asked: Asked, outcome: Outcome) -> list[str]:
    """Return how one job ended, and what can be done next."""
    say, is_complete = asked.answers.say, not outcome.reason
    if outcome.was_undone:
        return [say("undo_already", run=outcome.run_id)]
    counts = asdict(outcome.counts)
    stopped = [] if is_complete else [say("consolidated_stopped", reason=on_one_line(outcome.reason))]
    match outcome.job:
        case Job.PREVIEW:
            told = [say("consolidated_preview", at=moment(outcome.at), **counts)] if is_complete else []
            then = [say("consolidate_do")] if outcome.counts.total else []
        case Job.RUN:
            key = "consolidated_run" if outcome.run_id else "consolidated_nothing"
            told = (
                [say(key, at=moment(outcome.at), run=outcome.run_id, **counts)] if outcome.run_id or is_complete else []
            )
            told += [say("consolidated_skipped", count=outcome.skipped)] if outcome.skipped else []
            then = [say("consolidate_undo", run=outcome.run_id)] if outcome.run_id else []
        case Job.UNDO:
            amounts = {"restored": outcome.restored, "deleted": outcome.deleted, "left": outcome.left}
            at = moment(outcome.at)
            told = [say("consolidated_undo", at=at, run=outcome.run_id, **amounts)] if is_complete else []
            then = []
    return [*told, *stopped, *then]


def _listed(asked: Asked, planned: Planned) -> list[str]:
    """Return the actions in groups, the first of each; those only that are about memories to be seen by who asks."""
    actions = planned.plan.actions
    groups: Sequence[tuple[str, Callable[[Action], bool]]] = (
        ("group_merge", lambda action: isinstance(action, Merge)),
        ("group_duplicate", lambda action: isinstance(action, Supersede) and not action.contradicts),
        ("group_contradiction", lambda action: isinstance(action, Supersede) and action.contradicts),
        ("group_archive", lambda action: isinstance(action, Archive)),
        ("group_promote", lambda action: isinstance(action, Promote)),
    )
    return [line for key, belongs in groups for line in _group(asked, planned, key, filter(belongs, actions))]


def _group(asked: Asked, planned: Planned, key: str, actions: Iterable[Action]) -> list[str]:
    visible = [
        action
        for action in actions
        if all(asked.visible(planned.episodes[episode_id]) for episode_id in ids_of(action))
    ]
    left = len(visible) - SHOWN
    return [
        *([asked.answers.say(key, count=len(visible))] if visible else []),
        *(line for action in visible[:SHOWN] for line in _lines(planned, action)),
        *([asked.answers.say("group_more", count=left)] if left > 0 else []),
    ]


def _lines(planned: Planned, action: Action) -> list[str]:
    """Return what the action is about, a line each: what is put aside behind a minus, what stays behind a plus."""

    def line(sign: str, content: str, episode_id: str) -> str:
        return f"{sign} {preview(content)}  {episode_id}".rstrip()

    there = [planned.episodes[episode_id] for episode_id in ids_of(action)]
    match action:
        case Merge():
            aside, stays = there, action.made.content
            return [*(line("-", each.content, each.id) for each in aside), line("+", stays, "")]
        case Supersede():
            loser, winner = there
            return [line("-", loser.content, loser.id), line("+", winner.content, winner.id)]
        case Archive():
            return [line("-", there[0].content, there[0].id)]
        case Promote():
            return [line("+", there[0].content, there[0].id)]
