"""What cannot be undone is asked back, and done only for the one who asked, there, soon, once."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from ltm.domain.episode import Episode, EpisodeId, Speaker
from ltm.domain.scope import Isolation
from ltm.services.confirmations import MAX_WRONG, VALID
from ltm.standalone.queries import Place
from tests.components.conftest import (
    ALICE,
    BOB,
    Bench,
    Contents,
    changed,
    code_in,
    command,
    confirmed,
    contents,
    know,
    open_bench,
    restarted,
)
from tests.doubles import START

pytestmark = pytest.mark.anyio

ADMIN = Place(session="group_1", speaker_id="500", speaker_name="Ada")
OTHER_ADMIN = replace(ADMIN, speaker_id="510", speaker_name="Abe")
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
FILE = json.dumps([{"content": "the oars are new"}, {"content": "the sail is old", "sender_id": "501"}])
NOTHING_ASKED = "nothing of yours to confirm"

QUESTIONS = ("forget-me", "clear", "delete --tag boats", f"import {FILE}")


def _memory(number: int, content: str, place: Place, **more: Any) -> Episode:
    return Episode(
        id=EpisodeId(f"5b1f2c3d-0000-4000-8000-{number:012}"),
        content=content,
        at=START,
        speaker=Speaker(id=place.speaker_id, name=place.speaker_name),
        session_name=place.session,
        **more,
    )


MEMORIES = (
    _memory(1, "the boat is green", ADMIN, tags=("boats",)),
    _memory(2, "the raft leaks", BOB, tags=("boats",)),
    _memory(3, "it rains", ALICE),
)


async def furnished(isolation: Isolation = Isolation.SESSION) -> Bench:
    bench = await open_bench(isolation=isolation)
    bench.config["admins"] = ["standalone:500", "standalone:510"]
    await know(bench, ADMIN, *MEMORIES)
    return bench


async def asked(bench: Bench, text: str, place: Place = ADMIN) -> str:
    """Return the code that is asked for; nothing is done yet."""
    before = await contents(bench)
    code = code_in(await command(bench, place, text))
    assert code
    assert await done_since(bench, before) == set()
    return code


async def done_since(bench: Bench, before: Contents) -> set[str]:
    return changed(before, await contents(bench), but=())


def other(code: str) -> str:
    return f"{(int(code) + 1) % 10 ** len(code):0{len(code)}}"


@pytest.mark.parametrize("text", QUESTIONS)
@pytest.mark.parametrize(
    "written", [str, lambda code: code.translate(FULL_WIDTH), lambda code: f"{code[:3]} {code[3:]}"]
)
async def test_the_code_does_what_was_asked_once(text: str, written: Any) -> None:
    bench = await furnished()
    code = await asked(bench, text)
    before = await contents(bench)
    bench.clock.advance(seconds=VALID.total_seconds() - 1)
    await command(bench, ADMIN, f"confirm {written(code)}")
    done = await contents(bench)
    assert any(name.startswith("memory/") for name in changed(before, done))
    assert NOTHING_ASKED in await command(bench, ADMIN, f"confirm {code}")
    assert await done_since(bench, done) == set()


ANOTHERS: Mapping[str, Place] = {
    "another administrator": OTHER_ADMIN,
    "a member": BOB,
    "who has taken the name": replace(ADMIN, speaker_id="511"),
    "nobody": replace(ADMIN, speaker_id="", speaker_name=""),
    "the same person in another group": replace(ADMIN, session="group_2"),
    "the same person in private": replace(ADMIN, session="person_500"),
    "the same person with another bot": replace(ADMIN, bot_uuid="bot-2"),
}


@pytest.mark.parametrize("isolation", list(Isolation))
@pytest.mark.parametrize("text", QUESTIONS)
async def test_the_code_is_nobody_elses(text: str, isolation: Isolation) -> None:
    bench = await furnished(isolation)
    code = await asked(bench, text)
    before = await contents(bench)
    for who, place in ANOTHERS.items():
        assert NOTHING_ASKED in await command(bench, place, f"confirm {code}"), who
        assert await done_since(bench, before) == set(), who
    await command(bench, ADMIN, f"confirm {code}")
    assert await done_since(bench, before) != set()


@pytest.mark.parametrize("text", QUESTIONS)
async def test_ones_own_code_confirms_nothing_of_anothers(text: str) -> None:
    bench = await furnished()
    theirs = await asked(bench, text)
    while (mine := await asked(bench, "forget-me", BOB)) == theirs:
        pass
    before = await contents(bench)
    assert "not the code" in await command(bench, BOB, f"confirm {theirs}")
    assert "not the code" in await command(bench, ADMIN, f"confirm {mine}")
    assert await done_since(bench, before) == set()


@pytest.mark.parametrize("text", QUESTIONS)
async def test_a_code_expires(text: str) -> None:
    bench = await furnished()
    code = await asked(bench, text)
    before = await contents(bench)
    bench.clock.advance(seconds=VALID.total_seconds())
    for _ in range(2):
        assert NOTHING_ASKED in await command(bench, ADMIN, f"confirm {code}")
    assert await done_since(bench, before) == set()


@pytest.mark.parametrize("text", QUESTIONS)
async def test_the_third_wrong_code_cancels(text: str) -> None:
    bench = await furnished()
    before = await contents(bench)
    code = await asked(bench, text)
    for attempt in range(1, MAX_WRONG + 1):
        answer = await command(bench, ADMIN, f"confirm {other(code)}")
        assert ("no longer valid" in answer) == (attempt == MAX_WRONG)
    assert NOTHING_ASKED in await command(bench, ADMIN, f"confirm {code}")
    assert await done_since(bench, before) == set()


async def test_wrong_codes_of_others_cancel_nothing() -> None:
    bench = await furnished()
    code = await asked(bench, "clear")
    for _ in range(MAX_WRONG):
        await command(bench, BOB, f"confirm {other(code)}")
    assert "Deleted" in await command(bench, ADMIN, f"confirm {code}")


@pytest.mark.parametrize("text", ["", "abc", "0", "1234567", "𝟘", "½", "-1", "None"])
async def test_what_is_no_code_does_nothing(text: str) -> None:
    bench = await furnished()
    await asked(bench, "clear")
    before = await contents(bench)
    assert await command(bench, ADMIN, f"confirm {text}")
    assert await done_since(bench, before) == set()


async def test_what_is_asked_later_takes_the_place_of_what_was_asked_before() -> None:
    bench = await furnished()
    first, second = await asked(bench, "clear"), await asked(bench, "delete --tag boats")
    before = await contents(bench)
    if first != second:
        assert "not the code" in await command(bench, ADMIN, f"confirm {first}")
        assert await done_since(bench, before) == set()
    assert "Deleted" in await command(bench, ADMIN, f"confirm {second}")
    left = [name for name in await contents(bench) if name.startswith("memory/")]
    assert [name.rpartition("/")[2] for name in left] == [MEMORIES[2].id]


@pytest.mark.parametrize("text", QUESTIONS)
async def test_a_restart_forgets_what_was_asked(text: str) -> None:
    bench = await furnished()
    code = await asked(bench, text)
    before = await contents(bench)
    assert NOTHING_ASKED in await command(restarted(bench), ADMIN, f"confirm {code}")
    assert await done_since(bench, before) == set()


async def test_only_what_was_counted_is_deleted() -> None:
    bench = await furnished()
    code = await asked(bench, "delete --tag boats")
    params = {"content": "the canoe is long", "tags": ["boats"]}
    await bench.host.call_tool(ALICE, "remember", params)
    before = await contents(bench)
    assert "2 memories" in await command(bench, ADMIN, f"confirm {code}")
    after = await contents(bench)
    gone = {name.rpartition("/")[2] for name in before.keys() - after.keys()}
    assert gone == {memory.id for memory in MEMORIES[:2]}
    assert "the canoe is long" in str(after)


async def test_what_was_forgotten_meanwhile_is_not_counted_twice() -> None:
    bench = await furnished()
    code = await asked(bench, "delete --tag boats")
    await command(bench, BOB, f"forget {MEMORIES[1].id}")
    assert "1 memories" in await command(bench, ADMIN, f"confirm {code}")


async def test_what_nothing_fits_is_not_asked_about() -> None:
    bench = await furnished()
    before = await contents(bench)
    for text in ("delete --tag kites", "delete", "delete everything", "import [], []", "import []", "import"):
        assert code_in(await command(bench, ADMIN, text)) == ""
    assert await done_since(bench, before) == set()


async def test_a_second_import_of_the_file_adds_nothing() -> None:
    bench = await furnished()
    assert "2 memories added" in await confirmed(bench, ADMIN, f"import {FILE}")
    before = await contents(bench)
    assert "Nothing to add: 2" in await confirmed(bench, ADMIN, f"import {FILE}")
    assert await done_since(bench, before) == set()


async def test_two_questions_about_one_file_add_it_once() -> None:
    bench = await furnished()
    mine, theirs = await asked(bench, f"import {FILE}"), await asked(bench, f"import {FILE}", OTHER_ADMIN)
    assert "2 memories added" in await command(bench, ADMIN, f"confirm {mine}")
    before = await contents(bench)
    assert "0 memories added, 2" in await command(bench, OTHER_ADMIN, f"confirm {theirs}")
    assert changed(before, await contents(bench)) == set()


async def test_an_export_is_there_already_where_it_was_made() -> None:
    bench = await furnished()
    exported = await command(bench, ADMIN, "export l2")
    before = await contents(bench)
    assert "Nothing to add: 3" in await confirmed(bench, ADMIN, f"import {exported}")
    assert await done_since(bench, before) == set()
    elsewhere = replace(ADMIN, session="group_2")
    assert "3 memories added" in await confirmed(bench, elsewhere, f"import {exported}")


@pytest.mark.parametrize("since", ["paused", "off", "switched off"])
async def test_a_file_is_not_imported_where_memory_is_off_since(since: str) -> None:
    bench = await furnished()
    code = await asked(bench, f"import {FILE}")
    if since == "switched off":
        bench.config["memory_enabled"] = False
    else:
        place, text = (OTHER_ADMIN, "pause") if since == "paused" else (ADMIN, "off")
        await command(bench, place, text)
    before = await contents(bench)
    assert "Nothing was done" in await command(bench, ADMIN, f"confirm {code}")
    assert changed(before, await contents(bench)) == set()


@pytest.mark.parametrize("text", QUESTIONS[:3])
async def test_erasing_is_confirmed_although_memory_is_off_since(text: str) -> None:
    bench = await furnished()
    code = await asked(bench, text)
    await command(bench, OTHER_ADMIN, "pause")
    bench.config["memory_enabled"] = False
    before = await contents(bench)
    assert "Nothing was done" not in await command(bench, ADMIN, f"confirm {code}")
    assert any(name.startswith("memory/") for name in changed(before, await contents(bench)))


@pytest.mark.parametrize("text", QUESTIONS[:3])
async def test_a_store_that_fails_in_the_middle_is_told_and_asked_again(text: str) -> None:
    bench = await furnished()
    code = await asked(bench, text)
    bench.store.broken |= {"delete", "scan"}
    answer = await command(bench, ADMIN, f"confirm {code}")
    assert "does not answer" in answer
    assert NOTHING_ASKED in await command(bench, ADMIN, f"confirm {code}")
    bench.store.broken.clear()
    assert "does not answer" not in await confirmed(bench, ADMIN, text)
    left = str(await contents(bench))
    assert "the boat is green" not in left


async def test_who_is_not_known_can_confirm_nothing() -> None:
    bench = await furnished()
    bench.config["admins"] = ["standalone:"]
    nobody = replace(ADMIN, speaker_id="", speaker_name="")
    before = await contents(bench)
    for text in QUESTIONS:
        assert code_in(await command(bench, nobody, text)) == ""
        assert code_in(await command(bench, replace(nobody, session="person_1"), text, privilege=2)) == ""
    assert await done_since(bench, before) == set()
