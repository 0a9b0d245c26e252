"""What an operator can set: the yaml and the code agree, and a wrong value is named with its bound."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from ltm.config import BaseSettings, PluginConfig, RetrievalSettings, parsed
from ltm.domain.scope import Isolation
from ltm.errors import NotConfigured

ROOT = Path(__file__).parents[2]
MANIFEST = yaml.safe_load((ROOT / "manifest.yaml").read_text("utf-8"))
ENGINE = yaml.safe_load((ROOT / "components/knowledge_engine/memory_engine.yaml").read_text("utf-8"))
FROM_LANGBOT = {"session_name", "bot_uuid", "sender_id"}
SCHEMAS: list[tuple[str, type[BaseModel], list[dict[str, Any]], set[str]]] = [
    ("config", PluginConfig, MANIFEST["spec"]["config"], set()),
    ("creation_schema", BaseSettings, ENGINE["spec"]["creation_schema"], set()),
    ("retrieval_schema", RetrievalSettings, ENGINE["spec"]["retrieval_schema"], FROM_LANGBOT),
]
IDS = [name for name, *_ in SCHEMAS]
TYPES = {
    **{"integer": int, "float": float, "select": str, "embedding-model-selector": str, "llm-model-selector": str},
    **{"boolean": bool, "array[string]": list},
}


def plain(default: object) -> object:
    """Return the default as yaml writes it."""
    return list(default) if isinstance(default, tuple) else default


@pytest.mark.parametrize(("_name", "model", "entries", "hidden"), SCHEMAS, ids=IDS)
def test_names_and_defaults_are_those_of_the_code(
    _name: str, model: type[BaseModel], entries: list[dict[str, Any]], hidden: set[str]
) -> None:
    declared = {entry["name"]: entry["default"] for entry in entries}
    coded = {name: plain(field.default) for name, field in model.model_fields.items() if name not in hidden}
    assert declared == coded
    assert len(declared) == len(entries)


@pytest.mark.parametrize(("_name", "model", "entries", "_hidden"), SCHEMAS, ids=IDS)
def test_types_and_options_are_those_of_the_code(
    _name: str, model: type[BaseModel], entries: list[dict[str, Any]], _hidden: set[str]
) -> None:
    properties = model.model_json_schema()
    for entry in entries:
        assert isinstance(entry["default"], TYPES[entry["type"]])
        if entry["type"] == "select":
            coded = properties["properties"][entry["name"]]
            allowed = coded.get("enum") or properties["$defs"][coded["$ref"].rsplit("/", 1)[1]]["enum"]
            assert [option["name"] for option in entry["options"]] == allowed


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("max_profile_traits", "1", "200"),
        ("max_profile_preferences", "1", "200"),
        ("listener_deadline_seconds", "0.1", "30"),
        ("max_episodes_per_scope", "0", "10000000"),
        ("auto_recall_top_k", "0", "20"),
    ],
)
def test_the_described_bounds_are_the_real_ones(key: str, low: str, high: str) -> None:
    entries = {e["name"]: (model, e) for _, model, entries, _ in SCHEMAS for e in entries}
    model, entry = entries[key]
    assert f"{low} to {high}" in entry["description"]["en_US"]
    assert f"{low} 到 {high}" in entry["description"]["zh_Hans"]
    for bound in (low, high):
        parsed(model, {key: bound})  # type: ignore[type-var]
    for outside in (float(low) - 0.01 if "." in low else int(low) - 1, int(high) + 1):
        with pytest.raises(NotConfigured):
            parsed(model, {key: outside})  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("model", "key", "value", "bound"),
    [
        (PluginConfig, "language", "fr", "'en_US' or 'zh_Hans'"),
        (PluginConfig, "max_profile_traits", 0, "greater than or equal to 1"),
        (PluginConfig, "max_profile_traits", 201, "less than or equal to 200"),
        (PluginConfig, "max_profile_preferences", 2.5, "valid integer"),
        (PluginConfig, "listener_deadline_seconds", 0, "greater than or equal to 0.1"),
        (PluginConfig, "listener_deadline_seconds", float("nan"), "less than or equal to 30"),
        (PluginConfig, "listener_deadline_seconds", float("inf"), "less than or equal to 30"),
        (BaseSettings, "isolation", "user", "'session' or 'bot'"),
        (BaseSettings, "recency_half_life_days", 0, "greater than 0"),
        (BaseSettings, "recency_half_life_days", 1e9, "less than or equal to 36500"),
        (BaseSettings, "auto_recall_top_k", -1, "greater than or equal to 0"),
        (RetrievalSettings, "top_k", 0, "greater than or equal to 1"),
        (RetrievalSettings, "top_k", 51, "less than or equal to 50"),
    ],
)
def test_a_wrong_value_is_named_with_its_bound_and_never_shown(
    model: type[PluginConfig], key: str, value: object, bound: str
) -> None:
    with pytest.raises(NotConfigured) as caught:
        parsed(model, {key: value})
    assert f"{key}: " in str(caught.value)
    assert bound in str(caught.value)


def test_all_wrong_keys_are_named_at_once() -> None:
    with pytest.raises(NotConfigured) as caught:
        parsed(PluginConfig, {"language": "secret-value", "max_profile_traits": "many"})
    assert "language: " in str(caught.value)
    assert "max_profile_traits: " in str(caught.value)
    assert "secret-value" not in str(caught.value)


def test_unknown_keys_and_missing_values_are_no_error() -> None:
    assert parsed(PluginConfig, {"of_an_older_version": 1, "language": None}) == PluginConfig()
    assert parsed(BaseSettings, {}) == BaseSettings()


def test_numbers_typed_as_text_count() -> None:
    settings = parsed(BaseSettings, {"recency_half_life_days": "7.5", "auto_recall_top_k": "4", "isolation": "bot"})
    assert settings == BaseSettings(recency_half_life_days=7.5, auto_recall_top_k=4, isolation=Isolation.BOT)


def test_administrators_are_texts_whatever_the_page_sends() -> None:
    admins = parsed(PluginConfig, {"admins": [" aiocqhttp:10001 ", 555]}).admins
    assert admins == ("aiocqhttp:10001", "555")
    with pytest.raises(NotConfigured, match="admins: "):
        parsed(PluginConfig, {"admins": "aiocqhttp:10001"})


def test_the_caps_are_those_configured() -> None:
    caps = parsed(PluginConfig, {"max_profile_traits": 7, "max_profile_preferences": 3}).caps
    assert (caps.traits, caps.preferences) == (7, 3)
