"""English questions, tasks, jokes, quotes, news, code and secrets of the month, one a line: nothing to keep."""

ASKED_EN = """\
has anyone seen {film}, any good
who broke the poll
does anybody know how to get {food} out of a carpet
is {film} the one with the twins or the other one
which {thing} would you buy under {n} bucks
anyone else's {thing} acting up today
what was that {film} quote again
is it only me or is the chat slow
why is everybody talking about {food}
who's awake
anyone up for a round
do you think aliens like {food}
what's the plan for later
did i miss anything since noon
can someone send me that link again
whose turn is it
how long do you boil {food} anyway
is there a trick to open the {thing}
who else got the weird mail with {n} attachments
what does that emoji even mean
why do cats stare at walls
is it pronounced gif or gif
are we the baddies
does this outfit say {film} or supermarket
where's that sound coming from
how many {food} is too many
can you hear me
did the thing go through
what would you name a boat
do penguins have knees
what time is it where you are, roughly
who is the person in your profile picture
are you guys at the cinema already
should i get the red or the black {thing}
did you ever finish {film}
do you live under a rock, everybody knows that one
did you change jobs or did i dream that
are you still allergic to mornings
is your birthday soon or was that somebody else
do you like the new logo
what's everyone having for dinner
is anyone near the station
would you eat {food} for {n} days straight
why does {who} always know before us
where did the pinned message go
how do people wake up before six
who wants my spare ticket for {film}
which came first, the {thing} or the manual
"""

TASKS_EN = """\
bot, what is {n} times {n}
translate "I have a red {thing}" into spanish
translate "my name is Paul and I live in Rome" to french
write a haiku about {food}
write a limerick about {who} and a {thing}
tell me a joke about a {thing}
explain how a {thing} works in one line
give me {n} names for a fictional dragon
what's the weather on the moon
summarise {film} in five words
make a packing list for a weekend of camping
how do i reset a {thing}
convert {n} miles to kilometres
convert {n} cups into litres
who directed {film}
in which year was {film} released
rhyme something with {thing}
fix the grammar: "me and him was going"
roll a d20 for me
flip a coin please
pick a number between 1 and {n}
random film for tonight please
recipe for {food} with what's in a student kitchen
how many calories has {food}
what's a synonym for lazy
draft a mail saying that i'm ill and in bed
write a cover letter for an astronaut who hates heights
pretend you are my landlord and apologise
act as {who} and review {film}
play a text adventure with me, i'm a knight from Avalon
say "i love my job at the circus"
write a birthday poem for a goldfish turning {n}
invent a holiday about {food}
how do i say thank you in japanese
is {n} a prime number
what's the square root of {n}
capital of mongolia, quick
who won the world cup in 1998
why is the sky blue, explain like i'm five
explain recursion with {food}
shorten this text to a tweet
make this sentence sound polite: give me the {thing}
write a breakup letter to my {thing}
compare tabs and spaces as if they were {food}
what's new today
continue: it was a dark and stormy night
sort these: {n}, 8, 2, 30
name three rivers in africa
"""

WHAT_IF_EN = """\
if i won the lottery i'd buy {who} a castle
if i had a boat i'd call it {film}
imagine living in a lighthouse with a {thing} and no internet
maybe i should become a monk
perhaps i'll learn juggling one day
i might get a tattoo of a {thing}, or not
i could eat {food} forever, i say that each time
suppose we all quit and opened a {food} stand
what if {film} was a musical
if my boss were a duck, would meetings be shorter
in another life i was a baker in Venice
one day i'll move to a cabin, says everyone
if i were a pirate my name would be Captain {thing}
let's say i was born in 1800, what would i do all day
wish i was a cat, they have no deadlines
i'd marry whoever invented {food}
could be that i'm getting a cold, could be dust
pretty sure i'm turning into a {thing}
if {who} says that once more i'm moving to Mars
maybe we should all adopt a llama
would be cool to work at a zoo
i would get up early if bacon grew on trees, as they say
what if we're all in {film} and nobody told us
assume i have three wishes, the second is {food}
"""

