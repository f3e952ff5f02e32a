"""Letters of dominoes: what they offer and say is what the law says, and none shows a tile that its reader may not
see."""

import random
import re
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from referee.dominoes import commands as cmd
from referee.dominoes.events import RoundScored
from referee.dominoes.fold import replay
from referee.dominoes.game import Game
from referee.dominoes.line import Knock, Laid, Move, asked, count, lay, scores
from referee.dominoes.plans import plan_from
from referee.dominoes.sheets import SIGMA_DOMINOES, WORDS, DominoSheet
from referee.dominoes.tiles import Tile, parse_tile
from referee.dominoes.view import SeatView, view
from referee.post.messages import Letter
from referee.table.commands import Concede
from referee.table.events import LastRoundSet, Misdealt
from referee.table.seats import SEATS
from referee.telling import kinds
from referee.telling.dominoes import parts, sentences
from referee.telling.letter_kinds import HelpPage, RulesPage
from referee.telling.letters import Cause
from referee.telling.news import Replacement, Void
from referee.telling.notices import GameResult
from referee.telling.sentences.news_lines import lines
from referee.telling.templates import templates_in
from tests.telling.domino_samples import (
    BLOCKED,
    BUILTIN,
    Steps,
    act,
    announced,
    answered,
    found,
    on_turn,
    opening,
    played,
    private,
    told,
)
from tests.telling.letter_samples import WRITTEN, ids, player
from tests.telling.test_letters import SAMPLES

TILE = re.compile(r"(?<![\d-])([0-6])(?:-|\||</div>)([0-6])(?![\d-])")
MOVE = re.compile(r"^  play (\S+)(?: (left|right|up|down))?  +(makes|scores) (\d+)$", re.MULTILINE)


@cache
def games() -> tuple[tuple[Game, Steps], ...]:
    """Return the acts of some games with random moves, each with the position before it."""
    chance = random.Random(34)
    acts: list[tuple[Game, Steps]] = []
    for number in (5, 6, 7):
        game = opening(number)[-1].game
        while game.result is None and len(acts) < 80 * (number - 4):
            move = chance.choice(view(game, on_turn(game)).moves)
            steps = act(game, cmd.PlayTile(move.tile, move.arm))
            acts.append((game, steps))
            game = steps[-1].game
    return tuple(acts)


def turns() -> list[tuple[SeatView, Letter]]:
    """Return the turn letter after each act, with its reader's view."""
    going = [(game, steps) for game, steps in games() if steps[-1].game.result is None]
    after = [(steps[-1].game, told(game, steps)) for game, steps in going]
    return [(view(now, on_turn(now)), private(story, on_turn(now), turn=True, news=True)) for now, story in after]


def shown(letter: Letter) -> set[Tile]:
    """Return every tile that a letter names or draws, in its text, its HTML, its subject and its headers."""
    heads = " ".join(value for name, value in letter.headers if name not in ("Spades-Reveal", "Spades-Commit"))
    every = f"{letter.subject} {heads} {letter.text} {letter.html}"
    return {Tile(max(halves), min(halves)) for one, other in TILE.findall(every) for halves in [(int(one), int(other))]}


def test_no_letter_shows_an_unplayed_tile_of_another_seat() -> None:
    for game, steps in games():
        story, now = told(game, steps), steps[-1].game
        ended = [after.course for event, after in steps if isinstance(event, RoundScored)]
        acts = (*now.course, *game.course, *(one for course in ended for one in course))
        lies = {one.tile for one in acts if isinstance(one, Laid)}
        rounds = [event for event, _ in steps if isinstance(event, RoundScored)]
        for seat in SEATS:
            turn = now.result is None and seat == on_turn(now)
            letter = private(story, seat, *rounds, turn=turn, news=True, receipt=not turn)
            assert shown(letter) <= lies | now.hand(seat), letter.text
        assert shown(announced(story, *rounds)) <= lies


def test_a_turn_letter_offers_every_choice_with_what_it_makes_those_that_score_first() -> None:
    for own, letter in turns():
        offered = MOVE.findall(letter.text)
        line = own.line
        tiles = [Tile(6, 6)] if own.double_six else own.hand or ()
        moves = {move for tile in tiles for move in (asked(line, tile) if line.first else [Move(tile, "first")])}
        assert {Move(parse_tile(code), place or "first") for code, place, _, _ in offered} == moves
        assert len(offered) == len(moves)
        for code, place, says, number in offered:
            made = count(lay(line, Move(parse_tile(code), place or "first")))
            assert (says, int(number)) == ("scores" if scores(made) else "makes", made)
        assert [says for _, _, says, _ in offered] == sorted((says for _, _, says, _ in offered), reverse=True)
        links = re.findall(r"body=play%20(\d-\d(?:%20\w+)?)\"", letter.html or "")
        assert links == [f"{code}{place and f'%20{place}'}" for code, place, _, _ in offered]


