"""The news, as everyone may know it: the material of announcements, and how it comes of events.

The one place where events, which hold secrets, become public words: no hand gets past it, and no seed before it is
revealed. An event that hides nothing is its own news (`Plain`); any other becomes one of the values below.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from referee.dominoes import events as tiles
from referee.dominoes import game as tiles_game
from referee.dominoes.events import RoundScored
from referee.dominoes.line import Knock, Laid
from referee.games import RULES, view
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.game import Bids, Game, Trick, speaker
from referee.spades.law.moves import changes_left, in_order
from referee.spades.law.scoring import Taken, Tally, tally
from referee.spades.view import SeatView
from referee.table.events import Deal, Outcome, Plain, Start
from referee.table.game import opening, won_before
from referee.table.record_lines import commits
from referee.table.seats import SEATS, Four, Pair, team_of


@dataclass(frozen=True, slots=True)
class Fixture:
    """The match of a tournament that a game decides: the tournament's number and name, the match, its two teams."""

    tournament: int
    name: str
    match: int
    teams: tuple[str, str]
    forfeit_after: int | None = None
    """The number of acts in a row by the clock, for one player, that lose their team the match."""
    forfeit_both: int | None = None
    """The number for each of both players of a team."""
    limit_at: datetime | None = None
    """The moment when the match is hurried, if its tournament has a match limit."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Seats are drawn; `drawn_from` is 24 or 8, the number of equally likely orders.

    `on_list`: players talk on a list of their own, and the referee passes nothing on. `fixture`: the match that the
    game decides, if it is one of a tournament, which draws the seats itself. `gamesmaster`: their name, if they have
    one; `listed`: they named the players, who may not have asked for it.
    """

    drawn_from: int
    on_list: bool = False
    fixture: Fixture | None = None
    gamesmaster: str = ""
    listed: bool = False


@dataclass(frozen=True, slots=True)
class RoundDealt:
    """Round `round` was dealt, for the `attempt`-th time; `eldest` bids first; `extra`: it decides at any score."""

    round: int
    eldest: int
    attempt: int
    extra: bool


@dataclass(frozen=True, slots=True)
class Stake:
    """The cost of one more silence of a player: their `team` loses this match of a tournament. The clock has acted for
    them so many `times` in a row.

    `both`: the number for each of both players that loses it, if one more silence of this player does not.
    """

    times: int
    team: str
    match: int
    tournament: str
    both: int | None = None


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """`seat` did not act in time; the clock makes the next act. `stake`: the cost of the next time, if their team would
    lose the match."""

    seat: int
    stake: Stake | None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """`seat` bid, or `changed` their bid; 0 is nil, `blind` if before they saw their hand.

    `changes`: how often it may still be changed.
    """

    seat: int
    bid: int
    blind: bool = False
    changed: bool = False
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Play:
    """`seat` played `card`; in the last trick, where nobody has a choice, the referee did so `by_rule`."""

    seat: int
    card: Card
    by_rule: bool = False


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Trick `number` of the round went to `seat`."""

    seat: int
    number: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class Claim:
    """`seat` showed with the `cards` that they still held that all tricks left are theirs."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundOver:
    """A round was scored, or scored `anew` after a challenge.

    Bids, `blind` zeros and books by seat, `tallies` by team; points and, after the round, score, bags and rounds set,
    by team. `off`: the books that misplays took off the teams' counts, where it was scored without them; `closed`: the
    teams that can no longer challenge it.
    """

    round: int
    bids: Bids
    books: Four
    tallies: tuple[Tally, Tally]
    points: Pair
    score: Pair
    bags: Pair
    sets: Pair = (0, 0)
    blind: frozenset[int] = frozenset()
    off: Pair = (0, 0)
    anew: bool = False
    closed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Challenge:
    """`seat` challenged what `accused` played in book `book` of `round`; the team that was wrong pays `books`.

    `lost`: the books that it really lost, if the round was scored anew at once; losing books never helps.
    """

    seat: int
    accused: int
    round: int
    book: int
    proven: bool
    books: int
    points: int
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Misplay:
    """`seat` named `card` against the rules: the play is void, the team gets `points`, and this is its misplay count
    now."""

    seat: int
    card: Card
    fault: str
    points: int
    in_hand: int
    in_game: int


