"""English words, openings, endings and reactions that the chatter of the month is put together of, one a line."""

WORDS_EN = {
    "film": "Alien|Heat|Arrival|Dune|Amélie|Jaws|Up|Fargo|Tampopo|Oldboy|Memento|Zodiac|Clue|Cube|Contact|Brazil",
    "food": "ramen|pancakes|tacos|soup|toast|leftover rice|dumplings|curry|chips|lentils|noodles|porridge|gyoza",
    "thing": "router|printer|dishwasher|headset|monitor|toaster|drill|umbrella|backpack|projector|webcam|scanner",
    "who": "the neighbour|that guy from support|the delivery man|some kid|the landlady|a tourist|the intern|a pigeon",
    "n": "3|4|6|7|9|11|13|14|17|21|23|31|44|47|52|64|77|86|93|120|240|365|404|512|700|999",
}

OPENERS_EN = """\
lol
haha
omg
ok so
wait
honestly
tbh
hm
well
ugh
oh
right
guys
people
yo
anyway
fun fact
not gonna lie
sorry for the late reply
just saw this
back again
hey all
morning
evening everyone
random thought
no joke
true
exactly
yeah
nah
meh
wow
oof
eh
dear diary
unpopular opinion
hot take
serious question aside
speaking of which
to change the topic
meanwhile
as always
so apparently
believe it or not
long story short
ok ok
fine
oh no
look
and again
"""

TAILS_EN = """\
lol
haha
😂
😅
🙃
🤷
anyway
what a day
send help
tell me i'm not alone
that's all
carry on
just saying
you had to be there
10/10
would not recommend
no regrets
classic
who's with me
zero stars
i can't even
make it stop
anyway how are you all
bless
and that was that
rip
don't judge
so there's that
the end
still laughing
sigh
yikes
oh well
it's fine
everything is fine 🔥
welcome to my world
pics or it didn't happen i know
moving on
ok bye
such is life
worth it
not worth it
and nobody noticed
i'll see myself out
typical
what can you do
good times
🎉
👀
🫠
"""

SHORT_EN = """\
lol
ok
nice
same
this
yes
no
brb
back
gn
+1
what
why
how
cool
true
haha
omg
wow
hm
thanks
np
gg
rip
👍
😂
❤️
🔥
nope
yep
sure
agreed
oh
well played
fair
love it
congrats!!
sorry
welcome
good luck
cheers
sounds good
me too
not me
i like that
never mind
found it
done
"""
