"""The two-step questions: the second memory is told by a name that the first holds and the question does not."""

import pytest

from benchmarks.data.two_steps import SETS
from ltm.domain.lexical import terms


@pytest.mark.parametrize("language", SETS)
def test_every_question_takes_two_memories(language: str) -> None:
    questions, others = SETS[language]
    assert len(questions) == 24
    assert len(set(others)) == 200
    assert not set(others) & {text for asked in questions for text in (asked.first, asked.second)}
    for asked in questions:
        question, first, second = (set(terms(text)) for text in asked)
        assert first & question
        assert (first & second) - question, asked.question
