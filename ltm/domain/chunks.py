"""Long text in parts that can be found one by one: cut at the ends of sentences, each beginning in the one before."""

import re
from bisect import bisect_left, bisect_right

from ltm.domain import budget

CHUNK_TOKENS = 400
"""Of one part: some two or three paragraphs. A vector of more says too little of each of them; chosen by feel."""

OVERLAP_TOKENS = 80
"""What a part repeats of the one before, so that two sentences which belong together stand together once."""

_CHARS_PER_TOKEN = 8
"""At most: white space has no tokens, and a part has to stay a storable memory all the same."""

_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|[。！？…!?]+[”’」』）]*|\n")
_CLAUSE_END = re.compile(r"[,;:](?=\s)|[，；：、]")
_WORD_END = re.compile(r"(?=\s)")
_ENDS = (_SENTENCE_END, _CLAUSE_END, _WORD_END)


def chunks(text: str, tokens: int = CHUNK_TOKENS, overlap: int = OVERLAP_TOKENS) -> list[str]:
    """Return the text in parts of at most `tokens` (see `budget.tokens`), in order, none where it is blank.

    Every part is a piece of the text as it stands, trimmed; nothing but white space lies between two. It ends with a
    sentence where one ends in its second half, else with a clause or a word. Raises ValueError unless
    0 <= overlap < tokens."""
    if not 0 <= overlap < tokens:
        raise ValueError("the overlap must be shorter than a part")
    text = text.strip()
    if len(text) <= _CHARS_PER_TOKEN * tokens and budget.tokens(text) <= tokens:
        return [text] if text else []
    ends = [[match.end() for match in pattern.finditer(text)] for pattern in _ENDS]
    parts: list[str] = []
    start = covered = 0
    while covered < len(text):
        furthest = _furthest(text, start, tokens)
        if furthest < len(text):
            furthest = _last(ends, max(covered + 1, (start + furthest + 1) // 2), furthest)
        parts.append(text[start:furthest].strip())
        covered = furthest
        start = _start(text, ends, start, covered, overlap)
    return [part for part in parts if part]


def _furthest(text: str, start: int, tokens: int) -> int:
    """Return the last place up to which the text from `start` has that many tokens at most."""
    places = range(start + 1, min(len(text), start + _CHARS_PER_TOKEN * tokens) + 1)
    return start + bisect_right(places, tokens, key=lambda end: budget.tokens(text[start:end]))


def _start(text: str, ends: list[list[int]], start: int, covered: int, overlap: int) -> int:
    """Return where the part after the one from `start` to `covered` begins: at a sentence, a clause or a word."""
    places = range(max(start + 1, covered - _CHARS_PER_TOKEN * overlap), covered)
    first = places.start + bisect_left(places, -overlap, key=lambda at: -budget.tokens(text[at:covered]))
    half = (first + covered) // 2
    for places_of_kind in ends:
        place = bisect_left(places_of_kind, first)
        if place < len(places_of_kind) and places_of_kind[place] <= half:
            return places_of_kind[place]
    return first


def _last(ends: list[list[int]], low: int, high: int) -> int:
    """Return the best place from `low` to `high` to cut at: where a sentence ends, else a clause, else a word."""
    for places in ends:
        place = bisect_right(places, high) - 1
        if place >= 0 and places[place] >= low:
            return places[place]
    return high
