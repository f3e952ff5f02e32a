"""A round as its page shows it: rows for the tables in writing, and the same as JSON for the script that steps through
it (templates/site/assets/site.js). Shows no hand that the round does not show.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from referee.post.reading.safe_lines import clean
from referee.site.public import Due
from referee.site.values import Bid, Hand, Play, Round, Story, Trick, teams_of
from referee.spades.cards import Card
from referee.table.seats import SEATS, TEAMS, four, team_of
from referee.telling.formats import SUIT_NAMES, SYMBOLS, bid_text, count, not_counted, ranks_text, signed

ACTED = {"clock": "by the clock", "plan": "as planned", "rule": "by itself"}
"""The words for an act that the player did not name at the time."""
UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""The characters that could end a script element, or be taken for markup in one."""


class SuitRow(NamedTuple):
    """One suit of a hand: its sign, its name, and its ranks, high to low, as `A K 10`."""

    sign: str
    name: str
    ranks: str
    red: bool


class PlayRow(NamedTuple):
    """One card of a trick: its player, whether it took the trick, and the words about it."""

    seat: int
    name: str
    team: int
    card: Card
    took: bool
    note: str


class TrickRows(NamedTuple):
    """One trick."""

    number: int
    plays: tuple[PlayRow, ...]


class BidRow(NamedTuple):
    """One bid, of a player or, if a team makes one bid, of a team. `seats` are the seats for which it counts."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    team: int
    words: str
    note: str


class TeamRow(NamedTuple):
    """One team's result of a scored round; `off`: the words about tricks that do not count."""

    team: int
    names: tuple[str, str]
    bid: str
    books: int
    off: str
    points: str
    score: int
    bags: int | None
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRows:
    """A round in writing."""

    hands: tuple[tuple[SuitRow, ...], ...]
    """The hands by seat; empty while they are not public."""
    bids: tuple[BidRow, ...]
    tricks: tuple[TrickRows, ...]
    teams: tuple[TeamRow, ...]
    """Empty until it is scored."""
    stands: bool
    """A renege stands on this sheet until it is challenged, so hands are shown later."""


def rows_of(story: Story, round: Round) -> RoundRows:
    """Write one round of a game down as its page does."""
    return RoundRows(
        hands=() if round.dealt is None else tuple(_suits(hand) for hand in round.dealt),
        bids=tuple(_bid(story, round, bid) for bid in round.bids),
        tricks=tuple(_trick(trick) for trick in round.tricks),
        teams=tuple(_teams(story, round)),
        stands=story.sheet.misplay_act == "stand",
    )


def _suits(hand: Hand) -> tuple[SuitRow, ...]:
    return tuple(
        SuitRow(
            SYMBOLS[suit],
            f"{SUIT_NAMES[suit]}s",
            ranks_text("".join(card.rank for card in hand if card.suit == suit)) or "none",
            suit in "HD",
        )
        for suit in SYMBOLS
    )


def _bid(story: Story, round: Round, bid: Bid) -> BidRow:
    words = bid_text(story.sheet, bid.bid, bid.blind)
    team = team_of(bid.seat)
    note = ACTED.get(bid.by, "")
    if story.sheet.bids_by_team:
        return BidRow(tuple(seat for seat in SEATS if team_of(seat) == team), _pair(round, team), team, words, note)
    return BidRow((bid.seat,), (bid.name,), team, words, note)


def _pair(round: Round, team: int) -> tuple[str, str]:
    return round.names[team - 1], round.names[team + 1]


def _trick(trick: Trick) -> TrickRows:
    plays = tuple(_play(trick, play) for play in trick.plays)
    return TrickRows(trick.number, plays)


def _play(trick: Trick, play: Play) -> PlayRow:
    return PlayRow(
        seat=play.seat,
        name=play.name,
        team=team_of(play.seat),
        card=play.card,
        took=play.seat == trick.winner,
        note=ACTED.get(play.by, ""),
    )


def _teams(story: Story, round: Round) -> Iterator[TeamRow]:
    if round.tallies is None or round.taken is None:
        return
    books = teams_of(round.taken)
    for team, tally in zip(TEAMS, round.tallies, strict=True):
        own = [bid for bid in round.bids if team_of(bid.seat) == team]
        nils = [f"nil of {round.names[seat - 1]} {_made(seat in tally.broken)}" for seat in tally.nils]
        said = ["made" if tally.made else "set", *nils]
        said += [f"sandbags cost {-tally.penalty}"] if tally.penalty else []
        yield TeamRow(
            team=team,
            names=_pair(round, team),
            bid=" + ".join(bid_text(story.sheet, bid.bid, bid.blind) for bid in own),
            books=books[team - 1],
            off=not_counted(tally.off),
            points=signed(tally.points),
            score=round.score[team - 1],
            bags=None if round.bags is None else round.bags[team - 1],
            said=tuple(said),
        )


def _made(broken: bool) -> str:
    return "broken" if broken else "made"


def replay_json(story: Story, round: Round, due: Due | None = None) -> str:
    """Return the round for the script, as JSON that may stand in a script element as it is; `due`: who is to act in it
    now."""
    shown = _replay(story, replace(round, names=four(map(clean, round.names))))
    shown["due"] = None if due is None else {"seat": due.seat, "what": due.what}
    text = json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
    return "".join(UNSAFE.get(sign, sign) for sign in text)


def _replay(story: Story, round: Round) -> dict[str, Any]:
    rows = rows_of(story, round)
    sheet = story.sheet
    return {
        "round": round.number,
        "eldest": round.eldest,
        "names": round.names,
        "teams": [_pair(round, team) for team in TEAMS],
        "order": [f"{card}" for suit in SYMBOLS for card in _high_first(sheet.deck, suit)],
        "hands": None if round.dealt is None else [[str(card) for card in hand] for hand in round.dealt],
        "bids": [
            {
                "seat": bid.seat,
                "seats": row.seats,
                "team": row.team,
                "who": [*map(clean, row.names)],
                "words": row.words,
                "by": bid.by,
            }
            for bid, row in zip(round.bids, rows.bids, strict=True)
        ],
        "plays": [(play.seat, str(play.card), play.by, *_former(round, play)) for play in round.plays],
        "winners": [trick.winner for trick in round.tricks if trick.winner is not None],
        "books": round.taken or round.books(),
        "stands": rows.stands,
        "settled": [clean(note.text) for note in round.notes if round.claimed and note.kind == "claim"],
        "over": [_over(team) for team in rows.teams],
    }


def _former(round: Round, play: Play) -> tuple[str, ...]:
    """Return the name of whoever played a card and has left the seat since, if so."""
    name = clean(play.name)
    return () if name == round.names[play.seat - 1] else (name,)


def _high_first(deck: tuple[Card, ...], suit: str) -> tuple[Card, ...]:
    return tuple(card for card in reversed(deck) if card.suit == suit)


def _over(team: TeamRow) -> str:
    """Say the result of a team in a round, behind its names: ` bid 7 and took 8 tricks, of which 3 do not count:
    -70.`"""
    return f" bid {team.bid} and took {count(team.books, 'trick')}{team.off}: {team.points}. "
