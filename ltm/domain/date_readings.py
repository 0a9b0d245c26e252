"""What each form of a date means: from the pieces a pattern found and today to the days meant.

A reader returns the first day and the day after the last. It raises ValueError or OverflowError for what looks like a
date and is none."""

from calendar import monthrange
from collections.abc import Callable, Sequence
from datetime import date, timedelta

FIRST_YEAR, LAST_YEAR = 1900, 2099
"""Outside them four digits are a quantity more often than a year."""

Days = tuple[date, date]
Groups = Sequence[str]
Reader = Callable[[Groups, date], Days]

WORDS = {
    "zero": 0, "one": 1, "a": 1, "an": 1, "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_HAN = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
MONTHS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
    "dec": 12,
}  # fmt: skip
WEEKDAYS = {"mon": 0, "tue": 1, "wed": 2, "thu": 3, "fri": 4, "sat": 5, "sun": 6}
_HAN_WEEKDAYS = dict(zip("一二三四五六日天1234567", (*range(7), 6, *range(7)), strict=True))
_HAN_UNITS = {"天": "day", "日": "day", "周": "week", "期": "week", "拜": "week", "月": "month", "年": "year"}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12, "春": 3, "夏": 6, "秋": 9, "冬": 12}
"""First month of a season by the meteorological calendar of the northern half; a winter has the year it begins in."""

_STEPS = {
    "last": -1, "previous": -1, "this": 0, "next": 1,
    "上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2,
    "大前": -3, "前": -2, "昨": -1, "去": -1, "今": 0, "明": 1, "后": 2, "大后": 3,
}  # fmt: skip
ENGLISH_DAYS = {
    "day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
    "this afternoon": 0, "this evening": 0, "tomorrow": 1, "day after tomorrow": 2,
}  # fmt: skip


def _number(word: str) -> int:
    if word.isdigit() or word in WORDS:
        return WORDS[word] if word in WORDS else int(word)
    tens, ten, ones = word.partition("十")
    return 10 * _han(tens or "一") + _han(ones or "零") if ten else _han(word)


def _han(digits: str) -> int:
    if len(digits) not in (1, 4):  # a digit or a year; 两三天前 is two or three days ago
        raise ValueError
    return int("".join(str(_HAN.get(digit, "?")) for digit in digits))


def _day(day: date) -> Days:
    return day, day + timedelta(days=1)


def _months(year: int, month: int, count: int = 1) -> Days:
    """From a month, which may be past December or before January, for `count` months."""
    first, last = (divmod(year * 12 + month - 1 + more, 12) for more in (0, count))
    return date(first[0], first[1] + 1, 1), date(last[0], last[1] + 1, 1)


def _ago(today: date, count: int, unit: str) -> Days:
    match unit:
        case "day":
            return _day(today - timedelta(days=count))
        case "weekend":
            return span(today, -count, unit)
        case "week":
            middle = today - timedelta(weeks=count)
            return middle - timedelta(days=3), middle + timedelta(days=4)
    months, reach = (count, 15) if unit == "month" else (12 * count, 182)
    first, _ = _months(today.year, today.month - months)
    middle = first.replace(day=min(today.day, monthrange(first.year, first.month)[1]))
    return middle - timedelta(days=reach), middle + timedelta(days=reach + 1)


def _latest(of_year: Callable[[int], Days], today: date) -> Days:
    """The latest of the yearly periods that has begun. Eight years hold a 29th of February, even about 1900."""
    for year in range(today.year, today.year - 9, -1):
        try:
            days = of_year(year)
        except ValueError:
            continue
        if days[0] <= today:
            return days
    raise ValueError


def _calendar(today: date, year: int | None, month: int, day: str = "") -> Days:
    """A month or, if `day` is given, a day, of that year or of the latest that fits."""

    def of_year(year: int) -> Days:
        return _day(date(year, month, _number(day))) if day else _months(year, date(year, month, 1).month)

    return _latest(of_year, today) if year is None else of_year(year)


def _year_of(digits: str, relative: str, today: date) -> int | None:
    if relative:
        return today.year + _STEPS[relative]
    year = _number(digits) if digits else None
    if year is not None and not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError
    return year


def read_iso(groups: Groups, today: date) -> Days:
    year, month, day = groups[:3] if groups[0] else groups[3:]
    return _calendar(today, _year_of(year, "", today), int(month), day)


def read_english_day(groups: Groups, today: date) -> Days:
    return _day(today + timedelta(days=ENGLISH_DAYS[" ".join(groups[0].split())]))


def read_english_ago(groups: Groups, today: date) -> Days:
    return _ago(today, _number(groups[0]), groups[1])


