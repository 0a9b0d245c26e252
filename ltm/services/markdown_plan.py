"""What exporting to Markdown gives, and what importing it would change, as people are told before it is done."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ltm.domain.episode import Episode, Speaker
from ltm.domain.framing import on_one_line, shortened
from ltm.domain.markdown import MAIN, MarkdownFile
from ltm.domain.markdown_changes import Edited, ProfileEdited
from ltm.domain.markdown_reading import Problem
from ltm.domain.profile import Caps
from ltm.domain.rights import Actor
from ltm.domain.scope import Scope, SessionKey
from ltm.services.import_plan import ImportPlan

_PREVIEW_CHARS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who exports or imports, and where. `visible` is false for what he is not shown, `speakers` are those whose
    profiles he may take with him.

    `require` raises for a memory that may not be stored here, `require_profile` for the profile of a speaker with
    that id, "" for the conversation's."""

    session: SessionKey
    actor: Actor
    visible: Callable[[Episode], bool]
    require: Callable[[Episode], None]
    require_profile: Callable[[str], None]
    caps: Caps
    speakers: Sequence[Speaker] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownExport:
    """The files, and how many memories are in them, seem to hold a secret, and had no room."""

    files: tuple[MarkdownFile, ...]
    memories: int
    left_out: int
    not_shown: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A memory that is new, and where it stands."""

    file: str
    line: int
    episode: Episode


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownPlan:
    """What importing files into a scope would do when it was looked at; nothing at all of what has a problem."""

    scope: Scope
    additions: ImportPlan
    added: tuple[Added, ...]
    edited: tuple[Edited, ...]
    archived: tuple[Episode, ...]
    restored: tuple[Episode, ...]
    profiles: tuple[ProfileEdited, ...]
    problems: tuple[Problem, ...]

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to do, whatever problems there are."""
        return not (self.added or self.edited or self.archived or self.restored or self.profiles)

    @property
    def counts(self) -> dict[str, int]:
        """Return how much there is of everything, by the names of the fields."""
        parts = {
            "added": self.added,
            "edited": self.edited,
            "archived": self.archived,
            "restored": self.restored,
            "profiles": self.profiles,
            "problems": self.problems,
        }
        return {name: len(part) for name, part in parts.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownReport:
    """What an import did; `problems` are those of the plan and what came between."""

    added: int
    edited: int
    archived: int
    restored: int
    profiles: int
    problems: tuple[Problem, ...]

    @property
    def counts(self) -> dict[str, int]:
        """As those of the plan."""
        names = ("added", "edited", "archived", "restored", "profiles")
        return {**{name: getattr(self, name) for name in names}, "problems": len(self.problems)}


def described(plan: MarkdownPlan) -> list[str]:
    """Return one line for each change: `+` adds, `~` edits, `-` archives, `^` takes back, `!` cannot be done."""
    return [
        *(f"+ {on_one_line(added.file)}:{added.line} {_short(added.episode.content)}" for added in plan.added),
        *(
            f"~ {on_one_line(edited.file)}:{edited.line} {', '.join(_changed(edited))}: {_short(edited.after.content)}"
            for edited in plan.edited
        ),
        *(f"- {episode.id} {_short(episode.content)}" for episode in plan.archived),
        *(f"^ {episode.id} {_short(episode.content)}" for episode in plan.restored),
        *(map(_profile_line, plan.profiles)),
        *map(problem_line, plan.problems),
    ]


def problem_line(problem: Problem) -> str:
    return f"! {on_one_line(problem.file)}:{problem.line} {problem.reason}"


def _profile_line(change: ProfileEdited) -> str:
    owner = on_one_line(change.owner) or "conversation"
    sign = "-" if change.edit.action == "remove" else "~" if change.edit.previous_value else "+"
    where = f"{MAIN}:{change.line}" if change.line else MAIN
    return f"{sign} {where} profile of {owner}, {change.edit.field}: {_short(change.edit.value)}"


def _changed(edited: Edited) -> list[str]:
    names = {"content": "words", "kind": "kind", "tags": "tags", "importance": "importance", "pinned": "pinned"}
    return [said for name, said in names.items() if getattr(edited.before, name) != getattr(edited.after, name)]


def _short(text: str) -> str:
    return shortened(text, _PREVIEW_CHARS)
