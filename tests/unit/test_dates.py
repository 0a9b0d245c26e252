"""Dates are read as people mean them in both languages, what is no date is left alone, and no text costs much."""

import time
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ltm.domain.dates import AFTERMATH_DAYS, AFTERMATH_MATCH, MAX_MENTIONS, Period, match, mentioned

SHANGHAI = timezone(timedelta(hours=8))
NOW = datetime(2025, 6, 4, 12, tzinfo=SHANGHAI)
"""A Wednesday."""

CPU_SECONDS = 0.1
"""For 5,000 characters, where 2-5 ms were measured: far above any noise, far below what backtracking costs."""

# fmt: off
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December"]
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
HAN_MONTHS = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
# fmt: on
HAN_NUMBERS = ["一", "两", *HAN_MONTHS[2:]]

DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))
NOWS = st.datetimes(datetime(1950, 1, 1), datetime(2090, 1, 1), timezones=st.sampled_from([UTC, SHANGHAI]))
ZONES = st.sampled_from([UTC, SHANGHAI, timezone(-timedelta(hours=11)), ZoneInfo("Europe/Berlin")])
EVER = st.datetimes(timezones=ZONES)


def days(text: str, now: datetime = NOW) -> list[tuple[date, date]]:
    """First and last day of each period."""
    return [(period.start.date(), period.end.date() - timedelta(days=1)) for period in mentioned(text, now)]


def only(text: str, now: datetime = NOW) -> tuple[date, date]:
    (found,) = days(text, now)
    return found


def ordinal(day: int) -> str:
    suffix = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{suffix}"


def han(number: int) -> str:
    tens, ones = divmod(number, 10)
    return ("" if tens == 0 else "十" if tens == 1 else f"{HAN_MONTHS[tens - 1]}十") + (
        HAN_MONTHS[ones - 1] * (ones > 0)
    )


def month_days(day: date) -> list[str]:
    name = MONTHS[day.month - 1]
    return [
        f"{name} {day.day}",
        f"{name[:3]}. {day.day}",
        f"{name.upper()} {ordinal(day.day)}",
        f"on {day.day} {name}",
        f"the {ordinal(day.day)} of {name.lower()}",
        f"{day.month}月{day.day}日",
        f"{day.month:02} 月 {day.day} 号",
        f"{han(day.month)}月{han(day.day)}号",
    ]


def whole_dates(day: date) -> list[str]:
    name, year = MONTHS[day.month - 1], day.year
    return [
        day.isoformat(),
        f"{year}-{day.month}-{day.day}",
        f"{year}/{day.month}/{day.day}",
        f"{day.isoformat()}T10:30:00Z",
        f"{year}年{day.month}月{day.day}日",
        f"{year} 年 {han(day.month)}月{han(day.day)}号（星期三）",
        f"{name} {day.day}, {year}",
        f"{WEEKDAYS[day.weekday()]}, {name[:3]} {ordinal(day.day)} {year}",
        f"{day.day} {name.lower()} {year}",
        f"{ordinal(day.day)} of {name}, {year}",
    ]


@given(DAYS, NOWS)
def test_a_whole_date_is_that_day_in_every_spelling(day: date, now: datetime) -> None:
    for text in whole_dates(day):
        for message in (text, f"我们{text}见过面", f"Who came ({text})?", f"时间：{text}。", f"it was {text}."):
            assert only(message, now) == (day, day), message


@given(DAYS, NOWS)
def test_a_day_of_a_month_is_the_latest_one_not_after_now(day: date, now: datetime) -> None:
    for text in month_days(day):
        first, last = only(text, now)
        assert first == last
        assert (first.month, first.day) == (day.month, day.day)
        assert first <= now.date() < first + timedelta(days=366 if (day.month, day.day) != (2, 29) else 366 * 8)


@given(st.integers(1, 12), NOWS)
def test_a_month_is_the_latest_one_begun(month: int, now: datetime) -> None:
    name = MONTHS[month - 1]
    for text in (
        f"in {name}",
        f"in {name.lower()}",
        f"since {name[:3]}.",
        f"mid-{name}",
        f"{month}月",
        f"{han(month)}月份",
    ):
        first, last = only(text, now)
        assert (first.month, first.day) == (month, 1)
        assert (last.month, last.day) == (month, monthrange(last.year, month)[1])
        assert first <= now.date() < first + timedelta(days=366)


