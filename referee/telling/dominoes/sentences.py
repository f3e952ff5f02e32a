"""Dominoes in sentences, to be heard: what is due, the table, a hand and its moves, what happened, how rounds end and
what plans do. Says only what a view shows; decides nothing."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from referee.config import span_words
from referee.dominoes.commands import PlayTile
from referee.dominoes.events import RoundScored
from referee.dominoes.line import Knock, Laid, Move
from referee.dominoes.plans import Plan, PlanFault, Wish
from referee.dominoes.sheets import DominoSheet
from referee.dominoes.view import SeatView
from referee.table.seats import SEATS, TEAMS, team_of
from referee.telling.dominoes.drawing import ends_in_words
from referee.telling.formats import count, listed


def task(view: SeatView, whose: str = "your") -> str:
    """Say what the player must do: `play a tile`, `open the round with 6-6`."""
    if view.double_six:
        return "open the round with 6-6"
    return "open the round" if view.line.first is None else "play a tile"


def place(view: SeatView) -> str:
    """Say where the game stands, for a subject: `round 2, tile 9`."""
    return f"round {view.round}, tile {sum(isinstance(act, Laid) for act in view.course) + 1}"


def move_text(move: Move | Laid | PlayTile) -> str:
    """Write a move as `6-4 left`; the tile that opens the round as `6-6`."""
    return str(move.tile) if move.arm in (None, "first") else f"{move.tile} {move.arm}"


def makes(move: Laid) -> str:
    """Say what a move makes: `makes 11`, `scores 15`."""
    return f"scores {move.points}" if move.points else f"makes {move.count}"


def act_sentence(act: Laid | Knock, view: SeatView) -> str:
    """Tell of a tile or a knock: `Bob plays 6-5 up and scores 10.`, `You knock: no 2 or 3.`"""
    own = act.seat == view.seat
    name, s = ("You", "") if own else (view.name(act.seat), "s")
    if isinstance(act, Knock):
        return f"{name} knock{s}: no {listed([str(number) for number in act.numbers], 'or')}."
    verb, tile = ("open", f"with {act.tile}") if act.arm == "first" else ("play", f"{act.tile} {act.arm}")
    made = f"and score{s} {act.points}" if act.points else f"which makes {act.count}"
    return f"{name} {verb}{s} {tile}{' ' if act.points else ', '}{made}."


def table(view: SeatView) -> str | None:
    """Say the ends and who knocked, to a player also what was laid last; None once the round is over."""
    if view.to_act is None:
        return None
    last = None if view.seat is None else last_laid(view)
    told = [] if last is None else [act_sentence(last, view)]
    return " ".join(filter(None, (*told, ends_in_words(view.line), knocked(view))))


def last_laid(view: SeatView) -> Laid | None:
    """Return the tile that was laid last."""
    return next((act for act in reversed(view.course) if isinstance(act, Laid)), None)


def without_repeats(news: Sequence[Any], view: SeatView) -> tuple[tuple[Any, ...], tuple[str, ...]]:
    """Return the news, and the recap of what happened since the reader's last tile, with nothing in both, and without
    the tile that the top of the letter tells. News of a round that is over tells its end without a recap."""
    if any(isinstance(item, RoundScored) for item in news):
        return tuple(news), ()
    kept = tuple(item for item in news if not isinstance(item, Laid | Knock))
    top = None if view.to_act is None else last_laid(view)
    return kept, tuple(act_sentence(act, view) for act in _since_by_hand(view) if act is not top)


def _since_by_hand(view: SeatView) -> tuple[Laid | Knock, ...]:
    """Return what was done since the seat's own last tile by hand: it had no letter about a knock, or what a plan
    laid."""
    planned = {done.what for done in view.by_plan}
    own = ((at, act) for at, act in enumerate(view.course, 1) if isinstance(act, Laid) and act.seat == view.seat)
    by_hand = [at for at, act in own if Move(act.tile, act.arm) not in planned]
    return view.course[by_hand[-1] if by_hand else 0 :]


def may(view: SeatView) -> str:
    """Say each move with what it makes."""
    return f"You may play {listed([f'{move_text(move)} ({makes(move)})' for move in view.choices], 'or')}."


def aim(sheet: DominoSheet) -> str:
    """Say how a game is won: `the first team with 150 wins, even in mid-round`."""
    when = "even in mid-round" if sheet.end == "at_once" else "once the round is over"
    return f"the first team with {sheet.target} wins, {when}"


def in_short(sheet: DominoSheet) -> str:
    """Say in one sentence what a sheet is like."""
    return f"Dominoes, all fives: open ends that add up to a multiple of five score, and {aim(sheet)}."


def end_rule(view: SeatView) -> str:
    """Say when the game ends, seen from this position."""
    last = " This round is the last, unless it ends level." if view.last_round else ""
    when = "as soon as" if view.sheet.end == "at_once" else "after a round in which"
    return f"The game ends {when} a team has {view.sheet.target} or more.{last}"


def _out(item: RoundScored, scene: SeatView) -> int:
    """Return the seat that went out. Of several without pips it laid the last tile: another may hold 0-0."""
    empty = [seat for seat in SEATS if not item.pips[seat - 1]]
    last = last_laid(scene) if len(empty) > 1 else None
    return empty[0] if last is None else last.seat


def round_ended(item: RoundScored, scene: SeatView) -> str:
    """Say how the round ended, and how the pips that were left were counted."""
    held = {team: sum(item.pips[seat - 1] for seat in SEATS if team_of(seat) == team) for team in TEAMS}
    won = next((team for team in TEAMS if item.points[team - 1]), None)
    points = "nobody scores" if won is None else f"{item.points[won - 1]} points for {scene.team_names(won)}"
    if item.by == "blocked":
        both = ", ".join(f"{scene.team_names(team)} held {count(held[team], 'pip')}" for team in TEAMS)
        return f"Blocked: nobody can play any more. {both}: {points}."
    out = _out(item, scene)
    all_others = scene.sheet.hand_count == "others"
    whose = "The others" if all_others else scene.team_names(3 - team_of(out))
    counted = sum(held.values()) if all_others else held[3 - team_of(out)]
    return f"{scene.name(out)} goes out. {whose} held {count(counted, 'pip')}: {points}."


def what_it_is(limit: timedelta) -> tuple[str, str]:
    """Say to somebody who never heard of the referee what they are asked to play, and what it costs them; `limit`: for
    each answer."""
    return (
        "This is dominoes for four, two against two: tiles are laid end to end, and a team scores whenever the open "
        "ends add up to a multiple of five: a double counts both halves, the first double nothing once both its sides "
        "are covered. A program, the referee, deals, writes to you when it is your turn, and keeps the score; this "
        "letter comes from it. You answer with one line, and need nothing but your mail.",
        "A game asks about 20 such answers of you and takes two to three weeks. You have "
        f"{span_words(limit)} for each answer; after that the referee acts for you.",
    )


LAST = 8
"""The turns that the letter about a round tells: nobody's last tile by hand lies longer back, unless they knocked
twice."""


def last_turns(scene: SeatView) -> str:
    """Say the last turns of a round: who was not to play had no letter about them."""
    acts = scene.course[-LAST:]
    said = (f"{scene.name(act.seat)} {'knocked' if isinstance(act, Knock) else move_text(act)}" for act in acts)
    return f"The last turns: {', '.join(said)}."


def plan_sentence(plan: Plan) -> str:
    """Put a plan into words: `On your next turn, you play 6-4 left if you can, else the move that scores most.`"""
    return f"On your next turn, you play {', else '.join(map(_entry, plan.entries))}."


def _entry(entry: Any) -> str:
    if isinstance(entry, Wish):
        return f"{entry} if you can"
    return "the move that scores most" if entry == "fives" else "your heaviest tile that fits"


WHY = {
    PlanFault.NOT_HELD: "you do not hold {}",
    PlanFault.NOT_LEGAL: "{} does not fit",
    PlanFault.TWO_PLACES: "{} goes to two places, and the plan names none",
}


def reasons(plan: Plan, whys: Iterable[PlanFault]) -> list[str]:
    """Say why each entry of a plan did not play."""
    return [WHY[why].format(entry) for entry, why in zip(plan.entries, whys, strict=False)]


def knocked(view: SeatView) -> str:
    """Say who knocked at what in this round: `Knocked: Bob at 3 and 6.`; empty if nobody did."""
    at: dict[int, set[int]] = {}
    for act in view.course:
        if isinstance(act, Knock):
            at.setdefault(act.seat, set()).update(act.numbers)
    shown = [f"{view.name(seat)} at {listed(list(map(str, sorted(numbers))))}" for seat, numbers in sorted(at.items())]
    return f"Knocked: {'; '.join(shown)}." if shown else ""
