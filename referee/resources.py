"""The place of templates, migrations and the page that verifies records: beside the package in a checkout, inside it in
an installed wheel.

`importlib.resources` would find only the files in the wheel. Reads nothing itself.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def templates_folder() -> Path:
    """Return the folder of the packaged templates."""
    return _folder("templates")


def migrations_folder() -> Path:
    """Return the folder of the database's migrations."""
    return _folder("migrations")


def docs_folder() -> Path:
    """Return the folder of `verify.html`; a wheel holds no other document."""
    return _folder("docs")
