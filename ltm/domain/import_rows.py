"""Where an imported memory goes, which id it gets there, and whether it is there already."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID, uuid5

from ltm.domain import policy
from ltm.domain.episode import Episode, EpisodeId, Link, LinkKind
from ltm.domain.scope import Isolation, Scope, SessionKey
from ltm.errors import InvalidInput

_LAUNCHERS = ("group_", "person_")
_SESSION = re.compile(r"(?:^|:)((?:group|person)_.*)", re.DOTALL)
_IDS = UUID("b0a1d6f2-4c57-5e0b-9a2e-6f3d81c7e954")
_CHANGED = "this memory is here with other words by now: forget it first to have these instead"
_CLAIMED = "an earlier row has the same id and other words"

_Key = tuple[str, str, datetime | None, str, int]
"""Words, speaker's id, time or None for any, and the place of a turn ("" and 0: any)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedRow:
    """A row that was not imported; `number` counts from 1, `reason` holds nothing of its content."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A row that may be stored. Its `episode` has the id it gets here and points to no other memory yet.

    `own_id`, `superseded_by` and those in `links` are ids as the file has them, "" for none. Without `has_time` the
    time is that of the import."""

    number: int
    episode: Episode
    own_id: str = ""
    superseded_by: str = ""
    links: tuple[Link, ...] = ()
    has_time: bool = True

    @property
    def key(self) -> _Key:
        """What another memory has to have in common with this one to be the same."""
        return _key(self.episode, self.has_time)


@dataclass(frozen=True, slots=True, kw_only=True)
class SortedRows:
    """The rows of a file that are new in a scope, complete, in file order; and what becomes of the others."""

    new: tuple[Episode, ...]
    duplicates: int
    rejected: tuple[RejectedRow, ...]


class Present:
    """What of a file's rows a scope holds already: to be shown every memory of the scope, in any order."""

    def __init__(self, rows: Iterable[FileRow]) -> None:
        rows = list(rows)
        self._ids = {episode_id for row in rows for episode_id in (row.episode.id, row.own_id) if episode_id}
        self._keys = {row.key for row in rows}
        self._words: dict[str, str] = {}
        self._alike: dict[_Key, EpisodeId] = {}

    def note(self, episode: Episode) -> None:
        # What one row brought earlier is that row's own: another row that says the same is another memory.
        if episode.id in self._ids:
            self._words[episode.id] = policy.same_words(episode.content)
            return
        for key in _keys(episode) & self._keys:
            self._alike[key] = min(episode.id, self._alike.get(key, episode.id))

    def of(self, row: FileRow) -> EpisodeId | None:
        """Return which memory of the scope the row is, None if it is none.

        Raises InvalidInput if it is one that has other words by now."""
        said, ids = policy.same_words(row.episode.content), (row.own_id, row.episode.id)
        for episode_id in ids:
            if self._words.get(episode_id) == said:
                return EpisodeId(episode_id)
        if any(episode_id in self._words for episode_id in ids):
            raise InvalidInput(_CHANGED)
        return self._alike.get(row.key)


def place(*, bot_uuid: str, session: str, user_key: str, isolation: Isolation) -> tuple[Scope, str]:
    """Return the scope of a row and the name of its session ("" where a bot-wide row names none).

    `session` is LangBot's `group_1001` or `person_42`; `user_key` is the old plugin's key:
    `bot:{bot_uuid}:{session}`, `{bot_uuid}:{session}`, `{session}`, or `bot:{bot_uuid}` for a bot-wide row.
    Raises InvalidInput for a row without a place."""
    if not bot_uuid and not session and user_key:
        bot_uuid, session = _from_user_key(user_key)
    _require_session(session)
    if isolation is Isolation.SESSION and not session:
        raise InvalidInput("no place: give session and bot_uuid, or user_key; this base isolates by session")
    if isolation is Isolation.BOT and not bot_uuid:
        raise InvalidInput("no place: give bot_uuid, or user_key; this base isolates by bot")
    return Scope.of(SessionKey(name=session, bot_uuid=bot_uuid), isolation), session