@dataclass(frozen=True, slots=True)
class Void:
    """The Gamesmaster voided all acts since position `to`; `charge` is the seat that pays `points`, if any.

    `thrown_in`: the deal is thrown in, because its hands were public by then. `scored`: the round that is scored anew
    at once with the charge, if one is, and `lost` the books that it really loses; losing books never helps.
    """

    to: int
    reason: str
    charge: int | None
    points: int
    thrown_in: bool = False
    scored: int | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Commitments:
    """The referee has fixed the deals of `round`, attempts `first` and on: the commitments, 64 hex digits each."""

    round: int
    first: int
    commits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The clock is stopped, since `seat` was given back."""

    seat: int


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The clock is stopped until all have said that they play."""


@dataclass(frozen=True, slots=True)
class Restored:
    """An older state was restored: the events of the game after `since` (a moment, in words) are lost, and its clock is
    stopped.

    `thrown_in`: the running deal is lost too; otherwise the round was over.
    """

    since: str
    thrown_in: bool


@dataclass(frozen=True, slots=True)
class LateNotice:
    """The letter about the turn of `seat` was late, so it got `seconds` more; None: so did the time to challenge."""

    seat: int | None
    seconds: int


@dataclass(frozen=True, slots=True)
class Away:
    """`seat` is away from `first` to `last`, both days included; the limit of a turn that begins then runs from the
    end."""

    seat: int
    first: date
    last: date
    until: datetime | None = None
    """The end of the last day; None: as days end in UTC."""


@dataclass(frozen=True, slots=True)
class Back:
    """`seat` is back before the last day that they had named; `before`: even before the first."""

    seat: int
    before: bool = False


@dataclass(frozen=True, slots=True)
class TeamPlace:
    """The place that a substitute takes in a team of a tournament: with whom, against whom, in which match, and why."""

    tournament: str
    team: str
    partner: str
    match: int
    other: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Replacement:
    """`name` has taken the seat of `old`; `place`: in their team too, if the game decides a match of a tournament;
    `missing`: the others for whom the clock stands still."""

    seat: int
    name: str
    old: str
    place: TeamPlace | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """`seat` says `text` to all, one quoted paragraph of plain text."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Provisional(Outcome):
    """`team` has won by `by` (score, sets, hands), unless the last round is challenged in time."""

    team: int | None
    by: str
    score: Pair


@dataclass(frozen=True, slots=True)
class Settled:
    """The reason why a tournament ends the game of a match: in a few words, and in sentences, with who goes on."""

    short: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The meaning of a game's end for the match of a tournament that it decides.

    `teams`: by their names, that of seats 1 and 3 first; `settled`: what has settled the match and ended the game; None
    if the game ended by itself. `counts`: when its result counts, and who goes on then. `rule`: the line with which the
    Gamesmaster settles it otherwise, as it is typed; empty if they need none.
    """

    tournament: str
    match: int
    teams: tuple[str, str]
    settled: Settled | None = None
    counts: tuple[str, ...] = ()
    rule: str = ""
    limited: bool = False
    """The match had reached its time limit."""


@dataclass(frozen=True, slots=True)
class GameOver(Outcome):
    """The game ended: `team` won by `by` (score, sets, hands, concession, forfeit) or nobody did (abort). `match`: what
    the end means for the match of a tournament, if the game decides one. `ruled`: the Gamesmaster said that it is
    forfeited."""

    team: int | None
    by: str
    score: Pair
    match: MatchEnd | None = None
    ruled: bool = False


News = (
    Plain
    | GameStarted
    | RoundDealt
    | ClockRanOut
    | Bid
    | Play
    | TrickWon
    | Claim
    | RoundOver
    | Laid
    | Knock
    | RoundScored
    | Challenge
    | Misplay
    | Void
    | Commitments
    | GivenBack
    | Awaiting
    | Restored
    | LateNotice
    | Away
    | Back
    | Replacement
    | Said
    | Provisional
    | GameOver
)


def start_of(news: Iterable[News]) -> GameStarted | None:
    """Return the news that the game began, if it did."""
    return next((item for item in news if isinstance(item, GameStarted)), None)


def end_of(news: Iterable[News]) -> GameOver | None:
    """Return the news that the game is over, if it is."""
    return next((item for item in news if isinstance(item, GameOver)), None)


def own_time_out(news: Iterable[News], seat: int | None) -> tuple[ClockRanOut, News] | None:
    """Return the news that the clock of `seat` ran out, with the act that it made; None if it did not run out."""
    for clock, act in pairwise(news):
        if isinstance(clock, ClockRanOut) and clock.seat == seat:
            return clock, act
    return None


