"""How people say in English who they are, where they live and how they are."""

from ltm.domain.capture_english_words import ADVERBS, AM, BAD_PLACE, DID, END, HAVE, NAME, NATION, PROPER, SELF, vital
from ltm.domain.capture_shapes import Rule, compiled, fact
from ltm.domain.profile import Field

NAMES = (
    Rule(
        pattern=compiled(
            r"(?:my (?:full |real |first |given |actual |legal |birth )?name(?:'?s| is|s) (?:actually )?"
            r"|the name'?s |i'?m (?:called|named) |i am (?:called|named) "
            rf"|(?:you can |u can |please |just |pls |everyone can |you may |do |feel free to ){{0,2}}call me "
            r"|(?:everyone|people|my friends|friends|folks|they|everybody)(?: here)?(?: just| all)? calls? me "
            r"|i go by |i(?:'?d)? prefer (?:to be called|being called) |my (?:nickname|nick|english name"
            rf"|chinese name|username|handle) is |i changed my name to |i(?:'m| am) going by ){NAME}"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
        open=True,
    ),
    Rule(
        pattern=compiled(
            rf"(?-i:I)(?:'m| am) (?!(?-i:(?:{NATION.title()}|Sorry|Ok|OK|Okay|Fine|Good|Done|Sure|Back|Batman"
            r"|God|Christian"
            r"|Catholic|Muslim|Jewish|Buddhist|Hindu|Not|So|Iron|Spider|Santa|Groot|Legend|Type|Team|Still"
            r"|Just|Too|Very|Also|Vegan"
            r"|Vegetarian|In|On|At|The|A|An|From|Here|Now|Really|Happy|Tired|Mr|Late|All|Dr|Bi|Gay|Thor|Loki"
            r"|Neo|Jesus|Gen|Latino"
            r"|Latina|Asian|European|African|Hispanic|Arab|Hufflepuff|Gryffindor|Slytherin|Ravenclaw|Virgo|Leo"
            r"|Aries|Taurus|Gemini"
            r"|Cancer|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Senior|Junior|Lead|Head|Chief"
            r"|Product|Software|Data)\b))"
            rf"(?P<name>(?-i:[A-Z\u00c0-\u00de][a-z\u00df-\u024f'-]{{1,20}})(?: (?-i:[A-Z\u00c0-\u00de][a-z\u00"
            rf"df-\u024f'-]{{0,20}})){{0,2}})"
            rf"(?=\s*(?:$|from\b|and\b|by the way|btw))"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
    ),
    Rule(
        pattern=compiled(
            r"(?-i:(?:this is|it's) )(?P<name>(?-i:[A-Z][a-z]{1,20}))(?: from (?:accounting|sales|hr|it"
            r"|the \w+ team|finance|legal|marketing|support))"
        ),
        key="name",
        field=Field.NAME,
        importance=4,
    ),
)

FACTS = (
    vital(
        rf"{AM}allergic to (?!(?:mondays?|work|exercise|people|drama|bullshit|stupid\w*|nonsense|bs|you|fun"
        rf"|meetings?|morning|it|that|responsib\w+|sports?|idiots|effort|commitment)\b).{{2,80}}"
    ),
    vital(rf"{HAVE} (?:an? )?(?:\w+ ){{0,3}}(?:allergy|allergies|intolerance)\b(?! season| test| med).{{0,60}}"),
    vital(rf"{AM}(?:\w+[ -]){{1,2}}intolerant\b.{{0,40}}"),
    vital(r"my (?:\w+ )?allerg(?:y|ies) (?:is|are|include|to) .{2,60}"),
    vital(
        r"[\w ]{3,25} (?:gives? me|makes me break out in|give me) (?:hives|a rash|rashes|anaphylaxis"
        r"|an allergic reaction).{0,30}"
    ),
    vital(
        rf"(?:{HAVE}|i suffer from|i(?:'?ve| have| was| am|'?m)(?: \w+)? (?:been )?diagnosed with|i(?:'?m"
        r"| am) (?:living with|being treated for)|i struggle with|i live with) (?:(?:an?|my|really|bad"
        rf"|severe|mild|chronic|some|type|high|low|seasonal) ){{0,3}}"
        r"(?:asthma|diabetes|type (?:1|2|one|two)|adhd|add|autism|celiac|coeliac|migraines?|blood pressure"
        r"|hypertension|epilepsy|eczema|psoriasis|arthritis|anxiety"
        r"|depression|ocd|ptsd|insomnia|anemia|anaemia|hay ?fever|crohn\S*|ibs|gerd|reflux|tinnitus"
        r"|dyslexia|scoliosis|thyroid|hypothyroid\w*|lupus|ms\b|cancer"
        r"|pcos|endometriosis|sleep apnea|vertigo|heart (?:condition|disease|murmur)|a pacemaker|kidney"
        r"|bad (?:back|knees?)|back pain|knee|cholesterol|gout|glaucoma|bipolar|fibromyalgia|a stutter"
        r"|herniated disc|tendonitis|rsi|carpal|diastema|color blindness|colour blindness|astigmatism"
        r"|hearing loss|hashimoto\S*)\b.{0,60}"
    ),
    vital(
        rf"(?:{AM}|i was born |i'?ve been )(?:a |an )?(?:diabetic|asthmatic|colou?r[- ]?blind|autistic"
        r"|dyslexic|deaf|near-?sighted|short-?sighted|far-?sighted|epileptic|anemic|anaemic|hypertensive"
        r"|hard of hearing"
        r"|legally blind|blind in|partially sighted|immunocompromised|in a wheelchair|a wheelchair user"
        r"|bipolar|celiac|coeliac|hypothyroid|neurodivergent|on (?:insulin|antidepressants|ssris?"
        r"|blood thinners|beta ?blockers|statins))\b.{0,50}"
    ),
    vital(
        r"my (?:left |right |lower )?(?:back|knee|knees|shoulder|hearing|eyesight|thyroid|blood pressure"
        r"|heart|stomach) (?:is|are|has been|have been) (?:chronically |permanently |always "
        r"|really )?(?:bad|weak|poor|injured|high|low|underactive|messed up|sensitive).{0,40}"
    ),
    vital(
        r"i (?:take|need|am on|use) (?:insulin|metformin|ritalin|adderall|an inhaler|an epipen"
        r"|a hearing aid|hearing aids|blood thinners|levothyroxine|lithium|statins|antihistamines"
        r"|a wheelchair|a cpap)\b.{0,60}"
    ),
    fact(
        rf"{AM}(?:a |an )?(?:(?:strict|mostly|lifelong|full|part-time|\d+\W?year) )?(?:vegan|vegetarian"
        r"|veggie|pescatarian|pescetarian|keto|halal|kosher|gluten[- ]free|dairy[- ]free|plant-based"
        r"|fruitarian|flexitarian|teetotal(?:ler)?|lacto-\w+)\b(?! (?:recipe|restaurant|food|option|friend"
        rf"|place|meal|cook)).{{0,50}}",
        "diet",
    ),
    fact(
        r"i(?:'?ve| have|'?m| am)? (?:\w+ )?(?:went|gone|became|become|turned|going|been) (?:a )?(?:fully "
        r"|completely |strictly )?(?:vegan|vegetarian|pescatarian|keto|plant-based|gluten[- ]free|teetotal"
        r"|veggie)\b.{0,50}",
        "diet",
        past=True,
    ),
    fact(
        rf"i (?:do not|don'?t|can'?t|cannot|never|no longer|stopped|quit|gave up) {ADVERBS}(?:eat|eating"
        r"|have|consume)?(?: any)? ?(?:meat|red meat|pork|beef|animal products|gluten|dairy|carbs|sugar"
        r"|seafood|shellfish|fish|eggs|lactose|wheat|poultry|chicken)\b(?! (?:with|today|tonight|now"
        rf"|right)).{{0,50}}",
        "diet",
    ),
    fact(
        rf"(?:{SELF}(?:eat|follow|keep) (?:a |only )?(?:halal|kosher|plant|vegan|vegetarian|keto"
        rf"|low[- ]carb|gluten[- ]free|paleo|mediterranean).{{0,40}}|{AM}on (?:a"
        rf"|the) (?:\w+[ -]){{1,2}}diet\b.{{0,30}}|my diet is .{{2,60}})",
        "diet",
    ),
    fact(
        r"i (?:do not|don'?t|never|no longer|quit|stopped|gave up|'?ve quit|have quit) (?:drink|smoke"
        r"|drinking|smoking|vape|vaping|drink alcohol|drink coffee|alcohol|caffeine"
        r"|drink caffeine)(?: (?:alcohol|coffee|any ?more|at all|anymore|or smoke|or drink|caffeine"
        r"|cigarettes|\w+ (?:years?|months?|weeks?) ago|since.{1,20}))?" + END,
        past=True,
    ),
    fact(
        rf"(?:(?:i|we|me and my \w+|my (?:\w+ ){{1,3}}and i) {ADVERBS}(?:live|reside) (?:in|at|near|on"
        r"|outside|between|with|by|alone|close to|just outside|abroad)\b"
        rf"|(?:{AM}|we(?:'?re| are) {ADVERBS})(?:living|based|located|residing|settled) (?:in|at|near"
        r"|out of|outside|with|on)"
        rf") ?{BAD_PLACE}(?P<place>.{{0,70}})",
        "home",
        carried=False,
    ),
    fact(
        rf"(?:{DID}(?:moved|relocated|emigrated|resettled|moving) (?:house |back |here |over |away |out "
        rf"|down |up |apartments? |flats? )?(?:from .{{1,30}} )?(?:to|into|in with"
        rf"|in) {BAD_PLACE}(?P<place>.{{2,60}})"
        r"|my (?:new )?(?:home|flat|apartment|house|place) is (?:now )?(?:in|on|at"
        rf"|near) {BAD_PLACE}.{{2,60}}|home is (?:now )?(?:in )?(?!where)(?-i:[A-Z]).{{2,40}}|i(?:'?ve"
        rf"| have) (?:\w+ )?lived in {BAD_PLACE}.{{2,40}} (?:for|since|all) .{{2,30}}"
        rf"|i call {PROPER} home.{{0,20}}|i left .{{2,30}} for {PROPER}.{{0,30}}|i (?:do not|don'?t"
        rf"|no longer) live in .{{2,50}}|i'?m not in {PROPER} any ?more.{{0,20}})",
        "home",
        past=True,
    ),
    fact(
        rf"(?:i|we)(?:'?ve| have| am|'?m)? {ADVERBS}(?:work|working|worked|been working|interning|intern"
        rf"|employed|consulting) (?:\w+ ){{0,2}}?(?:at|for|with) (?!(?:home|night|me|you|it|fun|myself"
        r"|least|all|free|the moment|this|that|a living|hours|\d+ hours|him|her|them|money|food|ages|now"
        rf"|what|how|children|kids|people|animals|clients|passion)\b)(?P<place>.{{2,60}})",
        "employer",
    ),
    fact(
        rf"(?:{DID}(?:joined|started (?:working |a new job |a job |my new job |as .{{2,30}} )?(?:at|with"
        r"|for)|got (?:hired|a job|a new job|an offer|a position) (?:at|by|from|with)|been hired (?:by|at)"
        rf"|was hired (?:by|at)|switched jobs to|left .{{2,30}} (?:for|to join)|quit .{{2,30}} (?:for"
        r"|to join)|accepted (?:a job|an offer|a position) (?:at|from|with)|changed jobs"
        r"|transferred to) ?(?!(?:a (?:call|meeting|gym|club)|the (?:call|meeting|group|chat|server"
        rf"|channel|gym|club|party)|this|uni|school|you|discord|here|late)\b)(?P<place>.{{0,60}})"
        r"|my (?:new |current )?(?:employer|company|firm) (?:is|is called) (?!(?:great|good|bad|shit|so"
        rf"|going|not|making|very|really|based|moving|asking|being|too)\b).{{2,50}}"
        rf"|i(?:'?m| am) employed (?:at|by) .{{2,50}}|i(?:'?m| am)? no longer (?:work(?:ing)?|with"
        rf"|employed)? ?(?:at|for|with|by) .{{2,50}}|i (?:do not|don'?t) work (?:at"
        rf"|for) .{{2,50}} (?:any ?more|now).{{0,20}})",
        "employer",
        past=True,
    ),
    fact(
        rf"(?:{AM}(?P<thing>[1-9][0-9]|twenty|thirty|forty|fifty|sixty|seventy|eighteen|nineteen|(?:twenty"
        r"|thirty|forty|fifty|sixty)[- ](?:one|two|three|four|five|six|seven|eight"
        r"|nine))(?: ?(?:years? old|years? of age|yrs?(?: old)?|y/?o|yo|now|this year|btw|today|already"
        rf"|years? young))*(?: (?:and|but|from|so|with)\b.{{0,40}})?{END}"
        r"|(?:i|i'?ve) (?:just |recently )?(?:turned|turn|will be turning) [1-9][0-9]\b(?! (?:degrees"
        rf"|percent|left|right)).{{0,30}}|i(?:'?m| am) (?:turning|going to be) [1-9][0-9]\b.{{0,30}}"
        r"|(?:i(?:'?m| am) )in my (?:early |mid |late |mid-)?(?:twenties|thirties|forties|fifties|sixties"
        rf"|20s|30s|40s|50s|60s)\b.{{0,20}}|my age is \d{{2}}\b)",
        "age",
    ),
)
