"""The last messages of each speaker in each conversation, for a host that hands over no history.

LangBot 4.11 keeps the history with the runner and gives plugins none. In this process's memory only, for half an hour.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from time import monotonic

from ltm.domain.episode import Speaker
from ltm.domain.policy import searchable
from ltm.domain.question import CONTEXT_TURNS
from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn, Whose, whose

_VALID_S = 1_800.0
"""After half an hour people begin anew. Chosen by feel."""

_MAX_SPEAKERS = 1_000

_Said = deque[tuple[float, str]]


class RecentTurns:
    """A speaker's own messages alone: what others say in a group meanwhile is seldom what a message is about.

    `seconds` is a clock that never goes back."""

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._kept: OrderedDict[Whose, _Said] = OrderedDict()
        self._speakers: dict[Whose, Speaker] = {}

    def before(self, turn: Turn) -> tuple[str, ...]:
        """Return what the turn's speaker said before it in this conversation, oldest first."""
        said = self._kept.get(turn.whose, ())
        return tuple(text for at, text in said if self._seconds() - at <= _VALID_S)

    def speakers(self, session: SessionKey) -> list[Speaker]:
        """Return who spoke in this conversation lately, under the name last used."""
        here = (session.bot_uuid, session.name)
        return [speaker for (*where, _), speaker in self._speakers.items() if tuple(where) == here]

    def forget(self, session: SessionKey, speaker_id: str) -> None:
        """Keep nothing more of what the speaker said in this conversation."""
        self._drop(whose(session, speaker_id))

    def forget_everywhere(self, bot_uuid: str, speaker_id: str) -> None:
        """As `forget`, in all conversations of the bot."""
        for key in [key for key in self._kept if (key[0], key[2]) == (bot_uuid, speaker_id)]:
            self._drop(key)

    def add(self, turn: Turn) -> None:
        said = self._kept.setdefault(turn.whose, deque(maxlen=CONTEXT_TURNS))
        said.append((self._seconds(), searchable(turn.text)))
        self._kept.move_to_end(turn.whose)
        if turn.speaker is not None:
            self._speakers[turn.whose] = turn.speaker
        if len(self._kept) > _MAX_SPEAKERS:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Whose) -> None:
        self._kept.pop(key, None)
        self._speakers.pop(key, None)
