"""Tournaments for drawings: teams with names of all kinds, and results that anyone can work out.

The team that stands first wins the odd matches by 250 to 180, the other one the even matches by 300 to 90.
"""

from random import Random

from referee.tournaments import decide
from referee.tournaments.decide import GameEnd
from referee.tournaments.draw import roster
from referee.tournaments.events import Team
from referee.tournaments.formats import Format, Stage, StageKind
from tests.tournaments.played import ROOT, SEED, Played

NAMES = (
    "The Aces",
    "Bags and Nothing but Bags, Maam!",
    "Clubs",
    "Étoiles du soir",
    "Les Rois de la Pique, Équipe I",
    "Les Rois de la Pique, Équipe II",
    "ジャック",
    "O'Neil + Smith-Jones",
)
"""The teams, best first: all are seeded."""


def event(
    format: Format, teams: int, results: int, names: tuple[str, ...] = NAMES, *, run: bool = True, number: int = 3
) -> Played:
    """Return a tournament of the first `teams` of `names` after so many results; if `run`, every match has begun that
    can."""
    seeded = names[:teams]
    entered = roster(Team(name, (f"Ann {n}", f"Bob {n}")) for n, name in enumerate(seeded, 1))
    events, t = decide.announce(number, "Spring Cup", format, 300, SEED, ROOT)
    played = Played(Random(0), t, list(events))
    played.then(decide.close(t, seeded, entered))
    played.then(decide.draw_order(played.t, (("", ""),) * teams))
    for _ in range(results):
        if played.t.phase == "running":
            played.begin()
            finish(played, played.running()[0])
    if run and played.t.phase == "running":
        played.begin()
    return played


def finish(played: Played, match: int, how: str = "score") -> None:
    """End a match as said above."""
    game = played.t.games[match]
    winner = game.teams[0] if match % 2 else game.teams[1]
    own, other = (250, 180) if match % 2 else (300, 90)
    odd = game.odd == winner
    score = (own, other) if odd else (other, own)
    sets = (0, 1) if odd else (1, 0)
    end = GameEnd(match=match, won=1 if odd else 2, how=how, score=score, sets=sets, head=f"{match:064x}")
    played.then(decide.finish(played.t, end))


def single(third_place: bool = True) -> Format:
    """Return single elimination alone."""
    return Format(name="single", stages=(Stage(kind=StageKind.SINGLE, third_place=third_place),))


def of_kind(kind: StageKind, **more: object) -> Format:
    """Return one stage of this kind."""
    return Format(name=kind.value, stages=(Stage(kind=kind, **more),))  # type: ignore[arg-type]
