"""Reading edited Markdown files against what is stored: which changes they ask for."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import orjson

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Kind, Source, Speaker, Status
from ltm.domain.import_rows import Present, sorted_rows
from ltm.domain.markdown import MAIN, MarkdownFile, OwnedProfile
from ltm.domain.markdown_changes import UNKNOWN, Edited, ProfileEdited, edits, profile_edits, taken_out
from ltm.domain.markdown_entry import Entry, minute
from ltm.domain.markdown_notes import day_of, notes_of
from ltm.domain.markdown_reading import Problem, ReadFile, exported_of, is_ours, read_files
from ltm.domain.profile import Edit, Profile, edit
from ltm.domain.rights import may_change, may_see, require_change
from ltm.domain.scope import Scope
from ltm.errors import InvalidInput, NotAllowed, Refused
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What the files ask for, whoever asks: `taken_out` are the memories whose lines are gone, `former` and `back` what
    another assistant's files held before and hold again."""

    additions: ImportPlan
    added: tuple[Added, ...]
    edited: Sequence[Edited]
    taken_out: Sequence[Episode]
    former: tuple[Episode, ...]
    back: tuple[Episode, ...]
    problems: Sequence[Problem]


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
        # In a thread: over thousands of lines it takes longer than a reply may wait.
        found = await asyncio.to_thread(_found, read, additions, there, whole=whole)
        edited, not_edited = _allowed(asking, found.edited)
        gone, not_gone = _yours(asking, found.taken_out)
        profiles, refused = await self._profile_edits(asking, read.ours)
        problems = [*found.problems, *not_edited, *not_gone, *refused]
        plan = MarkdownPlan(
            scope=scope,
            additions=found.additions,
            added=found.added,
            edited=tuple(edited),
            archived=(*gone, *found.former),
            restored=found.back,
            profiles=tuple(profiles),
            problems=tuple(sorted(problems, key=lambda problem: (problem.file, problem.line))),
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
            problems += [Problem(file=MAIN, line=line, reason=reason) for line, reason in refused]
            try:
                if found:
                    asking.require_profile(owner)
                made += found
            except Refused as exc:
                problems += [Problem(file=MAIN, line=change.line, reason=str(exc)) for change in found]
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


def _found(read: _Read, additions: ImportPlan, there: Mapping[EpisodeId, Episode], *, whole: bool) -> _Found:
    exported = exported_of(read.ours, whole=whole)
    edited, problems = edits(read.ours, exported, there)
    out = [there[episode_id] for episode_id in taken_out(read.ours, exported) if episode_id in there]
    present = Present(additions.rows)
    # Of a line whose id was taken out the time is that of the minute.
    for episode in (*there.values(), *(replace(episode, at=minute(episode.at)) for episode in out)):
        present.note(episode)
    meant = _meant(additions, present)
    same = set(meant.values())
    former, back = _replaced(additions, there, read.notes if whole else set())
    new = replace(additions, rows=tuple(row for row in additions.rows if row.number not in meant))
    rejected = [_problem(read.places[row.number - 1], row.reason) for row in additions.rejected]
    broken = [problem for file in read.ours for problem in file.problems]
    return _Found(
        additions=new,
        added=_added(new, present, read.places),
        edited=edited,
        taken_out=[episode for episode in out if episode.status is Status.ACTIVE and episode.id not in same],
        former=former,
        back=back,
        problems=[*broken, *problems, *rejected],
    )


def _meant(additions: ImportPlan, present: Present) -> dict[int, EpisodeId]:
    """Return which stored memories are what a line without an id says, by the numbers of the rows."""
    found: dict[int, EpisodeId] = {}
    for row in additions.rows:
        try:
            if known := present.of(row):
                found[row.number] = known
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


def _allowed(asking: Asking, edited: Sequence[Edited]) -> tuple[list[Edited], list[Problem]]:
    """Return the edits that the actor may make and that may be stored, and why the others are none."""
    allowed: list[Edited] = []
    problems: list[Problem] = []
    for change in edited:
        try:
            if not may_see(asking.actor, change.before) or not asking.visible(change.before):
                raise InvalidInput(UNKNOWN)
            require_change(asking.actor, change.before)
            asking.require(change.after)
            allowed.append(change)
        except (InvalidInput, NotAllowed, Refused) as exc:
            problems.append(Problem(file=change.file, line=change.line, reason=str(exc)))
    return allowed, problems


def _yours(asking: Asking, taken: Sequence[Episode]) -> tuple[list[Episode], list[Problem]]:
    """Return the memories to archive because their lines were taken out; those of others stay."""
    gone = [episode for episode in taken if may_change(asking.actor, episode) and asking.visible(episode)]
    not_yours = Problem(file=MAIN, line=0, reason="what was taken out is somebody else's and stays")
    return gone, [not_yours] * (len(taken) - len(gone))


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
