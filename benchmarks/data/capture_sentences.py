"""The messages the rules of capture were made with, both languages; about half of them hold nothing to remember."""

from benchmarks.data.capture_sentences_en import ENGLISH
from benchmarks.data.capture_sentences_zh import CHINESE

DEVELOPMENT = (*ENGLISH, *CHINESE)
