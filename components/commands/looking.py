"""What people look at: everybody what this conversation knows, and of other conversations only what is theirs."""

from collections.abc import Callable

import orjson

from components.commands import markdown
from components.commands.asked import Asked
from components.commands.learning import state as learning_state
from ltm.adapters.codec import profile_to_json
from ltm.domain.episode import Episode, Kind, Status
from ltm.domain.framing import escaped_json
from ltm.domain.profile import Profile
from ltm.domain.recall import Recalled, RecallQuery
from ltm.domain.rights import owns
from ltm.errors import NotFound
from ltm.services.health import verdict

_SEARCH_TOP_K = 10
_LOOKED_THROUGH = 50
"""Found before those are left out that the one who asks may not see."""

_EXPLAIN = "--explain"


async def summary(asked: Asked) -> str:
    call = asked.call
    session, speaker = await _profiles(asked)
    states = [
        state
        for state, holds in (("state_paused", call.here.paused), ("state_off", call.actor.id in call.here.off))
        if holds
    ]
    counted = await call.memory.browse.count(call.scope, asked.visible)
    text = asked.answers.summary(
        isolation=call.memory.record.settings.isolation,
        counts=counted.memories,
        turns=counted.turns,
        session=session,
        speaker=speaker,
        states=states,
    )
    return f"{text}\n{asked.answers.say('help_admin')}" if call.actor.is_admin else text


async def profile(asked: Asked) -> str:
    session, speaker = await _profiles(asked)
    turn = asked.call.turn
    return asked.answers.profiles(session, speaker if turn.speaker else None, turn.at)


async def search(asked: Asked) -> str:
    words = asked.argument.split()
    explain = _EXPLAIN in words
    text = " ".join(word for word in words if word != _EXPLAIN)
    if not text:
        return asked.answers.say("missing_query")
    call = asked.call
    query = RecallQuery(text=text, top_k=_LOOKED_THROUGH, speaker=call.turn.speaker)
    recalled = await call.memory.recall.recall(call.scope, query)
    shown = tuple(hit for hit in recalled.hits if asked.visible(hit.episode))[:_SEARCH_TOP_K]
    return asked.answers.found(
        Recalled(hits=shown, via=recalled.via, by_words_only=recalled.by_words_only), explain=explain
    )


async def listing(asked: Asked) -> str:
    return await _page(asked, None, lambda episode: episode.status is not Status.ARCHIVED and not _is_turn(episode))


async def conversations(asked: Asked) -> str:
    return await _page(asked, "conversations", _is_turn)


async def superseded(asked: Asked) -> str:
    return await _page(asked, Status.SUPERSEDED, lambda episode: episode.status is Status.SUPERSEDED)


async def archived(asked: Asked) -> str:
    return await _page(asked, Status.ARCHIVED, lambda episode: episode.status is Status.ARCHIVED)


async def show(asked: Asked) -> str:
    if not asked.argument:
        return asked.missing_id()
    call = asked.call
    episode = await call.memory.lifecycle.show(call.scope, call.actor, asked.argument)
    if not asked.visible(episode):
        raise NotFound("no memory with that id is shown here")
    return asked.answers.shown(episode)


async def mine(asked: Asked) -> str:
    call = asked.call
    if call.turn.speaker is None:
        return asked.answers.say("no_speaker")
    held = await call.memory.erase.held(call.scope, call.turn.session, call.turn.speaker)
    return asked.answers.mine(
        held.episodes,
        mentions=held.mentions,
        has_profile=held.has_profile,
        is_off=call.actor.id in call.here.off,
    )


async def export(asked: Asked) -> str:
    match asked.argument.lower():
        case "l2" | "episodes":
            return await _export_episodes(asked, lambda episode: not _is_turn(episode))
        case "conversations":
            return await _export_episodes(asked, _is_turn)
        case markdown.WORD:
            return await markdown.export(asked)
    session, speaker = await _profiles(asked)
    turn = asked.call.turn
    who = turn.speaker
    exported = {
        "session": str(turn.session),
        "exported_at": turn.at,
        "session_profile": profile_to_json(session),
        "speaker": {"id": who.id, "name": who.name} if who else None,
        "speaker_profile": profile_to_json(speaker) if who else None,
    }
    return escaped_json(orjson.dumps(exported, option=orjson.OPT_INDENT_2).decode())


async def health(asked: Asked) -> str:
    memory = asked.call.memory
    checks = await memory.health.check()
    lines = [f"{check.verdict}  {check.name}{f': {check.detail}' if check.detail else ''}" for check in checks]
    waiting = [asked.answers.say("waiting", count=memory.outbox.waiting)] if memory.outbox.waiting else []
    learning = await learning_state(asked)
    return "\n".join([asked.answers.say("health", verdict=verdict(checks)), *lines, *waiting, *learning])


async def _export_episodes(asked: Asked, wanted: Callable[[Episode], bool]) -> str:
    """All that is wanted here for an administrator, for others what of it is theirs."""
    call = asked.call

    def kept(episode: Episode) -> bool:
        return wanted(episode) and asked.visible(episode) and (call.actor.is_admin or owns(call.actor, episode))

    exported = await call.memory.export.exported(call.scope, call.turn.session, kept, call.turn.at)
    return escaped_json(orjson.dumps(exported, option=orjson.OPT_INDENT_2).decode())


def _is_turn(episode: Episode) -> bool:
    return episode.kind is Kind.TURN


async def _page(asked: Asked, of: str | None, wanted: Callable[[Episode], bool]) -> str:
    number = asked.page_number()
    if number is None:
        return asked.answers.say("bad_page", word=asked.argument)
    page = await asked.call.memory.browse.page(
        asked.call.scope, number, lambda episode: wanted(episode) and asked.visible(episode)
    )
    if not page.exists:
        return asked.answers.say("no_page", number=page.number, pages=page.pages)
    return asked.answers.listing(page.episodes, number=page.number, pages=page.pages, total=page.total, of=of)


async def _profiles(asked: Asked) -> tuple[Profile, Profile]:
    app, turn = asked.call.app, asked.call.turn
    session = await app.profiles.session_profile(turn.session)
    speaker = turn.speaker
    return session, await app.profiles.speaker_profile(turn.session, speaker.id) if speaker else Profile()
