"""The tool by which the model keeps what is steadily true of a speaker or a conversation."""

from typing import Any

from components.plugin_access import application
from components.tools.base import MemoryTool
from components.tools.schema import UpdateProfileParams, parsed
from ltm.adapters.langbot.queries import Query
from ltm.application import Memory
from ltm.domain.profile import Edit, default_scope
from ltm.domain.rendering import escaped
from ltm.services.profiles import ProfileEdited


class UpdateProfile(MemoryTool):
    known_params = frozenset(UpdateProfileParams.model_fields)

    async def run(self, params: dict[str, Any], query: Query, memory: Memory) -> str:
        wanted = parsed(UpdateProfileParams, params)
        turn = query.turn
        app = application(self)
        done = await app.profiles.edit(
            turn.session,
            wanted.scope or default_scope(wanted.field, speaker_known=turn.speaker is not None),
            turn.speaker.id if turn.speaker else None,
            Edit(
                field=wanted.field,
                action=wanted.action,
                value=wanted.value,
                fact_key=wanted.fact_key,
                previous_value=wanted.previous_value,
            ),
            app.config.caps,
        )
        return _answer(wanted, done)


def _answer(wanted: UpdateProfileParams, done: ProfileEdited) -> str:
    where = f"{done.scope} profile, {wanted.field}"
    if not done.edited.changed:
        return f"Nothing to change ({where}): it is so already."
    answer = f"Done ({where}, {wanted.action})."
    if done.edited.before:
        answer += f" No longer there: {'; '.join(escaped(value) for value in done.edited.before)}."
    if done.kept_aside:
        answer += f" The stored profile could not be read; it was kept aside as {done.kept_aside}, this is a new one."
    return answer
