"""The public bytes of a running round show nothing of its hands: every one of a game by mail is checked.

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
from random import Random
from urllib.parse import unquote

import pytest

from referee.desk.case import Draws
from referee.desk.table.story import story_of_events
from referee.post.compose import to_bytes
from referee.spades import events as ev
from referee.spades.cards import Card
from referee.spades.fold import evolve, replay
from referee.spades.game import Game
from referee.spades.law.moves import in_order
from referee.spades.record_lines import line
from referee.spades.rulesheet import SEATS
from referee.spades.view import view
from referee.telling.letters import Letters
from tests.spades import slow_deal
from tests.talk import LIST, Letter, Talk
from tests.telling.letter_samples import THE_LIST, announced, settings

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


def read(letter: Letter) -> str:
    """Return the letter as it was sent, with the line breaks of transport undone, and as it is read."""
    sent = unquote(letter.raw.decode("ascii").replace("=\r\n", ""))
    headers = "\n".join(f"{name}: {value}" for name, value in letter.message.items())
    return f"{sent}\n{headers}\n{letter.text}\n{unquote(letter.html)}"


def lines_of(events: Iterable[ev.Event], game: Game | None = None) -> Iterator[str]:
    for event in events:
        if (told := line(game, event)) is not None:
            yield told
        game = evolve(game, event)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Play round 1 with salts and a time-out, and round 2 to its fifth trick with a salt that is still secret."""
    talk = Talk(tmp_path_factory.mktemp("table"), referee={"list": LIST, "list_mode": "external"}).starts()
    assert talk.says("ann", "salt tea with milk") == "Salt/accepted"
    talk.bids().passes(days=3)
    while talk.game().round == 1:
        talk.acts()
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


def known(table: Table) -> dict[str, str]:
    """Return every long word that may be public, and what it is."""
    record = [json.loads(one) for one in table.lines]
    found = dict.fromkeys(table.ids, "an id")
    for number, seeds in known_seeds(table).items():
        for attempt, seed in enumerate(seeds, 1):
            found[slow_deal.commitment(record[0]["game"], number, attempt, seed)] = "a commitment to 32 bytes of chance"
    for stop in range(len(table.lines) + 1):
        head = slow_deal.head_of(table.lines[:stop])
        found[head] = found[head[:16]] = "a head over public lines"
    for deal in slow_deal.deals(table.lines):
        found[deal.prev] = "a hash of public bids and cards"
    for one in record:
        if one["e"] == "reveal":
            assert one["round"] == 1
            found[one["seed"]] = "a seed of a round that is over"
    for letter in table.letters:
        name = letter["Message-ID"].strip("<>")
        found[hashlib.sha256(f"alternative {name}".encode()).hexdigest()[:40]] = "a hash of the letter's id"
    return found


def known_seeds(table: Table) -> dict[int, tuple[str, ...]]:
    return {one.round: one.seeds for one in table.events if isinstance(one, ev.Committed)}


def strange(text: str) -> set[str]:
    """Return the long words of a text that belong to no language: with digits among letters, or hexadecimal."""
    words = {word for word in LONG.findall(text) if re.search("[0-9]", word) and re.search("[A-Za-z]", word)}
    return words | set(HEX.findall(text))


def test_every_long_word_that_is_public_is_accounted_for(table: Table) -> None:
    accounts = known(table)
    found = strange(table.public)
    assert found <= set(accounts)
    kinds = {accounts[word] for word in found}
    assert kinds == set(accounts.values()), "all that is public was found"


def test_a_word_that_is_not_accounted_for_is_found(table: Table) -> None:
    hand = " ".join(map(str, in_order(table.game.sheet, table.game.hand(1))))
    leak = hashlib.sha256(hand.encode()).hexdigest()
    for word in (leak, leak[:16], "aGVsbG8gd29ybGQh1x"):
        assert strange(f"{table.public}\nX-Hand: {word}") - set(known(table)) == {word}
    assert any(one.startswith(leak[:16]) for one in guesses(table))


def test_nothing_public_holds_a_seed_key_hand_or_salt(table: Table) -> None:
    running = [deal for deal in table.deals if deal.round == 2]
    secret = [seed for number in (2, 3) for seed in known_seeds(table)[number]]
    secret += [deal.key.hex() for deal in running if deal.key] + [SALT]
    public = table.public
    for word in secret:
        assert word not in public and word.upper() not in public
        assert word[:16] not in public or word == SALT
    assert not set().union(*(letter.cards for letter in table.letters[-20:])) & {
        str(card) for seat in SEATS for card in table.game.hand(seat)
    }


