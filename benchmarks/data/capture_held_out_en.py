"""English messages of group chats, one a line: what is to be kept of it, a bar, the message.

`-` is for nothing, else the kind, with a colon and the key where the statement gives a single value.
"""

ENGLISH = """\
fact:name | sorry should've introduced myself, this is Ruaridh (say it like Rory, don't ask)
fact:name | tabby_mctabface on here, irl I go by Noor
fact:name | took my maiden name back after the divorce so I'm Castellanos again
fact:home | anyone else based in Adelaide? feels like it's just me and the magpies
fact:home | me and the cats share a 40m² flat in Lyon, so no, there is no room for a treadmill
fact:home | no longer a Bristol boy!! the van got to Swansea yesterday and that's where I'm staying
fact:home | Lisbon didn't work out. I've been living in Graz again since last month
fact:home | I'm out in the sticks near Hexham, fibre is a rumour here
fact:job | quit teaching in june, I drive trams now and honestly never slept better
fact:job | being a vet nurse means I've been bitten by everything incl. a tortoise
fact:job | I fix elevators for a living, ask me why yours is always broken
fact:job | not a junior anymore 🥂 they made me shift supervisor
fact:employer | can't comment on that one, I'm at Siemens and legal would have my head
fact:employer | nope not UPS anymore, jumped ship to DHL over the summer
fact:birthday | leap day baby here, 29 feb, so technically I'm seven
fact:birthday | I share a bday with Dolly Parton, jan 19
fact:birthday | the sheet has me down for 3 May, that's wrong, my birthday's the 5th of March
fact:age | turned 41 on sunday, my knees sent a card
fact:age | bot still thinks I'm 26, been 27 for two months my friend
fact:diet | halal only for me, so skip the pepperoni on at least one of them
fact:diet | ok confession the vegan thing lasted till easter, I eat fish and eggs again
fact:diet | since the heart scare I don't touch red meat any more
fact:partner | Henrike and I have been together nine years, no ring, no plans for one
fact:partner | for those who missed it: Dan and I split up in may, I'm with Yusuf these days
fact:origin | born and raised in Paramaribo, that's why my dutch sounds funny to you lot
fact:origin | grew up on the Faroes, population: sheep
fact:school | second year at TU Delft, send coffee
fact:school | dropped out of Leeds Beckett, enrolled at the Open University instead
fact | coeliac since I was a kid, so beer night is cider night for me
fact | my dog is called Professor Biscuit and he's a retired greyhound
fact | penicillin nearly killed me in 2015 so if I ever pass out at a meetup tell the medics
fact | deaf in the left ear btw, so sit on my right if you want an answer
fact | got four year old twins here, 'early night' is not in the dictionary
fact | I play second viola in an amateur orchestra, rehearsals eat every tuesday
fact | typing from a phone cause I don't own a computer
fact | fluent in Portuguese, passable in Polish, can't spell in either
fact | traded the Fiesta in, I've got a Yaris hybrid now
fact | Not on android any more guys, I have an iphone so add me on imessage
fact | our server moved off the raspberry pi, it runs on an old thinkpad in my cupboard now
fact | colourblind (red/green) so those charts are just two sad browns to me
fact | no toast for me thanks, 412 days sober and counting
fact | the clan has 34 active members and three officers: me, Juno and Pip
fact | night shifts only over here, I sleep 9 to 4, hence the 3am replies
fact | i run a tiny etsy shop for knitted frogs 🐸
preference | can't stand voice messages, write to me or I won't know you exist
preference | for me it's window seat or nothing
preference | I'd rather read the docs than sit through a 40 minute tutorial, every single time
preference | my comfort show is Columbo, has been since uni
preference | mushrooms. hate them. texture of a wet ear.
preference | dark mode always, light themes give me migraines
preference | my sweet tooth is gone, pudding used to be the point and these days I pick the cheese board
preference | I've gone right off Sanderson, it's all Le Guin for me nowadays
preference | if it isn't spicy I don't consider it dinner
preference | february is my least favourite month, every year, no contest
preference | big fan of brutalist buildings, the uglier the better
instruction | @bot from now on give me temps in fahrenheit pls
instruction | bot, when I post a link just summarise it in two lines, don't wait for me to ask
instruction | bot, enough with the bullet lists, plain sentences when it's me asking
instruction | hey bot, spoiler-tag anything about One Piece when you talk to me
instruction | scrap what I said about metric, use feet and inches for me again
instruction | you can drop the formal tone now bot, talk to me like a mate from here on
instruction | always answer me in Spanish even if I slip into English, necesito practicar
instruction | @memo please never ping me before 10am
instruction | code samples for me should be in Rust, thx
instruction | and don't call me sir. ever.
decision | vote's closed: 11 to 4, the server icon becomes the otter
decision | ok so we're all agreed, book club does Middlemarch next
decision | after two weeks of dithering I'm taking the Rotterdam offer
decision | settled it with the landlord, we're keeping the flat for another two years
decision | devs met again and postgres is out, we're going with sqlite after all
decision | made up my mind, not renewing the gym membership
decision | officers talked it through, Kestrel gets the mod role
decision | we said paperbacks for secret santa, that's off, it'll be homemade food only
event | my knee surgery is on 14 December
event | off to Sardinia from the 11th till the 25th of next month, somebody else please water the forum
event | thesis defence: 22 january, 2pm, pray for me
event | sister's getting married on the last Saturday in June and I'm doing the cake
event | meetup moved again, it's sunday the 8th now not saturday the 7th
event | ugh they pushed my driving test back from the 12th to the 27th
event | con got cancelled for november, new dates are 5-7 march
event | LAN party at mine on Dec 28!! bring your own chair
event | baby's due around 9 April 👶
event | heads up, the minecraft server goes down for maintenance on the night of the 30th
rule | for the newcomers: memes go in #shitpost, #general stays clean
rule | no politics in here please, mods mute for a day
rule | whoever hosts movie night picks the film, that's how we do it
rule | upload limit is 25 MB per file now, used to be 8
rule | we don't do loot master any more, from this patch everyone rolls for themselves
rule | dues are five euro a month, pay Ines before the 5th
- | does anyone here actually live in Rotterdam or is that just where the meetups are
- | how old were you guys when you got your first phone
- | should I switch to linux or is that a midlife crisis
- | what's everyone's go-to pasta shape
- | is it just me or did spotify get worse
- | who here works in healthcare, need a sanity check
- | am I allowed to post job ads in this channel?
- | when's your birthday again Milo? I keep thinking it's in august
- | wait so do you like cilantro or not
- | can you remember stuff between chats, bot?
- | did I tell you all where I went to school already
- | what should my next character be called, Elara feels overused
- | anybody know if the 6:40 to Cork is running
- | why do I even pay for a gym
- | bot what do you know about me
- | are we still doing thursdays or what
- | which one of you is vegetarian, I forget and I'm ordering
- | have you ever been so tired you put the milk in the oven
- | if I lived in Japan I'd be broke from the vending machines alone
- | imagine being called Gunther and working at a gun store
- | if i ever win the lottery I'm buying you all a house next to mine
- | suppose I was allergic to cats, would you still invite me
- | say I quit tomorrow, how long would it take them to notice
- | would've been a marine biologist if fish weren't so creepy
- | in another life I'm a goat farmer in Crete
- | I'd move to Canada in a heartbeat if they'd have me
- | let's pretend I'm the king of this server for a sec
- | were I twenty again I'd buy bitcoin and shut up about it
- | wish I had a husband who could cook
- | if my name was Rich I'd make the joke every single day
- | "my name is Inigo Montoya" still the best scene ever filmed
- | 'I live in a van down by the river' lmaooo
- | as my gran used to say: I am old and therefore correct
- | hello from the other siiiide, I must have called a thousand times
- | "call me Ishmael" is overrated as openers go
- | the caption just reads 'i'm 14 and this is deep' and I'm dying
- | > i live in my uncle's attic and he works at Nintendo   <- who WROTE this
- | "from now on we do it my way" – boss, 5 minutes before it caught fire
- | I'm just a poor boy from a poor family 🎤
- | his bio literally says 'allergic to drama, lives in the moment, eats carbs'
- | Pete says he's moving to Oslo, I'll believe it when I see boxes
- | my boss told us she hates email and then sent nine of them
- | the news said eggs are going up again
- | according to Ilse the exam is on the ground floor, no idea which room
- | she was like 'I only drink oat milk' to a man holding a cow
- | doctor on the radio claims everyone should sleep nine hours, everyone lol
- | heard from a friend of a friend that they're closing the Camden branch
- | apparently the guy who runs the place used to be a monk
- | mum thinks I should become a dentist
- | the new hire said she prefers tabs, so there was silence
- | breaking: local man (me) discovers vegetables, more at six
- | I'm 300 years old and made of dust
- | yes hello it is I, the president of Belgium, give me your fries
- | my job is to sit here and be beautiful
- | I identify as a toaster before 9am
- | married to my xbox at this point tbh
- | currently employed by my cat as a full time door opener
- | born too late to sail, born too early for space, born just in time for this standup
- | I'm all ears
- | I've got two left feet and both are asleep
- | that build is my kryptonite
- | working like a dog over here
- | that exam had me for breakfast
- | burning the candle at both ends and in the middle
- | we're in the same boat mate
- | I was born yesterday apparently
- | my brain is soup
- | I'm dead 💀💀
- | that song lives in my head rent free
- | zip broke on my coat mid-platform, shuffling home like a penguin
- | been on hold with the bank for 50 mins
- | my train's stuck outside Reading, someone's umbrella is on the line
- | spilled tea on the keyboard so no Q and no W till it dries
- | it's raining so hard the pigeons gave up
- | woke up at five for no reason, cleaned the oven, regret it
- | cat just knocked the router off, that's why I dropped
- | made lentil soup, burnt the bottom, called it smoky
- | out of coffee. send help
- | in a meeting that could've been a text
- | I've got a headache and the neighbours have a drill
- | queueing at the post office behind a man with eleven parcels
- | currently wearing two jumpers because the heating's off
- | gonna grab ramen after work, anyone?
- | brb putting the kids to bed
- | I'll be on around nine tonight if you want to duo
- | heading to the pub in ten, save me a stool
- | might watch the match later, might fall asleep at half time
- | picking up my parcel on the way home then I'll send the pics
- | bed. for real this time. night all
- | give me five mins, rebooting
- | our postman has a parrot, unrelated to anything
- | my coworker's ex moved to Denver and took the air fryer
- | Messi just turned 38, feel ancient yet?
- | that streamer is vegan? he reviewed a steakhouse last week
- | guy next to me on the bus works for the tax office, kept telling everyone
- | the lady upstairs plays the trombone at midnight and I respect the hustle
- | the author lives in a lighthouse, no wonder the book's so slow
- | her brother starts at Oxford in the autumn, poor thing
- | some kid at the shop asked me if I was somebody's grandpa
- | the actor's real name is Maurice, that's the trivia answer
- | had a hamster called Diesel when I was six
- | back in school I did the paper round, 4am in the snow, character building
- | I was in Naples once in 2009, ate nothing but pizza for a week
- | used to have a ponytail, we don't talk about it
- | years ago I worked one summer at a funfair, never ate candyfloss again
- | we had the best landlord in our student days
- | i once sat next to Björk on a ferry
- | tried surfing exactly one time
- | I dunno, might go to Vienna at some point, might not
- | not sure I even like jazz or just the idea of it
- | thinking about maybe learning the cello, talk me out of it
- | could be we're meeting on the 19th, could be the 20th, nobody's said
- | perhaps I'm lactose intolerant, perhaps it was just the eighth slice
- | half tempted to dye it green
- | there's a chance I change teams, nothing's signed, ask me in a month
- | legend, that worked, ty 🙏
- | omg yes this exactly
- | no worries at all, glad it's sorted
- | beautiful work whoever fixed the emoji
- | https://www.youtube.com/watch?v=kXw3 lol the goat at 2:10
- | found this thread on keyboard switches, long but worth it: https://forum.example.org/t/8812
- | my healer is level 60 and still in starter boots
- | Ana was free this week so I played her twice and got booed
- | need two more for the dungeon, no mic needed
- | moved my base to the desert biome, creepers ate the old one
- | married Sebastian in my third save, zero regrets
- | my character's from Novigrad so the accent's canon
- | nerfed again?? there goes my entire loadout
- | gg, that last push was unreal
- | one more turn and then I'll sleep, said at 1am, said at 3am
"""
