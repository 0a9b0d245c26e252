"""Whether what is stated can be the value of its key: a place, an organisation, a name, a trade.

A newer value supersedes an older one, so a joke, a pointer ("here") or a description under a key would destroy what was
true. In doubt a statement gets no key, or is not taken.
"""

import re

_SMALL_PLACES = (
    "tokyo|osaka|kyoto|seoul|busan|beijing|shanghai|shenzhen|guangzhou|hong kong|taipei|singapore|bangkok|hanoi|manila"
    "|jakarta|bali|kuala lumpur|delhi|mumbai|bangalore|dubai|istanbul|ankara|tel aviv|cairo|lagos|nairobi|cape town"
    "|moscow|kyiv|kiev|warsaw|krakow|prague|budapest|vienna|graz|zurich|geneva|basel|bern|berlin|munich|hamburg|cologne"
    "|frankfurt|leipzig|dresden|stuttgart|paris|lyon|marseille|nice|brussels|ghent|antwerp|amsterdam|rotterdam|utrecht"
    "|copenhagen|aarhus|oslo|bergen|stockholm|gothenburg|malmo|helsinki|tallinn|riga|vilnius|reykjavik|dublin|cork"
    "|belfast|london|manchester|leeds|bristol|liverpool|birmingham|edinburgh|glasgow|cardiff|oxford|cambridge|brighton"
    "|madrid|barcelona|valencia|seville|lisbon|porto|rome|milan|turin|naples|florence|bologna|athens|zagreb|belgrade"
    "|sofia|bucharest|toronto|vancouver|montreal|ottawa|calgary|new york|nyc|brooklyn|boston|chicago|seattle|portland"
    "|austin|dallas|houston|denver|miami|atlanta|philadelphia|detroit|la|los angeles|san francisco|sf|san diego"
    "|las vegas|mexico city|havana|bogota|lima|quito|santiago|buenos aires"
    "|rio|sao paulo|sydney|melbourne|brisbane|perth"
    "|adelaide|hobart|auckland|wellington|america|canada|mexico|brazil|argentina|chile|peru|england|scotland|wales"
    "|ireland|france|spain|portugal|italy|germany|austria|switzerland|belgium|holland|netherlands|denmark|norway|sweden"
    "|finland|iceland|poland|russia|ukraine|greece|turkey|egypt|kenya|nigeria|south africa|india|china|japan|korea"
    "|taiwan|vietnam|thailand|malaysia|indonesia|philippines|australia|new zealand|texas|california|florida|ohio"
)
"""Well-known places, for those who write them small: any other word behind "in" may be no place at all."""

_PLACE = re.compile(
    r"\b(?:live|lives|living|originally|reside|based|located|settled|moved|moving|relocated|move|home|hometown"
    r"|place|flat|apartment"
    r"|house|studio|room|been|still|out|over|up|down|from|grew up|raised|born|lease|keys|rent|sleeping|family|roots"
    r"|native|bred|come|comes|hail|hailing|left|swapped|traded|life)\b"
    r".{0,40}?\b(?:in|to|into|at|near|outside|of|from|on|for|is|now|pure|around|by)\s+(?:the\s+|a\s+\w+\s+outside\s+)?"
    rf"(?:(?-i:[A-Z\u00c0-\u00de])[\w.'-]+|(?:{_SMALL_PLACES})\b)"
    rf"|^(?:(?-i:[A-Z\u00c0-\u00de])[\w.'-]+|(?:{_SMALL_PLACES})\b)|\b(?:{_SMALL_PLACES}|(?-i:[A-Z]\w+))\s+(?:home"
    rf"|native"
    r"|resident|based|born)\b"
    rf"|\b(?:here|home)\b.{{0,12}}\b(?:{_SMALL_PLACES}|(?-i:[A-Z]\w{{2,}}))\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:no longer|don'?t|do not|not)\b.{0,12}\b(?:live|living|based|in)\b.{0,24}(?-i:[A-Z])|不再?住", re.IGNORECASE
)
_ONE_MORE = re.compile(
    r"\b(?:also|too|as well|another|(?:my|the) other|second|part[- ]time|on the side|besides)\b"
    "|也|还有|还在|还会|另一|另外|兼职|副业",
    re.IGNORECASE,
)
"""One value beside others: none of them is the one."""

