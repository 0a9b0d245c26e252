"""A message as the clauses its writer states, without what is quoted, asked, supposed, doubted, joked or pasted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LONG_CHARS = 600
"""A longer message is pasted more often than typed: only how it begins is the writer's own."""

OPENING_CHARS = 200
"""Of a long message, how far its sentences may begin. Chosen by feel."""

MAX_SENTENCES = 40
"""Per message; one of 600 characters with more of them is a list of words."""

HIDDEN = "\x00"
"""Stands for each character of a quotation: no pattern takes it for a word."""

_HAN = r"\u3400-\u9fff"
_WIDE = str.maketrans(
    "０１２３４５６７８９，！？：；（）～　\xa0’‘｀“”＂"
    "歡討厭愛說講話對過敏嗎麼誰為長來會學現後從時這個們給請別讓雖應該實際換決規則開車貓養歲國語東劇電"
    "書畫聽吃買點選錢網",
    "0123456789,!?:;()~  '''\"\"\""
    "欢讨厌爱说讲话对过敏吗么谁为长来会学现后从时这个们给请别让虽应该实际换决规则开车猫养岁国语东剧电"
    "书画听吃买点选钱网",
)

_QUOTED = re.compile(
    r"(?P<named>(?:called|named|name is|call me|叫做?|叫我|名字是|名为|为|用)\s?)?"
    r"(?:\"(?P<double>[^\"\n]{0,600})(?:\"|\n|$)|「[^」\n]{0,600}」?|『[^』\n]{0,600}』?"
    r"|(?<![A-Za-z0-9])'(?:[^'\n]|(?<=[A-Za-z])'(?=[A-Za-z])){1,300}'(?![A-Za-z0-9]))"
    r"|^[ \t]{0,3}[>|＞].{0,4000}$|`[^`\n]{1,600}`",
    re.IGNORECASE | re.MULTILINE,
)
_NAME_CHARS = 14
"""A quotation behind "called" up to this length is a name."""

_ENDS = re.compile(
    r"[!?。…\n;~]+[\"')]*|(?<!\bSt)(?<!\bMr)(?<!\bDr)(?<!\bMs)(?<!\bMrs)(?<!\bvs)(?<!\b[A-Z])\.+(?=[\s"
    rf"\")]|$|[{_HAN}])"
)
_PARTS = re.compile(
    r"\s{0,3}[,()—]+\s{0,3}|\s{0,3}:(?![0-9/)(DPp])\s{0,3}|\s[-–]{1,2}\s"
    rf"|(?<=[{_HAN}0-9])[ \t]+(?=[{_HAN}])"
    r"|\s+(?:(?:and|but|because|cause|cuz|coz|since|so|though|although|while|as|bc)\s+){1,2}"
    r"(?=(?:i|i'?m|i'?ve|my|we|we'?ve|please|don'?t|call|now|live|work)\b)"
    rf"|(?<=[{_HAN}A-Za-z0-9])(?=(?:因为|但是?|不过|所以|而且|可是|只是|然后)(?:我|现在|叫))",
    re.IGNORECASE,
)

