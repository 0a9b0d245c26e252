"""Changed facts in other attributes and wording than `changed_fact_texts`, to check ltm/domain/same_fact.py.

The rule was mended after faults on the simple ones; the held-out ones were written after that."""

from typing import NamedTuple


class Told(NamedTuple):
    older: str
    newer: str
    asked: str
    alike: str


SIMPLE_ENGLISH = (
    Told("My phone number is 123.", "My phone number is 456.", "What is my phone number?", "My flat number is 789."),
    Told("I live in Beijing.", "I moved to Shanghai.", "Where do I live?", "I flew to Nanjing with Kim."),
    Told("My salary is 4200 a month.", "I earn 4600 a month now.", "What is my salary?", "My rent is 900 a month."),
    Told("I'm allergic to bees.", "I'm allergic to wasps, not bees.", "What am I allergic to?", "Kim keeps bees."),
    Told("Kim is allergic to nuts.", "Kim is allergic to milk.", "What is Kim allergic to?", "Kim is fond of soup."),
    Told(
        "The release is on Friday.", "The release moved to Monday.", "When is the release?", "The party is on Sunday."
    ),
    Told("Our budget is 5000 euros.", "Our budget is 7000 euros.", "How big is our budget?", "The sofa was 700 euros."),
    Told(
        "Kim's desk is on floor 2.",
        "Kim's desk is on floor 5 now.",
        "Where is Kim's desk?",
        "Lee's desk is on floor 3.",
    ),
    Told("I weigh 82 kilos.", "I weigh 77 kilos.", "How much do I weigh?", "My suitcase weighs 20 kilos."),
    Told(
        "My hobby is fencing.", "My hobby is pottery these days.", "What is my hobby?", "My brother's hobby is chess."
    ),
    Told(
        "I'm learning Spanish.",
        "I switched to learning Greek.",
        "Which language am I learning?",
        "I read Danish novels.",
    ),
    Told(
        "The wifi name is Heron 44.",
        "The wifi name has changed to Otter 90.",
        "What's the wifi name?",
        "The printer's name is Crane 12.",
    ),
    Told("I take the 7:40 train.", "I take the 8:10 train now.", "Which train do I take?", "The film starts at 9:15."),
    Told("My shoe size is 42.", "My shoe size is 43.", "Tell me my shoe size.", "My shirt size is 39."),
    Told("Our team lead is Priya.", "Our team lead is Omar.", "Who is our team lead?", "Our intern is Lucas."),
    Told("I'm reading Emma.", "I finished it, now I'm reading Dune.", "What am I reading?", "I lent Walden to Kim."),
    Told("I study biology.", "I changed my major to physics.", "What do I study?", "I tutor pupils in maths."),
    Told(
        "The wifi is called Fox.",
        "The wifi was renamed to Owl.",
        "What is the wifi called?",
        "The printer is called Bee.",
    ),
    Told("My gym is Atlas.", "My gym is Summit.", "Which gym do I go to?", "My bank is Meridian."),
    Told("I'm 29 years old.", "I turned 30, I'm 30 years old.", "How old am I?", "My house is 80 years old."),
    Told(
        "My flight leaves at 9:00.",
        "My flight leaves at 11:30.",
        "When does my flight leave?",
        "The bus leaves at 6:20.",
    ),
    Told(
        "We use Trello.", "We switched from Trello to Jira.", "Which tool do we use for tasks?", "We order at Luigi's."
    ),
)

