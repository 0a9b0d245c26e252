"""The names in a text, told by rule: by how they are written and by what stands before them.

English writes names with a capital letter. Chinese does not mark them: there only quotation marks, words such as 叫
that a name follows, and names that are known already tell one."""

import re
from collections.abc import Iterable

from ltm.domain.policy import MAX_ENTITIES, MAX_NAME_CHARS

_MAX_CHARS = 4_000
"""Of a text that are looked at: as many as a memory holds."""

_MAX_RUN = 4
"""Words of one name; a longer run of capitals is a heading."""

_MIN_KNOWN_CHARS = 2

_CASED = "A-Za-z\u00c0-\u024f\u0370-\u052f"
"""Latin, Greek and Cyrillic letters: what has capitals."""

_WORD = re.compile(rf"[{_CASED}][{_CASED}0-9]*(?:['’-][{_CASED}0-9]+)*")
_ENDING = re.compile(r"['’](?:s|m|d|re|ve|ll|t)$")
_BETWEEN_SENTENCES = re.compile(r"[.!?;:。！？；：\n\"“”「『(（*]\s*$|^\s*$")
_QUOTED = re.compile(r"《[^《》\n]{1,40}》|「[^「」\n]{1,40}」|『[^『』\n]{1,40}』|“[^“”\n]{1,40}”|\"[^\"\n]{1,40}\"")
_SENTENCE = re.compile(r"[.!?。！？，,；;](?:\s|$)|[。！？，；]")
# A name ends at a mark or at a word that cannot be in one; what is longer than any name is cut.
_CALLED = re.compile(
    r"(?:名字叫|名叫|名字是|取名|外号|叫)(?:作|做)?\s*(?![我你您他她它咱大人车外醒停])"
    r"([\u3400-\u4dbf\u4e00-\u9fff]{2,4}?)(?=[，。！？；、,.!?;\s（(]|[的她他它我你在是了和跟也就都住吗呢吧]|$)"
)
_NO_NAMES = frozenset(
    re.findall(
        r"\w+",
        """
    i a an the and but so yes no ok okay tv pc uk us usa eu mr mrs ms dr prof english chinese monday tuesday wednesday
    thursday friday saturday sunday january february march april may june july august september october november
    december
    """,
    )
)
"""Capitals that name nobody and nothing a second memory would be about."""


def entities_in(text: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """Return at most MAX_ENTITIES names, each once whatever its case, in the order in which they first occur.

    `known` are names such as those of the speakers, found wherever they stand as words of their own. The first word
    of a sentence is a name only where it is known or stands inside a sentence elsewhere. Time is linear in the text,
    of which the first 4,000 characters count."""
    text = text[:_MAX_CHARS]
    familiar = {name.casefold() for name in known if len(name) >= _MIN_KNOWN_CHARS}
    quoted = _quoted(text)
    found = [*_capitalised(text, familiar), *quoted, *_called(text), *_known(text, familiar)]
    # Of a title in quotation marks no word is a name by itself.
    inside = {start for at, name in quoted for start in range(at + 1, at + len(name))}
    names: dict[str, str] = {}
    for start, name in sorted(found):
        if name and start not in inside and len(name) <= MAX_NAME_CHARS:
            names.setdefault(name.casefold(), name)
    return tuple(names.values())[:MAX_ENTITIES]


def _capitalised(text: str, familiar: set[str]) -> list[tuple[int, str]]:
    """Return the runs of capitalised words and where they begin."""
    runs: list[list[tuple[int, str, bool]]] = []
    end = -2
    for word in _WORD.finditer(text):
        name = _ENDING.sub("", word[0])
        if not name[0].isupper() or name.casefold() in _NO_NAMES or len(name) < 2:
            continue
        begins = _BETWEEN_SENTENCES.search(text[max(0, word.start() - 4) : word.start()]) is not None
        if word.start() == end + 1 and text[end] == " " and not begins:
            runs[-1].append((word.start(), name, False))
        else:
            runs.append([(word.start(), name, begins)])
        # What follows a possessive is another name: "Alice's Paris".
        end = word.end() if name == word[0] else -2
    sure = familiar | {name.casefold() for run in runs for _, name, begins in run if not begins}
    kept = ([one for one in run if not one[2] or one[1].casefold() in sure] for run in runs)
    return [(run[0][0], " ".join(name for _, name, _ in run)) for run in kept if 0 < len(run) <= _MAX_RUN]


def _quoted(text: str) -> list[tuple[int, str]]:
    """Return what stands in quotation marks and is no sentence."""
    quoted = [(found.start() + 1, found[0][1:-1]) for found in _QUOTED.finditer(text)]
    return [(start, name.strip()) for start, name in quoted if not _SENTENCE.search(name)]


def _called(text: str) -> list[tuple[int, str]]:
    return [(found.start(1), found[1]) for found in _CALLED.finditer(text)]


def _known(text: str, familiar: set[str]) -> list[tuple[int, str]]:
    folded = text.casefold()
    found = []
    for name in familiar:
        # Only scripts with spaces between words have words of their own.
        whole = rf"(?<![{_CASED}]){re.escape(name)}(?![{_CASED}])"
        if name in folded and (place := re.search(whole, text, re.IGNORECASE)):
            found.append((place.start(), place[0]))
    return found
