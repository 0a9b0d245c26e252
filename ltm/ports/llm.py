"""A chat model that works beside the turn: it reads what was said and answers with text."""

from typing import Protocol


class Llm(Protocol):
    @property
    def model(self) -> str:
        """Name the model, for logs and health."""
        ...

    async def complete(self, *, system: str, user: str, within_s: float) -> str:
        """Return the model's whole answer to the two messages, no tools offered.

        Raises LlmUnavailable if none came within the time, or an empty one."""
        ...
