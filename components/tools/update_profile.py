"""The tool by which the model keeps what is steadily true of a speaker or a conversation."""

from typing import Any

from components.call import Call
from components.tools.base import MemoryTool, require_own_words, require_wish
from components.tools.schema import UpdateProfileParams, parsed
from ltm.domain.audit import Change
from ltm.domain.framing import escaped
from ltm.domain.profile import Action, Edit, default_scope
from ltm.services.profiles import ProfileEdited


class UpdateProfile(MemoryTool):
    known_params = frozenset(UpdateProfileParams.model_fields)

    async def run(self, params: dict[str, Any], call: Call) -> str:
        wanted = parsed(UpdateProfileParams, params)
        turn, app = call.turn, call.app
        if wanted.action is Action.REMOVE:
            require_wish(call)
        else:
            call.require_storing()
            require_own_words(call, wanted.value)
        where = wanted.scope or default_scope(wanted.field, speaker_known=turn.speaker is not None)
        done = await app.profiles.edit(
            turn.session,
            where,
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
        if wanted.action is not Action.REMOVE:
            app.open_turns.of(call.query_id, turn).kept.append(wanted.value)
        if done.edited.changed:
            note = f"{where} {wanted.field} {wanted.action}"
            await app.audit.note(call.scope, Change.PROFILE_EDITED, by=call.actor.id, note=note)
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
