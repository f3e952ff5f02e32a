"""A tournament recounted from its players' mailboxes: who met whom, who won, and which places follow from that. Imports
nothing of the referee, and reads its letters as any program may: headers `Spades-*`, and the records attached to them.

Knows the formats as four teams play them, and a double elimination of eight: its brackets are those of the page.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from email.message import Message
from fractions import Fraction
from typing import Any, NamedTuple

Places = list[list[str]]
"""The teams that came first, second and so on; those who share a place stand together."""
DOUBLE = {
    4: "1-4 2-3 | W1-W2 | L1-L2 | L3-W4 | W3-W5 | L6-W6",
    8: "1-8 4-5 2-7 3-6 | W1-W2 W3-W4 | L1-L2 L3-L4 | L6-W7 L5-W8 | W5-W6 | W9-W10 | L11-W12 | W11-W13 | L14-W14",
}
"""The rounds of a double elimination, by its teams: a number is a place in the drawn order, `W3` and `L3` are winner
and loser of match 3."""


class Game(NamedTuple):
    """The outcome of a match: its number, both teams and their points, the winner first."""

    match: int
    winner: str
    loser: str
    won: int
    lost: int


class Told(NamedTuple):
    """A tournament as the mailboxes tell it: the teams with their players, the drawn order, the lots, all games, and
    who was rated too low to play off."""

    teams: Mapping[str, frozenset[str]]
    order: Sequence[str]
    lots: Sequence[str]
    games: Sequence[Game]
    rude: frozenset[str]


def events_of(mail: Message) -> list[str]:
    """List what a letter is about."""
    return str(mail.get("Spades-Event", "")).split(",")


def attached(mail: Message) -> dict[str, list[dict[str, Any]]]:
    """Return the records attached to a letter, by file name, line by line."""
    found = {}
    for part in mail.walk():
        name, content = part.get_filename(), part.get_payload(decode=True)
        if name and name.endswith(".jsonl") and isinstance(content, bytes):
            found[name] = [json.loads(line) for line in content.decode("ascii").splitlines()]
    return found


def the_record(mails: Iterable[Message]) -> list[dict[str, Any]]:
    """Return the tournament's record as the champion's letter brings it."""
    (found,) = {
        json.dumps(lines) for mail in mails if "champion" in events_of(mail) for lines in attached(mail).values()
    }
    lines: list[dict[str, Any]] = json.loads(found)
    return lines


def recount(boxes: Mapping[str, list[Message]]) -> Told:
    """Return the tournament from all mailboxes. Only who is in it, the draw, ratings, and which game is which match's,
    are taken from the tournament's record; results come from the games' own last letters and records."""
    record = the_record(mail for box in boxes.values() for mail in box)
    closed, drawn = (next(line for line in record if line["e"] == kind) for kind in ("closed", "draw"))
    teams = {team["name"]: frozenset(team["players"]) for team in drawn.get("teams", closed["teams"])}
    matches = {line["number"]: line["match"] for line in record if line["e"] == "pairing"}
    games = {_game(mail, teams, matches) for box in boxes.values() for mail in box if mail["Spades-Result"]}
    assert sorted(game.match for game in games) == sorted(matches.values()), "each match has one result everywhere"
    return Told(teams, drawn["order"], drawn["lots"], sorted(games), _rude(record))


def _rude(record: Iterable[dict[str, Any]]) -> frozenset[str]:
    """Return the teams whose mean rating was below 3 when the second stage began."""
    given: dict[str, list[Fraction]] = {}
    for line in record:
        if line["e"] == "stage" and line["stage"] == 2:
            return frozenset(team for team, ratings in given.items() if sum(ratings) < 3 * len(ratings))
        if line["e"] == "rating":
            given.setdefault(line["team"], []).append(Fraction(line["rating"]))
    return frozenset()


def _game(mail: Message, teams: Mapping[str, frozenset[str]], matches: Mapping[str, int]) -> Game:
    """Return the game that a letter tells the end of."""
    number = str(mail["Spades-Game"])
    seats = dict(seat.split("=") for seat in str(mail["Spades-Seats"]).split("; "))
    odd, even = frozenset((seats["1"], seats["3"])), frozenset((seats["2"], seats["4"]))
    names = [next(name for name, players in teams.items() if players == both) for both in (odd, even)]
    score = [int(points) for points in str(mail["Spades-Score"]).split()]
    won = int(str(mail["Spades-Result"]).removeprefix("team ").partition(";")[0]) - 1
    for lines in attached(mail).values():
        # of a round that did not end the seeds stand below
        end = next(line for line in reversed(lines) if line["e"] == "end")
        assert end["score"] == score and end["result"] == f"team {won + 1}", number
        assert lines[0]["game"] == number
    if (match := mail["Spades-Match"]) is not None:
        assert int(match) == matches[number], f"game {number} is called another match's"
    return Game(matches[number], names[won], names[1 - won], score[won], score[1 - won])


def places(format: str, told: Told, target: int) -> Places:
    """Return the places of all teams."""
    if format in ("sigma", "sigma-dominoes"):
        return _double(told.games, told.order)
    assert len(told.teams) == 4
    if format == "usag":
        return _single(told.games, told.order, third=True)
    league, after = told.games[:6], told.games[6:]
    ranked = table(league, told, target)
    going_on = [team for team in ranked if team not in told.rude]
    return [*_single(after, going_on, third=False), *([team] for team in ranked if team in told.rude)]


def table(games: Sequence[Game], told: Told, target: int) -> list[str]:
    """Return the teams in the order of a table in which everyone met everyone: match points, then the matches among
    those level, then difference (of a match at most the target), points made, lot."""
    assert sorted(sorted((game.winner, game.loser)) for game in games) == sorted(
        sorted(pair) for pair in _all_pairs(sorted(told.teams))
    )
    found: list[str] = []
    points = {team: 2 * sum(game.winner == team for game in games) for team in told.teams}
    for level in sorted(set(points.values()), reverse=True):
        tied = [team for team in told.teams if points[team] == level]
        among = [game for game in games if game.winner in tied and game.loser in tied]

        def key(team: str, among: Sequence[Game] = among) -> tuple[Any, ...]:
            wins = sum(game.winner == team for game in among)
            made = sum(game.won if game.winner == team else game.lost for game in games if team in game[1:3])
            return (-wins, -_difference(team, games, target), -made, told.lots.index(team))

        found.extend(sorted(tied, key=key))
    return found


def _all_pairs(teams: Sequence[str]) -> list[tuple[str, str]]:
    return [(one, other) for place, one in enumerate(teams) for other in teams[place + 1 :]]


def _difference(team: str, games: Sequence[Game], target: int) -> Fraction:
    total = Fraction(0)
    for game in games:
        margin = min(max(game.won - game.lost, 0), target)
        total += margin if game.winner == team else -margin if game.loser == team else 0
    return total


def _single(games: Sequence[Game], seeds: Sequence[str], *, third: bool) -> Places:
    """Return a bracket of four: the first meets the fourth, the second the third; then the winners meet each other. Of
    three the first has no semi-final."""
    semi = [_of(games, pair) for pair in (seeds[0::3], seeds[1:3]) if len(pair) == 2]
    losers = [game.loser for game in semi]
    final = _of(games, [team for team in seeds if team not in losers])
    assert len(games) == len(seeds) - 1 + third, "nobody else met"
    if not third:
        return [[final.winner], [final.loser], losers]
    small = _of(games, losers)
    return [[final.winner], [final.loser], [small.winner], [small.loser]]


def _of(games: Sequence[Game], pair: Iterable[str]) -> Game:
    """Return the match of two teams that met once."""
    (found,) = (game for game in games if {game.winner, game.loser} == set(pair))
    return found


def _double(games: Sequence[Game], order: Sequence[str]) -> Places:
    """Return a double elimination: who met whom is as its bracket has it; whoever has lost twice is out, behind all who
    were out in a later round."""
    sides = {str(place): team for place, team in enumerate(order, 1)}
    played, lost, places = list(games), list[str](), list[list[str]]()
    number = 0
    for line in DOUBLE[len(order)].split(" | "):
        out = []
        for pair in line.split():
            number += 1
            if not played:
                continue  # the second game of a grand final whose first was won by who had never lost
            game = played.pop(0)
            assert not {game.winner, game.loser} & {team for place in places for team in place}, "who is out is out"
            assert (game.match, {game.winner, game.loser}) == (number, {sides[side] for side in pair.split("-")})
            sides |= {f"W{number}": game.winner, f"L{number}": game.loser}
            out += [game.loser] if game.loser in lost else []
            lost.append(game.loser)
        places = [out, *places] if out else places
    (left,) = set(order) - {team for place in places for team in place}
    return [[left], *places]
