"""What a statement or a question of English or Chinese is about, by its words: enough to tell two values of one
attribute from two facts that merely read alike.

Vectors cannot: "I was born in Oslo" is as near to "I live in Porto" as "My home is in Oslo" is.
"""

import re
from collections.abc import Mapping

from ltm.domain.lexical import terms

_ATTRIBUTES: Mapping[str, tuple[str, str]] = {
    "home": (
        r"live[ds]?|living|home|house|flat|apartment|moved house|(?:i|we)(?: have|['’]ve)? moved|moving to|relocated?"
        "|settled in|based in|(?<!mail )address",
        "住|搬家|搬[到去进]|家[在住]|新家|我家|租了?房|定居|(?<![件箱])地址",
    ),
    "origin": (
        r"born|grew up|comes? from|native|visit\w*|weekend|holidays?|vacation|trip",
        "出生|老家|长大|玩过|旅游|旅行|出差|去.{1,4}玩",
    ),
    "work": (r"works?|working|jobs?|employ\w*|compan(?:y|ies)|hired|firm", "上班|工作|公司|单位|入职|跳槽|就职"),
    "study": (r"study|studies|studying|university|college|major", "大学|专业|读书|学校"),
    "phone": (
        r"phone|mobile|my number|call (?:me|people)|people call|reach(?:ed)? me (?:by|on|at)",
        "电话|手机|号码|打.{0,20}(?:找|联系)|联系.{0,4}打",
    ),
    "mail": (r"e-?mails?|mails?|write to|inbox", "邮箱|邮件|写信|发到"),
    "favourite": (r"favou?rites?|best|prefers?|preferred|tastes? better", "最喜欢|最爱|偏爱|没有比"),
    "allergy": (r"allerg\w+|rash|intoleran\w+", "过敏原?|起疹"),
    "car": (r"cars?|drives?|driving|vehicle", "车(?![位票站])|[平现]时?在?开(?!会)"),
    "partner": (
        r"girlfriends?|boyfriends?|partner|together with|couple|dating|broke up",
        "女朋友|男朋友|女友|男友|对象|和.{1,6}在一起|分手",
    ),
    "doctor": (r"doctors?|physician|gp|dr", "医生|看病"),
    "meeting": (r"meet(?:s|ings?)?|standup", "例会|开会|会议|组会"),
    "due": (r"due|deadline|hand in|by when|new date", "截止|期限|[要天号日时]交|前交"),
    "diet": (r"diet|eats?|eating", "饮食|食谱|吃.{1,5}[餐素]|改吃|一直吃"),
}
"""Of what people tell about themselves, what changes, each with the words it is told and asked with; `origin` are the
places that are not where somebody lives. An attribute that is not here is known by the question's own words."""

_SPOKEN_OF = {name: re.compile(rf"\b(?:{en})\b|{zh}", re.IGNORECASE) for name, (en, zh) in _ATTRIBUTES.items()}

_SAYS_LITTLE = re.compile(
    r"\b(?:names?|named|called|numbers?|address|kind|type|day|date|time|people|person|tell|remind|mine|remember|know)\b"
    "|名字|已经|最近|如今|目前|以后|时候|日期|时间|地址|号码|告诉|提醒|记得|知道|觉得|如果|怎么|为什么|什么|多少|我们|他们|你们|现在"
    "|哪[里儿个家位天种]?|家(?=[叫的公])|[叫谁几啥我你他她它的是在有了吗呢吧啊用和号个得要能到给请还这那就都也很不没为办会去来上说想点]",
    re.IGNORECASE,
)

_CHANGED = re.compile(
    r"\b(?:now|new|moved|change[ds]?|switch(?:ed)?|instead|another|no longer|any ?more|from now on|these days|by now|"
    r"since|meanwhile|renamed|updated|corrected|correction|actually|turned out|used to)\b|, not "
    "|现在|如今|目前|，不是|而是|[转涨升降]到|改|换|搬|新|不再|以后|原来|更正|其实|重新|已经|变",
    re.IGNORECASE,
)

_PAST = re.compile(
    r"\b(?:was|were|went|had|did|spent|cooked|bought|rented|read|once|as a (?:child|kid|student)|test-drove)\b"
    "|过(?![敏来程于得])|小时候|上学时|当时|曾|[做买看]了",
    re.IGNORECASE,
)
_FELT = re.compile(r"\b(?:felt|feel(?:s|ing)?|so (?:happy|sad|proud))\b|感到|感觉|觉得|开心|难过|高兴", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:not|never|no|least|hates?|dislikes?)\b|n['’]t\b|不|没(?!有?比)|讨厌",
    re.IGNORECASE,
)
_ASKS_VALUE = re.compile(
    r"[?？]|\b(?:who|whose|what|which|where|when|how (?:many|much|old|long|far|tall|big)|tell me|remind me)\b"
    "|谁|什么|啥|哪|多少|几[个号点月岁时天]|提醒我|告诉我",
    re.IGNORECASE,
)

