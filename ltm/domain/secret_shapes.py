"""Secrets that are known by their shape alone: issued keys and tokens, headers, private keys, addresses, numbers.

Each shape opens with literal text and asks backwards from there where it began, so that `re` skips to the literal and
looks at every place once; every quantifier is bounded. Prefixes are those the issuers publish.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ltm.domain.checksums import is_card_number, is_identity_card_number
from ltm.domain.secret_values import is_code, is_drawn, is_made_up, is_placeholder


class SecretKind(StrEnum):
    """What a secret is, in words for the person who is told that it was not stored."""

    ANTHROPIC_KEY = "Anthropic key"
    OPENAI_KEY = "OpenAI key"
    MODEL_KEY = "model provider's key"
    GITHUB_TOKEN = "GitHub token"
    GITLAB_TOKEN = "GitLab token"
    SLACK_TOKEN = "Slack token"
    STRIPE_KEY = "Stripe key"
    AWS_KEY = "AWS key"
    GOOGLE_KEY = "Google key"
    CLOUD_KEY = "cloud access key"
    SERVICE_TOKEN = "service token"
    WEBHOOK = "webhook address"
    AUTHORIZATION = "authorization header"
    PRIVATE_KEY = "private key"
    JSON_WEB_TOKEN = "JSON web token"
    CONNECTION = "address with a password"
    PASSWORD = "password"
    CODE = "PIN or one-time code"
    KEY = "key or token"
    PHRASE = "recovery phrase"
    CARD_NUMBER = "bank card number"
    IDENTITY_CARD = "identity card number"


Accepts = Callable[[re.Match[str], str], bool]


MOST_FINDS = 400
"""Of one shape that are judged; a text with more of what looks like a secret is taken for one. Nobody says that many in
a memory, and judging the 33,000 that fit into 100 kB would take a quarter of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One way a secret looks: `literal` is in every text that holds it, `accepts` judges what the pattern found.

    With `folds` both are compared with the text in lower case; `accepts` gets the text itself, of the same length.
    """

    kind: SecretKind
    literal: str
    pattern: re.Pattern[str]
    accepts: Accepts
    folds: bool = False
    signs: frozenset[str] = field(init=False)
    """The characters of the literal: a text that lacks one needs no search."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "signs", frozenset(self.literal))

    def is_in(self, plain: str, lowered: str) -> bool:
        """True if the text, given as it is and in lower case, holds such a secret."""
        searched = lowered if self.folds else plain
        if self.literal not in searched:
            return False
        for number, found in enumerate(self.pattern.finditer(searched)):
            if number == MOST_FINDS or self.accepts(found, plain):
                return True
        return False


