"""A game of dominoes by mail, from `start` to its end."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from referee.desk.cards_in_text import discreet
from referee.desk.table.records import record
from referee.dominoes.events import Knocked, RoundScored, TilePlayed
from referee.dominoes.line import Laid as Move
from referee.dominoes.line import Move as PlainMove
from referee.dominoes.line import lay, moves
from referee.dominoes.tiles import SET
from referee.games import view
from referee.table.events import Committed
from referee.table.fairness import Deck, commit
from referee.table.seats import SEATS, after
from tests.by_mail.lossy import Lossy
from tests.by_mail.returned import queued
from tests.dominoes.slow_record import faults_of
from tests.talk import MASTER, NAMES, STARTER, Letter, Talk

T = TypeVar("T")
START = f"{STARTER}\nsheet: sigma-dominoes"


@pytest.fixture
def dominoes(talk: Talk) -> Talk:
    return talk.starts(START)


def state(talk: Talk) -> Any:
    """Return the state of the game, which is one of dominoes."""
    return talk.game()


def trail(talk: Talk) -> list[Any]:
    """Return its events."""
    return list(talk.trail())


def on_turn(talk: Talk) -> int:
    """Return the seat on turn."""
    waiting: tuple[int, str] | None = state(talk).due
    assert waiting is not None, "somebody is to act"
    return waiting[0]


def turn_letter(talk: Talk) -> Letter:
    return next(x for x in reversed(talk.to(talk.due())) if "turn" in x.events)


def legal(talk: Talk) -> list[str]:
    """Return the moves that the letter of the player on turn lists."""
    return turn_letter(talk)["Spades-Legal"].split(", ")


def plays(talk: Talk, move: str | None = None) -> str:
    """Play for whoever is on turn: a move as they write it, else the first that their letter lists."""
    letter = turn_letter(talk)
    words = move or f"play {legal(talk)[0].removesuffix(' first')}"
    return talk.says(talk.due(), words, answers=letter)


def test_a_start_deals_seven_tiles_to_each(dominoes: Talk) -> None:
    hands = [dominoes.last(name)["Spades-Hand"].split() for name in NAMES]
    assert [len(hand) for hand in hands] == [7, 7, 7, 7] and len({tile for hand in hands for tile in hand}) == 28
    opener = next(name.lower() for name, hand in zip(NAMES, hands, strict=True) if "6-6" in hand)
    assert dominoes.due() == opener and legal(dominoes) == ["6-6 first"]
    assert dominoes.last(MASTER)["Spades-Hand"] == ""


def test_a_whole_game_by_replies_is_proved_by_its_record(dominoes: Talk) -> None:
    for _ in range(300):
        if dominoes.kept().ended_at is not None:
            break
        assert plays(dominoes) == "PlayTile/accepted"
    assert max(dominoes.kept().score) >= 150
    rounds = [event.round for event in trail(dominoes) if isinstance(event, RoundScored)]
    ends = dominoes.last("ann")
    assert [file.get_filename() for file in ends.message.iter_attachments()] == ["dominoes-1.jsonl"]
    assert "end" in ends.events and f"Round {rounds[-1]}" in ends.text
    assert all(re.search(rf"^ +{number} \|", ends.text, re.MULTILINE) for number in rounds), "each round is in the plot"
    assert dominoes.says("ann", "score", proven=True) == "Score/accepted"
    assert "Round by round" in dominoes.last("ann").text
    assert dominoes.says("ann", "history 1", proven=True) == "History/accepted"
    assert "Round 1 of game 1." in dominoes.last("ann").flat and " points for " in dominoes.last("ann").flat
    with dominoes.store.reading() as tx:
        lines = record(tx, 1)
    assert faults_of(lines) == []


def seek(talk: Talk, found: Callable[[Talk], T | None]) -> T:
    """Play on until a position has what is sought, and return that."""
    for _ in range(200):
        if (it := found(talk)) is not None:
            return it
        assert plays(talk) == "PlayTile/accepted"
    raise AssertionError("no such position in this game")


def choice(talk: Talk) -> tuple[Move, ...] | None:
    """Return the places of a tile that its player must choose between."""
    own = view(state(talk), on_turn(talk))
    return next((moves for tile in own.hand if len(moves := own.asked(tile)) > 1), None)


def test_a_place_is_asked_for_only_where_two_lead_to_different_ends(dominoes: Talk) -> None:
    moves = seek(dominoes, choice)
    who, tile, turn = dominoes.due(), moves[0].tile, dominoes.kept().turn
    before = len(dominoes.letters)
    assert plays(dominoes, str(tile)) == "PlayTile/which-end"
    (asks,) = dominoes.letters[before:]
    places = " or ".join(f"{move.arm} (makes {move.count})" for move in moves)
    arms = " or ".join(move.arm for move in moves)
    assert asks.to == f"{who}@club.test" and f"{tile} goes {places}: answer {arms}. It is your turn" in asks.flat
    assert f"Where does {tile} go? Your turn: " in asks["Subject"] and "changed nothing" not in asks.flat
    assert dominoes.kept().turn == turn
    assert dominoes.says(who, f"{moves[1].arm}!", answers=asks) == "ChoosePlace/accepted"
    laid = trail(dominoes)[-1] if dominoes.kept().turn == turn + 1 else None
    assert laid is None or (laid.tile, laid.arm) == (tile, moves[1].arm)


def test_a_place_without_a_tile_is_told_what_to_write(dominoes: Talk) -> None:
    assert plays(dominoes, "left") == "ChoosePlace/tournament"
    assert "play 6-4 left" in dominoes.last(dominoes.due()).flat


def test_an_unheld_or_unfitting_tile_costs_nothing_and_is_told_to_its_sender_alone(dominoes: Talk) -> None:
    plays(dominoes)
    own = view(state(dominoes), on_turn(dominoes))
    others = [tile for tile in SET if tile not in own.hand and str(tile) != "6-6"]
    unfit = [tile for tile in own.hand if 6 not in tile]
    for tile, said in ((others[0], "is not in your hand"), (unfit[0], "does not fit")):
        before, kept = len(dominoes.letters), dominoes.kept()
        assert plays(dominoes, f"play {tile}") == "PlayTile/illegal-tile"
        (told,) = dominoes.letters[before:]
        assert told.to == f"{dominoes.due()}@club.test" and f"{tile} {said}" in told.flat
        assert (dominoes.kept().turn, dominoes.kept().score) == (kept.turn, kept.score)
    six = next(tile for tile in own.hand if 6 in tile)
    assert plays(dominoes, f"play {six} up") == "PlayTile/illegal-tile"
    why = "Up and down open once both sides of the spinner, the first double, are covered."
    assert f"{six} does not fit up. {why} It costs" in dominoes.last(dominoes.due()).flat


def test_the_referee_knocks_at_once_and_a_pass_is_refused(dominoes: Talk) -> None:
    assert plays(dominoes, "pass") == "Knock/can-play"
    assert "You can play, so you must; your moves are below." in dominoes.last(dominoes.due()).flat

    def knocked(talk: Talk) -> int | None:
        return next((event.seat for event in trail(talk) if isinstance(event, Knocked)), None)

    seat = seek(dominoes, knocked)
    who = state(dominoes).names[seat - 1].lower()
    if dominoes.due() != who:
        assert dominoes.says(who, "knock") == "Knock/knocked"


def test_who_moves_hears_who_knocked_at_it(dominoes: Talk) -> None:
    def knocked_at(talk: Talk) -> Move | None:
        """Return the first legal move, if the next seat must knock at it, and the one after that can play."""
        own, hands = view(state(talk), on_turn(talk)), [state(talk).hand(after(on_turn(talk), more)) for more in (1, 2)]
        can = [bool(moves(lay(own.line, PlainMove(own.moves[0].tile, own.moves[0].arm)), hand)) for hand in hands]
        return own.moves[0] if can == [False, True] and len(own.hand) > 1 else None

    move = seek(dominoes, knocked_at)
    who, knocks = dominoes.due(), state(dominoes).names[after(on_turn(dominoes)) - 1]
    assert plays(dominoes, f"play {move.tile} {move.arm}\nplan fives") == "MakePlan/accepted PlayTile/accepted"
    assert f"You played {move.tile} {move.arm}. {knocks} knocked. " in dominoes.last(who).flat


def test_a_slip_is_offered(dominoes: Talk) -> None:
    who = dominoes.due()
    assert plays(dominoes, "paly 6-6") == "no-command"
    assert "play 6-6" in dominoes.last(who).flat
    assert dominoes.says(who, "yes") == "PlayTile/accepted Yes/accepted"


def test_a_tile_out_of_turn_is_offered_as_a_plan(dominoes: Talk) -> None:
    waiting = [seat for seat in SEATS if seat != on_turn(dominoes)]
    who = state(dominoes).names[waiting[0] - 1].lower()
    tile = sorted(state(dominoes).hand(waiting[0]))[0]
    assert dominoes.says(who, f"play {tile}") == "PlayTile/not-your-turn"
    assert f"play {tile} if you can" in dominoes.last(who).flat
    assert dominoes.says(who, "yes") == "MakePlan/accepted Yes/accepted"
    assert str(state(dominoes).plans[waiting[0] - 1][0].plan) == str(tile)


def test_a_plan_plays_and_forced_too(dominoes: Talk) -> None:
    for name in NAMES:
        assert dominoes.says(name, "plan forced on", proven=True) == "SetHabit/accepted"
        assert "a tile that is the only one you may play is played at once" in dominoes.last(name).flat
    waiting = [seat for seat in SEATS if seat != on_turn(dominoes)]
    who = state(dominoes).names[waiting[0] - 1].lower()
    assert dominoes.says(who, "plan fives, heaviest") == "MakePlan/accepted"
    assert "you play the move that scores most" in dominoes.last(who).flat
    one, two = sorted({*SET} - state(dominoes).hand(waiting[0]))[:2]
    assert dominoes.says(who, f"plan {one} left, {two}, fives") == "MakePlan/accepted"
    assert (said := f"You hold neither {one} nor {two}.") in dominoes.last(who).flat
    assert dominoes.says(who, "plan show") == "ShowPlans/accepted"
    assert said in dominoes.last(who).flat
    assert dominoes.says(who, "plan off") == "DropPlans/accepted"
    assert dominoes.says(who, "plan fives") == "MakePlan/accepted"
    for _ in range(8):
        plays(dominoes)
    acts = [event for event in trail(dominoes) if isinstance(event, TilePlayed)]
    assert any(event.planned for event in acts)


def test_the_clock_plays_a_legal_tile(dominoes: Talk) -> None:
    plays(dominoes)
    seat = on_turn(dominoes)
    dominoes.passes(days=10)
    acted = next(event for event in trail(dominoes) if isinstance(event, TilePlayed) and event.by == "clock")
    assert acted.seat == seat
    assert "time ran out" in dominoes.last(state(dominoes).names[seat - 1]).text


def test_a_tile_that_was_laid_before_is_told_so(dominoes: Talk) -> None:
    who, letter = dominoes.due(), turn_letter(dominoes)
    move = f"play {legal(dominoes)[0].removesuffix(' first')}"
    plays(dominoes, move)
    while dominoes.due() != who:
        plays(dominoes)
    assert "made-before" in dominoes.says(who, move, answers=letter)
    assert f"Your {move.split()[1]} was laid in round 1 already" in dominoes.last(who).flat


def test_questions_about_the_game(dominoes: Talk) -> None:
    for _ in range(4):
        plays(dominoes)
    for words, outcome in (
        ("hand", "Hand"), ("memory", "Memory"), ("history", "History"), ("score", "Score"), ("status", "Status"),
        ("games", "Games"), ("record 1", "Record"), ("help", "Help"), ("help play", "Help"), ("help plans", "Help"),
        ("help commands", "Help"), ("rules", "Rules"),
    ):  # fmt: skip
        assert dominoes.says("ann", words, proven=True) == f"{outcome}/accepted", words
        assert dominoes.last("ann").text
        dominoes.now += timedelta(hours=4)
    assert dominoes.says("ann", "bid 4") == "no-command"


def test_help_on_tiles_is_help_on_how_to_play_them(dominoes: Talk) -> None:
    assert dominoes.says("ann", "help tiles", proven=True) == "Help/accepted"
    said = dominoes.last("ann").flat
    assert "Help: play" in said and "play 6-4 left" in said
    assert "There is also help on: plans, " in said and "cards," not in said


def test_help_names_what_dominoes_has_and_speaks_of_no_card(dominoes: Talk) -> None:
    assert dominoes.says("ann", "help commands", proven=True) == "Help/accepted"
    told = dominoes.last("ann").flat
    assert all(f"- {usage}: " in told for usage in ("play 6-4 left", "knock", "plan 6-4 left, 5-5, fives", "hand"))
    assert re.findall(r"\b(?:cards?|bids?|tricks?|suit|void)\b", told.partition("More on one topic")[0]) == []


def test_help_on_a_topic_speaks_of_tiles_too(dominoes: Talk) -> None:
    for topic, said in (
        ("time", "Each bid, card or tile has a time limit"), ("say", "or speaks of tiles"),
        ("notify", "for each bid, card or tile"), ("fairness", "What you all bid and play is mixed in"),
        ("sheets", "what you may bid or play"), ("questions", "memory score"),
    ):  # fmt: skip
        assert dominoes.says("ann", f"help {topic}", proven=True) == "Help/accepted"
        assert said in dominoes.last("ann").flat, topic
        dominoes.now += timedelta(hours=4)


@pytest.mark.parametrize("word", ["pass", "count", "block", "double"])
@pytest.mark.parametrize("who", ["ann", MASTER])
def test_help_on_a_word_of_dominoes_is_help_on_how_to_play(dominoes: Talk, who: str, word: str) -> None:
    assert dominoes.says(who, f"help {word}", answers=dominoes.last(who), proven=True) == "Help/accepted"
    assert "Help: play" in dominoes.last(who).flat and "does not have this" not in dominoes.last(who).flat


def test_a_habit_of_cards_is_refused_where_there_are_none(dominoes: Talk) -> None:
    assert dominoes.says("ann", "plan equals on", proven=True) == "SetHabit/bad-value"
    assert "no cards that touch" in dominoes.last("ann").flat
    assert dominoes.says("ann", "plan equals off", proven=True) == "SetHabit/accepted"


def test_rulings(dominoes: Talk) -> None:
    for _ in range(3):
        plays(dominoes)
    turn = dominoes.kept().turn
    assert dominoes.master("pause") == "Pause/accepted"
    assert dominoes.master("resume") == "Resume/accepted"
    assert dominoes.master("extend 2 days") == "ExtendBy/accepted"
    assert dominoes.master("limit 2 days") == "LimitTo/accepted"
    assert dominoes.master(f"rule void to turn {turn - 1} because of a slip") == "VoidTo/accepted"
    assert len(state(dominoes).course) == 2
    assert dominoes.master("replace Bob with Eve <eve@club.test>") == "ReplacePlayer/accepted"
    assert "Eve" in state(dominoes).names and dominoes.last("eve")["Spades-Hand"]
    assert dominoes.says("eve", "away 1 Dec to 3 Dec", proven=True) == "Away/accepted"
    plays(dominoes)


def test_concession_and_rematch(dominoes: Talk) -> None:
    names = state(dominoes).names
    for name in (names[0], names[2]):
        assert dominoes.says(name, "concede") == "Concede/accepted"
    assert state(dominoes).result.team == 2
    assert dominoes.says(names[0], "rematch", proven=True).startswith("Rematch/accepted")
    for name in names[1:]:
        assert dominoes.says(name, "yes", proven=True) == "Yes/accepted"
    assert dominoes.kept(2).game == "dominoes"


def test_a_round_is_dealt_anew_when_a_void_undoes_its_end(dominoes: Talk) -> None:
    plays(dominoes)
    names, turn = state(dominoes).names, state(dominoes).turn
    for name in (names[0], names[2]):
        dominoes.says(name, "concede")
    assert dominoes.master(f"rule void to turn {turn - 1} because they meant another game") == "VoidTo/accepted"
    assert state(dominoes).result is None and state(dominoes).attempt > 1
    assert "dealt again" in dominoes.last(names[0]).flat
    plays(dominoes)


def test_a_restored_game_goes_on(tmp_path: Path) -> None:
    table = Lossy(tmp_path)
    table.starts(START)
    plays(table)
    table.hands_over()
    older = table.copies()
    for _ in range(3):
        plays(table)
    table.hands_over()
    table.restores(older)
    assert table.looks()
    assert "Tiles of this round may have been seen" in table.last(table.kept(1).names[0]).flat
    assert table.master("resume") == "Resume/accepted"
    plays(table)


def test_a_group_may_have_a_sheet_of_its_own(tmp_path: Path) -> None:
    own = {"ours": {"base": "sigma-dominoes", "end": "after the hand", "redeal": "five doubles"}}
    talk = Talk(tmp_path, sheets=own).starts(f"{STARTER}\nsheet: ours\ntarget: 200\nhand count: others")
    sheet = state(talk).sheet
    assert (sheet.name, sheet.target, sheet.hand_count) == ("ours*", 200, "others")
    assert (sheet.end, sheet.redeal, sheet.blocked) == ("after_the_hand", "five_doubles", "opponents")


def test_the_rules_of_a_sheet_are_those_of_its_game_whatever_its_name(tmp_path: Path) -> None:
    own = {"dominoes": {"base": "standard"}, "sheet": {"base": "sigma-dominoes"}}
    talk = Talk(tmp_path, sheets=own).starts()
    for name, words in (("dominoes", "A team that took fewer than it bid is set"), ("sheet", "rounded to the nearest")):
        assert talk.says("ann", f"rules {name}") == "Rules/accepted"
        assert words in talk.last("ann").flat, name


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nil: 100", "nil"), ("blocked: half", "difference"), ("end: soon", "after"),
        ("match limit: 14 days", "A match limit belongs in the announcement of a tournament, and a game has none."),
        ("last trick: by hand", "> last trick: by hand Dominoes has no tricks"),
    ],
)  # fmt: skip
def test_a_start_with_a_wrong_parameter_says_why(talk: Talk, line: str, said: str) -> None:
    assert talk.master(f"{START}\n{line}", subject="a game") == "Start/start-line"
    assert said in talk.last(MASTER).flat


def test_four_who_join_get_a_table_whose_commitments_are_those_of_dominoes(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for name in NAMES:
        assert talk.says(name, "join sigma-dominoes", answers=None, proven=True) == "Join/accepted"
    told = talk.last("dave")["Spades-Commit"]
    assert talk.says("ann", "salt tea", proven=True) == "Salt/accepted"
    assert talk.master("start", answers=talk.last(MASTER)) == "Start/accepted"
    (first, *_) = [event for event in trail(talk) if isinstance(event, Committed)]
    assert all(commit("dominoes", Deck(1, 1, at, seed)) in told for at, seed in enumerate(first.seeds, 1))


def test_a_salt_may_be_replaced_until_the_eighth_tile(dominoes: Talk) -> None:
    assert dominoes.says("ann", "salt tea", proven=True) == "Salt/accepted"
    assert "Until tile 8 of round 1 is laid" in dominoes.last("ann").flat
    for _ in range(8):
        plays(dominoes)
    assert dominoes.says("ann", "salt coffee", proven=True) == "Salt/salt-closed"


@pytest.mark.parametrize("words", ["I have 6-4", "the double five is mine", "no fives here", "I-hold-64", "my６-４x"])
def test_words_about_tiles_are_not_passed_on(dominoes: Talk, words: str) -> None:
    before = len(dominoes.letters)
    assert dominoes.says("ann", f"say {words}", proven=True) == "Say/say-cards"
    assert dominoes.says("ann", f"salt {words}", proven=True) == "Salt/salt-cards"
    assert [letter.to for letter in dominoes.letters[before:]] == ["ann@club.test"] * 2
    assert dominoes.says("ann", "say see you at five, the queen is here", proven=True) == "Say/accepted"


def test_what_a_server_says_of_tiles_is_left_out(dominoes: Talk) -> None:
    letter = queued(dominoes, dominoes.due())
    held = letter.raw.partition(b"Spades-Hand: ")[2].split()[0].decode()
    assert held not in discreet(f"550 refused: hand {held}", letter)
    assert not any(held in discreet(f"554 5.6.{number} {held}", letter) for number in range(7))
    assert discreet("550 mailbox full", letter) == "550 mailbox full"


def test_a_void_charges_nobody_whatever_it_takes_back(dominoes: Talk) -> None:
    for _ in range(3):
        plays(dominoes)
    turn = dominoes.kept().turn
    for to in (turn - 1, turn):
        assert dominoes.master(f"rule void to turn {to} charge Ann because of a slip") == "VoidTo/no-charge"
        assert "Dominoes has no misplays, so a void charges nobody." in dominoes.last(MASTER).flat
    assert dominoes.master(f"rule void to turn {turn - 1} because of a slip") == "VoidTo/accepted"


def test_a_move_without_a_name_means_the_game_that_has_such_moves(dominoes: Talk) -> None:
    dominoes.master(f"{STARTER}\nsheet: standard", subject="another game")
    who = dominoes.due()
    assert dominoes.says(who, "double six", answers=None, proven=True) == "PlayTile/accepted"
    waiting = dominoes.game(2).due
    assert waiting is not None
    bids = dominoes.game(2).names[waiting[0] - 1]
    assert dominoes.says(bids, "4", answers=None, proven=True) == "BareNumber/accepted"
    assert dominoes.says("ann", "plan off", answers=None, proven=True) == "DropPlans/which-game"


def test_each_game_reads_its_own_moves(dominoes: Talk) -> None:
    assert plays(dominoes, "bid 4") == "no-command"
    dominoes.master(f"{STARTER}\nsheet: standard", subject="another game")
    who = dominoes.due()
    of_spades, of_dominoes = {"subject": "[Spades 2]"}, {"subject": "[Dominoes 1]"}
    assert dominoes.says(who, "6-6", answers=None, proven=True, **of_spades) == "no-command"
    assert dominoes.says(who, "plan KH", answers=None, proven=True, **of_spades) == "MakePlan/accepted"
    assert dominoes.says(who, "plan KH", answers=None, proven=True, **of_dominoes) == "no-command"
    assert dominoes.says(who, "66", answers=None, proven=True, **of_dominoes) == "PlayTile/accepted"


def test_a_round_that_a_plan_ends_is_told_with_the_next_deal(dominoes: Talk) -> None:
    """Each player plans before the one on turn plays, until a plan lays the last tile of a round."""
    for _ in range(120):
        who = dominoes.game().names[after(on_turn(dominoes), 1) - 1].lower()
        round_ = dominoes.kept().round
        if dominoes.says(who, "plan heaviest", proven=True) == "MakePlan/accepted":
            plays(dominoes)
        last = next(event for event in reversed(trail(dominoes)) if isinstance(event, TilePlayed))
        if dominoes.kept().round > round_ and last.planned:
            break
    planner = dominoes.game().names[last.seat - 1]
    assert last.planned and f"your plans played {last.tile} {last.arm}" in dominoes.last(planner).flat


def test_receipts_and_levels_of_hearing(dominoes: Talk) -> None:
    beginner = dominoes.due()
    plays(dominoes)
    assert "In your first round each tile of yours is answered like this." in dominoes.last(beginner).flat
    for name in NAMES:
        assert dominoes.says(name, "receipts on", proven=True) == "SetReceipts/accepted"
    assert dominoes.says("zoe", "watch 1", proven=True) == "Watch/accepted"
    assert dominoes.says("zoe", "notify each play", proven=True) == "SetNotify/accepted"
    who = dominoes.due()
    plays(dominoes)
    assert "receipt" in dominoes.last(who).events
    plays(dominoes)
    watched = dominoes.last("zoe")
    assert watched.events[0] == "play" and watched["Spades-Hand"] == ""


def test_a_master_who_plays_asks_the_others_for_a_void_of_their_own(tmp_path: Path) -> None:
    players = START.replace("Dave <dave@club.test>", f"Gm <{MASTER}>")
    talk = Talk(tmp_path).starts(players)
    for _ in range(5):
        talk.says(talk.due(), f"play {legal(talk)[0].removesuffix(' first')}", answers=turn_letter(talk))
    assert talk.master(f"rule void to turn {talk.kept().turn - 4} because of a slip") == "VoidTo/accepted"
    asked = [letter.to for letter in talk.letters if "asks" in letter["Subject"] or "yes" in letter.flat.lower()]
    assert asked


def test_no_letter_tells_anybody_elses_tiles(dominoes: Talk) -> None:
    """Until they are laid: whatever a letter holds, header, text and HTML, is of its reader's hand or of the table."""
    dominoes.hears_each_play()
    for _ in range(12):
        before, lies = len(dominoes.letters), {str(one.tile) for one in state(dominoes).laid}
        plays(dominoes)
        now, game = {str(one.tile) for one in state(dominoes).laid}, state(dominoes)
        for letter in dominoes.letters[before:]:
            seat = next((seat for seat in SEATS if letter.to == f"{game.names[seat - 1].lower()}@club.test"), None)
            own = set() if seat is None else {str(tile) for tile in game.hand(seat)}
            secret = {str(tile) for hand in game.hands for tile in hand} - own - now - lies
            shown = f"{letter.message.items()} {letter.text} {letter.html}"
            assert not secret.intersection(re.findall(r"(?<![\w-])[0-6]-[0-6](?![\w-])", shown))


