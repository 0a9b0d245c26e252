"""How people say in English what they like and what not."""

from ltm.domain.capture_english_words import ADVERBS, AM, END, LIKED
from ltm.domain.capture_shapes import taste

TASTES = (
    taste(
        r"my (?:all[- ]time |absolute |current |personal |new |number one |#1 )?(?:favou?rite|fav|fave"
        r"|favorit) (?P<thing>[\w\s-]{2,30}?)(?: of all time| ever)? (?:is|are|was always|'s"
        r"|has always been|'s always been|has to be|would be) (?!(?:not|when|how|that|this|what|the (?:one"
        r"|way)|yours|your|it)\b).{1,60}",
        "favourite:{thing}",
        past=True,
    ),
    taste(
        rf"(?!(?:this|that|it|which|these|those|yours|he|she)\b)[\w'\s:&.-]{{2,40}}? (?:is|are"
        r"|remains) (?:still |definitely |easily |by far |also )?my (?:all[- ]time |absolute |number one "
        rf"|new )?(?:favou?rite|fav|fave) (?P<thing>[\w\s-]{{2,30}}?)(?: of all time| ever)?{END}",
        "favourite:{thing}",
    ),
    taste(
        r"my (?:favou?rite|fave|fav) (?:is|are) (?!(?:when|how|that|this|the (?:one|way|first|second|last"
        r"|third)|yours|your|it|number|option)\b)(?P<thing>.{2,40})"
    ),
    taste(
        rf"i {ADVERBS}(?:(?:(?:do not|don'?t|dont|never|no longer|can'?t|cannot|cant) ){ADVERBS}(?:like"
        r"|love|enjoy|stand|bear|drink|eat|care for|tolerate|deal with|do well with|trust)|(?:like|love"
        rf"|enjoy|adore|prefer|hate|dislike|detest|loathe|despise|crave|luv|dont like)) {LIKED}"
    ),
    taste(
        r"i(?: really|'?ve always|'?ve never| have always| have never|'?ve come to| started to| grew to"
        r"|'?ve started to|'?ve grown to) (?:like|liked|love|loved|hate|hated|enjoy|enjoyed|prefer"
        rf"|preferred|been into|been a fan of|disliked|liking|loving) {LIKED}",
        past=True,
    ),
    taste(
        rf"(?:{AM}(?:not )?{ADVERBS}(?:(?:a )?(?:big |huge |massive |real |great |total |much of a )?(?:fan"
        r"|lover) of|into|fond of|keen on|obsessed with|crazy about|addicted to|sick of|tired of"
        r"|more of an?|mad about|partial to|hooked on|passionate about|scared of|afraid of|terrified of"
        r"|interested in|team)|i can'?t live without|i(?:'?ve| have) (?:an? )?(?:sweet tooth|soft spot for"
        rf"|weakness for|phobia of|fear of|thing for)) ?{LIKED}"
    ),
    taste(
        rf"{AM}(?:more of )?(?:an? )(?:total |huge |big |real )?(?P<thing>[\w\s-]{{3,25}}?) (?:person|lover"
        rf"|fan|addict|fanatic|snob|nerd|enthusiast|nut|buff|freak|geek)\b(?! (?:who|of mine|to)).{{0,30}}"
    ),
    taste(
        r"i(?:'?ve| have)? (?:\w+ )?(?:switched|changed|went|gone"
        r"|moved) from (?P<thing>[\w\s+#.]{2,25}) to .{2,40}",
        "",
        past=True,
        corrects=True,
    ),
    taste(
        rf"i {ADVERBS}(?:drink|take) my (?P<thing>coffee|tea|steak|eggs|whisky|whiskey) .{{3,30}}"
        rf"|i {ADVERBS}(?:use|take|have) (?:dark mode|oat milk|vim|emacs|neovim|arch|tabs"
        rf"|spaces)(?: .{{0,30}})?{END}|i like my (?:coffee|tea|steak|eggs|toast|pizza) .{{3,30}}",
        "",
    ),
    taste(
        rf"(?P<thing>[\w\s]{{3,25}}) (?:is|are) (?:not my (?:thing|cup of tea)|my (?:thing|jam"
        rf"|guilty pleasure|comfort food|weakness|go-to)|the worst food).{{0,20}}{END}"
    ),
)
