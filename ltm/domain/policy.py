"""Limits on what may be written, and the text every store can hold."""

import unicodedata

MAX_CONTENT_CHARS = 4_000
"""Keeps the whole envelope, vector included, far below the 60 kB that the smallest backend field holds."""

MAX_QUERY_CHARS = 2_000
"""The built-in model takes .1 s for 4,000 characters and over a second for 40,000; a turn has two in all."""

MAX_ORIGINAL_CHARS = 1_000
"""Of the words a memory was made from; what is longer is kept up to here."""

MAX_TAGS = 16
MAX_TAG_CHARS = 64
MAX_ENTITIES = 16
MAX_LINKS = 16
MAX_SUBJECT_CHARS = 120
MAX_NAME_CHARS = 100
MAX_ENTRY_CHARS = 500
MAX_FACT_KEY_CHARS = 64
MAX_NOTES_CHARS = 2_000
MAX_TOP_K = 50
MIN_IMPORTANCE = 1
MAX_IMPORTANCE = 5


def storable(text: str) -> str:
    """Return text every backend keeps byte for byte: NFC, trimmed, no lone surrogates, no control characters.

    pgvector refuses NUL, and all backends but Qdrant refuse lone surrogates. Newlines and tabs stay."""
    kept = text.encode("utf-8", "replace").decode("utf-8")
    # Most texts are printable as they are, and that is told a hundred times faster than by category.
    if not kept.isprintable():
        kept = "".join(char for char in kept if char in "\n\t" or unicodedata.category(char) != "Cc")
    return unicodedata.normalize("NFC", kept).strip()


def same_words(text: str) -> str:
    """Return what two texts have in common that differ in case, white space and a closing full stop only."""
    return " ".join(text.casefold().split()).rstrip(".!。！…~～ ") or text


def searchable(text: str) -> str:
    """Return what of a message is searched with: all of it or, of a very long one, how it begins and how it ends."""
    if len(text) <= MAX_QUERY_CHARS:
        return text
    half = MAX_QUERY_CHARS // 2
    return f"{text[: half - 1]}\n{text[-half:]}"
