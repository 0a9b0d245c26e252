"""Exporting a scope to Markdown and importing what people make of the files."""

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ltm.domain.audit import Change
from ltm.domain.episode import Episode, Kind, Source, Speaker, Status
from ltm.domain.markdown import MAIN, MarkdownFile
from ltm.domain.markdown_reading import read_files
from ltm.domain.profile import Action, Caps, Edit, Field, ProfileScope
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, StoreUnavailable, SwitchedOff
from ltm.services.export import ExportService
from ltm.services.import_plan import ImportService
from ltm.services.markdown import MarkdownService
from ltm.services.markdown_plan import Asking, MarkdownPlan, MarkdownReport, described
from ltm.services.rewriting import Rewriting
from tests.doubles import START, BrokenEpisodes
from tests.services.memories import ALICE, BOB, GROUP, HERE, OTHER_GROUP, THERE, episode, stored
from tests.services.transfers import SECRET
from tests.services.wired import Wired, actor

pytestmark = pytest.mark.anyio

PLAYED = settings(max_examples=25, deadline=None, database=None, derandomize=True)
WORDS = ("tea", "milk\nand more", "# honey", "<!-- id: x -->", "no `code` {here}", "- a list")
KINDS = (Kind.FACT, Kind.RULE, Kind.EVENT)
WISHES = ("keep", "reword", "tag", "take out", "without id")
DAY = datetime(2025, 5, 3, tzinfo=UTC)
EVENT = replace(episode("moved in"), kind=Kind.EVENT, event_at=DAY)


class Bench:
    """One installation, and the files somebody has of it."""

    def __init__(self, wired: Wired | None = None) -> None:
        self.wired = wired or Wired()
        wired = self.wired
        self.service = MarkdownService(
            store=wired.store,
            embedder=wired.embedder,
            clock=wired.clock,
            export=ExportService(store=wired.store),
            imports=ImportService(store=wired.store, embedder=wired.embedder, clock=wired.clock, locks=wired.locks),
            profiles=wired.profiles,
            rewriting=Rewriting(store=wired.store, locks=wired.locks, outbox=wired.outbox),
            audit=wired.audit,
            capacity=wired.capacity,
        )

    async def keep(self, *episodes: Episode, scope: Scope = HERE) -> None:
        await stored(self.wired.store, self.wired.embedder, scope, *episodes)

    async def know(
        self, value: str, *, key: str = "", field: Field = Field.TRAITS, who: Speaker | None = ALICE
    ) -> None:
        where = ProfileScope.SPEAKER if who else ProfileScope.SESSION
        change = Edit(field=field, action=Action.ADD, value=value, fact_key=key)
        await self.wired.profiles.edit(GROUP, where, who.id if who else None, change, asking().caps)

    async def export(self, by: Asking | None = None) -> dict[str, str]:
        exported = await self.service.exported(HERE, by or asking())
        return {file.name: file.text for file in exported.files}

    async def plan(self, files: dict[str, str], *, by: Asking | None = None, whole: bool = True) -> MarkdownPlan:
        given_files = [MarkdownFile(name=name, text=text) for name, text in files.items()]
        return await self.service.planned(HERE, by or asking(), given_files, whole=whole)

    async def bring(self, files: dict[str, str], *, by: Asking | None = None, whole: bool = True) -> MarkdownReport:
        """Import, and see that it did what was planned and that there is nothing to do a second time."""
        by = by or asking()
        plan = await self.plan(files, by=by, whole=whole)
        report = await self.service.apply(HERE, by, plan)
        counts = plan.counts
        assert counts.pop("problems") == len(report.problems)
        assert counts == {name: getattr(report, name) for name in counts}
        again = await self.plan(files, by=by, whole=whole)
        assert described(replace(again, problems=())) == []
        assert again.problems == plan.problems
        return report

    async def all(self) -> dict[str, Episode]:
        return {found.content: found for found in await self.wired.all()}


def asking(
    speaker: Speaker = ALICE, *, is_admin: bool = True, off: Sequence[str] = (), speakers: Sequence[Speaker] = (ALICE,)
) -> Asking:
    def require(found: Episode) -> None:
        require_profile(found.speaker_id)

    def require_profile(speaker_id: str) -> None:
        if speaker_id in off:
            raise SwitchedOff("the speaker has switched memory off")

    return Asking(
        session=GROUP,
        actor=actor(speaker, is_admin=is_admin),
        visible=lambda found: found.speaker_id not in off,
        require=require,
        require_profile=require_profile,
        caps=Caps(),
        speakers=speakers,
    )


