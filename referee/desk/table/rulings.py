"""The Gamesmaster's commands on a running game, but for `start` (start.py).

A Gamesmaster who plays undoes acts of their own team, and names a successor, who gets a hand, only once an opponent has
said yes: the first yes does it, the first no ends it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from referee.asking.commands import ExtendBy, InAllGames, LimitTo, ReplacePlayer, VoidTo
from referee.config import parse_span, span_words
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.deadlines import on_clock
from referee.desk.clock.missing_players import first_empty, missing, waits
from referee.desk.masters import check_impartial, masters_of_game
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_ruling
from referee.desk.request import Meant, Request, Settled
from referee.desk.table.act import Acted, Outside, act, too_old
from referee.desk.table.protests import close, protest_answered, protest_stops
from referee.desk.table.seats import check_may_sit, reseat, seat_named
from referee.desk.table.start import address_meant, unique_names
from referee.desk.which_game import game_meant
from referee.games import Game, evolve, names, rule
from referee.names import look_alike, same_name
from referee.spades import commands as cmd
from referee.spades.game import Game as Cards
from referee.store import event_log, games, marks, matches, people, proposals, signups, tournaments
from referee.store.games import GameRow
from referee.store.matches import MatchRow, OpenProtest
from referee.store.people import NOBODY
from referee.store.progress import RESTORED
from referee.store.proposals import Proposal, Successor
from referee.table import events as ev
from referee.table.game import position, stands_still
from referee.table.refusal import Reason, Refusal
from referee.table.seats import SEATS, partner_of, team_of
from referee.telling.formats import listed, moment, times
from referee.telling.notices import Decided, ReplacePlease, VoidPlease
from referee.telling.sentences.turns import FINE

EXTENSIONS = 2
"""The most extensions of one turn, each by its limit at most: a longer stop is a `pause`, which everybody sees."""


def steer(case: Case, request: Request[cmd.Pause | cmd.Forfeit | cmd.Abort]) -> str | None:
    """Carry out a command that the law takes as it stands. Here and below: raises Refusal or Complaint.

    Returns what was done, as a sentence; None if a letter to the Gamesmaster says so already.
    """
    meant = game_ruled(case, request)
    acted = act(case, meant.row, meant.game, None, request.command)
    return ruled(request, acted, f"{type(request.command).__name__.lower()} in game {meant.row.id}")


def resume(case: Case, request: Request[cmd.Resume]) -> str | None:
    """Carry out `resume`: restart the clock."""
    meant = game_ruled(case, request)
    _check_resume(case, meant)
    if (match := matches.held(case.tx, meant.game)) is not None and (ended := _ended(case, request, match)):
        names = listed([meant.row.names[one.seat - 1] for one in ended])
        told = f"the Gamesmaster lets the protest of {names} in game {meant.row.id} rest"
        after = close(case, meant.row, ended, told, people.seated(case.tx, meant.row.id).values())
        return "; ".join(filter(None, (f"{told}, and {after}", _still_paused(case, meant))))
    acted = act(case, meant.row, meant.game, None, request.command)
    done = ruled(request, acted, _resumed(case, meant, acted))
    return "; ".join(filter(None, (done, _still_paused(case, meant)))) or None


def _ended(case: Case, request: Request[cmd.Resume], match: MatchRow) -> Sequence[OpenProtest]:
    """Return the protests that a `resume` ends: the one whose letter it answers, or else all, unless it ends another
    pause."""
    if (one := protest_answered(case, request)) is not None:
        return (one,)
    return match.open_protests if protest_stops(case, match.game) else ()


def _resumed(case: Case, meant: Meant, acted: Acted) -> str:
    if acted.after.paused:
        return f"a protest holds game {meant.row.id} until you answer it"
    return f"the clock of game {meant.row.id} runs again{_ends(case, meant)}"


def _still_paused(case: Case, meant: Meant) -> str | None:
    """Say that the tournament of a game is still paused, for a Gamesmaster who may have meant to resume the whole
    tournament."""
    match = matches.of_game(case.tx, meant.row.id)
    cup = None if match is None else tournaments.find(case.tx, match.tournament)
    if cup is None or cup.paused_at is None:
        return None
    return f"{cup.name} stays paused, so that no match begins: `resume {cup.name}` lets all of it go on"


def extend(case: Case, request: Request[ExtendBy]) -> str | None:
    """Carry out `extend 2 days`: give the running turn, or the time for challenges, more time."""
    meant, span = game_ruled(case, request), request.command.span
    seconds = _seconds(span)
    _check_extension(case, meant, seconds)
    acted = act(case, meant.row, meant.game, None, cmd.Extend(seconds))
    what = "the running turn" if meant.row.due_what else "the time for challenges"
    return ruled(request, acted, f"{what} of game {meant.row.id} has {span} more{_ends(case, meant)}")


def _check_extension(case: Case, meant: Meant, seconds: int) -> None:
    """Refuse to extend a turn, or the time for challenges, by more than its limit, or too often: who needs more has
    `pause`. Raises Complaint."""
    game = meant.game
    if game.paused or game.result is not None:
        return  # the law refuses it
    limit = timedelta(seconds=game.limit)
    if game.provisional is not None:
        limit = max(limit, case.desk.settings.game.challenge_time)
    what = f"{'a turn' if game.provisional is None else 'the time for challenges'} of game {meant.row.id}"
    instead = "`pause` stops the clock until you `resume` it"
    if seconds > limit.total_seconds():
        most = f"an extension gives {what} the limit once more at most, {span_words(limit)}"
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{most}; {instead}")
    if _extended(case, game) >= EXTENSIONS:
        often = f"{what} is extended {times(EXTENSIONS)} at most, and was so already"
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{often}; {instead}")


def _extended(case: Case, game: Game) -> int:
    """Count the extensions of the running turn, or of the time for challenges."""
    count, seat = 0, on_clock(game)
    for event in reversed(event_log.story(case.tx, game.number, kinds=(*names(ev.Moving), "Extended"))):
        if isinstance(event, ev.Extended):
            count += 1
        elif not isinstance(event, ev.Replaced) or event.seat == seat:
            break
    return count


def limit(case: Case, request: Request[LimitTo]) -> str | None:
    """Carry out `limit 2 days`: the time limit of every turn from now on, the running one too."""
    meant, span = game_ruled(case, request), request.command.span
    seconds = _seconds(span)
    if meant.game.hurry is not None:
        what = f"the match of game {meant.row.id} has reached its time limit, which leaves each turn no more than that"
        raise Complaint(Wrong.BAD_VALUE, sentence=what)
    if seconds == meant.game.limit:
        raise Complaint(Wrong.BAD_VALUE, sentence=f"{span} is the time limit of game {meant.row.id} already")
    acted = act(case, meant.row, meant.game, None, cmd.Limit(seconds))
    running = _ends(case, meant, "; the running one ends at")
    return ruled(request, acted, f"each turn of game {meant.row.id} now has {span}{running}")


def in_all_games(case: Case, request: Request[InAllGames]) -> str | None:
    """Carry out `pause all`, `resume all`: in every running game with the sender as its Gamesmaster. Returns one
    sentence for all games, except those about which the Gamesmaster gets a letter."""
    rows = request.mail.steered
    if not rows:
        raise Complaint(Wrong.NO_GAME)
    return "; ".join(said for row in rows if (said := _in_one(case, request, row))) or None


def _in_one(case: Case, request: Request[InAllGames], row: GameRow) -> str | None:
    person = request.sender.person
    seat = None if person is None else games.seat_of(case.tx, row.id, person.id)
    meant = Meant(row=row, game=event_log.load(case.tx, row), seat=seat, answers=None)
    stops = isinstance(request.command.command, cmd.Pause)
    try:
        with case.tx.begin_nested():
            _check_ruler(case, request, meant)
            if not stops:
                _check_resume(case, meant)
            acted = act(case, row, meant.game, None, request.command.command)
    except (Refusal, Complaint) as no:
        return f"game {row.id} is unchanged: {_left_out(no)}"
    done = f"the clock of game {row.id} is stopped" if stops else _resumed(case, meant, acted)
    return ruled(request, acted, done)


NOT_IN_ALL: dict[str, str] = {
    Reason.ALREADY_PAUSED: "its clock is stopped already",
    Reason.NOT_PAUSED: "its clock is running already",
    Wrong.EMPTY_SEAT: "a seat in it is empty, and a `replace` lets its clock run again",
    Wrong.ENOUGH: "you have steered it often enough for today",
    Wrong.BEFORE_RESTORE: "your mail is older than the restore that stopped it, so send resume once more",
}
"""The reasons why one of all games is left out."""


def _left_out(no: Refusal | Complaint) -> str:
    if isinstance(no, Complaint) and no.wrong == Wrong.TOURNAMENT:
        return str(no.facts["sentence"])
    if isinstance(no, Complaint) and no.wrong == Wrong.SEATED_GAMESMASTER:
        masters = no.facts["masters"]
        assert isinstance(masters, tuple), "who may rule on it instead"
        return f"you play in it or in its tournament, and another Gamesmaster can rule on it: {listed(masters, 'or')}"
    return NOT_IN_ALL[no.reason if isinstance(no, Refusal) else no.wrong]


def _ends(case: Case, meant: Meant, words: str = ", until") -> str:
    """Say when the running turn, or the time for challenges, now ends; empty while the clock is stopped."""
    row = games.find(case.tx, meant.row.id)
    if row is None or row.deadline is None:
        return ""
    return f"{words} {moment(row.deadline, row.deadline - case.now < FINE)}"


def replace(case: Case, request: Request[ReplacePlayer]) -> str | Settled | None:
    """Carry out `replace BOB with EVE <eve@example.org>`, or ask the opponents."""
    meant, wish = game_ruled(case, request), request.command
    if (match := matches.of_game(case.tx, meant.row.id)) is not None and match.state == "running":
        raise Complaint(Wrong.TOURNAMENT, sentence=_substitute(case, meant, wish, match))
    seat = seat_named(meant, wish.old)
    line = f"replace {wish.old} with {{}}".format
    address = address_meant(case, wish.name, wish.address, Wrong.BAD_VALUE, line)
    name = _successors_name(case, request, meant)
    successor = Successor(seat, name, address)
    _check_successor(case, request.sender.address, meant, successor)
    sentence = f"in game {meant.row.id}, {wish.name} <{address}> replaces {wish.old}"
    if meant.seat is not None:
        return _ask_opponents(case, meant, meant.seat, successor)
    acted = _seat(case, meant, successor)
    # no other letter shows the address that a name alone led to
    return sentence if wish.address is None else ruled(request, acted, sentence)


def _check_successor(case: Case, asker: str, meant: Meant, successor: Successor) -> None:
    check_may_sit(case, asker, successor.address)
    if successor.address in {person.address for person in people.seated(case.tx, meant.row.id).values()}:
        raise Complaint(Wrong.ADDRESS_TAKEN, address=successor.address)


def _seat(case: Case, meant: Meant, one: Successor) -> Acted:
    """Seat a successor, who gets the hand; the old player's tokens die."""
    seat, name, address = one.seat, one.name, one.address
    seated = people.seated(case.tx, meant.row.id)
    asks = case.desk.settings.game.invitations == "ask"
    asked = (seat,) if asks or people.by_address(case.tx, address) is None else ()
    successor = people.welcome(case.tx, address, name)
    if successor.public is False:
        name = unique_names((*meant.row.names, f"Player {seat}"))[-1]
    reseat(case, meant.row.id, seat, seated[seat], successor, hidden=successor.public is False)
    signups.strike_seated(case.tx, meant.game.sheet.name, [successor.id])
    waiting, gone = waits(case, meant.row), missing(case, meant.row)
    others = tuple(each for each in gone if waiting and each != meant.game.names[seat - 1])
    outside = Outside(asked=asked, missing=others)
    commands = (cmd.Replace(seat, name), cmd.Resume()) if waiting and not gone else (cmd.Replace(seat, name),)
    acted = act(case, meant.row, meant.game, None, *commands, outside=outside)
    ended = "; your plans in it have ended" if meant.game.plans[seat - 1] else ""
    farewell = (
        f"the Gamesmaster has seated {name} in your place in game {meant.row.id}; you need do nothing more{ended}"
    )
    send_answer(case, seated[seat], Decided("Your seat has another player", farewell), About(game=meant.row.id))
    return acted