def read_english_span(groups: Groups, today: date) -> Days:
    qualifier, unit, before_last = groups
    return span(today, -2 if before_last else _STEPS.get(qualifier), unit or before_last or "weekend")


def span(today: date, step: int | None, unit: str) -> Days:
    """The week, month, year or weekend that many from now; the latest weekend that has begun if `step` is None."""
    if step is None:
        step = _last_begun(today, WEEKDAYS["sat"])
    match unit:
        case "month":
            return _months(today.year, today.month + step)
        case "year":
            return _months(today.year + step, 1, 12)
    monday = today + timedelta(days=7 * step - today.weekday())
    return monday + timedelta(days=5 if unit == "weekend" else 0), monday + timedelta(days=7)


def _weekday(today: date, step: int | None, weekday: int) -> Days:
    step = _last_begun(today, weekday) if step is None else step
    return _day(span(today, step, "week")[0] + timedelta(days=weekday))


def _last_begun(today: date, weekday: int) -> int:
    return 0 if weekday <= today.weekday() else -1


def read_english_weekday(groups: Groups, today: date) -> Days:
    qualifier, weekday = groups[0] or groups[2], WEEKDAYS[(groups[1] or groups[3]).lower()[:3]]
    if qualifier == "every":
        raise ValueError
    if qualifier == "last":  # on a Friday, "last Friday" is not today
        return _day(today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1))
    return _weekday(today, _STEPS.get(qualifier), weekday)


def read_month_day(groups: Groups, today: date) -> Days:
    month, day, year, relative = groups
    return _calendar(today, _year_of(year, relative, today), MONTHS[month.lower()[:3]], day)


def read_day_month(groups: Groups, today: date) -> Days:
    day, of, month, year, relative = groups
    if month in ("may", "march") and not (of or year or relative):  # "only 3 may enter"
        raise ValueError
    return read_month_day((month, day, year, relative), today)


def read_english_month(groups: Groups, today: date) -> Days:
    qualifier, name, year, relative = groups
    month = MONTHS[name.lower()[:3]]
    if year or relative:
        return _calendar(today, _year_of(year, relative, today), month)
    if name in ("may", "march") and qualifier in ("", "this"):  # "this may be"
        raise ValueError
    if not qualifier and len(name) < 5 and name not in ("May", "june", "july"):  # Jan is a name, mar and dec are words
        raise ValueError
    if qualifier == "last":  # in May, "last May" is a year ago
        return _months(today.year - (month >= today.month), month)
    if qualifier == "next":
        return _months(today.year + (month <= today.month), month)
    return _calendar(today, today.year if qualifier == "this" else None, month)


def read_english_season(groups: Groups, today: date) -> Days:
    qualifier, name, year, relative = groups
    if not (qualifier or year or relative):  # to spring, to fall
        raise ValueError
    named = _year_of(year, relative, today)
    if named is None and qualifier in ("this", "next"):
        named = today.year + _STEPS[qualifier]
    # "Last summer", in summer, is a year ago: the latest that has ended began at least three months ago.
    before = _months(today.year, today.month - 3)[0] if qualifier == "last" else today
    return _season(before, named, name)


def _season(today: date, year: int | None, name: str) -> Days:
    return (
        _latest(lambda of: _months(of, _SEASONS[name], 3), today) if year is None else _months(year, _SEASONS[name], 3)
    )


def read_han_day(groups: Groups, today: date) -> Days:
    return _day(today + timedelta(days=_STEPS[groups[0]]))


def read_han_ago(groups: Groups, today: date) -> Days:
    number, unit, ago = groups
    if not ago:  # 两周, 一个月: how long, not when
        raise ValueError
    if number == "半":
        return {"年": _ago(today, 6, "month"), "个月": _ago(today, 2, "week")}[unit]
    return _ago(today, _number(number), _HAN_UNITS[unit[-1]])


def read_han_week(groups: Groups, today: date) -> Days:
    qualifier, weekday = groups
    if qualifier == "每" or not (qualifier or weekday):
        raise ValueError
    step = _STEPS.get(qualifier)
    if weekday in ("", "末"):
        return span(today, step, "weekend" if weekday else "week")
    return _weekday(today, step, _HAN_WEEKDAYS[weekday])


def read_han_month(groups: Groups, today: date) -> Days:
    return span(today, _STEPS[groups[0]], "month")


def read_han_date(groups: Groups, today: date) -> Days:
    digits, relative, month, day, season = groups
    year = _year_of(f"20{digits}" if len(digits) == 2 else digits, relative, today)
    if season:
        return _season(today, year, season)
    if month:
        return _calendar(today, year, _number(month), day)
    return span(today, (year or 0) - today.year, "year")
