"""Cards that nobody may know yet: what players say or show of them is not repeated, and the public bytes of a running
round show nothing of its hands: every one of a game by mail is checked.

Long words must be accounted for one by one: a commitment to a seed of 32 bytes, a hash of public lines, a seed that was
revealed, an id out of a key of the operating system. None is a hash of what can be guessed.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest

from referee.desk.cards_in_text import discreet
from referee.desk.case import Draws
from referee.post.compose import to_bytes
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import evolve, line, replay
from referee.spades.game import Game
from referee.spades.law.moves import in_order
from referee.spades.view import view
from referee.store import outbox
from referee.table.seats import SEATS
from referee.telling.letters import Letters
from referee.telling.news import story_of_events
from tests.by_mail.returned import gives_up, queued
from tests.spades import slow_deal
from tests.talk import LIST, MASTER, NAMES, STARTER, Letter, Talk, address
from tests.telling.letter_samples import THE_LIST, announced, settings

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
    """Seat Ann in game 1 with the others, and in a second game."""
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


LISTED = {"List-Id": "Spades <spades.club.test>"}


@pytest.fixture
def loud(talk: Talk) -> Talk:
    """Return a game that has just begun, whose players get as many letters as there are."""
    return talk.starts().hears_each_play()


def hand_of(talk: Talk, who: str) -> list[Card]:
    return sorted(talk.game().hand(talk.game().names.index(who.title()) + 1))


def posted(talk: Talk, who: str, text: str, **more: Any) -> str:
    """Write to the list as someone."""
    mail = talk.mail(who, text, **{"to": LIST, "subject": "[Spades 1] hm", "headers": LISTED, "proven": True, **more})
    return talk.deliver(mail)


def shows_nothing(talk: Talk, letters: list[Letter]) -> None:
    """Check that letters name a held card only to its holder."""
    game = talk.game()
    for letter in letters:
        own = next((s for s in SEATS if address(game.names[s - 1]) == letter.to), None)
        others = {str(card) for seat in SEATS if seat != own for card in game.hand(seat)}
        assert not letter.cards & others, (letter.to, letter["Subject"], letter.cards & others)


def symbols(card: Card) -> str:
    return f"{'10' if card.rank == 'T' else card.rank}{'♠♥♦♣'['SHDC'.index(card.suit)]}"


SAID = {
    "a code": lambda talk, who: f"I have the {hand_of(talk, who)[0]}, hehe",
    "a symbol": lambda talk, who: f"my {symbols(hand_of(talk, who)[3])} wins",
    "all of it": lambda talk, who: " ".join(map(str, hand_of(talk, who))),
    "their letter, marked": lambda talk, who: "well?\n\n" + "".join(
        f"> {line}\n" for line in talk.last(who).text.splitlines()
    ),
    "their letter, not marked": lambda talk, who: "well?\n\n" + talk.last(who).text,
    "a header of it": lambda talk, who: f"> Spades-Hand: {talk.last(who)['Spades-Hand']}",
}  # fmt: skip


@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_a_mail_on_the_list_that_shows_cards_is_repeated_to_nobody(listed: Talk, said: Any) -> None:
    who = listed.due()
    count, trail = len(listed.letters), listed.trail()
    posted(listed, who, said(listed, who))
    assert {letter.to for letter in listed.letters[count:]} <= {address(who)} and listed.trail() == trail


@pytest.mark.parametrize(
    "around", [{"cc": "friend@else.test"}, {"to": f"referee@club.test, {LIST}"}, {"to": "bob@club.test", "cc": LIST}]
)
def test_a_mail_that_went_to_others_too_is_repeated_to_nobody(loud: Talk, around: dict[str, str]) -> None:
    who = next(name.lower() for name in NAMES if name != "Bob" and name.lower() != loud.due())
    count = len(loud.letters)
    loud.deliver(loud.mail(who, f"see my {hand_of(loud, who)[0]}", **around))  # type: ignore[arg-type]
    assert {letter.to for letter in loud.letters[count:]} <= {address(who)}
    shows_nothing(loud, loud.letters)


def test_an_answer_to_the_referee_alone_quotes_what_it_likes(loud: Talk) -> None:
    who = loud.due()
    quoted = "".join(f"> {line}\n" for line in loud.last(who).text.splitlines())
    assert loud.says(who, f"bid 3\n\n{quoted}") == "MakeBid/accepted"
    shows_nothing(loud, loud.letters)


def test_a_play_with_chat_above_is_announced_without_it(loud: Talk) -> None:
    loud.hears_each_play()
    loud.bids()
    who = loud.due()
    kept = [c for c in hand_of(loud, who) if str(c) != loud.last(who)["Spades-Legal"].split()[0]]
    count = len(loud.letters)
    assert loud.acts(f"I keep my {kept[0]} and {kept[5]}\n\nplay {loud.last(who)['Spades-Legal'].split()[0]}")
    new = loud.letters[count:]
    shows_nothing(loud, new)
    assert {letter.to for letter in new} == set(map(address, NAMES))
    for letter in new:
        assert "I keep my" not in letter.text + letter.html


def test_words_to_all_that_name_a_card_are_not_passed_on(loud: Talk) -> None:
    who = loud.due()
    for card in hand_of(loud, who)[:4]:
        count = len(loud.letters)
        assert loud.says(who, f"say I have the {symbols(card)}", answers=None, subject="[Spades 1]", proven=True)
        assert not [letter for letter in loud.letters[count:] if letter.to != address(who)]


def test_a_ruling_of_a_gamesmaster_who_plays_names_none_of_their_cards(tmp_path: Path) -> None:
    players = ", ".join(f"{n} <{n.lower()}@club.test>" for n in NAMES[1:])
    talk = Talk(tmp_path).starts(f"start\nplayers: Gm <{MASTER}>, {players}").bids()
    held = hand_of(talk, "Gm")[0]
    count = len(talk.letters)
    assert talk.master(f"rule void to turn 5 charge Bob because I hold the {held}") == "VoidTo/say-cards"
    assert {letter.to for letter in talk.letters[count:]} == {MASTER}
    assert talk.master("rule void to turn 5 charge Bob because nobody saw the table") == "VoidTo/accepted"


# what mail servers repeat


def test_a_servers_reply_that_repeats_the_letter_is_cut(loud: Talk) -> None:
    who = loud.due()
    letter = queued(loud, who)
    card = symbols(hand_of(loud, who)[0])
    for said in (f"554 5.7.1 spam: '{card} {card}'", f"554 rejected line: {loud.last(who)['Spades-Hand']}"):
        reply = discreet(said, letter)
        assert reply == "554 the server's words are left out: they name cards"
    assert discreet(f"550 no such user {letter.secret}", letter) == "550 no such user ***"
    token = loud.last(who)["Reply-To"]
    assert token.partition("+")[2].partition("@")[0] not in discreet(f"550 no {token}", letter)
    assert discreet("452 4.2.2 mailbox full, try later", letter) == "452 4.2.2 mailbox full, try later"


def test_what_the_gamesmaster_hears_of_a_letter_given_up_names_no_card(loud: Talk) -> None:
    count = len(loud.letters)
    for name in NAMES:
        gives_up(loud, queued(loud, name))
    loud.collect()
    new = loud.letters[count:]
    assert MASTER in {letter.to for letter in new}
    shows_nothing(loud, new)


def test_no_letter_of_a_storm_of_showing_names_a_hidden_card(listed: Talk) -> None:
    listed.bids()
    for _ in range(6):
        who = listed.due()
        seen = " ".join(symbols(card) for card in hand_of(listed, who))
        posted(listed, who, f"{seen}\n\n{listed.last(who).text}")
        posted(listed, who, f"say {seen}\nscore\nhand\nplay 1X of {seen}")
        shows_nothing(listed, [x for x in listed.letters if x.to in (LIST, MASTER)])
        assert listed.acts().endswith("accepted")
    with listed.store.reading() as tx:
        assert outbox.counts(tx)["sent"] == len(listed.letters)


LONG = re.compile(r"(?<![0-9A-Za-z])[0-9A-Za-z]{16,}(?![0-9A-Za-z])")
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{16,}(?![0-9a-f])")
SALT = "correcthorse"
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "blake2b", "blake2s")


@dataclass(frozen=True)
class Table:
    """A game by mail in the middle of its second round: all events, their public lines, the list's letters."""

    events: list[ev.Event]
    lines: list[str]
    letters: list[Letter]
    ids: set[str]
    """All ids that the referee's keys make."""

    @property
    def game(self) -> Game:
        return replay(self.events)

    @property
    def public(self) -> str:
        """Return every public byte: the record, what all may see, the announcements with all their headers, decoded."""
        return "\n".join((*self.lines, repr(view(self.game)), *map(read, self.letters)))

    @property
    def deals(self) -> list[slow_deal.Deal]:
        """Return all deals, and the running one as only the referee knows it."""
        seeds = {(number, k): one for number, of in self.game.seeds.items() for k, one in enumerate(of, 1)}
        return slow_deal.deals(self.lines, seeds)


