"""Free text of players that others read: sayings, salts, reasons, names, announcements. None of it speaks of cards.

Only its writer hears of a refusal, and gets the words back.
"""

import pytest

from referee.spades.cards import Card
from tests.talk import MASTER, NAMES, STARTER, Talk, address

RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "Ten", "2": "Deuce"}
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
OTHERS = "start\nplayers: {}, " + ", ".join(f"{n} <{n.lower()}@else.test>" for n in ("Eve", "Frank", "Grace"))


def says(talk: Talk, who: str, text: str, game: int = 1) -> str:
    """Send a new mail about a game, which the server vouches for."""
    return talk.says(who, text, answers=None, proven=True, subject=f"[Spades {game}] hm")


def hand(talk: Talk, who: str, game: int = 1, besides: int | None = None) -> list[Card]:
    """List what someone holds in a game, and not in another."""
    held, others = (holds(talk, who, number) if number else frozenset() for number in (game, besides))
    return sorted(held - others, key=str)


def holds(talk: Talk, who: str, number: int) -> frozenset[Card]:
    game = talk.game(number)
    return game.hand(game.names.index(who) + 1)


def title(card: Card) -> str:
    """Return a card, written as a name."""
    return f"{RANKS.get(card.rank, card.rank)} of {SUITS[card.suit]}"


def refused(talk: Talk, who: str, outcome: str, why: str, count: int) -> None:
    """Check that nothing was done, and that nobody but the writer heard anything."""
    assert outcome.removesuffix(" no-slot").endswith(f"/{why}"), outcome
    assert {letter.to for letter in talk.letters[count:]} <= {address(who)}


SPOKEN = ("an ace", "two Kings", "no tens", "a K", "hearts", "my longest ♣", "trumps", "a void", "the joker")
TALK = "I made 10 tricks in 2 rounds, as always! Back at 8: four of us, or 5"


def forms(card: Card) -> list[str]:
    """Return a card in every way that `play` takes it."""
    rank, sign = "10" if card.rank == "T" else card.rank, "♠♥♦♣"["SHDC".index(card.suit)]
    column = {"A": 1, "T": 10, "J": 11, "Q": 13, "K": 14}.get(card.rank) or int(card.rank)
    drawn = chr(0x1F0A0 + 16 * "SHDC".index(card.suit) + column)
    codes = [f"{rank}{card.suit}", f"{card.suit}{rank}", f"{rank} {card.suit}", f"{rank}{sign}", f"{sign}\ufe0f{rank}"]
    return [*codes, title(card), title(card).lower(), f"({rank}{card.suit})", drawn]


def test_no_card_gets_to_the_table_whoever_holds_it(table: Talk) -> None:
    who = table.due()
    others = next(name for name in NAMES if name.lower() != who)
    for card in (hand(table, who.title())[0], hand(table, others)[0]):
        for text in forms(card):
            count = len(table.letters)
            refused(table, who, says(table, who, f"say I like {text}"), "say-cards", count)
            refused(table, who, says(table, who, f"salt I like {text}"), "salt-cards", count)


@pytest.mark.parametrize("text", SPOKEN)
def test_no_word_of_cards_gets_to_the_table_and_its_writer_gets_it_back(table: Talk, text: str) -> None:
    count = len(table.letters)
    refused(table, "ann", says(table, "ann", f"say I have {text} indeed"), "say-cards", count)
    (answer,) = table.letters[count:]
    assert f"> say I have {text} indeed" in answer.text
    refused(table, "ann", says(table, "ann", f"salt {text}"), "salt-cards", len(table.letters))


def test_talk_is_passed_on_at_once(table: Talk) -> None:
    assert says(table, "ann", f"say {TALK}") == "Say/accepted"
    assert all(TALK in " ".join(table.last(name).text.replace(">", "").split()) for name in NAMES)
    assert says(table, "ann", f"salt {TALK}") == "Salt/accepted"


