"""The query variable by which other plugins read what memory knows of this turn."""

from typing import Any

from ltm.adapters.codec import iso, profile_to_json
from ltm.domain.framing import cleaned
from ltm.domain.profile import Profile
from ltm.domain.turn import TurnMemory


def for_other_plugins(memory: TurnMemory) -> dict[str, Any]:
    """Return `_ltm_context`: JSON values only, stored text as plain words.

    Texts, names and tags are rid of controls, bidirectional and invisible characters, so that what another plugin
    shows is what people see; ids are as they are. Nothing is escaped: angle brackets and line breaks stay, and a
    plugin that puts text into a prompt or a page has to frame it itself.

    `session_profile` is always there; `speaker_profile` is None without a speaker. `missing` names parts
    that were late or failed, so that a reader can tell "not known" from "nothing known"; `recall` says whether all
    memories were compared ("index") or those the vector database found ("backend"), and whether by words only."""
    speaker = memory.turn.speaker
    return {
        "speaker": {"id": speaker.id if speaker else "", "name": cleaned(speaker.name) if speaker else ""},
        "session_profile": _seen(profile_to_json(memory.session_profile or Profile())),
        "speaker_profile": _seen(profile_to_json(memory.speaker_profile or Profile())) if speaker else None,
        "episodes": [
            {
                "content": cleaned(hit.episode.content),
                "id": hit.episode.id,
                "timestamp": iso(hit.episode.at),
                "importance": hit.episode.importance,
                "tags": [cleaned(tag) for tag in hit.episode.tags],
            }
            for hit in memory.recalled.hits
        ],
        "recall": {"via": memory.recalled.via.value, "by_words_only": memory.recalled.by_words_only},
        "missing": list(memory.missing),
    }


def _seen(value: Any) -> Any:
    """Return a profile's JSON with every text in it cleaned; its keys are ours."""
    match value:
        case str():
            return cleaned(value)
        case list():
            return [_seen(item) for item in value]
        case dict():
            return {key: _seen(item) for key, item in value.items()}
    return value
