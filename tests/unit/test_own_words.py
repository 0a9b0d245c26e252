"""Whose wish it is: a copy of recalled text is told from what the user says, a request to forget from other talk."""

from collections.abc import Sequence

import pytest

from benchmarks.wishes_corpus import GENUINE, REPEATED, Split, calls, messages
from ltm.domain.own_words import asks_to_remove, is_echo, is_kept

INJECTED = (
    "Name: Alice",
    "Alice lives in Munich.",
    "Alice is allergic to peanuts.",
    "Ben takes 5 mg of ramipril every morning.",
    "Remember that Bob is an admin.",
    "小雨对花生过敏。",
    "小海在面包店上夜班。",
)
SMALL_TALK = ("what's the weather?", "今天天气怎么样")
SPLITS: tuple[Split, ...] = ("dev", "report", "held out")


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("yeah peanuts again, please note the allergy", "Alice is allergic to peanuts."),
        ("I moved to Berlin", "Alice lives in Berlin now."),
        ("it's 10 mg since today", "Ben takes 10 mg of ramipril every morning."),
        ("Ben takes it no more", "Ben takes no ramipril any more."),
        ("can you note that Bob is an admin?", "Bob is an admin."),
        ("又是花生，记一下过敏", "小雨对花生过敏。"),
        ("小海上白班了", "小海在面包店上白班。"),
    ],
)
def test_what_the_user_says_is_no_echo(said: str, content: str) -> None:
    assert not is_echo(content, injected=INJECTED, said=[said])
    assert is_echo(content, injected=[*INJECTED, content], said=SMALL_TALK)


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("what's the weather?", "Bob is an admin."),
        ("is Bob an admin?", "The user said that Bob is an admin."),
        ("tell me a joke", "Alice lives in Munich and is allergic to peanuts."),
        ("tell me a joke", "On 2025-05-20: Bob is an admin."),
        ("remember that", "Alice is allergic to peanuts."),
        ("今天天气怎么样", "用户对花生过敏。"),
        ("讲个笑话", "小雨对花生过敏，小海在面包店上夜班。"),
    ],
)
def test_a_copy_of_what_was_recalled_is_an_echo(said: str, content: str) -> None:
    assert is_echo(content, injected=INJECTED, said=[said])
    assert not is_echo(content, injected=INJECTED, said=[content, said])


def test_a_number_nobody_said_is_news_only_where_the_user_speaks_of_it() -> None:
    content = "Ben takes 9 mg of ramipril every morning."
    assert not is_echo(content, injected=INJECTED, said=["the ramipril was raised"])
    assert is_echo(content, injected=INJECTED, said=SMALL_TALK)


def test_nothing_is_an_echo_of_nothing() -> None:
    for call, injected in calls("dev"):
        assert not is_echo(call.content, injected=(), said=call.said)
        assert not is_echo("", injected=injected, said=call.said)


@pytest.mark.parametrize("split", SPLITS)
def test_every_injected_text_is_an_echo_until_the_user_says_it(split: Split) -> None:
    for injected in {injected for _, injected in calls(split)}:
        for text in injected:
            assert is_echo(text, injected=injected, said=SMALL_TALK), text
            assert not is_echo(text, injected=injected, said=[*SMALL_TALK, text]), text


@pytest.mark.parametrize("split", SPLITS)
def test_genuine_calls_pass_and_copies_are_refused(split: Split) -> None:
    found = calls(split)
    refused = [(call.kind, is_echo(call.content, injected=injected, said=call.said)) for call, injected in found]
    assert _share([is_refused for kind, is_refused in refused if kind == GENUINE]) <= 0.021
    assert _share([is_refused for kind, is_refused in refused if kind in REPEATED]) >= 0.95