def test_the_names_of_the_players_are_no_cards(talk: Talk) -> None:
    talk.starts(STARTER.replace("Bob", "Jack").replace("Carol", "King"))
    assert says(talk, "ann", "say well played, Jack and King!") == "Say/accepted"
    refused(talk, "ann", says(talk, "ann", "say well played, jack"), "say-cards", len(talk.letters))


def test_when_the_game_is_over_everything_may_be_said(table: Talk) -> None:
    table.master("forfeit team 1")
    assert says(table, "ann", "say my QS would have taken all your hearts") == "Say/accepted"


def test_a_name_is_seen_by_all_and_names_no_card(table: Talk) -> None:
    for card in hand(table, "Ann")[::4] + hand(table, "Bob")[::4]:
        for name in (title(card), f"{card} fan"):
            count = len(table.letters)
            refused(table, "ann", says(table, "ann", f"name {name}"), "name-cards", count)
    for name in ("Jack", "Queenie Ace", "Ann of Hearts", "A. S. Heart"):
        assert says(table, "ann", f"name {name}") == "SetName/accepted"


def test_who_plays_nowhere_gives_nothing_away(talk: Talk) -> None:
    assert says(talk, "ann", "name Queen of Spades") == "SetName/accepted"


def two_games(talk: Talk, second: str) -> Talk:
    """Ann in game 1 with the others, and in a second game."""
    talk.starts()
    return talk.starts(second, subject="another game")


def test_a_card_of_another_game_is_said_in_none(talk: Talk) -> None:
    two_games(talk, OTHERS.format("Ann <ann@club.test>"))
    card = hand(talk, "Ann", 1, besides=2)[0]
    for number in (1, 2):
        count = len(talk.letters)
        refused(talk, "ann", says(talk, "ann", f"say well, {card}", number), "say-cards", count)
        refused(talk, "ann", says(talk, "ann", f"salt {card}", number), "salt-cards", count)


@pytest.fixture
def seated(talk: Talk) -> Talk:
    """Return a game in which the only Gamesmaster plays."""
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


@pytest.mark.parametrize("reason", ["I have two aces", "hearts were led", "trump was out"])
def test_a_reason_of_a_gamesmaster_who_plays_speaks_of_no_cards(seated: Talk, reason: str) -> None:
    count = len(seated.letters)
    refused(seated, MASTER, seated.master(f"rule void to turn 1 because {reason}"), "say-cards", count)


def test_a_gamesmaster_who_does_not_play_gives_any_reason(table: Talk) -> None:
    table.acts()
    assert table.master("rule void to turn 1 because Bob took the QS for hearts") == "VoidTo/accepted"


def test_an_announcement_of_a_gamesmaster_who_plays_names_no_card(seated: Talk) -> None:
    card = hand(seated, "Gm")[0]
    text = "tournament {}\nformat: pride\nsign-up until: 1 Dec 18:00\n\n{}"
    for title_, words in ((f"{title(card)} Cup", "Welcome"), ("Spades Club Cup", f"I have the {card}, and you?")):
        count = len(seated.letters)
        outcome = seated.master(text.format(title_, words), subject="a cup")
        assert outcome.startswith("Announce/") and outcome.endswith("-cards"), outcome
        assert {letter.to for letter in seated.letters[count:]} <= {MASTER}
    welcome = text.format("Spades Club Cup", "The club of Hearts plays spades again")
    assert seated.master(welcome, subject="a cup") == "Announce/accepted"


def test_a_salt_at_a_full_table_names_no_card_of_a_game_that_runs(talk: Talk) -> None:
    talk.starts()
    for who in ("ann", "eve@else.test", "frank@else.test", "grace@else.test"):
        talk.says(who, "join", answers=None, proven=True)
    letter = next(letter for letter in reversed(talk.to("ann")) if "table" in letter["Subject"].lower())
    card = hand(talk, "Ann")[0]
    count = len(talk.letters)
    refused(talk, "ann", talk.says("ann", f"salt {card}", answers=letter), "salt-cards", count)
    assert talk.says("ann", "salt purple tortoise", answers=letter) == "Salt/accepted"