async def test_an_export_holds_what_is_in_use_and_the_same_bytes_every_time() -> None:
    bench = Bench()
    turn = replace(episode("a turn"), kind=Kind.TURN, conversation="c")
    put_aside = [episode("old").superseded(episode("tea").id), episode("cold").archived()]
    await bench.keep(episode("tea"), episode("chess", by=BOB), EVENT, turn, *put_aside, episode(f"my key is {SECRET}"))
    await bench.know("tall")
    first = await bench.service.exported(HERE, asking())
    assert (first.memories, first.left_out) == (3, 1)
    files = {file.name: file.text for file in first.files}
    assert list(files) == [MAIN, "memory/2025-05-03.md"]
    text = "".join(files.values())
    assert all(word in text for word in ("tea", "chess", "moved in", "trait: tall"))
    assert not any(word in text for word in ("a turn", "old", "cold", SECRET, str(episode("cold").id)))
    # As far as looking changes anything.
    await bench.wired.store.put(HERE, [])
    assert await bench.export() == files


async def test_others_take_along_what_is_theirs_alone() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), episode("chess", by=BOB))
    await bench.know("tall", who=BOB)
    text = (await bench.export(asking(is_admin=False)))[MAIN]
    assert "tea" in text
    assert "chess" not in text
    assert "tall" not in text


@PLAYED
@given(st.dictionaries(st.sampled_from(WORDS), st.tuples(st.sampled_from(KINDS), st.sampled_from(WISHES)), min_size=1))
async def test_what_somebody_edits_is_what_there_is_then(wishes: dict[str, tuple[Kind, str]]) -> None:
    bench = Bench()
    at = START + timedelta(seconds=33, microseconds=7)
    await bench.keep(*(replace(episode(words), kind=kind, at=at) for words, (kind, _) in wishes.items()))
    files = await bench.export()
    assert described(await bench.plan(files)) == []
    for found in (await bench.all()).values():
        _, wish = wishes[found.content]
        files = {name: _edited(text, found, wish) for name, text in files.items()}
    before = {found.id: found for found in await bench.wired.all()}
    report = await bench.bring(files)
    assert report.problems == ()
    # What the files say now is what an export gives, but for times and ids.
    assert _said(await bench.export()) == _said(files)
    after = {found.id: found for found in await bench.wired.all()}
    assert before.keys() <= after.keys()
    assert len(after) == len(before)


def _edited(text: str, found: Episode, wish: str) -> str:
    pattern = re.compile(rf"^- (?:(?!<!-- id)(?!^- ).)*?<!-- id: {found.id} -->\n", re.MULTILINE | re.DOTALL)

    def edited(match: re.Match[str]) -> str:
        item = match[0]
        match wish:
            case "reword":
                return item.replace("- ", "- now ", 1)
            case "tag":
                head, _, tail = item.rpartition("}")
                return f"{head}; tags new, two; importance 4; pinned}}{tail}"
            case "take out":
                return ""
            case "without id":
                return item.replace(f" <!-- id: {found.id} -->", "")
        return item

    return pattern.sub(edited, text)


def _said(files: dict[str, str]) -> list[tuple[object, ...]]:
    found = [entry for text in files.values() for file in read_files(text) for entry in file.entries]
    return sorted((e.content, e.kind, e.tags, e.importance, e.pinned) for e in found)


async def test_an_edit_goes_through_the_gate_is_embedded_anew_and_written_down() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), episode("milk"))
    main = (await bench.export())[MAIN]
    report = await bench.bring({MAIN: main.replace("- tea", "- green tea").replace("- milk", f"- {SECRET}")})
    assert report.edited == 1
    assert "secret" in report.problems[0].reason
    assert f"- {SECRET}" in main.replace("- milk", f"- {SECRET}").splitlines()[report.problems[0].line - 1]
    assert set(await bench.all()) == {"green tea", "milk"}
    record = await bench.wired.store.get(HERE, episode("tea").id)
    [wanted] = await bench.wired.embedder.embed_documents(["green tea"])
    assert record is not None
    assert float(record.embedding.vector @ wanted.vector) > 0.99
    entries = await bench.wired.audit.entries(HERE)
    assert [(entry.change, entry.episode_id) for entry in entries] == [(Change.EDITED, episode("tea").id)]


async def test_what_came_or_changed_since_the_export_is_left_alone() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), episode("milk"), episode("water"))
    files = await bench.export()
    await bench.keep(episode("new"), replace(episode("milk"), content="oat milk"), episode("water").archived())
    assert described(await bench.plan(files)) == []
    edited = files[MAIN].replace("- milk", "- soy milk").replace("- water", "- juice")
    report = await bench.bring({MAIN: edited})
    assert report.edited == 0
    assert ["export again" in problem.reason for problem in report.problems] == [True, True]
    assert set(await bench.all()) == {"tea", "oat milk", "water", "new"}


