"""Nothing of those who do not want to be remembered is stored or recalled, whichever door is tried."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ltm.domain.episode import Episode, EpisodeId, Speaker, Status
from ltm.domain.scope import Isolation
from ltm.standalone.queries import Place
from tests.components.conftest import (
    ALICE,
    BOB,
    Bench,
    changed,
    code_in,
    command,
    confirmed,
    contents,
    know,
    open_bench,
    restarted,
    session_of,
)
from tests.doubles import START

pytestmark = pytest.mark.anyio

ADMIN = Place(session="group_1", speaker_id="500", speaker_name="Ada")
ELSEWHERE = "group_2"
BOAT, BIKE, PLOT, CELLO = (
    "Bob's boat is green",
    "Bob has a red bike",
    "Bob digs a plot by the river",
    "Alice plays cello",
)


def memory_id(number: int) -> EpisodeId:
    return EpisodeId(f"5b1f2c3d-0000-4000-8000-{number:012}")


def _said(number: int, content: str, place: Place, about: str = "", status: Status = Status.ACTIVE) -> Episode:
    return Episode(
        id=memory_id(number),
        content=content,
        at=START,
        speaker=Speaker(id=place.speaker_id, name=place.speaker_name),
        session_name=place.session,
        subject="Bob" if about else "",
        about=about,
        status=status,
    )


BY_BOB, ABOUT_BOB, HIS_OLD, BY_ALICE = (
    _said(1, BOAT, BOB),
    _said(2, BIKE, ALICE, about=BOB.speaker_id),
    _said(3, PLOT, BOB, status=Status.ARCHIVED),
    _said(4, CELLO, ALICE),
)
OF_BOB = {BOAT, BIKE, PLOT}


async def furnished(isolation: Isolation = Isolation.SESSION) -> Bench:
    """Return an installation that knows something by Bob, about him, put aside by him, and by Alice."""
    bench = await open_bench(isolation=isolation)
    bench.config["admins"] = ["standalone:500"]
    await know(bench, ALICE, BY_BOB, ABOUT_BOB, HIS_OLD, BY_ALICE)
    await bench.host.call_tool(BOB, "update_profile", {"field": "name", "action": "set", "value": "Bobby"})
    return bench


Attempt = Callable[[Bench], Awaitable[str]]


def remembering(place: Place, **params: object) -> Attempt:
    async def attempt(bench: Bench) -> str:
        return await bench.host.call_tool(place, "remember", {"content": "the dog is called Rex", **params})

    return attempt


def _profile(scope: str) -> Attempt:
    async def attempt(bench: Bench) -> str:
        edit = {"field": "traits", "action": "add", "value": "patient", "scope": scope}
        return await bench.host.call_tool(BOB, "update_profile", edit)

    return attempt


def commanding(place: Place, text: str) -> Attempt:
    async def attempt(bench: Bench) -> str:
        return await confirmed(bench, place, text)

    return attempt


def _row(**row: str) -> Attempt:
    return commanding(ADMIN, f"import {json.dumps([{'content': 'the dog is called Rex', **row}])}")


STORING: Mapping[str, Attempt] = {
    "he says something": remembering(BOB),
    "Alice says something about him by his name": remembering(ALICE, subject="Bob"),
    "Alice says something about him by his id": remembering(ALICE, subject=BOB.speaker_id),
    "he says something of himself": _profile("speaker"),
    "he says something of everybody": _profile("session"),
    "he rewords his own": commanding(BOB, f"edit {memory_id(1)} the boat is blue"),
    "he rewords what is about him": commanding(BOB, f"edit {memory_id(2)} the bike is blue"),
    "Alice rewords what she said about him": commanding(ALICE, f"edit {memory_id(2)} the bike is blue"),
    "an administrator rewords what he said": commanding(ADMIN, f"edit {memory_id(1)} the boat is blue"),
    "he takes back his own": commanding(BOB, f"restore {memory_id(3)}"),
    "an administrator takes back his": commanding(ADMIN, f"restore {memory_id(3)}"),
    "a row that he said": _row(sender_id=BOB.speaker_id, sender_name="Bob"),
    "a row about him by his id": _row(sender_id="501", about=BOB.speaker_id),
    "a row about him by his name": _row(sender_id="501", subject="Bob"),
}


@pytest.mark.parametrize("door", STORING)
async def test_nothing_by_or_about_him_is_stored(door: str) -> None:
    bench, free = await furnished(), await furnished()
    for each in (bench, free):
        await each.host.inject(BOB, "hello")
    assert "off" in await command(bench, BOB, "off")
    untouched, before = await contents(free), await contents(bench)
    answers = [await STORING[door](each) for each in (bench, free)]
    assert changed(untouched, await contents(free)), answers
    assert changed(before, await contents(bench)) == set(), answers
    assert "switched memory off" in answers[0]


@pytest.mark.parametrize("row", [{"sender_id": BOB.speaker_id}, {"sender_id": "501", "about": BOB.speaker_id}])
async def test_no_uploaded_file_brings_something_by_or_about_him(tmp_path: Path, row: dict[str, str]) -> None:
    """The operator's files too: a wish holds for whatever would be remembered."""
    place = {"session": BOB.session, "bot_uuid": BOB.bot_uuid}
    rows = [{"content": "the dog is called Rex", **place, **row}, {"content": "it rains", "sender_id": "501", **place}]
    await asyncio.to_thread((tmp_path / "rows.json").write_text, json.dumps(rows))
    bench = await furnished()
    await command(bench, BOB, "off")
    result = await bench.host.ingest(tmp_path / "rows.json", "document")
    assert result.chunks_created == 1
    stored = str([value for name, value in (await contents(bench)).items() if name.startswith("memory/")])
    assert ("it rains" in stored, "Rex" in stored) == (True, False)


