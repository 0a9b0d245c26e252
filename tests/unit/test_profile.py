"""How a profile changes: nothing twice, nothing lost without a word, nothing changed in place."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from ltm.domain import policy
from ltm.domain.profile import (
    MAX_FORMER_VALUES,
    Action,
    Caps,
    Edit,
    Edited,
    Fact,
    Field,
    Profile,
    ProfileScope,
    default_scope,
    edit,
    recent_changes,
)
from ltm.errors import InvalidInput, Refused
from tests.doubles import START, FixedClock

DAY = timedelta(days=1)
LISTS = [Field.TRAITS, Field.PREFERENCES]
EMPTY = Profile()


def apply(profile: Profile, field: Field, action: Action, value: str, **more: str) -> Edited:
    return edit(profile, Edit(field=field, action=action, value=value, **more), at=START, caps=Caps())


def built(*changes: Edit, caps: Caps | None = None) -> Profile:
    profile = EMPTY
    for day, change in enumerate(changes):
        profile = edit(profile, change, at=START + day * DAY, caps=caps or Caps()).profile
    return profile


def facts(profile: Profile, field: Field) -> tuple[Fact, ...]:
    return profile.traits if field is Field.TRAITS else profile.preferences


def values(profile: Profile, field: Field) -> list[str]:
    return [fact.value for fact in facts(profile, field)]


def with_list(field: Field, *entries: str) -> Profile:
    return built(*(Edit(field=field, action=Action.ADD, value=entry) for entry in entries))


# --- lists


@pytest.mark.parametrize("field", LISTS)
class TestLists:
    def test_add_appends_to_its_own_list_only(self, field: Field) -> None:
        profile = with_list(field, "likes tea", "cycles")
        assert values(profile, field) == ["likes tea", "cycles"]
        (other,) = set(LISTS) - {field}
        assert facts(profile, other) == ()

    def test_adding_what_is_there_changes_nothing(self, field: Field) -> None:
        before = with_list(field, "likes tea")
        edited = apply(before, field, Action.ADD, "  likes tea ")
        assert (edited.profile, edited.changed, edited.before) == (before, False, ())

    def test_adding_in_another_case_rewrites_the_one_entry(self, field: Field) -> None:
        edited = apply(with_list(field, "likes tea"), field, Action.ADD, "Likes TEA")
        assert values(edited.profile, field) == ["Likes TEA"]

    def test_set_replaces_the_list_and_says_what_went(self, field: Field) -> None:
        edited = apply(with_list(field, "likes tea", "cycles"), field, Action.SET, "swims")
        assert values(edited.profile, field) == ["swims"]
        assert edited.before == ("likes tea", "cycles")

    def test_set_to_an_entry_that_is_there_keeps_it_and_says_only_what_went(self, field: Field) -> None:
        before = built(
            Edit(field=field, action=Action.SET, value="Berlin", fact_key="city"),
            Edit(field=field, action=Action.SET, value="Paris", fact_key="city"),
            Edit(field=field, action=Action.ADD, value="cycles"),
        )
        edited = apply(before, field, Action.SET, "Paris")
        assert facts(edited.profile, field) == facts(before, field)[:1]
        assert edited.before == ("cycles",)

    def test_set_to_what_the_list_is_already_changes_nothing(self, field: Field) -> None:
        before = with_list(field, "likes tea")
        assert apply(before, field, Action.SET, "likes tea") == Edited(profile=before, changed=False)

    @pytest.mark.parametrize("action", [Action.SET, Action.ADD])
    def test_previous_value_changes_that_entry_in_its_place(self, field: Field, action: Action) -> None:
        before = with_list(field, "cycles", "likes tea", "swims")
        edited = apply(before, field, action, "likes coffee", previous_value=" Likes Tea ")
        assert values(edited.profile, field) == ["cycles", "likes coffee", "swims"]
        assert edited.before == ("likes tea",)
        (former,) = facts(edited.profile, field)[1].former
        assert (former.value, former.until, former.why) == ("likes tea", START, "corrected")

    def test_previous_value_matches_however_its_characters_are_composed(self, field: Field) -> None:
        edited = apply(with_list(field, "caf\u00e9"), field, Action.SET, "tea", previous_value="cafe\u0301")
        assert values(edited.profile, field) == ["tea"]

    @pytest.mark.parametrize("action", [Action.SET, Action.ADD])
    def test_an_unknown_previous_value_adds_and_never_twice(self, field: Field, action: Action) -> None:
        profile = with_list(field, "cycles")
        for _ in range(2):
            profile = apply(profile, field, action, "swims", previous_value="never said").profile
        assert values(profile, field) == ["cycles", "swims"]

    def test_remove_takes_one_entry_out_ignoring_case(self, field: Field) -> None:
        edited = apply(with_list(field, "likes tea", "cycles"), field, Action.REMOVE, "LIKES TEA")
        assert values(edited.profile, field) == ["cycles"]
        assert edited.before == ("likes tea",)

    def test_remove_by_key_needs_no_value(self, field: Field) -> None:
        before = built(Edit(field=field, action=Action.SET, value="Berlin", fact_key="City"))
        assert facts(apply(before, field, Action.REMOVE, "", fact_key=" CITY ").profile, field) == ()

    def test_removing_what_is_not_there_is_said(self, field: Field) -> None:
        for more in ({}, {"fact_key": "city"}):
            with pytest.raises(InvalidInput, match=f"no such entry in {field}; nothing was removed"):
                apply(with_list(field, "likes tea"), field, Action.REMOVE, "cycles", **more)

    def test_an_unknown_key_never_removes_by_value(self, field: Field) -> None:
        with pytest.raises(InvalidInput):
            apply(with_list(field, "likes tea"), field, Action.REMOVE, "likes tea", fact_key="drink")

    def test_a_full_list_refuses_and_loses_nothing(self, field: Field) -> None:
        caps = Caps(traits=2, preferences=2)
        full = with_list(field, "a", "b")
        with pytest.raises(Refused, match=rf"{field} is full \(2 of 2\); nothing was added"):
            edit(full, Edit(field=field, action=Action.ADD, value="c"), at=START, caps=caps)
        assert values(full, field) == ["a", "b"]

    def test_a_full_list_still_takes_changes_of_what_is_there(self, field: Field) -> None:
        caps = Caps(traits=1, preferences=1)
        full = built(Edit(field=field, action=Action.SET, value="Berlin", fact_key="city"))
        for change in (
            Edit(field=field, action=Action.SET, value="Paris", fact_key="city"),
            Edit(field=field, action=Action.ADD, value="Paris", previous_value="Berlin"),
            Edit(field=field, action=Action.SET, value="Paris"),
        ):
            assert values(edit(full, change, at=START, caps=caps).profile, field) == ["Paris"]

    def test_a_lowered_cap_keeps_what_is_stored(self, field: Field) -> None:
        stored = with_list(field, "a", "b", "c")
        edited = edit(
            stored, Edit(field=field, action=Action.REMOVE, value="b"), at=START, caps=Caps(traits=1, preferences=1)
        )
        assert values(edited.profile, field) == ["a", "c"]

    def test_a_key_names_one_fact_across_its_values(self, field: Field) -> None:
        cities = [f"city {number}" for number in range(12)]
        profile = built(*(Edit(field=field, action=Action.SET, value=c, fact_key="Home City") for c in cities))
        (fact,) = facts(profile, field)
        assert (fact.key, fact.value, fact.since) == ("home city", "city 11", START + 11 * DAY)
        assert [former.value for former in fact.former] == cities[10:2:-1]
        assert len(fact.former) == MAX_FORMER_VALUES == 8
        assert [former.until for former in fact.former] == [START + day * DAY for day in range(11, 3, -1)]
        assert {former.why for former in fact.former} == {"updated"}

    def test_a_key_given_later_names_the_entry_that_has_the_value(self, field: Field) -> None:
        before = with_list(field, "Berlin")
        edited = apply(before, field, Action.SET, "Berlin", fact_key="city")
        assert edited.changed
        assert facts(edited.profile, field) == (replace(facts(before, field)[0], key="city"),)

    def test_a_value_taken_over_by_a_key_does_not_stand_twice(self, field: Field) -> None:
        before = built(
            Edit(field=field, action=Action.SET, value="Berlin", fact_key="city"),
            Edit(field=field, action=Action.ADD, value="paris"),
        )
        edited = apply(before, field, Action.SET, "Paris", fact_key="city")
        assert values(edited.profile, field) == ["Paris"]

    def test_an_entry_at_the_limit_is_kept_whole_and_one_over_it_is_refused(self, field: Field) -> None:
        longest = "x" * policy.MAX_ENTRY_CHARS
        assert values(apply(EMPTY, field, Action.ADD, longest).profile, field) == [longest]
        with pytest.raises(InvalidInput, match="value is 501 characters long, the limit is 500; nothing was changed"):
            apply(EMPTY, field, Action.ADD, longest + "x")

    def test_a_key_over_the_limit_is_refused(self, field: Field) -> None:
        with pytest.raises(InvalidInput, match="fact_key is longer than 64"):
            apply(EMPTY, field, Action.SET, "v", fact_key="k" * 65)


# --- name


def test_the_name_keeps_its_history() -> None:
    profile = built(*(Edit(field=Field.NAME, action=Action.SET, value=name) for name in ("Al", "Alice", "Alicia")))
    assert profile.name is not None
    assert profile.name.value == "Alicia"
    assert [(f.value, f.until) for f in profile.name.former] == [("Alice", START + 2 * DAY), ("Al", START + DAY)]


def test_a_corrected_name_says_so() -> None:
    named = built(Edit(field=Field.NAME, action=Action.SET, value="Alise"))
    edited = apply(named, Field.NAME, Action.SET, "Alice", previous_value="alise")
    assert edited.profile.name is not None
    assert edited.profile.name.former[0].why == "corrected"
    assert edited.before == ("Alise",)


def test_add_sets_the_name_too_and_the_same_name_changes_nothing() -> None:
    named = apply(EMPTY, Field.NAME, Action.ADD, "Alice").profile
    assert apply(named, Field.NAME, Action.ADD, "Alice") == Edited(profile=named, changed=False)


def test_only_the_stored_name_can_be_removed() -> None:
    named = built(Edit(field=Field.NAME, action=Action.SET, value="Alice"))
    for profile, value in ((named, "Bob"), (EMPTY, "Alice")):
        with pytest.raises(InvalidInput, match="that is not the stored name; nothing was removed"):
            apply(profile, Field.NAME, Action.REMOVE, value)
    removed = apply(named, Field.NAME, Action.REMOVE, "alice")
    assert (removed.profile.name, removed.before) == (None, ("Alice",))


def test_a_name_over_the_limit_is_refused() -> None:
    with pytest.raises(InvalidInput, match="name is 101 characters long, the limit is 100"):
        apply(EMPTY, Field.NAME, Action.SET, "x" * 101)


# --- notes


def test_notes_are_lines_that_are_added_once() -> None:
    profile = apply(apply(EMPTY, Field.NOTES, Action.ADD, "plan A").profile, Field.NOTES, Action.ADD, "plan B").profile
    assert profile.notes == "plan A\nplan B"
    assert apply(profile, Field.NOTES, Action.ADD, "plan A") == Edited(profile=profile, changed=False)


def test_notes_of_several_lines_are_added_once_too() -> None:
    profile = apply(EMPTY, Field.NOTES, Action.ADD, "one\ntwo").profile
    again = apply(profile, Field.NOTES, Action.ADD, "one\ntwo")
    assert (again.profile.notes, again.changed) == ("one\ntwo", False)


def test_set_replaces_the_notes_and_says_what_went() -> None:
    edited = apply(replace(EMPTY, notes="old\nolder"), Field.NOTES, Action.SET, "new")
    assert (edited.profile.notes, edited.before) == ("new", ("old\nolder",))
    assert not apply(edited.profile, Field.NOTES, Action.SET, "new").changed


def test_removing_a_line_leaves_other_lines_that_contain_its_text() -> None:
    edited = apply(replace(EMPTY, notes="tea\nteam meets on Friday"), Field.NOTES, Action.REMOVE, "tea")
    assert (edited.profile.notes, edited.before) == ("team meets on Friday", ("tea",))


def test_a_part_of_a_line_can_be_removed_and_no_blank_line_stays() -> None:
    profile = replace(EMPTY, notes="one\ntwo, three\nfour")
    assert apply(profile, Field.NOTES, Action.REMOVE, ", three").profile.notes == "one\ntwo\nfour"
    assert apply(profile, Field.NOTES, Action.REMOVE, "two, three").profile.notes == "one\nfour"
    with pytest.raises(InvalidInput, match="that text is not in the notes; nothing was removed"):
        apply(profile, Field.NOTES, Action.REMOVE, "five")


def test_notes_hold_two_thousand_characters_and_lose_nothing() -> None:
    full = apply(EMPTY, Field.NOTES, Action.SET, "x" * 2_000).profile
    assert len(full.notes) == 2_000
    for action in (Action.ADD, Action.SET):
        with pytest.raises(Refused, match=r"the limit is 2000; nothing was changed"):
            apply(full, Field.NOTES, action, "y" * 2_001)


# --- all fields


@pytest.mark.parametrize("field", Field)
@pytest.mark.parametrize("value", ["", "  \n", "\x00", "\x1b"])
def test_an_empty_value_is_refused(field: Field, value: str) -> None:
    with pytest.raises(InvalidInput, match="value is empty"):
        apply(EMPTY, field, Action.ADD, value)


@pytest.mark.parametrize("field", [Field.NAME, Field.NOTES])
def test_keys_belong_to_lists(field: Field) -> None:
    with pytest.raises(InvalidInput, match=f"{field} has no keys"):
        apply(EMPTY, field, Action.SET, "x", fact_key="k")


def test_where_a_field_belongs() -> None:
    for field in Field:
        assert default_scope(field, speaker_known=False) is ProfileScope.SESSION
    assert default_scope(Field.NOTES, speaker_known=True) is ProfileScope.SESSION
    for field in (Field.NAME, *LISTS):
        assert default_scope(field, speaker_known=True) is ProfileScope.SPEAKER


@pytest.mark.parametrize(("days", "hinted"), [(0, True), (29, True), (30, True), (30.001, False), (400, False)])
def test_a_change_is_recent_for_thirty_days(days: float, hinted: bool) -> None:
    fact = Fact(value="Berlin", since=START).now("Paris", START, "updated")
    found = recent_changes([fact, Fact(value="x", since=START)], now=START + days * DAY)
    assert found == ([(fact, fact.former[0])] if hinted else [])


# --- any sequence of edits

WORDS = st.one_of(
    st.sampled_from(["tea", "Tea", "TEA ", "coffee", "Straße", "STRASSE", "茶", "caf\u00e9", "cafe\u0301"]),
    st.text(max_size=8),
)
EDITS = st.builds(
    Edit,
    field=st.sampled_from(Field),
    action=st.sampled_from(Action),
    value=WORDS,
    fact_key=st.sampled_from(["", "", "", "drink", " Drink", "city"]),
    previous_value=st.one_of(st.just(""), WORDS),
)
SMALL = Caps(traits=3, preferences=2)


class AnyEdits(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.clock = FixedClock()
        self.profile = Profile()

    @rule(change=EDITS)
    def edited(self, change: Edit) -> None:
        self.clock.advance(days=1)
        before, copy = self.profile, replace(self.profile)
        try:
            edited = edit(before, change, at=self.clock.now(), caps=SMALL)
        except (InvalidInput, Refused):
            assert before == copy
            return
        assert before == copy
        if edited.changed:
            assert edited.profile != before
            assert edited.profile.updated_at == self.clock.now()
        else:
            assert edited.profile == before
        self._accounted_for(before, edited, change)
        self.profile = edited.profile

    def _accounted_for(self, before: Profile, edited: Edited, change: Edit) -> None:
        """What is no longer there is named, and what is named is no longer there."""
        for field in LISTS:
            was, now = set(values(before, field)), set(values(edited.profile, field))
            named = set(edited.before) if change.field is field else set()
            ignoring_case = {value.casefold() for value in now}
            assert {value for value in was - now if value.casefold() not in ignoring_case} <= named
            assert not named & now
        for field in set(Field) - {change.field}:
            assert getattr(edited.profile, field) == getattr(before, field)

    @invariant()
    def nothing_stands_twice(self) -> None:
        for field in LISTS:
            folded = [value.strip().casefold() for value in values(self.profile, field)]
            assert len(folded) == len(set(folded))
            keys = [fact.key for fact in facts(self.profile, field) if fact.key]
            assert len(keys) == len(set(keys))

    @invariant()
    def limits_hold(self) -> None:
        for field in LISTS:
            held = facts(self.profile, field)
            assert len(held) <= SMALL.of(field)
            for fact in held:
                assert fact.value
                assert len(fact.former) <= MAX_FORMER_VALUES
                untils = [former.until for former in fact.former]
                assert untils == sorted(untils, reverse=True)
        assert len(self.profile.notes) <= policy.MAX_NOTES_CHARS


TestAnyEdits = AnyEdits.TestCase


@given(st.lists(EDITS, max_size=8))
def test_every_edit_that_can_be_made_can_be_made_twice_with_the_same_outcome(changes: list[Edit]) -> None:
    profile = EMPTY
    for change in changes:
        if change.action is Action.REMOVE:
            continue
        try:
            once = edit(profile, change, at=START, caps=SMALL).profile
        except (InvalidInput, Refused):
            continue
        profile = edit(once, change, at=START + DAY, caps=SMALL).profile
        assert replace(profile, updated_at=None) == replace(once, updated_at=None)