_SAFE, _ALNUM, _HEX = "A-Za-z0-9_-", "A-Za-z0-9", "0-9a-f"
# Kind, opening, alphabet of the rest, how many of the rest are enough.
_ISSUED: tuple[tuple[SecretKind, str, str, int], ...] = (
    (SecretKind.ANTHROPIC_KEY, "sk-ant-", _SAFE, 20),
    *((SecretKind.OPENAI_KEY, f"sk-{part}-", _SAFE, 20) for part in ("proj", "svcacct", "admin", "None")),
    (SecretKind.MODEL_KEY, "sk-or-v1-", _HEX, 32),
    (SecretKind.OPENAI_KEY, "sk-", _ALNUM, 20),
    *((SecretKind.MODEL_KEY, opening, _ALNUM, 20) for opening in ("hf_", "gsk_", "xai-", "r8_", "pplx-", "tvly-")),
    *(
        (SecretKind.MODEL_KEY, opening, _ALNUM, 20)
        for opening in ("tvly-dev-", "tvly-prod-", "fw_", "fastgpt-", "app-")
    ),
    *((SecretKind.GITHUB_TOKEN, f"gh{kind}_", _ALNUM, 30) for kind in "pousr"),
    (SecretKind.GITHUB_TOKEN, "github_pat_", "A-Za-z0-9_", 22),
    *((SecretKind.GITLAB_TOKEN, f"gl{kind}-", _SAFE, 16) for kind in ("pat", "dt", "rt", "ft", "ptt", "cbt", "soat")),
    *((SecretKind.GITLAB_TOKEN, f"gl{kind}-", _SAFE, 16) for kind in ("imt", "agent", "oas", "ffct")),
    (SecretKind.GITLAB_TOKEN, "GR1348941", _SAFE, 16),
    *((SecretKind.SLACK_TOKEN, f"xox{kind}-", "A-Za-z0-9-", 16) for kind in "abcdeoprs"),
    *((SecretKind.SLACK_TOKEN, opening, "A-Za-z0-9-", 20) for opening in ("xapp-1-", "xoxe.xoxp-", "xoxe.xoxb-")),
    *((SecretKind.STRIPE_KEY, f"{who}_{mode}_", _ALNUM, 16) for who in ("sk", "pk", "rk") for mode in ("live", "test")),
    (SecretKind.STRIPE_KEY, "whsec_", "A-Za-z0-9+/", 20),
    *((SecretKind.AWS_KEY, opening, "A-Z0-9", 16) for opening in ("AKIA", "ASIA", "ABIA", "ACCA")),
    (SecretKind.GOOGLE_KEY, "AIza", _SAFE, 30),
    (SecretKind.GOOGLE_KEY, "GOCSPX-", _SAFE, 20),
    (SecretKind.GOOGLE_KEY, "ya29.", _SAFE, 20),
    (SecretKind.CLOUD_KEY, "LTAI", _ALNUM, 12),
    (SecretKind.CLOUD_KEY, "AKID", _ALNUM, 28),
    (SecretKind.CLOUD_KEY, "AKLT", _ALNUM, 28),
    (SecretKind.CLOUD_KEY, "bce-v3/ALTAK-", "A-Za-z0-9/", 20),
    *((SecretKind.CLOUD_KEY, f"do{kind}_v1_", _HEX, 40) for kind in "por"),
    (SecretKind.CLOUD_KEY, "hvs.", _SAFE, 20),
    (SecretKind.CLOUD_KEY, "dapi", _HEX, 32),
    *((SecretKind.SERVICE_TOKEN, f"shp{kind}_", _HEX, 32) for kind in ("at", "ss", "ca", "pa")),
    (SecretKind.SERVICE_TOKEN, "SK", _HEX, 32),
    (SecretKind.SERVICE_TOKEN, "SG.", _SAFE, 20),
    (SecretKind.SERVICE_TOKEN, "pypi-AgE", _SAFE, 20),
    *((SecretKind.SERVICE_TOKEN, opening, _SAFE, 20) for opening in ("dckr_pat_", "figd_", "ntn_", "glsa_", "glc_")),
    *((SecretKind.SERVICE_TOKEN, opening, _ALNUM, 32) for opening in ("npm_", "lin_api_", "secret_", "rubygems_")),
    *(
        (SecretKind.SERVICE_TOKEN, opening, _SAFE, 20)
        for opening in ("PMAK-", "NRAK-", "sq0csp-", "sq0atp-", "sntrys_")
    ),
    (SecretKind.SERVICE_TOKEN, "AGE-SECRET-KEY-1", "A-Z0-9", 30),
)
_WEBHOOKS = (
    "hooks.slack.com/services/T",
    "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=",
    "oapi.dingtalk.com/robot/send?access_token=",
    "open.feishu.cn/open-apis/bot/v2/hook/",
    "open.larksuite.com/open-apis/bot/v2/hook/",
    "discord.com/api/webhooks/",
    "discordapp.com/api/webhooks/",
)
_PAIRED_WORDS = frozenset({"password", "passwd", "pass", "pwd", "secret", "token"})
"""What addresses in documentation have in the place of a password."""

_NUMBERED = re.compile(
    r"(?:order|invoice|ticket|booking|tracking|parcel|shipment|imei|isbn|reference|订单|单号|运单|快递|发票|流水|物流)"
    r"(?:number|no|nr|id|is|[#.: =]|编|号|码|是|为){0,8}$"
)
"""In front of a number that is an order's and not a card's, though one in ten passes the check."""

_ORDER_WINDOW = 32


def _any(match: re.Match[str], text: str) -> bool:
    return True


def _drawn(match: re.Match[str], text: str) -> bool:
    return is_drawn(match["value"]) and not is_placeholder(match["value"])


def _mixed(match: re.Match[str], text: str) -> bool:
    value = match["value"]
    return is_drawn(value) and value.lower() != value and value.upper() != value


def _credential(match: re.Match[str], text: str) -> bool:
    value = text[match.start("value") : match.end("value")]
    return is_made_up(value, least=8) or (len(value) >= 16 and is_drawn(value))


def _address_password(match: re.Match[str], text: str) -> bool:
    value = match["value"]
    return not is_placeholder(value) and not is_code(value) and value.lower() not in _PAIRED_WORDS


