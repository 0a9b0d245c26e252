"""Secrets that are known by what is said about them: "my password is …", `API_KEY=…`, "验证码是…".

Read in three steps: a name ("password"), a link behind it (":" or "=", "is" or "是", or nothing but a space), and a
value. How little it takes for the value to count depends on the two before it:

- behind a password's name it counts if it has a made-up shape (`secret_values.is_made_up`) or is four digits or more.
  One ordinary-looking word counts only if it is quoted, or if ":" or "=" or a Chinese name led to it and nothing
  follows it in its clause, so that "password: hunter" counts and "my password is weak" does not;
- behind the name of a code (PIN, verification code, 验证码) it counts if it is 4 to 8 digits, or 4 to 8 letters with
  digits;
- behind the name of a key or token it counts if it is long enough (8 behind ":" or "is", else 16) and has letters and
  digits; "token: 4096" and "key is Esc" do not;
- behind 身份证, 卡号 or "card number" it counts if it has as many digits as such a number, whatever its checksum says:
  the name is enough, and a mistyped number is as private.
"""

import re
from collections.abc import Iterator

from ltm.domain.secret_names import NAMES, OWN, QUOTE, Name, introduction
from ltm.domain.secret_shapes import Accepts, SecretKind, Shape
from ltm.domain.secret_values import is_digits, is_drawn, is_key, is_made_up, is_passphrase, is_placeholder, is_word

_KINDS = {
    Name.PASSWORD: SecretKind.PASSWORD,
    Name.SECRET: SecretKind.PASSWORD,
    Name.CODE: SecretKind.CODE,
    Name.KEY: SecretKind.KEY,
    Name.PHRASE: SecretKind.PHRASE,
    Name.CARD: SecretKind.CARD_NUMBER,
    Name.IDENTITY: SecretKind.IDENTITY_CARD,
}
_VALUE = re.compile(r"[!#-&(-+\--:<-_a-~]{1,64}+")
"""ASCII without blanks, quotation marks, commas and semicolons."""

_QUOTED = re.compile(rf"[^\n{QUOTE}]{{1,64}}+(?=[{QUOTE}])")
_FOLLOWED_BY_UNIT = re.compile(r"[位年月日号天个次元块条点分秒岁度人字%到至多\-~]")
_CLAUSE_ENDS = re.compile(rf"\s{{0,3}}(?:\Z|[\n.,;!?)}}\]&/。、，；！？{QUOTE}]|[啦了吧哦呢哈噢])")
_SHORT_CODE = re.compile(r"(?:[a-z]-)?[0-9](?:[ -]?[0-9]){3,7}(?![0-9])|(?=[a-z]{0,7}[0-9])[0-9a-z]{4,8}(?![0-9a-z])")
_THREE = re.compile(r"[0-9]{3}(?![0-9])")
_TWELVE_WORDS = re.compile(r"[a-z]{3,8}+(?:[ ,]{1,2}[a-z]{3,8}+){11}")
"""A wallet's recovery phrase has 12 words or more, of 3 to 8 letters each (BIP-39)."""

_CARD = re.compile(r"[0-9](?:[ -]?[0-9]){11,18}(?![0-9])")
_IDENTITY = re.compile(r"[0-9]{17}[0-9Xx](?![0-9A-Za-z])|[0-9]{15}(?![0-9A-Za-z])")
_GIVEN = r"(?=(?P<value>[!#-&(-+\--:<-_a-~]{1,64}+))"
_GIVEN_WITH_DIGIT = rf"(?=[!-~]{{0,63}}?[0-9]){_GIVEN}"
_LONGEST = 64
_OTHER_CODES = "".join(rf"(?<! {word})" for word in ("zip", "postal", "area", "country", "error", "status", "promo"))
_WHOSE_CODE = "verification|security|confirmation|login|authentication|one-time|access|2fa|sms"


def _value(match: re.Match[str], text: str) -> str:
    found = _VALUE.match(text, match.end())
    return found[0] if found else ""


def _is_han(match: re.Match[str]) -> bool:
    return match.string[match.start()] > "\x7f"


def _password(match: re.Match[str], text: str) -> bool:
    value = _value(match, text)
    if not value:
        # Chinese characters with digits behind them, the one thing but ASCII that the pattern lets through here.
        return not text[match.end()].isascii()
    if value.isdecimal():
        return is_digits(value) and _FOLLOWED_BY_UNIT.match(text, match.end() + len(value)) is None
    return (
        is_made_up(value)
        or is_digits(value.strip(".!?:)#*"))
        or _is_quoted(match, text)
        or _is_lone(match, text, value)
    )


def _is_quoted(match: re.Match[str], text: str) -> bool:
    if match["quote"] is None or match["beside"] is not None or match[0].startswith("pass to"):
        return False
    quoted = _QUOTED.match(text, match.end())
    return quoted is not None and (is_word(quoted[0]) or is_passphrase(quoted[0]))


def _is_lone(match: re.Match[str], text: str, value: str) -> bool:
    is_led_to = match["sign"] is not None or (match["says"] is not None and _is_han(match))
    return is_led_to and _CLAUSE_ENDS.match(text, match.end() + len(value)) is not None and is_word(value)


def _secret(match: re.Match[str], text: str) -> bool:
    return is_made_up(_value(match, text), least=16 if match["beside"] is not None else 6)


