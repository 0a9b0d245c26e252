"""Statements worth remembering, found by their wording, without a model: English and Chinese.

Precision before recall: what is missed can be said again, what is kept and was never stated misleads for good. So a
rule reads one clause from its beginning, and nothing is taken from questions, suppositions, doubts, quotations, other
people's words, jokes, role play, pasted text or orders for this moment. How well that works on sentences the rules were
made with, and on others, is measured by benchmarks/capture_rules.py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from ltm.domain import capture_chinese, capture_english
from ltm.domain.candidate import Candidate
from ltm.domain.capture_clauses import HIDDEN, Clause, Sentence, folded, sentences
from ltm.domain.capture_dates import ahead, behind
from ltm.domain.capture_shapes import Rule, key_of
from ltm.domain.capture_slots import held
from ltm.domain.capture_topics import topic
from ltm.domain.episode import Kind
from ltm.domain.secrets import secret_in

MAX_CANDIDATES = 12
"""Of one message; who says more of himself at once pastes a form."""

MAX_CLAUSE_CHARS = 200
"""A longer clause has no commas and is no sentence; it also bounds what the rules cost."""

_SOON = timedelta(days=1)
"""What is for today or tomorrow is worth keeping only if it is an appointment or a journey: the rest is over soon."""

_MAX_ENTITIES = 6
_MAX_ENTITY_CHARS = 40

_RULES = (*capture_english.RULES, *capture_chinese.RULES)
_SENTENCE_RULES = (*capture_english.SENTENCE_RULES, *capture_chinese.SENTENCE_RULES)
_OPENERS = re.compile(
    rf"(?:\s|[,:*•·-])*(?:{capture_english.OPENERS}{capture_chinese.OPENERS}){{0,2}}\s*".replace(" ", r"\s{1,3}"),
    re.IGNORECASE,
)
_LATER_STARTS = re.compile(r"\b(?:i|i'm|im|i've|ive|my|we|our)(?= )", re.IGNORECASE)
_MAX_STARTS = 3
_SUBORDINATES = re.compile(
    r"\b(?:that|when|where|how|why|whether|what|who|whom|which|said|say|says|told|think|thinks|if|like"
    r"|of|know|knows|wish|before"
    r"|after|until|till|while|time|day|way|place|reason|than|hope|believe|guess|for|to|with|not|do|did"
    r"|does|are|is|was|am|can"
    r"|could|should|would|will|have|has|had|in|at|on|by|about|let|unless|per|did|shall|may|might|must"
    r"|asked|ask|call|hear"
    r"|from|thing|stuff|all|everything|anything|nothing|something|song|book|movie|person|people"
    r"|pretend|imagine|and|or|kill"
    r"|ate|see|saw|love|hate|want|need|help|make|makes|made|give|get|got|tell|show|fix|check|hey|sell"
    r"|steal|into)\s*$",
    re.IGNORECASE,
)
_LEADS = re.compile(r"\s*(?:[^我\s]{0,8}\s?)?(?:我|俺|咱|本人|名字叫)")
"""How a Chinese sentence begins whose later clauses may leave the subject out."""

_CLOSERS = re.compile(
    r"(?:[\s,;.~!:)(*^_-]|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]|(?<=\s)(?:btw|by the way|please"
    r"|pls|thanks|thx|ok|okay|lol"
    r"|too|though|haha)(?=\s*$)|(?:谢谢|谢啦|哈|哦|啊|呀|啦|噢|喔|呢|嘛|哟|的说|好吗)(?=\s*$))+$",
    re.IGNORECASE,
)
_CORRECTS = re.compile(
    r"\b(?:any ?more|no longer|correction|instead of|used to be|i meant|not .{1,30} but|switched"
    r"|changed)\b|\bno,|, not \w"
    r"|更正|纠正|不再|其实是|说错|搞错|不是.{1,12}[,，]?(?:而)?是|换成|改成|改用|改名|改到|已经不"
    r"|不在.{1,12}了|不.{1,6}了$|搬到|搬去|跳槽",
    re.IGNORECASE,
)
_NOW_ONLY = re.compile(
    r"\b(?:right now|at the moment|for now|temporarily|these days|this (?:week|month)|currently)\b"
    r"|目前|暂时|这几天|这段时间|最近在|这两天|此刻|眼下",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:got|was|were|have been|has been) (?:just )?(?:engaged|married|divorced|promoted|fired|laid off|hired"
    r"|dumped|robbed)\b"
    r"|\b(?:i|we|they|she|he) (?:just )?(?:went|saw|met|ate|came|ran|finished|passed|failed|watched|played)\b"
    r"|(?:周|星期|礼拜)[一二三四五六日天][^\s,，]{0,4}(?:领证|结婚|订婚|求婚|入职|离职|分手|搬)[^\s,，]{0,4}了$",
    re.IGNORECASE,
)
"""What is told as done: the day it names is past, and it is no plan."""
_OWN = re.compile(r"\b(?:i|i'?m|i'?ve|i'?ll|we|we'?re|we'?ll|my|our|me|us)\b|[我俺咱]", re.IGNORECASE)
_CAPITALISED = re.compile(r"(?<=[a-z0-9,'] )[A-Z][\w'.-]{1,30}(?: [A-Z][\w'.-]{1,30}){0,3}")
_NO_ENTITIES = frozenset(
    [
        "I",
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
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
        "I'm",
        "I've",
        "I'll",
        "I'd",
    ]
)
_TITLE = re.compile(r"《([^》]{1,30})》|[A-Za-z][A-Za-z0-9+#.]{1,20}(?![A-Za-z])")
_HAN = re.compile(r"[\u4e00-\u9fff]")


def found(text: str, at: datetime) -> list[Candidate]:
    """Return what the message `text`, said at the aware UTC `at`, states that is worth remembering; in its order.

    Each candidate's text is a part of the message. Nothing is returned of a message that holds a secret. Never raises;
    time is linear in the length of the text, and of a long one only the beginning is read."""
    message = folded(text)
    candidates: dict[str, Candidate] = {}
    for sentence in sentences(message):
        for candidate in _of_sentence(text, message, sentence, at):
            candidates.setdefault(candidate.text, candidate)
    if not candidates or secret_in(text) is not None:
        return []
    return list(candidates.values())[:MAX_CANDIDATES]


def _of_sentence(text: str, message: str, sentence: Sentence, at: datetime) -> Iterator[Candidate]:
    if (whole := _whole(message, sentence, at)) is not None:
        yield _candidate(text, sentence, whole, sentence.end)
        return
    led = _LEADS.match(message, sentence.start, sentence.end) is not None
    for place, clause in enumerate(sentence.clauses):
        if clause.asked or clause.end - clause.start > MAX_CLAUSE_CHARS:
            continue
        spoken = _Spoken(clause=clause, first=led or place == 0)
        if (match := _stated(message, spoken, at)) is not None:
            yield _candidate(text, sentence, match, clause.end)


def _stated(message: str, spoken: "_Spoken", at: datetime) -> "_Match | None":
    """Return the first rule that reads the clause, from its beginning or, in English, from a later "I" or "my"."""
    clause = spoken.clause
    for start in _starts(message, clause):
        for rule in _RULES:
            found = rule.pattern.match(message, start, clause.end)
            if found is None or not _holds(rule, clause) or not (spoken.first or _has_subject(rule, found)):
                continue
            if (match := _kept(rule, found, message[clause.start : clause.end], at)) is not None:
                return match
    return None


def _kept(rule: Rule, found: re.Match[str], said: str, at: datetime) -> "_Match | None":
    """Return what the rule makes of the clause `said`, None where its value is none or its day of no weight."""
    stated = said[-(found.endpos - found.start()) :]
    key = held(key_of(rule, found), stated, (found.groupdict().get("name") or "").strip())
    if key is None:
        return None
    key = key or topic(rule.kind, stated)
    is_done = _DONE.search(stated) is not None
    if rule.dated and is_done:
        return None
    when = behind(said, at) if is_done else ahead(said, at) if rule.kind is Kind.EVENT else None
    if rule.dated and (when is None or (not key and (when < at + _SOON or not _OWN.search(said)))):
        return None
    return _Match(rule=rule, found=found, when=when, key=key)


def _starts(message: str, clause: Clause) -> Iterator[int]:
    yield (start := _opened(message, clause.start, clause.end))
    for later in islice(_LATER_STARTS.finditer(message, start + 1, clause.end), _MAX_STARTS):
        if _SUBORDINATES.search(message, max(start, later.start() - 16), later.start()) is None:
            yield later.start()


def _whole(message: str, sentence: Sentence, at: datetime) -> "_Match | None":
    """Return what a rule for whole sentences says of it, if one does and nothing of it is asked or quoted."""
    if (
        sentence.asked
        or sentence.joked
        or sentence.end - sentence.start > 2 * MAX_CLAUSE_CHARS
        or HIDDEN in message[sentence.start : sentence.end]
        or not sentence.clauses
    ):
        return None
    start = _opened(message, sentence.start, sentence.end)
    for rule in _SENTENCE_RULES:
        if not rule.open and any(clause.doubted for clause in sentence.clauses):
            continue
        if match := rule.pattern.match(message, start, sentence.end):
            return _kept(rule, match, message[start : sentence.end], at)
    return None


def _holds(rule: Rule, clause: Clause) -> bool:
    return (rule.open or not clause.doubted) and (rule.past or not clause.past)


def _has_subject(rule: Rule, found: re.Match[str]) -> bool:
    return not rule.carried or re.search("[我俺咱]|本人", found[0]) is not None


def _opened(message: str, start: int, end: int) -> int:
    opening = _OPENERS.match(message, start, end)
    return opening.end() if opening else start


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    rule: Rule
    found: re.Match[str]
    when: datetime | None
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spoken:
    """A clause; `first` if one may leave the speaker out of it: the sentence begins with it, or with the speaker."""

    clause: Clause
    first: bool


def _candidate(text: str, sentence: Sentence, match: _Match, end: int) -> Candidate:
    rule, start = match.rule, match.found.start()
    stated = text[start:end]
    stated = _CLOSERS.sub("", stated) or stated
    original = text[sentence.start : sentence.end].strip()
    snapshot = rule.snapshot or (rule.kind is Kind.FACT and _NOW_ONLY.search(stated) is not None)
    return Candidate(
        kind=rule.kind,
        text=stated.strip(),
        original=original,
        importance=rule.importance,
        fact_key=match.key,
        field=rule.field,
        event_at=match.when,
        snapshot=snapshot,
        corrects=rule.corrects or _CORRECTS.search(original) is not None,
        entities=_entities(stated, match.found),
    )


def _entities(stated: str, found: re.Match[str]) -> tuple[str, ...]:
    """Return the names said, each once: what the rule took for a name, capitalised runs, titles, Latin words in Han."""
    groups = found.groupdict()
    named = [_CLOSERS.sub("", groups[key] or "") for key in ("name", "place") if key in groups]
    names = [name.strip(" \"'") for name in named if _HAN.search(name) or name[:1].isupper()]
    names += _CAPITALISED.findall(stated)
    if _HAN.search(stated):
        names += (title[1] or title[0] for title in _TITLE.finditer(stated))
    kept = (name for name in names if name and name not in _NO_ENTITIES and len(name) <= _MAX_ENTITY_CHARS)
    return tuple(dict.fromkeys(kept))[:_MAX_ENTITIES]
