"""Secrets in texts: seen in every disguise and surrounding, and not seen where people only talk about them.

Tokens are put together here from an opening and a rest, so that scanners of repositories do not take them for a leak.
"""

import importlib
import re
import string
import unicodedata
from collections.abc import Iterator
from itertools import cycle
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain import checksums, secret_assignments, secret_names, secret_shapes, secret_values, secrets
from ltm.domain.checksums import is_card_number
from ltm.domain.secrets import PATTERNS, SHAPES, SecretKind, normalised, secret_in

REST = "Xy7Kd02mQpLs93hTnVbR4cJwEz81aFgUo5iNtYkDd6HxSqPZ"
HEX = "7b2e9d41c0f84a5bb6d3e8f7a9c01d24"

SECRETS = [
    ("sk-" + REST, SecretKind.OPENAI_KEY),
    ("sk-" + "proj-" + REST, SecretKind.OPENAI_KEY),
    ("sk-" + "ant-api03-" + REST, SecretKind.ANTHROPIC_KEY),
    ("hf_" + REST[:34], SecretKind.MODEL_KEY),
    (f"{HEX}.{REST[:16]}", SecretKind.MODEL_KEY),
    *((f"gh{kind}_" + REST[:36], SecretKind.GITHUB_TOKEN) for kind in "pousr"),
    ("github_pat_" + REST, SecretKind.GITHUB_TOKEN),
    ("glpat-" + REST[:20], SecretKind.GITLAB_TOKEN),
    ("xoxb-" + "271828182845-314159265358-" + REST[:24], SecretKind.SLACK_TOKEN),
    ("https://hooks.slack.com/services/" + "T02ABCDEF/B03GHIJKLM/" + REST[:24], SecretKind.WEBHOOK),
    ("https://oapi.dingtalk.com/robot/send?access_token=" + HEX + HEX, SecretKind.WEBHOOK),
    *((f"{who}_live_" + REST[:24], SecretKind.STRIPE_KEY) for who in ("sk", "pk", "rk")),
    ("AKIA" + "4QXN7TPLM2VZKR6D", SecretKind.AWS_KEY),
    ("AIza" + REST[:35], SecretKind.GOOGLE_KEY),
    ("LTAI" + REST[:20], SecretKind.CLOUD_KEY),
    ("npm_" + REST[:36], SecretKind.SERVICE_TOKEN),
    ("712345678:AA" + REST[:33], SecretKind.SERVICE_TOKEN),
    ("Authorization: Basic YW5uYTpTMG1tZXI=", SecretKind.AUTHORIZATION),
    ("Bearer tZ8xQm31Lr0vPk72NsWc", SecretKind.AUTHORIZATION),
    ("-----BEGIN " + "RSA PRIVATE KEY-----", SecretKind.PRIVATE_KEY),
    ("eyJ" + "hbGciOiJIUzI1NiJ9.eyJ1aWQiOjQyfQ.kLmQ8vXr", SecretKind.JSON_WEB_TOKEN),
    ("postgres://app:fjord_Lamp7@db:5432/x", SecretKind.CONNECTION),
    ("AWS_SECRET_ACCESS_KEY=" + REST[:40], SecretKind.KEY),
    ("api_key: " + HEX, SecretKind.KEY),
    ("令牌是" + HEX, SecretKind.KEY),
    ("password: hunter2", SecretKind.PASSWORD),
    ("password: hunter", SecretKind.PASSWORD),
    ('the password is "sunflower"', SecretKind.PASSWORD),
    ('{"user": "jo", "password": "Birne-2023"}', SecretKind.PASSWORD),
    ("I changed my password to Zebra#1987", SecretKind.PASSWORD),
    ("hunter22 is my password", SecretKind.PASSWORD),
    ("密码是123456", SecretKind.PASSWORD),
    ("密码：天王盖地虎88", SecretKind.PASSWORD),
    ("我的密码 abc123", SecretKind.PASSWORD),
    ("the key is 1, the password is Plum-tart88", SecretKind.PASSWORD),
    ("login: anna / S0mmer2024", SecretKind.PASSWORD),
    ("curl -u admin:Wint3rfell", SecretKind.PASSWORD),
    ("验证码：4829", SecretKind.CODE),
    ("your verification code is 482913", SecretKind.CODE),
    ("482913 is your verification code", SecretKind.CODE),
    ("PIN: 4417", SecretKind.CODE),
    ('my seed phrase: "lamp otter river candle"', SecretKind.PHRASE),
    ("4539 1488 0343 6467", SecretKind.CARD_NUMBER),
    ("卡号是6222021234567890123", SecretKind.CARD_NUMBER),
    ("11010519491231002X", SecretKind.IDENTITY_CARD),
    ("身份证：110105194912310029", SecretKind.IDENTITY_CARD),
]
PLAIN = [
    "my password is a secret I never tell",
    "I changed my password yesterday",
    "Password: required",
    "password: must be at least 8 characters",
    'the password is "case sensitive"',
    "the secret is patience",
    "numbers to pass to `update()`, or pass to 'update'",
    "the properties `user_pass`, `user_name` and `pass`;",
    "token budget",
    "max_tokens=128000",
    "token: limit reached",
    "the key is to practise",
    "key = lambda row: row.id2",
    "Is the PIN 4 or 6 digits?",
    "your zip code is 10115",
    "opinion 4417",
    "token = get_token()",
    'token = os.environ["BOT_TOKEN"]',
    "password = request.form['password']",
    "postgres://db.example.com:5432/sales",
    "Bearer tokens are sent in a header",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
    "order number 4539148803436467",
    "密码忘了怎么办",
    "密码至少8位",
    "密码 2024年改的",
    "密码是什么来着",
    "验证码收不到",
    "验证码60秒后才能再发",
    "密钥怎么申请",
    "卡号是19位的",
]
PLACEHOLDERS = [
    *("<your password>", "****", "xxx", "xxxxxxxx", "your-api-key-here", "YOUR_API_KEY", "${VAR}", "$PASSWORD", "..."),
    *("{{ password }}", "[redacted]", "changeme", "<TOKEN_1>", "%PASSWORD%", "sk-xxxxxxxxxxxxxxxxxxxxxxxx", "•••••••"),
]
ASSIGNED = [
    *("password={}", "PASSWORD: {}", 'password = "{}"', "api_key={}", "token: {}", "Authorization: Bearer {}"),
    *("密码：{}", "密码是{}", "密钥={}", "my password is {}", "postgres://user:{}@localhost/db"),
]
FRAGMENTS = st.sampled_from(
    sorted({shape.literal for shape in SHAPES} | {" ", ":", "=", '"', " is ", "是", "/", "@", "-", "a1B2", "0", "\n"})
)
UNSEEN = st.text("\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\ufe0f\U000e0041", max_size=3)
NUMBERS = st.one_of(
    st.integers(10**12, 10**17 - 1).map(str),
    st.integers(4 * 10**15, 5 * 10**15 - 1).map(str),
    st.integers(62 * 10**14, 63 * 10**14 - 1).map(str),
).flatmap(lambda number: st.sampled_from([number, *(number[:-1] + digit for digit in string.digits)]))
VISIBLE_FORMATS = {
    *(*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD),
    *range(0x13430, 0x13440),
}
"""Number signs and joiners of hieroglyphs: format characters that are seen."""


