"""The terms of a game: those usual by its sheet, then the configuration's, then those of its start."""

from dataclasses import asdict, replace

from referee.asking.commands import TermLines
from referee.config import BASE, Settings
from referee.spades.rulesheet import fold_name
from referee.spades.terms import Terms, usual


def terms_of(settings: Settings, sheet: str, lines: TermLines) -> Terms:
    """Settle the terms of a game by `sheet`, a name with or without the star of changed parameters, begun with
    `lines`."""
    game = settings.game
    terms = usual(built_in(settings, sheet.removesuffix("*")))
    leave = terms.leave if game.leave is None else game.leave
    configured = replace(terms, last_trick=game.last_trick, weekends=game.weekends, leave=leave)
    return replace(configured, **{name: value for name, value in asdict(lines).items() if value is not None})


def built_in(settings: Settings, sheet: str) -> str:
    """Return the built-in sheet at the bottom of the operator's own `sheet`; a sheet without a base stands for
    itself."""
    while (table := settings.sheets.get(sheet)) is not None and BASE in table:
        sheet = fold_name(table[BASE])
    return sheet
