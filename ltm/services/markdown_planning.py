"""Reading edited Markdown files against what is stored: which changes they ask for."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import orjson

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.import_rows import Present, sorted_rows
from ltm.domain.markdown import MAIN, MarkdownFile, OwnedProfile
from ltm.domain.markdown_changes import ProfileEdited, edits, profile_edits, taken_out
from ltm.domain.markdown_entry import Entry
from ltm.domain.markdown_notes import day_of, notes_of
from ltm.domain.markdown_reading import Problem, ReadFile, exported_of, is_ours, read_files
from ltm.domain.profile import Edit, Profile, edit
from ltm.domain.rights import may_change, may_see, require_change
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput
from ltm.ports.clock import Clock
from ltm.ports.episode_store import EpisodeStore
from ltm.services.import_plan import ImportPlan, ImportService
from ltm.services.markdown_plan import Added, Asking, MarkdownPlan
from ltm.services.profiles import ProfileService

_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class _Read:
    """What the files say: ours, the names of another assistant's, and each memory to add with where it stands."""

    ours: list[ReadFile] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    rows: list[dict[str, object]] = field(default_factory=list)
    places: list[tuple[str, int]] = field(default_factory=list)

    def add(self, file: str, line: int, row: dict[str, object]) -> None:
        self.rows.append(row)
        self.places.append((file, line))


class MarkdownPlanning:
    def __init__(self, *, store: EpisodeStore, imports: ImportService, profiles: ProfileService, clock: Clock) -> None:
        self._store = store
        self._imports = imports
        self._profiles = profiles
        self._clock = clock

    async def planned(
        self, scope: Scope, asking: Asking, files: Sequence[MarkdownFile], *, whole: bool
    ) -> MarkdownPlan:
        """As `MarkdownService.planned`."""
        read = await asyncio.to_thread(_read, files)
        additions = await self._imports.planned(scope, asking.session, orjson.dumps(read.rows), asking.require)
        there = await self._there(scope)
        exported = exported_of(read.ours, whole=whole)

        def require(before: Episode, after: Episode) -> None:
            if not may_see(asking.actor, before) or not asking.visible(before):
                raise InvalidInput("no memory with that id is here: take the id out to add the item as a new one")
            require_change(asking.actor, before)
            asking.require(after)

        edited, problems = edits(read.ours, exported, there, require)
        present = Present(additions.rows)
        for episode in there.values():
            present.note(episode)
        meant = _meant(additions, present)
        gone, not_yours = _gone(asking, taken_out(read.ours, exported), there, meant)
        former, back = _replaced(additions, there, read.notes if whole else set())
        profiles, refused = await self._profile_edits(asking, read.ours)
        rejected = [_problem(read.places[row.number - 1], row.reason) for row in additions.rejected]
        broken = [problem for file in read.ours for problem in file.problems]
        plan = MarkdownPlan(
            scope=scope,
            additions=additions,
            added=_added(additions, present, read.places),
            edited=tuple(edited),
            archived=(*gone, *former),
            restored=back,
            profiles=tuple(profiles),
            problems=tuple(
                sorted(
                    [*broken, *problems, *rejected, *not_yours, *refused],
                    key=lambda problem: (problem.file, problem.line),
                )
            ),
        )
        _log.info("markdown planned: scope=%s %s", scope.digest[:12], plan.counts)
        return plan

    async def _there(self, scope: Scope) -> dict[EpisodeId, Episode]:
        return {record.episode.id: record.episode async for batch in self._store.scan(scope) for record in batch}

    async def _profile_edits(
        self, asking: Asking, files: Sequence[ReadFile]
    ) -> tuple[list[ProfileEdited], list[Problem]]:
        said = [entry for file in files for entry in file.statements]
        exported = {digest: owner for file in files for digest, owner in file.exported_statements.items()}
        made: list[ProfileEdited] = []
        problems: list[Problem] = []
        now = self._clock.now()

        def changed(profile: Profile, change: Edit) -> Profile:
            return edit(profile, change, at=now, caps=asking.caps).profile

        # What a broken line said would pass for taken out.
        broken = {owner for file in files for owner in file.broken_profiles}
        for owner in sorted(({entry.owner for entry in said} | set(exported.values())) - broken):
            speaker = Speaker(id=owner) if owner else None
            profile = await (
                self._profiles.speaker_profile(asking.session, owner)
                if owner
                else self._profiles.session_profile(asking.session)
            )
            mine = [entry for entry in said if entry.owner == owner]
            owned = OwnedProfile(owner=speaker, profile=profile)
            found, refused = profile_edits(mine, exported, owned, changed)
            if found:
                asking.require_profile(owner)
            made += found
            problems += [Problem(file=MAIN, line=line, reason=reason) for line, reason in refused]
        return made, problems


