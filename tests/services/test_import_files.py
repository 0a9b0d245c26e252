"""Whatever a file holds, it is read without harm."""

import asyncio

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.adapters.in_memory import InMemoryEpisodes, InMemoryStorage
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain import policy
from ltm.errors import InvalidInput
from ltm.services.import_file import FORMAT, MAX_ROWS_HERE, ImportFile, ImportRow, accepted
from tests.services.memories import GROUP, HERE, contents
from tests.services.tables import GoodTable
from tests.services.transfers import held, imported, importing, uploading

pytestmark = pytest.mark.anyio

FUZZED = settings(max_examples=300, deadline=None, database=None, derandomize=True)

_KEYS = st.sampled_from([*ImportRow.model_fields, "format", "version", "episodes"])
_NO_JSON = st.sampled_from(
    [
        "NaN", "Infinity", "-Infinity", "1e400", "1" * 5_000, '"\\ud800"', '"\\udc00x"', "[" * 2_000 + "]" * 2_000,
        "{", '"', "tea",
    ]
)  # fmt: skip
_ODD = st.sampled_from(
    [
        "-0", "-" + "9" * 300, "0." + "1" * 5_000, "1e308", "18446744073709551616", "253402300800", "1.5", "1e-400",
        '"9999-12-31T23:59:59-23:59"', '"0001-01-01T00:00:00+23:59"', '"2025-13-45"', '"2025-01-01"', '"24:00"',
        '"\\u0000"', '"\\ufeff"', '"\\u202e"', '"active"', '"superseded"', '"turn"', '"fact"', '"capture"', '"group_1"',
        '[{"content":"tea"}]', '"longtermmemory/episodes"', "true", "null", "{}", "[]", '""', "1", "-1", "[1,[2]]",
        '"' + "x" * 5_000 + '"', '["' + '","'.join(["t"] * 40) + '"]', '["a",null,1]', '{"a":' * 900 + "1" + "}" * 900,
    ]
)  # fmt: skip
_VALUES = _ODD | st.text(max_size=8).map(lambda text: orjson.dumps(policy.storable(text)).decode())
_ROWS = st.lists(st.tuples(_KEYS, _VALUES), max_size=6).map(
    lambda pairs: "{" + ",".join(f'"{key}":{value}' for key, value in [("content", '"tea"'), *pairs]) + "}"
)
_FILES = st.one_of(
    st.lists(_ROWS | _ODD, max_size=4).map(lambda rows: f"[{','.join(rows)}]"),
    st.tuples(st.lists(_ROWS | _ODD, max_size=3), _ROWS).map(
        lambda parts: f'{{"episodes":[{",".join(parts[0])}],{parts[1][1:]}'
    ),
    _ODD | _NO_JSON,
)


@FUZZED
@given(raw=st.binary(max_size=200) | st.text(max_size=100))
async def test_any_bytes_and_any_text_give_a_plan_or_invalid_input(raw: bytes | str) -> None:
    await _looked_at(raw)


@FUZZED
@given(text=_FILES, bom=st.sampled_from([b"", b"\xef\xbb\xbf", b"", b"\xff\xfe"]), data=st.data())
async def test_any_file_gives_a_plan_or_invalid_input(text: str, bom: bytes, data: st.DataObject) -> None:
    raw = text.encode()
    if data.draw(st.integers(0, 3)) == 0:
        at = data.draw(st.integers(0, min(len(raw), 300)))
        put = data.draw(st.binary(max_size=3) | _NO_JSON.map(str.encode))
        raw = raw[:at] + put + raw[at + data.draw(st.integers(0, 3)) :]
    await _looked_at(bom + raw)
    report = None
    try:
        report = await uploading(InMemoryEpisodes(), InMemoryStorage()).ingest("d", bom + raw)
    except InvalidInput:
        assert report is None


