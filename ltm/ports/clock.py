"""Where the time comes from."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the present moment, aware, in UTC."""
        ...
