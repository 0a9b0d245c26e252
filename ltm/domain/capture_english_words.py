"""The words the English rules of capture are put together from."""

from ltm.domain.capture_shapes import Rule, compiled

ADVERBS = (
    r"(?:(?:also|now|still|just|currently|actually|really|recently|finally|mostly|usually|personally"
    r"|do|honestly|truly"
    r"|absolutely|totally|only|always|both|all|quite|kinda|definitely|generally|originally|temporarily|presently|even"
    r"|so|super|particularly|especially|very much|already|literally|simply|fully|officially|newly|pretty much|deeply"
    r"|secretly|in fact|genuinely|very|severely|deathly|mildly|highly|seriously|extremely|terribly|big|bit|a bit"
    r"|a little|slightly|proudly|born|obviously|kind of|like|fucking|freaking|primarily|mainly) ){0,3}"
)
AM = rf"i(?:'?m| am) {ADVERBS}"
SELF = rf"i {ADVERBS}"
HAVE = (
    r"i(?:'?ve| have|'?ve got| have got| got|'?ve had)(?:(?: also| just| now| always| recently| severe"
    r"| bad| mild| a bad| a severe| a mild| really bad| pretty bad| chronic| a slight| some"
    r"| terrible)){0,2}"
)
TOLD = r"(?:(?:just|recently|finally|already|now|also|actually) ){0,2}"
DID = rf"(?:i|we)(?:'?ve| have)? {TOLD}"
END = r"(?=\s*$)"
NAME = (
    r"(?P<name>(?!(?:a|an|the|not|later|when|if|crazy|asap|at|on|tomorrow|by|back|whatever|maybe|old"
    r"|stupid|in|as|up|what"
    r"|now|anything|something|again|tonight|today|after|before|that|this|it|sir|your|his|her|him|them"
    r"|for|to|soon|names"
    r"|out|mad|paranoid|biased|lazy|please|of|so|too|taken|secret|unimportant|irrelevant|longer|hard|on)\b)"
    r"[A-Za-z\u00c0-\u024f\u4e00-\u9fff][\w'.\u00b7-]{0,30}(?: (?-i:[A-Z\u00c0-\u00de])[\w'.-]{0,30}){"
    r"0,2}|\"[^\"]{1,14}\")"
    r"(?=\s*(?:$|[^\w\s,]|(?:from|and|please|now|btw|here|instead|not|for short|thanks|pls|by|but|in|with|lol)\b))"
)
PROPER = r"(?-i:[A-Z\u00c0-\u00de])[\w'.\u00b7-]{1,30}(?: (?:(?-i:[A-Z\u00c0-\u00de])[\w'.-]{0,30}|of|de|the)){0,3}"
NATION = (
    r"american|british|english|scottish|irish|welsh|german|french|italian|spanish|portuguese|dutch"
    r"|belgian|swiss|austrian"
    r"|swedish|norwegian|danish|finnish|polish|czech|russian|ukrainian|greek|turkish|chinese|japanese"
    r"|korean|vietnamese|thai"
    r"|indian|pakistani|indonesian|malaysian|singaporean|filipino|filipina|taiwanese|australian"
    r"|canadian|mexican|brazilian"
    r"|argentinian|chilean|colombian|egyptian|nigerian|kenyan|moroccan|iranian|persian|israeli"
    r"|romanian|hungarian|bulgarian"
    r"|serbian|croatian|kiwi|south african|hong ?konger|icelandic|peruvian|ethiopian|ghanaian|lebanese"
    r"|estonian|latvian"
    r"|lithuanian|slovak|slovenian|cantonese"
)
LANGUAGE = (
    r"english|chinese|mandarin|cantonese|japanese|korean|german|french|spanish|italian|portuguese"
    r"|dutch|russian|arabic|hindi"
    r"|turkish|polish|swedish|norwegian|danish|finnish|greek|hebrew|thai|vietnamese|indonesian|malay"
    r"|tagalog|ukrainian|czech"
    r"|hungarian|romanian|urdu|bengali|tamil|swahili|latin|welsh|irish|catalan|asl|sign language"
    r"|esperanto|hokkien|persian"
)
RELATIVE = (
    r"(?:(?:older|younger|elder|big|little|twin|step|half|best|late|eldest|oldest|youngest|baby|only"
    r"|new|current|other|two"
    r"|three|middle|old|close)[ -]){0,2}"
    r"(?:sisters?|brothers?|siblings?|mothers?|mum|mom|father|dad|parents|sons?|daughters?|kids?|child|children"
    r"|husband|wife|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse|aunt|uncle|cousins?|nephews?"
    r"|nieces?|grandmother"
    r"|grandma|nana|grandfather|grandpa|grandparents|friend|bestie|boss|manager|colleague|coworker"
    r"|flatmate|roommates?|landlord"
    r"|neighbou?r|doctor|dentist|therapist|teacher|in-laws|twins|mother-in-law|father-in-law"
    r"|sister-in-law|brother-in-law"
    r"|ex|godson|goddaughter|stepdad|stepmom|stepson|stepdaughter|grandson|granddaughter|supervisor|mentor|coach)"
)
LOVED = r"(?:wife|husband|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse)"
ANIMAL = (
    r"(?:cats?|dogs?|puppy|puppies|kittens?|kitties|kitty|parrots?|budgies?|rabbits?|bunny|bunnies"
    r"|hamsters?|guinea pigs?|ferrets?"
    r"|horses?|pony|goldfish|fish|turtles?|tortoises?|snakes?|lizards?|geckos?|chickens?|goats?|sheep"
    r"|hedgehogs?|rats?|mice"
    r"|mouse|birds?|canary|canaries|cockatiels?|cows?|donkeys?|corgis?|poodles?|labradors?|labs?"
    r"|huskys?|husky|huskies|retrievers?"
    r"|shepherds?|beagles?|terriers?|dachshunds?|bulldogs?|collies?|ducks?|axolotls?|chinchillas?"
    r"|frogs?|spaniels?|greyhounds?)"
)
JOB = (
    r"(?:nurse|teacher|doctor|gp|engineer|developer|dev|programmer|coder|designer|lawyer|solicitor"
    r"|attorney|barrister|judge"
    r"|chef|cook|baker|butcher|barista|waiter|waitress|bartender|accountant|writer|author|novelist"
    r"|poet|artist|painter"
    r"|musician|singer|dancer|actor|actress|photographer|filmmaker|plumber|electrician|carpenter"
    r"|joiner|welder|mechanic"
    r"|pilot|driver|trucker|courier|sailor|scientist|researcher|postdoc|architect|journalist|reporter"
    r"|editor|translator"
    r"|interpreter|consultant|manager|analyst|librarian|dentist|vet|veterinarian|pharmacist|firefighter|paramedic|cop"
    r"|police officer|detective|soldier|veteran|farmer|gardener|florist|therapist|psychologist|psychiatrist|physicist"
    r"|chemist|biologist|geologist|mathematician|statistician|economist|historian|philosopher"
    r"|professor|lecturer|tutor"
    r"|coach|trainer|cashier|clerk|receptionist|secretary|assistant|sysadmin|admin|devops|sre|dba"
    r"|founder|co-?founder|ceo|cto"
    r"|cfo|entrepreneur|freelancer|contractor|intern|apprentice|hairdresser|barber|nanny|midwife"
    r"|social worker|surgeon"
    r"|radiologist|physiotherapist|physio|optician|salesman|salesperson|realtor|estate agent|banker"
    r"|trader|actuary|auditor"
    r"|recruiter|marketer|copywriter|blogger|youtuber|streamer|priest|pastor|tailor|potter|jeweller|cleaner|janitor"
    r"|security guard|bus driver|taxi driver|flight attendant|steward|stewardess|student|undergrad"
    r"|freshman|sophomore|junior"
    r"|senior|phd candidate|housewife|stay-at-home (?:mom|mum|dad|parent)|pm|tester|qa|data engineer"
    r"|civil servant|diplomat"
    r"|politician|producer|director|technician|operator|specialist|advisor|planner|surveyor|builder|roofer|decorator"
    r"|illustrator|animator|composer|conductor|pianist|violinist|guitarist|dj|curator|archivist"
    r"|beekeeper|fisherman|miner"
    r"|astronomer|linguist|biochemist|neuroscientist|epidemiologist|oncologist|cardiologist"
    r"|paediatrician|pediatrician)"
)
BAD_PLACE = (
    r"(?!(?:the (?:next|last|first|second|other|moment|past|future|middle|present|end|point|same|new)"
    r"|fear|hope|peace|denial"
    r"|my (?:head|car|mind|own)|a (?:dream|simulation|bubble|society|world|loop|new (?:plan|tab|page"
    r"|phone|approach|version))"
    r"|hell|heaven|linux|windows|mac|macos|vim|neovim|emacs|python|rust|arch|ubuntu|android|ios"
    r"|firefox|chrome|github|gitlab"
    r"|postgres|dark|another|different|plan|step|part|hopes?|poverty|sin|it|that|this (?:world|timeline|economy)"
    r"|tears|bed|trouble|space|narnia|hogwarts|constant|interesting|times|love|harmony|your|you"
    r"|question|section|mars|town)\b)"
)
CHATTER = (
    r"(?!(?:that|this|it|its|it's|you|u|ur|your|yours|how|when|what|where|why|which|who|if|him|her"
    r"|them|these|those|his|their"
    r"|there|everything|both|one|ones|for|as|i|we|me|so|too|and|a lot|lol|not|option|version|number"
    r"|some|either|neither|none"
    r"|to (?:see|know|think|say|be|hear|point|ask|add|make|thank|tell|admit|break|imagine|disagree"
    r"|interrupt|bother|burst"
    r"|disappoint)|all (?:of|this|that|the|these)|a (?:good|bit|joke|new|few)|being (?:here|asked|told"
    r"|wrong|right|able)"
    r"|the (?:way|idea|plan|sound|sounds|look|looks|design|answer|suggestion|joke|first|second|third"
    r"|last|latter|former|part"
    r"|one|ones|concept|vibe|vibes|new|fact|name|explanation|code|picture|photo|image|version|tone"
    r"|style|story|poem|other"
    r"|result|option|approach|energy|enthusiasm|feedback|update|logo|ending|thought|spirit|example"
    r"|title|colou?rs|thing"
    r"|details?|weather|point|direction|attitude|effort|draft|format|song you|more|most|wording|pun|reference|old)"
    r"|my (?:job|life|wife|husband|girlfriend|boyfriend|mom|mum|dad|new|kids|boss|self)|myself"
    r"|people who|someone|anyone"
    r"|no|nothing|where|doing this|talking (?:to|with) you|working with you|the .{1,30} you|[abc]|bot"
    r"|y'?all|chatgpt)\b"
    r"|.{0,50}\b(?:today|tonight|right now|just now|of (?:these|those|the two)|those two|that look|already|so far"
    r"|you (?:made|wrote|said|gave|sent"
    r"|did)|over here|this one"
    r"|last night|yesterday|at the moment|this (?:morning|week|time))\b)"
)
LIKED = rf"{CHATTER}(?P<thing>[\w\u4e00-\u9fff\"(].{{1,70}}|[\w\u4e00-\u9fff])"
ORDER = (
    r"(?:answer|reply|respond|write|speak|talk|use|call|address|give|keep|explain|start|end|begin"
    r"|include|add|be|show|send"
    r"|remind|ask|translate|format|avoid|say|mention|make|refer|tell|greet|sign|put|provide|cite|check"
    r"|convert|stick|skip|spell"
    r"|do|stop|treat|assume|text|ping|wish|suggest|list|round|quote|summari[sz]e|correct)"
)
ORDERING = (
    r"(?:answering|replying|responding|writing|speaking|talking|using|calling|addressing|giving"
    r"|explaining|starting|ending"
    r"|including|adding|being|sending|reminding|asking|translating|saying|mentioning|making|referring"
    r"|apologi[sz]ing|pinging"
    r"|tagging|suggesting|repeating|lecturing|greeting|wishing)"
)
NEVER_DO = (
    r"(?:call me|use|add|send|include|address|refer|start|end|greet|tag|ping|mention|suggest"
    r"|apologi[sz]e|lecture|repeat"
    r"|give me|write|speak|talk to me|wish me|recommend|explain|be so|sign|put|answer|reply|ask me"
    r"|remind me|bring up)"
)
DAY = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:week)?days?|weekends?|mornings?|evenings?"
    r"|nights?|months?|weeks?|year"
)
PLAN = (
    r"(?:exam|test|interview|appointment|meeting|flight|wedding|surgery|operation|deadline"
    r"|presentation|demo|date|dinner|party"
    r"|trip|holiday|vacation|concert|gig|race|marathon|match|game|defen[cs]e|defending|conference"
    r"|checkup|check-up|call|review"
    r"|viva|hearing|graduation|birthday party|anniversary|move|release|launch|recital|shift|visit"
    r"|class|lesson|course|final|finals"
    r"|midterm|dentist|doctor|train|reunion|barbecue|bbq|housewarming|leave|audition|competition"
    r"|tournament|webinar|talk|lecture"
    r"|visa|mot|inspection|delivery|baby shower|first day|last day|start date|scan|mri|check-in|sprint"
    r"|standup|meetup)s?"
)
LOOSE_S = r"(?:i(?:'?m| am|'?ve| have|'?ve been| have been|'?d|'?ll be)? |we(?:'?re|'?ve| are| have|'?ve been)? )?"
LOOSE_T = (
    r"(?:(?:just|recently|finally|now|currently|already|also|still|only|actually|originally|always"
    r"|been|literally|basically|lately|officially|happily|mostly) ){0,3}"
)
CASUAL_FOOD = (
    r"(?:nuts|peanuts?|tree nuts|dairy|milk|lactose|gluten|wheat|bread|shellfish|shrimp|prawns?"
    r"|seafood|fish|eggs?|soy|sesame|strawberr(?:y|ies)|cashews?|almonds?|walnuts?|pollen|penicillin"
    r"|aspirin|ibuprofen|latex|bees?|bee stings?|wasps?|cats?|dogs?|dust|mango(?:es)?|kiwis?|avocados?"
    r"|tomato(?:es)?|chocolate|caffeine|crab|mushrooms?|spicy food|spicy|cheese|onions?|garlic|alcohol"
    r"|red wine|wine|sugar|beans?|lentils|amoxicillin|sulfa|nickel|mold|mould|grass)"
)
CASUAL_MEAT = (
    r"(?:meat|red meat|pork|beef|chicken|fish|seafood|shellfish|dairy|gluten|sugar|carbs|eggs"
    r"|animal products|alcohol|booze|caffeine|coffee|soda|wheat|bread|nicotine|cigarettes|smoking"
    r"|drinking|weed)"
)
CASUAL_REL = (
    r"(?:wife|husband|missus|hubby|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|son|daughter|sister"
    r"|sis|brother|bro|mom|mum|mother|dad|father|cousin|niece|nephew|aunt|uncle|grandma|grandpa"
    r"|grandson|granddaughter|roommate|flatmate|best friend|bestie|boss|manager|kid|kiddo|toddler|baby"
    r"|newborn|eldest|oldest|youngest|twins|little one|boy|girl|stepson|stepdaughter|twin|coworker"
    r"|colleague|neighbou?r|in-laws|parents|folks|kids|landlord|supervisor|advisor|therapist|coach)"
)
CASUAL_ILL = (
    r"(?:asthma|adhd|diabetes|migraines?|anxiety|eczema|arthritis|depression|ibs|insomnia|epilepsy"
    r"|psoriasis|dyslexia|autism|hay ?fever|crohn'?s|celiac|coeliac|endometriosis|pcos|lupus|tinnitus"
    r"|scoliosis|hypertension|blood pressure|thyroid|ocd|ptsd|sciatica|vertigo|anemia|gout|sleep apnea"
    r"|peanut allergy|nut allergy|allergies|lactose intolerance)"
)


def vital(pattern: str, key: str = "") -> Rule:
    return Rule(pattern=compiled(pattern), key=key, importance=4, past=True)
