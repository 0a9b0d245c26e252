"""How people say in English what is worth remembering of them: one rule per way, the more telling ones first."""

from ltm.domain.capture_shapes import Rule, compiled
from ltm.domain.episode import Kind
from ltm.domain.profile import Field

_ADVERBS = (
    r"(?:(?:also|now|still|just|currently|actually|really|recently|finally|mostly|usually|personally|do|honestly|truly"
    r"|absolutely|totally|only|always|both|all|quite|kinda|definitely|generally|originally|temporarily|presently|even"
    r"|so|super|particularly|especially|very much|already|literally|simply|fully|officially|newly|pretty much|deeply"
    r"|secretly|in fact|genuinely|very|severely|deathly|mildly|highly|seriously|extremely|terribly|big|bit|a bit"
    r"|a little|slightly|proudly|born|obviously|kind of|like|fucking|freaking|primarily|mainly) ){0,3}"
)
_AM = rf"i(?:'?m| am) {_ADVERBS}"
_I = rf"i {_ADVERBS}"
_HAVE = rf"i(?:'?ve| have|'?ve got| have got| got|'?ve had)(?:(?: also| just| now| always| recently| severe| bad| mild| a bad| a severe| a mild| really bad| pretty bad| chronic| a slight| some| terrible)){{0,2}}"
_TOLD = r"(?:(?:just|recently|finally|already|now|also|actually) ){0,2}"
_DID = rf"(?:i|we)(?:'?ve| have)? {_TOLD}"
_END = r"(?=\s*$)"
_NAME = (
    r"(?P<name>(?!(?:a|an|the|not|later|when|if|crazy|asap|at|on|tomorrow|by|back|whatever|maybe|old|stupid|in|as|up|what"
    r"|now|anything|something|again|tonight|today|after|before|that|this|it|sir|your|his|her|him|them|for|to|soon|names"
    r"|out|mad|paranoid|biased|lazy|please|of|so|too|taken|secret|unimportant|irrelevant|longer|hard|on)\b)"
    r"[A-Za-z\u00c0-\u024f\u4e00-\u9fff][\w'.\u00b7-]{0,30}(?: (?-i:[A-Z\u00c0-\u00de])[\w'.-]{0,30}){0,2}|\"[^\"]{1,14}\")"
    r"(?=\s*(?:$|[^\w\s,]|(?:from|and|please|now|btw|here|instead|not|for short|thanks|pls|by|but|in|with|lol)\b))"
)
_PROPER = r"(?-i:[A-Z\u00c0-\u00de])[\w'.\u00b7-]{1,30}(?: (?:(?-i:[A-Z\u00c0-\u00de])[\w'.-]{0,30}|of|de|the)){0,3}"
_NATION = (
    r"american|british|english|scottish|irish|welsh|german|french|italian|spanish|portuguese|dutch|belgian|swiss|austrian"
    r"|swedish|norwegian|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|chinese|japanese|korean|vietnamese|thai"
    r"|indian|pakistani|indonesian|malaysian|singaporean|filipino|filipina|taiwanese|australian|canadian|mexican|brazilian"
    r"|argentinian|chilean|colombian|egyptian|nigerian|kenyan|moroccan|iranian|persian|israeli|romanian|hungarian|bulgarian"
    r"|serbian|croatian|kiwi|south african|hong ?konger|icelandic|peruvian|ethiopian|ghanaian|lebanese|estonian|latvian"
    r"|lithuanian|slovak|slovenian|cantonese"
)
_LANGUAGE = (
    r"english|chinese|mandarin|cantonese|japanese|korean|german|french|spanish|italian|portuguese|dutch|russian|arabic|hindi"
    r"|turkish|polish|swedish|norwegian|danish|finnish|greek|hebrew|thai|vietnamese|indonesian|malay|tagalog|ukrainian|czech"
    r"|hungarian|romanian|urdu|bengali|tamil|swahili|latin|welsh|irish|catalan|asl|sign language|esperanto|hokkien|persian"
)
_RELATIVE = (
    r"(?:(?:older|younger|elder|big|little|twin|step|half|best|late|eldest|oldest|youngest|baby|only|new|current|other|two"
    r"|three|middle|old|close)[ -]){0,2}"
    r"(?:sisters?|brothers?|siblings?|mothers?|mum|mom|father|dad|parents|sons?|daughters?|kids?|child|children"
    r"|husband|wife|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse|aunt|uncle|cousins?|nephews?|nieces?|grandmother"
    r"|grandma|nana|grandfather|grandpa|grandparents|friend|bestie|boss|manager|colleague|coworker|flatmate|roommates?|landlord"
    r"|neighbou?r|doctor|dentist|therapist|teacher|in-laws|twins|mother-in-law|father-in-law|sister-in-law|brother-in-law"
    r"|ex|godson|goddaughter|stepdad|stepmom|stepson|stepdaughter|grandson|granddaughter|supervisor|mentor|coach)"
)
_LOVED = r"(?:wife|husband|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse)"
_ANIMAL = (
    r"(?:cats?|dogs?|puppy|puppies|kittens?|kitties|kitty|parrots?|budgies?|rabbits?|bunny|bunnies|hamsters?|guinea pigs?|ferrets?"
    r"|horses?|pony|goldfish|fish|turtles?|tortoises?|snakes?|lizards?|geckos?|chickens?|goats?|sheep|hedgehogs?|rats?|mice"
    r"|mouse|birds?|canary|canaries|cockatiels?|cows?|donkeys?|corgis?|poodles?|labradors?|labs?|huskys?|husky|huskies|retrievers?"
    r"|shepherds?|beagles?|terriers?|dachshunds?|bulldogs?|collies?|ducks?|axolotls?|chinchillas?|frogs?|spaniels?|greyhounds?)"
)
_JOB = (
    r"(?:nurse|teacher|doctor|gp|engineer|developer|dev|programmer|coder|designer|lawyer|solicitor|attorney|barrister|judge"
    r"|chef|cook|baker|butcher|barista|waiter|waitress|bartender|accountant|writer|author|novelist|poet|artist|painter"
    r"|musician|singer|dancer|actor|actress|photographer|filmmaker|plumber|electrician|carpenter|joiner|welder|mechanic"
    r"|pilot|driver|trucker|courier|sailor|scientist|researcher|postdoc|architect|journalist|reporter|editor|translator"
    r"|interpreter|consultant|manager|analyst|librarian|dentist|vet|veterinarian|pharmacist|firefighter|paramedic|cop"
    r"|police officer|detective|soldier|veteran|farmer|gardener|florist|therapist|psychologist|psychiatrist|physicist"
    r"|chemist|biologist|geologist|mathematician|statistician|economist|historian|philosopher|professor|lecturer|tutor"
    r"|coach|trainer|cashier|clerk|receptionist|secretary|assistant|sysadmin|admin|devops|sre|dba|founder|co-?founder|ceo|cto"
    r"|cfo|entrepreneur|freelancer|contractor|intern|apprentice|hairdresser|barber|nanny|midwife|social worker|surgeon"
    r"|radiologist|physiotherapist|physio|optician|salesman|salesperson|realtor|estate agent|banker|trader|actuary|auditor"
    r"|recruiter|marketer|copywriter|blogger|youtuber|streamer|priest|pastor|tailor|potter|jeweller|cleaner|janitor"
    r"|security guard|bus driver|taxi driver|flight attendant|steward|stewardess|student|undergrad|freshman|sophomore|junior"
    r"|senior|phd candidate|housewife|stay-at-home (?:mom|mum|dad|parent)|pm|tester|qa|data engineer|civil servant|diplomat"
    r"|politician|producer|director|technician|operator|specialist|advisor|planner|surveyor|builder|roofer|decorator"
    r"|illustrator|animator|composer|conductor|pianist|violinist|guitarist|dj|curator|archivist|beekeeper|fisherman|miner"
    r"|astronomer|linguist|biochemist|neuroscientist|epidemiologist|oncologist|cardiologist|paediatrician|pediatrician)"
)
_BAD_PLACE = (
    r"(?!(?:the (?:next|last|first|second|other|moment|past|future|middle|present|end|point|same|new)|fear|hope|peace|denial"
    r"|my (?:head|car|mind|own)|a (?:dream|simulation|bubble|society|world|loop|new (?:plan|tab|page|phone|approach|version))"
    r"|hell|heaven|linux|windows|mac|macos|vim|neovim|emacs|python|rust|arch|ubuntu|android|ios|firefox|chrome|github|gitlab"
    r"|postgres|dark|another|different|plan|step|part|hopes?|poverty|sin|it|that|this (?:world|timeline|economy)"
    r"|tears|bed|trouble|space|narnia|hogwarts|constant|interesting|times|love|harmony|your|you|question|section|mars|town)\b)"
)
_CHATTER = (
    r"(?!(?:that|this|it|its|it's|you|u|ur|your|yours|how|when|what|where|why|which|who|if|him|her|them|these|those|his|their"
    r"|there|everything|both|one|ones|for|as|i|we|me|so|too|and|a lot|lol|not|option|version|number|some|either|neither|none"
    r"|to (?:see|know|think|say|be|hear|point|ask|add|make|thank|tell|admit|break|imagine|disagree|interrupt|bother|burst"
    r"|disappoint)|all (?:of|this|that|the|these)|a (?:good|bit|joke|new|few)|being (?:here|asked|told|wrong|right|able)"
    r"|the (?:way|idea|plan|sound|sounds|look|looks|design|answer|suggestion|joke|first|second|third|last|latter|former|part"
    r"|one|ones|concept|vibe|vibes|new|fact|name|explanation|code|picture|photo|image|version|tone|style|story|poem|other"
    r"|result|option|approach|energy|enthusiasm|feedback|update|logo|ending|thought|spirit|example|title|colou?rs|thing"
    r"|details?|weather|point|direction|attitude|effort|draft|format|song you|more|most|wording|pun|reference|old)"
    r"|my (?:job|life|wife|husband|girlfriend|boyfriend|mom|mum|dad|new|kids|boss|self)|myself|people who|someone|anyone"
    r"|no|nothing|where|doing this|talking (?:to|with) you|working with you|the .{1,30} you|[abc]|bot|y'?all|chatgpt)\b"
    r"|.{0,50}\b(?:today|tonight|right now|just now|already|so far|you (?:made|wrote|said|gave|sent|did)|over here|this one"
    r"|last night|yesterday|at the moment|this (?:morning|week|time))\b)"
)
_LIKED = rf"{_CHATTER}(?P<thing>[\w\u4e00-\u9fff\"(].{{1,70}}|[\w\u4e00-\u9fff])"
_ORDER = (
    r"(?:answer|reply|respond|write|speak|talk|use|call|address|give|keep|explain|start|end|begin|include|add|be|show|send"
    r"|remind|ask|translate|format|avoid|say|mention|make|refer|tell|greet|sign|put|provide|cite|check|convert|stick|skip|spell"
    r"|do|stop|treat|assume|text|ping|wish|suggest|list|round|quote|summari[sz]e|correct)"
)
_ORDERING = (
    r"(?:answering|replying|responding|writing|speaking|talking|using|calling|addressing|giving|explaining|starting|ending"
    r"|including|adding|being|sending|reminding|asking|translating|saying|mentioning|making|referring|apologi[sz]ing|pinging"
    r"|tagging|suggesting|repeating|lecturing|greeting|wishing)"
)
_NEVER_DO = (
    r"(?:call me|use|add|send|include|address|refer|start|end|greet|tag|ping|mention|suggest|apologi[sz]e|lecture|repeat"
    r"|give me|write|speak|talk to me|wish me|recommend|explain|be so|sign|put|answer|reply|ask me|remind me|bring up)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:week)?days?|weekends?|mornings?|evenings?|nights?|months?|weeks?|year"
_PLAN = (
    r"(?:exam|test|interview|appointment|meeting|flight|wedding|surgery|operation|deadline|presentation|demo|date|dinner|party"
    r"|trip|holiday|vacation|concert|gig|race|marathon|match|game|defen[cs]e|defending|conference|checkup|check-up|call|review"
    r"|viva|hearing|graduation|birthday party|anniversary|move|release|launch|recital|shift|visit|class|lesson|course|final|finals"
    r"|midterm|dentist|doctor|train|reunion|barbecue|bbq|housewarming|leave|audition|competition|tournament|webinar|talk|lecture"
    r"|visa|mot|inspection|delivery|baby shower|first day|last day|start date|scan|mri|check-in|sprint|standup|meetup)s?"
)
_MOVING = (
    r"(?:going|flying|travell?ing|moving|visiting|meeting|starting|having|getting|seeing|taking|leaving|driving|heading|hosting"
    r"|running|presenting|defending|attending|taking|giving|coming|hiking|graduating|retiring|throwing|playing|performing|away"
    r"|off|on (?:holiday|vacation|leave|call)|due|booked|scheduled|planning|joining|speaking|returning|marrying|getting|adopting"
    r"|sitting|picking up|launching|releasing|interviewing|competing|out of office|sailing|cycling|staying|relocating|switching"
    r"|expecting|celebrating|renewing|selling|buying|undergoing|on a)"
)


def _fact(pattern: str, key: str = "", **more: bool) -> Rule:
    return Rule(pattern=compiled(pattern), key=key, **more)


def _vital(pattern: str, key: str = "") -> Rule:
    return Rule(pattern=compiled(pattern), key=key, importance=4, past=True)


def _taste(pattern: str, key: str = "taste:{thing}", **more: bool) -> Rule:
    return Rule(
        pattern=compiled(pattern), kind=Kind.PREFERENCE, key=key, field=Field.PREFERENCES, importance=2, **more
    )


def _told(kind: Kind, pattern: str, key: str = "", *, importance: int = 2, **more: bool) -> Rule:
    return Rule(pattern=compiled(pattern), kind=kind, key=key, field=None, importance=importance, **more)


_WHOLE = (
    _told(
        Kind.INSTRUCTION,
        rf"(?:(?:from now on|going forward|in (?:the )?future|from here on(?: out)?|henceforth|from today on|as of now|by default),?"
        rf" (?:please |pls |just |you (?:should |can |must )|i(?:'d like| want) you to |always |do |only )*"
        rf"(?:{_ORDER}|don'?t|do not|never|no|dont|drop)\b.{{2,200}}"
        rf"|(?:please |pls |just |can you |could you )?{_ORDER}\b.{{2,120}}\b(?:from now on|going forward|in (?:the )?future"
        rf"|by default|every time|all the time|whenever i\b.{{1,60}})(?: please| ok)?)",
        "", importance=4, whole=True, open=True,
    ),
    _told(
        Kind.INSTRUCTION,
        rf"(?:please |pls )?(?:when(?:ever)?|every time|each time) (?:i|you|someone|anyone|we) [^,]{{2,80}}, (?:please |just |always |you should )?"
        rf"(?:{_ORDER}|don'?t|do not|never|dont)\b.{{2,120}}",
        "", importance=4, whole=True, open=True,
    ),
    _told(
        Kind.RULE,
        r"(?:(?:house|group|team|our|new|channel|server|office|the|ground|another|family|lab|general|project|one|important|first) ){0,3}"
        r"rules?(?: (?:of (?:the|this|our) \w+|for (?:the|this|our) \w+|here|number \w+|no\.? ?\d+|#?\d+))?(?: ?: ?| is (?:that |: ?)?| - )"
        r"(?!of thumb).{4,200}",
        whole=True, open=True, importance=3,
    ),
    _told(Kind.DECISION, r"(?:final |team |the |our |new )?decision(?: ?: ?| is (?:that |to ))(?!on hold).{4,200}", whole=True, open=True),
    _told(Kind.DECISION, r"(?:ok(?:ay)?,? |so,? )?(?:it'?s|it is|that'?s|all|then it'?s) (?:decided|settled|agreed) ?(?:[:,-]|then|that)+ ?.{4,200}", whole=True),
    _told(
        Kind.RULE,
        r"(?:in|for) (?:this|our|the) (?:group|channel|server|team|chat|repo|project|house|office|company|lab|room),? (?:we |you |everyone |everybody |people |nobody |no one |no |only |all |please )"
        r".{4,200}",
        whole=True, open=True, importance=3,
    ),
)

_NAMES = (
    Rule(
        pattern=compiled(
            rf"(?:my (?:full |real |first |given |actual |legal |birth )?name(?:'?s| is|s) (?:actually )?|the name'?s |i'?m (?:called|named) |i am (?:called|named) "
            rf"|(?:you can |u can |please |just |pls |everyone can |you may |do |feel free to ){{0,2}}call me |(?:everyone|people|my friends|friends|folks|they|everybody)(?: here)?(?: just| all)? calls? me "
            rf"|i go by |i(?:'?d)? prefer (?:to be called|being called) |my (?:nickname|nick|english name|chinese name|username|handle) is |i changed my name to |i(?:'m| am) going by ){_NAME}"
        ),
        key="name", field=Field.NAME, importance=4, open=True,
    ),
    Rule(
        pattern=compiled(
            rf"(?-i:I)(?:'m| am) (?!(?-i:(?:{_NATION.title()}|Sorry|Ok|OK|Okay|Fine|Good|Done|Sure|Back|Batman|God|Christian"
            rf"|Catholic|Muslim|Jewish|Buddhist|Hindu|Not|So|Iron|Spider|Santa|Groot|Legend|Type|Team|Still|Just|Too|Very|Also|Vegan"
            rf"|Vegetarian|In|On|At|The|A|An|From|Here|Now|Really|Happy|Tired|Mr|Late|All|Dr|Bi|Gay|Thor|Loki|Neo|Jesus|Gen|Latino"
            rf"|Latina|Asian|European|African|Hispanic|Arab|Hufflepuff|Gryffindor|Slytherin|Ravenclaw|Virgo|Leo|Aries|Taurus|Gemini"
            rf"|Cancer|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Senior|Junior|Lead|Head|Chief|Product|Software|Data)\b))"
            rf"(?P<name>(?-i:[A-Z\u00c0-\u00de][a-z\u00df-\u024f'-]{{1,20}})(?: (?-i:[A-Z\u00c0-\u00de][a-z\u00df-\u024f'-]{{0,20}})){{0,2}})"
            rf"(?=\s*(?:$|from\b|and\b|by the way|btw))"
        ),
        key="name", field=Field.NAME, importance=4,
    ),
    Rule(pattern=compiled(rf"(?-i:(?:this is|it's) )(?P<name>(?-i:[A-Z][a-z]{{1,20}}))(?: from (?:accounting|sales|hr|it|the \w+ team|finance|legal|marketing|support))"), key="name", field=Field.NAME, importance=4),
)

_IDENTITY = (
    _vital(rf"{_AM}allergic to (?!(?:mondays?|work|exercise|people|drama|bullshit|stupid\w*|nonsense|bs|you|fun|meetings?|morning|it|that|responsib\w+|sports?|idiots|effort|commitment)\b).{{2,80}}"),
    _vital(rf"{_HAVE} (?:an? )?(?:\w+ ){{0,3}}(?:allergy|allergies|intolerance)\b(?! season| test| med).{{0,60}}"),
    _vital(rf"{_AM}(?:\w+[ -]){{1,2}}intolerant\b.{{0,40}}"),
    _vital(rf"my (?:\w+ )?allerg(?:y|ies) (?:is|are|include|to) .{{2,60}}"),
    _vital(r"[\w ]{3,25} (?:gives? me|makes me break out in|give me) (?:hives|a rash|rashes|anaphylaxis|an allergic reaction).{0,30}"),
    _vital(
        rf"(?:{_HAVE}|i suffer from|i(?:'?ve| have| was| am|'?m)(?: \w+)? (?:been )?diagnosed with|i(?:'?m| am) (?:living with|being treated for)|i struggle with|i live with) (?:(?:an?|my|really|bad|severe|mild|chronic|some|type|high|low|seasonal) ){{0,3}}"
        r"(?:asthma|diabetes|type (?:1|2|one|two)|adhd|add|autism|celiac|coeliac|migraines?|blood pressure|hypertension|epilepsy|eczema|psoriasis|arthritis|anxiety"
        r"|depression|ocd|ptsd|insomnia|anemia|anaemia|hay ?fever|crohn\S*|ibs|gerd|reflux|tinnitus|dyslexia|scoliosis|thyroid|hypothyroid\w*|lupus|ms\b|cancer"
        r"|pcos|endometriosis|sleep apnea|vertigo|heart (?:condition|disease|murmur)|a pacemaker|kidney|bad (?:back|knees?)|back pain|knee|cholesterol|gout|glaucoma|bipolar|fibromyalgia|a stutter|herniated disc|tendonitis|rsi|carpal|diastema|color blindness|colour blindness|astigmatism|hearing loss|hashimoto\S*)\b.{0,60}"
    ),
    _vital(
        rf"(?:{_AM}|i was born |i'?ve been )(?:a |an )?(?:diabetic|asthmatic|colou?r[- ]?blind|autistic|dyslexic|deaf|near-?sighted|short-?sighted|far-?sighted|epileptic|anemic|anaemic|hypertensive|hard of hearing"
        r"|legally blind|blind in|partially sighted|immunocompromised|in a wheelchair|a wheelchair user|bipolar|celiac|coeliac|hypothyroid|neurodivergent|on (?:insulin|antidepressants|ssris?|blood thinners|beta ?blockers|statins))\b.{0,50}"
    ),
    _vital(r"my (?:left |right |lower )?(?:back|knee|knees|shoulder|hearing|eyesight|thyroid|blood pressure|heart|stomach) (?:is|are|has been|have been) (?:chronically |permanently |always |really )?(?:bad|weak|poor|injured|high|low|underactive|messed up|sensitive).{0,40}"),
    _vital(r"i (?:take|need|am on|use) (?:insulin|metformin|ritalin|adderall|an inhaler|an epipen|a hearing aid|hearing aids|blood thinners|levothyroxine|lithium|statins|antihistamines|a wheelchair|a cpap)\b.{0,60}"),
    _fact(rf"{_AM}(?:a |an )?(?:(?:strict|mostly|lifelong|full|part-time|\d+\W?year) )?(?:vegan|vegetarian|veggie|pescatarian|pescetarian|keto|halal|kosher|gluten[- ]free|dairy[- ]free|plant-based|fruitarian|flexitarian|teetotal(?:ler)?|lacto-\w+)\b(?! (?:recipe|restaurant|food|option|friend|place|meal|cook)).{{0,50}}", "diet"),
    _fact(r"i(?:'?ve| have|'?m| am)? (?:\w+ )?(?:went|gone|became|become|turned|going|been) (?:a )?(?:fully |completely |strictly )?(?:vegan|vegetarian|pescatarian|keto|plant-based|gluten[- ]free|teetotal|veggie)\b.{0,50}", "diet", past=True),
    _fact(rf"i (?:do not|don'?t|can'?t|cannot|never|no longer|stopped|quit|gave up) {_ADVERBS}(?:eat|eating|have|consume)?(?: any)? ?(?:meat|red meat|pork|beef|animal products|gluten|dairy|carbs|sugar|seafood|shellfish|fish|eggs|lactose|wheat|poultry|chicken)\b(?! (?:with|today|tonight|now|right)).{{0,50}}", "diet"),
    _fact(rf"(?:{_I}(?:eat|follow|keep) (?:a |only )?(?:halal|kosher|plant|vegan|vegetarian|keto|low[- ]carb|gluten[- ]free|paleo|mediterranean).{{0,40}}|{_AM}on (?:a|the) (?:\w+[ -]){{1,2}}diet\b.{{0,30}}|my diet is .{{2,60}})", "diet"),
    _fact(r"i (?:do not|don'?t|never|no longer|quit|stopped|gave up|'?ve quit|have quit) (?:drink|smoke|drinking|smoking|vape|vaping|drink alcohol|drink coffee|alcohol|caffeine|drink caffeine)(?: (?:alcohol|coffee|any ?more|at all|anymore|or smoke|or drink|caffeine|cigarettes|\w+ (?:years?|months?|weeks?) ago|since.{1,20}))?" + _END, past=True),
    _fact(
        rf"(?:(?:i|we|me and my \w+|my (?:\w+ ){{1,3}}and i) {_ADVERBS}(?:live|reside) (?:in|at|near|on|outside|between|with|by|alone|close to|just outside|abroad)\b"
        rf"|(?:{_AM}|we(?:'?re| are) {_ADVERBS})(?:living|based|located|residing|settled) (?:in|at|near|out of|outside|with|on)"
        rf") ?{_BAD_PLACE}(?P<place>.{{0,70}})", "home", carried=False,
    ),
    _fact(
        rf"(?:{_DID}(?:moved|relocated|emigrated|resettled|moving) (?:house |back |here |over |away |out |down |up |apartments? |flats? )?(?:from .{{1,30}} )?(?:to|into|in with|in) {_BAD_PLACE}(?P<place>.{{2,60}})"
        rf"|my (?:new )?(?:home|flat|apartment|house|place) is (?:now )?(?:in|on|at|near) {_BAD_PLACE}.{{2,60}}|home is (?:now )?(?:in )?(?!where)(?-i:[A-Z]).{{2,40}}|i(?:'?ve| have) (?:\w+ )?lived in {_BAD_PLACE}.{{2,40}} (?:for|since|all) .{{2,30}}"
        rf"|i call {_PROPER} home.{{0,20}}|i left .{{2,30}} for {_PROPER}.{{0,30}}|i (?:do not|don'?t|no longer) live in .{{2,50}}|i'?m not in {_PROPER} any ?more.{{0,20}})", "home", past=True,
    ),
    _fact(
        rf"(?:i|we)(?:'?ve| have| am|'?m)? {_ADVERBS}(?:work|working|worked|been working|interning|intern|employed|consulting) (?:\w+ ){{0,2}}?(?:at|for|with) (?!(?:home|night|me|you|it|fun|myself|least|all|free|the moment|this|that|a living|hours|\d+ hours|him|her|them|money|food|ages|now|what|how|children|kids|people|animals|clients|passion)\b)(?P<place>.{{2,60}})", "employer",
    ),
    _fact(
        rf"(?:{_DID}(?:joined|started (?:working |a new job |a job |my new job |as .{{2,30}} )?(?:at|with|for)|got (?:hired|a job|a new job|an offer|a position) (?:at|by|from|with)|been hired (?:by|at)|was hired (?:by|at)|switched jobs to|left .{{2,30}} (?:for|to join)|quit .{{2,30}} (?:for|to join)|accepted (?:a job|an offer|a position) (?:at|from|with)|changed jobs|transferred to) ?(?!(?:a (?:call|meeting|gym|club)|the (?:call|meeting|group|chat|server|channel|gym|club|party)|this|uni|school|you|discord|here|late)\b)(?P<place>.{{0,60}})"
        rf"|my (?:new |current )?(?:employer|company|firm) (?:is|is called) (?!(?:great|good|bad|shit|so|going|not|making|very|really|based|moving|asking|being|too)\b).{{2,50}}"
        rf"|i(?:'?m| am) employed (?:at|by) .{{2,50}}|i(?:'?m| am)? no longer (?:work(?:ing)?|with|employed)? ?(?:at|for|with|by) .{{2,50}}|i (?:do not|don'?t) work (?:at|for) .{{2,50}} (?:any ?more|now).{{0,20}})", "employer", past=True,
    ),
    _fact(
        rf"(?:{_AM}(?P<thing>[1-9][0-9]|twenty|thirty|forty|fifty|sixty|seventy|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty)[- ](?:one|two|three|four|five|six|seven|eight|nine))(?: ?(?:years? old|years? of age|yrs?(?: old)?|y/?o|yo|now|this year|btw|today|already|years? young))*(?: (?:and|but|from|so|with)\b.{{0,40}})?{_END}"
        rf"|(?:i|i'?ve) (?:just |recently )?(?:turned|turn|will be turning) [1-9][0-9]\b(?! (?:degrees|percent|left|right)).{{0,30}}|i(?:'?m| am) (?:turning|going to be) [1-9][0-9]\b.{{0,30}}|(?:i(?:'?m| am) )in my (?:early |mid |late |mid-)?(?:twenties|thirties|forties|fifties|sixties|20s|30s|40s|50s|60s)\b.{{0,20}}|my age is \d{{2}}\b)", "age",
    ),
    _fact(r"(?:my (?:birthday|bday|b-day|birth ?date|date of birth|birth day) ?(?:'?s|is|falls|=)? (?:is )?(?:on |in |at the end of |the )*(?!(?:soon|coming|over|great|party|cake|gift|present|present|wish|boring|nothing|not|was|a secret|fun|so|sad|going)\b)(?=.{0,30}(?:\d|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow|today|week|christmas|new year|halloween|valentine)).{2,40}|i was born (?:on|in|at) (?:the )?(?=.{0,20}(?:\d)|(?:january|february|march|april|may|june|july|august|september|october|november|december)\b).{2,40}|i'?m a (?:january|february|march|april|may|june|july|august|september|october|november|december) baby.{0,20})", "birthday", past=True),
    _fact(rf"{_AM}an? (?:virgo|leo|aries|taurus|gemini|cancer|libra|scorpio|sagittarius|capricorn|aquarius|pisces)\b.{{0,20}}", "zodiac"),
    _fact(
        rf"(?:{_AM}(?:from|a native of) (?!(?:the (?:future|past|internet|office|moon|gym|\w+ team)|work|home|school|here|scratch|mars|space|hr|it|accounting|another|hell|there|sales|marketing)\b)(?P<place>.{{2,50}})|i(?: originally)? come from (?!(?:work|a (?:different|place|long)|the (?:future|office|gym)|there|behind|nothing)\b).{{2,50}}|i (?:was )?(?:born and )?(?:grew up|raised|brought up) (?:in|on|near) .{{2,50}}|i was born (?:and (?:raised|grew up) )?(?:in|near|on) .{{2,50}}|my (?:home ?town|home country|birthplace|roots|family) (?:is (?:from |in )?|are (?:in |from )|comes from |was )(?!(?:big|so|great|not|very|all|coming|visiting|here|small|beautiful|boring|from here|crazy|tiny|fine|rich|poor)\b).{{2,50}}"
        rf"|{_AM}(?:an? )?(?:half[- ]|part[- ])?(?:{_NATION})(?: (?:by birth|citizen|guy|girl|woman|man|person|national|american|and .{{2,20}}|but .{{2,40}}|living in .{{2,20}}))?{_END})", "origin", past=True,
    ),
    _fact(
        rf"(?:(?:i|{_AM.strip()}) ?{_ADVERBS}(?:study|studying|enrolled|a(?:n)? [\w\s-]{{0,30}}?student|doing (?:my|a|an) [\w'\s]{{2,30}}|a (?:freshman|sophomore|junior|senior|postdoc)|reading [\w\s]{{3,20}}|in (?:my )?(?:first|second|third|final|last|1st|2nd|3rd|4th) year(?: of [\w\s]{{2,20}})?|majoring in [\w\s]{{3,30}})(?: [\w\s]{{2,30}}?)? ?(?:at|with) (?!(?:night|home|the moment|best|least|my desk|all)\b)(?P<place>(?:the )?[\w'\s.]{{2,50}})|i {_ADVERBS}(?:go to|attend|got into|am going to|was accepted (?:to|at|into)|got accepted (?:to|at|into)) (?:the )?(?P<name>[\w\s.']{{2,40}}(?:university|college|school|high|institute|uni|academy|mit|eth|ucla|polytechnic)|mit|eth|ucla|harvard|stanford|yale|oxford|cambridge|princeton|nyu|berkeley)\b.{{0,30}}|i (?:just |recently )?(?:graduated|dropped out) (?:from|at|of) (?!(?:that|this)\b).{{2,60}}|i(?:'?m| am) (?:an?|the) (?:alum\w*|graduate|grad) (?:of|from) .{{2,50}}|my (?:alma mater|school|university|college|uni) is (?!(?:so|great|far|hard|closed|not|really|very|starting|too|boring|shit|expensive)\b).{{2,50}})", "school", past=True,
    ),
    _fact(
        rf"(?:{_AM}(?:studying|majoring in|doing (?:a|my) (?:degree|phd|master'?s?|masters|bachelor'?s?|mba|thesis|a-levels|doctorate|minor)(?: in| on)?|getting (?:a|my) (?:degree|phd|master'?s|mba)(?: in)?|pursuing) (?!(?:for|right|all|hard|now|so|too|at)\b)(?:.{{2,60}})|i {_ADVERBS}(?:study|majored in|major in|minor in) (?!(?:for|better|best|at|with|all|hard|a lot|every|late|more|alone|too)\b).{{2,60}}|my (?:major|degree|phd|thesis|minor|field|dissertation) is (?:in |on |about )?(?!(?:so|due|done|not|killing|hard|going|driving|almost|boring|useless|late|finished)\b).{{2,60}}|{_AM}(?:an? )(?:[\w-]+ ){{0,3}}(?:major|phd student|grad student|student|undergrad)\b.{{0,50}}|{_AM}in (?:my )?(?:(?:first|second|third|final|last|1st|2nd|3rd|4th) year (?:of )?.{{0,40}}|(?:high|middle|med|medical|law|grad|art|nursing) school|college|university|\d+th grade|uni|kindergarten).{{0,40}}|i (?:have|hold|got|did) (?:a|an|my) (?:\w+ )?(?:degree|phd|master'?s|mba|bachelor'?s|diploma|doctorate) in .{{2,50}})", "study", past=True,
    ),
    _fact(rf"(?:i (?:can |{_ADVERBS})(?:speak|understand) (?:(?:fluent|native|some|a little|a bit of|basic|broken|both|decent|conversational|only|pretty good|good|ok|mostly|\d|\w+) ){{0,2}}(?:{_LANGUAGE})\b(?! (?:to|with|please)).{{0,50}}|{_AM}(?:learning|fluent in|native in|bilingual|a native|taking|practicing|practising|conversational in|picking up|teaching myself|relearning) ?(?:in )?(?:some )?(?:{_LANGUAGE})?\b.{{2,50}}|my (?:native|first|mother|second|main|other) (?:language|tongue) is .{{2,40}}|(?:at home )?we speak .{{2,30}} at home|i {_ADVERBS}know (?:some )?(?:{_LANGUAGE})\b.{{0,30}})"),
    _fact(rf"(?:{_HAVE}|(?:i|we) {_ADVERBS}(?:own|adopted|keep|rescued|bought|foster|breed|raise|got|have|have got|just got)|we(?:'?ve| have)(?: just)? got|i(?:'?ve| have) (?:adopted|rescued|bought)|we have) (?:an?|one|two|three|four|five|six|seven|\d{{1,2}}|another|some|lots of|many|several|my)(?: \w[\w-]*){{0,4}}? {_ANIMAL}\b(?! (?:food|person|people|question|video|picture|photo|meme|costume|toy|emoji|in my (?:dream|throat|garden)|tattoo|allergy|ears|shirt|hat|sitter|joke|for (?:dinner|lunch)|sticks)).{{0,70}}"),
    _fact(rf"my (?:\w+ ){{0,2}}?{_ANIMAL}(?:'?s name is| is (?:called|named)|'s (?:called|named)| named| called|s are (?:called|named)) ?(?P<name>.{{2,60}})", past=True),
    _fact(rf"my (?:\w+ ){{0,2}}?{_ANIMAL} (?:is (?:an? )?(?:\d+|(?:\w+ ){{0,3}}(?:years? old|months? old|breed|retriever|shepherd|corgi|poodle|tabby|siamese|persian|ragdoll|maine coon|british shorthair|rescue|mix|labrador|husky|beagle|bulldog|allergic|diabetic|blind|deaf))|(?-i:[A-Z][a-z]{{2,12}}) is (?:\d|an?)|has (?:diabetes|cancer|kidney)).{{0,50}}"),
    Rule(pattern=compiled(rf"(?:{_AM}(?:happily |newly |recently )?(?:married|single|engaged|divorced|widowed|separated|dating|in a relationship|seeing someone|seeing a|gay and married)(?! (?:to my (?:work|job|bed)|to the|out|day|most|minded|handed|player|threaded|with (?:this|work))).{{0,50}}|(?:i|we|me and my \w+|my \w+ and i)(?:'?ve| have)? (?:just |recently |finally )?(?:got|get|been|broke|split|tied|separated|divorced) (?:married|divorced|engaged|together|back together|up with|up|the knot)\b(?! (?:early|late|at|from|in the morning)).{{0,60}}|i (?:have|'ve got|got) an? (?:new )?(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)\b(?! (?:question|problem)).{{0,50}}|i (?:do not|don'?t) have a (?:girlfriend|boyfriend|partner)\b.{{0,30}}|my {_LOVED}(?:'?s name is| is called| is named|'s called|'s|, who is called| is) (?P<name>(?-i:[A-Z][a-z]{{1,20}}))\b(?! is| was| has).{{0,40}}|{_PROPER} is my (?:new )?{_LOVED}\b(?! and).{{0,20}})"), key="partner", past=True),
    _fact(
        rf"(?:{_AM}(?:working )?(?:as )?(?:an? |the )?(?:(?:[\w/+#-]+|of) ){{0,4}}?{_JOB}(?:s|es)?(?: (?:at|for|in|by|with|from|who|here|now|on|of|these|too|specializing|working) ?.{{0,60}})?{_END}"
        rf"|i {_ADVERBS}work (?:as|in|from home|remotely|night shifts?|nights|shifts|part[- ]time|full[- ]time|freelance)\b(?! (?:progress|a team|mysterious|general)).{{0,60}}|i work on (?!(?:it|this|that|a |an |my|the (?:assumption|weekend))\b).{{3,50}}"
        rf"|i(?:'?m| am) {_ADVERBS}(?:working|employed|training|retraining|studying) (?:as|in|to (?:be|become)|to be) (?!(?:progress|on)\b).{{2,50}}"
        rf"|my (?:job|profession|occupation|job title|day job|role|title|trade|work|current job|new job)(?: (?:at .{{2,20}}|there|here))? is (?!(?:so|great|good|bad|hard|boring|killing|stressful|shit|fine|ok|okay|not|really|very|too|going|pretty|on|done|easy|done|making|driving|terrible|the worst|safe|annoying|at|tough|important|in danger|just|a (?:mess|joke|nightmare|disaster))\b).{{2,60}}"
        rf"|i(?:'?m| am) {_ADVERBS}(?:self-?employed|retired|unemployed|between jobs|a freelance.{{2,30}}|freelancing|on (?:maternity|parental|paternity|sick) leave|out of work|the (?:head|director|owner|manager|chair|vp|lead|founder) of .{{2,40}}|in (?:finance|marketing|sales|hr|it|tech|advertising|banking|insurance|real estate|consulting|healthcare|law enforcement|retail|logistics)\b).{{0,40}}"
        rf"|i (?:run|own|manage|founded|co-?founded|started) (?:a|an|my own|my) (?!(?:marathon|mile|race|half|10k|5k|test|script|server|few|lot|car|bike|house|game|campaign|query|command|quick|diary|book|new|fire|fight)\b)[\w\s&'-]{{3,50}}|i teach (?!(?:you|him|her|them|myself|me)\b).{{2,60}}|i .{{2,40}} for a living"
        rf"|i (?:got|was|just got|'ve been|have been) (?:promoted|laid off|fired|made redundant)\b(?! by autocorrect).{{0,40}}|i (?:just |recently )?(?:quit|left|lost) my job.{{0,40}}|i(?:'?ve| have) been (?:an? )?(?:[\w-]+ ){{0,2}}?{_JOB} for .{{2,30}}|i freelance.{{0,40}}|i(?:'?m| am) now (?:the|an?) .{{2,40}} (?:lead|manager|head|director|engineer).{{0,30}})", "job", past=True,
    ),
    _fact(rf"my {_RELATIVE}(?:'?s name is| is (?:called|named)|'s (?:called|named)|'?s names are|s? are (?:called|named)| (?:named|called))? ?(?P<name>(?:is )?(?-i:[A-Z][a-z]{{1,20}}))(?:(?: and (?-i:[A-Z][a-z]{{1,20}}))?{_END}|(?:,| and| is| works| lives| has| from| who| likes).{{0,60}})", past=True),
    _fact(rf"my {_RELATIVE}(?:'?s name is|'?s names are| is (?:called|named)|s? are (?:called|named)) (?P<name>.{{2,40}})"),
    _fact(rf"my {_RELATIVE}(?: (?-i:[A-Z][a-z]{{1,20}}))? (?:also |now |still |just |recently |both |all )*(?:lives? (?:in|near|with|next)|(?:has )?moved to|works? (?:at|as|for|in)|stud(?:y|ies)|speaks?|loves|hates|collects|plays the|teach(?:es)?|comes? from|has (?:asthma|diabetes|dementia|alzheimer\S*|autism|adhd|celiac|cancer|a .{{2,20}} allergy)|(?:is|are) (?:{_ADVERBS})(?:allergic to|vegan|vegetarian|diabetic|pregnant|deaf|blind|from|an? (?:\w+ ){{0,3}}{_JOB}|\d{{1,2}}(?: |$)|\w+ years old|retired|(?:{_NATION})\b|autistic|living in|studying|married|getting married|left-handed|in (?:kindergarten|college|high school|university|\w+ grade|the army|the navy|hospital)))(?! (?:you|this|that|it)\b).{{0,70}}"),
    _fact(rf"{_HAVE} (?:an? |one |two |three |four |five |no |\d |twin |only one |identical )(?:\w+ )?{_RELATIVE}(?! (?:who (?:says|said|thinks)|request|question|of mine who)).{{0,70}}"),
    _fact(rf"(?:i|we)(?:'?ve| have) (?:an? |one |two |three |four |five |twin |\d )(?:\w+[ -]){{0,4}}(?:sons?|daughters?|kids|children|boys|girls|brothers?|sisters?|siblings)\b.{{0,60}}"),
    _fact(rf"(?:{_AM}(?:an? |the )(?:\w+ ){{0,2}}(?:mom|mum|dad|mother|father|parent|only child|grandmother|grandfather|twin|uncle|aunt|middle child|oldest child|youngest|eldest)(?: (?:of|to|with|from|in) .{{2,40}})?{_END}|{_AM}(?:pregnant|expecting|(?:the )?(?:oldest|youngest|eldest|middle) of .{{2,20}}|adopted)\b.{{0,30}}|(?!(?:this|that|he|she|it|who|here|which|what)\b){_PROPER} is my {_RELATIVE}\b.{{0,30}}|(?-i:[A-Z][a-z]+) and (?-i:[A-Z][a-z]+) are (?:my .{{2,30}}|married|siblings|brothers|sisters|cousins|a couple|twins|flatmates|roommates))"),
    _fact(rf"(?!(?:this|that|he|she|it|who|here|which|what|there)\b)(?P<name>(?-i:[A-Z][a-z]{{1,20}})) (?:is|works as|reports to|is now) (?:(?-i:[A-Z][a-z]{{1,20}})'s (?:\w+ )?(?:sister|brother|wife|husband|boss|manager|girlfriend|boyfriend|mother|father|son|daughter|cousin|friend|assistant|roommate|colleague|partner|dad|mom)|(?:our|the) (?:new |team |tech |project )?(?:team lead|lead|manager|pm|boss|admin|tech lead|cto|ceo|designer|teacher|treasurer|product owner|intern|scrum master|landlord|contact|moderator|coach|accountant|lawyer))\b.{{0,40}}"),
    _fact(r"(?:i(?:'?m| am) |my height is )(?:about |around |exactly )?(?:[1-2][.]?[0-9]{2} ?c?m|[4-7](?:'|ft| foot| feet) ?[0-9]{0,2}\S{0,3})(?: tall)?" + _END, "height"),
    _fact(r"(?:i weigh |my weight is )(?:about |around )?[0-9]{2,3} ?(?:kg|kilos|lbs|pounds).{0,20}", "weight"),
    _fact(rf"(?:i {_ADVERBS}drive an? (?!(?:lot|bit|hard|point|long|few)\b).{{2,40}}|my (?:new )?car is an? (?!(?:mess|wreck|bit|total|disaster|write-?off)\b).{{2,40}}|i (?:just )?bought an? (?:new |used )?(?:tesla|bmw|toyota|honda|audi|ford|mazda|vw|volkswagen|volvo|car|skoda|kia|hyundai|subaru|nissan|porsche)\b.{{0,40}})", "car", past=True),
    _fact(r"(?:my time ?zone is .{2,40}|i(?:'?m| am) (?:in|on) (?:the )?(?:utc|gmt|cet|cest|est|pst|edt|pdt|cst|ist|jst|bst|eastern|pacific|central|mountain)\b.{0,20})", "timezone"),
    _fact(r"(?:my pronouns are .{3,30}|i use (?:they|she|he|xe|ze)/.{2,20}|i(?:'?m| am) (?:non-?binary|trans|genderfluid|genderqueer)\b.{0,30})", "pronouns"),
    _fact(r"my blood type is .{1,12}|my blood group is .{1,12}", "blood"),
    _fact(rf"{_AM}(?:left-?handed|ambidextrous|a (?:lefty|leftie|night owl|morning person|early bird|dog person|introvert|extrovert|minimalist|twin|christian|muslim|hindu|buddhist|catholic|atheist|smoker|non-?smoker|gamer|beginner at .{{2,20}}|runner|cyclist|climber|hiker|knitter)|an? (?:introvert|extrovert|atheist|early riser|early bird|infj|intj|enfp|infp|istj|entp|intp|enfj|isfj|estj|isfp|estp|esfj|esfp|entj|istp)|jewish|muslim|christian|catholic|buddhist|hindu|gay|bi|lesbian|bisexual|asexual|religious)\b(?! (?:and|on|today)?.{{0,20}}\b(?:about|today)\b).{{0,40}}"),
    _fact(rf"i {_ADVERBS}(?:play|played|practice|collect|train|coach|sing in|volunteer (?:at|for|with)|do|go|went back to|practise|knit|sew|paint|garden|bake|brew|swim|run|jog|climb|hike|cycle|bike|dance|meditate|commute) ?(?:the |in |by |to |for )*(?!(?:not|tests?|server|scripts?|build|code|errors?|problems|into|you|that|this|it|with (?:fire|it|you)|a (?:role|part|game)|out|dumb|along|nice|know|think|have|agree|need|want|care|mind)\b)(?:[\w\s'-]{{2,40}} )?(?:every (?:\w+ )?\w+|on (?:{_DAY})|(?:once|twice|three times|\w+ times|\d+ times|\d+x) a (?:week|month|day|year)|(?:since|for) (?:\d+|\w+ years|years|i was .{{2,10}}|childhood|ages).{{0,20}}|guitar|piano|violin|drums|bass|cello|flute|saxophone|sax|ukulele|clarinet|chess|tennis|football|soccer|basketball|badminton|volleyball|hockey|golf|rugby|go|stamps|coins|vinyl|records|yoga|pilates|karate|judo|boxing|bouldering|crossfit|work|a choir|a band|vintage .{{2,20}}|postcards|fountain pens)\b.{{0,50}}"),
    _fact(rf"(?:my (?:main |biggest |favou?rite )?(?:hobby|hobbies|passion)(?: is| are|'s) .{{3,60}}|{_AM}(?:learning|teaching myself) (?:to (?:play|swim|drive|code|cook|knit|paint|sail|dance|surf|ski|sew|draw)|how to|the|guitar|piano|violin|python|rust|go|java|programming|drums|chess)\b.{{0,50}}|i {_ADVERBS}(?:wake up|get up|go to (?:bed|sleep)|start work|finish work|have lunch) (?:at|around|by|before|after|late|early) ?(?:\d.{{0,30}}|.{{0,20}}every.{{0,20}})|every (?:\w+ )?(?:day|morning|evening|night|weekend|week|sunday|monday|tuesday|wednesday|thursday|friday|saturday) i (?:\w+ )?(?:go|run|swim|play|cook|call|walk|meditate|volunteer|visit|write|do|bake|take|have|read|practice|bike|cycle)\b.{{2,60}})"),
    _fact(rf"i {_ADVERBS}(?:wear|need) (?:glasses|contacts|contact lenses|hearing aids|a hearing aid|braces|size .{{1,10}}|an? (?:size|shoe size) .{{1,12}})\b.{{0,40}}|my (?:shoe|ring|shirt|clothing|dress|t-?shirt) size is .{{1,20}}|my (?:phone|laptop|pc|computer|gpu|os|operating system|camera|bike|keyboard|main language|stack|work laptop|home server) (?:is|runs(?: on)?) (?:an? |the )?(?!(?:broken|dead|dying|slow|so|not|on fire|ringing|too|being|acting|frozen|stuck|out|at|fine|in|charging|old|off|crashing|overheating|full|really|very|working|crap|bad|great|making|getting|gone|lagging|still|back|down|stolen|lost)\b).{{2,50}}"),
    Rule(pattern=compiled(rf"(?:{_AM}(?:in|at|on) (?!(?:a (?:meeting|call|hurry|rush|good|bad|loop)|the (?:middle|zone|mood)|love|trouble|bed|pain|class|traffic|it|my)\b).{{2,40}} (?:right now|at the moment|this week|until .{{2,20}}|these days|for (?:the|a|two|three|\d) .{{2,20}})|(?:right now|at the moment|currently) i(?:'?m| am) (?:in|at|on|staying in|working on|reading|recovering|writing) (?!(?:a (?:meeting|call)|the (?:middle|bus|toilet)|bed|it|this)\b).{{2,50}}|{_AM}(?:staying|recovering|travell?ing|visiting) (?:in|at|from|through|around|with) .{{2,50}}|i(?:'?m| am) currently (?:reading|writing|working on|training for|recovering|playing|watching|looking for|on) (?!(?:it|this|that)\b).{{2,50}})"), importance=2, field=None, snapshot=True),
)

_TASTES = (
    _taste(rf"my (?:all[- ]time |absolute |current |personal |new |number one |#1 )?(?:favou?rite|fav|fave|favorit) (?P<thing>[\w\s-]{{2,30}}?)(?: of all time| ever)? (?:is|are|was always|'s|has always been|'s always been|has to be|would be) (?!(?:not|when|how|that|this|what|the (?:one|way)|yours|your|it)\b).{{1,60}}", "favourite:{thing}", past=True),
    _taste(rf"(?!(?:this|that|it|which|these|those|yours|he|she)\b)[\w'\s:&.-]{{2,40}}? (?:is|are|remains) (?:still |definitely |easily |by far |also )?my (?:all[- ]time |absolute |number one |new )?(?:favou?rite|fav|fave) (?P<thing>[\w\s-]{{2,30}}?)(?: of all time| ever)?{_END}", "favourite:{thing}"),
    _taste(rf"my (?:favou?rite|fave|fav) (?:is|are) (?!(?:when|how|that|this|the (?:one|way|first|second|last|third)|yours|your|it|number|option)\b)(?P<thing>.{{2,40}})"),
    _taste(rf"i {_ADVERBS}(?:(?:(?:do not|don'?t|dont|never|no longer|can'?t|cannot|cant) ){_ADVERBS}(?:like|love|enjoy|stand|bear|drink|eat|care for|tolerate|deal with|do well with|trust)|(?:like|love|enjoy|adore|prefer|hate|dislike|detest|loathe|despise|crave|luv|dont like)) {_LIKED}"),
    _taste(rf"i(?: really|'?ve always|'?ve never| have always| have never|'?ve come to| started to| grew to|'?ve started to|'?ve grown to) (?:like|liked|love|loved|hate|hated|enjoy|enjoyed|prefer|preferred|been into|been a fan of|disliked|liking|loving) {_LIKED}", past=True),
    _taste(rf"(?:{_AM}(?:not )?{_ADVERBS}(?:(?:a )?(?:big |huge |massive |real |great |total |much of a )?(?:fan|lover) of|into|fond of|keen on|obsessed with|crazy about|addicted to|sick of|tired of|more of an?|mad about|partial to|hooked on|passionate about|scared of|afraid of|terrified of|interested in|team)|i can'?t live without|i(?:'?ve| have) (?:an? )?(?:sweet tooth|soft spot for|weakness for|phobia of|fear of|thing for)) ?{_LIKED}"),
    _taste(rf"{_AM}(?:more of )?(?:an? )(?:total |huge |big |real )?(?P<thing>[\w\s-]{{3,25}}?) (?:person|lover|fan|addict|fanatic|snob|nerd|enthusiast|nut|buff|freak|geek)\b(?! (?:who|of mine|to)).{{0,30}}"),
    _taste(rf"i(?:'?ve| have)? (?:\w+ )?(?:switched|changed|went|gone|moved) from (?P<thing>[\w\s+#.]{{2,25}}) to .{{2,40}}", "", past=True, corrects=True),
    _taste(rf"i {_ADVERBS}(?:drink|take) my (?P<thing>coffee|tea|steak|eggs|whisky|whiskey) .{{3,30}}|i {_ADVERBS}(?:use|take|have) (?:dark mode|oat milk|vim|emacs|neovim|arch|tabs|spaces)(?: .{{0,30}})?{_END}|i like my (?:coffee|tea|steak|eggs|toast|pizza) .{{3,30}}", ""),
    _taste(rf"(?P<thing>[\w\s]{{3,25}}) (?:is|are) (?:not my (?:thing|cup of tea)|my (?:thing|jam|guilty pleasure|comfort food|weakness|go-to)|the worst food).{{0,20}}{_END}"),
)

_TOLD = (
    _told(Kind.INSTRUCTION, rf"(?:please |pls |also |and ){{0,2}}(?:don'?t|do not|dont|never|stop|quit) (?:ever |again )?(?:(?:{_NEVER_DO})\b|{_ORDERING}\b)(?! (?:this file|that file|the (?:old|first|last)|it (?:yet|now))\b)(?!.{{0,60}}\b(?:yet|right now|now|in (?:this|that|the) (?:file|function|draft|email|code|text|essay))\b).{{2,120}}", importance=4, open=True),
    _told(Kind.INSTRUCTION, rf"(?:please |pls |you should |you must |you have to |i(?:'d like| want| need|'d prefer) you to )?(?:always|never) (?!mind\b|said\b|heard\b|going\b|been\b|again\b|happened\b)(?:please )?(?:{_ORDER}|apologi[sz]e|lecture|send|ping|recommend)\b(?! (?:it to (?:him|her)|happy|that way|here|nice|fun|careful|worth))(?! (?:a|the) (?:good|pleasure|best)).{{2,120}}", importance=4, open=True),
    _told(Kind.INSTRUCTION, r"(?:please |pls |just |and )*(?:keep|make) (?:all |all of )?(?:your|the|ur) (?:answers?|replies|reply|responses?|messages|explanations|tone|summaries) (?:(?:always|as|very|really|nice and|more) )*.{3,80}", "reply:length", importance=4, open=True),
    _told(Kind.INSTRUCTION, rf"(?:please |pls |you can |just )*(?:speak|talk|chat|communicate|write|answer|reply|respond|stick) (?:to |with )?(?:me )?(?:only |always )?(?:in |to )(?:{_LANGUAGE}|simplified chinese)(?: (?:only|always|from now on))(?: please)?.{{0,20}}|(?:please |pls |just )*(?:speak|talk|chat) (?:to|with) me in (?:{_LANGUAGE})\b.{{0,30}}|(?:please |pls |only |just )*(?:speak|talk) (?:{_LANGUAGE}) (?:to|with) me\b.{{0,30}}|i(?:'d)? (?:want|like|prefer)(?: to get| all| your| to have)? (?:answers|replies|responses)?(?: to be)? ?in (?:{_LANGUAGE})\b.{{0,30}}|(?:always |only |please )*(?:answer|reply|respond)(?: to me)? only in .{{3,20}}", "reply:language", importance=4, open=True),
    _told(Kind.INSTRUCTION, r"i(?:'?d)? (?:\w+ )?(?:prefer|like|want|appreciate|need|'?d rather have|rather have)(?: it when you give)? (?:your |my |all )*(?:short|brief|concise|detailed|long|simple|direct|honest|blunt|plain|step[- ]by[- ]step|bullet(?:ed)?|to the point)[\w\s,-]{0,20}? ?(?:answers?|replies|responses?|explanations?|messages|bullet points|summaries|feedback)\b.{0,60}", "reply:length", importance=4, open=True),
    _told(Kind.INSTRUCTION, r"(?:please )?no (?:more )?(?:emojis?|emoticons|exclamation marks|small talk|spoilers|markdown|bullet points|disclaimers|jargon|apologies|code comments|pleasantries|sugarcoating|swearing)(?: (?:please|pls|ever|in (?:your|the) .{2,30}|at all|with me|when .{2,40}|for me|from you))*\s*$", importance=4, open=True),
    _told(Kind.INSTRUCTION, r"(?:please |pls )?(?:use|give me|use only) (?:the )?(?:metric(?: units?| system)?|celsius|kilomet(?:er|re)s|24[- ]?h(?:our)?(?: (?:clock|time|format))?|british (?:english|spelling)|american (?:english|spelling)|simplified(?: chinese)?|traditional(?: chinese)?|they/them(?: pronouns)?|iso dates?)(?: (?:with me|for me|please|when .{2,30}|in your .{2,20}|always))*\s*$", importance=4, open=True),
    _told(Kind.INSTRUCTION, r"(?:please |pls )?(?:refer to|address|greet) me (?:as|by|with) .{2,60}|i(?:'d)? (?:want|like|need) you to (?:always|never|only|be|call|speak|answer|reply|keep|remind me (?:every|each)|stop|address)\b.{2,100}|(?:please )?remind me (?:every|each) .{3,80}|you (?:don'?t (?:have|need) to|needn'?t) (?:apologi[sz]e|explain|say sorry|thank me|greet me|use|add|be so|repeat|ask)\b.{0,80}", importance=4, open=True),
    _told(Kind.DECISION, rf"(?:ok(?:ay)? |so |in the end |after all |after .{{3,40}} )?(?:i|we|the team|my \w+ and i|our team|the board|the group|they|the committee|everyone|my team)(?:'?ve| have| has|'?re|'?s)? (?:all |both |now |just |finally |already |unanimously |ultimately |collectively |eventually ){{0,2}}(?:decided|agreed|settled|voted|opted|concluded|resolved|committed|signed off|chosen|chose) (?:to|on|that|for|against|upon|not|we|it|in favou?r|(?-i:[A-Z])|(?:the )?\w+ (?:as|for|over|instead))(?! (?:you|your point|this is (?:good|bad))\b)(?: .{{2,140}}|$)", past=True, open=True),
    _told(Kind.DECISION, r"(?:we|i)(?:'?ll|'?re| will| are|'?m| am)? (?:be |now |just |finally |definitely )*(?:going with|went with|sticking with|picked|using|go with|stick with|adopting|standardizing on|migrating to|dropping|use|switching to|move everything to|moving to|ditching) (?!(?:it|that|this|you|him|her|the flow|a friend|me|my (?:wife|friend|mom|family))\b)[\w\s.+#'-]{2,40} (?:for|as|instead|over|from now on|in production|because|after|starting|and not|rather than)\b.{0,80}", past=True),
    _told(Kind.RULE, r"(?:the |our )?(?:new |final |submission |hard |project |application |registration )*(?:deadline|due date|cut-?off|code freeze|release date)(?: (?:for|to|of) .{2,50}?)?(?: is| has been| was|'s| moved|:)(?: now| on| by| at| set (?:to|for)| moved to| extended to| pushed to| changed to| still)* (?!(?:killing|close|approaching|near|tight|coming|soon|crazy|looming|so|too|not|over|stressful|stressing|insane|unrealistic|what)\b).{2,60}", past=True, open=True, importance=3),
    _told(Kind.RULE, r"(?:no|absolutely no|strictly no) [\w\s/-]{3,40} (?:allowed|permitted|in (?:this|the|our) (?:group|channel|chat|server|kitchen|office|house|repo|room|lab)|after \d+\S*|on (?:fridays?|weekends?|main|the main branch)|before .{3,30}|during .{3,30})\b.{0,60}", open=True, importance=3),
    _told(Kind.RULE, r"(?:everyone|everybody|all (?:members|prs?|pull requests|commits|code|changes|staff|students|employees|new members|reviews|visitors|guests|expenses|requests|tickets|docs|documents|reports|teams)|every (?:pr|pull request|commit|member|change|meeting|release|ticket|expense|invoice|report|request)|members|new members|visitors|guests|nobody|no one|students|prs|pull requests|commits|expenses(?: over .{2,15})?|reports|timesheets|invoices|employees|anyone who [\w\s]{3,40}|whoever [\w\s]{3,40}) (?:must|has to|have to|needs? to|needs? (?:at least |an? )?\w+|is (?:required|not allowed|expected|allowed|supposed|obliged)|are (?:required|not allowed|expected|due|allowed|supposed|merged|reviewed)|may (?:not )?|can only|cannot|can'?t|should (?:be|not|always)|pushes|merges|cleans?|brings?|buys|pays)\b(?! (?:relax|chill|calm|agree|know|eat|start somewhere|die|believe|laugh|see (?:this|that))).{2,120}", open=True, importance=3),
    _told(Kind.RULE, r"(?:we|our team|the team|this team|our company|the company|my company) (?:always|never|only|do not|don'?t|no longer|must|have to|need to) (?:deploy|merge|release|ship|commit|push|review|use|write|meet|work|accept|allow|pay|talk|post|discuss|share|sign|squash|rebase|schedule|reimburse|squash-merge|submit|tag|test|eat)\b(?! (?:about it|anyway|out)).{3,120}", open=True, importance=3),
    _told(Kind.RULE, rf"(?:our|the|my team'?s?|team|weekly|daily|monthly) (?:\w+ ){{0,3}}?(?:meetings?|stand-?ups?|syncs?|retros?|retrospectives?|1:1s?|one-on-ones?|office hours|opening hours|book club|practice|rehearsals?|seminar|lab meeting|all-?hands|planning|training|class|demo|choir practice|quiet hours|lunch break|bins|rent|garbage|trash|game night|payday|review)(?: meetings?)? (?:is|are|has been|was|have been|takes? place|starts?|happens|goes out|gets? collected|has moved|moved|run|runs) (?:now |always |held |moved |changed |collected |due |from |to )*(?:at|on|every|from|each|weekly|daily|monthly|the (?:first|last|second|third)|biweekly|due|\d)\b.{{1,60}}", open=True, past=True, importance=3),
    _told(Kind.RULE, r"(?:our|the|team|company|house|lab|project) (?:\w+ ){0,2}(?:policy|convention|standard|guideline|guidelines|norm|agreement|budget|dress code|style guide|branch naming|naming convention|code style|coverage|minimum|maximum|limit|curfew|on-?call rotation) (?:is|are|says?|requires?|for .{2,30} is)(?: that| to| now|:)* (?!(?:stupid|dumb|bad|good|great|unclear|so|too|not clear|weird|annoying|confusing|ridiculous|what|done|ready|outdated|a mess)\b).{3,100}", open=True, importance=3),
    _told(Kind.RULE, r"(?:please )?(?:keep|post|put|move|take|ask|share|discuss) [\w\s/-]{3,40} (?:in|to|out of|off) (?:this|the|#)\s?[\w-]* ?(?:channel|group|thread|chat)(?: only)?\s*$|only [\w\s]{3,30} (?:can|may|are allowed to|is allowed to|should) [\w\s]{3,60}|(?:swearing|spam|politics|advertising|nsfw|ads|self-promotion|smoking|pets|shoes|off-topic|phones|food)[\w\s,]{0,30} (?:is|are) (?:not allowed|forbidden|banned|prohibited|not permitted|off limits)\b.{0,60}", open=True, importance=3),
    _told(Kind.EVENT, rf"(?:i|we|my \w+ and i|me and my \w+)(?:'?m| am|'?re| are|'?ll| will|'?ll be| will be| am going to|'?m going to|'?re going to| plan to| are planning to|'?m planning to| are going to| gonna|'?m gonna|'?ve been| have been| booked| got| have to| need to) ?(?:be |just |also |finally |probably |both |all |now )*(?!(?:sure|sorry|happy|here|glad|so|not|hoping|see|let|tell|trying|busy|tired|free|check|look|try|do|ask|send|fix|finish|think|reply|text|be back|back|reading|bed|sleep|to bed|to sleep|to the (?:gym|shop|store)|talk|know|report|post|update|message|show|write|up|home|late|good|fine|ok|it|this|that|working|just|bored|sick)\b).{{3,140}}", dated=True),
    _told(Kind.EVENT, rf"(?:i|we)(?:'?ve| have|'?ve got| have got| got| also have| just booked| booked|'?ve booked| have booked| signed up for| registered for| scheduled|'?ve scheduled| fly| leave| start| move| graduate| travel| defend| present| arrive| return| depart| get back| marry| retire| land| close on| get) (?:(?:an?|my|our|the|some|two|three|another|off|to|for|at|into|on|in|as|from|back) ){{0,2}}(?!(?:up|it|this|that|a lot|late|home|question|idea|problem|feeling|good|great|no|been|time|nothing|headache|joke)\b).{{2,100}}", dated=True),
    _told(Kind.EVENT, rf"(?:(?:my|our|the|his|her|their|there(?:'?s| is| will be) (?:an?|our|the|my)) (?:[\w'-]+ ){{0,5}}?(?:{_PLAN})(?: [\w\s&'-]{{1,40}}?)?|my (?:\w+ ){{0,2}}(?:sister|brother|mom|mum|dad|parents|wife|husband|friend|son|daughter|cousin|boss|girlfriend|boyfriend|partner|family|team|company|lease|contract|visa|passport|landlord|flatmate|kids?|in-laws|grandma|grandpa|baby)(?: and \w+)?)(?: is| are|'s|'re| will| has| starts| begins| takes place| was moved| was pushed| got moved| moved| expires| ends| runs out| gets| get| come| comes| visits| arrives| turns| graduates| opens| departs| leaves| has been)\b.{{2,100}}", dated=True, past=True),
    _told(Kind.EVENT, rf"(?:(?:on|next|this|in|at the end of|tomorrow|tonight|the day after|by|end of|beginning of|from|starting|come)\b[^,]{{0,40}}?,? )(?:i|we|my \w+)(?:'?m| am|'?re| are|'?ll| will| have| got| fly| leave| start| move| is| has|'?ve got|'?s| get| gotta| need to|'?ve)\b(?! (?:no|not|sorry|hoping|sure|bored|tired|free)\b).{{2,100}}", dated=True),
    _told(Kind.EVENT, rf"(?:(?:[\w'-]+ ){{1,4}}?(?:{_PLAN})|flying|moving|leaving|travell?ing|off) (?:is |will be |to [\w\s]{{2,25}} |with [\w\s]{{2,25}} |for [\w\s]{{2,25}} |at [\w\s]{{2,25}} |in [\w\s]{{2,25}} )?(?:on|next|this|tomorrow|at|in|from|the)\b.{{1,60}}", dated=True),
)

RULES = (*_NAMES, *_TOLD, *_IDENTITY, *_TASTES)
"""For clauses, in the order in which they are tried."""

SENTENCE_RULES = _WHOLE
"""For whole sentences, tried before their clauses."""

OPENERS = (
    r"(?:(?:btw|by the way|hey|hi|hello|so|well|actually|also|and|but|oh|just so you know|so you know|fyi|ok|okay|yeah|yes|yep|nope|nah|no (?:actually|wait)|(?:hi|hey|hello|morning|thanks) (?:all|everyone|everybody|guys|folks|there|bot|team|again)"
    r"|as i said|to be honest|tbh|honestly|anyway|anyways|sorry|no wait|wait|hmm+|um+|uh+|correction|update|note that|please note(?: that)?"
    r"|(?:please |pls )?(?:remember|note|keep in mind|don'?t forget|know|be aware)(?: that|:)?(?= (?:i|my|we|our)\b)|for (?:the record|context|reference|your information|what it's worth)"
    r"|fun fact|imo|in general|good morning|good evening|morning|thanks|thank you|thx|because|cause|cuz|since|though|lol no|as for me|about me"
    r"|just fyi|just to let you know|you should know(?: that)?|i should mention(?: that)?|i forgot to mention(?: that)?|let me introduce myself|i mean|i meant|the thing is"
    r"|dear bot|bot|guys|folks|right|sure|alright|great|cool|nice|for me|nowadays|these days|now|currently|at the moment|lately|recently|personally|in fact|true|indeed"
    r"|last (?:week|month|year|summer|spring|autumn|fall|winter)|this (?:year|month|summer)|(?:two|three|a few|\d+) (?:years|months|weeks|days) ago|in (?:19|20)\d\d)(?![\w']),?\s*){0,5}"
)
"""What people begin with that says nothing; a clause is read from behind it."""
