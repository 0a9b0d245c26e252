"""A month of a group's chat in which people tell things about themselves among much chatter.

Made from hand-written pieces and a seed, so that the same call returns the same month everywhere; reads and writes
nothing. It begins on Tuesday, 1 September 2026; days are those of UTC.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from benchmarks.month_chat import Chatter
from benchmarks.month_facts_en import ENGLISH_FACTS
from benchmarks.month_facts_zh import CHINESE_FACTS
from benchmarks.month_plans_en import ENGLISH_PLANS
from benchmarks.month_plans_zh import CHINESE_PLANS
from benchmarks.month_replies import REPLIES
from benchmarks.month_told import Language, Statement, Told, told
from ltm.domain.episode import Kind, Speaker

START = datetime(2026, 9, 1, tzinfo=UTC)
DAYS = 30
BURSTS_PER_DAY = (5, 8)
BURST_MESSAGES = (6, 32)
BURST_HOURS = (6, 7, 8, 11, 12, 12, 15, 17, 18, 19, 19, 20, 20, 21, 21, 22)
GAP_SECONDS = 28.0
DAYS_BEFORE_A_CHANGE = 6
"""How many days at least a value holds of which no message names its day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person of the group; who `mixes` strews in words of the other language."""

    speaker: Speaker
    language: Language
    mixes: bool = False


MEMBERS = (
    Member(speaker=Speaker(id="mia", name="Mia"), language="en"),
    Member(speaker=Speaker(id="tom", name="Tom"), language="en"),
    Member(speaker=Speaker(id="nadia", name="Nadia"), language="en"),
    Member(speaker=Speaker(id="wenwen", name="Wenwen"), language="en", mixes=True),
    Member(speaker=Speaker(id="azhe", name="阿哲"), language="zh"),
    Member(speaker=Speaker(id="xiaoman", name="小满"), language="zh"),
    Member(speaker=Speaker(id="laozhou", name="老周"), language="zh"),
    Member(speaker=Speaker(id="kevin", name="Kevin"), language="zh", mixes=True),
)
_BY_ID = {member.speaker.id: member for member in MEMBERS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What a member wrote at `at` (aware, UTC) and what the bot answered; `planted` is the id of the fact it tells.

    A message that tells none holds nothing to keep."""

    at: datetime
    speaker: Speaker
    text: str
    reply: str
    planted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value of a fact: the words any of which names it, and when it is said for the first time."""

    words: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A fact that its owner tells, its values in the order in which they hold, and a question for the last of them.

    `owner` and `asker` are ids of speakers: who asks about himself says I. Any of `answers` has to stand in what is
    recalled. `stale` are the words of former values; a message may name one to say that it is over. `said_again`
    counts the messages that tell a value in other words once more."""

    id: str
    owner: str
    kind: Kind
    language: Language
    values: tuple[Value, ...]
    asker: str
    question: str
    said_again: int

    @property
    def answers(self) -> tuple[str, ...]:
        return self.values[-1].words

    @property
    def stale(self) -> tuple[str, ...]:
        return tuple(word for value in self.values[:-1] for word in value.words)

    @property
    def changed(self) -> bool:
        return len(self.values) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """Messages by time, no two at once, and the facts told in them."""

    messages: tuple[Message, ...]
    facts: tuple[Planted, ...]

    @property
    def junk(self) -> tuple[Message, ...]:
        """The messages nothing of which may be stored."""
        return tuple(message for message in self.messages if not message.planted)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """A statement of a fact and the day on which it is made; `value` is the place of the value it tells."""

    fact: str
    owner: str
    value: int
    day: int
    text: str


def month(seed: int = 7) -> Month:
    """Return the month of the seed."""
    rng = random.Random(seed)
    all_told = dict(_ids(_all_told()))
    due = [one for fact, tale in all_told.items() for one in _due(fact, tale, rng)]
    bursts = sorted(_bursts(rng), key=lambda burst: burst[0])
    times = _times(bursts)
    said = _placed(due, [at for at, _ in times], rng)
    chatter = Chatter(rng)
    messages = tuple(
        _message(at, said[at], rng) if at in said else _chat(at, rng.choice(members), chatter, rng)
        for at, members in times
    )
    first: dict[tuple[str, int], datetime] = {}
    for at, one in sorted(said.items()):
        first.setdefault((one.fact, one.value), at)
    return Month(messages=messages, facts=tuple(_planted(fact, tale, first) for fact, tale in all_told.items()))


