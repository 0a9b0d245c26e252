"""English chat messages written to make the rules of capture with: what is worth remembering, and what is not."""

from benchmarks.data.capture_labels import Labelled
from ltm.domain.episode import Kind


def _told(kind: Kind, fact_key: str, lines: str) -> tuple[Labelled, ...]:
    texts = lines.strip().splitlines()
    return tuple(Labelled(text=text, language="en", kind=kind, fact_key=fact_key) for text in texts)


_FACTS = (
    *_told(
        Kind.FACT,
        "name",
        """
my name is Anna
hi im called Bob btw
you can call me Sam
Call me Lexi, everyone does
hey, I'm Priya, nice to meet you all
my full name is Jonathan Reed
I go by Max
People call me Dee
just call me Tom please
No, my name's Katherine not Catherine
I'm Oliver from accounting
pls call me kit
""",
    ),
    *_told(
        Kind.FACT,
        "home",
        """
I live in Leeds
hey btw i live in porto now
I moved to Berlin last month
We just moved to a small town near Lyon
I've relocated to Singapore for work
im based in nairobi
Me and my wife live in Oakland
actually I don't live in Madrid anymore, I moved to Valencia
I'm living in Osaka these days
My apartment is in Kreuzberg
I currently live with my parents in Tampa
I live outside Dublin, so getting to the airport takes ages
We moved house, now we live on Baker Street
I moved back to Cork two years ago
i live in 杭州 for now
""",
    ),
    *_told(
        Kind.FACT,
        "employer",
        """
I work at Siemens
I just started at Spotify
I work for a small law firm in Ghent
I've been working at the city library for six years
I joined Stripe in January
Got it. I got a job at Ikea btw
I left Google for a startup called Kepler
my new employer is Bosch
I no longer work at Nokia
""",
    ),
    *_told(
        Kind.FACT,
        "job",
        """
I'm a nurse
I work as a translator
im a freelance illustrator
I'm a software engineer at a bank
My job is teaching kids to swim
I teach physics at a high school
I'm retired
i run a small bakery
I got promoted to team lead
I'm a stay-at-home dad
I build guitars for a living
I'm self-employed
I work in logistics, mostly from home
I quit my job yesterday
by the way I'm a paramedic so I work shifts
I work as a nurse, he is a teacher
""",
    ),
    *_told(
        Kind.FACT,
        "age",
        """
I'm 34
im 27 years old
I just turned 40
I'm 19 yo
I'm in my late fifties
hi, I'm 61 and still learning
""",
    ),
    *_told(
        Kind.FACT,
        "birthday",
        """
My birthday is March 3rd
my bday is on the 14th of July
I was born on 2 May 1990
My birthday's in October
I was born in 1987
""",
    ),
    *_told(
        Kind.FACT,
        "origin",
        """
I'm from Ecuador
I'm originally from a village in Bavaria
I grew up in Detroit
I was born and raised in Kyoto
I'm Norwegian
my hometown is Galway
I come from a family in Tbilisi
I'm half Italian
""",
    ),
    *_told(
        Kind.FACT,
        "school",
        """
I study chemistry at Uppsala
I graduated from Purdue in 2015
I go to Lincoln High School
I'm doing my phd at ETH
I got into Stanford!
I'm a student at the University of Ghana
""",
    ),
    *_told(
        Kind.FACT,
        "study",
        """
I'm studying marine biology
My major is linguistics
i'm a second year law student
I'm doing a master's in robotics
""",
    ),
    *_told(
        Kind.FACT,
        "diet",
        """
I'm vegan
im a vegetarian btw
I don't eat pork
I went vegetarian last year
I don't eat meat any more
I'm on a low-carb diet
I only eat halal
I'm mostly plant-based these days
Remember that I'm gluten-free
""",
    ),
    *_told(
        Kind.FACT,
        "",
        """
I'm allergic to peanuts
im really allergic to cats
i have a severe shellfish allergy
I'm lactose intolerant
can't have that because I'm allergic to soy
Strawberries give me hives
I've got hay fever
I have asthma
I was diagnosed with ADHD last year
I'm colour blind
I have type 2 diabetes
I suffer from migraines
I'm deaf in one ear
I'm left-handed
my back is really bad
I take insulin twice a day
I speak Spanish and a bit of Catalan
I'm learning Korean
My native language is Polish
I'm fluent in German
I have two cats
We adopted a puppy called Biscuit
my dog's name is Otto
I've got a parrot
my cat Miso is 3 years old
We have three chickens and a goat
my sister is called Marta
My brother lives in Toronto
I have two daughters
My mum is a dentist
I'm a father of three
My boss is Helen
my son's name is Theo
Karim is my cousin
I have a twin sister
my daughter is allergic to eggs
my best friend is named Jo
Lena is Mark's sister
I play the cello
I go climbing every Tuesday
I don't drink
i quit smoking
I get up at 5 every day
I wear a size 43
My laptop runs Fedora
My hobby is restoring old radios
I'm a night owl
""",
    ),
    *_told(
        Kind.FACT,
        "partner",
        """
I'm married
My wife's name is Ines
I'm engaged to a pilot
I got divorced last year
my boyfriend is called Luca
We broke up, I'm single now
""",
    ),
    *_told(Kind.FACT, "height", "I'm 182 cm tall"),
    *_told(Kind.FACT, "car", "I drive a Skoda"),
    *_told(Kind.FACT, "timezone", "my timezone is CET"),
    *_told(Kind.FACT, "pronouns", "my pronouns are they/them"),
    *_told(
        Kind.PREFERENCE,
        "favourite:colour",
        "my favourite colour is teal\nMy favorite color is orange\nGreen is my favourite colour",
    ),
    *_told(Kind.PREFERENCE, "favourite:movie", "my favorite movie is Alien\nmy all time favourite film is Amelie"),
    *_told(Kind.PREFERENCE, "favourite:food", "My favourite food is ramen"),
    *_told(Kind.PREFERENCE, "favourite:band", "Radiohead is my favorite band"),
    *_told(
        Kind.PREFERENCE,
        "",
        """
I love sushi
i really like jazz
I hate cilantro
I can't stand loud restaurants
I prefer tea over coffee
I dislike horror movies
I'm a huge fan of Formula 1
I don't like olives
i dont like mushrooms
I'm into bouldering
I enjoy cooking Thai food
I'm not a fan of musicals
I'm more of a cat person
I've always loved trains
I can't live without coffee
i absolutely detest small talk
I switched from Windows to Linux
I'm obsessed with sourdough
honestly I love rainy days
Tbh I prefer window seats
I hate flying
I'm scared of spiders
I like my coffee black
I don't like coffee anymore
""",
    ),
    *_told(
        Kind.INSTRUCTION,
        "",
        """
From now on answer in German
always answer briefly
Please don't call me buddy
Stop using emojis
keep your answers short please
please speak French with me
never use exclamation marks
No emojis please
I prefer short answers
Don't apologize so much
In the future, please give the sources too
Whenever I ask about code, show an example first
Use metric units please
I want you to call me captain
always reply in lowercase
Remind me every Monday to water the plants
""",
    ),
    *_told(
        Kind.EVENT,
        "",
        """
I have a dentist appointment on Friday
I'm flying to Lisbon tomorrow
my exam is on the 3rd of December
We're moving to Utrecht next month
I've got a job interview next Tuesday
My parents are visiting next weekend
Next week I start my new job
I'll be on holiday from December 20
the wedding is on 14 June
we have a concert on Saturday
In two weeks I'm running a marathon
my flight leaves on Monday morning
I'm getting married in May
our launch is next Thursday
Tomorrow I have surgery
my driving test is on 2026-12-04
""",
    ),
    *_told(
        Kind.DECISION,
        "",
        """
we decided to use Postgres
We've agreed on Friday releases
ok so we're going with the blue logo for the launch
I've decided to quit sugar
Decision: we drop IE support
after a long talk we settled on Lisbon for the offsite
the team voted to move standup to 10
We decided against microservices
It's decided: we meet in Prague
""",
    ),
    *_told(
        Kind.RULE,
        "",
        """
Rule: no spoilers before Sunday
the deadline is December 1
The deadline for the report is Friday
house rule: shoes off at the door
No politics in this channel
All PRs need two approvals
our standup is at 9:30 every day
we never deploy on Fridays
everyone must sign the sheet before leaving
In this group we only speak English
Swearing is not allowed here
""",
    ),
)

