"""Every attempt at every door by which stored text comes out again: to a model, to people, to other programs."""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest

from ltm.adapters.codec import profile_to_bytes
from ltm.domain.answer_texts import TEXTS
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.framing import escaped, on_one_line
from ltm.domain.profile import Fact, FormerValue, Profile
from ltm.domain.scope import SessionKey
from ltm.ports.episode_store import Record
from ltm.standalone.queries import Place
from tests.components.conftest import Bench, make_bench
from tests.doubles import START
from tests.fakes import HashEmbedder
from tests.injections import ATTEMPTS, OUR_TAGS, angles, hidden

pytestmark = pytest.mark.anyio

SESSION = SessionKey(name="group_1", bot_uuid="standalone")
MEMORY_LINE = re.compile(r"- \[2025-05-31 12:00 UTC; 1 day ago; importance 4/5; said by [^\[\]();\n]+ \(id 501\)")


def place(text: str) -> Place:
    return Place(session=SESSION.name, bot_uuid=SESSION.bot_uuid, speaker_id="501", speaker_name=f"A{text}")


def profile(text: str) -> Profile:
    fact = Fact(value=text, since=START, key=text, former=(FormerValue(value=text, until=START, why=text),))
    name = Fact(value=text, since=START)
    return Profile(name=name, traits=(fact, fact), preferences=(fact,), notes=text, updated_at=START)


def episode(number: int, text: str) -> Episode:
    return Episode(
        id=EpisodeId(f"00000000-0000-4000-8000-{number:012}"),
        content=text,
        at=START - timedelta(days=1),
        tags=(text,),
        importance=4,
        speaker=Speaker(id="501", name=f"A{text}"),
        session_name=SESSION.name,
        subject=text,
    )


async def know(bench: Bench, text: str) -> None:
    """Make both profiles say the text everywhere, as an older version or another program may have stored it."""
    for key in (SESSION.session_profile_key, SESSION.speaker_profile_key("501")):
        await bench.storage.put(key, profile_to_bytes(profile(text)))


async def holding(texts: Sequence[str]) -> Bench:
    """Return an installation whose stores hold the texts unchecked, as an older version or an import may have."""
    bench = make_bench()
    await bench.host.start()
    episodes = [episode(number, text) for number, text in enumerate(texts)]
    embeddings = await HashEmbedder().embed_documents([stored.content for stored in episodes])
    scope = (await bench.application.memory()).scope(SESSION)
    await bench.store.put(scope, [Record(episode=e, embedding=v) for e, v in zip(episodes, embeddings, strict=True)])
    await know(bench, texts[0])
    return bench


