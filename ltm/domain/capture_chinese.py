"""How people say in Chinese what is worth remembering of them: all rules, the more telling ones first."""

from ltm.domain import capture_chinese_asides as asides
from ltm.domain import capture_chinese_casual_life as casual_life
from ltm.domain import capture_chinese_casual_self as casual_oneself
from ltm.domain import capture_chinese_changes as changes
from ltm.domain import capture_chinese_life as life
from ltm.domain import capture_chinese_self as oneself
from ltm.domain import capture_chinese_tastes as tastes
from ltm.domain import capture_chinese_told as told

RULES = (
    *changes.RULES,
    *oneself.NAMES,
    *told.TOLD,
    *oneself.FACTS,
    *life.FACTS,
    *casual_oneself.FACTS,
    *casual_life.FACTS,
    *changes.TASTES,
    *tastes.TASTES,
    *asides.TOLD,
    *asides.FACTS,
    *asides.TASTES,
)
"""For clauses, in the order in which they are tried."""

SENTENCE_RULES = (*changes.SENTENCES, *told.SENTENCES)
"""For whole sentences, tried before their clauses."""

OPENERS = (
    r"(?:(?:对了|那个|顺便(?:说一?下|提一?下|一提)?|其实|话说|嗯+|哦+|啊+|诶|欸|唉|哎|你好呀?|您好"
    r"|哈喽|嗨|大家好|告诉你(?:一下|个事)?|跟你说(?:一?下|个事)?|和你说(?:一下|个事)?|请?记住了?|(?:请"
    r"|你)?记(?:一下|得|着|下来?|好)|另外|还有|而且|不过|但是?"
    r"|因为|所以|说起来|补充(?:一下|一点)?|更正(?:一下)?|纠正一下|说明一下|介绍一下|自我介绍(?:一下)?"
    r"|说实话|老实说|讲真|说真的|坦白说|不瞒你说|总之|反正|然后|那(?=我)|好的?|ok|okay|hi|hello|hey"
    r"|不对|不是|错了|说错了|搞错了|没错|是的|早上好|晚上好|谢谢|多谢"
    r"|btw|ps|anyway|actually|so|well|温馨提示|提醒一下|提醒(?=[ ,:])|备注|注意|通知|公告|说一下"
    r"|插一句|忘了说|忘记说了|刚才忘了说|先说一下|首先|其次|最后一点|第[一二三]|我说一下|再说一遍"
    r"|重新介绍一下|你知道的|众所周知|一般来说|通常|平时|个人来说|对我来说|就我个人而言|我是说|我说过"
    r"|只是|毕竟|可是|虽然|由于"
    r"|我(?:想|要|得)?(?:告诉你|跟你说|说一?下|提醒一下)(?:一?下|一声|个事)?|让你知道一下|以防万一"
    r"|好消息|坏消息|跟大家说一下|宣布一下|跟各位说一声|各位|大家|同学们|朋友们|机器人|助手|小助手|bot"
    r"|@\S{1,12})[\s,:，、~]{0,3}){0,5}"
)
"""What people begin with that says nothing; a clause is read from behind it."""