@pytest.fixture
def both(dominoes: Talk) -> Talk:
    """A player on turn in a game of dominoes and in one of spades; mails of theirs name neither."""
    dominoes.master(f"{STARTER}\nsheet: standard", subject="another game")
    waiting = dominoes.game(2).due
    assert waiting is not None
    if on_turn(dominoes) != waiting[0]:
        for _ in range((on_turn(dominoes) - waiting[0]) % 4):
            bidding = dominoes.game(2).due
            assert bidding is not None
            who = dominoes.game(2).names[bidding[0] - 1]
            assert dominoes.says(who, "3", answers=None, proven=True) == "BareNumber/accepted"
    return dominoes


@pytest.mark.parametrize(
    "lines",
    ["bid 3\nplay 6-6", "3\ndouble six", "play 6-6\n\nnil", "play 6-6\nchallenge", "plan fives\nplan spades: low"],
)
def test_moves_of_two_games_in_one_mail_are_asked_apart(both: Talk, lines: str) -> None:
    who, before = both.due(), (both.game(1), both.game(2))
    assert "accepted" not in both.says(who, lines, answers=None, proven=True)
    assert (both.game(1), both.game(2)) == before
    told = both.last(who).flat
    assert "each in a mail of its own" in told or "challenge trick 5 bob" in told


