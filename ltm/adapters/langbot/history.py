"""What LangBot hands over of the conversation before a message."""

from collections.abc import Iterable
from typing import Any

from ltm.domain.question import CONTEXT_TURNS


def earlier_user_turns(messages: Iterable[Any], current: str) -> tuple[str, ...]:
    """Return the texts of the last user turns, oldest first, without the current one.

    LangBot's history is that of one conversation: nothing of another chat is in it."""
    texts = [text for message in messages if message.role == "user" and (text := _text(message.content))]
    if texts and texts[-1] == current.strip():
        texts.pop()
    return tuple(texts[-CONTEXT_TURNS:])


def _text(content: Any) -> str:
    """Return a message's plain text: LangBot gives a string, or a list of parts of which some are text."""
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    return " ".join(part.text for part in parts if getattr(part, "type", "") == "text" and part.text).strip()