@pytest.mark.parametrize(("text", "kind"), SECRETS)
def test_a_secret_is_seen_and_its_kind_named(text: str, kind: SecretKind) -> None:
    assert secret_in(text) is kind


@settings(max_examples=300)
@given(st.sampled_from(SECRETS), st.text(max_size=40), st.text(max_size=40))
def test_other_lines_hide_no_secret(secret: tuple[str, SecretKind], before: str, after: str) -> None:
    assert secret_in(f"{before}\n{secret[0]}\n{after}") is not None


@settings(max_examples=300)
@given(st.sampled_from(SECRETS), st.lists(UNSEEN, min_size=1, max_size=20))
def test_characters_without_width_hide_no_secret(secret: tuple[str, SecretKind], unseen: list[str]) -> None:
    text, kind = secret
    disguised = "".join(sign + between for sign, between in zip(text, cycle(unseen), strict=False))
    assert secret_in(disguised) is kind


@pytest.mark.parametrize(("text", "kind"), SECRETS)
def test_full_width_characters_hide_no_secret(text: str, kind: SecretKind) -> None:
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)
    assert secret_in(wide) is kind


@pytest.mark.parametrize("text", PLAIN)
def test_talk_about_secrets_holds_none(text: str) -> None:
    assert secret_in(text) is None


