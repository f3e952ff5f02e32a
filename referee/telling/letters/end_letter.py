"""The end of a game as a page: both scores by round, as bars and as a plot in plain text.

The bars are rules (`hr`), short in bytes and drawn by every mail program; the figures stand beside them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.dominoes.events import RoundScored
from referee.table.seats import TEAMS, Pair
from referee.table.view import TableView
from referee.telling.buttons import Action, Reply
from referee.telling.formats import Block, minus
from referee.telling.news import RoundOver

COLUMNS = 44
"""The width of the plot in plain text."""

MARKS = "12"
"""The mark of each team in it."""

BOTH = "*"

MOST_ROUNDS = 12
"""The most rounds that are shown; of a longer game every second, third and so on up to the last."""


class Bar(NamedTuple):
    """One score as a bar: percent of the width left of it, and its own."""

    before: int
    width: int


class Scores(NamedTuple):
    """Both scores after one round, and the bars that show them."""

    round: int
    score: Pair
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class EndPage:
    """The part of the letter about a game's end that stands below who won.

    `player`: the reader sat in it; `rematch`: the button that asks for another game, for those who did, and unless the
    game decided the match of a tournament.
    """

    teams: tuple[str, str]
    scores: tuple[Scores, ...]
    rematch: Action | None
    player: bool
    of_match: bool

    @property
    def plot(self) -> Block:
        """Both scores by round in plain text: a line for each round, on which a 1 and a 2 mark the teams."""
        return Block("\n".join(_plot([row.score for row in self.scores], [row.round for row in self.scores])))


def end_page(
    course: Sequence[RoundOver | RoundScored], view: TableView, reply: Reply, *, player: bool, of_match: bool = False
) -> EndPage:
    """Return the page for one reader of a game of these rounds; `player`: they sat in it; `of_match`: it decided the
    match of a tournament."""
    one, two = (view.team_names(team) for team in TEAMS)
    return EndPage(
        teams=(one, two),
        scores=_scores(_spread(_scored(course, view))),
        rematch=_rematch(reply) if player and not of_match else None,
        player=player,
        of_match=of_match,
    )


def _scored(course: Sequence[RoundOver | RoundScored], view: TableView) -> Sequence[tuple[int, Pair]]:
    """Return the score after each round, and after the one that the end of the game cut short, if it changed it."""
    scored = [(item.round, item.score) for item in course]
    last, score = scored[-1] if scored else (0, (0, 0))
    return scored if last >= view.round or score == view.score else [*scored, (view.round, view.score)]


def _rematch(reply: Reply) -> Action:
    return reply.action("Ask for a rematch", "Ask the other three for a rematch", "rematch")


def _spread(rounds: Sequence[tuple[int, Pair]]) -> Sequence[tuple[int, Pair]]:
    """Return the rounds to show, evenly spread, the last among them."""
    every = -(-len(rounds) // MOST_ROUNDS)
    return rounds[::-every][::-1] if rounds else rounds


def _scores(rounds: Sequence[tuple[int, Pair]]) -> tuple[Scores, ...]:
    low, high = _range([score for _, score in rounds])
    return tuple(Scores(number, score, tuple(_bar(s, low, high) for s in score)) for number, score in rounds)


def _range(scores: Sequence[Pair]) -> tuple[int, int]:
    """Find the lowest and the highest score, 0 among them, at least one point apart."""
    every = [0, *(score for pair in scores for score in pair)]
    return min(every), max(*every, min(every) + 1)


def _bar(score: int, low: int, high: int) -> Bar:
    """Draw a bar from 0 to the score, at least one percent wide."""
    left, right = (_place(points, low, high, 100) for points in (min(score, 0), max(score, 0)))
    left = min(left, 99)
    return Bar(left, max(right - left, 1))


def _place(points: int, low: int, high: int, width: int) -> int:
    return round((points - low) * width / (high - low))


def _plot(scores: Sequence[Pair], rounds: Sequence[int]) -> Iterator[str]:
    low, high = _range(scores)
    yield f"  Round {' ' * COLUMNS}  Team 1  Team 2"
    for number, pair in zip(rounds, scores, strict=True):
        line = [" "] * COLUMNS
        line[_place(0, low, high, COLUMNS - 1)] = "|"
        places = [_place(score, low, high, COLUMNS - 1) for score in pair]
        for place, mark in zip(places, MARKS, strict=True):
            line[place] = BOTH if places[0] == places[1] else mark
        yield f"  {number:>5} {''.join(line)}  {minus(f'{pair[0]:>6}  {pair[1]:>6}')}"
    yield f"  Scale {_scale(low, high)}".rstrip()


def _scale(low: int, high: int) -> str:
    """Draw the scale: the lowest score at the left, the highest at the right, and 0 where it belongs, if there is room
    for it."""
    line = f"{low:<{COLUMNS - len(str(high))}}{high}"
    nought = _place(0, low, high, COLUMNS - 1)
    free = line[max(nought - 1, 0) : nought + 2].isspace()
    return minus(f"{line[:nought]}0{line[nought + 1 :]}" if free else line)
