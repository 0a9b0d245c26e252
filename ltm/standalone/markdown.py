"""`export` and `import` of the command line: a directory of Markdown files and the memories of one place."""

import asyncio
from pathlib import Path

from components.commands.asked import Asked
from components.commands.markdown import asking_of
from ltm.domain.markdown_reading import is_ours
from ltm.errors import InvalidInput, Refused
from ltm.services.markdown_plan import described, problem_line
from ltm.standalone.host import StandaloneHost
from ltm.standalone.markdown_files import read_directory, require_ours, write_directory
from ltm.standalone.queries import Place


async def export_markdown(host: StandaloneHost, place: Place, directory: Path, *, force: bool) -> list[str]:
    """Write the place's memories and return what to tell. Raises Refused where that would lose somebody's work, unless
    it is forced; what is in the way is kept aside then."""
    async with host.operating(place) as asked:
        if not force:
            await asyncio.to_thread(require_ours, directory)
        edited = await _is_edited(asked, directory)
        if edited and not force:
            raise Refused("the files were edited since they were exported: import them first, or --force")
        call = asked.call
        exported = await call.memory.markdown.exported(call.scope, await asking_of(asked, call.here))
        aside = await asyncio.to_thread(write_directory, directory, exported.files, edited=edited)
    said = asked.answers.say("markdown_written", memories=exported.memories, files=len(exported.files), place=directory)
    left_out = [asked.answers.say("markdown_left_out", count=exported.left_out)] if exported.left_out else []
    return [said, *left_out, *(asked.answers.say("markdown_kept_aside", name=name) for name in aside)]


async def import_markdown(host: StandaloneHost, place: Place, directory: Path, *, dry_run: bool) -> list[str]:
    """Take over what was edited and return what to tell; a dry run changes nothing."""
    files = await asyncio.to_thread(read_directory, directory)
    if not files:
        raise InvalidInput(f"there is no MEMORY.md and no memory/*.md in {directory}")
    async with host.operating(place) as asked:
        call = asked.call
        call.require_storing()
        asking = await asking_of(asked, call.here)
        plan = await call.memory.markdown.planned(call.scope, asking, files, whole=True)
        lines = described(plan)
        if plan.is_empty:
            return [asked.answers.say("markdown_nothing"), *lines]
        if dry_run:
            return lines
        report = await call.memory.markdown.apply(call.scope, asking, plan)
    return [*map(problem_line, report.problems), asked.answers.say("markdown_done", **report.counts)]


async def _is_edited(asked: Asked, directory: Path) -> bool:
    """True if the files of ours there say something that is not stored."""
    ours = [file for file in await asyncio.to_thread(read_directory, directory) if is_ours(file.text)]
    call = asked.call
    plan = await call.memory.markdown.planned(call.scope, await asking_of(asked, call.here), ours, whole=True)
    return not plan.is_empty or any(problem.is_edit for problem in plan.problems)
