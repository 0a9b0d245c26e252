"""How people say in English what they do, what they have and who belongs to them."""

from ltm.domain.capture_english_words import (
    ADVERBS,
    AM,
    ANIMAL,
    DAY,
    END,
    HAVE,
    JOB,
    LANGUAGE,
    LOVED,
    NATION,
    PROPER,
    RELATIVE,
)
from ltm.domain.capture_shapes import Rule, compiled, fact

FACTS = (
    fact(
        r"(?:my (?:birthday|bday|b-day|birth ?date|date of birth|birth day) ?(?:'?s|is|falls"
        r"|=)? (?:is )?(?:on |in |at the end of |the )*(?!(?:soon|coming|over|great|party|cake|gift"
        r"|present|present|wish|boring|nothing|not|was|a secret|fun|so|sad|going)\b)(?=.{0,30}(?:\d"
        r"|january|february|march|april|may|june|july|august|september|october|november|december|tomorrow"
        r"|today|week|christmas|new year|halloween|valentine)).{2,40}|i was born (?:on|in"
        r"|at) (?:the )?(?=.{0,20}(?:\d)|(?:january|february|march|april|may|june|july|august|september"
        r"|october|november|december)\b).{2,40}|i'?m a (?:january|february|march|april|may|june|july"
        r"|august|september|october|november|december) baby.{0,20})",
        "birthday",
        past=True,
    ),
    fact(
        rf"{AM}an? (?:virgo|leo|aries|taurus|gemini|cancer|libra|scorpio|sagittarius|capricorn|aquarius"
        rf"|pisces)\b.{{0,20}}",
        "zodiac",
    ),
    fact(
        rf"(?:{AM}(?:from|a native of) (?!(?:the (?:future|past|internet|office|moon|gym|\w+ team)|work"
        r"|home|school|here|scratch|mars|space|hr|it|accounting|another|hell|there|sales"
        rf"|marketing)\b)(?P<place>.{{2,50}})|i(?: originally)? come from (?!(?:work|a (?:different|place"
        rf"|long)|the (?:future|office|gym)|there|behind|nothing)\b).{{2,50}}"
        rf"|i (?:was )?(?:born and )?(?:grew up|raised|brought up) (?:in|on|near) .{{2,50}}"
        rf"|i was born (?:and (?:raised|grew up) )?(?:in|near|on) .{{2,50}}|my (?:home ?town|home country"
        r"|birthplace|roots|family) (?:is (?:from |in )?|are (?:in |from )|comes from |was )(?!(?:big|so"
        r"|great|not|very|all|coming|visiting|here|small|beautiful|boring|from here|crazy|tiny|fine|rich"
        rf"|poor)\b).{{2,50}}"
        rf"|{AM}(?:an? )?(?:half[- ]|part[- ])?(?:{NATION})(?: (?:by birth|citizen|guy|girl|woman|man"
        rf"|person|national|american|and .{{2,20}}|but .{{2,40}}|living in .{{2,20}}))?{END})",
        "origin",
        past=True,
    ),
    fact(
        rf"(?:(?:i|{AM.strip()}) ?{ADVERBS}(?:study|studying|enrolled|a(?:n)? [\w\s-]{{0,30}}?student"
        rf"|doing (?:my|a|an) [\w'\s]{{2,30}}|a (?:freshman|sophomore|junior|senior|postdoc)"
        rf"|reading [\w\s]{{3,20}}|in (?:my )?(?:first|second|third|final|last|1st|2nd|3rd"
        rf"|4th) year(?: of [\w\s]{{2,20}})?|majoring in [\w\s]{{3,30}})(?: [\w\s]{{2,30}}?)? ?(?:at"
        r"|with) (?!(?:night|home|the moment|best|least|my desk"
        rf"|all)\b)(?P<place>(?:the )?[\w'\s.]{{2,50}})|i {ADVERBS}(?:go to|attend|got into|am going to"
        r"|was accepted (?:to|at|into)|got accepted (?:to|at"
        rf"|into)) (?:the )?(?P<name>[\w\s.']{{2,40}}(?:university|college|school|high|institute|uni"
        r"|academy|mit|eth|ucla|polytechnic)|mit|eth|ucla|harvard|stanford|yale|oxford|cambridge|princeton"
        rf"|nyu|berkeley)\b.{{0,30}}|i (?:just |recently )?(?:graduated|dropped out) (?:from|at"
        rf"|of) (?!(?:that|this)\b).{{2,60}}|i(?:'?m| am) (?:an?|the) (?:alum\w*|graduate|grad) (?:of"
        rf"|from) .{{2,50}}|my (?:alma mater|school|university|college|uni) is (?!(?:so|great|far|hard"
        rf"|closed|not|really|very|starting|too|boring|shit|expensive)\b).{{2,50}})",
        "school",
        past=True,
    ),
    fact(
        rf"(?:{AM}(?:studying|majoring in|doing (?:a|my) (?:degree|phd|master'?s?|masters|bachelor'?s?|mba"
        r"|thesis|a-levels|doctorate|minor)(?: in| on)?|getting (?:a|my) (?:degree|phd|master'?s"
        rf"|mba)(?: in)?|pursuing) (?!(?:for|right|all|hard|now|so|too|at)\b)(?:.{{2,60}})"
        rf"|i {ADVERBS}(?:study|majored in|major in|minor in) (?!(?:for|better|best|at|with|all|hard|a lot"
        rf"|every|late|more|alone|too)\b).{{2,60}}|my (?:major|degree|phd|thesis|minor|field"
        r"|dissertation) is (?:in |on |about )?(?!(?:so|due|done|not|killing|hard|going|driving|almost"
        rf"|boring|useless|late|finished)\b).{{2,60}}|{AM}(?:an? )(?:[\w-]+ ){{0,3}}(?:major|phd student"
        rf"|grad student|student|undergrad)\b.{{0,50}}|{AM}in (?:my )?(?:(?:first|second|third|final|last"
        rf"|1st|2nd|3rd|4th) year (?:of )?.{{0,40}}|(?:high|middle|med|medical|law|grad|art|nursing) school"
        rf"|college|university|\d+th grade|uni|kindergarten).{{0,40}}|i (?:have|hold|got|did) (?:a|an"
        rf"|my) (?:\w+ )?(?:degree|phd|master'?s|mba|bachelor'?s|diploma|doctorate) in .{{2,50}})",
        "study",
        past=True,
    ),
    fact(
        rf"(?:i (?:can |{ADVERBS})(?:speak|understand) (?:(?:fluent|native|some|a little|a bit of|basic"
        r"|broken|both|decent|conversational|only|pretty good|good|ok|mostly|\d"
        rf"|\w+) ){{0,2}}(?:{LANGUAGE})\b(?! (?:to|with|please)).{{0,50}}|{AM}(?:learning|fluent in"
        r"|native in|bilingual|a native|taking|practicing|practising|conversational in|picking up"
        rf"|teaching myself|relearning) ?(?:in )?(?:some )?(?:{LANGUAGE})?\b.{{2,50}}|my (?:native|first"
        rf"|mother|second|main|other) (?:language|tongue) is .{{2,40}}"
        rf"|(?:at home )?we speak .{{2,30}} at home|i {ADVERBS}know (?:some )?(?:{LANGUAGE})\b.{{0,30}})"
    ),
    fact(
        rf"(?:{HAVE}|(?:i|we) {ADVERBS}(?:own|adopted|keep|rescued|bought|foster|breed|raise|got|have"
        r"|have got|just got)|we(?:'?ve| have)(?: just)? got|i(?:'?ve| have) (?:adopted|rescued|bought)"
        rf"|we have) (?:an?|one|two|three|four|five|six|seven|\d{{1,2}}|another|some|lots of|many|several"
        rf"|my)(?: \w[\w-]*){{0,4}}? {ANIMAL}\b(?! (?:food|person|people|question|video|picture|photo|meme"
        r"|costume|toy|emoji|in my (?:dream|throat|garden)|tattoo|allergy|ears|shirt|hat|sitter|joke"
        rf"|for (?:dinner|lunch)|sticks)).{{0,70}}"
    ),
    fact(
        rf"my (?:\w+ ){{0,2}}?{ANIMAL}(?:'?s name is| is (?:called|named)|'s (?:called|named)| named"
        rf"| called|s are (?:called|named)) ?(?P<name>.{{2,60}})",
        past=True,
    ),
    fact(
        rf"my (?:\w+ ){{0,2}}?{ANIMAL} (?:is (?:an? )?(?:\d+|(?:\w+ ){{0,3}}(?:years? old|months? old|breed"
        r"|retriever|shepherd|corgi|poodle|tabby|siamese|persian|ragdoll|maine coon|british shorthair"
        r"|rescue|mix|labrador|husky|beagle|bulldog|allergic|diabetic|blind|deaf))"
        rf"|(?-i:[A-Z][a-z]{{2,12}}) is (?:\d|an?)|has (?:diabetes|cancer|kidney)).{{0,50}}"
    ),
    Rule(
        pattern=compiled(
            rf"(?:{AM}(?:happily |newly |recently )?(?:married|single|engaged|divorced|widowed|separated|dating"
            r"|in a relationship|seeing someone|seeing a|gay and married)(?! (?:to my (?:work|job|bed)|to the"
            rf"|out|day|most|minded|handed|player|threaded|with (?:this|work))).{{0,50}}|(?:i|we|me and my \w+"
            r"|my \w+ and i)(?:'?ve| have)? (?:just |recently |finally )?(?:got|get|been|broke|split|tied"
            r"|separated|divorced) (?:married|divorced|engaged|together|back together|up with|up"
            rf"|the knot)\b(?! (?:early|late|at|from|in the morning)).{{0,60}}|i (?:have|'ve got"
            r"|got) an? (?:new )?(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?)\b(?! (?:question"
            rf"|problem)).{{0,50}}|i (?:do not|don'?t) have a (?:girlfriend|boyfriend|partner)\b.{{0,30}}"
            rf"|my {LOVED}(?:'?s name is| is called| is named|'s called|'s|, who is called"
            rf"| is) (?P<name>(?-i:[A-Z][a-z]{{1,20}}))\b(?! is| was| has).{{0,40}}"
            rf"|{PROPER} is my (?:new )?{LOVED}\b(?! and).{{0,20}})"
        ),
        key="partner",
        past=True,
    ),
    fact(
        rf"(?:{AM}(?:working )?(?:as )?(?:an? |the )?(?:(?:[\w/+#-]+|of) ){{0,4}}?{JOB}(?:s|es)?(?: (?:at"
        rf"|for|in|by|with|from|who|here|now|on|of|these|too|specializing|working) ?.{{0,60}})?{END}"
        rf"|i {ADVERBS}work (?:as|in|from home|remotely|night shifts?|nights|shifts|part[- ]time"
        rf"|full[- ]time|freelance)\b(?! (?:progress|a team|mysterious|general)).{{0,60}}"
        rf"|i work on (?!(?:it|this|that|a |an |my|the (?:assumption|weekend))\b).{{3,50}}"
        rf"|i(?:'?m| am) {ADVERBS}(?:working|employed|training|retraining|studying) (?:as|in|to (?:be"
        rf"|become)|to be) (?!(?:progress|on)\b).{{2,50}}"
        r"|my (?:job|profession|occupation|job title|day job|role|title|trade|work|current job"
        rf"|new job)(?: (?:at .{{2,20}}|there|here))? is (?!(?:so|great|good|bad|hard|boring|killing"
        r"|stressful|shit|fine|ok|okay|not|really|very|too|going|pretty|on|done|easy|done|making|driving"
        r"|terrible|the worst|safe|annoying|at|tough|important|in danger|just|a (?:mess|joke|nightmare"
        rf"|disaster))\b).{{2,60}}"
        rf"|i(?:'?m| am) {ADVERBS}(?:self-?employed|retired|unemployed|between jobs|a freelance.{{2,30}}"
        r"|freelancing|on (?:maternity|parental|paternity|sick) leave|out of work|the (?:head|director"
        rf"|owner|manager|chair|vp|lead|founder) of .{{2,40}}|in (?:finance|marketing|sales|hr|it|tech"
        r"|advertising|banking|insurance|real estate|consulting|healthcare|law enforcement|retail"
        rf"|logistics)\b).{{0,40}}"
        r"|i (?:run|own|manage|founded|co-?founded|started) (?:a|an|my own|my) (?!(?:marathon|mile|race"
        r"|half|10k|5k|test|script|server|few|lot|car|bike|house|game|campaign|query|command|quick|diary"
        rf"|book|new|fire|fight)\b)[\w\s&'-]{{3,50}}|i teach (?!(?:you|him|her|them|myself|me)\b).{{2,60}}"
        rf"|i .{{2,40}} for a living"
        r"|i (?:got|was|just got|'ve been|have been) (?:promoted|laid off|fired"
        rf"|made redundant)\b(?! by autocorrect).{{0,40}}|i (?:just |recently )?(?:quit|left"
        rf"|lost) my job.{{0,40}}|i(?:'?ve| have) been (?:an? )?(?:[\w-]+ ){{0,2}}?{JOB} for .{{2,30}}"
        rf"|i freelance.{{0,40}}|i(?:'?m| am) now (?:the|an?) .{{2,40}} (?:lead|manager|head|director"
        rf"|engineer).{{0,30}})",
        "job",
        past=True,
    ),
    fact(
        rf"my {RELATIVE}(?:'?s name is| is (?:called|named)|'s (?:called|named)|'?s names are"
        r"|s? are (?:called|named)| (?:named"
        rf"|called))? ?(?P<name>(?:is )?(?-i:[A-Z][a-z]{{1,20}}))(?:(?: and (?-i:[A-Z][a-z]{{1,20}}))?{END}"
        rf"|(?:,| and| is| works| lives| has| from| who| likes).{{0,60}})",
        past=True,
    ),
    fact(
        rf"my {RELATIVE}(?:'?s name is|'?s names are| is (?:called|named)|s? are (?:called"
        rf"|named)) (?P<name>.{{2,40}})"
    ),
    fact(
        rf"my {RELATIVE}(?: (?-i:[A-Z][a-z]{{1,20}}))? (?:also |now |still |just |recently |both "
        r"|all )*(?:lives? (?:in|near|with|next)|(?:has )?moved to|works? (?:at|as|for|in)|stud(?:y|ies)"
        r"|speaks?|loves|hates|collects|plays the|teach(?:es)?|comes? from|has (?:asthma|diabetes|dementia"
        rf"|alzheimer\S*|autism|adhd|celiac|cancer|a .{{2,20}} allergy)|(?:is"
        rf"|are) (?:{ADVERBS})(?:allergic to|vegan|vegetarian|diabetic|pregnant|deaf|blind|from"
        rf"|an? (?:\w+ ){{0,3}}{JOB}|\d{{1,2}}(?: |$)|\w+ years old|retired|(?:{NATION})\b|autistic"
        r"|living in|studying|married|getting married|left-handed|in (?:kindergarten|college|high school"
        rf"|university|\w+ grade|the army|the navy|hospital)))(?! (?:you|this|that|it)\b).{{0,70}}"
    ),
    fact(
        rf"{HAVE} (?:an? |one |two |three |four |five |no |\d |twin |only one "
        rf"|identical )(?:\w+ )?{RELATIVE}(?! (?:who (?:says|said|thinks)|request|question"
        rf"|of mine who)).{{0,70}}"
    ),
    fact(
        r"(?:i|we)(?:'?ve| have) (?:an? |one |two |three |four |five |twin |\d )(?:\w+[ -]){0,4}(?:sons?"
        r"|daughters?|kids|children|boys|girls|brothers?|sisters?|siblings)\b.{0,60}"
    ),
    fact(
        rf"(?:{AM}(?:an? |the )(?:\w+ ){{0,2}}(?:mom|mum|dad|mother|father|parent|only child|grandmother"
        r"|grandfather|twin|uncle|aunt|middle child|oldest child|youngest|eldest)(?: (?:of|to|with|from"
        rf"|in) .{{2,40}})?{END}|{AM}(?:pregnant|expecting|(?:the )?(?:oldest|youngest|eldest"
        rf"|middle) of .{{2,20}}|adopted)\b.{{0,30}}|(?!(?:this|that|he|she|it|who|here|which"
        rf"|what)\b){PROPER} is my {RELATIVE}\b.{{0,30}}"
        rf"|(?-i:[A-Z][a-z]+) and (?-i:[A-Z][a-z]+) are (?:my .{{2,30}}|married|siblings|brothers|sisters"
        r"|cousins|a couple|twins|flatmates|roommates))"
    ),
    fact(
        r"(?!(?:this|that|he|she|it|who|here|which|what|there)\b)(?P<name>(?-i:[A-Z][a-z]{1,20})) (?:is"
        r"|works as|reports to|is now) (?:(?-i:[A-Z][a-z]{1,20})'s (?:\w+ )?(?:sister|brother|wife"
        r"|husband|boss|manager|girlfriend|boyfriend|mother|father|son|daughter|cousin|friend|assistant"
        r"|roommate|colleague|partner|dad|mom)|(?:our|the) (?:new |team |tech |project )?(?:team lead|lead"
        r"|manager|pm|boss|admin|tech lead|cto|ceo|designer|teacher|treasurer|product owner|intern"
        r"|scrum master|landlord|contact|moderator|coach|accountant|lawyer))\b.{0,40}"
    ),
    fact(
        r"(?:i(?:'?m| am) |my height is )(?:about |around |exactly )?(?:[1-2][.]?[0-9]{2} ?c?m|[4-7](?:'"
        r"|ft| foot| feet) ?[0-9]{0,2}\S{0,3})(?: tall)?" + END,
        "height",
    ),
    fact(r"(?:i weigh |my weight is )(?:about |around )?[0-9]{2,3} ?(?:kg|kilos|lbs|pounds).{0,20}", "weight"),
    fact(
        rf"(?:i {ADVERBS}drive an? (?!(?:lot|bit|hard|point|long|few)\b).{{2,40}}"
        rf"|my (?:new )?car is an? (?!(?:mess|wreck|bit|total|disaster|write-?off)\b).{{2,40}}"
        r"|i (?:just )?bought an? (?:new |used )?(?:tesla|bmw|toyota|honda|audi|ford|mazda|vw|volkswagen"
        rf"|volvo|car|skoda|kia|hyundai|subaru|nissan|porsche)\b.{{0,40}})",
        "car",
        past=True,
    ),
    fact(
        r"(?:my time ?zone is .{2,40}|i(?:'?m| am) (?:in|on) (?:the )?(?:utc|gmt|cet|cest|est|pst|edt|pdt"
        r"|cst|ist|jst|bst|eastern|pacific|central|mountain)\b.{0,20})",
        "timezone",
    ),
    fact(
        r"(?:my pronouns are .{3,30}|i use (?:they|she|he|xe|ze)/.{2,20}|i(?:'?m| am) (?:non-?binary|trans"
        r"|genderfluid|genderqueer)\b.{0,30})",
        "pronouns",
    ),
    fact(r"my blood type is .{1,12}|my blood group is .{1,12}", "blood"),
    fact(
        rf"{AM}(?:left-?handed|ambidextrous|a (?:lefty|leftie|night owl|morning person|early bird"
        r"|dog person|introvert|extrovert|minimalist|twin|christian|muslim|hindu|buddhist|catholic|atheist"
        rf"|smoker|non-?smoker|gamer|beginner at .{{2,20}}|runner|cyclist|climber|hiker|knitter)"
        r"|an? (?:introvert|extrovert|atheist|early riser|early bird|infj|intj|enfp|infp|istj|entp|intp"
        r"|enfj|isfj|estj|isfp|estp|esfj|esfp|entj|istp)|jewish|muslim|christian|catholic|buddhist|hindu"
        rf"|gay|bi|lesbian|bisexual|asexual|religious)\b(?! (?:and|on|today)?.{{0,20}}\b(?:about"
        rf"|today)\b).{{0,40}}"
    ),
    fact(
        rf"i {ADVERBS}(?:play|played|practice|collect|train|coach|sing in|volunteer (?:at|for|with)|do|go"
        r"|went back to|practise|knit|sew|paint|garden|bake|brew|swim|run|jog|climb|hike|cycle|bike|dance"
        r"|meditate|commute) ?(?:the |in |by |to |for )*(?!(?:not|tests?|server|scripts?|build|code"
        r"|errors?|problems|into|you|that|this|it|with (?:fire|it|you)|a (?:role|part|game)|out|dumb|along"
        rf"|nice|know|think|have|agree|need|want|care|mind)\b)(?:[\w\s'-]{{2,40}} )?(?:every (?:\w+ )?\w+"
        rf"|on (?:{DAY})|(?:once|twice|three times|\w+ times|\d+ times|\d+x) a (?:week|month|day|year)"
        rf"|(?:since|for) (?:\d+|\w+ years|years|i was .{{2,10}}|childhood|ages).{{0,20}}|guitar|piano"
        r"|violin|drums|bass|cello|flute|saxophone|sax|ukulele|clarinet|chess|tennis|football|soccer"
        r"|basketball|badminton|volleyball|hockey|golf|rugby|go|stamps|coins|vinyl|records|yoga|pilates"
        rf"|karate|judo|boxing|bouldering|crossfit|work|a choir|a band|vintage .{{2,20}}|postcards"
        rf"|fountain pens)\b.{{0,50}}"
    ),
    fact(
        rf"(?:my (?:main |biggest |favou?rite )?(?:hobby|hobbies|passion)(?: is| are|'s) .{{3,60}}"
        rf"|{AM}(?:learning|teaching myself) (?:to (?:play|swim|drive|code|cook|knit|paint|sail|dance|surf"
        r"|ski|sew|draw)|how to|the|guitar|piano|violin|python|rust|go|java|programming|drums"
        rf"|chess)\b.{{0,50}}|i {ADVERBS}(?:wake up|get up|go to (?:bed|sleep)|start work|finish work"
        rf"|have lunch) (?:at|around|by|before|after|late|early) ?(?:\d.{{0,30}}|.{{0,20}}every.{{0,20}})"
        r"|every (?:\w+ )?(?:day|morning|evening|night|weekend|week|sunday|monday|tuesday|wednesday"
        r"|thursday|friday|saturday) i (?:\w+ )?(?:go|run|swim|play|cook|call|walk|meditate|volunteer"
        rf"|visit|write|do|bake|take|have|read|practice|bike|cycle)\b.{{2,60}})"
    ),
    fact(
        rf"i {ADVERBS}(?:wear|need) (?:glasses|contacts|contact lenses|hearing aids|a hearing aid|braces"
        rf"|size .{{1,10}}|an? (?:size|shoe size) .{{1,12}})\b.{{0,40}}|my (?:shoe|ring|shirt|clothing"
        rf"|dress|t-?shirt) size is .{{1,20}}|my (?:phone|laptop|pc|computer|gpu|os|operating system|camera"
        r"|bike|keyboard|main language|stack|work laptop|home server) (?:is|runs(?: on)?) (?:an? "
        r"|the )?(?!(?:broken|dead|dying|slow|so|not|on fire|ringing|too|being|acting|frozen|stuck|out|at"
        r"|fine|in|charging|old|off|crashing|overheating|full|really|very|working|crap|bad|great|making"
        rf"|getting|gone|lagging|still|back|down|stolen|lost)\b).{{2,50}}"
    ),
    Rule(
        pattern=compiled(
            rf"(?:{AM}(?:in|at|on) (?!(?:a (?:meeting|call|hurry|rush|good|bad|loop)|the (?:middle|zone|mood)"
            rf"|love|trouble|bed|pain|class|traffic|it|my)\b).{{2,40}} (?:right now|at the moment|this week"
            rf"|until .{{2,20}}|these days|for (?:the|a|two|three|\d) .{{2,20}})|(?:right now|at the moment"
            r"|currently) i(?:'?m| am) (?:in|at|on|staying in|working on|reading|recovering"
            rf"|writing) (?!(?:a (?:meeting|call)|the (?:middle|bus|toilet)|bed|it|this)\b).{{2,50}}"
            rf"|{AM}(?:staying|recovering|travell?ing|visiting) (?:in|at|from|through|around|with) .{{2,50}}"
            r"|i(?:'?m| am) currently (?:reading|writing|working on|training for|recovering|playing|watching"
            rf"|looking for|on) (?!(?:it|this|that)\b).{{2,50}})"
        ),
        importance=2,
        field=None,
        snapshot=True,
    ),
)
