"""The facts for the headers of a letter about a tournament: where, what it commits to, what it reveals. Words
nothing."""

from referee.telling.letter_headers import InTournament
from referee.telling.tournaments.draw_sentences import first_of
from referee.telling.tournaments.notices import (
    Champion,
    Drawn,
    TournamentAnnounced,
    TournamentLetter,
    TournamentNews,
    TournamentsPage,
)
from referee.tournaments import draw
from referee.tournaments.events import Cancelled


def in_tournament(answer: TournamentLetter) -> InTournament:
    """Return the commitments to the draw and to the first deals when it is announced, and each seed once it is
    public."""
    assert not isinstance(answer, TournamentsPage), "a page of all is about no one tournament"
    t = answer.tournament
    match answer:
        case TournamentAnnounced():
            return InTournament(t.number, commits=(draw.commit(t.number, t.seed), draw.root_commit(t.number, t.root)))
        case Drawn(team=team):
            first = None if team is None else first_of(t, team)
            return InTournament(t.number, None if first is None else first.number, seeds=(t.seed,))
        case Champion():
            return InTournament(t.number, seeds=(t.root,))
        case TournamentNews(happened=happened):
            off = next((one for one in happened if isinstance(one, Cancelled)), None)
            return InTournament(t.number, answer.match, seeds=() if off is None else (off.seed, off.root))
    return InTournament(t.number)
