"""`help`: the first screen, one topic, or every command; each shows only what the sender can use in the games they
mean.

Never repeats a word of the mail: the answer may reach somebody who did not write it.
"""

from collections.abc import Sequence

from referee.asking.command_table import LISTED
from referee.asking.commands import Help, TermLines
from referee.asking.help_topics import PAGES, TOPICS, Topic, topic_called
from referee.asking.rows import Kind, Row, Table
from referee.desk.case import Case
from referee.desk.request import Meant, Request
from referee.desk.table.start import known_sheet, terms_of
from referee.store import event_log
from referee.telling.letter_kinds import HelpPage, RulesPage


def help_page(case: Case, request: Request[Help]) -> HelpPage | RulesPage:
    """Show the commands that a player needs most, one topic, all commands, or a sheet's rules."""
    asked = request.command.topic
    if asked and asked in case.desk.sheets:
        return RulesPage(case.desk.sheets[asked])
    master = request.sender.gamesmaster
    topic = topic_called(asked, first="gamesmaster" if master else "") if asked else None
    tables = _tables(case, request)
    rows = tuple(row for row in LISTED if _has_use(row, tables, gamesmaster=master))
    shown = rows if topic is None or topic.word not in PAGES else tuple(row for row in topic.rows if row in rows)
    return HelpPage(
        topic=None if topic is None else topic.word,
        rows=tuple((row.usage, row.help, str(row.who)) for row in shown),
        topics=tuple(each.word for each in TOPICS if each.word in PAGES and not _is_idle(each, rows)),
        unknown=asked is not None and topic is None,
        absent=topic is not None and _is_idle(topic, rows),
        playing=bool(request.mail.playing),
        gamesmaster=master,
    )


def _tables(case: Case, request: Request[Help]) -> tuple[Table, ...]:
    """Return the game that the mail means, else all games of the sender, else a game with the settings of this
    referee."""
    has_list = case.desk.settings.referee.list_mode == "builtin"
    if isinstance(request.meant, Meant):
        return (Table(request.meant.game.sheet, request.meant.game.terms, has_list),)
    games = [event_log.load(case.tx, row) for row in request.mail.playing]
    if games:
        return tuple(Table(game.sheet, game.terms, has_list) for game in games)
    sheet = known_sheet(case, case.desk.settings.game.sheet)
    return (Table(sheet, terms_of(case.desk.settings, sheet.name, TermLines()), has_list),)


def _has_use(row: Row, tables: Sequence[Table], *, gamesmaster: bool) -> bool:
    """Tell if the sender could use a command, now or at another time of one of these games."""
    if row.kind is Kind.STEERING:
        return gamesmaster
    return row.needs is None or any(map(row.needs, tables))


def _is_idle(topic: Topic, rows: Sequence[Row]) -> bool:
    """Tell if a topic is about commands, all of them useless to the sender."""
    return bool(topic.rows) and not any(row in rows for row in topic.rows)
