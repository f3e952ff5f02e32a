"""The members who take part in the demo's tournament, by mail alone: pairs who enter, send salts and play, and a
gamesmaster who announces it and rates. They know the tournament only from its letters."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.message import Message
from email.utils import formataddr

from referee.demo.mail_player import MailPlayer, Reader, confirm, events_of, headers_of, words_of
from referee.demo.robots import seats_of

TEAMS = (
    *("The Aces", "Long Suits", "Sandbaggers", "High Trumps", "Table Talk", "Big Jokers", "Last Trick", "Finesse"),
    *("Short Clubs", "Boston", "Wild Deuces", "Cut and Deal", "Black Queens", "Void in Hearts", "Second Hand Low"),
    "Nil Desperandum",
)
PLAYERS = (
    *("Ann", "Bob", "Carol", "Dave", "Eve", "Finn", "Gil", "Hana", "Ida", "Jack", "Kim", "Leo", "Mona", "Nils", "Olga"),
    *("Paul", "Quinn", "Rosa", "Sven", "Tara", "Uma", "Vic", "Wanda", "Xavier", "Yara", "Zoe", "Anton", "Berta"),
    *("Cyril", "Doris", "Emil", "Freya"),
)
"""Partners stand beside each other."""
BEHAVIOUR = ("3.0", "3.5", "4.0")
RUDE = "2.0"
LONGER = "extend sign-up by 10 seconds"


@dataclass(frozen=True, slots=True)
class Pair:
    """A team and its two players, the captain first."""

    team: str
    players: tuple[str, str]

    def entry(self, tournament: str, player: str, given: str = "") -> str:
        """Return the line by which a player of it enters the tournament, as one of the class `given` if there are
        classes."""
        partner = self.players[1 - self.players.index(player)]
        line = f"enter {tournament} with {formataddr((partner, address_of(partner)))} as {self.team}"
        return f"{line}, {given}" if given else line


def pairs(count: int) -> tuple[Pair, ...]:
    """Return the first teams of the club."""
    both = zip(PLAYERS[::2], PLAYERS[1::2], strict=True)
    return tuple(Pair(team, players) for team, players in zip(TEAMS, both, strict=True))[:count]


def address_of(player: str) -> str:
    """Return the address at which a player gets mail."""
    return f"{player.lower()}@demo.test"


class Entrant:
    """A player of the tournament: sends a salt when asked for one, and plays like the demo's robots."""

    def __init__(self, chance: random.Random, robot: Reader) -> None:
        self._chance, self._robot = chance, robot
        self._salted = False

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        """Answer a letter, if it asks for anything."""
        if "entry" not in events_of(message):
            await self._robot(player, message)
        elif not self._salted and re.search(r"^ +salt ", words_of(message), re.MULTILINE):
            self._salted = True
            await player.reply(message, f"salt {self._chance.getrandbits(64):016x}")


class Organiser:
    """The gamesmaster once the tournament is announced. If too few teams have entered, they give more time; where teams
    are rated, they rate both after each match. One team, settled by `chance`, behaves badly throughout."""

    def __init__(self, entered: Sequence[Pair], chance: random.Random, *, rates: bool) -> None:
        self.announced = False
        self._entered, self._chance, self._rates = entered, chance, rates
        self._rude = chance.choice(entered)
        self._matches: dict[str, str] = {}

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        """Answer a letter, if it asks for anything. Raises ValueError if the announcement is refused."""
        events, game = events_of(message), str(message["Spades-Game"])
        self.announced = self.announced or "announced" in events
        if "error" in events and not self.announced:
            raise ValueError(words_of(message))
        if "start" in events and message["Spades-Match"]:
            self._matches[game] = str(message["Spades-Match"])
        if self._rates and "result" in events and game in self._matches:
            await player.reply(message, "\n".join(self._ratings(message, self._matches.pop(game))))
        elif re.search(r"^ +extend sign-up ", words_of(message), re.MULTILINE):
            await player.reply(message, LONGER)
        else:
            await confirm(player, message)

    def _ratings(self, message: Message, match: str) -> list[str]:
        names = seats_of(headers_of(message)["Spades-Seats"]).keys()
        played = [pair for pair in self._entered if names >= set(pair.players)]
        given = (RUDE if pair is self._rude else self._chance.choice(BEHAVIOUR) for pair in played)
        return [f"rate {pair.team} {rating} in match {match}" for pair, rating in zip(played, given, strict=True)]