def session_here(given: str | None, own: str, isolation: Isolation) -> str:
    """Return the session of a row that is imported into the scope of the session `own`, whatever place it names.

    Where all sessions of a bot share their memories a row keeps the session it gives. Raises InvalidInput."""
    if isolation is Isolation.SESSION or given is None:
        return own
    _require_session(given)
    return given


def id_here(scope: Scope, row: FileRow) -> EpisodeId:
    """Return the id a row gets in a scope: always the same one there, and another one everywhere else.

    An id of a file is never taken over: ids are unique among all scopes, and a file could name a memory of another."""
    # A row without an id is told by what makes two memories the same, not by its number: rows may move.
    words, speaker, at, conversation, position = row.key
    time = at.isoformat() if at else ""
    told = [row.own_id] if row.own_id else ["", words, speaker, time, conversation, str(position)]
    return EpisodeId(str(uuid5(_IDS, json.dumps([scope.digest, *told]))))


def sorted_rows(rows: Sequence[FileRow], present: Present) -> SortedRows:
    """Return which rows are new, pointing to what superseded them and what they are linked to where that is in the
    file too."""
    new: dict[EpisodeId, FileRow] = {}
    rejected: list[RejectedRow] = []
    first: dict[EpisodeId, FileRow] = {}
    here: dict[str, EpisodeId] = {}
    for row in rows:
        try:
            # Asked of the file alone: what an id means must not depend on how much of the file is stored already.
            _require_same(first.setdefault(row.episode.id, row), row)
            known = present.of(row)
        except InvalidInput as exc:
            rejected.append(RejectedRow(number=row.number, reason=str(exc)))
            continue
        here.setdefault(row.own_id, known or row.episode.id)
        if known is None:
            new.setdefault(row.episode.id, row)
    return SortedRows(
        new=tuple(pointing(row, here) for row in new.values()),
        duplicates=len(rows) - len(rejected) - len(new),
        rejected=tuple(rejected),
    )


def pointing(row: FileRow, here: Mapping[str, EpisodeId]) -> Episode:
    """Return the row's memory with its pointer and links among the memories `here`, by their ids in the file.

    What points elsewhere, or to itself, is dropped."""
    known = row.superseded_by not in ("", row.own_id)
    superseded_by = here.get(row.superseded_by) if known else None
    return replace(row.episode, superseded_by=superseded_by, links=_links(row, here))


def _links(row: FileRow, here: Mapping[str, EpisodeId]) -> tuple[Link, ...]:
    """Return each link once: two rows of a file may be one memory here."""
    links: dict[tuple[LinkKind, EpisodeId], Link] = {}
    for link in row.links:
        to = here.get(link.to) if link.to not in ("", row.own_id) else None
        if to is not None and to != row.episode.id:
            links.setdefault((link.kind, to), replace(link, to=to))
    return tuple(links.values())


def _key(episode: Episode, with_time: bool) -> _Key:
    at = episode.at if with_time else None
    position = episode.position if episode.conversation else 0
    return policy.same_words(episode.content), episode.speaker_id, at, episode.conversation, position


def _keys(episode: Episode) -> set[_Key]:
    """Return every key by which a row may mean this memory."""
    keys = {_key(episode, True), _key(episode, False)}
    # One row of a recorded conversation may repeat another's words; a row of none may mean any of them.
    return keys | {(words, speaker, at, "", 0) for words, speaker, at, _, _ in keys}


def _require_same(one: FileRow, other: FileRow) -> None:
    if policy.same_words(one.episode.content) != policy.same_words(other.episode.content):
        raise InvalidInput(_CLAIMED)


def _require_session(session: str) -> None:
    if session and not session.startswith(_LAUNCHERS):
        raise InvalidInput("session must look like group_1001 or person_42")


def _from_user_key(user_key: str) -> tuple[str, str]:
    bare = user_key.removeprefix("bot:")
    # The session's id may itself hold colons, the bot's uuid does not: the first launcher begins the session.
    if found := _SESSION.search(bare):
        return bare[: found.start()], found.group(1)
    return (bare, "") if user_key.startswith("bot:") else ("", user_key)
