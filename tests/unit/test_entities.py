"""Names told by how they are written."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.entities import entities_in
from ltm.domain.policy import MAX_ENTITIES, MAX_NAME_CHARS


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Alice's sister is called Mei.", ("Mei",)),
        ("Yesterday Mei Lin went to New York's Central Park on Monday", ("Mei Lin", "New York", "Central Park")),
        ("Mei works at Lenovo. I saw Mei there.", ("Mei", "Lenovo")),
        ("He went home. Then it rained! Nobody came.", ()),
        ("I'm OK, and I think that I'll go in May", ()),
        ("we drove with Zoë from Köln to Łódź", ("Zoë", "Köln", "Łódź")),
        ("она живёт в Москве", ("Москве",)),
        ("my friend is Jean-Luc O'Neill", ("Jean-Luc O'Neill",)),
        ('she reads "Salt Roads" and “Green Tea Club”', ("Salt Roads", "Green Tea Club")),
        ('he said "come home. It is late"', ()),
        ("昨天看了《三体》和「慢半拍」", ("三体", "慢半拍")),
        ("我姐姐叫小梅，在联想工作", ("小梅",)),
        ("我家的狗名叫豆豆它很可爱", ("豆豆",)),
        ("他叫我去吃饭，别叫他", ()),
        ("这家公司在上海", ()),
        ("", ()),
    ],
)
def test_names_are_told_by_how_they_are_written(text: str, names: tuple[str, ...]) -> None:
    assert entities_in(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna came late", ("Anna",)),
        ("with anna and BOB", ("anna", "BOB")),
        ("Annabel came", ()),
        ("张三说小明不来了", ("张三", "小明")),
    ],
)
def test_names_that_are_known_are_found_wherever_they_stand(text: str, names: tuple[str, ...]) -> None:
    assert entities_in(text, ["Anna", "Bob", "张三", "小明", "x", ""]) == names


_TEXTS = st.text(st.sampled_from("Ab c.\"“”《》「」叫小梅，\nİß'’-9 ")) | st.text()


@given(_TEXTS, st.lists(st.text(max_size=4), max_size=3))
def test_whatever_the_text_names_are_few_short_distinct_and_in_it(text: str, known: list[str]) -> None:
    names = entities_in(text, known)
    assert len(names) <= MAX_ENTITIES
    assert len({name.casefold() for name in names}) == len(names)
    for name in names:
        assert 0 < len(name) <= MAX_NAME_CHARS
        assert all(part in text for part in name.split())


def test_at_most_so_many_names_of_a_long_text() -> None:
    many = " ".join(f"and Name{number}" for number in range(1_000))
    assert entities_in(many) == tuple(f"Name{number}" for number in range(MAX_ENTITIES))


@pytest.mark.parametrize("unit", ["A", "Ab ", "A'", '"', "叫", "叫小", "《", "Ab-", "x. "])
def test_no_text_takes_long(unit: str) -> None:
    started = time.perf_counter()
    entities_in(unit * 50_000, ["Ab", "小小"])
    assert time.perf_counter() - started < 0.5