@given(DAYS, NOWS)
def test_a_month_or_a_year_with_its_number_is_that_one(day: date, now: datetime) -> None:
    month, year = MONTHS[day.month - 1], day.year
    whole_month = (day.replace(day=1), day.replace(day=monthrange(year, day.month)[1]))
    for text in (
        f"{month} {year}",
        f"{month[:3].lower()} {year}",
        f"{year}年{day.month}月",
        f"{year}年的{han(day.month)}月份",
    ):
        assert only(text, now) == whole_month, text
    for text in (f"in {year}", f"back in {year}?", f"{year}年", f"{year} 年底"):
        assert only(text, now) == (date(year, 1, 1), date(year, 12, 31)), text


@given(st.integers(0, 6), NOWS)
def test_a_weekday_is_the_latest_one_and_last_is_never_today(weekday: int, now: datetime) -> None:
    name, today = WEEKDAYS[weekday], now.date()
    monday = today - timedelta(days=today.weekday())
    for text in (
        name,
        f"on {name}",
        f"on {name[:3]}",
        f"周{'一二三四五六日'[weekday]}",
        f"星期{'一二三四五六天'[weekday]}",
    ):
        first, last = only(f"we met {text}", now)
        assert first == last
        assert first.weekday() == weekday
        assert 0 <= (today - first).days < 7
    assert 0 < (today - only(f"Last {name}", now)[0]).days <= 7
    for prefix, weeks in (("上上周", -2), ("上周", -1), ("上个星期", -1), ("这周", 0), ("本周", 0), ("下周", 1)):
        expected = monday + timedelta(days=7 * weeks + weekday)
        assert only(f"{prefix}{'一二三四五六日'[weekday]}", now) == (expected, expected)


@given(NOWS)
def test_weeks_months_and_years_meet_and_now_is_in_this_one(now: datetime) -> None:
    for unit in (
        ["the week before last", "last week", "this week", "next week"],
        ["上上周", "上个礼拜", "这周", "下星期"],
        ["last month", "this month", "next month"],
        ["上上个月", "上个月", "本月", "下个月"],
        ["last year", "this year", "next year"],
        ["大前年", "前年", "去年", "今年", "明年"],
        ["大前天", "前天", "昨天", "今天", "明天", "后天"],
        ["the day before yesterday", "last night", "today", "tomorrow"],
    ):
        periods = [mentioned(text, now)[0] for text in unit]
        assert all(earlier.end == later.start for earlier, later in pairwise(periods))
        (current,) = mentioned(next(text for text in unit if text[:4] in ("this", "toda") or text[0] in "这本今"), now)
        assert current.start <= now < current.end
    week = mentioned("this week", now)[0]
    assert (week.start.weekday(), week.end - week.start) == (0, timedelta(days=7))


