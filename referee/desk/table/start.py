"""The beginning of a game: four players, a sheet, its terms, and its Gamesmaster; and `start`, by which a Gamesmaster
lists the players on lines or takes them from a full table.

Also the rules for anyone about to play: which addresses may play, and the names of the four at a table.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from typing import Any

from referee.asking.command_table import DOMINOES
from referee.asking.commands import Start, TermLines
from referee.asking.sheet_words import read_parameter
from referee.asking.start_lines import unknown_setting
from referee.config import BASE, Settings, parse_span
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.missing_players import BY_MAIL, awaited, wait_for_players
from referee.desk.people_called import called, doubt, introduced
from referee.desk.quotas import spend_ruling
from referee.desk.request import Meant, Request
from referee.desk.sender.reply_addresses import subaddress
from referee.desk.table.act import Outside, enact
from referee.desk.table.seats import check_may_sit
from referee.games import RULES, Step, rule
from referee.names import look_alike
from referee.post.messages import Message
from referee.post.settings import fold_address
from referee.spades.sheets import usual_terms
from referee.store import games, outbox, people, signups
from referee.store.games import GameRow
from referee.store.people import Person
from referee.store.signups import Lineup
from referee.table.commands import Pause
from referee.table.fairness import FRESH, playing_order
from referee.table.sheet import Sheet, fold_name
from referee.table.terms import Terms
from referee.telling.formats import listed
from referee.telling.news import Fixture


def terms_of(settings: Settings, sheet: str, lines: TermLines) -> Terms:
    """Settle the terms of a game by `sheet`, a name with or without the star of changed parameters, begun with
    `lines`."""
    game = settings.game
    terms = usual_terms(built_in(settings, sheet.removesuffix("*")))
    leave = terms.leave if game.leave is None else game.leave
    configured = replace(terms, last_trick=game.last_trick, weekends=game.weekends, leave=leave)
    return replace(configured, **{name: value for name, value in asdict(lines).items() if value is not None})


def built_in(settings: Settings, sheet: str) -> str:
    """Return the built-in sheet at the bottom of the operator's own `sheet`; a sheet without a base stands for
    itself."""
    while (table := settings.sheets.get(sheet)) is not None and BASE in table:
        sheet = fold_name(table[BASE])
    return sheet


ORDERS, ORDERS_WITH_TEAMS = 24, 8
IN_ORDER = (0, 1, 2, 3)
MOST_NAMED = 5
"""The number of people of one name that an answer lists."""
USUAL_SHEETS = dict.fromkeys(("dominoes", "domino", "dominos"), "sigma-dominoes")
"""The sheets that the name of a game may stand for."""
NOTHING_SAID = TermLines()


@dataclass(frozen=True, slots=True)
class Players:
    """The four who are to play, by name and address, in no order, and the two (0 to 3) who are a team, if any."""

    players: tuple[tuple[str, str], ...]
    team: tuple[int, int] | None
    source: str
    """The source that begins this game and no other: a mail, a full table."""
    lineup: Lineup | None = None
    """The full table at which they signed up, if they did."""
    seated: bool = False
    """The players stand in the order of their seats already, drawn by a tournament."""
    seeds: tuple[str, ...] = ()
    """The seeds of the attempts at round 1, if something committed to them before."""
    fixture: Fixture | None = None
    """The match of a tournament that the game decides."""


def begin(
    case: Case,
    sheet: Sheet,
    players: Players,
    by: str,
    limit: timedelta | None = None,
    lines: TermLines = NOTHING_SAID,
) -> int:
    """Begin a game, once for each source: draw the seats, deal, and announce it. Returns its number.

    `by` is the address of its Gamesmaster, `limit` the time for each act, None for the configured one; `lines` is what
    the start says of the game's terms.
    """
    if (begun := games.begun_by(case.tx, players.source)) is not None:
        return begun
    limit = case.desk.settings.game.time_limit if limit is None else limit
    order = IN_ORDER if players.seated else playing_order(case.draws.secret().encode("ascii"), players.team)
    waits = players.source.startswith(BY_MAIL) and case.desk.settings.game.invitations == "ask"
    asked = _asked(case, players, order, by, everybody=waits)
    seated = [people.welcome(case.tx, address, name) for name, address in (players.players[i] for i in order)]
    hidden = () if players.fixture else hidden_seats(seated)
    players = _without_names(players, order, hidden)
    terms = terms_of(case.desk.settings, sheet.name, lines)
    steps = _first_steps(case, players, order, sheet, limit, terms)
    game = steps[-1].game
    if waits:
        steps += rule(game, None, Pause(), answers=game.turn, seeds=())
        game = steps[-1].game
    row = games.begin(case.tx, game, gamesmaster=by, source=players.source, players=seated, now=case.now)
    games.hide(case.tx, game.number, hidden)
    if players.lineup is not None:
        signups.note_begun(case.tx, players.lineup.id, game.number)
    elif players.fixture is None:
        signups.strike_seated(case.tx, sheet.name, [person.id for person in seated])
    drawn_from = 0 if players.seated else ORDERS if players.team is None else ORDERS_WITH_TEAMS
    enact(case, row, None, steps, Outside(drawn_from, players.fixture, asked=asked, awaited=waits))
    if waits:
        wait_for_players(case, game.number)
    return game.number


def _asked(case: Case, players: Players, order: tuple[int, ...], by: str, *, everybody: bool) -> tuple[int, ...]:
    """Return the seats of the players whom the referee asks to play: `everybody`, or only strangers, since somebody
    else put them there. Never the seat of the person who starts the game."""
    seated = ((seat, players.players[i][1]) for seat, i in enumerate(order, 1))
    return tuple(
        seat for seat, address in seated if address != by and (everybody or people.by_address(case.tx, address) is None)
    )


def _first_steps(
    case: Case, players: Players, order: tuple[int, ...], sheet: Sheet, limit: timedelta, terms: Terms
) -> tuple[Step, ...]:
    """Return the first steps of a game. A table that signed up brings its number, the seeds of its first round, and
    salts; any other game gets a number and seeds now."""
    names, seconds = tuple(players.players[i][0] for i in order), int(limit.total_seconds())
    table = players.lineup
    number = games.next_number(case.tx) if table is None else table.number
    rules = RULES[sheet.game]
    started = rules.started(number, names, sheet, seconds, terms)
    if table is None:
        return rules.law.begin(started, (*players.seeds, *case.draws.seeds(FRESH - len(players.seeds))))
    seeds = (*table.seeds, *case.draws.seeds(FRESH - len(table.seeds)))
    salts = tuple(table.salts[i] for i in order)
    return rules.law.begin(started, seeds, salts)


def hidden_seats(seated: Sequence[Person]) -> tuple[int, ...]:
    """Return the seats of the players who do not want to be named. A tournament names everyone."""
    return tuple(seat for seat, person in enumerate(seated, 1) if person.public is False)


def _without_names(players: Players, order: tuple[int, ...], hidden: Sequence[int]) -> Players:
    """Return the players, with the hidden players called by their seats."""
    if not hidden:
        return players
    called = [f"Player {seat}" if seat in hidden else players.players[i][0] for seat, i in enumerate(order, 1)]
    shown = list(players.players)
    for i, name in zip(order, unique_names(called), strict=True):
        shown[i] = (name, shown[i][1])
    return replace(players, players=tuple(shown))


def players_at(case: Case, table: Lineup) -> Players:
    """Return the four at a full table; two who chose each other are a team."""
    seated = [people.by_id(case.tx, number) for number in table.people]
    players = tuple(zip(table.names, (person.address for person in seated), strict=True))
    pair = (table.people.index(table.teams[0][0]), table.people.index(table.teams[0][1])) if table.teams else None
    return Players(players, pair, f"table {table.id}", table)


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Make the same names, but no two alike: the second Ann becomes `Ann 2`, and so does one who looks like Ann."""
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
    """Fold an address. Raises Complaint for an address that no player can have: an unusual one, the list's or the
    referee's."""
    try:
        folded = fold_address(address)
    except ValueError as e:
        raise Complaint(Wrong.START_LINE, sentence=str(e)) from None
    settings = case.desk.settings
    if folded == settings.referee.list or subaddress(settings, folded) is not None:
        raise Complaint(Wrong.START_ADDRESS, address=folded)
    return folded