_OVER = re.compile(
    r"\b(?:no longer|(?:don'?t|doesn'?t|do not|does not)\b.{0,40}\bany ?more)\b"
    r"(?!.{0,60}\b(?:but|now|instead|moved|switched)\b)",
    re.IGNORECASE,
)
"""That something is over says what it is not any more, and not what it is."""

_HAN_CITIES = (
    "北京|上海|广州|深圳|天津|重庆|成都|杭州|南京|武汉|西安|苏州|长沙|郑州|青岛|大连|沈阳|哈尔滨|长春|济南|合肥|福州|厦门|南昌|昆明|贵阳"
    "|南宁|海口|三亚|兰州|西宁|银川|乌鲁木齐|拉萨|呼和浩特|太原|石家庄|宁波|温州|无锡|常州|佛山|东莞|珠海|烟台|洛阳|桂林|大理|丽江|香港"
    "|澳门|台北|高雄|东京|大阪|首尔|新加坡|曼谷|伦敦|巴黎|柏林|纽约|悉尼|墨尔本|温哥华|多伦多|旧金山|洛杉矶|莫斯科|慕尼黑"
)
_IN_CITY = re.compile(rf"(?:在|回|到|去|来)(?:了|到)?(?:{_HAN_CITIES})")
"""Where one is may be a firm as well: only a well-known city is a home without a word for living."""
_WITH_WHOM = re.compile(
    r"\b(?:live|lives|living|moved in)\b.{0,12}\b(?:alone|with my|with two|by myself|with (?-i:[A-Z]))|独居"
    r"|(?:和|跟).{1,6}(?:一起)?(?:住|合租)|(?:住|租)(?:学校)?宿舍",
    re.IGNORECASE,
)
_ORIGIN = re.compile(
    r"\b(?:american|british|english|scottish|irish|welsh|\w{3,}(?:ese|ian|ean|ish|wegian)|german|french|dutch"
    r"|swiss|czech"
    r"|greek|thai|kiwi|aussie|brit|scot|dane|swede|finn|pole|turk|texan|parisian|londoner|new yorker|berliner)\b",
    re.IGNORECASE,
)
_HAN = re.compile(r"[\u3400-\u9fff]")

