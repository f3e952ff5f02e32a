"""The lines of an announcement that change the stages of a format: `rounds: all`, `bracket: none`, `meetings: 2`.

Each line is for one stage. A format without that stage refuses the line, and says what to write instead.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.asking.tournaments.settings import LINES, spelt
from referee.tournaments.formats import FIGURES, FOR_THE_BEST, Stage, StageKind

LAST: Mapping[str, StageKind] = {word.replace("-", "_"): kind for kind, word in FOR_THE_BEST.items()}
"""The lines for the elimination of the best, and the kind of the stage before it."""
WORDS = {line.field or key: spelt(key) for key, line in LINES.items()}
"""The key of each field, as it is written."""


def with_figures(stages: tuple[Stage, ...], said: Mapping[str, Any]) -> tuple[Stage, ...]:
    """Return the stages with the changes that these lines ask for. Raises ValueError, with a sentence that says what to
    write."""
    for key in (key for key in LAST if key in said):
        stages = _cut(stages, key, said[key])
    for field in (field for field in FIGURES if field in said):
        stages = _changed(stages, field, said[field])
    return stages


def _cut(stages: tuple[Stage, ...], key: str, best: int | None) -> tuple[Stage, ...]:
    """Return the stages with so many teams in the last stage, or without the last stage."""
    first, *later = stages
    if first.kind is LAST[key] and later:
        return (first,) if best is None else (first, replace(later[0], best=best))
    line, right = FOR_THE_BEST[LAST[key]], FOR_THE_BEST.get(first.kind)
    whose = f"`{line}` is for the best of a {LAST[key]}, and there is none here"
    if right is None or not later:
        raise ValueError(f"{whose}; take the line out, or limit the teams with a line like `teams: 2 to 8`")
    raise ValueError(f"{whose}; write `{right}: {'none' if best is None else f'best {best}'}`")


def _changed(stages: tuple[Stage, ...], field: str, value: Any) -> tuple[Stage, ...]:
    """Return the stages, with another figure in the stage that has it."""
    kinds = FIGURES[field]
    if not any(stage.kind in kinds for stage in stages):
        whose = " or ".join(f"a {kind}" for kind in kinds)
        raise ValueError(f"`{WORDS[field]}` is for {whose}, and there is none here; take the line out")
    return tuple(replace(stage, **{field: value}) if stage.kind in kinds else stage for stage in stages)
