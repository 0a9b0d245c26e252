"""Stored text made fit for the place it is shown in: it can neither leave that place nor hide in it.

Anybody in a chat can have something remembered, so every stored text, name and tag may be an attempt to write to the
model in somebody else's voice. Letters, digits and punctuation of honest text stay; what is taken or changed is:

* *what nobody sees* (control, bidirectional and zero-width characters, tags, fillers): it hides orders from people
  that a model still reads, reorders what people see, or splits a word that is looked for;
* *combining marks beyond four on one character*: they cost tokens and paint over the lines around;
* for a model, *angle brackets and what looks like them*: they would close the block or open a tag of another kind,
  `<|im_start|>` and `<tool_call>` included;
* for a model, *square brackets that look like a memory's hints or like a model's control token*.

Orders in plain words ("ignore ...", `system:`, base64, Markdown) stay readable: they are what was said. They stand
behind our own words on a line that is not theirs, inside a block that says what it is.
"""

import re
import unicodedata

MAX_MARKS = 4
"""Combining marks kept on one character. Pointed Hebrew with cantillation and the Quran's Arabic need four,
Thai three and decomposed Vietnamese two."""

# Latin, symbols, Chinese, Japanese, Korean and emoji: without others no character has to be looked up by itself.
MARKLESS = (
    "\0-\u02ff\u1e00-\u20cf\u2100-\u2cee\u3000-\u3029\u3030-\u3098\u309b-\ua66e\uac00-\ud7ff\uf900-\ufb1d"
    "\uff00-\uffff\U0001f000-\U0001faff\U00020000-\U0003ffff"
)
_MAY_BE_MARK = re.compile(f"[^{MARKLESS}]")

# All that str.splitlines and Unicode (UAX 14) end a line at; a reader that knows only some sees other lines than we do.
_LINE_BREAK = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BLANKS = str.maketrans("\x1f\u2800", "  ")
"""The unit separator and the blank of Braille: they part words, and nobody sees them."""

# Unicode 15.1: all of Default_Ignorable_Code_Point and of Cc and Cf, but for tab, newline, the joiners, the emoji
# selector (they are looked at in their place) and Arabic's visible number signs.
HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls: NUL ends strings, ESC speaks to terminals
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks, overrides and isolates
    "\xad\u034f\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff"  # soft hyphen, grapheme joiner, zero-width, deprecated
    "\u2028\u2029"  # line and paragraph separators
    "\u115f\u1160\u17b4\u17b5\u3164\uffa0\U0001d159"  # letters and a note that are blank
    "\u180b-\u180d\u180f\ufe00-\ufe0e"  # selectors of a glyph: they choose a shape, and carry smuggled bytes
    "\ufff0-\ufffb\U000e0000-\U000e0fff"  # annotations, Unicode tags (ASCII nobody sees), selectors 17 to 256
    "\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # layout of hieroglyphs, shorthand and music
    "\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"  # halves of characters, and code points that are none
)
JOINERS = "\u200c\u200d"
EMOJI_SELECTOR = "\ufe0f"
_HIDDEN = re.compile(f"[{HIDDEN}]")

