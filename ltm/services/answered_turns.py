"""Which messages were just answered from memory, so that the runner's own retrieval of them adds nothing.

A runner that has the knowledge base attached searches it with the message's text right after the listener
injected the recalled memories. That one search gets an empty answer. Anything else asked of the knowledge
base, such as a model's own query through AgenticRAG, is answered as usual. Which of the two it is cannot be
seen from the request, so each injected message excuses exactly one search with its text, for a short time.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic

from ltm.domain.scope import SessionKey

_VALID_S = 30.0
"""A runner searches before it calls the model: well within this, even on a slow machine."""

_MAX_KEPT = 1_000


class AnsweredTurns:
    """`seconds` is a clock that never goes back."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._kept: deque[tuple[float, tuple[str, str, str, str]]] = deque(maxlen=_MAX_KEPT)

    def add(self, session: SessionKey, speaker_id: str, text: str) -> None:
        self._kept.append((self._seconds(), _key(session, speaker_id, text)))

    def take(self, session: SessionKey, speaker_id: str, text: str) -> bool:
        """Return True once for each message added within the last half minute."""
        while self._kept and self._seconds() - self._kept[0][0] > _VALID_S:
            self._kept.popleft()
        key = _key(session, speaker_id, text)
        entry = next((entry for entry in self._kept if entry[1] == key), None)
        if entry is None:
            return False
        self._kept.remove(entry)
        return True


def _key(session: SessionKey, speaker_id: str, text: str) -> tuple[str, str, str, str]:
    return session.bot_uuid, session.name, speaker_id, text.strip()
