"""How people say in Chinese that something is over and what it is now."""

from ltm.domain.capture_chinese_words import ANIMAL, JOB, LOOSE_S
from ltm.domain.capture_shapes import changed, told
from ltm.domain.capture_topics import INSTRUMENTS, LANGUAGES
from ltm.domain.episode import Kind

_NOT = r"(?:已经|早就|现在|再也|以后|从今天起|今天起|终于|早)*(?:不再|不|戒了|戒掉)"
_THEN = r"[,， ]+(?:我|现在|以后|如今|目前|都|只|就|全|直接|已经|最近|也|开始|天天|每天|结果|反而|倒是|后来|又){0,4}"
_USE = r"(?:吃|喝|用|玩|看|听|打|坐|开|骑|穿|追|抽|点|买|选|逛)"
_X = r"(?P<thing>(?!这|那|你|他|她|它|什么|了|过)[^\s,，]{1,10}?)"
_Y = r"(?!这|那|你|他|她|它|什么|吗|了)[^\s,，?]{1,16}"
_PLACE = r"(?P<place>(?!这|那|哪|你|他|她)[^\s,，我]{2,10}?)"


SENTENCES = (
    changed(
        rf"(?:我|我们)?(?:已经|刚|上周|上个?月|终于)*(?:换工作|跳槽|换公司|离职|辞职|毕业)了{_THEN}(?:去了?|在|到"
        rf"|入职了?|加入了?){_PLACE}(?:上班|工作|了)*"
        rf"|(?:我)?(?:刚|已经)?从[^\s,，]{{2,10}}跳(?:槽)?(?:到|去)了?{_PLACE.replace('place', 'name')}(?:了)?",
        "employer",
        whole=True,
    ),
    changed(
        rf"(?:我|我们)?(?:已经|刚|上周|上个?月|终于)*搬家?了{_THEN}(?:在|住|住在|到){_PLACE}(?:这边|那边)?(?:了)?",
        "home",
        whole=True,
    ),
    changed(
        r"(?:[^\s,，]{0,8})?(?:改|换)(?:了|个)?名字?了?[,， ]+(?:我)?(?:现在"
        r"|以后)?(?:就)?叫(?P<name>[\u4e00-\u9fffA-Za-z]{2,10})(?:了)?",
        "name",
        whole=True,
    ),
    changed(
        rf"(?:我)?(?:{LANGUAGES}|{INSTRUMENTS})(?:不学|不练|不弹|放弃)了{_THEN}(?:改|换)?(?:在)?(?:学|练"
        rf"|弹)?(?:{LANGUAGES}|{INSTRUMENTS})了?.{{0,8}}",
        "",
        whole=True,
    ),
    changed(
        rf"(?:我)?{_X}(?:戒|吃腻|喝腻|玩腻|看腻|听腻|不吃|不喝|不用|不玩|退坑|弃|翻篇)了{_THEN}(?:改|换|爱|喜欢"
        rf"|迷上|入坑)?(?:成|了)?(?:{_USE})?{_Y}.{{0,12}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        r"(?:我们?|咱们?|这次)*(?:团建|聚餐|年会|班服|旅行|数据库|后端|前端|框架|方案|店名|地点|场地"
        r"|酒店)(?:的)?(?:地点|时间)?不(?:再)?(?:去|用|选|吃|叫|住|在)"
        r"[^\s,，]{1,12}了[,， ]+(?:改|换|就|定)(?:去|用|选|吃|叫|成|为|在|住|到)?[^?]{2,30}",
        "",
        kind=Kind.DECISION,
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}(?:不(?:再)?(?:住|住在|在|待在){_PLACE.replace('place', 'name')}(?:住|待)?了|(?:原来|以前|之前"
        rf"|原先|过去|从前)(?:住|在|住在)"
        rf"[^\s,，]{{2,12}}|离开[^\s,，]{{2,8}}了?){_THEN}(?:住|住在|搬到|搬去|搬来|搬回|定居|在|到|去|人在)(?:了"
        rf"|在|到)?{_PLACE}"
        r"(?:这边|那边)?(?:住|定居|生活|安家)?(?:了|啦)?",
        "home",
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}(?:从|不在|离开)[^\s,，]{{2,12}}?(?:离职|辞职|毕业|跑路|走人|上班|工作|干|做|裸辞|提桶)?了{_THEN}"
        rf"(?:下家是?|去了?|跳到|跳槽到?|入职了?|加入了?|在|到){_PLACE}(?:上班|工作|了|那边|干活|做.{{1,6}})?",
        "employer",
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}{_NOT}(?:当|做|干|写|教|开|送|跑|搞)[^\s,，]{{1,8}}?了{_THEN}(?:转行|改行|转岗|改)(?:做|当|开"
        rf"|去|卖|教|成)?了?"
        rf"[^\s,，]{{0,8}}(?:{JOB}|[^\s,，]{{2,8}}).{{0,20}}",
        "job",
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}{_NOT}(?:学|练|弹|拉)(?:{LANGUAGES}|{INSTRUMENTS})了?{_THEN}(?:改|换|转)?(?:成|去)?(?:学|练|弹"
        rf"|拉)?(?:{LANGUAGES}"
        rf"|{INSTRUMENTS})了?.{{0,12}}",
        "",
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}{_NOT}{_USE}{_X}了?{_THEN}(?:只|改|都|就|换|转)?(?:成|到)?{_USE}?{_Y}.{{0,16}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}{_NOT}养(?:{ANIMAL})了?{_THEN}(?:改|换)(?:成)?养?(?:{ANIMAL})了?.{{0,8}}",
        "",
        whole=True,
    ),
    changed(
        rf"{LOOSE_S}(?:原来|以前|之前|原先|过去|从前)(?:最|很|一直|都|只|特别|天天|是)*(?:爱|喜欢)?(?:{_USE}|的?是"
        rf"|党){_X}(?:的|党)?{_THEN}"
        rf"(?:改|换|离不开|爱|喜欢|更|用|吃|喝|只|迷上|成了)[^?]{{1,20}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        r"(?:睡了一觉)?(?:我)?(?:想通了|想明白了|想好了|改主意了|改变主意了|考虑清楚了|和[^\s,，]{1,6}谈妥了"
        r"|跟[^\s,，]{1,6}(?:谈妥|商量好)了)"
        r"[,， :]+[^?]{3,60}",
        "",
        kind=Kind.DECISION,
        whole=True,
    ),
)
"""Whole sentences: what is over, and what it is now."""

RULES = (
    changed(r"(?:我|我们)?(?:又|重新)(?:开始)?(?:吃肉|吃荤|喝酒|吃海鲜|吃奶制品|吃糖)了", "diet"),
    changed(
        r"(?:我|我家|我们)?(?:的)?新(?:室友|合租的?)(?:是|叫)[^\s,，]{1,8}"
        r"|(?:现在)?(?:我)?(?:的)?室友(?:现在)?是[^\s,，]{1,8}了?$",
        "roommate",
    ),
    changed(
        r"(?:我)?(?:已经|早就)?(?:不在|离开|从)[\u4e00-\u9fffA-Za-z]{2,8}(?:上班|工作|干|做|离职|辞职)了", "employer"
    ),
    changed(
        r"(?:我|我们)?(?:这次|最后|还是|决定)*不去[\u4e00-\u9fff]{2,5}(?:出差|旅游|玩|旅行|开会)了", "", kind=Kind.EVENT
    ),
    told(
        Kind.RULE,
        r"(?:以后|今后|往后|从下周起|这周起)?(?:我们|咱们)?(?:的)?(?:开会|例会|周会|组会|站会|碰头|读书会|训练"
        r"|排练)(?:都|就|统一)?(?:改|换|挪)(?:在|到|成|去)"
        r"[^\s,，?]{1,16}",
        importance=3,
        past=True,
    ),
    changed(
        r"(?:我|我家|我们)?(?:的)?(?:新)?(?:室友|合租的?)(?:现在|也|又)*(?:换成|变成|换了?|改成)(?:了)?[^\s,，]{1,8}",
        "roommate",
    ),
    changed(
        rf"(?:我|我家|我们)?(?:的)?(?:{ANIMAL})(?:的?名字)?(?:现在|又)*(?:改名|改叫|换名)(?:叫|成"
        rf"|为)?了?[^\s,，]{{1,8}}",
        "",
    ),
    changed(
        rf"{LOOSE_S}{_NOT}(?:学|练)(?:{LANGUAGES}|{INSTRUMENTS})了|{LOOSE_S}(?:改|转|换)(?:成|去)?学(?:{LANGUAGES}"
        rf"|{INSTRUMENTS})了?",
        "",
    ),
    changed(
        r"(?:以后|从今往后|往后)(?:就|请|都)?叫(?:我)?(?P<name>[\u4e00-\u9fff]{2,4}?)(?:不叫|别叫).{2,8}|(?:别"
        r"|不要)叫我.{1,6}了[,，]?我姓(?P<thing>.)",
        "name",
    ),
    told(
        Kind.DECISION,
        r"(?:我们?|咱们?|项目|这次|今年)*(?:的)?(?:数据库|后端|前端|框架|引擎|团建|聚餐|班服|队服|群名|店名|队名"
        r"|酒店|场地|地点|目的地"
        r"|方案|主题|logo|颜色|日期)(?:的?(?:地点|时间|日期|颜色|名字|目的地))?(?:也|又|已经|都|最后"
        r"|还是)*(?:换成|改成|改为|改到|换到|变成|定为|选)"
        r"了?[^\s,，?]{1,20}",
        past=True,
    ),
    told(
        Kind.EVENT,
        r"(?:我|我们|我家|我妈|我爸)?(?:的)?[^\s,，我你]{0,6}?(?:牙医|看牙|体检|复查|复诊|手术|面试|考试|答辩"
        r"|婚礼|演出|演唱会|聚会|聚餐|搬家|比赛|出差"
        r"|行程|航班|机票|票|旅行|出发|预约|产检|课|发布会?|上线)(?:的?时间|日期)?(?:被|又|也|都|已经|要"
        r"|得)*(?:改期|改签|改|挪|推迟|延期|延|提前|换|顺延)"
        r"(?:了|到|成|至)*.{2,20}",
        dated=True,
        past=True,
    ),
    changed(
        r"(?:我|我们)?(?:的)?[^\s,，我你]{0,10}?(?:牙医|体检|复查|手术|面试|考试|婚礼|演出|演唱会|聚会|聚餐|比赛"
        r"|出差|行程|航班|旅行|预约)"
        r"(?:又|也|都|已经|被)*(?:取消|黄|泡汤|作废|不去|不办)了.{0,10}",
        "",
        kind=Kind.EVENT,
    ),
)
"""Clauses that say what it is now."""

TASTES = (
    changed(
        rf"{LOOSE_S}(?:改|换|转)(?:成)?(?:{_USE})了?{_Y}了?$|{LOOSE_S}(?:现在|如今|最近)(?:都|只|改|就"
        rf"|天天)+(?:{_USE}){_Y}了?$",
        "",
        kind=Kind.PREFERENCE,
    ),
    changed(
        rf"(?:我|俺|咱)(?:已经|早就|现在|再也|以后|从今天起|终于|早)*(?:不再|不|戒了){_USE}{_X}了$",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
)
"""The same of what somebody likes and uses."""
