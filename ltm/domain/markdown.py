"""A scope's memories as Markdown files that people can read and edit: `MEMORY.md`, and one file for each day.

`MEMORY.md` holds profiles and what stands alone, by kind; `memory/YYYY-MM-DD.md` the events of a day in UTC. Every file
begins with a line that names it and ends with the ids it was exported with, so that what was taken out is known from
what came later. The same memories make the same bytes.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from ltm.domain.episode import Kind, Speaker
from ltm.domain.framing import on_one_line
from ltm.domain.markdown_entry import Entry, ProfileEntry, hints_of, id_of
from ltm.domain.markdown_text import lines_of, value_of
from ltm.domain.profile import Fact, Field, Profile

MAIN = "MEMORY.md"
FOLDER = "memory"
VERSION = 1
MARK = "<!-- longtermmemory markdown"
"""How the first line of a file of ours begins; behind it stand version and name."""

_LINE_CHARS = 50
"""Of a line in the list of what was exported, without the id; with a part of its section's title."""

_FILE_CHARS = 200
"""Of a daily file without its events."""

EXPORTED = "<!-- exported"
"""How the list of what was exported begins: a line each of file, id and digests."""

PROFILE = "(profile)"
"""What stands in that list before the owner, in an id's place, for a statement of a profile: brackets of an id would
be escaped."""

SECTIONS: dict[Kind, str] = {
    Kind.INSTRUCTION: "Instructions",
    Kind.RULE: "Rules",
    Kind.DECISION: "Decisions",
    Kind.PREFERENCE: "Preferences",
    Kind.FACT: "Facts",
    Kind.ENTITY: "Entities",
    Kind.OBSERVATION: "Observations",
    Kind.EVENT: "Events",
}
"""Of memories that stand alone, in the order of `MEMORY.md`; events have files of their own."""

LABELS: dict[Field, str] = {
    Field.NAME: "name",
    Field.TRAITS: "trait",
    Field.PREFERENCES: "preference",
    Field.NOTES: "notes",
}

_HOW = f"""\
<!-- Edit freely, then import. One list item is one memory. Change its words, or between the braces its importance (1 to
5), "pinned" and its tags. Move it to another section to change its kind; there are
{", ".join(SECTIONS.values())}.
An item without an id is added, an item that is taken out is archived. Who said it, times, subject and key stay as
they are. All times and days are UTC. -->"""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownFile:
    """A file's path below the directory, with `/`, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnedProfile:
    """The profile of a speaker or, where that is None, of the conversation."""

    owner: Speaker | None
    profile: Profile


def files_of(entries: Sequence[Entry], profiles: Sequence[OwnedProfile]) -> list[MarkdownFile]:
    """Return `MEMORY.md`, also where it is empty, and the days' files, oldest first. Entries stay in their order."""
    by_file: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_file[file_of(entry)].append(entry)
    main = by_file.pop(MAIN, [])
    days = [
        MarkdownFile(name=name, text=_joined(name, _day(name, by_file[name]), _manifest({name: by_file[name]}, ())))
        for name in sorted(by_file)
    ]
    statements = [entry for owned in profiles for entry in profile_entries(owned)]
    everything = _manifest({MAIN: main, **{name: by_file[name] for name in sorted(by_file)}}, statements)
    body = ["# Memory", "", *_profiles(profiles), *_sections(main)]
    return [MarkdownFile(name=MAIN, text=_joined(MAIN, body, everything)), *days]


def file_of(entry: Entry) -> str:
    """Return which file an entry stands in: an event with its day, by when it happened, else by when it was said."""
    at = entry.event_at or entry.at
    if entry.kind is not Kind.EVENT or at is None:
        return MAIN
    return day_file(at)


def day_file(at: datetime) -> str:
    return f"{FOLDER}/{at.astimezone(UTC).date().isoformat()}.md"


