"""One row for each kind of news: its name in headers, who hears of it, and its words. Says nothing hidden.

Letters, headers, levels of `notify` and pages read these rows; a kind of news stands in no other table. Players are
they, them, their. endings.py words how rounds were scored and games ended, rulings.py the rulings.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from referee.config import span_words
from referee.dominoes.events import RoundScored
from referee.dominoes.line import Knock, Laid
from referee.spades.view import SeatView
from referee.table import events as ev
from referee.table.seats import SEATS, after, partner_of, team_of
from referee.telling import news as n
from referee.telling.dominoes import sentences as tiles
from referee.telling.formats import (
    because,
    bid_text,
    card_label,
    card_name,
    card_text,
    day_text,
    moment,
    round_number,
    times,
)
from referee.telling.sentences import endings, rulings
from referee.telling.sentences.recap import trick_text
from referee.telling.sentences.turns import at_stake

T = TypeVar("T")

LEVELS = ("never", "play", "trick", "turn", "round", "result")
"""The levels of `notify`, each with less news than the one before; `never` is for news that makes no letter."""
REDEAL, END = "redeal", "end"


class Line(NamedTuple):
    """One sentence or two; `quote` holds the words of a player."""

    text: str
    quote: str | None = None


class Context(NamedTuple):
    """The context of a piece of news: the `scene` that all the `news` led to, and the piece `before` it. `due`: until
    when a provisional result may be challenged, as by_when writes it: ` by Tue 24 Nov 18:00 UTC`. `reader`: their seat,
    if they have one."""

    scene: Any
    news: Sequence[n.News] = ()
    before: n.News | None = None
    due: str = ""
    reader: int | None = None


MISDEAL = {"spades": "{} calls a misdeal", "dominoes": "{} had five doubles"}


def _in(words: Callable[[T, SeatView], Iterable[str]]) -> Callable[[T, Context], Iterable[str]]:
    """Return words for which the scene is enough."""
    return lambda item, at: words(item, at.scene)


def _alone(words: Callable[[T], str]) -> Callable[[T, Context], Iterable[str]]:
    """Return words for which the news is enough."""
    return lambda item, at: (words(item),)


def _always(item: object) -> bool:
    return True


def _by(words: str) -> Callable[[Any, Context], str]:
    """Return the subject `words`, with the name of who did it for {}."""
    return lambda item, at: words.format(at.scene.name(item.seat))


def _nothing(item: object, at: Context) -> tuple[str, ...]:
    return ()


def _nobody(item: object, view: SeatView) -> tuple[int, ...]:
    return ()


def _everyone(item: object, view: SeatView) -> tuple[int, ...]:
    return SEATS


def _called(item: object, view: SeatView) -> tuple[int, ...]:
    """Return the players who may act."""
    return view.called


def _own(item: Any, view: SeatView) -> tuple[int, ...]:
    return (item.seat,)


def _team(item: Any, view: SeatView) -> tuple[int, ...]:
    return (item.seat, partner_of(item.seat))


def _partner_with_a_bid(item: n.Bid, view: SeatView) -> tuple[int, ...]:
    """Return the partner of who bid, if they have a bid of their own that they may change in the light of this one."""
    partner = partner_of(item.seat)
    bid_too = view.bids[partner - 1] is not None or view.sheet.bids_by_team
    return (partner,) if bid_too and (item.changes or item.changed) else ()


def _seat(item: Any) -> str:
    return str(item.seat)


def _seat_and_card(item: Any) -> str:
    return f"{item.seat} {item.card}"


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """One kind of news.

    `header`: its value of Spades-Event, if it has one. `level`: the last of LEVELS at which it makes a letter by
    itself. `words`: its sentences in a letter, the first of which may be the headline.
    """

    news: type[T]
    header: str
    level: str | Callable[[T], str]
    words: Callable[[T, Context], Iterable[str | Line]] = _nothing
    concerns: Callable[[T, SeatView], Collection[int]] = _nobody
    """The seats whose players hear of it at every level: of their own acts except bids and plays, of charges against
    their team, and of changes to their turn. The view is the one after the news."""
    also: Callable[[T], str] = lambda item: ""
    """The second value of Spades-Event, if the news has two."""
    actor: Callable[[T], str] | None = None
    """The value of Spades-Actor."""
    headline: Literal["first", "last"] | None = None
    """The news of this kind that makes the headline of a letter, the first or the last, if no row above applies."""
    elsewhere: Callable[[T], bool] = lambda item: False
    """A letter has this news in a part of its own, or in the sentence about who is next."""
    for_masters: bool = False
    """The Gamesmaster hears of this news: they may have to settle something."""

    page: Callable[[T], str] | None = None
    """The sentence for the page of the game, for news without a line in the record. It never holds words that somebody
    wrote."""

    def names(self, item: T) -> tuple[str, ...]:
        """Return the values of Spades-Event for a piece of this news."""
        return tuple(filter(None, (self.header, self.also(item))))

    def level_of(self, item: T) -> str:
        """Return the last level at which a piece of this news makes a letter."""
        return self.level if isinstance(self.level, str) else self.level(item)


def kind_of(item: n.News) -> Kind[Any]:
    """Return the row of a piece of news."""
    return KINDS[type(item)]


def subject(news: Sequence[n.News], at: Context) -> str | None:
    """Write the subject of the chief news: the end of the game, the reader's own time-out, or what stands first in the
    rows. None without news."""
    own = (item for item in news if isinstance(item, n.ClockRanOut) and item.seat == at.reader)
    ranked = (item for kind in KINDS.values() for item in news if isinstance(item, kind.news))
    chief = n.end_of(news) or next(own, None) or next(ranked, None)
    if chief is None:
        return None
    words = SUBJECTS.get(type(chief))
    return next(said(chief, at)).text.removesuffix(".") if words is None else words(chief, at)


def said(item: n.News, at: Context) -> Iterator[Line]:
    """Yield the lines of one piece of news."""
    for words in kind_of(item).words(item, at):
        yield words if isinstance(words, Line) else Line(words)


def page_words() -> Mapping[str, Callable[[Any], str]]:
    """Return the words for the page of a game by the names of the events that it tells."""
    return {news.__name__: kind.page for news, kind in KINDS.items() if kind.page}


def wanted(level: str, news: Iterable[n.News]) -> bool:
    """Tell if news makes a letter by itself at a level, for any reader. A letter that asks a player to act, deals them
    cards or asks for their consent goes out at every level."""
    return any(LEVELS.index(kind_of(item).level_of(item)) >= LEVELS.index(level) for item in news)


def concerns(item: n.News, seat: int, view: SeatView) -> bool:
    """Tell if the player in a seat hears of the news at every level; `view` is the view after the news."""
    return seat in kind_of(item).concerns(item, view)


def _writes(item: n.Said, at: Context) -> Iterator[Line]:
    yield Line(f"{at.scene.name(item.seat)} writes to the table:", item.text)


def _game_over(item: n.GameOver, at: Context) -> Iterator[str]:
    yield endings.game_over(item, at.scene, at.reader)
    yield from endings.of_match(item)


def _provisional(item: n.Provisional, at: Context) -> Iterator[str]:
    yield endings.provisional(item, at.scene, at.due, at.reader)


def _started(item: n.GameStarted, at: Context) -> Iterator[str]:
    yield f"Game {at.scene.game} begins: {at.scene.team_names(1)} against {at.scene.team_names(2)}."


def _begins(item: n.GameStarted, at: Context) -> str:
    who = f"{at.scene.team_names(1)} against {at.scene.team_names(2)}"
    return f"Game {at.scene.game} begins: {who if at.reader is None else endings.you_and(at.scene, at.reader)}"


def _round_over(item: n.RoundOver | RoundScored, at: Context) -> Iterator[str]:
    yield endings.round_headline(item, at.scene)


def claims(name: str, left: int) -> str:
    """Say in letters and on pages that somebody claims the tricks that are left."""
    rest, them = ("the trick that is left", "it") if left == 1 else (f"all {left} tricks that are left", "them")
    return f"{name} claims {rest}, and takes {them} whatever others hold."


def _claim(item: n.Claim, at: Context) -> Iterator[str]:
    name = at.scene.name(item.seat)
    yield claims(name, len(item.cards))
    yield f"{name} held {' '.join(map(card_label, item.cards))}."


def _trick_won(item: n.TrickWon, at: Context) -> Iterator[str]:
    won = next(play.card for play in item.trick if play.seat == item.seat)
    yield f"{at.scene.name(item.seat)} takes trick {item.number} with the {card_name(won)}."
    yield f"Trick {item.number} was {trick_text(at.scene, item.trick)}."


def _dealt(item: n.RoundDealt, at: Context) -> Iterator[str]:
    scene = at.scene
    if scene.sheet.game == "dominoes":
        begins = f"{scene.name(item.eldest)} opens it."
    else:
        first = after(item.eldest, scene.sheet.bid_turns[0])
        bids = f"{scene.team_names(team_of(first))} bid" if scene.sheet.bids_by_team else f"{scene.name(first)} bids"
        begins = f"{bids} first."
    again = f" again, as attempt {item.attempt}" if item.attempt > 1 else ""
    decides = " and decides the game at any score" if item.extra else ""
    yield f"Round {round_number(item.round, scene.sheet)} is dealt{again}{decides}. {begins}"


def _challenges(item: n.Challenge, at: Context) -> str:
    found = "a renege" if item.proven else "no renege"
    return f"{at.scene.name(item.seat)} challenges {at.scene.name(item.accused)}: {found}"


def _bids(item: n.Bid, at: Context) -> str:
    does = "changes their bid to" if item.changed else "bids"
    return f"{at.scene.name(item.seat)} {does} {bid_text(at.scene.sheet, item.bid, item.blind)}"


def _bid(item: n.Bid, at: Context) -> Iterator[str]:
    name, value = at.scene.name(item.seat), bid_text(at.scene.sheet, item.bid, item.blind)
    team = at.scene.sheet.bids_by_team
    if isinstance(at.before, n.ClockRanOut):
        who = f"{at.scene.team_names(team_of(item.seat))} were" if team else f"{name} was"
        yield f"{who} silent until their time ran out, so the referee bids {value} for them.{_changeable(item)}"
        yield from _at_stake(at.before, at)
    elif item.changed:
        yield f"{name} changes their {'team bid' if team else 'bid'} to {value}.{_changeable(item)}"
    else:
        yield f"{name} bids {value}{' for their team' if team else ''}.{_changeable(item)}"


def _changeable(item: n.Bid) -> str:
    """Say until when and how often the bid may be changed; or, if it was changed, that it may not be again."""
    if item.changes:
        more = " more" if item.changed else ""
        return f" They may change it until the other team bids, at most {times(item.changes)}{more}."
    return " It has been changed as often as a bid may be, so it stands." if item.changed else ""


def _play(item: n.Play | Laid, at: Context) -> Iterator[str]:
    name = at.scene.name(item.seat)
    if isinstance(item, Laid):
        said, what, things = tiles.act_sentence(item, at.scene), tiles.move_text(item), "tiles"
        made = f" It {tiles.makes(item)}."
    else:
        what, things, made = f"the {card_name(item.card)}", "cards", ""
        said = f"{name} plays {what}."
    if not isinstance(at.before, n.ClockRanOut):
        yield said
        return
    yield (
        f"{name} was silent until their time ran out, so the referee plays {what} for them, drawn at random from the "
        f"{things} they could play.{made}"
    )
    yield from _at_stake(at.before, at)


def _ran_out(item: n.ClockRanOut, at: Context) -> str:
    """Say whose time ran out, and the act that the referee made for them."""
    whose = "Your" if item.seat == at.reader else f"{at.scene.name(item.seat)}'s"
    out = n.own_time_out(at.news, item.seat)
    match None if out is None else out[1]:
        case n.Bid(bid=bid):
            return f"{whose} time ran out: {bid_text(at.scene.sheet, bid)} was bid"
        case n.Play(card=card):
            return f"{whose} time ran out: {card_text(card)} was played"
        case Laid() as laid:
            return f"{whose} time ran out: {tiles.move_text(laid)} was played"
    return f"{whose} time ran out"


def _at_stake(clock: n.ClockRanOut, at: Context) -> Iterator[str]:
    """Say what one more silence would cost, if it would cost a match."""
    if clock.stake is not None:
        yield at_stake(clock.stake, at.scene.name(clock.seat))


def _concession(item: ev.Conceded, at: Context) -> Iterator[str]:
    """Tell of a concession, unless the sentence about the end does."""
    if any(isinstance(piece, n.GameOver) and piece.by == "concession" for piece in at.news):
        return
    name, partner = at.scene.name(item.seat), partner_of(item.seat)
    if partner in at.scene.conceded:
        yield f"{name} concedes too, after {at.scene.name(partner)}."
    else:
        yield (
            f"{name} concedes. If {at.scene.name(partner)} concedes too, "
            f"{at.scene.team_names(3 - team_of(item.seat))} win; "
            f"until then play goes on, and {name} may withdraw the concession."
        )


def _withdrawal(item: ev.ConcessionWithdrawn, at: Context) -> Iterator[str]:
    yield withdraws(at.scene.name(item.seat))


def withdraws(name: str) -> str:
    """Say in letters and on pages that a concession is withdrawn."""
    return f"{name} withdraws their concession."


def _paused(item: ev.Paused, at: Context) -> str:
    return "Paused" if item.protest is None else f"Paused: {at.scene.name(item.protest)} asks for a ruling"


def _pause(item: ev.Paused, at: Context) -> Iterator[str | Line]:
    if item.protest is not None:
        yield Line(_protest(at.scene.name(item.protest)), item.words)
    elif rulings.throws_in(at.before):
        yield rulings.waits(at.scene.attempt)
    else:
        yield "The Gamesmaster stops the clock. Moves are still accepted."


def _given_back(item: n.GivenBack, at: Context) -> Iterator[str]:
    name = at.scene.name(item.seat)
    yield f"{name} does not want to play. The clock stands still until somebody takes their seat."


def _awaiting(item: n.Awaiting, at: Context) -> Iterator[str]:
    yield "The clock stands still until all who were asked have said yes, or have made a bid."


def _protest(name: str) -> str:
    return f"{name} asks for a ruling, and nobody plays until the Gamesmaster has answered:"


def _resumed(item: ev.Resumed) -> str:
    return "The clock runs again."


def _extension(item: ev.Extended, at: Context) -> Iterator[str]:
    yield _more(item, "the running turn" if at.scene.provisional is None else "challenges")


def _more(item: ev.Extended, what: str = "the running turn") -> str:
    return f"The Gamesmaster gives {_span(item.seconds)} more for {what}."


def _new_limit(item: ev.Limited) -> str:
    return f"The Gamesmaster sets a new limit: each turn now has {_span(item.seconds)}."


def _late(item: n.LateNotice, at: Context) -> Iterator[str]:
    span = _span(item.seconds)
    if item.seat is None:
        yield f"The letter with the result was held up, so there is {span} more for challenges."
    else:
        yield f"The letter that told {at.scene.name(item.seat)} of their turn was held up, so they have {span} more."


def last_round(number: int) -> str:
    """Say in letters and on pages that the match limit makes a round the last."""
    return (
        f"The match has reached its time limit: round {number} is the last, and the higher score wins after it. "
        "If the score is level then, one more round decides."
    )


def _hurry(item: ev.Hurried) -> str:
    if item.seconds:
        return f"From now on each turn has at most {_span(item.seconds)}, without leave or weekends."
    return "The match is well past its time limit: from now on the clock acts at once. Plans still act."


def _away(item: n.Away, at: Context) -> Iterator[str]:
    last = day_text(item.last)
    ends = f"the end of {last} (UTC)" if item.until is None else moment(item.until)
    yield (
        f"{at.scene.name(item.seat)} is away from {day_text(item.first)} to {last}. "
        f"If a turn of theirs begins in that time, its limit runs from {ends}."
    )


def _back(item: n.Back, at: Context) -> Iterator[str]:
    name = at.scene.name(item.seat)
    yield f"{name} will not be away after all." if item.before else f"{name} is back, and their time limits run again."


def _successor(item: n.Replacement, at: Context) -> str:
    return f"You play for {item.old}" if item.seat == at.reader else f"{item.old} is replaced by {item.name}"


def _replacement(item: n.Replacement, at: Context) -> Iterator[str]:
    why = "" if item.place is None else because(item.place.reason)
    yield f"{takes_over(item.name, item.seat, item.old, at.scene.sheet.game)}{why}"


def takes_over(name: str, seat: int, old: str, game: str) -> str:
    """Say in letters and on pages who has a seat now."""
    what = "hand" if game == "dominoes" else "hand, bid and tricks"
    return f"{name} takes over seat {seat} from {old}, with their {what}."


def _span(seconds: int) -> str:
    return span_words(timedelta(seconds=seconds))


def _redeal(item: n.Void | n.Restored) -> str:
    return REDEAL if item.thrown_in else ""


def _level_of_void(item: n.Void) -> str:
    """Return the level of a void: everybody who heard of an end hears that it is undone."""
    return "result" if item.thrown_in else "turn"


def _charged(item: n.Challenge, view: SeatView) -> tuple[int, ...]:
    wrong = item.accused if item.proven else item.seat
    return (item.seat, item.accused, partner_of(wrong))


def _by_news(*kinds: Kind[Any]) -> Mapping[type[Any], Kind[Any]]:
    return {kind.news: kind for kind in kinds}


KINDS = _by_news(
    Kind(n.Said, "", "turn", _writes, _own, headline="first"),
    Kind(n.GameOver, END, "result", _game_over, headline="first"),
    Kind(n.Provisional, "provisional", "result", _provisional, headline="first", for_masters=True),
    Kind(
        n.GameStarted,
        "start",
        "result",
        _started,
        also=lambda item: "pairing" if item.fixture else "",
        headline="first",
        elsewhere=_always,
        for_masters=True,
    ),
    Kind(
        n.Restored,
        "pause",
        "result",
        _in(rulings.restored),
        also=_redeal,
        headline="first",
        for_masters=True,
        page=rulings.lost,
    ),
    Kind(n.Challenge, "challenge", "turn", _in(rulings.challenge), _charged, actor=_seat, headline="first"),
    Kind(n.RoundOver, "round", "round", _round_over, headline="first", elsewhere=_always),
    Kind(RoundScored, "round", "round", _round_over, headline="first", elsewhere=_always),
    Kind(n.Claim, "claim", "turn", _claim, _own, actor=_seat, headline="first"),
    Kind(n.ClockRanOut, "timeout", "play", concerns=_own),
    # if one chain ends several tricks, the last shows where the game stands
    Kind(n.TrickWon, "trick", "trick", _trick_won, headline="last"),
    Kind(n.Misplay, "misplay", "turn", _in(rulings.misplay), _team, actor=_seat_and_card, headline="first"),
    Kind(n.Void, "void", _level_of_void, _in(rulings.void), _everyone, also=_redeal, headline="first"),
    Kind(ev.Misdealt, REDEAL, "turn", _in(rulings.misdeal), _own, headline="first"),
    # a deal is named only in the header of the letter that brings the cards
    Kind(n.RoundDealt, "", "round", _dealt, elsewhere=lambda item: item.attempt == 1 and not item.extra),
    Kind(n.Bid, "bid", "play", _bid, _partner_with_a_bid, actor=_seat),
    Kind(n.Play, "play", "play", _play, actor=_seat_and_card),
    Kind(Laid, "play", "play", _play, actor=lambda item: f"{item.seat} {item.tile} {item.arm}"),
    Kind(Knock, "knock", "play", lambda item, at: (tiles.act_sentence(item, at.scene),), actor=_seat),
    Kind(n.Replacement, "replace", "round", _replacement, _own),
    Kind(ev.Conceded, "concession", "turn", _concession, _team, actor=_seat),
    Kind(ev.ConcessionWithdrawn, "withdrawal", "turn", _withdrawal, _team, actor=_seat),
    # a page does not say who stopped the clock
    Kind(ev.Paused, "pause", "turn", _pause, _called, page=lambda item: "The clock was stopped."),
    Kind(n.GivenBack, "pause", "turn", _given_back, _called),
    Kind(n.Awaiting, "pause", "turn", _awaiting, _called),
    Kind(ev.Resumed, "resume", "turn", _alone(_resumed), _called, page=_resumed),
    Kind(ev.Extended, "extend", "turn", _extension, _called, page=_more),
    Kind(ev.Limited, "extend", "turn", _alone(_new_limit), _everyone, page=_new_limit),
    Kind(n.LateNotice, "extend", "turn", _late, lambda item, view: SEATS if item.seat is None else (item.seat,)),
    Kind(ev.LastRoundSet, "last", "round", _alone(lambda item: last_round(item.round)), _everyone),
    Kind(ev.Hurried, "limit", "turn", _alone(_hurry), _everyone, page=_hurry),
    Kind(n.Away, "away", "turn", _away, _own, actor=_seat),
    Kind(n.Back, "away", "turn", _back, _own, actor=_seat),
    Kind(n.Commitments, "", "never"),
    # only its sender can check that the salt stands there as they sent it
    Kind(ev.SaltsClosed, "", "never", concerns=lambda item, view: [seat for seat in SEATS if item.salts[seat - 1]]),
    Kind(ev.Revealed, "", "never"),
)
"""The rows, first the rows for headlines, by importance. If no such row applies, the first news makes the headline. The
first row that applies makes the subject."""

SUBJECTS: Mapping[type[Any], Callable[[Any, Context], str]] = {
    n.Said: _by("{} writes to the table"),
    n.GameOver: lambda item, at: f"Over: {endings.who_won(item, at.scene, at.reader)}",
    n.Provisional: lambda item, at: endings.unless(item, at.scene, at.reader),
    n.GameStarted: _begins,
    n.Restored: lambda item, at: "The latest records are lost",
    n.Challenge: _challenges,
    n.Claim: _by("{} claims the rest"),
    n.ClockRanOut: _ran_out,
    n.Misplay: _by("{} misplays"),
    n.Void: lambda item, at: f"Taken back: all since turn {item.to}",
    n.TrickWon: lambda item, at: f"{at.scene.name(item.seat)} takes trick {item.number}",
    ev.Misdealt: lambda item, at: _by(MISDEAL[at.scene.sheet.game])(item, at),
    n.RoundDealt: lambda item, at: f"Round {item.round} is dealt{' again' if item.attempt > 1 else ''}",
    n.Bid: _bids,
    n.Replacement: _successor,
    ev.Conceded: _by("{} concedes"),
    ev.Paused: _paused,
    n.GivenBack: _by("Paused: {} does not want to play"),
    n.Awaiting: lambda item, at: "Paused until all have said yes",
    n.LateNotice: lambda item, at: f"More time for {'challenges' if item.seat is None else at.scene.name(item.seat)}",
    ev.LastRoundSet: lambda item, at: f"Round {item.round} is the last",
    n.Away: lambda item, at: f"{at.scene.name(item.seat)} is away until {day_text(item.last)}",
    n.Commitments: lambda item, at: "The next deals are fixed",
    ev.SaltsClosed: lambda item, at: f"The salts for round {item.round} are public",
    ev.Revealed: lambda item, at: f"The seeds of round {item.round} are public",
}
"""The subject of a letter whose chief news is of a kind; of any other kind it is the first sentence."""