async def test_ids_of_nobody_of_another_scope_and_of_others_are_named_and_change_nothing() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), episode("chess", by=BOB))
    await bench.keep(episode("elsewhere"), scope=THERE)
    main = (await bench.export())[MAIN].replace("- chess", "- go")
    strange = f"- mine <!-- id: {episode('elsewhere').id} -->\n- what <!-- id: nobody -->\n"
    report = await bench.bring(
        {MAIN: main.replace("<!-- exported", f"{strange}<!-- exported")}, by=asking(is_admin=False)
    )
    assert len(report.problems) == 3
    assert all(problem.line for problem in report.problems)
    taken_out = re.sub(r"^- chess.*\n", "", (await bench.export())[MAIN], flags=re.MULTILINE)
    report = await bench.bring({MAIN: taken_out}, by=asking(is_admin=False))
    assert (report.archived, len(report.problems)) == (0, 1)
    assert {found.status for found in (await bench.all()).values()} == {Status.ACTIVE}


async def test_a_file_that_is_not_there_is_taken_out_of_a_whole_directory_only() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), EVENT)
    files = await bench.export()
    main = {MAIN: files[MAIN]}
    assert (await bench.plan(main, whole=False)).is_empty
    assert [found.content for found in (await bench.plan(main)).archived] == ["moved in"]


async def test_who_said_it_and_when_cannot_be_edited_and_that_is_said() -> None:
    bench = Bench()
    await bench.keep(episode("tea"))
    main = (await bench.export())[MAIN]
    report = await bench.bring({MAIN: main.replace("by Alice (1)", "by Bob (2)").replace("- tea", "- green tea")})
    assert report.edited == 1
    assert "stay as they are" in report.problems[0].reason
    assert (await bench.all())["green tea"].speaker == ALICE


async def test_lines_without_ids_are_added_by_their_section() -> None:
    bench = Bench()
    await bench.keep(episode("tea", by=None))
    main = (await bench.export())[MAIN]
    added = "## Rules\n- no calls at night {importance 5; tags calls}\n- tea\n\n<!-- exported"
    report = await bench.bring({MAIN: main.replace("<!-- exported", added)})
    assert (report.added, report.problems) == (1, ())
    rule = (await bench.all())["no calls at night"]
    assert (rule.kind, rule.importance, rule.tags, rule.source) == (Kind.RULE, 5, ("calls",), Source.IMPORT)
    assert rule.session_name == GROUP.name


async def test_profiles_are_edited_line_by_line() -> None:
    bench = Bench()
    for value, key in (("Berlin", "home"), ("tall", ""), ("quick", "")):
        await bench.know(value, key=key)
    await bench.know("be kind", field=Field.NOTES, who=None)
    main = (await bench.export())[MAIN]
    assert described(await bench.plan({MAIN: main})) == []
    await bench.know("came since")
    edited = main.replace("Berlin", "Paris").replace("- trait: tall\n", "").replace("be kind", "be short\n  and kind")
    report = await bench.bring({MAIN: edited.replace("- trait: quick\n", "- trait: quick\n- preference: tea\n")})
    assert (report.profiles, report.problems) == (4, ())
    his = await bench.wired.profiles.speaker_profile(GROUP, ALICE.id)
    assert [fact.value for fact in his.traits] == ["Paris", "quick", "came since"]
    assert [former.value for former in his.traits[0].former] == ["Berlin"]
    assert [fact.value for fact in his.preferences] == ["tea"]
    assert (await bench.wired.profiles.session_profile(GROUP)).notes == "be short\nand kind"
    # A broken line is not taken for one that was taken out.
    main = (await bench.export())[MAIN]
    report = await bench.bring({MAIN: main.replace("- trait: quick", "- treat: quick")})
    assert (report.profiles, len(report.problems)) == (0, 1)


async def test_notes_that_others_wrote_meanwhile_are_not_overwritten() -> None:
    bench = Bench()
    await bench.know("be kind", field=Field.NOTES, who=None)
    main = (await bench.export())[MAIN]
    await bench.know("be brief", field=Field.NOTES, who=None)
    report = await bench.bring({MAIN: main.replace("be kind", "be quick")})
    assert (report.profiles, len(report.problems)) == (0, 1)
    assert (await bench.wired.profiles.session_profile(GROUP)).notes == "be kind\nbe brief"


