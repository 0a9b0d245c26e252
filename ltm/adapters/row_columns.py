"""The growing arrays behind a scope index's columns."""

from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ltm.domain.columns import KINDS, NONE, SOURCES, STATUSES, Columns, Rows
from ltm.domain.episode import Episode, Kind, Speaker
from ltm.domain.wording import asking, holds_question, tells_time

_FIRST_ROWS = 16
_TYPES: dict[str, type[np.generic]] = {
    "alive": np.bool_,
    "at": np.float64,
    "recalled_at": np.float64,
    "recall_count": np.uint16,
    "importance": np.int8,
    "status": np.uint8,
    "kind": np.uint8,
    "source": np.uint8,
    "speaker": np.int32,
    "about": np.int32,
    "slot": np.int32,
    "pinned": np.bool_,
    "conversation": np.int32,
    "position": np.int64,
    "tie": np.uint64,
    "previous": np.int32,
    "following": np.int32,
    "asks": np.bool_,
    "asking": np.float32,
    "timed": np.bool_,
}
_LIMITS = {
    name: (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
    for name, kind in _TYPES.items()
    if issubclass(kind, np.integer)
}
_INTERNAL = {"conversation", "position", "tie"}


class RowColumns:
    """Appending a turn to the end of its conversation is the usual case and cheap; any other place, and a turn that
    goes, has all neighbours worked out again when they are next asked for."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {name: np.zeros(0, dtype=kind) for name, kind in _TYPES.items()}
        self._rows = 0
        self._speakers: dict[tuple[str, str], int] = {}
        self._speaker_list: list[Speaker] = []
        self._abouts: dict[str, int] = {}
        self._slots: dict[tuple[str, str, str], int] = {}
        self._spoken: list[int] = []
        self._conversations: dict[str, int] = {}
        self._last: dict[int, int] = {}
        self._unlinked = False
        self._turns: tuple[Rows, Rows] | None = None

    @property
    def nbytes(self) -> int:
        # About 300 bytes for the objects of a speaker or conversation.
        names = len(self._speakers) + len(self._abouts) + len(self._slots) + len(self._conversations)
        return sum(array.nbytes for array in self._arrays.values()) + 300 * names

    def view(self) -> Columns:
        """Return the columns as they are now; they share memory with what later writes change in place."""
        if self._unlinked:
            self._link()
        if self._turns is None:
            self._turns = self._grouped()
        arrays = {name: array[: self._rows] for name, array in self._arrays.items() if name not in _INTERNAL}
        turns, starts = self._turns
        return Columns(
            **arrays,
            turns=turns,
            conversation_starts=starts,
            speakers=self._speaker_list,
            abouts=self._abouts,
            slots=self._slots,
        )

    @property
    def speakers(self) -> list[Speaker]:
        """Return who said a memory that lives."""
        return [speaker for speaker, count in zip(self._speaker_list, self._spoken, strict=True) if count]

    def append(self, episode: Episode) -> None:
        row = self._rows
        if row == len(self._arrays["alive"]):
            self._grow(max(_FIRST_ROWS, row + max(row // 4, min(row, 4_096))))
        self._rows += 1
        arrays = self._arrays
        arrays["alive"][row] = True
        arrays["asks"][row] = holds_question(episode.content)
        arrays["asking"][row] = asking(episode.content)
        arrays["timed"][row] = tells_time(episode.content)
        arrays["conversation"][row] = arrays["previous"][row] = arrays["following"][row] = NONE
        arrays["speaker"][row] = NONE
        self.set(row, episode)
        if episode.kind is Kind.TURN and episode.conversation:
            conversation = self._conversations.setdefault(episode.conversation, len(self._conversations))
            arrays["conversation"][row] = conversation
            arrays["position"][row] = _clamped("position", episode.position)
            arrays["tie"][row] = _tie(episode)
            self._link_last(row, conversation)
            self._turns = None

    def set(self, row: int, episode: Episode) -> None:
        """Write what may change while content and place stay."""
        arrays, at = self._arrays, episode.at.timestamp()
        if arrays["at"][row] != at and arrays["conversation"][row] != NONE:
            self._unlinked = True
        arrays["at"][row] = at
        arrays["recalled_at"][row] = episode.recalled_at.timestamp() if episode.recalled_at else 0.0
        arrays["recall_count"][row] = _clamped("recall_count", episode.recall_count)
        arrays["importance"][row] = _clamped("importance", episode.importance)
        arrays["status"][row] = STATUSES.index(episode.status)
        arrays["kind"][row] = KINDS.index(episode.kind)
        arrays["source"][row] = SOURCES.index(episode.source)
        self._count(row, -1)
        arrays["speaker"][row] = NONE if episode.speaker is None else self._speaker(episode.speaker)
        self._count(row, 1)
        arrays["about"][row] = self._abouts.setdefault(episode.about, len(self._abouts)) if episode.about else NONE
        slot = episode.slot
        arrays["slot"][row] = self._slots.setdefault(slot, len(self._slots)) if slot else NONE
        arrays["pinned"][row] = episode.pinned

    def bury(self, row: int) -> None:
        self._count(row, -1)
        self._arrays["alive"][row] = False
        if self._arrays["conversation"][row] != NONE:
            self._unlinked = True
            self._turns = None

    def _speaker(self, speaker: Speaker) -> int:
        key = (speaker.id, speaker.name)
        if key not in self._speakers:
            self._speakers[key] = len(self._speaker_list)
            self._speaker_list.append(speaker)
            self._spoken.append(0)
        return self._speakers[key]

    def _count(self, row: int, more: int) -> None:
        speaker = int(self._arrays["speaker"][row])
        if speaker != NONE:
            self._spoken[speaker] += more

    def _link_last(self, row: int, conversation: int) -> None:
        last, position = self._last.get(conversation), self._arrays["position"]
        if last is None or position[last] < position[row]:
            self._last[conversation] = row
            if last is not None:
                self._arrays["previous"][row], self._arrays["following"][last] = last, row
        else:
            self._unlinked = True

    def _link(self) -> None:
        arrays = {name: array[: self._rows] for name, array in self._arrays.items()}
        previous, following = arrays["previous"], arrays["following"]
        previous[:] = following[:] = NONE
        turns: Rows = np.flatnonzero(arrays["alive"] & (arrays["conversation"] != NONE)).astype(np.int32)
        order = np.lexsort([arrays[key][turns] for key in ("tie", "at", "position", "conversation")])
        turns = turns[order]
        conversation = arrays["conversation"][turns]
        same = conversation[1:] == conversation[:-1]
        previous[turns[1:][same]] = turns[:-1][same]
        following[turns[:-1][same]] = turns[1:][same]
        self._last = dict(zip(conversation.tolist(), turns.tolist(), strict=True))
        self._unlinked = False

    def _grouped(self) -> tuple[Rows, Rows]:
        """Return the rows of turns, one conversation after another, and where each conversation begins among them."""
        conversation = self._arrays["conversation"][: self._rows]
        turns: Rows = np.flatnonzero(self._arrays["alive"][: self._rows] & (conversation != NONE)).astype(np.int32)
        turns = turns[np.argsort(conversation[turns], kind="stable")]
        begins = np.diff(conversation[turns], prepend=NONE - 1) != 0
        return turns, np.flatnonzero(begins).astype(np.int32)

    def _grow(self, length: int) -> None:
        for name, array in self._arrays.items():
            longer = np.zeros(length, dtype=array.dtype)
            longer[: len(array)] = array
            self._arrays[name] = longer


def _clamped(name: str, number: int) -> int:
    """Return the nearest number the column holds: what others wrote into the knowledge base may be anything."""
    lowest, highest = _LIMITS[name]
    return min(max(number, lowest), highest)


def _tie(episode: Episode) -> int:
    """Return what orders turns of one position and time alike in every index, whichever was added first."""
    digest = blake2b(episode.id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")
