"""What consolidation plans: by rule, with what a model says, in any order, and what becomes of each memory."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain import policy
from ltm.domain.consolidation import (
    Archive,
    ConsolidationPlan,
    Merge,
    Promote,
    Supersede,
    ids_of,
    in_state,
    state_of,
    steps,
)
from ltm.domain.consolidation_ageing import OUTDATED, STALE, STALE_SNAPSHOT, freshness, is_stale, is_steady
from ltm.domain.consolidation_groups import groups
from ltm.domain.consolidation_planning import (
    NEAR,
    RELATED,
    SAME_VALUE,
    Judged,
    Pair,
    Verdict,
    merged,
    paired,
    planned,
    undecided,
)
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Status, same_owner
from ltm.domain.recall import Hit
from ltm.domain.rendering import episode_line
from tests.doubles import START
from tests.services.consolidating import number, said, scope_of
from tests.services.memories import BOB

NURSE, NURSE_THERE = "Alice works as a nurse", "Alice works as a nurse in Kiel"


def plan_of(*episodes: Episode, cosine: float = 0.9, judged: Judged | None = None) -> ConsolidationPlan:
    """Return the plan for memories that are all equally near each other."""
    return planned(episodes, all_pairs(episodes, cosine), START, judged or Judged())


def all_pairs(episodes: tuple[Episode, ...] | list[Episode], cosine: float) -> list[Pair]:
    return [paired(one, other, cosine) for place, one in enumerate(episodes) for other in episodes[place + 1 :]]


def test_the_older_cedes_to_a_newer_that_says_all_of_it() -> None:
    older, newer = said(NURSE, 1, days_ago=2, importance=5), said(NURSE_THERE, 2, kind=Kind.OBSERVATION)
    plan = plan_of(older, newer)
    assert plan.actions == (Supersede(loser=number(1), winner=number(2)),)
    assert plan_of(older, newer, cosine=RELATED - 0.01).actions == ()
    after = outcome(plan, older, newer)
    assert after[number(1)] == older.superseded(number(2))
    # What was stated once is not merely noticed, and stays as important as it was.
    assert after[number(2)] == replace(newer, importance=5, kind=Kind.FACT)


def test_an_older_that_says_more_is_merged_with_the_newer() -> None:
    older = said(NURSE_THERE, 1, days_ago=2, importance=4, tags=("job",), entities=("Kiel",), repeat_count=1)
    newer = said(NURSE, 2, tags=("health",), recalled_at=START, recall_count=3)
    [action] = plan_of(older, newer).actions
    assert isinstance(action, Merge)
    made = action.made
    assert (made.content, made.original, made.at, made.source) == (NURSE_THERE, NURSE, newer.at, Source.MERGE)
    assert (made.importance, made.tags, made.entities) == (4, ("health", "job"), ("Kiel",))
    assert (made.repeat_count, made.recall_count, made.recalled_at) == (2, 3, START)
    after = outcome(plan_of(older, newer), older, newer)
    assert {each.superseded_by for each in after.values()} == {made.id}


def test_what_the_older_alone_knows_is_not_lost() -> None:
    at = START - timedelta(days=300)
    for more in ({"fact_key": "work"}, {"event_at": at}):
        older = said(NURSE, 1, days_ago=2, **more)
        [action] = plan_of(older, said(NURSE_THERE, 2)).actions
        assert isinstance(action, Merge)
        assert (action.made.fact_key, action.made.event_at) == (older.fact_key, older.event_at)


def test_what_is_pinned_or_no_longer_active_or_a_turn_stays_as_it_is() -> None:
    older, newer = said(NURSE, 1, days_ago=2), said(NURSE_THERE, 2)
    assert plan_of(replace(older, pinned=True), newer).actions == ()
    assert plan_of(older, newer.archived()).actions == ()
    assert plan_of(older, replace(newer, kind=Kind.TURN)).actions == ()


def test_what_was_said_in_another_conversation_is_not_shown_in_this_one() -> None:
    older, newer = said(NURSE_THERE, 1, days_ago=2, session_name="group_2"), said(NURSE, 2)
    assert plan_of(older, newer).actions == ()


def test_a_merge_that_is_there_already_is_not_made_again() -> None:
    older, newer = said(NURSE_THERE, 1, days_ago=2), said(NURSE, 2)
    made = merged(newer, older, NURSE_THERE)
    assert made is not None
    assert plan_of(older, newer, replace(made, kind=Kind.TURN)).actions == ()


def test_a_secret_is_never_merged() -> None:
    assert merged(said("a", 1), said("b", 2), "my password is hunter2!x") is None


def test_a_model_may_word_a_merge_that_loses_nothing() -> None:
    verdict = Verdict(same=True, text="Alice, a nurse, works in Kiel for 30 hours")
    older, newer = said("Alice, a nurse, works in Kiel", 1, days_ago=2), said("The nurse Alice works 30 hours", 2)
    judged = Judged(pairs={(number(2), number(1)): verdict})
    [action] = plan_of(older, newer, judged=judged).actions
    assert isinstance(action, Merge)
    assert action.made.content == verdict.text
    assert plan_of(older, newer).actions == ()
    assert plan_of(older, newer, judged=judged, cosine=NEAR - 0.01).actions == ()
    for text in ("Alice, a nurse, works in Kiel", "Alice, a nurse, works in Kiel for 31 hours", ""):
        worse = Judged(pairs={(number(2), number(1)): replace(verdict, text=text)})
        assert plan_of(older, newer, judged=worse).actions == ()
    theirs = replace(older, speaker=BOB)
    assert plan_of(theirs, newer, judged=judged).actions == ()


def test_of_two_values_of_a_slot_the_better_stays() -> None:
    rome, oslo = said("Alice lives in Rome", 1, days_ago=2, fact_key="home"), said("in Oslo", 2, fact_key="home")
    assert plan_of(rome, oslo, cosine=0).actions == (Supersede(loser=number(1), winner=number(2), contradicts=True),)
    noticed = replace(oslo, kind=Kind.OBSERVATION)
    assert plan_of(rome, noticed, cosine=0).actions == (Supersede(loser=number(2), winner=number(1), contradicts=True),)
    ordered = replace(rome, kind=Kind.INSTRUCTION)
    assert plan_of(ordered, oslo, cosine=0).actions == (Supersede(loser=number(2), winner=number(1), contradicts=True),)
    [link] = outcome(plan_of(rome, oslo, cosine=0), rome, oslo)[number(2)].links
    assert (link.kind, link.to) == (LinkKind.CONTRADICTS, number(1))
    for other in (replace(rome, pinned=True), replace(rome, speaker=BOB, about="1"), replace(rome, fact_key="work")):
        assert plan_of(other, oslo, cosine=0).actions == ()


def test_a_slot_of_nobody_known_may_be_of_several_people() -> None:
    rome, oslo = said("lives in Rome", 1, by=None, fact_key="home"), said("in Oslo", 2, by=None, fact_key="home")
    assert plan_of(rome, oslo, cosine=0).actions == ()


def test_a_slot_keeps_the_one_that_says_more_beside_a_newer_that_says_less() -> None:
    more, less = said(NURSE_THERE, 1, days_ago=2, fact_key="work"), said(NURSE, 2, fact_key="work")
    assert plan_of(more, less, cosine=0).actions == ()
    assert plan_of(replace(less, at=more.at), replace(more, at=less.at), cosine=0).actions == (
        Supersede(loser=number(2), winner=number(1)),
    )


def test_a_changed_value_supersedes_the_older() -> None:
    berlin, porto = said("I live in Berlin", 1, days_ago=2), said("I now live in Porto", 2)
    assert plan_of(berlin, porto, cosine=SAME_VALUE).actions == (
        Supersede(loser=number(1), winner=number(2), contradicts=True),
    )
    assert plan_of(berlin, porto, cosine=SAME_VALUE - 0.01).actions == ()


def test_a_model_may_find_a_contradiction_but_settles_nothing_between_two_people() -> None:
    early, late = said("Lunch is at noon", 1, days_ago=2), said("We lunch at one", 2)
    judged = Judged(pairs={(number(2), number(1)): Verdict(contradicts=True)})
    assert plan_of(early, late, judged=judged).actions == (
        Supersede(loser=number(1), winner=number(2), contradicts=True),
    )
    assert plan_of(early, late, judged=judged, cosine=RELATED - 0.01).actions == ()
    assert plan_of(replace(early, speaker=BOB), late, judged=judged).actions == ()
    assert plan_of(replace(early, pinned=True), late, judged=judged).actions == ()


def test_a_full_memory_takes_no_more_links() -> None:
    links = tuple(Link(kind=LinkKind.PART_OF, to=number(place)) for place in range(policy.MAX_LINKS))
    rome, oslo = said("Rome", 1, days_ago=2, fact_key="home"), said("Oslo", 2, fact_key="home", links=links)
    after = outcome(plan_of(rome, oslo), rome, oslo)
    assert after[number(2)].links == links
    assert after[number(1)].superseded_by == number(2)


@pytest.mark.parametrize(
    ("more", "after"),
    [
        ({"kind": Kind.OBSERVATION}, STALE),
        ({"kind": Kind.OBSERVATION, "snapshot": True}, STALE_SNAPSHOT),
        ({"snapshot": True}, STALE_SNAPSHOT),
    ],
)
def test_what_nobody_needed_for_long_is_stale(more: dict[str, object], after: timedelta) -> None:
    noticed = said("Alice hums", 1, **more)  # type: ignore[arg-type]
    assert not is_stale(noticed, noticed.at + after)
    assert is_stale(noticed, noticed.at + after + timedelta(seconds=1))
    recalled = replace(noticed, recalled_at=noticed.at + timedelta(days=5))
    assert not is_stale(recalled, noticed.at + after + timedelta(days=5))
    assert not is_stale(replace(noticed, pinned=True), noticed.at + 10 * after)
    assert not is_stale(noticed.archived(), noticed.at + 10 * after)


def test_a_fact_is_never_stale() -> None:
    for kind in set(Kind) - {Kind.OBSERVATION}:
        assert not is_stale(said("Alice hums", 1, kind=kind), START + timedelta(days=9_999))


def test_an_observation_made_often_enough_is_a_fact_before_it_is_stale() -> None:
    noticed = said("Alice hums", 1, days_ago=999, kind=Kind.OBSERVATION)
    assert plan_of(noticed).actions == (Archive(id=number(1)),)
    assert plan_of(noticed, judged=Judged(kept=frozenset({number(1)}))).actions == ()
    for often in (replace(noticed, repeat_count=2), replace(noticed, recall_count=5)):
        assert is_steady(often)
        assert plan_of(often).actions == (Promote(id=number(1)),)
        assert outcome(plan_of(often), often)[number(1)].kind is Kind.FACT
    for rare in (replace(noticed, repeat_count=1), replace(noticed, recall_count=4), replace(noticed, snapshot=True)):
        assert not is_steady(replace(rare, repeat_count=rare.repeat_count))
    assert not is_steady(replace(noticed, snapshot=True, repeat_count=9))


def test_a_snapshot_is_shown_with_a_warning_after_a_day() -> None:
    here = said("Alice is at the airport", 1, snapshot=True)
    assert freshness(here, here.at + OUTDATED) is None
    assert freshness(here, here.at + 2 * OUTDATED) == "as of 2025-06-01, may have changed"
    assert freshness(replace(here, snapshot=False), here.at + 9 * OUTDATED) is None
    lines = [episode_line(Hit(episode=each, terms={}), here.at + 2 * OUTDATED, None) for each in (here, said("x", 2))]
    assert [line.count("; as of 2025-06-01, may have changed]") for line in lines] == [1, 0]


def test_rules_leave_a_model_only_what_they_do_not_settle() -> None:
    episodes = [said(NURSE, 1, days_ago=3), said(NURSE_THERE, 2, days_ago=2), said("Alice likes Kiel", 3, days_ago=1)]
    open_pairs = undecided([*all_pairs(episodes, 0.8), paired(episodes[0], said("x", 4, by=BOB), 0.99)])
    assert [pair.key for pair in open_pairs] == [(number(3), number(1)), (number(3), number(2))]
    assert undecided(all_pairs(episodes, RELATED - 0.01)) == []
    slot = [replace(each, fact_key="work") for each in episodes[:2]]
    assert undecided(all_pairs(slot, 0.8)) == []


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_plan_puts_each_memory_aside_once_and_depends_on_no_order(seed: int) -> None:
    dice = random.Random(seed)
    episodes = scope_of(dice, 12)
    pairs = [replace(pair, cosine=dice.choice((0.5, 0.8, 0.9, 0.97))) for pair in all_pairs(episodes, 0)]
    plan = planned(episodes, pairs, START)
    aside = [episode_id for action in plan.actions for episode_id in put_aside(action)]
    assert len(aside) == len(set(aside))
    known = {episode.id: episode for episode in episodes}
    for action in plan.actions:
        assert not any(known[episode_id].pinned for episode_id in put_aside(action))
        if isinstance(action, Supersede):
            assert same_owner(known[action.winner], known[action.loser])
    assert plan.counts.total == len(plan.actions)
    todo = steps(plan, known)
    assert len({step.id for step in todo}) == len(todo)
    for step in todo:
        assert step.before == state_of(known[step.id]) != step.after
        assert in_state(in_state(known[step.id], step.after), step.before) == known[step.id]
    dice.shuffle(episodes)
    dice.shuffle(pairs)
    assert planned(episodes, pairs, START) == plan


def put_aside(action: object) -> tuple[EpisodeId, ...]:
    match action:
        case Merge(newer=newer, older=older):
            return newer, older
        case Supersede(loser=loser):
            return (loser,)
        case Archive(id=episode_id):
            return (episode_id,)
        case _:
            return ()


def outcome(plan: ConsolidationPlan, *episodes: Episode) -> dict[EpisodeId, Episode]:
    known = {episode.id: episode for episode in episodes}
    assert {episode_id for action in plan.actions for episode_id in ids_of(action)} <= known.keys()
    return known | {step.id: in_state(known[step.id], step.after) for step in steps(plan, known)}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_only_pairs_within_a_group_can_come_to_anything(seed: int) -> None:
    episodes = scope_of(random.Random(seed), 12)
    together = [frozenset(group.ids) for group in groups(episodes)]
    for pair in all_pairs(episodes, 0.97):
        if same_owner(pair.newer, pair.older) and pair.newer.status is pair.older.status is Status.ACTIVE:
            assert any({pair.newer.id, pair.older.id} <= group for group in together)
