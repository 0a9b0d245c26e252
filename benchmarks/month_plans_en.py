"""What the English speakers of the month plan, decide, ask of the bot and agree on, in the format of `month_told`.

The first day of the month is Tuesday, 1 September 2026."""

ENGLISH_PLANS = """\
mia | event | tom | When is Mia's root canal?
= 15th, 15 September, 09-15
  2> My root canal is on the 15th.
= 22nd, 22 September, 09-22
  9> the dentist called, my root canal is on the 22nd instead, one more week of chewing on the left
  12> still terrified of this root canal thing on the 22nd
mia | event | mia | When do I go to Prague?
= 18 September, 18th, 09-18
  3> Train tickets are booked, I'm going to Prague on 18 September.
= 9 October, 10-09
  11> no prague this month after all, work needs me, rebooked the trip for 9 October
mia | event | nadia | When is Mia's concert?
= 26 September, 26th, 09-26
  6> our orchestra plays the Dvořák on the 26th, eight in the evening, free entry, come all of you
  17> Concert of my orchestra: 26 September, 8 pm, town hall.
mia | event | tom | What does Mia have to do on the 24th?
= vaccin, rabies
  16> rabies vaccination for me a week from tomorrow, job hazard
mia | decision | wenwen | Is Mia going to buy the flat?
= buying the flat, gets bought
  5> we sat down with the bank and it's a yes, i'm buying the flat, decided
  8> signing papers is scary but the decision stands, the flat gets bought
= renting
  20> after three sleepless nights: I'm not buying it. I'll keep renting, decision made
mia | instruction | mia | How long may your answers to me be?
= two sentences
  4> bot, when you answer me please never use more than two sentences
  19> hey, again: two sentences at most for me, i read you on a tiny screen
mia | instruction | mia | In which language do you answer me?
= English
  3> always answer me in English, dear bot
= Italian
  24> since i need the practice: from now on reply to me in Italian, even when i write something else
mia | rule | tom | What's the group's rule about spoilers?
= spoiler tag, spoiler tags
  2> Group rule: anything about the show goes behind spoiler tags until everybody has seen it.
  14> people!! spoiler tags!! we agreed on this, nobody wants to learn who dies from a preview
mia | decision | nadia | What did we name the trivia team?
= Moth Patrol
  18> We decided that the trivia team is called Moth Patrol.
tom | event | mia | When is the server migration?
= 12th, 12 September, 09-12
  4> The server migration is on the 12th.
= 19th, 19 September, 09-19
  10> disk didn't arrive so the server migration is moved to the 19th, same time
  16> reminder, migration of our server is on 19 September, save your drafts
= 26th, 26 September, 09-26
  18> power cut in the data centre, i'm cursed, server migration now on the 26th and that's the last date i announce
tom | event | nadia | When does Gareth get married?
= 27 September, 27th, 09-27
  5> My brother Gareth gets married on 27 September.
  21> still no suit and gareth's wedding is on the 27th, somebody help
tom | event | tom | When do I start with the night course?
= Wednesday, 16 September, 09-16
  8> my night course starts wednesday next week, accounting of all things, back to school at my age
tom | decision | wenwen | Which book does the book club read next?
= Circe
  3> Book club has spoken: we read Circe next.
= Piranesi
  9> turns out half of you had read it, so the book club goes with piranesi instead, final answer
  15> got mine from the library, Piranesi is pretty short so no excuses for the next book club
tom | instruction | tom | What do you call me?
= Tommy
  2> bot, call me Tommy please
= Chief
  13> nah that sounds like i'm five. address me as Chief from now on
tom | instruction | tom | Which units do you use for me?
= Celsius
  7> when I ask for the weather give it in celsius, always, i can't do fahrenheit in my head
tom | rule | mia | What does every pull request in our repo need?
= screenshot
  6> New rule for the repo: every pull request needs a screenshot.
  20> pls stop sending me pull requests without a screenshot, it's a rule not a mood
tom | event | nadia | When does Tom's parental leave start?
= 5 October, 10-05
  11> hr signed it!! my parental leave starts 5 october, three months of naps
= 2 November, 11-02
  23> bit of a shuffle at work, parental leave starts on 2 November now
tom | decision | wenwen | Where do we host the wiki?
= Codeberg
  12> we talked it through on the call and the group wiki goes to codeberg, github is out
nadia | event | tom | When is Nadia's driving test?
= 8 September, 8th, 09-08, next Tuesday
  1> my driving test is next tuesday and i still can't park backwards
= 29 September, 29th, 09-29
  8> examiner was sick lol. driving test is on 29 September now, three more weeks of dreading it
nadia | decision | mia | What did Nadia decide about her old piano?
= sell the piano
  4> I have decided to sell the piano.
= keeping
  17> I couldn't do it. Buyer stood in the door and I sent him away. I'm keeping the piano.
nadia | decision | wenwen | Where does our autumn meetup take place?
= Lumen
  6> So it's settled, the autumn meetup is at Café Lumen.
= Tête d'Or
  14> lumen is closed until winter so we agreed on the park, Tête d'Or, for the autumn meetup
  22> autumn meetup = parc de la Tête d'Or, bring a blanket
nadia | instruction | nadia | How do you give me amounts in recipes?
= grams
  5> recipes for me in grams please, never cups, cups are chaos
  18> once more for the machine: I want grams in every recipe, not cups
nadia | event | tom | When does Nadia's mother visit?
= 11 September, 11th, 09-11
  2> My mother visits me on the 11th.
nadia | rule | wenwen | Until when are voice messages fine in this group?
= 10 pm, ten at night
  7> Let's make it a rule: no voice messages after 10 pm.
  25> voice messages after ten at night are against the house rule, remember, some of us have babies
nadia | event | mia | When is Nadia's climbing competition?
= 3 October, 10-03
  10> My climbing competition is on 3 October.
nadia | instruction | nadia | What should you not do when I share a poem?
= criticise, critique
  15> when i post a poem of mine don't critique it unless i ask, just say thanks, for all future poems
wenwen | event | mia | When does Wenwen fly to Shanghai?
= 28th, 28 September, 09-28
  3> 机票买了! flying to Shanghai on the 28th
= 30th, 30 September, 09-30
  13> airline 又改时间 lol, my flight to shanghai is on the 30th now
  21> packing list anyone? shanghai flight is 30 September and my suitcase is 一团乱
wenwen | event | wenwen | When is my studio deadline?
= Friday, 18 September, 09-18
  14> studio deadline is this friday and I have half a model and 零睡眠
wenwen | decision | tom | Is Wenwen going on the exchange?
= not going, no exchange
  5> 想好了, no exchange for me, too expensive, I'm staying
= Delft
  19> ok plot twist, got the scholarship so I AM doing the exchange, Delft from January
  26> visa form for Delft is 12 pages, 救命, but exchange is happening
wenwen | decision | nadia | Which film do we watch on film night?
= Spirited Away
  8> film night pick is Spirited Away, 全票通过
= Paprika
  12> changed by popular demand: film night is Paprika, 大家都看过宫崎骏了
wenwen | instruction | wenwen | What do you do with English idioms for me?
= Chinese, 中文
  6> bot, whenever you use an English idiom with me explain it in Chinese in brackets, thanks
wenwen | rule | mia | What's the limit for gifts in our secret santa?
= 15 dollars
  9> Secret santa rule: gifts up to 15 dollars.
= 25 dollars
  22> ok inflation is real, new limit for secret santa gifts is 25 dollars, 就这么定了
wenwen | event | tom | When is the Mayday concert Wenwen goes to?
= 24 October, 10-24
  11> 抢到票了!!!! Mayday concert on 24 October, I'm crying
  23> outfit for the 五月天 mayday concert on 24 October, help me choose, sequins or no sequins
wenwen | rule | nadia | Who pays when somebody cancels a dinner late?
= deposit
  17> so we all agree then, who cancels dinner on the same day covers the deposit, 没有例外
"""
