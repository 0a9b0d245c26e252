"""Whatever happened to the stored bytes: an answer in words, no half-done write, and nothing of them in a log."""

import re
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ltm.adapters.in_memory import InMemoryStorage
from ltm.adapters.stored_outbox import StoredOutbox
from ltm.adapters.table_episodes import TableEpisodes
from ltm.application import Application
from ltm.domain.audit import Change
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.errors import LongTermMemoryError
from ltm.ports.episode_store import Record
from ltm.standalone.host import StandaloneHost
from ltm.standalone.queries import Place
from ltm.standalone.wiring import BASE_ID
from tests.components.conftest import (
    ALICE,
    CANARY,
    Contents,
    changed,
    check_answer,
    logged,
    make_application,
    session_of,
    stored_values,
)
from tests.components.test_bad_input import ADMIN, ID, TOOLS, fuzzed, oars
from tests.doubles import FixedClock
from tests.fakes import HashEmbedder
from tests.services.tables import GoodTable

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged:
    """An installation in another process, one of its stored values damaged."""

    application: Application
    storage: InMemoryStorage
    table: GoodTable

    async def contents(self) -> Contents:
        rows = {f"row/{row.id}": row.text for row in self.table.rows.values()}
        return {**await stored_values(self.storage), **rows}


async def _everything(storage: InMemoryStorage, table: GoodTable) -> None:
    """Have something of every kind stored."""
    clock = FixedClock()
    application = make_application(storage=storage, store=TableEpisodes(table), clock=clock, config={})
    await application.bases.create(BASE_ID, {})
    opened_memory = await application.memory()
    scope = opened_memory.scope(session_of(ALICE))
    said = [oars(number) for number in range(1, 5)]
    made = await HashEmbedder().embed_documents([each.content for each in said])
    records = [Record(episode=each, embedding=vector) for each, vector in zip(said, made, strict=True)]
    await opened_memory.episodes.put(scope, records[:3])
    for who, field in ((ProfileScope.SPEAKER, Field.NAME), (ProfileScope.SESSION, Field.NOTES)):
        edit = Edit(field=field, action=Action.SET, value=f"Al {CANARY}")
        await application.profiles.edit(session_of(ALICE), who, ALICE.speaker_id, edit, Caps())
    for each in said[:3]:
        await application.audit.note(scope, Change.REMEMBERED, by=ALICE.speaker_id, episode=each)
    await opened_memory.consent.switch_off(session_of(ALICE), "509")
    outbox = StoredOutbox(storage, clock)
    await outbox.add_memory(scope, records[3])
    await outbox.add_erasure(scope, session_of(ALICE), "508")


async def opened(raw: Mapping[str, bytes], rows: GoodTable) -> Damaged:
    storage, table = InMemoryStorage(), GoodTable()
    for key, value in raw.items():
        await storage.put(key, value)
    await table.upsert(list(rows.rows.values()))
    config = {"admins": ["standalone:500"]}
    application = make_application(storage=storage, store=TableEpisodes(table), clock=FixedClock(), config=config)
    return Damaged(application=application, storage=storage, table=table)


def damaged(value: bytes, data: st.DataObject) -> bytes:
    """Return the bytes with some flipped, cut off, doubled or all replaced."""
    how = data.draw(st.sampled_from(["flip", "flip", "cut", "double", "replace", "digit"]))
    at = data.draw(st.integers(0, max(0, len(value) - 1)))
    match how:
        case "flip":
            return value[:at] + bytes([value[at] ^ (1 << data.draw(st.integers(0, 7)))]) + value[at + 1 :]
        case "digit":
            return re.sub(
                rb"\d", data.draw(st.sampled_from([b"99999999999999999999", b"-1", b"1e999"])), value, count=1 + at % 3
            )
        case "cut":
            return value[:at]
        case "double":
            return value + value[at:]
        case _:
            return data.draw(
                st.sampled_from([b"", b"null", b"[]", b"{}", b'{"v":1}', b"\xff\xfe", b"[" * 5_000, b"9" * 5_000])
            )


@fuzzed(60)
@given(data=st.data())
async def test_stored_bytes_that_were_damaged(data: st.DataObject) -> None:
    storage, rows = InMemoryStorage(), GoodTable()
    await _everything(storage, rows)
    raw = {key: value for key in await storage.keys("") if (value := await storage.get(key)) is not None}
    # Random names would make examples differ from run to run.
    kinds = {re.sub(r"[0-9a-f]{32,}|\d{20}", "*", key): key for key in raw} | {"row": ""}
    kind = data.draw(st.sampled_from(sorted(kinds)))
    key = kinds[kind]
    if key:
        raw[key] = damaged(raw[key], data)
    else:
        (row, *others) = rows.rows.values()
        text = damaged(row.text.encode(), data).decode("utf-8", "replace")
        rows.rows = {each.id: each for each in (replace(row, text=text), *others)}
    installation = await opened(raw, rows)
    with logged() as lines:
        await _used(installation)
    assert [line for line in lines if CANARY in line] == []
    if key.startswith(("profile/", "consent/", "outbox/", "knowledge-base")) and not _parses(raw[key]):
        assert raw[key] in (await installation.contents()).values()


def _parses(raw: bytes) -> bool:
    try:
        orjson.loads(raw)
    except ValueError:
        return False
    return True


async def _used(installation: Damaged) -> None:
    """Use the installation in all ways that erase nothing; check each answer, and that errors changed nothing."""
    host = StandaloneHost(installation.application)
    try:
        await (await installation.application.memory()).outbox.load()
        await host.settled()
    except LongTermMemoryError:
        pass
    await host.inject(ALICE, "what of the oars?")
    for tool, params in TOOLS.items():
        if tool != "forget":
            wanted = params | ({"action": "add"} if tool == "update_profile" else {})
            await _checked(installation, host.call_tool(ALICE, tool, wanted))
    for text in (
        "",
        "list",
        "profile",
        "search oars",
        "mine",
        "export",
        "export l2",
        f"show {ID}",
        f"pin {ID}",
        "off",
        "on",
    ):
        await _checked(installation, _commanded(host, ALICE, text))
    for text in ("audit", "pause", "resume", "list", "health", f"edit {ID} the oars are old"):
        await _checked(installation, _commanded(host, ADMIN, text))
    await host.retrieve("oars", session_name=ALICE.session, bot_uuid=ALICE.bot_uuid)
    try:
        await host.settled()
        await (await installation.application.memory()).outbox.close()
    except LongTermMemoryError:
        pass


async def _commanded(host: StandaloneHost, place: Place, text: str) -> str:
    (answer,) = await host.command(place, f"memory {text}".rstrip())
    return answer


async def _checked(installation: Damaged, asked: Awaitable[str]) -> None:
    before = await installation.contents()
    with logged() as lines:
        answer = await asked
    # What is kept aside is a copy; the audit says what happened before.
    check_answer(answer, lines, {n for n in changed(before, await installation.contents()) if "/unreadable/" not in n})
