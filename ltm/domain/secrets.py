"""The gate's detector: whether a text holds a secret, and of what kind; never which one.

What it cannot see: a password that is an ordinary word behind "is" (the docstring of `secret_assignments` has the
rule), a secret whose name and shape are both missing, one spelt out in words, letters of another script that look
Latin, and one that is split over several texts.
"""

import re
import unicodedata

from ltm.domain import secret_assignments, secret_shapes, secret_values
from ltm.domain.secret_shapes import SecretKind as SecretKind
from ltm.domain.secret_shapes import Shape

# Unicode's Default_Ignorable_Code_Point, the other format characters, and controls but tab and line ends: nothing of
# it is seen, so it may stand anywhere in a secret that people copy.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# NFKC makes 18 and 8 characters of the first two; the third is the one whose lower case is longer.
_RESPELT = {0xFDFA: " ", 0xFDFB: " ", 0x0130: "I"}
SHAPES: tuple[Shape, ...] = (*secret_shapes.SHAPES, *secret_assignments.SHAPES)
"""All that is looked for, in this order."""

PATTERNS = (_UNSEEN, *secret_values.PATTERNS, *secret_shapes.PATTERNS, *secret_assignments.PATTERNS)
"""Every pattern of the detector, for the test and the benchmark that bound what they cost."""


def secret_in(text: str) -> SecretKind | None:
    """Return the kind of a secret in the text, None if there is none; which, if several, is not said.

    Full-width characters count as the ASCII ones they stand for, and what has no width as not there. Takes time linear
    in the text's length; keeps, returns and logs nothing of it.
    """
    plain = normalised(text)
    lowered = plain.lower()
    signs = {*plain, *lowered}
    for shape in SHAPES:
        if shape.signs <= signs and shape.is_in(plain, lowered):
            return shape.kind
    return None


def normalised(text: str) -> str:
    """Return the text in NFKC without characters that are not seen; lower case keeps its length."""
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text.translate(_RESPELT))
    return _UNSEEN.sub("", folded)