_NOT_OWN = re.compile(
    r"^\s{0,9}[!/\\#！／][A-Za-z\u4e00-\u9fff]|```|\b(?:def|class|function|import|SELECT|const|var"
    r"|let) \w+ ?[(={:]|[;{}]\s*\n"
    r"|\b(?:forwarded|fwd)\b|\bforward(?:ing)? (?:this|from)|转发|聊天记录|转自|摘自|原文|引用|复制"
    r"|\b(?:role-?play|pretend|act as|you are now|play(?:ing)? the (?:role|part)|in character"
    r"|story (?:where|about|in)"
    r"|once upon a time|lyrics|the song goes|joking|kidding|sarcasm|jk|hypothetically|dialogue"
    r"|screenplay)\b|/s\b|^\s*\*"
    r"|\b(?:translat\w+|rewrite|rephrase|paraphrase|proofread|correct|grammar|spell-?check|summari[sz]e)\b.{0,60}"
    r"(?::|\n|\b(?:this|these|sentence|following|to (?:english|chinese|german|french|spanish|japanese))\b)"
    r"|\bhow (?:do|would|to|can) (?:you|i|we) (?:say|write|spell|translate)\b|(?:^|please |(?:can"
    r"|could) you |help me |now )(?:write|compose|draft|generate)\b"
    r" (?:me )?(?:an?|the|some|this|about)\b|\bmeans? in (?:chinese|english)\b"
    r"|角色扮演|扮演|假装|装作|开(?:个|了个)?玩笑|逗你|骗你|瞎说的|狗头|不是真的|歌词|台词|唱的?是"
    r"|歌里|造句|例句|剧本|设定"
    r"|翻译(?:一下|成|下|这|:|为)|帮我.{0,6}(?:翻译|润色|改写|修改|写)|润色|改写|语法|怎么(?:说|翻|写)"
    r"|写(?:一|个|段|篇|首|封)[^字]{0,12}(?:故事|诗|小说|文|信|段子|简历|介绍|对话|情书|邮件)|什么意思",
    re.IGNORECASE,
)
_LOG_LINE = re.compile(
    r"^\s{0,3}(?:\[?[0-9]{1,2}:[0-9]{2}[^\n]{0,20}|[^\s:,.!?]{1,20}(?: [^\s:,.!?]{1,20})?):\s", re.MULTILINE
)
_LOG_LINES = 2

_SUPPOSED = re.compile(
    r"\b(?:if(?! (?:you (?:don'?t|do not)? ?mind|possible|that'?s ok))|suppose|supposing|imagine"
    r"|let'?s say|assume|assuming"
    r"|i wish|wish i|unless|were i|in (?:my|a) dream|dream(?:t|ed)|in (?:the|this|that) (?:movie|film"
    r"|book|game|story|song)"
    r"|according to|e\.?g\.?|for (?:example|instance)|when i'?m (?:old|rich|retired)|as if|as though)\b"
    r"|如果|要是|假如|假设|假使|万一|倘若|的话(?!题)|想象|幻想|梦见|梦到|做梦|(?:小说|书|剧|电影|游戏"
    r"|故事|歌)[里中]|比如|例如|譬如"
    r"|好像是|就好了|下辈子|上辈子|恨不得|巴不得|仿佛|要不是|除非|哪怕|即使|就算",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:he|she|they|someone|somebody|everyone|everybody|people|guy|friend|boss|mom|mum|dad|teacher"
    r"|doctor|sister|brother"
    r"|wife|husband|coworker|colleague|roommate|article|post|quote|the bot|who"
    r"|(?-i:[A-Z][a-z]{1,20}))(?:'s| is| was)?"
    r" (?:just |once |always |also |keeps? |recently )?(?:said|says|saying|say|told|tells|claims?"
    r"|claimed|thinks?|thought|wrote"
    r"|writes|asked|asks|goes|be like|was like|is like|replied|announced|joked|posted|texted|insists?"
    r"|believes?|mentioned)\b"
    r"|\bthey say\b"
    r"|(?:[他她它]们?|朋友|同事|老板|老师|妈妈?|爸爸?|哥哥?|姐姐?|弟弟?|妹妹?|老婆|老公|医生|有人|人家"
    r"|别人|大家|客户|群友|室友|网友"
    r"|女友|男友|小[\u4e00-\u9fff]|老[王李张刘陈]|[张王李赵][三四五六])(?:又|总|老|还|都|经常|刚才?"
    r"|昨天|跟我|和我|对我|告诉|发|就){0,2}"
    r"(?:说|讲|问|写|回|告诉|表示|觉得|以为|认为|喊|吐槽)|听说|据说|听.{1,4}说|传说|说(?:道|是)|问我|[常总老]说|老话",
    re.IGNORECASE,
)
_SAID_AFTER = re.compile(
    r"(?:said|says|quoth|replied|asked|declared|announced|cried|wrote|(?:he|she|they) (?:said|says)|according to"
    r"|overheard"
    r"|quote)\b|.{0,8}(?:说道?|喊道?|嚷道?|问道?|写道|答道|感慨|表示)$",
    re.IGNORECASE,
)
"""A clause that names whose words the ones before it are."""

