"""`!memory candidates`, `accept` and `reject`: what people are told, in their language, whatever they send."""

from dataclasses import replace

import pytest

from ltm.domain.candidate import Candidate
from ltm.domain.episode import Kind, Speaker
from ltm.domain.learning_texts import LEARNING_TEXTS
from ltm.domain.mining import WaitingCandidate, candidate_id
from ltm.domain.profile import Field
from ltm.domain.scope import Scope
from ltm.standalone.queries import Place
from tests.components.conftest import (
    ALICE,
    BOB,
    CANARY,
    Bench,
    changed,
    command,
    confirmed,
    contents,
    logged,
    open_bench,
    restarted,
    session_of,
)
from tests.doubles import START

pytestmark = pytest.mark.anyio

ADMIN = Place(session="group_1", speaker_id="500", speaker_name="Ada")
LANGUAGES = list(LEARNING_TEXTS)


async def noticed(bench: Bench, place: Place, *texts: str, first: int = 0, **more: object) -> list[str]:
    """Have these candidates wait, said by the one in the place, and return their short ids."""
    memory, session = await bench.application.memory(), session_of(place)
    scope = memory.scope(session)
    speaker = Speaker(id=place.speaker_id, name=place.speaker_name) if place.speaker_id else None
    waiting = [
        WaitingCandidate(
            id=candidate_id(scope, place.speaker_id, number),
            entry="1",
            session=session,
            speaker=speaker,
            at=START,
            candidate=replace(Candidate(kind=Kind.FACT, text=text, original=text), **more),  # type: ignore[arg-type]
            is_ready=False,
        )
        for number, text in enumerate(texts, start=first)
    ]
    await memory.mining.candidates.add(scope, waiting, (), lambda key: True)
    return [each.short_id for each in waiting]


async def furnished() -> Bench:
    bench = await open_bench()
    bench.config["admins"] = ["standalone:500"]
    return bench


async def memories(bench: Bench, place: Place = ALICE) -> list[str]:
    memory = await bench.application.memory()
    scope: Scope = memory.scope(session_of(place))
    return sorted([record.episode.content async for batch in bench.store.scan(scope) for record in batch])


async def test_people_see_their_own_and_administrators_all() -> None:
    bench = await furnished()
    [hers] = await noticed(bench, ALICE, "I keep bees")
    [his] = await noticed(bench, BOB, "I row on Sundays", kind=Kind.EVENT)
    seen_by_her, seen_by_ada = [await command(bench, place, "candidates") for place in (ALICE, ADMIN)]
    assert "[2025-06-01 12:00 UTC | fact | Alice] I keep bees" in seen_by_her
    assert hers in seen_by_her
    assert "Sundays" not in seen_by_her
    assert his in seen_by_ada
    assert "[2025-06-01 12:00 UTC | event | Bob] I row on Sundays" in seen_by_ada
    assert hers in seen_by_ada
    for place in (replace(ALICE, speaker_id="9"), replace(ALICE, speaker_id=""), replace(ALICE, session="group_2")):
        assert await command(bench, place, "candidates") == LEARNING_TEXTS["en_US"]["candidates_empty"]


async def test_a_decision_outlives_a_restart() -> None:
    bench = await furnished()
    keep, drop = await noticed(bench, ALICE, "I keep bees", "I hate tea")
    again = restarted(bench)
    assert "Remembered with id" in await command(again, ALICE, f"accept {keep}")
    assert drop in await command(again, ALICE, f"reject {drop.upper()}")
    assert await memories(again) == ["I keep bees"]
    assert "waits for your decision" in await command(again, ALICE, "candidates")
    assert "accepted" in (audit := await command(again, ADMIN, "audit"))
    assert "rejected" in audit
    assert "automatic capture" in await command(again, ALICE, f"show {await _id_of(again)}")


async def _id_of(bench: Bench) -> str:
    memory = await bench.application.memory()
    [record] = [r async for batch in bench.store.scan(memory.scope(session_of(ALICE))) for r in batch]
    return record.episode.id


async def test_all_is_what_the_one_who_asks_may_decide() -> None:
    bench = await furnished()
    await noticed(bench, ALICE, "I keep bees", "I hate tea")
    await noticed(bench, BOB, "I row on Sundays")
    assert (await command(bench, ALICE, "accept all")).startswith("2 remembered")
    assert await memories(bench) == ["I hate tea", "I keep bees"]
    assert await command(bench, ALICE, "accept ALL") == LEARNING_TEXTS["en_US"]["candidates_empty"]
    assert (await command(bench, ADMIN, "reject all")).startswith("1 dropped")
    assert await memories(bench) == ["I hate tea", "I keep bees"]
    assert await command(bench, BOB, "reject all") == LEARNING_TEXTS["en_US"]["candidates_empty"]


async def test_many_are_shown_page_by_page() -> None:
    bench = await furnished()
    ids = await noticed(bench, ALICE, *(f"I count {number}" for number in range(23)))
    pages = [await command(bench, ALICE, f"candidates {number}") for number in (1, 2, 3)]
    assert [sum(each in page for each in ids) for page in pages] == [10, 10, 3]
    assert "!memory candidates 2" in pages[0]
    assert "There is no page 4" in await command(bench, ALICE, "candidates 4")
    assert "There is no page 0" in await command(bench, ALICE, "candidates 0")
    assert "is not a page number" in await command(bench, ALICE, "candidates first")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["accept", "reject"])
