"""Search by word: which terms of a text are searched, and BM25 over them.

What is exact in a message (a name, an order number, a telephone number) is what vectors blur, so a code is searched
both whole and by its parts. English words are stemmed; text without spaces between words is searched by its
characters, which needs no dictionary and found more than words cut by one.
"""

import math
import re
from functools import lru_cache
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray
from snowballstemmer.english_stemmer import EnglishStemmer

from ltm.domain.episode import Episode

K1 = 0.9
"""How soon repeating a word stops counting; .9 as Anserini has it for passages (Lucene's own default is 1.2)."""

B = 0.4
"""How much a long text is held against its words; .4 as Anserini has it for passages (Lucene's own default is .75)."""

MAX_TERM_LENGTH = 64
"""Characters of the longest code or unstemmed word that is a term; past that it is a blob nobody types."""

_MAX_STEMMED_LENGTH = 32
_STEMS = 32_768
"""Stems kept: a stem takes about 0.1 ms in pure Python and 250 bytes here, and chats use some ten thousand words."""

_CHARACTERS = "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff"
_CHARACTERS += "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\u1100-\u11ff\uac00-\ud7a3"
"""Han, kana, bopomofo and Hangul: one character means something by itself."""

_SYLLABLES = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
"""Thai, Lao, Burmese and Khmer letters and marks: words are not divided by spaces, and a letter says little."""

_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
_MARKS += "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963"
_MARKS += "\u0981-\u0983\u09bc-\u09cd\u0a3c-\u0a4d\u0abc-\u0acd\u0b3c-\u0b4d\u0bbe-\u0bcd\u0c3e-\u0c4d\u0cbc-\u0ccd"
_MARKS += "\u0d3b-\u0d4d\u200c\u200d"
"""Accents and vowel signs, which Python's \\w leaves out of words, and the joiners inside Persian and Indic ones."""

_LETTER = rf"[^\W_{_CHARACTERS}{_SYLLABLES}]"
_WORD = rf"{_LETTER}[{_MARKS}]*(?:{_LETTER}[{_MARKS}]*)*+"
_PIECE = re.compile(
    rf"(?P<characters>[{_CHARACTERS}]++)|(?P<syllables>[{_SYLLABLES}]++)"
    rf"|(?P<code>{_WORD}(?:[-._@/:+#&]{_WORD}|(?<=\d),(?=\d{{3}}(?!\d)){_WORD})++)|(?P<word>{_WORD})"
)
_PARTS = re.compile(r"[-._@/:+#&,]")
_OPTIONAL = str.maketrans("", "", "-_,")
"""What people leave out of codes and numbers as they please: 138-0013-8000, wi-fi, 12,000."""

# Fifteen digits are the most a telephone number has (ITU-T E.164); fewer than seven are no number to call.
_TELEPHONE = re.compile(r"(?<![\w+])\+?\(?\d(?:[ ()-]{0,2}\d){6,14}(?![ ()-]{0,2}\w)")
_DIGITS = re.compile(r"\d+")

_APOSTROPHES = str.maketrans("’‘ʼ`", "''''")
_CONTRACTION = re.compile(r"\b[a-z]{1,7}+(?<=n)'t\b|'(?:s|m|d|re|ve|ll)\b")
"""Isn't, won't and their like are stop words; of I'm, she'll and Anna's the word before the apostrophe is kept."""

