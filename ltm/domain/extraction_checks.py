"""Whether a model's finding was really said, and by whom: each is held against the messages it was shown."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from unicodedata import normalize

from ltm.domain import policy
from ltm.domain.candidate import Candidate
from ltm.domain.date_forms import MENTION
from ltm.domain.dates import mentioned
from ltm.domain.episode import Kind, Speaker
from ltm.domain.extraction import Exchange
from ltm.domain.framing import escaped, on_one_line
from ltm.domain.lexical import terms
from ltm.domain.profile import Field
from ltm.domain.secrets import secret_in
from ltm.domain.wish_words import agrees

MOST = 0.5
"""Of a finding's terms, the share that was said, at least. Models put a sentence in other words (moved, lives); what
they make up shares a name with the message, or nothing. Chosen by feel, see tests/unit/test_extraction_checks.py."""

MAX_YEARS = 50
"""How far from the message a date can lie that is told in it."""

NAME_KEY = "name"

_ROOT_LETTERS = 6
"""As in `own_words`: by so many letters allergy and allergic are one word."""

_CHARACTER = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]")
_PRONOUNS = frozenset({"i", "me", "myself", "self", "user", "the user", "speaker", "the speaker", "用户", "我", "本人"})
_NOBODYS = frozenset(("user", "speake", *"用户的了是在有和对"))
"""Terms that a finding may hold unsaid: how models call the speaker, and characters that say nothing alone."""

_KEY = re.compile(r"[\w :.-]{1,64}")
_NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twen\w+|thir\w+|for\w+ty|\w+ty|dozen"
    r"|hundred|thousand|million|half)\b|[一二两兩三四五六七八九十百千万萬半]",
    re.IGNORECASE,
)


class Reason(StrEnum):
    """Why something a model answered is not taken."""

    UNREADABLE = "unreadable"
    TOO_MANY = "too_many"
    TWICE = "twice"
    NO_SUCH_TURN = "no_such_turn"
    NOT_SAID = "not_said"
    INVENTED = "invented"
    SECRET = "secret"
    KIND = "kind"
    LENGTH = "length"
    DATE = "date"
    """A date that is none or implausible; what it belonged to is taken without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A candidate as a model wrote it down. `turn` is counted from 1; `layer` is "profile" or "episode"."""

    turn: int
    quote: str
    text: str
    kind: str
    importance: int
    subject: str
    fact_key: str
    when: str
    is_profile: bool
    corrects: bool
    snapshot: bool
    entities: tuple[str, ...]


def checked(finding: Finding, exchanges: Sequence[Exchange], numbers: frozenset[int]) -> Candidate | Reason:
    """Return the candidate, or why it is none. `numbers` are those of `exchanges` that the model was shown.

    Its original is the quote as the message has it. What is about somebody else, or names another speaker and not
    this one, is nothing of the speaker's profile."""
    if finding.turn not in numbers:
        return Reason.NO_SUCH_TURN
    exchange = exchanges[finding.turn - 1]
    text, subject = on_one_line(policy.storable(finding.text)), _subject(finding.subject, exchange.speaker)
    original = quoted(finding.quote, exchange.text)
    if original is None:
        return Reason.NOT_SAID
    if wrong := _wrong_form(finding, text, subject):
        return wrong
    if secret_in("\n".join((text, original, f"{subject}: {text}", finding.fact_key, *finding.entities))):
        return Reason.SECRET
    said = _Said.of(finding.turn, exchanges)
    if not said.supports(text, original) or not said.holds(subject):
        return Reason.INVENTED
    kind = Kind(finding.kind)
    is_own = not subject and not _names_another(text, exchange.speaker, exchanges)
    fact_key = _fact_key(finding.fact_key) if is_own or subject else ""
    names = (name.strip() for name in finding.entities if len(name) <= policy.MAX_NAME_CHARS)
    entities = tuple(dict.fromkeys(name for name in names if name and said.holds(name)))
    lasts = finding.is_profile and is_own and not finding.snapshot and kind is not Kind.EVENT
    return Candidate(
        kind=kind,
        text=text,
        original=original,
        importance=min(max(finding.importance, policy.MIN_IMPORTANCE), policy.MAX_IMPORTANCE),
        subject=subject,
        fact_key=fact_key,
        field=_field(kind, fact_key, entities) if lasts else None,
        event_at=moment(finding.when, exchange.at),
        snapshot=finding.snapshot,
        corrects=finding.corrects,
        entities=entities[: policy.MAX_ENTITIES],
    )