def _read(files: Sequence[MarkdownFile]) -> _Read:
    read = _Read()
    for file in files:
        if is_ours(file.text):
            for ours in read_files(file.text):
                read.ours.append(ours)
                for entry in ours.entries:
                    if not entry.id:
                        read.add(ours.name, entry.line, _entry_row(entry))
            continue
        read.notes.add(file.name)
        day = day_of(file.name)
        for note in notes_of(file.text):
            dated: dict[str, object] = {"timestamp": day, "event_at": day, "kind": Kind.EVENT} if day else {}
            row = {"content": note.content, "tags": note.tags, "document": file.name, **dated}
            read.add(file.name, note.line, row)
    return read


def _entry_row(entry: Entry) -> dict[str, object]:
    speaker = entry.speaker or Speaker(id="")
    return {
        "content": entry.content,
        "kind": entry.kind,
        "tags": entry.tags,
        "importance": entry.importance,
        "pinned": entry.pinned,
        "timestamp": entry.at,
        "event_at": entry.event_at,
        "sender_id": speaker.id,
        "sender_name": speaker.name,
        "subject": entry.subject,
        "about": entry.about,
        "fact_key": entry.fact_key,
    }


def _meant(additions: ImportPlan, present: Present) -> set[EpisodeId]:
    """Return which stored memories are what a line without an id says."""
    found: set[EpisodeId] = set()
    for row in additions.rows:
        try:
            if known := present.of(row):
                found.add(known)
        except InvalidInput:
            continue  # A problem of the line already.
    return found


def _added(additions: ImportPlan, present: Present, places: Sequence[tuple[str, int]]) -> tuple[Added, ...]:
    numbers = {row.episode.id: row.number for row in reversed(additions.rows)}
    made = []
    for episode in sorted_rows(additions.rows, present).new:
        file, line = places[numbers[episode.id] - 1]
        made.append(Added(file=file, line=line, episode=episode))
    return tuple(made)


def _gone(
    asking: Asking, ids: Sequence[EpisodeId], there: Mapping[EpisodeId, Episode], meant: set[EpisodeId]
) -> tuple[list[Episode], list[Problem]]:
    """Return the memories to archive because their lines were taken out, and those that are not the actor's."""
    gone: list[Episode] = []
    problems: list[Problem] = []
    for episode_id in ids:
        episode = there.get(episode_id)
        # Where the same words stand without the id, only the id was taken out.
        if episode is None or episode.status is not Status.ACTIVE or episode_id in meant:
            continue
        if may_change(asking.actor, episode) and asking.visible(episode):
            gone.append(episode)
        else:
            problems.append(Problem(file=MAIN, line=0, reason="what was taken out is somebody else's and stays"))
    return gone, problems


def _replaced(
    additions: ImportPlan, there: Mapping[EpisodeId, Episode], documents: set[str]
) -> tuple[tuple[Episode, ...], tuple[Episode, ...]]:
    """Return what the documents brought before and do not hold any more, and what they hold again."""
    ids = {row.episode.id for row in additions.rows}
    words = {policy.same_words(row.episode.content) for row in additions.rows}
    former: list[Episode] = []
    back: list[Episode] = []
    for episode in there.values():
        if episode.document not in documents or episode.source is not Source.IMPORT:
            continue
        is_held = episode.id in ids or policy.same_words(episode.content) in words
        if episode.status is Status.ARCHIVED and is_held:
            back.append(episode)
        elif episode.status is Status.ACTIVE and not is_held:
            former.append(episode)
    return tuple(former), tuple(back)


def _problem(place: tuple[str, int], reason: str) -> Problem:
    return Problem(file=place[0], line=place[1], reason=reason)
