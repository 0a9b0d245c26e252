"""The benchmarks' picture: what is larger stands further right or higher, and everything stands inside."""

import random
import xml.etree.ElementTree as ElementTree

import pytest

from benchmarks.plot import Panel, Point, Series, decades, log_log, number

_SVG = "{http://www.w3.org/2000/svg}"


def _drawn(svg: str) -> list[Point]:
    """Return the places of the dots, in order."""
    circles = ElementTree.fromstring(svg).iter(f"{_SVG}circle")
    return [(float(circle.attrib["cx"]), float(circle.attrib["cy"])) for circle in circles]


def _panel(points: tuple[Point, ...], label: str = "one") -> Panel:
    return Panel(title="panel", series=(Series(label=label, colour="#000", points=points),))


@pytest.mark.parametrize("seed", range(20))
def test_order_and_bounds(seed: int) -> None:
    chance = random.Random(seed)
    points = tuple((10 ** chance.uniform(0, 6), 10 ** chance.uniform(-3, 3)) for _ in range(10))
    drawn = _drawn(log_log([_panel(points)], x_label="x", y_label="y"))
    assert len(drawn) == len(points)
    assert all(0 <= right <= 300 and 0 <= down <= 260 for right, down in drawn)
    ordered = sorted(points)
    for (x, y), (right, down) in zip(ordered, drawn, strict=True):
        for (other_x, other_y), (other_right, other_down) in zip(ordered, drawn, strict=True):
            assert x >= other_x or right <= other_right
            assert y >= other_y or down >= other_down


def test_equal_ratios_are_equal_distances() -> None:
    (a, _), (b, _), (c, _) = _drawn(log_log([_panel(((1, 1), (10, 1), (100, 1)))], x_label="x", y_label="y"))
    assert b - a == pytest.approx(c - b, abs=0.1)
    assert b > a


def test_panels_share_their_axes() -> None:
    near, far = ((10.0, 2.0),), ((10.0, 2.0), (100_000.0, 500.0))
    drawn = _drawn(log_log([_panel(near), _panel(far)], x_label="x", y_label="y"))
    assert drawn[0] == drawn[1]


def test_a_label_may_hold_any_character() -> None:
    svg = log_log([_panel(((1, 1),), label='a < b & "c"')], x_label="<x>", y_label="&")
    texts = [element.text for element in ElementTree.fromstring(svg).iter(f"{_SVG}text")]
    assert {'a < b & "c"', "<x>", "&"} <= set(texts)


def test_one_legend_entry_per_label() -> None:
    svg = log_log([_panel(((1, 1),)), _panel(((2, 2),))], x_label="x", y_label="y")
    assert svg.count(">one</text>") == 1


@pytest.mark.parametrize("seed", range(20))
def test_decades_hold_all_values(seed: int) -> None:
    chance = random.Random(seed)
    values = [10 ** chance.uniform(-4, 7) for _ in range(5)]
    powers = decades(values)
    assert len(powers) >= 2
    assert 10.0 ** powers[0] <= min(values)
    assert max(values) <= 10.0 ** powers[-1]
    if len(powers) > 2:
        assert min(values) < 10.0 ** (powers[0] + 1)
        assert max(values) > 10.0 ** (powers[-1] - 1)


def test_numbers_read_as_people_write_them() -> None:
    assert [number(power) for power in (-2, -1, 0, 2, 3, 5, 6)] == ["0.01", "0.1", "1", "100", "1k", "100k", "1M"]


def test_nothing_to_plot() -> None:
    with pytest.raises(ValueError, match="nothing"):
        log_log([_panel(())], x_label="x", y_label="y")
