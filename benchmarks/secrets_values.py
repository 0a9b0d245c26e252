"""Made-up secrets in the shapes their issuers publish, from a seeded random source; none was ever issued."""

import base64
import json
import string
from collections.abc import Callable, Mapping
from random import Random

Maker = Callable[[Random], str]

_ALNUM = string.ascii_letters + string.digits
_URL_SAFE = _ALNUM + "_-"
_HEX = "0123456789abcdef"
_UPPER = string.ascii_uppercase + string.digits
_WORDS = (
    *("summer", "tiger", "banana", "dragon", "coffee", "monkey", "berlin", "purple", "guitar", "rocket", "cheese"),
    *("winter", "flower", "panda", "silver", "orange", "castle", "pepper", "happy", "garden", "river", "mango"),
)
_PINYIN = ("woaini", "xiaoming", "zhangwei", "wangfang", "beijing", "liuyang", "shanghai", "nihao", "tianya", "meimei")
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_ID_AREAS = ("110105", "310115", "440305", "330106", "510107", "420111", "320106", "210202", "610113", "350203")
_CARD_ISSUERS = (
    *(("4", 16), ("51", 16), ("54", 16), ("2305", 16), ("34", 15), ("37", 15), ("6011", 16), ("3530", 16)),
    *(("622202", 19), ("621700", 19), ("622588", 16), ("625900", 16), ("621226", 19), ("36", 14)),
)


def drawn(random: Random, alphabet: str, length: int) -> str:
    return "".join(random.choices(alphabet, k=length))


def _shaped(*shapes: tuple[str, str, int]) -> Maker:
    """Return a maker of (prefix, alphabet, length of the rest), any of them."""

    def make(random: Random) -> str:
        prefix, alphabet, length = random.choice(shapes)
        # A drawn part begins and ends with a letter or digit, so that no sentence's punctuation joins it.
        inner = drawn(random, alphabet, length - 2)
        return prefix + random.choice(_ALNUM if alphabet != _HEX else _HEX) + inner + random.choice(alphabet[:16])

    return make


def password(random: Random) -> str:
    """Return a password as people make them up: a word with digits or signs, or what a generator gives."""
    word, number, sign = random.choice(_WORDS), random.randrange(10, 10_000), random.choice("!@#$%&*?_-.")
    styles = (
        f"{word}{number}",
        f"{word.title()}{sign}{number}",
        f"{number}{word}{sign}",
        f"{word.replace('e', '3').replace('a', '4').replace('o', '0').title()}{sign}{number % 100}",
        f"{word}-{random.choice(_WORDS)}-{number % 1000}",
        drawn(random, _ALNUM, random.randrange(8, 20)) + str(number % 10),
        drawn(random, _ALNUM + "!@#$%^&*+", random.randrange(10, 20)) + str(number % 10),
        f"{random.choice(_PINYIN)}{random.randrange(1970, 2012)}",
        f"{random.choice(_PINYIN).title()}@{number}",
        f"Qwer{sign}{number}",
    )
    return random.choice(styles)


def digits(random: Random) -> str:
    """Return a PIN or a code: 4 or 6 digits."""
    return drawn(random, string.digits, random.choice((4, 6, 6)))


def card(random: Random) -> str:
    """Return a bank card number with a right Luhn digit, bare or in groups as printed on the card."""
    prefix, length = random.choice(_CARD_ISSUERS)
    body = prefix + drawn(random, string.digits, length - 1 - len(prefix))
    number = body + next(digit for digit in string.digits if _luhn_sum(body + digit) % 10 == 0)
    separator = random.choice(("", "", " ", "-"))
    return separator.join(number[at : at + 4] for at in range(0, length, 4))


