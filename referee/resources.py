"""Where templates, migrations and the page that verifies records are: beside the package in a checkout, inside it in an
installed wheel.

`importlib.resources` would find only those in the wheel. Reads nothing itself.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def templates_folder() -> Path:
    """The packaged templates."""
    return _folder("templates")


def migrations_folder() -> Path:
    """The database's migrations."""
    return _folder("migrations")


def docs_folder() -> Path:
    """Where `verify.html` is; in a wheel nothing else of the documents."""
    return _folder("docs")
