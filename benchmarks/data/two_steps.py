"""Questions that take two memories to answer: the first names somebody or something, the second tells of that name.

Written for this benchmark, 24 in each language, with 200 memories around them that say the same sort of thing of
others."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple


class TwoSteps(NamedTuple):
    question: str
    first: str
    second: str


ENGLISH: Sequence[TwoSteps] = (
    TwoSteps(
        "Where does Alice's sister work?", "Alice's sister is called Mei.", "Mei works at a shipping company in Kiel."
    ),
    TwoSteps(
        "Which city does Daniel's boss live in?", "Daniel's boss is Ingrid Solberg.", "Ingrid Solberg lives in Bergen."
    ),
    TwoSteps(
        "What is Priya's flatmate allergic to?", "Priya shares her flat with Tomasz.", "Tomasz is allergic to peanuts."
    ),
    TwoSteps("What does Henry's daughter study?", "Henry's daughter is Amelie.", "Amelie studies marine biology."),
    TwoSteps(
        "When is the birthday of Rosa's husband?",
        "Rosa is married to Stefan.",
        "Stefan was born on the ninth of March.",
    ),
    TwoSteps(
        "What kind of car does Ben's neighbour drive?",
        "Ben's neighbour is Mrs Okafor.",
        "Okafor drives an old green Saab.",
    ),
    TwoSteps("Who trains Lucy's horse?", "Lucy's horse is named Comet.", "Comet is trained by a retired jockey."),
    TwoSteps("What does Omar's dog eat?", "Omar has a dog called Biscuit.", "Biscuit only eats tinned salmon."),
    TwoSteps(
        "Where was the company founded that Nadia works for?",
        "Nadia works for Helvara.",
        "Helvara was founded in Tallinn.",
    ),
    TwoSteps(
        "Who leads the project that Victor is on?",
        "Victor is on project Albatross.",
        "Albatross is led by a woman from the Oslo office.",
    ),
    TwoSteps("Which instrument does Clara's brother play?", "Clara's brother is Julius.", "Julius plays the bassoon."),
    TwoSteps("When does the cafe close that Emma likes?", "Emma's favourite cafe is Kaffa.", "Kaffa closes at six."),
    TwoSteps(
        "How much is the rent in the house where Leo lives?",
        "Leo lives in the Lindenhof.",
        "A room in the Lindenhof costs 640 a month.",
    ),
    TwoSteps(
        "What language does Sofia's fiance speak at home?",
        "Sofia is engaged to Matteo.",
        "Matteo speaks Ladin at home.",
    ),
    TwoSteps(
        "Where does the band rehearse that Paul plays in?",
        "Paul plays drums in Velvet Heron.",
        "Velvet Heron rehearse in a former bakery.",
    ),
    TwoSteps("What is broken on Irene's boat?", "Irene's boat is the Kestrel.", "The Kestrel has a broken rudder."),
    TwoSteps(
        "Which doctor treats Gwen's son?", "Gwen's son is Oliver.", "Oliver goes to see Dr Brandt about his knee."
    ),
    TwoSteps(
        "What did Hugo's supervisor write her thesis on?",
        "Hugo's supervisor is Yuki Tanabe.",
        "Yuki Tanabe wrote her thesis on glaciers.",
    ),
    TwoSteps("Which team does Mark's cousin support?", "Mark has a cousin, Declan.", "Declan supports Sligo Rovers."),
    TwoSteps(
        "What time is the class that Teresa takes?",
        "Teresa takes Bachata Basics.",
        "Bachata Basics starts at half past seven.",
    ),
    TwoSteps(
        "Who wrote the book Walter is reading?", 'Walter is reading "Salt Roads".', '"Salt Roads" is by a Greek sailor.'
    ),
    TwoSteps("Where did Zoe's best friend move to?", "Zoe's best friend is Hanna.", "Hanna moved to Ghent in spring."),
    TwoSteps("How old is Ruth's grandson?", "Ruth's grandson is Finn.", "Finn is four years old."),
    TwoSteps(
        "What server does Karl's website run on?",
        "Karl's website is Brettspiel.",
        "Brettspiel runs on a machine in the cellar.",
    ),
)

CHINESE: Sequence[TwoSteps] = (
    TwoSteps("丽丽的姐姐在哪里上班？", "丽丽的姐姐叫周晓梅。", "周晓梅在一家航运公司上班。"),
    TwoSteps("王强的老板住在哪个城市？", "王强的老板叫陈建国。", "陈建国住在厦门。"),
    TwoSteps("小雨的室友对什么过敏？", "小雨的室友叫林可。", "林可对花生过敏。"),
    TwoSteps("老李的女儿学什么专业？", "老李的女儿名叫李思远。", "李思远学的是海洋生物。"),
    TwoSteps("小芳的丈夫什么时候生日？", "小芳嫁给了何志明。", "何志明三月九号出生。"),
    TwoSteps("阿伟的邻居开什么车？", "阿伟的邻居是吴阿姨。", "吴阿姨开一辆绿色的老轿车。"),
    TwoSteps("小倩的猫喜欢吃什么？", "小倩养了一只猫叫团子。", "团子只吃三文鱼罐头。"),
    TwoSteps("大刘的狗几岁了？", "大刘的狗叫黑豆。", "黑豆今年六岁了。"),
    TwoSteps("小赵工作的公司是哪一年成立的？", "小赵在星野科技工作。", "星野科技成立于二〇一五年。"),
    TwoSteps("小孙参加的项目由谁负责？", "小孙参加的项目叫“信天翁”。", "“信天翁”由上海分部的人负责。"),
    TwoSteps("晓东的弟弟会什么乐器？", "晓东的弟弟叫马晓南。", "马晓南会拉大提琴。"),
    TwoSteps("小雯常去的咖啡馆几点关门？", "小雯常去的咖啡馆叫「慢半拍」。", "「慢半拍」晚上八点关门。"),
    TwoSteps("小吴住的小区房租多少？", "小吴住在橡树湾。", "橡树湾一间房每月三千二。"),
    TwoSteps("小琳的未婚夫是哪里人？", "小琳和高远订婚了。", "高远是内蒙古人。"),
    TwoSteps("阿杰的乐队在哪里排练？", "阿杰的乐队叫「夜航船」。", "「夜航船」在一间旧面包房里排练。"),
    TwoSteps("老周的船哪里坏了？", "老周的船叫“海燕号”。", "“海燕号”的舵坏了。"),
    TwoSteps("小萍的儿子在看哪位医生？", "小萍的儿子叫豆豆。", "豆豆的膝盖是在骨科吴主任那里看的。"),
    TwoSteps("小郑的导师研究什么？", "小郑的导师是沈教授。", "沈教授研究冰川。"),
    TwoSteps("小磊的表哥支持哪支球队？", "小磊的表哥叫韩冬。", "韩冬支持申花。"),
    TwoSteps("小婷报的课几点开始？", "小婷报了《零基础爵士舞》。", "《零基础爵士舞》晚上七点半开始。"),
    TwoSteps("老唐在读的书是谁写的？", "老唐在读《盐路》。", "《盐路》的作者是一位水手。"),
    TwoSteps("小月最好的朋友搬到哪里去了？", "小月最好的朋友叫方慧。", "方慧春天搬到了昆明。"),
    TwoSteps("老杨的孙子多大了？", "老杨的孙子叫小石头。", "小石头今年四岁。"),
    TwoSteps("阿凯的网站跑在什么机器上？", "阿凯的网站叫“棋盘格”。", "“棋盘格”跑在地下室的一台旧机器上。"),
)

_ENGLISH_OTHERS = (
    "Anton", "Bella", "Carlos", "Dora", "Edgar", "Fiona", "Gustav", "Helga", "Igor", "Jana", "Kevin", "Laura",
    "Miguel", "Nora", "Otto", "Petra", "Quentin", "Rita", "Simon", "Tina",
)  # fmt: skip
_ENGLISH_FACTS = (
    "{} works at a bank.", "{} lives in Porto.", "{} is allergic to cats.", "{} studies law.",
    "{}'s sister came to visit.", "{} plays the guitar.", "{} drives a blue van.", "{}'s dog is old.",
    "{}'s boss is on leave.", "{} is reading about history.",
)  # fmt: skip
_CHINESE_OTHERS = (
    "小马", "小高", "小林", "小何", "小罗", "小梁", "小宋", "小韩", "小冯", "小于", "小董", "小萧",
    "小程", "小曹", "小袁", "小邓", "小许", "小傅", "小曾", "小彭",
)  # fmt: skip
_CHINESE_FACTS = (
    "{}在银行上班。", "{}住在成都。", "{}对猫毛过敏。", "{}学的是法律。", "{}的姐姐来看他。",
    "{}会弹吉他。", "{}开一辆蓝色面包车。", "{}的狗年纪大了。", "{}的老板在休假。", "{}在读一本历史书。",
)  # fmt: skip

SETS = {
    "English": (ENGLISH, [fact.format(name) for fact, name in product(_ENGLISH_FACTS, _ENGLISH_OTHERS)]),
    "Chinese": (CHINESE, [fact.format(name) for fact, name in product(_CHINESE_FACTS, _CHINESE_OTHERS)]),
}
"""By language: the questions with their two memories, and 200 memories of others."""
