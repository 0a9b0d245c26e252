"""What leads from one memory to another, and how much it says."""

from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.episode import Episode, EpisodeId, Link, LinkKind
from ltm.domain.links import FOLLOWED, SELDOM, linked_to, names_of, rarity
from tests.doubles import START


def test_the_names_of_a_memory_are_those_it_was_stored_with_and_those_in_its_words_once() -> None:
    told = Episode(id=EpisodeId("1"), content="her sister is Mei", at=START, entities=("MEI", "Kiel"))
    assert names_of(told, ()) == ("MEI", "Kiel")
    assert names_of(told, ["sister"]) == ("sister", "MEI", "Kiel")


def test_links_are_followed_but_for_those_to_what_was_replaced_or_contradicted() -> None:
    links = tuple(
        Link(kind=kind, to=EpisodeId(kind.value), weight=weight)
        for kind, weight in zip(LinkKind, (1, 0.5, 7, -1, 1), strict=True)
    )
    told = Episode(id=EpisodeId("1"), content="x", at=START, links=links)
    assert linked_to(told) == {EpisodeId("same_entity"): 0.5, EpisodeId("caused_by"): 1.0, EpisodeId("part_of"): 0.0}
    assert set(LinkKind) - {LinkKind.SUPERSEDES, LinkKind.CONTRADICTS} == FOLLOWED


@given(st.integers(2, 10_000), st.data())
def test_a_name_says_the_more_the_fewer_hold_it(living: int, data: st.DataObject) -> None:
    holding = data.draw(st.integers(1, living))
    assert 0 <= rarity(holding, living) <= 1
    assert rarity(holding, living) <= rarity(max(1, holding - 1), living)
    assert rarity(min(2, living), living) == 1
    assert (rarity(holding, living) == 0) is (holding > max(SELDOM, 0.05 * living))
