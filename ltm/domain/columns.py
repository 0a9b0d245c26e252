"""The memories of one scope as arrays, one value each per memory, so that ranking is a handful of vector operations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ltm.domain.episode import Kind, Source, Speaker, Status

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Rows = NDArray[np.int32]

NONE = -1
"""In a column of rows or codes: there is none."""

STATUSES = tuple(Status)
KINDS = tuple(Kind)
SOURCES = tuple(Source)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Columns:
    """A memory is a row, counted from 0; all arrays have one length. Rows that are not `alive` mean nothing.

    Times are seconds since 1970, `recalled_at` 0 where never. `status`, `kind` and `source` are positions in STATUSES,
    KINDS and SOURCES, `speaker` in `speakers`, `about` a value of `abouts`, whose keys are ids of speakers, `slot` a
    value of `slots`, whose keys are those of `Episode.slot`. `previous` and `following` are the rows of the neighbours
    in the same conversation. `turns` are all rows of conversations, one conversation after another, each beginning at
    one of `conversation_starts`. `asks` is true where the content holds a question, `asking` says how much of it only
    asks (see `wording.asking`), `timed` whether it tells a time."""

    alive: Mask
    at: NDArray[np.float64]
    recalled_at: NDArray[np.float64]
    recall_count: NDArray[np.uint16]
    importance: NDArray[np.int8]
    status: NDArray[np.uint8]
    kind: NDArray[np.uint8]
    source: NDArray[np.uint8]
    speaker: Rows
    about: Rows
    slot: Rows
    pinned: Mask
    previous: Rows
    following: Rows
    turns: Rows
    conversation_starts: Rows
    asks: Mask
    asking: Floats
    timed: Mask
    speakers: Sequence[Speaker]
    abouts: Mapping[str, int]
    slots: Mapping[tuple[str, str, str], int]

    def __len__(self) -> int:
        return len(self.alive)

    @property
    def is_turn(self) -> Mask:
        turns: Mask = self.kind == KINDS.index(Kind.TURN)
        return turns

    def by_id(self, speaker_id: str) -> Mask:
        """Return which memories the speaker with that id said."""
        return self._by([speaker.id == speaker_id for speaker in self.speakers])

    def concerning(self, speaker_id: str) -> Mask:
        """Return which memories the speaker with that id said or are about him."""
        about: Mask = self.about == self.abouts.get(speaker_id, len(self.abouts))
        return self.by_id(speaker_id) | about

    def in_slot(self, slot: tuple[str, str, str]) -> Mask:
        """Return which memories give that slot a value."""
        there: Mask = self.slot == self.slots.get(slot, len(self.slots))
        return there & self.alive

    def by_name(self, name: str) -> Mask:
        """Return which memories a speaker of that name said, whatever its case."""
        name = name.strip().casefold()
        return self._by([speaker.name.strip().casefold() == name for speaker in self.speakers])

    def _by(self, speakers: Sequence[bool]) -> Mask:
        # The value for "no speaker" stands last, where the code -1 finds it.
        return np.asarray([*speakers, False], dtype=np.bool_)[self.speaker]
