"""The scoring of rounds and the ends of games, in sentences with the sheet's own terms, and until when they may be
challenged. Scores nothing itself."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from referee.config import span_words
from referee.dominoes.events import RoundScored
from referee.spades.law.scoring import Taken, Tally, nil_worth
from referee.spades.rulesheet import RuleSheet
from referee.spades.view import SeatView
from referee.table.seats import SEATS, TEAMS, partner_of, team_of
from referee.table.view import TableView
from referee.telling import news as n
from referee.telling.formats import (
    bid_text,
    capital,
    count,
    listed,
    minus,
    not_counted,
    ordinal,
    over_name,
    score_name,
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


def round_over(item: n.RoundOver, scene: SeatView) -> Iterator[str]:
    """Say the score after a round, and how each team came to its own."""
    yield round_headline(item, scene)
    for team in TEAMS:
        parts = [_contract(item, scene, team), *_nils(item, scene, team), *penalty_words(item, scene, team)]
        points = item.points[team - 1]
        total = "" if points == item.tallies[team - 1].contract else f" In all {signed(points)}."
        score = f"{score_name(scene.sheet)} {minus(str(item.score[team - 1]))}{_bags(scene, item.bags[team - 1])}."
        yield f"{scene.team_names(team)} {', '.join(parts)}.{total} {score}{_sets(item, scene, team)}"


def round_headline(item: n.RoundOver | RoundScored, scene: TableView) -> str:
    """Say `Round 1 is over: Ann + Carol −65, Bob + Dave 50.`"""
    anew = isinstance(item, n.RoundOver) and item.anew
    scores = ", ".join(f"{scene.team_names(team)} {minus(str(item.score[team - 1]))}" for team in TEAMS)
    return f"Round {item.round} {'is scored again' if anew else 'is over'}: {scores}."


def _contract(item: n.RoundOver, scene: SeatView, team: int) -> str:
    """Say `bid 7 (nil + 7), took 8: +70 and +1 for 1 sandbag`."""
    tally, off = item.tallies[team - 1], item.off[team - 1]
    taken = f"took {tally.books + off}{not_counted(off)}"
    text = f"bid {tally.bid}{_parts(item, scene, team)}, {taken}: {signed(tally.contract)}"
    return f"{text}{_over(tally, scene.sheet)}"


def _parts(item: n.RoundOver, scene: SeatView, team: int) -> str:
    """Say how the bids of two partners make up the bid of their team; empty if a team makes one bid."""
    if scene.sheet.bids_by_team:
        return ""
    own = [bid_text(scene.sheet, item.bids[s - 1], s in item.blind) for s in SEATS if team_of(s) == team]
    return f" ({' + '.join(own)})"


def _over(tally: Tally, sheet: RuleSheet) -> str:
    if not tally.over:
        return ""
    return f" and {signed(tally.over)} for {count(tally.over // sheet.over_points, over_name(sheet))}"


def _nils(item: n.RoundOver, scene: SeatView, team: int) -> Iterator[str]:
    taken = Taken(item.bids, item.books, item.blind)
    for seat in SEATS:
        worth = nil_worth(scene.sheet, taken, seat)
        if worth and team_of(seat) == team and item.bids[seat - 1] == 0:
            books = item.books[seat - 1]
            how = "made: " if not books else f"failed with {count(books, 'trick')}: "
            called = bid_text(scene.sheet, 0, seat in item.blind)
            yield f"{scene.name(seat)}'s {called} {how}{signed(-worth if books else worth)}"


def penalty_words(item: n.RoundOver, scene: SeatView, team: int) -> Iterator[str]:
    """Say `the 10th sandbag: -100`, if a team took sandbags that cost or bring points."""
    every, cost, bags = scene.sheet.bag_penalty, item.tallies[team - 1].penalty, item.bags[team - 1]
    if every is not None and cost:
        last = bags // every.nth
        passed = range(last - cost // every.points + 1, last + 1)
        yield f"the {listed([ordinal(number * every.nth) for number in passed])} sandbag: {signed(cost)}"


def _bags(scene: SeatView, bags: int) -> str:
    return "" if scene.sheet.bag_penalty is None else f", {count(bags, 'sandbag')}"


def _sets(item: n.RoundOver, scene: SeatView, team: int) -> str:
    limit, sets = scene.sheet.set_limit, item.sets[team - 1]
    if limit is None or item.tallies[team - 1].made:
        return ""
    return f" Set for the {ordinal(sets)} time; the {ordinal(limit)} loses the game."


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