@pytest.mark.parametrize("assigned", ASSIGNED)
@pytest.mark.parametrize("placeholder", PLACEHOLDERS)
def test_a_placeholder_is_no_secret(assigned: str, placeholder: str) -> None:
    assert secret_in(assigned.format(placeholder)) is None


@pytest.mark.parametrize("link", [" is ", ": ", "=", " ", "是", " was ", ":\n", " -> "])
@given(value=st.text(string.ascii_letters + string.digits + "!@#$%^&*", max_size=30))
def test_a_password_with_letters_and_digits_counts_behind_any_link(link: str, value: str) -> None:
    assert secret_in(f"password{link}Zq{value}7!k") is SecretKind.PASSWORD


@given(NUMBERS)
def test_a_bare_number_counts_if_it_is_a_card_s_and_not_an_order_s(number: str) -> None:
    assert secret_in(f"see {number}.") is (SecretKind.CARD_NUMBER if is_card_number(number) else None)
    assert secret_in(f"order no. {number}.") is None


@given(st.lists(FRAGMENTS, max_size=40).map("".join))
def test_any_mixture_of_openings_is_judged_and_the_same_in_lines_of_its_own(text: str) -> None:
    found = secret_in(text)
    assert found is None or secret_in(f"\n{text}\n") is not None


@given(st.text())
def test_a_normalised_text_keeps_its_length_in_lower_case(text: str) -> None:
    plain = normalised(text)
    assert len(plain.lower()) == len(plain)


def test_lower_case_keeps_the_length_of_every_character() -> None:
    plain = normalised("".join(map(chr, range(0x110000))))
    assert len(plain.lower()) == len(plain)


def test_no_format_character_is_left_but_those_that_are_seen() -> None:
    formats = {point for point in range(0x110000) if unicodedata.category(chr(point)) == "Cf"}
    kept = {ord(sign) for sign in normalised("".join(map(chr, sorted(formats))))}
    assert kept == VISIBLE_FORMATS & formats


MOST_REPEATS = 1024
"""What one place may cost at most; the longest bound is a JSON web token's first part."""

MODULES = [checksums, secret_assignments, secret_names, secret_shapes, secret_values, secrets]


def compiled(module: ModuleType) -> Iterator[re.Pattern[str]]:
    for value in vars(module).values():
        if isinstance(value, re.Pattern):
            yield value


def test_every_pattern_is_among_those_that_are_bounded() -> None:
    found = {pattern for module in MODULES for pattern in compiled(module)}
    assert found | {shape.pattern for shape in SHAPES} == set(PATTERNS)


@pytest.mark.parametrize(
    "pattern", PATTERNS, ids=lambda pattern: pattern.pattern[:20].encode("unicode_escape").decode()
)
def test_no_pattern_repeats_without_a_bound(pattern: re.Pattern[str]) -> None:
    assert most_repeats(pattern) <= MOST_REPEATS


@pytest.mark.parametrize("unbounded", ["a*", "a+", "(?:a{2,})", "(?=b(?:a+?))", "(?>a*)", "a++", "(?(1)a*|b)"])
def test_an_unbounded_pattern_would_be_noticed(unbounded: str) -> None:
    assert most_repeats(re.compile(f"(x)?{unbounded}")) > MOST_REPEATS


def most_repeats(pattern: re.Pattern[str]) -> int:
    """Return how often a part of the pattern may repeat at one place: the product of the bounds around it."""
    parser = importlib.import_module("re._parser")
    repeats = {parser.MAX_REPEAT, parser.MIN_REPEAT, parser.POSSESSIVE_REPEAT}

    def of(node: object) -> int:
        if isinstance(node, tuple) and len(node) == 2 and node[0] in repeats:
            _, most, inner = node[1]
            return int(most) * of(inner)
        if isinstance(node, (list, tuple, parser.SubPattern)):
            return max((of(part) for part in node), default=1)
        return 1

    return of(parser.parse(pattern.pattern, pattern.flags))


def test_what_names_hundreds_of_passwords_is_taken_for_one() -> None:
    assert secret_in("pw: " * 20) is None
    assert secret_in("pw: " * (secret_shapes.MOST_FINDS + 2)) is SecretKind.PASSWORD
