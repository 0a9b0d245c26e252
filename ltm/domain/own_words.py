"""Whether the user's own words ask for what a tool is about to do.

What is recalled into a prompt can tell a model to write or to delete, and the model may do it: the memory then ordered
its own copy. So a write is held against what was put into the prompt and what the user said, and a removal against
what the user said. Neither asks a model, and neither is a proof.
"""

import re
from collections.abc import Iterable, Sequence

from ltm.domain import wish_words
from ltm.domain.lexical import terms

# Chosen on the dev half of benchmarks/data/wishes_writes.json. Copies of recalled texts hold .8 of their terms or more;
# a user who restates a remembered fact says .38 of it or more, who merely speaks of something else at most .14.
COVERED = 0.8
"""Of a text's terms, the share that recalled texts hold where it only repeats them."""

SUPPORTED = 0.33
"""Of a text's terms, the share from which on the user said it themselves."""

_KEPT = 0.6
"""Of a statement's terms, the share that one stored text holds where it says the same: the model that stored it chose
its own words. Chosen by feel, see tests/unit/test_own_words.py."""

_SOURCES = 3
"""Recalled texts of which a copy may be put together. All of them together would, where fifty were recalled, cover
almost any Chinese sentence by its characters."""

_ADDED = 2
"""Characters that a second or third source has to add at least; a name of letters is enough, one Han character not."""

_ROOT_LETTERS = 6
"""Letters by which two stems are the same word: Snowball leaves allergy and allergic, biology and biologist apart."""

_FRAMING = re.compile(
    r"\b(?:(?:the )?(?:current )?(?:user|speaker|assistant|bot)(?:['’]s)?|names?|named|sa(?:id|ys)|tells?|told"
    r"|stat(?:es?|ed)|confirm(?:s|ed)|longer|any ?more|mention(?:s|ed)|not(?:es?|ed)|wants?|wish(?:es)?|asks?|asked"
    r"|likes?|prefers?|preferences?|traits?|remember|save|important|please|always|must|since|without)\b"
    r"|用户|使用者|用戶|姓名|备注|備註|偏好|特点|喜欢|喜歡|希望|提到|表示|告诉|告訴|记住|記住|记得|記得|记下|记录|記錄"
    "|确认|確認|已经|已經|不再|截至|重要|必须|必須|一律|以后|以後|现在|現在"
    "|[不没沒起从從已说說请請的地得了着著是在有和与與及并並且对對把将將被也都就要会會这這那他她它其个個位]",
    re.IGNORECASE,
)
"""What a model or an order wraps around what it wants stored, and words and characters that say nothing alone."""

_NEGATION = re.compile(
    r"\b(?:not|no|never|none|without|stop(?:s|ped)?|quit|gave up|cancel(?:s|l?ed)?|drop(?:s|ped)?)\b|n['’]t\b"
    # Written without the apostrophe; "want", "agent" and "important" end alike and deny nothing.
    r"|\b(?:do|does|did|is|are|was|were|have|has|had|wo|ca|could|would|should|must|need|ai)nt\b"
    r"|不|没|沒|无需|別|别|取消|停|退出",
    re.IGNORECASE,
)
_DENIED = "¬"

_DATED = frozenset(
    re.findall(r"\w+", "januar februa march april may june juli august septem octob novemb decemb 年 月 日 号 號")
)
"""Terms that make numbers a date, English ones as `lexical.terms` stems them, cut to `_ROOT_LETTERS`."""

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？\n]*")
_QUESTION = re.compile(r"[?？]|[吗嗎呢](?:[\s?？]|$)|[谁誰]|什么|什麼|怎么|怎麼|多少|多久|哪|几点|幾點")
_NOTING = re.compile(
    r"\b(?:remember|note|save|store|keep|write|log|remind|record)\b|记|記|存|备注|備註|提醒", re.IGNORECASE
)

_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_NO_NUMERAL = "一起|一些|一下|一样|一直|一定|一般|一家|一同|同一|唯一|统一|万一|一点|十分"
_NUMERAL = re.compile(
    rf"({_NO_NUMERAL})|(?=[一二两三四五六七八九十])([一二两三四五六七八九]?)(十?)([一二三四五六七八九]?)"
)
_DIGITS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}

_HAN_OR_KANA = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7a3]")


