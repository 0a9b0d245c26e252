"""The isolation play on the real LangBot: people in groups and private chats, by messages, tools and commands."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.isolation_model import Kind, Model
from benchmarks.isolation_play import Outcome
from benchmarks.isolation_texts import Texts
from benchmarks.progress import Progress
from demo.langbot import LangBotHost
from ltm.domain.scope import Isolation

STEPS = 300
_IN_BOT_ISOLATION = 4
"""The last of so many parts is played with a memory that all of the bot's conversations share."""

_SESSIONS = ("group:501", "person:501", "group:50", "person:50", "group:5010", "person:5010")
_SPEAKERS = (("501", "Ann"), ("50", "Ann"), ("5010", "Bob"))
"""People of one name, whose ids are those of groups."""

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_WORD = re.compile(r"\b(?:[bdfgklmnprstvwz][aou]){4}\b")
_TOTAL = re.compile(r"(\d+) memories")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Where:
    isolation: Isolation
    session: str
    speaker: tuple[str, str]

    @property
    def place(self) -> str:
        return self.session if self.isolation is Isolation.SESSION else "all of the bot"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fact:
    text: str
    where: _Where


@dataclass(slots=True, kw_only=True)
class _Held:
    """What there must be: facts by place and id; of every word the places or people it may be shown to."""

    facts: dict[str, dict[str, _Fact]] = field(default_factory=dict)
    profiles: dict[tuple[str, str], str] = field(default_factory=dict)
    homes: dict[str, tuple[str, str]] = field(default_factory=dict)

    def at(self, place: str) -> dict[str, _Fact]:
        return self.facts.setdefault(place, {})


def play(python: str, package: Path, seed: int, steps: int) -> Outcome:
    """Boot LangBot with the packed plugin and play that many steps, the last quarter in bot isolation."""
    progress = Progress()
    with LangBotHost(python=python, progress=lambda text: print(f"-- {text}", flush=True)) as host:
        plugin = host.install_plugin(package)
        hosted = HostPlay(host, seed)
        for isolation, part in ((Isolation.SESSION, 0), (Isolation.BOT, _IN_BOT_ISOLATION - 1)):
            base = host.create_kb(plugin, {"isolation": isolation.value})
            last = steps if part else steps * (_IN_BOT_ISOLATION - 1) // _IN_BOT_ISOLATION
            while hosted.done < last:
                hosted.step(isolation)
                progress.tick(f"LangBot booted: {hosted.done} of {steps} steps")
            host.delete_kb(base)
        return hosted.outcome()


