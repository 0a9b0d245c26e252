"""English messages of the month that read like something to keep and are not, one a line.

They are of the moment, over, uncertain, about somebody nobody here knows, meant as a joke, or an opinion of this
minute. `{film}`, `{food}`, `{thing}`, `{who}` and `{n}` stand for one of `month_short_en.WORDS_EN`."""

NEAR_EN = """\
i'm at the station, platform {n}
i'm so hungry i could eat the {thing}
i'm dead tired, carried the {thing} up the stairs
i am literally the guy from {film} today
i'm back, what did i miss
i'm about {n} minutes away
i'm on the train and the wifi is gone
i'm wearing two different socks right now
i was sick last week, all gone
i was in Hamburg for a day once, it rained
i was nine when {film} came out and hid behind the sofa
i used to chew pencils in school
i used to have a {thing} like that, gave it away ages ago
i once ate {food} for {n} days, never mind why
i worked till nine today
i worked on that spreadsheet for {n} hours straight
i live for this kind of drama
i live here now apparently, the queue hasn't moved
my boss brought {food} for everybody today
my boss is in a mood this afternoon
my phone is at {n} percent
my head hurts, too much screen
my back says hello after that {thing}
my name got spelled wrong on the cup again
my internet is slow tonight
my coffee has gone cold twice
my hands are full of flour, will answer later
my stomach is making whale noises
my team just scored, own goal though
my character died on turn {n}
my favourite part of {film} was the end, because it ended
my cousin's colleague's boss got fired or promoted, not sure
we ate {food} and then everyone fell asleep
we had {n} guests yesterday and nobody did the dishes
we went to the lake on sunday, water was freezing
we were {n} people in one taxi
we're having {food} in ten minutes
we should meet some time, all of us
we might go out later, might not
we could do a quiz one of these days
i might move one day, the stairs are killing me
i might go to the cinema tonight or just sleep
i think i'm getting a cold, or it's the {food}
i guess i'm a morning person today, by accident
i want {food} so badly right now
i want a {thing} like that
i need a nap
i need {n} more coffees
i love that picture
i love how {who} always shows up in these stories
i love you people
i like the second one better
i like your hat in that photo
i like where this is going
i hate this queue
i hate my {thing} today
i hate when the {food} is cold in the middle
i prefer the left one of those two
i prefer not to know what's in it
i can't open the file
i can't stop laughing at the goat
i can't believe it's only noon
i don't eat things that look back at me, said {who}
i don't know where my {thing} is
i never said that, scroll up
i always lose at this
i just finished {film}, no words
i just got home, shoes off
i just bought {food} for {n} people by mistake
i just started {film}, no comments please
i have {n} minutes until the next meeting
i have no idea what this channel is about today
i have a meeting now, later
i have to go, the {thing} is beeping
i'll be there in {n} minutes
i'll read it tonight
i'll do the dishes after this round
i'll never understand this meme
someone i follow quit her job and sells {food} now
a friend of a friend moved to Norway for a {thing}
{who} has a daughter who is a pilot, i heard
{who} turns {n} today and got {food}
{who} hates the colour of our front door
the lady in {film} is allergic to peace
the new girl downstairs studies something with fish i think
the dentist on tv says floss, so there
let's take the bus this time
let's do the red one then
ok deal, one more round
call me when you're downstairs
call me crazy but i put {food} on {food}
remind me never to say yes again
don't tell {who} i ate it
please stop posting goats
always look on the bright side of {food}
never again, says everyone, every time
yesterday i slept {n} hours, today four
last night {who} set off the alarm
this week has been going on for {n} days
tomorrow is another day, as they say
"""
