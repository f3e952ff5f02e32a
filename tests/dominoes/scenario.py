"""Scenarios: games of dominoes in lines of text, played by the law and compared line by line. Knows no rule of its own.

A file begins with `#` lines that say what the rules ask. Then, one a line:

    given score 145 140             what is taken on faith: round, opener, score, names, seed (then it deals)
    given hand 3 6-6 3-1            a hand; a seat without one holds nothing, so give all four
    given double six                the opener must lay 6-6
    given rule end after_the_hand   a parameter of the sheet
    1 play 6-3                      an act; also `1 play 6-3 left`, `by plan` behind it, `knock`, `concede`, `withdraw`,
                                    `salt some words`, `plan 6-4 left, fives`, `unplan`; `answering 9` behind it, where
                                    its mail answers another position
    clock                           the limit runs out; `match limit`; `gm void to 9`, `gm abort`, `gm forfeit team 1`,
                                    `gm pause`, `gm resume`, `gm replace 2 Eve`, `gm restore to 30`
    1 play 6-3 -> 15 +15, 2 knocks  after the arrow, all that must follow: what the open ends count and what that
                                    scores, knocks, the round, the end, the deal, or `refused illegal-tile`
    score 120 40                    anything else is what must now be true: see STATE

Each act is checked besides: the fold of all events, or of those since the deal, is the state, the events survive their
JSON form, and no view shows a tile that is hidden from it.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from referee.dominoes import commands as cmd
from referee.dominoes import events as ev
from referee.dominoes.fold import replay
from referee.dominoes.game import Game
from referee.dominoes.law import begin, rule
from referee.dominoes.line import ARMS
from referee.dominoes.plans import plan_from
from referee.dominoes.sheets import SIGMA_DOMINOES, DominoSheet
from referee.dominoes.tiles import parse_tile
from referee.dominoes.view import view
from referee.records.lines import NO_HEAD
from referee.table.refusal import Refusal
from referee.table.seats import SEATS
from referee.table.terms import Terms
from tests.chance import fresh
from tests.dominoes.hidden import shown_secrets

LIMIT = 72 * 3600
FAIRNESS = (ev.Committed, ev.SaltsClosed, ev.Revealed)
"""The consequences that scenarios leave out."""
GIVEN = {"names": "Ann Bob Carol Dave", "seed": "", "round": "2", "opener": "1", "score": "0 0", "double": ""}


class ScenarioError(Exception):
    """A line that did not come true, or that cannot be read."""


def run(path: Path) -> None:
    """Play one scenario file. Raises ScenarioError at the first line that does not come true."""
    table = Table()
    for number, line in enumerate(path.read_text("ascii").splitlines(), 1):
        text = line.split("#")[0].strip()
        try:
            if text:
                table.read(text)
        except (ScenarioError, AssertionError, ValueError, KeyError) as e:
            raise ScenarioError(f"{path.name}:{number}: {line}\n{e}") from e


class Table:
    """One game in play: what was given, the events so far, and the state that is their fold."""

    def __init__(self) -> None:
        self.given = dict(GIVEN)
        self.rules: dict[str, Any] = {}
        self.events: tuple[ev.Event, ...] = ()
        self.acts = 0

    @property
    def game(self) -> Game:
        """Return the state now; the deal is made when it is first asked for."""
        if not self.events:
            self.events = self._opening()
            self.state = replay(self.events)
        return self.state

    def read(self, line: str) -> None:
        """Do what one line says. Raises ScenarioError if it does not come true."""
        told, _, outcome = (part.strip() for part in line.partition("->"))
        words = told.split()
        if words[:2] == ["given", "rule"]:
            self.rules[words[2]] = int(words[3]) if words[3].isdecimal() else words[3]
        elif words[:2] == ["given", "hand"]:
            self.given[f"hand {words[2]}"] = " ".join(words[3:])
        elif words[0] == "given":
            assert words[1] in GIVEN and not self.events, f"{words[1]} cannot be given here"
            self.given[words[1]] = " ".join(words[2:])
        elif words[0] in STATE:
            _compare(" ".join(words[1:]), STATE[words[0]](self.game))
        elif words[0] in SEAT_STATE:
            _compare(" ".join(words[2:]), SEAT_STATE[words[0]](self.game, int(words[1])))
        else:
            self._act(words, outcome)

    def _opening(self) -> tuple[ev.Event, ...]:
        sheet = DominoSheet.from_table("changed", self.rules, SIGMA_DOMINOES) if self.rules else SIGMA_DOMINOES
        one, two, three, four = self.given["names"].split()
        started = ev.Started(1, (one, two, three, four), sheet, LIMIT, Terms())
        if self.given["seed"]:
            return tuple(step.event for step in begin(started, fresh(self.given["seed"])))
        hands = [tuple(map(parse_tile, self.given[f"hand {seat}"].split())) for seat in SEATS]
        number = int(self.given["round"])
        first, second = map(int, self.given["score"].split())
        dealt = ev.Dealt(
            turn=1,
            round=number,
            attempt=1,
            reason="",
            opener=int(self.given["opener"]),
            double_six=bool(self.given["double"]),
            seeds=tuple(f"{one:064x}" for one in range(3)),
            coming=tuple(f"{one:064x}" for one in range(90, 93)),
            prev="0" * 64,
            salts=("", "", "", ""),
            head=NO_HEAD,
            hands=(hands[0], hands[1], hands[2], hands[3]),
            names=started.names,
            score=(first, second),
            silences=(0, 0, 0, 0),
            conceded=(),
            paused=False,
            limit=LIMIT,
        )
        return started, dealt

    def _act(self, words: list[str], outcome: str) -> None:
        answers = self.game.turn
        if words[-2:-1] == ["answering"]:
            words, answers = words[:-2], int(words[-1])
        seat, command = _command(words, self.game)
        self.acts += 1
        try:
            steps = rule(self.game, seat, command, answers=answers, seeds=fresh(f"{self.acts:064x}"))
        except Refusal as refusal:
            fault = f" {refusal.facts['fault']}" if "fault" in refusal.facts else ""
            _compare(outcome, f"refused {refusal.reason.value}{fault}")
            return
        events = tuple(step.event for step in steps)
        _compare(outcome, ", ".join(filter(None, map(_said, events))))
        self._add(events)

    def _add(self, new: tuple[ev.Event, ...]) -> None:
        self.state = replay(new, self.game)
        self.events += new
        assert replay(self.events) == self.state, "the fold of all events is another state"
        deals = [i for i, one in enumerate(self.events) if isinstance(one, ev.Dealt) and one.attempt == 1]
        assert replay((self.events[0], *self.events[deals[-1] :])) == self.state, "read from its deal it is another"
        assert tuple(map(ev.CODEC.from_json, map(ev.CODEC.to_json, new))) == new, "the JSON form is another event"
        for seat in (None, *SEATS):
            assert not shown_secrets(self.state, view(self.state, seat)), f"the view of {seat} shows a hidden tile"


def _command(words: list[str], game: Game) -> tuple[int | None, Any]:  # noqa: C901, PLR0912 (a case for each line)
    match words:
        case ["clock"]:
            return None, cmd.TimeUp(game.turn)
        case ["clock", turn]:
            return None, cmd.TimeUp(int(turn))
        case ["match", "limit"]:
            return None, cmd.LastRound(LIMIT)
        case ["gm", "void", "to", turn]:
            return None, cmd.RuleVoid(int(turn), "so ruled")
        case ["gm", "forfeit", "team", team]:
            return None, cmd.Forfeit(int(team))
        case ["gm", "abort"]:
            return None, cmd.Abort()
        case ["gm", "pause"]:
            return None, cmd.Pause()
        case ["gm", "resume"]:
            return None, cmd.Resume()
        case ["gm", "restore", "to", turn]:
            return None, cmd.Restore(int(turn), "noon")
        case ["gm", "replace", seat, name]:
            return None, cmd.Replace(int(seat), name)
        case [seat, "play", code, *place]:
            arm = next((one for one in ARMS if one in place), None)
            return int(seat), cmd.PlayTile(parse_tile(code), arm, planned="plan" in place)
        case [seat, "knock"]:
            return int(seat), cmd.Knock()
        case [seat, "salt", *phrase]:
            return int(seat), cmd.Salt(" ".join(phrase))
        case [seat, "plan", *plan]:
            return int(seat), cmd.MakePlan(plan_from(" ".join(plan)))
        case [seat, "unplan"]:
            return int(seat), cmd.DropPlans()
        case [seat, "concede"]:
            return int(seat), cmd.Concede()
        case [seat, "withdraw"]:
            return int(seat), cmd.Withdraw()
    raise ScenarioError("no such line: see the head of tests/dominoes/scenario.py")


def _said(event: ev.Event) -> str | None:
    """Say what an event adds to its act, as it stands after the arrow."""
    match event:
        case ev.TilePlayed(by="clock"):
            return f"{event.seat} plays {event.tile} {event.arm} {_made(event)}"
        case ev.TilePlayed():
            return _made(event)
        case ev.Knocked(seat=seat):
            return f"{seat} knocks"
        case ev.RoundScored(by=by, points=(first, second)):
            return f"round {by} +{first} +{second}"
        case ev.Dealt(round=number, attempt=attempt):
            return f"deal {number}" + (f" attempt {attempt}" if attempt > 1 else "")
        case ev.Misdealt(seat=seat):
            return f"misdeal {seat}"
        case ev.Voided():
            return "void"
        case ev.LastRoundSet(number):
            return f"last round {number}"
        case ev.Ended(team, by):
            return f"ended {'-' if team is None else f'team {team}'} {by}"
    return None


def _made(event: ev.TilePlayed) -> str:
    return f"{event.count} +{event.points}" if event.points else str(event.count)


def _compare(expected: str, found: str) -> None:
    if expected.split() != found.split():
        raise ScenarioError(f"expected: {expected or 'nothing more'}\nfound:    {found or 'nothing more'}")


def _listed(values: Iterable[object]) -> str:
    return " ".join(map(str, values)) or "-"


STATE: dict[str, Callable[[Game], str]] = {
    "score": lambda game: _listed(game.score),
    "round": lambda game: str(game.round),
    "attempt": lambda game: str(game.attempt),
    "opener": lambda game: str(game.opener),
    "opens": lambda game: "6-6" if game.double_six else "any",
    "turn": lambda game: str(game.turn),
    "due": lambda game: _listed(game.due or ()),
    "line": lambda game: ", ".join(f"{laid.tile} {laid.arm}" for laid in game.laid) or "-",
    "silences": lambda game: _listed(game.silences),
    "doubles": lambda game: str(max(sum(tile.double for tile in hand) for hand in game.hands)),
}
SEAT_STATE: dict[str, Callable[[Game, int], str]] = {
    "hand": lambda game, seat: _listed(view(game, seat).hand or ()),
    "moves": lambda game, seat: (
        ", ".join(
            f"{one.tile} {one.arm} {one.count}" + (f" +{one.points}" if one.points else "")
            for one in view(game, seat).moves
        )
        or "-"
    ),
    "plans": lambda game, seat: _listed(str(one.plan) for one in view(game, seat).plans),
}
