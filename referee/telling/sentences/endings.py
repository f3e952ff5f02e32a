"""The scoring of rounds and the ends of games, in sentences with the sheet's own terms, and until when they may be
challenged. Scores nothing itself."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from referee.config import span_words
from referee.dominoes.events import RoundScored
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import SeatView
from referee.table.seats import TEAMS, partner_of, team_of
from referee.table.view import TableView
from referee.telling import news as n
from referee.telling.formats import (
    capital,
    count,
    listed,
    minus,
    ordinal,
    signed,
    times,
)
from referee.telling.sentences.rulings import CHALLENGE, price


def aim(sheet: RuleSheet) -> str:
    """Say how a game is won: `500 points win`."""
    limit = "" if sheet.hand_limit is None else f", or the higher score after {count(sheet.hand_limit, 'round')}"
    sets = "" if sheet.set_limit is None else f"; a team that is set {times(sheet.set_limit)} loses"
    return f"{sheet.target} points win{limit}{sets}"


def in_short(sheet: RuleSheet) -> str:
    """Say in one sentence what a sheet is like: `Each player bids, nil counts 100, and 500 points win.`"""
    jokers = ["The jokers are spades"] if {"B", "L"} & set(sheet.suits["S"]) else []
    parts = [*jokers, "each team makes one bid" if sheet.bids_by_team else "each player bids"]
    parts += [f"nil counts {sheet.nil}"] if sheet.nil else []
    parts += [f"blind nil counts {sheet.blind_nil}"] if sheet.blind_nil else []
    if sheet.bag_penalty is not None:
        parts.append(f"the {ordinal(sheet.bag_penalty.nth)} sandbag brings {signed(sheet.bag_penalty.points)}")
    return f"{capital(listed([*parts, aim(sheet)]))}."


def end_rule(view: SeatView) -> str:
    """Say when the game ends, seen from this position."""
    sheet = view.sheet
    if view.extra:
        return "This round decides the game at any score, unless it ends in another tie."
    reached = f"a team has {sheet.target} or more" + (" and leads" if sheet.tie_break == "play_on" else "")
    parts = [f"The game ends after a round in which {reached}"]
    if sheet.hand_limit is not None:
        parts.append(f", or after round {sheet.hand_limit}; the higher score wins")
    parts.append(".")
    if sheet.tie_break == "extra_hand":
        parts.append(" If the score is then tied, one more round decides.")
    if sheet.set_limit is not None:
        parts.append(f" A team that is set {times(sheet.set_limit)} in all loses.")
    return "".join(parts)


def round_headline(item: n.RoundOver | RoundScored, scene: TableView) -> str:
    """Say `Round 1 is over: Ann + Carol −65, Bob + Dave 50.`"""
    anew = isinstance(item, n.RoundOver) and item.anew
    scores = ", ".join(f"{scene.team_names(team)} {minus(str(item.score[team - 1]))}" for team in TEAMS)
    return f"Round {item.round} {'is scored again' if anew else 'is over'}: {scores}."


def settled_early(view: SeatView) -> str:
    """Return how a round ended before its last card; empty if it did not."""
    if view.settled is None:
        return ""
    name = view.name(view.settled.seat)
    return f"{name} claimed all tricks that were left; the cards not played stay where they were."


def standing(team: int | None, score: tuple[int, int]) -> str:
    """Write the score, that of `team` first: `210 to 180`."""
    return minus(f"{score[1]} to {score[0]}" if team == 2 else f"{score[0]} to {score[1]}")


def you_and(scene: SeatView, reader: int) -> str:
    """Name the reader's own team to them: `you and Carol`."""
    return f"you and {scene.name(partner_of(reader))}"


def _team(scene: SeatView, team: int, reader: int | None) -> str:
    """Name a team to a reader: `you and Carol`, `Bob + Dave`."""
    return scene.team_names(team) if reader is None or team_of(reader) != team else you_and(scene, reader)


def provisional(item: n.Provisional, scene: SeatView, due: str, reader: int | None) -> str:
    """Say who wins unless a challenge changes it; `due` is until when, ` by Tue 24 Nov 18:00 UTC`."""
    return f"{capital(_win(item, scene, reader))}, unless a play is challenged{due or ' in time'}."