def new_player(news: Iterable[News], seat: int | None) -> Replacement | None:
    """Return the news that `seat` has a new player, if it has."""
    return next((item for item in news if isinstance(item, Replacement) and item.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Story:
    """The story of one act: the news in order, the public view to show, and the state after it."""

    news: tuple[News, ...]
    scene: SeatView
    """The position at the end of a trick or round; if the act ended neither, the position after the act."""
    game: Any
    sees_hand: frozenset[int]
    """The seats whose players now get to see their hand: all after a deal, else those that may see it from now on."""


def story_of_events(before: Any, events: Iterable[Any], drawn_from: int = 0, *, on_list: bool = False) -> Story:
    """Tell the story of events, given only the state before them."""
    events = tuple(events)
    sheet = events[0].sheet if before is None else before.sheet
    steps = RULES[sheet.game].law.fold.steps_of(events, before)
    return story_of(before, tuple(steps), drawn_from, on_list=on_list)


def story_of(
    before: Any,
    steps: tuple[Any, ...],
    drawn_from: int = 0,
    *,
    on_list: bool = False,
    fixture: Fixture | None = None,
) -> Story:
    """Tell the story of what followed `before`, at least one step.

    When a game starts, `drawn_from` orders were equally likely, and players talk `on_list` or through the referee;
    `fixture` is the match of a tournament that it decides.
    """
    earlier, scene = before, None
    news: list[News] = []
    ruled = (before is None or before.provisional is None) and not any(
        isinstance(event, ev.Misplayed | ev.Challenged | ev.Voided) for event, _ in steps
    )
    # a challenge or a charge is followed by scoring at once only if the round was scored already
    anew = any(isinstance(event, ev.Challenged | ev.Voided) for event, _ in steps)
    for event, game in steps:
        if isinstance(event, Start):
            news.append(GameStarted(drawn_from, on_list, fixture))
        told = _news(earlier, event, game, anew)
        news.extend(
            replace(one, ruled=ruled and one.by == "forfeit") if isinstance(one, GameOver) else one for one in told
        )
        scene = _scene(event, game, scene)
        earlier = game
    after = steps[-1].game
    return Story(tuple(news), view(scene or after), after, _sees_hand(before, steps))


def _scene(event: Any, game: Any, scene: Any) -> Any:
    """Return the view at the end of a trick or round, given `scene` so far; for a round scored anew, the view of that
    round."""
    match event:
        case ev.TrickTaken():
            return game
        case ev.RoundScored():
            return game if event.round == game.round else game.last
        case tiles.RoundScored():
            return game
        case ev.Ended() | ev.Provisional():
            return game if scene is not None and scene.round == game.round else scene
    return scene


def _sees_hand(before: Any, steps: tuple[Any, ...]) -> frozenset[int]:
    after = steps[-1].game
    if before is None or any(isinstance(event, Deal) for event, _ in steps):
        return frozenset(SEATS)
    return after.seen - before.seen if isinstance(before, Game) and isinstance(after, Game) else frozenset()


def _news(before: Any, event: Any, after: Any, anew: bool) -> Iterator[News]:
    match event:
        case ev.Plain():
            yield event
        case ev.Untold():
            return
        case ev.Committed():
            assert before is not None, "a game begins with Started"
            first = len(before.seeds.get(event.round, ())) + 1
            yield Commitments(event.round, first, commits(before, event))
        case ev.Claimed(_, seat):
            assert before is not None, "only in a round is anything claimed"
            yield Claim(seat, in_order(before.sheet, before.hand(seat)))
        case ev.BidMade() | ev.CardPlayed():
            if event.by == "clock":
                yield ClockRanOut(event.seat)
            yield _play(event) if isinstance(event, ev.CardPlayed) else _bid(before, event, after)
        case tiles.Dealt() | tiles.TilePlayed() | tiles.Knocked() | tiles.RoundScored():
            yield from _of_tiles(event, after)
        case ev.Restored() | ev.Replaced() | ev.Provisional() | ev.Ended():
            yield _of_game(event, after)
        case _:
            yield _of_round(before, event, after, anew)


def _of_tiles(
    event: tiles.Dealt | tiles.TilePlayed | tiles.Knocked | tiles.RoundScored, after: tiles_game.Game
) -> Iterator[News]:
    """Yield the news of a round of dominoes: what was laid is told without a word on plans."""
    match event:
        case tiles.Dealt():
            yield RoundDealt(event.round, event.opener, event.attempt, extra=False)
        case tiles.RoundScored():
            yield event
        case _:
            if event.by == "clock":
                yield ClockRanOut(event.seat)
            yield after.course[-1]


def _of_game(event: ev.Restored | ev.Replaced | ev.Provisional | ev.Ended, after: Game) -> News:
    """Return the news that changes how the game goes on, or if it does."""
    match event:
        case ev.Restored(_, since):
            return Restored(since, after.thrown_in == "restored")
        case ev.Replaced():
            return Replacement(event.seat, event.name, event.old)
        case ev.Provisional():
            return Provisional(event.team, event.by, after.score)
        case ev.Ended():
            return GameOver(event.team, event.by, after.score)


def _play(event: ev.CardPlayed) -> Play:
    return Play(event.seat, event.card, by_rule=event.by == "rule")


OfRound = ev.Dealt | ev.TrickTaken | ev.RoundScored | ev.Challenged | ev.Misplayed | ev.Voided


def _of_round(before: Game | None, event: OfRound, after: Game, anew: bool) -> News:
    if isinstance(event, ev.Dealt):
        return RoundDealt(event.round, event.eldest, event.attempt, event.extra == event.round)
    assert before is not None, "only what was dealt is played, scored, challenged or voided"
    match event:
        case ev.TrickTaken(seat):
            return TrickWon(seat, len(after.tricks), after.tricks[-1])
        case ev.RoundScored():
            return _round(before, event, anew)
        case ev.Challenged():
            return _challenge(before, event, after)
        case ev.Misplayed():
            team = team_of(event.seat) - 1
            counts = (after.misplays_hand[team], after.misplays_game[team])
            return Misplay(event.seat, event.card, event.fault, event.points, *counts)
        case ev.Voided():
            return _void(before, event, after)


def _void(before: Game, event: ev.Voided, after: Game) -> Void:
    thrown_in = bool(after.thrown_in) and not before.thrown_in
    was, now = (before.last, after.last) if won_before(before) else (before, after)
    scored, lost = None, None
    if event.charge is not None and was is not None and now is not None and not (now.points or now.thrown_in):
        lost = _lost(was, now, team_of(event.charge))
        scored = None if lost is None else was.round
    return Void(event.to, event.reason, event.charge, event.points, thrown_in, scored, lost)


def _bid(before: Game | None, event: ev.BidMade, after: Game) -> Bid:
    assert before is not None, "a bid follows a deal"
    changed = before.bid(speaker(before, event.seat)) is not None
    return Bid(event.seat, event.bid, event.blind, changed, changes_left(after, event.seat))


def _challenge(before: Game, event: ev.Challenged, after: Game) -> Challenge:
    points, loser = after.sheet.misplay_cost.points, team_of(event.accused if event.proven else event.seat)
    was, now = (game if event.round == game.round else game.last for game in (before, after))
    lost = _lost(was, now, loser)
    return Challenge(event.seat, event.accused, event.round, event.book, event.proven, event.books, points, lost)


def _lost(was: Game | None, now: Game | None, team: int) -> int | None:
    """Count the books that a cost takes off a round that was scored by then; None if it was not."""
    if was is None or now is None or was.points is None:
        return None
    return tallies(was)[team - 1].books - tallies(now)[team - 1].books


def _round(before: Game, event: ev.RoundScored, anew: bool) -> RoundOver:
    was = before if event.round == before.round else before.last
    assert was is not None, "a round is scored anew only while it can be challenged"
    made = tallies(was)
    counts = [sum(books for seat, books in enumerate(was.books, 1) if team_of(seat) == team) for team in (1, 2)]
    off = (counts[0] - made[0].books, counts[1] - made[1].books)
    return RoundOver(
        round=event.round,
        bids=was.bids,
        books=event.books,
        tallies=made,
        points=event.points,
        score=event.score,
        bags=event.bags,
        sets=event.sets,
        blind=was.blind,
        off=off,
        anew=anew,
        closed=frozenset() if was is before else before.have_bid,
    )


def tallies(game: Game) -> tuple[Tally, Tally]:
    """Count what each team made of a round with all thirteen tricks taken."""
    taken, bags = Taken(game.bids, game.books, game.blind, game.off), opening(game).bags
    return tally(game.sheet, 1, taken, bags[0])[0], tally(game.sheet, 2, taken, bags[1])[0]