SIMPLE_CHINESE = (
    Told("我的电话是123。", "我的电话是456。", "我的电话是多少？", "我的门牌号是789。"),
    Told("我住在北京。", "我搬到上海了。", "我住在哪里？", "我和小凯飞去了南京。"),
    Told("我月薪八千。", "我月薪涨到一万了。", "我的月薪是多少？", "我的房租是三千。"),
    Told("我对蜜蜂过敏。", "我对黄蜂过敏，不是蜜蜂。", "我对什么过敏？", "小凯养蜜蜂。"),
    Told("小凯对坚果过敏。", "小凯对牛奶过敏。", "小凯对什么过敏？", "小凯爱喝汤。"),
    Told("版本周五发布。", "版本发布改到周一了。", "版本什么时候发布？", "聚会在周日。"),
    Told("我们的预算是五万。", "我们的预算是七万。", "我们的预算是多少？", "沙发花了七千。"),
    Told("小凯的工位在二楼。", "小凯的工位现在在五楼。", "小凯的工位在哪？", "小李的工位在三楼。"),
    Told("我体重82公斤。", "我体重77公斤。", "我体重多少？", "我的箱子重20公斤。"),
    Told("我的爱好是击剑。", "我如今的爱好是陶艺。", "我的爱好是什么？", "我弟弟的爱好是象棋。"),
    Told("我在学西班牙语。", "我改学希腊语了。", "我在学什么语言？", "我在看丹麦小说。"),
    Told("无线网名是白鹭44。", "无线网名换成水獭90了。", "无线网名是什么？", "打印机名是仙鹤12。"),
    Told("我坐7点40的火车。", "我现在坐8点10的火车。", "我坐几点的火车？", "电影9点15开始。"),
    Told("我的鞋码是42。", "我的鞋码是43。", "提醒我一下我的鞋码。", "我的衣服是39码。"),
    Told("我们组长是刘洋。", "我们组长是赵磊。", "我们组长是谁？", "我们的实习生是小吴。"),
    Told("我在看《红楼梦》。", "我换了一本书，在看《三体》。", "我在看什么书？", "我把《活着》借给小凯了。"),
    Told("我学的是生物专业。", "我转到物理专业了。", "我学什么专业？", "我给学生补数学。"),
    Told("无线网叫狐狸。", "无线网改名叫猫头鹰了。", "无线网叫什么？", "打印机叫蜂鸟。"),
    Told("我去的健身房是阿特拉斯。", "我去的健身房是顶峰。", "我去哪家健身房？", "我的银行是子午线。"),
    Told("我29岁。", "我30岁了。", "我几岁？", "我的房子有80年了。"),
    Told("我的航班九点起飞。", "我的航班十一点半起飞。", "我的航班几点起飞？", "大巴六点二十出发。"),
    Told("我们用飞书管任务。", "我们换成钉钉管任务了。", "我们用什么管任务？", "我们在老王家订餐。"),
)

HELD_OUT_ENGLISH = (
    Told("I get up at six.", "I get up at half past seven these days.", "When do I get up?", "I have lunch at noon."),
    Told(
        "My son goes to Elm School.",
        "My son goes to Oak School.",
        "Which school does my son go to?",
        "I teach at Pine.",
    ),
    Told("Kim lives in Ghent.", "Kim has moved to Bruges.", "Where does Kim live?", "Lee lives in Antwerp."),
    Told("Our standup is at 9.", "Standup is at 10 from now on.", "When is our standup?", "Our lunch table is at 12."),
    Told(
        "My glasses have minus 2.",
        "My glasses have minus 3.",
        "What strength are my glasses?",
        "It is minus 5 outside.",
    ),
    Told("I owe Kim 40 euros.", "I owe Kim 15 euros.", "How much do I owe Kim?", "I owe Lee 60 euros."),
    Told(
        "I pay 80 for insurance.", "My insurance costs 95 now.", "What do I pay for insurance?", "I pay 30 for the gym."
    ),
    Told(
        "My manager is Dana.", "I report to Ravi now, he's my new manager.", "Who is my manager?", "My plumber is Joe."
    ),
    Told(
        "My favourite band is Blur.", "My favourite band is Muse.", "What's my favourite band?", "I saw Oasis in 1996."
    ),
    Told("I smoke ten a day.", "I no longer smoke.", "Do I smoke?", "Lee smokes a pipe."),
    Told(
        "My laptop is a ThinkPad.",
        "I replaced it, my laptop is a MacBook.",
        "What laptop do I have?",
        "My phone is a Pixel.",
    ),
    Told(
        "The server runs in Paris.",
        "The server runs in Dublin.",
        "Where does the server run?",
        "The office is in Rome.",
    ),
    Told(
        "My visa expires in May.",
        "My visa was extended, it expires in July.",
        "When does my visa expire?",
        "My lease ends in June.",
    ),
    Told("I'm single.", "I got married, I'm not single any more.", "Am I single?", "Kim is divorced."),
    Told("We have 12 members.", "We have 15 members now.", "How many members do we have?", "We have 4 rooms."),
    Told("My blood pressure is 140.", "My blood pressure is 125.", "How high is my blood pressure?", "My pulse is 70."),
    Told(
        "I drink coffee in the morning.",
        "I switched to tea in the morning.",
        "What do I drink in the morning?",
        "I eat rice at night.",
    ),
    Told(
        "The keys are under the mat.", "The keys are in the shed.", "Where are the keys?", "The bikes are in the hall."
    ),
    Told(
        "My nickname is Bear.",
        "Everyone calls me Fox now, that's my nickname.",
        "What's my nickname?",
        "My horse is called Sky.",
    ),
    Told(
        "Project Iris is led by Tom.",
        "Project Iris is led by Ana.",
        "Who leads project Iris?",
        "Project Lotus is led by Ben.",
    ),
)

