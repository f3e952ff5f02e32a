"""Robots: from the headers alone they play every sheet and make only legal moves."""

import asyncio
from email.message import EmailMessage, Message
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.demo.mail_player import Drowsy, MailPlayer, Robot, confirm
from referee.demo.players import TileRobot
from referee.demo.robots import Planner, answer, read_turn
from referee.spades.game import Game
from referee.spades.law.moves import legal_bids, legal_cards
from referee.spades.sheets import SHEETS
from referee.spades.view import view
from referee.table.seats import team_of
from tests.demo.robots_game import NAMES, headers, robots_game, robots_play
from tests.spades.random_games import played
from tests.telling.domino_samples import domino_samples
from tests.telling.letter_samples import samples
from tests.telling.plan_samples import plan_samples


def robot_plays_what_is_legal(game: Game) -> None:
    seat, what = game.due or (0, "")
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
        if step.before.due is not None and chance.random() < 0.2:
            robot_plays_what_is_legal(step.before)


@pytest.mark.parametrize("name", SHEETS)
def test_robots_play_every_sheet_to_its_end(name: str) -> None:
    for seed in (1, 2, 3):
        assert robots_game(name, seed)[-1].result is not None


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
    asked = game.called
    assert len(asked) == 2 and len({team_of(seat) for seat in asked}) == 1
    for seat in asked:
        turn = read_turn(headers(game, seat=seat), NAMES[seat - 1])
        assert (turn is not None) == (seat == (game.due or (0, ""))[0])


def test_a_name_outside_ascii_is_found_among_the_seats() -> None:
    game = next(game for game in robots_play(SHEETS["109"], 1) if (game.due or (0, ""))[0] == 4)
    letter = headers(game)
    letter["Spades-Seats"] = "=?utf-8?q?1=3DAnn=3B_2=3DBob=3B_3=3DCarol=3B_4=3DZo=C3=AB?="
    assert read_turn(letter, "Zoë") is not None
    assert read_turn(letter, "Carol") is None


def test_a_robot_answers_only_what_asks_it_to_act() -> None:
    game = next(step.before for step in played(1, wild=0) if len(view(step.before).table) == 2)
    turn = headers(game)
    assert read_turn(turn) is not None
    assert read_turn(turn | {"Spades-Event": "reminder"}) == read_turn(turn)
    for event in ("play", "trick", "reply", "error", "end", "return"):
        assert read_turn(turn | {"Spades-Event": event}) is None
    assert read_turn({}) is None


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


def asking(name: str) -> EmailMessage:
    """Return a letter that asks, as the referee writes it, with Spades-* headers, text and links."""
    sample = (samples() | plan_samples() | domino_samples())[name]
    letter = EmailMessage()
    for field, value in sample.headers:
        letter[field] = value
    letter.set_content(sample.text)
    letter.add_alternative(sample.html or "", subtype="html")
    return letter


class Asked(MailPlayer):
    """A player who keeps what they send."""

    def __init__(self, name: str) -> None:
        self.address, self.name = "bob@demo.test", name
        self.said: list[str] = []

    async def send(self, address: str, subject: str, text: str, answers: str = "") -> None:
        self.said.append(text)


def answers_to(letter: Message, name: str, robot: Robot | TileRobot | None = None) -> list[str]:
    asked = Asked(name)
    asyncio.run((robot or Robot())(asked, letter))
    return asked.said


def test_a_robot_declines_a_rematch_and_answers_nothing_that_does_not_ask() -> None:
    assert answers_to(asking("rematch"), "Bob") == ["no"]
    assert answers_to(asking("claim-list"), "Bob") == []


def test_a_robot_of_dominoes_plays_the_first_move_that_scores() -> None:
    for name, move in (
        ("turn", "5-1 right"),
        ("reminder", "5-1 right"),
        ("first-turn", "6-6"),
        ("place-asked", "5-2 up"),
    ):
        letter = asking(f"dominoes-{name}")
        (said,) = answers_to(letter, on_turn(letter), TileRobot())
        assert said == f"play {move}\nplan forced on"


def test_a_robot_of_dominoes_plans_some_of_its_turns() -> None:
    letter, robot = asking("dominoes-turn"), TileRobot(Random(1))
    said = [line for _ in range(30) for line in answers_to(letter, on_turn(letter), robot)]
    plans = [line for lines in said for line in lines.split("\n")[2:]]
    assert 0 < len(plans) < 30 and set(plans) == {"plan fives", "plan heaviest"}


def test_a_robot_of_dominoes_answers_nothing_that_does_not_ask_but_a_rematch() -> None:
    assert answers_to(asking("rematch"), "Bob", TileRobot()) == ["no"]
    for name in ("start", "play-list", "receipt", "end"):
        assert answers_to(asking(f"dominoes-{name}"), "Ann", TileRobot()) == []
    turn = asking("dominoes-turn")
    assert answers_to(turn, on_turn(turn), TileRobot()) != [] == answers_to(turn, "Zoe", TileRobot())


def on_turn(letter: Message) -> str:
    seat = str(letter["Spades-To-Act"]).split()[0]
    return dict(each.split("=") for each in str(letter["Spades-Seats"]).split("; "))[seat]


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
