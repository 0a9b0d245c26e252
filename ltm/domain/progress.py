"""How far a long job is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`done` of `total`; `reason` says why the last run ended early, where it did."""

    done: int
    total: int
    running: bool
    reason: str = ""

    @property
    def is_complete(self) -> bool:
        return self.done >= self.total
