"""Robots: from the headers alone they play every sheet, make only legal moves, and take about as many tricks as they
bid."""

import asyncio
from email.message import EmailMessage, Message
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.demo.mail_player import Drowsy, MailPlayer, Robot, confirm
from referee.demo.planner import Planner
from referee.demo.robots import Turn, agrees, answer, choose_bid, choose_card, read_turn
from referee.spades.game import Game, called, due
from referee.spades.moves import legal_bids, legal_cards
from referee.spades.rulesheet import sheet_from, team_of
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from tests.demo.robots_game import NAMES, headers, robots_game, robots_play
from tests.spades.random_games import played


def robot_plays_what_is_legal(game: Game) -> None:
    seat, what = due(game) or (0, "")
    turn = read_turn(headers(game))
    assert turn is not None and (turn.seat, turn.due) == (seat, what)
    said = answer(turn)
    if what == "bid":
        assert said in {f"bid {bid}" for bid in legal_bids(game, seat)}
    else:
        assert said in {f"play {card}" for card in legal_cards(game, seat)}


@settings(max_examples=15)
@given(st.integers(0, 2**32))
def test_a_robot_always_plays_what_is_legal(seed: int) -> None:
    chance = Random(seed)
    for step in played(seed, wild=0.1):
        if due(step.before) is not None and chance.random() < 0.2:
            robot_plays_what_is_legal(step.before)


@pytest.mark.parametrize("name", SHEETS)
def test_robots_play_every_sheet_to_its_end(name: str) -> None:
    for seed in (1, 2, 3):
        assert robots_game(name, seed)[-1].result is not None


@pytest.mark.parametrize("name", SHEETS)
def test_robots_bid_about_what_they_take(name: str) -> None:
    """If every second bid failed, a game that takes points for that would not end."""
    rounds = [game.round for seed in (1, 2, 3) for game in robots_game(name, seed)[-1:]]
    sets = [sum(game.sets) for seed in (1, 2, 3) for game in robots_game(name, seed)[-1:]]
    assert sum(sets) / (2 * sum(rounds)) < 0.4


def test_a_robot_bids_for_their_team_what_two_hands_are_worth() -> None:
    bids = [bid for seed in (1, 2, 3) for game in robots_game("fsu", seed) for bid in game.bids if bid is not None]
    assert 5 < sum(bids) / len(bids) < 7


def test_a_robot_has_its_hand_shown_before_it_bids() -> None:
    game = next(iter(robots_play(SHEETS["sigma"], 1)))
    letter = headers(game) | {"Spades-Legal": "show B0"}
    letter.pop("Spades-Hand", None)
    turn = read_turn(letter)
    assert turn is not None and answer(turn) == "show"


def test_a_blind_nil_is_a_bid_of_0() -> None:
    turn = read_turn(headers(robots_game("sigma", 1)[-2]) | {"Spades-Bids": "B0 3 - 5"})
    assert turn is not None and turn.bids == (0, 3, None, 5)


def test_the_partner_of_the_one_on_the_clock_leaves_it_to_them() -> None:
    game = next(iter(robots_play(SHEETS["fsu"], 1)))
    asked = called(game)
    assert len(asked) == 2 and len({team_of(seat) for seat in asked}) == 1
    for seat in asked:
        turn = read_turn(headers(game, seat=seat), NAMES[seat - 1])
        assert (turn is not None) == (seat == (due(game) or (0, ""))[0])


def test_a_name_outside_ascii_is_found_among_the_seats() -> None:
    game = next(game for game in robots_play(SHEETS["109"], 1) if (due(game) or (0, ""))[0] == 4)
    letter = headers(game)
    letter["Spades-Seats"] = "=?utf-8?q?1=3DAnn=3B_2=3DBob=3B_3=3DCarol=3B_4=3DZo=C3=AB?="
    assert read_turn(letter, "Zoë") is not None
    assert read_turn(letter, "Carol") is None


def turn_with(hand: str, table: str, **more: str) -> Turn:
    """Seat 4's turn to play, the team still in want of tricks."""
    turn = read_turn(
        {
            "Spades-Event": "turn",
            "Spades-To-Act": "4 play",
            "Spades-Hand": hand,
            "Spades-Legal": hand,
            "Spades-Table": table,
            "Spades-Bids": "3 3 3 3",
            "Spades-Books": "0 0 0 0",
        }
        | {f"Spades-{key}": value for key, value in more.items()}
    )
    assert turn is not None
    return turn


