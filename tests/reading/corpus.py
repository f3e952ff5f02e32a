"""Real mail that nobody here wrote, where it is at hand."""

import os
from pathlib import Path

CORPUS = os.environ.get("REFEREE_MAIL_CORPUS")


def corpus(folder: str, pattern: str) -> list[Path]:
    """Return the files of one folder of the corpus."""
    return sorted((Path(CORPUS or "") / folder).glob(pattern))