@pytest.mark.parametrize(
    ("line", "outcome"),
    [("plan fives", "MakePlan/which-game"), ("pass", "Knock/can-play"), ("6-6\nRight.", "PlayTile")],
)
def test_a_line_that_one_game_reads_is_no_fault_of_the_other(both: Talk, line: str, outcome: str) -> None:
    assert both.says(both.due(), line, answers=None, proven=True).startswith(outcome)


@pytest.mark.parametrize(
    "line",
    ["bid 3", "nil", "claim", "challenge", "trick", "play QS", "plan hearts: low", "plan lowest", "misdeal", "show"],
)
def test_a_command_of_spades_is_told_that_this_is_dominoes(dominoes: Talk, line: str) -> None:
    assert plays(dominoes, line) == "no-command"
    told = dominoes.last(dominoes.due()).flat
    assert "This is a game of dominoes: there are no cards, bids or tricks, and nothing to claim." in told
    assert "for instance: play 6-4" in told and "hearts" not in told.partition(">")[2].partition("This is")[2]


@pytest.mark.parametrize("line", ["play 6-4", "double five", "knock", "on the spinner"])
def test_a_command_of_dominoes_is_told_that_this_is_spades(table: Talk, line: str) -> None:
    assert table.says("ann", line, proven=True) == "no-command"
    assert "This is a game of Spades, which has no tiles. Play a card, for instance: play QS" in table.last("ann").flat
    assert table.says("ann", "see you there", proven=True) == "no-command"
    assert "This is a game of" not in table.last("ann").flat