_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
    a about above after again against all am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just me more most my myself no nor not now of off on
    once only or other our ours ourselves out over own same she should so some such than that the their theirs them
    themselves then there these they this those through to too under until up very was we were what when where which
    while who whom whose why will with would you your yours yourself yourselves
    """,
    )
)


def terms(text: str) -> list[str]:
    """Return the terms of a memory or of a question, in order, as often as they occur.

    Widths and case are folded (NFKC, case folding). English words are stemmed and stop words left out; other words
    with spaces between them stay as they are, and so do those with digits. A code such as ORD-2024-8817 or an address
    gives its parts and then the whole; hyphens, underscores and digit groups make no difference to the whole. Chinese,
    Japanese and Korean give every character and every two neighbours, Thai and its like every three."""
    text = normalize("NFKC", normalize("NFKC", text).casefold())
    found = _telephone_numbers(text)
    text = text.translate(_APOSTROPHES)
    if "'" in text:
        text = _CONTRACTION.sub(" ", text)
    for piece in _PIECE.finditer(text):
        run = piece[0]
        match piece.lastgroup:
            case "word":
                _add_word(found, run)
            case "code":
                _add_code(found, run)
            case "characters":
                found.extend(run)
                found.extend(_grams(run, 2))
            case _:
                found.extend(_grams(run, 3) or [run])
    return found


def document_terms(episode: Episode) -> list[str]:
    """Return the terms a memory is found by: who said it, what, about whom, and its tags.

    With the speaker's name BM25 alone found .648 instead of .615 of the evidence among its first ten (LoCoMo,
    conversations 26, 30 and 41)."""
    name = terms(episode.speaker.name) if episode.speaker else []
    return [*name, *terms(episode.content), *terms(" ".join([episode.subject, *episode.tags]))]


def idf(df: int, n: int) -> float:
    """Return how much a term says that `df` of `n` memories hold; above 0 for every df of 0 to n.

    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), with the 1 that Lucene's
    BM25Similarity adds inside the logarithm so that no term counts against a memory."""
    return math.log(1 + (n - df + 0.5) / (df + 0.5))


def saturation(lengths: NDArray[np.number], mean_length: float) -> NDArray[np.float32]:
    """Return how many times a memory has to hold a term for the term to earn half its idf: more in a longer one.

    `lengths` are numbers of terms, shape (memories,); `mean_length` is above 0. K1 times the length norm of BM25."""
    return lengths.astype(np.float32, copy=False) * np.float32(K1 * B / mean_length) + np.float32(K1 * (1 - B))


def weight(tf: NDArray[np.number], saturation: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much of a term's idf each memory earns, 0 to 1: more for repeats, less in a longer text.

    `tf` is how often the memory holds the term, `saturation` that of its length, shape (memories,) both. BM25 of
    Robertson and Zaragoza (2009) as Lucene's BM25Similarity has it since version 8: without the factor k1 + 1, which
    changes no order."""
    counts = tf.astype(np.float32, copy=False)
    return counts / (counts + saturation)


def _add_word(found: list[str], word: str) -> None:
    if word in _STOP_WORDS:
        return
    if word.isascii() and word.isalpha() and len(word) <= _MAX_STEMMED_LENGTH:
        found.append(_stem(word))
    else:
        found.append(word[:MAX_TERM_LENGTH])


def _add_code(found: list[str], code: str) -> None:
    for part in _PARTS.split(code):
        _add_word(found, part)
    whole = code.translate(_OPTIONAL)
    if len(whole) <= MAX_TERM_LENGTH:
        found.append(whole)


def _telephone_numbers(text: str) -> list[str]:
    """Return the digits of what spaces or brackets divide; after a + also those without the country's code."""
    found = []
    for number in _TELEPHONE.finditer(text):
        groups = _DIGITS.findall(number[0])
        # Without a space or bracket it is a code, or one word, and found as such.
        if " " in number[0] or "(" in number[0]:
            found.append("".join(groups))
        if number[0].startswith("+") and len(groups) > 1:
            found.append("".join(groups[1:]))
    return found


def _grams(run: str, length: int) -> list[str]:
    return [run[start : start + length] for start in range(len(run) - length + 1)]


@lru_cache(maxsize=_STEMS)
def _stem(word: str) -> str:
    # A stemmer keeps the word it works on in itself, and terms are wanted in several threads.
    return str(EnglishStemmer().stemWord(word))
