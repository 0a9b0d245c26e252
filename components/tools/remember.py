"""The tool by which the model keeps an event or fact."""

from typing import Any

from components.tools.base import MemoryTool
from components.tools.schema import RememberParams, parsed
from ltm.adapters.langbot.queries import Query
from ltm.application import Memory
from ltm.domain.episode import Source
from ltm.services.remember import NewEpisode


class Remember(MemoryTool):
    known_params = frozenset(RememberParams.model_fields)

    async def run(self, params: dict[str, Any], query: Query, memory: Memory) -> str:
        wanted = parsed(RememberParams, params)
        turn = query.turn
        done = await memory.remember.remember(
            memory.scope(turn.session),
            NewEpisode(
                content=wanted.content,
                tags=tuple(wanted.tags),
                importance=wanted.importance,
                speaker=turn.speaker,
                session_name=turn.session.name,
                subject=wanted.subject or "",
                source=Source.AGENT,
            ),
        )
        answer = f"Remembered with id {done.episode.id}."
        if done.superseded:
            answer += f" It supersedes {len(done.superseded)} older: {', '.join(done.superseded)}."
        if done.unmarked:
            answer += " Older memories it may correct could not be marked as superseded."
        return answer
