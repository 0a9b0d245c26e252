"""Cutting many texts into requests a server takes."""

from collections.abc import Iterator, Sequence

MOST_CHARACTERS = 100_000
"""Per request. OpenAI takes 300,000 tokens a request, and a Chinese character can be more than one token."""


def batches(texts: Sequence[str], *, most_texts: int, most_characters: int = MOST_CHARACTERS) -> Iterator[list[str]]:
    """Yield the texts in order, in lists that are never empty and stay within both bounds.

    A text longer than `most_characters` goes alone: shortening it is for who wrote it."""
    batch: list[str] = []
    characters = 0
    for text in texts:
        if batch and (len(batch) == most_texts or characters + len(text) > most_characters):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch
