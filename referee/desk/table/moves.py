"""The commands of a player in a game: bid, play, claim, challenge, concede, withdraw that; to make, drop and see plans,
of which nobody else hears and by which no clock moves; and salts. The law decides elsewhere."""

from typing import Any, NoReturn

from referee.asking.command_table import row_of
from referee.asking.commands import (
    BareCard,
    BareNumber,
    ChallengeBook,
    ChoosePlace,
    DropPlans,
    Knock,
    MakePlan,
    PlayTile,
    ShowPlans,
)
from referee.desk.cards_in_text import check_words
from referee.desk.case import Case, Complaint, Wrong
from referee.desk.clock.deadlines import too_late_to_challenge
from referee.desk.clock.missing_players import is_unanswered
from referee.desk.outgoing import About, send_answer
from referee.desk.quotas import spend_act, spend_plan
from referee.desk.request import Meant, Request, Told, carried_out
from referee.desk.sender.reply_addresses import went_to_others
from referee.desk.table import tiles
from referee.desk.table.act import Outside, act, is_first_round
from referee.desk.table.match import note_reneges
from referee.desk.table.seats import find_seat, go_on_if_all_play, note_yes, own_seat, seat_named
from referee.desk.which_game import answered, game_meant, lines_of, was_kept_back
from referee.dominoes.commands import PlayTile as PlaysTile
from referee.dominoes.events import Knocked, TilePlayed
from referee.dominoes.fairness import SALTS_CLOSE as TILES_CLOSE
from referee.games import Command, Event, Game, rules_of, ruling, view
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.fairness import SALTS_CLOSE
from referee.spades.game import Game as Cards
from referee.spades.law.moves import may_change
from referee.spades.plans import Plan, When
from referee.store import event_log, people, signups
from referee.store.signups import Lineup
from referee.table import fairness
from referee.table.commands import Salt
from referee.table.refusal import Reason, Refusal
from referee.telling.formats import bid_text, capital, card_name, listed
from referee.telling.letter_kinds import PlansPage, SaltKept
from referee.telling.sentences.plan_words import never_played, plan_sentence

Move = BareCard | BareNumber | ChallengeBook | PlayTile | ChoosePlace | Knock | cmd.OfSeat
Made = ev.BidMade | ev.CardPlayed | ev.Claimed | TilePlayed

EARLY_OR_LATE = (Reason.STALE, Reason.NOT_YOUR_TURN, Reason.BIDDING_NOW, Reason.PLAYING_NOW, Reason.BID_STANDS)
"""The refusals of moves that may have been made before."""


def move(case: Case, request: Request[Move]) -> Told | str:
    """Carry out a player's bid, play, claim, challenge, concession or its withdrawal, and spend their reply token. Keep
    a bid that comes before its turn as a plan. Raises Refusal or Complaint."""
    meant = game_meant(case, request)
    seat = own_seat(meant)
    if row_of(request.command).game not in (None, meant.row.game):
        raise Complaint(Wrong.NO_GAME)
    answers = answered(case, request.mail, meant)
    if row_of(request.command).on_turn and was_kept_back(case, request.mail, meant, seat):
        raise Refusal(Reason.STALE)
    if row_of(request.command).on_turn and meant.held:
        waits = f"a protest holds game {meant.row.id} until the Gamesmaster has answered"
        raise Complaint(Wrong.TOURNAMENT, sentence=f"{waits}; send your move again once the clock runs")
    command = _command(case, request, meant, seat)
    outside = Outside(talked=seat if request.mail.talks else None)
    try:
        acted = act(case, meant.row, meant.game, seat, command, answers=answers, outside=outside)
    except Refusal as no:
        early = no.reason is Reason.NOT_YOUR_TURN and meant.game.due is not None
        if isinstance(command, cmd.MakeBid) and early:
            return _keep_bid(case, request, meant, command)
        raise _explained(case, meant, seat, command, answers, no) from no
    if isinstance(request.command, ChallengeBook):
        assert isinstance(meant.game, Cards) and isinstance(acted.after, Cards), "only Spades has challenges"
        note_reneges(case, meant.row, meant.game, acted.after)
    if acted.after.paused:
        go_on_if_all_play(case, meant.row.id)
    # a move does not spend the token of a question: only a `yes` does
    moved = isinstance((first := acted.steps[0]).event, ev.Act | ev.Claimed | ev.Misdealt)
    token = request.sender.token
    # while a bid may be changed, the letter that says so answers for the change
    changes = isinstance(acted.after, Cards) and may_change(acted.after, seat)
    if moved and not changes and token is not None and not token.asks:
        people.spend(case.tx, token.token)
    person = request.sender.person
    told = person is None or person.address in acted.reached or not is_first_round(case, meant.game, person)
    said = move_words(first.event, first.game, request.asked.line)
    knocked = dict.fromkeys(step.event.seat for step in acted.steps if isinstance(step.event, Knocked))
    if names := ["you" if one == seat else meant.game.names[one - 1] for one in knocked]:
        said += f". {capital(listed(names))} knocked"
    return Told(seat in acted.shown, said, told)


