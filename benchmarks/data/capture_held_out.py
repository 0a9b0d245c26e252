"""Labelled messages that no rule was written against: they judge what the bot learns by itself.

Nobody who changes the rules reads them; who has read them has to write others."""

from benchmarks.data.capture_chats import labelled
from benchmarks.data.capture_held_out_en import ENGLISH
from benchmarks.data.capture_held_out_zh import CHINESE
from benchmarks.data.capture_labels import Labelled

HELD_OUT: tuple[Labelled, ...] = (*labelled(ENGLISH, "en"), *labelled(CHINESE, "zh"))
"""More than 210 messages per language, two in five of them with something to keep."""
