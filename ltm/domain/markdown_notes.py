"""Markdown that other assistants keep their memory in, such as OpenClaw's `MEMORY.md` and `memory/2025-06-03.md`.

Headings, paragraphs and lists as anybody writes them, without ids. An item of a list that stands alone is a memory of
its own, everything else is cut into parts; the headings above are its tags and, where it is short, its first words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ltm.domain import budget
from ltm.domain.chunks import CHUNK_TOKENS, OVERLAP_TOKENS, chunks
from ltm.domain.framing import shortened
from ltm.domain.policy import MAX_TAG_CHARS

SHORT_TOKENS = 12
"""An item of fewer says little without the heading above it ("Vim"); chosen by feel."""

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})[ \t](?P<title>.*)")
_BULLET = re.compile(r" {0,3}[-*+][ \t]+(?P<text>\S.*)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_DATE = re.compile(r"(?:.*/)?(?P<day>\d{4}-\d\d-\d\d)(?:\.md)?")
_SAYS_NOTHING = {"memory", "memory.md", "memories", "long-term memory", "notes", "daily notes", "记忆", "长期记忆"}
"""Titles of the file rather than of what stands below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A part of the file that is remembered by itself; `line` is where it begins, from 1."""

    line: int
    content: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    line: int
    text: str
    is_item: bool = False
    depth: int = 0
    """Of a heading, whose title the text is; 0 for everything else."""


def day_of(name: str) -> datetime | None:
    """Return the day that a daily file is of, at its beginning in UTC; None for any other file."""
    found = _DATE.fullmatch(name)
    try:
        return datetime.fromisoformat(found["day"]).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None


def notes_of(text: str) -> list[Note]:
    """Return what the file says, in order; the same text always gives the same notes."""
    lines = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text.replace("\r\n", "\n").lstrip("\ufeff"))
    path: list[tuple[int, str]] = []
    notes: list[Note] = []
    for part in _parts(_without_front_matter(lines.split("\n"))):
        if part.depth:
            path = [*((level, title) for level, title in path if level < part.depth), (part.depth, part.text)]
        else:
            notes += _notes(part, [title for _, title in path if _tells(title)])
    return notes


def _tells(title: str) -> bool:
    return bool(title.strip()) and title.strip().casefold() not in _SAYS_NOTHING and not _DATE.fullmatch(title.strip())


def _notes(part: _Part, path: Sequence[str]) -> Iterator[Note]:
    tags = tuple(dict.fromkeys(filter(None, (shortened(title, MAX_TAG_CHARS) for title in path))))
    context = " > ".join(tags[-1:] if part.is_item else tags)
    at = 0
    for piece in chunks(part.text, CHUNK_TOKENS, OVERLAP_TOKENS):
        at = max(at, part.text.find(piece, at))
        line = part.line + part.text.count("\n", 0, at)
        says_enough = part.is_item and budget.tokens(piece) >= SHORT_TOKENS
        content = piece if says_enough or not context else f"{context}: {piece}"
        yield Note(line=line, content=content, tags=tags)


def _without_front_matter(lines: list[str]) -> list[str]:
    """Return the lines, those of a YAML block at the beginning blank."""
    if not lines or lines[0].rstrip() != "---":
        return lines
    end = next((at for at in range(1, len(lines)) if lines[at].rstrip() in ("---", "...")), 0)
    return [""] * (end + 1) + lines[end + 1 :] if end else lines


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Yield headings, items that stand alone, and what stands between two of them."""
    prose: list[str] = []
    start, introduced = 0, False
    while start < len(lines):
        end = _end(lines, start)
        alone = _alone(lines[start:end], start, introduced=introduced)
        if alone is None:
            prose += lines[start:end]
            for line in lines[start:end]:
                introduced = _introduces(line, introduced)
        else:
            yield from _prose(prose, start)
            yield from alone
            prose, introduced = [], False
        start = end
    yield from _prose(prose, len(lines))


def _end(lines: Sequence[str], start: int) -> int:
    """Return the line behind a fenced block, or behind an item with what is indented below it; else the next line."""
    end = start + 1
    if fence := _FENCE.match(lines[start]):
        closed = (at for at in range(end, len(lines)) if lines[at].strip().startswith(fence[1]))
        return next(closed, len(lines) - 1) + 1
    if _BULLET.fullmatch(lines[start]):
        while end < len(lines) and lines[end].startswith(("  ", "\t")):
            end += 1
    return end


def _introduces(line: str, before: bool) -> bool:
    """True if the line, or one `before` with nothing but items and blanks between, begins a list."""
    if not line.strip() or line.startswith(("  ", "\t")):
        return before
    return line.rstrip().endswith((":", "：")) or (before and _BULLET.fullmatch(line) is not None)


def _alone(lines: Sequence[str], start: int, *, introduced: bool) -> list[_Part] | None:
    """Return the heading or the item that the lines are, nothing for a rule, None where they are part of the prose."""
    if found := _HEADING.fullmatch(lines[0]):
        return [_Part(line=start + 1, text=found["title"].strip(" \t#"), depth=len(found["marks"]))]
    if _RULE.fullmatch(lines[0]):
        return []
    found = _BULLET.fullmatch(lines[0])
    if not found or introduced:
        return None
    return [_Part(line=start + 1, text="\n".join([found["text"], *lines[1:]]).rstrip(), is_item=True)]


def _prose(lines: Sequence[str], end: int) -> Iterator[_Part]:
    text = "\n".join(lines)
    if text.strip():
        blank = next(at for at, line in enumerate(lines) if line.strip())
        yield _Part(line=end - len(lines) + blank + 1, text="\n".join(lines[blank:]).rstrip())