def test_a_turn_letter_says_how_many_tiles_each_holds_and_who_knocked_at_what() -> None:
    knocked = 0
    for own, letter in turns():
        for seat in SEATS:
            row = re.search(rf"^  {own.name(seat)}\b.*  (\d) tiles? *(?:to play)?$", letter.text, re.MULTILINE)
            assert row is not None and int(row[1]) == own.left[seat - 1]
            said = re.search(rf"\bKnocked: (?:[^.]*; )?{own.name(seat)} at ([^;.]*)[;.]", " ".join(letter.text.split()))
            numbers = {n for one in own.course if isinstance(one, Knock) and one.seat == seat for n in one.numbers}
            assert {int(n) for n in re.findall(r"\d", said[1] if said else "")} == numbers
            knocked += bool(numbers)
    assert knocked > 5


def test_a_turn_letter_says_what_score_wins() -> None:
    for own, letter in turns():
        whole = " ".join(f"{letter.text} {TAG.sub(' ', letter.html or '')}".split())
        plain = f"Score, to {own.sheet.target} "
        assert whole.count(plain) == 2 or f"short of {own.sheet.target}" in whole, letter.text


def test_a_recap_tells_each_act_since_the_reader_s_own_last_tile_once() -> None:
    for own, letter in turns():
        if any("round" in value.split(",") for name, value in letter.headers if name == "Spades-Event"):
            continue
        flat = " ".join(letter.text.split())
        laid = [place for place, one in enumerate(own.course, 1) if isinstance(one, Laid) and one.seat == own.seat]
        for one in own.course[laid[-1] if laid else 0 :]:
            assert flat.count(sentences.act_sentence(one, own)) == 1


def test_the_letter_about_a_round_tells_its_last_turns() -> None:
    game, steps = found(BLOCKED)
    course = next(after.course for event, after in steps if isinstance(event, RoundScored))
    for letter in (
        announced(told(game, steps)),
        private(told(game, steps), on_turn(steps[-1].game), turn=True, news=True),
    ):
        said = " ".join(letter.text.split()).partition("The last turns: ")[2].partition(".")[0].split(", ")
        assert len(said) == 8
        for words, one in zip(said, course[-8:], strict=True):
            laid = f"{one.tile} {one.arm}" if isinstance(one, Laid) else "knocked"
            assert words == f"{game.names[one.seat - 1]} {laid}"


def scene(**sheet: str) -> SeatView:
    """Return a view with a sheet that differs in this."""
    return replace(view(opening()[-1].game), sheet=replace(SIGMA_DOMINOES, **sheet))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sheet", "scored", "said"),
    [
        ({}, RoundScored(2, "out", (0, 7, 11, 6), (15, 0), (30, 0)),
         "Ann goes out. Bob + Dave held 13 pips: 15 points for Ann + Carol."),
        ({"hand_count": "others"}, RoundScored(2, "out", (0, 7, 11, 6), (25, 0), (40, 0)),
         "Ann goes out. The others held 24 pips: 25 points for Ann + Carol."),
        ({}, RoundScored(2, "out", (0, 1, 11, 1), (0, 0), (15, 0)),
         "Ann goes out. Bob + Dave held 2 pips: nobody scores."),
        ({}, RoundScored(2, "blocked", (4, 6, 9, 1), (0, 15), (0, 15)),
         "Blocked: nobody can play any more. Ann + Carol held 13 pips, Bob + Dave held 7 pips: "
         "15 points for Bob + Dave."),
        ({}, RoundScored(2, "blocked", (4, 6, 8, 6), (0, 0), (0, 0)),
         "Blocked: nobody can play any more. Ann + Carol held 12 pips, Bob + Dave held 12 pips: nobody scores."),
    ],
)  # fmt: skip
def test_a_round_says_how_it_ended_and_what_its_pips_brought(
    sheet: dict[str, str], scored: RoundScored, said: str
) -> None:
    assert sentences.round_ended(scored, scene(**sheet)) == said