ENCODED = re.compile(r"=\?utf-8\?b\?[^?]*\?=")
"""A part of a header that is not ASCII, as it was sent."""


def read(letter: Letter) -> str:
    """Return the letter as it was sent, with the line breaks of transport undone, and as it is read."""
    sent = unquote(ENCODED.sub("", letter.raw.decode("ascii")).replace("=\r\n", ""))
    headers = "\n".join(f"{name}: {value}" for name, value in letter.message.items())
    return f"{sent}\n{headers}\n{letter.text}\n{unquote(letter.html)}"


def lines_of(events: Iterable[ev.Event], game: Game | None = None) -> Iterator[str]:
    for event in events:
        if (told := line(game, event)) is not None:
            yield told
        game = evolve(game, event)


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Play round 1 with salts and a time-out, and round 2 to its fifth trick with a salt that is still secret."""
    talk = Talk(tmp_path_factory.mktemp("table"), referee={"list": LIST, "list_mode": "external"}).starts()
    assert talk.says("ann", "salt tea with milk") == "Salt/accepted"
    talk.bids().passes(days=3)
    talk.plays_round()
    talk.bids()
    assert talk.says("bob", f"salt {SALT}") == "Salt/accepted"
    talk.acts(), talk.passes(days=3)
    while len(talk.game().tricks) < 4 or not talk.game().trick:
        talk.acts()
    game, events = talk.game(), talk.trail()
    assert (game.round, game.closed, SALT in game.salts) == (2, False, True)
    keys = [hashlib.sha256(f"key {number}".encode()).digest() for number in range(1000)]
    ids = {draws.secret() for draws in (Draws((), key) for key in keys) for _ in range(12)}
    return Table(events, list(lines_of(events)), talk.to(LIST), ids)


def known(rounds: Table) -> dict[str, str]:
    """Return every long word that may be public, and what it is."""
    record = [json.loads(one) for one in rounds.lines]
    found = dict.fromkeys(rounds.ids, "an id")
    for number, seeds in known_seeds(rounds).items():
        for attempt, seed in enumerate(seeds, 1):
            found[slow_deal.commitment(record[0]["game"], number, attempt, seed)] = "a commitment to 32 bytes of chance"
    for stop in range(len(rounds.lines) + 1):
        head = slow_deal.head_of(rounds.lines[:stop])
        found[head] = found[head[:16]] = "a head over public lines"
    for deal in slow_deal.deals(rounds.lines):
        found[deal.prev] = "a hash of public bids and cards"
    for one in record:
        if one["e"] == "reveal":
            assert one["round"] == 1
            found[one["seed"]] = "a seed of a round that is over"
    for letter in rounds.letters:
        name = letter["Message-ID"].strip("<>")
        found[hashlib.sha256(f"alternative {name}".encode()).hexdigest()[:40]] = "a hash of the letter's id"
    return found


def known_seeds(rounds: Table) -> dict[int, tuple[str, ...]]:
    return {one.round: one.seeds for one in rounds.events if isinstance(one, ev.Committed)}


def strange(text: str) -> set[str]:
    """Return the long words of a text that belong to no language: with digits among letters, or hexadecimal."""
    words = {word for word in LONG.findall(text) if re.search("[0-9]", word) and re.search("[A-Za-z]", word)}
    return words | set(HEX.findall(text))


def test_every_long_word_that_is_public_is_accounted_for(rounds: Table) -> None:
    accounts = known(rounds)
    found = strange(rounds.public)
    assert found <= set(accounts)
    kinds = {accounts[word] for word in found}
    assert kinds == set(accounts.values()), "all that is public was found"


def test_a_word_that_is_not_accounted_for_is_found(rounds: Table) -> None:
    hand = " ".join(map(str, in_order(rounds.game.sheet, rounds.game.hand(1))))
    leak = hashlib.sha256(hand.encode()).hexdigest()
    for word in (leak, leak[:16], "aGVsbG8gd29ybGQh1x"):
        assert strange(f"{rounds.public}\nX-Hand: {word}") - set(known(rounds)) == {word}
    assert any(one.startswith(leak[:16]) for one in guesses(rounds))


def test_nothing_public_holds_a_seed_key_hand_or_salt(rounds: Table) -> None:
    running = [deal for deal in rounds.deals if deal.round == 2]
    secret = [seed for number in (2, 3) for seed in known_seeds(rounds)[number]]
    secret += [deal.key.hex() for deal in running if deal.key] + [SALT]
    public = rounds.public
    for word in secret:
        assert word not in public and word.upper() not in public
        assert word[:16] not in public or word == SALT
    assert not set().union(*(letter.cards for letter in rounds.letters[-20:])) & {
        str(card) for seat in SEATS for card in rounds.game.hand(seat)
    }


def texts(rounds: Table) -> Iterator[str]:
    """Yield what can be guessed, or nearly: hands in all orders, what is left of them, decks, cards, salts, small
    numbers."""
    game, deal = rounds.game, rounds.deals[-1]
    assert deal.hands is not None
    whole = {seat: {Card(code[0], code[1]) for code in deal.hands[seat - 1]} for seat in SEATS}
    orders: list[tuple[str, list[str]]] = [("", [card for hand in deal.hands for card in hand])]
    for seat in SEATS:
        orders.append((str(seat), deal.hands[seat - 1]))
        for hand in (whole[seat], game.hand(seat)):
            orders.append((str(seat), list(map(str, in_order(game.sheet, hand)))))
            orders.append((str(seat), [str(card) for card in game.sheet.deck if card in hand]))
    for (whose, codes), joined in product(orders, (" ", "", ",", "\n")):
        text = joined.join(codes)
        yield from (text, f"{whose}:{text}", f"{whose} {text}", f"seat:{whose}\n{text}", f"hand:{whose}:{text}")
    yield from (json.dumps(codes, separators=(",", ":")) for _, codes in orders)
    yield from (str(card) for card in game.sheet.deck)
    yield from map(str, range(1000))
    for place, salt in product(SEATS, (SALT, "tea", "teawithmilk", "salt tea with milk", "")):
        yield from (salt, f"{place}:{salt}", f"salt:{place}:{salt}", f"salt:{salt}")


def guesses(rounds: Table) -> set[str]:
    """Return hashes of all guesses: bare, with a line's end, after each head, and keyed by what is public."""
    heads = [slow_deal.head_of(rounds.lines[:stop]) for stop in range(0, len(rounds.lines) + 1, 7)]
    commits = [deal.commit for deal in rounds.deals]
    found = set()
    for text in texts(rounds):
        for end in ("", "\n"):
            data = f"{text}{end}".encode()
            found |= {hashlib.new(name, data).hexdigest() for name in HASHES}
            for key in ("", "1", "12", "spades", *commits):
                found.add(hmac.new(key.encode(), data, "sha256").hexdigest())
        found |= {hashlib.sha256(f"{head}\n{text}\n".encode()).hexdigest() for head in heads}
    return found