def texts(table: Table) -> Iterator[str]:
    """Yield what can be guessed, or nearly: hands in all orders, what is left of them, decks, cards, salts, small
    numbers."""
    game, deal = table.game, table.deals[-1]
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


def guesses(table: Table) -> set[str]:
    """Return hashes of all guesses: bare, with a line's end, after each head, and keyed by what is public."""
    heads = [slow_deal.head_of(table.lines[:stop]) for stop in range(0, len(table.lines) + 1, 7)]
    commits = [deal.commit for deal in table.deals]
    found = set()
    for text in texts(table):
        for end in ("", "\n"):
            data = f"{text}{end}".encode()
            found |= {hashlib.new(name, data).hexdigest() for name in HASHES}
            for key in ("", "1", "12", "spades", *commits):
                found.add(hmac.new(key.encode(), data, "sha256").hexdigest())
        found |= {hashlib.sha256(f"{head}\n{text}\n".encode()).hexdigest() for head in heads}
    return found


def test_no_public_word_is_a_hash_of_what_can_be_guessed(table: Table) -> None:
    public = {word[:16] for word in HEX.findall(table.public)}
    assert not {one[:16] for one in guesses(table)} & public


def twin_of(table: Table, random: Random) -> list[ev.Event]:
    """Return the same events, except that the cards not yet played in the running round are dealt otherwise."""
    at = max(place for place, event in enumerate(table.events) if isinstance(event, ev.Dealt))
    dealt, game = table.events[at], table.game
    assert isinstance(dealt, ev.Dealt)
    rest = sorted(card for seat in SEATS for card in game.hand(seat))
    random.shuffle(rest)
    hands = []
    for seat in SEATS:
        gone = [play.card for play in game.plays() if play.seat == seat]
        hands.append((*gone, *(rest.pop() for _ in game.hand(seat))))
    twin = replace(dealt, hands=(hands[0], hands[1], hands[2], hands[3]))
    return [*table.events[:at], twin, *table.events[at + 1 :]]


@pytest.mark.parametrize("seed", range(3))
def test_other_hidden_hands_leave_every_public_byte_as_it_is(table: Table, seed: int) -> None:
    twins = twin_of(table, Random(seed))
    assert list(lines_of(twins)) == table.lines
    given = settings(mode="external")
    letters = Letters(given)
    game: Game | None = None
    other: Game | None = None
    for event, twin in zip(table.events, twins, strict=True):
        before, first = game, other
        game, other = evolve(game, event), evolve(other, twin)
        assert view(game) == view(other) and game.head == other.head
        if before is not None and first is not None and isinstance(event, ev.CardPlayed | ev.Dealt | ev.BidMade):
            one = announced(letters, game, story_of_events(before, (event,)), THE_LIST)
            another = announced(letters, other, story_of_events(first, (twin,)), THE_LIST)
            assert to_bytes(one, given.referee) == to_bytes(another, given.referee)
    assert game is not None and other is not None and game.hands != other.hands


def public_keys(table: Table) -> Iterator[bytes]:
    """Yield what somebody without the seed might try as the key or the seed."""
    words = [word for word in HEX.findall(table.public) if len(word) == 64]
    for word in sorted(set(words)):
        yield from (bytes.fromhex(word), word.encode())
    yield from (b"", b"1", b"12", bytes(32), b"spades-deal-v1\n", hashlib.sha256(b"").digest())


def test_the_draw_of_the_clock_cannot_be_made_without_the_seed(table: Table) -> None:
    """Drawing with public words as key or seed agrees with the clock no more often than chance."""
    game, deal, deck = table.game, table.deals[-1], slow_deal.deck_of(json.loads(table.lines[0])["rules"])
    assert deal.key is not None
    options = deck[:13]
    drawn = [slow_deal.drawn(deal.key, turn, 3, options) for turn in range(130)]
    assert len(set(drawn)) == 13
    for key in public_keys(table):
        as_seed = slow_deal.key_of("1", 2, 1, deck, deal.commit, deal.prev, deal.salts, key.hex() or "00")
        for one in (key, as_seed):
            same = sum(slow_deal.drawn(one, turn, 3, options) == card for turn, card in enumerate(drawn))
            assert same < 40, "ten are to be expected of 130"
            assert slow_deal.shuffled(one, deck) != deal.hands
    assert game.deck.seed == deal.seed
