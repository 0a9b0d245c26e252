"""How people introduce a secret: its name ("password", 验证码), and what links the name with the value behind it."""

import re
from enum import Enum, auto

OWN = "own "
"""Marks names that count only where no letter or digit stands before them: "pin" is in "opinion"."""


class Name(Enum):
    """What is named; each has its own rule for the value."""

    PASSWORD = auto()
    SECRET = auto()
    CODE = auto()
    KEY = auto()
    PHRASE = auto()
    CARD = auto()
    IDENTITY = auto()


NAMES: dict[Name, tuple[str, ...]] = {
    Name.PASSWORD: (
        *("password", "passwd", "passphrase", "passcode", "own pwd", "own pw", "own pass"),
        *("密码", "口令", "授权码", "passwort", "kennwort", "contraseña", "mot de passe", "пароль"),
        *("パスワード", "비밀번호"),
        *("own psk", "pre shared key", "pre-shared key"),
    ),
    Name.SECRET: ("secret",),
    Name.CODE: (
        *("verification code", "security code", "confirmation code", "login code", "auth code", "authentication code"),
        *("one time code", "one-time code", "2fa code", "mfa code", "sms code", "access code", "unlock code"),
        *("door code", "alarm code", "gate code", "own pin", "own otp", "own cvv", "own cvc"),
        *("验证码", "校验码", "动态码", "确认码", "提取码"),
    ),
    Name.KEY: (
        *("api key", "access key", "secret key", "private key", "encryption key", "signing key", "session key"),
        *("app key", "secret access key", "account key", "master key", "license key", "token", "credential", "own key"),
        *("密钥", "秘钥", "私钥", "令牌", "卡密", "激活码", "secret key base"),
    ),
    Name.PHRASE: ("recovery phrase", "seed phrase", "mnemonic", "助记词"),
    Name.CARD: (
        *("card number", "card no", "credit card", "debit card", "bank card"),
        *("卡号", "银行卡", "信用卡", "储蓄卡"),
    ),
    Name.IDENTITY: ("身份证", "证件号", "identity card", "id card"),
}
"""In lower case; a blank stands for a blank, `_`, `-` or nothing."""

QUOTE = "\"'`“”‘’「」『』«»"
_MORE = r"(?:s|号码|号|码|number| number| code| no\.?| id)?[\"'\]`\\]{0,3}"
_WHOSE = (
    r"(?: ?\([^()\n]{1,24}\))?"
    r"(?: (?:for|of|on|at|in|to|bei) [a-z0-9._-]{1,24}+(?: (?!is |was )[a-z0-9._-]{1,24}+){0,3}?"
    r"| (?:i|we|he|she|they) [a-z]{2,12}+(?: [a-z]{2,12}+)?)?"
)
_SIGN = r"(?P<sign>\s{0,3}(?::=|=>|->|→|={1,2}|:)\s{0,3})"
_SAYS = (
    r"(?P<says>(?:'s|’s| is| was| are| will be| should be| ist)(?: now| still| just| actually| currently)?:?\s{1,2}"
    r"| (?:changed )?(?:to|as|now):?\s{1,2}"
    r"|(?=[\s我就现目已都也被把应还是为叫改换设用])\s?(?:我|就|现在|目前|已经|已|都|也|被|把它|应该|还){0,3}"
    r"(?:是|为|叫|[改换设变]成|设置成|设置为|[改设]为|用的是)了?:?\s{0,2})"
)
_BESIDE = rf"(?P<beside>\s{{1,3}}|(?<=[^\x00-\x7f])|(?=[{QUOTE}]))"
_OPENS = {
    # Behind "=" or ":" a password may open with Chinese characters; elsewhere those go on telling something.
    Name.PASSWORD: r"(?=[!-~]|(?(sign)[\u4e00-\u9fff]{2,12}+[0-9]{2}|(?!)))",
    Name.SECRET: r"(?=[!-~]{6})",
    Name.CODE: r"(?=(?:[a-z]-)?[a-z]{0,7}[0-9])",
    Name.KEY: r"(?=[!-~]{8})",
    Name.PHRASE: r"(?=[a-z]{3,8}+[ ,])",
    Name.CARD: r"(?=[0-9])",
    Name.IDENTITY: r"(?=[0-9])",
}
"""What a value has to open with, so that `re` passes by all the other places where a name stands."""


def introduction(name: Name, word: str) -> re.Pattern[str]:
    """Return the pattern, for lower-case text, of that word up to where its value begins.

    Its groups say how the value is linked: `sign` (":" or "="), `says` ("is", 是) or `beside` (nothing but a space);
    `quote` is the quotation mark that opens the value.
    """
    written = word.removeprefix(OWN)
    own = rf"(?<![a-z0-9]{re.escape(written)})" if word.startswith(OWN) else ""
    named = re.escape(written).replace(r"\ ", "[ _-]?") + own
    link = rf"(?>{_WHOSE}(?:{_SIGN}|{_SAYS})|{_BESIDE})"
    return re.compile(rf"{named}{_MORE}{link}(?P<quote>\\?[{QUOTE}])?+{_OPENS[name]}")
