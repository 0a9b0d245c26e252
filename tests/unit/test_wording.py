"""Questions and times, seen by their wording in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.domain.wording import asking, asks_when, holds_question, tells_time


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Where do you live?", 2),
        ("I moved. Where do you live?", 1.5),
        ("Where? I live in Bonn.", 0.5),
        ("I live in Bonn.", 0),
        ("你住在哪里？", 2),
        ("我搬家了。你住在哪里？", 1.5),
        ("Nice [shares a picture: who is this?]", 0),
        ("?", 2),
        ("", 0),
    ],
)
def test_how_much_of_a_text_asks(text: str, share: float) -> None:
    assert asking(text) == share


@given(st.text(max_size=300))
def test_only_what_holds_a_question_mark_asks(text: str) -> None:
    assert 0 <= asking(text) <= 2
    assert holds_question(text) or asking(text) == 0


@pytest.mark.parametrize(
    "text", ["yesterday", "we met last week", "on Friday", "in 2023", "三天前", "上周五见过", "去年", "5月3日", "周末"]
)
def test_texts_that_tell_a_time(text: str) -> None:
    assert tells_time(text)


@pytest.mark.parametrize("text", ["I like tea", "the weakest link", "我喜欢喝茶", ""])
def test_texts_that_tell_none(text: str) -> None:
    assert not tells_time(text)


@pytest.mark.parametrize(
    "text", ["When did she go?", "how long did it take", "what year was it", "什么时候出发", "哪天有空", "几月去的"]
)
def test_questions_for_a_time(text: str) -> None:
    assert asks_when(text)


@pytest.mark.parametrize("text", ["I smile when it rains", "what is it", "whenever you like", "哪里", ""])
def test_questions_for_something_else(text: str) -> None:
    assert not asks_when(text)
