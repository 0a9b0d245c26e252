"""`!memory consolidate` and `!memory undo`: what administrators are told, in their language, whatever they send."""

import asyncio
import re

import pytest

from components.commands import tidying
from ltm.domain.consolidation_texts import CONSOLIDATION_TEXTS
from ltm.domain.episode import Episode, EpisodeId, Kind, Status
from ltm.standalone.queries import Place
from tests.components.conftest import (
    ALICE,
    CANARY,
    Bench,
    changed,
    command,
    contents,
    know,
    logged,
    open_bench,
    session_of,
)
from tests.services.consolidating import number, said

pytestmark = pytest.mark.anyio

ADMIN = Place(session="group_1", speaker_id="500", speaker_name="Ada")
OWNER = Place(session="group_1", speaker_id="1", speaker_name="Alice")
LANGUAGES = list(CONSOLIDATION_TEXTS)


def memories() -> list[Episode]:
    return [
        said("Alice has a boat in Kiel", 1, days_ago=5, session_name="group_1"),
        said("Alice has a boat", 2, days_ago=3, session_name="group_1"),
        said(f"Alice has a {CANARY}", 3, days_ago=3, session_name="group_1"),
        said(f"Alice has a {CANARY} in Bonn", 4, session_name="group_1"),
        said("Alice hums\n<b>", 5, days_ago=200, kind=Kind.OBSERVATION, session_name="group_1"),
        said("Alice whistles", 6, kind=Kind.OBSERVATION, repeat_count=3, session_name="group_1"),
        said("Alice lives in Rome", 7, days_ago=5, fact_key="home", session_name="group_1"),
        said("Alice moved to Oslo", 8, fact_key="home", session_name="group_1"),
    ]


async def furnished(language: str = "en_US") -> Bench:
    bench = await open_bench()
    bench.config.update(admins=["standalone:500"], language=language)
    await know(bench, ALICE, *memories())
    return bench


async def states(bench: Bench) -> dict[EpisodeId, Status]:
    memory = await bench.application.memory()
    scope = memory.scope(session_of(ALICE))
    return {r.episode.id: r.episode.status async for batch in bench.store.scan(scope) for r in batch}


async def test_a_preview_shows_what_a_run_does_and_undo_takes_it_back() -> None:
    bench = await furnished()
    before = await states(bench)
    shown = await command(bench, ADMIN, "consolidate preview")
    assert await states(bench) == before
    assert "1 pairs to merge, 2 memories to supersede (1 because" in shown
    assert f"To merge (1):\n- Alice has a boat in Kiel  {number(1)}\n- Alice has a boat  {number(2)}\n+ " in shown
    assert f"- Alice has a {CANARY}  {number(3)}\n+ Alice has a {CANARY} in Bonn  {number(4)}" in shown
    assert f"- Alice lives in Rome  {number(7)}\n+ Alice moved to Oslo  {number(8)}" in shown
    assert f"- Alice hums <b>  {number(5)}" in shown
    assert f"+ Alice whistles  {number(6)}" in shown
    done = await command(bench, ADMIN, "consolidate run")
    [run] = re.findall(r"!memory undo (\S+) takes", done)
    after = await states(bench)
    assert {episode_id for episode_id, status in after.items() if before.get(episode_id) is not status} >= {
        *map(number, (1, 2, 3, 5, 7))
    }
    assert run in await command(bench, ADMIN, "consolidate")
    undone = await command(bench, ADMIN, f"undo {run.upper()}")
    assert "7 memories are as before, 1 merged ones deleted, 0 left" in undone
    assert await states(bench) == before
    assert "undone already" in await command(bench, ADMIN, f"undo {run}")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_everything_is_said_in_the_chosen_language(language: str) -> None:
    texts = CONSOLIDATION_TEXTS[language]
    bench = await furnished(language)
    for text, key in (
        ("consolidate", "consolidate_never"),
        ("consolidate all", "consolidate_usage"),
        ("undo", "undo_usage"),
        ("undo 20250601-120000-0000", "undo_unknown"),
        ("undo last", "undo_unknown"),
        ("consolidate preview", "group_archive"),
        ("consolidate PREVIEW", "consolidate_do"),
        ("consolidate run", "consolidated_run"),
        ("consolidate run", "consolidated_nothing"),
        ("consolidate", "consolidate_runs"),
    ):
        assert re.split(r"[{(（]", texts[key])[0] in await command(bench, ADMIN, text), key


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_merged_memory_can_be_looked_at(language: str) -> None:
    bench = await furnished(language)
    await command(bench, ADMIN, "consolidate run")
    [made] = (await states(bench)).keys() - {memory.id for memory in memories()}
    assert CONSOLIDATION_TEXTS[language]["source_merge"] in await command(bench, ADMIN, f"show {made}")


