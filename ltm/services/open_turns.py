"""What was put before the model for each message being answered, and what its speaker said: by these a tool call is
told from an echo. In this process only, and of the latest messages."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ltm.domain.scope import SessionKey
from ltm.domain.turn import Turn, Whose, whose

_MAX_OPEN = 500
_MAX_TEXTS = 400
"""Per message: twenty memories, two full profiles and some searches of the model's own."""


@dataclass(slots=True)
class OpenTurn:
    """`said` are the speaker's messages, oldest first, the present one last; `shown` what memory put before the
    model. `is_learnt_from` says whether the message may be looked through later; `kept` is what tools stored of it."""

    turn: Turn
    said: tuple[str, ...] = ()
    shown: list[str] = field(default_factory=list)
    is_learnt_from: bool = False
    kept: list[str] = field(default_factory=list)

    @property
    def who(self) -> Whose:
        return self.turn.whose

    def show(self, texts: Sequence[str]) -> None:
        self.shown.extend(texts[: max(0, _MAX_TEXTS - len(self.shown))])


class OpenTurns:
    def __init__(self) -> None:
        self._turns: OrderedDict[int, OpenTurn] = OrderedDict()

    def begin(self, query_id: int, turn: Turn, said: Sequence[str], *, is_learnt_from: bool = False) -> None:
        """Begin a message's turn; an older one of that number was another message's."""
        self._turns[query_id] = OpenTurn(turn=turn, said=tuple(said), is_learnt_from=is_learnt_from)
        self._turns.move_to_end(query_id)
        if len(self._turns) > _MAX_OPEN:
            self._turns.popitem(last=False)

    def of(self, query_id: int, turn: Turn) -> OpenTurn:
        """Return the message's turn; where none was begun, one in which only this was said and nothing shown."""
        opened = self._turns.get(query_id)
        if opened is None or opened.who != turn.whose or opened.said[-1] != turn.text:
            self.begin(query_id, turn, (turn.text,))
        return self._turns[query_id]

    def to_learn_from(self, query_id: int) -> OpenTurn | None:
        """Return the turn of the message with that number if it may be looked through later."""
        opened = self._turns.get(query_id)
        return opened if opened is not None and opened.is_learnt_from else None

    def drop(self, query_id: int) -> None:
        """Keep nothing of the message that had this number before."""
        self._turns.pop(query_id, None)

    def forget_everywhere(self, bot_uuid: str, speaker_id: str) -> None:
        """As `forget`, in all conversations of the bot."""
        for query_id in [
            query_id
            for query_id, opened in self._turns.items()
            if (opened.turn.session.bot_uuid, opened.turn.speaker_id) == (bot_uuid, speaker_id)
        ]:
            del self._turns[query_id]

    def forget(self, session: SessionKey, speaker_id: str) -> None:
        """Keep nothing more of what the speaker said in this conversation."""
        who = whose(session, speaker_id)
        for query_id in [query_id for query_id, opened in self._turns.items() if opened.who == who]:
            del self._turns[query_id]

    def show(self, query_id: int, turn: Turn, texts: Sequence[str]) -> None:
        """Note what a tool answered to the model in the message's turn."""
        self.of(query_id, turn).show(texts)

    def show_last(self, turn: Turn, texts: Sequence[str]) -> None:
        """Note what the model was shown by a search that tells who asks, but not for which message."""
        for opened in reversed(self._turns.values()):
            if opened.who == turn.whose:
                opened.show(texts)
                return
