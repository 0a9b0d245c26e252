"""How people say in English in passing who and how they are, in half sentences."""

from ltm.domain.capture_english_words import (
    ANIMAL,
    CASUAL_FOOD,
    CASUAL_ILL,
    CASUAL_MEAT,
    CASUAL_REL,
    END,
    JOB,
    LOOSE_S,
    LOOSE_T,
    vital,
)
from ltm.domain.capture_shapes import Rule, compiled, fact
from ltm.domain.profile import Field

FACTS = (
    Rule(
        pattern=compiled(
            r"(?P<name>(?!(?:Nothing|Right|Over|Out|Hello|Hi|Still|Back|Newbie|Not|Everyone|Anyone|Someone"
            r"|Same|Just|New|Come|It|He|She|Up|Down|In|Live|Around|Stop|Everything|Stuff|Only|Im|Get|Vegan"
            rf"|Nurse|Teacher|Student|Mom|Dad)\b)(?-i:[A-Z][a-z]{{1,14}})) here(?:{END}|,| from .{{0,40}})"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
    ),
    Rule(
        pattern=compiled(
            r"(?:everyone|people|folks|friends|my friends|they|most people|everybody|colleagues)(?: here"
            r"| around here| usually| mostly| also| all| just| at work)* (?:knows? me as|calls? me"
            r"|refers? to me as) (?P<name>(?!(?:a|an|the|crazy|when|if|all|names|at|on|later|out|about|every"
            rf"|weird|lazy|stupid|picky)\b)[\w'.-]{{2,20}}).{{0,20}}"
            rf"|(?P<thing>(?-i:[A-Z][a-z]{{1,14}})) is (?:my (?:real |first |nick|middle )?(?:name|nickname)"
            rf"|what (?:everyone|people|friends|my \w+) calls? me|short for .{{2,20}}|how i go).{{0,20}}"
            rf"|(?:the )?name(?:'?s|:| is) (?P<place>(?-i:[A-Z])?[\w'-]{{2,20}}){END}|(?:i'?m "
            rf"|also )?known as (?-i:[A-Z])[\w'-]{{1,20}}.{{0,20}}|(?:my )?(?:name|nick ?name"
            rf"|handle) ?[:=] ?[\w'-]{{2,20}}{END}"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
        open=True,
    ),
    vital(
        rf"{LOOSE_S}{LOOSE_T}(?:deathly |severely |really |super |very |mildly |highly |badly |also "
        r"|terribly |horribly |slightly |violently )?allergic to (?!(?:mondays?|work|exercise|people|drama"
        r"|bullshit|stupid\w*|nonsense|bs|you|fun|meetings?|mornings?|it|that|this|responsib\w+|sports?"
        rf"|idiots|effort|commitment|the idea)\b).{{2,80}}"
    ),
    vital(
        rf"{LOOSE_S}{LOOSE_T}(?:can'?t|cannot|can not|not able to|unable to|not allowed to) (?:really "
        r"|even |actually )?(?:have|eat|do|drink|touch|digest|handle|tolerate|be (?:around|near)|go near"
        rf"|take) (?:any |anything with |raw |too much )?{CASUAL_FOOD}\b(?! (?:right now|today|tonight"
        rf"|anymore lol)).{{0,60}}|{CASUAL_FOOD} (?:allergy|intolerance|allergies)(?: here| since.{{0,20}}"
        rf"| runs.{{0,20}}| too| unfortunately|,.{{0,30}}){{0,3}}\s*$|(?:\w+ ){{0,2}}?{CASUAL_FOOD} (?:(?:always"
        rf"|really|just|literally|seriously|can|could|will|would|might) ){{0,2}}(?:kills? me|kill me"
        r"|sends? me to|puts? me in|lands? me in|messes me up|makes? me (?:sick|ill|itch\w*|wheeze|sneeze"
        rf"|swell.{{0,8}}|break out|throw up|bloated|puff up)|gives? me (?:a rash|hives|migraines?"
        rf"|stomach.{{0,10}}|cramps|heartburn|reflux)|upsets? my stomach|(?:does|do)(?:n'?t"
        r"| not) agree with me|(?:is|are) (?:off limits|a no-go|out|deadly|poison|off the table)(?: (?:for"
        r"|to) me)?|disagrees? with me|triggers? my \w+|makes? my (?:throat|tongue|lips|skin|face"
        rf"|eyes) \w+|set off my \w+).{{0,50}}|(?:i )?(?:always )?carry(?:ing)? (?:an |my "
        rf"|two )?epi-?pens?.{{0,60}}|(?:i )?(?:react (?:badly|terribly)|had an? (?:anaphyla\w+"
        r"|allergic) (?:shock|reaction)|swell up|break out in (?:hives|a rash)) (?:to|from|after|whenever"
        rf"|with|around) .{{2,50}}|no {CASUAL_FOOD} for me.{{0,50}}"
    ),
    vital(
        rf"{LOOSE_S}{LOOSE_T}(?:(?:been |got |was |getting )?diagnosed (?:with|as)|suffering from"
        r"|suffer from|dealing with|living with|managing|being treated for|recovering from|on meds for"
        r"|medicated for|in treatment for|taking (?:meds|medication|pills|tablets|something) for"
        r"|on (?:medication|antidepressants|insulin|beta blockers|statins|blood thinners)|have|got|had"
        r"|struggle with|struggling with) (?:(?:my|a|an|really|bad|severe|mild|chronic|some|type|1|2|one"
        r"|two|high|low|terrible|pretty bad|the|seasonal|adult|late-onset|crippling"
        rf"|generali[sz]ed) ){{0,4}}(?:{CASUAL_ILL}|cancer|a heart (?:condition|murmur)|a bad (?:back|knee"
        rf"|shoulder|hip)|bad (?:knees?|back|eyesight|hearing)|a hernia|a (?:torn|broken|slipped) .{{2,20}}"
        r"|knee surgery|back problems|hearing loss|(?:one|only one) kidney|a pacemaker|a prosthetic \w+"
        r"|a stutter|a limp|poor (?:eyesight|hearing|circulation)|a weak (?:heart|stomach|bladder)"
        rf"|a sensitive stomach|long covid)\b.{{0,60}}|my {CASUAL_ILL}\b(?! (?:dog|cat|friend|meds? (?:are"
        rf"|is) (?:here|late))).{{0,60}}|(?:{LOOSE_S})?(?:type (?:1|2|one|two) )?(?:diabetic|epileptic"
        r"|asthmatic|colou?r-?blind|dyslexic|autistic|celiac|coeliac|hard of hearing|hearing impaired"
        rf"|visually impaired|wheelchair user|deaf)(?: here| since .{{2,20}}| too| as well| btw| from birth"
        rf"| in .{{2,16}}| so .{{0,40}}){{0,3}}\s*$|i (?:use|rely on|need) (?:a wheelchair|a cane|crutches"
        rf"|a walker|hearing aids|a screen reader|a cpap|an inhaler|an insulin pump).{{0,50}}|i (?:can'?t"
        r"|cannot|barely|hardly) (?:really )?(?:hear|see|feel|smell|taste|walk|move) (?:much |well "
        r"|anything |far |long |properly )?(?:out of|in|with|on|from|without|since)(?: one| my| the"
        rf"| glasses).{{2,40}}|i'?ve had (?:my (?:appendix|gallbladder|tonsils|spleen|thyroid|knee"
        rf"|hip) (?:out|removed|replaced)|{CASUAL_ILL}|a (?:stroke|heart attack|transplant"
        rf"|bypass)).{{0,40}}|my (?:\w+ )?(?:knees?|back|shoulder|hip|eyes?|ears?|heart|joints|wrists?"
        r"|hearing|eyesight|vision|lungs|kidneys?|spine|neck) (?:is|are|has been|have been)(?: pretty"
        r"| really| kinda| basically| totally)? (?:shot|bad|terrible|busted|messed up|wrecked|awful|gone"
        rf"|failing|weak|poor|arthritic|sensitive|fused|garbage).{{0,40}}"
    ),
    fact(
        rf"(?:{LOOSE_S}{LOOSE_T}(?:a )?(?:vegan|vegetarian|veggie|pescatarian|keto|gluten[- ]free"
        rf"|dairy[- ]free|sober|halal|kosher|plant[- ]based|teetotal)(?: (?:here|since .{{2,20}}|for (?:\d+"
        rf"|\w+|the (?:last|past)|a few|many|several|over|about|almost|nearly|like) .{{2,20}}|btw|now"
        r"|by choice|household|too|as well|all my life|my whole life|from birth|at the moment"
        rf"|so .{{2,50}}))+\s*$|{LOOSE_S}(?:been )?(?:off|quit|given up|gave up|cut out|cutting out"
        r"|stopped eating|stopped drinking|swore off|sworn off|avoid|avoiding|avoids|stay away from"
        r"|steer clear of|don'?t do|do not do|don'?t touch|never touch|no longer (?:eat|drink|do)"
        r"|haven'?t (?:eaten|had|touched|drunk)|have not (?:eaten|had|touched)|can'?t eat|don'?t eat"
        r"|don'?t drink|don'?t consume|never eat|not eating) (?:any |all |all the "
        rf"|my )?{CASUAL_MEAT}\b(?! (?:tonight|today|yet|right now)).{{0,60}}|no {CASUAL_MEAT}(?: (?:or"
        rf"|and) \w+)? for me\b.{{0,40}}|(?:i )?(?:keep|eat|keeping) (?:strictly |strict |only )?(?:kosher"
        rf"|halal|plant[- ]based|clean|keto|low[- ]carb).{{0,30}}|(?:as|being) an? (?:vegan|vegetarian"
        rf"|pescatarian|veggie|celiac|coeliac)\b.{{0,60}}|(?:we'?re|we are) an? (?:vegan|vegetarian|kosher"
        rf"|halal|gluten[- ]free) (?:household|family|home).{{0,20}}|(?:\w+ ){{1,2}}(?:years?"
        rf"|months?) (?:vegan|vegetarian|sober|clean|meat[- ]free|gluten[- ]free).{{0,30}})",
        "diet",
        past=True,
    ),
    Rule(
        pattern=compiled(
            r"(?:my|our) (?:older |younger |little |big |elder |late |new |baby |best "
            rf"|\w+-year-old ){{0,2}}(?P<thing>wife|husband|missus|hubby|partner|girlfriend|boyfriend|gf|bf"
            r"|fianc[eé]e?|better half|spouse),? (?P<name>(?!(?:I|Im|Is|And|Who|The|Has"
            rf"|Was)\b)(?-i:[A-Z][a-z]{{1,14}}))\b.{{0,60}}|{LOOSE_S}{LOOSE_T}(?:been )?(?:married|together"
            r"|dating|engaged|divorced|widowed|separated|single|seeing (?:someone|a (?:guy|girl|man|woman))"
            r"|with my (?:wife|husband|partner|girlfriend|boyfriend))(?: (?:to|for|since|with|now|again|about"
            r"|almost|nearly|over|at|last|in|after|named|called|and)\b(?! (?:my job|my work|this"
            rf"|it)\b).{{1,50}}|{END})|(?:the )?(?:wife|missus|hubby|husband|girlfriend|boyfriend|fianc[eé]e?"
            rf"|partner)(?:'?s name is|'s called| is called| is named) .{{2,30}}|{LOOSE_S}(?:tied the knot"
            r"|got (?:hitched|engaged|married|divorced|dumped)|popped the question|split up|broke up"
            r"|newly single|back together|she said yes|he said yes|separated from|split from|proposed"
            rf"|getting divorced|going through a divorce|celebrated our .{{2,12}} anniversary)\b.{{0,50}}"
            r"|(?:dating|seeing|married|engaged to) (?:a|an) (?:guy|girl|man|woman|\w+) (?:named|called"
            rf"|from) .{{2,30}}|(?-i:[A-Z][a-z]+) and i (?:are|got|have been|'?ve been) (?:married|engaged"
            rf"|dating|together|a couple|living together|divorced|expecting|separated).{{0,40}}|my (?:wife"
            rf"|husband|partner|girlfriend|boyfriend|fianc[eé]e?) of (?:\d+|\w+) (?:years|months).{{0,40}}"
            rf"|(?:our|my) (?:\d+\w{{2}}|\w+) (?:wedding )?anniversary is .{{2,30}}"
        ),
        key="partner",
        past=True,
    ),
    fact(
        r"(?:my|our) (?:(?:older|younger|little|big|elder|late|new|baby|best|first|second|middle|twin|only"
        rf"|own|step|half|grown-up|adult|teenage|[\w-]+-year-old) ){{0,2}}{CASUAL_REL}(?:,| is"
        r"| \()? ?(?P<name>(?!(?:I|Im|I'm|Is|And|Who|The|Has|Was|Ok|OK|LOL|TV"
        rf"|PhD)\b)(?-i:[A-Z][a-z]{{1,14}}))\b(?!'s (?:song|joke)).{{0,70}}|(?:my|our) (?:(?:older|younger"
        r"|little|big|elder|new|baby|best|first|second|middle|twin|only"
        rf"|[\w-]+-year-old) ){{0,2}}{CASUAL_REL}(?:'s| is| are| just| both| has| have| was| lives?| works?"
        r"| goes?| turned| turns| starts?| started|'re| also| recently| only| never| always| can'?t"
        r"| doesn'?t| and|'ve) (?:(?:just|also|now|been|a|an|the|in|only|about to|still|both|allergic"
        rf"|recently|got|currently|going to be) ){{0,3}}(?:called|named|living|lives|working|works|live"
        rf"|work|based|over in|teach\w*|stud(?:y|ies|ying)|turned \d|turning \d|\d{{1,2}}\b(?! (?:minutes"
        r"|mins|percent|times))|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|born"
        r"|started (?:school|kindergarten|college|uni|first|daycare|high)|starting (?:school|college|uni)"
        rf"|pregnant|expecting|to|vegan|vegetarian|diabetic|autistic|deaf|blind|{JOB}|retired|moved (?:to"
        r"|in|out)|from (?-i:[A-Z])|married|engaged|divorced|asthma|adhd|dementia|alzheimer\S*|diabetes"
        r"|cancer|a (?:peanut|nut|shellfish|dairy|egg) allergy|celiac|speaks? (?-i:[A-Z])|allergic"
        r"|passed away|died|graduat\w+|went to (?-i:[A-Z])|at (?-i:[A-Z])|goes to|in (?-i:[A-Z])"
        r"|in (?:the (?:army|navy|military|air force)|kindergarten|college|high school|uni\w*|\w+ grade"
        r"|med school|law school)|into (?:dinosaurs|minecraft|lego|football|ballet|chess))\b(?! (?:me"
        r"|my nerves|you|it|this|that|the phone|the other room|the kitchen"
        rf"|the car))(?!.{{0,40}}\b(?:right now|lol|again)\b).{{0,70}}",
        past=True,
    ),
    fact(
        rf"{LOOSE_S}{LOOSE_T}(?:(?:a )?(?:single |proud |new |first-time |working |busy |solo "
        r"|tired )*(?:mom|mum|mama|dad|father|mother|parent|grandma|grandpa|grandmother|grandfather|uncle"
        rf"|aunt) (?:of|to) (?:a|an|one|two|three|four|five|twins|triplets|\d|boys|girls|my)\b.{{0,40}}"
        r"|(?:got|have|raising|expecting|had|adopted|gave birth to|welcomed) (?:(?:a|an|one|two|three|four"
        r"|five|six|our|my|\d|twin|another|identical|no|first|second|third|baby|little|young|older|younger"
        rf"|step) ){{1,4}}(?:kids?|children|child|sons?|daughters?|boys?|girls?|twins|baby|brothers?"
        r"|sisters?|siblings?|babies|toddlers?|teenagers?|nephews?|nieces?|grandkids"
        rf"|grandchildren)\b(?! (?:say|said|ask|over|question)).{{0,60}}|(?:an )?only child.{{0,30}}"
        rf"|(?:the )?(?:oldest|youngest|eldest|middle child) of .{{2,30}}|(?:\d+|\w+) (?:weeks"
        rf"|months) pregnant.{{0,30}}|pregnant with .{{2,30}}|becoming an? (?:dad|mom|mum|uncle|aunt|father"
        rf"|mother|grandma|grandpa).{{0,30}}|became an? (?:dad|mom|mum|uncle|aunt|father|mother|grandma"
        rf"|grandpa).{{0,30}})",
        past=True,
    ),
    fact(
        r"(?:(?:my|our) (?:(?:new|old|little|big|other|rescue|late|senior"
        rf"|\w+) ){{0,2}}{ANIMAL},? (?P<name>(?!(?:I|Is|And|Who|The|Has"
        rf"|Was)\b)(?-i:[A-Z][a-z]{{1,14}}))\b.{{0,60}}|(?P<place>(?-i:[A-Z][a-z]{{1,14}}))(?:,| is"
        rf"|'s) (?:my|our) (?:\w+ ){{0,2}}{ANIMAL}\b.{{0,40}}|{LOOSE_S}{LOOSE_T}(?:got|adopted|rescued|have"
        r"|own|bought|brought home|fostering|foster|welcomed|raising|share my (?:home|flat|house"
        r"|apartment) with|live with|proud (?:owner|parent|mom|dad) of|owned by|picked up) (?:(?:a|an|one"
        r"|two|three|four|five|six|another|our|my|some|\d|new|old|rescue|little|big|small|very|orange"
        r"|black|white|grey|gray|ginger|tabby|golden|german|french|border|senior|elderly|lazy|fluffy"
        rf"|spoiled|cute|older|young|mixed|maine|british) ){{1,5}}(?:\w+ ){{0,2}}?{ANIMAL}\b(?! (?:food"
        rf"|person|people|question|video|picture|photo|meme|toy|emoji|joke|sitter|bed|hair)).{{0,60}}"
        rf"|(?:we |i )?(?:named|called|naming|calling) (?:him|her|it|the (?:\w+ )?{ANIMAL}"
        rf"|our (?:\w+ )?{ANIMAL}|my (?:\w+ )?{ANIMAL}) (?-i:[A-Z])\w{{1,15}}.{{0,30}}"
        rf"|{LOOSE_S}(?:a )?(?:proud )?(?:dog|cat|plant|bunny|bird) (?:mom|mum|dad|parent|owner)\b.{{0,30}}"
        rf"|my (?:\w+ ){{0,2}}?{ANIMAL} (?:just turned|turned|is (?:about |almost |nearly )?(?:\d+"
        r"|\w+) (?:years|months|weeks)|passed away|died|had (?:kittens|puppies|surgery)|needs? (?:insulin"
        r"|meds|medication|special)|has (?:a |an )?(?:allergy|allergies|arthritis|heart|kidney|diabetes"
        rf"|epilepsy|cancer)|only eats|hates|loves|is scared of|is afraid of|is allergic)\b.{{2,50}})",
        past=True,
    ),
    fact(
        rf"{LOOSE_S}{LOOSE_T}(?:(?:did|doing|finishing|finished|completed|got|getting|getting|earned"
        rf"|wrapping up|started|starting) (?:my|a|an) (?:[\w']+ ){{0,3}}?(?:undergrad|degree|phd|master'?s?"
        r"|masters|bachelor'?s?|mba|doctorate|postdoc|diploma|exchange|semester|a-levels|residency"
        rf"|apprenticeship|thesis|studies)(?: .{{2,30}})? (?:at|from|with) .{{2,50}}|(?:went to|go to"
        r"|attend|attended|attending|enrolled at|enrolled in|transferring to|transferred to|studying at"
        r"|accepted (?:to|at|into|by)|got into|admitted to|graduated from|graduating from|dropped out of"
        r"|alum of|alumn\w+ of|freshman at|sophomore at|junior at|senior at|student at|first year at"
        r"|(?:first|second|third|fourth|final|last|1st|2nd|3rd|4th) year at|teach at|class of \d+ at"
        rf"|reading .{{3,20}} at) (?:the )?(?:(?-i:[A-Z])[\w'.]+ ?){{1,4}}(?:university|college|school|high"
        r"|uni|institute|academy|tech|state|polytechnic)?\b(?<!Paris)(?! (?:today|yesterday|tomorrow"
        rf"|for (?:vacation|holiday|a week|the weekend))).{{0,40}})",
        "school",
        past=True,
    ),
    fact(
        rf"{LOOSE_S}{LOOSE_T}(?:(?:in|starting|finishing|halfway through|doing) (?:my )?(?:first|second"
        r"|third|fourth|final|last|1st|2nd|3rd|4th|freshman|sophomore|junior|senior"
        rf"|penultimate)[- ]year(?: of| in| at)? .{{2,40}}|(?:studying|majoring in|minoring in|pursuing"
        r"|doing a (?:degree|phd|masters?|master's|bachelor'?s?|minor|double major|bootcamp) in"
        r"|getting (?:a|my) (?:degree|phd|masters|master's|mba) in|working (?:on|towards) (?:a"
        r"|my) (?:degree|phd|masters|master's|dissertation|thesis|doctorate)|writing my (?:thesis"
        rf"|dissertation)|switched (?:my )?majors? (?:from .{{2,20}} )?to|changed (?:my )?major(?:s)? to"
        r"|got (?:a|my) (?:degree|phd|masters|master's|mba|bsc|msc|ba) in|at uni(?:versity)? (?:doing|for"
        r"|studying)|in (?:med|law|grad|nursing|medical|business|dental|vet|art|culinary|high"
        r"|middle) school|(?:a )?(?:[\w-]+ )?(?:major|undergrad|phd student|grad student|law student"
        rf"|med student)(?: here| at .{{2,30}}| in .{{2,30}}|{END})) ?(?!(?:for|right now|all night|hard"
        rf"|so hard|tonight|at (?:night|home)|with)\b).{{0,60}})",
        "study",
        past=True,
    ),
)
