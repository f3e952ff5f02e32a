"""The game that a mail means (ruling 2 of "Mail meets rule"), looked up once for each mail; the position that it
answers; and the tournament that the letter it answers is about. Changes nothing.

A signature does not cover the moment of arrival: somebody who has a mail that only a signature proves may have kept it
back, and send it when it suits them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from referee.asking.commands import InAllGames
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.missing_players import awaited, first_empty
from referee.desk.clock.running_time import away_now
from referee.desk.request import Mail, Meant, Part, Request, Unmeant
from referee.desk.sender.identify import Sender
from referee.desk.sender.proofs import CLOCKS
from referee.games import Game, view
from referee.post.messages import Message
from referee.store import event_log, games, matches, outbox, signups, tournaments
from referee.store.games import GameRow
from referee.telling.formats import listed
from referee.telling.letter_kinds import GameLine
from referee.telling.table_rows import away_words

TAG = re.compile(r"\[(?:Spades|Dominoes) (\d{1,9})\]", re.IGNORECASE | re.ASCII)
"""The game that a subject names."""
WITHIN = timedelta(seconds=1)
"""The most by which a mail may seem earlier than its writing or arrival: Date and INTERNALDATE are in whole seconds."""


def look_up(case: Case, sender: Sender, message: Message, arrived: datetime) -> Mail:
    """Look up the games that a mail names, and those its sender plays in or steers."""
    named = _named_games(case, sender, message)

    @cache
    def plays() -> tuple[GameRow, ...]:
        return () if sender.person is None else tuple(games.running_of(case.tx, sender.person.id))

    steered = tuple(games.steered_by(case.tx, sender.address)) if sender.gamesmaster else ()
    return Mail(
        sender=sender,
        message=message,
        arrived=arrived,
        named=named,
        plays=plays,
        steered=steered,
        meant=_meant(case, sender, named, () if named else plays() or steered),
    )


def look_up_again(case: Case, mail: Mail) -> Mail:
    """Look a mail up again after one of its commands was carried out: games move on, begin and end."""
    return replace(look_up(case, mail.sender, mail.message, mail.arrived), acting=mail.acting)


def meant_as(case: Case, mail: Mail, part: Part, game: str | None = None) -> Meant | Unmeant:
    """Return the game that a mail means if its sender writes as `part`, a move of `game` if that is given."""
    # a mail that names its game means that one: do not look up what else its sender plays in
    if mail.named:
        return mail.meant
    own = {Part.PLAYER: mail.playing, Part.GAMESMASTER: mail.steered, Part.EITHER: mail.playing or mail.steered}[part]
    own = tuple(row for row in own if row.game == game) or own
    if own == (mail.playing or mail.steered):
        return mail.meant
    return _meant(case, mail.sender, mail.named, own)


def is_acting(case: Case, mail: Mail) -> bool:
    """Tell if the sender is a gamesmaster, or on turn: in the game that the mail means if they have a seat in it, else
    in any game."""
    if mail.sender.gamesmaster:
        return True
    if isinstance(mail.meant, Meant) and mail.meant.seat is not None and mail.meant.row.ended_at is None:
        return _is_on_turn(mail.meant)
    return any(_is_on_turn(_as_it_stands(case, mail.sender, row, None)) for row in mail.playing)


def _is_on_turn(meant: Meant) -> bool:
    return meant.own is not None and meant.own.mine


def game_meant(case: Case, request: Request[Any]) -> Meant:
    """Return the one game meant. Raises Complaint if there is none, or there may be more than one."""
    meant = request.meant
    if isinstance(meant, Meant):
        return meant
    match meant.wrong:
        case Wrong.NO_SUCH_GAME:
            raise Complaint(meant.wrong, game=meant.number)
        case Wrong.WHICH_GAME:
            raise Complaint(meant.wrong, games=lines_of(case, meant.games), tables=(), disagree=meant.disagree)
        case _:
            raise Complaint(meant.wrong)


def lines_of(case: Case, found: Iterable[GameRow]) -> tuple[GameLine, ...]:
    """List games."""
    return tuple(_line(case, row, event_log.load(case.tx, row)) for row in found)


def _line(case: Case, row: GameRow, game: Game) -> GameLine:
    now = view(game)
    away = away_words(away_now(case, game.number))
    more = [f"{now.name(seat)} is {words}." for seat, words in away.items()]
    names = awaited(case, row)
    if names:
        more.append(f"The game waits for {listed(names)}.")
    seat = first_empty(case, row) if names else None
    return GameLine(now, row.deadline, tuple(more), None if seat is None else now.name(seat))


def _meant(case: Case, sender: Sender, named: Mapping[int, int | None], own: tuple[GameRow, ...]) -> Meant | Unmeant:
    """Return the one game that the mail names; if it names no game, the only game of `own`."""
    if len(named) > 1:
        found = tuple(row for number in named if (row := games.find(case.tx, number)))
        return Unmeant(wrong=Wrong.WHICH_GAME, games=found, disagree=True)
    for number, answers in named.items():
        row = games.find(case.tx, number)
        if row is None:
            return Unmeant(wrong=Wrong.NO_SUCH_GAME, number=number)
        return _as_it_stands(case, sender, row, answers)
    if len(own) > 1:
        return Unmeant(wrong=Wrong.WHICH_GAME, games=own)
    return _as_it_stands(case, sender, own[0], None) if own else Unmeant(wrong=Wrong.NO_GAME)


def _as_it_stands(case: Case, sender: Sender, row: GameRow, answers: int | None) -> Meant:
    seat = None if sender.person is None else games.seat_of(case.tx, row.id, sender.person.id)
    game = event_log.load(case.tx, row)
    return Meant(row=row, game=game, seat=seat, answers=answers, held=matches.held(case.tx, game) is not None)


def _named_games(case: Case, sender: Sender, message: Message) -> dict[int, int | None]:
    """Return the games that the mail itself names by token, thread and tag, with the position it answers, if known.

    A letter about a full table names the game that the table will become.
    """
    named: dict[int, int | None] = {}
    if sender.token is not None and sender.token.game is not None:
        named[sender.token.game] = sender.token.turn
    thread = outbox.referred(case.tx, message.references)
    if thread is not None and thread.game is not None:
        named.setdefault(thread.game, thread.turn)
    if thread is not None and thread.lineup is not None:
        named.setdefault(signups.lineup(case.tx, thread.lineup).number, None)
    for tag in TAG.findall(message.subject):
        named.setdefault(int(tag), None)
    return named


def number_of_mail(case: Case, mail: Mail) -> int | None:
    """Return the number of the one tournament of the letter that a mail answers, or of the tag in its subject."""
    subject = mail.message.subject.casefold()
    rows = [*tournaments.open_ones(case.tx), *tournaments.latest_over(case.tx)]
    tagged = {row.id for row in rows if f"[{row.name.casefold()}]" in subject}
    found = tournaments_of_mail(case, mail) or tagged
    return found.pop() if len(found) == 1 else None


def tournaments_of_mail(case: Case, mail: Mail) -> set[int]:
    """Return the tournaments of the token and of the letter that a mail answers."""
    about = mail.sender.token, outbox.referred(case.tx, mail.message.references)
    return {one.tournament for one in about if one is not None and one.tournament is not None}


def answered(case: Case, mail: Mail, meant: Meant) -> int:
    """Find the position that the mail answers: the position it names, else the last position sent out before it
    arrived.

    A mail that only a signature proves answers no position sent out after it was signed: somebody may have kept it
    back.
    """
    if meant.answers is not None:
        return meant.answers
    if mail.sender.made is not None:
        return _last_known(case, mail, meant, mail.sender.made)
    sent = outbox.last_turn_sent(case.tx, meant.row.id, mail.arrived)
    return meant.row.turn if sent is None else min(sent, meant.row.turn)


def is_over(case: Case, request: Request[Any]) -> bool:
    """Tell if only a signature proves a command, and the position at which it was made is over: somebody may have kept
    the mail back. Moves name their position themselves."""
    made, meant, mail = request.sender.made, request.meant, request.mail
    if made is None:
        return False
    # without a game's name it is meant for all games of the sender
    rows = (meant.row,) if isinstance(meant, Meant) else mail.playing
    if isinstance(request.command, InAllGames):
        rows = mail.steered
    return any(_position_at(case, mail, row, made) < row.turn for row in rows)


def was_kept_back(case: Case, mail: Mail, meant: Meant, seat: int) -> bool:
    """Tell if only a signature proves a move, made for a position that is over: somebody may have kept the mail until
    it suited them. A mail whose signed thread answers a letter of the running position was not kept back.

    The writer's clock may be slow, but someone who has acted after a position no longer means that one.
    """
    made = mail.sender.made
    if made is None:
        return False
    if meant.answers is not None:
        return meant.answers < meant.row.turn
    acted = meant.game.acted[seat - 1]
    written = _position_at(case, mail, meant.row, made)
    fast = made > mail.arrived + CLOCKS
    return fast or _last_known(case, mail, meant, made) < meant.row.turn or 0 < acted >= written


def _last_known(case: Case, mail: Mail, meant: Meant, made: datetime) -> int:
    """Find the last position sent out when a mail was signed at `made`; 0 if no position was."""
    return _sent_by(case, mail, meant.row, made + CLOCKS)


def _position_at(case: Case, mail: Mail, row: GameRow, made: datetime) -> int:
    """Find the last position sent out at `made` itself, by the writer's own clock; 0 if no position was, or the clock
    is fast."""
    return 0 if made > mail.arrived + CLOCKS else _sent_by(case, mail, row, made)


def _sent_by(case: Case, mail: Mail, row: GameRow, moment: datetime) -> int:
    return outbox.last_turn_sent(case.tx, row.id, min(mail.arrived, moment) + WITHIN) or 0