def _substitute(case: Case, meant: Meant, wish: ReplacePlayer, match: MatchRow) -> str:
    """Say what to write instead of `replace` in a match. Raises Complaint if nobody in the match has the name."""
    seat = seat_named(meant, wish.old)
    out, t = meant.game.names[seat - 1], tournaments.load(case.tx, match.tournament).state
    team = t.games[match.match].team_of(seat)
    line = f"`substitute {wish.name} <{wish.address or 'ADDRESS'}> for {out} in {team}`"
    return f"game {meant.row.id} is match {match.match} of {t.name}; write {line}"


def game_ruled(case: Case, request: Request[Any]) -> Meant:
    """Return the game to rule on. Raises Complaint if the sender may not rule on it, or has used up today's rulings.

    A gamesmaster who plays in it may not rule if there is another, and on their own match never; an opponent must agree
    to their void, and to their successor for a player.
    """
    meant = game_meant(case, request)
    _check_ruler(case, request, meant)
    return meant


def _check_ruler(case: Case, request: Request[Any], meant: Meant) -> None:
    address = request.sender.address
    match = None if meant.seat is None else matches.of_game(case.tx, meant.row.id)
    if address not in (masters := masters_of_game(case, meant.row.id)):
        raise Complaint(Wrong.SEATED_GAMESMASTER, game=meant.row.id, masters=masters)
    if match is not None and not isinstance(request.command, VoidTo):
        t = tournaments.load(case.tx, match.tournament).state
        check_impartial(case, address, t, t.games[match.match].teams)
    if not spend_ruling(case, address, f"game {meant.row.id}"):
        raise Complaint(Wrong.ENOUGH, what="steered this game")


