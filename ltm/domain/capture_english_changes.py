"""How people say in English that something is over and what it is now."""

from ltm.domain.capture_english_words import DID, END, JOB
from ltm.domain.capture_shapes import Rule, changed, compiled, told
from ltm.domain.capture_topics import INSTRUMENTS, LANGUAGES
from ltm.domain.episode import Kind
from ltm.domain.profile import Field

_X = (
    r"(?P<thing>(?!(?:it|that|this|you|me|him|her|them|us|worries|more|problem|idea|clue|one|way|time"
    r"|here)\b)[\w' +#-]{2,30}?)"
)
_NEW = r"(?!(?:what|i|you|he|she|so|thanks|lol|please|sorry|and|but)\b)[\w' +#.,-]{2,60}"
_NOW = r"(?:now|instead|these days|from (?:now|here) on|nowadays|for me|all the way|again|only|is in)"
_THEN = (
    r"(?:,| -| and| but|,? so)+ (?:it'?s |i'?m |i am |we'?re |i'?ll |i |we |only |just |all |now |back |on "
    r"|to |having |its ){0,3}"
)
_NAMED = r"(?-i:[A-Z\u00c0-\u00de])[\w.'-]+(?: (?-i:[A-Z])[\w.'-]+){0,2}"
_DIETS = r"(?:vegan|vegetarian|veggie|pescatarian|keto|halal|kosher|gluten[- ]free|plant[- ]based|sober|teetotal)"