@given(st.integers(1, 12), NOWS)
def test_ago_is_that_day_or_about_as_long_as_the_unit_around_it(count: int, now: datetime) -> None:
    word, characters = NUMBERS[count - 1], HAN_NUMBERS[count - 1]
    day = now.date() - timedelta(days=count)
    for text in (f"{count} days ago", f"{word} days back", f"{count}天前", f"{characters}天以前"):
        assert only(text, now) == (day, day), text
    for texts, about, length in (
        ([f"{count} weeks ago", f"{word} weeks ago", f"{count}周前", f"{characters}个星期之前"], 7, 7),
        ([f"{count} months ago", f"{word} month ago", f"{count} 个月前", f"{characters}个月前"], 30.44, 31),
        ([f"{count} years ago", f"{word} years ago", f"{count}年前", f"{characters}年前"], 365.25, 365),
    ):
        ((first, last),) = {only(text, now) for text in texts}
        assert (last - first).days + 1 == length
        middle = first + timedelta(days=length // 2)
        assert abs((now.date() - middle).days - count * about) <= 3


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("前年5月", "2023-05-01", "2023-05-31"),
        ("去年的三月三号", "2024-03-03", "2024-03-03"),
        ("23年5月", "2023-05-01", "2023-05-31"),
        ("二〇二三年五月", "2023-05-01", "2023-05-31"),
        ("May last year", "2024-05-01", "2024-05-31"),
        ("last March", "2025-03-01", "2025-03-31"),
        ("last June", "2024-06-01", "2024-06-30"),
        ("next June", "2026-06-01", "2026-06-30"),
        ("June 4", "2025-06-04", "2025-06-04"),
        ("next May", "2026-05-01", "2026-05-31"),
        ("the weekend", "2025-05-31", "2025-06-01"),
        ("last weekend", "2025-05-31", "2025-06-01"),
        ("this past weekend", "2025-05-31", "2025-06-01"),
        ("two weekends ago", "2025-05-24", "2025-05-25"),
        ("this past Friday", "2025-05-30", "2025-05-30"),
        ("上周末", "2025-05-31", "2025-06-01"),
        ("这周末", "2025-06-07", "2025-06-08"),
        ("next Friday", "2025-06-13", "2025-06-13"),
        ("a couple of days ago", "2025-06-02", "2025-06-02"),
        ("半个月前", "2025-05-18", "2025-05-24"),
        ("半年前", "2024-11-19", "2024-12-19"),
        ("summer of 2022", "2022-06-01", "2022-08-31"),
        ("last summer", "2024-06-01", "2024-08-31"),
        ("去年冬天", "2024-12-01", "2025-02-28"),
        ("昨晚", "2025-06-03", "2025-06-03"),
        ("今早", "2025-06-04", "2025-06-04"),
        ("Feb 29", "2024-02-29", "2024-02-29"),
        ("１２月３日", "2024-12-03", "2024-12-03"),
        ("上個禮拜", "2025-05-26", "2025-06-01"),
        ("三天前天气很好", "2025-06-01", "2025-06-01"),
        ("5:30 May 3", "2025-05-03", "2025-05-03"),
        ("back in May 5:30", "2025-05-01", "2025-05-31"),
        ("We left in May. May I ask?", "2025-05-01", "2025-05-31"),
    ],
)
def test_forms_that_say_one_period(text: str, first: str, last: str) -> None:
    assert days(text) == [(date.fromisoformat(first), date.fromisoformat(last))]


@pytest.mark.parametrize(
    "text",
    """May I ask?|Well. May I?|you may go|this may be|only 3 may enter|YOU MAY|March on!|we march|Jan told me|mar|dec
    one second|he sat in the sun|we wed|on sun|they last sat|every Friday|each spring|to fall|monday.com|
    3.11.7|version 2024.1.0|2024-13-45|2023-02-29|2025年2月30日|Feb 30|十三月|32月|0月|13812345678|555-2025-05-03
    order-2025-05-03|2025-05-03-001|v2025-05-03|/2025/5/3/|1.2025/5/3|5:30|10:15:20|5/3|in 1066|9999年|3,000 years ago
    1.5 years ago|一个月|三天|两周|十年|一周两次|周一次|每周五|每个星期天|两三天前|十几天前|以前天天|目前天气|以前年轻
    早上月亮|文明年会|以前年代|登上月球|圆周|星期|周|礼拜|四周|I have a week|the year|two days
    yesterdays|todayish|xmonday""".replace("\n", "|").split("|"),
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert days(text.strip()) == []


@given(DAYS, st.text("0123456789abcXYZ_", min_size=1, max_size=3), st.sampled_from(["before", "after", "both"]))
def test_a_date_inside_a_longer_number_or_id_is_none(day: date, glue: str, where: str) -> None:
    before, after = glue if where != "after" else "", glue if where != "before" else ""
    for text in (day.isoformat(), f"{day.year}/{day.month:02}/{day.day:02}"):
        assert days(f"{before}{text}{after}") == []


@given(st.lists(DAYS, max_size=MAX_MENTIONS), st.data())
def test_periods_come_in_order_of_appearance_and_once(named: list[date], data: st.DataObject) -> None:
    texts = [data.draw(st.sampled_from(whole_dates(day))) for day in named]
    assert days("; ".join(texts)) == [(day, day) for day in dict.fromkeys(named)]


def test_neighbours_are_read_apart() -> None:
    assert days("昨天早上周一") == [(date(2025, 6, 3),) * 2, (date(2025, 6, 2),) * 2]
    assert days("周一周二") == [(date(2025, 6, 2),) * 2, (date(2025, 6, 3),) * 2]
    assert len(days("5月1日-5月3日")) == len(days("from May 1 to May 3")) == 2


def test_of_a_table_of_dates_only_the_beginning_is_read() -> None:
    table = [date(2020, 1, 1) + timedelta(days=n) for n in range(MAX_MENTIONS + 9)]
    assert days(" ".join(map(str, table))) == [(day, day) for day in table[:MAX_MENTIONS]]


def test_what_lies_before_the_first_or_after_the_last_year_is_left_out() -> None:
    past = "yesterday, last week, 前天, 999年前, 30 months ago, last year, 上周五, last weekend, 大前年, Feb 30"
    future = "tomorrow, next week, 后天, next month, next year, 下周五, 后年"
    assert days(past, datetime(1, 1, 1, tzinfo=SHANGHAI)) == []
    assert days(future, datetime(9999, 12, 31, 23, tzinfo=UTC)) == []
    assert len(days(past)) == 9
    assert len(days(future)) == 7


PIECES = [
    *"0123456789-/.:, 年月日号周天前个上下半春十一两A\n",
    *(
        "May",
        "march",
        "last ",
        "the ",
        "in ",
        "of ",
        "monday",
        "ago",
        " weeks",
        "2025",
        "星期",
        "昨天",
        "th",
        "couple ",
    ),
    *("９", "İ", "²", "\ud800", "\x00", "e\u0301", " \t \t"),
]
PROSE = st.one_of(st.text(max_size=5000), st.lists(st.sampled_from(PIECES), max_size=1000).map("".join))


@given(PROSE, EVER)
def test_any_text_at_any_time_gives_whole_days_in_the_askers_zone(text: str, now: datetime) -> None:
    periods = mentioned(text, now)
    assert len(set(periods)) == len(periods) <= MAX_MENTIONS
    for period in periods:
        assert period.start < period.end
        for moment in (period.start, period.end):
            assert moment.tzinfo is now.tzinfo
            assert (moment.hour, moment.minute, moment.second, moment.microsecond) == (0, 0, 0, 0)
    assert match(periods, np.array([0.0, np.nan, -1e12, 1e12])).shape == (4,)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join))
