"""Free text of players that others read: sayings, salts, reasons, names. None of it may name a card that its writer
holds.

Only its writer hears of a refusal; a hand in another game counts if people of that game read along.
"""

from pathlib import Path

import pytest

from referee.spades.cards import Card
from tests.talk import MASTER, NAMES, STARTER, Talk, address

RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "2": "Deuce"}
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
OTHERS = "start\nplayers: {}, " + ", ".join(f"{n} <{n.lower()}@else.test>" for n in ("Eve", "Frank", "Grace"))


def says(talk: Talk, who: str, text: str, game: int = 1) -> str:
    """A new mail about a game, which the server vouches for."""
    return talk.says(who, text, answers=None, proven=True, subject=f"[Spades {game}] hm")


def hand(talk: Talk, who: str, game: int = 1, besides: int | None = None) -> list[Card]:
    """What someone holds in a game, and not in another."""
    held, others = (holds(talk, who, number) if number else frozenset() for number in (game, besides))
    return sorted(held - others, key=str)


def holds(talk: Talk, who: str, number: int) -> frozenset[Card]:
    game = talk.game(number)
    return game.hand(game.names.index(who) + 1)


def title(card: Card) -> str:
    """A card, written as a name."""
    return f"{RANKS.get(card.rank, card.rank)} of {SUITS[card.suit]}"


def refused(talk: Talk, who: str, outcome: str, why: str, count: int) -> None:
    """Checks that nothing was done, and that nobody but the writer heard anything."""
    assert outcome.removesuffix(" no-slot").endswith(f"/{why}"), outcome
    assert {letter.to for letter in talk.letters[count:]} <= {address(who)}


DISGUISED = ("{r}({s})", "{r}\u200b{s}", "{r} | {s}", "\u2067{r}…{s}", "{word}", "{glued}", "{wide}", "{drawn}")


def disguised(card: Card) -> list[str]:
    row = "SHDC".index(card.suit)
    column = {"A": 1, "T": 10, "J": 11, "Q": 13, "K": 14}.get(card.rank) or int(card.rank)
    rank, word = "10" if card.rank == "T" else card.rank, title(card)
    wide = "".join(chr(ord(c) + 0xFEE0) for c in rank + card.suit)
    drawn = chr(0x1F0A0 + 16 * row + column)
    glued = word.replace(" ", "").lower()
    return [form.format(r=rank, s=card.suit, word=word, glued=glued, wide=wide, drawn=drawn) for form in DISGUISED]


def test_no_disguise_gets_a_card_to_the_table(table: Talk) -> None:
    who = table.due()
    card = hand(table, who.title())[0]
    for text in disguised(card):
        count = len(table.letters)
        refused(table, who, says(table, who, f"say I like {text}"), "say-cards", count)
        refused(table, who, says(table, who, f"salt I like {text}"), "salt-cards", count)
    assert says(table, who, "say A heart attack, as always! I had 3 spades") == "Say/accepted"


def test_a_name_is_seen_by_all_and_names_no_card_of_its_owner(table: Talk) -> None:
    own, other = hand(table, "Ann"), hand(table, "Bob")
    for card in own[::4]:
        for name in (title(card), f"{card.rank}-{card.suit}", f"Mr. {card.rank}.{card.suit}."):
            count = len(table.letters)
            refused(table, "ann", says(table, "ann", f"name {name}"), "name-cards", count)
    assert says(table, "ann", f"name {title(other[0])}") == "SetName/accepted"
    assert says(table, "ann", "name Queenie Ace") == "SetName/accepted"


def test_a_name_tells_nothing_of_a_hand_that_is_held_back(tmp_path: Path) -> None:
    talk = Talk(tmp_path).starts(f"{STARTER}\nsheet: sigma")
    who = talk.due()
    held = hand(talk, who.title())
    free = next(card for card in talk.game().sheet.deck if card not in held and card.suit in SUITS)
    for card in (held[0], free):
        count = len(talk.letters)
        refused(talk, who, says(talk, who, f"name {title(card)}"), "name-cards", count)
    assert "is held back" in " ".join(talk.last(who).text.split())
    assert says(talk, who, "show") == "Show/accepted"
    assert says(talk, who, f"name {title(free)}") == "SetName/accepted"


def two_games(talk: Talk, second: str) -> Talk:
    """Ann in game 1 with the others, and in a second game."""
    talk.starts()
    return talk.starts(second, subject="another game")


def test_a_card_of_another_game_reaches_nobody_who_plays_it(talk: Talk) -> None:
    two_games(talk, OTHERS.format("Ann <ann@club.test>").replace("Eve <eve@else.test>", "Bob <bob@club.test>"))
    card = hand(talk, "Ann", 1, besides=2)[0]
    count = len(talk.letters)
    refused(talk, "ann", says(talk, "ann", f"say well, {card}", 2), "say-cards", count)
    refused(talk, "ann", says(talk, "ann", f"salt {card}", 2), "salt-cards", count)


def test_a_card_of_another_game_may_be_named_where_nobody_plays_it(talk: Talk) -> None:
    two_games(talk, OTHERS.format("Ann <ann@club.test>"))
    card = hand(talk, "Ann", 1, besides=2)[0]
    assert says(talk, "ann", f"say well, {card}", 2) == "Say/accepted"
    refused(talk, "ann", says(talk, "ann", f"salt {card}", 2), "salt-cards", len(talk.letters))
    assert says(talk, "bob", "watch 2") == "Watch/accepted"
    card = hand(talk, "Ann", 1, besides=2)[1]
    refused(talk, "ann", says(talk, "ann", f"say well, {card}", 2), "say-cards", len(talk.letters))


@pytest.fixture
def seated(talk: Talk) -> Talk:
    """A game in which the only Gamesmaster plays."""
    players = ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES[1:])
    return talk.starts(f"start\nplayers: Gm <{MASTER}>, {players}")


def test_a_gamesmaster_who_plays_names_nobody_after_their_cards(seated: Talk) -> None:
    card = hand(seated, "Gm")[0]
    count = len(seated.letters)
    outcome = seated.master(f"replace Bob with {title(card)} <eve@else.test>")
    refused(seated, MASTER, outcome, "name-cards", count)
    block = OTHERS.format(f"{title(card)} <x@else.test>")
    refused(seated, MASTER, seated.master(block, subject="a game"), "name-cards", count)
    assert seated.master("replace Bob with Eve <eve@else.test>") == "ReplacePlayer/accepted"
    assert seated.master(OTHERS.format("Xaver <x@else.test>"), subject="a game") == "Start/accepted"


def test_a_reason_names_no_card_of_another_game_of_the_gamesmaster(seated: Talk) -> None:
    seated.starts(subject="another game")
    card = hand(seated, "Gm")[0]
    count = len(seated.letters)
    outcome = seated.master(f"rule void to turn 1 because of {title(card)}", subject="[Spades 2]")
    refused(seated, MASTER, outcome, "say-cards", count)


def test_a_salt_at_a_full_table_names_no_card_of_a_game_that_runs(talk: Talk) -> None:
    talk.starts()
    for who in ("ann", "eve@else.test", "frank@else.test", "grace@else.test"):
        talk.says(who, "join", answers=None, proven=True)
    letter = next(letter for letter in reversed(talk.to("ann")) if "table" in letter["Subject"].lower())
    card = hand(talk, "Ann")[0]
    count = len(talk.letters)
    refused(talk, "ann", talk.says("ann", f"salt {card}", answers=letter), "salt-cards", count)
    assert talk.says("ann", "salt purple tortoise", answers=letter) == "Salt/accepted"
