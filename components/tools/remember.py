"""The tool by which the model keeps an event or fact."""

from typing import Any

from components.call import Call
from components.tools.base import MemoryTool, require_own_words
from components.tools.schema import RememberParams, parsed
from ltm.domain.episode import Source
from ltm.domain.gate import NewEpisode
from ltm.services.remember import Remembered


class Remember(MemoryTool):
    known_params = frozenset(RememberParams.model_fields)

    async def run(self, params: dict[str, Any], call: Call) -> str:
        wanted = parsed(RememberParams, params)
        turn, subject = call.turn, wanted.subject or ""
        if subject:
            await call.memory.know_speakers(turn.session)
        about = call.memory.meant(turn, subject)
        call.require_storing(about)
        require_own_words(call, wanted.content)
        done = await call.memory.remember.remember(
            call.scope,
            NewEpisode(
                content=wanted.content,
                tags=tuple(wanted.tags),
                importance=wanted.importance,
                speaker=turn.speaker,
                session_name=turn.session.name,
                subject=subject,
                about=about,
                original=turn.text,
                source=Source.AGENT,
            ),
        )
        call.app.open_turns.of(call.query_id, turn).kept.append(wanted.content)
        return _answer(done)


def _answer(done: Remembered) -> str:
    if done.repeated:
        answer = f"Known already with id {done.episode.id}: that memory was strengthened instead of storing it twice."
    elif done.is_waiting:
        answer = f"Kept with id {done.episode.id}, will be searchable later: the knowledge base cannot take it now."
    else:
        answer = f"Remembered with id {done.episode.id}."
        if done.by_words_only:
            answer += " The embedding model does not answer: until it does, this is found by its words only."
            if done.episode.is_correction:
                answer += " What it corrects is marked then, too."
    if done.superseded:
        answer += f" It supersedes {len(done.superseded)} older: {', '.join(done.superseded)}."
    if done.unmarked:
        answer += " Older memories it may correct could not be marked as superseded yet; that is tried again."
    return answer
