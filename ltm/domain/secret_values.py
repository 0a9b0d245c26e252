"""Whether what stands where a secret would stand is one: made-up or drawn, not a word, a placeholder or code."""

import re

_DRAWN_DISTINCT = 6
"""A drawn value has more: 16 hex digits have fewer than 6 different ones less than once in a thousand times."""

_PLACEHOLDER = re.compile(
    r"[<\[]|\$\(|\$\{|\{\{|\{[a-z_]|%[a-z_]{1,40}%|\$[a-z_]{2,40}$|(?:[a-z]{1,8}[-_])?(?:\*\*|xxx|\.\.\.)|…|[•·●∙]"
    r"|your[-_ ]?|my[-_](?:secret|password|token|api|key)|example|redacted|masked|placeholder|change[-_]?me"
    r"|replace[-_]?me|todo|dummy|insert[-_]"
)
"""Looked for at the start of a lower-case value, which is where placeholders show themselves."""

_CODE = re.compile(
    r"[a-z_$][a-z0-9_.$]{0,60}[(\[]|(?:self|this|os|process|env|config|settings|request|req|args|params|options|ctx"
    r"|secrets|data|body|form|credentials|user|context)\.[a-z_]|(?:https?|file)://|~/|\./|/[a-z]{2,20}/|::"
)
_VERSION = re.compile(r"v?[0-9]{1,4}(?:\.[0-9x]{1,6}){1,4}(?:[-+.][0-9a-z.+-]{0,20})?")
_MEASURE = re.compile(
    r"[0-9]{1,6}[-+]?(?:st|nd|rd|th|s|ms|h|min|chars?|characters?|letters?|digits?|bits?|bytes?|days?|hours?|minutes?"
    r"|weeks?|months?|years?|times|x|k|m|kb|mb|gb|%)|(?:19|20)[0-9]{2}[-/.][0-9]{1,2}(?:[-/.][0-9]{1,2})?(?:t[0-9:.z+]{0,16})?"
)
_MAIL = re.compile(r"[a-z0-9_.+-]{1,64}@[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,4}\.[a-z]{2,20}")
_INNER_SIGN = re.compile(r"[A-Za-z0-9][!@#$%^&*+~?|]{1,8}[A-Za-z0-9]")
_INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
_TELLING_SIGN = re.compile(r"[0-9!@#$%^&*+~?|]|[a-z][A-Z]")
_LETTER, _DIGIT = re.compile(r"[A-Za-z]"), re.compile(r"[0-9]")
_DIGITS = re.compile(r"[0-9](?:[ .-]?[0-9]){3,31}")
_ABOUT_SECRETS = re.compile(r"pass|pwd|secret|token|key|credential|auth")
_EDGES = ".,!?:;()[]{}<>"

_STATES = """
    required optional wrong incorrect invalid valid expired missing empty blank none null nil true false yes no
    unknown undefined string str text char varchar int integer bool boolean number object bytes array list dict
    password passwd passphrase pass pwd secret token code value values field input hidden default username user
    login email name type changed reset forgotten forgot lost unset updated protected encrypted hashed weak
    strong short long simple safe secure unsafe public private disabled enabled needed mandatory correct good bad
    different another something nothing anything everything below above elsewhere later tomorrow yesterday again
    mine ours theirs self tests testing sample foobar postgres bearer basic digest
"""
_TELLING = """
    a an the this that these those is are was were be been has have had do does did must should can cannot could will
    would may might not no or and if in on at of to for from with without by as it its you your we our they them i my
    he she his her what which when where why how who please ask here there still least only minimum maximum
"""
_SENTENCE_WORDS = frozenset(_TELLING.split())
_NO_PASSWORDS = _SENTENCE_WORDS | frozenset(_STATES.split())
"""What stands behind "password:" without being one: states, types, and the words that sentences are made of."""


def is_placeholder(value: str) -> bool:
    """True for what people write where a secret belongs: `<your password>`, `${VAR}`, `****`, `xxx`, `YOUR_API_KEY`.

    So is one letter or sign repeated; a repeated digit is not.
    """
    return _PLACEHOLDER.match(value.lower()) is not None or not (value[:1].isdecimal() or value.strip(value[:1]))


def is_code(value: str) -> bool:
    """True for a call, an element, an attribute of something well known, an address or a path."""
    return _CODE.match(value.lower()) is not None


def is_drawn(value: str) -> bool:
    """True if it has as many different letters and digits as a generator draws, a digit or a capital among them."""
    distinct = {sign for sign in value if sign.isalnum()}
    return len(distinct) >= _DRAWN_DISTINCT and not (value.islower() and value.replace("-", "").isalpha())


def is_digits(value: str) -> bool:
    """True for four digits or more, in groups or not, that are no date and no version."""
    return _DIGITS.fullmatch(value) is not None and not _is_measure(value)


def is_made_up(value: str, *, least: int = 4) -> bool:
    """True if the value has the shape of a password: nothing that a sentence would have in its place.

    At least `least` characters without the punctuation around them, and of those: letters and digits together, or
    letters with one of !@#$%^&*+~?| in between, or (8 characters and more) a capital behind a small letter. Never:
    placeholders, code, addresses, versions, dates, and numbers with a unit.
    """
    core = value.strip(_EDGES)
    if len(core) < least or not _has_telling_sign(core):
        return False
    lowered = core.lower()
    return not (is_placeholder(value) or is_code(value) or _is_measure(lowered) or _MAIL.fullmatch(lowered))


def is_passphrase(text: str) -> bool:
    """True for three words or more, all of letters, none of those that sentences are made of."""
    words = text.lower().split()
    return len(words) >= 3 and all(word.isalpha() and word not in _SENTENCE_WORDS for word in words)


def is_word(value: str) -> bool:
    """True for one word of five letters or more that could be a password: no state, no type, no placeholder."""
    core = value.strip(_EDGES)
    lowered = core.lower()
    plain = len(core) >= 5 and core.isascii() and core.replace("-", "").isalpha()
    return plain and lowered not in _NO_PASSWORDS and not is_placeholder(value)


def is_key(value: str, *, least: int) -> bool:
    """True for `least` characters with letters and digits, or 20 letters in mixed case: drawn by a program."""
    core = value.strip(_EDGES)
    if len(core) < least or _LETTER.search(core) is None:
        return False
    if _DIGIT.search(core) is None and (len(core) < 20 or _INNER_CAPITAL.search(core) is None):
        return False
    return not (is_placeholder(value) or is_code(value) or _is_measure(core.lower()))


def _has_telling_sign(core: str) -> bool:
    sign = _TELLING_SIGN.search(core)
    if sign is None or _LETTER.search(core) is None:
        return False
    if sign[0].isdecimal() or _DIGIT.search(core) is not None:
        return True
    return len(core) >= 6 and (_INNER_SIGN.search(core) is not None or _is_mixed(core))


def _is_mixed(core: str) -> bool:
    return len(core) >= 8 and _INNER_CAPITAL.search(core) is not None and _ABOUT_SECRETS.search(core.lower()) is None


def _is_measure(lowered: str) -> bool:
    return _VERSION.fullmatch(lowered) is not None or _MEASURE.fullmatch(lowered) is not None


PATTERNS = (
    *(_PLACEHOLDER, _CODE, _VERSION, _MEASURE, _MAIL, _INNER_SIGN, _INNER_CAPITAL, _LETTER, _DIGIT, _DIGITS),
    _TELLING_SIGN,
    _ABOUT_SECRETS,
)
"""All patterns of this module; each is applied to a value of bounded length."""
