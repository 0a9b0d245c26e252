"""What the English speakers of the month tell about themselves, in the format of `month_told`."""

ENGLISH_FACTS = """\
mia | fact | tom | Which city does Mia live in now?
= Graz
  I live in Graz, right behind the opera house.
  sorry for the echo, this flat in graz has zero furniture so far
= Linz
  Update for the address list: I moved to Linz on the weekend.
  ok the boxes are unpacked, coffee machine works, linz is home now and i'm never carrying a sofa again
mia | fact | mia | What do I do for a living?
= vet nurse, animal clinic
  long day at the animal clinic, that's vet nurse life, somebody always bites
= groomer, grooming
  so i did it, no more clinic, since monday i'm a dog groomer with my own table and scissors
  people ask if dog grooming pays. it does, it's my full time job after all
mia | preference | nadia | What does Mia eat, what should I not cook for her?
= vegetarian
  Please count me as vegetarian for the picnic.
= vegan
  that documentary did it, eggs and cheese are out as well, i'm fully vegan from here on
  the cake looks great!! is there butter in it though, because vegan me will cry
mia | fact | wenwen | What's the name of Mia's cat?
= Pickle
  My cat is called Pickle.
  brb pickle just pushed my plant off the shelf, worst cat i ever owned and i adore him
  whoever asked about the yowling on the call: that was Pickle, the cat wanted dinner
mia | fact | mia | What does my sister Hanna work as?
= midwife
  My sister Hanna is a midwife up in Oslo.
mia | preference | tom | What's Mia's favourite tea?
= rooibos
  My favourite tea is rooibos.
= jasmine
  ok tea people, I have been converted, jasmine has kicked everything else off the throne and is my number one
= mint
  never say never, fresh mint from the balcony is my favourite tea now, the others gather dust
mia | fact | nadia | Which medicine can't Mia take?
= ibuprofen
  whatever you give me for a headache, not ibuprofen, I got hives all over from it and the doctor put it in my file
  reminder since we share the cabin: I'm allergic to ibuprofen
mia | fact | wenwen | When is Mia's birthday?
= 3 May, third of May, May 3, 3rd of May
  My birthday is on the third of May.
mia | fact | mia | Which instrument do I play?
= cello
  fingers hurt, two hours of cello again, 12 years of this and the neighbours still greet me
mia | fact | tom | Which language is Mia learning?
= Finnish
  I'm learning Finnish, fifteen cases and all.
= Hungarian
  gave up on the fifteen cases, i take Hungarian classes instead now. yes i know. even more cases
mia | fact | nadia | How does Mia get around these days?
= Panda
  my old fiat panda takes me everywhere, the heating is stuck on max but hey
= cargo bike
  sold the car!! cargo bike only from now on, the dogs fit in the box
mia | fact | wenwen | Who is Mia engaged to?
= Felix
  Felix and I got engaged on Sunday.
  mum is already fighting with felix about the guest list and we have been engaged for like five minutes
tom | fact | mia | Where does Tom work?
= Arlo Freight, Arlo
  I work for Arlo Freight as a dispatcher.
  arlo finally bought us chairs, only took my employer nine years
= Nordbank
  handed in my badge, from today on it's Nordbank that pays my rent
  fun fact from work, nordbank has a slide between floors and grown men in suits use it, me too on day two
tom | fact | nadia | Where is Tom living at the moment?
= Bristol
  Home for me is Bristol, the hilly part.
= Cardiff
  we've done it, moved across the bridge, Cardiff is where you find me now
tom | preference | tom | Which code editor do I use?
= Sublime
  I write all my code in Sublime.
= Helix
  funny how it goes, the other day i swore by the other one, now helix is my editor and i can't go back
tom | fact | wenwen | What is Tom's beagle called?
= Waffles
  We have a beagle named Waffles.
  waffles ate a sock again. beagle 3, socks 0
tom | fact | mia | What does Tom's son love most?
= diggers
  Ollie is four now and all he wants in the world are diggers, so my sunday was a building site fence
  bought the kid yet another digger book, my son ollie can't get enough of diggers
tom | preference | nadia | Does Tom have trouble with any food?
= gluten
  I can't have gluten, my gut goes on strike.
  if we order: one without gluten for me please, always, it's not a fad
tom | fact | tom | Which laptop do I have?
= ThinkPad
  typing this on my thinkpad t480, held together by stickers
= Framework
  thinkpad's dead, long live the king, got a Framework 13 now and put it together myself
tom | preference | mia | How should one reach Tom, and how not?
= phone calls
  i hate phone calls with a passion, my throat closes up, write me and you get an answer within the minute
tom | fact | wenwen | What does Tom's brother Gareth do?
= pub
  My brother Gareth owns a pub in Swansea.
  if you're ever in swansea the pub on the corner by the marina is my brother's, say gareth's little brother sent you
tom | preference | nadia | What's Tom's favourite board game?
= Catan
  game night? Catan is my favourite, bring snacks
= Brass
  after last night I have to confess that brass birmingham has replaced it as my favourite board game, ever
tom | fact | mia | What distance is Tom training for?
= half marathon, half-marathon
  I'm training for a half marathon.
= triathlon
  Change of plan with my training, it's a triathlon I'm preparing for now, the knees wanted variety.
tom | fact | wenwen | Which team does Tom support?
= Wrexham
  Wrexham fan since 1994, so i know pain and i know a little joy
tom | fact | nadia | How old is Tom?
= 38, thirty-eight
  I am 38 years old.
tom | fact | tom | What am I afraid of?
= moths
  ok laugh but i'm properly scared of moths, a grown man, i left my own kitchen to one yesterday
nadia | fact | mia | Which city does Nadia live in?
= Lyon
  I'm in Lyon, third floor, view on the river.
= Grenoble
  new chapter: i sleep in grenoble as of tonight, mountains outside every window
  for the parcel people among you, it's Grenoble you have to write on it, i'm not at the river anymore
nadia | fact | tom | What does Nadia do for work?
= pastry chef, patisserie
  I'm a pastry chef, so yes, I do judge your croissants.
= teach baking, teaches baking, baking teacher
  i hung up the apron, now i teach baking at a vocational school, sixteen teenagers and forty kilos of dough
nadia | fact | wenwen | Who is Nadia together with?
= Karim
  My boyfriend is called Karim.
= Yusuf
  some of you asked so here: karim and me are over, i'm with Yusuf now and it's good
nadia | fact | nadia | What's my mother's name and what did she teach?
= Samira, chemistry
  My mum Samira taught chemistry for thirty years, don't try to trick her.
nadia | preference | tom | What's Nadia's favourite colour?
= teal
  paint it teal, my favourite colour, teal goes with everything
= mustard
  i'm so over blueish things, mustard is my favourite colour these days and i have the scarf to prove it
nadia | fact | mia | Where is Nadia from originally?
= Tunis
  I was born and raised in Tunis.
  as a girl from tunis i call this weather a personal insult
nadia | preference | wenwen | Who is Nadia's favourite author?
= Le Guin
  if you only read one author make it Le Guin, my favourite by a mile
nadia | fact | tom | What grade does Nadia climb?
= 6b
  I climb 6b now.
= 7a
  remember when i was proud of that old grade? well. 7a. i climb 7a as of last night
nadia | fact | nadia | Which keyboard do I type on?
= Ergodox
  I type on an Ergodox, it's a split keyboard.
nadia | preference | mia | What does Nadia drink in the morning?
= flat white
  I drink an oat flat white every morning.
= matcha
  A whole week without coffee, I start every morning with matcha now.
  my hands stopped shaking since there's matcha in my morning cup instead of espresso
nadia | fact | tom | Which nuts is Nadia allergic to?
= cashew
  careful with the curry, I'm allergic to cashews
  the epi pen on my bag is because of cashews, in case you ever need to know what to do
nadia | fact | wenwen | What does Nadia do on Monday evenings?
= choir
  I sing in a choir on Monday evenings.
nadia | fact | mia | How many siblings does Nadia have?
= four brothers
  try growing up with four brothers and one bathroom, that's my whole childhood in a sentence
wenwen | fact | tom | Where does Wenwen live now?
= Toronto
  I live in Toronto, 冬天真的会死人
= Vancouver
  搬完了!! so yeah I'm a Vancouver person now, rain jacket and all
  the view from my new 阳台 is insane, vancouver you win, best place I ever lived in
wenwen | fact | mia | What does Wenwen study?
= architecture
  架构图画到吐 lol that's what you get for studying architecture
= landscape design
  转专业成功!!! I'm in landscape design now, trees > walls
  first weeks of my new major and landscape design means I know the latin name of every 草 on campus
wenwen | fact | nadia | What's Wenwen's hamster called?
= 汤圆
  My hamster is called 汤圆.
  汤圆 escaped again at 3am, my hamster has a better social life than me
wenwen | preference | tom | What's Wenwen's favourite snack?
= 辣条
  辣条 is life, favourite snack hands down, 谁懂
= 海苔
  okay my stomach filed a complaint so the new favourite snack is 海苔, crispy and no regrets
= 山楂卷
  last switch i swear: 山楂卷 is my favourite snack now, 酸酸甜甜, mum mails them by the kilo
wenwen | fact | wenwen | Who is my roommate?
= Bella
  My roommate is called Bella.
= Chloe
  Bella moved out 呜呜, my roommate is Chloe now, she labels her eggs
wenwen | fact | mia | Which instrument does Wenwen play?
= 古筝, guzheng
  I've been playing 古筝 (guzheng) since I was seven, still get blisters
wenwen | fact | nadia | When is Wenwen awake?
= night owl
  don't even try before noon, total night owl, 凌晨四点最清醒, that's just how i work
wenwen | preference | tom | Which game does Wenwen play most?
= Genshin
  I play Genshin every day.
= Stardew
  uninstalled the gacha thing, 戒了, my daily game is Stardew now and my turnips are thriving
wenwen | fact | mia | Where does Wenwen's grandma live?
= 苏州, Suzhou
  My grandma lives in 苏州 with her three parrots.
wenwen | fact | nadia | Where does Wenwen work part-time?
= boba
  I work part-time in a boba shop.
= library
  no more sticky hands, 换工作了, I do my part-time hours at the campus library now
  quiet shift at the library again, best part time gig ever, 安静得能听见自己的胃
wenwen | preference | tom | Which fruit does Wenwen love that others can't stand?
= durian, 榴莲
  say what you want, durian 榴莲 is my favourite fruit and i eat it on the balcony like a criminal
wenwen | fact | wenwen | What is my Chinese zodiac animal?
= rabbit
  I'm a rabbit by the way 🐰 属兔的, so next year is not my year
wenwen | fact | mia | What happened to Wenwen's knee, what can't she do?
= ACL
  Tore my ACL in high school, so I can't jump or do sharp turns.
  trampoline park? 算了, no jumping for me ever since the ACL thing, i'll film you guys
"""
