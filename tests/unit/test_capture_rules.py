"""What the rules of capture find, and what they leave alone."""

from datetime import UTC, datetime
from statistics import median
from time import process_time

import pytest

from benchmarks.data.capture_chats import CHATS
from benchmarks.data.capture_labels import Labelled
from benchmarks.data.capture_sentences import DEVELOPMENT
from ltm.domain.capture_rules import found
from ltm.domain.episode import Kind

AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
SINGLE = [one for one in DEVELOPMENT if one.kind and not set(one.text) & set(".!?。！？~")]
SAID = [one.text for one in SINGLE][::3]
HOSTILE = (
    *("a ", "i ", "i am ", "my ", "we ", "I live in ", "no ", "really ", "just ", "moved to ", "and i ", "A b ", "B'"),
    *("no more x, ", "x is over, ", "don't ", "my favourite ", "to ", "1", "12:", "("),
    *(">", '"', ".", "a. "),
    *(
        "我",
        "我们",
        "现在",
        "就是",
        "不",
        "的",
        "了",
        "我不吃",
        "，我",
        "从",
        "从从",
        "也都就",
        "十年",
        "不在了，",
        " 我 ",
    ),
)


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("btw my name is Anna", Kind.FACT, "name"),
        ("I moved to Berlin last month", Kind.FACT, "home"),
        ("I'm allergic to peanuts", Kind.FACT, ""),
        ("I can't stand cilantro", Kind.PREFERENCE, "taste:cilantro"),
        ("my favorite color is blue", Kind.PREFERENCE, "favourite:colour"),
        ("we decided to use Postgres", Kind.DECISION, "decision:database"),
        ("叫我小王就行", Kind.FACT, "name"),
        ("我对花生过敏", Kind.FACT, ""),
        ("我最喜欢的颜色是蓝色", Kind.PREFERENCE, "favourite:colour"),
        ("我不吃香菜", Kind.PREFERENCE, "taste:香菜"),
        ("我们决定用Postgres了", Kind.DECISION, "decision:database"),
        ("群规：不许发广告", Kind.RULE, ""),
        ("我在科大讯飞做测试", Kind.FACT, "employer"),
    ],
)
def test_a_plain_statement_is_found_with_its_kind_and_key(text: str, kind: Kind, key: str) -> None:
    (candidate,) = found(text, AT)
    assert (candidate.kind, candidate.fact_key) == (kind, key)


@pytest.mark.parametrize(
    ("before", "after", "key"),
    [
        ("I live in Graz", "I'm done with Graz, it's Vienna now", "home"),
        ("I work at Siemens", "I left Siemens, I'm at Bosch now", "employer"),
        ("I'm vegetarian", "I eat meat again", "diet"),
        ("My roommate is called Bella", "my roommate is Chloe now", "roommate"),
        ("I'm learning Finnish", "i take Hungarian classes instead now", "learning:language"),
        ("my dentist appointment is on Friday", "dentist got moved to Thursday", "event:dentist"),
        ("I'm flying to Oslo next month", "trip to Oslo postponed to March", "event:trip oslo"),
        ("I love coffee", "no more coffee for me, tea from now on", "taste:coffee"),
        ("我住在北京", "不在北京住了，搬到天津了", "home"),
        ("我在腾讯上班", "我从腾讯跳到字节了", "employer"),
        ("我室友叫小林", "我室友换成小周了", "roommate"),
        ("我喜欢咖啡", "不喝咖啡了，改喝茶", "taste:咖啡"),
        ("我在学日语", "我不学日语了，改学法语", "learning:language"),
        ("下周五我要体检", "体检改到30号", "event:checkup"),
        ("我们团建去千岛湖定了", "团建地点改成莫干山", "decision:offsite"),
    ],
)
def test_a_new_value_has_the_key_of_the_old_one(before: str, after: str, key: str) -> None:
    assert key in {one.fact_key for one in found(after, AT)}
    earlier = found(before, AT)
    assert not earlier or key in {one.fact_key for one in earlier}


