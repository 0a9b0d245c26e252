"""Text of a memory in a Markdown file: it reads as text there, whatever it holds, and comes back as it was.

Escapes are CommonMark's own: a backslash before punctuation, and `&#x202E;` for a character that nobody sees.
"""

import re
from collections.abc import Sequence

from ltm.domain.framing import HIDDEN, JOINERS

_PUNCTUATION = "!-/:-@\\[-`{-~"
"""What a backslash takes the meaning of (CommonMark 0.31, section 2.4)."""

# A joiner beside a letter of a script that needs it, or inside an emoji, is part of what people see.
_UNSEEN = rf"[{HIDDEN}]|(?<![^\x00-\x7f])[{JOINERS}]|[{JOINERS}](?![^\x00-\x7f])"
_SPECIAL = re.compile(
    rf"(?P<unseen>{_UNSEEN})|\\(?=[{_PUNCTUATION}{HIDDEN}{JOINERS}])|<(?=[A-Za-z/!?])|&(?=#|[A-Za-z]\w*;)"
)
# What begins a heading, a list, a quotation, a fence, a rule or a table at the beginning of a line.
_BLOCK = re.compile(r"^(\s*)(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|`{3}|~{3}|[-*_=]{2,}\s*$|\|)")
_NUMBERED = re.compile(r"^(\s*\d{1,9})(?=[.)](?:\s|$))")
_ESCAPE = re.compile(rf"\\([{_PUNCTUATION}])|&#x([0-9A-Fa-f]{{1,6}});")

# Of a value between braces: what ends the value, the braces or the line, and a blank at either end.
_ODD = re.compile(rf"[%;,{{}}()<>\\\n\t{HIDDEN}{JOINERS}]|^\s|\s$")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")


def lines_of(text: str) -> list[str]:
    """Return the text's lines as they stand in a list item, none of which begins anything of its own."""
    return [_NUMBERED.sub(r"\1\\", _BLOCK.sub(r"\1\\", _SPECIAL.sub(_escaped, line))) for line in text.split("\n")]


def text_of(lines: Sequence[str]) -> str:
    """Return the text that `lines_of` made the lines of; of lines that somebody wrote, what they say."""
    return "\n".join(_ESCAPE.sub(_plain, line) for line in lines)


def value_of(text: str) -> str:
    """Return a name, tag or key as it stands between braces: `%` and two digits for each byte of an odd character."""
    return _ODD.sub(lambda odd: "".join(f"%{byte:02X}" for byte in odd[0].encode("utf-8", "replace")), text)


def text_of_value(value: str) -> str:
    return _PERCENT.sub(lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8", "replace"), value)


def _escaped(found: re.Match[str]) -> str:
    return f"&#x{ord(found[0]):X};" if found["unseen"] else f"\\{found[0]}"


def _plain(found: re.Match[str]) -> str:
    if found[1]:
        return found[1]
    code = int(found[2], 16)
    is_character = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if is_character else found[0]