def check_counts(case: Case, meant: Meant) -> None:
    """Refuse a ruling on a game that is over if its match is settled: nobody plays the game on. Raises Complaint."""
    match = matches.of_game(case.tx, meant.row.id)
    if meant.game.result is not None and match is not None and match.state == "done":
        raise Complaint(Wrong.TOURNAMENT, sentence=_settled(case, match))


def _settled(case: Case, match: MatchRow) -> str:
    """Say why nobody plays the game of a match on, and what can be done about its result instead."""
    t = tournaments.load(case.tx, match.tournament).state
    out = [team for team in t.games[match.match].teams if team in t.withdrawn]
    if out:
        gone = f"{listed(out)} are out of {t.name}, so nobody waits for game {match.game} to go on"
        counted = match.match in t.outcomes
        way = f"`rule match {match.match} TEAM win … to … because …` settles it otherwise"
        return f"{gone}; its result stands, and {way}" if counted else f"{gone}, and match {match.match} is a bye now"
    settled = f"match {match.match} of its tournament is settled without game {match.game} by now"
    return f"{settled}; `replay match {match.match}` opens it again"


def ruled(request: Request[Any], acted: Acted, sentence: str) -> str | None:
    return None if request.sender.address in acted.reached else sentence


def _check_resume(case: Case, meant: Meant) -> None:
    """Check that no seat is empty, and that a restored game is resumed by a mail written after the rollback, not by one
    from the time that was lost. Raises Complaint."""
    if (seat := first_empty(case, meant.row)) is not None:
        raise Complaint(Wrong.EMPTY_SEAT, game=meant.row.id, name=meant.row.names[seat - 1])
    noticed = marks.get_mark(case.tx, RESTORED)
    if noticed is None or case.inbox is None or not stands_still(meant.game):
        return
    if case.arrived < datetime.fromisoformat(noticed):
        raise Complaint(Wrong.BEFORE_RESTORE, game=meant.row.id)


