"""What a text is about, by its words."""

import pytest

from ltm.domain.attributes import (
    about,
    asks_for_value,
    attributes,
    denies,
    own_words,
    possessions,
    says_changed,
    speaks_of_self,
    speaks_of_speaker,
    tells_event,
)


@pytest.mark.parametrize(
    "text", ["I live in Oslo now", "I have MOVED to Oslo", "我搬到北京了", "我现在住北京", "milk, not nuts"]
)
def test_words_of_change(text: str) -> None:
    assert says_changed(text)


@pytest.mark.parametrize("text", ["I live in Oslo", "I know the knowledge", "我住在北京"])
def test_no_words_of_change(text: str) -> None:
    assert not says_changed(text)


def test_whom_a_text_is_about() -> None:
    assert about("My sisters and Tom's Doctor") == {"sister", "doctor"}
    assert about("我姐姐的朋友") == {"姐姐", "朋友"}
    assert about("我女朋友叫小雨，我在教室，看见猫头鹰") == frozenset()
    assert about("My catalogue is in the doghouse, my girlfriend says") == frozenset()
    assert about("My doctor corrected it, my sister is fine") == {"sister"}


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Where do I live?", "My home is in Porto."),
        ("Who is my employer?", "I have a job at Arup."),
        ("What's my number?", "You can call me on 555."),
        ("我住在哪里？", "我搬到上海了"),
        ("我的公司是哪家？", "我在联想上班"),
        ("打哪个号码能找到我？", "我的手机号是138"),
    ],
)
def test_a_question_and_what_answers_it_in_other_words_share_an_attribute(question: str, statement: str) -> None:
    assert attributes(question) & attributes(statement)


@pytest.mark.parametrize(
    "text", ["I was born in Oslo.", "I spent a weekend in Oslo.", "我出生在北京", "The release moved to Monday."]
)
def test_places_where_nobody_lives(text: str) -> None:
    assert "home" not in attributes(text)


def test_own_words_leave_out_what_questions_share_and_what_is_a_known_attribute() -> None:
    assert own_words("Which locker is mine?") == own_words("What's the number of my locker?") == {"locker"}
    assert own_words("Where do I live?") == own_words("我住在哪里？") == frozenset()
    assert "猫" in own_words("我的猫叫什么名字？")
    assert own_words("When is the Heron report due?") == {"heron", "report"}


def test_what_asks_for_a_value() -> None:
    for text in ("What is it?", "remind me of my size", "我几岁", "我住哪"):
        assert asks_for_value(text)
    for text in ("Thanks a lot", "今天很开心", "I like what"[:6]):
        assert not asks_for_value(text)


@pytest.mark.parametrize("text", ["I rented a Kia once", "我去北京玩过", "Lisa感到开心"])
def test_events(text: str) -> None:
    assert tells_event(text)


@pytest.mark.parametrize("text", ["I drive a Kia", "我对虾过敏"])
def test_what_holds_is_no_event(text: str) -> None:
    assert not tells_event(text)


@pytest.mark.parametrize("text", ["I don't smoke", "I don’t smoke", "我不抽烟", "my least favourite"])
def test_denials(text: str) -> None:
    assert denies(text)


@pytest.mark.parametrize("text", ["I smoke", "我抽烟", "没有比面更好吃的"])
def test_what_denies_nothing(text: str) -> None:
    assert not denies(text)


def test_who_speaks_of_whom() -> None:
    said = {text: (speaks_of_speaker(text), speaks_of_self(text)) for text in ("My cat", "Our cat", "Kim's cat")}
    assert said == {"My cat": (True, True), "Our cat": (False, True), "Kim's cat": (False, False)}
    assert speaks_of_self("Please write to a@b.example")


def test_what_the_speaker_calls_their_own() -> None:
    assert possessions("My new suitcase weighs 20 kilos") == {"suitcas"}
    assert "箱子" in possessions("我的箱子重20公斤")
    assert possessions("Kim's suitcase weighs 20 kilos") == frozenset()