def test_a_reminder_says_what_happens_at_the_limit() -> None:
    _, steps = games()[9]
    now = steps[-1].game
    seat = on_turn(now)
    assert "the referee plays a tile for you, drawn at random" in SAMPLES["dominoes-reminder"].text.replace("\n", " ")
    move = view(now, seat).moves[-1]
    planned = act(now, cmd.MakePlan(plan_from(f"{move.tile} {move.arm}")), seat)
    letter = private(told(now, planned), seat, turn=True, reminder=True)
    assert f"When the limit runs out, your plan plays {move.tile} {move.arm}." in letter.text


def test_a_plan_that_did_not_play_says_why() -> None:
    before, steps = next((game, steps) for game, steps in games() if len(steps[-1].game.course) == 5)
    seat = on_turn(steps[-1].game)
    missing = next(tile for tile in map(parse_tile, ("6-6", "5-5")) if tile not in before.hand(seat))
    planned = replay([event for event, _ in act(before, cmd.MakePlan(plan_from(str(missing))), seat)], before)
    move = steps[0].game.laid[-1]
    after = act(planned, cmd.PlayTile(move.tile, move.arm))
    letter = private(told(planned, after), seat, turn=True, news=True)
    assert f"Your plan {missing} did not play: you do not hold {missing}." in letter.text


def test_the_end_shows_the_score_of_the_round_that_it_cut_short() -> None:
    (game, steps) = list(played(1))[-1]
    rows = re.findall(r"^ +(\d+) .*  +(\d+)  +(\d+)$", SAMPLES["dominoes-end"].text, re.MULTILINE)
    score = steps[-1].game.score
    assert rows[-1] == (str(game.round), str(score[0]), str(score[1]))


def test_the_end_recounts_what_its_reader_has_not_heard() -> None:
    game, steps = list(played(1))[-1]
    over = steps[-1].game
    for seat in SEATS:
        letter = private(told(game, steps), seat, news=True)
        own = [place for place, one in enumerate(over.course, 1) if isinstance(one, Laid) and one.seat == seat]
        flat = " ".join(letter.text.split())
        for one in over.course[own[-1] :]:
            assert flat.count(sentences.act_sentence(one, view(over, seat))) == 1


def test_the_round_that_the_end_cut_short_is_told_to_everybody() -> None:
    game, steps = list(played(1))[-1]
    over = steps[-1].game
    text = announced(told(game, steps)).text
    for team in (1, 2):
        made = sum(one.points for one in over.laid if one.seat % 2 == team % 2)
        names = f"{over.names[team - 1]} \\+ {over.names[team + 1]}"
        assert re.search(rf"^  {names} +{made} +{over.score[team - 1]}$", text, re.MULTILINE)
    last = over.laid[-1]
    assert (
        f"{over.names[last.seat - 1]} {last.tile} {last.arm}."
        in " ".join(text.split()).partition("The last turns: ")[2]
    )


def test_a_blocked_round_is_told_with_the_opener_of_the_next() -> None:
    game, steps = found(BLOCKED)
    after = steps[-1].game
    assert f"Next: {after.names[after.opener - 1]} is to open the round" in announced(told(game, steps)).text


def test_the_time_that_ran_out_says_what_was_laid() -> None:
    letter = SAMPLES["dominoes-timeout-own"]
    laid = next(act for act in reversed(view_of_time_out().course) if isinstance(act, Laid))
    assert f"The referee played {laid.tile} {laid.arm} for you." in letter.text
    assert "That tile was drawn at random from those you could play." in letter.text


def view_of_time_out() -> SeatView:
    """Return the view after the time-out of the golden letter."""
    game, _ = found(ninth_lies)
    return view(act(game, cmd.TimeUp(game.turn))[-1].game)


def ninth_lies(game: Game, steps: Steps) -> bool:
    """Tell if an act lays the ninth tile of a round."""
    return len(steps[-1].game.course) == 9


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in WORDS.items() for value in values])
def test_the_rules_tell_each_parameter_of_a_sheet(key: str, value: str | None) -> None:
    usual = getattr(SIGMA_DOMINOES, key)
    told = {rules(replace(SIGMA_DOMINOES, **{key: one})) for one in (usual, value)}  # type: ignore[arg-type]
    assert len(told) == (1 if value == usual else 2)


def test_the_rules_tell_the_target() -> None:
    assert "The first team with 205 points or more wins at once" in rules(replace(SIGMA_DOMINOES, target=205))


def rules(sheet: DominoSheet) -> str:
    """Return the answer to `rules`, without line breaks."""
    answer = RulesPage(sheet)
    return " ".join(templates_in(None).answer(answer, {"answer": answer}).split())


