"""Golden files: what a model or a person reads, kept beside the tests so that a reviewer reads the change.

`UPDATE_GOLDEN=1 python -m pytest tests/golden` writes them anew."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.sdk  # noqa: F401

Golden = Callable[[str, str], None]
_HERE = Path(__file__).parent


@pytest.fixture
def golden() -> Golden:
    def compare(name: str, text: str) -> None:
        path = _HERE / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text + "\n", "utf-8")
        assert path.read_text("utf-8") == text + "\n"

    return compare