def holds(text: str, words: Iterable[str]) -> bool:
    """Return whether a word stands in the text or begins a word of it: 9号 does not stand in 19号, nor 38 in 380."""
    folded = text.casefold()
    return any(word in folded and re.search(_pattern(word), folded) for word in map(str.casefold, words))


def _pattern(word: str) -> str:
    # Chinese has no gaps: 上海 stands in base上海.
    before = r"(?<![a-z0-9])" if word[0].isascii() else ""
    after = r"(?![0-9])" if word[-1].isdecimal() else ""
    return before + re.escape(word) + after


def _all_told() -> Iterator[Told]:
    yield from told(ENGLISH_FACTS, "en")
    yield from told(ENGLISH_PLANS, "en")
    yield from told(CHINESE_FACTS, "zh")
    yield from told(CHINESE_PLANS, "zh")


def _ids(tales: Iterable[Told]) -> Iterator[tuple[str, Told]]:
    seen: defaultdict[str, int] = defaultdict(int)
    for tale in tales:
        seen[tale.owner] += 1
        yield f"{tale.owner}-{seen[tale.owner]}", tale


def _due(fact: str, tale: Told, rng: random.Random) -> Iterator[_Due]:
    """Yield the statements of a fact, each on a later day than the one before."""
    said: list[tuple[int, Statement]] = [(place, one) for place, held in enumerate(tale.values) for one in held.said]
    free = DAYS - DAYS_BEFORE_A_CHANGE * (len(tale.values) - 1)
    drawn = sorted(rng.sample(range(1, free + 1), len(said)))
    for day, (value, one) in zip(drawn, said, strict=True):
        day_of = one.day if one.day is not None else day + DAYS_BEFORE_A_CHANGE * value
        yield _Due(fact=fact, owner=tale.owner, value=value, day=day_of, text=one.text)


def _bursts(rng: random.Random) -> Iterator[tuple[datetime, tuple[Member, ...], int]]:
    """Yield the beginning of each conversation, who takes part and how many messages it has."""
    for day in range(DAYS):
        for _ in range(rng.randint(*BURSTS_PER_DAY)):
            minutes = rng.choice(BURST_HOURS) * 60 + rng.uniform(0, 60)
            members = tuple(rng.sample(MEMBERS, rng.randint(2, 6)))
            yield START + timedelta(days=day, minutes=round(minutes)), members, rng.randint(*BURST_MESSAGES)


def _times(
    bursts: Sequence[tuple[datetime, tuple[Member, ...], int]],
) -> list[tuple[datetime, tuple[Member, ...]]]:
    """Return the time of each message, all different and in order, and who may write it."""
    times: dict[datetime, tuple[Member, ...]] = {}
    for start, members, count in bursts:
        rng = random.Random(f"{start.isoformat()} {count}")
        at = start
        for _ in range(count):
            at += timedelta(seconds=2 + round(rng.expovariate(1 / GAP_SECONDS)))
            while at in times:
                at += timedelta(seconds=1)
            times[at] = members
    return sorted(times.items(), key=lambda item: item[0])


def _placed(due: Sequence[_Due], times: Sequence[datetime], rng: random.Random) -> dict[datetime, _Due]:
    """Return the statements by the time at which each is made, on its day."""
    free: defaultdict[int, list[datetime]] = defaultdict(list)
    for at in times:
        free[(at - START).days + 1].append(at)
    for day in sorted(free):
        rng.shuffle(free[day])
    return {free[one.day].pop(): one for one in due}


def _message(at: datetime, one: _Due, rng: random.Random) -> Message:
    member = _BY_ID[one.owner]
    reply = rng.choice(REPLIES[member.language][0])
    return Message(at=at, speaker=member.speaker, text=one.text, reply=reply, planted=one.fact)


def _chat(at: datetime, member: Member, chatter: Chatter, rng: random.Random) -> Message:
    text = chatter.next(member.language, is_mixed=member.mixes)
    return Message(at=at, speaker=member.speaker, text=text, reply=rng.choice(REPLIES[member.language][1]))


def _planted(fact: str, tale: Told, first: dict[tuple[str, int], datetime]) -> Planted:
    return Planted(
        id=fact,
        owner=tale.owner,
        kind=tale.kind,
        language=tale.language,
        values=tuple(Value(words=held.words, at=first[fact, place]) for place, held in enumerate(tale.values)),
        asker=tale.asker,
        question=tale.question,
        said_again=sum(len(held.said) - 1 for held in tale.values),
    )
