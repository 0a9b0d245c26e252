"""A directory of Markdown files: written so that nothing is lost, edited, and taken over."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.sdk  # noqa: F401 - the SDK's own deprecations are not ours
from ltm.domain.markdown import MAIN, MarkdownFile
from ltm.errors import InvalidInput, Refused
from ltm.standalone.cli import main
from ltm.standalone.markdown import export_markdown, import_markdown
from ltm.standalone.markdown_files import read_directory, require_ours, write_directory
from ltm.standalone.queries import Place
from tests.components.conftest import ALICE, Bench, open_bench

pytestmark = pytest.mark.anyio

ADMIN = Place(session="group_1", speaker_id="500", speaker_name="Ada")


async def furnished() -> Bench:
    bench = await open_bench()
    for content in ("Alice likes tea", "Alice has a dog\nnamed Rex"):
        await bench.host.call_tool(ALICE, "remember", {"content": content, "tags": ["home"]})
    trait = {"field": "traits", "action": "add", "value": "is tall", "scope": "speaker"}
    await bench.host.call_tool(ALICE, "update_profile", trait)
    return bench


async def written(bench: Bench, directory: Path, *, force: bool = False) -> list[str]:
    return await export_markdown(bench.host, ADMIN, directory, force=force)


async def taken(bench: Bench, directory: Path, *, dry_run: bool = False) -> list[str]:
    return await import_markdown(bench.host, ADMIN, directory, dry_run=dry_run)


def edit(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text("utf-8")
    path.write_text(change(before), "utf-8")
    assert path.read_text("utf-8") != before


def texts(directory: Path) -> dict[str, str]:
    return {str(path.relative_to(directory)): path.read_text("utf-8") for path in directory.rglob("*.md*")}


async def test_files_are_exported_edited_and_imported(tmp_path: Path) -> None:
    bench = await furnished()
    assert "2 memories written to 1 files" in (await written(bench, tmp_path))[0]
    first = texts(tmp_path)
    assert "- trait: is tall" in first[MAIN]
    await written(bench, tmp_path)
    assert texts(tmp_path) == first
    assert await taken(bench, tmp_path, dry_run=True) == await taken(bench, tmp_path)
    edit(tmp_path / MAIN, lambda text: text.replace("likes tea", "likes green tea").replace("is tall", "is very tall"))
    edit(tmp_path / MAIN, lambda text: text.replace("<!-- exported", "## Rules\n- knock first\n<!-- exported"))
    lines = await taken(bench, tmp_path, dry_run=True)
    assert [line[0] for line in lines] == ["+", "~", "~"]
    assert "words: Alice likes green tea" in lines[1]
    assert lines == await taken(bench, tmp_path, dry_run=True)
    # What is not taken over is not overwritten.
    with pytest.raises(Refused, match="import them first"):
        await written(bench, tmp_path)
    assert (await taken(bench, tmp_path))[-1].startswith("1 memories added, 1 changed, 0 archived")
    assert (await taken(bench, tmp_path))[0].startswith("Nothing to do")
    await written(bench, tmp_path)
    now = texts(tmp_path)
    assert list(now) == [MAIN]
    assert all(words in now[MAIN] for words in ("- knock first {", "likes green tea", "- trait: is very tall"))
    listed = "\n".join(await bench.host.command(ADMIN, "memory list"))
    assert "knock first" in listed


async def test_a_memory_forgotten_since_does_not_keep_the_files_from_being_written_anew(tmp_path: Path) -> None:
    bench = await furnished()
    await written(bench, tmp_path)
    (gone,) = re.findall(r"likes tea .*<!-- id: (\S+) -->", texts(tmp_path)[MAIN])
    await bench.host.command(ALICE, f"memory forget {gone}")
    assert "1 memories written" in (await written(bench, tmp_path))[0]
    assert gone not in texts(tmp_path)[MAIN]


async def test_files_of_others_stop_an_export_and_are_kept_when_it_is_forced(tmp_path: Path) -> None:
    bench = await furnished()
    (tmp_path / MAIN).write_text("# Mine\n", "utf-8")
    (tmp_path / "todo.txt").write_text("milk", "utf-8")
    for _ in range(2):
        with pytest.raises(Refused, match="not of this plugin"):
            await written(bench, tmp_path)
    assert "Kept aside: MEMORY.md.orig" in await written(bench, tmp_path, force=True)
    assert texts(tmp_path)["MEMORY.md.orig"] == "# Mine\n"
    assert (tmp_path / "todo.txt").read_text("utf-8") == "milk"
    edit(tmp_path / MAIN, lambda text: text.replace("likes tea", "likes mud"))
    assert "Kept aside: MEMORY.md.orig.1" in await written(bench, tmp_path, force=True)
    assert "likes mud" in texts(tmp_path)["MEMORY.md.orig.1"]
    (tmp_path / "todo.txt").unlink()
    await written(bench, tmp_path)


def test_days_that_are_gone_are_removed_and_hidden_files_may_stay(tmp_path: Path) -> None:
    def ours(name: str) -> MarkdownFile:
        return MarkdownFile(name=name, text=f"<!-- longtermmemory markdown 1: {name} -->\n")

    day, other = "memory/2025-06-03.md", "memory/2025-06-04.md"
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("x", "utf-8")
    assert write_directory(tmp_path, [ours(MAIN), ours(day)], edited=False) == []
    assert [file.name for file in read_directory(tmp_path)] == [MAIN, day]
    assert write_directory(tmp_path, [ours(MAIN), ours(other)], edited=False) == []
    assert [file.name for file in read_directory(tmp_path)] == [MAIN, other]
    require_ours(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {".git", MAIN, "memory"}
    (tmp_path / "memory" / "topic.md").write_text("- mine", "utf-8")
    with pytest.raises(Refused, match=r"memory/topic\.md"):
        require_ours(tmp_path)
    assert write_directory(tmp_path, [ours(MAIN)], edited=False) == []
    assert [file.name for file in read_directory(tmp_path)] == [MAIN, "memory/topic.md"]


async def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    bench = await furnished()
    with pytest.raises(InvalidInput, match=r"no MEMORY\.md"):
        await taken(bench, tmp_path / "nowhere")
    (tmp_path / MAIN).write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidInput, match="not UTF-8"):
        await taken(bench, tmp_path)


async def test_openclaws_files_are_taken_in(tmp_path: Path) -> None:
    bench = await furnished()
    (tmp_path / "memory").mkdir()
    (tmp_path / MAIN).write_text("# Memory\n\n## Editor\n- Vim\n", "utf-8")
    (tmp_path / "memory" / "2025-06-03.md").write_text("- Bought a boat\n", "utf-8")
    assert (await taken(bench, tmp_path))[-1].startswith("2 memories added")
    found = "\n".join(await bench.host.command(ADMIN, "memory search boat"))
    assert "Bought a boat" in found
    assert (await taken(bench, tmp_path))[0].startswith("Nothing to do")


async def test_a_chat_takes_along_its_own_and_an_administrator_brings_it_back() -> None:
    bench = await furnished()
    bench.config["admins"] = [f"standalone:{ADMIN.speaker_id}"]
    (answer,) = await bench.host.command(ALICE, "memory export markdown")
    assert "likes tea" in answer
    assert "is tall" in answer
    edited = answer.replace("likes tea", "likes green tea")
    (refused,) = await bench.host.command(ALICE, f"memory import markdown {edited}")
    assert "administrators" in refused
    (same,) = await bench.host.command(ADMIN, f"memory import markdown {answer}")
    assert same.startswith("Nothing to do")
    (asked,) = await bench.host.command(ADMIN, f"memory import markdown {edited}")
    assert "change 1, archive 0" in asked
    assert "cannot be undone" not in asked
    assert "likes green tea" not in "\n".join(await bench.host.command(ADMIN, "memory list"))
    _, done = await bench.host.command(ADMIN, f"memory import markdown {edited}", yes=True)
    assert "1 changed" in done
    assert "likes green tea" in "\n".join(await bench.host.command(ADMIN, "memory list"))
    (usage,) = await bench.host.command(ADMIN, "memory import markdown")
    assert "What to import" in usage


async def test_a_chat_is_told_how_much_it_does_not_see() -> None:
    bench = await open_bench()
    for number in range(40):
        await bench.host.call_tool(ALICE, "remember", {"content": f"Alice owns boat number {number}, a green one"})
    (answer,) = await bench.host.command(ALICE, "memory export markdown")
    assert len(answer) < 4_500
    assert "python -m ltm export --markdown DIR" in answer
    bench.config["admins"] = [f"standalone:{ADMIN.speaker_id}"]
    (same,) = await bench.host.command(ADMIN, f"memory import markdown {answer}")
    assert same.startswith("Nothing to do")


def test_the_command_line_writes_and_takes_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--data", str(tmp_path / "data"), "--markdown", str(tmp_path / "files")]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / MAIN).write_text(
        "- The boat is green and lies in the harbour of the old town, at its end\n", "utf-8"
    )
    assert main(["import", *where]) == 0
    assert "1 memories added" in capsys.readouterr().out
    assert main(["export", *where, "--force"]) == 0
    assert "Kept aside: MEMORY.md.orig" in capsys.readouterr().out
    assert "- The boat is green" in texts(tmp_path / "files")[MAIN]
