"""What is shown of what was found, with the built-in model: nothing where nothing fits, the newer value first."""

import pytest

from ltm.adapters.cached_embedder import CachedEmbedder
from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.local_embedder import LocalEmbedder
from ltm.domain.recall import RecallQuery
from ltm.ports.embedder import Embedder
from ltm.services.recall import RecallService
from tests.doubles import BrokenEmbedder, FixedClock, TableEmbedder
from tests.services.memories import ALICE, HERE, episode, indexed, stored

pytestmark = pytest.mark.anyio

FACTS = (
    "I am allergic to peanuts",
    "My sister Anna lives in Lisbon",
    "Our weekly meeting is on Thursday at ten",
    "我家的猫叫团子，三岁了",
    "我下个月要搬去杭州工作",
    "小红喜欢喝乌龙茶",
)
EMBEDDER = CachedEmbedder(LocalEmbedder(), 1_000)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def recall() -> RecallService:
    store = InMemoryEpisodes()
    await stored(store, EMBEDDER, HERE, *(episode(text, days_ago=n) for n, text in enumerate(FACTS)))
    service = made(store, EMBEDDER)
    await service.warm()
    return service


def made(store: InMemoryEpisodes, embedder: Embedder, *, follow_links: bool = False) -> RecallService:
    return RecallService(
        store=indexed(store, embedder.model),
        embedder=embedder,
        clock=FixedClock(),
        half_life_days=30,
        follow_links=follow_links,
    )


async def shown(service: RecallService, text: str, *context: str) -> list[str]:
    query = RecallQuery(text=text, context=context, top_k=3, speaker=ALICE, only_if_fitting=True)
    return [hit.episode.content for hit in (await service.recall(HERE, query)).hits]


@pytest.mark.parametrize(
    ("message", "fact"),
    [
        ("Which food must I avoid?", FACTS[0]),
        ("where does my sister live?", FACTS[1]),
        ("when do we meet every week?", FACTS[2]),
        ("我的猫几岁了？", FACTS[3]),
        ("我什么时候搬家？", FACTS[4]),
        ("小红爱喝什么？", FACTS[5]),
    ],
)
async def test_what_fits_is_shown_first(recall: RecallService, message: str, fact: str) -> None:
    assert (await shown(recall, message))[0] == fact


@pytest.mark.parametrize(
    "message",
    [
        "Compose a limerick about penguins",
        "Who wrote Don Quixote?",
        "good morning everybody",
        "37加58是多少？",
        "用Python做一个计算器",
        "今天天气真好啊",
    ],
)
async def test_where_nothing_fits_nothing_is_shown_but_a_search_still_answers(
    recall: RecallService, message: str
) -> None:
    assert await shown(recall, message) == []
    assert (await recall.recall(HERE, RecallQuery(text=message))).hits


async def test_a_vague_message_fits_what_the_conversation_is_about(recall: RecallService) -> None:
    assert FACTS[3] in await shown(recall, "你还记得它叫什么吗？", "我家的猫最近老是不吃饭")


async def test_without_a_model_a_memory_fits_if_it_holds_enough_of_the_words(recall: RecallService) -> None:
    store = InMemoryEpisodes()
    await stored(store, EMBEDDER, HERE, *(episode(text) for text in FACTS))
    by_words = made(store, BrokenEmbedder(EMBEDDER))
    assert await shown(by_words, "am I allergic to peanuts?") == [FACTS[0]]
    assert await shown(by_words, "小红喜欢喝什么茶") == [FACTS[5]]
    assert await shown(by_words, "What is on the menu in the new restaurant next to the lake?") == []


async def test_a_memory_that_waits_for_its_vector_fits_by_its_words() -> None:
    store = InMemoryEpisodes()
    former = TableEmbedder({"the locker code is KX-71": (1.0,) * 8}, model="former/1")
    await stored(store, former, HERE, episode("the locker code is KX-71"))
    await stored(store, EMBEDDER, HERE, *(episode(text) for text in FACTS))
    views = indexed(store, EMBEDDER.model)
    assert await views.load(HERE)
    service = RecallService(store=views, embedder=EMBEDDER, clock=FixedClock(), half_life_days=30)
    await service.warm()
    assert await shown(service, "the code KX-71?") == ["the locker code is KX-71"]
    assert await shown(service, "Compose a limerick about penguins") == []


async def test_what_says_the_same_is_shown_once_the_newer_one() -> None:
    store = InMemoryEpisodes()
    same = [episode("The locker code is KX-71", days_ago=90), episode("the locker code is KX-71.", days_ago=2)]
    await stored(store, EMBEDDER, HERE, *same, episode("The locker code is KX-72", days_ago=300))
    service = made(store, EMBEDDER)
    await service.warm()
    found = (await service.recall(HERE, RecallQuery(text="what is the locker code?"))).hits
    assert [hit.episode.content for hit in found] == ["the locker code is KX-71.", "The locker code is KX-72"]


@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        ("I live in Beijing", "I moved to Shanghai", "where do I live?"),
        ("My phone number is 555-0142", "My phone number is 555-0199", "what is my phone number?"),
        ("我住在北京", "我搬到上海了", "我住在哪里？"),
        ("我的电话是13800138000", "我的电话换成13911112222了", "我的电话号码是多少？"),
    ],
)
async def test_of_two_values_of_a_fact_the_newer_comes_first(old: str, new: str, question: str) -> None:
    for said_by in (ALICE, None):
        store = InMemoryEpisodes()
        facts = [episode(old, days_ago=200, by=said_by), episode(new, days_ago=3, by=said_by)]
        await stored(store, EMBEDDER, HERE, *facts, *(episode(text, by=said_by) for text in FACTS))
        service = made(store, EMBEDDER)
        await service.warm()
        found = [hit.episode.content for hit in (await service.recall(HERE, RecallQuery(text=question))).hits]
        assert found.index(new) < found.index(old)


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Where does Alice's sister work?", "Alice's sister is called Mei", "Mei sells lamps in Kiel"),
        ("小雨的室友对什么过敏？", "小雨的室友叫林可", "林可吃不了花生"),
    ],
)
async def test_what_fits_brings_what_it_leads_to(question: str, first: str, second: str) -> None:
    store, found = InMemoryEpisodes(), {}
    await stored(store, EMBEDDER, HERE, *map(episode, [*FACTS, first, second]))
    for follow_links in (False, True):
        service = made(store, EMBEDDER, follow_links=follow_links)
        await service.warm()
        found[follow_links] = await shown(service, question)
        assert await shown(service, "37加58是多少？") == []
    assert second not in found[False]
    assert found[True][0] == first
    assert second in found[True]