@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ("", "candidate_which"),
        ("x", "candidate_unclear"),
        ("abcde", "candidate_unclear"),
        ("abcdef", "candidate_none"),
        ("😀" * 3_000, "candidate_none"),
        ("all", "candidates_empty"),
    ],
)
async def test_whatever_is_sent_is_answered_in_the_language(language: str, name: str, wanted: str, key: str) -> None:
    bench = await furnished()
    bench.config["language"] = language
    before = await contents(bench)
    expected = LEARNING_TEXTS[language][key].format(command=name, chars=6)
    assert await command(bench, ALICE, f"{name} {wanted}") == expected
    assert changed(before, await contents(bench)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_has_no_place_in_a_profile_is_told(language: str) -> None:
    bench = await furnished()
    bench.config |= {"language": language, "max_profile_traits": 1}
    ids = await noticed(bench, ALICE, "I am tall", "I am patient", field=Field.TRAITS)
    assert LEARNING_TEXTS[language]["accepted_unprofiled"] not in await command(bench, ALICE, f"accept {ids[0]}")
    assert LEARNING_TEXTS[language]["accepted_unprofiled"] in await command(bench, ALICE, f"accept {ids[1]}")
    assert await memories(bench) == ["I am patient", "I am tall"]
    assert "I am tall" in await command(bench, ALICE, "profile")


@pytest.mark.parametrize("name", ["accept", "accept all"])
async def test_what_is_known_already_or_off_is_told(name: str) -> None:
    bench = await furnished()
    [bees] = await noticed(bench, ALICE, "I keep bees")
    await command(bench, ALICE, f"accept {bees}")
    [bees] = await noticed(bench, ALICE, "I keep bees", first=1)
    wanted = "accept all" if name == "accept all" else f"accept {bees}"
    assert ("Known already" if name == "accept" else "1 remembered") in await command(bench, ALICE, wanted)
    assert await memories(bench) == ["I keep bees"]
    [tea] = await noticed(bench, ALICE, "I hate tea", first=2)
    await command(bench, ADMIN, "pause")
    before = await contents(bench)
    assert "paused" in await command(bench, ALICE, wanted.replace(bees, tea))
    assert changed(before, await contents(bench)) == set()


async def test_while_memory_is_switched_off_nothing_is_accepted_and_erasing_goes_on() -> None:
    bench = await furnished()
    [bees] = await noticed(bench, ALICE, "I keep bees")
    bench.config["memory_enabled"] = False
    for text in ("candidates", f"accept {bees}", f"reject {bees}"):
        assert "switched off" in await command(bench, ALICE, text)
    assert "Erased" in await confirmed(bench, ALICE, "forget-me")
    assert [key for key in await contents(bench) if key.startswith("candidates/")] == []


@pytest.mark.parametrize("text", ["forget-me", "clear", "off"])
async def test_what_waits_goes_with_those_who_do_not_want_it(text: str) -> None:
    bench = await furnished()
    await noticed(bench, ALICE, f"I keep {CANARY}")
    await noticed(bench, BOB, "I row on Sundays")
    await confirmed(bench, ADMIN if text == "clear" else ALICE, text)
    kept = b"\n".join([value for value in (await contents(bench)).values() if isinstance(value, bytes)])
    assert CANARY.encode() not in kept
    assert (b"Sundays" in kept) is (text != "clear")


async def test_stored_words_are_on_one_line_and_no_answer_is_logged() -> None:
    bench = await furnished()
    with logged() as lines:
        [canary] = await noticed(bench, replace(ALICE, speaker_name=f"A\n{CANARY}"), f"I\nkeep {CANARY}\n" + "x " * 500)
        answer = await command(bench, ADMIN, "candidates")
        await command(bench, ADMIN, f"accept {canary}")
    assert len(answer.splitlines()) == 4
    assert CANARY in answer
    assert [line for line in lines if CANARY in line] == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_health_tells_how_far_learning_is(language: str) -> None:
    bench = await furnished()
    bench.config["language"] = language
    said = LEARNING_TEXTS[language]
    beginning = said["learning"].partition("{")[0]
    assert beginning not in await command(bench, ALICE, "health")
    [bees, _] = await noticed(bench, ALICE, "I keep bees", "I hate tea")
    await command(bench, ALICE, f"reject {bees}")
    health = await command(bench, ALICE, "health")
    assert said["learning"].format(turns=0, candidates=1, mined=0, stored=0) in health
    assert said["learning_dropped"].format(reasons=said["dropped_rejected"].format(count=1)) in health


async def test_health_does_without_what_does_not_answer() -> None:
    bench = await furnished()
    memory = await bench.application.memory()
    bench.storage.broken_keys = {f"candidates/{memory.scope(session_of(ALICE)).digest}"}
    assert "Memory health" in await command(bench, ALICE, "health")
    assert "does not answer" in await command(bench, ALICE, "candidates")
