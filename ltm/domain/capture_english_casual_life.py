"""How people say in English in passing where they live and what they do, in half sentences."""

from ltm.domain.capture_english_words import AM, BAD_PLACE, END, JOB, LANGUAGE, LOOSE_S, LOOSE_T
from ltm.domain.capture_shapes import fact

FACTS = (
    fact(
        rf"(?:{LOOSE_S}{LOOSE_T}(?:been |still |back )?(?:at"
        rf"|with) (?:(?-i:[A-Z])[\w&'.-]+ ?){{1,3}}(?:now )?(?:for (?:\d+|\w+|about|almost|over|the (?:last"
        rf"|past)).{{2,20}}(?:years?|months?|weeks?)|since .{{2,20}}|these days|as an? .{{2,40}})"
        rf"|{LOOSE_S}{LOOSE_T}(?:working|interning|employed|consulting|contracting|freelancing|temping"
        r"|volunteering|bartending|waitressing|nursing|coding|started(?: working| my new job| a new job"
        rf"| as .{{2,30}}| last \w+| on \w+)?|hired|been hired|landed a (?:job|role|gig|position)|got (?:a"
        r"|the|my dream|an?) (?:new )?(?:job|role|gig|position|offer|internship)|accepted (?:a|an"
        r"|the) (?:job|role|offer|position|internship)|starting(?: a new job| my new job)?|joined|joining"
        r"|transferred|moved|start work|starting work|signed|switched (?:jobs|companies)|clock in"
        rf"|do (?:nights|days|shifts|[\w\s]{{2,24}})|handle [\w\s]{{2,30}}|manage [\w\s]{{2,30}}"
        rf"|lead [\w\s]{{2,30}}|run [\w\s]{{2,30}}|head [\w\s]{{2,30}}|oversee [\w\s]{{2,30}}"
        rf"|teach [\w\s]{{2,30}}|write [\w\s]{{2,20}}|design [\w\s]{{2,20}}|drive [\w\s]{{2,20}}) (?:at|for"
        r"|by|with|over at|to) (?:the |a |an )?(?!(?:you|me|him|her|this|that|it|home|fun|free|now|work"
        r"|school|the (?:gym|store|next|moment|library today|party|weekend|meeting|call"
        rf"|airport))\b)(?:(?-i:[A-Z])[\w&'.-]*(?: [\w&'.-]+){{0,5}}|(?:\w+ ){{0,4}}?(?:hospital|bank"
        r"|agency|startup|start-up|firm|company|bakery|restaurant|cafe|school|university|clinic|library"
        r"|museum|hotel|factory|warehouse|studio|ngo|nonprofit|charity|law firm|newspaper|magazine|airport"
        r"|airline|shop|store|brewery|farm|garage|insurance\s?\w*|consultancy|lab|ministry|council"
        r"|government|city|navy|army|post office|power plant|bookstore|bookshop|daycare|kindergarten|salon"
        rf"|gym|zoo|call cent(?:er|re)))\b.{{0,40}}|{LOOSE_S}{LOOSE_T}(?:left|quit|leaving|resigned from"
        r"|laid off from|fired from|out of|done with|no longer (?:at|with|working (?:at"
        rf"|for))) (?:my job at |my position at |work at )?(?-i:[A-Z])[\w&'.-]+.{{0,60}}|now (?:at|with"
        rf"|working (?:at|for)) (?-i:[A-Z])[\w&'.-]+.{{0,40}}|(?:my|our) (?:team|boss|manager|office|job"
        r"|coworkers|colleagues|desk|shift|internship|role|contract) (?:at"
        rf"|with) (?-i:[A-Z])[\w&'.-]+.{{0,60}})",
        "employer",
        past=True,
    ),
    fact(
        r"(?:(?:my )?(?:day job|job|profession|occupation|role|title|trade|line of work|career|new gig"
        r"|side gig|side hustle|position)(?:'s|:| =| title is|, i'?m) (?!(?:is|was|sucks|market|hunt\w*"
        rf"|search\w*|interview|offer|well|at)\b)[\w\s/-]{{3,40}}"
        rf"|{LOOSE_S}{LOOSE_T}(?:an? )?(?:\w+ ){{0,2}}?{JOB} (?:here|by (?:trade|day|profession|training)"
        rf"|for (?:\d+|\w+|over|about|almost|the (?:last|past)|a living)\b.{{2,20}}|since .{{2,20}}"
        rf"|at (?-i:[A-Z]).{{2,30}}|myself).{{0,30}}|(?:as|being|speaking as"
        rf"|coming from) an? (?:[\w-]+ ){{0,3}}?{JOB},? ?(?:i|myself|my|it|for|we|with|here|$).{{0,60}}"
        rf"|{LOOSE_S}{LOOSE_T}(?:promoted to|made (?:partner|manager|tenure|redundant)|laid off|let go"
        r"|fired|furloughed|retired|retiring|unemployed|between jobs|job hunting|self-employed|freelance"
        r"|freelancing|on (?:maternity|paternity|parental|sick|medical) leave|out of work"
        r"|went freelance|training (?:to be|as)|switched careers?|changed careers?|switching careers?"
        r"|quit my (?:job|\w+ job)|handed in my notice|started my own|set up my own|opened (?:a|my own"
        r"|our)|own(?:ing)? an? (?:small )?(?:\w+ )?(?:shop|business|bakery|cafe|restaurant|studio|farm"
        r"|salon|company|bookshop|bookstore|gym|brewery)|run(?:ning)? (?:a|my own|our) (?:small |little "
        r"|\w+ )?(?:shop|business|bakery|cafe|restaurant|studio|farm|salon|company|agency|startup|podcast"
        rf"|channel|blog|charity|daycare|bookshop))\b(?! (?:up|by the bot|early|for the night)).{{0,60}}"
        r"|i (?:do|work|handle|fix|repair|sell|build|make|write|design|drive|fly|deliver|bake|paint"
        r"|restore|train|coach|teach|manage|edit|translate|install|grow"
        rf"|cut) [\w\s/&'-]{{3,50}} (?:for a living|for work|professionally|as a job|as my job"
        rf"|as a profession|full[- ]time|part[- ]time|by day)\b.{{0,30}}|i(?:'m| am"
        r"|'ve been) in (?:the )?(?:tech|finance|marketing|sales|hr|insurance|banking|construction"
        r"|logistics|healthcare|education|hospitality|retail|publishing|advertising|pharma|biotech"
        r"|real estate|law|medicine|academia|consulting|music industry|film industry"
        r"|restaurant (?:business|industry)|military|navy|army|air force|cybersecurity|aerospace"
        rf"|agriculture|journalism|it)(?: (?:for|since|now|myself|at|business|industry).{{0,30}})*\s*$"
        r"|i (?:do|work in|work on) (?:accounting|ux|ui|sales|payroll|marketing|it support|tech support"
        r"|customer (?:support|service)|research|frontend|backend|front-end|back-end|devops|data science"
        r"|machine learning|design|hr|qa|security|embedded|infra\w*|legal|procurement|graphic design"
        rf"|web dev\w*|construction|landscaping|data entry|night shifts?|shift work)\b.{{0,50}})",
        "job",
        past=True,
    ),
    fact(
        rf"(?:{LOOSE_S}{LOOSE_T}(?:turned|turning|hit|hitting|pushing|approaching|almost|nearly"
        r"|about to turn|going to be|gonna be) (?:the big )?(?:[1-9][0-9]|thirty|forty|fifty|sixty|twenty"
        rf"|eighteen|(?:twenty|thirty|forty|fifty)[- ]\w{{3,5}})\b(?! ?(?:%|k\b|km|percent|degrees|miles"
        r"|followers|subs\w*|minutes|hours|pages|points|days|euros|dollars|reps|kg|lbs|steps"
        rf"|commits)).{{0,40}}|i'?ll be [1-9][0-9] (?:in|next|on|this|soon|years|come).{{0,30}}"
        rf"|{LOOSE_S}[1-9][0-9](?: ?(?:m|f|yo|y/?o|years? old|yrs? old))(?: here|,| from| male| female"
        rf"|{END}).{{0,30}}|(?:at|being) [1-9][0-9](?: years old)?,? i.{{2,50}}|(?:age"
        rf"|aged)[: ]+[1-9][0-9]{END}|{LOOSE_S}in my (?:early |mid |late |mid-|late-)?(?:teens|twenties"
        rf"|thirties|forties|fifties|sixties|seventies|20s|30s|40s|50s|60s|70s)\b.{{0,30}})",
        "age",
        past=True,
    ),
    fact(
        r"(?:my |our )?(?:b-?day|birthday|bday|birth ?date|dob|date of birth)(?:'s|s|:| is"
        r"| falls)? ?(?:is |falls )?(?:on |in |around |always |actually |the day (?:after"
        r"|before) )*(?:the )?(?=.{0,24}(?:\d|january|february|march|april|may\b|june|july|august"
        r"|september|october|november|december|jan\b|feb\b|apr\b|aug\b|sept?\b|oct\b|nov\b|dec\b|christmas"
        r"|new year|halloween|valentine|leap)).{2,40}|(?:i was |was |i'm |been )?born (?:back )?(?:on"
        r"|in) (?:the )?(?:summer of |winter of |spring of |late |early |mid )*(?:(?:19|20)?\d\d\b|'\d\d"
        r"|\d|january|february|march|april|may|june|july|august|september|october|november"
        r"|december).{0,30}",
        "birthday",
        past=True,
    ),
    fact(
        rf"{LOOSE_S}{LOOSE_T}(?:born and (?:raised|bred)|born|raised|grew up|brought up|hail|hailing"
        r"|originally|coming|native) (?:in|from|to|of|on|near|here in|just outside) (?!(?:the (?:90s|80s"
        rf"|70s|early|late|internet|future)|a (?:family|house|home)|it|this|\d)\b).{{2,60}}"
        rf"|{LOOSE_S}(?:moved|came|immigrated|emigrated) (?:here |over |to .{{2,20}} )?from .{{2,50}}"
        rf"|(?-i:[A-Z])\w+ (?:born and (?:raised|bred)|native(?: here|{END})|by birth|at heart).{{0,40}}"
        rf"|(?:my )?home ?town(?:'s|:| is) .{{2,40}}|{AM}an? (?:(?-i:[A-Z])\w+er|(?-i:[A-Z])\w+ (?:native"
        r"|kid|girl|boy|guy)|[A-Z]?ussie|brit|scot|kiwi|texan|californian|parisian|londoner|new yorker"
        r"|berliner|aussie|swede|dane|finn|pole|turk|greek|german|canadian|american|mexican|brazilian"
        rf"|spaniard|frenchman|irishman)(?: (?:by birth|originally|living in .{{2,20}}|at heart"
        rf"|through and through))?{END}|my (?:family|parents|folks|ancestors|roots)(?:'s| is| are|'re| came"
        rf"| come|'re all)?(?: originally| all)? (?:from|in) (?-i:[A-Z]).{{1,40}}",
        "origin",
        past=True,
    ),
    fact(
        rf"(?:{LOOSE_S}{LOOSE_T}(?:living|based|settled|residing|been living|been based|live"
        r"|living back) (?:back |down |out |over |up |alone |together |here )?(?:in|near|outside|at|with"
        rf"|on|by|just outside|between|off) {BAD_PLACE}(?P<place>.{{2,60}})|{LOOSE_S}{LOOSE_T}(?:moved"
        r"|relocated|moving back|resettled|settled down|settled) (?:back |house |here |down |out |over "
        rf"|up |countries |cities |in with .{{2,12}} )?(?:in|to|into"
        rf"|from .{{2,24}} to) {BAD_PLACE}.{{2,60}}|{LOOSE_S}{LOOSE_T}(?:been |still |out |over |down |up "
        rf"|now )+(?:here )?in (?-i:[A-Z])[\w\s.'-]{{1,24}} (?:for (?:\d+|\w+|about|almost|over|the (?:last"
        rf"|past)).{{2,20}}|since .{{2,20}}|these days|nowadays|now|permanently|full[- ]time)"
        rf"|{LOOSE_S}{LOOSE_T}(?:got|signed|closed on|bought|buying|renting|rent|found|share|sharing|own"
        r"|moved into) (?:the keys (?:to|for)|a lease (?:on|for)|a|an|our|my"
        rf"|the) (?:[\w-]+ ){{0,4}}?(?:place|flat|house|apartment|condo|home|studio|cottage|room|lease"
        r"|townhouse|bungalow|farmhouse|cabin|loft|duplex|houseboat) (?:in|on|near|at|with|outside|by"
        rf"|off) .{{2,50}}|(?:home|my home|our home|home base)(?:'s| is|:)(?: now| currently"
        rf"| in)* (?!where\b)(?-i:[A-Z]).{{2,40}}|(?-i:[A-Z])[\w\s]{{2,24}} (?:is|has been) (?:home|my home"
        rf"|our home|where i live|where we live)(?: now| these days| for.{{2,20}})?{END}|(?:down |over |up "
        rf"|out |back )?here in (?-i:[A-Z])[\w\s'-]{{2,24}}(?:,|we|it|the|i|$).{{0,50}}|(?:my|our) (?:new "
        r"|old |little |tiny |current )?(?:place|flat|apartment|house|home|studio|room|address"
        rf"|neighbou?rhood|landlord) (?:is )?(?:in|at|on|near) (?-i:[A-Z]).{{1,50}}|{LOOSE_S}(?:swapped"
        rf"|traded|left|leaving) (?-i:[A-Z])[\w\s]{{2,20}} for (?-i:[A-Z]).{{2,30}}"
        rf"|{LOOSE_S}(?:a )?(?-i:[A-Z])\w+ (?:resident|based)\b.{{0,30}})",
        "home",
        past=True,
    ),
    fact(
        rf"(?:(?:my )?(?:{LANGUAGE})(?:'s| is|,)(?: only| actually| still| pretty| quite| really)* (?:(?:my"
        r"|our) (?:first|second|third|native|mother|main|weak|only|home)|rusty|pretty (?:good|decent|bad"
        r"|rusty)|fluent|decent|terrible|not (?:my|great|very good)|conversational|basic|intermediate"
        rf"|at (?:a|b1|b2|c1|n\d)|broken)\b.{{0,40}}|(?:{LANGUAGE}) (?:isn'?t|is not|wasn'?t) my (?:first"
        rf"|native|mother|strongest|main).{{0,40}}|{LOOSE_S}{LOOSE_T}(?:fluent in|bilingual|trilingual"
        rf"|raised (?:bilingual|speaking)|native speaker of|a native (?:{LANGUAGE})|native (?:{LANGUAGE})"
        rf"|speak(?:ing)? (?:[\w\s,]{{0,30}} )?(?:{LANGUAGE})|learning (?:some )?(?:{LANGUAGE})"
        rf"|studying (?:{LANGUAGE})|taking (?:{LANGUAGE})|picking up (?:some )?(?:{LANGUAGE})"
        rf"|grew up (?:speaking|with) (?:[\w\s]{{0,16}} )?(?:{LANGUAGE})"
        rf"|brushing up (?:on )?my (?:{LANGUAGE})|can (?:read|write|understand"
        rf"|get by in) (?:[\w\s]{{0,12}} )?(?:{LANGUAGE})|learned (?:{LANGUAGE})"
        rf"|taught myself (?:{LANGUAGE}))\b(?! (?:with|to) me\b).{{0,60}}|(?:at home )?we (?:mostly |only "
        rf"|usually )?speak (?:{LANGUAGE})\b.{{0,40}}|(?:{LANGUAGE}) (?:native )?speaker(?: here"
        rf"|{END}).{{0,20}})",
        past=True,
    ),
    fact(
        rf"{LOOSE_S}{LOOSE_T}(?:(?:a )?(?:night owl|morning person|early bird|lefty|leftie|southpaw"
        r"|left-?handed|introvert|extrovert|smoker|non-?smoker|ex-smoker|teetotaler|vegan|insomniac"
        r"|light sleeper|heavy sleeper|slow reader|marathon runner|runner|cyclist|climber|gamer|surfer"
        r"|knitter|birder|birdwatcher|amateur \w+|hobby \w+|volunteer firefighter)(?: (?:here|since|myself"
        rf"|too|by|for|so|and)\b.{{0,40}}|{END})|(?:play|playing|played|taking|practicing|practising"
        r"|learning|teaching myself|picked up|took up|taking up|started|coach|collect|been playing|sing"
        r"|singing|training for|do|doing|into) (?:the |some |a bit of |a little |competitive |amateur "
        r"|classical )*(?:guitar|piano|violin|drums|bass|cello|flute|saxophone|sax|ukulele|chess|tennis"
        r"|football|soccer|basketball|badminton|volleyball|hockey|golf|rugby|yoga|pilates|karate|judo"
        r"|boxing|bouldering|climbing|pottery|ceramics|knitting|crochet\w*|woodworking|gardening"
        r"|photography|d&d|warhammer|salsa|tango|ballet|swimming|surfing|skiing|sailing|archery|fencing"
        r"|calligraphy|painting|watercolou?rs?|beekeeping|a (?:half )?marathon|a triathlon|in a (?:band"
        r"|choir)|stamps|coins|vinyl|records|comics|sneakers)(?: (?:for|since|every|on|in|at|with|lessons?"
        rf"|again|lately|now|twice|once|as|when)\b.{{0,40}}|{END})|(?:wake|get|waking|getting) up (?:at"
        rf"|around|before|by) \d.{{0,40}}|(?:go|going) (?:running|swimming|climbing|hiking|cycling"
        r"|to the gym|to church|dancing|fishing|surfing) (?:every|on|twice|once|most|each|three"
        rf"|\d).{{0,40}}|(?:commute|cycle|bike|walk|drive|take the (?:train|bus|tram|metro|subway"
        rf"|bike)) to (?:work|school|the office|uni)\b.{{0,40}}|work (?:from home|remotely|nights"
        rf"|night shifts?|weekends|part[- ]time|full[- ]time|shifts?|[\d-]+ days a week)\b.{{0,50}}|(?:run"
        r"|use|daily drive|daily-drive|switched to|rocking|own|drive|ride|driving|riding) (?:a |an |my "
        r"|on )?(?:linux|arch|ubuntu|fedora|debian|nixos|windows(?: \d+)?|mac(?:os|book)?|iphone|android"
        r"|pixel|thinkpad|vespa|motorbike|motorcycle|harley|tesla|bmw|toyota|honda|audi|prius|subaru|vw"
        r"|volvo|ford|mazda|camper ?van|cargo bike|e-?bike|steam deck|neovim|vim|emacs|vs ?code"
        rf"|jetbrains)\b(?! (?:is|question|error|issue)).{{0,50}})",
        past=True,
    ),
)