HELD_OUT_CHINESE = (
    Told("我六点起床。", "我最近七点半起床。", "我几点起床？", "我十二点吃午饭。"),
    Told("我儿子上榆树小学。", "我儿子转学了，上橡树小学。", "我儿子上哪个小学？", "我在松林中学教书。"),
    Told("小凯住在苏州。", "小凯搬去无锡了。", "小凯住在哪里？", "小李住在常州。"),
    Told("我们早会九点开。", "早会以后十点开。", "我们早会几点开？", "我们十二点吃饭。"),
    Told("我的眼镜是两百度。", "我的眼镜是三百度。", "我的眼镜多少度？", "外面零下五度。"),
    Told("我欠小凯四十块。", "我欠小凯十五块。", "我欠小凯多少钱？", "我欠小李六十块。"),
    Told("我的保险一个月八十。", "我的保险涨价了，一个月九十五。", "我的保险一个月多少钱？", "健身房一个月三十。"),
    Told("我的经理是戴娜。", "我换了经理，是拉维。", "我的经理是谁？", "修水管的是老乔。"),
    Told("我最喜欢的乐队是五月天。", "我最喜欢的乐队是苏打绿。", "我最喜欢的乐队是哪个？", "我看过黑豹的演出。"),
    Told("我每天抽十根烟。", "我已经不抽烟了。", "我抽烟吗？", "小李抽烟斗。"),
    Told("我的电脑是联想的。", "我换了电脑，是苹果的。", "我的电脑是什么牌子？", "我的手机是小米的。"),
    Told("服务器在杭州机房。", "服务器迁到贵州机房了。", "服务器在哪个机房？", "办公室在南京。"),
    Told("我的签证五月到期。", "我的签证延期到七月了。", "我的签证什么时候到期？", "我的租约六月到期。"),
    Told("我单身。", "我结婚了，不再单身。", "我是单身吗？", "小凯离婚了。"),
    Told("我们社团有12个人。", "我们社团现在有15个人。", "我们社团有多少人？", "我们有4间教室。"),
    Told("我的血压是140。", "我的血压是125。", "我的血压是多少？", "我的心率是70。"),
    Told("我早上喝咖啡。", "我早上改喝茶了。", "我早上喝什么？", "我晚上吃米饭。"),
    Told("钥匙在地垫下面。", "钥匙在储藏室里。", "钥匙在哪里？", "自行车在走廊。"),
    Told("我的外号是大熊。", "大家如今都叫我狐狸，这是我的外号。", "我的外号是什么？", "我的马叫天空。"),
    Told("鸢尾项目由老汤负责。", "鸢尾项目由安娜负责。", "鸢尾项目由谁负责？", "莲花项目由老本负责。"),
)