def test_a_concession_stands_below_the_score() -> None:
    now = games()[9][1][-1].game
    seat = on_turn(now)
    letter = private(told(now, act(now, Concede(), seat)), seat, turn=True, news=True)
    assert f"{now.names[seat - 1]} has conceded." in letter.text
    assert f"{now.names[seat - 1]} has conceded." in (letter.html or "")


def test_the_result_tells_who_has_won() -> None:
    _, steps = list(played(1))[-1]
    over = view(steps[-1].game)
    letter = BUILTIN.answer(
        GameResult(over, ()), player("Maria"), ids(), Cause(written=WRITTEN, game=13, head=over.head)
    )
    assert re.search(r"^Bob \+ Dave have won game 13 by the score\.", letter.text, re.MULTILINE)
    assert re.search(rf"^- Bob \+ Dave: {over.score[1]}$", letter.text, re.MULTILINE)


def test_five_doubles_are_told_as_such() -> None:
    shown = view(opening()[-1].game)
    (line,) = lines((Misdealt(1, 2),), shown)
    assert line.text == "Bob was dealt five doubles or more, so all four hands are thrown in."
    assert kinds.subject((Misdealt(1, 2),), kinds.Context(shown)) == "Bob had five doubles"


TAG = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
OF_CARDS = re.compile(r"\b(card|cards|bid|bids|trick|tricks|spade|spades|suit|nil|[QKA][SHDC])\b")


@pytest.mark.parametrize("topic", [None, "play", "plans", "claim"])
def test_help_in_a_game_of_dominoes_is_about_tiles(topic: str | None) -> None:
    letter = answered(HelpPage(topic, (), playing=True), games()[9][1][-1].game)
    assert "6-4 left" in letter.text
    assert not OF_CARDS.search(letter.text), letter.text
    assert len(letter.text.split()) < 330


def test_no_letter_of_dominoes_speaks_of_cards() -> None:
    letters = {name: letter for name, letter in SAMPLES.items() if name.startswith("dominoes-")}
    assert len(letters) > 15
    shown = {name: f"{letter.text} {TAG.sub(' ', letter.html or '')}" for name, letter in letters.items()}
    assert {name: found for name, words in shown.items() if (found := OF_CARDS.findall(words))} == {}


def test_news_of_any_table_speaks_of_tiles() -> None:
    shown = view(games()[9][1][-1].game)
    news = (
        Void(3, "a slip", None, 0),
        Void(3, "", None, 0, thrown_in=True),
        Replacement(2, "Eve", "Bob"),
        LastRoundSet(4),
    )
    for item in news:
        said = " ".join(line.text for line in lines((item,), shown))
        assert said and not OF_CARDS.search(said), said


LONG_NAMES = (
    "Maximiliane-Alexandra von Hohenstein",
    "Bartholomew Featherstonehaugh",
    "Étienne-Guillaume de La Rochefoucauld",
    "Dave",
)


def test_tables_of_long_names_keep_their_columns() -> None:
    game, _ = found(BLOCKED)
    story = told(replace(game, names=LONG_NAMES), act(replace(game, names=LONG_NAMES)))
    assert re.search(r"^  Team 1 +\d+ +18 +20 +20$", announced(story).text, re.MULTILINE)
    assert re.search(r"^    Étienne-Guillaume de La Rochefoucauld +8$", announced(story).text, re.MULTILINE)
    knocked = next(steps[-1].game for _, steps in played(1) if any(isinstance(a, Knock) for a in steps[-1].game.course))
    shown = view(replace(knocked, names=LONG_NAMES), on_turn(knocked))
    lines = parts.table_lines(shown, {1: "away 20 Dec to 3 Jan"}).split("\n")
    assert max(map(len, lines)) <= 76 and len(lines) > 4
    assert f"  {LONG_NAMES[0]}: away 20 Dec to 3 Jan" in lines


def test_who_goes_out_laid_the_last_tile_though_another_holds_no_pips() -> None:
    laid = (Laid(2, parse_tile("5-3"), "right", 9, 0),)
    scene: Any = SimpleNamespace(
        course=laid, name={1: "Ann", 2: "Bob", 3: "Carol", 4: "Dave"}.__getitem__, team_names=str, sheet=SIGMA_DOMINOES
    )
    over = RoundScored(1, "out", (0, 0, 9, 4), (0, 0), (20, 35))
    assert sentences.round_ended(over, scene).startswith("Bob goes out.")
