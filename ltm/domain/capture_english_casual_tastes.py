"""How people say in English in passing what they like and what not."""

from ltm.domain.capture_english_words import LIKED, LOOSE_V, taste

TASTES = (
    taste(
        r"(?:my )?(?:all[- ]time |absolute |current |personal )?(?:favou?rite|fav|fave"
        r"|favorit) (?P<thing>[\w\s-]{2,30}?)(?:'s|:|,| is| are| =| has (?:got )?to be| would be"
        r"| remains| rn is| right now is| ever is| of all time is| has always been| must be"
        r"| gotta be) (?!(?:not|when|how|that|this|yours|your|it)\b).{1,60}",
        "favourite:{thing}",
        past=True,
        open=True,
    ),
    taste(
        r"(?P<thing>[\w\s'&-]{2,30}?) (?:over|>|beats?|trumps?) [\w\s'&-]{2,30}?(?: any ?(?:day|time)"
        r"| every time| always| for me| all day| hands down| imo| 100%|,? no contest"
        r"|,? no question)+.{0,20}|(?:give me|i'?ll take|i'?d take|i'?d pick|i'?d choose|i'?ll pick"
        r"|i'?ll always (?:pick|choose|take)|i (?:always |usually |generally |tend to |will always "
        r"|'?ll always )?(?:pick|choose|take|favou?r|go for|opt for|lean towards?|gravitate towards?"
        r"|swear by|stick to|stick with|order|reach for)) (?!(?:it|that|this|you|him|her|them|a (?:break"
        r"|look|seat|sec\w*|nap|shower|walk)|care|my time|notes?|the (?:same|first|second|third|last|bus"
        r"|train|blame|time|hint|trash|kids))\b)(?P<name>[\w\s'&-]{2,50}).{0,40}",
        "",
        open=True,
    ),
    taste(
        r"(?P<thing>(?!(?:that|this|it|he|she|they|you|which|what|these|those|there|everything|who|here"
        r"|work|life|today|monday|my|your|the (?:code|bug|answer|idea))\b)[\w\s'&-]{3,40}?) (?:(?:is|are"
        r"|has always been|have always been|will always be|'s|was|remains?)(?:n'?t| not)?(?: just| really"
        r"| so| totally| definitely| honestly| simply| always| kinda| absolutely| easily)* (?:(?:for"
        r"|to) me\s*$|my (?:thing|jam|cup of tea|guilty pleasure|comfort (?:food|show|movie|zone)|weakness"
        r"|go-?to|kryptonite|happy place|bag|favou?rite|absolute favou?rite|love|passion|first love|poison"
        r"|vice|nemesis|biggest fear|pet peeve|drink of choice|number one|religion|safe food|speed|style"
        r"|type of .{2,20}|idea of .{2,20})|life\s*$|the (?:best|worst|greatest|goat)(?: (?:food|fruit"
        r"|drink|band|genre|season|ice cream|flavou?r|invention|thing|snack|dessert|cuisine|game|show"
        r"|movie|book|sport|language|editor|vegetable|pizza topping|coffee|tea|cheese).{0,30}|\s*$)"
        r"|disgusting|gross|delicious|overrated|underrated|where it'?s at|a must|a deal ?breaker"
        r"|unbearable|awful|vile|yucky|nasty|superior|too (?:sweet|salty|spicy|bitter|loud"
        r"|crowded) for me)|tastes? (?:like|of) (?:soap|dirt|feet|medicine|heaven|grass"
        r"|cardboard).{0,20}|(?:gives? me the (?:creeps|ick|heebie.{0,10}|chills)|drives? me (?:crazy"
        r"|nuts|insane|mad|up the wall)|creeps? me out|freaks? me out|grosses? me out|stresses? me out"
        r"|bores? me(?: to (?:death|tears))?|terrif(?:y|ies) me|scares? me|makes? me (?:so |really |very "
        r"|always )?(?:happy|gag|nauseous|anxious|uncomfortable|cringe|calm|smile)|calms? me down"
        r"|relax(?:es)? me|all the way|ftw|forever|>>+.{0,20}|(?:does|do)(?:n'?t| not) do it for me"
        r"|never gets? old|(?:is|are)n'?t (?:really )?for me|hits? different|annoys? me|puts? me to sleep"
        r"|wins? every time|does nothing for me|over everything|always wins|makes? my skin crawl"
        r"|turns? my stomach|makes? my day)(?:.{0,30}))",
        open=True,
    ),
    taste(
        r"(?:i(?:'m| am|'ve| have|'?ve got| have got|'ve always been|'ve never been| was never|'?ve been"
        r"| have always been| have never been)? |im |we'?re )?(?:(?:not|never|never been|always been"
        r"|always|just|really|also|still|so|totally|such|honestly|kinda|quite|pretty|not really|not too"
        r"|not that|not exactly|very|super|been|low-?key|secretly|big|definitely|getting|gotten|become"
        r"|recently|lately|starting to get|more) ){0,4}(?:big on|(?:a |an )?(?:big |huge |massive |real "
        r"|great |total |much of an? |such an? |die-?hard |lifelong |closet )*(?:fan|lover|sucker|addict"
        r"|connoisseur|snob|nut|fanatic|aficionado|believer|admirer)(?: of| for|\b(?= when))|into|keen on"
        r"|fond of|crazy about|obsessed with|hooked on|addicted to|partial to|mad about|nuts about|sold on"
        r"|bothered by|scared of|afraid of|terrified of|squeamish about|allergic to mornings|picky about"
        r"|particular about|team|an? sweet tooth|soft spot for|a soft spot for|a weakness for|a thing for"
        r"|a fear of|a phobia of|an aversion to|a passion for|zero tolerance for|no patience for"
        r"|in love with|passionate about|interested in|enjoying|loving|hating|sick of|tired of|done with"
        r"|over|put off by|repulsed by|grossed out by|comfortable with|a (?:coffee|tea|cat|dog|beach"
        r"|mountain|city|beer|wine|morning|night|book|people|summer|winter|dessert|breakfast|chocolate"
        r"|spicy food|movie|podcast|pizza|whisky|outdoors|country|numbers|plant) (?:person|guy|girl"
        r"|kinda \w+|drinker|lover)) ?(?!(?:you|this|that|it|him|her|them|the (?:idea|edge|top|moon|next"
        r"|way)|here|what|how|my (?:job|life)|your|\d|page|account|there|trouble|a wall"
        r"|over)\b)(?P<thing>.{0,60})",
        "",
    ),
    taste(
        rf"{LOOSE_V}(?:(?:can'?t|cannot|could(?:n'?t)? (?:never|not|literally|easily|happily)?|could|can"
        r"|will|would|wouldn'?t|don'?t|do not|never|really|just|absolutely|totally|always|only|usually"
        r"|mostly|generally|honestly|kinda|simply|literally|still|tend to|have always|'?ve always|rarely"
        rf"|hardly ever|also|secretly) ){{0,3}}(?:live (?:on|off|without|for) (?!(?:my|a (?:budget|pension)"
        r"|the (?:moment|weekend)|campus|base)\b)|eat (?!(?:it|that|this|out|lunch|dinner"
        rf"|now)\b)[\w\s]{{3,30}} (?:every(?: single)? day|all day|for every meal|for breakfast|forever"
        r"|daily|every morning|straight from)|get enough of|say no to|resist|function without|start (?:my"
        r"|the) day without|survive without|imagine life without|do spicy|do (?:horror|heights|crowds"
        r"|mornings|musicals|olives|cilantro|mushrooms|country music|small talk|phone calls|rom-?coms"
        r"|seafood|sweets|sushi|blue cheese|voice messages|open offices|roller ?coasters)|stomach"
        r"|handle (?:spicy|heights|crowds|horror|the cold|the heat|scary|loud)|get into|see the appeal of"
        r"|understand the hype|get the hype|be bothered with|listen to (?!(?:me|you|this|that|him|her|it"
        r"|what)\b)|binge(?:-?watch)?|drink (?!(?:it|that|this|up|now|too much)\b)|order (?:the|my|a|an"
        r"|extra)|sleep with|avoid|steer clear of|stay away from|skip (?:breakfast|dessert|lunch)"
        r"|watch (?!(?:it|that|this|out|your|me|him|her|you)\b)|read (?!(?:it|that|this|the (?:docs"
        r"|article|message)|your|you)\b)|wear (?!(?:it|that|this|off|out)\b)|play (?!(?:it|that|this|dumb"
        r"|along)\b)|use (?!(?:it|that|this|to|you|your)\b)|take (?:my|it) (?:coffee|tea|steak|black|with"
        r"|without|eggs|neat)|put (?:ketchup|mayo|hot sauce|pineapple|milk|sugar|chili|chilli|salt) (?:on"
        rf"|in))(?<=\b\w) ?(?P<thing>[\w\s'&,-]{{2,60}})",
        "",
        open=False,
    ),
    taste(
        r"(?:nothing (?:beats|like|better than|tops|compares to)|there'?s nothing (?:better than|like)"
        r"|you can'?t beat|can'?t beat|can'?t go wrong with|big fan of|huge fan of|not a (?:big "
        r"|huge )?fan of|never been a fan of|not (?:really |that |super )?into|not big on"
        r"|don'?t care (?:much )?for|don'?t (?:really |much )?(?:like|enjoy|love|do)|love(?: me some)?"
        r"|hate|loathe|adore|dislike|prefer|really (?:like|love|enjoy|hate|dislike)|absolutely (?:love"
        r"|hate|adore|despise)|loving|been loving|been enjoying|been into|been obsessed with|got into"
        r"|gotten into|getting into|fell in love with|started liking|grown to (?:like|love)|can'?t stand"
        r"|cannot stand|cant stand|could(?:n'?t)? live (?:on|without)|always loved|never liked|more of an?"
        r"|always up for|always down for|a sucker for|soft spot for|mildly obsessed with"
        r"|currently obsessed with|pet peeve ?:|my pet peeve is|biggest pet peeve ?:|guilty pleasure ?:"
        rf"|comfort food ?:|i'?m all about|all about|here for) {LIKED}",
        open=False,
    ),
    taste(
        r"my (?:biggest |main |only |number one |real |usual |standard |absolute |big |greatest "
        r"|worst )?(?:go-?to(?: [\w\s]{2,20})?|guilty pleasure|comfort (?:food|show|movie|read|meal"
        r"|drink)|pet peeve|weakness|happy place|drink of choice|poison|usual(?: order)?|order"
        r"|coffee order|pizza topping|idea of (?:a )?(?:fun|hell|heaven|good \w+|perfect \w+)"
        r"|kind of (?:music|food|movie|weather|holiday)|type of (?:music|food|movie)|taste in (?:music"
        r"|food|movies|books)|preferred [\w\s]{2,20}|preference|ideal [\w\s]{2,20}"
        r"|dream [\w\s]{2,20}|perfect [\w\s]{2,20}|least favou?rite [\w\s]{2,20}|favou?rites?|vice"
        r"|nemesis|phobia|biggest fear|top \d [\w\s]{2,20})(?:'s|:| is| are| =|'re| has always been"
        r"| would be| has to be| is always| will always be) (?!(?:this|that|not|it|here|ready|late"
        r"|when you)\b)(?P<thing>.{2,60})",
        "",
        past=True,
        open=True,
    ),
    taste(
        r"(?:[\w\s]{3,30} is (?:ruined|better|best|nicer) (?:by|with|without) [\w\s]{2,30}|(?:no|without"
        r"|extra|hold the|less|more|never any) (?:sugar|milk|onions?|olives|mushrooms|pickles|mayo"
        r"|cilantro|coriander|ice|cheese|salt|pineapple|tomatoes|garlic|ketchup|cream|anchovies|raisins"
        r"|coconut|peppers|chili|spice)(?: (?:for me|in my .{2,20}|on my .{2,20}|please|ever"
        r"|with my .{2,20}|at all))+\s*$|(?:black|strong|oat milk|decaf|iced|green|herbal|milky|sweet"
        r"|unsweetened|plain|sparkling|still) (?:coffee|tea|latte|water|flat white|cappuccino"
        r"|espresso) (?:for me|only|all the way|always|every (?:morning|day|time)|is the only|person"
        r"|drinker|guy|girl|please and).{0,30}|(?:aisle|window) seats? (?:for me|always|every time"
        r"|all the way|only|please|person|over).{0,30})",
        "",
        open=True,
    ),
)