def refuse_used(case: Case, request: Request[Move]) -> NoReturn:
    """Refuse a move that answers a letter whose reply address was used for its own: for the law's reason, if there is
    one. Raises Refusal or Complaint."""
    meant = game_meant(case, request)
    seat, answers = own_seat(meant), answered(case, request.mail, meant)
    command = _command(case, request, meant, seat)
    try:
        ruling(meant.game, seat, command, answers)
    except Refusal as no:
        raise _explained(case, meant, seat, command, answers, no) from no
    raise Refusal(Reason.STALE)


def _explained(case: Case, meant: Meant, seat: int, command: Command, answers: int, no: Refusal) -> Refusal:
    """Return the refusal; that of a second copy, if the move was made before and stands."""
    if no.reason not in EARLY_OR_LATE:
        return no
    game = meant.game
    played = getattr(command, "card", None) or getattr(command, "tile", None)
    gone = played is not None and played not in game.hand(seat)
    begun = game.leader is not None if isinstance(game, Cards) else bool(game.course)
    earlier = answers < game.opening or (gone and not begun)
    if earlier and seat in game.called and not gone:
        # they may mean the turn that is theirs now
        return no
    number = game.round - 1 if earlier else game.round
    made = next((each for each in _made(case, meant, number, seat) if _is_made(each, command)), None)
    return no if made is None else Refusal(Reason.MADE_BEFORE, round=number, made=made)


def _made(case: Case, meant: Meant, number: int, seat: int) -> list[Made]:
    """Return the bids, cards and claims of a player in a round that no void took back; of the bids only the last."""
    made: list[Made] = []
    for event in event_log.story(case.tx, meant.row.id, number):
        match event:
            case ev.BidMade(seat=by) if by == seat:
                made = [event]
            case ev.CardPlayed(seat=by) | ev.Claimed(seat=by) | TilePlayed(seat=by) if by == seat:
                made.append(event)
            case ev.Voided(to=to):
                made = [each for each in made if each.turn < to]
    return made


def _is_made(made: Made, command: Command) -> bool:
    match made:
        case ev.BidMade():
            return bool(command == cmd.MakeBid(made.bid, made.blind))
        case ev.CardPlayed():
            return bool(command == cmd.PlayCard(made.card))
        case TilePlayed():
            return isinstance(command, PlaysTile) and command.tile == made.tile
        case ev.Claimed():
            return bool(command == cmd.Claim())


def _keep_bid(case: Case, request: Request[Move], meant: Meant, bid: cmd.MakeBid) -> str:
    """Keep a bid as a plan until its turn comes, unless others can read it. Raises Refusal or Complaint."""
    if went_to_others(case.desk.settings, request.message, request.sender.person):
        raise Complaint(Wrong.PRIVATE_ONLY, command=request.asked.line, early=True)
    _change(case, request, meant, cmd.MakePlan(Plan(When.BID, bid=bid.value, blind=bid.blind)))
    assert isinstance(meant.game, Cards), "only Spades has bids"
    said = bid_text(meant.game.sheet, bid.value, bid.blind)
    return f"your bid of {said} is kept, and counts when your turn comes; nobody sees it before"


def move_words(event: Event, game: Game, line: str) -> str:
    """Tell its player what a move did."""
    match event:
        case ev.BidMade(bid=bid, blind=blind) if isinstance(game, Cards):
            return f"you bid {bid_text(game.sheet, bid, blind)}"
        case TilePlayed():
            return f"you played {event.tile}" if event.arm == "first" else f"you played {event.tile} {event.arm}"
        case ev.CardPlayed(card=card):
            return f"you played the {card_name(card)}"
        case ev.Misplayed(card=card):
            return f"the {card_name(card)} was a misplay"
    return carried_out(line)


def _command(case: Case, request: Request[Any], meant: Meant, seat: int) -> Command:
    """Read a bare card or number as the move that is due; the game itself refuses a move that does not fit."""
    match request.command:
        case BareCard(card):
            return cmd.PlayCard(card)
        case BareNumber(number):
            if meant.row.due_what == "play":
                raise Complaint(Wrong.NUMBER_WHILE_PLAYING, number=number)
            return cmd.MakeBid(number)
        case ChallengeBook() as claim:
            assert isinstance(meant.game, Cards), "only Spades has challenges"
            late = too_late_to_challenge(case, meant.game, seat, request.mail.arrived)
            return _challenge(meant, claim, late)
        case PlayTile() | ChoosePlace() | Knock():
            assert not isinstance(meant.game, Cards), "only a game of dominoes has these"
            return tiles.command_of(request, meant.game.line)
        case command:
            return command


def _challenge(meant: Meant, request: ChallengeBook, late: bool) -> cmd.Command:
    plainly = request.plainly
    claim = request if plainly is None or find_seat(meant, plainly.accused) is None else plainly
    return cmd.Challenge(claim.book, seat_named(meant, claim.accused), claim.round, late)


