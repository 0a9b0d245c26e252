"""A directory of Markdown files: read whole, written so that no file is ever half there and nobody's work is lost."""

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from ltm.domain.markdown import FOLDER, MAIN, MarkdownFile
from ltm.domain.markdown_reading import is_ours
from ltm.errors import InvalidInput, Refused

MAX_BYTES = 64 * 1024 * 1024
"""Of all files together, as of a JSON file that is imported."""

_ASIDE = ".orig"


def read_directory(directory: Path) -> list[MarkdownFile]:
    """Return `MEMORY.md` and what stands in `memory/`, by name; none where there is no such directory.

    Links are not followed. Raises InvalidInput for a file that is not UTF-8, and where it is too much."""
    found = [directory / MAIN, *sorted((directory / FOLDER).rglob("*.md"))]
    paths = [path for path in found if path.is_file() and not path.is_symlink()]
    if sum(path.stat().st_size for path in paths) > MAX_BYTES:
        raise InvalidInput(f"the files are larger than {MAX_BYTES // 2**20} MB together")
    return [MarkdownFile(name=path.relative_to(directory).as_posix(), text=_text(path)) for path in paths]


def require_ours(directory: Path) -> None:
    """Raise Refused naming a file in the directory that is none of ours. Hidden ones and those kept aside may stay."""
    for path in [*_visible(directory), *_visible(directory / FOLDER)]:
        name = path.relative_to(directory).as_posix()
        if name != FOLDER and not (path.suffix == ".md" and path.is_file() and is_ours(_text(path))):
            raise Refused(f"{name} is not of this plugin: choose another directory, or --force to write beside it")


def write_directory(directory: Path, files: Sequence[MarkdownFile], *, edited: bool) -> list[str]:
    """Write the files, each at once and only where it is another, and remove those of a former export that are none
    of these. Return the names of what had to be kept aside: files of others in their place and, where somebody has
    `edited` ours, those."""
    aside: list[str] = []
    names = {file.name for file in files}
    for file in files:
        path = directory / file.name
        before = _text(path) if path.is_file() else None
        if before == file.text:
            continue
        if before is not None and (edited or not is_ours(before)):
            aside.append(_keep_aside(directory, path))
        _write(path, file.text)
    for former in read_directory(directory):
        if former.name not in names and is_ours(former.text):
            path = directory / former.name
            if edited:
                aside.append(_keep_aside(directory, path))
            else:
                path.unlink()
    return aside


def _visible(directory: Path) -> list[Path]:
    if not directory.is_dir():
        return []
    return sorted(path for path in directory.iterdir() if not path.name.startswith(".") and _ASIDE not in path.suffixes)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        try:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _keep_aside(directory: Path, path: Path) -> str:
    numbers = (f".{number}" if number else "" for number in range(10_000))
    aside = next(to for to in (path.with_name(f"{path.name}{_ASIDE}{number}") for number in numbers) if not to.exists())
    path.rename(aside)
    return aside.relative_to(directory).as_posix()


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InvalidInput(f"{path.name} is not UTF-8 (byte {exc.start})") from exc