def test_no_repetition_makes_reading_slow(piece: str) -> None:
    text = (piece * 5000)[:5000]
    began = time.process_time()
    mentioned(text, NOW)
    assert time.process_time() - began < CPU_SECONDS


PERIODS = st.builds(
    lambda start, length: Period(start=start, end=start + timedelta(days=length)),
    st.dates(date(2025, 3, 1), date(2025, 4, 9)).flatmap(
        lambda day: ZONES.map(lambda zone: datetime(day.year, day.month, day.day, tzinfo=zone))
    ),
    st.sampled_from([1, 1, 2, 7, 31, 365]),
)


@given(st.lists(PERIODS, max_size=5), st.data())
def test_a_moment_matches_the_best_of_the_periods(periods: list[Period], data: st.DataObject) -> None:
    edges = [edge.timestamp() for period in periods for edge in (period.start, period.end)]
    near = [edge + days * 86_400 + s for edge in edges for days in (-1, 0, AFTERMATH_DAYS) for s in (-1, 0, 1)]
    moments = st.one_of(st.floats(-3e9, 5e9), st.sampled_from(near or [0.0]))
    at = data.draw(arrays(np.float64, st.integers(0, 20), elements=moments))
    before = at.copy()
    fits = match(periods, at)
    assert fits.dtype == np.float32
    assert fits.shape == at.shape
    assert np.array_equal(at, before)
    assert fits.tolist() == [float(np.float32(max((fit(period, one) for period in periods), default=0))) for one in at]


def fit(period: Period, at: float) -> float:
    start, end = period.start.timestamp(), period.end.timestamp()
    if start <= at < end:
        return 1
    told = period.start + timedelta(days=1) == period.end and end <= at < end + AFTERMATH_DAYS * 86_400
    return AFTERMATH_MATCH if told else 0


def test_a_day_on_which_the_clocks_change_is_still_one_day() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    (day,) = mentioned("2025-03-30", NOW.astimezone(berlin))
    assert day.end.timestamp() - day.start.timestamp() == 23 * 3600
    at = np.array([day.end.timestamp() - 1, day.end.timestamp()])
    assert match([day], at).tolist() == [1, np.float32(AFTERMATH_MATCH)]
