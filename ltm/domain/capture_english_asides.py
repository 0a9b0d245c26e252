"""How people say in English in half a sentence, or beside something else, what is worth remembering."""

from ltm.domain.capture_english_words import ANIMAL, CASUAL_FOOD, CASUAL_MEAT, CASUAL_REL, END, JOB, LANGUAGE, vital
from ltm.domain.capture_shapes import Rule, compiled, fact, taste, told
from ltm.domain.episode import Kind
from ltm.domain.profile import Field

_NAMED = r"(?-i:[A-Z\u00c0-\u00de])[\w.'-]+(?: (?:of |de |the )?(?-i:[A-Z])[\w.'-]+){0,3}"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = (
    rf"(?:{_MONTH} \d{{1,2}}\w{{0,2}}\b|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|halloween|christmas"
    rf"|valentine'?s|new year'?s)"
)
_WHEN = (
    rf"(?:on |this |next |in |at |the |from |a week from |is |for )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    rf"|\d{{1,2}}(?:st|nd"
    rf"|rd|th)\b|{_DAY}|tomorrow|next (?:week|month)|{_MONTH}\b)"
)
_THING = (
    r"(?P<thing>(?!(?:it|this|that|there|here|he|she|you|they|what|who|which|such|life|everything"
    r"|the (?:code|bug|idea|answer))\b)[\w' +&-]{2,32}?)"
)

FACTS = (
    Rule(
        pattern=compiled(
            r"(?:you can (?:stop|drop) .{2,40}, ?)?(?:it'?s |my (?:real )?name'?s "
            r"|names? )(?P<name>(?-i:[A-Z][a-z]{2,14}))"
            r"(?: btw|, not .{2,20}|, actually| not .{2,20})(?: any ?more)?.{0,20}"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
    ),
    fact(
        rf"(?:been |now )?(?:sleeping|living|crashing|settled|based|stuck|hiding|holed up) (?:down |up |over "
        rf"|out )?in {_NAMED}"
        r" (?:since|for|now|these days|until)\b.{0,30}"
        rf"|(?:the )?(?:rent|weather|winter|summer|life|traffic|housing|power|commute)s? (?:here "
        rf"|out here )in {_NAMED}\b.{{0,40}}"
        rf"|.{{0,30}}\b(?:out|up|down|over|back) here in {_NAMED}\b.{{0,40}}"
        rf"|(?:you )?(?:gotta|got to|have to) love living in {_NAMED}"
        rf"|my (?:flat|place|apartment|house|room|studio)(?:'s| is) .{{0,30}}\bin {_NAMED}\b.{{0,40}}"
        rf"|(?:no )?i (?:don'?t|do not) live in {_NAMED} any ?more",
        "home",
        past=True,
    ),
    fact(
        rf"(?:day|week|month|year) (?:\d{{1,2}}|one|two|three) at {_NAMED}\b.{{0,40}}"
        rf"|(?:yep |yes |yeah )?still (?:at|with|working (?:at|for)) (?:the (?:post office|bank|hospital|library"
        rf"|factory|museum)|{_NAMED})"
        rf"(?:,? .{{0,40}})?"
        rf"|i'?m (?:at|with) {_NAMED} (?:all day|now|these days|nowadays|full[- ]time|since .{{2,16}})",
        "employer",
        past=True,
    ),
    fact(
        rf"(?:as|being|speaking as|coming from) (?:someone|a person|somebody"
        rf"|one) who \w+s [\w' ]{{2,30}} (?:for (?:money|a living|work)"
        rf"|all day|professionally).{{0,40}}|that'?s what you get for being an? (?:[\w-]+ ){{0,2}}?\w{{3,}}"
        rf"|(?:i )?(?:fly|drive|fix|repair|build|sell|teach|bake|grow|weld|paint|guard"
        rf"|brew) \w{{4,}}(?: \w+)? (?:out of|for|in|at) {_NAMED}"
        rf"|(?:in my case )?(?:i'?m |i am )?(?:an? )?(?:[\w-]+ )?{JOB} (?:here|by trade|by day)\b.{{0,50}}",
        "job",
        past=True,
    ),
    fact(
        rf"(?:mine'?s|mine is|born(?: on)?|i was born on) {_DAY}.{{0,40}}"
        rf"|{_DAY} is (?:when (?:i|my counter)|my (?:birthday|day)|the day i)\b.{{0,40}}",
        "birthday",
        past=True,
    ),
    fact(
        r"(?:i )?(?:just )?(?:hit|turned|reached) the big (?:\w+)(?: oh| o)?\b.{0,20}"
        r"|at (?:eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty)(?:[- ]\w+)?|[1-9][0-9]) i'?m (?:the|still"
        r"|too|already|an?)\b.{2,40}",
        "age",
        past=True,
    ),
    fact(
        r"(?:i )?(?:went|turned|gone|been) (?:fully )?(?:vegan|vegetarian|pescatarian|keto|plant[- ]based) (?:in"
        r"|since|last|this|for|after)"
        rf"\b.{{2,40}}|no {CASUAL_MEAT} (?:for me )?since .{{2,20}}",
        "diet",
        past=True,
    ),
    vital(
        rf"(?:anything|everything) but {CASUAL_FOOD}\b.{{0,40}}|{CASUAL_FOOD} and (?:me|i) (?:had a divorce"
        rf"|don'?t get along|are not"
        rf" friends|broke up|don'?t mix).{{0,30}}|(?:severe |bad "
        rf"|mild )?{CASUAL_FOOD} allergy (?:over )?here\b.{{0,40}}"
        r"|(?:can'?t|cannot) (?:hear|see|smell|taste) (?:\w+ )?(?:on|out of|with|from) (?:my|one)\b.{2,30}"
        r"|(?:i )?(?:had|lost|have|donated) (?:a|one|only one) (?:kidney|lung|ear|eye|leg|arm|spleen)\b.{0,30}"
        r"|(?:insulin pump|hearing aid|pacemaker|inhaler|epi-?pen)\b.{0,40}"
        r"|type (?:1|2|one|two)(?: diabet\w+)? since .{2,20}|(?:my|the) (?:stutter|limp|migraines?|asthma"
        r"|tinnitus)\b.{2,40}"
    ),
    fact(
        rf"my (?:gf|bf|girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?),? {_NAMED} (?:says|is|and|works|has"
        rf"|loves|just|wants"
        rf"|made|always)\b.{{2,50}}|(?:i'?ve )?been with {_NAMED} (?:for|since) .{{2,30}}",
        "partner",
        past=True,
    ),
    fact(
        rf"(?:that'?s |that is |it'?s |thats )?(?:pure |all )?{_NAMED}(?:,)? born and (?:bred|raised)"
        rf"|(?:that'?s |thats )pure {_NAMED}|every time i go (?:back|home) to {_NAMED}\b.{{0,50}}",
        "origin",
        past=True,
    ),
    fact(
        rf"(?:back to|started|taking|doing) (?:my )?(?:evening |night )?(?:classes|school|studies"
        rf"|degree) at {_NAMED}\b.{{0,20}}",
        "school",
        past=True,
    ),
    fact(
        rf"(?:that'?s|thats|this is|the one (?:with|on|in) .{{2,20}} is|on the (?:left|right)[ ,]+(?:is|that'?s"
        rf"|thats)) (?:my|our)"
        rf" (?:\w+ )?(?:{CASUAL_REL}|{ANIMAL}) {_NAMED}.{{0,30}}"
        rf"|my (?:\w+ )?{CASUAL_REL} (?:starts?|goes to|begins?|is in|are in) (?:kindergarten|school|daycare"
        rf"|college|uni\w*|\w+ grade).{{0,30}}"
        rf"|(?:first|second|third|fourth|another) (?:kid|child|baby) (?:is )?on the way\b.{{0,30}}"
        rf"|we foster {ANIMAL}.{{0,60}}|my (?:\w+ and i|\w+) (?:own|run|have) an? (?:vineyard|farm|bakery|shop"
        rf"|restaurant|hotel|pub)\b.{{0,30}}"
        rf"|我(?:老婆|老公|妈|爸) is from {_NAMED}.{{0,40}}",
        past=True,
    ),
    fact(
        rf"(?:i )?(?:been|'ve been) (?:running|using|driving|riding|playing) [\w' ]{{2,30}} (?:on|for|since) .{{2,40}}"
        rf"|(?:i )?speak (?:{LANGUAGE})\b.{{0,50}}|no car\b.{{0,40}}|night shifts? (?:all|for|until|every)\b.{{2,50}}"
        r"|i(?:'?ve| have) never (?:learn(?:ed|t) to (?:swim|drive|ride|cook|ski)"
        r"|had a (?:driver'?s )?licen[cs]e)\b.{0,40}",
        past=True,
    ),
)

TASTES = (
    taste(
        rf"{_THING} (?:or nothing|or bust|over everything|all the way|every (?:single )?time|any day(?: of the week)?)"
        rf"(?: for me| tbh| imo)?{END}"
        rf"|(?:give me|i'?ll take|i'?d take"
        rf"|i always pick) {_THING.replace('thing', 'name')} over [\w' ]{{2,30}}.{{0,40}}",
        "",
        open=True,
    ),
    taste(
        rf"{_THING} (?:is|are) (?:hell|torture|still my [\w ]{{2,30}}|my (?:comfort|go-?to|favou?rite|safe"
        rf"|guilty)\b[\w ]{{0,20}})"
        rf"(?: after .{{2,20}}| to me| for me)?{END}"
        rf"|{_THING.replace('thing', 'name')} (?:tastes? like (?:soap|dirt|feet|cardboard)|makes? me (?:anxious"
        rf"|sick|gag|nervous|sad))\b.{{0,30}}",
        "",
        open=True,
    ),
    taste(r"(?P<thing>[\w]{3,20})[.,;] always (?P<name>\w{3,20})\b.{0,20}", "taste:{thing}", open=True),
    taste(
        r"(?:my )?(?:go[- ]?to|usual|regular|standing) (?:order|drink|meal|snack|coffee|pizza|game|show|song"
        r"|lunch)?\b.{0,30}"
        r"(?: is|:|'s) .{2,50}",
        "",
        open=True,
    ),
    taste(
        r"(?:i|we)? ?(?:won'?t|wouldn'?t|will never) (?:touch|use|drink|eat|play|read|wear|buy) (?:anything else"
        r"|another \w+).{0,20}"
        rf"|(?:it )?will be {_THING}, always is|if i never see another {_THING.replace('thing', 'name')} again.{{0,40}}"
        rf"|(?:if )?there'?s an? {_THING.replace('thing', 'place')} (?:seat|left|around)? ?it'?s mine\b.{{0,40}}"
        rf"|(?:it'?s |its )only {_THING.replace('thing', 'other')} for me",
        "",
        open=True,
    ),
    taste(
        r"(?:not )?(?:a )?(?:big|huge|massive|total) fan of (?!(?:this|that|the|you|your"
        r"|it)\b)(?P<thing>[\w' ]{3,40}).{0,20}",
        open=True,
    ),
)

_MAKE = (
    r"(?:keep|answer|reply|respond|write|talk|speak|cite|put|add|use|give|call|text|convert|skip|show|explain"
    r"|include|summari[sz]e"
    r"|translate|list|stop|avoid|round|drop)"
)
TOLD = (
    told(
        Kind.INSTRUCTION,
        rf"(?:hey )?(?:bot,? )?(?:please |pls |just )?{_MAKE}\b(?: it| me)?.{{2,60}}\b(?:when you (?:answer|reply"
        rf"|write|talk)"
        rf"|in (?:lower ?case|bullet points)|every (?:answer|reply|price|message)"
        rf"|next time|each time|from now on)\b.{{0,40}}",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        rf"(?:next time(?: and every time after)?|from now on|next to every \w+(?: you \w+)?(?: me)?|in every \w+"
        rf"|after each \w+|every time"
        rf" you \w+)[ ,]+(?:please |pls )?{_MAKE}\b.{{2,80}}|call me (?!(?:later|back|when|at|tomorrow|crazy|old"
        rf"|if|a)\b)\w+ ok(?:ay)?"
        rf"|(?:please |pls )?answer me in .{{2,40}}",
        importance=4,
        open=True,
    ),
    told(
        Kind.DECISION,
        r"(?:ok(?:ay)? |so |alright |right |then )*(?:settled|decided|agreed|final(?:ly)?)(?: then)?[,: ]+(?:we"
        r"|i)(?:'?re| go| take| use"
        r"| will|'?ll)\b.{3,80}|so (?:we|i) (?:scrap|drop|keep|cancel|pick|use|go with|take|stay with|move|ditch"
        r"|skip)\b.{3,80}"
        r"|(?:so )?(?:the )?(?:club|team|group|board|committee|class|band|family|we all|everyone) (?:picked|chose"
        r"|voted for|went with|agreed on"
        r"|settled on|approved)\b.{3,80}|we voted[, ]+(?:to|for|against|on|\d).{3,80}|(?:after .{3,30} )?(?:i'?m"
        r"|im|we'?re|we are|i am) (?:keeping|dropping|skipping"
        r"|scrapping|ditching|selling|not renewing|cancelling|canceling|going with|postponing|taking the"
        r"|buying)\b.{3,80}"
        r"|(?:the )?[\w ]{3,30} (?:name|colou?r|place|date|book|theme|logo) is [\w' ]{2,40}, final\b.{0,40}",
        past=True,
        open=True,
    ),
    told(
        Kind.DECISION,
        rf"(?:not |no )?(?:renewing|buying|dropping|keeping|scrapping) .{{3,40}}{END}"
        rf"|(?:so )?(?:[\w-]+ ){{1,3}}it is(?: then)?{END}",
        past=True,
        open=True,
    ),
    told(
        Kind.RULE,
        r"(?:reminder that |remember,? |fyi )?(?:spoilers?|memes?|links?|ads?|politics|screenshots|questions"
        r"|off-?topic|pictures|photos|bugs)"
        r" (?:go|goes|belong|stay|are only allowed|must be|need to be) .{3,60}"
        r"|no [\w ]{3,24} here(?: please| pls)?\b.{0,50}"
        rf"|(?:{LANGUAGE}) only in .{{2,60}}|new (?:people|members|folks|joiners) (?:introduce|read|post|write|say"
        rf"|start|ask|get)\b.{{3,80}}"
        r"|whoever \w+s .{2,30} (?:buys|brings|pays|cleans|owes|makes)\b.{2,60}",
        importance=3,
        open=True,
    ),
    told(
        Kind.RULE,
        r"(?:we|the \w+|our \w+|[\w ]{2,20}(?:club|practice|group|team|meeting|stand-?up)) (?:now )?(?:meets?"
        r"|gathers?|starts?|takes place"
        r"|happens)(?: now| instead)? (?:at|in|on|every|each) .{2,50}(?:now|from now on|instead|every|each)\b.{0,20}"
        r"|(?:[\w ]{0,20})(?:book club|practice|group|meeting|meetings|stand-?up|training|rehearsal)s? (?:is|are"
        r"|meets?|moved|starts?)(?: now)? (?:to |at |on |in )"
        r".{2,50}",
        importance=3,
        open=True,
        past=True,
    ),
    told(
        Kind.EVENT,
        rf"(?:booked|confirmed|it'?s on|tickets? (?:booked|bought)|heads[- ]up)[!,: ]+{_NAMED} .{{0,30}}(?:{_WHEN}"
        rf"|\d{{1,2}}-\d{{1,2}} {_MONTH})"
        rf".{{0,40}}|{_NAMED} \d{{1,2}}-\d{{1,2}} {_MONTH}\b.{{0,40}}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        rf"(?:my )?(?:mum|mom|dad|sister|brother|wife|husband|son|daughter|gran\w*)'s (?:\d{{2}}th|\d{{2}}st"
        rf"|\d{{2}}nd|birthday|wedding|surgery"
        rf"|party|graduation) (?:is )?{_WHEN}.{{0,40}}"
        rf"|(?:the |our |my )?(?:[\w-]+ ){{0,2}}?(?:dentist|exam|interview|raid|match|surgery|appointment"
        rf"|check-?up|flight|gig|party|defen[cs]e"
        rf"|viva|wedding|presentation)\b(?: (?:is|got|moved|pushed|at|with|to|[\w.]{{1,12}})){{0,4}}? {_WHEN}.{{0,40}}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        r"(?:(?:job )?(?:interview|exam|surgery|dentist|presentation|viva|appointment|flight)) (?:is )?(?:today"
        r"|tonight|this afternoon) ?(?:at .{1,20})?",
        dated=True,
    ),
)
"""Instructions, decisions, rules and plans."""
