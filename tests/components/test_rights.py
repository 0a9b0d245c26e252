"""The tables of `rights.py`, tried: everybody, at every door, in every kind of place."""

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace

import pytest

from components.commands.memory import SUBCOMMANDS
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.services.actors import HOST_ADMIN
from ltm.standalone.queries import Place
from tests.components.conftest import Bench, changed, command, confirmed, contents, know, open_bench, session_of
from tests.components.rights import (
    ADMINS,
    ADMINS_ONLY,
    APART,
    ID,
    KAYAK,
    NO_ID,
    OWNER,
    PEOPLE,
    PLACES,
    SUBCOMMAND_POLICY,
    TOOL_POLICY,
    Row,
    Seen,
    Where,
    episode,
    homes_profile,
    memory_untouched,
    owners_profile,
)

pytestmark = pytest.mark.anyio


async def prepared(where: Where, row: Row) -> tuple[Bench, str]:
    """Return an installation in which the memory and the profiles are, and what to send."""
    bench = await open_bench(isolation=where.isolation)
    bench.config["admins"] = ADMINS
    await know(bench, where.home_of_owner, episode(session_name=where.home, **(row.memory or {})))
    for scope, field, value in (
        (ProfileScope.SPEAKER, Field.NAME, "Olga Olsen"),
        (ProfileScope.SESSION, Field.NOTES, "a rowing club"),
    ):
        edit = Edit(field=field, action=Action.SET, value=value)
        await bench.application.profiles.edit(session_of(where.home_of_owner), scope, OWNER.id, edit, Caps())
    return bench, row.line.replace("{given}", await row.given(bench, where))


Ask = Callable[[Bench, Place, str, int], Awaitable[str]]


async def by_command(bench: Bench, place: Place, text: str, privilege: int) -> str:
    return await confirmed(bench, place, text, privilege=privilege)


def by_tool(name: str) -> Ask:
    async def ask(bench: Bench, place: Place, text: str, privilege: int) -> str:
        return await bench.host.call_tool(place, name, json.loads(text))

    return ask


async def attempted(where: Where, row: Row, name: str, ask: Ask) -> Seen:
    bench, text = await prepared(where, row)
    privilege = HOST_ADMIN if name.startswith("host") else 1
    before = await contents(bench)
    answer = await ask(bench, where.place(PEOPLE[name]), text, privilege)
    return Seen(asker=PEOPLE[name], answer=answer, before=before, after=await contents(bench))


def concerned(where: Where) -> Iterator[str]:
    """Yield who is asked about in such a place: the host's administrators differ by it."""
    other = "host-private" if where.is_group else "host-group"
    yield from (name for name in PEOPLE if name != other)


async def check(where: Where, row: Row, ask: Ask) -> None:
    seen = {name: await attempted(where, row, name, ask) for name in concerned(where)}
    may = {name: row.may(name, where) for name in seen}
    assert {name: row.done(each) for name, each in seen.items()} == may
    refused = {name: each for name, each in seen.items() if not may[name]}
    assert [name for name, each in refused.items() if not row.otherwise(each)] == []
    assert [name for name, each in refused.items() if not re.search(row.refusal, each.answer)] == []


async def test_every_door_has_its_row() -> None:
    assert set(SUBCOMMAND_POLICY) == set(SUBCOMMANDS)
    assert {name.split()[0] for name in TOOL_POLICY} == set((await open_bench()).host.tool_names)
    assert {name for name, row in SUBCOMMAND_POLICY.items() if row.refusal == ADMINS_ONLY} == {
        name for name, subcommand in SUBCOMMANDS.items() if subcommand.admin
    }


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("name", [pytest.param(name, id=name or "summary") for name in SUBCOMMAND_POLICY])
async def test_subcommands(name: str, where: str) -> None:
    await check(PLACES[where], SUBCOMMAND_POLICY[name], by_command)


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("name", TOOL_POLICY)
async def test_tools(name: str, where: str) -> None:
    await check(PLACES[where], TOOL_POLICY[name], by_tool(name.split()[0]))


DOORS = [
    *((name, row, by_command) for name, row in SUBCOMMAND_POLICY.items()),
    *((name, row, by_tool(name.split()[0])) for name, row in TOOL_POLICY.items()),
]


@pytest.mark.parametrize("where", APART)
@pytest.mark.parametrize(("row", "ask"), [pytest.param(row, ask, id=name or "summary") for name, row, ask in DOORS])
async def test_conversations_that_share_nothing_are_out_of_everybodys_reach(row: Row, ask: Ask, where: str) -> None:
    for name in {"owner", "admin", "host-private"}.intersection(concerned(APART[where])):
        seen = await attempted(APART[where], row, name, ask)
        assert (name, memory_untouched(seen), KAYAK in seen.answer) == (name, True, False)
        assert (name, owners_profile(seen), homes_profile(seen)) == (name, False, False)


@pytest.mark.parametrize("name", ["show", "forget", "edit", "archive", "restore", "pin", "unpin"])
async def test_nobody_can_tell_that_another_conversations_memory_exists(name: str) -> None:
    where, row = PLACES["another group, one memory per bot"], SUBCOMMAND_POLICY[name]
    answers = [
        (await attempted(where, replace(row, line=row.line.replace(ID, asked)), "member", by_command)).answer
        for asked in (ID, NO_ID)
    ]
    assert answers[0] == answers[1]


@pytest.mark.parametrize(("session", "is_own"), [("person_1", True), ("group_1", False)])
@pytest.mark.parametrize("speaker_id", ["member", ""])
async def test_what_nobody_said_belongs_to_the_one_person_of_a_private_chat(
    session: str, is_own: bool, speaker_id: str
) -> None:
    bench = await open_bench()
    place = Place(session=session, speaker_id=speaker_id, bot_uuid="bot-1")
    await know(bench, place, episode(speaker=None, about="", subject="", session_name=session))
    before = await contents(bench)
    answer = await command(bench, place, f"forget {ID}")
    assert (ID in answer, bool(changed(before, await contents(bench)))) == (is_own, is_own)


@pytest.mark.parametrize("entry", ["standalone:501", "501", 501, "bot-1:501", " standalone:501 "])
async def test_whom_the_configuration_names(entry: str | int) -> None:
    bench = await open_bench()
    bench.config["admins"] = [entry]
    named = Place(speaker_id="501", speaker_name="Ann", bot_uuid="bot-1")
    assert "only administrators" not in await command(bench, named, "audit")
    for other in ("50", "5010", "502", "", "Ann"):
        assert "only administrators" in await command(bench, replace(named, speaker_id=other), "audit")
