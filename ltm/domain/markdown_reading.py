"""Markdown files of ours as somebody may have edited them: what they say now, and what they were exported with."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from ltm.domain.episode import Kind
from ltm.domain.markdown import EXPORTED, FOLDER, LABELS, MARK, PROFILE, SECTIONS, VERSION
from ltm.domain.markdown_entry import Entry, ProfileEntry, with_hints, with_id
from ltm.domain.markdown_text import text_of, text_of_value
from ltm.domain.profile import Field
from ltm.errors import InvalidInput

_MARK = re.compile(rf"^\ufeff?{MARK} (?P<version>\d{{1,9}}): (?P<name>\S+) -->\s*$", re.MULTILINE)
_ITEM = re.compile(r" {0,3}[-*+](?:[ \t]+(?P<text>.*)|$)")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(?P<title>.*)")
_ANY_ID = re.compile(r"(?<!\\)<!-- id: ([^<>\n]{1,1000}?) -->")
_BEGINS_ID = re.compile(r"(?<!\\)<!-- id:")
_ID = re.compile(r"<!-- id: (?P<id>[^<>]{1,1000}?) -->\s*$")
_OWNER = re.compile(r"<!-- profile: (?:(?P<all>conversation)|speaker (?P<id>[^<>]{1,1000}?)) -->")
_HINTS = re.compile(r"(?:^|\s)\{(?P<hints>[^{}\\\n]*)\}\s*$")
_DAY = re.compile(rf"{FOLDER}/(?P<day>\d{{4}}-\d\d-\d\d)\.md")
_KINDS = {title.casefold(): kind for kind, title in SECTIONS.items()}
_FIELDS = {label: field for field, label in LABELS.items()}
_HINT_WORDS = re.compile(r"\s*(?:by|about|on|importance|pinned|key|tags|\d{4}-\d\d-\d\d)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What of a file cannot be taken over, and why; `line` counts from 1, 0 for the file as a whole.

    `is_edit` is False for a line as it was exported, in which nothing of anybody's work stands."""

    file: str
    line: int
    reason: str
    is_edit: bool = True


@dataclass(slots=True, kw_only=True)
class ReadFile:
    """What a file says. `ids` are all that it names, in broken items too; `exported` the digests of what was exported
    by file and id, `exported_statements` the owners of the profiles' by their digests. `broken_profiles` are the owners
    of profiles with a line that cannot be read."""

    name: str
    ids: set[str] = field(default_factory=set)
    entries: list[Entry] = field(default_factory=list)
    statements: list[ProfileEntry] = field(default_factory=list)
    exported: dict[str, dict[str, str]] = field(default_factory=dict)
    exported_statements: dict[str, str] = field(default_factory=dict)
    broken_profiles: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    line: int
    lines: Sequence[str]


def is_ours(text: str) -> bool:
    """True if a line of the text is the mark that begins a file of ours."""
    return _MARK.search(text) is not None


def read_files(text: str) -> list[ReadFile]:
    """Return the files that the text holds, one after the other, lines counted through all of it.

    Raises InvalidInput for a file of another version. What stands before the first one is a problem of that one."""
    text = text.replace("\r\n", "\n")
    marks = list(_MARK.finditer(text))
    read: list[ReadFile] = []
    for number, mark in enumerate(marks):
        if int(mark["version"]) != VERSION:
            raise InvalidInput(f"the file is of another version of this plugin; this one reads version {VERSION}")
        start = mark.start() if number else 0
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        before = text.count("\n", 0, start)
        lines = text[start:end].split("\n")
        read.append(_Reader(mark["name"]).read(_blocks(lines, before)))
    return read


def _blocks(lines: Sequence[str], before: int) -> Iterator[_Block]:
    start = 0
    while start < len(lines):
        end = _end(lines, start)
        yield _Block(line=before + start + 1, lines=lines[start:end])
        start = end


def _end(lines: Sequence[str], start: int) -> int:
    """Return the line behind the block: an item goes on in indented lines, a comment up to where it is closed."""
    end = start + 1
    if lines[start].lstrip("\ufeff").startswith("<!--"):
        closed = next((at for at in range(start, len(lines)) if "-->" in lines[at]), len(lines) - 1)
        return closed + 1
    if _ITEM.fullmatch(lines[start]):
        for at in range(end, len(lines)):
            if lines[at].startswith(("  ", "\t")):
                end = at + 1
            elif lines[at]:
                break
    return end


