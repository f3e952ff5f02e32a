"""The formats of the five tournaments whose sheets the referee has. Holds figures only; what a format is, is in
formats.py.

Where each figure comes from; what is not listed is at the default of Format and Stage, which are ours.

| preset | field | source |
| --- | --- | --- |
| pride | first stage, 3 rounds | Pride Sports USA, 10: "Teams will get 3 round robin games" |
| pride | second stage | 10: "an 8 team seeded bracket based off the round robin scores"; single elimination (ours) |
| pride | standing: match points | (ours); "scores" may also be the points |
| pride | sheet, final sheet | 4 to 8 and 10: the championship game has a sheet of its own |
| pride | final not timed | 10: "not timed" |
| pride | match limit | 30 days (ours), for the 25 minutes of 10 that the ten rounds of the sheet do not replace |
| pride | 4 to 16 teams | (ours): three rounds connect all of them |
| pride | divisions | none until named (ours); 10: whoever wins a lower one moves up |
| sigma | double elimination | Phi Beta Sigma, format: "Double elimination play" |
| sigma | sheet | rules 2 to 13: 18 rounds, then one round of overtime |
| sigma | match limit | 30 days (ours), for the 45 minutes that the 18 rounds of the sheet do not replace |
| sigma | classes | rule 1: "1 collegiate & 1 alumni" |
| sigma | protest | rule 15: decided before the next trick is played |
| sigma | 2 to 64 teams | (ours) |
| sigma-dominoes | double elimination | Phi Beta Sigma, dominoes rule 2 |
| sigma-dominoes | sheet | dominoes rules 3 to 10 |
| sigma-dominoes | classes | dominoes rule 1: "two collegiates and two alumni at each table"; so in each team (ours) |
| sigma-dominoes | partners entered | (ours): the form asks for a partner "if spades"; they can be drawn |
| sigma-dominoes | 2 to 64 teams | (ours) |
| usag | single elimination | USAG, "Process of Elimination"; single (ours) |
| usag | at most 8 teams | "no more than 8 teams"; at least 2 (ours) |
| usag | third place | trophies for 1st, 2nd and 3rd place; a game for it (ours) |
| usag | sheet | first to 300, both jokers |
| usag | late entries | "Small onsite registration window", "no guarantees": with the Gamesmaster's yes (ours) |
| fsu | league, once | FSU Intramural Sports, sporting behaviour 2: "league and playoff seasons"; one meeting (ours) |
| fsu | a round every 7 days | (ours) |
| fsu | play-offs of the best 4 | (ours), by single elimination (ours) |
| fsu | sheet | I to IX |
| fsu | rating | sporting behaviour 2: teams are rated; at least 3.0 of 4 to play off (ours) |
| fsu | reneges | IX: "Reneging is considered cheating"; the Gamesmaster is asked after 2 (ours) |
| fsu | 4 to 16 teams | (ours): enough for the play-offs |

In all, two silences of both players lose a match, and a match has 30 days (ours; in pride and sigma as above): every
event ends, whoever is not there.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from referee.tournaments.formats import Format, Stage, StageKind

PRIDE = Format(
    name="pride",
    stages=(
        Stage(kind=StageKind.ROUND_ROBIN, rounds=3),
        Stage(kind=StageKind.SINGLE, best=8, final_sheet="pride-final", final_timed=False),
    ),
    sheet="pride",
    least=4,
    most=16,
)

SIGMA = Format(
    name="sigma",
    stages=(Stage(kind=StageKind.DOUBLE),),
    sheet="sigma",
    classes=("collegiate", "alumni"),
    protest=True,
)

SIGMA_DOMINOES = replace(SIGMA, name="sigma-dominoes", sheet="sigma-dominoes", protest=False)

USAG = Format(
    name="usag",
    stages=(Stage(kind=StageKind.SINGLE, third_place=True),),
    sheet="usag",
    most=8,
    late_entries=True,
)

FSU = Format(
    name="fsu",
    stages=(Stage(kind=StageKind.LEAGUE, every=timedelta(days=7)), Stage(kind=StageKind.SINGLE, best=4)),
    sheet="fsu",
    least=4,
    most=16,
    rating=Fraction(3),
    reneges=2,
)

PRESETS: Mapping[str, Format] = {preset.name: preset for preset in (PRIDE, SIGMA, USAG, FSU, SIGMA_DOMINOES)}
"""Every preset by its name."""
