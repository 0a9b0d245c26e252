"""What people take along as Markdown, and what administrators bring back edited."""

from collections.abc import Sequence

from components.call import Call, require_enabled
from components.commands.asked import Asked
from ltm.domain.answers import ROWS_SHOWN
from ltm.domain.consent import Here, require_storing
from ltm.domain.episode import Episode, Speaker
from ltm.domain.markdown import MarkdownFile
from ltm.services.markdown_plan import Asking, described

WORD = "markdown"
"""Behind `export` and `import`."""

CHAT_CHARS = 4_000
"""Of an export that a chat is shown; Telegram takes 4,096 in a message."""

_PASTED = "pasted.md"
"""What a text that is none of our files is imported as: it replaces nothing that came before."""


async def export(asked: Asked) -> str:
    """As much as fits; nobody pastes thousands of lines from a chat."""
    call = asked.call
    asking = await asking_of(asked, call.here)
    exported = await call.memory.markdown.exported(call.scope, asking, chars=CHAT_CHARS)
    remarks = {"markdown_not_shown": exported.not_shown, "markdown_left_out": exported.left_out}
    # As comments, so that the answer can be sent back as it is.
    said = [f"<!-- {asked.answers.say(key, count=count)} -->" for key, count in remarks.items() if count]
    return "\n".join([*(file.text for file in exported.files), *said])


async def import_(asked: Asked, text: str) -> str:
    """Look at what the text would change; that is done when it is confirmed."""
    if not text:
        return asked.answers.say("markdown_usage")
    call, answers = asked.call, asked.answers
    call.require_storing()
    asking = await asking_of(asked, call.here)
    file = MarkdownFile(name=_PASTED, text=text)
    plan = await call.memory.markdown.planned(call.scope, asking, [file], whole=False)
    lines = _shown(asked, described(plan))
    if plan.is_empty:
        return "\n".join([answers.say("markdown_nothing"), *lines])

    async def act() -> str:
        # Asked again: memory may have been switched off or paused since.
        require_enabled(call.app)
        here = await call.memory.consent.of(call.turn.session)
        require_storing(here, speaker_id=call.actor.id)
        report = await call.memory.markdown.apply(call.scope, await asking_of(asked, here), plan)
        return answers.say("markdown_done", **report.counts)

    return "\n".join([asked.confirming(answers.say("what_markdown", **plan.counts), act, final=False), *lines])


async def asking_of(asked: Asked, here: Here) -> Asking:
    """Return what the one who asks may take along and change, as people here wish at the moment."""
    call = asked.call

    def require(episode: Episode) -> None:
        about = episode.about or (call.memory.meant(call.turn, episode.subject) if here.off else "")
        require_storing(here, speaker_id=episode.speaker_id, about=about)

    return Asking(
        session=call.turn.session,
        actor=call.actor,
        visible=asked.visible,
        require=require,
        require_profile=lambda speaker_id: require_storing(here, speaker_id=call.actor.id, about=speaker_id),
        caps=call.app.config.caps,
        speakers=await _speakers(call, here),
    )


async def _speakers(call: Call, here: Here) -> list[Speaker]:
    """Return the ones whose profiles the asker may take along: his own, for an administrator everybody's here."""
    own = call.turn.speaker
    if not call.actor.is_admin:
        return [own] if own else []
    await call.memory.know_speakers(call.turn.session)
    others = here.off - {call.actor.id}
    return [speaker for speaker in call.memory.known(call.turn) if speaker.id not in others]


def _shown(asked: Asked, lines: Sequence[str]) -> list[str]:
    left = len(lines) - ROWS_SHOWN
    return [*lines[:ROWS_SHOWN], *([asked.answers.say("markdown_more", count=left)] if left > 0 else [])]
