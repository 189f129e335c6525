# SPDX-License-Identifier: Apache-2.0
"""Ratios as bars from 1, to the left where we are behind, as an SVG for light and dark pages."""

import html
import math

LEFT, WIDTH, RIGHT, STEP, TOP, EDGE = 260, 520, 170, 18, 84, 24

STYLE = """<style>
text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px;fill:#1b1f24}
.page{fill:#fff}.title{font-size:18px;font-weight:600}.end{text-anchor:end}.mid{text-anchor:middle}
.note{fill:#59636e}.ahead{fill:#2f6fb7}.behind{fill:#c9562b}.line{stroke:#c9d0d8}.even{stroke:#1b1f24;stroke-width:1.5}
@media (prefers-color-scheme:dark){text{fill:#e8eaed}.page{fill:#14171c}.note{fill:#a3acb7}.ahead{fill:#6aa5ea}
.behind{fill:#ef8a62}.line{stroke:#3a434d}.even{stroke:#e8eaed}}
</style>
"""


def place(ratio, ends):
    """Where a ratio stands: each doubling is as wide as another."""
    least, most = ends
    share = math.log(min(max(ratio, least), most) / least) / math.log(most / least)
    return LEFT + share * WIDTH


def grid(ends, bottom):
    mark, most = ends
    while mark <= most:
        kind = "even" if mark == 1 else "line"
        text = f"{mark:g}" if mark >= 1 else f"1/{1 / mark:g}"
        x = place(mark, ends)
        yield f'<path class="{kind}" d="M{x:.1f} {TOP - 8}V{bottom}"/>'
        yield f'<text class="note mid" x="{x:.1f}" y="{TOP - 14}">{text}</text>'
        mark *= 2


def draw(bar, ends, y):
    name, ratio, is_good, text = bar
    begin, end = sorted((place(1, ends), place(ratio, ends)))
    kind = "ahead" if is_good else "behind"
    yield f'<text class="end" x="{LEFT - 10}" y="{y + 12}">{html.escape(name)}</text>'
    yield f'<rect class="{kind}" x="{begin:.1f}" y="{y + 2}" width="{max(end - begin, 1):.1f}" height="{STEP - 6}"/>'
    yield f'<text class="note" x="{LEFT + WIDTH + 12}" y="{y + 12}">{html.escape(text)}</text>'


def picture(title, note, bars, ends):
    """Bars are (name, ratio, whether that is good, what stands behind it); ratios beyond the ends are cut there."""
    bottom = TOP + STEP * len(bars)
    width, height = LEFT + WIDTH + RIGHT, bottom + 20
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    yield f"<title>{html.escape(title)}</title>"
    yield STYLE + f'<rect class="page" width="{width}" height="{height}"/>'
    yield f'<text class="title" x="{EDGE}" y="30">{html.escape(title)}</text>'
    yield f'<text class="note" x="{EDGE}" y="50">{html.escape(note)}</text>'
    yield from grid(ends, bottom)
    for k, bar in enumerate(bars):
        yield from draw(bar, ends, TOP + STEP * k)
    yield "</svg>"
