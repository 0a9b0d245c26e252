"""What every benchmark says while it runs, and the numbers it takes from the command line."""

import argparse
from time import perf_counter

_SAY_EVERY_S = 5.0


class Progress:
    """Says what is going on, every few seconds."""

    def __init__(self) -> None:
        self._said = perf_counter()

    def tick(self, text: str) -> None:
        if perf_counter() - self._said >= _SAY_EVERY_S:
            print(f"-- {text}", flush=True)
            self._said = perf_counter()


def positive(text: str) -> int:
    """Return the number of an argument. Raises ArgumentTypeError below 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