_SPEECH_ENDS = re.compile(
    r"(?:\b(?:said|says|say|goes|wrote|told (?:me|us)|replied|asked|like|quote)|[说道问答写喊]|回复|表示|写道|唱)$",
    re.IGNORECASE,
)
_OPENS_OWN = re.compile(
    r"(?:\b(?:correction|note|fyi|btw|update|about me|edit|ps|reminder|news|fact|remember|also|ok|hi|hello|one thing"
    r"|to be clear|for the record|again|(?:\w+ )?intro|things?|info|context|background|heads up|psa"
    r"|confession|facts?|details|important|warning|disclaimer|status|new \w+|changes? of plans?|plan|hey \w+"
    r"|hi \w+|hello \w+)"
    r"|更正|补充|备注|自我介绍|关于我|说明|提醒|更新|纠正|记一下|记住|记下来|声明|通知|记得|一下|情况"
    r"|背景|信息|如下|重要|预警|坦白|说件事|两点|一点|几点|近况|介绍|大家好|你好|p\.?s)$",
    re.IGNORECASE,
)

_JOKE = re.compile(
    r"\b(?:lo+l\w*|lmf?ao+|rofl|(?:ha){2,}h?|(?:he){3,}|xd+|in my dreams|yeah right|as if|hehe)\b"
    r"|哈哈|嘿嘿|呵呵|233|xswl|笑死|手动滑稽|doge|滑稽|hhh|🤣|😂|😜|🙃|😏|[（(]?笑[)）]|\bww+\b|才怪|个鬼|个屁"
    r"|人送外号|江湖人称|预言家"
    r"|\bprepare to die\b|\b(?:in|stuck in) my head\b|\bearworm\b|脑子里.{0,4}歌|单曲循环|新的一天|一个(?:小孩"
    r"|老人|大叔|大妈)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:(?:so|and|but|hey|ok|well|bot|then|oh|wait|um|also) ){0,2}(?:who|whose|what|what's|whats"
    r"|when|where|why|how|which|do|does"
    r"|did|didn't|don't (?:you|i|we)|doesn't|is|isn't|are|aren't|am|was|were|can|could|will|would"
    r"|should|have (?:i|you|we)|has|had"
    r"|shall|may i|guess|tell me|any(?:one|body)?|won't|wouldn't|remember (?:when|how|what|where|who|if|whether))\b"
    r"|吗|么$|(?<![没不])什么(?!的|都|也)|谁(?!都|也)|哪(?!怕)|几[号点月岁时]|多少(?!有)"
    r"|(?<!不)怎么(?!都|也)|为什么|为啥|咋|啥|是不是|是否|有没有|对不对|好不好|能不能|会不会|要不要"
    r"|可不可以|该不该"
    r"|喜不喜欢|[对是]吧|知不知道|记不记得|猜|多大|多久|多高|还是.{1,8}呢",
    re.IGNORECASE,
)
_TAG = re.compile(
    r"(?:right|correct|no|yes|yeah|huh|eh|isn't it|(?:did|do|am|are|is|does|was|have|ai)n't (?:i|it|we|you)"
    r"|(?:do|am|did|have) i|remember|true|you know|ok|okay|really|or not|or what|is that (?:right|true|so)"
    r"|(?:不)?[对是]不?[对是]?(?:吧|吗|么|的)?|真的(?:吗)?|没错吧|记得(?:吗|吧)?|是吧|你忘了(?:吗)?"
    r"|你信(?:吗)?|信不信)",
    re.IGNORECASE,
)
_DOUBTED = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|may (?:be|have|go|move)|could|would|should"
    r"|i'?d(?! like you| prefer you)"
    r"|(?:i|we) (?:think|guess|suppose|hope|feel|doubt|bet|believe|want|wanna|need|assume)|not sure|unsure|sort of"
    r"|(?:considering|thinking (?:of|about)|tempted|pretending)|almost|nearly|as a joke|someday"
    r"|one day|some day|apparently"
    r"|seems?|seemingly|i dunno|don'?t know|supposedly|allegedly|practically|trying to|feel like|can'?t decide"
    r"|not (?:saying|that) |hopefully|ideally|wish)\b"
    r"|可能|也许|大概|估计|好像|似乎|考虑|说不定|没准|不确定|或许|感觉|觉得|应该|差点|不一定|怀疑"
    r"|想要?当|希望|打算以后|看情况|据我"
    r"|不知道|未必|貌似|想着|有点想|以为|假的|真想|多想|不敢说|还没",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:used to|was|were|had|once|back then|as a (?:kid|child|teen\w*|student)|ago|formerly|previously|in the past"
    r"|ex-\w+|growing up|in my (?:teens|youth|childhood|twenties)|years back|at that time|last (?:year"
    r"|month|week|night))\b"
    r"|以前|曾经?|小时候|过去|当年|那时|那会儿|之前|从前|原来|原本|本来|上学时|上学的时候|年轻时"
    r"|[住喜爱叫姓做]过(?!敏)|前年|早年",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Where a clause stands in the message. `asked`, `doubted` and `past` tell how it is said."""

    start: int
    end: int
    asked: bool
    doubted: bool
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """Where a sentence stands in the message, without its full stop, and what of it its writer may have stated.

    `joked` if any of it is fun."""

    start: int
    end: int
    clauses: tuple[Clause, ...]
    asked: bool
    joked: bool = False


def folded(text: str) -> str:
    """Return the text in one width, quotations hidden; as long as it was, so that places in it are the message's."""
    return _QUOTED.sub(_hidden, text.translate(_WIDE))


