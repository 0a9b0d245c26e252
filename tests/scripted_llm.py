"""A chat model that says what a test wrote down for it, one answer after the other."""

import asyncio
from collections.abc import Sequence

from ltm.errors import LlmUnavailable


class ScriptedLlm:
    """Each call takes the next of `answers`; an exception among them is raised, and where none is left or the text is
    empty it is unavailable. `delay_s` is how long every answer takes; one that takes longer than there is time is
    unavailable too. `asked` are the (system, user) messages that came."""

    def __init__(self, *answers: str | Exception, delay_s: float = 0.0) -> None:
        self.answers: list[str | Exception] = list(answers)
        self.asked: list[tuple[str, str]] = []
        self.delay_s = delay_s

    @property
    def model(self) -> str:
        return "scripted"

    def says(self, answers: Sequence[str | Exception]) -> None:
        """Add answers behind those that are left."""
        self.answers.extend(answers)

    async def complete(self, *, system: str, user: str, within_s: float) -> str:
        self.asked.append((system, user))
        answer = self.answers.pop(0) if self.answers else ""
        try:
            async with asyncio.timeout(within_s):
                await asyncio.sleep(self.delay_s)
        except TimeoutError as exc:
            raise LlmUnavailable("the chat model did not answer in time (test)") from exc
        if isinstance(answer, Exception):
            raise answer
        if not answer.strip():
            raise LlmUnavailable("the chat model answered nothing (test)")
        return answer
