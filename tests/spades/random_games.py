"""Random games from one integer seed: what everyone at the table might try, legal or not, and what must hold after
each act. `played` is the table; the checks are test_properties.py's.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from referee.spades import commands as cmd
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import replay
from referee.spades.game import Game
from referee.spades.law.moves import last_card, legal_bids, legal_cards, may_bid_blind, may_misdeal, reneged
from referee.spades.rulesheet import TRICKS, RuleSheet
from referee.spades.sheets import RULE_109
from referee.spades.view import view
from referee.table.refusal import Reason, Refusal
from referee.table.seats import SEATS, partner_of
from referee.table.terms import Terms
from tests.chance import fresh
from tests.rulings import PLAIN, decide, start

NAMES = ("Ann", "Bob", "Carol", "Dave")
JOKERS = (Card("B", "S"), Card("L", "S"))
LIMIT = 60
PHRASES = ("tea", "a b", "7" * 99, "ä!", "ß", "")
Asked = tuple[int | None, cmd.Command, int]
"""The asker (None: the clock or the Gamesmaster), the command, and the position that the mail answers."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act: the state before it, who asked what, and the events or the refusal that came of it."""

    before: Game
    seat: int | None
    command: cmd.Command
    answers: int
    events: tuple[ev.Event, ...]
    refused: Reason | None
    after: Game


def opening(random: Random, sheet: RuleSheet = RULE_109, terms: Terms = PLAIN) -> tuple[ev.Event, ...]:
    """Return the first deal of a game, with counts of a game under way, so that games soon end."""
    number, seeds = random.randint(1, 99), fresh(random.randbytes(32).hex())
    *before, dealt = start(number, NAMES, sheet, LIMIT, seeds, terms=terms)
    assert isinstance(dealt, ev.Dealt)
    misplays = sheet.misplay_forfeit.game - 1 if sheet.misplay_forfeit else 2
    number = max(1, sheet.hand_limit - random.randint(0, 2)) if sheet.hand_limit else 1
    decides = sheet.tie_break == "extra_hand" and random.random() < 0.2
    counts = {
        "score": (sheet.target - random.randint(-10, 250), sheet.target - random.randint(-10, 250)),
        "bags": (random.randint(0, 29), random.randint(0, 29)) if sheet.bag_penalty else (0, 0),
        "misplays": (random.randint(0, misplays), random.randint(0, misplays)),
        "sets": (random.randrange(sheet.set_limit or 3), random.randrange(sheet.set_limit or 3)),
        "round": number,
        "extra": number if decides else 0,
    }
    attempts = 1
    if sheet.redeal and random.random() < 0.4:
        counts |= {"hands": hopeless(random, sheet)}
        attempts = random.randint(1, 3)
    first = replace(dealt, **counts)  # type: ignore[arg-type]
    return *before, first, *misdealt(first, attempts)


def misdealt(first: ev.Dealt, attempts: int) -> Iterator[ev.Event]:
    """Yield the events after a first deal that was thrown in, and after each following one, up to that many
    attempts."""
    for attempt in range(2, attempts + 1):
        yield ev.Revealed(first.round, attempt - 1, first.seeds[attempt - 2])
        yield replace(first, attempt=attempt, reason="misdeal")


def hopeless(random: Random, sheet: RuleSheet) -> tuple[tuple[Card, ...], ...]:
    """Return four hands of which one holds no face and no spade."""
    low = [card for card in sheet.deck if card.suit != "S" and card.rank not in "AKQJ"]
    poor = random.sample(low, TRICKS)
    rest = random.sample([card for card in sheet.deck if card not in poor], TRICKS * 3)
    hands = [tuple(poor), *(tuple(rest[i : i + TRICKS]) for i in range(0, len(rest), TRICKS))]
    return tuple(random.sample(hands, len(hands)))


def played(
    seed: int, *, wild: float, sheet: RuleSheet = RULE_109, terms: Terms = PLAIN, limited: float = 0
) -> Iterator[Step]:
    """Play a game to its end, act by act; a share `wild` of the acts is anything, the others are sensible moves. Before
    a share `limited` of them the match reaches its time limit, once."""
    random, salting, timing = Random(seed), Random(f"salts {seed}"), Random(f"limit {seed}")
    game = replay(opening(random, sheet, terms))
    while game.result is None:
        if salting.random() < 0.05:
            step = act(game, salting.choice(SEATS), cmd.Salt(salting.choice(PHRASES)), game.turn, "0" * 64)
            yield step
            game = step.after
        if limited and timing.random() < limited:
            step = act(game, None, cmd.LastRound(LIMIT), 0, "0" * 64)
            yield step
            game = step.after
        seat, command, answers = anything(random, game) if random.random() < wild else sensible(random, game)
        step = act(game, seat, command, answers, random.randbytes(32).hex())
        yield step
        game = step.after


def act(game: Game, seat: int | None, command: cmd.Command, answers: int, seed: str) -> Step:
    """Try one act, and note what comes of it."""
    try:
        events = decide(game, seat, command, answers=answers, seeds=fresh(seed))
    except Refusal as refusal:
        return Step(game, seat, command, answers, (), refusal.reason, game)
    return Step(game, seat, command, answers, events, None, replay(events, game))