def unless(item: n.Provisional, scene: SeatView, reader: int | None) -> str:
    """Say in a subject who wins unless a challenge changes it."""
    return f"Unless challenged, {_win(item, scene, reader)}"


def _win(item: n.Provisional, scene: SeatView, reader: int | None) -> str:
    assert item.team is not None, "a result without a winner is never provisional"
    return f"{_team(scene, item.team, reader)} win, {standing(item.team, item.score)}"


def game_over(item: n.GameOver, scene: SeatView, reader: int | None = None) -> str:
    """Say who has won, and how the game ended: `You and Carol have won, 510 to 240.`"""
    match, won = item.match, f"{capital(who_won(item, scene, reader))}."
    game = f"Game {scene.game}" if match is None else f"Game {scene.game}, match {match.match} of {match.tournament},"
    if match is not None and match.settled:
        return f"{game} ends here. {match.settled.sentences[0]}"
    if item.by == "score":
        return won
    if item.by == "hands":
        limited = match is not None and match.limited
        return f"{won} It was the last round{', since the match had reached its time limit' if limited else ''}."
    ruled = " The Gamesmaster has ruled so." if item.by == "forfeit" and item.ruled else ""
    return f"{won} The score stood {standing(item.team, item.score)}.{ruled}"


def of_match(item: n.GameOver) -> tuple[str, ...]:
    """Say what the end means for the match of a tournament, beyond the words of game_over."""
    if item.match is None:
        return ()
    goes = () if item.match.settled is None else item.match.settled.sentences[1:]
    return (*goes, *item.match.counts)


def who_won(item: n.GameOver, scene: SeatView, reader: int | None = None) -> str:
    """Say in a subject who has won, and how: `you and Carol have won, 510 to 240`, `Aces have won match 4, 250 to
    180`."""
    match, team = item.match, item.team
    if match is not None and match.settled:
        return match.settled.short
    where = "" if match is None else f" match {match.match} of {match.tournament}"
    if team is None:
        return f"nobody has won{where}, since the Gamesmaster ended the game"
    own = reader is not None and team_of(reader) == team
    winners = match.teams[team - 1] if match is not None and not own else _team(scene, team, reader)
    if item.by in ("score", "hands"):
        return f"{winners} have won{where}, {standing(team, item.score)}"
    lost = reader is not None and not own
    losers = "you" if lost else scene.team_names(3 - team) if match is None else match.teams[2 - team]
    sets = times(scene.sheet.set_limit or 0) if item.by == "sets" else ""
    how = {"sets": f"were set {sets}", "concession": "conceded", "forfeit": "forfeited"}
    return f"{winners} have won{where}, since {losers} {how[item.by]}"


def window(news: Sequence[n.News], scene: SeatView, due: str, within: timedelta) -> Iterator[str]:
    """Say how, by whom and until when plays of the ended round may be challenged, if the sheet leaves misplays to the
    players.

    `within`: the time from the first letter about the round; `due`: the limit if the round may have ended the game.
    """
    over = next((item for item in news if isinstance(item, n.RoundOver)), None)
    if over is None or scene.sheet.misplay_act != "stand" or any(isinstance(item, n.GameOver) for item in news):
        return
    last = any(isinstance(item, n.Provisional) for item in news)
    letter = "the first letter with its result" if over.anew else "this letter"
    days = "" if scene.terms.weekends else ", Saturday and Sunday (UTC) not counted"
    bid = f" until their own team bids in the next round, but no later than {span_words(within)} after {letter}{days}"
    until = due or " in time" if last else bid
    heard = [scene.team_names(team) for team in TEAMS if team not in over.closed]
    whoever = f"Anyone in the team of {heard[0]} who" if over.closed else "Anyone who"
    cost = price(scene.sheet.misplay_cost.points, scene.sheet.misplay_cost.books, "that round")
    yield (
        f"{whoever} thinks that an opponent reneged in round {over.round} may challenge it{until}, in one line that "
        f"names trick and player: {CHALLENGE}. The team that is wrong will {cost}."
    )
