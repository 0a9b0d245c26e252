"""The wording of facts that change: per attribute how people state it, change it and ask for it, in two languages.

`told` states a value, `changed` states that it is now another one, `asked` asks for it; `{v}` is the value. `others`
are facts that read alike and must not be taken for it: about somebody else, or about a neighbouring attribute.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    name: str
    told: tuple[str, ...]
    changed: tuple[str, ...]
    asked: tuple[str, ...]
    others: tuple[str, ...]
    values: tuple[str, ...]


def _attribute(name: str, told: str, changed: str, asked: str, others: str, values: str) -> Attribute:
    """Each text holds its alternatives between bars."""
    split = [tuple(part.strip() for part in text.split("|")) for text in (told, changed, asked, others, values)]
    return Attribute(name=name, told=split[0], changed=split[1], asked=split[2], others=split[3], values=split[4])


ENGLISH = (
    _attribute(
        "home",
        "I live in {v}.|My home is in {v}.|I have a flat in {v}, I live there.|{v} is the city I live in.",
        "I live in {v} now.|I have moved to {v}.|We moved house, my new home is in {v}.|"
        "Since last week I've been living in {v}.",
        "Where do I live?|Which city do I live in?|What city is my home in?|Where is my home?",
        "My sister lives in {v}.|I was born in {v}.|My parents have a house in {v}.|I spent a weekend in {v}.",
        "Beijing|Shanghai|Lyon|Porto|Oslo|Denver|Leeds|Kyoto|Graz|Turin",
    ),
    _attribute(
        "employer",
        "I work for {v}.|My employer is {v}.|I have a job at {v}.|I'm employed at {v} as an analyst.",
        "I changed jobs and work for {v} now.|I started at {v}, that's my new employer.|"
        "I have left my old company, now I'm at {v}.",
        "Where do I work?|Which company do I work for?|Who is my employer?",
        "My brother works for {v}.|My wife has a job at {v}.|I had an interview at {v} as a student.|"
        "{v} is a customer of ours.",
        "Siemens|Arup|Novartis|Ikea|Lufthansa|Nestlé|Philips|Bosch|Spotify|Maersk",
    ),
    _attribute(
        "phone",
        "My phone number is {v}.|You can call me on {v}.|My number: {v}.|I can be reached by phone at {v}.",
        "I have a new phone number: {v}.|My phone number is {v} now.|Please call me on {v} from now on.",
        "What is my phone number?|Which number can people call me on?|What's my number?",
        "My mother's phone number is {v}.|The phone number of the dentist is {v}.|"
        "The fax number of our office is {v}.|My customer number is {v}.",
        "555-0142|555-0198|555-0117|555-0163|555-0171|555-0129|555-0184|555-0106|555-0155",
    ),
    _attribute(
        "cat",
        "My cat is called {v}.|I have a cat named {v}.|The name of my cat is {v}.|{v} is my cat.",
        "My old cat died, my new cat is called {v}.|We renamed the cat, it is {v} now.|"
        "I have another cat now, her name is {v}.",
        "What's the name of my cat?|What is my cat called?|How is my cat named?",
        "My neighbour's cat is called {v}.|My dog is called {v}.|My aunt has a parrot named {v}.|"
        "As a child I had a rabbit called {v}.",
        "Milo|Luna|Pixel|Ginger|Oscar|Shadow|Nala|Simba|Cleo|Felix",
    ),
    _attribute(
        "food",
        "My favourite food is {v}.|I like {v} best of all dishes.|{v} is my favourite dish.|"
        "Nothing tastes better to me than {v}.",
        "My favourite food is {v} these days.|I have changed my mind, now I like {v} best.|"
        "By now {v} is my favourite dish.",
        "What's my favourite food?|Which dish do I like best?|What is my favourite dish?",
        "My son's favourite food is {v}.|I cooked {v} for my guests.|My least favourite food is {v}.|"
        "My flatmate likes {v} best.",
        "lasagne|ramen|paella|dumplings|goulash|pad thai|moussaka|fish and chips|risotto",
    ),
    _attribute(
        "allergy",
        "I'm allergic to {v}.|I have an allergy to {v}.|My allergy is {v}.|I get a rash from {v}, it's an allergy.",
        "The new test says I'm allergic to {v}, not what we thought.|"
        "The doctor corrected it: my allergy is to {v}.|It turned out that I'm allergic to {v} instead.",
        "What am I allergic to?|Which allergy do I have?|What is my allergy?",
        "My daughter is allergic to {v}.|I don't like {v}.|My colleague has an allergy to {v}.|"
        "I bought {v} at the market.",
        "peanuts|shellfish|kiwi|soy|celery|sesame|walnuts|mustard|eggs",
    ),
    _attribute(
        "car",
        "I drive a {v}.|My car is a {v}.|I own a {v}.|The car I have is a {v}.",
        "I sold my car and drive a {v} now.|My new car is a {v}.|I bought another car, a {v}.",
        "What car do I drive?|Which car do I have?|What is my car?",
        "My father drives a {v}.|I rented a {v} for the holidays.|My boss owns a {v}.|I test-drove a {v} once.",
        "Volvo V60|Fiat Panda|Toyota Yaris|Ford Focus|Mazda 3|Renault Zoe|Kia Ceed|Honda Jazz|Opel Corsa",
    ),
    _attribute(
        "partner",
        "My girlfriend is {v}.|I'm together with {v}.|{v} and I are a couple.|My girlfriend's name is {v}.",
        "We broke up; my girlfriend is {v} now.|I have a new girlfriend, {v}.|I'm together with {v} now.",
        "Who is my girlfriend?|What's the name of my girlfriend?|Who am I together with?",
        "My best friend is {v}.|My cousin's girlfriend is {v}.|My boss is called {v}.|I play chess with {v}.",
        "Laura|Mei|Sofia|Hannah|Ines|Amina|Ella|Marta|Zoe|Carla",
    ),
    _attribute(
        "meeting",
        "Our team meeting is on {v}.|The team meets on {v}.|The team meeting takes place every {v}.|"
        "We have the team meeting on {v}.",
        "The team meeting was moved to {v}.|From now on the team meeting is on {v}.|"
        "We meet with the team on {v} instead.",
        "When is our team meeting?|On which day is the team meeting?|What day does the team meet?",
        "The choir rehearsal is on {v}.|My physiotherapy takes place every {v}.|The board meeting is on {v}.|"
        "The market is on {v}.",
        "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
    ),
    _attribute(
        "deadline",
        "The deadline of the Heron report is {v}.|The Heron report is due on {v}.|"
        "I have to hand in the Heron report by {v}.",
        "The deadline of the Heron report was moved to {v}.|The Heron report is now due on {v}.|"
        "They gave us a new date for the Heron report: {v}.",
        "When is the Heron report due?|What's the deadline of the Heron report?|"
        "By when do I have to hand in the Heron report?",
        "The Kestrel report is due on {v}.|The Heron kick-off was on {v}.|The tax return has to be in by {v}.|"
        "My library books are due on {v}.",
        "3 March|17 April|9 May|30 June|12 July|21 August|8 September|25 October|14 November",
    ),
    _attribute(
        "locker",
        "My locker is number {v}.|I have locker {v}.|Locker {v} is mine.|The number of my locker is {v}.",
        "I was given another locker, number {v}.|My locker is number {v} now.|I switched to locker {v}.",
        "What's the number of my locker?|Which locker is mine?|Which locker do I have?",
        "My parking space is number {v}.|Jonas has locker {v}.|My room is number {v}.|My bus line is number {v}.",
        "112|47|208|39|164|75|301|18|226",
    ),
    _attribute(
        "doctor",
        "My family doctor is {v}.|I go to {v}, that's my doctor.|{v} is my family doctor.|"
        "The name of my doctor is {v}.",
        "My doctor retired, now I go to {v}.|My new family doctor is {v}.|I changed doctors, it's {v} now.",
        "Who is my family doctor?|Which doctor do I go to?|What's the name of my doctor?",
        "My dentist is {v}.|My son's doctor is {v}.|My lawyer is {v}.|My piano teacher is {v}.",
        "Dr. Klein|Dr. Okafor|Dr. Rossi|Dr. Meyer|Dr. Singh|Dr. Novak|Dr. Chen|Dr. Evans|Dr. Lund",
    ),
    _attribute(
        "diet",
        "I eat {v}.|My diet is {v}.|I keep to a {v} diet.|I follow a {v} diet.",
        "I changed my diet, now it is {v}.|I eat {v} now.|Since my check-up my diet is {v}.",
        "What diet am I on?|What is my diet?|Which diet do I keep to?",
        "My husband keeps to a {v} diet.|I read a book about {v} cooking.|Our canteen offers {v} meals.|"
        "My flatmate eats {v}.",
        "vegan|low-carb|vegetarian|gluten-free|pescetarian|kosher|halal|paleo|sugar-free",
    ),
    _attribute(
        "email",
        "My e-mail address is {v}.|You can write to me at {v}.|Mails reach me at {v}.|I use {v} for my e-mails.",
        "I have a new e-mail address: {v}.|My e-mail address is {v} now.|Please write to {v} from now on.",
        "What is my e-mail address?|Which address can people write to me at?|What's my e-mail?",
        "My accountant's e-mail address is {v}.|The address of the newsletter is {v}.|Support answers at {v}.|"
        "My uncle's mail address is {v}.",
        "amber@post.example|k.stone@mail.example|hello@fern.example|jay@box.example|m.reed@inbox.example|"
        "office@elm.example|quill@letters.example|nova@wire.example|t.hart@desk.example",
    ),
)

CHINESE = (
    _attribute(
        "home",
        "我住在{v}。|我家在{v}。|我在{v}租了房子住。|{v}是我住的城市。",
        "我现在住在{v}。|我搬到{v}了。|我们搬家了，新家在{v}。|我从上周起住在{v}。",
        "我住在哪里？|我住在哪个城市？|我家在哪儿？|我现在住哪？",
        "我姐姐住在{v}。|我出生在{v}。|我爸妈在{v}有套房子。|我去{v}玩过一个周末。",
        "北京|上海|成都|杭州|西安|厦门|武汉|昆明|青岛|长沙",
    ),
    _attribute(
        "employer",
        "我在{v}上班。|我的公司是{v}。|我在{v}工作。|我的单位是{v}，做数据分析。",
        "我跳槽了，现在在{v}上班。|我入职{v}了，这是我的新公司。|我离开了原来的公司，现在在{v}。",
        "我在哪里上班？|我在哪家公司工作？|我的公司是哪家？",
        "我弟弟在{v}上班。|我老婆在{v}工作。|我上学时去{v}面试过。|{v}是我们的客户。",
        "腾讯|华为|小米|京东|美团|网易|联想|比亚迪|海尔|顺丰",
    ),
    _attribute(
        "phone",
        "我的手机号是{v}。|打{v}可以找到我。|我的电话：{v}。|联系我请打{v}这个电话。",
        "我换手机号了：{v}。|我的手机号现在是{v}。|以后请打{v}找我。",
        "我的手机号是多少？|打哪个号码能找到我？|我的电话是多少？",
        "我妈妈的手机号是{v}。|牙医诊所的电话是{v}。|我们办公室的传真是{v}。|我的会员号是{v}。",
        "13800000142|13800000198|13800000117|13800000163|13800000171|13800000129|13800000184|13800000106|13800000155",
    ),
    _attribute(
        "cat",
        "我的猫叫{v}。|我养了一只猫，名字叫{v}。|我家猫的名字是{v}。|{v}是我的猫。",
        "原来的猫走了，我的新猫叫{v}。|我给猫改了名，现在叫{v}。|我又养了一只猫，叫{v}。",
        "我的猫叫什么名字？|我家的猫叫什么？|我的猫叫啥？",
        "邻居的猫叫{v}。|我的狗叫{v}。|我姑姑养了只鹦鹉叫{v}。|我小时候养的兔子叫{v}。",
        "团子|豆豆|咪咪|毛毛|奶茶|布丁|小黑|橘子|花花|可乐",
    ),
    _attribute(
        "food",
        "我最喜欢吃{v}。|我最爱的菜是{v}。|{v}是我最喜欢的食物。|对我来说没有比{v}更好吃的了。",
        "我现在最喜欢吃{v}。|我口味变了，如今最爱{v}。|现在{v}成了我最喜欢的食物。",
        "我最喜欢吃什么？|我最爱的菜是什么？|我最喜欢的食物是什么？",
        "我儿子最喜欢吃{v}。|我给客人做了{v}。|我最不喜欢吃{v}。|我室友最爱吃{v}。",
        "火锅|饺子|拉面|麻婆豆腐|小笼包|烤鸭|酸菜鱼|炸酱面|寿司",
    ),
    _attribute(
        "allergy",
        "我对{v}过敏。|我的过敏原是{v}。|我有{v}过敏。|我碰到{v}就起疹子，是过敏。",
        "重新检查后发现我是对{v}过敏。|医生更正了：我的过敏原是{v}。|原来我真正过敏的是{v}。",
        "我对什么过敏？|我的过敏原是什么？|我有什么过敏？",
        "我女儿对{v}过敏。|我不爱吃{v}。|我同事对{v}过敏。|我在市场买了{v}。",
        "花生|虾|猕猴桃|大豆|芹菜|芝麻|核桃|芒果|鸡蛋",
    ),
    _attribute(
        "car",
        "我开的车是{v}。|我的车是{v}。|我有一辆{v}。|我平时开{v}。",
        "我把车卖了，现在开{v}。|我的新车是{v}。|我换车了，换成了{v}。",
        "我开什么车？|我的车是什么牌子？|我有一辆什么车？",
        "我爸爸开的车是{v}。|我度假时租过一辆{v}。|我老板有一辆{v}。|我试驾过{v}。",
        "沃尔沃V60|丰田卡罗拉|福特福克斯|马自达3|比亚迪海豚|本田飞度|大众高尔夫|日产轩逸|特斯拉Model 3",
    ),
    _attribute(
        "partner",
        "我女朋友是{v}。|我和{v}在一起。|{v}是我对象。|我女朋友叫{v}。",
        "我们分手了，现在我女朋友是{v}。|我有新女朋友了，叫{v}。|我现在和{v}在一起。",
        "我女朋友是谁？|我女朋友叫什么？|我和谁在一起？",
        "我最好的朋友是{v}。|我表哥的女朋友是{v}。|我领导叫{v}。|我常和{v}下棋。",
        "小雨|婷婷|晓梅|佳琪|思思|文静|雅丽|小燕|若兰|玉洁",
    ),
    _attribute(
        "meeting",
        "我们组的例会在{v}。|我们组{v}开例会。|每{v}开组里的例会。|组里的例会定在{v}。",
        "我们组的例会改到{v}了。|以后组里的例会都在{v}。|例会换成{v}开了。",
        "我们组的例会是哪天？|例会在星期几？|我们组什么时候开例会？",
        "合唱团在{v}排练。|我{v}做理疗。|董事会在{v}开。|集市在{v}。",
        "周一|周二|周三|周四|周五|周六|周日",
    ),
    _attribute(
        "deadline",
        "苍鹭报告的截止日期是{v}。|苍鹭报告要在{v}交。|我得在{v}之前交苍鹭报告。",
        "苍鹭报告的截止日期改到{v}了。|苍鹭报告现在是{v}交。|苍鹭报告的新期限是{v}。",
        "苍鹭报告什么时候交？|苍鹭报告的截止日期是哪天？|我得在什么时候之前交苍鹭报告？",
        "红隼报告要在{v}交。|苍鹭项目的启动会在{v}。|报税要在{v}之前完成。|我借的书{v}到期。",
        "3月3日|4月17日|5月9日|6月30日|7月12日|8月21日|9月8日|10月25日|11月14日",
    ),
    _attribute(
        "locker",
        "我的储物柜是{v}号。|我用的是{v}号柜。|{v}号储物柜是我的。|我的柜子号码是{v}。",
        "我换了储物柜，是{v}号。|我的储物柜现在是{v}号。|我改用{v}号柜了。",
        "我的储物柜是几号？|哪个储物柜是我的？|我用的是几号柜？",
        "我的车位是{v}号。|小刚的储物柜是{v}号。|我的房间是{v}号。|我坐{v}路公交车。",
        "112|47|208|39|164|75|301|18|226",
    ),
    _attribute(
        "doctor",
        "我的家庭医生是{v}。|我看病找{v}。|{v}是我的家庭医生。|我的医生叫{v}。",
        "原来的医生退休了，我现在找{v}看病。|我的新家庭医生是{v}。|我换医生了，现在是{v}。",
        "我的家庭医生是谁？|我看病找哪位医生？|我的医生叫什么？",
        "我的牙医是{v}。|我儿子的医生是{v}。|我的律师是{v}。|我的钢琴老师是{v}。",
        "王建国|李秀英|张丽华|刘志强|陈晓东|杨国平|赵敏芝|孙永红|周海燕",
    ),
    _attribute(
        "diet",
        "我的饮食是{v}。|我坚持{v}。|我一直吃{v}。|我在执行{v}的食谱。",
        "我换了饮食方式，现在是{v}。|我现在改吃{v}了。|体检之后我改成了{v}。",
        "我的饮食方式是什么？|我在坚持什么饮食？|我现在吃什么食谱？",
        "我老公坚持{v}。|我看了一本讲{v}的书。|食堂提供{v}套餐。|我室友吃{v}。",
        "全素餐|低碳水饮食|蛋奶素|无麸质饮食|鱼素|清真餐|生酮饮食|低盐饮食|无糖饮食",
    ),
    _attribute(
        "email",
        "我的邮箱是{v}。|给我写信发到{v}。|发邮件到{v}我能收到。|我平时用{v}收邮件。",
        "我换邮箱了：{v}。|我的邮箱现在是{v}。|以后请发到{v}。",
        "我的邮箱是什么？|给我发邮件发到哪个地址？|我的邮箱地址是多少？",
        "会计的邮箱是{v}。|订阅地址是{v}。|客服的邮箱是{v}。|我叔叔的邮箱是{v}。",
        "hupo@post.example|shitou@mail.example|yezi@fern.example|xiaojie@box.example|luwei@inbox.example|"
        "bangong@elm.example|yumao@letters.example|xingxing@wire.example|luming@desk.example",
    ),
)