def sentences(message: str) -> Iterator[Sentence]:
    """Yield what of a folded message may be stated by its writer; nothing of one that is not in his own words."""
    opening = message[:LONG_CHARS]
    if _NOT_OWN.search(opening) or len(_LOG_LINE.findall(opening)) >= _LOG_LINES:
        return
    for count, (start, end, asked) in enumerate(_spans(opening)):
        if count == MAX_SENTENCES or (len(message) > LONG_CHARS and (start > OPENING_CHARS or end == LONG_CHARS)):
            return
        said = message[start:end]
        if said.strip() and not _SUPPOSED.search(said) and not _REPORTED.search(said):
            yield Sentence(
                start=start,
                end=end,
                clauses=tuple(_clauses(message, start, end, asked)),
                asked=asked,
                joked=_JOKE.search(said) is not None,
            )


def _hidden(found: re.Match[str]) -> str:
    inner = found["double"]
    if found["named"] and inner is not None and len(inner) <= _NAME_CHARS and "," not in inner:
        return found[0]
    return "".join("\n" if char == "\n" else HIDDEN for char in found[0])


def _spans(message: str) -> Iterator[tuple[int, int, bool]]:
    start = 0
    for end in _ENDS.finditer(message):
        yield start, end.start(), "?" in end[0]
        start = end.end()
    yield start, len(message), False


def _clauses(message: str, start: int, end: int, asked: bool) -> Iterator[Clause]:
    parts = list(_parts(message, start, end))
    said = [message[first:last].strip() for first, last in parts]
    if (
        not parts
        or any(_SAID_AFTER.match(one) for one in said[1:])
        or (asked and (_ASKS.search(said[0]) or (len(said) > 1 and _TAG.fullmatch(said[-1]))))
    ):
        return
    for place, (first, last) in enumerate(parts):
        if place and _quotes(message, said[place - 1], parts[place - 1][1], first):
            return
        follows = said[place + 1] if place + 1 < len(parts) else ""
        if HIDDEN in said[place] or _JOKE.search(said[place]) or (follows and _JOKE.match(follows)):
            continue
        yield Clause(
            start=first,
            end=last,
            asked=(asked and place == len(parts) - 1) or _ASKS.search(said[place]) is not None,
            doubted=_DOUBTED.search(said[place]) is not None or (bool(follows) and _unsure_tail(follows)),
            past=_PAST.search(said[place]) is not None,
        )


def _asks(said: Sequence[str]) -> bool:
    return _ASKS.search(said[0]) is not None or (len(said) > 1 and _TAG.fullmatch(said[-1]) is not None)


def _quotes(message: str, before: str, end: int, start: int) -> bool:
    """True if what comes after a comma or colon are somebody's words, or a text to work on."""
    if ":" in message[end:start]:
        return _OPENS_OWN.search(before) is None
    return _SPEECH_ENDS.search(before) is not None


def _unsure_tail(text: str) -> bool:
    return len(text) < 20 and _DOUBTED.match(text) is not None


def _parts(message: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for part in _PARTS.finditer(message, start, end):
        if message[start : part.start()].strip():
            yield start, part.start()
        start = part.end()
    if message[start:end].strip():
        yield start, end
