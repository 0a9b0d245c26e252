"""The sentences of `!memory`: both languages say the same."""

import re
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.commands.memory import ALIASES, SUBCOMMANDS
from ltm.domain.answer_texts import TEXTS
from ltm.domain.answers import PREVIEW_CHARS, Answers, preview
from ltm.domain.framing import on_one_line
from ltm.domain.scope import Isolation
from ltm.errors import (
    Corrupt,
    EmbedderUnavailable,
    LongTermMemoryError,
    NotConfigured,
    NotFound,
    OutcomeUnknown,
    StoreUnavailable,
)

LANGUAGES = list(TEXTS)


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_sentences_with_the_same_placeholders() -> None:
    english, chinese = TEXTS["en_US"], TEXTS["zh_Hans"]
    assert list(english) == list(chinese)
    for key in english:
        assert placeholders(english[key]) == placeholders(chinese[key]), key
        assert english[key].strip()
        assert chinese[key].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_subcommand_is_a_line_of_the_help(language: str) -> None:
    for key, for_admins in (("help", False), ("help_admin", True)):
        offered = " ".join(line.partition(" - ")[0] for line in TEXTS[language][key].splitlines())
        # `list` names two more behind its own explanation.
        offered += TEXTS[language][key].replace("；", " ").replace("、", " ")
        words = set(re.findall(r"[a-z-]+", offered))
        assert {name for name, each in SUBCOMMANDS.items() if name and each.admin is for_admins} <= words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_help_offers_as_short_forms_works(language: str) -> None:
    for line in TEXTS[language]["help"].splitlines():
        name, _, rest = line.removeprefix("!memory ").partition(" ")
        if rest.startswith("("):
            for alias in rest[1 : rest.index(")")].split(", "):
                assert ALIASES[alias] == name


def test_aliases_are_no_subcommands_and_lead_to_some() -> None:
    assert not set(ALIASES) & set(SUBCOMMANDS)
    assert set(ALIASES.values()) <= set(SUBCOMMANDS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("isolation", Isolation)
def test_every_isolation_has_a_name(language: str, isolation: Isolation) -> None:
    assert Answers(language).say(f"isolation_{isolation}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "kind", [NotConfigured, EmbedderUnavailable, StoreUnavailable, Corrupt, OutcomeUnknown, LongTermMemoryError]
)
def test_every_error_is_said_with_its_reason(language: str, kind: type[LongTermMemoryError]) -> None:
    assert "the reason {x}" in Answers(language).failed(kind("the reason {x}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_not_found_is_said_in_the_language(language: str) -> None:
    assert Answers(language).failed(NotFound("no such memory")) == TEXTS[language]["not_found"]


@given(st.text(max_size=300))
def test_a_preview_is_one_line_of_at_most_120_characters(content: str) -> None:
    line = preview(content)
    assert len(line) <= PREVIEW_CHARS == 120
    assert len(line.splitlines()) <= 1
    whole = on_one_line(content)
    assert line == whole or (whole.startswith(line[:-1]) and line.endswith("…") and len(whole) > 120)
