"""When a plan is for: the dates that `dates.mentioned` reads, which are those asked about, turned to the future."""

import re
from datetime import datetime, time, timedelta
from itertools import product

from ltm.domain.dates import mentioned

_SHIFTS = (timedelta(0), timedelta(days=7), timedelta(days=365))
"""A weekday or a date without a year is read as the latest one: seen from a week or a year later, it is the next."""

_FARTHEST = timedelta(days=3 * 365)
"""What is said to be for a day after that is a wish more often than a plan. Chosen by feel."""

_BEHIND = re.compile(
    r"\b(?:last|previous|ago|yesterday|past|since)\b"
    r"|昨|大?前[天年]|去年|上上?个?[月周星礼]|[0-9一二两三四五六七八九十几半]个?(?:天|周|星期|礼拜|月"
    r"|年)[以之]?前(?!要|得|必|交)",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\bin (?P<english>(?:[0-9]{1,2}|an?|two|three|four|five|six|seven|eight|nine|ten) (?:day|week"
    r"|month)s?)(?: time)?\b"
    r"|(?P<chinese>(?:[0-9]{1,2}|[一二两三四五六七八九十])(?:天|周|个星期|个礼拜|个月))[以之]?后",
    re.IGNORECASE,
)
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_OF_NEXT_WEEK = re.compile(
    rf"\b(?P<before>{_WEEKDAY})(?: of)?,? next week\b|\bnext week(?:'s)?(?: on)?,? (?P<after>{_WEEKDAY})\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\bthe (?P<english>[0-9]{1,2})(?:st|nd|rd|th)\b(?! of)"
    r"|(?<![0-9月年-])(?P<chinese>[0-9]{1,2})[号日](?![线楼店门码房机])"
)
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def ahead(text: str, at: datetime) -> datetime | None:
    """Return when the first day named in `text` begins that is not past at the aware `at`; None where none is.

    Of a period that has begun, the day of `at`. Weekdays and dates without a year are the next ones."""
    if _BEHIND.search(text):
        return None
    text = _OF_NEXT_WEEK.sub(lambda day: f"next {day['before'] or day['after']}", text)
    today = datetime.combine(at.date(), time(), at.tzinfo)
    if later := _LATER.search(text):
        return _mirrored(later, at, today)
    named = _DAY.sub(lambda day: _with_month(day, at), text)
    for shift, first in product(_SHIFTS, (True, False)):
        for period in mentioned(named, at + shift)[: 1 if first else None]:
            if today < period.end and period.start < today + _FARTHEST:
                return max(period.start, today)
    return None


def behind(text: str, at: datetime) -> datetime | None:
    """Return when the first day named in `text` begins that has begun at the aware `at`; None where none is."""
    return next((period.start for period in mentioned(text, at) if period.start <= at), None)


def _mirrored(later: re.Match[str], at: datetime, today: datetime) -> datetime | None:
    """Three weeks ahead are as many days as three weeks back."""
    text = f"{later['english']} ago" if later["english"] else f"{later['chinese']}前"
    for period in mentioned(text, at):
        middle = period.start + (period.end - period.start) // 2
        return datetime.combine((today + (today - middle) + timedelta(hours=12)).date(), time(), at.tzinfo)
    return None


def _with_month(day: re.Match[str], at: datetime) -> str:
    """The 5th is this month's, from the 6th on the next one's."""
    number = int(day["english"] or day["chinese"])
    month = at.month if number >= at.day else at.month % 12 + 1
    return f"{_MONTHS[month - 1]} {number}" if day["english"] else f"{month}月{number}号"
