"""The options that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config", help="The configuration; else $REFEREE_CONFIG, ./referee.toml, ~/.config/referee/, /etc/referee/."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="For programs: docs/json.md lists the keys.")]
