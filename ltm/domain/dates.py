"""The dates a message names, in English and Chinese, as periods of time to rank memories by.

Not dateparser 1.5.0: on one core its `search_dates` took 3 ms for a message of 100 characters with both languages
named and .2 s without, after an import of .2 s; it read "we" as Wednesday and "3.11.7 in a second" as a time, and
found neither 三天前 nor 上周五. This takes less than .1 ms for such a message.

A reading only moves memories up, so what is more often no date than one is left alone: "may I", "sat", 3.11.7.
Not read: 5/3/2025 (May or March, by country), 2025.5.3 (a version as often), dates by the lunar calendar.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from ltm.domain.date_forms import MENTION, READERS
from ltm.domain.date_readings import Days

AFTERMATH_DAYS = 7
"""People tell about a day some days later. Chosen by feel."""

AFTERMATH_MATCH = 0.6
"""Of what was said in the days after a named day. Chosen by feel: below the day itself, above nothing."""

MAX_MENTIONS = 32
"""Read per message, repetitions included; a text that names more is a table, and asks about no time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """From `start` until before `end`: midnights in the time zone of whoever asked."""

    start: datetime
    end: datetime


def mentioned(text: str, now: datetime) -> tuple[Period, ...]:
    """Return the periods named in `text`, in order of appearance, each once; empty where none is. Never raises.

    `now` is aware, and its time zone decides what a day is. Weeks begin on Monday. A month, weekday or day without
    a year is the latest one not after now: people ask about the past. "Two weeks ago" is the week around that day,
    months and years likewise. Time is linear in the length of the text."""
    periods: dict[Period, None] = {}
    for found in islice(MENTION.finditer(_fold(text)), MAX_MENTIONS):
        if (days := _read(found, now.date())) is not None:
            start, end = (datetime.combine(day, time(), now.tzinfo) for day in days)
            periods[Period(start=start, end=end)] = None
    return tuple(periods)


def match(periods: Sequence[Period], at: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return how well each moment of `at` (seconds since 1970, any shape) fits the best of the periods, in [0, 1].

    1 inside a period, AFTERMATH_MATCH within AFTERMATH_DAYS after a single day, 0 elsewhere."""
    fits = np.zeros(at.shape, dtype=np.float32)
    for period in periods:
        start, end = period.start.timestamp(), period.end.timestamp()
        if period.end - period.start == timedelta(days=1):
            after = (at >= end) & (at < end + AFTERMATH_DAYS * 86_400)
            fits[after] = np.maximum(fits[after], np.float32(AFTERMATH_MATCH))
        fits[(at >= start) & (at < end)] = 1
    return fits


def _read(found: re.Match[str], today: date) -> Days | None:
    outer = found.lastindex or 0
    reader, inner = READERS[outer]
    try:
        return reader(found.groups("")[outer : outer + inner], today)
    except (ValueError, OverflowError):  # looks like a date and is none: 2024-13-45, 400 years before the year 1
        return None


# Words that are other words too keep their capital, unless it may be a sentence's: "in May", not "May I".
_CAPITALS = re.compile(r"(?<=[A-Za-z0-9,;:) ] )(May|March|Mon|Wed|Sat|Sun)(?![A-Za-z])|[A-Z]+")
_VARIANTS = str.maketrans("０１２３４５６７８９／－　\xa0週禮個號後兩這", "0123456789/-  周礼个号后两这")


def _fold(text: str) -> str:
    return _CAPITALS.sub(lambda found: found[1] or found[0].lower(), text.translate(_VARIANTS))
