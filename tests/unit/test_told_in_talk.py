"""The cases of facts beside the talk they were learnt from are what they claim to be."""

from benchmarks.data.told_in_talk import DISTRACTORS, NOW, ROUNDS, told_in_talk
from benchmarks.data.told_in_talk_texts import CHINESE, ENGLISH
from ltm.domain.gate import require_no_secret


def test_they_are_the_same_every_time_and_each_question_has_one_answer() -> None:
    cases = told_in_talk()
    assert cases == told_in_talk()
    assert len(cases) == ROUNDS * (len(ENGLISH) + len(CHINESE))
    assert len({case.scope for case in cases}) == len(cases)
    for case in cases:
        others = [*case.turns, *case.facts]
        assert len({other.text for other in others}) == DISTRACTORS
        assert {case.turn.text, case.fact.text}.isdisjoint({other.text for other in others})
        assert case.opening.at < case.turn.at <= case.fact.at < NOW
        assert case.opening.speaker == case.turn.speaker == case.fact.speaker == case.speaker


def test_all_of_it_may_be_stored() -> None:
    for told in (*ENGLISH, *CHINESE):
        require_no_secret(*told)
