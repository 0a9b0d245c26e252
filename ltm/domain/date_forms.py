"""The forms dates are written in, as one bounded pattern for both languages, each with the reader of its pieces."""

import re
from collections.abc import Sequence

from ltm.domain.date_readings import (
    ENGLISH_DAYS,
    MONTHS,
    WEEKDAYS,
    WORDS,
    Reader,
    read_day_month,
    read_english_ago,
    read_english_day,
    read_english_month,
    read_english_season,
    read_english_span,
    read_english_weekday,
    read_han_ago,
    read_han_date,
    read_han_day,
    read_han_month,
    read_han_week,
    read_iso,
    read_month_day,
    span,
)

_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|[Mm]arch|mar|apr(?:il)?|[Mm]ay|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_ORDINAL = r"(?:st|nd|rd|th)?(?![0-9A-Za-z%]|[:.][0-9])"  # 5:30 and 3.5 are no days
_IN_YEAR = r"(?:,? ?((?:19|20)[0-9]{2})(?![0-9]|[:.][0-9])| (?:of )?(last|this|next) year)?"
_NOT_IN_NUMBER = r"(?<![A-Za-z0-9_:/+#-])(?<![0-9][.,])"
_HAN_NUMBER = r"[一二两三四五六七八九十]{1,3}"
_HAN_WEEK = r"(?:周|星期|礼拜)"
_HAN_WEEKDAY_AFTER = rf"(?: ?[(（]?{_HAN_WEEK}[一二三四五六日天])?"
_HAN_MONTH_DAY = (
    rf"(?<![A-Za-z0-9_.])([0-9]{{1,2}}|{_HAN_NUMBER}) ?月"
    rf"(?: ?([0-9]{{1,2}}|{_HAN_NUMBER}) ?[日号]{_HAN_WEEKDAY_AFTER})?"
    r"|([春夏秋冬])[天季]"
)

_ENGLISH: Sequence[tuple[str, Reader]] = (
    (f"({'|'.join(ENGLISH_DAYS)})", read_english_day),
    (
        rf"{_NOT_IN_NUMBER}([0-9]{{1,3}}|{'|'.join(WORDS)})(?: of)? (day|weekend|week|month|year)s? (?:ago|back)",
        read_english_ago,
    ),
    (
        r"(?:(last|this|next|previous) (week|month|year)|(?:the )?(week|month|year) before last"
        r"|(last|this|next|the|past) weekend)",
        lambda groups, today: read_english_span((groups[0] or groups[3], *groups[1:3]), today),
    ),
    (
        r"(?:(?:(last|this|next|past|on|every) )?((?:mon|tues|wednes|thurs|fri|satur|sun)day)"
        r"|(last|this|next|on) (Mon|tues?|Wed|thu(?:rs)?|fri|Sat|Sun))"
        rf"(?!,? (?:the )?(?:{_MONTH}\.? [0-9]{{1,2}}{_ORDINAL}|[0-9]{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}))",
        read_english_weekday,
    ),
    (rf"({_MONTH})\.? ([0-9]{{1,2}}){_ORDINAL}{_IN_YEAR}", read_month_day),
    (rf"{_NOT_IN_NUMBER}([0-9]{{1,2}})(?:st|nd|rd|th)? (of )?({_MONTH})\.?{_IN_YEAR}", read_day_month),
    (
        r"(?:(in|of|since|during|until|from|around|early|mid|late|last|this|next)(?: |-))?"
        rf"({_MONTH})(?!\.? [0-9]{{1,2}}{_ORDINAL})\.?{_IN_YEAR}",
        read_english_month,
    ),
    (
        r"(?:(last|this|next|in|during) (?:the )?)?(spring|summer|autumn|fall|winter)(?: of)?" + _IN_YEAR,
        read_english_season,
    ),
    (
        r"(?:in|of|since|during|until|from|around|early|mid|late|year)(?: |-)((?:19|20)[0-9]{2})(?![:.,/%-][0-9])",
        lambda groups, today: span(today, int(groups[0]) - today.year, "year"),
    ),
)
_OTHER: Sequence[tuple[str, Reader]] = (
    (
        r"(?<![A-Za-z0-9_./#+-])(?:([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})|([0-9]{4})/([0-9]{1,2})/([0-9]{1,2}))"
        rf"(?:(?=t[0-9]{{2}}:)|(?![A-Za-z0-9_]|[-/.:][A-Za-z0-9])){_HAN_WEEKDAY_AFTER}",
        read_iso,
    ),
    (
        r"(?:(?<![A-Za-z0-9_.])([0-9]{4}|[零〇一二三四五六七八九]{4}|[0-9]{2}(?= ?年 ?[0-9]{1,2} ?月)) ?年"
        rf"|(大前|(?<![以之目])前|去|今|(?<!文)明|(?<![以之今])后)年(?![轻纪龄代]))(?: ?的? ?(?:{_HAN_MONTH_DAY}))?",
        read_han_date,
    ),
    (_HAN_MONTH_DAY, lambda groups, today: read_han_date(("", "", *groups), today)),
    (r"(大前|大后|昨|今|明|(?<![以之目天年月周])[前后])[天日晚早夜晨儿]", read_han_day),
    (
        rf"(?<![0-9.])([0-9]{{1,3}}|{_HAN_NUMBER}|半(?=年|个月)) ?(天|日|周|个?星期|个?礼拜|个月|年)([以之]?前)?",
        read_han_ago,
    ),
    (
        rf"(?:(上上|(?<![早晚])上|这|本|下下|(?<!一)下|每)一?个?)?{_HAN_WEEK}"
        r"([一二三四五六日天末](?![次回遍])|[1-7](?![0-9个次天]))?",
        read_han_week,
    ),
    (r"(上上|(?<![早晚])上|这|本|(?<!一)下)一?个?月(?![亮球饼台])", read_han_month),
)


