"""Which memory a correction replaces."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import (
    CORRECTION_TAGS,
    SUPERSEDE_COSINE,
    Episode,
    EpisodeId,
    Kind,
    Source,
    Speaker,
    Status,
    is_correction,
    same_owner,
    supersedes,
)
from tests.doubles import START

ALICE, BOB = Speaker(id="1", name="Alice"), Speaker(id="2", name="Bob")
MINUTE = timedelta(minutes=1)


def episode(name: str, **fields: object) -> Episode:
    return Episode(**{"id": EpisodeId(name), "content": name, "at": START, "speaker": ALICE, **fields})  # type: ignore[arg-type]


OLD = episode("old")
NEW = episode("new", at=START + MINUTE, tags=("correction",))


@pytest.mark.parametrize("tag", sorted(CORRECTION_TAGS))
def test_each_correction_tag_counts_in_any_case_and_with_space(tag: str) -> None:
    for written in (tag, tag.upper(), tag.title(), f"  {tag}\t"):
        assert is_correction(["plan", written])


def test_both_languages_have_correction_tags() -> None:
    assert {"correction", "fact-update", "clarification"} <= CORRECTION_TAGS
    assert {"更正", "修正", "纠正"} <= CORRECTION_TAGS


@given(st.lists(st.text(max_size=20)))
def test_no_other_tag_is_a_correction(tags: list[str]) -> None:
    others = [tag for tag in tags if tag.strip().casefold() not in CORRECTION_TAGS]
    assert not is_correction(others)


@pytest.mark.parametrize("tag", ["corrections", "no-correction", "incorrect", "", "更"])
def test_a_tag_that_only_resembles_one_does_not_count(tag: str) -> None:
    assert not is_correction([tag])


def test_a_correction_supersedes_what_the_same_speaker_said_before() -> None:
    assert supersedes(NEW, OLD, SUPERSEDE_COSINE)


def test_the_name_does_not_decide_who_said_it() -> None:
    renamed = episode("new", at=START + MINUTE, tags=("correction",), speaker=Speaker(id="1", name="Bob"))
    impostor = episode("new", at=START + MINUTE, tags=("correction",), speaker=Speaker(id="2", name="Alice"))
    assert supersedes(renamed, OLD, 1.0)
    assert not supersedes(impostor, OLD, 1.0)


@given(cosine=st.floats(-1, 1), minutes=st.integers(0, 10_000))
def test_bob_never_supersedes_what_alice_said(cosine: float, minutes: int) -> None:
    by_bob = episode("new", at=START + minutes * MINUTE, tags=("correction",), speaker=BOB)
    assert not supersedes(by_bob, OLD, cosine)


def test_a_shared_named_subject_makes_anyone_an_owner() -> None:
    release = episode("old", subject="Release date", speaker=ALICE)
    by_bob = episode("new", at=START + MINUTE, tags=("correction",), speaker=BOB, subject="release DATE")
    assert supersedes(by_bob, release, 0.9)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"speaker": ALICE}, {"speaker": ALICE}, True),
        ({"speaker": ALICE}, {"speaker": BOB}, False),
        ({"speaker": ALICE}, {"speaker": None}, False),
        ({"speaker": None}, {"speaker": None}, True),
        ({"speaker": ALICE, "subject": "x"}, {"speaker": BOB, "subject": "y"}, False),
        ({"speaker": ALICE, "subject": ""}, {"speaker": BOB, "subject": ""}, False),
        ({"speaker": ALICE, "subject": "x"}, {"speaker": None, "subject": "X"}, True),
    ],
)
def test_same_owner_both_ways(one: dict[str, object], other: dict[str, object], same: bool) -> None:
    assert same_owner(episode("a", **one), episode("b", **other)) is same
    assert same_owner(episode("b", **other), episode("a", **one)) is same


@given(st.floats(-1, 1))
def test_only_what_means_nearly_the_same_is_superseded(cosine: float) -> None:
    assert supersedes(NEW, OLD, cosine) is (cosine >= SUPERSEDE_COSINE)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (episode("new", at=START + MINUTE), OLD),
        (NEW, episode("old", at=NEW.at + timedelta(microseconds=1))),
        (NEW, OLD.superseded(EpisodeId("other"))),
        (NEW, NEW),
    ],
    ids=["no correction", "the other is newer", "superseded already", "itself"],
)
def test_nothing_else_is_superseded(new: Episode, old: Episode) -> None:
    assert not supersedes(new, old, 1.0)


def test_superseding_marks_and_links_and_leaves_the_rest() -> None:
    marked = OLD.superseded(NEW.id)
    assert (marked.status, marked.superseded_by) == (Status.SUPERSEDED, NEW.id)
    assert (OLD.status, OLD.superseded_by) == (Status.ACTIVE, None)
    assert (marked.id, marked.content, marked.at, marked.speaker) == (OLD.id, OLD.content, OLD.at, OLD.speaker)


def test_what_is_about_a_person_is_corrected_by_that_person_and_whoever_said_it_only() -> None:
    alice, bob, carol = Speaker(id="1"), Speaker(id="2"), Speaker(id="3")
    base = Episode(id=EpisodeId("a"), content="x", at=START, subject="Alice", about="1", speaker=carol)
    for speaker, may in ((alice, True), (carol, True), (bob, False), (None, False)):
        new = replace(base, id=EpisodeId("b"), subject="alice", speaker=speaker)
        assert same_owner(new, base) is may
    about_nobody = replace(base, subject="release date", about="")
    assert same_owner(replace(about_nobody, speaker=bob), about_nobody)


def test_what_was_said_stays_said() -> None:
    turn = {"kind": Kind.TURN, "conversation": "c"}
    assert not supersedes(NEW, replace(OLD, **turn), 1.0)  # type: ignore[arg-type]
    assert not supersedes(replace(NEW, **turn), OLD, 1.0)  # type: ignore[arg-type]


def test_what_is_learnt_in_passing_takes_the_place_of_nobody_elses_words() -> None:
    told = {"subject": "Mei", "fact_key": "employer"}
    old, new = replace(OLD, **told), replace(NEW, speaker=BOB, tags=(), **told)  # type: ignore[arg-type]
    assert supersedes(new, old, 0.0)
    assert not supersedes(replace(new, source=Source.CAPTURE), old, 0.0)
    assert supersedes(replace(new, source=Source.CAPTURE, speaker=ALICE), old, 0.0)
