"""A tournament of two teams by mail, Ann and Bob against Carol and Dave, up to the first bid of its match. Checks only
what it needs itself.
"""

from referee.spades import events as ev
from referee.store import matches
from referee.store.matches import MatchRow
from tests.talk import Talk

TEAMS = (("ann", "bob", "Aces"), ("carol", "dave", "Kings"))


def cup(talk: Talk, *lines: str) -> Talk:
    """Return a cup whose match is drawn and whose game is dealt; `lines` stand in the announcement beside those about
    the teams."""

    def play() -> None:
        text = "\n".join(("tournament Cup", "format: usag", "sheet: 109", "teams: 2 to 2", *lines))
        talk.master(text, subject="a cup")
        for captain, partner, team in TEAMS:
            talk.says(captain, f"enter Cup with {partner.title()} <{partner}@club.test> as {team}", proven=True)
            talk.says(partner, f"enter Cup with {captain.title()} <{captain}@club.test>", proven=True)
        talk.master("close sign-up", subject="[Cup]")
        talk.passes(seconds=1)
        talk.passes(days=1, seconds=1)
        assert talk.kept().round == 1, [letter.text for letter in talk.to("gm")]

    return talk.once(f"cup {lines}", play)


def match_of(talk: Talk, game: int = 1) -> MatchRow:
    """Return the match of a game."""
    with talk.store.reading() as tx:
        found = matches.of_game(tx, game)
    assert found is not None, f"game {game} is a match"
    return found


def kinds(talk: Talk, game: int = 1) -> list[type[ev.Event]]:
    """List what happened in a game, by kind."""
    return [type(event) for event in talk.trail(game)]


def silent(talk: Talk, turns: int) -> None:
    """Let the clock act so often, each time just after the limit ran out."""
    for _ in range(turns):
        deadline = talk.kept().deadline
        assert deadline is not None, "a clock runs"
        talk.passes(seconds=max((deadline - talk.now).total_seconds(), 0) + 1)
