"""Lines over two logarithmic axes, as an SVG.

Written by hand: these few lines need no package, while matplotlib and what it needs are over 30 MB, and its SVG
changes from version to version."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]

_WIDTH, _HEIGHT = 300, 260
"""One panel's plotting area."""
_LEFT, _TOP, _BOTTOM, _GAP = 70, 64, 48, 44
_STYLE = (
    "text{font:12px sans-serif;fill:#333}.title{font-weight:bold}.grid{stroke:#ddd}"
    "polyline{fill:none;stroke-width:2}.dashed{stroke-dasharray:5 4}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Points with both coordinates above 0."""

    label: str
    colour: str
    points: tuple[Point, ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    title: str
    series: tuple[Series, ...]


def log_log(panels: Sequence[Panel], *, x_label: str, y_label: str) -> str:
    """Return the panels side by side over the same decades, with one legend. Raises ValueError without a point."""
    points = [point for panel in panels for series in panel.series for point in series.points]
    if not points:
        raise ValueError("nothing to plot")
    x, y = decades([point[0] for point in points]), decades([point[1] for point in points])
    width = _LEFT + len(panels) * (_WIDTH + _GAP)
    height = _TOP + _HEIGHT + _BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>',
        f'<g transform="translate(16 {_TOP + _HEIGHT / 2}) rotate(-90)">',
        f'<text text-anchor="middle">{escape(y_label)}</text></g>',
        *_legend(panels),
    ]
    for number, panel in enumerate(panels):
        left = _LEFT + number * (_WIDTH + _GAP)
        parts += [f'<g transform="translate({left} {_TOP})">', *_panel(panel, x, y, x_label, first=number == 0), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def decades(values: Sequence[float]) -> range:
    """Return the powers of ten around the values, at least one decade."""
    lowest = math.floor(math.log10(min(values)))
    return range(lowest, max(math.ceil(math.log10(max(values))), lowest + 1) + 1)


def number(power: int) -> str:
    """Return 10 to the power as people write it."""
    if power < 0:
        return f"{10.0**power:.{-power}f}"
    for exponent, letter in ((9, "G"), (6, "M"), (3, "k")):
        if power >= exponent:
            return f"{10 ** (power - exponent)}{letter}"
    return str(10**power)


def _panel(panel: Panel, x: range, y: range, x_label: str, *, first: bool) -> list[str]:
    middle = _WIDTH / 2
    parts = [f'<text class="title" x="{middle}" y="-8" text-anchor="middle">{escape(panel.title)}</text>']
    for power in x:
        at = _share(power, x) * _WIDTH
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="0" y2="{_HEIGHT}"/>')
        parts.append(f'<text x="{at:.1f}" y="{_HEIGHT + 16}" text-anchor="middle">{number(power)}</text>')
    for power in y:
        at = (1 - _share(power, y)) * _HEIGHT
        parts.append(f'<line class="grid" x1="0" x2="{_WIDTH}" y1="{at:.1f}" y2="{at:.1f}"/>')
        if first:
            parts.append(f'<text x="-6" y="{at + 4:.1f}" text-anchor="end">{number(power)}</text>')
    parts.append(f'<text x="{middle}" y="{_HEIGHT + 36}" text-anchor="middle">{escape(x_label)}</text>')
    return parts + [part for series in panel.series for part in _line(series, x, y)]


def _line(series: Series, x: range, y: range) -> list[str]:
    places = [
        (_share(math.log10(point[0]), x) * _WIDTH, (1 - _share(math.log10(point[1]), y)) * _HEIGHT)
        for point in sorted(series.points)
    ]
    colour, dashed = quoteattr(series.colour), ' class="dashed"' if series.dashed else ""
    text = " ".join(f"{right:.1f},{down:.1f}" for right, down in places)
    dots = [f'<circle cx="{right:.1f}" cy="{down:.1f}" r="3" fill={colour}/>' for right, down in places]
    return [f'<polyline{dashed} stroke={colour} points="{text}"/>', *dots]


def _legend(panels: Sequence[Panel]) -> list[str]:
    labels = {series.label: series for panel in panels for series in panel.series}
    parts, left = [], float(_LEFT)
    for series in labels.values():
        colour, dashed = quoteattr(series.colour), ' class="dashed"' if series.dashed else ""
        parts.append(f'<polyline{dashed} stroke={colour} points="{left:.0f},20 {left + 28:.0f},20"/>')
        parts.append(f'<text x="{left + 34:.0f}" y="24">{escape(series.label)}</text>')
        left += 60 + 6.5 * len(series.label)
    return parts


def _share(power: float, powers: range) -> float:
    """Return where between the first and the last power this one lies, 0 to 1."""
    return (power - powers[0]) / (powers[-1] - powers[0])
