"""Free Markdown of other assistants in parts that are remembered by themselves."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain import budget
from ltm.domain.chunks import CHUNK_TOKENS
from ltm.domain.markdown_notes import day_of, notes_of
from ltm.domain.policy import MAX_CONTENT_CHARS, MAX_TAG_CHARS

PLAYED = settings(max_examples=40, deadline=None, database=None, derandomize=True)

WORDS = "words and words"
FILE = """\
---
title: x
---
# Memory
<!-- a remark
- not this -->
## People ##
Ann and Ben live next door. They have a dog.
It is called Rex.

- Ann works at the library on Fridays and on Saturdays, in the mornings only
  - she has the key
- Ben
***
## Work
### Editor
- Vim

Groceries:
- milk
- eggs
```
# no heading
- no item
```
"""


def test_a_file_is_cut_where_its_author_cut_it() -> None:
    notes = notes_of(FILE)
    assert [(note.line, note.tags) for note in notes] == [
        (8, ("People",)),
        (11, ("People",)),
        (13, ("People",)),
        (17, ("Work", "Editor")),
        (19, ("Work", "Editor")),
    ]
    people, ann, ben, vim, list_ = (note.content for note in notes)
    assert people == "People: Ann and Ben live next door. They have a dog.\nIt is called Rex."
    assert ann.startswith("Ann works at the library")
    assert ann.endswith("  - she has the key")
    assert (ben, vim) == ("People: Ben", "Editor: Vim")
    assert list_ == "Work > Editor: Groceries:\n- milk\n- eggs\n```\n# no heading\n- no item\n```"


def test_long_prose_is_cut_into_parts_that_say_where_they_stand() -> None:
    prose = "\n\n".join(f"Paragraph {number} says a little about the garden and its beds." for number in range(60))
    notes = notes_of(f"# Memory\n\n## Garden\n\n{prose}\n")
    assert len(notes) > 1
    assert all(note.content.startswith("Garden: ") and note.tags == ("Garden",) for note in notes)
    assert all(budget.tokens(note.content.removeprefix("Garden: ")) <= CHUNK_TOKENS for note in notes)
    lines = f"# Memory\n\n## Garden\n\n{prose}\n".split("\n")
    for note in notes:
        assert note.content.removeprefix("Garden: ").split("\n")[0] in lines[note.line - 1]
    said = "\n".join(note.content for note in notes)
    assert all(f"Paragraph {number} says" in said for number in range(60))


@PLAYED
@given(
    st.lists(
        st.sampled_from(
            ["# A", "## B", "- c", "  - d", "```", "---", "", "Text:", "words and words", "<!--", "-->", "1. x"]
        )
        | st.text(max_size=10),
        max_size=12,
    )
)
def test_nothing_that_is_written_is_lost_and_every_note_can_be_stored(lines: list[str]) -> None:
    text = "\n".join(lines)
    notes = notes_of(text)
    assert notes == notes_of(text)
    assert all(note.content.strip() and len(note.content) <= MAX_CONTENT_CHARS for note in notes)
    assert all(len(tag) <= MAX_TAG_CHARS for note in notes for tag in note.tags)
    assert [note.line for note in notes] == sorted(note.line for note in notes)
    if "<!--" not in text and lines[:1] != ["---"]:
        said = "\n".join(note.content for note in notes)
        assert text.count(WORDS) == said.count(WORDS)


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("memory/2025-06-03.md", datetime(2025, 6, 3, tzinfo=UTC)),
        ("memory/2025-02-30.md", None),
        ("memory/topic.md", None),
        ("MEMORY.md", None),
    ],
)
def test_a_daily_file_is_known_by_its_name(name: str, day: datetime | None) -> None:
    assert day_of(name) == day