def _code(match: re.Match[str], text: str) -> bool:
    if match[0].startswith(("cvv", "cvc")) and _THREE.match(text, match.end()):
        return True
    found = _SHORT_CODE.match(match.string, match.end())
    if found is None or _FOLLOWED_BY_UNIT.match(text, found.end()):
        return False
    return found[0].isdecimal() or match["beside"] is None or _is_han(match)


def _key(match: re.Match[str], text: str) -> bool:
    value = _value(match, text).split("&", 1)[0]
    if match["beside"] is not None or match[0].startswith("key"):
        return len(value) >= 16 and is_drawn(value) and is_key(value, least=16)
    return is_key(value, least=8)


def _phrase(match: re.Match[str], text: str) -> bool:
    return _TWELVE_WORDS.match(match.string, match.end()) is not None or _is_quoted(match, text)


def _card(match: re.Match[str], text: str) -> bool:
    return _CARD.match(text, match.end()) is not None


def _identity(match: re.Match[str], text: str) -> bool:
    return _IDENTITY.match(text, match.end()) is not None


_JUDGES: dict[Name, Accepts] = {
    Name.PASSWORD: _password,
    Name.SECRET: _secret,
    Name.CODE: _code,
    Name.KEY: _key,
    Name.PHRASE: _phrase,
    Name.CARD: _card,
    Name.IDENTITY: _identity,
}


def _named(name: Name, word: str) -> Shape:
    literal = word.removeprefix(OWN).split(" ", 1)[0]
    pattern = introduction(name, word)
    return Shape(kind=_KINDS[name], literal=literal, pattern=pattern, accepts=_JUDGES[name], folds=True)


def _login(match: re.Match[str], text: str) -> bool:
    value = text[match.start("value") : match.end("value")]
    return "/" not in value and is_made_up(value, least=6)


def _flag(match: re.Match[str], text: str) -> bool:
    return len(match["value"]) >= 4 and not is_placeholder(match["value"])


def _always(match: re.Match[str], text: str) -> bool:
    return True


def _folded(kind: SecretKind, literal: str, pattern: str, accepts: Accepts) -> Shape:
    return Shape(kind=kind, literal=literal, pattern=re.compile(pattern), accepts=accepts, folds=True)


def _pairs() -> Iterator[Shape]:
    """Yield a user's name and a password side by side, as people paste them and as programs take them."""
    for word in ("login", "account", "账号", "帐号", "用户名", "登录名"):
        pattern = rf"{word}[:= ]{{1,3}}[^\s/|:,]{{2,40}}+ ?[/|] ?{_GIVEN_WITH_DIGIT}"
        yield _folded(SecretKind.PASSWORD, word, pattern, _login)
    mail = rf"@[a-z0-9-]{{1,40}}+(?:\.[a-z0-9-]{{2,20}}+){{1,3}}+:{_GIVEN_WITH_DIGIT}"
    yield _folded(SecretKind.PASSWORD, "@", mail, _login)
    for flag in (" -u", "--user"):
        yield _folded(SecretKind.PASSWORD, flag, rf"{flag}[ =]?[\"']?[a-z0-9._-]{{1,40}}+:{_GIVEN}", _flag)
    mysql = rf"mysql[a-z]{{0,8}}+(?: -[uh] ?[^\s-]{{1,40}}+){{0,3}}+ -p{_GIVEN}"
    yield _folded(SecretKind.PASSWORD, "mysql", mysql, _flag)


def _value_first() -> Iterator[Shape]:
    """Yield "123456 is your verification code", "your Example code: 123456" and "hunter2 is my password"."""
    asked = rf"(?: [a-z-]{{1,20}}){{0,3}} (?:{_WHOSE_CODE})[ -](?:pass)?(?:code|password|word)"
    yield _folded(SecretKind.CODE, " is your", rf" is your(?<=[0-9]{{4}} is your){asked}", _always)
    sent = rf"(?<![a-z]your)(?: [a-z-]{{1,20}}+){{1,3}}?{_OTHER_CODES} code(?:: | is )[0-9]{{4,8}}+(?![0-9a-z])"
    yield _folded(SecretKind.CODE, "your", f"your{sent}", _always)
    for link in ("是", "为"):
        pattern = rf"{link}(?<=[0-9]{{4}}{link})[^\s，。,]{{0,12}}(?:验证码|校验码|动态码)"
        yield _folded(SecretKind.CODE, link, pattern, _always)
    for link in (" is ", " as "):
        pattern = (
            rf"{link}(?:my|the|our|his|her|your) (?:[a-z0-9_-]{{1,20}} )?(?:password|passphrase|passcode)(?![a-z])"
        )
        yield _folded(SecretKind.PASSWORD, link, pattern, _is_behind)
    yield _folded(SecretKind.PASSWORD, "是", r"是(?:我|他|她|你)?们?(?:的|家)?[a-z\u4e00-\u9fff]{0,6}?密码", _is_behind)


def _is_behind(match: re.Match[str], text: str) -> bool:
    """True if the word in front of what was found is made up."""
    words = text[max(0, match.start() - _LONGEST) : match.start()].split()
    return bool(words) and is_made_up(words[-1].lstrip("\"'`“‘「")[-_LONGEST:], least=6) and words[-1].isascii()


SHAPES = (*(_named(name, word) for name, words in NAMES.items() for word in words), *_pairs(), *_value_first())
PATTERNS = (
    *(shape.pattern for shape in SHAPES),
    *(_VALUE, _QUOTED, _FOLLOWED_BY_UNIT, _CLAUSE_ENDS, _SHORT_CODE, _THREE, _TWELVE_WORDS, _CARD, _IDENTITY),
)