def _seconds(span: str) -> int:
    return int(parse_span(span).total_seconds())


def _successors_name(case: Case, request: Request[ReplacePlayer], meant: Meant) -> str:
    """Return the successor's name. Raises Complaint if it looks like somebody else's."""
    name = request.command.name
    check_words(case, request.sender.person, name, Wrong.NAME_CARDS, whole=True)
    if like := next((n for n in meant.row.names if look_alike(name, n) and not same_name(name, n)), None):
        raise Complaint(Wrong.LOOKS_ALIKE, name=name, like=like)
    return name


def void(case: Case, request: Request[VoidTo]) -> str | Settled | None:
    """Undo everything since a turn, or ask the opponents. Here and below: raises Refusal or Complaint."""
    meant, wish = game_ruled(case, request), request.command
    # everyone reads the reason, and a Gamesmaster may be playing too
    check_words(case, request.sender.person, wish.reason, Wrong.SAY_CARDS, meant.row)
    charge = None if wish.charge is None else seat_named(meant, wish.charge)
    command = cmd.RuleVoid(wish.turn, wish.reason, charge)
    is_match = matches.of_game(case.tx, meant.row.id) is not None
    if meant.seat is not None and (is_match or _undoes_own(meant.game, meant.seat, wish.turn)):
        _check_open(case, meant)
        return _ask_opponents(case, meant, meant.seat, command)
    acted = _carry_out(case, meant, command)
    cost = f", and {wish.charge} is charged with a misplay" if wish.charge else ""
    anew = f"; round {acted.after.round} is dealt anew" if acted.after.attempt > meant.game.attempt else ""
    return ruled(request, acted, f"everything since turn {wish.turn} of game {meant.row.id} is void{cost}{anew}")