class _Reader:
    """Reads the blocks of one file in order; where it stands tells what an item is."""

    def __init__(self, name: str) -> None:
        self._file = ReadFile(name=name)
        day = _DAY.fullmatch(name)
        self._day = _day(day["day"]) if day else None
        self._kind = Kind.EVENT if day else Kind.FACT
        self._owner: str | None = None
        self._ids: dict[str, int] = {}

    def read(self, blocks: Iterator[_Block]) -> ReadFile:
        for block in blocks:
            first = block.lines[0]
            named = _ANY_ID.findall("\n".join(block.lines))
            self._file.ids.update(with_id(Entry(content="", kind=Kind.FACT), comment).id for comment in named)
            try:
                if first.lstrip("\ufeff").startswith("<!--"):
                    self._comment(block)
                elif found := _HEADING.fullmatch(first):
                    self._heading(found["title"])
                elif _ITEM.fullmatch(first):
                    self._item(block)
                elif first.strip():
                    raise InvalidInput('is no list item: begin it with "- ", or with two blanks to go on with one')
            except InvalidInput as exc:
                if self._owner is not None:
                    self._file.broken_profiles.add(self._owner)
                self._file.problems.append(Problem(file=self._file.name, line=block.line, reason=str(exc)))
        return self._file

    def _comment(self, block: _Block) -> None:
        if not block.lines[0].startswith(EXPORTED):
            return
        for line in block.lines[1:]:
            name, _, rest = line.strip().partition(" ")
            episode_id, _, digest = rest.rpartition(" ")
            if episode_id.startswith(PROFILE):
                self._file.exported_statements[digest] = text_of_value(episode_id.removeprefix(PROFILE))
            elif episode_id:
                self._file.exported.setdefault(name, {})[text_of_value(episode_id)] = digest

    def _heading(self, title: str) -> None:
        owner = _OWNER.search(title)
        self._owner = text_of_value(owner["id"] or "") if owner else None
        default = Kind.EVENT if self._day else Kind.FACT
        self._kind = _KINDS.get(title.strip().casefold(), default)

    def _item(self, block: _Block) -> None:
        raw = [_ITEM.sub(lambda found: found["text"] or "", block.lines[0]), *map(_without_indent, block.lines[1:])]
        while len(raw) > 1 and not raw[-1].strip():
            raw.pop()
        if self._owner is not None:
            self._file.statements.append(_statement(self._owner, raw, block.line))
            return
        found = _ID.search(raw[-1])
        if found:
            raw[-1] = raw[-1][: found.start()].rstrip()
        if _BEGINS_ID.search("\n".join(raw)):
            raise InvalidInput("the comment with the id has to stand at the end of the item, once")
        entry = Entry(content="", kind=self._kind, line=block.line)
        lines, entry = _taken_hints(raw, entry, has_id=found is not None)
        entry = with_id(entry, found["id"]) if found else entry
        self._require_new(entry)
        if self._day and not entry.id:
            entry = replace(entry, at=entry.at or self._day, event_at=entry.event_at or self._day)
        self._file.entries.append(replace(entry, content=text_of(lines).strip()))

    def _require_new(self, entry: Entry) -> None:
        if entry.id and self._ids.setdefault(entry.id, entry.line) != entry.line:
            raise InvalidInput(f"has the id of line {self._ids[entry.id]}: take the id out to add it as another memory")


def _taken_hints(raw: Sequence[str], entry: Entry, *, has_id: bool = False) -> tuple[list[str], Entry]:
    """Return the lines without the braces at their end, and the entry with what those say.

    Braces that an item without an id ends with are its own words unless they begin with a word that we know."""
    found = _HINTS.search(raw[-1])
    if found is None or not (has_id or _HINT_WORDS.match(found["hints"])):
        return list(raw), replace(entry, hinted=False)
    return [*raw[:-1], raw[-1][: found.start()]], with_hints(entry, found["hints"])


def _statement(owner: str, raw: Sequence[str], line: int) -> ProfileEntry:
    label, colon, first = raw[0].partition(":")
    field_ = _FIELDS.get(label.strip().casefold())
    if not colon or field_ is None:
        raise InvalidInput(f"is no statement of a profile: begin it with one of {', '.join(f'{w}:' for w in _FIELDS)}")
    hinted = Entry(content="", kind=Kind.FACT)
    lines, hinted = _taken_hints([first.removeprefix(" "), *raw[1:]], hinted)
    can_have_key = field_ in (Field.TRAITS, Field.PREFERENCES)
    if hinted.fact_key and not can_have_key:
        raise InvalidInput(f"{field_} have no keys")
    return ProfileEntry(owner=owner, field=field_, value=text_of(lines).strip(), key=hinted.fact_key, line=line)


def _without_indent(line: str) -> str:
    return line[1:] if line.startswith("\t") else line.removeprefix("  ")


def _day(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=UTC)
    except ValueError:
        return None


def exported_of(files: Sequence[ReadFile], *, whole: bool) -> Mapping[str, str]:
    """Return the digests by id that these files were exported with: those of all files of the export where they are
    the `whole` directory, else those of these files alone."""
    names = {file.name for file in files}
    held: dict[str, str] = {}
    for file in files:
        for name, digests in file.exported.items():
            if whole or name in names:
                held.update(digests)
    return held
