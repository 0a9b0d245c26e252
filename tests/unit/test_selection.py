"""What people type to name several memories, and what it then holds for."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Speaker, Status
from ltm.domain.selection import Selection, selection_of
from ltm.errors import InvalidInput

AT = datetime(2025, 6, 1, tzinfo=UTC)
EPISODE = Episode(
    id=EpisodeId("e"), content="c", at=AT, speaker=Speaker(id="42", name="Zoë"), tags=("Day Trip", "工作")
)
WORDS = st.sampled_from(
    [
        *("--tag", "--speaker", "——before", "－－status", "–tag", "—", "--", "-", "--TAG=", "--ｔａｇ＝", "--other"),
        *(
            "x",
            "42",
            "-100",
            "2025-06-01",
            "active",
            '"',
            "“",
            "”",
            "「",
            "」",
            "『",
            "a b",
            "=",
            "\ud800",
            "\x00",
            "\n",
        ),
    ]
)
ANY = st.one_of(
    st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join), st.lists(WORDS, max_size=9).map("".join)
)
# Quotes of its own cannot stand in a quoted value.
VALUES = st.text(min_size=1, max_size=20).map(str.strip).filter(lambda v: v and not set(v) & set('"“”＂「」『』'))
SELECTIONS = st.builds(
    lambda speaker_id, tags, before, status: (speaker_id, tuple(tags), before, status),
    st.none() | VALUES,
    st.lists(VALUES, max_size=3),
    st.none()
    | st.datetimes(
        datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.sampled_from([UTC, timezone(timedelta(hours=8))])
    ),
    st.none() | st.sampled_from(Status),
).filter(lambda parts: any(part not in (None, ()) for part in parts))


def made(parts: tuple[str | None, tuple[str, ...], datetime | None, Status | None]) -> Selection:
    speaker_id, tags, before, status = parts
    return Selection(speaker_id=speaker_id, tags=tags, before=before, status=status)


def refusal_of(argument: str) -> str:
    try:
        selection_of(argument)
    except InvalidInput as exc:
        return str(exc)
    return ""


@given(ANY)
@example("--before 0001-01-01T00:00+10:00")
@example("--before 9999-12-31T23:59-10:00")
@example("--before ２０２５－０６－０１")
@example('--tag "')
def test_whatever_is_typed_is_conditions_or_said_to_be_none(argument: str) -> None:
    said = refusal_of(argument)
    said.encode()
    assert len(said) < 250
    assert said or selection_of(argument).described()


@given(SELECTIONS, st.sampled_from(["--", "——", "－－", "—", "–"]), st.sampled_from(["=", " ", "＝", "  "]))
def test_what_is_described_can_be_typed(
    parts: tuple[str | None, tuple[str, ...], datetime | None, Status | None], dashes: str, between: str
) -> None:
    selection = made(parts)
    for left, right in ('""', "“”", "「」", "『』", "””"):
        typed = " ".join(f"{dashes}{name}{between}{left}{value}{right}" for name, value in selection.described())
        assert selection_of(typed) == selection


@given(SELECTIONS, st.none() | st.just("42"), st.lists(VALUES, max_size=3), st.sampled_from(Status), st.booleans())
def test_all_conditions_must_hold(
    parts: tuple[str | None, tuple[str, ...], datetime | None, Status | None],
    speaker_id: str | None,
    tags: list[str],
    status: Status,
    has_all_tags: bool,
) -> None:
    selection = made(parts)
    speaker = Speaker(id=speaker_id) if speaker_id else None
    held = (*tags, *(selection.tags if has_all_tags else ()))
    episode = replace(EPISODE, speaker=speaker, tags=held, status=status)
    alone = [
        *([Selection(speaker_id=selection.speaker_id)] if selection.speaker_id is not None else []),
        *(Selection(tags=(tag,)) for tag in selection.tags),
        *([Selection(before=selection.before)] if selection.before is not None else []),
        *([Selection(status=selection.status)] if selection.status is not None else []),
    ]
    assert selection.matches(episode) == all(one.matches(episode) for one in alone)


@pytest.mark.parametrize(
    ("argument", "holds"),
    [
        ("--speaker 42", True),
        ("--speaker 4", False),
        ("--speaker Zoë", False),
        ("--tag 工作", True),
        ("--tag 工", False),
        ("--tag day", False),
        ('--tag " day  TRIP"', True),
        ("--tag 工作 --tag 「day trip」", True),
        ("--tag 工作 --tag other", False),
        ("--before 2025-06-01", False),
        ("--before 2025-06-01T00:00:01", True),
        ("--before 2025-06-01T00:00:01+08:00", False),
        ("--before 2025-05-31T23:59-01:00", True),
        ("--before 2025-06-02", True),
        ("--status active", True),
        ("--status Archived", False),
        ("--speaker 42 --status superseded", False),
        ("--speaker 42 --status active --before=2026-01-01 --tag=工作", True),
    ],
)
def test_what_conditions_hold_for(argument: str, holds: bool) -> None:
    assert selection_of(argument).matches(EPISODE) is holds


def test_a_time_without_a_zone_is_utc_wherever_this_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "Asia/Shanghai")
        time.tzset()
        assert selection_of("--before 2025-06-01").before == AT
    time.tzset()


def test_a_memory_of_nobody_is_no_speakers() -> None:
    assert not selection_of("--speaker 42").matches(replace(EPISODE, speaker=None))


@pytest.mark.parametrize(
    ("argument", "selection"),
    [
        ("--speaker -100123", Selection(speaker_id="-100123")),
        ("--speaker=--x", Selection(speaker_id="--x")),
        ('--speaker "--x"', Selection(speaker_id="--x")),
        ("--speaker wxid_a=b", Selection(speaker_id="wxid_a=b")),
        ("--tag bob's", Selection(tags=("bob's",))),
        ('--tag 5"', Selection(tags=('5"',))),
        ("－－ｔａｇ＝工作", Selection(tags=("工作",))),
        ("——STATUS ａｃｔｉｖｅ", Selection(status=Status.ACTIVE)),
        ("--before ２０２５－０６－０１", Selection(before=AT)),
        ('--before "2025-06-01 08:00+08:00"', Selection(before=AT)),
        ("--before 2025-06-01T00:00:00Z", Selection(before=AT)),
        ("  --tag\n工作\u3000", Selection(tags=("工作",))),
    ],
)
def test_forms_of_typing(argument: str, selection: Selection) -> None:
    assert selection_of(argument) == selection


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("", "at least one of --speaker"),
        (" \u3000", "at least one of --speaker"),
        ("--colour red", "there is no condition --colour: use --speaker"),
        ("--colour", "--colour has no value"),
        ("tea --tag x", "tea belongs to no condition"),
        ("--tag day trip", "trip belongs to no condition.*quotes"),
        ("-tag x", "-tag belongs to no condition"),
        ("--tag", "--tag has no value"),
        ("--tag --status active", "--tag has no value"),
        ("--tag ——status active", "--tag has no value"),
        ("--tag= x", "--tag has no value"),
        ('--tag "  "', "--tag has no value"),
        ('--tag "day trip', "quotes around the value of --tag"),
        ('--tag "day"trip', "quotes around the value of --tag"),
        ("--tag 「day", "quotes around the value of --tag"),
        ("--speaker 1 --speaker 2", "--speaker is given twice"),
        ("--before 2025-01-01 --before 2026-01-01", "--before is given twice"),
        ("--before yesterday", "yesterday is no date: write it like 2025-06-01"),
        ("--before 2025-02-30", "2025-02-30 is no date"),
        ("--before 0001-01-01T00:00+10:00", "is no date"),
        ("--status deleted", "deleted is no status: use one of active, superseded, archived"),
        (f"--tag x --{'y' * 500} z", "there is no condition --y{40}…:"),
    ],
)
def test_what_is_wrong_is_said(argument: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        selection_of(argument)


def test_nothing_is_no_selection() -> None:
    with pytest.raises(InvalidInput, match="at least one"):
        Selection()