@pytest.mark.parametrize(
    ("hand", "table", "card"),
    [
        ("2S BJ 3S", "1=AS 2=4S 3=5S", "2S"),
        ("2S LJ 3S", "1=BJ 2=4S 3=5S", "3S"),
        ("BJ LJ", "1=2S 2=4S 3=5S", "LJ"),
        ("LJ 4C", "1=AH 2=5H 3=6H", "LJ"),
        ("2S AS", "1=KS 2=4S 3=5S", "AS"),
    ],
)
def test_jokers_and_the_deuce_beat_the_ace_of_spades(hand: str, table: str, card: str) -> None:
    """The deuce of spades is high only where there are jokers; the last player to a trick plays the cheapest card that
    wins."""
    assert choose_card(turn_with(hand, table)).code == card


def test_jokers_are_worth_a_bid() -> None:
    plain = "9S 8S 7S 5H 4H 3H TD 9D 5D 4D 8C 7C 4C"
    bid = {"To-Act": "4 bid", "Legal": "0 1 2 3 4 5 6 7", "Bids": "3 3 3 -"}
    high = plain.replace("9S 8S 7S", "BJ LJ 2S")
    assert choose_bid(turn_with(high, "", **bid)) >= choose_bid(turn_with(plain, "", **bid)) + 2


def test_a_robot_answers_only_what_asks_it_to_act() -> None:
    game = next(step.before for step in played(1, wild=0) if len(view(step.before).table) == 2)
    turn = headers(game)
    assert read_turn(turn) is not None
    assert read_turn(turn | {"Spades-Event": "reminder"}) == read_turn(turn)
    for event in ("play", "trick", "reply", "error", "end", "return"):
        assert read_turn(turn | {"Spades-Event": event}) is None
    assert read_turn({}) is None


def test_a_trick_that_has_just_ended_is_no_table_to_follow() -> None:
    game = next(step.before for step in played(1, wild=0) if len(view(step.before).table) == 2)
    turn = read_turn(headers(game, "trick"))
    assert turn is not None and turn.table == ()
    assert read_turn(headers(game)) != turn


def test_a_drowsy_robot_sleeps_for_as_long_as_it_should() -> None:
    answered: list[str] = []

    class Robot(MailPlayer):
        def __init__(self) -> None:
            self.address, self.name = "ann@demo.test", None

        async def reply(self, to: Message, text: str) -> None:
            answered.append(str(to["Spades-Turn"]))

    async def test() -> None:
        drowsy = Drowsy(2, 3)
        for number, step in enumerate(step for step in played(3, wild=0) if len(view(step.before).table) == 1):
            letter = Message()
            for name, value in (headers(step.before) | {"Spades-Turn": str(number)}).items():
                letter[name] = value
            for _ in range(2):
                await drowsy(Robot(), letter)
            if number == 4:
                return

    asyncio.run(test())
    assert answered == ["0", "0", "3", "3", "4", "4"]


def test_a_robot_that_plans_claims_where_it_can_and_one_that_does_not_plays_on() -> None:
    sent: list[str] = []

    class Player(MailPlayer):
        def __init__(self) -> None:
            self.address, self.name = "ann@demo.test", None

        async def reply(self, to: Message, text: str) -> None:
            sent.append(text)

    game = next(step.before for step in played(1, wild=0) if len(view(step.before).table) == 2)
    letter = Message()
    for header, value in (headers(game) | {"Spades-Claimable": "yes"}).items():
        letter[header] = value
    for part in (Robot(Planner("Ann", Random(1))), robot := Robot(), robot):
        asyncio.run(part(Player(), letter))
    claim, first, second = sent
    assert claim == "claim"
    assert first.startswith("play ") and first.endswith("\nplan forced on"), "once is enough"
    assert second == first.removesuffix("\nplan forced on")