def _card(match: re.Match[str], text: str) -> bool:
    digits = match[0].replace(" ", "").replace("-", "")
    before = text[max(0, match.start() - _ORDER_WINDOW) : match.start()].lower()
    return is_card_number(digits) and _NUMBERED.search(before) is None


def _identity(match: re.Match[str], text: str) -> bool:
    return is_identity_card_number(match[0].replace(" ", "").replace("-", ""))


def _issued(kind: SecretKind, opening: str, alphabet: str, least: int) -> Shape:
    escaped = re.escape(opening)
    pattern = rf"{escaped}(?<![A-Za-z0-9]{escaped})(?P<value>[{alphabet}]{{{least}}})"
    return Shape(kind=kind, literal=opening, pattern=re.compile(pattern), accepts=_drawn)


def _shape(kind: SecretKind, literal: str, pattern: str, accepts: Accepts = _any, *, folds: bool = False) -> Shape:
    return Shape(kind=kind, literal=literal, pattern=re.compile(pattern), accepts=accepts, folds=folds)


def _all_shapes() -> Iterator[Shape]:
    yield from (_issued(*row) for row in _ISSUED)
    for address in _WEBHOOKS:
        yield _shape(SecretKind.WEBHOOK, address, rf"{re.escape(address)}(?P<value>[A-Za-z0-9/_-]{{16}})", _drawn)
    # Telegram: the bot's number and a token that opens with AA.
    yield _shape(SecretKind.SERVICE_TOKEN, ":AA", rf":AA(?<=[0-9]{{8}}:AA)(?P<value>[{_SAFE}]{{30}})", _drawn)
    # Zhipu: an id and a secret. Discord: three parts.
    yield _shape(
        SecretKind.MODEL_KEY, ".", rf"\.(?<=[{_HEX}]{{32}}\.)(?P<value>[{_ALNUM}]{{16}})(?![{_ALNUM}])", _mixed
    )
    yield _shape(
        SecretKind.SERVICE_TOKEN, ".", rf"\.(?<=[{_SAFE}]{{24}}\.)[{_SAFE}]{{6}}\.(?P<value>[{_SAFE}]{{27}})", _mixed
    )
    yield _shape(
        SecretKind.PRIVATE_KEY, "-----BEGIN", r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    )
    yield _shape(
        SecretKind.JSON_WEB_TOKEN, "eyJ", rf"eyJ(?<![{_SAFE}]eyJ)[{_SAFE}]{{8,1024}}+\.(?P<value>[{_SAFE}]{{8}})"
    )
    yield _shape(
        SecretKind.CONNECTION,
        "://",
        r"://(?<=[A-Za-z0-9]://)[^\s:/@?#]{0,64}+:(?P<value>[^\s/@]{1,128}+)@[A-Za-z0-9\[$<{]",
        _address_password,
    )
    yield _shape(
        SecretKind.AUTHORIZATION,
        "authorization",
        r"authorization[\"'\\]{0,2}\s{0,2}[:=,]\s{0,2}[\"'\\]{0,2}(?:(?:basic|bearer|token|digest|apikey|bot)\s{1,2})?"
        r"(?=(?P<value>[a-z0-9._~+/=:-]{8,256}))",
        _credential,
        folds=True,
    )
    yield _shape(
        SecretKind.AUTHORIZATION,
        "bearer",
        r"bearer(?<![a-z]bearer)[\s:]{1,2}(?=(?P<value>[a-z0-9._~+/=-]{16,256}))",
        _credential,
        folds=True,
    )
    yield _shape(
        SecretKind.IDENTITY_CARD,
        "",
        r"[1-9](?<![A-Za-z0-9][1-9])[0-9]{5}[ -]?(?:18|19|20)[0-9]{6}[ -]?[0-9]{3}[0-9Xx](?![A-Za-z0-9])",
        _identity,
    )
    yield _shape(
        SecretKind.CARD_NUMBER,
        "",
        r"[2-9](?<![A-Za-z0-9_][2-9])(?<![0-9][.,-][2-9])(?:[0-9]{13,18}+|[0-9]{3}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{2,4}+"
        r"(?:\1[0-9]{3})?|[0-9]{3}[ -][0-9]{6}[ -][0-9]{4,5}+)(?![A-Za-z0-9_])",
        _card,
    )


SHAPES = tuple(_all_shapes())
PATTERNS = (_NUMBERED, *(shape.pattern for shape in SHAPES))
