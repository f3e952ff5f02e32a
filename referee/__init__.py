"""The Spades Referee: Spades and dominoes, played by e-mail.

Templates, migrations and the page that verifies records are beside the package in a checkout, inside it in an installed
wheel: `importlib.resources` would find only those in the wheel.
"""

from pathlib import Path

__version__ = "1.0.0"


def _folder(name: str) -> Path:
    inside = Path(__file__).resolve().parent / name
    return inside if inside.is_dir() else inside.parent.parent / name


def templates_folder() -> Path:
    """Return the folder of the packaged templates."""
    return _folder("templates")


def migrations_folder() -> Path:
    """Return the folder of the database's migrations."""
    return _folder("migrations")


def docs_folder() -> Path:
    """Return the folder of `verify.html`; a wheel holds no other document."""
    return _folder("docs")
