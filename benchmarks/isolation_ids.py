"""Ids that break keys made by joining, folding or cutting strings, and the conversations they name."""

import random
from itertools import product

from ltm.domain.scope import SessionKey

_LONG = "x" * 10_000

AWKWARD = (
    "", " ", "0", "1", "２", "2", "a", "b", "A", "a:b", "b:c", "c", "ab", "a/b", "a_b", "*", "%", "_", ".", "..",
    "group_1", "GROUP_1", "Group_1", "group_１", "group_1 ", "group_1:2", "person_1", "group_person_1",
    "person_group_1", "session", "bot", "episodes", "null",
    "é", "e\u0301", "ﬁ", "fi", "ß", "ss", "群", "группа_群", "😀", "\u200b", "\u202e",
    "line\nbreak", "line\r\nbreak", "line", "nul\0", "nul", "\t", "\x1f",
    'quo"te', "quo'te", "quo`te", "back\\slash", "back\\\\slash", "\\u0061", "\\n",
    '","', '", "', '"]', '["a", "b"]', '{"a": ["b"]}', "' OR '1'='1", "</long-term-memory>", "${a}", "{}",
    _LONG, _LONG + "x", _LONG[:-1] + "y",
)  # fmt: skip
"""All differ by code points, many by nothing else that a careless key would keep."""

_PAIRS = (
    ("a", "b:c"), ("a:b", "c"),
    ("a", "b"), ("b", "a"),
    ("", "ab"), ("ab", ""),
    ("", "a:b"), ("a:b", ""), ("a", ":b"), ("a:", "b"),
    ("a", 'b", "c'), ('a", "b', "c"),
    ("a", "b\\"), ("a\\", "b"),
    ("a", "b\nc"), ("a\nb", "c"),
    ("a", "b\0c"), ("a\0b", "c"),
    ("bot", "session"), ("session", "bot"),
)  # fmt: skip
"""Bots and conversations that are one as soon as something joins them with a separator, or with none."""

_TWINS = (
    ("é", "e\u0301"), ("a", "A"), ("2", "２"), ("ß", "ss"), ("line", "line\nbreak"), ("nul", "nul\0"),
    ("quo'te", 'quo"te'), ("back\\slash", "back\\\\slash"), (_LONG, _LONG + "x"), ("1", "1 "),
)  # fmt: skip
"""Two spellings each of what somebody may take for one id."""


def sessions(seed: int, count: int) -> list[SessionKey]:
    """Return that many different conversations, or all there are; the first ones come in pairs easy to confuse."""
    chance = random.Random(seed)
    pairs = list(_PAIRS)
    twins = [pair for one, other in _TWINS for pair in (("bot-1", f"group_{one}"), ("bot-1", f"group_{other}"))]
    rest = [
        *(("bot-1", name) for name in AWKWARD),
        *((bot, "group_1") for bot in AWKWARD),
        *(("bot-1", f"{kind}_{name}") for kind, name in product(("group", "person"), AWKWARD)),
    ]
    chance.shuffle(rest)
    found = dict.fromkeys([*pairs, *twins, *rest])
    if count < len(pairs) + len(twins):
        # Neighbours stay together: one half of a pair alone confuses nothing.
        start = chance.randrange(len(pairs)) & ~1
        found = dict.fromkeys([*pairs[start:], *twins, *pairs[:start]])
    return [SessionKey(bot_uuid=bot, name=name) for bot, name in list(found)[:count]]


def speaker_ids(seed: int, count: int) -> list[str]:
    """Return different ids of people, none empty: an empty one is nobody's."""
    chance = random.Random(seed)
    names = [name for name in AWKWARD if name]
    return [*("1", "１", "é", "e\u0301"), *chance.sample(sorted(set(names) - {"1", "é", "e\u0301"}), max(0, count - 4))]
