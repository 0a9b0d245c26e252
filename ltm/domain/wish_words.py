"""The words with which people ask a bot to forget or to correct what it keeps.

Lists of words, and before them what those words do not mean: they are to miss few requests, and a message that only
may be one counts as one. Nobody can list all wordings; benchmarks/wishes.py measures how many are missed.
"""

import re
from unicodedata import normalize

_SIMPLIFIED = str.maketrans(
    "刪記對這個條錯換說別號電話嗎沒寫應該為設將過時訂糾誤無讓銷劃處憶錄資單畫備註關於誰總實變講會還請煩謝認確當兩舊現廢勸給繼續",
    "删记对这个条错换说别号电话吗没写应该为设将过时订纠误无让销划处忆录资单画备注关于谁总实变讲会还请烦谢认确当两旧现废劝给继续",
)
"""Of the traditional characters those that stand in the lists below."""

_REMOVE = (
    r"(?:forget(?:ting)?|delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|purg(?:e|ing)|eliminat(?:e|ing)|discard|wipe"
    r"|nuke|zap"
    r"|un(?:learn|remember|save|store|do (?:it|that|the last))|(?:get|be) rid|rid yourself|do away with|let go of"
    r"|redact|scrub"
    r"|throw (?:away|out|it|that)|cross (?:out|off)|strike out|take back|revoke|retract|overwrite|empty your"
    r"|bin (?:it|that))\b"
    r"(?![ -](?:key|button|method|request|keyword|statement|clean|or|is)\b)"
)
_PUT = (
    r"(?:correct|fix|change|update|replace|amend|edit|revise|rename|overwrite|swap|set|sort|clear|clean|blank|drop"
    r"|lose|undo"
    r"|scratch|strike|cancel|kill|trash|dump|scrap|retire|empty|withdraw|take|get|ignore|disregard)(?: up| out| off)?"
)
"""Verbs that may mean other things too: they ask for it only of what is the user's or the bot keeps."""

_KEPT = (
    r"(?:entry|entries|notes?|memor(?:y|ies)|records?|profile|facts?|info\w*|things?|bits?|parts?|lines?|first|second"
    r"|third|last"
    r"|previous|old|ones?|address|number|date|name|birthday|e-?mail|data|preferences?|list|reminder)"
)
_OBJECT = (
    r"(?:(?:my|our|your|his|her|their|something)\b|(?:it|that|this|these|those|him|her|them|all|everything|what)\b"
    rf"(?! (?:sentence|text|paragraph|code|bug|function|query|essay|mess)\b)|the (?:\w+ )?{_KEPT}\b)"
)
_ASKED = (
    r"(?:(?:^|[.!?,;:()-]) *|\b(?:please|pls|plz|kindly|just|so|and|then|now|also|ok|okay|hey|yes|no|actually|let'?s"
    r"|better"
    r"|wanna|to|(?:can|could|would|will) (?:you|u|we|i)|you (?:can|should|may|must|could|need to)|make you) +)"
)
"""Where a verb is an order or a wish: "I changed it" and "what changes it" are neither."""

_KEEP = (
    r"(?:(?:remember|know|keep|record|log)\b(?! (?:if|how|why|when|where|what)\b)|(?:store|save|memori[sz]e"
    r"|hold on to|stays?"
    r"|remembered|kept|stored|saved|recorded|known|(?:remember|stor|sav|keep|hav|know|mention|bring|track)ing)\b)"
)
_BY_BOT = (
    r"\b(?:your (?:notes?|memor(?:y|ies)|list|records?)|(?:the|that|this) (?:entry|note|memory|record|fact|info\w*"
    r"|part|bit)"
    r"|you(?:'ve| have)? (?:just |still )?(?:stor|sav|not|ke[ep]|hav|think|thought|wr[io]t|know|rememb|record)\w*)\b"
)
_TROUBLE = (
    r"\b(?:wrong|false|incorrect|mistakes?|typo|stale|outdated|out of date|obsolete|old|fix|correct|correction|change"
    r"|clean|undone?"
    r"|go|gone|over|mixed up|left|not?|no longer|untrue|inaccurate|expired|nonsense|it's)\b"
)