_POINTER = (
    "(?:这里?|那里?|哪|此|本地|当地|外地|楼|家里|宿舍|酒店|宾馆|医院|公司|单位|学校$|图书馆|地铁|路上|床|群|梦|心|网上|网络|屏幕|手机|游戏"
    "|冰箱|队伍|排队|回忆|爸妈|父母|朋友|同学|亲戚|他|她|它|你|我|大家|一起|待办|文本|火星|月[球亮]|太阳|公司|以后|之后|宇宙|外星|地球|未来|好|老地方|附近|外面)"
)
_NO_PLACE_CHARS = "的着过是没吗呢吧啊么什很太最就也还跟与把被给让从再又刚走想说吃喝睡跑"
_HAN_PLACE = (
    rf"(?!{_POINTER}|[0-9一二两三四五六七八九十几多半]{{1,3}}(?:年|个|天|晚|楼))"
    rf"(?:上海|[^\s,，。!、{_NO_PLACE_CHARS}不在了去到]){{2,9}}"
)
_HAN_HOME = re.compile(
    r"(?:居住|租住|租房|常住|定居|安家|落户|蜗居|扎根|长居|移居|移民|搬家|搬(?!家公司|砖|东西|运)|迁|住|坐标|现居"
    r"|常驻|base|离开|告别"
    r"|(?:窝|漂|待|生活|人|家|新家|住处|房子|住址|出租屋|租|回|来|到)(?=.{0,4}[在到回去来]))"
    rf"(?:在|到|去|来|回|进|往|至|于|了|是|的是|着|现在|目前|就|买|租|位于|搬|住){{0,4}} ?{_HAN_PLACE}"
    rf"|在 ?{_HAN_PLACE}(?:这边|那边)?(?:住|待|生活|定居|租|买|安|漂|落户|扎根)|{_HAN_PLACE}这边"
    rf"|^{_HAN_PLACE}(?:本地)?(?:土著|人$)"
    r"|[北沪深杭广]漂|(?:住|搬|在|base) ?[A-Za-z]{3,}",
    re.IGNORECASE,
)
_HAN_ORIGIN = re.compile(
    rf"(?:老家|籍贯|祖籍|家乡|故乡|户口|出生地|原籍|户籍|来自|出生|生于|生在|长在|长大|打小|从小)"
    rf"(?:就?是|在|于|就在|的|是在)* ?{_HAN_PLACE}"
    rf"|在 ?{_HAN_PLACE}(?:长大|出生|土生土长|生的|读完)|{_HAN_PLACE}(?:那边|这边)?(?:人|土著|娃|妹子|姑娘|小伙"
    rf"|出来的|长大)"
    rf"|{_HAN_PLACE}的?(?:农村|县城|小镇|小城)",
    re.IGNORECASE,
)
_NO_TRADE = re.compile(
    r"\bhazard\b|\b(?:job|work|role) is to\b|打工人|工具人|牛马|社畜|倒霉|冤种|废物|咸鱼|显眼包|背锅|小丑|吃瓜"
    r"|\b(?:clown|potato|mess|joke|legend|idiot)\b",
    re.IGNORECASE,
)
_NO_EMPLOYER = re.compile(
    r"\bat \w+ing\b|备考|考研|考[教公]|冥想|减肥|\b(?:my best|from home)\b|厕所|地铁|路上|梦里|家里?(?:做|带|当|干)"
)
_NO_PARTNER = re.compile(
    r"单身(?:狗(?:路过|表示|报到)|万岁|贵族|的我)|狗粮|\b(?:bus|phone|laptop|bed|sofa|couch|printer)\b", re.IGNORECASE
)
_SCHOOL = re.compile(
    r"大学?|学院|中学?|高中|小学|学校|夜校|技校|职高|附中|[一二]中|清华|北[大京]|复旦|交大|浙大|南开|同济|师范"
    r"|理工|[A-Za-z]{2}|母校|读|毕业"
)
_AT_WORK = re.compile(
    r"(?:老师|教师|校长|班主任|长大)|(?:讯飞|公司|集团|科技).{0,6}|(?:做|干|搞|当).{1,8}$|上班|工作|实习|入职"
    r"|跳槽|离职|下家"
)
_NO_NAME = re.compile(
    r"^(?:一|个|这|那|就|也|都|是|很|真|太|最|刚|已|只|没|不)"
    r"|\b(?:later|crazy|tomorrow|maybe|back|when|if)\b",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(r"[迷控党粉派族奴狗员师生手者工友妈爸]$")
_NAMED = re.compile(
    r"(?:叫|喊|姓名|名字|英文名|小名|真名|本名|昵称|称呼|名|姓|我是|call|name|known|here|go by|\bam\b|i'?m"
    r"|this is|it'?s)"
)


def held(key: str, stated: str, name: str) -> str | None:
    """Return the key under which `stated` holds a value: `key` itself, "" for none, None for nothing to keep at all.

    `name` is what the rule took for a name, "" where it took none. Time is linear in the length of `stated`."""
    kept = _held(key, stated, name)
    return "" if kept and (_ONE_MORE.search(stated) or _OVER.search(stated)) else kept


def _held(key: str, stated: str, name: str) -> str | None:
    is_han = _HAN.search(stated) is not None
    match key:
        case "home" | "origin":
            return _located(key, stated, is_han)
        case "name":
            return None if _NO_NAME.search(name) or (is_han and not _named(stated, name)) else key
        case "job":
            return None if _NO_TRADE.search(stated) else "" if "from home" in stated else key
        case "employer":
            return None if _NO_EMPLOYER.search(stated) or _NO_TRADE.search(stated) else key
        case "partner":
            return None if _NO_PARTNER.search(stated) else key
        case "school":
            return None if is_han and (_AT_WORK.search(stated) or not _SCHOOL.search(stated)) else key
        case _:
            return key


def _named(stated: str, name: str) -> bool:
    return bool(_NAMED.search(stated)) and ("叫" in stated or "称呼" in stated or not _DESCRIBED.search(name))


def _located(key: str, stated: str, is_han: bool) -> str | None:
    if _ENDED.search(stated):
        return key
    han = _HAN_HOME if key == "home" else _HAN_ORIGIN
    if key == "home" and is_han and _IN_CITY.search(stated):
        return key
    if _PLACE.search(stated) or (is_han and han.search(stated)) or (key == "origin" and _ORIGIN.search(stated)):
        return key
    return "" if key == "home" and _WITH_WHOM.search(stated) else None
