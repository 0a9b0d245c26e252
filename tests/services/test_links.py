"""Following the best memories to those that belong to them, one step further than the question's own words."""

from dataclasses import replace

import numpy as np
import pytest

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.domain.episode import Episode, Kind, Link, LinkKind, Status
from ltm.domain.links import Following
from ltm.domain.recall import RecallFilter, RecallQuery
from ltm.services.recall import RecallService
from tests.doubles import FixedClock
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, HERE, episode, id_of, indexed, stored

pytestmark = pytest.mark.anyio

FIRST = episode("Alice's sister is called Mei")
SECOND = episode("Mei sells lamps in Kiel")
OTHERS = [
    episode(f"{name} {verb}")
    for name in ("Anton", "Bella", "Carlos", "Dora", "Edgar", "Fiona")
    for verb in ("works at a bank", "has a sister", "lives in Porto")
]
SURE = Following(weight=1.0)
"""The test's embedder puts memories near each other that share no meaning: only a heavy link shows through."""

QUESTION = "where does Alice's sister work?"


async def asked(
    *episodes: Episode, top_k: int = 2, text: str = QUESTION, follow_links: bool = True, rule: Following | None = None,
    wanted: RecallFilter | None = None, token_budget: int | None = None,
) -> list[str]:  # fmt: skip
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, *episodes)
    service = RecallService(
        store=indexed(store),
        embedder=HashEmbedder(),
        clock=FixedClock(),
        half_life_days=30,
        settles=False,
        follow_links=follow_links,
        following=rule or SURE,
    )
    query = RecallQuery(text=text, top_k=top_k, filter=wanted or RecallFilter(), token_budget=token_budget)
    recalled = await service.recall(HERE, query)
    scores = [hit.score for hit in recalled.hits]
    assert scores == pytest.approx(sorted(scores, reverse=True))
    return [hit.episode.content for hit in recalled.hits]


async def test_the_second_step_takes_the_place_of_a_memory_that_only_shares_words() -> None:
    everything = [FIRST, SECOND, *OTHERS]
    assert SECOND.content not in await asked(*everything, top_k=3, follow_links=False)
    assert (await asked(*everything, top_k=3))[:2] == [FIRST.content, SECOND.content]


async def test_a_name_that_the_question_names_too_leads_nowhere_new() -> None:
    everything = [FIRST, SECOND, *OTHERS]
    text = "where does Alice's sister Mei work?"
    assert await asked(*everything, text=text, top_k=9) == await asked(
        *everything, text=text, top_k=9, follow_links=False
    )


async def test_a_name_that_many_hold_leads_nowhere() -> None:
    many = [episode(f"Mei was seen on day {number}") for number in range(9)]
    assert await asked(FIRST, *many, *OTHERS, top_k=6) == await asked(
        FIRST, *many, *OTHERS, top_k=6, follow_links=False
    )


@pytest.mark.parametrize("kind", LinkKind)
async def test_a_stored_link_is_followed_by_its_kind(kind: LinkKind) -> None:
    far = episode("the roof leaked on Sunday")
    first = replace(episode("Alice's sister cannot work"), links=(Link(kind=kind, to=far.id),))
    found = await asked(first, far, *OTHERS)
    followed = kind in (LinkKind.SAME_ENTITY, LinkKind.PART_OF, LinkKind.CAUSED_BY)
    assert (far.content in found) is followed


async def test_a_link_to_a_memory_that_is_not_there_or_to_itself_does_nothing() -> None:
    links = tuple(Link(kind=LinkKind.PART_OF, to=to) for to in (FIRST.id, id_of("forgotten")))
    linked = replace(FIRST, links=links)
    everything = [SECOND, *OTHERS]
    assert await asked(linked, *everything, top_k=9) == await asked(FIRST, *everything, top_k=9)


@pytest.mark.parametrize("status", [Status.ARCHIVED, Status.SUPERSEDED])
async def test_what_is_put_aside_is_not_brought_back_by_what_leads_to_it(status: Status) -> None:
    second = replace(SECOND, status=status)
    first = replace(FIRST, links=(Link(kind=LinkKind.SAME_ENTITY, to=second.id),))
    assert SECOND.content not in await asked(first, second, *OTHERS, top_k=20)
    found = await asked(first, second, *OTHERS, wanted=RecallFilter(statuses=frozenset({Status.ACTIVE, status})))
    assert found == [FIRST.content, SECOND.content]


async def test_what_the_filter_leaves_out_is_neither_followed_nor_found() -> None:
    first = replace(FIRST, speaker=BOB, links=(Link(kind=LinkKind.PART_OF, to=SECOND.id),))
    without = RecallFilter(without=frozenset({BOB.id}))
    found = await asked(first, SECOND, *OTHERS, top_k=4, wanted=without)
    assert found == await asked(first, SECOND, *OTHERS, top_k=4, wanted=without, follow_links=False)
    hidden = await asked(FIRST, replace(SECOND, speaker=BOB), *OTHERS, top_k=20, wanted=without)
    assert SECOND.content not in hidden


async def test_a_second_hop_is_followed_where_that_is_asked_for() -> None:
    third = episode("the lamps of Kiel are made by Otto Brandt")
    fourth = episode("Otto Brandt keeps bees")
    everything = [FIRST, replace(SECOND, content="Mei sells lamps with Otto Brandt"), third, fourth, *OTHERS]
    once = await asked(*everything, top_k=4, rule=Following(weight=1.0, sources=1))
    twice = await asked(*everything, top_k=4, rule=Following(weight=1.0, sources=1, hops=2))
    assert fourth.content not in once
    assert fourth.content in twice


async def test_what_is_linked_keeps_to_the_token_budget() -> None:
    assert await asked(FIRST, SECOND, *OTHERS, top_k=2, token_budget=50) == [FIRST.content]


async def test_following_in_a_scope_of_nothing_or_of_one_memory_finds_what_there_is() -> None:
    assert await asked() == []
    assert await asked(FIRST) == [FIRST.content]


async def test_no_memory_rises_above_the_one_that_leads_to_it() -> None:
    heavy = Following(weight=50.0)
    rng = np.random.default_rng(7)
    for _ in range(10):
        said = [OTHERS[number] for number in rng.permutation(len(OTHERS))[:12]]
        found = await asked(FIRST, SECOND, *said, top_k=5, rule=heavy)
        assert found.index(FIRST.content) < found.index(SECOND.content)


async def test_turns_lead_on_like_facts() -> None:
    turn = replace(FIRST, kind=Kind.TURN, conversation="c", speaker=ALICE)
    assert await asked(turn, SECOND, *OTHERS) == [FIRST.content, SECOND.content]
