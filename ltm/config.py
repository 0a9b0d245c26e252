"""What an operator can set, validated in one place. A test compares the defaults with those of the manifest."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from ltm.domain.profile import Caps
from ltm.domain.scope import Isolation
from ltm.errors import NotConfigured


class Capture(StrEnum):
    """What is learnt from talk: nothing, what rules find, what a model finds, or what people accept of either."""

    OFF = "off"
    RULES = "rules"
    LLM = "llm"
    REVIEW = "review"


class Consolidation(StrEnum):
    """What is done by itself every so often: nothing, a preview that changes nothing, or a run."""

    OFF = "off"
    PREVIEW = "preview"
    RUN = "run"


class Select(StrEnum):
    """Who chooses what is recalled for a message: ranking alone, or a model among what ranking found."""

    VECTOR = "vector"
    LLM = "llm"


Language = Literal["en_US", "zh_Hans"]
_S = TypeVar("_S", bound="_Settings")


class _Settings(BaseModel):
    # LangBot keeps keys that an older version of the manifest had, and adds its own to retrieval settings.
    model_config = ConfigDict(extra="ignore", frozen=True)


_BESIDE = (
    *("capture", "extraction_model_uuid", "capture_every_turns", "capture_idle_minutes"),
    *("session_index", "session_index_days", "consolidation", "consolidation_every_hours", "contents_tokens", "select"),
)


class PluginConfig(_Settings):
    """The plugin's own configuration, from the manifest's `spec.config`.

    What is learnt and tidied stands here and not with the knowledge base, of which there is one for each installation:
    LangBot 4.11 keeps a knowledge base's settings as they were when it was created."""

    memory_enabled: bool = True
    admins: tuple[str, ...] = ()
    language: Language = "en_US"
    max_episodes_per_scope: int = Field(default=5_000, ge=0, le=10_000_000)
    max_profile_traits: int = Field(default=20, ge=1, le=200)
    max_profile_preferences: int = Field(default=10, ge=1, le=200)
    listener_deadline_seconds: float = Field(default=2.0, ge=0.1, le=30)
    injection_token_budget: int = Field(default=600, ge=50, le=20_000)
    index_memory_mb: int = Field(default=256, ge=8, le=65_536)
    capture: Capture = Capture.OFF
    extraction_model_uuid: str = ""
    capture_every_turns: int = Field(default=6, ge=1, le=100)
    capture_idle_minutes: float = Field(default=10.0, gt=0, le=1_440)
    session_index: bool = False
    session_index_days: int = Field(default=90, ge=1, le=36_500)
    consolidation: Consolidation = Consolidation.PREVIEW
    consolidation_every_hours: float = Field(default=24.0, ge=1, le=8_760)
    contents_tokens: int = Field(default=0, ge=0, le=200)
    select: Select = Select.VECTOR

    @field_validator("admins", mode="before")
    @classmethod
    def _texts(cls, entries: object) -> object:
        # A YAML list holds a bare sender id as a number.
        return tuple(str(entry).strip() for entry in entries) if isinstance(entries, list | tuple) else entries

    @property
    def caps(self) -> Caps:
        return Caps(traits=self.max_profile_traits, preferences=self.max_profile_preferences)

    @property
    def beside(self) -> tuple[object, ...]:
        """What decides which services work beside the conversation: where it changes they are put together anew."""
        return tuple(getattr(self, name) for name in _BESIDE)

    @property
    def index_bytes(self) -> int:
        """How much memory the indexes of all scopes may take together."""
        return self.index_memory_mb * 1_000_000


class BaseSettings(_Settings):
    """One memory knowledge base's settings, from the engine's `creation_schema`."""

    embedding_model_uuid: str = ""
    isolation: Isolation = Isolation.SESSION
    recency_half_life_days: float = Field(default=30.0, gt=0, le=36_500)
    auto_recall_top_k: int = Field(default=3, ge=0, le=20)


class RetrievalSettings(_Settings):
    """What one retrieval asks for, from the engine's `retrieval_schema` and from LangBot.

    LangBot adds session, bot and sender only where the retrieval belongs to a chat message."""

    top_k: int = Field(default=5, ge=1, le=50)
    session_name: str = ""
    bot_uuid: str = ""
    sender_id: str = ""


def parsed(model: type[_S], values: Mapping[str, Any]) -> _S:
    """Return validated settings. Raises NotConfigured naming each wrong key and its bound."""
    try:
        return model.model_validate({key: value for key, value in values.items() if value is not None})
    except ValidationError as exc:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in exc.errors(include_input=False))
        raise NotConfigured(f"the configuration is not valid: {wrong}") from exc