def profile_entries(owned: OwnedProfile) -> list[ProfileEntry]:
    """Return what a profile says now, one entry for each statement and one for all notes."""
    profile, owner = owned.profile, owned.owner.id if owned.owner else ""
    facts: list[tuple[Field, Fact]] = [(Field.NAME, profile.name)] if profile.name else []
    facts += [(Field.TRAITS, fact) for fact in profile.traits]
    facts += [(Field.PREFERENCES, fact) for fact in profile.preferences]
    made = [ProfileEntry(owner=owner, field=field, value=fact.value, key=fact.key) for field, fact in facts]
    return [*made, *([ProfileEntry(owner=owner, field=Field.NOTES, value=profile.notes)] if profile.notes else [])]


def item(entry: Entry) -> list[str]:
    """Return the lines of one memory."""
    return _item("", entry.content, hints_of(entry), f" <!-- id: {id_of(entry)} -->" if entry.id else "")


def _item(label: str, text: str, hints: str, tail: str) -> list[str]:
    first, *more = lines_of(text)
    lines = [f"- {label}{first}", *(f"  {line}" if line else "" for line in more)]
    last = lines[-1]
    if hints:
        last = f"{last} {{{hints}}}"
    elif last.endswith("}"):
        # Braces of the text itself would be read as hints.
        last = f"{last[:-1]}\\}}"
    return [*lines[:-1], f"{last}{tail}"]


def _profiles(profiles: Iterable[OwnedProfile]) -> list[str]:
    lines: list[str] = []
    for owned in profiles:
        who = owned.owner
        title = " ".join(lines_of(on_one_line(who.name) or on_one_line(who.id))) if who else "This conversation"
        owner = f"speaker {value_of(who.id)}" if who else "conversation"
        entries = profile_entries(owned)
        if entries:
            lines += [f"## {title} <!-- profile: {owner} -->", ""]
            for entry in entries:
                key = f"key {value_of(entry.key)}" if entry.key else ""
                lines += _item(f"{LABELS[entry.field]}: ", entry.value, key, "")
            lines.append("")
    return lines


def _sections(entries: Sequence[Entry]) -> list[str]:
    lines: list[str] = []
    for kind, title in SECTIONS.items():
        items = [line for entry in entries if entry.kind is kind for line in item(entry)]
        lines += [f"## {title}", "", *items, ""] if items else []
    return lines


def _day(name: str, entries: Sequence[Entry]) -> list[str]:
    title = name.removeprefix(f"{FOLDER}/").removesuffix(".md")
    return [f"# {title} (UTC)", "", *(line for entry in entries for line in item(entry)), ""]


def _manifest(entries: dict[str, list[Entry]], statements: Iterable[ProfileEntry]) -> list[str]:
    return [
        f"{EXPORTED}: leave this list as it is, it tells what was taken out above",
        *(
            f"{name} {value_of(entry.id)} {entry.digest}-{entry.fixed_digest}"
            for name, held in entries.items()
            for entry in held
        ),
        *(f"{MAIN} {PROFILE}{value_of(statement.owner)} {statement.digest}" for statement in statements),
        "-->",
    ]


def _joined(name: str, body: Sequence[str], manifest: Sequence[str]) -> str:
    how = [_HOW] if name == MAIN else []
    return "\n".join([f"{MARK} {VERSION}: {name} -->", *how, "", *body, *manifest, ""])


def within(entries: Sequence[Entry], profiles: Sequence[OwnedProfile], chars: int) -> list[Entry]:
    """Return those of the entries, in the order of the files, whose files have about that many characters at most.

    Profiles are always whole: their lengths are bounded."""
    left = chars - sum(len(file.text) for file in files_of((), profiles))
    places = {kind: place for place, kind in enumerate(SECTIONS)}
    fitting: set[str] = set()
    names = {MAIN}
    for entry in sorted(entries, key=lambda entry: places[entry.kind]):
        name = file_of(entry)
        # An event is in the lists of two files.
        listed = (1 if name == MAIN else 2) * (len(value_of(entry.id)) + _LINE_CHARS)
        left -= sum(len(line) + 1 for line in item(entry)) + listed + (0 if name in names else _FILE_CHARS)
        if left < 0:
            break
        names.add(name)
        fitting.add(entry.id)
    return [entry for entry in entries if entry.id in fitting]