def address_meant(case: Case, name: str, address: str | None, wrong: Wrong, line: Callable[[str], str]) -> str:
    """Return the address of somebody whom a Gamesmaster, who may know it, names: without one, that of the one person
    called `name`. Raises Complaint if nobody is, several are, or there is a doubt about the only one; `line` writes
    the Gamesmaster's line with an address, which the answer offers if it is a command."""
    if address is not None:
        return player_address(case, address)
    found = called(case, name)
    which = listed([introduced(one.person) for one in found[:MOST_NAMED]], "or") if found else ""
    offer = ""
    if not found:
        example = line(f"{name} <{name.split(maxsplit=1)[0].lower()}@example.org>")
        sentence = f"the referee knows nobody called {name}: write their address, too, as in `{example}`"
    elif len(found) > 1:
        sentence = f"more than one person is called {name}: write which of them you mean, {which}"
    elif why := doubt(case, name, found[0]):
        offer = line(which)
        sentence = f"{why}: if you mean {which}, write that address, too, as in `{offer}`"
    else:
        return found[0].person.address
    raise Complaint(wrong, sentence=sentence, offer="" if offer == which else offer)


def known_sheet(case: Case, name: str) -> Any:
    """Find the sheet of that name, in upper or lower case. Raises Complaint."""
    sheets, asked = case.desk.sheets, fold_name(name)
    asked = asked if asked in sheets else USUAL_SHEETS.get(asked, asked)
    if asked not in sheets:
        near = get_close_matches(asked, (*sheets, *USUAL_SHEETS), 1, 0.6)
        raise Complaint(Wrong.UNKNOWN_SHEET, sheet=name, near="".join(near), known=tuple(sheets))
    return sheets[asked]


