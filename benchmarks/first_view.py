"""How soon a long game is seen: `python -m benchmarks.first_view [ROUNDS] [TIMES]`.

A game of so many rounds, 40 if not told otherwise, is written as files and opened in Chromium so many times, on a phone
and on a desk. The first view is when the browser has painted something of the page, counted from the moment at which it
was asked for.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.site.shown import LONG_GAME, LONG_ROUNDS, Shown, long_record, whole, written
from tests.site.viewer import DESKTOP, PHONE, Viewer, viewing

TIMES = 5
FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def first_view(viewer: Viewer, path: str, width: int) -> float:
    """Milliseconds until something of a page is seen."""
    viewer.look(path, width)
    viewer.until(f"({FIRST}) !== null")
    return float(viewer.says(FIRST))


def main() -> None:
    given = [int(one) for one in sys.argv[1:]]
    rounds, times = (*given, *(LONG_ROUNDS, TIMES)[len(given) :])
    pages = {"the game": f"games/{LONG_GAME}/index.html", "its last round": f"games/{LONG_GAME}/r{rounds}.html"}
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder), whole([Shown(LONG_GAME, long_record(rounds))], []))
        with viewing(Path(folder)) as viewer:
            for name, path in pages.items():
                size = (Path(folder) / path).stat().st_size
                for width in (PHONE, DESKTOP):
                    took = [first_view(viewer, path, width) for _ in range(times)]
                    print(
                        f"{name}, {rounds} rounds, {size / 1000:.0f} kB, {width} pixels: p50 {median(took):.0f} ms, "
                        f"most {max(took):.0f} ms"
                    )


if __name__ == "__main__":
    main()
