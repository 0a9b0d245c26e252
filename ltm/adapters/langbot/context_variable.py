"""The query variable by which other plugins read what memory knows of this turn."""

from typing import Any

from ltm.adapters.codec import iso, profile_to_json
from ltm.domain.profile import Profile
from ltm.domain.turn import TurnMemory


def for_other_plugins(memory: TurnMemory) -> dict[str, Any]:
    """Return `_ltm_context`: JSON values only, stored text as plain words, nothing escaped.

    `session_profile` is always there; `speaker_profile` is None without a speaker. `missing` names parts
    that were late or failed, so that a reader can tell "not known" from "nothing known"; `recall` says whether all
    memories were compared ("index") or those the vector database found ("backend"), and whether by words only."""
    speaker = memory.turn.speaker
    return {
        "speaker": {"id": speaker.id if speaker else "", "name": speaker.name if speaker else ""},
        "session_profile": profile_to_json(memory.session_profile or Profile()),
        "speaker_profile": profile_to_json(memory.speaker_profile or Profile()) if speaker else None,
        "episodes": [
            {
                "content": hit.episode.content,
                "id": hit.episode.id,
                "timestamp": iso(hit.episode.at),
                "importance": hit.episode.importance,
                "tags": list(hit.episode.tags),
            }
            for hit in memory.recalled.hits
        ],
        "recall": {"via": memory.recalled.via.value, "by_words_only": memory.recalled.by_words_only},
        "missing": list(memory.missing),
    }