def _luhn_sum(number: str) -> int:
    doubled = [int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(number))]
    return sum(value // 10 + value % 10 for value in doubled)


def id_card(random: Random) -> str:
    """Return an 18-character Chinese resident identity number with a right check character (GB 11643-1999)."""
    born = f"{random.randrange(1940, 2015)}{random.randrange(1, 13):02}{random.randrange(1, 29):02}"
    body = random.choice(_ID_AREAS) + born + drawn(random, string.digits, 3)
    check = "10X98765432"[sum(int(digit) * weight for digit, weight in zip(body, _ID_WEIGHTS, strict=True)) % 11]
    return body + (check.lower() if random.random() < 0.3 else check)


def jwt(random: Random) -> str:
    """Return a JSON web token; its signature is drawn."""
    claims = {"sub": drawn(random, string.digits, 8), "name": random.choice(_PINYIN), "iat": random.randrange(10**9)}
    parts = [{"alg": random.choice(("HS256", "RS256")), "typ": "JWT"}, claims]
    encoded = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
    return ".".join([*encoded, drawn(random, _URL_SAFE, 42) + "k"])


def private_key(random: Random) -> str:
    """Return the beginning of a private key's file, on several lines or pasted into one."""
    kind = random.choice(("RSA ", "EC ", "OPENSSH ", "", "DSA ", "ENCRYPTED "))
    end = random.choice(("\n", " ", "\\n"))
    body = end.join(drawn(random, _ALNUM + "+/", 64) for _ in range(random.randrange(1, 5)))
    close = f"{end}-----END {kind}PRIVATE KEY-----" if random.random() < 0.6 else ""
    return f"-----BEGIN {kind}PRIVATE KEY-----{end}{body}{close}"


def connection(random: Random) -> str:
    """Return a database's or service's address with a user and a password in it."""
    scheme, port, path = random.choice(
        (
            *(
                ("postgres", 5432, "/app"),
                ("postgresql", 5432, "/sales"),
                ("mysql", 3306, "/shop"),
                ("redis", 6379, "/0"),
            ),
            *(("mongodb", 27017, "/admin"), ("mongodb+srv", 0, "/test"), ("amqp", 5672, "/"), ("ftp", 21, "/pub")),
            *(("https", 0, "/repo.git"), ("mysql+pymysql", 3306, "/db"), ("smtp", 587, ""), ("socks5", 1080, "")),
        )
    )
    user = "" if scheme == "redis" and random.random() < 0.5 else random.choice(("root", "app", "admin", "svc-bot"))
    safe = "".join(sign for sign in password(random) if sign.isalnum() or sign in "_-.!*")
    host = random.choice(("db.example.com", "10.0.3.17", "localhost", "cluster0.ab1cd.example.net"))
    return f"{scheme}://{user}:{safe}@{host}{f':{port}' if port else ''}{path}"


def header(random: Random) -> str:
    """Return what a client sends to prove who it is."""
    basic = base64.b64encode(f"{random.choice(_PINYIN)}:{password(random)}".encode()).decode()
    token = drawn(random, _URL_SAFE, random.randrange(24, 60)) + "q7"
    styles = (
        f"Authorization: Bearer {token}",
        f"authorization: Basic {basic}",
        f'-H "Authorization: Bearer {token}"',
        f'{{"Authorization": "Bearer {token}"}}',
        f"Bearer {token}",
        f"X-API-Key: {drawn(random, _HEX, 32)}",
        f"Authorization: token {drawn(random, _HEX, 40)}",
        f"Proxy-Authorization: Basic {basic}",
    )
    return random.choice(styles)


def generic_value(random: Random) -> str:
    """Return a key without a shape of its own: hex, base64, or drawn letters and digits."""
    raw = random.randbytes(random.choice((16, 24, 32)))
    length = random.randrange(16, 48)
    return random.choice((raw.hex(), base64.b64encode(raw).decode(), drawn(random, _ALNUM, length) + "7"))


def _aws(random: Random) -> str:
    identifier = random.choice(("AKIA", "ASIA")) + drawn(random, string.ascii_uppercase + "234567", 16)
    secret = drawn(random, _ALNUM + "/+", 39) + "7"
    styles = (
        identifier,
        f"aws_secret_access_key = {secret}",
        f"AWS_SECRET_ACCESS_KEY={secret}",
        f"aws_access_key_id={identifier} aws_secret_access_key={secret}",
        f'"SecretAccessKey": "{secret}"',
    )
    return random.choice(styles)


def _chat_webhook(random: Random) -> str:
    uuid = "-".join(drawn(random, _HEX, length) for length in (8, 4, 4, 4, 12))
    addresses = (
        f"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key={uuid}",
        f"https://oapi.dingtalk.com/robot/send?access_token={drawn(random, _HEX, 64)}",
        f"https://open.feishu.cn/open-apis/bot/v2/hook/{uuid}",
        f"https://discord.com/api/webhooks/{drawn(random, string.digits, 18)}/{drawn(random, _ALNUM, 68)}",
    )
    return random.choice(addresses)


def _any(*makers: Maker) -> Maker:
    return lambda random: random.choice(makers)(random)


TOKENS: Mapping[str, Maker] = {
    "OpenAI key": _shaped(
        ("sk-", _ALNUM, 48), ("sk-proj-", _URL_SAFE, 156), ("sk-proj-", _ALNUM, 48), ("sk-svcacct-", _URL_SAFE, 120)
    ),
    "Anthropic key": _shaped(("sk-ant-api03-", _URL_SAFE, 95), ("sk-ant-admin01-", _URL_SAFE, 95)),
    "other model provider's key": _any(
        _shaped(("hf_", string.ascii_letters, 34), ("gsk_", _ALNUM, 52), ("xai-", _ALNUM, 80), ("r8_", _ALNUM, 37)),
        _shaped(("sk-", _HEX, 32), ("sk-or-v1-", _HEX, 64), ("pplx-", _ALNUM, 48), ("tvly-dev-", _ALNUM, 32)),
        lambda random: f"{drawn(random, _HEX, 32)}.{drawn(random, _ALNUM, 15)}7",
    ),
    "GitHub token": _any(
        _shaped(*((f"gh{kind}_", _ALNUM, 36) for kind in "pousr")),
        lambda random: f"github_pat_{drawn(random, _ALNUM, 22)}_{drawn(random, _ALNUM, 59)}",
    ),
    "GitLab token": _shaped(
        ("glpat-", _URL_SAFE, 20), ("gldt-", _URL_SAFE, 20), ("glrt-", _URL_SAFE, 20), ("glptt-", _HEX, 40)
    ),
    "Slack token or webhook": _any(
        lambda random: (
            f"xox{random.choice('bp')}-{drawn(random, string.digits, 12)}-{drawn(random, string.digits, 12)}"
            f"-{drawn(random, _ALNUM, 23)}x"
        ),
        lambda random: (
            f"xapp-1-A{drawn(random, _UPPER, 10)}-{drawn(random, string.digits, 13)}-{drawn(random, _HEX, 64)}"
        ),
        lambda random: (
            f"https://hooks.slack.com/services/T{drawn(random, _UPPER, 8)}/B{drawn(random, _UPPER, 10)}"
            f"/{drawn(random, _ALNUM, 24)}"
        ),
    ),
    "Stripe key": _shaped(
        *((f"{kind}_live_", _ALNUM, 24) for kind in ("sk", "pk", "rk")),
        ("sk_live_51", _ALNUM, 97),
        ("whsec_", _ALNUM, 32),
    ),
    "AWS key": _aws,
    "Google key": _shaped(
        ("AIza", _URL_SAFE, 35), ("AIzaSy", _URL_SAFE, 33), ("GOCSPX-", _URL_SAFE, 28), ("ya29.a0", _URL_SAFE, 160)
    ),
    "Chinese cloud key or chat webhook": _any(
        _shaped(("LTAI5t", _ALNUM, 18), ("LTAI4", _ALNUM, 19), ("AKID", _ALNUM, 32)), _chat_webhook
    ),
    "hosting, mail or bot token": _any(
        _shaped(("npm_", _ALNUM, 36), ("pypi-AgEIcHlwaS5vcmc", _URL_SAFE, 150), ("dop_v1_", _HEX, 64)),
        _shaped(("shpat_", _HEX, 32), ("SK", _HEX, 32), ("dckr_pat_", _URL_SAFE, 27)),
        lambda random: f"SG.{drawn(random, _URL_SAFE, 22)}.{drawn(random, _URL_SAFE, 42)}x",
        lambda random: f"{random.randrange(10**8, 10**10)}:AA{drawn(random, _URL_SAFE, 32)}x",
    ),
}
WHOLE: Mapping[str, Maker] = {
    "Bearer or Authorization header": header,
    "private key": private_key,
    "JSON web token": jwt,
    "connection string": connection,
}
