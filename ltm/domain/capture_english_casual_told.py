"""How people say in English in passing what they decided, plan and ask for, and which rules hold."""

from ltm.domain.capture_english_words import CASUAL_LOW, CASUAL_REL, LANGUAGE, LOOSE_S, LOOSE_T, told
from ltm.domain.capture_shapes import Rule, compiled
from ltm.domain.episode import Kind
from ltm.domain.profile import Field

NAMES = (
    Rule(
        pattern=compiled(
            r"(?:(?:hi|hey|hello|yo|greetings|morning|good (?:morning|evening|afternoon))(?: all| everyone"
            r"| there| guys| folks| bot| team| everybody)?[!,. ]*|nice to meet (?:you"
            r"|u)(?: all)?[!,. ]*)(?:i'?m|i am|it'?s|this is"
            rf"|my name'?s) (?P<name>{CASUAL_LOW}[a-z\u00e0-\u024f]{{2,14}})(?=\s*(?:$|,|and\b|from\b|btw"
            r"|here\b|by the way|\())"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
        whole=True,
    ),
)

SENTENCES = (
    *NAMES,
    told(
        Kind.DECISION,
        r"(?:ok(?:ay)?,? |so,? |alright,? |right,? |update ?: ?)?(?:final (?:call|answer|verdict|decision"
        r"|choice|plan|word)|team consensus|consensus|verdict|conclusion|resolution|agreed|settled"
        r"|locked in|outcome|decided|it's official|result of the vote|vote result|decision made"
        r"|action item|plan of record)(?: ?[:,-]+ ?| is(?: to| that)? ).{4,200}",
        whole=True,
        open=True,
    ),
    told(
        Kind.RULE,
        r"(?:heads[- ]?up|reminder|fyi all|note to (?:all|everyone)|psa|public service announcement"
        r"|attention|team reminder|friendly reminder|policy|house ?keeping|ground rules|group rules"
        r"|channel rules|reminder to (?:all|everyone))(?: ?[:,-]+ ?|: )(?=.{0,120}\b(?:no|must|never"
        r"|always|only|don'?t|do not|need|needs|required|allowed|has to|have to|every|before|after|until"
        r"|please|keep|by|should|closes?|opens?|due)\b)(?!i\b|my\b|we're (?:going|having)).{6,200}",
        whole=True,
        open=True,
        importance=3,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:hey,? |ok,? |please,? )?(?:can|could|would|will) (?:you|u) (?:please |pls |just |maybe "
        r"|try to )*(?:always|never|not|stop|quit|drop|skip|keep (?:your|the|it|all|things)|avoid|stick to"
        r"|from now on|start (?:using|calling|writing|answering|adding)|refrain|only (?:use|answer|reply"
        r"|write|speak)|be (?:more|less) \w+|lose|tone down|cut (?:out|down|the)|call me)\b(?! (?:an?\b"
        r"|later|when|back|at\b|tomorrow|tonight|the (?:music|timer|alarm|car|video|song)|this file"
        r"|that file|right now|now\b))(?!.{0,80}\b(?:right now|this time|in this (?:email|text|essay"
        r"|file))\b).{2,120}",
        whole=True,
        open=True,
        importance=4,
    ),
)

TOLD = (
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |just |and |also |you can |feel free to |maybe |ok )*(?:drop|skip|lose|cut"
        r"|cut out|ditch|leave out|spare me|enough with|less|fewer|go easy on|tone down|easy on|hold"
        r"|no need for|no more|leave off|quit with|stop with|lay off|ease up on) (?:all |of |the |all the "
        r"|your |those |these |that |so many |on )*(?:emojis?|emoticons|intros?|introductions?|fluff"
        r"|small talk|disclaimers?|jargon|apologies|sarcasm|jokes|bullet points|markdown"
        r"|exclamation (?:marks|points)|formalit(?:y|ies)|pleasantries|greetings?|preamble|filler"
        r"|sugar-?coating|caps|smileys|hashtags|headers|lecture|lectures|lecturing|moralizing|summary"
        r"|summaries|long (?:explanations|answers|replies)|corporate speak|buzzwords|praise|flattery"
        r"|compliments|puns|sir|ma'am|thanks|sign-?offs?|warnings|caveats|follow-up questions"
        r"|questions at the end|\"as an ai\".{0,20})\b.{0,80}",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |just |you can |you should |try to |and |also |feel free to )*(?:be (?:(?:more"
        r"|less|a bit more|really|super|as|a little more|a bit less|very|always) )?(?:blunt|concise|brief"
        r"|direct|honest|formal|casual|informal|specific|precise|critical|polite|succinct|verbose"
        r"|straightforward|brutally honest|technical|gentle|patient|friendly|to the point"
        r"|serious)\b(?: (?:with|when|in|and|about|from|please|as|to|ok|next time|than|if"
        rf"|toward).{{0,60}})?\s*$|(?:short|shorter|brief|concise|longer|detailed|simple|one[- ]line"
        r"|plain[- ]text|bullet[- ]point|step[- ]by[- ]step|straight|honest|direct|quick) (?:answers"
        r"|replies|responses|explanations|messages|summaries)\b(?: (?:please|pls|only|are (?:best|better"
        rf"|fine|enough)|work best|from you|for me|with me|is fine|from now on).{{0,40}})*\s*$"
        rf"|(?:{LANGUAGE}) only(?: please| from now on| with me)*\s*$|(?:only"
        rf"|just) (?:{LANGUAGE})(?: please| with me| from now on)*\s*$|stick (?:to"
        rf"|with) (?:the )?(?:{LANGUAGE}|metric|bullet points|plain text|facts|python|typescript"
        rf"|celsius).{{0,40}}|(?:reply|answer|respond|write|explain)(?: back)?(?: to me| things"
        r"| stuff)? (?:in|with|using|like) (?:under|at most|no more than|max|one|two|three|1|2|3|plain"
        r"|simple|short|bullet|full sentences|lower ?case|layman|laymen|layman's|all lower|british"
        rf"|american|i'?m five|a (?:single|max)).{{2,60}}|(?:use|call me by|address me by|refer to me by"
        r"|go with|stick with) my (?:first name|last name|nickname|surname|full name|name|handle|pronouns"
        rf"|title)\b.{{0,60}}|(?:ask|check with|warn|tell|ping|confirm with"
        r"|consult)(?: me)? (?:first )?(?:me )?before (?:you |doing|running|deleting|sending|making"
        rf"|changing|posting|ordering|booking|committing).{{2,60}}|treat me (?:like|as) .{{2,50}}"
        rf"|assume i(?:'?m| am| know| have| use| don'?t| can).{{2,60}}|(?:give|tell|show|send) (?:it to me"
        r"|me)(?: things| everything| the answer| it)? (?:straight|in (?:celsius|metric|km|kg|euros?"
        rf"|dollars|bullet points|one sentence|plain \w+|{LANGUAGE})|without (?:the|any|sugar"
        rf"|all).{{2,30}}).{{0,40}})",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |and |also |so )*(?:don'?t|do not|dont|never|stop|quit|no need to|you (?:don'?t"
        r"|do not) (?:have|need) to|i'?d rather you (?:didn'?t|did not|don'?t|not|kept|just)|i(?:'d"
        r"| would)? (?:prefer|appreciate it|like it|love it|rather) (?:if|when|that|it if) you (?:didn'?t"
        r"|don'?t|did|kept|could|always|would|never|just|called|used|stopped|answered|replied|spoke|wrote"
        r"|talked)?|it(?:'?s| is) (?:annoying|better|best|easier) (?:when|if) you|i (?:hate|dislike"
        r"|can'?t stand|don'?t like) (?:it )?(?:when|being called|to be called|being addressed)|i(?:'m"
        r"| am) not a fan of you) ?(?:ever |always |again )?(?:message|text|call|ping|wake|contact|email"
        r"|tag|notify|disturb|sign|end|start|begin|open|close|sugarcoat|repeat|preface|bring up|mention"
        r"|tell|use|say|talk|speak|joke|flatter|praise|patronize|mansplain|assume|comment|correct|quote"
        r"|translate|messaging|texting|calling|pinging|waking|contacting|signing|ending|starting|opening"
        r"|sugarcoating|repeating|prefacing|bringing|telling|using|saying|talking|joking|flattering"
        r"|praising|patronizing|assuming|correcting|quoting|sir|ma'am|buddy|dude|bro|mr|miss|dear|answer"
        r"|reply|respond|explain|keep|kept|give|short|shorter|called|it (?:short|brief"
        r"|simple))\b(?!.{0,60}\b(?:right now|now|yet|today|this time|in this (?:email|text|file|draft)"
        r"|lol)\b)(?! (?:me (?:that|what|you|it|this)|it to (?:him|her|them)|(?:him|her|them"
        r"|it)\s*$)).{2,100}",
        importance=4,
        open=True,
    ),
    told(
        Kind.DECISION,
        r"(?:(?:i'?m|we'?re|i am|we are|i think i'?ll|we'?ll|i'?ll|we will|we(?:'?ve)?|i(?:'?ve)?|we have"
        r"|i have|the team is|the team|everyone|my (?:wife|husband|partner|family) and i"
        r"|team) )?(?:(?:just|now|both|all|officially|finally|definitely|probably going to"
        r"|have) ){0,2}(?:going (?:with|for|ahead with)|went (?:with|ahead with)|sticking (?:with|to)"
        r"|settled on|landed on|picked|locked in|signed off on|opting for|opted for|made up (?:my"
        r"|our) minds?|pulled the trigger on|committed to|dropping|scrapping|ditching|ditched|dropped"
        r"|scrapped|postponing|postponed|cancelled|canceled|cancelling|passed on|chose|chosen|choosing"
        r"|rolled back to|green-?lit|finalized|finalised|agreed on|voted (?:for|to|against)|greenlighting"
        r"|approved) (?!(?:it|that|this|you|him|her|the flow|a friend|me|my (?:keys|phone|bag)|up|out"
        r"|the (?:call|ball|phone|kids|car)|a (?:ball|line|message|cup|glass"
        r"|card))\b)[\w\u4e00-\u9fff\"].{2,120}",
        past=True,
    ),
    told(
        Kind.DECISION,
        r"(?:so |ok |then )?(?-i:[A-Z])?[\w\s.+#-]{2,30} it is(?: then)?\s*$|(?:so |ok |the )?(?:plan"
        r"|final plan|agreement|consensus) is (?:to|that|we|now|for) (?!.{0,20}\b(?:unclear|ready"
        r"|good)\b).{4,120}|we'?re (?:not|no longer) (?:using|doing|supporting|going with|renewing|hiring"
        r"|shipping|moving|building|buying|having) .{3,100}|(?:we|i)(?:'?ll| will)(?: now| just| all"
        r"| both)? (?:be )?(?:using|use|standardi[sz]e on|migrate to|switch to|move to|stay with|keep"
        r"|launch|ship|rename|call it|meet at|drop|host|rewrite|stick to) (?!(?:it|that|this|you|him|her"
        r"|me|your|the (?:bathroom|restroom|phone))\b)[\w\s.+#'-]{2,60} (?:for|as|instead|over|from now on"
        r"|in production|after|starting|and not|rather than|by default|until)\b.{0,80}",
        past=True,
    ),
    told(
        Kind.RULE,
        r"(?:the )?(?:bins?|garbage|trash|recycling|rent|timesheets?|expense reports?|invoices?|reports?"
        r"|homework|assignments?|submissions?|applications?|essays?|dues|fees|papers?|abstracts?"
        r"|proposals?|forms|tax(?:es)?|rsvps?|slides|registration|the (?:first )?draft|drafts?|budget"
        r"|reviews?) (?:go out|goes out|is due|are due|due|has to be|have to be|must be|needs? to be"
        r"|get collected|closes?|should be (?:in|submitted|sent)|is collected"
        r"|are collected)\b(?!.{0,20}\b(?:great|good)\b).{2,80}|(?:the )?(?:office|shop|store|gym|library"
        r"|pool|kitchen|lab|building|school|clinic|pharmacy|cafe|canteen|server|gate|parking|club|bar"
        r"|studio|workshop|wifi|service desk|help ?desk|support|reception) (?:is open|opens|closes"
        r"|is closed|hours are|is locked|shuts|password rotates|is off limits|is only open|restarts"
        r"|closed) .{2,80}|quiet hours .{3,60}|(?:guests?|visitors?|newcomers|new (?:joiners?|hires?"
        r"|members?|people)|contractors|interns|admins?|mods?|moderators|players|tenants|residents|parents"
        r"|attendees|participants|contributors|speakers|drivers|whoever is on call|the last (?:one"
        r"|person)(?: out| to leave| leaving)?|people|teammates|devs|reviewers|authors|kids) (?:must"
        r"|have to|has to|need to|needs to|should always|can'?t|cannot|may not|are not allowed"
        r"|aren'?t allowed|are required|are expected|turns? off|locks? up|only|never|always) .{3,100}"
        r"|(?:keep|post|put|take|leave) (?:the )?[\w\s/-]{2,30} (?:in|to|for|at|out of"
        r"|off) (?:the )?(?:#[\w-]+|\w+ channel|this channel|\w+ thread|the door|the group).{0,40}"
        r"|(?:max(?:imum)?|min(?:imum)?|limit(?: is)?|at most|no more than|at least) (?:\d+|one|two|three"
        r"|four|five|ten) .{3,60} (?:per|each|every|a (?:day|week|month|person)|before) .{0,40}|(?:no"
        r"|zero) [\w\s/-]{3,40} (?:in|at|on|after|before|during|past|until|without|between|over) (?:the "
        r"|this |a |an |our )?(?!(?:world|universe|me|my|sight|earth)\b)[\w:#\s-]{2,40}"
        + r"|(?:merge|deploy|push|commit|ship|release|book|submit|report|order|log|file|wear|knock|sign in"
        r"|sign out|lock|clean|wash|label|tag|rebase|squash) [\w\s/'-]{2,40} (?:before|after|only (?:on"
        r"|after|in|with)|by|every|within|at least|no later than) .{3,60}",
        open=True,
        importance=3,
        past=True,
    ),
    told(
        Kind.EVENT,
        rf"{LOOSE_S}{LOOSE_T}(?:flying|travell?ing|moving|heading|going|leaving|getting married|getting"
        r"|having|seeing|meeting|starting|taking|visiting|driving|off|hosting|running|attending|defending"
        r"|presenting|interviewing|returning|graduating|back|away|out of (?:town|office)|booked|signed up"
        r"|registered|scheduled|due|got|have|taking off|planning|closing on|catching|boarding|performing"
        r"|competing|taking the train|picking up|enrolled|invited)\b(?! (?:it|that|this|you"
        rf"|back to (?:work|bed)|to (?:bed|sleep|work)|some sleep|up)\b)(?!.{{0,50}}\b(?:today|tonight|late"
        rf"|later)\b).{{2,120}}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        r"(?:(?:my|our|the|his|her|mom|mum|dad|sis|wife|husband) ?(?:'s)? ?)?(?:[\w'-]+ ){0,4}?(?:exam"
        r"|test|interview|appointment|appt|meeting|flight|wedding|surgery|operation|presentation|demo"
        r"|party|trip|holiday|vacation|concert|gig|race|marathon|match|defen[cs]e|conference|checkup"
        r"|check-up|viva|hearing|graduation|anniversary|move|moving day|release|launch|recital|finals?"
        r"|midterms?|dentist|orthodontist|doctor|train|reunion|housewarming|audition|tournament|tickets?"
        r"|baby shower|first day|last day|mri|scan|oral|orientation|ceremony|bbq|barbecue|playoffs?|show"
        r"|opening|festival|retreat|offsite|hackathon|course|class|training|due date|birthday dinner"
        r"|visa appointment|inspection|delivery|closing|vet|therapy|dinner|brunch|lunch|date night"
        r"|game night|camp|bootcamp|delivery date)(?:'s|s)?(?: (?:is|are|will be|got moved|was moved|moved"
        r"|got pushed|was rescheduled|rescheduled|coming up|set|confirmed|booked|scheduled|starts|begins"
        r"|at [\w\s:']{1,20}|with [\w\s.']{1,20}|in [\w\s']{1,20}|for [\w\s']{1,20}"
        r"|to [\w\s']{1,20}))*(?: (?:to|on|for|at|in|this|next|the|tomorrow|is|back))*[ :]+(?!was|were"
        r"|went)(?=(?:on |next |this |the |in |at )?(?:tomorrow|mon|tue|wed|thu|fri|sat|sun|next|this"
        r"|the \d|\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|in (?:a|two|three|\d)|week"
        r"|month)).{2,80}",
        dated=True,
        past=False,
    ),
    told(
        Kind.EVENT,
        rf"(?:my|our|the) {CASUAL_REL}(?:'s| is| are|'re| and (?:i|my \w+)(?: are)?)? (?:coming|visiting"
        r"|arriving|flying|getting|turning|graduating|starting|having|moving|staying|due|leaving"
        r"|performing|competing|retiring|in town|over|back|playing|turns|graduates|starts|arrives|comes"
        rf"|gets|moves|leaves|flies|retires)\b.{{2,80}}|(?:the )?(?:baby|twins) (?:is|are) due .{{2,40}}"
        rf"|(?:baby|number two|second child|firstborn) (?:due|arriving|coming) .{{2,40}}",
        dated=True,
    ),
)
