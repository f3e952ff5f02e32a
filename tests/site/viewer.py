"""Somebody who looks at a site: a browser with a window of some size, in light or dark, on paper, keys and fingers."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Literal

import pytest

from tests.audit.browser import Page, browsing

Scheme = Literal["light", "dark"]
PHONE, DESKTOP = 390, 1280
HEIGHTS = {PHONE: 844, DESKTOP: 900}
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}
SHIFT = 8
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that colours decide; all others read what does not change with them."""
RULES = """axe.run(document, { preload: false, resultTypes: ["violations"]%s }).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`))"""
COMPLAINTS = """globalThis.complaints = [];
addEventListener("securitypolicyviolation", (event) => complaints.push(event.violatedDirective + event.blockedURI));
addEventListener("error", (event) => complaints.push(String(event.message ?? event.target.src)), true);"""


class Viewer:
    """A browser that looks at the files of one folder."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.width = DESKTOP
        self.page.send("Page.addScriptToEvaluateOnNewDocument", source=COMPLAINTS)

    def look(self, path: str, width: int = PHONE, scheme: Scheme = "light", *, paper: bool = False) -> None:
        """Open a file of the folder, `#` and what follows included, and wait until it is there."""
        self.turn(width, scheme, paper=paper)
        send = self.page.send
        send("Page.navigate", url="about:blank")
        send("Page.navigate", url=f"{self.folder.resolve().as_uri()}/{path}")
        self.until("document.readyState === 'complete' && location.protocol === 'file:'")

    def turn(self, width: int, scheme: Scheme = "light", *, paper: bool = False) -> None:
        """Show the open page in another setting."""
        send = self.page.send
        self.width = width
        size = {"width": width, "height": HEIGHTS.get(width, 480)}
        send("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=width < 500)
        colours = {"name": "prefers-color-scheme", "value": scheme}
        send("Emulation.setEmulatedMedia", media="print" if paper else "screen", features=[colours])

    def fits(self) -> bool:
        """Tell if nothing stands beyond the window: a phone would show all of the page, and small."""
        return bool(self.says(f"document.documentElement.scrollWidth <= {self.width}"))

    def until(self, expression: str, seconds: float = 20) -> None:
        """Wait until an expression holds."""
        end = monotonic() + seconds
        while not self.page.evaluate(expression):
            assert monotonic() < end, f"it never came to {expression}"
            sleep(0.01)

    def says(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self.page.evaluate(expression)

    def text(self, selector: str) -> str:
        """Return the text of the first element that a selector finds, white space as single spaces."""
        return " ".join(str(self.page.evaluate(f"document.querySelector({selector!r}).textContent")).split())

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key, and let it go."""
        code = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key], "modifiers": SHIFT * shift}
        typed = {"text": "\r"} if key == "Enter" else {}
        self.page.send("Input.dispatchKeyEvent", 30, **{"type": "keyDown", **code, **typed})
        self.page.send("Input.dispatchKeyEvent", 30, **{"type": "keyUp", **code})

    def swipe(self, selector: str, across: int) -> None:
        """Draw a finger over an element, to the left where `across` is below 0."""
        place = f"document.querySelector({selector!r}).getBoundingClientRect()"
        x, y = self.page.evaluate(f"(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])({place})")
        touch = self.page.send
        touch("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        touch("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + across, "y": y}])
        touch("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def complaints(self) -> list[str]:
        """List what went wrong in the page: errors, and what its policy forbade."""
        found: list[str] = self.page.evaluate("complaints")
        return found

    def asked_elsewhere(self) -> list[str]:
        """Return the addresses outside the folder that any page asked for so far."""
        own = f"{self.folder.resolve().as_uri()}/"
        return [one for one in self.page.asked if not one.startswith((own, "about:blank"))]

    def findings(self, *rules: str) -> list[str]:
        """List what axe finds wrong in the page, by these rules or by all: each with the elements that break it."""
        if not self.page.evaluate("'axe' in globalThis"):
            self.page.evaluate(axe())
        found: list[str] = self.page.evaluate(RULES % (f", runOnly: {list(rules)}" if rules else ""))
        return found

    def picture(self, file: Path, *, high: int | None = None, scale: float = 1) -> None:
        """Write what is seen as a PNG, the whole page or its first `high` lines."""
        size = self.page.send("Page.getLayoutMetrics")["cssContentSize"]
        part = {"x": 0, "y": 0, "width": size["width"], "height": high or size["height"], "scale": scale}
        shot = self.page.send("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=part)
        file.write_bytes(base64.b64decode(shot["data"]))


@cache
def axe() -> str:
    """Return the program that looks for what keeps people out. Skips the test where it is missing."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe is not installed: the extra `browser` brings it")
    return Path(found.origin).with_name("axe.min.js").read_text("utf-8")


@contextmanager
def viewing(folder: Path) -> Iterator[Viewer]:
    """Yield a viewer of one folder, whose browser ends with the block."""
    with browsing() as page:
        yield Viewer(page, folder)