async def test_who_is_off_is_in_no_export_and_nothing_of_him_is_imported() -> None:
    bench = Bench()
    await bench.keep(episode("tea"), episode("chess", by=BOB))
    await bench.know("tall", who=BOB)
    files = await bench.export(asking(speakers=[ALICE, BOB]))
    by = asking(off=[BOB.id])
    assert "chess" not in (await bench.export(by))[MAIN]
    plan = await bench.plan({MAIN: files[MAIN].replace("- chess", "- go").replace("tall", "small")}, by=by)
    assert plan.is_empty
    assert [problem.line > 0 for problem in plan.problems] == [True, True]
    edited = await bench.plan({MAIN: files[MAIN].replace("- chess", "- go")})
    with pytest.raises(SwitchedOff):
        await bench.service.apply(HERE, by, edited)
    assert set(await bench.all()) == {"tea", "chess"}


async def test_what_changes_between_plan_and_import_is_not_overwritten() -> None:
    bench = Bench()
    await bench.keep(episode("tea"))
    main = (await bench.export())[MAIN]
    plan = await bench.plan({MAIN: main.replace("- tea", "- green tea")})
    await bench.keep(replace(episode("tea"), content="black tea"))
    report = await bench.service.apply(HERE, asking(), plan)
    assert (report.edited, len(report.problems)) == (0, 1)
    assert set(await bench.all()) == {"black tea"}
    with pytest.raises(InvalidInput, match="another conversation"):
        await bench.service.apply(THERE, asking(), plan)


OPENCLAW = """\
# Long-term memory

## Projects
### Garden
The beds are north of the house. They get sun from ten.

- Tomatoes are watered every second day, in the morning, by whoever is up first
- Beans

## Keys
- my key is {secret}
"""


async def test_another_assistants_files_are_taken_in_and_replaced() -> None:
    bench = Bench()
    name, day = "MEMORY.md", "memory/2025-06-03.md"
    files = {name: OPENCLAW.format(secret=SECRET), day: "# 2025-06-03\n\n- Planted the beans\n"}
    report = await bench.bring(files)
    assert (report.added, len(report.problems)) == (4, 1)
    assert (report.problems[0].file, report.problems[0].line) == (name, 11)
    there = await bench.all()
    bed = there["Projects > Garden: The beds are north of the house. They get sun from ten."]
    assert (bed.tags, bed.document, bed.source, bed.kind) == (("Projects", "Garden"), name, Source.IMPORT, Kind.FACT)
    assert {"Garden: Beans", "Planted the beans"} < set(there)
    planted = there["Planted the beans"]
    assert (planted.kind, planted.event_at, planted.at) == (Kind.EVENT, *[datetime(2025, 6, 3, tzinfo=UTC)] * 2)
    edited = {**files, name: files[name].replace("- Beans", "- Peas")}
    report = await bench.bring(edited)
    assert (report.added, report.archived) == (1, 1)
    assert (await bench.all())["Garden: Beans"].status is Status.ARCHIVED
    report = await bench.bring(files)
    assert (report.added, report.archived, report.restored) == (0, 1, 1)
    # A part of a file, sent in a chat, replaces nothing.
    assert (await bench.plan({name: "- Leeks and carrots"}, whole=False)).archived == ()


async def test_an_import_that_is_stopped_is_completed_by_the_next() -> None:
    store = BrokenEpisodes()
    bench = Bench(Wired(store))
    await bench.keep(episode("tea"), episode("milk"))
    main = (await bench.export())[MAIN]
    edited = {MAIN: re.sub(r"^- milk.*\n", "- oats\n", main.replace("- tea", "- green tea"), flags=re.MULTILINE)}
    plan = await bench.plan(edited)
    store.broken.add("put")
    with pytest.raises(StoreUnavailable):
        await bench.service.apply(HERE, asking(), plan)
    store.broken.clear()
    report = await bench.bring(edited)
    assert (report.added, report.archived) == (1, 1)
    assert {"green tea", "oats"} < set(await bench.all())


async def test_nothing_of_what_is_remembered_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    bench, canary = Bench(), "canary-7f3a"
    await bench.keep(replace(episode(canary), tags=(canary,), speaker=Speaker(id="1", name=canary)))
    await bench.know(canary)
    main = (await bench.export())[MAIN]
    edited = main.replace(f"- {canary}", f"- {canary} {canary}").replace("trait:", "trait: x")
    await bench.bring({MAIN: edited.replace("<!-- exported", f"- new {canary}\n{canary}\n<!-- exported")})
    assert canary not in caplog.text
    assert "markdown imported" in caplog.text


async def test_a_chat_is_shown_as_much_as_fits() -> None:
    bench = Bench()
    await bench.keep(*(episode(f"memory number {number}") for number in range(30)))
    shown = await bench.service.exported(HERE, asking(), chars=4_000)
    assert sum(len(file.text) for file in shown.files) <= 4_000
    assert shown.memories + shown.not_shown == 30
    assert shown.memories
    # What was not shown was not taken out.
    assert (await bench.plan({file.name: file.text for file in shown.files})).is_empty
    assert OTHER_GROUP.name not in shown.files[0].text
