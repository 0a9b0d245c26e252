"""What importing edited Markdown files would change, by what they were exported with and what is stored now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ltm.domain.episode import Episode, EpisodeId, Kind, Status
from ltm.domain.gate import NewEpisode, checked, require_no_secret
from ltm.domain.markdown import OwnedProfile, profile_entries
from ltm.domain.markdown_entry import Entry, ProfileEntry
from ltm.domain.markdown_reading import Problem, ReadFile
from ltm.domain.profile import Action, Edit, Field, Profile
from ltm.errors import InvalidInput, LongTermMemoryError, Refused

UNKNOWN = "no memory with that id is here: take the id out to add the item as a new one"
_CHANGED = "was changed here since the export: export again, and edit that"
_FIXED = "who said it, times, subject and key cannot be edited and stay as they are"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A memory whose line was edited: as it is now, and as it is to be."""

    file: str
    line: int
    before: Episode
    after: Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEdited:
    """One change to the profile of a speaker or, with "" as the owner's id, of the conversation."""

    line: int
    owner: str
    edit: Edit


def entry_of(episode: Episode) -> Entry:
    """Return the memory as a file has it."""
    return Entry(
        id=episode.id,
        content=episode.content,
        kind=episode.kind,
        tags=episode.tags,
        importance=episode.importance,
        pinned=episode.pinned,
        at=episode.at,
        event_at=episode.event_at,
        speaker=episode.speaker,
        subject=episode.subject,
        about=episode.about,
        fact_key=episode.fact_key,
    )


def edits(
    files: Sequence[ReadFile],
    exported: Mapping[str, str],
    there: Mapping[EpisodeId, Episode],
) -> tuple[list[Edited], list[Problem]]:
    """Return which memories the files give other words, kind, tags, importance or pin, and what cannot be taken over.

    `exported` has the digests of the export by id. A line that is as it was exported changes nothing, whatever
    happened to its memory since."""
    made: list[Edited] = []
    problems: list[Problem] = []
    first: dict[str, str] = {}
    for file in files:
        for entry in file.entries:
            if not entry.id:
                continue
            try:
                if first.setdefault(entry.id, file.name) != file.name:
                    raise InvalidInput(f"has an id that is in {first[entry.id]} too")
                before, after, note = _edit(entry, exported.get(entry.id, ""), there.get(EpisodeId(entry.id)))
                if after != before:
                    made.append(Edited(file=file.name, line=entry.line, before=before, after=after))
            except (InvalidInput, Refused) as exc:
                note = str(exc)
            is_edit = not entry.hinted or exported.get(entry.id) != f"{entry.digest}-{entry.fixed_digest}"
            problem = Problem(file=file.name, line=entry.line, reason=note, is_edit=is_edit)
            problems += [problem] if note else []
    return made, problems


def same_line(one: Episode, other: Episode) -> bool:
    """True if both are the same in all that a line can change."""
    return _editable(one) == _editable(other)


def _edit(entry: Entry, exported: str, now: Episode | None) -> tuple[Episode, Episode, str]:
    """Return the memory as it is and as the line has it, and what the line says that is not taken over."""
    if now is None or now.kind is Kind.TURN:
        raise InvalidInput(UNKNOWN)
    digest, _, fixed = exported.partition("-")
    note = _FIXED if entry.hinted and fixed and entry.fixed_digest != fixed else ""
    if entry.hinted and entry.digest == digest:
        return now, now, note
    wanted = _wanted(entry, now)
    if same_line(wanted, now):
        return now, now, note
    if now.status is not Status.ACTIVE or (digest and entry_of(now).digest != digest):
        raise InvalidInput(_CHANGED)
    return now, wanted, note


def _wanted(entry: Entry, now: Episode) -> Episode:
    """Return the memory with what the line says, through the gate; raises InvalidInput and Refused."""
    tags, importance = (entry.tags, entry.importance) if entry.hinted else (now.tags, now.importance)
    new = NewEpisode(
        content=entry.content,
        tags=tags,
        importance=importance,
        subject=now.subject,
        conversation=now.conversation,
        fact_key=now.fact_key,
        entities=now.entities,
    )
    passed = checked(new, now.id, now.at)
    return replace(
        now,
        content=passed.content,
        tags=passed.tags,
        importance=passed.importance,
        kind=entry.kind,
        pinned=entry.pinned if entry.hinted else now.pinned,
    )