async def _looked_at(raw: bytes | str) -> None:
    """Look at a file; if it can be read, what it would bring can be stored, and goes nowhere else."""
    table = GoodTable()
    store = TableEpisodes(table)
    service = importing(store)
    try:
        plan = await service.planned(HERE, GROUP, raw)
    except InvalidInput:
        return
    finally:
        assert table.rows == {}
    report = await service.apply(HERE, plan)
    assert report.stored == plan.new == len(table.rows) == len(await held(store))
    assert {row.number for row in plan.rows}.isdisjoint(
        row.number for row in plan.rejected if row not in report.rejected
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"1" * 10**6,
        b"[" + b"9" * 10**6 + b"]",
        b'[{"content": "tea", "position": ' + b"9" * 10**6 + b"}]",
        b"[" * 10**6,
        b"[" * 10**5 + b"]" * 10**5,
        b'{"episodes":' * 10**4,
        b"\xed\xa0\x80",
        b'["\xff"]',
    ],
)
async def test_what_is_huge_or_no_unicode_is_refused(raw: bytes) -> None:
    with pytest.raises(InvalidInput, match=r"^the file .{1,150}$"):
        await importing(InMemoryEpisodes()).planned(HERE, GROUP, raw)


async def test_of_a_key_that_is_there_twice_the_last_one_counts() -> None:
    store = InMemoryEpisodes()
    await imported(store, b'[{"content": "tea", "content": "chess"}]')
    assert await contents(store, HERE) == ["chess"]


async def test_a_file_may_not_be_too_long() -> None:
    service = importing(InMemoryEpisodes())
    with pytest.raises(InvalidInput, match="limit is 5000 at once"):
        await service.planned(HERE, GROUP, orjson.dumps([0] * (MAX_ROWS_HERE + 1)))
    with pytest.raises(InvalidInput, match="larger than 64 MB"):
        await service.planned(HERE, GROUP, b" " * (64 * 2**20 + 1))


async def test_an_export_of_another_version_is_refused() -> None:
    with pytest.raises(InvalidInput, match="another version"):
        await importing(InMemoryEpisodes()).planned(
            HERE, GROUP, orjson.dumps({"format": FORMAT, "version": 2, "episodes": []})
        )


async def test_what_is_no_character_in_a_message_becomes_a_question_mark() -> None:
    store = InMemoryEpisodes()
    await imported(store, '[{"content": "tea\ud800"}]')
    assert await contents(store, HERE) == ["tea?"]


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        *((key, "group_\x00", "cannot be stored") for key in ("session", "bot_uuid", "user_key")),
        *((key, "group_" * 200, "at most 1000 characters") for key in ("session", "bot_uuid", "user_key")),
        *((key, "x" * 1_001, "at most 1000 characters") for key in ("sender_id", "sender_name", "about", "document")),
        *((key, "x" * 1_001, "at most 1000 characters") for key in ("id", "superseded_by")),
    ],
)
async def test_ids_and_places_have_limits(key: str, wrong: str, said: str) -> None:
    raw = orjson.dumps([{"content": "tea", key: wrong}])
    [rejected] = (await importing(InMemoryEpisodes()).planned(HERE, GROUP, raw)).rejected
    assert rejected.reason.startswith(f"{key}: ")
    assert said in rejected.reason


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ([{"kind": "part_of", "to": str(number)} for number in range(policy.MAX_LINKS + 1)], "links: "),
        ([{"kind": "friend_of", "to": "x"}], "links.0.kind: "),
        ([{"kind": "part_of", "to": "x" * 1_001}], "links.0.to: "),
        ([{"kind": "part_of", "to": "x", "weight": 0}], "links.0.weight: "),
    ],
)
async def test_links_have_limits(links: list[dict[str, object]], said: str) -> None:
    raw = orjson.dumps([{"content": "tea", "links": links}, {"content": "milk", "links": links[: policy.MAX_LINKS]}])
    rejected = (await importing(InMemoryEpisodes()).planned(HERE, GROUP, raw)).rejected
    assert rejected[0].reason.startswith(said)
    assert len(rejected) == (1 if len(links) > policy.MAX_LINKS else 2)


async def test_others_go_on_while_a_file_is_read() -> None:
    turns = 0

    async def chat() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    chatting = asyncio.ensure_future(chat())
    rows: list[object] = [{"content": "tea"}] * 320
    made, _ = await accepted(ImportFile(rows=rows), lambda number, row: number)
    chatting.cancel()
    assert len(made) == 320
    assert turns >= 20