def is_echo(content: str, *, injected: Sequence[str], said: Sequence[str]) -> bool:
    """True if `content`, what a tool is to write, merely repeats what this turn's prompt held, unasked by the user.

    `injected` are the texts put into the prompt (recalled memories, profile values, what recall_memory answered), each
    with the name it was shown with; `said` are the user's messages, oldest first. Compared are the terms that tell
    something. It is an echo if at most three injected texts hold `COVERED` of them, and the user stated less than
    `SUPPORTED` of them and said none of the rest. Where the user touches on it at all, a number or a denial that the
    injected texts lack is news too. Not seen are other words for the same, and a translation."""
    wanted = _terms(content)
    own = _all_terms(said)
    new = wanted - _copied(wanted, [_terms(text) for text in injected])
    if not wanted or new & own or _share(wanted, _all_terms(map(_stated, said))) >= SUPPORTED:
        return False
    values = frozenset(term for term in new if _is_value(term))
    if values and wanted & own:
        return False
    # A date that nobody said was put in by the model: it makes a copy no less of one.
    return _share(wanted - values, wanted - new) >= COVERED


def is_kept(statement: str, *, message: str, kept: Sequence[str]) -> bool:
    """True if what was `kept` of a message when it was answered holds this statement of it already.

    A text in another language shares no term with the message and cannot be compared: it counts as the statement."""
    wanted, said = _terms(statement), _terms(message)
    stored = [_terms(text) for text in kept]
    return any(_share(wanted, terms) >= _KEPT or not terms & said for terms in stored)


def asks_to_remove(said: Sequence[str]) -> bool:
    """True if the user's own words ask to forget, delete, remove, correct or replace something.

    `said` are their messages, oldest first. Only the last counts, unless it merely agrees or picks one of several: then
    the ones before it do. English and Chinese in both scripts, some Japanese, Thai, Vietnamese and Spanish. A doubtful
    message is one; "don't forget", "I forgot" and "how do I delete a branch" are not."""
    if not said:
        return False
    *earlier, last = said
    if wish_words.asks(last):
        return True
    return wish_words.agrees(last) and any(wish_words.asks(message) for message in earlier)


def _terms(text: str) -> frozenset[str]:
    """Return the terms that tell something: word roots, characters, numbers, and whether anything is denied."""
    told = _FRAMING.sub(" ", _with_digits(text))
    found = {term if term.isdigit() else term[:_ROOT_LETTERS] for term in terms(told) if not _is_pair(term)}
    return frozenset(found | {_DENIED} if _NEGATION.search(text) else found)


def _all_terms(texts: Iterable[str]) -> frozenset[str]:
    return frozenset[str]().union(*map(_terms, texts))


def _copied(wanted: frozenset[str], sources: Sequence[frozenset[str]]) -> frozenset[str]:
    """Return the terms wanted that `_SOURCES` sources hold, each time taking the one that adds most words."""
    covered: frozenset[str] = frozenset()
    for _ in range(_SOURCES):
        best = max((wanted & source for source in sources), key=lambda held: len(held - covered), default=covered)
        # A text that shares a number or a "not" is no source, or the 3 of one fact would cover another's.
        if covered and sum(len(term) for term in best - covered if not _is_value(term)) < _ADDED:
            break
        covered |= best
    return covered


def _share(of: frozenset[str], held: frozenset[str]) -> float:
    return len(of & held) / len(of) if of else 1.0


def _stated(message: str) -> str:
    """Return the message without what it only asks: who asks whether Bob is an admin has not said so.

    A question that wants something noted says it: "can you note that I moved?"."""
    sentences: list[str] = _SENTENCE.findall(message)
    return " ".join(text for text in sentences if not _QUESTION.search(text) or _NOTING.search(text))


def _is_pair(term: str) -> bool:
    """True for two neighbouring characters: the characters themselves are compared, as words are hard to tell."""
    return len(term) > 1 and _HAN_OR_KANA.match(term) is not None


def _is_value(term: str) -> bool:
    """True for numbers, what dates are written with, and the mark of a denial."""
    return term == _DENIED or term in _DATED or any(char.isdigit() for char in term)


def _with_digits(text: str) -> str:
    """Return the text with small numbers in digits: who says 七月三号 says 7月3号, and nine days are 9 days."""
    text = _NUMBER.sub(lambda found: str(_NUMBERS.index(found[0].lower()) + 1), text)
    return _NUMERAL.sub(_in_digits, text)


def _in_digits(found: re.Match[str]) -> str:
    other, tens, ten, ones = found.groups()
    if other:
        return found[0]
    if ten:
        return str(10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0))
    return "".join(str(_DIGITS[char]) for char in tens + ones)
