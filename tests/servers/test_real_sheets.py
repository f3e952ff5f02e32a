"""Every sheet but 109 at once over Dovecot and Postfix: one `referee run`, killed on the way, and the same four players
at six tables, who only have their mailboxes. What those hold at the end is recounted with the slow scorer.
"""

import asyncio
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from referee.demo.mail_player import MailPlayer, confirm, play
from referee.demo.robots import Turn, choose_bid, read_turn
from referee.spades.rulesheet import RuleSheet, sheet_from
from referee.spades.sheets import SHEETS
from tests.servers.real_table import (
    PLAYERS,
    REFEREE,
    Recount,
    Referee,
    address,
    ended,
    events_of,
    hands_stay_private,
    letters_go_out,
    mail_system,
    mailbox,
    nothing_is_left,
    of_game,
    people,
    record_holds,
    recount,
    seat_of,
    start_game,
    status,
    words_of,
    write_config,
)
from tests.servers.servers import MailStack
from tests.talk import cards_in

pytestmark = pytest.mark.servers

KILLS = 2
PATIENCE = 300
CHALLENGE_TIME = 'challenge_time = "3 s"'
CHANGES: Mapping[str, Mapping[str, int]] = {
    "standard": {"target": 80},
    "fsu": {"target": 60},
    "pride": {"hand_limit": 2},
    "pride-final": {"target": 40},
    "sigma": {"target": 40},
    "usag": {"target": 80},
}
"""The parameters that each game changes, so that it ends soon."""

WORDS, LATE_WORDS = "shall we try seven", "and what now"
HINTS = ("renege", "revoke", "misplay", "broke", "follow", "illegal", "suit led", "could")
PLANS_OFFERED = re.compile(r"when(?:ever)? you (?:hold none of the suit led|follow and no other plan fits)")
"""The words of every letter with a hand about the plans that it offers, whatever happened."""
MEMORY = re.compile(r"<details[^>]*>\s*<summary[^>]*>memory.*?</details>", re.DOTALL)
"""The cards that everybody saw: who did not follow which suit, be it a renege or not."""
PLAIN = {"start", "deal", "turn", "bid", "play", "trick"}
"""The subjects of the letters of a round in which nothing but bidding and playing happens."""


def game_sheet(name: str) -> RuleSheet:
    return sheet_from(f"{name}*", CHANGES[name], SHEETS[name])


def turn_of(message: Message, name: str | None = None) -> Turn | None:
    return read_turn({k: str(v) for k, v in message.items() if k.startswith("Spades-")}, name)


def renege_of(turn: Turn) -> str | None:
    """Return a card that leaves the suit led though it is held; None where there is none, or the round is nearly
    over."""
    if turn.due != "play" or not turn.table or len(turn.hand) < 6:
        return None
    led = turn.table[0][1].suit
    others = [card.code for card in turn.hand if card.suit != led]
    return others[0] if others and len(others) < len(turn.hand) else None


class Player:
    """A player like a robot at six tables, except that `habits` come first: each is asked in turn whether it deals with
    a letter. `rumour` is what the test tells a player of an opponent: their name and the book to challenge."""

    def __init__(self, name: str, rumour: list[tuple[str, int]]) -> None:
        self.name, self.rumour = name, rumour
        self.said: set[str] = set()
        self.heard: set[str] = set()
        self.over: set[str] = set()
        self.asked: Message | None = None
        self.talked_late = False
        self.waits: Message | None = None

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        self.heard.update(events_of(message))
        if "end" in events_of(message):
            self.over.add(str(message["Spades-Game"]))
        if self.name == "Ann" and "deal" in events_of(message):
            await self.once(player, message, f"salt pepper-{message['Spades-Game']}-{message['Spades-Round']}")
            # a mail server may hand on two mails of one moment in either order, and a bid spends the reply address
            await asyncio.sleep(0.5)
        for habit in HABITS.get(str(message["Spades-Sheet"]).removesuffix("*"), ()):
            if await habit(self, player, message):
                return
        await confirm(player, message)
        await play(player, message)

    def sits(self, message: Message) -> int:
        return seat_of(message, self.name)

    async def once(self, player: MailPlayer, message: Message, text: str) -> None:
        """Reply, but never twice the same thing in a game."""
        said = f"{message['Spades-Game']} {text}"
        if said not in self.said:
            self.said.add(said)
            await player.reply(message, text)