def make_plan(case: Case, request: Request[MakePlan]) -> str:
    """Carry out `plan hearts: 3H, lowest`. Here and below: raises Refusal or Complaint. Returns the plan in full words,
    and which entries of it cannot play."""
    meant, plan = game_meant(case, request), request.command.plan
    if not isinstance(plan, rules_of(meant.game).plan):
        raise Complaint(Wrong.NO_GAME)
    _change(case, request, meant, cmd.MakePlan(plan))
    return " ".join((plan_sentence(plan), *never_played(view(meant.game, own_seat(meant)), plan)))


def drop_plans(case: Case, request: Request[DropPlans]) -> str:
    """Carry out `plan off`, `plan off hearts`. Returns which plans that dropped."""
    meant, when = game_meant(case, request), request.command.when
    _change(case, request, meant, cmd.DropPlans(when))
    own = meant.game.plans[own_seat(meant) - 1]
    dropped = (f"`{one.plan}`" for one in own if when in (None, one.plan.when))
    return f"Dropped: {', '.join(dropped)}."


def show_plans(case: Case, request: Request[ShowPlans]) -> PlansPage:
    """Answer `plan show` with the plans that stand."""
    meant = game_meant(case, request)
    own_seat(meant)
    assert meant.own is not None, "they have a seat"
    return PlansPage(meant.own, meant.row.deadline)


def _change(
    case: Case,
    request: Request[MakePlan] | Request[DropPlans] | Request[Move],
    meant: Meant,
    command: cmd.MakePlan | cmd.DropPlans,
) -> None:
    act(case, meant.row, meant.game, own_seat(meant), command, answers=answered(case, request.mail, meant))
    if not spend_plan(case, request.sender.address, meant.row.id):
        raise Complaint(Wrong.ENOUGH, what="changed your plans")
    if (person := request.sender.person) and is_unanswered(case, meant.row, own_seat(meant), person):
        note_yes(case, meant.row.id, person.id)


def salt(case: Case, request: Request[Salt]) -> None:
    """Keep the words that a player mixes into the deal of the next round, or of the first one before the game starts,
    and write to them what was kept. Raises Refusal or Complaint.

    A salt is not a move: it spends no token and moves no clock, and nobody else hears of it until the salts are closed.
    """
    meant, person = _table_meant(case, request), request.sender.person
    if isinstance(meant, Meant):
        page, about = _salted_game(case, request, meant)
    else:
        page, about = _salted_table(case, request, meant)
    assert person is not None, "everyone in a game or at a table is known"
    if not spend_act(case, person.address, f"salt game {page.game}"):
        raise Complaint(Wrong.SALT_ENOUGH)
    send_answer(case, person, page, about, to=request.message)


def _salted_game(case: Case, request: Request[Salt], meant: Meant) -> tuple[SaltKept, About]:
    seat = own_seat(meant)
    check_words(case, request.sender.person, request.command.phrase, Wrong.SALT_CARDS, meant.row)
    game = act(case, meant.row, meant.game, seat, request.command).after
    closes = f"trick {SALTS_CLOSE} of round {game.round} is taken"
    if not isinstance(game, Cards):
        closes = f"tile {TILES_CLOSE} of round {game.round} is laid"
    page = SaltKept(game.number, game.salts[seat - 1], game.round + 1, closes)
    return page, About(game=game.number, turn=game.turn, own=view(game, seat))


def _salted_table(case: Case, request: Request[Salt], table: Lineup) -> tuple[SaltKept, About]:
    person, given = request.sender.person, fairness.salt(request.command.phrase)
    assert person is not None, "they sit at the table"
    if not given:
        raise Refusal(Reason.NO_SALT)
    check_words(case, person, request.command.phrase, Wrong.SALT_CARDS)
    signups.keep_salt(case.tx, table, person.id, given)
    return SaltKept(table.number, given, 1, None), About(table=table)


def _table_meant(case: Case, request: Request[Any]) -> Meant | Lineup:
    """Find where a salt is meant to go: the one game, or the sender's one full table whose game has not begun.

    The same signs decide as for every command; a table goes by the number that its game will have. Without a sign, a
    sender who has a table besides a game or another table is asked which they mean. Raises Complaint.
    """
    mail = request.mail
    seated = () if mail.sender.person is None else signups.tables_of(case.tx, mail.sender.person.id)
    waiting = {table.number: table for table in seated}
    if len(mail.named) == 1 and (number := next(iter(mail.named))) in waiting:
        return waiting[number]
    if mail.named or not waiting:
        return game_meant(case, request)
    if mail.playing or len(waiting) > 1:
        own = lines_of(case, mail.playing)
        raise Complaint(Wrong.WHICH_GAME, games=own, tables=tuple(waiting), disagree=False)
    return next(iter(waiting.values()))