def _editable(episode: Episode) -> tuple[object, ...]:
    words = [line.rstrip() for line in episode.content.split("\n")]
    return words, episode.kind, episode.tags, episode.importance, episode.pinned


def taken_out(files: Sequence[ReadFile], exported: Mapping[str, str]) -> list[EpisodeId]:
    """Return the ids that were exported and stand in none of the files any more, in the order of the export."""
    left = {episode_id for file in files for episode_id in file.ids}
    return [EpisodeId(episode_id) for episode_id in exported if episode_id not in left]


def profile_edits(
    said: Sequence[ProfileEntry],
    exported: Mapping[str, str],
    owned: OwnedProfile,
    edit: Callable[[Profile, Edit], Profile],
) -> tuple[list[ProfileEdited], list[tuple[int, str]]]:
    """Return the changes that bring a profile to what the file says of it, and which lines cannot be taken over.

    `exported` has the owners of the statements that were exported by their digests; what came to the profile since
    stays. `edit` makes one change to a profile and raises where it cannot be made."""
    profile, owner = owned.profile, owned.owner.id if owned.owner else ""
    made: list[ProfileEdited] = []
    problems: list[tuple[int, str]] = []
    for line, change in _wishes(said, exported, profile_entries(owned)):
        try:
            require_no_secret(change.value, f"{change.fact_key}: {change.value}" if change.fact_key else "")
            after = edit(profile, change)
        except LongTermMemoryError as exc:
            problems.append((line, str(exc)))
            continue
        if after != profile:
            made.append(ProfileEdited(line=line, owner=owner, edit=change))
        profile = after
    return made, problems + _overwritten(said, exported, profile_entries(owned))


def _wishes(
    said: Sequence[ProfileEntry], exported: Mapping[str, str], now: Sequence[ProfileEntry]
) -> list[tuple[int, Edit]]:
    wishes: list[tuple[int, Edit]] = []
    told, known = {entry.digest for entry in said}, {entry.digest for entry in now} | set(exported)
    for field in Field:
        new = [entry for entry in said if entry.field is field and entry.digest not in known]
        gone = [
            entry for entry in now if entry.field is field and entry.digest in exported and entry.digest not in told
        ]
        if field in (Field.NAME, Field.NOTES):
            wishes += _single(field, new, gone, is_free=not any(entry.field is field for entry in now))
        else:
            wishes += _listed(field, new, gone, {entry.key for entry in now if entry.field is field and entry.key})
    return wishes


def _single(
    field: Field, new: Sequence[ProfileEntry], gone: Sequence[ProfileEntry], *, is_free: bool
) -> list[tuple[int, Edit]]:
    if new and (gone or is_free or field is Field.NAME):
        return [(new[-1].line, Edit(field=field, action=Action.SET, value=new[-1].value))]
    return [(0, Edit(field=field, action=Action.REMOVE, value=entry.value)) for entry in gone if not new]


def _listed(
    field: Field, new: Sequence[ProfileEntry], gone: Sequence[ProfileEntry], keys: set[str]
) -> list[tuple[int, Edit]]:
    """Return the changes to a list that has statements under these keys."""
    # A new value under the same key changes the statement, its former value kept.
    keyed = {entry.key for entry in new if entry.key in keys}
    gone = [entry for entry in gone if entry.key not in keyed]
    fresh = [entry for entry in new if entry.key not in keyed]
    # One that went where one came is the same one, reworded.
    previous = gone[0].value if len(gone) == len(fresh) == 1 else ""
    removed = [(0, Edit(field=field, action=Action.REMOVE, value=entry.value)) for entry in gone if not previous]
    added = [
        Edit(
            field=field,
            action=Action.ADD,
            value=entry.value,
            fact_key=entry.key,
            previous_value=previous if entry in fresh else "",
        )
        for entry in new
    ]
    return [*removed, *((entry.line, change) for entry, change in zip(new, added, strict=True))]


def _overwritten(
    said: Sequence[ProfileEntry], exported: Mapping[str, str], now: Sequence[ProfileEntry]
) -> list[tuple[int, str]]:
    """Return the edited notes where others were written since: they would be lost."""
    notes = [entry for entry in now if entry.field is Field.NOTES and entry.digest not in exported]
    return [
        (entry.line, _CHANGED)
        for entry in said
        if entry.field is Field.NOTES and notes and entry.digest not in exported and entry.digest != notes[0].digest
    ]