async def talks(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 1 talk instead of making the first bid, and once more when the talk is over. Then they wait for the
    answer before they play: a mail server may hand on two mails of one moment in either order."""
    turn = turn_of(message, me.name)
    if "error" in events_of(message) and me.waits is not None:
        asking, me.waits = me.waits, None
        await play(player, asking)
        return True
    if me.sits(message) != 1 or turn is None:
        return False
    if message["Spades-Turn"] == "1":
        await me.once(player, message, f"say {WORDS}")
        return True
    if turn.due == "play" and not me.talked_late:
        me.talked_late, me.waits = True, message
        await player.reply(message, f"say {LATE_WORDS}")
        return True
    return False


async def bids_for_the_team(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 3, who is not on the clock, post the team's first bid once they have heard their partner."""
    if me.sits(message) != 3:
        return False
    if message["Spades-Turn"] == "1" and turn_of(message) is not None:
        me.asked = message
    if message["Spades-Event"] is None:
        me.heard.add(WORDS)
    if me.asked is not None and WORDS in me.heard:
        turn = turn_of(me.asked)
        assert turn is not None
        await me.once(player, me.asked, f"bid {choose_bid(turn)}")
    return False


async def bids_low(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 4 make the least bid for their team in the first round, so that books which a renege costs are
    missed."""
    turn = turn_of(message, me.name)
    if me.sits(message) != 4 or turn is None or turn.due != "bid" or message["Spades-Turn"] != "2":
        return False
    await me.once(player, message, f"bid {turn.legal[0]}")
    return True


async def reneges(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 2 break suit at their first opportunity, of which the test tells."""
    turn = turn_of(message, me.name)
    if me.sits(message) != 2 or turn is None or me.rumour:
        return False
    card = renege_of(turn)
    if card is None:
        return False
    me.rumour.append((me.name, 14 - len(turn.hand)))
    await player.reply(message, f"play {card}")
    return True


async def challenges(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 3 challenge the renege that they were told of, two books later."""
    if me.sits(message) == 3 and me.rumour and "play" in events_of(message):
        name, book = me.rumour[0]
        if sum(map(int, str(message["Spades-Books"]).split())) >= book + 2:
            await me.once(player, message, f"challenge book {book} {name}")
    return False


async def changes_their_bid(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have seat 1 raise their first bid by one once it is announced; their partner waits for that with their own."""
    turn = str(message["Spades-Turn"])
    if me.sits(message) == 1 and turn == "2" and "bid" in events_of(message):
        bid = int(str(message["Spades-Bids"]).split()[0])
        await me.once(player, message, f"bid {bid + 1 if bid < 13 else bid - 1}")
        return True
    return me.sits(message) == 3 and turn == "2"


async def bids_blind(me: Player, player: MailPlayer, message: Message) -> bool:
    """Have the first player who may bid blind nil do so."""
    legal = str(message.get("Spades-Legal", "")).split()
    if legal != ["show", "B0"] or message["Spades-Round"] != "1" or "B0" in str(message["Spades-Bids"]):
        return False
    if "round" in events_of(message):
        return False
    await me.once(player, message, "bid blind nil")
    return True


HABITS: Mapping[str, tuple[Callable[[Player, MailPlayer, Message], Any], ...]] = {
    "fsu": (talks, bids_for_the_team, bids_low, reneges, challenges),
    "pride": (changes_their_bid,),
    "sigma": (bids_blind,),
}


@pytest.fixture
def stack() -> Iterator[MailStack]:
    with mail_system() as running:
        yield running


def test_six_sheets_at_once_with_two_kills(stack: MailStack, tmp_path: Path) -> None:
    config = write_config(stack, tmp_path, "builtin", CHALLENGE_TIME)
    referee = Referee(config)
    referee.start()
    try:
        asyncio.run(play_all(stack, referee, config))
        letters_go_out(config)
    finally:
        code = referee.stop()
    assert code == 0, "SIGTERM ends the daemon cleanly"
    boxes = {name: mailbox(stack, address(name)) for name in PLAYERS}
    games = {str(m["Spades-Sheet"]).removesuffix("*"): int(m["Spades-Game"]) for m in boxes["ann"] if m["Spades-Sheet"]}
    assert set(games) == set(CHANGES)
    records = {name: record_holds(config, boxes, number) for name, number in games.items()}
    salted = [name for name, record in records.items() if f'"pepper-{games[name]}-1"' in record]
    assert set(salted) == set(CHANGES), "Ann's salts went into the second deals"
    told = {name: every_mailbox_agrees(name, number, boxes, config) for name, number in games.items()}
    fsu = {name: of_game(box, games["fsu"]) for name, box in boxes.items()}
    the_renege_was_proven(fsu, told["fsu"])
    nothing_hints_at_the_renege(fsu)
    the_table_talked_while_bidding(fsu)
    the_partner_bid(fsu, told["fsu"])
    a_bid_was_changed({name: of_game(box, games["pride"]) for name, box in boxes.items()}, told["pride"])
    sigma = {name: of_game(box, games["sigma"]) for name, box in boxes.items()}
    a_nil_was_bid_blind(sigma, told["sigma"])
    hands_were_held_back(sigma)
    hands_stay_private(boxes)
    nothing_is_left(config)


async def play_all(stack: MailStack, referee: Referee, config: Path) -> None:
    """Play all six games to their ends, killing the daemon twice on the way."""
    chance, over = random.Random(6), set[str]()
    rumour: list[tuple[str, int]] = []
    parts = {name: Player(name.title(), rumour) for name in PLAYERS}
    async with people(stack, {**parts, "gm": confirm}, over) as players:
        for name in PLAYERS:
            await players[name].send(REFEREE, "my letters", "notify each play" + "\nauto show" * (name == "dave"))
        await until(lambda: all("reply" in parts[name].heard for name in PLAYERS), "a wish was not answered")
        for sheet, changes in CHANGES.items():
            lines = (f"{key.replace('_', ' ')}: {value}" for key, value in changes.items())
            await start_game(players["gm"], f"sheet: {sheet}", *lines)
        await until(lambda: "play" in parts["ann"].heard, "no game began")
        for _ in range(KILLS):
            await asyncio.sleep(chance.uniform(2, 5))
            assert len(over) < len(CHANGES), "the games run while the daemon is killed"
            referee.kill()
            await asyncio.sleep(chance.uniform(0, 0.5))
            referee.start()
        await until(
            lambda: all(len(part.over) == len(CHANGES) for part in parts.values()), "the games did not end in time"
        )
        await until(
            lambda: (
                set(status(config)["mail"]["outbox"]) == {"sent"} and set(status(config)["mail"]["inbox"]) == {"done"}
            ),
            "the last letters were not sent",
        )


async def until(condition: Callable[[], bool], otherwise: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, otherwise
        await asyncio.sleep(0.2)


def every_mailbox_agrees(name: str, number: int, boxes: dict[str, list[Message]], config: Path) -> Recount:
    """Check that each mailbox recounts to the score that the last letter tells, and to how the game ended; return one
    recount."""
    sheet = game_sheet(name)
    shown = next(game for game in status(config)["games"] if game["game"] == number)
    assert shown["sheet"] == f"{name}*" and shown["ended"] is not None
    for who, box in boxes.items():
        last = ended(box, number)
        assert last is not None, f"{who} was not told that {name} ended"
        told = recount(sheet.parameters(), box, number)
        final = [int(n) for n in str(last["Spades-Score"]).split()]
        assert told.after.score == final == shown["score"], f"{who}'s mailbox tells another score of {name}"
        assert told.end.over and last["Spades-Result"] == f"team {told.end.winner}; {told.end.by}", f"{name}, {who}"
        assert len(told.rounds) == shown["round"] and all(sum(r.books) == 13 for r in told.rounds.values())
        bags = None if sheet.bag_penalty is None else f"{told.after.bags[0]} {told.after.bags[1]}"
        assert last["Spades-Bags"] == bags, f"{who}'s mailbox tells other bags of {name}"
        assert {m["Spades-Sheet"] for m in of_game(box, number)} <= {f"{name}*", None}
        provisional = [m for m in of_game(box, number) if "provisional" in events_of(m)]
        assert bool(provisional) == (sheet.misplay_act == "stand")
        assert all(m["Spades-Result"] is None and m["Spades-To-Act"] is None for m in provisional)
    return told


def the_renege_was_proven(fsu: dict[str, list[Message]], told: Recount) -> None:
    ((number, book, seat),) = told.proven
    assert number == 1 and seat == 2
    for name, mails in fsu.items():
        challenge = [m for m in mails if "challenge" in events_of(m)]
        assert [m["Spades-Actor"] for m in challenge] == ["3"], f"{name} is told of the challenge once"
        assert f"trick {book}" in " ".join(words_of(challenge[0]).split())


def nothing_hints_at_the_renege(fsu: dict[str, list[Message]]) -> None:
    """Check that the letters up to the challenge are about bids and plays alone, and say nothing of the renege."""
    for name, mails in fsu.items():
        (turn,) = {int(m["Spades-Turn"]) for m in mails if "challenge" in events_of(m)}
        before = [
            m
            for m in mails
            if int(m.get("Spades-Turn", turn + 1)) <= turn and not {"challenge", "error"} & set(events_of(m))
        ]
        assert len(before) >= 12, "there were letters after the renege"
        for mail in before:
            assert set(events_of(mail)) <= PLAIN | {""}, f"{name} got {mail['Spades-Event']} before the challenge"
            said = f"{mail['Subject']}\n{words_of(mail)}".lower()
            said = MEMORY.sub("", PLANS_OFFERED.sub("", said))
            assert not [hint for hint in HINTS if hint in said], f"a letter to {name} hints at the renege: {said}"


def the_table_talked_while_bidding(fsu: dict[str, list[Message]]) -> None:
    for name, mails in fsu.items():
        told = [m for m in mails if WORDS in words_of(m)]
        assert len(told) == 1 and told[0]["Spades-Event"] is None, f"{name} heard what was said"
        late = [(m["Spades-Event"], seat_of(m, name.title())) for m in mails if LATE_WORDS in words_of(m)]
        assert set(late) <= {("error", 1)}, f"{name} heard what was said too late"
    assert sum(LATE_WORDS in words_of(m) for mails in fsu.values() for m in mails) == 1, "its speaker is told why not"


def the_partner_bid(fsu: dict[str, list[Message]], told: Recount) -> None:
    for name, mails in fsu.items():
        (first,) = (m for m in mails if m["Spades-Turn"] == "2" and "bid" in events_of(m))
        assert first["Spades-Actor"] == "3", f"{name} is told who bid"
        bids = str(first["Spades-Bids"]).split()
        assert bids[1:] == ["-"] * 3 and int(bids[0]) == told.rounds[1].bids[0]
    assert all(r.bids.count(None) == 2 for r in told.rounds.values()), "one bid for a team"


def a_bid_was_changed(pride: dict[str, list[Message]], told: Recount) -> None:
    for mails in pride.values():
        first, second = (
            next(m for m in mails if m["Spades-Turn"] == turn and "bid" in events_of(m)) for turn in ("2", "3")
        )
        assert first["Spades-Actor"] == second["Spades-Actor"] == "1"
        was, now = (str(m["Spades-Bids"]).split() for m in (first, second))
        assert was[0] != now[0] and was[1:] == now[1:] == ["-"] * 3
        assert int(now[0]) == told.rounds[1].bids[0], "the changed bid is scored"


def a_nil_was_bid_blind(sigma: dict[str, list[Message]], told: Recount) -> None:
    assert sum(told.rounds[1].blind) == 1 and not any(any(r.blind) for n, r in told.rounds.items() if n > 1)
    seat = told.rounds[1].blind.index(True) + 1
    for name, mails in sigma.items():
        # letters that are sent at once may come in any order
        told_of_it = [m for m in mails if m["Spades-Round"] == "1" and "B0" in str(m["Spades-Bids"])]
        bid = min(told_of_it, key=lambda mail: int(mail["Spades-Turn"]))
        assert events_of(bid)[0] == "bid" and bid["Spades-Actor"] == str(seat), f"{name} is told of the blind nil"


def hands_were_held_back(sigma: dict[str, list[Message]]) -> None:
    """Check that Dave has their cards with every deal, and the others only once they were asked if they want to see
    them."""
    for name, mails in sigma.items():
        for letters in bidding(mails).values():
            asked = [str(m.get("Spades-Legal", "")).startswith("show") for m in letters]
            if name == "dave":
                assert letters[0]["Spades-Hand"] is not None and not any(asked), "dave sees their hand at once"
            else:
                assert any(asked), f"{name} was not asked whether they want to see their hand"
                for letter in letters[: asked.index(True) + 1]:
                    shows_no_card(name, letter, public_plays(told_by(sigma, int(letter["Spades-Turn"]))))


def bidding(mails: list[Message]) -> dict[int, list[Message]]:
    """Return the letters that show a round in which bids are due, by round, in the order in which they came."""
    found: dict[int, list[Message]] = {}
    for mail in mails:
        if str(mail["Spades-To-Act"]).endswith("bid"):
            found.setdefault(int(mail["Spades-Round"]) + ("round" in events_of(mail)), []).append(mail)
    return found


def told_by(boxes: dict[str, list[Message]], turn: int) -> list[Message]:
    """Return the letters to all players up to a turn: a letter that was sent again may come after later ones."""
    return [mail for box in boxes.values() for mail in box if int(mail.get("Spades-Turn", turn + 1)) <= turn]


def public_plays(mails: list[Message]) -> set[str]:
    """Return the cards that these letters name as played."""
    headers = (str(mail.get(f"Spades-{where}", "")) for mail in mails for where in ("Table", "Since"))
    return {play[2:] for header in headers for play in header.split()}


def shows_no_card(name: str, letter: Message, played: set[str]) -> None:
    """Check that it shows no cards but those played in the round before."""
    assert letter["Spades-Hand"] is None, f"{name} saw their hand unasked"
    named = cards_in(unquote(unescape(words_of(letter))))
    assert named <= played, f"{name} was told of {named - played}"
