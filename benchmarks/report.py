"""The page of results: each benchmark writes its own section and leaves the others alone."""

import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
_TITLE = "# Benchmarks\n\nEach section is written by the command it names, with the machine and day it ran on.\n"


def write_section(name: str, command: str, table: str) -> None:
    """Replace the section of that name, or add it at the end."""
    page = PAGE.read_text("utf-8") if PAGE.exists() else _TITLE
    opening, closing = f"<!-- {name} -->", f"<!-- /{name} -->"
    section = f"{opening}\n## {name}\n\n`{command}`, {machine()}\n\n{table}\n{closing}\n"
    pattern = re.compile(re.escape(opening) + ".*?" + re.escape(closing) + "\n", re.DOTALL)
    replaced, count = pattern.subn(lambda _: section, page)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(replaced if count else f"{page}\n{section}", "utf-8")


def machine() -> str:
    """Return the day, the processor's kind and the Python version."""
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    return (
        f"{day}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
