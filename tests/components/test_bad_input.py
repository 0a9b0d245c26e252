"""Whatever is sent: an answer in words, no half-done write, and nothing of it in a log."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from langbot_plugin.api.entities.builtin.rag.enums import DocumentStatus

from components.commands.memory import ALIASES, SUBCOMMANDS
from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.standalone.queries import Place
from tests.components.conftest import (
    ALICE,
    BOB,
    CANARY,
    Bench,
    changed,
    check_answer,
    code_in,
    command,
    contents,
    failed,
    know,
    logged,
    open_bench,
    session_of,
)
from tests.doubles import START

pytestmark = pytest.mark.anyio

ID = EpisodeId("5b1f2c3d-0000-4000-8000-000000000001")
ADMIN = replace(ALICE, speaker_id="500", speaker_name=f"Ada {CANARY}")

HUGE = [f"{CANARY} {part * count}" for part, count in (("x", 100_000), ("9", 5_000), ("\n", 30_000), ("𝟡", 5_000))]
HUGE += ["9" * 5_000, "[" * 100_000, '{"a":' * 30_000, "\u3000" * 50_000, "--tag " * 20_000, '"' * 50_000]
WORDS = st.one_of(
    st.text(max_size=30).map(lambda text: f"{CANARY}{text}"),
    st.text(
        st.sampled_from("\"'“”「」\\/{}[]()<>%$\0\x1b\x85\u2028\u3000\ufeff\u202e٣３①-–—=,:;!！\n\r\t 删a1"),
        max_size=30,
    ),
    st.sampled_from(HUGE),
)
LOOSE = st.one_of(WORDS, st.text(st.characters(), max_size=20).map(lambda text: f"{CANARY}{text}\ud800"))
"""Lone surrogates come with JSON that escapes them, as models' parameters may."""

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.integers(-(10**30), 10**30), st.floats(), LOOSE),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(LOOSE, inner, max_size=3),
    max_leaves=4,
)

TOOLS: Mapping[str, dict[str, Any]] = {
    "remember": {"content": "the oars are new", "tags": ["oars", "correction"], "importance": 3, "subject": "Bob"},
    "recall_memory": {
        **{"query": "oars", "top_k": 3, "speaker_id": "501", "speaker_name": "Alice", "time_after": "2025-05-03"},
        **{"time_before": "2025-05-03T08:30:00+08:00", "importance_min": 1, "source": "agent", "debug": True},
    },
    "update_profile": {
        **{"field": "traits", "action": "remove", "value": "patient", "scope": "speaker", "fact_key": "mood"},
        "previous_value": "calm",
    },
    "forget": {"episode_id": ID},
}