SENTENCES = (
    Rule(
        pattern=compiled(
            r"(?:please |pls |so )?(?:you can |just )?call me (?P<name>(?-i:[A-Z])[\w'-]{1,20})(?: from now on"
            r"| instead|,? not .{2,20})"
            r"|(?:i )?changed my name(?: to|,? (?:it'?s|i'?m)(?: now)?) (?P<place>(?-i:[A-Z])[\w'-]{1,20})(?: now)?"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
        whole=True,
        corrects=True,
    ),
    changed(
        rf"(?:{DID})?(?:moved(?: house| out| again| flats?)?|relocated|new (?:flat|place|city"
        rf"|home)){_THEN}{_NAMED}(?: now| it is| since .{{2,16}})",
        "home",
        whole=True,
    ),
    changed(
        rf"(?:{DID})?(?:changed|switched|new|got a new) (?:jobs?|employer|company|companies){_THEN}(?:now )?(?:at "
        rf"|with |for |working at )?"
        rf"{_NAMED}(?: now| since .{{2,16}}| these days)",
        "employer",
        whole=True,
    ),
    changed(
        rf"my (?:old )?favou?rite (?P<thing>[\w -]{{2,24}}?) (?:used to be|was) (?=[^?]{{2,60}}\bnow\b)"
        rf"[^,]{{2,30}}{_THEN}.{{2,40}}",
        "favourite:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        r"(?:scrap that|change of plans?|new plan|plans? (?:have )?changed|forget (?:that|the plan)"
        r"|correction)[,:. -]+"
        r"(?:we|the|our|it'?s|i'?m|i'?ll)\b.{4,80}",
        "",
        kind=Kind.DECISION,
        whole=True,
    ),
    changed(
        rf"(?:{DID})?(?:quit|left|resigned from|moved on from|got laid off (?:by|from)|am done (?:at|with)|no longer at"
        rf"|finished at) {_NAMED}{_THEN}(?:(?:now|at|with|joined|signed with|working (?:at|for|with)|started (?:at"
        rf"|with)"
        rf"|over at) ){{1,2}}.{{2,60}}",
        "employer",
        whole=True,
    ),
    changed(
        rf"(?:{DID})?(?:quit|left|gave up|stopped|done with|retired from|out of) (?:\w+ing|my job|\w+ (?:job"
        rf"|work))\b[^,]{{0,20}}"
        rf"{_THEN}(?:an? (?:[\w-]+ ){{0,2}}?{JOB}|\w+ing [\w' -]{{2,30}})(?: now| these days| instead"
        rf"| and\b.{{2,30}}){{1,2}}",
        "job",
        whole=True,
    ),
    changed(
        rf"(?:i'?m |we'?re |i am )?(?:no longer in|not in|done with|out of|left|moved away from|goodbye"
        rf"|so long) {_NAMED}"
        rf"(?: any ?more)?{_THEN}(?:living |based |moved )?(?:in |to )?{_NAMED} (?:now|since .{{2,20}}|these days"
        rf"|it is)",
        "home",
        whole=True,
    ),
    changed(
        rf"(?:{DID})?(?:no longer|not|stopped|quit|gave up|dropped(?: out of)?|done with)(?: being| going| a"
        rf"| learning| studying| taking| playing"
        rf"| the)*\b (?:{INSTRUMENTS}|{LANGUAGES})\b[^,]{{0,24}}{_THEN}[^,]{{0,16}}(?:{INSTRUMENTS}"
        rf"|{LANGUAGES})\b.{{0,30}}",
        "",
        whole=True,
    ),
    changed(
        rf"(?:{DID}|i'?m |i am )?(?:no more|done with|finished with|through with|given up|gave up|off|over) {_X}"
        rf"(?: for me| in my \w+| any ?more){{0,2}}{_THEN}{_NEW}\b{_NOW}\b.{{0,20}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        rf"(?:my |the )?(?!(?:winter|summer|spring|autumn|weekend|party|lunch|dinner|day|week|match|game|exam|show"
        rf"|sale)s?\b)"
        rf"{_X} (?:is|are) (?:over|out|history|behind me|a thing of the past|no more|off the menu)"
        rf"(?: for me| in \w+)?{_THEN}{_NEW}\b{_NOW}\b.{{0,20}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        rf"(?:i )?used to (?:love|like|drink|eat|play|use|prefer|be into|listen to|read|watch|hate) {_X}(?: a lot)?"
        rf"{_THEN}.{{0,40}}\b(?:now|these days|nowadays|only|anymore|lately)\b.{{0,40}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
        whole=True,
    ),
    changed(
        rf"(?:ok |so |after all )?.{{0,30}}\bchanged my mind(?: about .{{2,30}}?)?{_THEN}.{{3,80}}"
        rf"|(?:ok |so )?(?:i |we )?(?:slept on it|thought it over|made up (?:my|our) minds?)[,. ]+.{{3,80}}",
        "",
        kind=Kind.DECISION,
        whole=True,
    ),
)
"""Whole sentences: what is over, and what it is now."""

RULES = (
    changed(
        r"i (?:eat|drink) (?:meat|fish|dairy|gluten|alcohol|sugar) again\b.{0,30}|i'?m eating (?:meat|fish"
        r"|dairy) again\b.{0,20}",
        "diet",
    ),
    changed(
        r"(?:i'?m |we'?re )?not (?:going|flying|travell?ing) to (?-i:[A-Z])\w+(?: \w+)? (?:after all|any ?more"
        r"|this \w+)",
        "",
        kind=Kind.EVENT,
    ),
    changed(
        rf"(?:we|i) renamed (?:the|our|my) (?P<thing>\w+) (?:to )?{_NAMED}.{{0,20}}",
        "pet:{thing}",
    ),
    told(
        Kind.RULE,
        r"we(?:'?re| are|'?ll)? (?:now )?(?:meet|meeting|be meeting)(?: up)? (?:at|on|in|every) .{2,40}\b(?:now"
        r"|instead|from now on)\b.{0,30}",
        importance=3,
        past=True,
    ),
    changed(
        rf"(?:i'?m |i am |we'?re )?(?:not|no longer|isn'?t) (?:a )?(?:strictly )?{_DIETS}(?: any ?more)?\b.{{0,40}}",
        "diet",
    ),
    changed(
        rf"(?:{DID})?(?:traded|swapped|exchanged|left|leaving) (?:my life in )?{_NAMED} for {_NAMED}.{{0,30}}",
        "home",
    ),
    changed(
        r"(?:my \w+ and i|me and my \w+|we|(?-i:[A-Z])\w+ and i)(?:'?ve| have)? (?:finally |just "
        r"|recently )?(?:broke up"
        r"|split(?: up)?|separated|divorced|got back together|are over|got (?:engaged|married)"
        r"|called off the wedding)\b.{0,40}",
        "partner",
    ),
    changed(
        rf"(?:i(?:'?m)? |we )?(?:take|taking|learn|learning|study|studying|switched to|on to) (?:the )?(?:{LANGUAGES}"
        rf"|{INSTRUMENTS})(?: classes| lessons)? (?:now|instead)\b.{{0,30}}",
        "",
    ),
    changed(
        r"(?:the |our |my )?(?:[\w'-]+ ){0,3}?(?:trip|flight|exam|interview|appointment|dentist|wedding|surgery"
        r"|check-?up|party"
        r"|concert|gig|conference|meeting|course|raid|match|move|viva|launch|release)(?: (?:to|in|with"
        r"|at) [\w' ]{2,20}?)? (?:is|was"
        r"|got|has been|had to be)?(?: now)? ?(?:cancelled|canceled|called off|off|not happening"
        r"|postponed indefinitely)\b.{0,40}"
        r"|no (?-i:[A-Z])?[\w' ]{2,24} (?:this|next) (?:week|month|year|summer|winter|weekend) after all",
        "",
        kind=Kind.EVENT,
    ),
    told(
        Kind.EVENT,
        r"(?:(?:the |our |my )?(?:[\w'-]+ ){0,4}?(?:is|was|got|has been|had to be|are|were|'s)?(?: now"
        r"| being)? ?)?(?:moved|rebooked|pushed"
        r"|postponed|rescheduled|shifted|brought forward|delayed)(?: back| forward| out)?(?: the| our"
        r"| my)?(?: [\w'-]+){0,4}?"
        r" (?:to|till|until|for|by) .{2,60}",
        dated=True,
        past=True,
    ),
)
"""Clauses that say what it is now."""

TASTES = (
    changed(
        rf"{_NEW.replace('{2,60}', '{2,30}')} instead of {_X} (?:now|from now on|these days)",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        r"(?:now )?my new (?:number one|go-?to) (?P<thing>[\w ]{2,24}?) is .{2,40}",
        "favourite:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        rf"(?:i'?ve |i )?(?:gone off|went off|lost my taste for|grown out of|stopped liking"
        rf"|fell out of love with) {_X}{END}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        r"(?:i|we)(?:'?ve)? (?:just |recently |finally )?(?:switched|changed|moved|went|gone|converted) (?:over )?"
        rf"from {_X} to .{{2,40}}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        rf"i (?:now |only |just )*(?:drink|eat|play|use|take|order|read|watch|have|prefer|listen to|ride|wear"
        rf"|run) {_NEW}"
        rf"instead of {_X}{END}",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        rf"i (?:now |only |just )*(?:drink|eat|play|use|take|order|read|watch|have|prefer|listen to|ride|wear"
        rf"|run) {_NEW}"
        rf"instead of {_X} (?:now|these days|nowadays)",
        "taste:{thing}",
        kind=Kind.PREFERENCE,
    ),
    changed(
        r"(?:i|we)(?:'?ve| have)? (?:just |recently |finally )?(?:switched|moved over|converted) to"
        r" (?!(?:the|a|an|that|this|you|your|it|tab|another)\b)[\w' +#-]{2,40}",
        "",
        kind=Kind.PREFERENCE,
    ),
)
"""The same of what somebody likes and uses."""