def sensible(random: Random, game: Game) -> Asked:
    """Return a sensible act: a bid by honours and spades, or a legal card; where a renege stands, now and then a renege
    or a challenge; else time passes."""
    if game.sheet.misplay_act == "stand" and random.random() < (0.4 if game.last and game.have_bid else 0.1):
        return random.choice(SEATS), challenge(random, game), game.turn
    if claims(game) and (asked := shortened(random, game)) is not None:
        return asked
    if game.provisional is not None:
        return None, cmd.TimeUp(game.turn), 0
    waiting = game.due
    if waiting is None:
        return None, cmd.Resume(), 0
    seat, what = waiting
    if what == "bid":
        if game.sheet.bid_change and (posted := game.acts[-1:]) and random.random() < 0.5:
            seat = int(posted[0].split(":")[1])
            return seat, cmd.MakeBid(random.choice(game.sheet.bid_values)), game.turn
        seat = random.choice(game.called)
        return seat, bidding(random, game, seat), game.turn
    reneges = game.sheet.misplay_act == "stand" and random.random() < 0.1
    card = random.choice(sorted(game.hand(seat)) if reneges else legal_cards(game, seat))
    return seat, cmd.PlayCard(card, planned=not reneges and claims(game) and random.random() < 0.4), game.turn


def bidding(random: Random, game: Game, seat: int) -> cmd.Command:
    """Choose what `seat` does on its turn to bid."""
    if seat not in game.seen:
        return cmd.MakeBid(0, blind=True) if may_bid_blind(game, seat) and random.random() < 0.3 else cmd.Show()
    if may_misdeal(game, seat):
        return cmd.Misdeal()
    worth = sum(map(worth_of, game.hand(seat)))
    if game.sheet.bids_by_team:
        worth += sum(map(worth_of, game.hand(partner_of(seat))))
    wished = 0 if worth <= 1 else max(2, int(worth) - 1)
    return cmd.MakeBid(min(legal_bids(game, seat), key=lambda bid: abs(bid - wished)))


def claims(game: Game) -> bool:
    """Tell the games in which players claim from those in which each card is played by hand."""
    return game.terms.last_trick == "by itself"


def worth_of(card: Card) -> float:
    return (card.rank in "AK") + (card.suit == "S") / 2


def anything(random: Random, game: Game) -> Asked:
    """Return any act by anyone, for any position; now and then a legal one by chance."""
    waiting = game.due
    seat = waiting[0] if waiting and random.random() < 0.6 else random.choice(SEATS)
    answers = game.turn - random.choice((0, 0, 0, 1, 2, 4, 30))
    other = random.choice(SEATS)
    if claims(game) and random.random() < 0.2:
        return seat, cmd.Claim(), answers
    claim = cmd.Challenge(random.randint(0, len(game.tricks) + 2), other, random.choice((None, game.round, 1)))
    return random.choice(
        (
            (seat, cmd.PlayCard(random.choice(game.sheet.deck)), answers),
            (seat, cmd.PlayCard(random.choice(sorted(game.hand(seat)) or JOKERS)), answers),
            (seat, cmd.PlayCard(random.choice(sorted(game.hand(seat)) or JOKERS)), game.turn),
            (seat, cmd.PlayCard(random.choice(JOKERS)), answers),
            (seat, cmd.MakeBid(random.randint(-1, 15)), answers),
            (seat, cmd.MakeBid(random.choice(game.sheet.bid_values)), game.turn),
            (seat, cmd.MakeBid(0, blind=True), answers),
            (seat, cmd.Show(), answers),
            (seat, cmd.Misdeal(), answers),
            (seat, claim, answers),
            (seat, challenge(random, game), answers),
            (seat, cmd.Concede(), answers),
            (seat, cmd.Withdraw(), answers),
            (seat, cmd.Withdraw(), answers),
            (None, cmd.TimeUp(answers), 0),
            (None, cmd.TimeUp(game.turn), 0),
            (None, cmd.RuleVoid(random.randint(game.opening - 1, game.turn + 1), "so ruled"), 0),
            (None, cmd.RuleVoid(max(game.opening, answers), "so ruled", random.choice((None, other))), 0),
            (None, random.choice((cmd.Pause(), cmd.Resume(), cmd.Resume(), cmd.Extend(60))), 0),
            (None, cmd.Replace(other, random.choice(("Eve", "Finn", "Gil", "ANN"))), 0),
        )
    )


def shortened(random: Random, game: Game) -> Asked | None:
    """Make a round shorter now and then: a claim, or the last trick by itself."""
    chance, waiting = random.random(), game.due
    if (last := last_card(game)) is not None and chance < 0.9:
        return None, last, 0
    if waiting is not None and chance < 0.4 and view(game, waiting[0]).claimable:
        return waiting[0], cmd.Claim(), game.turn
    return None


def challenge(random: Random, game: Game) -> cmd.Challenge:
    """Return a challenge in the round that is open to it: to a renege, where there is one, or to any book."""
    was = game.last or game
    plays = [(book, play.seat) for book, trick in enumerate(was.tricks, 1) for play in trick]
    true = [(book, seat) for book, seat in plays if reneged(was, book, seat)]
    book, accused = random.choice(true if true and random.random() < 0.6 else plays or [(1, 1)])
    return cmd.Challenge(book, accused)