async def test_of_many_the_first_are_shown_and_the_rest_is_counted() -> None:
    bench = await furnished()
    many = [said(f"Alice noticed {place}", 100 + place, days_ago=300, kind=Kind.OBSERVATION) for place in range(30)]
    await know(bench, ALICE, *many)
    shown = await command(bench, ADMIN, "consolidate preview")
    assert "To archive, not said or recalled for long (31):" in shown
    assert "… and 21 more" in shown
    assert len(re.findall("^- Alice (?:noticed|hums)", shown, re.MULTILINE)) == tidying.SHOWN


async def test_what_is_of_somebody_who_is_off_is_left_alone() -> None:
    bench = await furnished()
    assert "1 pairs to merge" in await command(bench, ADMIN, "consolidate preview")
    await command(bench, OWNER, "off")
    shown = await command(bench, ADMIN, "consolidate preview")
    assert "0 pairs to merge" in shown
    assert "boat" not in shown
    before = await contents(bench)
    await command(bench, ADMIN, "consolidate run")
    assert all(name.startswith("consolidation/") for name in changed(before, await contents(bench)))


async def test_what_takes_long_goes_on_and_can_be_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "WAITED_S", 0.0)
    bench = await furnished()
    bench.store.delay_s = 0.2
    assert "Ask again" in await command(bench, ADMIN, "consolidate run")
    for text in ("consolidate", "consolidate run", "consolidate preview", "undo 20250601-120000-0000"):
        assert "compared with each other" in await command(bench, ADMIN, text)
    memory = await bench.application.memory()
    await memory.consolidation.settled()
    assert "1 pairs merged" in await command(bench, ADMIN, "consolidate")


async def test_a_paused_conversation_is_left_alone_but_a_run_can_be_undone() -> None:
    bench = await furnished()
    done = await command(bench, ADMIN, "consolidate run")
    [run] = re.findall(r"!memory undo (\S+) takes", done)
    await command(bench, ADMIN, "pause")
    before = await contents(bench)
    for text in ("consolidate run", "consolidate preview"):
        assert "paused" in await command(bench, ADMIN, text)
    assert changed(before, await contents(bench)) == set()
    assert "as before" in await command(bench, ADMIN, f"undo {run}")


async def test_erasing_breaks_off_what_is_under_way_and_leaves_no_record() -> None:
    bench = await furnished()
    await command(bench, ADMIN, "consolidate run")
    memory = await bench.application.memory()
    scope = memory.scope(session_of(ALICE))
    await know(bench, ALICE, *memories())
    bench.store.delay_s = 0.3
    under_way = asyncio.create_task(command(bench, ADMIN, "consolidate preview"))
    await asyncio.sleep(0.05)
    bench.store.delay_s = 0.0
    await memory.erase.clear(scope, session_of(ALICE), "500")
    assert "broken off" in await under_way
    assert await bench.kept.keys("consolidation/") == []
    assert memory.consolidation.shown(scope) is None


async def test_a_store_that_does_not_answer_is_told_and_nothing_is_logged_of_what_is_said() -> None:
    bench = await furnished()
    with logged() as lines:
        await command(bench, ADMIN, "consolidate preview")
        await command(bench, ADMIN, "consolidate run")
        bench.store.broken = {"scan"}
        answer = await command(bench, ADMIN, "consolidate run")
    assert "ended early: the vector database did not answer" in answer
    assert not [line for line in lines if CANARY in line or "boat" in line]
    assert [line for line in lines if "reason=StoreUnavailable" in line]
