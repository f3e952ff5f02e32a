"""`help`: the first screen, one topic, or every command; of these only what the sender can use in the games they mean.

Never repeats a word of the mail: the answer may reach somebody who did not write it.
"""

from collections.abc import Callable, Mapping, Sequence

from referee.asking.command_table import COMMANDS, Who
from referee.asking.commands import Help, TermLines
from referee.asking.help_topics import OF_TOURNAMENTS, PAGES, TOPICS, AnyRow, Topic, topic_called
from referee.desk.case import Case
from referee.desk.request import Meant, Request
from referee.desk.table.begin import known_sheet
from referee.desk.table.terms import terms_of
from referee.spades.rulesheet import RuleSheet
from referee.spades.terms import Terms
from referee.store import event_log
from referee.telling.letter_kinds import HelpPage, RulesPage

Table = tuple[RuleSheet, Terms]
"""The law by which a game is played."""

NEEDS: Mapping[str, Callable[[RuleSheet, Terms], bool]] = {
    "bid blind nil": lambda sheet, _: sheet.blind_nil > 0,
    "show": lambda sheet, _: sheet.blind_nil > 0,
    "auto show": lambda sheet, _: sheet.blind_nil > 0,
    "misdeal": lambda sheet, _: sheet.redeal is not None,
    "challenge": lambda sheet, _: sheet.misplay_act == "stand",
    "away": lambda _, terms: terms.leave > 0,
    "back": lambda _, terms: terms.leave > 0,
}
"""The commands that not every game has, by how their usage begins, with a test of the games that have them."""


def help_page(case: Case, request: Request[Help]) -> HelpPage | RulesPage:
    """Show the commands that a player needs most, one topic, all commands, or a sheet's rules."""
    asked = request.command.topic
    if asked and asked in case.desk.sheets:
        return RulesPage(case.desk.sheets[asked])
    master = request.sender.gamesmaster
    topic = topic_called(asked, first="gamesmaster" if master else "") if asked else None
    tables = _tables(case, request)
    rows = tuple(row for row in (*COMMANDS, *OF_TOURNAMENTS) if _has_use(case, row, tables, gamesmaster=master))
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
    """Return the game that the mail means, else all that its sender plays in, else one as it would begin here."""
    if isinstance(request.meant, Meant):
        return ((request.meant.game.sheet, request.meant.game.terms),)
    games = [event_log.load(case.tx, row) for row in request.mail.playing]
    if games:
        return tuple((game.sheet, game.terms) for game in games)
    sheet = known_sheet(case, case.desk.settings.game.sheet)
    return ((sheet, terms_of(case.desk.settings, sheet.name, TermLines())),)


def _has_use(case: Case, row: AnyRow, tables: Sequence[Table], *, gamesmaster: bool) -> bool:
    """Tell if the sender could use a command, now or at another time of one of these games."""
    if row.who == Who.GAMESMASTER:
        return gamesmaster
    if row.usage.startswith("say "):
        return case.desk.settings.referee.list_mode == "builtin"
    needs = next((has for begin, has in NEEDS.items() if row.usage.startswith(begin)), None)
    return needs is None or any(needs(*table) for table in tables)


def _is_idle(topic: Topic, rows: Sequence[AnyRow]) -> bool:
    """Tell if a topic is about commands, and none of them is of use."""
    return bool(topic.rows) and not any(row in rows for row in topic.rows)