def answer_ruling(case: Case, meant: Meant, asked: Proposal, seat: int, *, agreed: bool) -> str | None:
    """Take the `yes` or `no` of a player to a ruling that waits for an opponent's."""
    ruling = asked.ruling
    assert ruling is not None, "asked about a ruling"
    if team_of(seat) == team_of(asked.seat) and (agreed or seat != asked.seat):
        raise Refusal(Reason.NOTHING_PROPOSED)
    proposals.close(case.tx, meant.row.id)
    done = "nobody is replaced" if isinstance(ruling, Successor) else "nothing is taken back"
    kept = f"{done} in game {meant.row.id}"
    if seat == asked.seat:
        return kept
    own, title, why = "you do not agree", "Your opponents say no", f"{meant.row.names[seat - 1]} does not agree"
    master = people.seated(case.tx, meant.row.id)[asked.seat]
    if agreed:
        try:
            if isinstance(ruling, Successor):
                _check_successor(case, master.address, meant, ruling)
                _seat(case, meant, ruling)
            else:
                _carry_out(case, meant, ruling)
            return None
        except Complaint:
            # its reason, which may name an address, is for the Gamesmaster alone: the same line again brings it
            own = why = "that can be done no longer"
            title = "No longer possible"
    page = Decided(title, f"{why}, so {kept}")
    send_answer(case, master, page, About(game=meant.row.id, turn=meant.row.turn))
    return f"{own}, so {kept}"


def _carry_out(case: Case, meant: Meant, command: cmd.RuleVoid) -> Acted:
    _check_open(case, meant)
    acted = act(case, meant.row, meant.game, None, command)
    if meant.game.result is not None:
        matches.look_again(case.tx, meant.row.id, case.now)  # the match's time may have run out while the game was over
    return acted


def _check_open(case: Case, meant: Meant) -> None:
    if too_old(case, meant.row.id):
        raise Complaint(Wrong.RESULT_TOO_OLD)
    check_counts(case, meant)


def _undoes_own(game: Game, seat: int, to: int) -> bool:
    """Tell if a void back to position `to` changes acts of the seat's team since then, also by throwing in its hands,
    or undoes that the team has lost."""
    if position(game, to) is None:
        return False
    lost = game.result is not None and game.result.team != team_of(seat)
    return lost or _done(evolve(game, ev.Voided(game.turn + 1, to, "", None, 0)), seat) != _done(game, seat)


def _done(game: Game, seat: int) -> tuple[object, ...]:
    """Return the bids and the cards of a team, and the number of its misplays; or its tiles, and the score."""
    pair = (seat, partner_of(seat))
    if not isinstance(game, Cards):
        return [game.hand(one) for one in pair], game.score
    return [game.bids[one - 1] for one in pair], [game.hand(one) for one in pair], game.misplays_game[team_of(seat) - 1]


def _ask_opponents(case: Case, meant: Meant, seat: int, ruling: cmd.RuleVoid | Successor) -> Settled:
    """Ask the opponents of a seat about a ruling. Raises Complaint if none of them is left, or Refusal if the law
    refuses the ruling: then nobody is asked."""
    row, asker = meant.row, meant.row.names[seat - 1]
    if isinstance(ruling, Successor):
        out = row.names[ruling.seat - 1]
        page: VoidPlease | ReplacePlease = ReplacePlease(row.id, asker, out, ruling.name)
        command: cmd.Command = cmd.Replace(ruling.seat, ruling.name)
        told = f"{ruling.name} would get the hand of {out}", f"if {ruling.name} may have that seat"
    else:
        charged = "" if ruling.charge is None else row.names[ruling.charge - 1]
        page, command = VoidPlease(row.id, asker, ruling.to, ruling.reason, charged), ruling
        told = f"your own team has acted since turn {ruling.to}", "if you may take it all back"
    rule(meant.game, None, command, answers=meant.game.turn, seeds=case.draws.seeds())
    seated = people.seated(case.tx, row.id)
    opponents = [one for one in SEATS if team_of(one) != team_of(seat) and seated[one].address != NOBODY]
    if not opponents:
        sentence = "nobody sits against you who could agree: have another address named in `gamesmasters`"
        raise Complaint(Wrong.BAD_VALUE, sentence=sentence)
    proposals.ask(case.tx, row.id, seat, ruling)
    for one in opponents:
        send_answer(case, seated[one], page, About(game=row.id, turn=row.turn, asks=True))
    names, (why, what) = listed([row.names[one - 1] for one in opponents]), told
    return Settled(f"in game {row.id} {why}, so {names} are asked {what}. The first yes does it, the first no ends it")