@st.composite
def _params(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A tool and its parameters, some of them left out, some of another kind, and some it does not know."""
    tool = draw(st.sampled_from(sorted(TOOLS)))
    right = st.sampled_from([*TOOLS[tool].values(), "add", "set", "session", "name", "notes", "preferences", 0, 7])
    of_key = {key: st.just(value) | right | JSON for key, value in TOOLS[tool].items()}
    params = draw(st.fixed_dictionaries({}, optional=of_key))
    return tool, params | draw(st.dictionaries(LOOSE, JSON, max_size=1))


TOO_LONG = ("update_profile", {"field": "traits", "action": "add", "value": "patient " * 1_000})

MESSAGES = (
    st.sampled_from(["please delete it", "my oars are new and I am patient", "删掉它", "", "!memory list"]) | LOOSE
)


def fuzzed(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, database=None, derandomize=True)


def oars(number: int = 1) -> Episode:
    return Episode(
        id=EpisodeId(f"{ID[:-1]}{number}"),
        content=f"the oars of {number} are from {CANARY}",
        at=START,
        tags=(CANARY,),
        speaker=Speaker(id=ALICE.speaker_id, name=f"Alice {CANARY}"),
        session_name=ALICE.session,
        subject=f"oars {CANARY}",
    )


async def furnished() -> Bench:
    """Return an installation that knows something of everything."""
    bench = await open_bench()
    bench.config["admins"] = ["standalone:500"]
    await know(bench, ALICE, oars())
    for field, value in ((Field.TRAITS, f"patient {CANARY}"), (Field.NAME, f"Al {CANARY}")):
        action = Action.ADD if field is Field.TRAITS else Action.SET
        edit = Edit(field=field, action=action, value=value)
        await bench.application.profiles.edit(session_of(ALICE), ProfileScope.SPEAKER, ALICE.speaker_id, edit, Caps())
    return bench


@fuzzed(150)
@given(called=_params(), message=MESSAGES, is_prepared=st.booleans(), place=st.sampled_from([ALICE, BOB]))
@example(called=TOO_LONG, message="I am patient", is_prepared=False, place=BOB)
async def test_tools(called: tuple[str, dict[str, Any]], message: str, is_prepared: bool, place: Place) -> None:
    tool, params = called
    bench = await furnished()
    with logged() as lines:
        if is_prepared:
            await bench.host.inject(place, message)
        before = await contents(bench)
        answer = await bench.host.call_tool(place, tool, params, text=message)
    changes = changed(before, await contents(bench), but=())
    check_answer(answer, lines, changes)
    assert tool != "recall_memory" or not changes
    assert any("tool called" in line for line in lines)


SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\u3000", "\u2003", "\x85", "\u2028", "\r\n"])
ARGUMENTS = st.one_of(
    WORDS,
    st.sampled_from([ID, ID.upper(), f"{ID} {CANARY} rewritten", "1", "２", "0", "-1", "l2", "9" * 4_301, "9" * 5_000]),
    st.sampled_from([f"--tag {CANARY}", "——tag oars", "--before 0001-01-01T00:00+23:59", f'--speaker "{CANARY}']),
)


@fuzzed(200)
@given(name=st.sampled_from([*SUBCOMMANDS, *ALIASES]) | WORDS, space=SPACES, argument=ARGUMENTS, who=st.booleans())
@example(name="list", space=" ", argument="9" * 5_000, who=True)
@example(name="audit", space=" ", argument="9" * 5_000, who=True)
@example(name="superseded", space="\u3000", argument="٣" * 5_000, who=False)
async def test_commands(name: str, space: str, argument: str, who: bool) -> None:
    bench = await furnished()
    before = await contents(bench)
    with logged() as lines:
        answer = await command(bench, ADMIN if who else BOB, f"{name}{space}{argument}")
    check_answer(answer, lines, changed(before, await contents(bench), but=()))
    assert any("command called" in line for line in lines)


ROW: dict[str, Any] = {
    "content": f"rows of {CANARY}",
    **{"tags": ["oars"], "importance": 3, "timestamp": "2025-05-03", "sender_id": "501", "sender_name": "Al"},
    **{"subject": "x", "about": "502", "bot_uuid": "standalone", "session": "group_1", "conversation": "c"},
    **{"position": 1, "id": ID, "kind": "turn", "status": "archived", "superseded_by": ID, "pinned": True},
    **{"source": "capture", "document": "d", "recalled_at": 1.0, "recall_count": 2, "user_key": "bot:b:group_1"},
}
ROWS = st.lists(
    st.fixed_dictionaries({}, optional={key: st.just(value) | JSON for key, value in ROW.items()}) | JSON, max_size=3
)
FILES = st.one_of(
    WORDS,
    ROWS.map(json.dumps),
    ROWS.map(lambda rows: json.dumps({"format": "longtermmemory/episodes", "version": 1, "episodes": rows})),
    JSON.map(json.dumps),
)


@fuzzed(80)
@given(text=FILES)
async def test_imports_in_a_chat(text: str) -> None:
    bench = await furnished()
    before = await contents(bench)
    with logged() as lines:
        answer = await command(bench, ADMIN, f"import {text}")
        assert changed(before, await contents(bench), but=()) == set()
        code = code_in(answer)
        done = await command(bench, ADMIN, f"confirm {code}") if code else answer
    after = await contents(bench)
    check_answer(done, lines, changed(before, after, but=()))
    assert after[f"memory/{(await bench.application.memory()).scope(session_of(ALICE)).digest}/{ID}"]
    assert bool(code) == any(name.startswith("memory/") for name in changed(before, after))


@fuzzed(80)
@given(raw=FILES.map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=200))
async def test_uploaded_files(raw: bytes) -> None:
    bench = await furnished()
    before = await contents(bench)
    with TemporaryDirectory() as folder, logged() as lines:
        path = Path(folder, "rows.json")
        await asyncio.to_thread(path.write_bytes, raw)
        result = await bench.host.ingest(path, "document")
    changes = changed(before, await contents(bench), but=())
    check_answer(result.status.value, lines, changes)
    if result.status is DocumentStatus.FAILED:
        assert result.error_message
        assert changes == set()
    assert result.chunks_created == sum(name.startswith("memory/") for name in changes)


@fuzzed(80)
@given(message=MESSAGES, name=LOOSE)
async def test_messages(message: str, name: str) -> None:
    """Nothing is broken here, so nothing may be left out either, whatever the message says."""
    bench = await furnished()
    before = await contents(bench)
    with logged() as lines:
        messages, context = await bench.host.inject(replace(ALICE, speaker_name=name), message)
    is_command = message.lstrip().startswith(("!", "！"))
    assert (context is None) == is_command
    assert len(messages) == (not is_command)
    assert "\n".join(messages).encode() is not None
    assert context is None or (json.dumps(context) and context["missing"] == [])
    assert [line for line in lines if CANARY in line or "nothing injected" in line] == []
    assert changed(before, await contents(bench), but=()) == set()


@fuzzed(80)
@given(
    query=WORDS,
    asked=st.fixed_dictionaries(
        {}, optional={key: WORDS | JSON for key in ("top_k", "session_name", "bot_uuid", "sender_id", CANARY)}
    ),
)
async def test_searches_of_the_host(query: str, asked: dict[str, Any]) -> None:
    bench = await furnished()
    before = await contents(bench)
    with logged() as lines:
        response = await bench.host.retrieve(query, **{"session_name": ALICE.session, **asked})
    assert response.total_found == len(response.results)
    assert [line for line in lines if CANARY in line] == []
    assert changed(before, await contents(bench), but=()) == set()


ODD_IDS = ["x" * 10_000, "a:b/c", "../..", 'q"\\\n\0', "群友①", "\u202e501", "501 ", "*", "%s{0}", " "]


@pytest.mark.parametrize("odd", ODD_IDS)
async def test_ids_of_any_platform(odd: str) -> None:
    bench = await furnished()
    for place in (
        replace(ALICE, speaker_id=odd),
        replace(ALICE, session=f"group_{odd}"),
        replace(ALICE, bot_uuid=odd),
    ):
        with logged() as lines:
            told = [await bench.host.call_tool(place, "remember", {"content": "it rains", "tags": ["correction"]})]
            told += [await bench.host.call_tool(place, "recall_memory", {"query": "rain"})]
            told += [await bench.host.call_tool(place, "update_profile", TOOLS["update_profile"] | {"action": "add"})]
            told += [await command(bench, place, text) for text in ("list", "search rain", "export l2", "off", "on")]
            told += [await command(bench, place, f"confirm {code_in(await command(bench, place, 'forget-me'))}")]
        assert all(told)
        assert not failed(lines), lines
        assert "nothing is left" in told[-1]
    assert any(name.endswith(ID) for name in await contents(bench))
