"""How people say in English what is worth remembering of them: all rules, the more telling ones first."""

from ltm.domain import capture_english_asides as asides
from ltm.domain import capture_english_casual_life as casual_life
from ltm.domain import capture_english_casual_self as casual_oneself
from ltm.domain import capture_english_changes as changes
from ltm.domain import capture_english_life as life
from ltm.domain import capture_english_self as oneself
from ltm.domain import capture_english_tastes as tastes
from ltm.domain import capture_english_told as told

RULES = (
    *changes.RULES,
    *oneself.NAMES,
    *told.TOLD,
    *oneself.FACTS,
    *life.FACTS,
    *casual_oneself.FACTS,
    *casual_life.FACTS,
    *changes.TASTES,
    *tastes.TASTES,
    *asides.TOLD,
    *asides.FACTS,
    *asides.TASTES,
)
"""For clauses, in the order in which they are tried."""

SENTENCE_RULES = (*changes.SENTENCES, *told.SENTENCES)
"""For whole sentences, tried before their clauses."""

OPENERS = (
    r"(?:(?:btw|by the way|hey|hi|hello|so|well|actually|also|and|but|oh|just so you know|so you know"
    r"|fyi|ok|okay|yeah|yes|yep|nope|nah|no (?:actually|wait)|(?:hi|hey|hello|morning|thanks) (?:all"
    r"|everyone|everybody|guys|folks|there|bot|team|again)"
    r"|as i said|to be honest|tbh|honestly|anyway|anyways|sorry|no wait|wait|hmm+|um+|uh+|correction"
    r"|update|note that|please note(?: that)?"
    r"|(?:please |pls )?(?:remember|note|keep in mind|don'?t forget|know|be aware)(?: that|:)?(?= (?:i"
    r"|my|we|our)\b)|for (?:the record|context|reference|your information|what it's worth)"
    r"|fun fact|imo|in general|good morning|good evening|morning|thanks|thank you|thx|because|cause"
    r"|cuz|since|though|lol no|as for me|about me"
    r"|just fyi|just to let you know|you should know(?: that)?|i should mention(?: that)?"
    r"|i forgot to mention(?: that)?|let me introduce myself|i mean|i meant|the thing is"
    r"|dear bot|bot|guys|folks|right|sure|alright|great|cool|nice|for me|nowadays|these days|now"
    r"|currently|at the moment|lately|recently|personally|in fact|true|indeed"
    r"|last (?:week|month|year|summer|spring|autumn|fall|winter)|this (?:year|month|summer)|(?:two"
    r"|three|a few|\d+) (?:years|months|weeks|days) ago|in (?:19|20)\d\d)(?![\w']),?\s*){0,5}"
)
"""What people begin with that says nothing; a clause is read from behind it."""
