"""The demonstration: who says what, and what must then be true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from demo.langbot import Speaker

ALICE = Speaker("501", "Alice")
XIAOMING = Speaker("502", "小明")
TEAM, OTHER_GROUP, PRIVATE = "group:1001", "group:2002", "person:502"
CODE = "{code}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one turn did: the injected block, (tool, its result) in order, and the answer."""

    block: str
    tools: tuple[tuple[str, str], ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Check:
    """One expectation of a turn."""

    label: str
    holds: Callable[[Outcome], bool]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message, why it is sent, and what is expected of it.

    `CODE` in the text stands for the code that the bot gave last. What happens beside the conversation takes a moment:
    with `eventually` the message is sent again until the checks hold."""

    about: str
    session: str
    speaker: Speaker
    text: str
    checks: tuple[Check, ...]
    eventually: bool = False


@dataclass(frozen=True, slots=True)
class Configure:
    """The operator gives the plugin these settings."""

    about: str
    settings: dict[str, object]


@dataclass(frozen=True, slots=True)
class Restart:
    """LangBot and the plugin runtime are stopped and started again."""


Step: TypeAlias = Turn | Configure | Restart


def block_has(*words: str) -> Check:
    label = f"the injected block has {', '.join(words)}"
    return Check(label, lambda outcome: all(word in outcome.block for word in words))


def block_lacks(word: str) -> Check:
    return Check(f"the injected block does not have {word}", lambda outcome: word not in outcome.block)


def called(*names: str) -> Check:
    """These tools were called, and the last one said it was done."""

    def holds(outcome: Outcome) -> bool:
        used = [name for name, _ in outcome.tools]
        done = bool(outcome.tools) and outcome.tools[-1][1].startswith(("Remembered", "Done", "Deleted", "Nothing to"))
        return used == list(names) and done

    return Check(f"called {' and '.join(names)}, which succeeded", holds)


def refused(tool: str, reason: str) -> Check:
    """This tool was called last, and said why it did nothing."""

    def holds(outcome: Outcome) -> bool:
        name, result = outcome.tools[-1] if outcome.tools else ("", "")
        return name == tool and result.startswith("Error") and reason in result

    return Check(f"{tool} was refused: {reason}", holds)


def answer_has(word: str) -> Check:
    return Check(f"the answer has {word}", lambda outcome: word in outcome.answer)


def answer_lacks(word: str) -> Check:
    return Check(f"the answer does not have {word}", lambda outcome: word not in outcome.answer)


STORY: tuple[Step, ...] = (
    Turn(
        "Alice tells the team group about her allergy",
        TEAM,
        ALICE,
        "Hi, my name is Alice. Please remember that I am allergic to peanuts.",
        (called("remember", "update_profile"),),
    ),
    Turn(
        "the next message in the same group recalls it",
        TEAM,
        ALICE,
        "Which food am I allergic to?",
        (block_has("peanut", "Alice"), answer_has("peanut")),
    ),
    Turn(
        "another group knows nothing of it",
        OTHER_GROUP,
        ALICE,
        "Which food am I allergic to?",
        (block_lacks("peanut"), answer_lacks("peanut")),
    ),
    Turn(
        "小明 introduces himself in the team group",
        TEAM,
        XIAOMING,
        "大家好，我叫小明，我喜欢简短的回答。",
        (called("update_profile", "update_profile"),),
    ),
    Turn(
        "his profile is there in his next message, hers is not",
        TEAM,
        XIAOMING,
        "周末有什么电影推荐？",
        (block_has("小明", "简短的回答"), block_lacks("name: Alice")),
    ),
    Turn(
        "小明 tells the bot something in a private chat",
        PRIVATE,
        XIAOMING,
        "请记住：我家的猫叫团子，周五要去打疫苗。",
        (called("remember"),),
    ),
    Turn(
        "the private chat recalls it, and nothing of the group",
        PRIVATE,
        XIAOMING,
        "我的猫什么时候打疫苗？",
        (block_has("团子", "周五"), block_lacks("peanut"), answer_has("周五")),
    ),
    Turn(
        "the group does not hear of the private chat",
        TEAM,
        ALICE,
        "小明的猫什么时候打疫苗？",
        (block_lacks("团子"), answer_lacks("团子")),
    ),
    Turn("the memory command", TEAM, ALICE, "!memory", (answer_has("memories"), answer_lacks("not set up"))),
    Turn(
        "the list of what this group remembers",
        TEAM,
        ALICE,
        "!memory list",
        (answer_has("peanut"), answer_lacks("团子")),
    ),
    Turn(
        "why a search finds it",
        TEAM,
        ALICE,
        "!memory search --explain which food to avoid",
        (answer_has("peanut"), answer_has("cosine")),
    ),
    Restart(),
    Turn(
        "Alice's allergy survived the restart",
        TEAM,
        ALICE,
        "Can I eat a peanut butter sandwich?",
        (block_has("allergic to peanuts", "Alice"), answer_has("peanut")),
    ),
    Turn(
        "so did 小明's profile",
        TEAM,
        XIAOMING,
        "我们今天讨论什么？",
        (block_has("小明", "简短的回答"),),
    ),
    Turn("and his cat", PRIVATE, XIAOMING, "团子哪天打疫苗？", (block_has("周五"), answer_has("周五"))),
    Turn(
        "小明 may not have Alice's memory forgotten",
        TEAM,
        XIAOMING,
        "Please forget the peanut allergy of Alice.",
        (refused("forget", "said by somebody else"),),
    ),
    Turn(
        "Alice wants it forgotten",
        TEAM,
        ALICE,
        "The allergy test was wrong, please forget my allergic reaction to peanuts.",
        (called("recall_memory", "forget"),),
    ),
    Turn(
        "and it is gone from what the model is told",
        TEAM,
        ALICE,
        "Which food am I allergic to?",
        (block_lacks("peanut"),),
    ),
    Turn("and from the list", TEAM, ALICE, "!memory list", (answer_lacks("peanut"),)),
    Turn(
        "小明 wants the group to know nothing of him any more; he is asked back",
        TEAM,
        XIAOMING,
        "!memory forget-me",
        (answer_has("!memory confirm"),),
    ),
    Turn(
        "Alice cannot confirm that for him",
        TEAM,
        ALICE,
        f"!memory confirm {CODE}",
        (answer_has("nothing of yours to confirm"),),
    ),
    Turn("he does", TEAM, XIAOMING, f"!memory confirm {CODE}", (answer_has("nothing is left"),)),
    Turn("his profile is gone", TEAM, XIAOMING, "我们今天讨论什么？", (block_lacks("简短的回答"),)),
    Turn("what he said in private is untouched", PRIVATE, XIAOMING, "!memory list", (answer_has("团子"),)),
    Configure(
        "the operator lets the bot learn from talk, by rules, and remember conversations",
        {"capture": "rules", "capture_every_turns": 1, "session_index": True},
    ),
    Turn(
        "Alice mentions something nobody asked the bot to remember",
        TEAM,
        ALICE,
        "By the way, I moved to Lisbon last week. What is the weather like there?",
        (),
    ),
    Turn(
        "a moment later it is in her profile",
        TEAM,
        ALICE,
        "!memory profile",
        (answer_has("I moved to Lisbon"),),
        eventually=True,
    ),
    Turn("小明 asks where she lives", TEAM, XIAOMING, "where does Alice live?", (block_has("Lisbon", "Alice"),)),
    Turn(
        "what was said is recorded too, apart from facts",
        TEAM,
        ALICE,
        "!memory conversations",
        (answer_has("the weather like there"),),
        eventually=True,
    ),
)
