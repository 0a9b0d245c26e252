"""The tool by which the model looks for memories itself."""

from datetime import datetime
from typing import Any

import orjson

from components.call import Call
from components.tools.base import MemoryTool
from components.tools.schema import RecallParams, parsed
from ltm.adapters.codec import iso
from ltm.domain.consolidation_ageing import freshness
from ltm.domain.episode import Status
from ltm.domain.framing import escaped_json
from ltm.domain.recall import Hit, RecallFilter, RecallQuery
from ltm.domain.turn import said_by
from ltm.errors import SwitchedOff

_STATUSES = {False: frozenset({Status.ACTIVE}), True: frozenset({Status.ACTIVE, Status.ARCHIVED})}
"""Which memories are looked among, without and with archived ones."""


class RecallMemory(MemoryTool):
    known_params = frozenset(RecallParams.model_fields)

    async def run(self, params: dict[str, Any], call: Call) -> str:
        wanted = parsed(RecallParams, params)
        if call.here.paused:
            raise SwitchedOff("memory is paused in this conversation: nothing is recalled")
        recalled = await call.memory.recall.recall(
            call.scope,
            RecallQuery(
                text=wanted.query,
                top_k=wanted.top_k,
                speaker=call.turn.speaker,
                filter=RecallFilter(
                    speaker_id=wanted.speaker_id,
                    speaker_name=wanted.speaker_name,
                    time_after=wanted.time_after,
                    time_before=wanted.time_before,
                    importance_min=wanted.importance_min,
                    source=wanted.source,
                    kind=wanted.kind,
                    statuses=_STATUSES[wanted.include_archived],
                    without=call.hidden,
                ),
            ),
        )
        call.app.open_turns.show(call.query_id, call.turn, [said_by(hit.episode) for hit in recalled.hits])
        answer: dict[str, Any] = {
            "count": len(recalled.hits),
            "memories": [_memory(hit, call.turn.at, debug=wanted.debug) for hit in recalled.hits],
        }
        if recalled.by_words_only:
            answer["note"] = "the embedding model does not answer: only memories that share words were found"
        if wanted.debug:
            answer["debug"] = {"via": recalled.via.value, "by_words_only": recalled.by_words_only}
        return as_json(answer)


def _memory(hit: Hit, now: datetime, *, debug: bool) -> dict[str, Any]:
    episode = hit.episode
    memory: dict[str, Any] = {
        "id": episode.id,
        "content": episode.content,
        "tags": list(episode.tags),
        "importance": episode.importance,
        "timestamp": iso(episode.at),
        "speaker": {"id": episode.speaker.id, "name": episode.speaker.name} if episode.speaker else None,
        "source": episode.source.value,
        "kind": episode.kind.value,
        "score": round(hit.score, 4),
    }
    if episode.status is not Status.ACTIVE:
        memory["status"] = episode.status.value
    if (warning := freshness(episode, now)) is not None:
        memory["note"] = warning
    if debug:
        terms = {name: round(value, 4) for name, value in hit.terms.items()}
        memory["debug"] = {"cosine": None if hit.cosine is None else round(hit.cosine, 4), **terms}
    return memory


def as_json(value: dict[str, Any]) -> str:
    """Return JSON in which stored text looks like no tag and hides nothing, and parses back to what was stored."""
    return escaped_json(orjson.dumps(value).decode())