_EMOJI = (
    "\xa9\xae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf"
    "\u2934\u2935\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
# Arabic to Sinhala, Myanmar, Khmer and Mongolian: there a joiner changes what a word says (Persian, Sinhala).
_JOINING = "\u0600-\u0dff\u1000-\u109f\u1780-\u18af"
_IN_PLACE = re.compile(
    f"(?<=[{_JOINING}])[{JOINERS}](?=[{_JOINING}])"
    f"|(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}])|(?<=[{_EMOJI}]{EMOJI_SELECTOR})\u200d(?=[{_EMOJI}])"
    f"|(?<=[{_EMOJI}]){EMOJI_SELECTOR}|(?<=[0-9#*]){EMOJI_SELECTOR}(?=\u20e3)"
    f"|([{JOINERS}{EMOJI_SELECTOR}])"
)

LEFT_ANGLES = "<＜﹤‹〈\u2329⟨❬❮❰⧼⦑︿˂˱\U0001d236"
RIGHT_ANGLES = ">＞﹥›〉\u232a⟩❭❯❱⧽⦒﹀˃˲\U0001d237"
"""Angle brackets: those that compatibility forms fold to the ASCII ones, and those drawn like them.

The double ones (`«»`, `《》`) are everyday quotation marks, and no model's tags."""

_ANGLES = str.maketrans(
    dict.fromkeys(LEFT_ANGLES, "&lt;")
    | dict.fromkeys(RIGHT_ANGLES, "&gt;")
    | {"\u226e": "&lt;\u0338", "\u226f": "&gt;\u0338"}  # "not less", "not greater": decomposed, they hold the bracket
)
# Letters of Inuktitut, Runic and Miao drawn like brackets; beside Latin letters they are meant as brackets.
_LEFT_LETTERS, _RIGHT_LETTERS = "\u1438\u16b2", "\u1433\U00016f3f"
_LEFT_LETTER = re.compile(rf"[{_LEFT_LETTERS}](?= ?/? ?[A-Za-z!?|])")
_RIGHT_LETTER = re.compile(rf"(?<=[A-Za-z0-9\"'/|?-])[{_RIGHT_LETTERS}]")

# A memory's line is "- [2025-05-29 12:00 UTC; ...] text": a bracket after a bullet or before a date would pass for one.
_HINT = re.compile(r"(?<=[-‐-―−*•·])\[|(?<=[-‐-―−*•·] )\[|\[(?= ?\d{4} ?[-/.年])")
# [INST], [/INST], [TOOL_CALLS], [gMASK]: control tokens of Mistral and GLM, which some servers read in any text.
_CONTROL_TOKEN = re.compile(r"\[(?=/?[gs]?[A-Z][A-Z_]+\])")

_HINTS_PUNCTUATION = str.maketrans("[](){},;", "［］（）｛｝，；")

_RAW_IN_JSON = re.compile(
    rf"[{HIDDEN}{JOINERS}{EMOJI_SELECTOR}{LEFT_ANGLES}{RIGHT_ANGLES}{_LEFT_LETTERS}{_RIGHT_LETTERS}\u226e\u226f]"
    rf"|{_CONTROL_TOKEN.pattern}"
)


def cleaned(text: str) -> str:
    """Return what people see of a text, for people and other programs; every line break is a newline.

    Joiners stay between letters of scripts that need them and inside an emoji. Calling it twice changes nothing."""
    lines = _LINE_BREAK.sub("\n", text).translate(_BLANKS)
    seen = _with_few_marks(_HIDDEN.sub("", lines))
    return _IN_PLACE.sub(lambda found: "" if found[1] else found[0], seen)


def on_one_line(text: str) -> str:
    """Return the text cleaned, as words with one space between them."""
    return " ".join(cleaned(text).split())


def shortened(text: str, limit: int) -> str:
    """Return the text on one line of at most `limit` characters; one that was cut ends in `…`."""
    line = on_one_line(text)
    # Cleaned once more: the cut may have parted a joiner from what it joins.
    return line if len(line) <= limit else f"{on_one_line(line[: limit - 1])}…"


def escaped(text: str) -> str:
    """Return stored text for a prompt: one line that can open or close no tag, and passes for no hint of ours.

    `&lt;` stands for any angle bracket. `&` stays, so that escaping twice changes nothing: a text that says `&lt;`
    itself reads the same, and nobody decodes a prompt."""
    # Brackets first: some are in the range of emoji, and would keep a selector that loses its place.
    line = on_one_line(text.translate(_ANGLES))
    line = _RIGHT_LETTER.sub("&gt;", _LEFT_LETTER.sub("&lt;", line))
    return _CONTROL_TOKEN.sub("[ ", _without_hints(line))


def escaped_label(text: str) -> str:
    """Return a name or id for a memory's hints, whose own brackets, commas and semicolons it cannot forge.

    Theirs become full-width ones: nobody ends the hint early, or passes for another's id, by a name alone."""
    return escaped(text).replace("&lt;", "（").replace("&gt;", "）").translate(_HINTS_PUNCTUATION)


def escaped_json(document: str) -> str:
    """Return a JSON document that says the same with every hidden character and angle bracket as an escape.

    A model that called a tool reads its text as it stands; a parser gets back exactly what was stored."""
    return _RAW_IN_JSON.sub(lambda found: _json_escape(found[0]), document)


def _json_escape(character: str) -> str:
    """Return the \\uXXXX form, for characters beyond 16 bits of both halves (RFC 8259, section 7)."""
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4))


def _with_few_marks(text: str) -> str:
    """Return the text with at most four combining marks on a character, and none that stands on nothing.

    A mark at the beginning would change the character of ours before it (`>` and U+0338 are one letter in NFC)."""
    if not _MAY_BE_MARK.search(text):
        return text
    kept, marks = [], MAX_MARKS
    for character in text:
        if character in JOINERS or character == EMOJI_SELECTOR:
            kept.append(character)
        elif unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            if marks <= MAX_MARKS:
                kept.append(character)
        else:
            marks = MAX_MARKS if character.isspace() else 0
            kept.append(character)
    return "".join(kept)


def _without_hints(line: str) -> str:
    """Return the line with round brackets where square ones would look like the beginning of another memory."""
    characters = list(line)
    for found in _HINT.finditer(line):
        opening = found.start()
        characters[opening] = "("
        closing = line.find("]", opening)
        if closing > 0 and "[" not in line[opening + 1 : closing]:
            characters[closing] = ")"
    return "".join(characters)
