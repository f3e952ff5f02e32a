"""The page that stands where a letter usually shows the score: how a game begins, a round that is over, or how a game
ended, with both scores by round, as bars and as a plot in plain text.

Its templates are parts/start, parts/round and parts/end; the lines of news do not repeat it. The bars are rules (`hr`),
short in bytes and drawn by every mail program; the figures stand beside them. Nothing of hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from referee.config import span_words
from referee.dominoes.events import RoundScored
from referee.spades.sheets import usual_terms
from referee.spades.view import SeatView
from referee.table.seats import TEAMS, Pair
from referee.table.view import TableView
from referee.telling.buttons import Action, Reply
from referee.telling.formats import Block, count, minus, moment
from referee.telling.letters.games import words_of
from referee.telling.letters.round_letter import race
from referee.telling.news import GameStarted, News, RoundOver, end_of, start_of
from referee.telling.sentences.news_lines import gamesmaster
from referee.telling.template_values import Page
from referee.telling.tournaments.format_sentences import lost_by_silence


def standing(
    news: Sequence[News],
    scene: TableView,
    view: TableView,
    course: Sequence[RoundOver | RoundScored] | None,
    reply: Reply,
    *,
    player: bool,
) -> Page:
    """Return what the templates show at `standing`: the name of the part, and its values.

    `scene` and `view` as in a letter; `course`: the rounds of a game that is over; `player`: the reader sits in it.
    """
    started = start_of(news)
    if started is not None:
        return {"standing": "start", "start": start_lines(started, view)}
    words = words_of(view)
    tables = words.round_tables(news, scene)
    if course is None and not tables:
        return {"standing": "score"}
    over = {"rounds": tables, "race": race(view), "ends_when": words.end_rule(view)}
    if course is not None:
        ended = end_of(news)
        of_match = ended is not None and ended.match is not None
        page = end_page(course, view, reply, player=player, of_match=of_match)
        return over | {"standing": "end", "end": page}
    return over | {"standing": "round"}


ORDERS = {24: "every order was equally likely", 8: "every order that keeps partners opposite was equally likely"}


def start_lines(item: GameStarted, view: TableView) -> tuple[str, ...]:
    """List the sentences, the most important first."""
    return tuple(_lines(item, view))


def _lines(item: GameStarted, view: TableView) -> Iterator[str]:
    if item.fixture is not None:
        cup, (first, second) = item.fixture, item.fixture.teams
        yield f"{cup.name}, match {cup.match}: {first} against {second}. The seats come from its draw."
        if cup.limit_at is not None:
            yield (
                f"Match limit: {moment(cup.limit_at)}. From then on turns are short, the round in play is the last, "
                "and the higher score wins."
            )
        if silence := lost_by_silence(cup.forfeit_after, cup.forfeit_both):
            yield f"{silence}."
    words = words_of(view)
    drawn = f" The seats were drawn; {ORDERS[item.drawn_from]}." if item.drawn_from in ORDERS else ""
    if view.seat is None:
        if drawn:
            yield drawn.strip()
    else:
        yield f"{view.team_names(1)} play against {view.team_names(2)}.{drawn}"
    yield f"Sheet {view.sheet.name}: {words.aim(view.sheet)}. A line that says rules brings you all of it."
    yield (
        f"Each {words.acts} is due within {span_words(timedelta(seconds=view.limit))} of the letter that asks for it; "
        "then the referee acts instead."
    )
    yield from _terms(view)
    if isinstance(view, SeatView) and view.sheet.talk:
        yield f"The table may talk during the bidding, but not after it: {_talk(item)}"
    if view.seat is not None:
        yield gamesmaster(item.gamesmaster)


def _talk(item: GameStarted) -> str:
    """Say how players talk to one another, on a sheet that lets them only during the bidding."""
    if item.on_list:
        return "write to the list itself. The referee cannot hold back what is sent there, so please keep to this rule."
    return "a line that begins with say is passed on to all."


def _terms(view: TableView) -> Iterator[str]:
    """Yield the terms of a game that are not those usual by its sheet."""
    own, common = view.terms, usual_terms(view.sheet.name.removesuffix("*"))
    if not own.weekends:
        yield "Limits do not run on Saturday and Sunday (UTC)."
    if own.leave != common.leave:
        yield _leave(own.leave)
    if own.last_trick != common.last_trick:
        yield "The last trick is played by hand, like any other."


def _leave(days: int) -> str:
    if not days:
        return "The game gives no leave: limits run even while a player is away."
    return f"Each player may be away for {count(days, 'day')} of it, with a line like away 20 Dec to 2 Jan."


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