_WISHES = (
    rf"\b{_REMOVE}",
    rf"{_ASKED}(?:please )?{_PUT} {_OBJECT}",
    rf"{_BY_BOT}.{{0,60}}{_TROUBLE}|{_TROUBLE}.{{0,40}}{_BY_BOT}",
    rf"{_ASKED}(?:change|replace|update|set|swap|switch|turn|rename|correct) .{{1,40}}\b(?:to|with|by|into|for)\b",
    r"\b(?:errors?|mistakes?|typo) in (?:my|your|the)\b|, (?:but |and )?you (?:put|wrote|have|said|noted|stored)\b",
    r"\bi should(?:n't| not) have (?:told|said|mentioned)\b|\b(?:that's|it's|is) (?:private|secret|confidential)\b",
    r"\b(?:want|like|need|be|have) (?:.{1,40} )?(?:gone|deleted|removed|erased|forgotten|corrected|undone"
    r"|taken (?:off|out))\b",
    rf"\b(?:do not|don'?t|no need to|needn't|not to|never|stop|not comfortable|rather (?:not|you)|prefer (?:not"
    rf"|you)).{{0,30}} {_KEEP}",
    rf"(?:\b(?:should|need|have|want|is|be)(?: not|n't)|\bnothing|\bnobody) .{{0,30}}\b{_KEEP}",
    rf"{_ASKED}(?:take|get|leave) .{{1,40}}\b(?:off|out)\b(?: .{{0,20}}\b{_KEPT}\b|[.!]*$)",
    r"\b(?:i (?:never|only) (?:said|told|meant)|i meant|my bad|oops|not what i (?:said|meant)|never (?:had|told"
    r"|happened|mentioned)"
    r"|mis(?:spoke|remembered)|mistaken?|typo|nonsense|changed? (?:my mind|of plans?)|mix(?:ed)? up|sp(?:el(?:t|led)"
    r"|elling))\b",
    r"\b(?:is|was|'s|are) ?(?:n't|not|no longer) (?:true|right|correct|accurate)\b|\bwhy do you (?:still )?(?:have"
    r"|know|remember)\b",
    r"\bwrong\b(?! (?:with|size|number|train|about)\b)|\b(?:incorrect|outdated|out of date|obsolete|untrue)\b",
    r"(?:^|[.!?] ?)(?:no|nope|nah|actually),? (?:it|that|my \w+)(?:'s| is)\b(?! (?:fine|ok|okay|good|great|enough|all"
    r"|not)\b)",
    r", not (?!bad)[\w']+(?: \w+){0,2}[.!]*$|\bit's \w+ not \w+|^not \w+[.,;] |\d not \d|\b(?:it|that"
    r"|this) should (?:be|say)\b|\bshould be the\b",
    r"\binstead of\b.{0,30}$|\bno longer\b|\b(?:is|'s|'m|are|do|does)(?:n't| not) .{1,30} (?:now|any ?more"
    r"|any longer)\b|\bchange the\b.*\bto\b",
)
_NOT_WISHES = (
    r"\b(?:do not|don'?t|never|not|can(?:no|')?t|won'?t|couldn'?t) (?:ever )?forget\b|\bforgot(?:ten)?\b"
    r"|\bkeep forgetting\b",
    r"\b(?:i|we|he|she|they|people|(?:do|did|does) (?:you|he|she|i))(?:'ll| will| would| always| often| never| ever"
    r"| just)* forget\b",
    r"\bi (?:do not|don'?t|never|can'?t|didn'?t) (?:know|remember|save|store|keep)\b",
    r"\bforget (?:it|that|about it),? (?=let'?s|i'll|i will|we'll|never ?mind|what|how|it's (?:fine|ok))",
    r"\b(?:wants?|tells?|told|asked|needs?|has) (?:me|him|her|us|them) (?:not )?to \w+|\bremember(?: not)? to \w+",
    r"\b(?:what(?:'s| is)|nothing(?:'s| is)|went|going|so|am i|i'm|if i'm|you're) wrong\b|\bcorrect me if\b"
    r"|\bin mind\b|\b(?:not you|wrong number)\b.*",
)
_OTHER_TASK = (
    r"\bhow (?:do|can|could|would|to)\b|, how\?|\bwrite (?:a|an|me|some)\b|\btranslate\b|\b(?:sql|python|git|regex"
    r"|grammar)\b"
    r"|\bshould (?:i|we)\b|\bsummari[sz]e\b|\bthis (?:sentence|text|paragraph|code)\b|\b(?:best|good) way to\b"
    r"|\bremind me to\b"
)
_OF_MEMORY = (
    r"\b(?:you|we) (?:\w+ )?(?:remember|know|have|store|keep|saved?|kept|forget)\b|\bmemor(?:y|ies) (?:about|of)\b"
    r"|\b(?:my|your) (?:data|profile|notes|memory|memories)\b"
)