QUOTED_EN = """\
{who} said "I'm a doctor, trust me"
the man in {film} says "I live in a box" and everyone cries
"to be or not to be" but make it {food}
my horoscope: "you will start a new job under a green moon"
the radio host: "I hate summer", same mate
that actor told a magazine he has {n} cats
overheard: "my husband is allergic to me"
overheard in the tram: "I'm moving to Iceland and taking the {thing}"
"I was born in a storm", first line of the worst novel ever
the shirt of {who} says I love {food}
the review says "I have eaten here since 1970 and never again"
my fortune cookie: "your favourite colour will betray you"
the singer goes "call me maybe" {n} times
lyrics: "i'm a believer, i couldn't leave her"
lyrics: "sweet home alabama" all night from next door
that influencer now only eats {food}, bold
a guy on the forum claims he sleeps {n} hours a week
the teacher in {film} quits and becomes a boxer
in the series she works for the CIA and nobody asks
the character sheet says: elf, 300 years old, from the northern woods
"never gonna give you up", yes i clicked it
{who}: "I only drink rain". ok then
his mail ends with "sent from my {thing}"
bumper sticker of the day: my other car is a {thing}
"""

NEWS_EN = """\
they found a new comet apparently
scientists taught {n} bees to play football
some mayor resigned over a {thing}
the royal dog has a new portrait
the price of {food} is up by {n} percent
a cargo ship is stuck again somewhere
some ceo moved the headquarters to Texas
{n} penguins escaped from a zoo, all back by dinner
the actor of {film} bought an island
a man in Ohio lives with {n} parrots, says the news
they want to remake {film} with puppets
a new phone is out, it is a phone
the train company apologises, again
somebody sold a {thing} for {n} thousand at an auction
record heat in the south, record rain here
https://example.com/{n}-things-you-did-not-know-about-{n}
https://video.example.org/watch?v={n}x{n} this one
https://example.net/why-{n}-is-the-loneliest-number
look https://pics.example.com/{n}.png
https://shop.example.org/item/{n}{n} is this a scam
https://news.example.com/2026/09/a-{n}-year-old-mystery
article: "how i left my city and found a {thing}", lol
the game studio behind the goat thing closed
astronauts on the station had {food} today
"""

CODE_EN = """\
for i in range({n}): print("hello")
npm ERR! code ELIFECYCLE errno {n}
SELECT count(*) FROM orders WHERE qty > {n};
ValueError: invalid literal for int() with base 10: '{n}px'
git rebase -i HEAD~{n} and now i see stars
docker compose up gives me exit code {n}
<div class="box-{n}">why is this not centred</div>
segfault at line {n}, of course
const name = "Bob"; const age = {n};
user = {"name": "Alice", "home": "Wonderland", "id": {n}}
sed -i 's/foo/bar{n}/g' notes.txt
the test is green here but red in ci, run {n}
TODO: my_city = "Springfield"  # fixme {n}
assert favourite == "pizza", {n}
curl -s localhost:8{n}/health
merge conflict in {n} files
"""

SECRETS_EN = """\
the wifi password is Tortoise-Lamp-{n}!x
my password: qW7#plumb{n}Zt
admin login for the test box: root / s3cr3t-{n}-Ferry
api_key = "f3A9kLm2Qx7Vb{n}Rt5YpW8zJc1Hd"
here's the token again: Zx81Lm0pQv{n}KjT7sWb3Yr
the door code is 40{n}#, don't share
pin for the card is 4{n}
Authorization: Bearer aGk3Lm9{n}.Qw8eRt5Yu1Io
vpn secret: mango-Anvil-{n}-Quartz$
my card number 4111 1111 1111 1111 exp 09/29 cvv {n}
"""
