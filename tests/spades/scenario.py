"""Scenarios: games in lines of text, played by the law and compared line by line. Knows no rule of its own.

A file opens with `#` lines that say what the rule book asks. Then, one a line:

    given sheet sigma               what is taken on faith: sheet, seed, names, round, attempt, eldest, turn, score,
    given hand 3 S AK4 D 83         bags, sets, extra (the round that decides at any score), misplays (in the game, by
    given bids 3 4 - B0             team), salts (of the first deal), hands (no hand given: one suit each), and, once
    given books 4 3 2 3 leader 2    the first deal stands: bids by seat (`B0` is blind, `-` none), or tricks gone
    given rule target 300           without their cards and who took the last of them; a parameter of the sheet, its
    shows fairness                  value as JSON, or a word; from here on commitments, salts and seeds are told, too
    given terms now                 the terms of a game that starts now; `by hand` with the last trick by hand
    1 bid 3                         an act; also `nil`, `blind nil`, `play QS`, `show`, `misdeal`, `challenge book 5 2`
    2 plan hearts: 3H, lowest       a plan, as it is typed; `unplan` drops all, `unplan hearts` that one; `overdue` has
                                    what they choose before the clock would
    1 challenge round 2 book 5 4    (the seat accused stands last), `salt some words`, `concede`, `withdraw`, each with
    3 leads QS 4S 5S 2S             `answering 9` where its mail answers another position; four plays around the table;
    1 claim
    1 play QS by plan               also `bid 3 by plan`
    last                            the last trick plays by itself, one card
    clock                           the limit runs out (`clock 9`: that of position 9)
    match limit                     the match reaches its time limit; `hurry 60`: turns have at most 60 seconds
    gm void to 9 charge 2           also forfeit team 1, abort, pause, resume, extend 60, replace 2 Eve
    1 play 2H -> misplay revoke -100, ended team 2 forfeit
                                    after the arrow, all that must follow; without one, nothing but the act
    score 120 -40                   anything else is what must now be true: see STATE

Each act is checked besides: the fold of all events, or of those since the open deal, is the state, the events survive
their JSON form, and no view shows a card that is hidden from it.
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from referee.records.lines import NO_HEAD
from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import SUITS, Card, parse_card
from referee.spades.fairness import SALTS_CLOSE, deal, deal_key
from referee.spades.fold import replay
from referee.spades.game import Game, speakers
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.plan_choice import choose
from referee.spades.plans import Habits, Plan, When, plan_from
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.fairness import ATTEMPTS, NO_PREV
from referee.table.game import Result
from referee.table.refusal import Refusal
from referee.table.seats import SEATS, Pair, after
from referee.table.terms import Terms
from tests.chance import fresh
from tests.rulings import PLAIN, decide, start
from tests.spades.hidden import shown_secrets

LIMIT = 72 * 3600
NO_HABITS = Habits()
FAIRNESS = (ev.Committed, ev.SaltsClosed, ev.Revealed)
"""The consequences that most scenarios leave out."""
TERMS = {"now": Terms(), "by hand": PLAIN}
GIVEN = {
    "sheet": "109",
    "rules": "{}",
    "seed": "",
    "names": "Ann Bob Carol Dave",
    "round": "1",
    "attempt": "1",
    "eldest": "1",
    "turn": "1",
    "score": "0 0",
    "bags": "0 0",
    "sets": "0 0",
    "extra": "0",
    "misplays": "0 0",
    "salts": "- - - -",
    "terms": "by hand",
    "hand 1": "",
    "hand 2": "",
    "hand 3": "",
    "hand 4": "",
}


class ScenarioError(Exception):
    """A line that did not come true, or that cannot be read."""


def run(path: Path) -> None:
    """Play one scenario file. Raises ScenarioError at the first line that does not come true."""
    play_lines(path.read_text("utf-8").splitlines(), path.name)


def play_lines(lines: list[str], name: str) -> None:
    """Play the lines of one scenario; `name` stands in errors."""
    table = Table()
    for number, line in enumerate(lines, 1):
        text = line.split("#")[0].strip()
        try:
            if text:
                table.read(text)
        except (ScenarioError, AssertionError, ValueError, KeyError) as e:
            raise ScenarioError(f"{name}:{number}: {line}\n{e}") from e


class Table:
    """One game in play: what was given, the events so far, and the state that is their fold."""

    def __init__(self) -> None:
        self.given = dict(GIVEN)
        self.events: tuple[ev.Event, ...] = ()
        self.draws = 0
        self.fairness = False

    @property
    def game(self) -> Game:
        """Return the state now; the deal is made when it is first asked for."""
        if not self.events:
            self.events = _opening(self.given)
            self.state = replay(self.events)
        return self.state

    def read(self, line: str) -> None:
        """Do what one line says. Raises ScenarioError if it does not come true."""
        told, _, outcome = (part.strip() for part in line.partition("->"))
        words = told.split(" because ")[0].split()
        if words[0] == "given":
            self._take(words[1:])
        elif words == ["shows", "fairness"]:
            self.fairness = True
        elif words[0] in STATE:
            _compare(" ".join(words[1:]), STATE[words[0]](self.game))
        elif words[0] in SEAT_STATE:
            _compare(" ".join(words[2:]), SEAT_STATE[words[0]](self.game, int(words[1])))
        elif words[1:2] == ["leads"]:
            self._trick(int(words[0]), words[2:], outcome)
        else:
            self._act(words, outcome)

    def _take(self, words: list[str]) -> None:
        match words:
            case ["bids", *bids]:
                if [seat for seat in SEATS if bids[seat - 1] != "-"] != sorted(speakers(self.game)):
                    raise ScenarioError("a bid stands at each seat that the clock is on, and at no other")
                for seat in speakers(self.game):
                    bid, blind = bids[seat - 1].removeprefix("B"), bids[seat - 1].startswith("B")
                    self._add([ev.BidMade(self.game.turn, seat, int(bid), "player", blind)])
            case ["books", *books, "leader", leader]:
                takers = [seat for seat in SEATS for _ in range(int(books[seat - 1]))]
                if len(takers) != (gone := TRICKS - len(self.game.hand(int(leader)))):
                    raise ScenarioError(f"{len(takers)} books were given; by the cards held {gone} tricks have gone")
                takers.remove(int(leader))
                self._add(ev.TrickTaken(seat) for seat in (*takers, int(leader)))
                if gone >= SALTS_CLOSE:
                    self._add([ev.SaltsClosed(self.game.round + 1, self.game.salts)])
            case ["rule", parameter, *value]:
                rules = json.loads(self.given["rules"]) | {parameter: _value(" ".join(value))}
                self._set("rules", json.dumps(rules))
            case ["hand", seat, *cards]:
                self._set(f"hand {seat}", " ".join(cards))
            case [key, *values]:
                self._set(key, " ".join(values))

    def _set(self, key: str, value: str) -> None:
        if key not in GIVEN or self.events:
            raise ScenarioError(f"{key} cannot be given here")
        self.given[key] = value

    def _trick(self, leader: int, codes: list[str], outcome: str) -> None:
        for step, code in enumerate(codes):
            self._act([str(after(leader, step)), "play", code], outcome if step == len(codes) - 1 else "")

    def _act(self, words: list[str], outcome: str) -> None:
        answers = self.game.turn
        if words[-2:-1] == ["answering"]:
            words, answers = words[:-2], int(words[-1])
        seat, command = _command(words, self.game)
        self.draws += 1
        try:
            events = decide(self.game, seat, command, answers=answers, seeds=fresh(f"{self.draws:064x}"))
        except Refusal as refusal:
            _compare(outcome, f"refused {refusal.reason.value}")
            return
        told = events if self.fairness else tuple(one for one in events if not isinstance(one, FAIRNESS))
        _compare(outcome, ", ".join(filter(None, (_said(event, self.game.round) for event in told))))
        _done_by(events[0], seat, command)
        self._add(events)

    def _add(self, events: Iterable[ev.Event]) -> None:
        new = tuple(events)
        self.state = replay(new, self.game)
        self.events += new
        assert replay(self.events) == self.state, "the fold of all events is another state"
        assert replay(_from_the_open_deal(self.events, self.state)) == self.state, "read from its deal it is another"
        assert tuple(map(ev.CODEC.from_json, map(ev.CODEC.to_json, new))) == new, "the JSON form is another event"
        for seat in (None, *SEATS):
            assert not shown_secrets(self.state, view(self.state, seat)), f"the view of {seat} shows a hidden card"


def _from_the_open_deal(events: tuple[ev.Event, ...], state: Game) -> tuple[ev.Event, ...]:
    """Return the start, and all since the deal of the first round that is open still: what a state is read from."""
    number = (state.last or state).round
    deals = [i for i, event in enumerate(events) if isinstance(event, ev.Dealt) and event.round == number]
    return (events[0], *events[deals[0] :])


def _opening(given: dict[str, str]) -> tuple[ev.Event, ...]:
    rules = json.loads(given["rules"])
    sheet = RuleSheet.from_table("changed", rules, SHEETS[given["sheet"]]) if rules else SHEETS[given["sheet"]]
    one, two, three, four = given["names"].split()
    names = (one, two, three, four)
    first, second, third, fourth = given["salts"].replace("-", "").split(" ")
    salts = (first, second, third, fourth)
    if given["seed"]:
        return start(1, names, sheet, LIMIT, fresh(given["seed"]), salts, terms=TERMS[given["terms"]])
    one_suit_each = not any(given[f"hand {seat}"] for seat in SEATS)
    suits = [f"{suit} {sheet.suits[suit]}" for suit in "SHDC"]
    hands = [_hand(suits[seat - 1] if one_suit_each else given[f"hand {seat}"]) for seat in SEATS]
    if not set().union(*hands) <= set(sheet.deck):
        raise ScenarioError("a card was given that the sheet does not deal")
    if len(set().union(*hands)) != sum(map(len, hands)):
        raise ScenarioError("a card was given twice")
    dealt = ev.Dealt(
        turn=int(given["turn"]),
        round=int(given["round"]),
        attempt=int(given["attempt"]),
        eldest=int(given["eldest"]),
        reason="" if given["attempt"] == "1" else "misdeal",
        seeds=tuple(f"{number:064x}" for number in range(-(-int(given["attempt"]) // ATTEMPTS) * ATTEMPTS)),
        coming=tuple(f"{number:064x}" for number in range(90, 90 + ATTEMPTS)),
        head=NO_HEAD,
        prev=NO_PREV,
        salts=salts,
        hands=(hands[0], hands[1], hands[2], hands[3]),
        names=names,
        score=_pair(given["score"]),
        bags=_pair(given["bags"]),
        sets=_pair(given["sets"]),
        extra=int(given["extra"]),
        misplays=_pair(given["misplays"]),
        silences=(0, 0, 0, 0),
        conceded=(),
        limit=LIMIT,
        paused=False,
    )
    # an attempt follows on one that was thrown in, and its seed is public
    known = (ev.Revealed(dealt.round, one, dealt.seeds[one - 1]) for one in range(1, dealt.attempt))
    return ev.Started(1, names, sheet, LIMIT, TERMS[given["terms"]]), dealt, *known


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _pair(text: str) -> Pair:
    first, second = text.split()
    return int(first), int(second)


def _hand(text: str) -> tuple[Card, ...]:
    words = text.split()
    if not set(words[::2]) <= set(SUITS):
        raise ScenarioError(f"{text} is not a hand: write S AK4 H QJ92")
    return tuple(Card(rank, suit) for suit, ranks in zip(words[::2], words[1::2], strict=True) for rank in ranks)


def _command(  # noqa: C901, PLR0912 (a case for each line of a scenario)
    words: list[str], game: Game
) -> tuple[int | None, cmd.Command]:
    match words:
        case ["clock"]:
            return None, cmd.TimeUp(game.turn)
        case ["last"]:
            return None, cmd.LastCard(game.turn)
        case [seat, "claim"]:
            return int(seat), cmd.Claim()
        case [seat, "bid", value, "by", "plan"]:
            return int(seat), cmd.MakeBid(0 if value == "nil" else int(value), planned=True)
        case [seat, "play", code, "by", "plan"]:
            return int(seat), cmd.PlayCard(parse_card(code), planned=True)
        case ["clock", turn]:
            return None, cmd.TimeUp(int(turn))
        case ["gm", "void", "to", turn]:
            return None, cmd.RuleVoid(int(turn), "so ruled")
        case ["gm", "void", "to", turn, "charge", seat]:
            return None, cmd.RuleVoid(int(turn), "so ruled", int(seat))
        case ["gm", "forfeit", "team", team]:
            return None, cmd.Forfeit(int(team))
        case ["gm", "abort"]:
            return None, cmd.Abort()
        case ["gm", "pause"]:
            return None, cmd.Pause()
        case ["gm", "resume"]:
            return None, cmd.Resume()
        case ["gm", "extend", seconds]:
            return None, cmd.Extend(int(seconds))
        case ["match", "limit"]:
            return None, cmd.LastRound(LIMIT)
        case ["hurry", seconds]:
            return None, cmd.Hurry(int(seconds))
        case ["gm", "replace", seat, name]:
            return None, cmd.Replace(int(seat), name)
        case [seat, "bid", "blind", "nil"]:
            return int(seat), cmd.MakeBid(0, blind=True)
        case [seat, "bid", value]:
            return int(seat), cmd.MakeBid(0 if value == "nil" else int(value))
        case [seat, "play", code]:
            return int(seat), cmd.PlayCard(parse_card(code))
        case [seat, "show"]:
            return int(seat), cmd.Show()
        case [seat, "misdeal"]:
            return int(seat), cmd.Misdeal()
        case [seat, "challenge", "book", book, accused]:
            return int(seat), cmd.Challenge(int(book), int(accused))
        case [seat, "challenge", "round", number, "book", book, accused]:
            return int(seat), cmd.Challenge(int(book), int(accused), int(number))
        case [seat, "salt", *phrase]:
            return int(seat), cmd.Salt(" ".join(phrase))
        case [seat, "plan", *plan]:
            return int(seat), cmd.MakePlan(plan_from(" ".join(plan)))
        case [seat, "overdue"]:
            seen = view(game, int(seat))
            chosen = choose(seen, seen.acting(overdue=True), NO_HABITS).command
            if chosen is None:
                raise ScenarioError("no plan chooses anything")
            return int(seat), chosen
        case [seat, "unplan"]:
            return int(seat), cmd.DropPlans()
        case [seat, "unplan", when]:
            return int(seat), cmd.DropPlans(When(when))
        case [seat, "concede"]:
            return int(seat), cmd.Concede()
        case [seat, "withdraw"]:
            return int(seat), cmd.Withdraw()
    raise ScenarioError("no such line: see the head of tests/spades/scenario.py")


def _said(event: ev.Event, running: int) -> str | None:  # noqa: C901, PLR0912 (a case for each event)
    """Say what an event adds to its act, as it stands after the arrow; `running` is the round of the act."""
    match event:
        case ev.Shown(seat):
            return f"shown {seat}"
        case ev.Misdealt(_, seat):
            return f"misdeal {seat}"
        case ev.Challenged():
            return f"{'proven' if event.proven else 'not proven'}, {event.books} books"
        case ev.RoundScored(round=number, points=(first, second)) if number != running:
            return f"round {number} anew {first:+d} {second:+d}"
        case ev.BidMade(_, seat, bid, "clock"):
            return f"{seat} bid {bid}"
        case ev.CardPlayed(_, seat, card, "clock"):
            return f"{seat} play {card}"
        case ev.CardPlayed(_, seat, card, "rule"):
            return f"{seat} left {card}"
        case ev.Claimed(_, seat):
            return f"claimed {seat}"
        case ev.TrickTaken(seat):
            return f"trick {seat}"
        case ev.RoundScored(points=(first, second)):
            return f"round {first:+d} {second:+d}"
        case ev.Dealt(attempt=1):
            return f"deal {event.round}"
        case ev.Dealt():
            return f"deal {event.round} attempt {event.attempt}"
        case ev.Provisional():
            return f"provisional {_winner(event.team)} {event.by}"
        case ev.Misplayed():
            return f"misplay {event.fault} {event.points}"
        case ev.Voided(charge=None, points=0):
            return "void"
        case ev.Voided():
            return f"void, charge {event.charge} {event.points}"
        case ev.LastRoundSet(number):
            return f"last round {number}"
        case ev.Ended():
            return f"ended {_winner(event.team)} {event.by}"
        case ev.Committed():
            return f"commit {event.round}"
        case ev.SaltsClosed():
            return f"salts {event.round} {_salts(event.salts)}"
        case ev.Revealed():
            return f"reveal {event.round} attempt {event.attempt}"
    return None


def _done_by(event: ev.Event, seat: int | None, command: cmd.Command) -> None:
    """Check that the accepted move is the one that was made, and by whoever made it."""
    match event, command:
        case ev.BidMade(_, who, bid, "player", blind), cmd.MakeBid(value, asked):
            assert (who, bid, blind) == (seat, value, asked), f"the bid stands as {bid} by {who}"
        case ev.Challenged(who, _, book, accused), cmd.Challenge(claimed, named):
            assert (who, book, accused) == (seat, claimed, named), f"the challenge stands as to book {book} by {who}"
        case ev.CardPlayed(_, who, card, "player") | ev.Misplayed(_, who, card), cmd.PlayCard(named):
            assert (who, card) == (seat, named), f"the play stands as {card} by {who}"
        case ev.Salted(who), cmd.Salt():
            assert who == seat, f"the salt is that of {who}"
        case ev.Planned(_, who, text), cmd.MakePlan(plan):
            assert (who, text) == (seat, str(plan)), f"the plan stands as {text} of {who}"


def _winner(team: int | None) -> str:
    return "-" if team is None else f"team {team}"


def _salts(salts: Iterable[str]) -> str:
    return _list(salt or None for salt in salts)


def _compare(expected: str, found: str) -> None:
    if expected.split() != found.split():
        raise ScenarioError(f"expected: {expected or 'nothing more'}\nfound:    {found or 'nothing more'}")


def _bids(game: Game) -> str:
    return _list(f"B{bid}" if seat in game.blind else bid for seat, bid in enumerate(game.bids, 1))


def _may(game: Game, seat: int) -> str:
    """Return everything that the view offers the seat now."""
    seen = view(game, seat)
    flags = (("B0", seen.may_bid_blind), ("change", seen.may_change), ("misdeal", seen.may_misdeal))
    return _list([*seen.legal_bids, *seen.legal_cards, *(word for word, holds in flags if holds)])


def _chosen(game: Game, seat: int, habits: Habits = NO_HABITS, *, overdue: bool = False) -> str:
    """Say what the seat's plans and habits choose, by which of them, and which plans before it were for this turn in
    vain, with the reason for each of their entries."""
    seen = view(game, seat)
    choice = choose(seen, seen.acting(overdue=overdue), habits)
    match choice.command:
        case cmd.MakeBid(bid, blind):
            move = f"bid {'blind nil' if blind else bid}"
        case cmd.PlayCard(card):
            move = f"play {card} by {choice.plan.when if isinstance(choice.plan, Plan) else choice.plan}"
        case cmd.DropPlans(when):
            move = f"drop {when}"
        case None:
            move = "nothing"
    return ", ".join((move, *(f"{unfit.plan.when} {' '.join(unfit.why)}" for unfit in choice.unfit)))


def _outcome(result: Result | None) -> str:
    return f"{_winner(result.team)} {result.by}" if result else "none"


def _list(values: Iterable[object]) -> str:
    return " ".join("-" if value is None else str(value) for value in values) or "-"


def _legal(game: Game) -> str:
    seat, what = game.due or (1, "nothing")
    return _list(legal_bids(game, seat) if what == "bid" else legal_cards(game, seat))


STATE: dict[str, Callable[[Game], str]] = {
    "turn": lambda game: str(game.turn),
    "round": lambda game: str(game.round),
    "eldest": lambda game: str(game.eldest),
    "due": lambda game: _list(game.due or ["nobody"]),
    "legal": _legal,  # the bids or cards of the seat that is due, in canonical order
    "bids": _bids,
    "called": lambda game: _list(game.called),
    "leader": lambda game: str(game.leader or "-"),
    "table": lambda game: _list(f"{seat}={card}" for seat, card in game.trick),
    "books": lambda game: _list(game.books),
    "score": lambda game: _list(game.score),
    "bags": lambda game: _list(game.bags),
    "sets": lambda game: _list(game.sets),
    "off": lambda game: _list(game.off),  # books that misplays take off each team's count of this round
    "attempt": lambda game: str(game.attempt),
    "extra": lambda game: "yes" if view(game).extra else "no",  # whether this round decides at any score
    "paused": lambda game: "yes" if game.paused else "no",
    "hand-misplays": lambda game: _list(game.misplays_hand),
    "game-misplays": lambda game: _list(game.misplays_game),
    "silences": lambda game: _list(game.silences),
    "conceded": lambda game: _list(sorted(game.conceded)),
    "names": lambda game: _list(game.names),
    "limit": lambda game: str(game.turn_limit),
    "last-round": lambda game: str(game.last_round),  # 0 unless the match limit has made a round the last
    "ends-after": lambda game: f"{view(game).sheet.hand_limit or '-'} {view(game).sheet.tie_break}",
    "result": lambda game: _outcome(game.result),
    "provisional": lambda game: _outcome(game.provisional),
    "salts": lambda game: _salts(game.salts),  # the salts given for the next round
    "closed": lambda game: "yes" if game.closed else "no",
    "committed": lambda game: _list(f"{number}:{len(seeds)}" for number, seeds in sorted(game.seeds.items())),
    "thrown-in": lambda game: game.thrown_in or "-",  # why, while the next attempt waits
    "dealt-with": lambda game: _salts(game.deck.salts),
    "revealed": lambda game: _list(sorted(game.revealed)),  # the attempts at this round whose seeds are public
    "dealt": lambda game: "from the seed" if game.hands == _seeded(game) else "otherwise",
}
SEAT_STATE: dict[str, Callable[[Game, int], str]] = {
    "sees": lambda game, seat: "nothing yet" if view(game, seat).held_back else _list(view(game, seat).hand or ()),
    "may": _may,
    "claimable": lambda game, seat: "yes" if view(game, seat).claimable else "no",
    "since": lambda game, seat: _list(f"{seat}={card}" for seat, card in view(game, seat).since),
    "plans": lambda game, seat: "; ".join(str(plan) for plan, _ in view(game, seat).plans) or "-",
    "chooses": _chosen,
    "chooses-forced": lambda game, seat: _chosen(game, seat, Habits(forced=True)),
    "chooses-equals": lambda game, seat: _chosen(game, seat, Habits(equals=True)),
    "chooses-overdue": lambda game, seat: _chosen(game, seat, overdue=True),  # before the clock would
}


def _seeded(game: Game) -> tuple[frozenset[Card], ...]:
    """Return the four hands that anyone computes from the revealed seed."""
    return tuple(frozenset(hand) for hand in deal(deal_key(game.deck, game.sheet), game.sheet))