def test_nobody_counts_the_turns_of_a_partner() -> None:
    """A letter for the team's bid, which the partner is to answer, is no turn of a drowsy robot's."""

    class Robot(MailPlayer):
        def __init__(self, seat: int) -> None:
            self.address, self.name = "a@demo.test", NAMES[seat - 1]

        async def reply(self, to: Message, text: str) -> None:
            pass

    game = next(iter(robots_play(sheet_from("ours", {}, SHEETS["fsu"]), 1)))
    waiting = (due(game) or (0, ""))[0]
    for seat in called(game):
        letter, drowsy = Message(), Drowsy(1, 1)
        for name, value in headers(game, seat=seat).items():
            letter[name] = value
        asyncio.run(drowsy(Robot(seat), letter))
        assert len(drowsy.turns) == (seat == waiting)


LETTERS = Path(__file__).parent.parent / "letters"


def asking(name: str) -> EmailMessage:
    """A letter that asks, as the referee writes it, with Spades-* headers, text and links."""
    head, _, text = (LETTERS / f"{name}.txt").read_text("utf-8").partition("\n\n")
    letter = EmailMessage()
    for line in head.splitlines():
        if line.startswith("Spades-"):
            letter[line.partition(": ")[0]] = line.partition(": ")[2]
    letter.set_content(text)
    letter.add_alternative((LETTERS / f"{name}.html").read_text("utf-8"), subtype="html")
    return letter


class Asked(MailPlayer):
    """A player who keeps what they send."""

    def __init__(self, name: str) -> None:
        self.address, self.name = "bob@demo.test", name
        self.said: list[str] = []

    async def send(self, address: str, subject: str, text: str, answers: str = "") -> None:
        self.said.append(text)


def answers_to(letter: Message, name: str) -> list[str]:
    asked = Asked(name)
    asyncio.run(Robot()(asked, letter))
    return asked.said


def test_a_robot_agrees_to_an_undo_and_plays_nothing_meanwhile() -> None:
    letter = asking("undo-asked-turn")
    assert answers_to(letter, "Carol") == ["yes"]


@pytest.mark.parametrize(
    ("hand", "said"),
    [("6D JC 9C 8C", "yes"), ("AD AC 9C 8C", "yes"), ("AS KS AD AC", "no"), ("AS KS QS 8C", "no")],
)
def test_a_robot_agrees_to_a_yield_that_gives_its_team_what_its_cards_are_worth(hand: str, said: str) -> None:
    """Ann gives Bob + Dave two of the four tricks that are left."""
    letter = asking("yield-asked")
    letter.replace_header("Spades-Hand", hand)
    assert answers_to(letter, "Bob") == [said]


def test_a_robot_reads_the_share_of_its_own_team() -> None:
    letter = asking("yield-asked")
    plain = letter.get_body(("plain",))
    assert plain is not None
    text = " ".join(plain.get_content().split())
    heads = {name: str(value) for name, value in letter.items()} | {"Spades-Hand": "AS KS AD AC"}
    assert not agrees(heads, "Bob", text)
    assert agrees(heads, "Bob", text.replace("Bob + Dave get 2", "Bob + Dave get 4"))
    assert not agrees(heads, "Bob", text.replace("Ann + Carol get 2", "Ann + Carol get 4"))
    assert not agrees(heads | {"Spades-Hand": "2D"}, "Bob", text.replace("Bob + Dave get 2", "Bob + Dave get none"))
    assert not agrees(heads | {"Spades-To-Act": "2 play", "Spades-Hand": "2D"}, "Bob", text), "they play on"


def test_a_robot_answers_nothing_that_does_not_ask_for_yes_or_no() -> None:
    assert answers_to(asking("yield-declined-list"), "Bob") == []


@pytest.mark.parametrize(("event", "said"), [("confirm", ["yes"]), ("confirm,welcome", ["yes"]), ("welcome", [])])
def test_a_player_says_yes_to_whatever_asks_whether_a_mail_was_theirs(
    event: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    replies: list[str] = []

    async def reply(player: MailPlayer, message: Message, text: str) -> None:
        replies.append(text)

    monkeypatch.setattr(MailPlayer, "reply", reply)
    letter = EmailMessage()
    letter["Spades-Event"] = event
    asyncio.run(confirm(MailPlayer.__new__(MailPlayer), letter))
    assert replies == said