def test_no_public_word_is_a_hash_of_what_can_be_guessed(rounds: Table) -> None:
    public = {word[:16] for word in HEX.findall(rounds.public)}
    assert not {one[:16] for one in guesses(rounds)} & public


def twin_of(rounds: Table, random: Random) -> list[ev.Event]:
    """Return the same events, except that the cards not yet played in the running round are dealt otherwise."""
    at = max(place for place, event in enumerate(rounds.events) if isinstance(event, ev.Dealt))
    dealt, game = rounds.events[at], rounds.game
    assert isinstance(dealt, ev.Dealt)
    rest = sorted(card for seat in SEATS for card in game.hand(seat))
    random.shuffle(rest)
    hands = []
    for seat in SEATS:
        gone = [play.card for play in game.plays() if play.seat == seat]
        hands.append((*gone, *(rest.pop() for _ in game.hand(seat))))
    twin = replace(dealt, hands=(hands[0], hands[1], hands[2], hands[3]))
    return [*rounds.events[:at], twin, *rounds.events[at + 1 :]]


@pytest.mark.parametrize("seed", range(3))
def test_other_hidden_hands_leave_every_public_byte_as_it_is(rounds: Table, seed: int) -> None:
    twins = twin_of(rounds, Random(seed))
    assert list(lines_of(twins)) == rounds.lines
    given = settings(mode="external")
    letters = Letters(given)
    game: Game | None = None
    other: Game | None = None
    for event, twin in zip(rounds.events, twins, strict=True):
        before, first = game, other
        game, other = evolve(game, event), evolve(other, twin)
        assert view(game) == view(other) and game.head == other.head
        if before is not None and first is not None and isinstance(event, ev.CardPlayed | ev.Dealt | ev.BidMade):
            one = announced(letters, game, story_of_events(before, (event,)), THE_LIST)
            another = announced(letters, other, story_of_events(first, (twin,)), THE_LIST)
            assert to_bytes(one, given.referee) == to_bytes(another, given.referee)
    assert game is not None and other is not None and game.hands != other.hands


