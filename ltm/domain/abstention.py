"""Whether what was recalled fits a message at all, so that nothing is put into the prompt where nothing fits.

Ranking cannot tell: its scores are relative to the scope, and some memory is always the best. Nor can a bound on the
cosine: what is high for one embedder is low for another. So the cosine of a memory is compared with the cosines of the
same message with a fixed cohort of sentences, as speaker verification normalises its scores (Auckenthaler et al. 2000,
"Score normalization for text-independent speaker verification systems"): a memory fits if it is nearer to the message
than everyday messages that need no memory are, measured in the embedder's own spread.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ltm.domain.columns import Floats, Mask

IMPERSONAL = (
    "Hello, nice to meet you!", "Thanks, that was very helpful.", "Ha ha, that made me laugh.",
    "I'm tired, good night.", "What's going on?", "Okay, sounds good.", "You are really smart.", "I'm sad today.",
    "Write a poem about the sea.", "Tell me a funny story.", "Translate this sentence into Spanish.",
    "Write a program that sorts a list of numbers.", "What is 25 multiplied by 12?",
    "Explain how a steam engine works.", "Give me ideas for a blog post.", "Fix the grammar of this paragraph.",
    "Write a letter to the customer service.", "Recommend a good film.", "Solve this equation for y.",
    "Why does this code throw an exception?", "What is the capital of Australia?", "Who painted the Mona Lisa?",
    "How long do elephants live?", "What does DNA stand for?", "How far away is the moon?",
    "When did the First World War end?", "What is the difference between a crocodile and an alligator?",
    "How do I boil rice?",
    "你好，很高兴认识你！", "谢谢，帮了大忙。", "哈哈，笑死我了。", "我困了，晚安。", "怎么了？",
    "好的，没问题。", "你真聪明。",
    "我今天很难过。", "写一首关于大海的诗。", "讲一个有趣的故事。", "把这句话翻译成西班牙语。",
    "写一个给数字排序的程序。",
    "25乘以12等于多少？", "解释一下蒸汽机的工作原理。", "给我几个写博客的点子。", "帮我改一下这段话的语法。",
    "给客服写一封信。",
    "推荐一部好看的电影。", "解这个方程，求y。", "这段代码为什么报错？", "澳大利亚的首都是哪里？",
    "《蒙娜丽莎》是谁画的？",
    "大象能活多少年？", "DNA是什么的缩写？", "月球离地球有多远？", "第一次世界大战是哪一年结束的？",
    "鳄鱼和短吻鳄有什么区别？", "米饭怎么煮？",
)  # fmt: skip
"""Messages that need no memory: talk, tasks, general knowledge."""

PERSONAL = (
    "What is my phone number?", "Where does Tom live now?", "When is our next appointment?",
    "What did I tell you about my brother?", "Who is responsible for the contract?", "Which day is Lisa free?",
    "Can my uncle eat this cake?", "What present would my wife like?", "How much did we pay for the sofa?",
    "Do you remember what I bought?", "Is Tom coming on Saturday?", "Why is Lisa upset with me?",
    "Where did I leave my glasses?", "What should we keep in mind for the guests?",
    "What is the number of my contract?", "Does anything speak against our plan?",
    "我的电话号码是多少？", "小明现在住在哪里？", "我们下次约在什么时候？", "我跟你说过我弟弟什么事？",
    "这份合同由谁负责？",
    "小红哪天有空？", "我叔叔能吃这个蛋糕吗？", "我妻子会喜欢什么礼物？", "我们买沙发花了多少钱？",
    "你还记得我买了什么吗？",
    "小明周六来吗？", "小红为什么生我的气？", "我的眼镜放在哪里了？", "招待客人要注意什么？", "我的合同编号是多少？",
    "我们的计划有什么问题吗？",
)  # fmt: skip
"""Messages that only a memory answers."""

SENTENCES = (*IMPERSONAL, *PERSONAL)
"""What to embed once per embedder, as queries; the order is the one `Cohort.of` expects."""

# Logistic regression on the calibrating half of benchmarks/data/off-topic.json, with the embedders USE-multilingual
# and multilingual-e5-small together, rounded. Each is the change of the log-odds per unit of its signal.
NEARNESS_WEIGHT = 1.1
INTENT_WEIGHT = 1.5
COVERED_WEIGHT = 1.7
ABOUT_PEOPLE_WEIGHT = 4.4
BIAS = -1.9

FIT_LOG_ODDS = -1.0
"""At or above this a memory fits. Where .98 of that half's answerable messages keep their memories: below even odds,
because a missing memory does more harm than an idle one."""

TAIL_LOG_ODDS = 4.0
"""How far behind the best one a memory may stay: e to the 4th, 55 times the odds. Of five facts it drops a quarter and
.04 of the relevant ones, of ten turns of LoCoMo .07 and .03; at 2 it would drop a quarter of LoCoMo's relevant ones."""

