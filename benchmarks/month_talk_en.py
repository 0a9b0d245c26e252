"""English small talk of the month, one piece a line: nothing of it is worth keeping.

`{film}`, `{food}`, `{thing}`, `{who}` and `{n}` stand for one of `month_short_en.WORDS_EN`."""

TALK_EN = """\
the {thing} just made a sound i have never heard before
{who} smiled at me and now i'm suspicious
i burned the {food} again
it smells like {food} in the whole stairwell
watching {film} right now and falling asleep
{film} is on tv, second half
three people told me to watch {film} today
bus is {n} minutes late
the queue at the bakery is {n} people long
only {n} unread mails left today
i have {n} tabs open and one of them plays music
had {food} for lunch, was ok
there is a spider on the {thing} and it is looking at me
{who} is singing outside
{who} just dropped an entire tray
the lift is broken again
someone parked across two spots
it started hailing right when i stepped out
the sun came out for exactly {n} minutes
i fell asleep on the couch at eight
slept like a rock
slept like a rock that has nightmares
my neck is stiff today
i have a song in my head and cannot name it
the meeting could have been a mail
this meeting is {n} minutes over already
i was on mute the whole time
my screen froze on the worst possible face
the {thing} wants an update, again
the {thing} works again after i hit it
i left the {thing} on the train
lost a sock in the laundry, found two others
the sink is dripping in a rhythm now
power was out for {n} minutes
my tea went cold while i looked for the cup
{food} for dinner tonight, don't wait for me
the shop had no {food} left
they gave me {food} instead of what i ordered
someone left {food} in the office fridge since spring
{who} asked me for directions and i sent them the wrong way
walked into a glass door, it was very clean
nobody saw me trip, except {who}
i said "you too" when the waiter said enjoy
my shoelace snapped in the middle of the crossing
the sky is completely orange over here
so much fog you can't see the street
it's {n} steps to the platform and i counted them all
the train has no heating today
seat reservation? what seat reservation
the announcement was only noise again
{who} has been on the phone for an hour about soup
the crossword beat me today
wordle in {n}, don't ask
the download says {n} minutes since an hour
the app crashed and took my draft along
typing with one hand, holding {food} with the other
there was glitter on the {thing}, nobody knows why
today feels like a second monday of the week
the cinema was empty, private screening of {film}
cried at {film}, blaming the onions
that plot hole in {film} still bothers me
the ending of {film} makes less sense each time
somebody spoke through the entire film
the popcorn was stale
there was a wasp in my drink
a squirrel just stole a peanut in front of me
two crows are fighting over {food} outside
the ducks are back on the pond
saw a dog in a raincoat, day saved
{who} walks a ferret on a leash
the market was packed today
bought a melon that tastes of nothing
the oranges were on sale, now i have {n}
bread didn't rise this time
oven says {n} degrees, oven lies
onions everywhere and no tissue
cut my finger on paper like an amateur
hiccups since {n} minutes
my left ear is ringing a bit right now
got caught in the rain without the {thing}
sunburn in this weather, somehow
the barber had opinions today
new haircut looks like a helmet
{who} thought i work here and asked for shoes
i nodded for ten minutes without understanding a word
autocorrect turned my sorry into a sausage
sent the message to the wrong group, sorry for the {food}
accidentally liked a photo from {n} weeks ago
i typed that reply four times and deleted it
just scrolled through {n} messages, what happened here
you lot write faster than i can read
this thread went places
can't follow, too many memes
that gif loads sideways for me
which of you posted the goat
the goat picture is now my wallpaper for today
i laughed so hard the {thing} fell over
{who} looked at me because i laughed out loud
the joke took me {n} minutes, then it landed
i still don't get the joke
ok that pun hurt
puns should be taxed
i came for the memes and stayed for the {food}
you broke the chat again
this sticker is cursed
the poll has {n} votes and no winner
voted, whatever it was about
i read that as "haunted toaster"
i thought you meant the other {thing}
this video is {n} minutes too long
the trailer gave everything away
the remake of {film} looks cheap
soundtrack of {film} is doing all the work
the level with the water again, i'm stuck
died {n} times at the same boss tonight
the boss has a second phase, of course
lost to a bot named Kevin87
our healer went to answer the door and we all died
the server lags like it's 2004
patch notes are longer than my thesis was
they nerfed it again
lag, lag and more lag
one more round and then bed
it's late and i'm still here
should have gone to bed an hour ago
running on {food} and hope
the gym was full of people filming themselves
pulled something while tying my shoes
counted {n} stairs on the way up and wheezed
the scale and i are not on speaking terms this evening
tried the new place at the corner, meh
the waiter forgot us for {n} minutes
the bill came before the {food}
somebody else's parcel stood at my door
my parcel travels through the whole country first
parcel says delivered, parcel is not here
the courier rang everywhere but here
the neighbour is drilling since seven
the upstairs people are moving furniture at midnight again
someone is practising the trumpet, badly
church bells and the alarm at the same second
my alarm went off in the quiet carriage
the fire alarm was only somebody's {food}
so we stood outside for {n} minutes in socks
printer jam number {n} this week
the {thing} is out of ink and so am i
the spreadsheet ate my formulas
saved as final_final_{n}
the wifi dies whenever it rains
captcha wants me to find {n} bicycles
i failed the captcha twice, am i a robot
the password rules want a hieroglyph now
locked out because i typed too fast
forgot why i came into the room
opened the fridge three times, nothing new
i put the keys in the fridge today
found the keys, they were in the {thing}
found {n} cents in an old coat
the coat smells like a campfire
the moon looks huge tonight
there's a rainbow over the car wash
autumn smells are here
everything is wet
leaves all over the balcony
wind took the neighbour's chair for a walk
today was a long one
today was surprisingly fine
i got nothing done and it took all day
finished one thing from the list of {n}
the list got longer while i slept
i deserve {food} after this
thinking about {food} since the morning
smelled {food} through the phone just now
yesterday's {food} tastes better today
too much garlic, nobody come near me today
{who} ate the last slice, i saw it
{who} clapped when the plane landed
turbulence in the lift, somehow
the escalator is now stairs
the roundabout confused everyone today
the satnav wanted me to drive into the lake
i waved back at someone who waved at someone else
held the door for {n} people and became the doorman
{who} said good morning at eight in the evening
there's a queue for the queue
the museum was closed, looked at the door instead
the exhibition was one chair and a light
the band started two hours late
my ears are still ringing from yesterday's show
the encore was longer than the set
lost my ticket inside my own wallet
the ticket was in the other pocket all along
rolled a one, twice
the dice hate me tonight
the puzzle is missing exactly one piece
the jigsaw has {n} pieces of sky
glued my fingers together again
the paint dries slower than advertised
the shelf leans, it has character
assembled it backwards, it stands though
{n} screws left over, surely decoration
the instructions were drawn by {who}
"""
