"""What a rule of capture is: one way of saying something, and what of it is kept.

Keys say of what there is one value at a time, so that a newer one replaces it; they are the same in every language:
`name`, `home`, `origin`, `employer`, `job`, `age`, `birthday`, `zodiac`, `school`, `study` (what is studied), `partner`
(whether and with whom), `diet`, `height`, `weight`, `car`, `timezone`, `pronouns`, `blood`, `reply:language`,
`reply:length` (how the bot is to answer), `favourite:<what>` (in English for what `FAVOURITES` knows, else as it was
said) and `taste:<what>`, which liking and disliking the same thing share. What a plan, decision,
rule or possession is about, as far as it is clear, is named in `capture_topics`: `event:<noun>`, `decision:<noun>`,
`rule:<noun>`, `pet:<animal>`, `roommate`, `learning:language` and `learning:instrument`. What one has several of has no
key: allergies, languages spoken, illnesses, relatives, habits.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ltm.domain.episode import Kind
from ltm.domain.profile import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A wording, looked for at the beginning of a clause, or of a sentence if it is `whole`.

    The pattern's groups `thing`, `name` and `place` hold what a key is completed with, and the names said. `past` holds
    though it is told in the past tense, `open` though the words are those of doubt or of a question, `dated` only with
    a date that is not past; `carried` may leave out a subject that the clause before it had."""

    pattern: re.Pattern[str]
    kind: Kind = Kind.FACT
    key: str = ""
    field: Field | None = Field.TRAITS
    importance: int = 3
    whole: bool = False
    past: bool = False
    open: bool = False
    dated: bool = False
    carried: bool = False
    corrects: bool = False
    snapshot: bool = False


def compiled(pattern: str) -> re.Pattern[str]:
    """Return the pattern in any case, its spaces as up to three of any white space."""
    return re.compile(pattern.replace(" ?", r"\s{0,3}+").replace(" ", r"\s{1,3}+"), re.IGNORECASE)


def fact(pattern: str, key: str = "", *, past: bool = False, carried: bool = False) -> Rule:
    """Return the rule for something that is so with the speaker."""
    return Rule(pattern=compiled(pattern), key=key, past=past, carried=carried)


def taste(
    pattern: str,
    key: str = "taste:{thing}",
    *,
    past: bool = False,
    open: bool = False,
    carried: bool = False,
    corrects: bool = False,
) -> Rule:
    """Return the rule for what the speaker likes or dislikes."""
    return Rule(
        pattern=compiled(pattern),
        kind=Kind.PREFERENCE,
        key=key,
        field=Field.PREFERENCES,
        importance=2,
        past=past,
        open=open,
        carried=carried,
        corrects=corrects,
    )


def told(
    kind: Kind,
    pattern: str,
    key: str = "",
    *,
    importance: int = 2,
    whole: bool = False,
    past: bool = False,
    open: bool = False,
    dated: bool = False,
    carried: bool = False,
) -> Rule:
    """Return the rule for what belongs into no profile: a plan, a decision, a rule, a wish of the bot."""
    return Rule(
        pattern=compiled(pattern),
        kind=kind,
        key=key,
        field=None,
        importance=importance,
        whole=whole,
        past=past,
        open=open,
        dated=dated,
        carried=carried,
    )


def changed(pattern: str, key: str, *, kind: Kind = Kind.FACT, whole: bool = False) -> Rule:
    """Return the rule for what something is now that was something else."""
    field = {Kind.FACT: Field.TRAITS, Kind.PREFERENCE: Field.PREFERENCES}.get(kind)
    return Rule(
        pattern=compiled(pattern),
        kind=kind,
        key=key,
        field=field,
        importance=3 if kind is Kind.FACT else 2,
        whole=whole,
        past=True,
        corrects=True,
    )


FAVOURITES: Mapping[str, str] = {
    "color": "colour", "colors": "colour", "colours": "colour", "颜色": "colour",
    "film": "movie", "films": "movie", "movies": "movie", "电影": "movie", "foods": "food", "dish": "food",
    "meal": "food", "食物": "food", "菜": "food", "美食": "food", "吃的": "food", "drinks": "drink",
    "beverage": "drink",
    "饮料": "drink", "喝的": "drink", "books": "book", "书": "book", "小说": "book", "novel": "book", "songs": "song",
    "歌": "song", "歌曲": "song", "music": "music", "音乐": "music", "bands": "band", "乐队": "band", "歌手": "singer",
    "singers": "singer", "artist": "artist", "游戏": "game", "games": "game", "video game": "game", "season": "season",
    "季节": "season", "运动": "sport", "体育": "sport", "sports": "sport", "动物": "animal", "animals": "animal",
    "水果": "fruit", "fruits": "fruit", "城市": "city", "数字": "number", "天气": "weather", "演员": "actor",
    "作家": "author", "writer": "author", "作者": "author", "球队": "team", "球员": "player",
    "餐厅": "restaurant", "饭店": "restaurant", "编程语言": "programming language", "编辑器": "editor",
    "节日": "holiday", "花": "flower",
    "动漫": "anime", "动画": "anime", "番": "anime", "剧": "show", "电视剧": "show", "tv show": "show",
    "series": "show",
    "科目": "subject", "品牌": "brand", "甜点": "dessert", "零食": "snack", "口味": "flavour", "flavor": "flavour",
}  # fmt: skip
"""What favourites are of, under one name; what is not here keeps the name it was given."""

_MAX_THING_CHARS = 40
_NOT_THE_THING = re.compile(
    r"^(?:(?:to (?:eat|drink|watch|play|read|listen to|go)|eating|drinking|watching|playing|reading"
    r"|listening to|using"
    r"|the|a|an|some|any|my|all)\s+){1,3}(?=\S)"
    r"|^(?:吃|喝|看|听|玩|用|穿|打|养|去|做|的){1,2}(?=[^\s])"
    r"|\s+(?:a lot|so much|very much|the most|the least|any ?more|too|though|tho|best|at all|now|these days|please"
    r"|(?:better |more )?(?:than|to|over|instead of)\s.{1,60})$"
    r"|(?:[了啊呀呢哦嘛的]|胜过.{1,20}|这个东西|这种东西)+$",
    re.IGNORECASE,
)


def key_of(rule: Rule, found: re.Match[str]) -> str:
    """Return the rule's key for what was found, completed with the thing it is about; "" if that is too long."""
    if "{" not in rule.key:
        return rule.key
    thing = _thing(found["thing"] or "")
    if not 0 < len(thing) <= _MAX_THING_CHARS:
        return ""
    return rule.key.format(thing=FAVOURITES.get(thing, thing) if rule.key.startswith("favourite") else thing)


def _thing(said: str) -> str:
    thing = " ".join(said.casefold().strip(" .!。！《》\"'“”「」").split())
    for _ in range(2):  # 吃辣的 loses both ends
        thing = _NOT_THE_THING.sub("", thing)
    return thing.strip(" 《》\"'“”")
