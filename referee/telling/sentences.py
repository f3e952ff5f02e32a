"""The news in sentences, as every letter words it. Says nothing hidden.

Players are they, them, their. endings.py words how rounds were scored and games ended, rulings.py the rulings.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from referee.config import span_words
from referee.spades.game import Trick
from referee.spades.rulesheet import after, partner_of, team_of
from referee.spades.view import SeatView
from referee.telling import chains, claims, endings, rulings, turn_sentences
from referee.telling import news as n
from referee.telling.formats import because, bid_text, card_label, card_text, day_text, round_number, times
from referee.tournaments.formats import PROTEST_STANDS

RANKS = (
    *(n.GameOver, n.Provisional, n.GameStarted, n.Restored, n.Challenge, n.RoundOver, n.Claim),
    *(n.TrickWon, n.Misplay, n.Void, n.Misdeal),
)
"""The news that makes the headline of a letter, the most important first; without any of it, the first news does."""

WON = re.compile(r"(.+) takes trick (\d+) with the ")
"""The headline of a trick that is over."""


class Line(NamedTuple):
    """One sentence or two; `quote` is what a player said, in their own words."""

    text: str
    quote: str | None = None


def lines(
    news: Sequence[n.News], scene: SeatView, due: str = "", within: timedelta = timedelta(hours=24)
) -> tuple[Line, ...]:
    """Put the news into lines, in order; `scene` is the public view that they led to (of what just ended, if a trick or
    round did).

    `due` is until when a provisional result may be challenged, as by_when writes it: ` by Tue 24 Nov 18:00 UTC`;
    `within` is how long any other round may be.
    """
    found: list[Line] = []
    conceded = any(isinstance(item, n.GameOver) and item.by == "concession" for item in news)
    for before, item in chains.linked(news):
        if _elsewhere(item) or (conceded and isinstance(item, n.Concession)):
            continue
        if isinstance(item, chains.Chain):
            found.append(Line(chains.sentence(item, scene)))
        else:
            found.extend(_lines(item, scene, before, due))
    found.extend(map(Line, rulings.window(news, scene, due, within)))
    return tuple(found)


def gamesmaster(name: str) -> str:
    """Tell a player who the Gamesmaster is, if they have a `name`, and how to reach them."""
    if name:
        return f"{name} is the Gamesmaster: a line that begins with ask goes to them alone."
    return "A line that begins with ask goes to the Gamesmaster alone."


def _elsewhere(item: n.News | chains.Chain) -> bool:
    """Tell if a letter says it in a part of its own (standing.py), or in the sentence about who is next."""
    match item:
        case n.GameStarted() | n.RoundOver():
            return True
        case n.RoundDealt(attempt=1, extra=False):
            return True
    return False


def headline(news: Sequence[n.News], scene: SeatView, due: str = "") -> str | None:
    """Choose the one sentence that matters most; None if there is no news."""
    if said := next((item for item in news if isinstance(item, n.Said)), None):
        return _writes(said, scene)
    for kind in RANKS:
        # of several tricks in one chain the last is the one that shows where the game stands
        for item in reversed(news) if kind is n.TrickWon else news:
            if isinstance(item, kind):
                return next(_lines(item, scene, None, due)).text
    found = lines(news, scene, due)
    first = found or tuple(line for item in news for line in _lines(item, scene, None, due))
    return first[0].text if first else None


def besides(found: Sequence[Line], headline: str) -> tuple[Line, ...]:
    """Return the lines without what the headline says; what a player said stays, below it."""
    kept = (line._replace(text=_untold(line.text, headline)) for line in found)
    return tuple(line for line in kept if line.text or line.quote)


def _untold(text: str, headline: str) -> str:
    """Return a line without what the headline says: all of it, or who took the trick."""
    if text == headline:
        return ""
    won = WON.match(headline)
    return text.removesuffix(f" {won[1]} takes it.") if won and text.startswith(f"Trick {won[2]}: ") else text


def _writes(item: n.Said, scene: SeatView) -> str:
    return f"{scene.name(item.seat)} writes to the table:"


def outcome(news: Sequence[n.News], scene: SeatView, due: str = "") -> str | None:
    """Choose the headline of news that the game is over, or will be unless its result is challenged; None of other
    news."""
    over = any(isinstance(item, n.GameOver | n.Provisional) for item in news)
    return headline(news, scene, due) if over else None


def _lines(item: n.News, scene: SeatView, before: n.News | None, due: str) -> Iterator[Line]:
    """Yield the lines of one piece of news; `before` is the piece before it."""
    match item:
        case n.Bid() | n.Play():
            yield from map(Line, _acts(item, scene, before))
        case n.Said():
            yield Line(_writes(item, scene), item.text)
        case n.RoundOver():
            yield Line(endings.round_headline(item, scene))
        case n.GameOver():
            yield Line(endings.game_over(item, scene))
            yield from map(Line, endings.of_match(item))
        case n.Provisional():
            yield Line(endings.provisional(item, scene, due))
        case n.Misplay() | n.Misdeal() | n.Challenge() | n.Void() | n.Restored():
            yield from map(Line, rulings.sentences(item, scene))
        case n.Pause(int() as seat, words):
            yield Line(_protest(scene.name(seat)), words)
        case n.Pause() if rulings.thrown_in(before):
            yield Line(rulings.waits(rulings.thrown_in(before)))
        case n.Pause() | n.Resume() | n.Extension() | n.NewLimit() | n.LateNotice():
            yield Line(_clock(item, scene))
        case _:
            yield from map(Line, _others(item, scene))


def _acts(item: n.Bid | n.Play, scene: SeatView, before: n.News | None) -> Iterator[str]:
    """Tell of a bid or card; if the clock made it, also of what one more silence would cost, if that is a match."""
    clocked = isinstance(before, n.ClockRanOut)
    yield _bid(item, scene, clocked) if isinstance(item, n.Bid) else _play(item, scene, clocked)
    if isinstance(before, n.ClockRanOut) and before.stake is not None:
        yield turn_sentences.at_stake(before.stake, scene.name(before.seat))


def _others(item: n.News, scene: SeatView) -> Iterator[str]:
    match item:
        case n.GameStarted():
            yield f"Game {scene.game} begins: {scene.team_names(1)} against {scene.team_names(2)}."
        case n.RoundDealt():
            yield _dealt(item, scene)
        case n.TrickWon(seat, number, trick):
            won = next(play.card for play in trick if play.seat == seat)
            yield f"{scene.name(seat)} takes trick {number} with the {card_text(won)}."
            yield f"Trick {number} was {trick_text(scene, trick)}."
        case n.Concession(seat):
            yield _concession(scene, seat)
        case n.Withdrawal(seat):
            yield f"{scene.name(seat)} withdraws their concession."
        case n.Away() | n.Back():
            yield _leave(item, scene)
        case n.LastRound() | n.Hurry():
            yield _match_limit(item)
        case n.Claim():
            yield from claims.sentences(item, scene)
        case n.Replacement(seat, name, old, place):
            why = "" if place is None else because(place.reason)
            yield f"{name} takes over seat {seat} from {old}, with their hand, bid and tricks.{why}"


def _clock(item: n.Pause | n.Resume | n.Extension | n.NewLimit | n.LateNotice, scene: SeatView) -> str:
    match item:
        case n.Pause(given_back=int() as seat):
            return f"{scene.name(seat)} does not want to play. The clock stands still until somebody takes their seat."
        case n.Pause(awaited=True):
            return "The clock stands still until all who were asked have said yes, or have made a bid."
        case n.Pause():
            return "The Gamesmaster stops the clock. Moves are still accepted."
        case n.Resume():
            return "The clock runs again."
        case n.Extension(seconds):
            what = "the running turn" if scene.provisional is None else "challenges"
            return f"The Gamesmaster gives {span_words(timedelta(seconds=seconds))} more for {what}."
        case n.NewLimit(seconds):
            return f"The Gamesmaster sets a new limit: each turn now has {span_words(timedelta(seconds=seconds))}."
        case n.LateNotice(seat, seconds):
            return _late(scene, seat, span_words(timedelta(seconds=seconds)))


def _protest(name: str) -> str:
    span = span_words(PROTEST_STANDS)
    return f"{name} protests, and the clock stands still for the Gamesmaster, {span} at most. Moves are still accepted:"


def _match_limit(item: n.LastRound | n.Hurry) -> str:
    match item:
        case n.LastRound(number):
            return (
                f"The match has reached its time limit: round {number} is the last, and the higher score wins after "
                "it. If the score is level then, one more round decides."
            )
        case n.Hurry(0):
            return "The match is well past its time limit: from now on the clock acts at once. Plans still act."
        case n.Hurry(seconds):
            span = span_words(timedelta(seconds=seconds))
            return f"From now on each turn has at most {span}, without leave or weekends."


def _leave(item: n.Away | n.Back, scene: SeatView) -> str:
    match item:
        case n.Away(seat, first, last):
            return (
                f"{scene.name(seat)} is away from {day_text(first)} to {day_text(last)}. "
                f"If a turn of theirs begins in that time, its limit runs from the end of {day_text(last)} (UTC)."
            )
        case n.Back(seat, before=True):
            return f"{scene.name(seat)} will not be away after all."
        case n.Back(seat):
            return f"{scene.name(seat)} is back, and their time limits run again."


def _late(scene: SeatView, seat: int | None, span: str) -> str:
    if seat is None:
        return f"The letter with the result was held up, so there is {span} more for challenges."
    return f"The letter that told {scene.name(seat)} of their turn was held up, so they have {span} more."


def _dealt(item: n.RoundDealt, scene: SeatView) -> str:
    first = after(item.eldest, scene.sheet.bid_turns[0])
    bids = f"{scene.team_names(team_of(first))} bid" if scene.sheet.bids_by_team else f"{scene.name(first)} bids"
    anew, again = (f" again, as attempt {item.attempt}", "") if item.attempt > 1 else ("", "")
    decides = " and decides the game at any score" if item.extra else ""
    return f"Round {round_number(item.round, scene.sheet)} is dealt{anew}{decides}. {bids} first{again}."


def _bid(item: n.Bid, scene: SeatView, clocked: bool) -> str:
    name, value = scene.name(item.seat), bid_text(scene.sheet, item.bid, item.blind)
    team = scene.sheet.bids_by_team
    if clocked:
        silent = f"{scene.team_names(team_of(item.seat))} were" if team else f"{name} was"
        return f"{silent} silent until their time ran out, so the referee bids {value} for them.{_changeable(item)}"
    if item.changed:
        return f"{name} changes their {'team bid' if team else 'bid'} to {value}.{_changeable(item)}"
    return f"{name} bids {value}{' for their team' if team else ''}.{_changeable(item)}"


def _changeable(item: n.Bid) -> str:
    """Say until when and how often the bid may be changed; or, if it was changed, that it may not be again."""
    if item.changes:
        more = " more" if item.changed else ""
        return f" They may change it until the other team bids, at most {times(item.changes)}{more}."
    return " It has been changed as often as a bid may be, so it stands." if item.changed else ""


def _play(item: n.Play, scene: SeatView, clocked: bool) -> str:
    card = card_text(item.card)
    if clocked:
        return (
            f"{scene.name(item.seat)} was silent until their time ran out, so the referee plays the {card} for them, "
            "drawn at random from the cards they could play."
        )
    return f"{scene.name(item.seat)} plays the {card}."


def _concession(scene: SeatView, seat: int) -> str:
    name, other = scene.name(seat), partner_of(seat)
    if other in scene.conceded:
        return f"{name} concedes too, after {scene.name(other)}."
    return (
        f"{name} concedes. If {scene.name(other)} concedes too, {scene.team_names(3 - team_of(seat))} win; "
        f"until then play goes on, and {name} may withdraw the concession."
    )


def trick_text(scene: SeatView, trick: Trick) -> str:
    """Write the cards of a trick in order: `Ann Q♠, you 2♥`."""
    return ", ".join(f"{who(scene, play.seat)} {card_label(play.card)}" for play in trick)


def who(scene: SeatView, seat: int) -> str:
    """Say `you` or the name."""
    return "you" if seat == scene.seat else scene.name(seat)
