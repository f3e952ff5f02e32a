"""How a game begins: the Gamesmaster's `start`, with its players on lines or a full table behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from referee.asking.requests import Start
from referee.asking.sheet_words import read_parameter
from referee.config import parse_span
from referee.desk.case import Case, Complaint
from referee.desk.free_text import check_words
from referee.desk.quotas import may_begin
from referee.desk.requests.request import Request
from referee.desk.sender.identify import Sender, subaddress
from referee.desk.table.act import held_back, shown_at_once
from referee.desk.table.announce import announce
from referee.desk.table.deadlines import keep_clock, running
from referee.desk.table.story import tell
from referee.desk.wrong import Wrong
from referee.names import check_name, look_alike
from referee.post.messages import Incoming
from referee.post.settings import fold_address
from referee.spades.decide import FRESH, playing_order, start
from referee.spades.events import Event
from referee.spades.fold import replay
from referee.spades.rulesheet import RuleSheet, fold_name, sheet_from
from referee.store import games, outbox, people, signups
from referee.store.people import Person
from referee.store.signups import Lineup

ORDERS, ORDERS_WITH_TEAMS = 24, 8


@dataclass(frozen=True, slots=True)
class Table:
    """Four players by name and address, and the two (0 to 3) who are a team, if any."""

    players: tuple[tuple[str, str], ...]
    team: tuple[int, int] | None
    sheet: str
    lineup: Lineup | None
    source: str
    """What begins this game and no other: the table, or the mail."""


def start_game(case: Case, asked: Request[Start]) -> None:
    """Start a game. Raises Complaint."""
    request, incoming, sender = asked.command, asked.incoming, asked.sender
    table = _written(case, incoming, request) if request.players else _signed_up(case, incoming, request)
    if (known := games.begun_by(case.tx, table.source)) is not None:
        raise Complaint(Wrong.START_AGAIN, game=known)
    for name, _ in request.players:
        check_words(case, sender.person, name, Wrong.NAME_CARDS)
    if not may_begin(case, sender.address):
        raise Complaint(Wrong.ENOUGH, what="started games")
    sheet = _sheet(case, request.sheet or table.sheet, request)
    limit = case.desk.settings.game.time_limit if request.limit is None else _span(request.limit)
    order = playing_order(case.draws.secret().encode("ascii"), table.team)
    players = [people.welcome(case.tx, address, name) for name, address in (table.players[i] for i in order)]
    first = _first_events(case, table, order, sheet, limit)
    _deal(case, sender, table, limit, first, players)


def _first_events(
    case: Case, table: Table, order: tuple[int, ...], sheet: RuleSheet, limit: timedelta
) -> tuple[Event, ...]:
    """A table that signed up has its number, the seeds of its first round, and salts; where the Gamesmaster names the
    players, nobody can have given any."""
    names, seconds = tuple(table.players[i][0] for i in order), int(limit.total_seconds())
    if table.lineup is None:
        return start(games.next_number(case.tx), names, sheet, seconds, case.draws.seeds())  # type: ignore[arg-type]
    seeds = (*table.lineup.seeds, *case.draws.seeds(FRESH - len(table.lineup.seeds)))
    salts = tuple(table.lineup.salts[i] for i in order)
    return start(table.lineup.number, names, sheet, seconds, seeds, salts)  # type: ignore[arg-type]


def _deal(
    case: Case, sender: Sender, table: Table, limit: timedelta, events: tuple[Event, ...], players: list[Person]
) -> None:
    events += shown_at_once(held_back(replay(events)), dict(enumerate(players, 1)))
    orders = ORDERS if table.team is None else ORDERS_WITH_TEAMS
    story = tell(None, events, orders, on_list=case.desk.settings.referee.list_mode == "external")
    games.begin(
        case.tx,
        events,
        story.game,
        gamesmaster=sender.address,
        source=table.source,
        players=players,
        now=case.now,
        inbox=case.inbox,
    )
    if table.lineup is not None:
        signups.begun(case.tx, table.lineup.id, story.game.number)
    clock = running(case, case.now + limit)
    keep_clock(case, story.game, clock)
    announce(case, story, clock.deadline, begins=True)


def _written(case: Case, incoming: Incoming, request: Start) -> Table:
    """The players as the Gamesmaster wrote them. Raises Complaint."""
    if len(request.players) != 4:
        raise Complaint(Wrong.START_PLAYERS, count=len(request.players))
    players = tuple((_name(name), player_address(case, address)) for name, address in request.players)
    for values in ([n.casefold() for n, _ in players], [a for _, a in players]):
        if double := next((v for v in values if values.count(v) > 1), None):
            raise Complaint(Wrong.START_DOUBLE, what=double)
    team = _team([name for name, _ in players], request.team)
    source = f"mail {incoming.message_id or incoming.digest}"
    return Table(players, team, case.desk.settings.game.sheet, None, source)


def _signed_up(case: Case, incoming: Incoming, request: Start) -> Table:
    """The full table that the mail replies to, or the only one there is. Raises Complaint."""
    letter = outbox.referred(case.tx, incoming.references)
    full = signups.open_lineups(case.tx)
    if letter is not None and letter.lineup is not None:
        lineup = signups.lineup(case.tx, letter.lineup)
    elif len(full) == 1:
        lineup = full[0]
    else:
        raise Complaint(Wrong.START_NO_TABLE)
    if lineup.game is not None:
        raise Complaint(Wrong.START_AGAIN, game=lineup.game)
    seated = [people.by_id(case.tx, number) for number in lineup.people]
    names = names_at(case, lineup)
    players = tuple(zip(names, (person.address for person in seated), strict=True))
    return Table(players, _team(names, request.team) or _pair(lineup), lineup.sheet, lineup, f"table {lineup.id}")


def _pair(lineup: Lineup) -> tuple[int, int] | None:
    """Two who chose one another."""
    if not lineup.teams:
        return None
    first, second = lineup.teams[0]
    return lineup.people.index(first), lineup.people.index(second)


def names_at(case: Case, table: Lineup) -> tuple[str, ...]:
    """What the four at a full table are called: as when it filled, whatever they call themselves since."""
    return table.names or unique_names([people.by_id(case.tx, number).name for number in table.people])


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """The same names, the second Ann being `Ann 2`, as is one who looks like Ann: no two look alike."""
    unique: tuple[str, ...] = ()
    for name in names:
        number = 1
        tried = name
        while any(look_alike(tried, taken) for taken in unique):
            number += 1
            tried = f"{name[:21]} {number}"
        unique += (tried,)
    return unique


def player_address(case: Case, address: str) -> str:
    """The address folded. Raises Complaint for one that is no player's: unusual, the list's or the referee's."""
    try:
        folded = fold_address(address)
    except ValueError as e:
        raise Complaint(Wrong.START_LINE, sentence=str(e)) from None
    settings = case.desk.settings
    if folded == settings.referee.list or subaddress(settings, folded) is not None:
        raise Complaint(Wrong.START_ADDRESS, address=folded)
    return folded


