"""English messages of group chats, one a line: what is to be kept of it, a bar, the message.

`-` is for nothing, else the kind, with a colon and the key where the statement gives a single value.
"""

ENGLISH = """\
fact:name | hey all im new here, folks call me Dutch
fact:name | names Priya btw, the account is my brothers old one lol
fact:name | you can stop writing "user482", it's Marek
fact:name | since the wedding it's Okafor, not Lindqvist anymore
fact:name | Theo is just my nick, my real name is Theodoros
fact:home | finally got the keys, been sleeping in Ghent since friday 🥳
fact:home | rent here in Leeds is killing me
fact:home | can't make the Berlin meetup, I'm down in Marseille these days
fact:home | we left Austin in march, Tulsa is home now
fact:home | my flat's on the 4th floor in Porto with no lift so yeah leg day everyday
fact:home | haha no I dont live in Sydney anymore, Hobart since january
fact:home | also fyi Im based in Nairobi so expect me online at odd hours
fact:employer | day 3 at Siemens and I still dont have a badge
fact:employer | got laid off by Intel, signed with a small shop called Brightwell instead
fact:employer | yep still at the post office, 11 years next month
fact:employer | my boss at Decathlon lets me take leftover tents home
fact:job | I teach 9 yr olds all day so forgive the grammar police moment
fact:job | paramedic here, please do not put butter on burns
fact:job | i do payroll for a living, ask me anything about pension forms
fact:job | quit nursing last winter, driving trams now and sleeping great
fact:job | as someone who repairs elevators for money: never jump
fact:birthday | mine's 14 Feb, yes valentines, yes it sucks
fact:birthday | aug 9th is when my counter goes up by one, cake accepted
fact:birthday | born on halloween so every party is a costume party for me
fact:birthday | sept 30 is when I get older, put it in the group calendar
fact:age | im 34 and my knees say 60
fact:age | hit the big four oh yesterday. send help
fact:age | lol at nineteen I'm the baby of this group
fact:diet | no meat for me since 2019, sorry about the bbq thread
fact | celiac here so the pizza vote is a no from my side
fact:diet | went vegan in spring and my gut is thanking me
fact | anything but shellfish pls, I swell up like a balloon
fact:diet | i keep halal so check the menu before booking ok
fact:partner | Jo and I got married on saturday!!! pics later
fact:partner | broke up with Dani so single me is back in the raid group
fact:partner | my gf Noor says hi to everyone
fact:partner | been with Luca for six years and he still can't cook rice
fact:origin | originally from Minsk but please dont test my history
fact:origin | grew up in a village outside Cork, 200 people and 3 pubs
fact:origin | my accent? thats pure Glasgow, born and bred
fact:school | second year at ETH and already broken
fact:school | finished my masters at Uppsala so the emails from campus can stop now
fact:school | back to evening classes at Hunter College, wish me luck
fact | my twins start kindergarten soon so i'm half asleep in here
fact | we have a rescue greyhound called Biscuit, he's basically a couch with legs
fact | can't hear on my left side so type in voice chat please
fact | just to warn you im colorblind, red/green charts are soup to me
fact | my sister Ines runs the bakery on Rua Nova
fact | had a kidney out as a kid so no contact sports for me
fact | I've got two cats and a tortoise, the tortoise is the boss
fact | been running linux on a thinkpad x220 for ages, wont give it up
fact | long week. anyway I speak portuguese and a bit of farsi if someone needs a translator
fact | no car, bike everywhere even in snow
fact | severe penicillin allergy over here, learned it the hard way in hospital
fact | my mum's visiting hours are tuesdays and fridays so im never on then
fact | the one with the drone is my roommate Kofi, not me
fact | night shifts all month for me until further notice, mornings I'm dead
fact | I play bass in a wedding band called the Lost Ushers
fact | insulin pump beeping again sorry, type 1 since I was 8
fact | third kid on the way!! due in december
fact | i've never learned to swim. 41 years by the sea
preference | dark roast or nothing tbh
preference | voice notes are hell, text me like a normal person
preference | give me trains over planes any day of the week
preference | cilantro tastes like soap and I will die on this hill
preference | Stardew is still my comfort game after all these years
preference | honestly can't stand horror, i sleep with the light on for weeks
preference | tabs. always tabs. dont @ me
preference | if theres a window seat its mine, aisle makes me anxious
preference | my go to order at the ramen place is the spicy miso, extra egg
preference | gave postgres a year and now I won't touch anything else
preference | big fan of meetings before 10, brain melts after lunch
preference | used to love IPAs, now its only stouts for me
instruction | bot, keep it under three sentences when you answer me pls
instruction | from now on talk to me in german even if i write english
instruction | stop ending every message with a question, its exhausting
instruction | call me captain ok? no more "dear user"
instruction | never ping me between midnight and seven
instruction | when i paste a traceback just give the fix, skip the lecture
instruction | always convert to metric for me, feet mean nothing here
instruction | pls dont use emojis with me anymore, screen reader reads them all out
decision | ok settled then: we go with Godot, unity is out
decision | so the club picked Piranesi for the next round
decision | we voted, 6 to 2 for Lisbon as the offsite city
decision | after all that debate im keeping the old car and skipping the tesla
decision | changed my mind about the phd, taking the industry offer
decision | alright the team name is Soggy Waffles, final, no more polls
decision | we're dropping IE support in v4, agreed on the call today
event | flying to Osaka on the 12th, back two weeks later
event | my thesis defense is 3 june 10am, come watch me sweat
event | heads up i'm off grid from monday till next sunday, hiking
event | surgery got pushed to the 28th, ugh
event | dentist thursday 4pm so skip me for standup
event | moving day is oct 1, pizza for whoever carries boxes
event | our gig at the Red Lion is a week from saturday
event | exam on friday!! jlpt n2, sacrifice a goat for me
event | raid is moved to sunday 8pm utc this week folks
fact:home | lmao that fox video. we get those weekly out here in Tromsø, seventh winter and counting
fact:job | sorry for the silence, harvest time. that's what you get for being a winemaker
fact | looks delicious!! sadly lactose and me had a divorce years ago
fact | no worries about the noise, my son has autism so we own every headphone on the market
preference | wow ok that escalated. anyway if it's my turn to pick music it will be bossa nova, always is
event | haha true. oh and before i forget, my parents visit from the 20th to the 24th so no games from me
instruction | good answer but next time and every time after cite the source bot
decision | thx everyone for the input, so we scrap the blog and only do the newsletter
fact:employer | Schönen Feierabend, bin raus. yes the german, i'm at Bosch all day
fact | 我老婆 is from Chengdu so i know what real hotpot is
fact:home | third power cut this week, gotta love living in Lagos
fact:job | nah the uniform in my pic is real, I fly cargo out of Leipzig
fact:name | Ruben here, no it isn't short for anything
fact:origin | every time i go back to Izmir my mum cries at the airport, 12 years abroad and it's still home home
fact | we foster kittens so there's always 5 to 9 cats in the background, sorry
fact | ok storytime later but tldr my dad and i own a vineyard near Graz
fact | the stutter gets worse on calls, just so you know its not the mic
fact | on the left thats my daughter Mila, the one with the cape
preference | if i never see another escape room again it will be too soon
preference | i'll take a paper book over a kindle every time, smell included
instruction | hey bot pls answer me in lowercase only, it reads nicer
instruction | next to every price you show me put the euro amount ok
event | booked!!! Reykjavik 4-11 november, northern lights or riot
event | mum's 70th is on the 2nd so that weekend is blocked for me
decision | ok i slept on it. not renewing the gym, buying a rowing machine instead
decision | tokyo it is then, everyone said yes
rule | reminder that spoilers go behind tags in this channel
rule | no politics here please, thats been the deal since day one
rule | whoever breaks the build buys the donuts, house law
rule | PRs need two approvals before merge, no exceptions from here on
rule | english only in #general, other languages in the side channels
rule | new people introduce themselves first, then post links
- | where do you live these days?
- | anyone here work at google?
- | if i lived in tokyo id eat ramen every day
- | imagine being 25 again
- | my name is Inigo Montoya, you killed my father, prepare to die
- | "I'm from Chicago" said every guy from Naperville ever
- | in the end it doesn't even matter 🎶
- | we all live in a yellow submarine
- | thanks bot you saved my evening
- | I like that idea, lets see what the others say
- | love it!! 😍
- | lol im dead
- | I'm so tired today
- | i'm starving, be right back
- | at the station now, train is late again
- | translate "I live in Madrid" into french please
- | write me a poem about my imaginary wife Gertrude
- | say my name is Batman and laugh
- | pretend you're a pirate and i am your captain
- | remind me what the capital of peru is
- | what's 17% of 240
- | Apple just announced new laptops, thinner again
- | the chancellor moved to a new flat in Potsdam according to the news
- | Messi plays for Miami these days right
- | my cousins neighbours dog was called Rex i think
- | that streamer is vegan now, who knew
- | maybe i'll move to Spain one day, who knows
- | might take the job, might not, no idea
- | not sure if im allergic or if it was just the wine
- | I used to collect stamps when i was six
- | back in school i sat next to a guy who ate chalk
- | if you were born in may you'd be a taurus, right?
- | I'd rather be fishing
- | someone said they hate mondays, relatable
- | Tom: "I'm quitting tomorrow". never believe him
- | my character is a level 12 elf from Neverwinter
- | playing as a doctor in this round, who is mafia
- | I'm a potato
- | I am literally Ryan Gosling in this scene
- | gg wp
- | ok
- | brb
- | u up?
- | good morning everyone ☀️
- | night night
- | happy birthday Sam!! 🎂
- | congrats on the new job!!
- | so sorry to hear about your dog
- | how do i exit vim
- | does anybody have a charger
- | who's coming friday?
- | can we do the call on tuesday or is wednesday better?
- | should we maybe pick a new team name?
- | what if we just rewrite it all in rust lmao
- | i think the second logo looks better than the first
- | this song slaps
- | that movie was way too long
- | the wifi here is terrible
- | it's raining cats and dogs outside
- | my coffee went cold while i read this thread
- | just saw a fox in the parking lot
- | watching the match, 2:1 so far
- | 5k steps today, meh
- | woke up at 4 and couldnt fall asleep again
- | traffic was a nightmare this morning
- | i'm on the bus so i'll read it later
- | having a beer right now, cheers
- | my battery is at 3%
- | phone is about to die
- | my password is hunter2-Blue!77 dont tell anyone
- | the api key is sk-live-4f9a8c7b6d5e4f3a2b1c0d9e
- | docker run -it --rm alpine sh
- | for i in range(10): print(i)
- | TypeError: 'NoneType' object is not subscriptable
- | https://example.org/10-reasons-i-quit-my-job
- | title: "Why I left Berlin for good", decent article
- | horoscope says im going to meet someone tall
- | my fortune cookie: you will move to a new home
- | would you rather live on mars or under the sea
- | two truths and a lie: I've met the pope, I hate cheese, I own a yacht
- | knock knock
- | I told my boss I need a raise because three companies are after me: gas, water and electricity
- | Schrödinger's cat walks into a bar and doesn't
- | he said he's a vegetarian but then ate my bacon
- | the guy in the podcast grew up in Alaska apparently
- | her mom works at the same bank as the mayor's wife
- | according to the wiki Kafka worked for an insurance company
- | in the book she moves to Paris and starts over
- | as they say, home is where the heart is
- | you're from Canada aren't you?
- | didn't you say you had a dog?
- | guess how old i am
- | what do you think i should eat tonight
- | do you remember where i work?
- | what's my favourite colour, bot?
- | forget it
- | never mind, found it
- | yes please
- | nope, not me
- | same here
- | i agree with Lena on that one
- | I prefer the blue one of these two screenshots
- | id go with option B
- | sounds good, lets do that
- | i could totally be a chef haha
- | wish i had a cat
- | if we win the lottery we are moving to Hawaii, deal?
- | suppose I worked night shifts, how would i fix my sleep
- | asking for a friend: how do you tell your boss you're pregnant
- | my grandmother always said never trust a thin cook
- | the landlord in this sitcom is hilarious
- | quote of the day: I have no special talent, I am only passionately curious
- | "we moved to Mars" would be a cool title for an album
- | I was in Rome once, lovely gelato
- | went to the gym yesterday, regret everything
- | last summer we nearly bought a boat, crazy times
- | summarise this article for me
- | list all prime numbers below 50
- | draft an email saying I'm sick and can't come on friday
- | play "I'm Still Standing"
- | test test 123
- | is this thing on
- | @all the coffee machine is fixed
- | scientists found water on some moon again
- | stocks down 4 percent today ouch
- | new patch nerfs my main, rip
- | hold on, cat on keyboard
- | thx, works now
- | I love you guys
- | I hate everything today
- | I need a holiday
- | feeling a bit sick, probably the kebab
- | I'm at my sister's place atm, call you later
- | my boss is annoying today
- | I had the worst burger of my life
- | my flight got delayed by 2 hours, sitting at gate B12
- | i'm the last one in the office again
- | we had sushi yesterday
- | almost adopted a dog today, then reality kicked in
- | i was born ready 😎
- | I work out... how to avoid working out
- | my ex lived in Hamburg, dont remind me
- | in my country we say: no pain no spain
- | i swear i'm moving out if the neighbour drills once more
- | my therapist would have a field day with this chat
- | i live for these threads
- | my favourite part is when he falls into the pool
- | I always cry at that scene
- | we should totally start a band
- | from now on it's all downhill lol
- | never have I ever eaten snails, your turn
- | anyone named Alex here? no? ok
- | I could eat a horse
- | call me maybe
"""