_KEPT_ZH = (
    "(?:[这那上第][一二三1-9]?个?[条句]|记忆|记录|资料|信息|画像|条目|笔记|备注|名单|提醒|偏好|你那里|你这里"
    "|你[写存记])"
)
_VALUE_ZH = "(?:日期|时间|地址|名字|姓名|生日|电话|手机|号码|邮箱|密码|城市|公司|职位|偏好)"
_WISHES_ZH = (
    "删(?!除?[键鍵])|[山删]掉|[移清去消]除|清[空零了理掉一]|抹[掉去]|[擦去划消拿撤干]掉|处理掉|[拿弄移撤]走|撤[销回]"
    "|作废|收回|注销",
    "(?<![遗健])忘(?:[掉记了却调吧]|$)|[弄拿].{0,12}走|[扔丢](?:掉|了)吧|[把将条].{0,10}[扔丢]",
    "(?:别|甭|不要|不用|不必|无需|不需要|不准|不许|不该|能不|不太?想让?你?|不希望你|别人?)(?:再|继续|给我|你)*"
    "(?:[记存](?!恨|仇)|保存|保留|留|提(?!了，)|知道)|[这那].{1,4}不要了|(?:别|不要|不想)[让把].{1,15}[存记留知]|隐私"
    "|保密",
    "(?:^|^[这那][个条]|你(?:那个?|[记存]).{0,6}|[记存]的.{0,4})不对(?![劲称付吧])|你(?:给我)?[写记存](?:成|的是)",
    f"[说记写弄搞](?:的)?[错混]|^.{{0,3}}错了|{_VALUE_ZH}.{{0,4}}错|错别字|有[误错]|口误|[更纠修订]正|记岔|[瞎胡]说",
    "[没不](?:是我)?[聊说讲提][过的]|当我没|不是这?么?我?这?么?说的|[改变]主意|是假的|真的了|其实是|不算|没那回事",
    "[修]改|改(?:成|为|下|一下|一改|改|过来|正|了吧)|[应该]该?(?:是|写)|设成|替换|[把将旧从].{1,10}换|换成.{1,8}不"
    "|更换|过时了|旧了|失效|更新(?:一下)?(?!之|了吗)",
    "不(?:再)?是.{1,8}[，, ]?(?:是|而是)|是.{1,8}不是.{1,6}$|不是，|不再是|^不是.{1,8}[，, ].|不是.{1,8}了，",
    f"{_KEPT_ZH}.{{0,8}}(?:过[时期]|失效|不[准对]|没用|没有|有问题|假|错|混|取消)|取消.{{0,12}}{_KEPT_ZH}",
    "不[姓住叫吃用做].{1,12}了.{0,3}(?:现在|改|丢)",
)
_NOT_WISHES_ZH = (
    "(?:别|勿|不要|不能|不会|不可|不该|永远不|从不|千万|难)忘[记了掉]?|忘不[了掉]|忘在|[带买]忘",
    "(?<!把)(?:我|他|她|它|[他她我咱]们|咱|[大人]家|老公|老婆)(?:又|刚|也|都|总是?|老是?|常|已经|居然)*忘[记了掉]?",
    "(?<![求请让望])你(?:是不是|有没有|会不会|不会|会|已经|又|居然)*忘[记了掉]?(?=.*[吗?？]|我的?名|我了)",
    "[我他她]们?(?:昨天|前天|今天|刚才?|已经|早就)?把[^，。,]{1,10}?删|(?:让|劝|提醒)[我她他].{0,8}(?:删[掉除]?|忘了?)",
    "(?:照片|微信|好友|软件|文件|备份|视频|聊天记录|应用|购物车|垃圾桶|账号).{0,4}(?:删[除掉]?|清空?)|什么(?:擦掉|好)",
    "(?:删[除掉]?|清空?|注销).{0,4}(?:照片|微信|好友|购物车|备份|旧?文件|.{0,3}账号)|关于(?:抹去|删除|清除|遗忘)"
    "|(?:删除|忘记)这个词",
    "对不对|被(?:抹掉|删)了?|谁.{1,8}删|这不对吧|别提了，|什么不对|打错电话|更新之|他不是我的菜",
)
_OTHER_TASK_ZH = (
    "(?:怎么|怎样|如何|咋)(?!样)|写.{0,4}(?:函数|代码|程序|脚本|sql|诗)|该不该|语法|这[段句]|翻[译譯]|语态|作文|文章"
    "|总结|电影"
)
_OF_MEMORY_ZH = "你.{0,3}(?:记|知道|存|忘)|我的(?:画像|资料|数据)|关于我"