def _name(name: str) -> str:
    try:
        return check_name(name)
    except ValueError as e:
        raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


def _team(names: Sequence[str], team: tuple[str, str] | None) -> tuple[int, int] | None:
    if team is None:
        return None
    folded = [name.casefold() for name in names]
    for name in team:
        if name.casefold() not in folded:
            raise Complaint(Wrong.START_TEAM, name=name)
    first, second = (folded.index(name.casefold()) for name in team)
    if first == second:
        raise Complaint(Wrong.START_DOUBLE, what=team[0])
    return first, second


def _span(text: str) -> timedelta:
    try:
        return parse_span(text)
    except ValueError as e:
        raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


def _sheet(case: Case, name: str, request: Start) -> RuleSheet:
    """The sheet named, with this game's own changes: its name then has a star. Raises Complaint."""
    base = known_sheet(case, name)
    if not request.changes:
        return base
    try:
        return sheet_from(f"{base.name}*", {key: read_parameter(key, value) for key, value in request.changes}, base)
    except ValueError as e:
        raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


def known_sheet(case: Case, name: str) -> RuleSheet:
    """A sheet by its name, upper or lower case. Raises Complaint."""
    sheets = case.desk.sheets
    if fold_name(name) not in sheets:
        raise Complaint(Wrong.UNKNOWN_SHEET, sheet=name, known=tuple(sheets))
    return sheets[fold_name(name)]