def start(case: Case, request: Request[Start]) -> str | None:
    """Begin a game as the Gamesmaster's lines say. Returns a sentence with the addresses that the referee found by
    names alone; None if every player came with an address. Raises Complaint."""
    wish, sender = request.command, request.sender
    if request.mail.named and isinstance(request.meant, Meant) and not wish.players:
        _check_begun(case, request.meant.row)
    players = _written(case, request.message, wish) if wish.players else _signed_up(case, request, wish)
    if (known := games.begun_by(case.tx, players.source)) is not None:
        raise Complaint(Wrong.START_AGAIN, game=known)
    with _quoting(wish, "players"):
        check_may_sit(case, sender.address, *(address for _, address in players.players))
        for name, _ in wish.players:
            check_words(case, sender.person, name, Wrong.NAME_CARDS, whole=True)
    if not spend_ruling(case, sender.address, "starts"):
        raise Complaint(Wrong.ENOUGH, what="started games")
    named = wish.sheet or (case.desk.settings.game.sheet if players.lineup is None else players.lineup.sheet)
    sheet = _sheet(case, named, wish)
    if sheet.game == DOMINOES and wish.terms.last_trick is not None:
        with _quoting(wish, "last_trick"):
            raise Complaint(Wrong.START_LINE, sentence="dominoes has no tricks, so take out `last trick`.")
    limit = None if wish.limit is None else _span(wish.limit)
    number = begin(case, sheet, players, sender.address, limit, wish.terms)
    return _found(number, wish, players)


def _found(number: int, wish: Start, players: Players) -> str | None:
    """Say which people the referee found by name alone, and what to write if they are not the people meant."""
    named = zip(wish.players, players.players, strict=True) if wish.players else ()
    found = [f"{name} <{address}>" for (_, written), (name, address) in named if written is None]
    if not found:
        return None
    other = "`replace NAME with NAME <ADDRESS>` in answer to its letter seats somebody else"
    return f"in game {number}, your names led to {listed(found)}; {other}"


def _check_begun(case: Case, row: GameRow) -> None:
    """Raise Complaint if a game that has begun waits for somebody, and say for whom."""
    if names := awaited(case, row):
        raise Complaint(Wrong.START_WAITS, game=row.id, names=names)


def _written(case: Case, message: Message, wish: Start) -> Players:
    """Return the players as the Gamesmaster wrote them. Raises Complaint."""
    with _quoting(wish, "players"):
        players = tuple(
            (name, address_meant(case, name, address, Wrong.START_LINE, str)) for name, address in wish.players
        )
        for values in ([n.casefold() for n, _ in players], [a for _, a in players]):
            if double := next((v for v in values if values.count(v) > 1), None):
                raise Complaint(Wrong.START_DOUBLE, what=double)
    with _quoting(wish, "teams"):
        team = _team([name for name, _ in players], wish.team)
    return Players(players, team, f"{BY_MAIL}{message.message_id or message.digest}")


def _signed_up(case: Case, request: Request[Start], wish: Start) -> Players:
    """Return the full table that the mail replies to or names in its subject, or the only one there is. Raises
    Complaint."""
    letter = outbox.referred(case.tx, request.message.references)
    full = signups.open_lineups(case.tx)
    named = [table for table in full if table.number in request.mail.named]
    if letter is not None and letter.lineup is not None:
        table = signups.lineup(case.tx, letter.lineup)
    elif len(named) == 1:
        table = named[0]
    elif len(full) == 1:
        table = full[0]
    else:
        raise Complaint(Wrong.START_NO_TABLE)
    if table.game is not None:
        raise Complaint(Wrong.START_AGAIN, game=table.game)
    players = players_at(case, table)
    with _quoting(wish, "teams"):
        team = _team([name for name, _ in players.players], wish.team)
    return players if team is None else replace(players, team=team)


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


def _sheet(case: Case, name: str, wish: Start) -> Any:
    """Return the sheet named, with this game's own changes, which put a star after its name. Raises Complaint."""
    with _quoting(wish, "sheet"):
        base = known_sheet(case, name)
    if not wish.changes:
        return base
    changes = {key: _value(wish, key, text, base) for key, text in wish.changes}
    try:
        found = type(base).from_table(f"{base.name}*", changes, base)
        return base if replace(found, name=base.name) == base else found
    except ValueError as e:
        # if several contradict each other, quote none
        named = [key for key in changes if len(changes) == 1 or re.search(rf"\b{key}\b", str(e))]
        with _quoting(wish, named[0] if len(named) == 1 else ""):
            raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


def _value(wish: Start, key: str, text: str, base: Sheet) -> Any:
    """Read a parameter of the sheet. Raises Complaint."""
    with _quoting(wish, key):
        if key not in (keys := base.keys()):
            sentence = unknown_setting(key, dict(wish.written), base.name, keys)
            raise Complaint(Wrong.START_LINE, sentence=sentence)
        try:
            return read_parameter(key, text)
        except ValueError as e:
            raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


@contextmanager
def _quoting(wish: Start, key: str) -> Iterator[None]:
    """Have the answer to a complaint quote the setting that it is about, if that is written."""
    try:
        yield
    except Complaint as no:
        no.line = dict(wish.written).get(key)
        raise