_WISHES_OTHER = (
    "忘れて(?!しま|い[たなま]|た)|削除(?:し|を)|消して|訂正|修正し|変更し|覚えな(?:くて|いで)",
    "(?<!อย่า)(?<!ฉัน)(?<!ผม)(?<!หนู)(?<!เขา)ลืม|ลบ|แก้ไข|(?:ไม่ต้อง|อย่า)จำ",
    r"(?<!đừng )(?<!tôi )(?<!mình )(?<!em )(?<!anh )\bquên\b|\bx(?:óa|oá)\b|\bsửa lại\b|\b(?:đừng|không cần) (?:nhớ"
    r"|lưu)\b",
    r"\b(?:olvid[ae]|b[oó]rr[ae]|elimin[ae]|quita|corrig[ea])(?:r|te|lo|la)?\b|\bno (?:l[oa] )?(?:guardes|recuerdes)\b",
    r"\bya no es (?:cierto|verdad|así)\b",
)
"""Japanese, Thai, Vietnamese, Spanish."""

_AGREEMENT = (
    r"(?:(?:y|ya|yes|yep|yeah|yup|ok|okay|k|sure|please|do (?:it|that|so)|go (?:ahead|on|for it)|right|correct"
    r"|exactly|fine"
    r"|confirm(?:ed)?|alright|all right|absolutely|definitely|of course|thanks?|thank you|it|that|those|these|both"
    r"|all|of them"
    r"|the|first|second|third|last|old|older|new|newer|other|ones?|number|\d{1,3}|vâng|đúng|có|dạ|ừ|s[ií]|claro|vale)\b"
    r"|[好对是的嗯行就都吧了啊呀哦呢这那条个请]|可以|没错|当然|确[认定]|同意|麻烦|谢谢?|全部?"
    r"|第?[一二两三四五六七八九十\d]+"
    r"|はい|うん|お願いします|それ|ใช่|ครับ|ค่ะ|ตกลง|[\s,.!;#、。~])++"
)


def asks(message: str) -> bool:
    """True if this message alone asks to forget, delete, remove, correct or replace something."""
    text = _WORD.sub(lambda word: _MISSPELT.get(word[0], word[0]), _folded(message))
    if _TASKS.search(text) and not _MEMORY.search(text):
        return False
    return _WISH.search(_NOT_WISH.sub(" ", text)) is not None


def agrees(message: str) -> bool:
    """True if the message is nothing but a yes, or picks one of several: "the second one"."""
    return _YES.fullmatch(_folded(message)) is not None


def _folded(message: str) -> str:
    return normalize("NFKC", message).casefold().replace("’", "'").translate(_SIMPLIFIED)


def _pattern(*parts: str) -> re.Pattern[str]:
    # As `_folded` leaves messages: NFKC takes the vowel of Thai "remember" apart, and full-width marks become narrow.
    return re.compile(normalize("NFKC", "|".join(f"(?:{part})" for part in parts)))


def _misspelt(word: str) -> set[str]:
    """Return the word with one letter left out, and with two neighbours changed about."""
    shorter = {word[:place] + word[place + 1 :] for place in range(1, len(word))}
    swapped = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)}
    return (shorter | swapped) - {word, "forge"}


_WORD = re.compile(r"[a-z]+")
_MISSPELT = {wrong: word for word in ("forget", "delete", "remove", "erase") for wrong in _misspelt(word)}
_WISH = _pattern(*_WISHES, *_WISHES_ZH, *_WISHES_OTHER)
_NOT_WISH = _pattern(*_NOT_WISHES, *_NOT_WISHES_ZH)
_TASKS = _pattern(_OTHER_TASK, _OTHER_TASK_ZH)
_MEMORY = _pattern(_OF_MEMORY, _OF_MEMORY_ZH)
_YES = _pattern(_AGREEMENT)
