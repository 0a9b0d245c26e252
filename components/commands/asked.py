"""One `!memory` message: who asked what, and how it is answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from components.call import Call
from ltm.domain.answers import Answers
from ltm.domain.episode import Episode
from ltm.domain.rights import may_see
from ltm.services.confirmations import VALID

_PAGE_DIGITS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """`name` is the subcommand, `argument` what followed it."""

    call: Call
    answers: Answers
    name: str
    argument: str

    def visible(self, episode: Episode) -> bool:
        """True if the one who asks may see the memory: people who are off are shown to nobody but themselves."""
        call = self.call
        if not may_see(call.actor, episode):
            return False
        others = call.here.off - {call.actor.id}
        return not any(episode.concerns(speaker_id) for speaker_id in others)

    def page_number(self) -> int | None:
        """Return the page asked for, 1 where none was; None where it is no number that a page can have."""
        # int() also takes full-width digits, which Chinese input methods type, but not thousands of digits.
        is_number = self.argument.isdecimal() and len(self.argument) <= _PAGE_DIGITS
        return int(self.argument or 1) if not self.argument or is_number else None

    def confirming(self, what: str, action: Callable[[], Awaitable[str]], *, final: bool = True) -> str:
        """Have the action wait for a code from the same person, and return what to tell them.

        `final` says that what is done cannot be undone."""
        call = self.call
        asked = call.app.confirmations.ask((call.turn.session, call.actor.id), what, action)
        return "\n".join(
            [
                self.answers.say("confirm", what=what, code=asked.code, minutes=VALID.seconds // 60),
                *([self.answers.say("final")] if final else []),
                *([self.answers.say("confirm_replaced", what=asked.replaced)] if asked.replaced else []),
            ]
        )

    def missing_id(self) -> str:
        """Return what to tell somebody who named no memory."""
        return self.answers.say("missing_id", command=self.name)


Handler = Callable[[Asked], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subcommand:
    """`admin` is for administrators only; `when_off` works while memory is switched off for the installation, and
    `without_consent` where it cannot be read who does not want to be remembered: to erase, or to mend that."""

    run: Handler
    admin: bool = False
    when_off: bool = False
    without_consent: bool = False
