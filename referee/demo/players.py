"""The robot for each game. That of dominoes plays by the buttons of its letters, and knows the game only from them."""

from collections.abc import Callable, Iterator, Mapping
from email.message import Message
from random import Random

from referee.demo.mail_player import FORCED, MailPlayer, Reader, Robot, events_of, headers_of, taps
from referee.demo.robots import Planner, is_asked

PLANS = 1 / 3
"""The share of its turns in which a robot plans the next one."""


class TileRobot:
    """A robot that makes the first move of the buttons in every letter that asks it to act, which scores if any does,
    and declines a rematch.

    A tile that is forced is played for it, from its first answer on. One with `chance` plans a turn now and then, too.
    """

    def __init__(self, chance: Random | None = None) -> None:
        self._chance = chance

    async def __call__(self, player: MailPlayer, message: Message) -> None:
        """Send the answer."""
        offered = [tap.body for tap in taps(message)]
        if "rematch" in events_of(message) and "no" in offered:
            await player.reply(message, "no")
        elif is_asked(headers_of(message), player.name):
            await player.reply(message, "\n".join(self._lines(offered)))

    def _lines(self, offered: list[str]) -> Iterator[str]:
        yield next(line for line in offered if line.startswith("play "))
        if FORCED in offered:
            yield FORCED
        plans = [line for line in offered if line.startswith("plan ") and not line.startswith("plan forced")]
        if self._chance is not None and plans and self._chance.random() < PLANS:
            yield self._chance.choice(plans)


ROBOTS: Mapping[str, Callable[[str, Random | None], Reader]] = {
    "spades": lambda name, chance: Robot(Planner(name, chance) if chance else None),
    "dominoes": lambda name, chance: TileRobot(chance),
}
"""Makes the robot of a name for a game; with `chance` it plans."""
