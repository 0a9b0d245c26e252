"""What a plan, a decision, a rule or a possession is about, as a key: the same in all wordings and both languages.

A moved date or a new value under the same key supersedes the older one. What is not named here gets no key.
"""

import re
from collections.abc import Iterator

from ltm.domain.episode import Kind

_EVENTS = (
    ("dentist", r"dentist|orthodontist|root canal|filling|牙医|看牙|拔牙|补牙|洗牙|牙科"),
    ("checkup", r"check-?up|physical|体检|复查|复诊|产检"),
    ("surgery", r"surgery|operation|手术|开刀"),
    ("scan", r"mri|ct scan|scan|x-?ray|核磁|做ct"),
    ("vet", r"vet|绝育"),
    ("doctor", r"doctor'?s?|gp|therapist|physio|看病|门诊|挂号"),
    ("interview", r"interview|面试|[一二三终]面|复试|初试"),
    (
        "exam",
        r"exams?|finals?|midterms?|test|jlpt|ielts|toefl|考试|期末考?|期中考?|笔试|高考|中考|考研|雅思|托福"
        r"|四六级|驾考|科目[一二三四]",
    ),
    ("defence", r"defen[cs]e|viva|答辩"),
    ("wedding", r"wedding|婚礼|婚宴"),
    ("move", r"moving day|the move|moving (?:house|in|out|flats?)|搬家"),
    ("graduation", r"graduation|毕业典礼"),
    ("concert", r"concert|gig|recital|演唱会|音乐会|演出"),
    ("race", r"marathon|race|马拉松"),
    ("match", r"(?<!watching the )(?<!watch the )match|tournament|raid|比赛|决赛|球赛|打团本"),
    ("presentation", r"presentation|demo|talk|汇报|路演|演讲|述职"),
    ("release", r"release|launch|go-?live|上线|发版|发布会?"),
    ("conference", r"conference|峰会|大会"),
    ("course", r"course|class(?:es)?|lessons?|workshop|培训|开课"),
    ("party", r"party|housewarming|barbecue|bbq|reunion|聚会|聚餐|生日会|满月酒|寿宴|大寿"),
    ("due date", r"due date|baby is due|预产期"),
    ("visa", r"visa|签证|面签"),
    ("opening", r"opening|开业"),
    ("appointment", r"appointment|appt|预约"),
    ("flight", r"flight|航班|飞机"),
    ("first day", r"first day|start(?:ing)? (?:my|the|a) new job|入职|报到|开学"),
)
_TRIP = (
    r"trip|holiday|vacation|travel\w*|flying|fly|going|visiting|visit|tickets?|flights?|train|booked|off"
    r"|heading|driving"
)
_PLACE_NAME = r"(?P<place>(?-i:[A-Z\u00c0-\u00de])[\w'-]{2,}(?: (?-i:[A-Z])[\w'-]+)?)"
_TRIP_TO = re.compile(
    rf"\b(?:{_TRIP})\b(?: [\w']+){{0,2}}? (?:to|in) (?:the )?{_PLACE_NAME}|\b(?:no"
    rf"|visit\w*) {_PLACE_NAME.replace('place', 'other')}"
    rf"|{_PLACE_NAME.replace('place', 'before')} trip\b",
    re.IGNORECASE,
)
_HAN_TRIP = re.compile(
    r"(?:去|飞|到|赴|回)(?!了|完|过|时|底|期|家|老家|公司|医院|学校|看|的|不|[一二两三四五六七八九十]|早|晚|中午"
    r"|下午|凌晨|底|月|周|处)(?P<place>[\u4e00-\u9fff]{2,5}?)"
    r"(?=的?票|出差|旅游|玩|旅行|度假|开会|参加|看|追|的(?:行程|票|机票|航班|火车)|之行|$|[,，了 ])"
)
_ANY_TRIP = re.compile(r"\b(?:trip|holiday|vacation|flying|travell?ing)\b|旅游|旅行|出差|行程", re.IGNORECASE)
_DECISIONS = (
    ("database", r"database|postgres\w*|mysql|sqlite|mongo\w*|数据库"),
    ("backend", r"back-?end|后端"),
    ("frontend", r"front-?end|react|vue|svelte|前端"),
    ("engine", r"godot|unity|unreal|引擎"),
    ("language", r"programming language|编程语言"),
    ("framework", r"framework|框架"),
    ("offsite", r"off-?site|retreat|team outing|团建"),
    ("restaurant", r"restaurant|餐厅|饭店|聚餐"),
    ("hotel", r"hotel|酒店|民宿"),
    ("book", r"book club|next book|读书会|共读"),
    ("team name", r"(?:team|group|band|project|company) name|队名|组名|群名|店名|项目名"),
    ("shirt", r"t-?shirts?|hoodies?|班服|队服|文化衫"),
    ("logo", r"logo"),
    ("colour", r"colou?r|颜色"),
    ("budget", r"budget|预算"),
    ("venue", r"venue|location|场地|地点"),
    ("destination", r"destination|目的地"),
    ("date", r"the date|日期"),
)
_RULES = (
    ("standup", r"stand-?ups?|站会|晨会|早会"),
    ("meeting", r"meetings?|syncs?|we meet|meet-?ups?|例会|周会|组会|开会|碰头"),
    ("retro", r"retros?|retrospectives?|复盘"),
    ("book club", r"book club|读书会"),
    ("practice", r"practice|rehearsals?|训练|排练"),
    ("deadline", r"deadline|due date|截止|ddl|死线"),
    ("report", r"reports?|周报|日报|月报"),
    ("release", r"code freeze|release day|发版|上线|封板"),
    ("rent", r"\brent\b|房租"),
)
_ANIMALS = (
    ("cat", r"cats?|kitten|kitty|tabby|猫咪?|橘猫|布偶|英短|狸花"),
    ("dog", r"dogs?|puppy|corgi|poodle|labrador|husky|greyhound|狗狗?|柯基|金毛|哈士奇|柴犬|边牧"),
    ("parrot", r"parrot|budgie|鹦鹉"),
    ("rabbit", r"rabbit|bunny|兔子"),
    ("hamster", r"hamster|仓鼠"),
    ("tortoise", r"tortoise|turtle|乌龟"),
)
_LANGUAGES = (
    r"english|chinese|mandarin|cantonese|japanese|korean|german|french|spanish|italian|portuguese|dutch|russian"
    r"|arabic|hindi"
    r"|turkish|polish|swedish|norwegian|danish|finnish|greek|hebrew|thai|vietnamese|hungarian|czech|ukrainian"
    r"|latin|welsh"
    r"|icelandic|[英日韩法德俄泰]语|西班牙语|意大利语|葡萄牙语|阿拉伯语|粤语|[英日韩法德]文"
)
_INSTRUMENTS = (
    r"guitar|piano|violin|drums|bass|cello|flute|saxophone|sax|ukulele|clarinet|trumpet|harp|吉他|钢琴|小提琴"
    r"|大提琴|尤克里里"
    r"|架子鼓|古筝|二胡|萨克斯|贝斯|长笛|琵琶"
)
_LEARNT = (
    r"learn\w*|study\w*|tak(?:e|ing)|classes|lessons|picking up|practi[cs]ing|gave up|quit|dropped|switched"
    r"|instead|学|练|报了?"
)
LANGUAGES, INSTRUMENTS = f"(?:{_LANGUAGES})", f"(?:{_INSTRUMENTS})"
"""What is learnt one at a time."""

