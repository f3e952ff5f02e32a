"""Every kind of page in every setting: on a phone and on a desk, light, dark and on paper: what axe finds, what does
not fit, what is asked for. Needs half a minute and a browser; the short form is in test_looked_at.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.shown import KINDS, LONG_GAME, many, written
from tests.site.viewer import COLOURS, DESKTOP, PHONE, Viewer, viewing

pytestmark = pytest.mark.servers
PAPER = 760
MORE = {
    "long game": f"games/{LONG_GAME}/index.html",
    "double elimination": "tournaments/2/index.html",
    "double elimination that is over": "tournaments/3/index.html",
    "league": "tournaments/4/index.html",
    "round robin": "tournaments/5/index.html",
    "round robin that is over": "tournaments/6/index.html",
    "64 teams": "tournaments/7/index.html",
    "jokers": "games/22/r1.html#t7",
    "held hands": "games/24/r1.html#deal",
    "end of a round": "games/14/r1.html#end",
}


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    folder: Path = tmp_path_factory.mktemp("site")
    written(folder, many())
    with viewing(folder) as found:
        yield found


def sound(viewer: Viewer, *rules: str) -> None:
    """Check what is seen."""
    assert viewer.fits() and viewer.findings(*rules) == [] and viewer.complaints() == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_well_in_every_setting(viewer: Viewer, kind: str) -> None:
    for width in (PHONE, DESKTOP):
        viewer.look(KINDS[kind], width)
        sound(viewer)
        viewer.turn(width, "dark")
        sound(viewer, *COLOURS)
    viewer.turn(PAPER, paper=True)
    assert viewer.findings() == []
    assert viewer.asked_elsewhere() == []


@pytest.mark.parametrize("kind", MORE)
def test_a_page_of_much_or_of_another_sheet_is_well(viewer: Viewer, kind: str) -> None:
    viewer.look(MORE[kind], PHONE, "dark")
    sound(viewer)
    viewer.look(MORE[kind], DESKTOP)
    sound(viewer)
