"""The verifier of docs/verify.html as a script of its own, for the pages of games: one program, cut from its one
source. Changes nothing in it.
"""

import json
from collections.abc import Iterable
from functools import cache

from referee.resources import docs_folder

BEGINS = '<script>\n"use strict";\n'
ENDS = "/* ---------------------------------------------------------------- the page"
"""From here on it is the page around the verifier."""


@cache
def verifier_script() -> str:
    """What defines `verify(text, heads, pause)`, in a function of its own, so that it shares no name with other
    scripts."""
    page = (docs_folder() / "verify.html").read_text("utf-8")
    _, found, rest = page.partition(BEGINS)
    script, ended, _ = rest.partition(ENDS)
    assert found and ended, "docs/verify.html has its verifier before its page, in one script"
    return f'"use strict";\n(() => {{\n{script.rstrip()}\n}})();\n'


def record_script(lines: Iterable[str]) -> str:
    """A record as a script, since a page that came from a file may read scripts alone."""
    return f"globalThis.RECORD = {json.dumps(''.join(f'{line}{chr(10)}' for line in lines))};\n"