_NOTHING = """
where do I live?
what's my name
Do you know where I work?
do you remember what i'm allergic to
Is my birthday in May?
am I vegan?
I live in Berlin, right?
if I lived in Rome I would eat pasta every day
what if I moved to Mars
If I were a nurse I'd quit
imagine I'm a pirate
I would love a dog
I'd like to live in Paris someday
maybe I'm allergic to nuts
I think I might be lactose intolerant
I guess I like jazz
perhaps I'll move to Oslo
not sure if I'm vegetarian or vegan
I could be in Rome by noon
I might go to Madrid next week
I used to live in Paris
I used to be a smoker
when I was a kid I had a dog
I worked at Dell back then
I was a waiter once
He said he lives in Berlin
she told me "I live in Rome"
He said I'm allergic to peanuts lol
my friend said I'm a robot
they say I'm a good cook
"I'm a nurse," she said
> I live in Madrid
> my name is Bob
Messi lives in Miami
Einstein was born in Ulm
Taylor Swift likes cats
the CEO moved to Texas
Paris is the capital of France
some people are allergic to wheat
dogs love walks
I like that idea
I love it
I love it lol
I like what you said
I love how you explain things
I hate this
I hate when that happens
i love you
I like your style
I prefer the second one
I like the way you think
I don't like this answer
I enjoyed the chat
I love this song
I prefer option B
I like where this is going
I'm dying lol
I'm allergic to mondays
I live in a society
I'm Batman
I'm a potato haha
im a unicorn lol
I'm married to my work
my name is Inigo Montoya, you killed my father, just kidding
I am 12 feet tall jk
I'm the queen of England, just kidding
I'm back
I'm here
I'm done
I'm sorry
I'm so tired
I'm hungry
I'm 5 minutes away
I'm 100% sure
i'm on my way
I'm in a meeting
I'm in the middle of something
I'm good thanks
I'm not sure
I'm just asking
I'm confused about this
I'm working on it
I'm working from the second draft you sent
I'm looking for a good book
I'm trying to fix the printer
I have a question
I have two questions
I have a problem with my code
I have no idea
I have to go
I have a headache
I got a weird error
I got up late today
I work better at night
I work out sometimes
call me later
call me when you are free
Call me crazy but this works
call me a taxi
don't worry about it
always a pleasure
never mind
never heard of it
always look on the bright side
answer the question
reply to this email for me
write a poem about cats
translate: I live in Berlin and I'm a nurse
Translate "my name is Anna" into French
how do you say I'm from Spain in Italian
fix the grammar: I has two dogs
write a story where my name is Zed and I live on the moon
let's roleplay: I'm a knight and you are a dragon
pretend I'm your boss
act as if I'm a customer
summarize this text: I moved to Rome in 1990. I loved it there.
rewrite this: I work at a bank
the main character says I was born in Narnia
in my dream I live in a castle
I wish I lived by the sea
I want to move to Japan
I hope I get into Harvard
can I call you Bob
can you call me a cab
Should I move to Lisbon?
who is my boss
which city do I live in
when is my exam
could you book a table for Friday
is Friday a holiday
what's the weather tomorrow
what happens on December 25
it rains tomorrow
it will be sunny on Friday
the match was on Sunday
the train leaves at 5
book a table for tomorrow please
remind me to call mom
set a timer for 10 minutes
delete my data
forget that I live in Rome
!memory forget 12
/start my name is Bob
we should decide soon
we haven't decided yet
what did we decide
did we decide to use postgres
we need to decide on a name
let's use postgres
they decided to close the shop?
what are the rules
the rules are weird
rule of thumb
is there a deadline
the deadline is killing me
deadlines are stressful
def live(): return "I live in Rome"
```my name is Bob```
import this; I live in code
const name = "Bob";
lyrics: I'm a creep, I'm a weirdo
as the song goes, I'm a believer
he was like, I'm from Texas
She goes: I hate cats
Bob: I live in Rome\nAl: me too
Forwarded from Lea: I work at Shell now
according to this quiz I'm an introvert
my horoscope says I love adventure
this article claims I have ADHD
what a nice day
lol same
thanks a lot
ok cool
haha yes
good morning
nice one
makes sense
see you tomorrow
see you on Friday
talk to you next week
I'm going to bed
I'm going to try that
I'm going to the shop now
I'll check tomorrow
I'll let you know on Monday
I think we should meet on Friday
maybe on Saturday we go hiking
how about Sunday
I moved the file to the other folder
I moved to the next question
I switched tabs
I joined the call
I joined the meeting late
I started the server
I left my keys at home
I started from scratch
I run the tests every time
I drive myself crazy
I own it, my mistake
I play dumb sometimes
I speak for everyone
I speak from experience
my code is broken
my phone is dead
My laptop is slow
my boss is annoying
My cat is so funny
my dog is sleeping
my sister is here
my brother is crazy
my mom is calling
my name is irrelevant
my birthday was great
my birthday is coming up
my job is stressful
my wife is asleep
I like to think so
I love when it rains like that right now
do you like jazz
everyone loves pizza
who doesn't love pizza
you love cats, I know
I don't care
I don't know
I don't eat that
I don't live to work
I can't stand up right now
I can't eat today
I hate to say it
i hate u
unless I move to Spain
suppose I am 40
even if I'm vegetarian
password is hunter2 and my name is Bob
"""

ENGLISH = (
    *_FACTS,
    *(Labelled(text=text.replace("\\n", "\n"), language="en") for text in _NOTHING.strip().splitlines()),
)
"""What is worth remembering first, then the rest."""