def test_a_place_may_come_before_its_tile_and_a_tile_no_set_has_is_explained(dominoes: Talk) -> None:
    for line in ("play 7-1", "play 9-9", "play 1-7 left"):
        assert plays(dominoes, line) == "refused/unclear"
        assert "write both halves, from 0 to 6" in dominoes.last(dominoes.due()).flat
    assert plays(dominoes, "play left 6-6").startswith("PlayTile/")


def test_a_legal_value_of_the_header_may_be_sent_as_it_stands(dominoes: Talk) -> None:
    assert plays(dominoes, f"play {legal(dominoes)[0]}") == "PlayTile/accepted"


@pytest.mark.parametrize("line", ["salt my-6-4", "say I hold 3-3"])
def test_words_that_name_tiles_are_refused_as_tiles(dominoes: Talk, line: str) -> None:
    dominoes.says("ann", line.replace("my-", "my "), proven=True)
    assert "speak of tiles" in dominoes.last("ann").flat and "cards" not in dominoes.last("ann").flat


def test_the_name_of_the_game_stands_for_its_sheet(talk: Talk) -> None:
    assert talk.master(f"{STARTER}\nsheet: dominoes", subject="a game") == "Start/accepted"
    assert state(talk).sheet.name == "sigma-dominoes"
    for line, outcome in (
        ("rules dominoes", "Rules"), ("help dominoes", "Help"), ("help domino", "Help"), ("join domino", "Join"),
    ):  # fmt: skip
        assert talk.says("ann", line, proven=True) == f"{outcome}/accepted"
        assert "sigma-dominoes" in talk.last("ann").flat


def test_a_newcomer_who_writes_of_dominoes_is_told_how_to_join_it(talk: Talk) -> None:
    talk.says("ann", "join dominoes", answers=None, proven=True)
    for number, (line, said) in enumerate(
        {"I want to play dominoes": "", "join dominoe": "There is no sheet dominoe. Did you mean dominoes? "}.items()
    ):
        who = f"s{number}@host{number}.test"
        talk.says(who, line, proven=True)
        told = talk.last(who)
        assert said in told.flat and "with one line: join dominoes " in told.flat
        assert "for a game on sheet sigma-dominoes: join sigma-dominoes." in told.flat
        assert "body=join%20dominoes" in told.html


@pytest.mark.parametrize(("sheet", "line"), [("sigma-dominoes", "nil: 100"), ("109", "blocked: nothing")])
def test_a_setting_of_another_games_sheet_is_told_this_sheets(talk: Talk, sheet: str, line: str) -> None:
    assert talk.master(f"{STARTER}\nsheet: {sheet}\n{line}", subject="a game") == "Start/start-line"
    told, key = talk.last(MASTER).flat, line.partition(":")[0]
    assert f"A game by {sheet} has no setting `{key}`." in told and f"`{key}`," not in told