def quoted(quote: str, text: str) -> str | None:
    """Return the part of the text that the quote repeats, None where it does not, or not as whole words.

    White space and case do not count; nor does it that angle brackets are shown escaped."""
    words = on_one_line(quote).strip("\"'“”‘’「」 ").split()
    if not words:
        return None
    first, last = words[0][0], words[-1][-1]
    pattern = re.compile(
        (r"(?<![A-Za-z0-9])" if first.isascii() and first.isalnum() else "")
        + r"\s+".join(map(re.escape, words))
        + (r"(?![A-Za-z0-9])" if last.isascii() and last.isalnum() else ""),
        re.IGNORECASE,
    )
    for line in (on_one_line(text), escaped(text)):
        if found := pattern.search(line):
            return found[0]
    return None


def moment(when: str, at: datetime) -> datetime | None:
    """Return the day that is told of, at midnight UTC, None where there is none within 50 years of `at`.

    A day, month or year as ISO 8601 has it, or in words, which are read as of `at`. Of a longer time the middle."""
    day = _iso(when) or _in_words(when, at)
    return day if day is not None and abs(day - at) <= timedelta(days=365.25 * MAX_YEARS) else None


def _iso(when: str) -> datetime | None:
    full = {4: f"{when}-07-01", 7: f"{when}-15"}.get(len(when), when)
    try:
        day = datetime.fromisoformat(full)
        return (day if day.tzinfo else day.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _in_words(when: str, at: datetime) -> datetime | None:
    for period in mentioned(when, at)[:1]:
        days = (period.end - period.start).days
        return (period.start + timedelta(days=days // 2)).astimezone(UTC)
    return None


def _wrong_form(finding: Finding, text: str, subject: str) -> Reason | None:
    if finding.kind not in set(Kind) - {Kind.TURN}:
        return Reason.KIND
    if not text or len(text) > policy.MAX_ENTRY_CHARS or len(subject) > policy.MAX_SUBJECT_CHARS:
        return Reason.LENGTH
    return None


def _subject(subject: str, speaker: Speaker | None) -> str:
    """Return the subject, "" where the speaker himself is meant."""
    kept = on_one_line(policy.storable(subject))
    own = {speaker.name.casefold(), speaker.id.casefold()} if speaker else set()
    return "" if kept.casefold() in _PRONOUNS | own else kept


def _fact_key(key: str) -> str:
    kept = on_one_line(policy.storable(key).casefold())
    return kept if _KEY.fullmatch(kept) else ""


def _field(kind: Kind, fact_key: str, entities: Sequence[str]) -> Field | None:
    if fact_key == NAME_KEY:
        # A profile's name is what its speaker is called; of several, or none, nobody can tell which.
        return Field.NAME if len(entities) == 1 else None
    return Field.PREFERENCES if kind is Kind.PREFERENCE else Field.TRAITS


def _names_another(text: str, speaker: Speaker | None, exchanges: Sequence[Exchange]) -> bool:
    """True if the text names somebody else of the conversation and not the speaker: it then tells of them."""
    own_id, own = (speaker.id, speaker.name) if speaker else ("", "")
    if own and _is_named(own, text):
        return False
    others = {exchange.speaker.name for exchange in exchanges if exchange.speaker and exchange.speaker.id != own_id}
    return any(name and name != own and _is_named(name, text) for name in others)


def _is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """Terms of one message, of what stands around it, and of the names of those who speak there."""

    own: frozenset[str]
    around: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, number: int, exchanges: Sequence[Exchange]) -> "_Said":
        """What the bot answered to the message does not count: it was said after it, and by nobody."""
        around = [exchange.text for exchange in exchanges[max(number - 2, 0) : number + 1]]
        if number > 1:
            around.append(exchanges[number - 2].reply)
        speakers = {exchange.speaker for exchange in exchanges if exchange.speaker}
        return cls(
            own=_terms(exchanges[number - 1].text),
            around=_terms(" \n".join(around)),
            names=_terms(" ".join(speaker.name for speaker in speakers)),
        )

    def supports(self, text: str, original: str) -> bool:
        """True if most of the text was said here, something of it by the speaker, and every number in it.

        Who says yes, or only "me", says what was asked."""
        wanted = _terms(MENTION.sub(" ", normalize("NFKC", text).lower())) - self.names - _NOBODYS
        if not wanted:
            return bool(_terms(text) & (self.own | self.around))
        held = wanted & (self.own | self.around)
        numbers = frozenset(term for term in wanted - held if term.isdigit())
        if numbers and not _NUMBER_WORD.search(original):
            return False
        wanted -= numbers
        is_own = bool(wanted & self.own) or not self.own or agrees(original)
        return is_own and len(held) >= MOST * len(wanted)

    def holds(self, name: str) -> bool:
        """True if every word of the name was said, or is a speaker's name."""
        return _terms(name) <= self.own | self.around | self.names


def _terms(text: str) -> frozenset[str]:
    """Return word roots, numbers and single characters: pairs of characters change where one word does."""
    return frozenset(
        term if term.isdigit() else term[:_ROOT_LETTERS]
        for term in terms(text)
        if len(term) == 1 or not _CHARACTER.match(term)
    )