def _injection(place: Place) -> Attempt:
    async def attempt(bench: Bench) -> str:
        return str([await bench.host.inject(place, f"{content}?") for content in (BOAT, BIKE, PLOT, CELLO)])

    return attempt


injected = _injection(ALICE)


def _recalled(place: Place) -> Attempt:
    async def attempt(bench: Bench) -> str:
        params = {"query": "boat bike plot cello", "top_k": 20}
        return await bench.host.call_tool(place, "recall_memory", params)

    return attempt


def _retrieved(sender_id: str) -> Attempt:
    async def attempt(bench: Bench) -> str:
        where = {"session_name": ALICE.session, "bot_uuid": ALICE.bot_uuid, "sender_id": sender_id}
        return str(await bench.host.retrieve("boat bike plot cello", top_k=20, **where))

    return attempt


async def _by_his_id(bench: Bench) -> str:
    params = {"query": "boat bike plot", "speaker_id": BOB.speaker_id}
    return await bench.host.call_tool(ALICE, "recall_memory", params)


RECALLING: Mapping[str, Attempt] = {
    "Alice's prompt": injected,
    "his own prompt": _injection(BOB),
    "recall_memory of Alice": _recalled(ALICE),
    "recall_memory of an administrator": _recalled(ADMIN),
    "recall_memory of himself": _recalled(BOB),
    "recall_memory for his id": _by_his_id,
    "a runner for Alice": _retrieved("501"),
    "a runner for himself": _retrieved(BOB.speaker_id),
    "a runner for nobody": _retrieved(""),
    "search": commanding(ALICE, "search boat bike plot cello"),
    "list": commanding(ALICE, "list"),
    "archived": commanding(ALICE, "archived"),
    "show what he said": commanding(ALICE, f"show {memory_id(1)}"),
    "show what is about him, to who said it": commanding(ALICE, f"show {memory_id(2)}"),
    "export": commanding(ALICE, "export l2"),
    "list of an administrator": commanding(ADMIN, "list"),
    "export of an administrator": commanding(ADMIN, "export l2"),
}


def found_of_bob(answer: str) -> set[str]:
    return {content for content in OF_BOB if content in answer}


@pytest.mark.parametrize("isolation", list(Isolation))
@pytest.mark.parametrize("door", RECALLING)
async def test_nothing_by_or_about_him_is_recalled_until_he_is_on_again(door: str, isolation: Isolation) -> None:
    attempt = RECALLING[door]
    bench = await furnished(isolation)
    before = await attempt(bench)
    assert found_of_bob(before), before
    await command(bench, BOB, "off")
    off = await attempt(bench)
    assert (found_of_bob(off), "Bobby" in off) == (set(), False)
    again = restarted(bench)
    assert found_of_bob(await attempt(again)) == set()
    await command(again, BOB, "on")
    assert found_of_bob(await attempt(again)) == found_of_bob(before)


async def test_others_are_remembered_as_before() -> None:
    bench = await furnished()
    await command(bench, BOB, "off")
    assert "Remembered" in await remembering(ALICE)(bench)
    for door in ("Alice's prompt", "recall_memory of Alice", "a runner for Alice", "search", "list", "export"):
        assert CELLO in await RECALLING[door](bench), door


async def test_he_sees_and_takes_away_what_is_kept_of_him() -> None:
    bench = await furnished()
    await command(bench, BOB, "off")
    for text in ("mine", "list", "export l2"):
        assert {BOAT, BIKE} <= found_of_bob(await command(bench, BOB, text)), text
    assert "erased" in (await confirmed(bench, BOB, "forget-me")).lower()
    left = str([value for name, value in (await contents(bench)).items() if name.startswith("memory/")])
    assert (found_of_bob(left), CELLO in left) == (set(), True)


async def test_his_words_are_no_context_of_later_messages() -> None:
    bench = await furnished()
    await bench.host.inject(BOB, "the boat")
    await command(bench, BOB, "off")
    await bench.host.inject(BOB, "the boat again")
    speaker = Speaker(id=BOB.speaker_id, name="Bob")
    assert speaker not in bench.application.recent_turns.speakers(session_of(BOB))


async def test_his_wish_holds_where_he_made_it_or_everywhere_by_isolation() -> None:
    for isolation in Isolation:
        bench = await furnished(isolation)
        await command(bench, replace(BOB, session=ELSEWHERE), "off")
        assert bool(found_of_bob(await injected(bench))) == (isolation is Isolation.SESSION)


async def test_who_is_not_known_is_not_taken_for_off() -> None:
    bench = await furnished()
    nobody = replace(ALICE, speaker_id="", speaker_name="")
    before = await contents(bench)
    assert "not known" in await command(bench, nobody, "off")
    assert changed(before, await contents(bench)) == set()
    assert CELLO in await _injection(nobody)(bench)


async def test_a_file_that_was_looked_at_before_he_was_off_brings_nothing_of_him() -> None:
    bench = await furnished()
    rows = json.dumps([{"content": "the dog is called Rex", "sender_id": BOB.speaker_id}])
    code = code_in(await command(bench, ADMIN, f"import {rows}"))
    await command(bench, BOB, "off")
    before = await contents(bench)
    await command(bench, ADMIN, f"confirm {code}")
    assert changed(before, await contents(bench)) == set()
