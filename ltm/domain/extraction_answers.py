"""The JSON in what a chat model answered."""

import re

_THOUGHT = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL)
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n(.*?)```", re.DOTALL)


def json_in(answer: str) -> str:
    """Return the answer without what models put around JSON: their thoughts, a fence, a sentence before and after.

    What is left may still be no JSON. Takes time linear in the answer's length."""
    said = _THOUGHT.sub("", answer)
    if fenced := _FENCE.search(said):
        said = fenced[1]
    starts = [start for start in (said.find("{"), said.find("[")) if start >= 0]
    end = max(said.rfind("}"), said.rfind("]")) + 1
    return said[min(starts) : end] if starts and end > min(starts) else said.strip()
