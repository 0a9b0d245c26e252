"""Components over in-memory stores: what goes wrong, and what other plugins and the runner see."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from ltm.adapters.indexed_episodes import IndexedEpisodes
from ltm.domain.scope import SessionKey
from ltm.errors import InvalidInput
from ltm.standalone.wiring import BASE_ID
from tests.components.conftest import ALICE, BOB, Bench, make_bench
from tests.doubles import SlowEmbedder
from tests.fakes import HashEmbedder

pytestmark = pytest.mark.anyio

ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


async def remember(bench: Bench, content: str, **params: Any) -> str:
    answer = await bench.host.call_tool(ALICE, "remember", {"content": content, **params})
    found = ID.search(answer)
    assert found, answer
    return found.group()


async def test_the_shared_context_has_the_promised_shape(bench: Bench) -> None:
    episode_id = await remember(bench, "the boat is green", tags=["boat"], importance=4)
    edit = {"field": "traits", "action": "add", "value": "patient"}
    await bench.host.call_tool(ALICE, "update_profile", edit)
    _, context = await bench.host.inject(ALICE, "the boat?")
    assert context == {
        "speaker": {"id": "501", "name": "Alice"},
        "session_profile": {
            "name": "", "traits": [], "preferences": [], "notes": "", "updated_at": "", "slots": [],
        },
        "speaker_profile": {
            "name": "", "traits": ["patient"], "preferences": [], "notes": "",
            "updated_at": "2025-06-01T12:00:00Z", "slots": [],
        },
        "episodes": [
            {
                "content": "the boat is green", "id": episode_id, "timestamp": "2025-06-01T12:00:00Z",
                "importance": 4, "tags": ["boat"],
            }
        ],
        "recall": {"via": "index", "by_words_only": False},
        "missing": [],
    }  # fmt: skip
    json.dumps(context)


async def test_the_shared_context_is_set_when_nothing_is_known(bench: Bench) -> None:
    messages, context = await bench.host.inject(replace(ALICE, speaker_id="", speaker_name=""), "hello")
    assert messages == []
    assert context is not None
    assert context["speaker"] == {"id": "", "name": ""}
    assert context["speaker_profile"] is None
    assert context["episodes"] == []


@pytest.mark.parametrize("text", ["!memory list", "！memory", "  !help"])
async def test_commands_are_left_alone(bench: Bench, text: str) -> None:
    await remember(bench, "memory list help")
    assert await bench.host.inject(ALICE, text) == ([], None)


async def test_a_failing_store_leaves_profiles_and_says_what_is_missing(bench: Bench) -> None:
    await bench.host.call_tool(ALICE, "update_profile", {"field": "name", "action": "set", "value": "Ali"})
    bench.store.broken.add("search")
    messages, context = await bench.host.inject(ALICE, "hello")
    assert "name: Ali" in messages[0]
    assert context is not None
    assert context["missing"] == ["episodes"]


async def test_an_unreadable_profile_is_missing_not_empty(bench: Bench) -> None:
    await bench.host.call_tool(ALICE, "update_profile", {"field": "name", "action": "set", "value": "Ali"})
    key = SessionKey(name="group_1", bot_uuid="standalone").speaker_profile_key("501")
    await bench.storage.put(key, b"\xff not json")
    _, context = await bench.host.inject(ALICE, "hello")
    assert context is not None
    assert context["missing"] == ["speaker_profile"]
    answer = await bench.host.call_tool(ALICE, "update_profile", {"field": "name", "action": "set", "value": "Al"})
    kept = re.search(r"kept aside as (\S+),", answer)
    assert kept
    assert await bench.storage.get(kept.group(1)) == b"\xff not json"


async def test_a_slow_embedder_is_done_without_and_words_find_the_memory() -> None:
    bench = make_bench(SlowEmbedder(HashEmbedder(), 0.3))
    await bench.host.start()
    await bench.host.call_tool(ALICE, "update_profile", {"field": "name", "action": "set", "value": "Ali"})
    await remember(bench, "the locker code is KX-71")
    bench.config["listener_deadline_seconds"] = 0.25
    messages, context = await bench.host.inject(ALICE, "what was KX-71 again?")
    assert "name: Ali" in messages[0]
    assert "the locker code is KX-71" in messages[0]
    assert context is not None
    assert (context["missing"], context["recall"]) == ([], {"via": "index", "by_words_only": True})


@pytest.mark.parametrize("config", [{"listener_deadline_seconds": "soon"}, {"max_profile_traits": 0}])
async def test_a_wrong_configuration_never_breaks_the_chat(bench: Bench, config: dict[str, Any]) -> None:
    bench.config.update(config)
    assert await bench.host.inject(ALICE, "hello") == ([], None)
    (answer,) = await bench.host.command(ALICE, "memory")
    assert next(iter(config)) in answer


async def test_an_unexpected_exception_never_breaks_the_chat(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def explode() -> None:
        raise ZeroDivisionError("secret words")

    monkeypatch.setattr(bench.application, "memory", explode)
    assert await bench.host.inject(ALICE, "hello") == ([], None)
    assert "ZeroDivisionError" in caplog.text
    assert "secret words" not in caplog.text


async def test_without_a_knowledge_base_everything_says_so() -> None:
    bench = make_bench()
    assert await bench.host.inject(ALICE, "hello") == ([], None)
    assert "no memory knowledge base yet" in await bench.host.call_tool(ALICE, "remember", {"content": "x"})
    (answer,) = await bench.host.command(ALICE, "memory list")
    assert "no memory knowledge base yet" in answer


async def test_the_runners_search_of_an_answered_message_is_empty_once(bench: Bench) -> None:
    await remember(bench, "the boat is green")
    await bench.host.inject(BOB, "the boat?")
    where = {"session_name": "group_1", "bot_uuid": "standalone", "sender_id": "502"}
    assert (await bench.host.retrieve("the boat?", **where)).results == []
    again = await bench.host.retrieve("the boat?", **where)
    assert "the boat is green" in str(again.results[0].content[0].text)
    assert again.results[0].score is not None


async def test_a_search_is_confined_to_its_session(bench: Bench) -> None:
    await remember(bench, "the boat is green")
    where = {"session_name": "group_2", "bot_uuid": "standalone", "sender_id": "502"}
    assert (await bench.host.retrieve("boat", **where)).results == []
    assert (await bench.host.retrieve("boat")).results == []


async def test_a_failed_search_is_empty_and_says_so(bench: Bench) -> None:
    await remember(bench, "the boat is green")
    bench.store.broken |= {"search", "scan"}
    indexed = (await bench.application.memory()).episodes
    assert isinstance(indexed, IndexedEpisodes)
    indexed.drop_all()
    response = await bench.host.retrieve("boat", session_name="group_1", bot_uuid="standalone")
    assert response.results == []
    assert "did not answer" in response.metadata["error"]


async def test_settings_edited_in_the_web_ui_are_seen_with_the_next_search(bench: Bench) -> None:
    await remember(bench, "the boat is green")
    bench.host.edit_settings({"auto_recall_top_k": 0})
    await bench.host.retrieve("anything", session_name="group_1", bot_uuid="standalone")
    messages, _ = await bench.host.inject(ALICE, "the boat?")
    assert messages == []


async def test_an_unknown_tool_is_refused_by_the_host(bench: Bench) -> None:
    with pytest.raises(InvalidInput, match="there are remember"):
        await bench.host.call_tool(ALICE, "destroy", {})


async def test_no_log_line_holds_content_names_tags_or_queries(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    zed = replace(ALICE, speaker_name="Wobbegong")
    answer = await bench.host.call_tool(zed, "remember", {"content": "xylophone quagmire", "tags": ["marzipan"]})
    found = ID.search(answer)
    assert found
    await bench.host.inject(zed, "xylophone?")
    for tool, params in [
        ("recall_memory", {"query": "xylophone", "speaker_name": "Wobbegong"}),
        ("update_profile", {"field": "traits", "action": "add", "value": "marzipan"}),
        ("update_profile", {"field": "traits", "action": "add", "value": "x", "marzipan": "xylophone"}),
        ("remember", {"content": ""}),
        ("forget", {"episode_id": "xylophone"}),
        ("forget", {"episode_id": found.group()}),
    ]:
        await bench.host.call_tool(zed, tool, params)
    for words in ("search xylophone", "list xylophone", "forget xylophone", "xylophone", "profile", "export", "health"):
        await bench.host.command(zed, f"memory {words}")
    assert "remembered" in caplog.text
    for word in ("xylophone", "quagmire", "Wobbegong", "marzipan"):
        assert word not in caplog.text


async def test_what_waits_for_a_knowledge_base_goes_with_it(bench: Bench) -> None:
    bench.store.broken.add("put")
    answer = await bench.host.call_tool(ALICE, "remember", {"content": "the boat is green"})
    assert answer.startswith("Kept with id")
    assert len(await bench.storage.keys("outbox/")) == 1
    await bench.application.forget_base("another")
    assert len(await bench.storage.keys("outbox/")) == 1
    await bench.application.forget_base(BASE_ID)
    assert await bench.storage.keys("outbox/") == []
