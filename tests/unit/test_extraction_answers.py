"""JSON out of what models put around it."""

import json
from time import perf_counter

import pytest

from ltm.domain.extraction_answers import json_in

JSON = json.dumps({"candidates": [{"text": "I use ``` and {} and ] in <think> texts", "turn": 1}]})


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "\n {} \n",
        "```json\n{}\n```",
        "```\n{}\n```",
        "```JSON\n{}\n```\nI hope this helps!",
        "Here is the JSON:\n```json\n{}\n```",
        "Here it is: {} as asked.",
        "<think>The user said [something] {{odd}}.</think>\n{}",
        "<thinking>\n```json\n{{}}\n```\n</thinking>```json\n{}\n```",
    ],
)
@pytest.mark.parametrize("inner", ['{"candidates": []}', "[3, 1]", "[]", "{}"])
def test_the_json_alone_is_left(around: str, inner: str) -> None:
    assert json_in(around.format(inner)) == inner


@pytest.mark.parametrize("around", ["{}", " {} ", "Here: {}", "<think>hm</think>{}"])
def test_json_that_holds_such_things_itself_stays_whole(around: str) -> None:
    assert json_in(around.format(JSON)) == JSON


@pytest.mark.parametrize("answer", ["", "no", "}{", "][", "``` ", "<think>", "</think>"])
def test_what_is_no_json_is_no_json_afterwards(answer: str) -> None:
    with pytest.raises(ValueError, match=r"Expecting|Extra"):
        json.loads(json_in(answer))


@pytest.mark.parametrize("piece", ["{", "}", "[", "```\n", "```json", "<think>", "</think>", "a", "``` \n"])
def test_the_time_is_linear(piece: str) -> None:
    started = perf_counter()
    json_in(piece * 50_000)
    assert perf_counter() - started < 1
