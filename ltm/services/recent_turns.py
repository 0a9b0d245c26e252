"""The last messages of each speaker in each conversation, for a host that hands over no history.

LangBot 4.11 keeps the history with the runner and gives plugins none. In this process's memory only, for half an hour.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic

from ltm.domain.policy import searchable
from ltm.domain.question import CONTEXT_TURNS
from ltm.domain.turn import Turn

_VALID_S = 1_800.0
"""After half an hour people begin anew. Chosen by feel."""

_MAX_SPEAKERS = 1_000

_Said = deque[tuple[float, str]]


class RecentTurns:
    """A speaker's own messages alone: what others say in a group meanwhile is seldom what a message is about.

    `seconds` is a clock that never goes back."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[tuple[str, str, str], _Said] = OrderedDict()

    def before(self, turn: Turn) -> tuple[str, ...]:
        """Return what the turn's speaker said before it in this conversation, oldest first."""
        said = self._kept.get(_key(turn), ())
        return tuple(text for at, text in said if self._seconds() - at <= _VALID_S)

    def add(self, turn: Turn) -> None:
        said = self._kept.setdefault(_key(turn), deque(maxlen=CONTEXT_TURNS))
        said.append((self._seconds(), searchable(turn.text)))
        self._kept.move_to_end(_key(turn))
        if len(self._kept) > _MAX_SPEAKERS:
            self._kept.popitem(last=False)


def _key(turn: Turn) -> tuple[str, str, str]:
    return turn.session.bot_uuid, turn.session.name, turn.speaker.id if turn.speaker else ""