@pytest.fixture(params=ATTEMPTS)
def texts(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return ATTEMPTS[request.param]


async def test_the_prompt_and_what_other_plugins_are_handed(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    recalled = 0
    for text in texts:
        await know(bench, text)
        (block,), context = await bench.host.inject(place(text), f"what about {text}")
        recalled += check_block(block, text)
        assert context is not None
        assert set().union(*map(hidden, strings(context))) == set()
        # Plain words, not a page's or a prompt's.
        assert context["speaker_profile"]["name"].count("<") == text.count("<")
        assert [context["speaker_profile"]["name"]] * 2 == context["session_profile"]["traits"]
        assert json.loads(json.dumps(context)) == context
    assert recalled


def check_block(block: str, text: str) -> int:
    """Check the injected block and return how many memories it holds."""
    lines = block.split("\n")
    assert lines == block.splitlines()
    assert hidden(block) == set()
    assert (
        lines.count(f"preferences: now {escaped(text)}; previously {escaped(text)} (until 2025-06-01 12:00 UTC)") == 2
    )
    memories = [line for line in lines if line.startswith("- ")]
    assert all(MEMORY_LINE.match(line) for line in memories)
    for tag in OUR_TAGS:
        assert block.count(tag) == ("episodes" not in tag or bool(memories))
        block = block.replace(tag, "")
    assert angles(block) == set()
    return len(memories)


async def test_what_the_runner_retrieves(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    where = {"session_name": SESSION.name, "bot_uuid": SESSION.bot_uuid, "sender_id": "501"}
    found = (await bench.host.retrieve("what about tea", top_k=20, **where)).results
    # Memories that say the same are shown once.
    assert len(texts) / 2 < len(found)
    for entry in found:
        line = str(entry.content[0].text)
        assert MEMORY_LINE.match(line)
        assert len(line.splitlines()) == 1
        assert line.endswith(f"] {escaped(texts[int(entry.id[-12:])])}")
        assert hidden(line) | angles(line) == set()


async def test_what_recall_memory_answers(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    for debug in (False, True):
        params = {"query": "what about tea", "top_k": 50, "debug": debug}
        answer = await bench.host.call_tool(place("lice"), "recall_memory", params)
        assert hidden(answer) | angles(answer) == set()
        assert len(answer.splitlines()) == 1
        memories = json.loads(answer)["memories"]
        assert len(texts) / 2 < len(memories)
        for memory in memories:
            text = texts[int(memory["id"][-12:])]
            assert (memory["content"], memory["tags"], memory["speaker"]["name"]) == (text, [text], f"A{text}")


async def test_what_update_profile_answers(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    for text in texts:
        await know(bench, text)
        edit = {"field": "name", "action": "set", "value": "Zoe"}
        answer = await bench.host.call_tool(place("lice"), "update_profile", edit, text="please change my name to Zoe")
        assert f"No longer there: {escaped(text)}." in answer
        assert hidden(answer) | angles(answer) == set()
        assert len(answer.splitlines()) == 1


async def test_what_commands_answer(texts: Sequence[str]) -> None:
    """The lines of an answer do not depend on what is stored, and nothing in them is hidden."""
    # As many of them, and as different from each other.
    hostile, plain = await holding(texts), await holding([f"w{number}" for number in range(len(texts))])
    for language, command in itertools.product(TEXTS, ("", "profile", "mine", "list", "list 2")):
        hostile.config["language"] = plain.config["language"] = language
        (answer,) = await hostile.host.command(place("lice"), f"memory {command}")
        (usual,) = await plain.host.command(place("lice"), f"memory {command}")
        check_lines(answer)
        assert [line[:4] for line in answer.split("\n")] == [line[:4] for line in usual.split("\n")]
        assert command != "profile" or answer.count(on_one_line(texts[0])) >= 2


async def test_what_is_shown_of_one_memory(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    line_counts = set()
    for number, text in enumerate(texts):
        (answer,) = await bench.host.command(place("lice"), f"memory show {episode(number, text).id}")
        check_lines(answer)
        first, *rest = answer.split("\n")
        assert first == f"{episode(number, text).id}:"
        assert rest[0] == f"    {on_one_line(text)}"
        assert all(line.startswith("    ") for line in rest)
        line_counts.add(len(rest))
    assert len(line_counts) == 1


async def test_what_a_search_answers(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    for language, explained in itertools.product(TEXTS, (False, True)):
        bench.config["language"] = language
        (answer,) = await bench.host.command(place("lice"), f"memory search {'--explain ' * explained}tea")
        check_lines(answer)
        found = re.findall(r"^-?\d\.\d\d  \[2025-05-31 12:00 UTC \| .*\n    [-0-9]{36}$", answer, re.MULTILINE)
        assert found
        assert len(answer.split("\n")) == len(found) * (2 + explained) + 1 + explained


def check_lines(answer: str) -> None:
    assert answer.splitlines() == answer.split("\n")
    assert "\t" not in answer
    assert hidden(answer) == set()


async def test_what_is_exported(texts: Sequence[str]) -> None:
    bench = await holding(texts)
    for text in texts:
        await know(bench, text)
        (answer,) = await bench.host.command(place("lice"), "memory export")
        exported = json.loads(answer)["speaker_profile"]
        assert (exported["name"], exported["notes"]) == (text, text)
        assert exported["traits"] == [text, text]


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