class HostPlay:
    def __init__(self, host: LangBotHost, seed: int) -> None:
        self._host = host
        self._random = random.Random(seed)
        self._model = Model()
        self._texts = Texts(self._model, self._random)
        self._held = _Held()
        self._counted: Counter[str] = Counter()
        self.done = 0

    def step(self, isolation: Isolation) -> None:
        """Do one step and check every word of what it answers."""
        self.done += 1
        self._model.step = self.done
        session = self._random.choice(_SESSIONS)
        kind, _, target = session.partition(":")
        people = [person for person in _SPEAKERS if kind == "group" or person[0] == target]
        where = _Where(isolation=isolation, session=session, speaker=self._random.choice(people))
        weights: dict[Callable[[_Where], None], int] = {
            self._remember: 8, self._recall: 5, self._recall_foreign: 5, self._say: 5, self._list: 4, self._search: 3,
            self._forget: 2, self._forget_foreign: 4, self._edit: 4, self._profile: 4,
        }  # fmt: skip
        [chosen] = self._random.choices(list(weights), list(weights.values()))
        self._counted[chosen.__name__.removeprefix("_")] += 1
        chosen(where)

    def outcome(self) -> Outcome:
        return Outcome(
            steps=dict(self._counted),
            findings=tuple(self._model.findings),
            scopes=len(_SESSIONS) + 1,
            memories=sum(len(held) for held in self._held.facts.values()),
        )

    def _remember(self, where: _Where) -> None:
        text = " ".join([self._texts.word().capitalize(), *(self._texts.word() for _ in range(4))])
        answer = self._tool(where, "remember", content=text)
        if (found := _UUID.search(answer)) is None:
            self._model.found(Kind.OTHER, "remember", answer[:80], where.place)
            return
        self._held.at(where.place)[found.group()] = _Fact(text=text, where=where)
        self._held.homes.update((word, ("place", where.place)) for word in text.lower().split())

    def _recall(self, where: _Where) -> None:
        """Ask for a fact of this very conversation: it must be found."""
        own = [(held, fact) for held, fact in self._held.at(where.place).items() if fact.where.session == where.session]
        if own:
            held, fact = self._random.choice(own)
            answer = self._tool(where, "recall_memory", query=fact.text, top_k=20)
            self._check("recall", where, answer)
            if held not in answer:
                self._model.found(Kind.OTHER, "recall", "the memory asked for was not found", where.place)

    def _recall_foreign(self, where: _Where) -> None:
        if foreign := self._foreign(where):
            text = self._held.at(foreign[0])[foreign[1]].text
            self._check("recall_foreign", where, self._tool(where, "recall_memory", query=text, top_k=20))

    def _say(self, where: _Where) -> None:
        """Say what is known elsewhere, and look at what the model is told."""
        foreign = self._foreign(where)
        text = self._held.at(foreign[0])[foreign[1]].text if foreign else "hello"
        self._host.say(where.session, where.speaker, text)
        blocks = [each for each in self._host.system_messages() if "<long-term-memory" in each]
        self._check("say", where, "\n".join(blocks))

    def _list(self, where: _Where) -> None:
        answer = self._host.say(where.session, where.speaker, "!memory list")
        self._check("list", where, answer)
        total = _TOTAL.search(answer)
        expected = len(self._held.at(where.place))
        if where.isolation is Isolation.SESSION and (int(total.group(1)) if total else 0) != expected:
            self._model.found(Kind.COUNT, "list", f"{total and total.group()}, there are {expected}", where.place)

    def _search(self, where: _Where) -> None:
        everything = [fact for held in self._held.facts.values() for fact in held.values()]
        text = self._random.choice(everything).text if everything else "hello"
        self._check("search", where, self._host.say(where.session, where.speaker, f"!memory search {text}"))

    def _forget(self, where: _Where) -> None:
        """Forget one of the speaker's own facts from this conversation."""
        held = self._held.at(where.place)
        own = [each for each, fact in held.items() if (fact.where.session, fact.where.speaker) == _who(where)]
        if own:
            gone = self._random.choice(own)
            answer = self._tool(where, "forget", episode_id=gone)
            if gone not in answer:
                self._model.found(Kind.OTHER, "forget", answer[:80], where.place)
            del held[gone]

    def _forget_foreign(self, where: _Where) -> None:
        if (foreign := self._foreign(where)) is None:
            return
        place, held = foreign
        fact = self._held.at(place)[held]
        by_tool = self._random.random() < 0.5
        if by_tool:
            answer = self._tool(where, "forget", episode_id=held)
        else:
            answer = self._host.say(where.session, where.speaker, f"!memory forget {held}")
        self._check("forget_foreign", where, answer)
        if held not in self._tool(fact.where, "recall_memory", query=fact.text, top_k=20):
            self._model.found(Kind.DELETE, "forget_foreign", "a memory of another scope is gone", place)

    def _edit(self, where: _Where) -> None:
        word = self._texts.word()
        is_shared = self._random.random() < 0.4
        person = (where.session, "" if is_shared else where.speaker[0])
        self._held.homes[word] = person
        change = {"field": "notes" if is_shared else "name", "action": "set", "value": word}
        answer = self._tool(where, "update_profile", **change)
        self._check("edit", where, answer)
        if answer.startswith("Done"):
            self._held.profiles[person] = word
        else:
            self._model.found(Kind.OTHER, "edit", answer[:80], where.session)

    def _profile(self, where: _Where) -> None:
        answer = self._host.say(where.session, where.speaker, "!memory profile")
        self._check("profile", where, answer)
        for person in ((where.session, ""), (where.session, where.speaker[0])):
            if self._held.profiles.get(person, "") not in answer:
                self._model.found(Kind.WRITE, "profile", "a profile is not as it was written", where.session)

    def _check(self, during: str, where: _Where, answer: str) -> None:
        """Every word that was ever remembered is shown only where it is at home."""
        welcome = {("place", where.place), (where.session, ""), (where.session, where.speaker[0])}
        homes = {self._held.homes.get(word) for word in _WORD.findall(answer.lower())}
        if homes - welcome - {None}:
            self._model.found(Kind.READ, during, "something of another scope was shown", where.session)

    def _foreign(self, where: _Where) -> tuple[str, str] | None:
        """Return a place that is not this one, and a fact's id; in bot isolation there is no other."""
        others = [(place, held) for place, facts in self._held.facts.items() if place != where.place for held in facts]
        others = [
            (place, held)
            for place, facts in self._held.facts.items()
            for held, fact in facts.items()
            if place != where.place and fact.where.isolation is where.isolation
        ]
        return self._random.choice(others) if others else None

    def _tool(self, where: _Where, name: str, **arguments: object) -> str:
        answer = self._host.call_tool(where.session, where.speaker, name, arguments)
        # JSON escapes would hide a word from the eye that looks for it.
        return json.dumps(json.loads(answer), ensure_ascii=False) if answer.startswith("{") else answer


def _who(where: _Where) -> tuple[str, tuple[str, str]]:
    return (where.session, where.speaker)
