"""What models may pass to the tools, validated; wrong values become sentences the model can act on."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from ltm.domain.episode import Kind
from ltm.domain.policy import MAX_TOP_K
from ltm.domain.profile import Action, ProfileScope
from ltm.domain.profile import Field as ProfileField
from ltm.errors import InvalidInput

_P = TypeVar("_P", bound="Params")


class Params(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


def _day(text: str, at: time) -> datetime | None:
    try:
        return datetime.combine(date.fromisoformat(text), at)
    except ValueError:
        return None


def _moment(end_of_day: bool) -> BeforeValidator:
    def parse(value: object) -> object:
        """ISO-8601; a time without zone is UTC, a day alone means its first moment or its last."""
        if not isinstance(value, str) or not value.strip():
            return value or None
        text = value.strip()
        try:
            moment = _day(text, time.max if end_of_day else time.min) or datetime.fromisoformat(text)
        except ValueError:
            raise ValueError("must be ISO-8601, like 2025-05-03 or 2025-05-03T08:30:00Z") from None
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    return BeforeValidator(parse)


def _no_blank(value: object) -> object:
    """Models send "" for an option they mean to leave out."""
    return None if isinstance(value, str) and not value.strip() else value


def _tags(value: object) -> object:
    return [tag for tag in value.split(",") if tag.strip()] if isinstance(value, str) else value or []


_Text = Annotated[str | None, BeforeValidator(_no_blank)]


class RememberParams(Params):
    content: str
    tags: Annotated[list[str], BeforeValidator(_tags)] = []
    importance: int = Field(default=2, ge=1, le=5)
    subject: _Text = None


class RecallParams(Params):
    query: str = Field(min_length=1)
    top_k: int = Field(default=5, ge=1, le=MAX_TOP_K)
    speaker_id: _Text = None
    speaker_name: _Text = None
    time_after: Annotated[datetime | None, _moment(end_of_day=False)] = None
    time_before: Annotated[datetime | None, _moment(end_of_day=True)] = None
    importance_min: int | None = Field(default=None, ge=1, le=5)
    source: Annotated[
        Literal["agent", "command", "import", "capture", "api", "merge"] | None, BeforeValidator(_no_blank)
    ] = None
    kind: Annotated[Kind | None, BeforeValidator(_no_blank)] = None
    include_archived: bool = False
    debug: bool = False


class UpdateProfileParams(Params):
    field: ProfileField
    action: Action
    value: str = ""
    scope: Annotated[ProfileScope | None, BeforeValidator(_no_blank)] = None
    fact_key: str = ""
    previous_value: str = ""


class ForgetParams(Params):
    episode_id: str = Field(min_length=1)


def _left_out(model: type[Params], key: str, value: object) -> bool:
    """Models send null, or "" even for a number, for an option they mean to leave out."""
    field = model.model_fields.get(key)
    return value is None or (field is not None and not field.is_required() and _no_blank(value) is None)


def parsed(model: type[_P], params: Mapping[str, Any]) -> _P:
    """Return validated parameters. Raises InvalidInput naming each wrong one, without its value."""
    try:
        return model.model_validate({key: value for key, value in params.items() if not _left_out(model, key, value)})
    except ValidationError as exc:
        wrong = "; ".join(
            f"{'.'.join(map(str, error['loc']))}: {error['msg']}"
            for error in exc.errors(include_url=False, include_context=False, include_input=False)
        )
        raise InvalidInput(wrong) from exc