_NEAREST = 2
"""Cohort sentences that count: the nearest ones, which also picks those in the language of the message."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cohort:
    """The cohort as one embedder sees it: unit vectors, a row each, and the standard deviation of the cosines between
    the two kinds, which is the unit its cosines are measured in."""

    impersonal: Floats
    personal: Floats
    spread: float

    @classmethod
    def of(cls, vectors: Floats) -> "Cohort":
        """Return the cohort from the embeddings of SENTENCES, (88, dimension), of any length but zero."""
        if len(vectors) != len(SENTENCES):
            raise ValueError(f"{len(vectors)} vectors for {len(SENTENCES)} sentences")
        unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
        impersonal, personal = unit[: len(IMPERSONAL)], unit[len(IMPERSONAL) :]
        # The floor keeps an embedder that cannot tell the sentences apart from dividing by nothing.
        return cls(impersonal=impersonal, personal=personal, spread=max(float((impersonal @ personal.T).std()), 1e-3))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Signals:
    """What is known of a message and n memories. Arrays are (n,), a value per memory.

    `nearness`: the true cosine with the memory, less the mean of the two greatest with impersonal sentences.
    `intent`: the mean of the two greatest cosines with personal sentences, less the same mean; one for the message.
    Both are in units of the cohort's spread.
    `covered`: the share of the idf weight of the message's words that the memory and its speaker's name hold, 0 to 1.
    `about_people`: whether the message speaks of people the bot knows; see `is_about_people`."""

    nearness: Floats
    intent: float
    covered: Floats
    about_people: bool


def signals(
    *, message: Floats, query: Floats, cohort: Cohort, cosines: Floats, covered: Floats, about_people: bool
) -> Signals:
    """Return the signals of a message; `message` and `query` are unit vectors (dimension,), embedded as queries.

    `query` is what memories are compared with: the message read with its earlier turns. What it wants is told by the
    `message` alone, or "write a limerick" after talk of an allergy would still ask for the allergy: of off-topic
    messages behind two questions about memories .36 were met with silence so, with `message` alone .82."""
    intent = _nearest(cohort.personal @ message) - _nearest(cohort.impersonal @ message)
    return Signals(
        nearness=((cosines - _nearest(cohort.impersonal @ query)) / cohort.spread).astype(np.float32),
        intent=intent / cohort.spread,
        covered=covered,
        about_people=about_people,
    )


def log_odds(found: Signals) -> Floats:
    """Return per memory the logarithm of the odds that it fits the message."""
    message = INTENT_WEIGHT * found.intent + ABOUT_PEOPLE_WEIGHT * found.about_people + BIAS
    return (NEARNESS_WEIGHT * found.nearness + COVERED_WEIGHT * found.covered + message).astype(np.float32)


def fits(found: Signals) -> Mask:
    """Return which memories to show: none where not even the best one fits, else those not far behind it."""
    odds = log_odds(found)
    if not len(odds):
        return np.zeros(0, dtype=np.bool_)
    best = float(odds.max())
    if best < FIT_LOG_ODDS:
        return np.zeros(len(odds), dtype=np.bool_)
    return odds >= max(FIT_LOG_ODDS, best - TAIL_LOG_ODDS)


def _nearest(cosines: Floats) -> float:
    return float(np.sort(cosines)[-_NEAREST:].mean())


_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b|(?<![帮给教])[我咱]", re.IGNORECASE)
_ADDRESSED = re.compile(
    # "Tell me a joke", "How do I boil rice": the speaker appears, but is not what is asked about.
    r"\b(?:tell|give|write|show|help|teach|make|draw|send|let|sing|read) (?:me|us)\b|\bhow (?:do|can|would) (?:i|we)\b",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u4e00-\u9fff]")
_NEITHER = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]|[^\W\d_a-zA-Z\u4e00-\u9fff]")
"""A letter that neither Chinese nor English has: kana, Hangul, an umlaut, Cyrillic …"""
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_SHORT_WORDS = 4
"""So few Latin words may be English without holding one of its function words."""
_ENGLISH = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "am",
        "be",
        "do",
        "does",
        "did",
        "can",
        "could",
        "will",
        "would",
        "should",
        "have",
        "has",
        "had",
        "what",
        "who",
        "whose",
        "which",
        "when",
        "where",
        "why",
        "how",
        "i",
        "you",
        "my",
        "me",
        "your",
        "we",
        "our",
        "us",
        "he",
        "she",
        "it",
        "they",
        "this",
        "that",
        "these",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "from",
        "with",
        "and",
        "or",
        "not",
        "no",
        "there",
        "some",
        "any",
        "about",
        "into",
        "by",
    ]
)


def is_about_people(text: str, names: Iterable[str]) -> bool:
    """True if the message is about its speaker or about somebody named, of whom there may be memories.

    `names` are those of the scope's speakers and subjects. First-person words are known in English and Chinese; a
    message in any other language counts as being about people, so that it is not silenced for lack of a word list."""
    if _FIRST_PERSON.search(_ADDRESSED.sub(" ", text)) or _is_other_language(text):
        return True
    return any(_names(text, name) for name in names)


def _names(text: str, name: str) -> bool:
    if not name:
        return False
    if _HAN.search(name):
        return name in text
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text, re.IGNORECASE) is not None


def _is_other_language(text: str) -> bool:
    if _NEITHER.search(text):
        return True
    words = [word.casefold() for word in _WORD.findall(text)]
    return not _HAN.search(text) and len(words) > _SHORT_WORDS and _ENGLISH.isdisjoint(words)
