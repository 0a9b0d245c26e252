"""What was noticed in talk: people decide about their own words, administrators about everybody's."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from components.commands.asked import Asked
from ltm.domain.answers import Answers, preview
from ltm.domain.episode import Episode
from ltm.domain.framing import on_one_line
from ltm.domain.mining import MIN_ID_CHARS, MiningStatus, WaitingCandidate
from ltm.domain.rendering import moment
from ltm.domain.rights import may_change
from ltm.errors import InvalidInput, LongTermMemoryError, NotFound, Refused, StoreUnavailable, SwitchedOff
from ltm.services.candidates import Accepted

PAGE_SIZE = 10
_TOLD = 10
"""Of those that are not kept; the others have reasons like these."""

_ALL = "all"


async def candidates(asked: Asked) -> str:
    number = asked.page_number()
    if number is None:
        return asked.answers.say("bad_page", word=asked.argument)
    mine = await _mine(asked)
    pages = max(1, -(-len(mine) // PAGE_SIZE))
    if not 1 <= number <= pages:
        return asked.answers.say("no_page", number=number, pages=pages)
    start = (number - 1) * PAGE_SIZE
    say = asked.answers.say
    if not mine:
        return say("candidates_empty")
    return "\n".join(
        [
            say("candidates", number=number, pages=pages, total=len(mine)),
            *(_line(asked, each) for each in mine[start : start + PAGE_SIZE]),
            say("candidates_how"),
            *([say("list_next", command=asked.name, next=number + 1)] if number < pages else []),
        ]
    )


async def accept(asked: Asked) -> str:
    async def one(wanted: str) -> str:
        return _accepted(asked, await asked.call.memory.mining.candidates.accept(asked.call.scope, actor, wanted))

    actor = asked.call.actor
    return await _decided(asked, "accepted_many", one)


async def reject(asked: Asked) -> str:
    async def one(wanted: str) -> str:
        rejected = await asked.call.memory.mining.candidates.reject(asked.call.scope, actor, wanted)
        return asked.answers.say("rejected", id=rejected.short_id)

    actor = asked.call.actor
    return await _decided(asked, "rejected_many", one)


async def state(asked: Asked) -> list[str]:
    """Return how far learning is here, nothing where nothing ever was learnt."""
    # Whoever looks at the health of memory is not to be answered with an error.
    with suppress(StoreUnavailable):
        return _state(asked.answers, await asked.call.memory.mining.status(asked.call.scope))
    return []


async def _mine(asked: Asked) -> list[WaitingCandidate]:
    def visible(episode: Episode) -> bool:
        return may_change(asked.call.actor, episode) and asked.visible(episode)

    return await asked.call.memory.mining.candidates.waiting(asked.call.scope, visible)


async def _decided(asked: Asked, many: str, one: Callable[[str], Awaitable[str]]) -> str:
    """Decide about one, or about all that the one who asks may decide."""
    if not asked.argument:
        return asked.answers.say("candidate_which", command=asked.name)
    if asked.argument.lower() == _ALL:
        return await _decided_all(asked, many, one)
    try:
        return await one(asked.argument)
    except NotFound:
        return asked.answers.say("candidate_none")
    except SwitchedOff:
        raise
    except Refused as exc:
        return asked.answers.say("accepted_refused", reason=exc)
    except InvalidInput:
        return asked.answers.say("candidate_unclear", chars=MIN_ID_CHARS)


async def _decided_all(asked: Asked, many: str, one: Callable[[str], Awaitable[str]]) -> str:
    mine = await _mine(asked)
    if not mine:
        return asked.answers.say("candidates_empty")
    done, told = 0, list[str]()
    for each in mine:
        try:
            await one(each.id)
            done += 1
        except NotFound:
            # Somebody else has decided meanwhile.
            continue
        except (Refused, InvalidInput) as exc:
            if len(told) < _TOLD:
                told.append(f"{each.short_id}: {asked.answers.failed(exc)}")
        except LongTermMemoryError as exc:
            told.append(asked.answers.failed(exc))
            break
    return "\n".join([asked.answers.say(many, count=done), *told])


def _accepted(asked: Asked, done: Accepted) -> str:
    remembered = done.remembered
    key = "accepted_known" if remembered.repeated else "accepted"
    said = asked.answers.say(key, id=remembered.episode.id)
    return said if done.is_profiled else f"{said}\n{asked.answers.say('accepted_unprofiled')}"


def _line(asked: Asked, waiting: WaitingCandidate) -> str:
    candidate, speaker = waiting.candidate, waiting.speaker
    marks = [moment(waiting.at), asked.answers.say(f"candidate_{candidate.kind}")]
    if speaker is not None:
        marks.append(speaker.name or speaker.id)
    return f"[{' | '.join(on_one_line(mark) for mark in marks)}] {preview(candidate.text)}\n    {waiting.short_id}"


def _state(answers: Answers, status: MiningStatus) -> list[str]:
    counts = {
        "turns": status.turns,
        "candidates": status.candidates,
        "mined": status.mined,
        "stored": status.stored,
    }
    reasons = [answers.say(f"dropped_{reason}", count=count) for reason, count in sorted(status.dropped.items())]
    return [
        *([answers.say("learning", **counts)] if any(counts.values()) or reasons else []),
        *([answers.say("learning_dropped", reasons=", ".join(reasons))] if reasons else []),
    ]
