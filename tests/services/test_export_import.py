"""Exporting the memories of a scope, and importing a file into one."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import orjson
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ltm.adapters.in_memory import InMemoryEpisodes
from ltm.adapters.table_episodes import TableEpisodes
from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Link, LinkKind, Source, Speaker, Status
from ltm.domain.framing import on_one_line
from ltm.domain.scope import Isolation, Scope
from ltm.domain.secrets import secret_in
from ltm.services.export import ExportService
from ltm.services.import_file import FORMAT
from tests.doubles import START
from tests.fakes import HashEmbedder
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE, episode, stored
from tests.services.tables import GoodTable
from tests.services.transfers import SECRET, exported, file, held, imported, importing

pytestmark = pytest.mark.anyio

PLAYED = settings(max_examples=40, deadline=None, database=None, derandomize=True)


def _text(max_size: int) -> st.SearchStrategy[str]:
    any_text = st.text(st.characters(codec="utf-8"), max_size=max_size).map(policy.storable)
    return any_text.filter(lambda text: secret_in(text) is None)


_NAMES = _text(20)
_TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@st.composite
def _episodes(draw: st.DrawFn, sessions: Sequence[str]) -> list[Episode]:
    """Make memories that use every field, as the gate lets them pass."""
    made = []
    ids = draw(st.lists(st.uuids().map(lambda found: EpisodeId(str(found))), max_size=6, unique=True))
    for episode_id in ids:
        content = draw(_text(60).filter(on_one_line))
        subject, original = draw(_NAMES), draw(_text(60))
        assume(secret_in(f"{subject}: {content}") is None)
        conversation = draw(st.one_of(st.just(""), _NAMES))
        made.append(
            Episode(
                id=episode_id,
                content=content,
                at=draw(_TIMES),
                tags=tuple(draw(st.lists(_NAMES.filter(bool) | st.just("a,b; c"), max_size=4, unique=True))),
                importance=draw(st.integers(1, 5)),
                speaker=draw(st.none() | st.builds(Speaker, id=_NAMES.filter(bool), name=_NAMES)),
                session_name=draw(st.sampled_from(sessions)),
                subject=subject,
                about=draw(_NAMES),
                original="" if policy.same_words(original) == policy.same_words(content) else original,
                source=draw(st.sampled_from(Source)),
                status=draw(st.sampled_from(Status)),
                superseded_by=draw(st.none() | st.sampled_from([*ids, EpisodeId("elsewhere")])),
                pinned=draw(st.booleans()),
                document=draw(_NAMES),
                kind=draw(st.sampled_from(Kind)),
                conversation=conversation,
                position=draw(st.integers(0, 2_000_000_000)) if conversation else 0,
                recalled_at=draw(st.none() | _TIMES),
                recall_count=draw(st.integers(0, 1_000)),
                links=tuple(
                    Link(kind=kind, to=to, weight=draw(st.sampled_from([0.25, 1.0])))
                    for kind, to in draw(
                        st.sets(st.tuples(st.sampled_from(LinkKind), st.sampled_from(ids)), max_size=3)
                    )
                    if to != episode_id
                ),
            )
        )
    return made


@PLAYED
@given(data=st.data(), origin=st.sampled_from(Isolation), target=st.sampled_from(Isolation))
async def test_a_scope_that_is_exported_and_imported_elsewhere_is_the_same_but_for_its_ids(
    data: st.DataObject, origin: Isolation, target: Isolation
) -> None:
    sessions = [GROUP.name] if origin is Isolation.SESSION else [GROUP.name, "person_7", ""]
    there = data.draw(_episodes(sessions))
    source, copy = InMemoryEpisodes(), TableEpisodes(GoodTable())
    here, elsewhere = Scope.of(GROUP, origin), Scope.of(OTHER_GROUP, target)
    await stored(source, HashEmbedder(), here, *there)
    first = orjson.dumps(await exported(source, here))
    plan = await imported(copy, first, elsewhere, OTHER_GROUP)
    assert (plan.new, plan.duplicates, plan.rejected) == (len(there), 0, ())
    ids = {row.own_id: row.episode.id for row in plan.rows}
    assert len(set(ids.values()) | set(ids)) == 2 * len(there)

    def moved(episode_: Episode) -> Episode:
        to = episode_.superseded_by
        return replace(
            episode_,
            id=ids[episode_.id],
            superseded_by=ids.get(to) if to and to != episode_.id else None,
            links=tuple(replace(link, to=ids[link.to]) for link in episode_.links),
            session_name=OTHER_GROUP.name if target is Isolation.SESSION else episode_.session_name,
        )

    expected = {ids[episode_.id]: moved(episode_) for episode_ in there}
    assert await held(copy, elsewhere) == expected
    again = await exported(copy, elsewhere, OTHER_GROUP)
    assert again.left_out == 0
    assert {row.id for row in again.episodes} == set(expected)
    repeated = await imported(copy, first, elsewhere, OTHER_GROUP)
    assert (repeated.new, repeated.duplicates, repeated.rejected) == (0, len(there), ())
    assert await held(copy, elsewhere) == expected


@PLAYED
@given(there=_episodes([GROUP.name]))
async def test_a_lost_scope_comes_back_from_its_export_and_one_that_is_there_stays_as_it_is(
    there: list[Episode],
) -> None:
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, *there)
    before, raw = await held(store), orjson.dumps(await exported(store))
    assert (await imported(store, raw)).new == 0
    assert await held(store) == before
    await store.clear(HERE)
    assert (await imported(store, raw)).new == len(there)
    back = orjson.loads(orjson.dumps(await exported(store)))["episodes"]
    were = orjson.loads(raw)["episodes"]
    assert len(back) == len(were)
    for key in set(were[0] if were else ()) - {"id", "superseded_by", "links"}:
        assert sorted(str(row[key]) for row in back) == sorted(str(row[key]) for row in were)


async def test_an_export_says_what_it_is_and_holds_the_oldest_memory_first() -> None:
    store = InMemoryEpisodes()
    late = replace(episode("late"), at=START + timedelta(microseconds=1))
    await stored(store, HashEmbedder(), HERE, late, episode("first", days_ago=2), episode("early"))
    await stored(store, HashEmbedder(), THERE, episode("elsewhere"))
    raw = orjson.dumps(await exported(store))
    parsed = orjson.loads(raw)
    rows = parsed.pop("episodes")
    assert [row["content"] for row in rows] == ["first", "early", "late"]
    assert rows[2]["timestamp"] == "2025-06-01T12:00:00.000001+00:00"
    assert parsed == {
        "format": FORMAT,
        "version": 1,
        "exported_at": "2025-06-01T12:00:00+00:00",
        "bot_uuid": "bot-1",
        "session": "group_1001",
        "left_out": 0,
    }
    assert HERE.digest not in raw.decode()
    assert HashEmbedder().model not in raw.decode()


async def test_an_export_holds_only_what_is_to_be_kept() -> None:
    store = InMemoryEpisodes()
    await stored(store, HashEmbedder(), HERE, episode("tea"), episode("chess", by=BOB))
    mine = await ExportService(store=store).exported(HERE, GROUP, lambda found: found.concerns(ALICE.id), START)
    assert ([row.content for row in mine.episodes], mine.left_out) == (["tea"], 0)


async def test_an_export_names_nothing_that_is_not_in_it() -> None:
    store = InMemoryEpisodes()
    theirs, hidden = episode("chess", by=BOB), episode(f"my key is {SECRET}")
    mine = [episode("tea").superseded(theirs.id), episode("milk").superseded(hidden.id)]
    links = tuple(Link(kind=LinkKind.PART_OF, to=other.id) for other in (theirs, hidden, mine[0]))
    mine.append(replace(episode("water").superseded(mine[0].id), links=links))
    await stored(store, HashEmbedder(), HERE, theirs, hidden, *mine)
    found = await ExportService(store=store).exported(HERE, GROUP, lambda found: found.concerns(ALICE.id), START)
    rows = {row.content: (row.status, row.superseded_by) for row in found.episodes}
    gone = (Status.SUPERSEDED, None)
    assert rows == {"milk": gone, "tea": gone, "water": (Status.SUPERSEDED, mine[0].id)}
    linked = {row.content: [link.to for link in row.links] for row in found.episodes}
    assert linked == {"milk": [], "tea": [], "water": [mine[0].id]}


async def test_an_export_leaves_out_what_holds_a_secret_and_counts_it() -> None:
    store = InMemoryEpisodes()
    old = [
        episode(f"my key is {SECRET}"),
        replace(episode("a tag"), tags=(SECRET,)),
        replace(episode("a file"), document=SECRET),
        replace(episode("a conversation"), conversation=SECRET),
        replace(episode("an original"), original=SECRET),
        replace(episode("a name"), speaker=Speaker(id="1", name=SECRET)),
    ]
    await stored(store, HashEmbedder(), HERE, *old, episode("tea"))
    found = await exported(store)
    assert [row.content for row in found.episodes] == ["a name", "an original", "tea"]
    assert found.left_out == 4
    assert SECRET not in orjson.dumps(found).decode()


async def test_exporting_and_importing_log_nothing_of_what_is_remembered(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store, canary = InMemoryEpisodes(), "canary-7f3a"
    row = {key: canary for key in ("content", "id", "superseded_by", "sender_id", "sender_name", "subject", "tags")}
    row |= {key: canary for key in ("about", "original", "conversation", "document")}
    rejected = [{**row, key: canary} for key in ("timestamp", "status", "kind", "source", "importance", "position")]
    raw = file(row, *rejected, canary, {**row, "content": canary * 1_000}, {**row, "content": "other words"})
    report = await importing(store).apply(HERE, await importing(store).planned(HERE, GROUP, raw))
    assert (report.stored, len(report.rejected)) == (1, 9)
    assert (await exported(store)).left_out == 0
    assert canary not in caplog.text + str(report)
    assert len(caplog.records) >= 4
