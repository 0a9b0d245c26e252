"""How people say in English what they decided, plan and ask for, and which rules hold."""

from ltm.domain.capture_english_words import LANGUAGE, NEVER_DO, ORDER, ORDERING, PLAN
from ltm.domain.capture_shapes import told
from ltm.domain.episode import Kind

SENTENCES = (
    told(
        Kind.INSTRUCTION,
        r"(?:(?:from now on|going forward|in (?:the )?future|from here on(?: out)?|henceforth"
        r"|from today on|as of now|by default),?"
        rf" (?:please |pls |just |you (?:should |can |must )|i(?:'d like| want) you to |always |do |only )*"
        rf"(?:{ORDER}|don'?t|do not|never|no|dont|drop)\b.{{2,200}}"
        rf"|(?:please |pls |just |can you |could you )?{ORDER}\b.{{2,120}}\b(?:from now on|going forward"
        r"|in (?:the )?future"
        rf"|by default|every time|all the time|whenever i\b.{{1,60}})(?: please| ok)?)",
        "",
        importance=4,
        whole=True,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls )?(?:when(?:ever)?|every time|each time) (?:i|you|someone|anyone"
        rf"|we) [^,]{{2,80}}, (?:please |just |always |you should )?"
        rf"(?:{ORDER}|don'?t|do not|never|dont)\b.{{2,120}}",
        "",
        importance=4,
        whole=True,
        open=True,
    ),
    told(
        Kind.RULE,
        r"(?:(?:house|group|team|our|new|channel|server|office|the|ground|another|family|lab|general"
        r"|project|one|important|first) ){0,3}"
        r"rules?(?: (?:of (?:the|this|our) \w+|for (?:the|this|our) \w+|here|number \w+|no\.? ?\d+"
        r"|#?\d+))?(?: ?: ?| is (?:that |: ?)?| - )"
        r"(?!of thumb).{4,200}",
        whole=True,
        open=True,
        importance=3,
    ),
    told(
        Kind.DECISION,
        r"(?:final |team |the |our |new )?decision(?: ?: ?| is (?:that |to ))(?!on hold).{4,200}",
        whole=True,
        open=True,
    ),
    told(
        Kind.DECISION,
        r"(?:ok(?:ay)?,? |so,? )?(?:it'?s|it is|that'?s|all|then it'?s) (?:decided|settled"
        r"|agreed) ?(?:[:,-]|then|that)+ ?.{4,200}",
        whole=True,
    ),
    told(
        Kind.RULE,
        r"(?:in|for) (?:this|our|the) (?:group|channel|server|team|chat|repo|project|house|office|company"
        r"|lab|room),? (?:we |you |everyone |everybody |people |nobody |no one |no |only |all |please )"
        r".{4,200}",
        whole=True,
        open=True,
        importance=3,
    ),
)

