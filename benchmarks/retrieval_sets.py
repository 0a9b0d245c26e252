"""Sets of memories and questions with their answers, read from JSON files."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from ltm.domain.policy import storable

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
DEFAULTS = tuple(DATA / name for name in ("locomo-dev.json", "madial-zh-dev.json"))
"""Beside the repository and no part of it: LoCoMo's licence does not allow handing it on with the plugin."""

ADVERSARIAL = "adversarial"
"""Questions without an answer in the memories, only with a lure that counts as relevant: reported apart."""

MemoryKey = tuple[str, int, str, datetime]
"""What a stored memory is recognised by: conversation, position in it, content, when it was said."""


class SetError(Exception):
    """A set that cannot be measured; the message says which and why."""


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Memory(_Model):
    """`session` above 0 is the conversation it is a turn of, 0 a fact that stands alone."""

    id: str
    text: str
    speaker: str = ""
    at: AwareDatetime
    session: int = Field(ge=0)


class Query(_Model):
    """`context` are the user's turns before the question, oldest first."""

    id: str
    text: str
    category: str
    relevant: tuple[str, ...]
    context: tuple[str, ...] = ()


class Case(_Model):
    """One isolation scope; `now` is when its questions are asked."""

    scope: str
    now: AwareDatetime
    memories: tuple[Memory, ...]
    queries: tuple[Query, ...]

    @property
    def answerable(self) -> list[Query]:
        """The questions for which anything is relevant; the others cannot be scored."""
        return [query for query in self.queries if query.relevant]

    @property
    def positions(self) -> list[int]:
        """The place of each memory in its conversation, in file order; 0 for a fact."""
        seen: dict[int, int] = {}
        positions = []
        for memory in self.memories:
            positions.append(seen.get(memory.session, 0) if memory.session else 0)
            seen[memory.session] = seen.get(memory.session, 0) + 1
        return positions


class RetrievalSet(_Model):
    name: str
    cases: tuple[Case, ...]

    @property
    def skipped(self) -> int:
        return sum(len(case.queries) - len(case.answerable) for case in self.cases)


def read(path: Path) -> RetrievalSet:
    """Return the set in the file. Raises SetError."""
    try:
        found = RetrievalSet.model_validate_json(path.read_bytes())
    except OSError as exc:
        raise SetError(f"{path}: {exc.strerror}") from exc
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_context=False, include_input=False)[0]
        raise SetError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from exc
    if not any(query.category != ADVERSARIAL for case in found.cases for query in case.answerable):
        raise SetError(f"{path}: no question with relevant memories")
    return found


def missing(paths: Sequence[Path]) -> list[Path]:
    return [path for path in paths if not path.is_file()]


def conversation(session: int) -> str:
    return f"session-{session}" if session else ""


def keys(case: Case) -> list[MemoryKey]:
    """Return what each memory is recognised by once it is stored, in file order; equal facts have equal keys."""
    return [
        (conversation(memory.session), position, storable(memory.text), memory.at)
        for memory, position in zip(case.memories, case.positions, strict=True)
    ]