_POSSESSIONS = (
    (
        "roommate",
        r"^(?:my|our) (?:new )?(?:roommate|flatmate|housemate)(?:'s name)?(?:'s| is|,)?(?: now| called| named"
        r"| actually)*"
        r" (?-i:[A-Z])|^.{0,6}(?:室友|合租的?)(?:换人了[,，])?(?:现在|也|名字|的)*(?:叫|是|换成|变成|名叫)",
    ),
    *(
        (
            f"pet:{animal}",
            rf"^(?:my|our) (?:new )?(?:\w+ )?(?:{words})(?:'s name)?(?: is|'s)?(?: now)? (?:called|named) \w"
            rf"|^(?:my|our) (?:new )?(?:{words})(?:'s name)? is (?:now )?(?-i:[A-Z])"
            rf"|^.{{0,6}}(?:{words})(?:现在|的?名字)*(?:叫|名叫|改名叫?)",
        )
        for animal, words in _ANIMALS
    ),
    ("learning:language", rf"\b(?:{_LEARNT}).{{0,24}}(?:{_LANGUAGES})|(?:{_LANGUAGES}) (?:classes|lessons)"
     rf"|(?:学|练|报了?).{{0,8}}(?:{_LANGUAGES})"),
    ("learning:instrument", rf"\b(?:learn\w*|tak(?:e|ing)|teaching myself|gave up|quit|dropped|no longer)"
     rf".{{0,24}}(?:{_INSTRUMENTS})|(?:{_INSTRUMENTS}) lessons"
     rf"|学.{{0,8}}(?:{_INSTRUMENTS})|(?:{_INSTRUMENTS})不[学练弹]了"),
)  # fmt: skip


def _compiled(named: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(_bounded(words), re.IGNORECASE)) for name, words in named)


def _bounded(words: str) -> str:
    """A Latin word is met whole, a Chinese one anywhere."""
    if words.startswith(("^", r"\b")):
        return words
    parts = words.split("|")
    latin = "|".join(part for part in parts if part.isascii())
    han = "|".join(part for part in parts if not part.isascii())
    return "|".join(filter(None, (rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])" if latin else "", han)))


_EVENT_WORDS, _DECISION_WORDS = _compiled(_EVENTS), _compiled(_DECISIONS)
_RULE_WORDS, _FACT_WORDS = _compiled(_RULES), _compiled(_POSSESSIONS)


def topic(kind: Kind, stated: str) -> str:
    """Return the key of what `stated` is about, "" where that is not clear. Time is linear in its length."""
    match kind:
        case Kind.EVENT:
            return next(_event_keys(stated), "")
        case Kind.DECISION:
            return next((f"decision:{name}" for name, words in _DECISION_WORDS if words.search(stated)), "")
        case Kind.RULE:
            return next((f"rule:{name}" for name, words in _RULE_WORDS if words.search(stated)), "")
        case Kind.FACT:
            return next((key for key, words in _FACT_WORDS if words.search(stated)), "")
        case _:
            return ""


def _event_keys(stated: str) -> Iterator[str]:
    for name, words in _EVENT_WORDS:
        if name != "flight" and words.search(stated):
            yield f"event:{name}"
    if to := _TRIP_TO.search(stated):
        yield f"event:trip {(to['place'] or to['other'] or to['before']).casefold()}"
    if to := _HAN_TRIP.search(stated):
        yield f"event:trip {to['place']}"
    if _ANY_TRIP.search(stated):
        yield "event:trip"
    yield from (f"event:{name}" for name, words in _EVENT_WORDS if name == "flight" and words.search(stated))
