"""`start`: the Gamesmaster begins a game, with its players listed on lines or taken from a full table."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

from referee.asking.commands import Start
from referee.asking.sheet_words import read_parameter
from referee.asking.start_lines import unknown_setting
from referee.config import parse_span
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint
from referee.desk.clock.missing_players import BY_MAIL, awaited
from referee.desk.quotas import spend_ruling
from referee.desk.refusals import Wrong
from referee.desk.request import Meant, Request
from referee.desk.table.begin import Players, begin, known_player, known_sheet, player_address, players_at
from referee.names import check_name
from referee.post.messages import Message
from referee.spades.rulesheet import PARAMETERS, RuleSheet, sheet_from
from referee.store import games, outbox, signups
from referee.store.games import GameRow
from referee.telling.formats import listed


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
        for name, _ in wish.players:
            check_words(case, sender.person, name, Wrong.NAME_CARDS, whole=True)
    if not spend_ruling(case, sender.address, "starts"):
        raise Complaint(Wrong.ENOUGH, what="started games")
    named = wish.sheet or (case.desk.settings.game.sheet if players.lineup is None else players.lineup.sheet)
    sheet = _sheet(case, named, wish)
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
        if len(wish.players) != 4:
            raise Complaint(Wrong.START_PLAYERS, count=len(wish.players))
        players = tuple((_name(name), _address(case, name, address)) for name, address in wish.players)
        for values in ([n.casefold() for n, _ in players], [a for _, a in players]):
            if double := next((v for v in values if values.count(v) > 1), None):
                raise Complaint(Wrong.START_DOUBLE, what=double)
    with _quoting(wish, "teams"):
        team = _team([name for name, _ in players], wish.team)
    return Players(players, team, f"{BY_MAIL}{message.message_id or message.digest}")


def _address(case: Case, name: str, address: str | None) -> str:
    """Return the address of a player; without one, that of the only person of that name. Raises Complaint."""
    if address is None:
        return known_player(case, name, Wrong.START_LINE, f"`{name} <{name.split(maxsplit=1)[0].lower()}@example.org>`")
    return player_address(case, address)


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


def _sheet(case: Case, name: str, wish: Start) -> RuleSheet:
    """Return the sheet named, with this game's own changes, which put a star after its name. Raises Complaint."""
    with _quoting(wish, "sheet"):
        base = known_sheet(case, name)
    if not wish.changes:
        return base
    changes = {key: _value(wish, key, text) for key, text in wish.changes}
    try:
        return sheet_from(f"{base.name}*", changes, base)
    except ValueError as e:
        # if several contradict each other, quote none
        named = [key for key in changes if len(changes) == 1 or re.search(rf"\b{key}\b", str(e))]
        with _quoting(wish, named[0] if len(named) == 1 else ""):
            raise Complaint(Wrong.START_LINE, sentence=str(e)) from None


def _value(wish: Start, key: str, text: str) -> Any:
    """Read a parameter of the sheet. Raises Complaint."""
    with _quoting(wish, key):
        if key not in PARAMETERS:
            raise Complaint(Wrong.START_LINE, sentence=unknown_setting(key, dict(wish.written)))
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
