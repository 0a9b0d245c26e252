"""What the detector costs on 100 kB made to be slow: repeats of what its patterns begin with, and near misses."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import process_time

from benchmarks.progress import Progress
from ltm.domain.secret_shapes import Shape
from ltm.domain.secrets import SHAPES, normalised, secret_in

_BYTES = 100_000
_LEAST_SHOWN_S = 0.001
_PARTS_FROM_S = 0.02
"""A text that the whole detector is done with sooner has no slow part."""

_TAILS = ("", " ", ":", "=", " is ", "是", '"')
"""What makes a pattern go on behind its literal."""

_OTHERS = (
    *(
        "a",
        "A",
        "1",
        "=",
        "aA1",
        "1 ",
        "1234 ",
        "1234-",
        "4539 1488 0343 646",
        "4539148803436468 ",
        "11010519491231002",
    ),
    *("110105194912310021 ", " ", "\n", "\u200b", "\ufdfa", "\uff21", "\u33af", "\u0130", "://a:", "://a:b", "@a.bb:"),
    *("@a.bb:1/", "eyJa.", "a" * 24 + ".", "a" * 32 + ".", "login:aa/", "1234是", "1234 is your a b c", "mysql -u a "),
    *("password (aaaaaaaaaaaaaaaaaaaaaaaa", "密码我就现在目前", "authorization: basic ", "-----BEGIN A ", "x", "*"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """CPU time on one text; `shape` is "" for the whole detector."""

    shape: str
    pattern: str
    repeated: str
    milliseconds: float


def costs(progress: Progress) -> list[Cost]:
    """Return what the detector and each of its shapes take, slowest first; fast parts are left out."""
    found: list[Cost] = []
    for unit in sorted({*_OTHERS, *_openings(SHAPES)}):
        progress.tick(f"cost: {len(found)} measured")
        text = (unit * _BYTES)[: _BYTES * len(unit) // len(unit.encode())]
        start = process_time()
        secret_in(text)
        taken = process_time() - start
        found.append(_cost("", "", unit, taken))
        if taken >= _PARTS_FROM_S:
            found.extend(_parts(text, unit))
    return sorted(found, key=lambda cost: -cost.milliseconds)


def _openings(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        yield from (shape.literal + tail for tail in _TAILS if shape.literal)


def _parts(text: str, unit: str) -> Iterator[Cost]:
    plain = normalised(text)
    lowered = plain.lower()
    for shape in SHAPES:
        start = process_time()
        shape.is_in(plain, lowered)
        taken = process_time() - start
        if taken >= _LEAST_SHOWN_S:
            yield _cost(f"{shape.kind} (`{shape.literal}`)", shape.pattern.pattern, unit, taken)


def _cost(shape: str, pattern: str, unit: str, seconds: float) -> Cost:
    shown = unit.encode("unicode_escape").decode() if not unit.isprintable() else unit
    return Cost(shape=shape, pattern=pattern, repeated=shown, milliseconds=seconds * 1000)
