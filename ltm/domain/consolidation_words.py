"""Whether one text says all that another says, told by their words: a merge must lose nothing."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, timedelta

from ltm.domain import attributes, policy
from ltm.domain.dates import Period, mentioned
from ltm.domain.duplicates import same_subject
from ltm.domain.episode import Episode, Kind
from ltm.domain.lexical import terms

_FROM_BOTH = 0.8
"""Of a merged text's terms, the share that its two sources hold at least: the rest are words that join. As much as
`own_words.COVERED` asks of a copy."""

_JOINING_CHARS = 40
"""By which a merged text may be longer than its sources together. Chosen by feel."""

_SAME_EVENT = timedelta(days=1)
"""What happened is told again the same day; told a week later in the same words it may have happened twice."""

_MOODS = re.compile(
    r"\b(?:will|would|may|might|could|should|must|used to|once|formerly|no longer|any ?more|maybe|perhaps|almost|only"
    r"|sometimes|always|wants?|hopes?|plans?|wish(?:es)?|if|before|after|until)\b"
    "|曾|过去|以前|可能|也许|应该|必须|不再|想|希望|打算|如果|将要|即将|几乎|有时|总是|以后|之前|之后",
    re.IGNORECASE,
)
"""Words that turn what happens into what may, did or shall happen."""

_VALUES: Mapping[str, re.Pattern[str]] = {
    "home": re.compile(r"\b(?:live[ds]?|living|moved|relocated|based) (?:in|to)\b|住在|搬到|搬去|定居", re.IGNORECASE),
    "work": re.compile(r"\b(?:works?|working|job) (?:at|for|as|is)\b|在.{1,12}(?:上班|工作|就职)|入职", re.IGNORECASE),
    "phone": re.compile(r"\bnumber (?:is|changed to)\b|(?:电话|手机|号码).{0,4}(?:是|成|为|：)", re.IGNORECASE),
    "mail": re.compile(r"\be-?mail(?: address)? (?:is|changed to)\b|邮箱.{0,4}(?:是|成|为|：)", re.IGNORECASE),
}
"""Of the known attributes those of which people have one at a time, with the words that give them a value: who speaks
of work does not say where he works. Cars, allergies, favourites and meetings come in several."""

_NO_LASTING_VALUE = re.compile(
    r"[?？]|[.!;]\s+\S|[。！；]\s*\S|\b(?:also|too|as well|both|still|second|temporarily"
    r"|for (?:a|the|this|two|three)|this (?:week|month|summer|winter|year))\b"
    "|也|还|另外|兼职|暂时|这几天|这段时间|这周|出差",
    re.IGNORECASE,
)
"""What asks, says several things, or speaks of one more value or one for the time being."""

_CODE = re.compile(r"[A-Za-z0-9]+(?:[-._@/:+#&,][A-Za-z0-9]+)*%?")
_TOKENS = re.compile(r"[^\W_]+(?:[-'’._@/:+#&,][^\W_]+)*|[,.;:!?()，。；：！？、…\n]")
_PARTING = frozenset("很也和与跟但而且并")
_NUMBER_WORDS = tuple(re.findall(r"\w+", "zero one two three four five six seven eight nine ten eleven twelve"))
_LETTERS = re.compile(r"[^\W\d_]+")
_CHARACTER = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]")
_DENIAL_TOKENS = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?|[\u3400-\u9fff]")


Told = Sequence[str | None]
"""The telling terms of a text in order, and None for each word or mark that parts them."""


def says_no_less(fuller: Episode, other: Episode, read: Callable[[str], Told] | None = None) -> bool:
    """True if all telling terms of `other` stand in `fuller`, in a row and in order, and both are told alike.

    In a row, for "Tom likes Anna's cat" holds all of "Anna likes Tom"; and set apart from what is added by a mark or by
    a word that says little, for a dog allergy is no dog. What happened is told again only by what tells of the same
    moment. `read` is `told`, or a memory of it."""
    read = read or told
    return (
        _stands_in(read(other.content), read(fuller.content))
        and _numbers(other.content) <= _numbers(fuller.content)
        and _of_one_thing(fuller, other)
        and _manner(fuller.content) == _manner(other.content)
        and _periods(other) <= _periods(fuller)
    )


def may_be_one(one: Episode, other: Episode) -> bool:
    """True if nothing but their words can tell two memories apart: who said them, of whom and of which moment."""
    return _of_one_thing(one, other) and attributes.denies(one.content) == attributes.denies(other.content)


def nothing_lost(text: str, newer: Episode, older: Episode) -> bool:
    """True if the text, said when `newer` was, holds every number, name, date and denial of both, and no other.

    Names are words with a capital letter and the entities the memories name; of scripts without capitals every telling
    character or word has to be there. Dates count as the days they meant when they were said."""
    sources = (newer, older)
    said = frozenset(terms(text))
    known = frozenset(term for source in sources for term in terms(source.content))
    return (
        0 < len(text) <= len(newer.content) + len(older.content) + _JOINING_CHARS
        and _numbers(text) == _numbers(newer.content) | _numbers(older.content)
        and all(_names(source.content) | _uncased(source.content) <= said for source in sources)
        and all(name.casefold() in text.casefold() for source in sources for name in source.entities)
        and _names(text) <= known
        and len(said & known) >= _FROM_BOTH * len(said)
        and _dates(text, newer) == _periods(newer) | _periods(older)
        and all(_manner(source.content) == _manner(text) for source in sources)
        and _denials(text) >= max(_denials(source.content) for source in sources)
    )


def changes_value(newer: Episode, older: Episode) -> bool:
    """True if both give the same known attribute of their speaker one value, and the newer says that it changed.

    Only where nothing else can be meant: both speak of that attribute alone, as what is so and not what was, felt or
    denied, and of nobody else."""
    return (
        attributes.says_changed(newer.content)
        and same_subject(newer, older)
        and valued(newer) is not None
        and valued(newer) == valued(older)
        and _manner(newer.content) == _manner(older.content)
    )


def valued(episode: Episode) -> str | None:
    """Return the known attribute to which the memory gives a lasting value, if it does that and nothing else."""
    text = episode.content
    given = [name for name, words in _VALUES.items() if words.search(text)]
    if len(given) != 1 or _NO_LASTING_VALUE.search(text) or episode.kind is Kind.EVENT or episode.snapshot:
        return None
    is_other = attributes.tells_event(text) or attributes.denies(text) or attributes.attributes(text) != {given[0]}
    return None if is_other else given[0]


def _of_one_thing(one: Episode, other: Episode) -> bool:
    """True if both are by and about the same people and of the same moment, as far as they are of one."""
    return (
        same_subject(one, other)
        and one.about == other.about
        and one.snapshot == other.snapshot
        and (one.fact_key == other.fact_key or "" in (one.fact_key, other.fact_key))
        and (one.kind is Kind.EVENT) == (other.kind is Kind.EVENT)
        and _of_one_moment(one, other)
    )


def _of_one_moment(one: Episode, other: Episode) -> bool:
    if one.event_at is not None and other.event_at is not None:
        return one.event_at == other.event_at
    happened = any(episode.kind is Kind.EVENT or attributes.tells_event(episode.content) for episode in (one, other))
    return not happened or abs(one.at - other.at) < _SAME_EVENT


def _manner(text: str) -> tuple[object, ...]:
    """Return what a text says beside its telling words: of whom, and whether it is so, was so or may be so."""
    return (
        attributes.denies(text),
        attributes.tells_event(text),
        attributes.about(text),
        attributes.speaks_of_self(text),
        frozenset(" ".join(found.casefold().split()) for found in _MOODS.findall(text)),
    )


def told(text: str) -> Told:
    """Return what a text tells; of text without spaces between words the characters alone."""
    said: list[str | None] = []
    for token in _TOKENS.findall(text):
        found = [term for term in terms(token) if not _is_pair(term)]
        said += [None if term in _PARTING else term for term in found] or [None]
    return said


def _stands_in(part: Told, whole: Told) -> bool:
    wanted = [term for term in part if term is not None]
    places = [place for place, term in enumerate(whole) if term is not None]
    for start in range(len(places) - len(wanted) + 1):
        at = places[start : start + len(wanted)]
        if at and [whole[place] for place in at] == wanted:
            before, behind = at[0] - 1, at[-1] + 1
            return (before < 0 or whole[before] is None) and (behind == len(whole) or whole[behind] is None)
    return False


def _is_pair(term: str) -> bool:
    return len(term) > 1 and _CHARACTER.match(term) is not None


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers and codes of a text, whole: 70.5 holds no 70. Small ones may be written as words."""
    codes = {code.casefold() for code in _CODE.findall(text) if any(char.isdigit() for char in code)}
    words = {str(_NUMBER_WORDS.index(word)) for word in _LETTERS.findall(text.casefold()) if word in _NUMBER_WORDS}
    return frozenset(codes | words)


def _names(text: str) -> frozenset[str]:
    """Return the terms of the words with a capital letter; the first word of a sentence counts as one."""
    named = (word for word in _LETTERS.findall(text) if word[0].isupper())
    return frozenset(term for word in named if word.casefold() not in _NUMBER_WORDS for term in terms(word))


def _uncased(text: str) -> frozenset[str]:
    """Return the telling terms of scripts that have no capital letters."""
    found = (term for term in attributes.content_words(text) if term[0].upper() == term[0].lower())
    return frozenset(term for term in found if not term[0].isdigit() and not _is_pair(term))


def _periods(episode: Episode) -> frozenset[Period]:
    return _dates(episode.content, episode)


def _dates(text: str, said_with: Episode) -> frozenset[Period]:
    return frozenset(mentioned(policy.searchable(text), said_with.at.astimezone(UTC)))


def _denials(text: str) -> int:
    return sum(attributes.denies(token) for token in _DENIAL_TOKENS.findall(text))