# How every form begins: looked at first, so that the forms are tried at few places (3.4 ms without, for 2,000 letters).
_NAMES = "|".join((*MONTHS, *WEEKDAYS, "Ma", "spring", "summer", "autumn", "fall", "winter"))
_UNITS = "day|week|month|year"
_ENGLISH_BEGINS = (
    rf"yesterday|to(?:day|night|morrow)|[0-9]{{1,3}}(?:st|nd|rd|th)? (?:of )?(?:{_UNITS}|{_NAMES})|the weekend"
    rf"|(?:{_UNITS}|the (?:{_UNITS})) (?:before|after)|{_NAMES}|(?:{'|'.join(WORDS)})(?: of)? (?:{_UNITS})"
    r"|(?:last|this|next|past|previous|on|every|in|of|since|during|until|from|around|early|mid|late|year)(?: |-)"
    rf"(?:the )?(?:[12]|{_UNITS}|{_NAMES}|Mon|Wed|S|night|morning|afternoon|evening)"
)
_OTHER_BEGINS = (
    r"[大前昨今明后去上这本下每周星礼春夏秋冬]|半[年个]|(?<![0-9])[0-9]{1,4}(?:[-/]| ?[年月天日周个星礼])"
    r"|[零〇一二两三四五六七八九十]{1,4} ?[年月天日周个星礼]"
)


def _compiled() -> tuple[re.Pattern[str], dict[int, tuple[Reader, int]]]:
    """One pattern for all, so that a text is passed over once; and by the group of each form its reader and size."""
    readers: dict[int, tuple[Reader, int]] = {}
    sides: list[str] = []
    groups = 0
    for forms in (_ENGLISH, _OTHER):
        for pattern, reader in forms:
            size = re.compile(pattern).groups
            readers[groups + 1] = reader, size
            groups += 1 + size
        sides.append("|".join(f"({pattern})" for pattern, _ in forms))
    english, other = sides
    whole = (
        rf"(?<![A-Za-z0-9_])(?={_ENGLISH_BEGINS})(?:{english})(?![A-Za-z0-9_]|[.@][A-Za-z])"
        rf"|(?={_OTHER_BEGINS})(?:{other})"
    )
    return re.compile(whole.replace(" ?", r"\s{0,3}").replace(" ", r"\s{1,3}")), readers


MENTION, READERS = _compiled()
