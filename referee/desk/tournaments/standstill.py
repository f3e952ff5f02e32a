"""The standstill of a tournament when the database turns out to be an older copy: nothing happens in it by itself until
its Gamesmaster says so.

The lost events may have been public: a second draw from the same seed may bring another order.
"""

from referee.desk.case import Case
from referee.desk.masters import ask_master
from referee.desk.tournaments.act import act
from referee.store import tournaments
from referee.store.tournaments import Cup, TournamentRow
from referee.tournaments import decide
from referee.tournaments import events as ev


def stand_still(case: Case, row: TournamentRow) -> None:
    """Stop a tournament, and ask its Gamesmaster how to go on."""
    t = tournaments.state_of(case.tx, row)
    cup = Cup(tournaments.change(case.tx, row, paused_at=row.paused_at or case.now), t)
    if t.phase == "running" and not t.paused:
        cup = act(case, cup, decide.note(t, ev.Paused()))
    sentence = (
        f"the referee's database was restored from an older copy, so {row.name} stands still, and entries, results and "
        "rulings since then are lost"
    )
    drawn = "if its draw was made in that time, call it off and announce it anew: the seed of that draw is known"
    dealt = (
        "a match that began in that time begins again with the same seed for its first deal, which may be known: write "
        "`replay match 7` once it has; if the tournament ended in that time, all these seeds are known: settle what is "
        "left with `rule match`"
    )
    more = (drawn,) if cup.state.phase in ("sign-up", "closed") else (dealt,)
    ask_master(case, cup, (sentence, *more), (f"resume {row.name}", f"cancel {row.name} because …"))
