"""The checker of docs/verify.html as a script of its own, for the pages of games: the same program, cut from its only
source. Never changes it.
"""

import json
from collections.abc import Iterable

from referee.resources import docs_folder

BEGINS = '<script>\n"use strict";\n'
ENDS = "/* ---------------------------------------------------------------- the page"
"""The mark that ends the checker: the rest belongs to the page around it."""


def verifier_script() -> str:
    """Return the script that defines `verify(text, heads)`, in a function of its own, so that it shares no name with
    other scripts."""
    page = (docs_folder() / "verify.html").read_text("utf-8")
    _, found, rest = page.partition(BEGINS)
    script, ended, _ = rest.partition(ENDS)
    assert found and ended, "docs/verify.html has its checker before its page, in one script"
    return f'"use strict";\n(() => {{\n{script.rstrip()}\n}})();\n'


def record_script(lines: Iterable[str]) -> str:
    """Return a record as a script, since a page that came from a file may read scripts alone."""
    return f"globalThis.RECORD = {json.dumps(''.join(f'{line}{chr(10)}' for line in lines))};\n"
