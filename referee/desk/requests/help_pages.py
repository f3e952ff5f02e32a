"""`help`: a player's card, one topic, or every command; each shows only what the sender can use in the games they
mean.

Never repeats a word of the mail: the answer may reach somebody who did not write it.
"""

from collections.abc import Mapping, Sequence

from referee.asking.command_table import DOMINOES, LISTED
from referee.asking.commands import Help, TermLines
from referee.asking.help_topics import PAGES, TOPICS, Topic, topic_called
from referee.asking.rows import Kind, Row, Table
from referee.desk.case import Case, Desk
from referee.desk.request import Meant, Request
from referee.desk.table.start import USUAL_SHEETS, known_sheet, terms_of
from referee.spades.sheets import DEFAULT_SHEET
from referee.store import event_log
from referee.telling.letter_kinds import HelpPage, RulesPage


def help_page(case: Case, request: Request[Help]) -> HelpPage | RulesPage:
    """Show a player's card, one topic, all commands, or a sheet's rules."""
    asked = request.command.topic
    if asked and (asked in case.desk.sheets or asked in USUAL_SHEETS):
        return RulesPage(known_sheet(case, asked))
    master = request.sender.gamesmaster
    tables = _tables(case, request)
    first = (*("gamesmaster",) * master, *("play",) * _are_of_tiles(tables))
    topic = topic_called(asked, first=first) if asked else None
    return _page(
        topic,
        tables,
        unknown=asked is not None and topic is None,
        playing=bool(request.mail.playing),
        gamesmaster=master,
    )


def cards(desk: Desk) -> Mapping[str, HelpPage]:
    """Return the card of each game for somebody who does not play yet, by the sheet that is usual for it here."""
    usual = (_table(desk, name) for name in (DEFAULT_SHEET, *USUAL_SHEETS.values(), desk.settings.game.sheet))
    return {table.sheet.game: _page(None, (table,), playing=False) for table in usual}


def _page(
    topic: Topic | None, tables: Sequence[Table], *, playing: bool, unknown: bool = False, gamesmaster: bool = False
) -> HelpPage:
    rows = tuple(row for row in LISTED if _has_use(row, tables, gamesmaster=gamesmaster))
    of_tiles = _are_of_tiles(tables)
    shown = rows if topic is None or topic.word not in PAGES else tuple(row for row in topic.rows if row in rows)
    useful = (each.word for each in TOPICS if each.word in PAGES and not _is_idle(each, rows))
    return HelpPage(
        topic=None if topic is None else topic.word,
        rows=tuple((row.usage, (of_tiles and row.of_tiles) or row.help, str(row.who)) for row in shown),
        topics=tuple(word for word in useful if not (of_tiles and word == "cards")),
        unknown=unknown,
        absent=topic is not None and _is_idle(topic, rows),
        playing=playing,
        gamesmaster=gamesmaster,
    )


def _are_of_tiles(tables: Sequence[Table]) -> bool:
    return all(table.sheet.game == DOMINOES for table in tables)


def _table(desk: Desk, name: str) -> Table:
    settings, sheet = desk.settings, desk.sheets[name]
    terms = terms_of(settings, sheet.name, TermLines())
    return Table(sheet, terms, settings.referee.list_mode == "builtin")


def _tables(case: Case, request: Request[Help]) -> tuple[Table, ...]:
    """Return the game that the mail means, else all games of the sender, else a game with the settings of this
    referee."""
    has_list = case.desk.settings.referee.list_mode == "builtin"
    if isinstance(request.meant, Meant):
        return (Table(request.meant.game.sheet, request.meant.game.terms, has_list),)
    games = [event_log.load(case.tx, row) for row in request.mail.playing]
    if games:
        return tuple(Table(game.sheet, game.terms, has_list) for game in games)
    return (_table(case.desk, case.desk.settings.game.sheet),)


def _has_use(row: Row, tables: Sequence[Table], *, gamesmaster: bool) -> bool:
    """Tell if the sender could use a command, now or at another time of one of these games."""
    if row.kind is Kind.STEERING:
        return gamesmaster
    having = [table for table in tables if row.game in (None, table.sheet.game)]
    return any(row.needs is None or row.needs(table) for table in having)


def _is_idle(topic: Topic, rows: Sequence[Row]) -> bool:
    """Tell if a topic is about commands, all of them useless to the sender."""
    return bool(topic.rows) and not any(row in rows for row in topic.rows)
