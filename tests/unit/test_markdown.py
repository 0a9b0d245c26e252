"""Memories and profiles as Markdown: whatever they hold, they come back as they were."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain import policy
from ltm.domain.episode import Kind, Speaker
from ltm.domain.framing import HIDDEN
from ltm.domain.markdown import MAIN, SECTIONS, MarkdownFile, OwnedProfile, files_of, profile_entries, within
from ltm.domain.markdown_entry import Entry, ProfileEntry
from ltm.domain.markdown_reading import ReadFile, exported_of, is_ours, read_files
from ltm.domain.markdown_text import lines_of, text_of, text_of_value, value_of
from ltm.domain.profile import Fact, Profile
from ltm.errors import InvalidInput

PLAYED = settings(max_examples=40, deadline=None, database=None, derandomize=True)
AT = datetime(2025, 6, 1, 12, 0, tzinfo=UTC)

_HARD = [
    *("<!-- id: x -->", "<!--", "<", "-->", "# a", "- b", "```", "~~~", "1. c", "> d", "| e", "---", "## Facts", "<b>"),
    *("\\", "\\-", "{pinned}", "{", "}", "&#x41;", "&lt;", "; tags a, b", "%41", "(7)", "\n", "\n\n", "  ", "\t"),
    *(
        "\u202e",
        "\u200d",
        "\u2028",
        "\U0001f468\u200d\U0001f469",
        "می‌خواهم",
        "花生",
        "longtermmemory markdown 1: x -->",
    ),
]
_SEEN_BY_NOBODY = re.compile(f"[{HIDDEN}]")
_PIECES = st.sampled_from(_HARD) | st.text(max_size=8)
TEXTS = st.lists(_PIECES, max_size=8).map("".join).map(policy.storable)
NAMES = st.lists(_PIECES, max_size=3).map("".join).map(policy.storable)
TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)) | st.just(AT)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    return Entry(
        id=str(draw(st.uuids())),
        content=draw(TEXTS.filter(bool)),
        kind=draw(st.sampled_from(list(SECTIONS))),
        tags=tuple(draw(st.lists(NAMES.filter(bool), max_size=3, unique=True))),
        importance=draw(st.integers(1, 5)),
        pinned=draw(st.booleans()),
        at=draw(TIMES),
        event_at=draw(st.none() | TIMES),
        speaker=draw(st.none() | st.builds(Speaker, id=NAMES.filter(bool), name=NAMES)),
        subject=draw(NAMES),
        about=draw(NAMES),
        fact_key=draw(NAMES),
    )


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    facts = st.lists(st.builds(Fact, value=TEXTS.filter(bool), since=TIMES, key=NAMES), max_size=3)
    name = draw(st.none() | st.builds(Fact, value=TEXTS.filter(bool), since=TIMES))
    return Profile(
        name=name, traits=tuple(draw(facts)), preferences=tuple(draw(facts)), notes=draw(TEXTS | st.just("a\n\n- b"))
    )


def read(files: list[MarkdownFile]) -> list[ReadFile]:
    return [found for file in files for found in read_files(file.text)]


@PLAYED
@given(TEXTS)
def test_a_text_comes_back_from_its_lines(text: str) -> None:
    lines = lines_of(text)
    assert text_of(lines) == text
    assert not any("\n" in line or re.search(r"(?<!\\)<!--", line) for line in lines)
    assert not any(_SEEN_BY_NOBODY.search(line) for line in lines)


@PLAYED
@given(NAMES)
def test_a_value_comes_back_from_between_the_braces(text: str) -> None:
    value = value_of(text)
    assert text_of_value(value) == text
    assert value == value.strip()
    assert not set(value) & set(";,{}()<>\n")


@PLAYED
@given(st.lists(entries(), max_size=3, unique_by=lambda entry: entry.id), profiles(), profiles(), NAMES.filter(bool))
def test_what_is_exported_reads_as_what_it_was(there: list[Entry], here: Profile, his: Profile, his_id: str) -> None:
    owned = [OwnedProfile(owner=None, profile=here), OwnedProfile(owner=Speaker(id=his_id, name="A # b"), profile=his)]
    files = files_of(there, owned)
    found = read(files)
    assert [file.problems for file in found] == [[]] * len(files)
    assert [file.name for file in found] == [file.name for file in files]
    by_id = {entry.id: entry for file in found for entry in file.entries}
    assert by_id == {entry.id: entry for entry in there}
    assert all(entry.hinted for entry in by_id.values())
    statements = [entry for profile in owned for entry in profile_entries(profile)]
    assert found[0].statements == statements
    assert found[0].exported_statements == {entry.digest: entry.owner for entry in statements}
    exported = exported_of(found, whole=True)
    assert exported == {entry.id: f"{entry.digest}-{entry.fixed_digest}" for entry in there}
    assert files == files_of(there, owned)
    assert not any(_SEEN_BY_NOBODY.search(file.text) for file in files)
    # All files in one text, as a chat shows them, say the same.
    (joined,) = [read_files("\n".join(file.text for file in files))]
    assert [(file.name, file.entries, file.statements) for file in joined] == [
        (file.name, file.entries, file.statements) for file in found
    ]


@PLAYED
@given(st.lists(entries(), max_size=3, unique_by=lambda entry: entry.id))
def test_what_an_editor_does_to_blanks_and_line_ends_is_no_edit(there: list[Entry]) -> None:
    for file in files_of(there, []):
        text = "\r\n".join(line.rstrip() for line in ("\ufeff" + file.text).split("\n"))
        (found,) = read_files(text)
        assert found.problems == []
        digests = exported_of([found], whole=False)
        assert {entry.id: f"{entry.digest}-{entry.fixed_digest}" for entry in found.entries} == digests


def test_every_kind_but_turns_has_a_section() -> None:
    assert set(SECTIONS) == set(Kind) - {Kind.TURN}


def test_the_files_are_pleasant_to_read() -> None:
    alice = Speaker(id="501", name="Alice")
    said = Entry(id="id-1", content="I like tea\nand cake", kind=Kind.PREFERENCE, at=AT, speaker=alice, tags=("food",))
    moved = Entry(id="id-2", content="Moved in", kind=Kind.EVENT, at=AT, event_at=datetime(2025, 5, 3, tzinfo=UTC))
    home = Fact(value="Berlin", since=AT, key="home")
    main, day = files_of([said, moved], [OwnedProfile(owner=alice, profile=Profile(traits=(home,)))])
    assert main.name == MAIN
    body = main.text.partition("# Memory\n")[2].partition("<!-- exported")[0]
    assert body == (
        "\n## Alice <!-- profile: speaker 501 -->\n\n- trait: Berlin {key home}\n\n"
        "## Preferences\n\n- I like tea\n  and cake {2025-06-01 12:00; by Alice (501); tags food} <!-- id: id-1 -->\n\n"
    )
    assert day.name == "memory/2025-05-03.md"
    assert "# 2025-05-03 (UTC)\n\n- Moved in {2025-06-01 12:00; on 2025-05-03} <!-- id: id-2 -->\n" in day.text


def ours(*lines: str, name: str = MAIN) -> ReadFile:
    (found,) = read_files("\n".join([f"<!-- longtermmemory markdown 1: {name} -->", *lines]))
    return found


def test_lines_that_somebody_adds_are_read_as_they_are_meant() -> None:
    found = ours(
        "- tea",
        "## Rules",
        "* no calls {importance 5; pinned; tags work, phone; by Bob (7)}",
        "+ braces {of mine}",
        "## Garden",
        "- beans",
        "",
        "  and peas",
        "<!-- a remark",
        "- not a memory -->",
    )
    assert found.problems == []
    tea, calls, braces, beans = found.entries
    assert (tea.content, tea.kind, tea.hinted, tea.line) == ("tea", Kind.FACT, False, 2)
    assert (calls.kind, calls.importance, calls.pinned, calls.tags) == (Kind.RULE, 5, True, ("work", "phone"))
    assert calls.speaker == Speaker(id="7", name="Bob")
    assert braces.content == "braces {of mine}"
    assert (beans.content, beans.kind) == ("beans\n\nand peas", Kind.FACT)


def test_an_event_that_somebody_adds_to_a_day_is_of_that_day() -> None:
    (event,) = ours("- swam", name="memory/2025-06-03.md").entries
    assert (event.kind, event.at, event.event_at) == (Kind.EVENT, event.event_at, datetime(2025, 6, 3, tzinfo=UTC))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("plain words", "is no list item"),
        ("- tea {importance 9}", "importance is a number"),
        ("- tea {tomorrow} <!-- id: a -->", "is not known"),
        ("- tea {by Bob} <!-- id: a -->", "with the id"),
        ("- tea {2025-13-01} <!-- id: a -->", "is not known"),
        ("- tea <!-- id: a --> and more", "at the end"),
    ],
)
def test_a_broken_line_is_named_and_the_others_are_read(line: str, said: str) -> None:
    found = ours("- before", line, "", "- behind")
    assert [entry.content for entry in found.entries] == ["before", "behind"]
    (problem,) = found.problems
    assert (problem.file, problem.line) == (MAIN, 3)
    assert said in problem.reason
    # What is broken is not taken out.
    assert found.ids == ({"a"} if "id:" in line else set())


def test_an_id_counts_once() -> None:
    found = ours("- tea <!-- id: a -->", "- milk <!-- id: a -->")
    assert [entry.content for entry in found.entries] == ["tea"]
    assert "the id of line 2" in found.problems[0].reason


def test_a_statement_of_no_kind_breaks_its_profile_only() -> None:
    found = ours(
        "## A <!-- profile: speaker 1 -->", "- hobby: chess", "## B <!-- profile: conversation -->", "- name: x"
    )
    assert found.broken_profiles == {"1"}
    assert [(entry.owner, entry.value) for entry in found.statements] == [("", "x")]


def test_a_file_of_another_version_is_refused() -> None:
    with pytest.raises(InvalidInput, match="another version"):
        read_files("<!-- longtermmemory markdown 2: MEMORY.md -->")
    assert not is_ours("# Memory\n- tea")


@PLAYED
@given(st.lists(entries(), max_size=4, unique_by=lambda entry: entry.id), st.integers(0, 6_000))
def test_what_is_shown_has_about_the_length_that_is_asked_for(there: list[Entry], chars: int) -> None:
    shown = within(there, [], chars)
    assert sum(len(file.text) for file in files_of(shown, [])) <= max(chars, sum(len(f.text) for f in files_of([], [])))
    assert within(there, [], 10**9) == there


@settings(PLAYED, max_examples=15)
@given(entries(), entries())
def test_digests_tell_every_edit_and_nothing_else(one: Entry, other: Entry) -> None:
    mixed = replace(
        one,
        content=other.content,
        kind=other.kind,
        tags=other.tags,
        importance=other.importance,
        pinned=other.pinned,
    )
    assert (mixed.digest, mixed.fixed_digest) == (other.digest, one.fixed_digest)


def test_statements_of_two_people_are_two() -> None:
    said = profile_entries(OwnedProfile(owner=Speaker(id="1"), profile=Profile(notes="x")))
    assert said == [ProfileEntry(owner="1", field=said[0].field, value="x")]
    assert replace(said[0], owner="2").digest != said[0].digest