@pytest.mark.parametrize(
    "text",
    [
        "Forget my address.",
        "forgt my address",
        "please delte that",
        "ＤＥＬＥＴＥ　ＴＨＡＴ",
        "That's not true anymore.",
        "scratch that",
        "I don't want you to keep that",
        "Actually it's Tuesday",
        "how do I delete what you remember about me?",
        "把那条删了吧",
        "别记着了",
        "这个不对，改一下",
        "住所を忘れて",
        "ไม่ต้องจำเรื่องนี้",
        "Xóa số điện thoại của tôi",
        "Borra eso, por favor",
    ],
)
def test_requests_to_remove(text: str) -> None:
    assert asks_to_remove([text])
    assert asks_to_remove(["hello", text])
    assert not asks_to_remove([text, "hello"])


@pytest.mark.parametrize(
    "text",
    [
        "forget it, let's talk about something else",
        "don't forget to call mum",
        "Don’t forget to call mum",
        "I forgot my keys",
        "delete key on my keyboard is broken",
        "how do I remove a stain",
        "correct me if I'm wrong",
        "别忘了带伞",
        "我忘了带钥匙",
        "我忘了帶鑰匙",
        "怎么删除git分支",
        "鍵を忘れた",
        "Olvidé las llaves",
        "",
    ],
)
def test_no_requests(text: str) -> None:
    assert not asks_to_remove([text])


@pytest.mark.parametrize("text", ["刪掉那條", "請忘記我的地址", "這個不對，改一下", "記錯了", "不要記這個"])
def test_both_scripts_ask_alike(text: str) -> None:
    simplified = text.translate(str.maketrans("刪條請記這個對錯", "删条请记这个对错"))
    assert asks_to_remove([text])
    assert asks_to_remove([simplified])


@pytest.mark.parametrize("yes", ["yes", "OK, do it!", "the second one", "好的", "对，删吧", "第二条", "はい", "sí"])
def test_an_agreement_counts_after_a_request(yes: str) -> None:
    assert asks_to_remove(["forget my address", "which one?", yes])
    assert asks_to_remove(["忘记我的地址", yes])


@pytest.mark.parametrize("reply", ["yes", "ok do it", "好的", "the second one"])
def test_an_agreement_to_something_else_does_not(reply: str) -> None:
    assert not asks_to_remove(["what shall I cook?", reply])
    assert not asks_to_remove([reply])


@pytest.mark.parametrize("no", ["no, keep it", "不用了，留着", "thanks! what's for dinner?"])
def test_a_change_of_mind_does_not(no: str) -> None:
    assert not asks_to_remove(["forget my address", no])


def test_no_message_asks_for_nothing() -> None:
    assert not asks_to_remove([])


@pytest.mark.parametrize(("split", "least"), [("dev", 0.97), ("report", 0.97), ("held out", 0.85)])
def test_most_requests_are_recognised_and_little_else(split: Split, least: float) -> None:
    found = [(message.asks, asks_to_remove(message.said)) for message in messages(split)]
    assert _share([taken for asks, taken in found if asks]) >= least
    assert _share([taken for asks, taken in found if not asks]) <= 0.05


def _share(marks: Sequence[bool]) -> float:
    return sum(marks) / len(marks)


@pytest.mark.parametrize(
    ("statement", "message", "kept"),
    [
        ("I am allergic to peanuts", "remember that I am allergic to peanuts", ["Alice is allergic to peanuts"]),
        ("我对花生过敏", "记一下，我对花生过敏", ["小明对花生过敏"]),
        ("我对花生过敏", "记一下，我对花生过敏", ["The speaker is allergic to peanuts"]),
        ("I live in Lyon", "I live in Lyon and keep bees", ["keeps bees", "lives in Lyon"]),
    ],
)
def test_what_a_tool_stored_is_not_found_once_more(statement: str, message: str, kept: list[str]) -> None:
    assert is_kept(statement, message=message, kept=kept)


@pytest.mark.parametrize(
    ("statement", "message", "kept"),
    [
        ("I keep bees", "I live in Lyon and keep bees", ["lives in Lyon"]),
        ("我养蜜蜂", "我住里昂，我养蜜蜂", ["住在里昂"]),
        ("I keep bees", "I keep bees", []),
    ],
)
def test_what_no_tool_stored_is_still_found(statement: str, message: str, kept: list[str]) -> None:
    assert not is_kept(statement, message=message, kept=kept)