@pytest.mark.parametrize(
    "text",
    [
        *("我住在排队的队伍里了", "住在这儿天天早上去挑鱼", "本人推理迷", "搬家公司刚走", "今天也是打工人"),
        *("老房子不卖了", "我今天加班到九点", "一个小孩今天240岁", "明天又是新的一天", "火锅我能吃一辈子"),
        *(
            "i'll read it tonight",
            "I slept like a log",
            "i could eat dumplings forever",
            "the train has no heating today",
        ),
        *("i don't eat things that look back at me, said the delivery man", "overheard in the tram: I live in Rome"),
        *("I moved to the couch", "i have a song in my head", "job hazard", "give me 23 names for a dragon"),
    ],
)
def test_jokes_and_what_happens_today_are_left_alone(text: str) -> None:
    assert found(text, AT) == []


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("下周五我要去上海出差", datetime(2026, 11, 27, tzinfo=UTC)),
        ("I'm flying to Lisbon next Friday", datetime(2026, 11, 27, tzinfo=UTC)),
        ("my night course starts thursday next week", datetime(2026, 11, 26, tzinfo=UTC)),
        ("I got engaged on Sunday", datetime(2026, 11, 15, tzinfo=UTC)),
    ],
)
def test_a_plan_is_for_the_day_to_come_and_what_is_done_for_the_one_past(text: str, day: datetime) -> None:
    (candidate,) = found(text, AT)
    assert candidate.event_at == day


def test_what_is_found_is_a_part_of_the_message_and_always_the_same() -> None:
    for one in (*DEVELOPMENT, *CHATS):
        candidates = found(one.text, AT)
        assert candidates == found(one.text, AT)
        assert all(each.text in each.original and each.original in one.text for each in candidates)


@pytest.mark.parametrize(
    "frame",
    [
        *('He said "{}"', "> {}", "what if {}", "if {} i would tell you", "he says {}", "{}, said the man"),
        *("is it true that {}?", "「{}」", "如果{}", "他说{}", "{}，他说"),
    ],
)
def test_nothing_is_taken_from_what_is_quoted_reported_supposed_or_asked(frame: str) -> None:
    assert [text for text in SAID if found(frame.format(text), AT)] == []


def test_nothing_is_taken_from_a_statement_made_a_question_in_chinese() -> None:
    texts = [one.text for one in SINGLE if one.language == "zh" and not set(one.text) & set(",， :：、")]
    assert [text for text in texts if found(f"{text}吗？", AT) or found(f"是不是{text}", AT)] == []


@pytest.mark.parametrize(
    ("messages", "precision", "recall"), [(DEVELOPMENT, 0.97, 0.95), (CHATS, 0.95, 0.6)], ids=["development", "chats"]
)
def test_most_of_the_labelled_messages_are_told_apart(
    messages: tuple[Labelled, ...], precision: float, recall: float
) -> None:
    taken = [one for one in messages if found(one.text, AT)]
    right = [one for one in taken if one.kind]
    assert len(right) / len(taken) >= precision
    assert len(right) / sum(one.kind is not None for one in messages) >= recall


@pytest.mark.parametrize("text", ["I live in Rome. my password is Hunter2xYz9!", "我住在北京。我的密码是Hunter2xYz9!"])
def test_a_message_with_a_secret_holds_nothing(text: str) -> None:
    assert found(text, AT) == []


@pytest.mark.parametrize("unit", HOSTILE)
def test_time_grows_with_the_length_alone(unit: str) -> None:
    once, twice = (median(_seconds((unit * length)[:length]) for _ in range(3)) for length in (290, 580))
    assert twice <= 2.5 * once + 0.02


def _seconds(text: str) -> float:
    start = process_time()
    found(text, AT)
    return process_time() - start