def public_keys(rounds: Table) -> Iterator[bytes]:
    """Yield what somebody without the seed might try as the key or the seed."""
    words = [word for word in HEX.findall(rounds.public) if len(word) == 64]
    for word in sorted(set(words)):
        yield from (bytes.fromhex(word), word.encode())
    yield from (b"", b"1", b"12", bytes(32), b"spades-deal-v1\n", hashlib.sha256(b"").digest())


def test_the_draw_of_the_clock_cannot_be_made_without_the_seed(rounds: Table) -> None:
    """Drawing with public words as key or seed agrees with the clock no more often than chance."""
    game, deal, deck = rounds.game, rounds.deals[-1], slow_deal.deck_of(json.loads(rounds.lines[0])["rules"])
    assert deal.key is not None
    options = deck[:13]
    drawn = [slow_deal.drawn(deal.key, 2, 1, acts, 3, options) for acts in range(130)]
    assert len(set(drawn)) == 13
    for key in public_keys(rounds):
        as_seed = slow_deal.key_of("1", 2, 1, deck, deal.commit, deal.prev, deal.salts, key.hex() or "00")
        for one in (key, as_seed):
            same = sum(slow_deal.drawn(one, 2, 1, acts, 3, options) == card for acts, card in enumerate(drawn))
            assert same < 40, "ten are to be expected of 130"
            assert slow_deal.shuffled(one, deck) != deal.hands
    assert game.deck.seed == deal.seed
