"""What a letter about a tournament commits to, and what it reveals: for headers, since no text holds a hash."""

from referee.telling.letter_headers import NO_CHANCE, Chance
from referee.telling.tournaments.notices import Champion, Drawn, TournamentAnnounced, TournamentLetter, TournamentNews
from referee.tournaments import draw
from referee.tournaments.events import Cancelled


def chance_of(answer: TournamentLetter) -> Chance:
    """The commitments to the draw and to the first deals when it is announced; each seed once it is public."""
    match answer:
        case TournamentAnnounced(tournament=t):
            return Chance(commits=(draw.commit(t.number, t.seed), draw.root_commit(t.number, t.root)))
        case Drawn(tournament=t):
            return Chance(seeds=(t.seed,))
        case Champion(tournament=t):
            return Chance(seeds=(t.root,))
        case TournamentNews(happened=happened):
            off = next((one for one in happened if isinstance(one, Cancelled)), None)
            return NO_CHANCE if off is None else Chance(seeds=(off.seed, off.root))
    return NO_CHANCE