TOLD = (
    told(
        Kind.INSTRUCTION,
        rf"(?:please |pls |also |and ){{0,2}}(?:don'?t|do not|dont|never|stop|quit) (?:ever "
        rf"|again )?(?:(?:{NEVER_DO})\b|{ORDERING}\b)(?! (?:this file|that file|the (?:old|first|last)"
        rf"|it (?:yet|now))\b)(?!.{{0,60}}\b(?:yet|right now|now|in (?:this|that|the) (?:file|function"
        rf"|draft|email|code|text|essay))\b).{{2,120}}",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |you should |you must |you have to |i(?:'d like| want| need"
        r"|'d prefer) you to )?(?:always|never) (?!mind\b|said\b|heard\b|going\b|been\b|again\b"
        rf"|happened\b)(?:please )?(?:{ORDER}|apologi[sz]e|lecture|send|ping"
        r"|recommend)\b(?! (?:it to (?:him|her)|happy|that way|here|nice|fun|careful|worth))(?! (?:a"
        rf"|the) (?:good|pleasure|best)).{{2,120}}",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |just |and )*(?:keep|make) (?:all |all of )?(?:your|the|ur) (?:answers?|replies"
        r"|reply|responses?|messages|explanations|tone|summaries) (?:(?:always|as|very|really|nice and"
        r"|more) )*.{3,80}",
        "reply:length",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls |you can |just )*(?:speak|talk|chat|communicate|write|answer|reply|respond"
        rf"|stick) (?:to |with )?(?:me )?(?:only |always )?(?:in |to )(?:{LANGUAGE}"
        rf"|simplified chinese)(?: (?:only|always|from now on))(?: please)?.{{0,20}}|(?:please |pls "
        rf"|just )*(?:speak|talk|chat) (?:to|with) me in (?:{LANGUAGE})\b.{{0,30}}|(?:please |pls |only "
        rf"|just )*(?:speak|talk) (?:{LANGUAGE}) (?:to|with) me\b.{{0,30}}|i(?:'d)? (?:want|like"
        r"|prefer)(?: to get| all| your| to have)? (?:answers|replies"
        rf"|responses)?(?: to be)? ?in (?:{LANGUAGE})\b.{{0,30}}|(?:always |only |please )*(?:answer|reply"
        rf"|respond)(?: to me)? only in .{{3,20}}",
        "reply:language",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"i(?:'?d)? (?:\w+ )?(?:prefer|like|want|appreciate|need|'?d rather have"
        r"|rather have)(?: it when you give)? (?:your |my |all )*(?:short|brief|concise|detailed|long"
        r"|simple|direct|honest|blunt|plain|step[- ]by[- ]step|bullet(?:ed)?"
        r"|to the point)[\w\s,-]{0,20}? ?(?:answers?|replies|responses?|explanations?|messages"
        r"|bullet points|summaries|feedback)\b.{0,60}",
        "reply:length",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please )?no (?:more )?(?:emojis?|emoticons|exclamation marks|small talk|spoilers|markdown"
        r"|bullet points|disclaimers|jargon|apologies|code comments|pleasantries|sugarcoating"
        r"|swearing)(?: (?:please|pls|ever|in (?:your|the) .{2,30}|at all|with me|when .{2,40}|for me"
        r"|from you))*\s*$",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls )?(?:use|give me|use only) (?:the )?(?:metric(?: units?| system)?|celsius"
        r"|kilomet(?:er|re)s|24[- ]?h(?:our)?(?: (?:clock|time|format))?|british (?:english|spelling)"
        r"|american (?:english|spelling)|simplified(?: chinese)?|traditional(?: chinese)?"
        r"|they/them(?: pronouns)?|iso dates?)(?: (?:with me|for me|please|when .{2,30}|in your .{2,20}"
        r"|always))*\s*$",
        importance=4,
        open=True,
    ),
    told(
        Kind.INSTRUCTION,
        r"(?:please |pls )?(?:refer to|address|greet) me (?:as|by|with) .{2,60}|i(?:'d)? (?:want|like"
        r"|need) you to (?:always|never|only|be|call|speak|answer|reply|keep|remind me (?:every|each)|stop"
        r"|address)\b.{2,100}|(?:please )?remind me (?:every|each) .{3,80}|you (?:don'?t (?:have|need) to"
        r"|needn'?t) (?:apologi[sz]e|explain|say sorry|thank me|greet me|use|add|be so|repeat"
        r"|ask)\b.{0,80}",
        importance=4,
        open=True,
    ),
    told(
        Kind.DECISION,
        r"(?:ok(?:ay)? |so |in the end |after all |after .{3,40} )?(?:i|we|the team|my \w+ and i"
        r"|our team|the board|the group|they|the committee|everyone|my team)(?:'?ve| have| has|'?re"
        r"|'?s)? (?:all |both |now |just |finally |already |unanimously |ultimately |collectively "
        r"|eventually ){0,2}(?:decided|agreed|settled|voted|opted|concluded|resolved|committed"
        r"|signed off|chosen|chose) (?:to|on|that|for|against|upon|not|we|it|in favou?r|(?-i:[A-Z])"
        r"|(?:the )?\w+ (?:as|for|over|instead))(?! nothing)(?! (?:you|your point|this is (?:good"
        r"|bad))\b)(?: .{2,140}|$)",
        past=True,
        open=True,
    ),
    told(
        Kind.DECISION,
        r"(?:we|i)(?:'?ll|'?re| will| are|'?m| am)? (?:be |now |just |finally |definitely )*(?:going with"
        r"|went with|sticking with|picked|using|go with|stick with|adopting|standardizing on|migrating to"
        r"|dropping|use|switching to|move everything to|moving to|ditching) (?!(?:it|that|this|you|him|her"
        r"|the flow|a friend|me|my (?:wife|friend|mom|family))\b)[\w\s.+#'-]{2,40} (?:for|as|instead|over"
        r"|from now on|in production|because|after|starting|and not|rather than)\b.{0,80}",
        past=True,
    ),
    told(
        Kind.RULE,
        r"(?:the |our )?(?:new |final |submission |hard |project |application |registration )*(?:deadline"
        r"|due date|cut-?off|code freeze|release date)(?: (?:for|to|of) .{2,50}?)?(?: is| has been| was|'s"
        r"| moved|:)(?: now| on| by| at| set (?:to|for)| moved to| extended to| pushed to| changed to"
        r"| still)* (?!(?:killing|close|approaching|near|tight|coming|soon|crazy|looming|so|too|not|over"
        r"|stressful|stressing|insane|unrealistic|what)\b).{2,60}",
        past=True,
        open=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:no|absolutely no|strictly no) [\w\s/-]{3,40} (?:allowed|permitted|in (?:this|the"
        r"|our) (?:group|channel|chat|server|kitchen|office|house|repo|room|lab)|after \d+\S*"
        r"|on (?:fridays?|weekends?|main|the main branch)|before .{3,30}|during .{3,30})\b.{0,60}",
        open=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:everyone|everybody|all (?:members|prs?|pull requests|commits|code|changes|staff|students"
        r"|employees|new members|reviews|visitors|guests|expenses|requests|tickets|docs|documents|reports"
        r"|teams)|every (?:pr|pull request|commit|member|change|meeting|release|ticket|expense|invoice"
        r"|report|request)|members|new members|visitors|guests|nobody|no one|students|prs|pull requests"
        r"|commits|expenses(?: over .{2,15})?|reports|timesheets|invoices|employees"
        r"|anyone who [\w\s]{3,40}|whoever [\w\s]{3,40}) (?:must|has to|have to|needs? to"
        r"|needs? (?:at least |an? )?\w+|is (?:required|not allowed|expected|allowed|supposed|obliged)"
        r"|are (?:required|not allowed|expected|due|allowed|supposed|merged|reviewed)|may (?:not )?"
        r"|can only|cannot|can'?t|should (?:be|not|always)|pushes|merges|cleans?|brings?|buys"
        r"|pays)\b(?! (?:relax|chill|calm|agree|know|eat|start somewhere|die|believe|laugh|see (?:this"
        r"|that))).{2,120}",
        open=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:we|our team|the team|this team|our company|the company|my company) (?:always|never|only"
        r"|do not|don'?t|no longer|must|have to|need to) (?:deploy|merge|release|ship|commit|push|review"
        r"|use|write|meet|work|accept|allow|pay|talk|post|discuss|share|sign|squash|rebase|schedule"
        r"|reimburse|squash-merge|submit|tag|test|eat)\b(?! (?:about it|anyway|out)).{3,120}",
        open=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:our|the|my team'?s?|team|weekly|daily|monthly) (?:\w+ ){0,3}?(?:meetings?|stand-?ups?"
        r"|syncs?|retros?|retrospectives?|1:1s?|one-on-ones?|office hours|opening hours|book club|practice"
        r"|rehearsals?|seminar|lab meeting|all-?hands|planning|training|class|demo|choir practice"
        r"|quiet hours|lunch break|bins|rent|garbage|trash|game night|payday|review)(?: meetings?)? (?:is"
        r"|are|has been|was|have been|takes? place|starts?|happens|goes out|gets? collected|has moved"
        r"|moved|run|runs) (?:now |always |held |moved |changed |collected |due |from |to )*(?:at|on|every"
        r"|from|each|weekly|daily|monthly|the (?:first|last|second|third)|biweekly|due|\d)\b.{1,60}",
        open=True,
        past=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:our|the|team|company|house|lab|project) (?:\w+ ){0,2}(?:policy|convention|standard|guideline"
        r"|guidelines|norm|agreement|budget|dress code|style guide|branch naming|naming convention"
        r"|code style|coverage|minimum|maximum|limit|curfew|on-?call rotation) (?:is|are|says?|requires?"
        r"|for .{2,30} is)(?: that| to| now|:)* (?!(?:stupid|dumb|bad|good|great|unclear|so|too|not clear"
        r"|weird|annoying|confusing|ridiculous|what|done|ready|outdated|a mess)\b).{3,100}",
        open=True,
        importance=3,
    ),
    told(
        Kind.RULE,
        r"(?:please )?(?:keep|post|put|move|take|ask|share|discuss) [\w\s/-]{3,40} (?:in|to|out of"
        r"|off) (?:this|the|#)\s?[\w-]* ?(?:channel|group|thread|chat)(?: only)?\s*$"
        r"|only [\w\s]{3,30} (?:can|may|are allowed to|is allowed to|should) [\w\s]{3,60}|(?:swearing|spam"
        r"|politics|advertising|nsfw|ads|self-promotion|smoking|pets|shoes|off-topic|phones"
        r"|food)[\w\s,]{0,30} (?:is|are) (?:not allowed|forbidden|banned|prohibited|not permitted"
        r"|off limits)\b.{0,60}",
        open=True,
        importance=3,
    ),
    told(
        Kind.EVENT,
        r"(?:i|we|my \w+ and i|me and my \w+)(?:'?m| am|'?re| are|'?ll| will|'?ll be| will be| am going to"
        r"|'?m going to|'?re going to| plan to| are planning to|'?m planning to| are going to| gonna"
        r"|'?m gonna|'?ve been| have been| booked| got| have to| need to) ?(?:be |just |also |finally "
        r"|probably |both |all |now )*(?!(?:sure|sorry|happy|here|glad|so|not|hoping|see|let|tell|trying"
        r"|busy|tired|free|check|look|try|do|ask|send|fix|finish|think|reply|text|be back|back|reading|bed"
        r"|sleep|to bed|to sleep|to the (?:gym|shop|store)|talk|know|report|post|update|message|show|write"
        r"|up|home|late|good|fine|ok|it|this|that|working|just|bored|sick)\b).{3,140}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        r"(?:i|we)(?:'?ve| have|'?ve got| have got| got| also have| just booked| booked|'?ve booked"
        r"| have booked| signed up for| registered for| scheduled|'?ve scheduled| fly| leave| start| move"
        r"| graduate| travel| defend| present| arrive| return| depart| get back| marry| retire| land"
        r"| close on| get) (?:(?:an?|my|our|the|some|two|three|another|off|to|for|at|into|on|in|as|from"
        r"|back) ){0,2}(?!(?:up|it|this|that|a lot|late|home|question|idea|problem|feeling|good|great|no"
        r"|been|time|nothing|headache|joke)\b).{2,100}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        r"(?:(?:my|our|the|his|her|their|there(?:'?s| is| will be) (?:an?|our|the"
        rf"|my)) (?:[\w'-]+ ){{0,5}}?(?:{PLAN})(?: [\w\s&'-]{{1,40}}?)?|my (?:\w+ ){{0,2}}(?:sister|brother"
        r"|mom|mum|dad|parents|wife|husband|friend|son|daughter|cousin|boss|girlfriend|boyfriend|partner"
        r"|family|team|company|lease|contract|visa|passport|landlord|flatmate|kids?|in-laws|grandma"
        r"|grandpa|baby)(?: and \w+)?)(?: is| are|'s|'re| will| has| starts| begins| takes place"
        r"| was moved| was pushed| got moved| moved| expires| ends| runs out| gets| get| come| comes"
        rf"| visits| arrives| turns| graduates| opens| departs| leaves| has been)\b.{{2,100}}",
        dated=True,
        past=True,
    ),
    told(
        Kind.EVENT,
        r"(?:(?:on|next|this|in|at the end of|tomorrow|tonight|the day after|by|end of|beginning of|from"
        r"|starting|come)\b[^,]{0,40}?,? )(?:i|we|my \w+)(?:'?m| am|'?re| are|'?ll| will| have| got| fly"
        r"| leave| start| move| is| has|'?ve got|'?s| get| gotta| need to|'?ve)\b(?! (?:no|not|sorry"
        r"|hoping|sure|bored|tired|free)\b).{2,100}",
        dated=True,
    ),
    told(
        Kind.EVENT,
        rf"(?:(?:[\w'-]+ ){{1,4}}?(?:{PLAN})|flying|moving|leaving|travell?ing|off) (?:is |will be "
        rf"|to [\w\s]{{2,25}} |with [\w\s]{{2,25}} |for [\w\s]{{2,25}} |at [\w\s]{{2,25}} "
        rf"|in [\w\s]{{2,25}} )?(?:on|next|this|tomorrow|at|in|from|the)\b.{{1,60}}",
        dated=True,
    ),
)