_SPEAKER = re.compile(r"\b(?:i|me|my|mine)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|please)\b", re.IGNORECASE)
_MINE = re.compile(r"\bmy (?:new |old |own |current )?(\w+)|我的新?([\u4e00-\u9fff]{1,2})", re.IGNORECASE)

_PEOPLE = (
    "sister brother sibling mother mum mom father dad parent son daughter child children kid baby husband wife aunt "
    "uncle cousin nephew niece grandmother grandma grandfather grandpa friend colleague boss neighbour neighbor "
    "flatmate roommate landlord tenant teacher doctor dentist lawyer accountant therapist coach customer client "
    "dog cat parrot rabbit hamster horse"
)
_PEOPLE_ZH = (
    "姐姐 妹妹 哥哥 弟弟 妈妈 母亲 爸爸 父亲 爸妈 父母 儿子 女儿 孩子 宝宝 老公 老婆 丈夫 妻子 姑姑 叔叔 阿姨 舅舅 "
    "表哥 表姐 表弟 表妹 堂哥 堂姐 爷爷 奶奶 外公 外婆 (?<![男女])朋友 同事 领导 老板 邻居 室友 同学 房东 老师 医生 "
    "牙医 律师 会计 教练 客户 客服 狗 猫(?!头鹰) 鹦鹉 兔子 仓鼠"
)
_ABOUT = re.compile(rf"\b(?:{'|'.join(_PEOPLE.split())})(?=e?s?\b)|{'|'.join(_PEOPLE_ZH.split())}", re.IGNORECASE)
_REPORTED = re.compile(
    # "The doctor corrected it": the one who says it is not the one it is about.
    r"\b(?:doctor|dentist|boss|landlord|teacher)s? (?:says?|said|told|corrected|confirmed|found)\b"
    "|(?:医生|老师|老板|房东)(?:更正|说|告诉|确认|发现)",
    re.IGNORECASE,
)


def about(text: str) -> frozenset[str]:
    """Return the relatives, acquaintances and animals that the text names, but not those whose words it reports.

    Facts about different ones are different facts: where my sister lives is not where I live. Girlfriend and
    boyfriend are not among them: who that is changes, and is worded without the word as often as with it."""
    return frozenset(word.casefold() for word in _ABOUT.findall(_REPORTED.sub(" ", text)))


def attributes(text: str) -> frozenset[str]:
    """Return the known attributes of which the text speaks; none for most texts."""
    said = _REPORTED.sub(" ", text)
    return frozenset(name for name, words in _SPOKEN_OF.items() if words.search(said))


def own_words(question: str) -> frozenset[str]:
    """Return the search terms of a question that name no known attribute and are none of the words questions share."""
    for words in _SPOKEN_OF.values():
        question = words.sub(" ", question)
    return content_words(question)


def content_words(text: str) -> frozenset[str]:
    """Return the search terms of a text without the words that most texts and questions share."""
    return frozenset(terms(_SAYS_LITTLE.sub(" ", text)))


def asks_for_value(text: str) -> bool:
    """True if the text is worded as a question, or as a wish to be told or reminded."""
    return _ASKS_VALUE.search(text) is not None


def says_changed(text: str) -> bool:
    """True if the text says that something is no longer what it was."""
    return _CHANGED.search(text) is not None


def tells_event(text: str) -> bool:
    """True if the text tells what once happened rather than what is."""
    return _PAST.search(text) is not None or tells_feeling(text)


def tells_feeling(text: str) -> bool:
    return _FELT.search(text) is not None


def denies(text: str) -> bool:
    return _DENIED.search(text) is not None


def speaks_of_speaker(text: str) -> bool:
    """True for an English text about its speaker alone; Chinese leaves that out too often to tell."""
    return _SPEAKER.search(text) is not None


def speaks_of_self(text: str) -> bool:
    """True for an English text in the first person, or one that asks others to do something for its speaker."""
    return _SELF.search(text) is not None


def possessions(text: str) -> frozenset[str]:
    """Return the search terms of what the speaker calls their own: "my suitcase", 我的箱子."""
    return frozenset(term for match in _MINE.finditer(text) for term in content_words(match[1] or match[2]))
