"""What models may send: the yaml they read and the models that check it agree; wrong values become sentences."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
import yaml

from components.tools.schema import (
    ForgetParams,
    Params,
    RecallParams,
    RememberParams,
    UpdateProfileParams,
    parsed,
)
from ltm.errors import InvalidInput

TOOLS = Path(__file__).parents[2] / "components/tools"
MODELS: dict[str, type[Params]] = {
    "remember": RememberParams,
    "recall_memory": RecallParams,
    "update_profile": UpdateProfileParams,
    "forget": ForgetParams,
}


def declared(tool: str) -> dict[str, Any]:
    parameters: dict[str, Any] = yaml.safe_load((TOOLS / f"{tool}.yaml").read_text("utf-8"))["spec"]["parameters"]
    return parameters


def checked_properties(tool: str) -> dict[str, dict[str, Any]]:
    """The pydantic schema with `$ref` and `| None` resolved, reduced to what a model is told."""
    schema = MODELS[tool].model_json_schema()
    told = {}
    for name, prop in schema["properties"].items():
        merged = dict(prop)
        for branch in prop.get("anyOf", []):
            merged |= branch if branch.get("type") != "null" else {}
        if "$ref" in merged:
            merged |= schema["$defs"][merged["$ref"].rpartition("/")[2]]
        told[name] = {key: merged[key] for key in ("type", "enum", "minimum", "maximum") if key in merged}
    return told


def test_every_tool_has_a_model() -> None:
    assert {path.stem for path in TOOLS.glob("*.yaml")} == set(MODELS)


@pytest.mark.parametrize("tool", MODELS)
def test_fields_types_enums_and_bounds_are_those_that_are_checked(tool: str) -> None:
    told = {
        name: {key: prop[key] for key in ("type", "enum", "minimum", "maximum") if key in prop}
        for name, prop in declared(tool)["properties"].items()
    }
    assert told == checked_properties(tool)


@pytest.mark.parametrize("tool", MODELS)
def test_told_defaults_are_the_real_ones(tool: str) -> None:
    for name, prop in declared(tool)["properties"].items():
        if "default" in prop:
            assert prop["default"] == MODELS[tool].model_fields[name].default


@pytest.mark.parametrize("tool", MODELS)
def test_what_is_required_is_told(tool: str) -> None:
    required = {name for name, field in MODELS[tool].model_fields.items() if field.is_required()}
    # Removing by fact_key works without a value, but a model that is told so leaves values out elsewhere too.
    stricter = {"value"} if tool == "update_profile" else set()
    assert set(declared(tool)["required"]) == required | stricter


@pytest.mark.parametrize("tool", MODELS)
def test_every_parameter_and_tool_says_what_it_is_for(tool: str) -> None:
    spec = yaml.safe_load((TOOLS / f"{tool}.yaml").read_text("utf-8"))["spec"]
    assert len(spec["llm_prompt"]) > 40
    assert all(prop["description"].strip() for prop in spec["parameters"]["properties"].values())


def recall(**params: object) -> RecallParams:
    return parsed(RecallParams, {"query": "q", **params})


@pytest.mark.parametrize(
    ("written", "after", "before"),
    [
        ("2025-05-03", datetime(2025, 5, 3, tzinfo=UTC), datetime(2025, 5, 3, 23, 59, 59, 999999, tzinfo=UTC)),
        (" 2025-05-03 ", datetime(2025, 5, 3, tzinfo=UTC), datetime(2025, 5, 3, 23, 59, 59, 999999, tzinfo=UTC)),
        ("2025-05-03T08:30:00Z", *[datetime(2025, 5, 3, 8, 30, tzinfo=UTC)] * 2),
        ("2025-05-03 08:30", *[datetime(2025, 5, 3, 8, 30, tzinfo=UTC)] * 2),
        ("2025-05-03T08:30:00+08:00", *[datetime(2025, 5, 3, 8, 30, tzinfo=timezone(timedelta(hours=8)))] * 2),
    ],
)
def test_times(written: str, after: datetime, before: datetime) -> None:
    params = recall(time_after=written, time_before=written)
    assert (params.time_after, params.time_before) == (after, before)
    assert params.time_after is not None
    assert params.time_after.tzinfo is not None


@pytest.mark.parametrize("blank", [None, "", "   "])
def test_blank_options_are_left_out(blank: object) -> None:
    options = set(RecallParams.model_fields) - {"query"}
    assert recall(**dict.fromkeys(options, blank)) == recall()
    remembered = parsed(RememberParams, {"content": "c", "tags": blank, "importance": blank, "subject": blank})
    assert remembered == RememberParams(content="c")
    edit = {"field": "name", "action": "set", "value": "v"}
    blanks = dict.fromkeys(("scope", "fact_key", "previous_value"), blank)
    assert parsed(UpdateProfileParams, {**edit, **blanks}) == parsed(UpdateProfileParams, edit)


def test_numbers_written_as_text_and_text_written_as_numbers_count() -> None:
    params = recall(query=42, top_k="7", importance_min="3", speaker_id=10001)
    assert (params.query, params.top_k, params.importance_min, params.speaker_id) == ("42", 7, 3, "10001")


def test_tags_may_come_as_one_text() -> None:
    assert parsed(RememberParams, {"content": "c", "tags": "plan, correction,,"}).tags == ["plan", " correction"]
    assert parsed(RememberParams, {"content": "c", "tags": ["a, b"]}).tags == ["a, b"]


@pytest.mark.parametrize(
    ("model", "params", "said"),
    [
        (RecallParams, {}, "query: Field required"),
        (RecallParams, {"query": ""}, "query: String should have at least 1 character"),
        (RecallParams, {"query": "q", "limit": 3}, "limit: Extra inputs are not permitted"),
        (RecallParams, {"query": "q", "top_k": 51}, "top_k: Input should be less than or equal to 50"),
        (RecallParams, {"query": "q", "top_k": 0}, "top_k: Input should be greater than or equal to 1"),
        (RecallParams, {"query": "q", "importance_min": 6}, "importance_min: Input should be less than or equal to 5"),
        (
            RecallParams,
            {"query": "q", "source": "web"},
            "source: Input should be 'agent', 'command', 'import', 'capture', 'api' or 'merge'",
        ),
        (RecallParams, {"query": "q", "kind": "rumour"}, "kind: Input should be 'fact', 'rule', "),
        (RecallParams, {"query": "q", "include_archived": 7}, "include_archived: Input should be a valid boolean"),
        (RecallParams, {"query": "q", "time_after": "yesterday"}, "time_after: Value error, must be ISO-8601, like 20"),
        (RecallParams, {"query": "q", "time_before": "2025-13-40"}, "time_before: Value error, must be ISO-8601"),
        (RememberParams, {"content": "c", "importance": 9}, "importance: Input should be less than or equal to 5"),
        (RememberParams, {"content": "c", "tags": 5}, "tags: Input should be a valid list"),
        (RememberParams, {"tags": []}, "content: Field required"),
        (UpdateProfileParams, {"field": "mood", "action": "add"}, "'name', 'traits', 'preferences' or 'notes'"),
        (UpdateProfileParams, {"field": "name", "action": "drop"}, "action: Input should be 'set', 'add' or 'remove'"),
        (ForgetParams, {"episode_id": ""}, "episode_id: String should have at least 1 character"),
    ],
)
def test_a_wrong_parameter_is_named_in_a_sentence(model: type[Params], params: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        parsed(model, params)
    assert said in str(caught.value)


def test_all_wrong_parameters_are_named_and_no_value_is_repeated() -> None:
    secret = "hunter2"
    with pytest.raises(InvalidInput) as caught:
        recall(top_k=secret, source=secret, time_after=secret, importance_min=secret)
    for name in ("top_k", "source", "time_after", "importance_min"):
        assert f"{name}: " in str(caught.value)
    assert secret not in str(caught.value)
